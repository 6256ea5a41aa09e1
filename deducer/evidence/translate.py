"""The translator: a log's timeline turned into the puzzle that its surviving scripts solve."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from itertools import chain

from msgspec.structs import replace

from deducer.board.timeline import LoopRecord, Step, StepKind, Timeline
from deducer.evidence.abilities import abilities
from deducer.evidence.arrivals import arrivals
from deducer.evidence.cards import cards
from deducer.evidence.day_end import day_ends
from deducer.evidence.deaths import stated_dead
from deducer.evidence.goodwill import goodwill
from deducer.evidence.incidents import incident
from deducer.evidence.loop_end import loop_end
from deducer.evidence.loop_start import loop_start
from deducer.evidence.reveals import stated
from deducer.evidence.sources import Evidence, constrain, line_source
from deducer.logic.build import negation
from deducer.logic.terms import Constraint, Cover, Formula, Puzzle, Variable, variables_of
from deducer.script.clues import Kind, clue
from deducer.script.legality import legality
from deducer.script.variables import Script

_FAMILIES = {
    StepKind.LOOP_START: loop_start,
    StepKind.CARDS: cards,
    StepKind.GOODWILL: goodwill,
    StepKind.INCIDENT: incident,
}


def translate(script: Script, timeline: Timeline | None) -> Puzzle:
    """Build the puzzle whose solutions are the scripts that survive a log.

    Args:
        script: the game's hidden variables.
        timeline: the public history; None for the set-up alone.

    Returns:
        Legality and evidence together; only those ruling switches that matter are among its variables.
    """
    constraints = list(legality(script))
    covers: list[Cover] = []
    for piece in evidence(script, timeline) if timeline is not None else ():
        if isinstance(piece, Cover):
            covers.append(piece)
        else:
            constraints.append(piece)
    return Puzzle(_needed(script, constraints, covers), tuple(constraints), tuple(covers))


def evidence(script: Script, timeline: Timeline) -> Iterator[Evidence]:
    """Yield everything a log proves, in the order of play; facts and guesses come last."""
    for record in timeline.loops:
        yield from evidence_of(script, record)
    yield from arrivals(script, timeline)
    for line in timeline.facts:
        for fact in line.facts:
            yield from constrain(stated(script, fact), line_source(line, "fact"), clue(Kind.FACT))
    for guess in timeline.guesses:
        formula = script.assigned(guess.character, (guess.role,))
        right = formula if guess.right else negation(formula)
        yield from constrain(
            right, line_source(guess, "guess"), clue(Kind.GUESS, guess.character, guess.role)
        )


def _loop(script: Script, record: LoopRecord) -> tuple[Evidence, ...]:
    recorded = [step for step in record.steps if step.recorded and step.statements]
    steps = (script.remembered(step, "evidence", partial(_step, script, step)) for step in recorded)
    return (
        *chain.from_iterable(steps),
        *abilities(script, (step for step in recorded if step.kind is StepKind.MASTERMIND)),
        *day_ends(script, record),
        *stated_dead(script, record),
        *loop_end(script, record),
    )


def evidence_of(script: Script, record: LoopRecord) -> tuple[Evidence, ...]:
    """Return what a loop proves."""
    return script.remembered(record, "evidence", partial(_loop, script, record))


def evidence_about(script: Script, record: LoopRecord, lines: Collection[int]) -> Iterator[Evidence]:
    """Yield what some lines of a loop prove, and little more: part of what the whole loop proves.

    What is shared out over the steps of a loop is shared out up to the last step asked for.

    Args:
        script: the game's hidden variables.
        record: the loop.
        lines: numbers of lines.
    """
    recorded = [step for step in record.steps if step.recorded and step.statements]
    wanted = {id(step): step for step in recorded if any(one.at.line in lines for one in step.statements)}
    for step in wanted.values():
        yield from script.remembered(step, "evidence", partial(_step, script, step))

    def until_last(kind: StepKind) -> list[Step]:
        ends = (n for n, step in enumerate(record.steps, 1) if id(step) in wanted and step.kind is kind)
        return list(record.steps[: max(ends, default=0)])

    acting = [one for one in until_last(StepKind.MASTERMIND) if one.recorded and one.statements]
    yield from abilities(script, (one for one in acting if one.kind is StepKind.MASTERMIND))
    yield from day_ends(script, replace(record, steps=tuple(until_last(StepKind.DAY_END))))
    if any(line.at.line in lines for line, _ in record.stated):
        yield from stated_dead(script, record)
    if record.told_by is not None and record.told_by.at.line in lines:
        yield from loop_end(script, record)


def _step(script: Script, step: Step) -> tuple[Evidence, ...]:
    family = _FAMILIES.get(step.kind)
    return () if family is None else tuple(family(script, step))


def _needed(script: Script, constraints: list[Constraint], covers: list[Cover]) -> dict[str, Variable]:
    """Return the variables of the script, and of the ruling switches those that some formula mentions."""
    formulas: list[Formula] = [constraint.formula for constraint in constraints]
    formulas.extend(option.guard for cover in covers for option in cover.options)
    mentioned = variables_of(*formulas)
    return {v.name: v for v in script.variables() if not v.auxiliary or v.name in mentioned}
