"""The Mastermind's ability step: every change needs a use of its own, over the whole loop (R26 to R34)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from deducer.board.conditions import companions
from deducer.board.timeline import Step
from deducer.evidence.causes import Causes, Unit, settle, units
from deducer.evidence.guards import Use, uses
from deducer.evidence.sources import Evidence, constrain, line_source, step_label
from deducer.ids import CharacterId
from deducer.log.statements import AddCounter
from deducer.logic.build import conjunction, disjunction, negation
from deducer.logic.terms import Formula, Item, Option
from deducer.rules.model import Effect
from deducer.rules.vocabulary import Action, Obligation, Timing
from deducer.script.conditions import known
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
    items: list[Item] = []
    choices: list[Option] = []
    for step in steps:
        found = units(step, step.moments)
        items.extend(unit.item for unit in found)
        choices.extend(Causes(script, step, Timing.MASTERMIND, found).options())
        yield from _unused(script, step, found)
    yield from settle(items, choices)


def _unused(script: Script, step: Step, found: tuple[Unit, ...]) -> Iterator[Evidence]:
    """A mandatory use that could be made all through the step, and left no trace, was not there."""
    after = {use.name: use for use in uses(script, step.after, Timing.MASTERMIND)}
    for use in uses(script, step.before, Timing.MASTERMIND):
        later = after.get(use.name)
        if use.ability.obligation is not Obligation.MANDATORY or later is None or not step.statements:
            continue
        for effect in use.ability.effects:
            if not any(_trace(effect, use.actor, unit) for unit in found):
                could = conjunction(_effective(step, use, effect), use.guard, later.guard)
                yield from constrain(negation(could), line_source(step.statements[-1], step_label(step)))


def _trace(effect: Effect, actor: CharacterId | None, unit: Unit) -> bool:
    """Tell whether a unit may be what the effect of a mandatory use left on the user's card."""
    change = unit.change
    return isinstance(change, AddCounter) and change.counter in effect.counters and change.target == actor


def _effective(step: Step, use: Use, effect: Effect) -> Formula:
    """Say that an effect would have shown: something to move, and somebody to move it to."""
    if effect.action is not Action.MOVE_COUNTER or use.actor is None:
        return known(None)
    ways = []
    for board in (step.before, step.after):
        figure = board.figure(use.actor)
        numbers = [figure.counters.get(counter, 0) for counter in effect.counters]
        some = disjunction(*(known(None if number is None else number > 0) for number in numbers))
        certain, perhaps = companions(board, use.place, use.actor)
        company = known(True if certain else (None if perhaps else False))
        ways.append(conjunction(some, company))
    return conjunction(*ways)
