"""Reads the statements of play, from `loop` to `guess`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from deducer.errors import MistakeKind
from deducer.ids import CharacterId
from deducer.log.cards import CardReader
from deducer.log.changes import NOTHING, ChangeReader
from deducer.log.lookup import Lookup
from deducer.log.scanner import GAP_AFTER, GAP_BEFORE, LEFT_OUT, LIST, Span, form, read_each
from deducer.log.stated import StatedReader
from deducer.log.statements import (
    AbilityLine,
    At,
    CardsLine,
    DawnLine,
    DayLine,
    EndLine,
    GoodwillLine,
    IgnoredLine,
    IncidentLine,
    LoopLine,
    NightLine,
    PlayStatement,
    Side,
    StartLine,
    StoppedLine,
)
from deducer.log.words import Words
from deducer.record import Record

_NUMBER: Final = form(r"[0-9]{1,3}")
_OUTCOME: Final = form(r"(?P<head>[^:]*?)\s*(?::\s*(?P<changes>.*)|(?<=\s)(?P<refused>refused))")
_ON_DAY: Final = form(r"(?P<head>.+?) incident (?P<day>[0-9]+)")
_ON: Final = form(rf"(?P<head>.+?){GAP_BEFORE}on{GAP_AFTER}(?P<tail>.+)")
_AS: Final = form(rf"(?P<head>.+?){GAP_BEFORE}as{GAP_AFTER}(?P<tail>.+)")
_RANKED: Final = form(r"(?P<name>.*?[^\s0-9])\s*(?P<rank>[0-9]{1,2})?")
_OCCURRED: Final = form(rf"occurr?ed(?: as{GAP_AFTER}(?P<true>[^:]+?))?\s*:\s*(?P<changes>.*)")
_NOT_OCCURRED: Final = form("(?:did not|didn't|does not) (?:occur|happen)|not occurred|no incident")
_END: Final = form(r"(?P<how>lost|loss|defeat|won|win|victory)\s*(?:[;,:]\s*(?P<changes>.+))?")
_WON: Final = frozenset({"won", "win", "victory"})
_USE_HOW: Final = "write `NAME 2 on TARGET:` and then `refused`, `nothing` or the changes"
_INCIDENT_HOW: Final = "write `did not occur`, `occurred: nothing` or `occurred:` and the changes"


class StepReader(Record, frozen=True):
    """Reads statements of play.

    Attributes:
        lookup: finds names.
        changes: reads changes.
        cards: reads cards.
        stated: reads what is stated rather than played.
    """

    lookup: Lookup
    changes: ChangeReader
    cards: CardReader
    stated: StatedReader

    @classmethod
    def of(cls, lookup: Lookup, words: Words) -> StepReader:
        """Return the reader that finds its names, counters and cards there."""
        return cls(
            lookup, ChangeReader(lookup, words), CardReader(lookup, words), StatedReader(lookup, words)
        )

    def read(self, keyword: str, at: At, rest: Span) -> PlayStatement:
        """Read a statement.

        Args:
            keyword: the word it starts with, one of `STEP_READERS`.
            at: where it stands.
            rest: what stands behind the keyword and its colon.

        Raises:
            MisreadError: it cannot be read.
            ExceptionGroup: several pieces of it cannot be read.
        """
        return STEP_READERS[keyword](self, at, rest)

    def goodwill(self, at: At, rest: Span) -> GoodwillLine:
        """Read the use of a goodwill ability, or that there was none.

        Raises:
            MisreadError: it cannot be read.
            ExceptionGroup: several pieces of it cannot be read.
        """
        if rest.text.casefold() in NOTHING:
            return GoodwillLine(at, None)
        match = _OUTCOME.fullmatch(rest.text)
        if match is None:
            raise rest.misread("what came of the ability is missing", _USE_HOW)
        use = self._use(at, rest.named(match, "head"))
        changes = rest.group(match, "changes")
        if changes is None or changes.text.casefold() == "refused":
            return replace(use, refused=True)
        return replace(use, changes=self.changes.read(changes, user=True))

    def incident(self, at: At, rest: Span) -> IncidentLine:
        """Read whether an incident occurred, and what it did.

        Raises:
            MisreadError: it cannot be read.
            ExceptionGroup: several pieces of it cannot be read.
        """
        if _NOT_OCCURRED.fullmatch(rest.text):
            return IncidentLine(at, occurred=False)
        if match := _OCCURRED.fullmatch(rest.text):
            true = rest.group(match, "true")
            incident = self.lookup.incident(true) if true else None
            return IncidentLine(at, True, incident, self.changes.read(rest.named(match, "changes")))
        if rest.text.casefold() in NOTHING:
            raise rest.misread(
                "`nothing` can mean that it did not occur or that it had no effect",
                "write `did not occur` or `occurred: nothing`",
                MistakeKind.AMBIGUOUS,
            )
        raise rest.misread("how the incident went cannot be read", _INCIDENT_HOW)

    def end(self, at: At, rest: Span) -> EndLine:
        """Read how a loop ended, and the reveals made there.

        Raises:
            MisreadError: it cannot be read.
            ExceptionGroup: several pieces of it cannot be read.
        """
        match = _END.fullmatch(rest.text)
        if match is None:
            raise rest.misread(
                "how the loop ended cannot be read", "write `lost` or `won`, then `; reveal NAME ROLE`"
            )
        changes = rest.group(match, "changes")
        return EndLine(at, match["how"].casefold() in _WON, self.changes.read(changes) if changes else ())

    def _use(self, at: At, head: Span) -> GoodwillLine:
        """Read who used what on whom; all but the user is optional and stands in this order."""
        day: int | None = None
        targets: tuple[str, ...] = ()
        borrowed: tuple[CharacterId | None, int | None] = (None, None)
        if match := _ON_DAY.fullmatch(head.text):
            day = self.lookup.incident_day(head.named(match, "day"))
            head = head.named(match, "head")
        if match := _ON.fullmatch(head.text):
            targets = read_each(head.named(match, "tail").pieces(LIST, _USE_HOW), self.lookup.target)
            head = head.named(match, "head")
        if match := _AS.fullmatch(head.text):
            borrowed = self._ranked(head.named(match, "tail"))
            head = head.named(match, "head")
        user, rank = self._ranked(head)
        return GoodwillLine(at, user, rank, *borrowed, targets, day)

    def _ranked(self, span: Span) -> tuple[CharacterId, int | None]:
        match = _RANKED.fullmatch(span.text)
        if match is None:
            raise span.misread("the name of the character is missing", _USE_HOW)
        rank = match["rank"]
        return self.lookup.character(span.named(match, "name")), int(rank) if rank else None


def _number(span: Span, what: str) -> int:
    if not _NUMBER.fullmatch(span.text) or int(span.text) == 0:
        wrong = f"{span.text!r} is no number of a {what}" if span.text else f"the {what} has no number"
        raise span.misread(wrong, f"write `{what} 1`; {LEFT_OUT}")
    return int(span.text)


_Read = Callable[[StepReader, At, Span], PlayStatement]

STEP_READERS: Final[Mapping[str, _Read]] = MappingProxyType(
    {
        "loop": lambda _, at, rest: LoopLine(at, _number(rest, "loop")),
        "day": lambda _, at, rest: DayLine(at, _number(rest, "day")),
        "start": lambda reader, at, rest: StartLine(at, reader.changes.read(rest, start=True)),
        "dawn": lambda reader, at, rest: DawnLine(at, reader.changes.read(rest)),
        "mm": lambda reader, at, rest: CardsLine(
            at, Side.MASTERMIND, reader.cards.played(rest, players=False)
        ),
        "p": lambda reader, at, rest: CardsLine(
            at, Side.PROTAGONISTS, reader.cards.played(rest, players=True)
        ),
        "cards": lambda reader, at, rest: CardsLine(
            at, Side.UNKNOWN, reader.cards.played(rest, players=True)
        ),
        "ignored": lambda reader, at, rest: IgnoredLine(at, reader.cards.ignored(rest)),
        "stopped": lambda reader, at, rest: StoppedLine(at, reader.cards.stopped(rest)),
        "ability": lambda reader, at, rest: AbilityLine(at, reader.changes.read(rest)),
        "goodwill": StepReader.goodwill,
        "incident": StepReader.incident,
        "night": lambda reader, at, rest: NightLine(at, reader.changes.read(rest)),
        "end": StepReader.end,
        "board": lambda reader, at, rest: reader.stated.board(at, rest),
        "fact": lambda reader, at, rest: reader.stated.facts(at, rest),
        "guess": lambda reader, at, rest: reader.stated.guess(at, rest),
    }
)
