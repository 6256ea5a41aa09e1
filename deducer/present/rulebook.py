"""The rules on a page: sets, plots, roles, incidents and characters as lines of text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Any, Final

import msgspec

from deducer.errors import UnknownNameError
from deducer.ids import PARANOIA
from deducer.present import ability as words
from deducer.present.phrase import alternatives
from deducer.record import Record
from deducer.rules.coverage import CoverageRow
from deducer.rules.model import Adds, Character, Incident, Plot, Role, Rules, TragedySet
from deducer.rules.names import Kind, Names, names_for
from deducer.rules.vocabulary import CulpritDuty, Refusal


class Chapter(StrEnum):
    """What a page of the rules can be about."""

    SETS = "sets"
    PLOTS = "plots"
    ROLES = "roles"
    INCIDENTS = "incidents"
    CHARACTERS = "characters"


Thing = TragedySet | Plot | Role | Incident | Character

_KINDS: Final = {
    Chapter.SETS: Kind.SET,
    Chapter.PLOTS: Kind.PLOT,
    Chapter.ROLES: Kind.ROLE,
    Chapter.INCIDENTS: Kind.INCIDENT,
    Chapter.CHARACTERS: Kind.CHARACTER,
}
_REFUSALS: Final = {
    Refusal.NONE: "no Goodwill Refusal",
    Refusal.OPTIONAL: "may refuse goodwill",
    Refusal.MANDATORY: "must refuse goodwill",
}
_DUTIES: Final = {
    CulpritDuty.NONE: "",
    CulpritDuty.ALWAYS: "is always a culprit",
    CulpritDuty.NEVER: "is never a culprit",
}


class Entry(Record, frozen=True):
    """One thing of the rules.

    Attributes:
        thing: the record.
        tragedy_set: the set it belongs to; None for characters.
        names: the names to show it with.
    """

    thing: Thing
    tragedy_set: TragedySet | None
    names: Names


def entries(rules: Rules, chapter: Chapter, name: str | None, set_name: str | None) -> tuple[Entry, ...]:
    """Look up what a page is about.

    Args:
        rules: the rule data.
        chapter: the kind of thing.
        name: which one, in any language; None for all.
        set_name: the set to look in; None for every set.

    Returns:
        What was found, in the order of the data; the same name may stand for a thing of several sets.

    Raises:
        UnknownNameError: nothing has the name; the message tells the nearest ones.
    """
    sets = [rules.sets[set_id] for set_id in _set_ids(rules, set_name)]
    if chapter is Chapter.CHARACTERS:
        known = names_for(rules, sets[0].id if sets else None)
        found = [Entry(character, None, known) for character in rules.characters.values()]
    else:
        found = [
            Entry(thing, one, names_for(rules, one.id)) for one in sets for thing in _things(one, chapter)
        ]
    if name is None:
        return tuple(found)
    kept = tuple(entry for entry in found if entry.thing.id in entry.names.find(_KINDS[chapter], name))
    if not kept:
        raise UnknownNameError(_unknown(chapter, name, (entry.names for entry in found)))
    return kept


def _set_ids(rules: Rules, name: str | None) -> tuple[str, ...]:
    if name is None:
        return tuple(rules.sets)
    found = names_for(rules).find(Kind.SET, name)
    if not found:
        raise UnknownNameError(_unknown(Chapter.SETS, name, [names_for(rules)]))
    return found


def _things(tragedy_set: TragedySet, chapter: Chapter) -> tuple[Thing, ...]:
    match chapter:
        case Chapter.PLOTS:
            return tragedy_set.plots
        case Chapter.ROLES:
            return tragedy_set.roles
        case Chapter.INCIDENTS:
            return tragedy_set.incidents
        case _:
            return (tragedy_set,)


def _unknown(chapter: Chapter, name: str, tables: Iterable[Names]) -> str:
    near = dict.fromkeys(known for names in tables for known in names.nearest(_KINDS[chapter], name))
    hint = f"; did you mean {alternatives(tuple(near)[:3])}?" if near else ""
    return f"no {chapter.value.removesuffix('s')} is called '{name}'{hint}"


def page(found: tuple[Entry, ...]) -> Iterator[str]:
    """Yield everything about each entry: its title, then a sentence a line."""
    for entry in found:
        yield _title(entry)
        yield from (f"  {line[:1].upper()}{line[1:]}" for line in _details(entry))


def overview(found: tuple[Entry, ...]) -> Iterator[str]:
    """Yield one line an entry, under a heading for each set."""
    heading = ""
    for entry in found:
        if entry.tragedy_set is not None and not isinstance(entry.thing, TragedySet):
            title = entry.names.display(Kind.SET, entry.tragedy_set.id)
            if title != heading:
                yield title
                heading = title
        yield ("  " if heading else "") + ": ".join(filter(None, (_name(entry), _summary(entry))))


def _name(entry: Entry) -> str:
    kinds = {
        TragedySet: Kind.SET,
        Plot: Kind.PLOT,
        Role: Kind.ROLE,
        Incident: Kind.INCIDENT,
        Character: Kind.CHARACTER,
    }
    return entry.names.display(kinds[type(entry.thing)], entry.thing.id)


def _title(entry: Entry) -> str:
    if entry.tragedy_set is None or isinstance(entry.thing, TragedySet):
        return f"{_name(entry)} ({entry.thing.id})"
    return f"{_name(entry)} ({entry.thing.id}), {entry.names.display(Kind.SET, entry.tragedy_set.id)}"


def _summary(entry: Entry) -> str:
    match entry.thing:
        case TragedySet() as one:
            guess = "Final Guess" if one.final_guess else "no Final Guess"
            return (
                f"{len(one.main_plots)} main plots,"
                f" {len(one.sub_plots)} subplots ({one.number_of_sub_plots} in a script),"
                f" {len(one.roles)} roles, {len(one.incidents)} incidents, {guess}"
            )
        case Plot() as plot:
            return ", ".join(_adds(entry.names, one) for one in plot.adds) or "adds no role"
        case Role() as role:
            return _REFUSALS[role.refusal]
        case Incident() as incident:
            alike = [entry.names.display(Kind.INCIDENT, one) for one in incident.one_of]
            done = [words.effect(entry.names, one) for one in incident.effects]
            return f"as {alternatives(alike)}" if alike else "; ".join(done)
        case Character() as character:
            starts = "/".join(entry.names.display(Kind.PLACE, place) for place in character.starts)
            return f"limit {character.limit}, starts at {starts}, {', '.join(character.tags)}"


def _details(entry: Entry) -> Iterator[str]:
    """Yield what is to be said about a thing, a sentence a line."""
    names = entry.names
    match entry.thing:
        case TragedySet() as one:
            yield _summary(entry) + "."
            yield f"Main plots: {_listed(names, Kind.PLOT, one.main_plots)}."
            yield f"Subplots: {_listed(names, Kind.PLOT, one.sub_plots)}."
            yield f"Roles: {_listed(names, Kind.ROLE, one.roles)}."
            yield f"Incidents: {_listed(names, Kind.INCIDENT, one.incidents)}."
        case Plot() as plot:
            kind = "Main plot" if entry.tragedy_set and plot in entry.tragedy_set.main_plots else "Subplot"
            yield f"{kind}; roles: {_summary(entry)}."
            for demand in plot.demands:
                yield (
                    f"The {names.display(Kind.ROLE, demand.role)} must be a {alternatives(demand.tags)}."
                    + _cited(demand.source)
                )
            if plot.needs_incident is not None:
                yield f"A script with it has an incident {names.display(Kind.INCIDENT, plot.needs_incident)}."
            yield from (words.ability(names, one) for one in plot.abilities)
        case Role() as role:
            yield from _role_details(entry, role)
        case Incident() as incident:
            yield f"{_summary(entry)}."
            yield "Here it is the culprit."
            yield from _triggering(names, incident)
        case Character() as character:
            yield f"{_summary(entry)}."
            if character.forbidden:
                places = alternatives([names.display(Kind.PLACE, p) for p in character.forbidden])
                yield f"May not enter {places}."
            yield from (words.trait(names, one) for one in character.traits)
            yield from (words.ability(names, one) for one in character.abilities)
    if entry.thing.source:
        yield f"Source: {entry.thing.source}."


def _triggering(names: Names, found: Incident) -> Iterator[str]:
    """Yield what is special about when an incident occurs, and about its place on the sheet."""
    if found.trigger_counters != (PARANOIA,):
        kinds = alternatives([names.display(Kind.COUNTER, kind).lower() for kind in found.trigger_counters])
        yield f"The culprit's {kinds} is held against its paranoia limit."
    if found.limit_shift:
        yield f"The culprit's paranoia limit counts as {found.limit_shift:+d}."
    if found.raises:
        yield f"The gauge rises by {found.raises}."
    if found.repeats:
        yield "One character may be the culprit of several."
    if found.disguised:
        yield "The open sheet may show any other name for it."


def _role_details(entry: Entry, role: Role) -> Iterator[str]:
    names = entry.names
    duties = [_REFUSALS[role.refusal], _DUTIES[role.culprit_duty]]
    if role.cap is not None:
        duties.append(f"at most {role.cap} in a script")
    yield f"{'; '.join(filter(None, duties))}."
    if entry.tragedy_set is not None:
        plots = [plot for plot in entry.tragedy_set.plots if any(one.role == role.id for one in plot.adds)]
        if plots:
            yield f"Added by: {_listed(names, Kind.PLOT, plots)}."
    yield from (words.ability(names, one) for one in role.abilities)


def _adds(names: Names, found: Adds) -> str:
    count = str(found.low) if found.low == found.high else f"{found.low}-{found.high}"
    return names.display(Kind.ROLE, found.role) + ("" if count == "1" else f" x{count}")


def _listed(names: Names, kind: Kind, things: Iterable[Plot | Role | Incident]) -> str:
    return ", ".join(names.display(kind, thing.id) for thing in things)


def _cited(source: str) -> str:
    return f" [{source}]" if source else ""


def data(found: tuple[Entry, ...], chapter: Chapter) -> dict[str, Any]:
    """Return entries as JSON: the records of the rule data with their names and sets."""
    return {
        chapter.value: [
            {
                "name": _name(entry),
                "set": None if entry.tragedy_set is None else entry.tragedy_set.id,
                **msgspec.to_builtins(entry.thing),
            }
            for entry in found
        ]
    }


def coverage_data(rows: Iterable[CoverageRow]) -> list[dict[str, Any]]:
    """Return the coverage table as JSON."""
    return [
        {"id": row.id, "grade": row.grade.value, "note": row.note, "shownBy": list(row.shown_by)}
        for row in rows
    ]


def coverage_lines(rows: Iterable[CoverageRow]) -> Iterator[str]:
    """Yield the coverage table as text, one covered thing a line."""
    for row in rows:
        told = f"{row.id}: {row.grade.value}" + (f" ({row.note})" if row.note else "")
        yield told + (f"; shown by: {'; '.join(row.shown_by)}" if row.shown_by else "")


def coverage_markdown(rows: Iterable[CoverageRow]) -> Iterator[str]:
    """Yield the coverage table as a Markdown page."""
    yield "# Coverage"
    yield ""
    yield "How far each rule is used to drop scripts; no grade ever drops one that could have been played."
    yield "Written by `make docs`; the grades stand in `data/coverage.toml`. A number such as R48 is"
    yield "explained by `deducer rules R48`."
    yield ""
    yield "| rule | used | what is missing | shown by |"
    yield "| --- | --- | --- | --- |"
    for row in rows:
        cells = (f"`{row.id}`", row.grade.value, row.note, "; ".join(row.shown_by))
        yield f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"
