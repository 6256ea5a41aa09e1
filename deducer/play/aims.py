"""What the Mastermind is after: the counters that conditions of his script ask for."""

from __future__ import annotations

from collections.abc import Iterator

from deducer.ids import INTRIGUE, PLACES, CharacterId, RoleId
from deducer.play.truth import Truth
from deducer.rules.model import Ability, Condition
from deducer.rules.vocabulary import Word

Aim = tuple[str, str]
"""A kind of counter, and on what."""


def aims(truth: Truth) -> frozenset[Aim]:
    """Return the counters that bring incidents about, or make abilities and losses of the script apply."""
    return frozenset(_aims(truth))


def _aims(truth: Truth) -> Iterator[Aim]:
    script = truth.script
    for role in script.tragedy_set.roles:
        for ability in role.abilities:
            for holder in truth.holders(role.id):
                yield from _of_ability(truth, ability, holder)
    for plot in script.tragedy_set.plots:
        for ability in plot.abilities if truth.holds(script.has_plot(plot.id)) else ():
            users = (None,) if ability.holder is None else truth.holders(ability.holder)
            for user in users:
                yield from _of_ability(truth, ability, user)
    for day in script.setup.incidents:
        culprit, incident = truth.culprit(day), truth.incident(day)
        yield from ((counter, culprit) for counter in incident.trigger_counters)
        for effect in incident.effects:
            yield from _of_conditions(truth, effect.conditions, culprit, None)


def _of_ability(truth: Truth, ability: Ability, holder: CharacterId | None) -> Iterator[Aim]:
    yield from _of_conditions(truth, ability.conditions, holder, None)
    for effect in ability.effects:
        yield from _of_conditions(truth, effect.conditions, holder, effect.target.role)


def _of_conditions(
    truth: Truth, conditions: tuple[Condition, ...], holder: CharacterId | None, meant: RoleId | None
) -> Iterator[Aim]:
    for condition in conditions:
        if condition.counter is None or not (condition.at_least or condition.word is Word.COUNTERS_BY_LOOP):
            continue
        if condition.on in PLACES:
            yield condition.counter, condition.on
        elif condition.on == "startPlace" and holder is not None:
            yield from ((INTRIGUE, place) for place in truth.script.card(holder).starts)
        elif condition.on == "target" and meant is not None:
            yield from ((condition.counter, one) for one in truth.holders(meant))
        elif condition.on == "self" and holder is not None:
            yield condition.counter, holder
