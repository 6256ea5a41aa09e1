"""Reads the header: what is public before the first loop."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final

from deducer.errors import MistakeKind
from deducer.ids import CharacterId
from deducer.log.lookup import Lookup
from deducer.log.scanner import GAP_AFTER, GAP_BEFORE, LIST, Line, MisreadError, Span, form, read_each
from deducer.log.statements import (
    CastLine,
    DaysLine,
    HeaderStatement,
    LateLine,
    LoopsLine,
    RulingLine,
    ScheduleLine,
    SetLine,
    SpecialKind,
    SpecialLine,
    TurfLine,
)
from deducer.log.words import Words, listed
from deducer.record import Record
from deducer.rules.model import CharacterTrait, Rules
from deducer.rules.names import Kind, normalize
from deducer.rules.vocabulary import Trait

_NUMBER: Final = form("[0-9]{1,2}")
_SCHEDULE: Final = form(rf"(?:on )?(?:day )?(?P<day>[0-9]{{1,3}})\s*:?{GAP_AFTER}(?P<name>.+)")
_TURF: Final = form(r"(?P<name>.+?)\s*:\s*(?P<place>.+)")
_RULING: Final = form(r"(?P<name>[^=]+?)\s*=\s*(?P<value>.+)")
_NO_CARD: Final = form(r"no (?P<card>.+?)(?: (?P<side>mastermind|protagonists))?")
_COUNTS_AS: Final = form(rf"(?P<name>.+?){GAP_BEFORE}counts as{GAP_AFTER}(?:an? )?(?P<tag>.+)")
_MORE: Final = form(r"(?P<what>loops|days)\s*(?P<amount>[+-][1-9])")
_REPEAT: Final = form("culprits may repeat")

LATE_TRAITS: Final = (Trait.LATE_LOOP, Trait.LATE_DAY)


class HeaderReader(Record, frozen=True):
    """Reads header statements.

    Attributes:
        rules: all rule data.
        lookup: finds names.
        words: finds cards.
        any_incident: whether an incident may be announced under a name that the set does not have (R111).
    """

    rules: Rules
    lookup: Lookup
    words: Words
    any_incident: bool = False

    def read(self, keyword: str, line: Line, rest: Span) -> HeaderStatement:
        """Read a statement.

        Args:
            keyword: the word it starts with, one of `HEADER_READERS`.
            line: the line it stands in.
            rest: what stands behind the keyword.

        Raises:
            MisreadError: it cannot be read.
            ExceptionGroup: several pieces of it cannot be read.
        """
        return HEADER_READERS[keyword](self, line, rest)

    def tragedy_set(self, line: Line, rest: Span) -> SetLine:
        """Read `set NAME`.

        Raises:
            MisreadError: no such set is covered.
        """
        return SetLine(line.at, self.lookup.any_of(Kind.SET, rest))

    def cast(self, line: Line, rest: Span) -> CastLine:
        """Read `cast X, Y`.

        Raises:
            MisreadError: a name cannot be read, stands twice or cannot be cast.
            ExceptionGroup: several names are wrong.
        """
        cast: set[CharacterId] = set()
        pieces = rest.pieces(LIST, "write `cast NAME, NAME`")
        return CastLine(line.at, read_each(pieces, lambda piece: self._cast_name(piece, cast)))

    def late(self, line: Line, rest: Span) -> LateLine:
        """Read `late none`, `late unknown` or `late X`.

        Raises:
            MisreadError: a name cannot be read or does not come late.
            ExceptionGroup: several names are wrong.
        """
        pieces = rest.pieces(LIST, "write `late none`, `late unknown` or `late NAME`")
        if len(pieces) == 1 and rest.text.casefold() == "none":
            return LateLine(line.at, ())
        names = [piece for piece in pieces if piece.text.casefold() != "unknown"]
        characters = read_each(names, self._late_name)
        return LateLine(line.at, tuple(dict.fromkeys(characters)), unknown=len(names) < len(pieces))

    def schedule(self, line: Line, rest: Span) -> ScheduleLine:
        """Read `incident DAY NAME`.

        Raises:
            MisreadError: it cannot be read, or the set has no such incident.
        """
        match = _SCHEDULE.fullmatch(rest.text)
        if match is None:
            raise rest.misread("day and name of the incident are missing", "write `incident DAY NAME`")
        if int(match["day"]) == 0:
            raise rest.misread("there is no day 0", "the first day of a loop is 1", MistakeKind.IMPOSSIBLE)
        name = rest.named(match, "name")
        try:
            incident = self.lookup.incident(name)
        except MisreadError as error:
            if not self.any_incident or error.kind is MistakeKind.AMBIGUOUS:
                raise
            return ScheduleLine(line.at, int(match["day"]), None, line.written(name))
        shown = self.lookup.names.display(Kind.INCIDENT, incident)
        return ScheduleLine(line.at, int(match["day"]), incident, shown)

    def turf(self, line: Line, rest: Span) -> TurfLine:
        """Read `turf X: L`.

        Raises:
            MisreadError: it cannot be read.
        """
        if match := _TURF.fullmatch(rest.text):
            character = self.lookup.character(rest.named(match, "name"))
            return TurfLine(line.at, character, self.lookup.place(rest.named(match, "place")))
        return TurfLine(line.at, *self.lookup.character_and_place(rest))

    def special(self, line: Line, rest: Span) -> SpecialLine:
        """Read `special ...`; what is not known is kept as text.

        Raises:
            MisreadError: no rule is written.
        """
        if not rest.text:
            raise rest.misread("the special rule is missing", "write it in your own words")
        text = line.written(rest)
        if _REPEAT.fullmatch(rest.text):
            return SpecialLine(line.at, SpecialKind.REPEAT_CULPRITS, text)
        if match := _MORE.fullmatch(rest.text):
            loops = match["what"].casefold() == "loops"
            kind = SpecialKind.MORE_LOOPS if loops else SpecialKind.MORE_DAYS
            return SpecialLine(line.at, kind, text, amount=int(match["amount"]))
        known = self._without_card(line, rest, text) or self._counts_as(line, rest, text)
        return known or SpecialLine(line.at, SpecialKind.TEXT, text)

    def ruling(self, line: Line, rest: Span) -> RulingLine:
        """Read `ruling NAME = VALUE`.

        Raises:
            MisreadError: there is no such switch or value.
        """
        match = _RULING.fullmatch(rest.text)
        if match is None:
            raise rest.misread("name and value of the ruling are missing", "write `ruling NAME = VALUE`")
        name = _one_of(rest.named(match, "name"), self.rules.rulings, "ruling")
        value = _one_of(rest.named(match, "value"), self.rules.rulings[name].values, f"value of {name}")
        return RulingLine(line.at, name, value)

    def _cast_name(self, span: Span, cast: set[CharacterId]) -> CharacterId:
        try:
            character = self.lookup.character(span)
        except MisreadError as error:
            raise self._comma_missing(span) or error from error
        shown = self.lookup.names.display(Kind.CHARACTER, character)
        shares = self.rules.characters[character].trait(Trait.SHARES_ROLE)
        if shares is not None:
            raise span.misread(f"{shown} is never cast", self._stands_in(shares), MistakeKind.IMPOSSIBLE)
        if character in cast:
            raise span.misread(f"{shown} is in the cast already", "leave it out here", MistakeKind.IMPOSSIBLE)
        cast.add(character)
        return character

    def _comma_missing(self, span: Span) -> MisreadError | None:
        """Return what is wrong with two names that nothing divides; None if it is something else."""
        for left, right in span.cuts():
            with suppress(MisreadError):
                found = self.lookup.character(left), self.lookup.character(right)
                names = (self.lookup.names.display(Kind.CHARACTER, one) for one in found)
                return span.misread(f"{span.text!r} is no character", f"write `{', '.join(names)}`")
        return None

    def _late_name(self, span: Span) -> CharacterId:
        character = self.lookup.character(span)
        card = self.rules.characters[character]
        if any(card.has(trait) for trait in LATE_TRAITS):
            return character
        shown = self.lookup.names.display(Kind.CHARACTER, character)
        shares = card.trait(Trait.SHARES_ROLE)
        hint = "write it in the `cast` line" if shares is None else self._stands_in(shares)
        raise span.misread(f"{shown} is no late arrival", hint, MistakeKind.IMPOSSIBLE)

    def _stands_in(self, shares: CharacterTrait) -> str:
        return f"write {self.lookup.names.display(Kind.CHARACTER, shares.of or '')} in the `cast` line"

    def _without_card(self, line: Line, rest: Span, text: str) -> SpecialLine | None:
        match = _NO_CARD.fullmatch(rest.text)
        if match is None:
            return None
        try:
            card = self.words.card(rest.named(match, "card"))
        except MisreadError:
            return None
        side = match["side"] and match["side"].casefold()
        return SpecialLine(line.at, SpecialKind.WITHOUT_CARD, text, card=card, side=side)

    def _counts_as(self, line: Line, rest: Span, text: str) -> SpecialLine | None:
        match = _COUNTS_AS.fullmatch(rest.text)
        if match is None:
            return None
        tags = {normalize(tag): tag for card in self.rules.characters.values() for tag in card.tags}
        tag = tags.get(normalize(match["tag"]))
        try:
            character = self.lookup.character(rest.named(match, "name"))
        except MisreadError:
            return None
        if tag is None:
            return None
        return SpecialLine(line.at, SpecialKind.COUNTS_AS, text, character=character, tag=tag)


def _number(span: Span, what: str) -> int:
    if not _NUMBER.fullmatch(span.text) or int(span.text) == 0:
        wrong = f"{span.text!r} is no number of {what}" if span.text else f"the number of {what} is missing"
        raise span.misread(wrong, f"write `{what} N`, a number from 1 to 99")
    return int(span.text)


def _one_of(span: Span, known: Collection[str], what: str) -> str:
    """Return the known word that is meant, whatever its case and blanks."""
    words = {normalize(word): word for word in known}
    key = normalize(span.text).replace(" ", "")
    if key in words:
        return words[key]
    near = [words[word] for word in get_close_matches(key, words, n=3)]
    hint = f"did you mean {listed(near)}?" if near else f"write {listed(known)}"
    raise span.misread(f"there is no {what} {span.text!r}", hint)


_Read = Callable[[HeaderReader, Line, Span], HeaderStatement]

HEADER_READERS: Final[Mapping[str, _Read]] = MappingProxyType(
    {
        "set": HeaderReader.tragedy_set,
        "loops": lambda _, line, rest: LoopsLine(line.at, _number(rest, "loops")),
        "days": lambda _, line, rest: DaysLine(line.at, _number(rest, "days")),
        "cast": HeaderReader.cast,
        "late": HeaderReader.late,
        "incident": HeaderReader.schedule,
        "turf": HeaderReader.turf,
        "special": HeaderReader.special,
        "ruling": HeaderReader.ruling,
    }
)
