"""The Mastermind's ability step: every change needs a use of its own, over the whole loop (R26 to R34)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations

from deducer.board.conditions import companions
from deducer.board.state import Board
from deducer.board.timeline import Step
from deducer.evidence.causes import Causes, Unit, settle, units
from deducer.evidence.guards import Use, fits, uses
from deducer.evidence.sources import Evidence, constrain, line_source, step_label
from deducer.ids import PLACES
from deducer.log.statements import AddCounter
from deducer.logic.build import conjunction, disjunction, negation
from deducer.logic.terms import FALSE, UNKNOWN, Formula, Item, Option
from deducer.record import Record
from deducer.rules.model import Effect
from deducer.rules.vocabulary import Action, Obligation, Timing
from deducer.script.clues import Kind, clue
from deducer.script.conditions import known
from deducer.script.legality import both_may_hold
from deducer.script.variables import Script


def abilities(script: Script, steps: Iterable[Step]) -> Iterator[Evidence]:
    """Yield what the recorded ability steps of one loop prove.

    Args:
        script: the game.
        steps: the recorded ability steps of one loop, in order; abilities that act once a loop are shared
            out over them.

    Yields:
        Disjunctions and covers for what was seen; a constraint for each mandatory use that was not.
    """
    recorded = tuple(steps)
    if recorded:
        yield from script.remembered(recorded[-1], "shared abilities", partial(_of_loop, script, recorded))


def _of_loop(script: Script, steps: tuple[Step, ...]) -> tuple[Evidence, ...]:
    items: list[Item] = []
    choices: list[Option] = []
    silent: list[Evidence] = []
    for step in steps:
        found, options, unused = script.remembered(step, "abilities", partial(_read, script, step))
        items.extend(unit.item for unit in found)
        choices.extend(options)
        silent.extend(unused)
    return (*silent, *settle(items, choices))


def _read(script: Script, step: Step) -> tuple[tuple[Unit, ...], tuple[Option, ...], tuple[Evidence, ...]]:
    """Return the units of a step, what can explain them, and what silence says."""
    found = units(step, step.moments)
    options = Causes(script, step, Timing.MASTERMIND, found).options()
    return found, tuple(options), tuple(_unused(script, step, found))


class _Duty(Record, frozen=True):
    """A mandatory use of which a trace must be left, if it could be made all through the step.

    Attributes:
        use: the use, in one of the places where its actor may count as standing.
        could: the condition under which it could be made and would have shown.
        traces: the units that may be what it left.
    """

    use: Use
    could: Formula
    traces: tuple[Unit, ...]


def _unused(script: Script, step: Step, found: tuple[Unit, ...]) -> Iterator[Evidence]:
    """A mandatory use that could be made all through the step, and left no trace, was not there.

    Nor were two users there of whom only one can have left what was seen.
    """
    duties = tuple(_duties(script, step, found))
    missing = [(one.use, one.could) for one in duties if not one.traces]
    for one, other in combinations(duties, 2):
        alike = (one.use.owner, one.use.ability) == (other.use.owner, other.use.ability)
        single = len(one.traces) == 1 and one.traces == other.traces
        if alike and single and both_may_hold(script, one.use.role, one.use.actor, other.use.actor):
            missing.append((other.use, conjunction(one.could, other.could)))
    for use, could in missing:
        source = line_source(step.statements[-1], step_label(step))
        yield from constrain(negation(could), source, clue(Kind.UNUSED, act=use.act))


def _duties(script: Script, step: Step, found: tuple[Unit, ...]) -> Iterator[_Duty]:
    """Yield the mandatory uses of a step, one for each effect that should have shown.

    Whoever may count as standing in his turf has the choice, so it must have shown from either place (R36).
    """
    after = {use.name: use for use in uses(script, step.after, Timing.MASTERMIND)}
    claims: dict[tuple[str, str, str | None], list[Use]] = {}
    for use in uses(script, step.before, Timing.MASTERMIND):
        if use.ability.obligation is Obligation.MANDATORY:
            claims.setdefault((use.owner, use.ability.id, use.actor), []).append(use)
    for places in claims.values():
        later = [after[use.name] for use in places if use.name in after]
        if len(later) < len(places) or not step.statements or _may_be_elsewhere(script, step, places):
            continue
        for effect in places[0].ability.effects:
            traces = (unit for unit in found if any(_trace(script, use, effect, unit) for use in places))
            shown = (_effective(script, step, use, effect) for use in places)
            could = conjunction(*shown, *(use.guard for use in (*places, *later)))
            yield _Duty(places[0], could, tuple(traces))


def _may_be_elsewhere(script: Script, step: Step, places: list[Use]) -> bool:
    """Tell whether a user may count as standing in a turf where the ability did not apply."""
    use = places[0]
    turf = script.setup.turfs.get(use.actor or "") if use.role is not None else None
    return turf is not None and turf not in {
        step.before.figure(use.actor or "").place,
        *(u.place for u in places),
    }


def _trace(script: Script, use: Use, effect: Effect, unit: Unit) -> bool:
    """Tell whether a unit may be what the effect of a mandatory use left."""
    change = unit.change
    if not isinstance(change, AddCounter) or change.counter not in effect.counters:
        return False
    if effect.action is Action.MOVE_COUNTER:
        return change.target == use.actor and unit.sign < 0
    if change.target is None or not any(amount * unit.sign > 0 for amount in effect.amounts):
        return False
    return fits(script, use, effect, unit.board, change.target) != FALSE


def _effective(script: Script, step: Step, use: Use, effect: Effect) -> Formula:
    """Say that an effect would have shown, whenever in the step it was resolved."""
    boards = (step.before, *(moment.after for moment in step.moments), step.after)
    return conjunction(*(_shows(script, board, use, effect) for board in boards))


def _shows(script: Script, board: Board, use: Use, effect: Effect) -> Formula:
    """Say that an effect would have shown on a board: something to take, and whom to take it from (R127)."""
    if effect.action is Action.MOVE_COUNTER and use.actor is not None:
        figure = board.figure(use.actor)
        numbers = [figure.counters.get(counter, 0) for counter in effect.counters]
        some = disjunction(*(known(None if number is None else number > 0) for number in numbers))
        certain, perhaps = companions(board, use.place, use.actor)
        return conjunction(some, known(True if certain else (None if perhaps else False)))
    if effect.action is not Action.ADD or max(effect.amounts) > 0:
        return UNKNOWN
    aimed = {target: fits(script, use, effect, board, target) for target in (*board.figures, *PLACES)}
    held = {target: _some(board, target, effect) for target, formula in aimed.items() if formula != FALSE}
    every = (disjunction(negation(aimed[target]), some) for target, some in held.items())
    return conjunction(disjunction(*aimed.values()), *every)


def _some(board: Board, target: str, effect: Effect) -> Formula:
    numbers = [board.count(target, counter) for counter in effect.counters]
    return disjunction(*(known(None if number is None else number > 0) for number in numbers))
