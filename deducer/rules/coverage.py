"""The coverage table: how far each rule of the covered sets is used, and which situations show it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from typing import Final

from deducer.record import Record
from deducer.rules.load import shipped_data
from deducer.rules.model import Plot, Role, RuleRecord, Rules, TragedySet
from deducer.rules.read import convert, read_toml
from deducer.rules.vocabulary import Action

_FILE: Final = "coverage.toml"
_SHOWN: Final = "shown_by.toml"


class Grade(StrEnum):
    """How much of what a rule proves is used; no grade ever drops a world that could have happened."""

    EXACT = "exact"
    SOUND_ONLY = "sound only"
    NOTHING = "carries nothing"


class CoverageRow(Record, frozen=True):
    """One line of the coverage table.

    Attributes:
        id: what is covered, such as "role:brain" or "ability:doctor.calm".
        grade: how far it is used.
        note: what is missing, or why it proves nothing; empty for exact ones.
        shown_by: titles of the situations that show it.
    """

    id: str
    grade: Grade
    note: str = ""
    shown_by: tuple[str, ...] = ()


class _Coverage(RuleRecord, frozen=True):
    """The shape of coverage.toml."""

    sound_only: Mapping[str, str]
    carries_nothing: Mapping[str, str]


class _Shown(RuleRecord, frozen=True):
    """The shape of shown_by.toml."""

    shown_by: Mapping[str, tuple[str, ...]]


def covered_things(rules: Rules) -> Iterator[str]:
    """Yield the id of all the table speaks of: rules of sets, roles, plots, incidents, abilities, traits."""
    seen: dict[str, None] = {}
    for tragedy_set in rules.sets.values():
        owners: tuple[tuple[str, Plot | Role], ...] = (
            *(("plot", plot) for plot in tragedy_set.plots),
            *(("role", role) for role in tragedy_set.roles),
        )
        for kind, owner in owners:
            seen[f"{kind}:{owner.id}"] = None
            seen.update(dict.fromkeys(f"ability:{owner.id}.{ability.id}" for ability in owner.abilities))
        seen.update(dict.fromkeys(f"incident:{incident.id}" for incident in tragedy_set.incidents))
        seen.update(dict.fromkeys(f"rule:{tragedy_set.id}.{rule}" for rule in _special_rules(tragedy_set)))
    for character in rules.characters.values():
        seen.update(dict.fromkeys(f"ability:{character.id}.{ability.id}" for ability in character.abilities))
        seen.update(dict.fromkeys(f"trait:{character.id}.{held.trait}" for held in character.traits))
    yield from seen


def _special_rules(tragedy_set: TragedySet) -> Iterator[str]:
    """Yield the rules of a set that belong to no single plot, role or incident."""
    owners: tuple[Plot | Role, ...] = (*tragedy_set.plots, *tragedy_set.roles)
    effects = [
        *(effect for owner in owners for ability in owner.abilities for effect in ability.effects),
        *(effect for incident in tragedy_set.incidents for effect in incident.effects),
    ]
    if any(incident.raises for incident in tragedy_set.incidents):
        yield "extraGauge"
    if any(effect.action is Action.EXTRA_CARD for effect in effects):
        yield "extraCards"
    if any(incident.disguised for incident in tragedy_set.incidents):
        yield "falseNames"
    if any(incident.repeats for incident in tragedy_set.incidents):
        yield "repeatedCulprits"


@cache
def coverage(rules: Rules) -> tuple[CoverageRow, ...]:
    """Return the coverage table.

    Args:
        rules: the rule data shipped with deducer.

    Returns:
        One row for each covered thing, in the order of the data.

    Raises:
        DataError: coverage.toml cannot be used.
    """
    held = convert(read_toml(shipped_data() / _FILE, _FILE), _Coverage, _FILE)
    shown = convert(read_toml(shipped_data() / _SHOWN, _SHOWN), _Shown, _SHOWN)
    return tuple(_row(thing, held, shown) for thing in covered_things(rules))


def _row(thing: str, held: _Coverage, shown: _Shown) -> CoverageRow:
    cases = shown.shown_by.get(thing, ())
    if thing in held.carries_nothing:
        return CoverageRow(thing, Grade.NOTHING, held.carries_nothing[thing], cases)
    if thing in held.sound_only:
        return CoverageRow(thing, Grade.SOUND_ONLY, held.sound_only[thing], cases)
    return CoverageRow(thing, Grade.EXACT, shown_by=cases)
