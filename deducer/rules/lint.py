"""Lint: what the types of the rule records cannot say, such as ids that nothing has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

from deducer.ids import ANY_ROLE, GAUGE, PERSON, PLACES
from deducer.record import Record
from deducer.rules.lint_words import ACTION_NEEDS, AIMED, TRAIT_NEEDS, WORD_NEEDS, missing
from deducer.rules.model import (
    Ability,
    Character,
    Condition,
    Effect,
    Incident,
    NameTable,
    Plot,
    Role,
    Rules,
    Target,
    TragedySet,
)
from deducer.rules.names import ENGLISH, Kind, names_for, section
from deducer.rules.read import did_you_mean
from deducer.rules.vocabulary import Action, Timing, Trait, Where, Who

_FORBID: Final = "forbid "
_DESTINATIONS: Final = ("any", "adjacent")
_MEANT: Final = ("self", "target", "startPlace", *PLACES)


def lint(rules: Rules) -> tuple[str, ...]:
    """Return what is wrong in the rule data, one sentence each with its place; empty when nothing is."""
    linter = _Linter(rules)
    found: list[str] = []
    for tragedy_set in rules.sets.values():
        found.extend(linter.tragedy_set(tragedy_set))
    for character in rules.characters.values():
        found.extend(linter.character(character))
    found.extend(linter.hands_and_rulings())
    found.extend(linter.names())
    return tuple(found)


class _Scope(Record, frozen=True, dict=True):
    """Where an ability stands, and the ids it may name there."""

    place: str
    roles: tuple[str, ...]
    incidents: tuple[str, ...]
    in_plot: bool = False

    def inside(self, part: str) -> _Scope:
        return _Scope(f"{self.place}.{part}", self.roles, self.incidents, self.in_plot)


class _Linter(Record, frozen=True, dict=True):
    """Looks through one body of rules."""

    rules: Rules

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """Every tag some character has."""
        return tuple(sorted({tag for one in self.rules.characters.values() for tag in one.tags}))

    @cached_property
    def counters(self) -> tuple[str, ...]:
        """Every counter there is a name for."""
        english = self.rules.names.get(ENGLISH)
        return () if english is None else tuple(english.counters)

    @cached_property
    def forbids(self) -> tuple[str, ...]:
        """Every kind of Forbid card in a hand."""
        cards = (*self.rules.hands.mastermind, *self.rules.hands.protagonist)
        return tuple(card.id.removeprefix(_FORBID) for card in cards if card.id.startswith(_FORBID))

    # ------------------------------------------------------------ sets

    def tragedy_set(self, one: TragedySet) -> Iterator[str]:
        place = f"sets.{one.id}"
        scope = _Scope(place, tuple(role.id for role in one.roles), tuple(i.id for i in one.incidents))
        yield from _twice(f"{place}.plots", (plot.id for plot in one.plots))
        yield from _twice(f"{place}.roles", scope.roles)
        yield from _twice(f"{place}.incidents", scope.incidents)
        if PERSON not in scope.roles:
            yield f"{place}.roles: the role '{PERSON}' is missing"
        if not 0 <= one.number_of_sub_plots <= len(one.sub_plots):
            yield f"{place}.numberOfSubPlots: {one.number_of_sub_plots} of {len(one.sub_plots)} subplots"
        caps = {role.id: role.cap for role in one.roles}
        for plot in one.plots:
            yield from self._plot(plot, caps, scope.inside(f"plots.{plot.id}"))
        for role in one.roles:
            yield from self._role(role, scope.inside(f"roles.{role.id}"))
        for incident in one.incidents:
            yield from self._incident(incident, scope.inside(f"incidents.{incident.id}"))

    def _plot(self, plot: Plot, caps: Mapping[str, int | None], scope: _Scope) -> Iterator[str]:
        place = scope.place
        yield from _twice(f"{place}.adds", (adds.role for adds in plot.adds))
        for adds in plot.adds:
            yield from _unknown(f"{place}.adds", "role", adds.role, scope.roles)
            cap = caps.get(adds.role)
            if not 0 <= adds.low <= adds.high:
                yield f"{place}.adds: {adds.low} to {adds.high} of '{adds.role}' is no range"
            elif cap is not None and adds.high > cap:
                yield f"{place}.adds: {adds.high} of '{adds.role}' is above its cap of {cap}"
        for demand in plot.demands:
            yield from _unknown(f"{place}.demands", "role", demand.role, scope.roles)
            yield from self._tags(f"{place}.demands", demand.tags)
            if not demand.tags:
                yield f"{place}.demands: no tag is demanded"
        if plot.needs_incident is not None:
            yield from _unknown(f"{place}.needsIncident", "incident", plot.needs_incident, scope.incidents)
        yield from self._abilities(plot.abilities, _Scope(place, scope.roles, scope.incidents, in_plot=True))

    def _incident(self, incident: Incident, scope: _Scope) -> Iterator[str]:
        if not incident.source:
            yield f"{scope.place}: no source"
        for one in incident.one_of:
            yield from _unknown(f"{scope.place}.oneOf", "incident", one, scope.incidents)
        for counter in incident.trigger_counters:
            yield from _unknown(f"{scope.place}.triggerCounters", "counter", counter, self.counters)
        if incident.one_of and incident.effects:
            yield f"{scope.place}: effects of its own, or those of one of several incidents"
        elif not incident.one_of:
            yield from self._effects(incident.effects, scope)

    def _role(self, role: Role, scope: _Scope) -> Iterator[str]:
        if role.cap is not None and role.cap < 1:
            yield f"{scope.place}.cap: {role.cap} is below 1"
        yield from self._abilities(role.abilities, scope)

    # ------------------------------------------------------------ characters

    def character(self, one: Character) -> Iterator[str]:
        place = f"characters.{one.id}"
        for where in (*one.starts, *one.forbidden):
            yield from _unknown(place, "place", where, PLACES)
        for where in one.starts:
            if where in one.forbidden:
                yield f"{place}.starts: '{where}' is forbidden"
        chosen = one.has(Trait.START_CHOSEN) or one.has(Trait.START_BY_SCRIPT)
        if chosen != (len(one.starts) > 1):
            yield f"{place}.starts: one place, or several and a trait that says who chooses"
        if one.limit < 0:
            yield f"{place}.limit: {one.limit} is below 0"
        for held in one.traits:
            inner = f"{place}.traits.{held.trait}"
            if not held.source:
                yield f"{inner}: no source"
            yield from missing(inner, held, TRAIT_NEEDS.get(held.trait, ()))
            for other in (*held.masters, *(() if held.of is None else (held.of,))):
                yield from _unknown(inner, "character", other, self.rules.characters)
        roles = {role.id: None for played in self.rules.sets.values() for role in played.roles}
        incidents = {i.id: None for played in self.rules.sets.values() for i in played.incidents}
        yield from self._abilities(one.abilities, _Scope(place, tuple(roles), tuple(incidents)))

    # ------------------------------------------------------------ abilities

    def _abilities(self, abilities: tuple[Ability, ...], scope: _Scope) -> Iterator[str]:
        yield from _twice(f"{scope.place}.abilities", (ability.id for ability in abilities))
        for ability in abilities:
            yield from self._ability(ability, scope.inside(f"abilities.{ability.id}"))

    def _ability(self, ability: Ability, scope: _Scope) -> Iterator[str]:
        place = scope.place
        if not ability.source:
            yield f"{place}: no source"
        if ability.timing is Timing.GOODWILL and ability.rank is None and ability.refusable:
            yield f"{place}: a goodwill ability without rank"
        if ability.timing is not Timing.GOODWILL and (ability.rank is not None or ability.mastermind):
            yield f"{place}: 'rank' and 'mastermind' belong to goodwill abilities"
        if ability.holder is not None:
            yield from _unknown(f"{place}.holder", "role", ability.holder, (*scope.roles, ANY_ROLE))
            if not scope.in_plot:
                yield f"{place}.holder: only an ability of a plot has a holder"
        if ability.ruling:
            yield from _unknown(f"{place}.ruling", "ruling", ability.ruling, self.rules.rulings)
        elif ability.lingers is not None:
            yield f"{place}.lingers: no ruling says when"
        for index, condition in enumerate(ability.conditions):
            inner = scope.inside(f"conditions[{index}]")
            if condition.on == "target":
                yield f"{inner.place}.on: only a condition of an effect has a target"
            yield from self._condition(condition, inner)
        yield from self._effects(ability.effects, scope)

    def _effects(self, effects: tuple[Effect, ...], scope: _Scope) -> Iterator[str]:
        if not effects:
            yield f"{scope.place}.effects: does nothing"
        for index, effect in enumerate(effects):
            yield from self._effect(effect, scope.inside(f"effects[{index}]"))

    def _effect(self, effect: Effect, scope: _Scope) -> Iterator[str]:
        place = scope.place
        yield from missing(place, effect, ACTION_NEEDS.get(effect.action, ()))
        if effect.action in AIMED and effect.target.who is Who.NOBODY:
            yield f"{place}: '{effect.action}' needs 'target'"
        if effect.action is Action.CONVERT and len(effect.counters) != 2:
            yield f"{place}.counters: from one kind to another"
        yield from self._ids(place, effect, scope)
        yield from self._target(effect.target, scope.inside("target"))
        if effect.origin is not None:
            yield from self._target(effect.origin, scope.inside("origin"))
        for index, condition in enumerate(effect.conditions):
            yield from self._condition(condition, scope.inside(f"conditions[{index}]"))

    def _ids(self, place: str, effect: Effect, scope: _Scope) -> Iterator[str]:
        named: tuple[tuple[str, str | None, Iterable[str]], ...] = (
            ("place to move to", effect.to, _DESTINATIONS),
            ("role", effect.role, scope.roles),
            ("character", effect.of, self.rules.characters),
            ("place", effect.place, PLACES),
            *(("counter", counter, (*self.counters, GAUGE)) for counter in effect.counters),
            *(("Forbid card", forbid, self.forbids) for forbid in (*effect.forbids, effect.stops)),
            *(("incident", incident, scope.incidents) for incident in effect.incidents),
        )
        for kind, one, known in named:
            if one is not None:
                yield from _unknown(place, kind, one, known)

    def _target(self, target: Target, scope: _Scope) -> Iterator[str]:
        place = scope.place
        if (target.where is Where.NAMED) != (target.place is not None):
            yield f"{place}: 'place' and `where = \"named\"` belong together"
        if (target.who is Who.HOLDER) != (target.role is not None):
            yield f"{place}: 'role' and `who = \"holder\"` belong together"
        if target.place is not None:
            yield from _unknown(place, "place", target.place, PLACES)
        if target.role is not None:
            yield from _unknown(place, "role", target.role, scope.roles)
        yield from self._tags(place, target.tags)

    def _condition(self, condition: Condition, scope: _Scope) -> Iterator[str]:
        place = scope.place
        yield from missing(place, condition, WORD_NEEDS.get(condition.word, ()))
        yield from _unknown(f"{place}.on", "word", condition.on, _MEANT)
        if condition.counter is not None:
            yield from _unknown(place, "counter", condition.counter, self.counters)
        for where in condition.places:
            yield from _unknown(place, "place", where, PLACES)
        if condition.incident is not None:
            yield from _unknown(place, "incident", condition.incident, scope.incidents)
        for role in condition.roles:
            yield from _unknown(place, "role", role, scope.roles)
        if condition.ruling:
            yield from _unknown(place, "ruling", condition.ruling, self.rules.rulings)
            switch = self.rules.rulings.get(condition.ruling)
            known = () if switch is None else switch.values
            yield from _unknown(place, "value", condition.reading, known)

    def _tags(self, place: str, tags: tuple[str, ...]) -> Iterator[str]:
        for tag in tags:
            yield from _unknown(place, "tag", tag, self.tags)

    # ------------------------------------------------------------ what all sets share

    def hands_and_rulings(self) -> Iterator[str]:
        for side in ("mastermind", "protagonist"):
            cards = getattr(self.rules.hands, side)
            yield from _twice(f"hands.{side}", (card.id for card in cards))
            for card in cards:
                if card.copies < 1:
                    yield f"hands.{side}: {card.copies} copies of '{card.id}'"
        for ruling in self.rules.rulings.values():
            yield from _twice(f"rulings.{ruling.name}.values", ruling.values)
            if len(ruling.values) < 2:
                yield f"rulings.{ruling.name}.values: nothing to choose"

    def names(self) -> Iterator[str]:
        """Look for ids without an English name, names of nothing, and names that mean two things."""
        by_set = [names_for(self.rules, set_id) for set_id in self.rules.sets]
        english = self.rules.names.get(ENGLISH, NameTable())
        for kind in Kind:
            known = {one for names in by_set for one in names.ids[kind]}
            if kind is Kind.COUNTER:
                known.update(self.counters)
            for one in sorted(known - set(section(english, kind))):
                yield f"names.{ENGLISH}: no name for the {kind} '{one}'"
            for tag, table in self.rules.names.items():
                yield from _names_of_nothing(f"names.{tag}", kind, section(table, kind), known)
            yield from _names_of_nothing("names.aliases", kind, section(self.rules.aliases, kind), known)
        yield from dict.fromkeys(
            f"names: '{spelling}' can mean the {kind}s {', '.join(ids)}"
            for names in by_set
            for kind in Kind
            for spelling, ids in names.spellings(kind).items()
            if len(ids) > 1
        )


def _names_of_nothing(place: str, kind: Kind, named: Iterable[str], known: Iterable[str]) -> Iterator[str]:
    for one in named:
        yield from _unknown(place, kind, one, sorted(known))


def _twice(place: str, ids: Iterable[str]) -> Iterator[str]:
    yield from (f"{place}: '{one}' is there twice" for one, number in Counter(ids).items() if number > 1)


def _unknown(place: str, kind: str, one: str, known: Iterable[str]) -> Iterator[str]:
    listed = list(known)
    if one not in listed:
        yield f"{place}: unknown {kind} '{one}'" + did_you_mean(one, listed)
