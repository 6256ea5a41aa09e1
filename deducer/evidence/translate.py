"""The translator: a log's timeline turned into the puzzle that its surviving scripts solve."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain

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
        yield from script.remembered(record, "evidence", partial(_loop, script, record))
    yield from arrivals(script, timeline)
    for line in timeline.facts:
        for fact in line.facts:
            yield from constrain(stated(script, fact), line_source(line, "fact"))
    for guess in timeline.guesses:
        formula = script.assigned(guess.character, (guess.role,))
        right = formula if guess.right else negation(formula)
        yield from constrain(right, line_source(guess, "guess"))


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


def _step(script: Script, step: Step) -> tuple[Evidence, ...]:
    family = _FAMILIES.get(step.kind)
    return () if family is None else tuple(family(script, step))


def _needed(script: Script, constraints: list[Constraint], covers: list[Cover]) -> dict[str, Variable]:
    """Return the variables of the script, and of the ruling switches those that some formula mentions."""
    formulas: list[Formula] = [constraint.formula for constraint in constraints]
    formulas.extend(option.guard for cover in covers for option in cover.options)
    mentioned = {name for formula in formulas for name in variables_of(formula)}
    return {v.name: v for v in script.variables() if not v.auxiliary or v.name in mentioned}
