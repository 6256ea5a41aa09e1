"""Finds the ids that names in a log mean, or says why a name means none."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from typing import Final

from msgspec import field

from deducer.errors import MistakeKind
from deducer.ids import CharacterId, IncidentId, PlaceId, PlotId, RoleId
from deducer.log.scanner import MisreadError, Span
from deducer.record import Record
from deducer.rules.names import Kind, Names, normalize

_LINK: Final = re.compile(r"(?:is|at)\s+|[=:@]\s*", re.IGNORECASE)
_UNKNOWN: Final = {
    Kind.CHARACTER: "there is no character {!r}",
    Kind.ROLE: "this set has no role {!r}",
    Kind.PLOT: "this set has no plot {!r}",
    Kind.INCIDENT: "this set has no incident {!r}",
    Kind.PLACE: "there is no place {!r}",
    Kind.SET: "there is no set {!r}",
}


class _Failure(Record, frozen=True):
    """Why a name means nothing; remembered, since the same name comes again and again."""

    kind: MistakeKind
    message: str
    hint: str


class Lookup(Record, frozen=True):
    """Finds ids by name.

    Attributes:
        names: the names of the set.
        tiers: the characters a name may mean, likelier ones first; empty for all.
        late: late characters that are not announced, for the remedy when one is named.
        schedule: the days with an incident; None while they are not known.
    """

    names: Names
    tiers: tuple[Collection[CharacterId], ...] = ()
    late: frozenset[CharacterId] = frozenset()
    schedule: Collection[int] | None = None
    _known: dict[tuple[str, str], str | _Failure] = field(default_factory=dict)

    def character(self, span: Span) -> CharacterId:
        """Return the character a name means.

        Raises:
            MisreadError: there is none, it is not in the cast, or the name fits several.
        """
        return self._remembered("character", span, self._find_character)

    def place(self, span: Span) -> PlaceId:
        """Return the place a name means.

        Raises:
            MisreadError: there is none, or the name fits several.
        """
        return self.any_of(Kind.PLACE, span)

    def role(self, span: Span) -> RoleId:
        """Return the role a name means.

        Raises:
            MisreadError: there is none in this set, or the name fits several.
        """
        return self.any_of(Kind.ROLE, span)

    def plot(self, span: Span) -> PlotId:
        """Return the plot a name means.

        Raises:
            MisreadError: there is none in this set, or the name fits several.
        """
        return self.any_of(Kind.PLOT, span)

    def incident(self, span: Span) -> IncidentId:
        """Return the incident a name means.

        Raises:
            MisreadError: there is none in this set, or the name fits several.
        """
        return self.any_of(Kind.INCIDENT, span)

    def any_of(self, kind: Kind, span: Span) -> str:
        """Return what a name of any kind means, wherever it stands.

        Raises:
            MisreadError: there is nothing of that name, or the name fits several.
        """
        return self._remembered(kind, span, lambda text: self._find(kind, text))

    def target(self, span: Span) -> str:
        """Return the place or character a name means; a whole name goes before the beginning of one.

        Raises:
            MisreadError: there is neither, it is not in the cast, or the name fits several.
        """
        return self._remembered("target", span, self._find_target)

    def character_and_role(self, span: Span) -> tuple[CharacterId, RoleId]:
        """Return the character and the role that stand beside each other.

        Raises:
            MisreadError: one of them is missing or cannot be read.
        """
        return self._beside(span, self.character, self.role, "role")

    def character_and_place(self, span: Span) -> tuple[CharacterId, PlaceId]:
        """Return the character and the place that stand beside each other.

        Raises:
            MisreadError: one of them is missing or cannot be read.
        """
        return self._beside(span, self.character, self.place, "place")

    def incident_day(self, span: Span) -> int:
        """Return the day of an incident.

        Raises:
            MisreadError: that day has none.
        """
        day = int(span.text[:9])
        if self.schedule is not None and day not in self.schedule:
            days = ", ".join(str(day) for day in sorted(self.schedule))
            hint = f"incidents are announced for day {days}" if days else "no incident is announced"
            raise span.misread(f"day {day} has no incident", hint, MistakeKind.IMPOSSIBLE)
        return day

    def _remembered(self, what: str, span: Span, find: Callable[[str], str | _Failure]) -> str:
        key = (what, span.text)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = find(span.text)
        if isinstance(found, _Failure):
            raise span.misread(found.message, found.hint, found.kind)
        return found

    def _find(self, kind: Kind, text: str) -> str | _Failure:
        found = self.names.find(kind, text)
        if len(found) == 1:
            return found[0]
        if found:
            return _ambiguous(text, [self._show(kind, one) for one in found])
        near = self.names.nearest(kind, text)
        return _unknown(_UNKNOWN[kind], text, _did_you_mean(near) or self._choices(kind))

    def _find_character(self, text: str) -> str | _Failure:
        found = self._in_play(text)
        if len(found) == 1:
            return found[0]
        if found:
            return _ambiguous(text, [self._show(Kind.CHARACTER, one) for one in found])
        near = self._near_characters(text)
        outside = self.names.find(Kind.CHARACTER, text)
        if len(outside) == 1:
            return self._not_cast(outside[0], near)
        return _unknown(_UNKNOWN[Kind.CHARACTER], text, _did_you_mean(near) or self._cast())

    def _find_target(self, text: str) -> str | _Failure:
        key = normalize(text)
        places = self.names.find(Kind.PLACE, text)
        if key in self.names.spellings(Kind.PLACE) and len(places) == 1:
            return places[0]
        if not places or key in self.names.spellings(Kind.CHARACTER):
            found = self._find_character(text)
            if not isinstance(found, str) and found.kind is MistakeKind.UNREADABLE:
                near = self._near_characters(text) + self.names.nearest(Kind.PLACE, text)
                hint = _did_you_mean(near) or f"{self._cast()}; {self._choices(Kind.PLACE)}"
                return _unknown("there is no character or place {!r}", text, hint)
            return found
        cast = self._in_play(text)
        if len(places) == 1 and not cast:
            return places[0]
        shown = [self._show(Kind.PLACE, one) for one in places]
        return _ambiguous(text, shown + [self._show(Kind.CHARACTER, one) for one in cast])

    def _in_play(self, text: str) -> tuple[CharacterId, ...]:
        """Return the characters a name can mean, of the first tier that has any."""
        for tier in self.tiers or (None,):
            if found := self.names.find(Kind.CHARACTER, text, tier):
                return found
        return ()

    def _near_characters(self, text: str) -> tuple[str, ...]:
        among = {one for tier in self.tiers for one in tier} if self.tiers else None
        return self.names.nearest(Kind.CHARACTER, text, among=among)

    def _choices(self, kind: Kind) -> str:
        *most, last = (self._show(kind, one) for one in self.names.ids[kind])
        return f"the {kind}s are {', '.join(most)} and {last}" if most else f"the only {kind} is {last}"

    def _cast(self) -> str:
        """Return who is in the cast, as a remedy for a name that is like none."""
        if not self.tiers:
            return "`deducer rules characters` lists them all"
        cast = [one for one in self.names.ids[Kind.CHARACTER] if one in self.tiers[0]]
        return f"the cast is {', '.join(self._show(Kind.CHARACTER, one) for one in cast)}"

    def _not_cast(self, character: CharacterId, near: tuple[str, ...]) -> _Failure:
        shown = self._show(Kind.CHARACTER, character)
        if character in self.late:
            hint = f"write `late {shown}` in the header if the script has it, `late unknown` if it may"
        elif near:
            hint = f"add it to the `cast` line if it is; {_did_you_mean(near)}"
        else:
            hint = "add it to the `cast` line if it is"
        return _Failure(MistakeKind.IMPOSSIBLE, f"{shown} is not in the cast", hint)

    def _beside(
        self, span: Span, first: Callable[[Span], str], second: Callable[[Span], str], what: str
    ) -> tuple[str, str]:
        """Return what two names beside each other mean, wherever the cut between them falls."""
        error = span.misread(f"a {what} is missing behind the name", f"write `NAME {what.upper()}`")
        told = -1
        for left, right in span.cuts():
            link = _LINK.match(right.text)
            one = _tried(first, left)
            other = _tried(second, right.part(link.end()) if link else right)
            if isinstance(one, str) and isinstance(other, str):
                return one, other
            # The cut at which one of the names is right shows best what is wrong with the other one.
            right_side = isinstance(other, str)
            if isinstance(other, MisreadError) and isinstance(one, str) and told < 2:
                error, told = other, 2
            elif isinstance(one, MisreadError) and (told < 0 or (right_side and told < 2)):
                error, told = one, int(right_side)
        raise error

    def _show(self, kind: Kind, one: str) -> str:
        return self.names.display(kind, one)


def _tried(find: Callable[[Span], str], span: Span) -> str | MisreadError:
    try:
        return find(span)
    except MisreadError as error:
        return error


def _unknown(message: str, text: str, hint: str) -> _Failure:
    return _Failure(MistakeKind.UNREADABLE, message.format(text), hint)


def _ambiguous(text: str, shown: Sequence[str]) -> _Failure:
    return _Failure(
        MistakeKind.AMBIGUOUS,
        f"{text!r} can mean {_either(shown)}",
        "write as much of the name as tells them apart",
    )


def _did_you_mean(near: Sequence[str]) -> str:
    return f"did you mean {_either([repr(name) for name in near])}?" if near else ""


def _either(words: Sequence[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
