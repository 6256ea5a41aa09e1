"""Reads changes: what happened in a step."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from deducer.errors import MistakeKind
from deducer.ids import INTRIGUE, PLACES, CharacterId, PlaceId, PlotId, RoleId
from deducer.log.lookup import Lookup
from deducer.log.scanner import GAP_AFTER, GAP_BEFORE, LIST, Span, form, read_each
from deducer.log.statements import (
    AddCounter,
    Change,
    CulpritAt,
    CulpritIs,
    Declared,
    Dies,
    Enters,
    ExtraCard,
    Guard,
    Leaves,
    LoopEnds,
    Lost,
    Moves,
    ProtagonistsDie,
    Reveals,
    Revives,
    SameRole,
    StandsAt,
    TakesBack,
)
from deducer.log.words import GAUGE, Words
from deducer.record import Record

NOTHING: Final = frozenset({"nothing", "none", "-", "quiet", "no change", "nobody dies", "no deaths"})
_WITH_COMMAS: Final = re.compile("declared|same role", re.IGNORECASE)
_EXAMPLES: Final = (
    "write for example `+1 COUNTER NAME`, `NAME moves to PLACE`, `NAME dies`, `reveal NAME ROLE` or `nothing`"
)


class ChangeReader(Record, frozen=True):
    """Reads the changes of a statement.

    Attributes:
        lookup: finds names.
        words: finds counters and cards.
    """

    lookup: Lookup
    words: Words

    def read(self, span: Span, *, start: bool = False, user: bool = False) -> tuple[Change, ...]:
        """Read the changes of a step; none for `nothing`.

        Args:
            span: what stands behind the step's colon.
            start: whether it is a loop's start, where `X at L` tells a set-up place.
            user: whether somebody uses an ability, so that `role ROLE` has an owner.

        Raises:
            MisreadError: one change cannot be read.
            ExceptionGroup: several cannot.
        """
        if span.text.casefold() in NOTHING:
            return ()
        told = span.pieces(";", "write `nothing` if the step passed without change")
        pieces = [part for piece in told for part in _parted(piece)]
        return read_each(pieces, lambda piece: self._placed(piece, start=start, user=user))

    def _placed(self, span: Span, *, start: bool, user: bool) -> Change:
        """Read a change and hold it against the step it stands in."""
        change = self._change(span)
        if isinstance(change, StandsAt) and not start:
            raise span.misread(
                "`at` tells where a character is set up when a loop starts",
                "write `NAME moves to PLACE` for a move, `NAME enters at PLACE` for an arrival",
            )
        if isinstance(change, Reveals) and change.character is None and not user:
            raise span.misread("whose role is it?", "write `reveal NAME ROLE`")
        return change

    def _change(self, span: Span) -> Change:
        for pattern, build in (
            (self.words.added, _Found.added),
            *_FORMS,
            (self.words.added_after, _Found.added),
            (self.words.added_behind, _Found.added),
        ):
            if match := pattern.fullmatch(span.text):
                return build(_Found(self, span, match))
        if span.text.casefold() in NOTHING:
            raise span.misread("`nothing` cannot stand beside a change", "leave it out")
        raise span.misread(f"{span.text!r} is no change", _EXAMPLES)


def _parted(piece: Span) -> list[Span]:
    """Return the changes in a piece that commas divide."""
    if _WITH_COMMAS.match(piece.text):
        return [piece]
    return [part for part in piece.split(",") if part.text]


class _Found(Record, frozen=True):
    """A change whose form was recognised; its parts are read by the names of the pattern's groups."""

    reader: ChangeReader
    span: Span
    match: re.Match[str]

    def part(self, group: str) -> Span:
        return self.span.named(self.match, group)

    def character(self) -> CharacterId:
        return self.reader.lookup.character(self.part("name"))

    def place(self) -> PlaceId:
        return self.reader.lookup.place(self.part("place"))

    def standing(self) -> tuple[CharacterId, PlaceId]:
        return self.character(), self.place()

    def pair(self) -> tuple[CharacterId, RoleId]:
        return self.reader.lookup.character_and_role(self.part("pair"))

    def role(self) -> RoleId:
        return self.reader.lookup.role(self.part("role"))

    def day(self) -> int:
        return self.reader.lookup.incident_day(self.part("day"))

    def card(self) -> str:
        return self.reader.words.card(self.part("card"))

    def plot(self) -> PlotId:
        return self.reader.lookup.plot(self.part("declared"))

    def told(self) -> PlotId | None:
        told = self.part("told")
        return None if told.text.casefold() in NOTHING else self.reader.lookup.plot(told)

    def characters(self) -> tuple[CharacterId, ...]:
        names = self.part("names")
        if names.text.casefold() in NOTHING:
            return ()
        return read_each(names.pieces(LIST, "write `none` if there is none"), self.reader.lookup.character)

    def added(self) -> AddCounter:
        counter = self.reader.words.counter(self.match["counter"])
        at = self.part("target")
        target = self.reader.lookup.target(at)
        if target in PLACES and counter != INTRIGUE:
            raise at.misread(
                f"{counter} never lies on a place", "name the character that got it", MistakeKind.IMPOSSIBLE
            )
        return AddCounter(int(self.match["sign"] + self.match["amount"]), counter, target)

    def gauge(self) -> AddCounter:
        amount = self.match["first"] or self.match["second"]
        return AddCounter(int("".join(amount.split())), GAUGE, None)


_Build = Callable[[_Found], Change]


def _form(pattern: str, build: _Build) -> tuple[re.Pattern[str], _Build]:
    return form(pattern), build


_WHO: Final = rf"(?P<name>.+?){GAP_BEFORE}"
_WHERE: Final = rf"{GAP_AFTER}(?P<place>.+)"
_AMOUNT: Final = r"[+-]\s*[1-9][0-9]?"

# The first form that fits is taken, so fixed words stand before forms that begin with a name.
_FORMS: Final[tuple[tuple[re.Pattern[str], _Build], ...]] = (
    _form("lost", lambda _: Lost()),
    _form("protagonists? dies?", lambda _: ProtagonistsDie()),
    _form("loop ends", lambda _: LoopEnds()),
    _form(
        rf"(?P<first>{_AMOUNT})\s*{GAUGE}|{GAUGE}\s*(?P<second>{_AMOUNT})",
        lambda found: found.gauge(),
    ),
    _form(rf"role{GAP_AFTER}(?P<role>.+)", lambda found: Reveals(None, found.role())),
    _form(rf"reveal{GAP_AFTER}(?P<pair>.+)", lambda found: Reveals(*found.pair())),
    _form(rf"takes? back{GAP_AFTER}(?P<card>.+)", lambda found: TakesBack(found.card())),
    _form(rf"extra card{GAP_AFTER}(?P<name>.+)", lambda found: ExtraCard(found.character())),
    _form(
        rf"guard{GAP_AFTER}(?P<name>.+?){GAP_BEFORE}lost",
        lambda found: Guard(found.character(), lost=True),
    ),
    _form(rf"guard{GAP_AFTER}(?P<name>.+)", lambda found: Guard(found.character())),
    _form(
        rf"culprit of day (?P<day>[0-9]+) is{GAP_AFTER}(?P<name>.+)",
        lambda found: CulpritIs(found.day(), found.character()),
    ),
    _form(rf"culprit is at{_WHERE}", lambda found: CulpritAt(found.place())),
    _form(
        rf"declared{GAP_AFTER}(?P<declared>.+?)\s*,?{GAP_BEFORE}?told{GAP_AFTER}(?P<told>.+)",
        lambda found: Declared(found.plot(), found.told()),
    ),
    _form(r"same role\s*:\s*(?P<names>.+)", lambda found: SameRole(found.characters())),
    _form(rf"{_WHO}(?:dies|died|(?:is )?dead|is killed)", lambda found: Dies(found.character())),
    _form(rf"{_WHO}moves? to{_WHERE}", lambda found: Moves(*found.standing())),
    _form(r"(?P<name>.+?)\s*(?:->|→)\s*(?P<place>.+)", lambda found: Moves(*found.standing())),
    _form(rf"{_WHO}revives", lambda found: Revives(found.character())),
    _form(rf"{_WHO}leaves", lambda found: Leaves(found.character())),
    _form(rf"{_WHO}enters (?:at|in){_WHERE}", lambda found: Enters(*found.standing())),
    _form(rf"{_WHO}at{_WHERE}", lambda found: StandsAt(*found.standing())),
)
