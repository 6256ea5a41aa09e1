"""Reads the statements about the board and the script: `board`, `fact` and `guess`."""

from __future__ import annotations

import re
from typing import Final

from deducer.errors import MistakeKind
from deducer.ids import INTRIGUE, PLACES
from deducer.log.facts import HOW, FactReader
from deducer.log.lookup import Lookup
from deducer.log.scanner import GAP_BEFORE, LIST, MisreadError, Span, form, read_each
from deducer.log.statements import (
    At,
    BoardEntry,
    BoardLine,
    FactLine,
    GuessLine,
)
from deducer.log.words import Words
from deducer.record import Record

_ALL: Final = form(r"all\s*:?\s*(?P<entries>.*)")
_GUESS: Final = form(rf"(?P<pair>.+?){GAP_BEFORE}(?P<verdict>right|wrong)")
_ENTRY_HOW: Final = "write `NAME PLACE p2 g1 i0`, `NAME dead` or `PLACE i2`"


class StatedReader(Record, frozen=True):
    """Reads what is stated rather than played.

    Attributes:
        lookup: finds names.
        words: finds counters.
    """

    lookup: Lookup
    words: Words

    def board(self, at: At, rest: Span) -> BoardLine:
        """Read a board line.

        Raises:
            MisreadError: an entry cannot be read or cannot be.
            ExceptionGroup: several cannot.
        """
        match = _ALL.fullmatch(rest.text)
        span = rest.named(match, "entries") if match else rest
        if match and (not span.text or span.text.casefold() == "nothing"):
            return BoardLine(at, (), everything=True)
        seen: set[str] = set()
        entries = read_each(span.pieces(LIST, _ENTRY_HOW), lambda piece: self._entry(piece, seen))
        return BoardLine(at, entries, everything=match is not None)

    def facts(self, at: At, rest: Span) -> FactLine:
        """Read a fact line.

        Raises:
            MisreadError: a fact cannot be read.
            ExceptionGroup: several cannot.
        """
        return FactLine(at, read_each(rest.pieces(";", HOW), FactReader(self.lookup).fact))

    def guess(self, at: At, rest: Span) -> GuessLine:
        """Read a guess of the Final Guess.

        Raises:
            MisreadError: it cannot be read.
        """
        match = _GUESS.fullmatch(rest.text)
        if match is None:
            raise rest.misread(
                "how the guess went is missing", "write `NAME ROLE right` or `NAME ROLE wrong`"
            )
        character, role = self.lookup.character_and_role(rest.named(match, "pair"))
        return GuessLine(at, character, role, match["verdict"].casefold() == "right")

    def _entry(self, span: Span, seen: set[str]) -> BoardEntry:
        marks = self._marks(span)
        head = span.part(0, marks[0].start()) if marks else span
        target, place = self._stand(head)
        entry = BoardEntry(
            target,
            place,
            tuple(
                (self.words.counter(mark["counter"]), int(mark["number"]))
                for mark in marks
                if mark["counter"]
            ),
            dead=any(mark["dead"] for mark in marks),
            guards=next((int(mark["guards"]) for mark in marks if mark["guards"]), None),
        )
        counters = [counter for counter, _ in entry.counters]
        if target in seen or len(set(counters)) < len(counters):
            raise span.misread("the same is said twice", "leave one of them out")
        if place is None and not marks:
            raise span.misread("nothing is said of it", _ENTRY_HOW)
        if target in PLACES and (entry.dead or entry.guards is not None or set(counters) - {INTRIGUE}):
            raise span.misread(
                "a place holds nothing but intrigue", "write `PLACE i2`", MistakeKind.IMPOSSIBLE
            )
        seen.add(target)
        return entry

    def _marks(self, span: Span) -> list[re.Match[str]]:
        """Return what lies on a card or place, read from the end since the name before it may be any."""
        marks: list[re.Match[str]] = []
        end = len(span.text)
        while match := self.words.last_mark.search(span.text, 0, end):
            marks.append(match)
            end = match.start()
        return marks[::-1]

    def _stand(self, head: Span) -> tuple[str, str | None]:
        """Return whom or what an entry is about, and where it stands if that is said."""
        try:
            return self.lookup.target(head), None
        except MisreadError as whole:
            try:
                return self.lookup.character_and_place(head)
            except MisreadError as parts:
                raise (parts if any(head.cuts()) else whole) from None
