"""Lines, spans of text that know their column, and the error that carries a misreading to its line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

from deducer.errors import Mistake, MistakeKind
from deducer.log.statements import At
from deducer.record import Record

# Signs that input methods and word processors put in the place of the notation's own: full-width ones, the
# ideographic space and comma, minus and dash. One sign stands for one, so that columns stay.
_SIGNS: Final[dict[int, str]] = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | {
    0x3000: " ",
    0x3001: ",",
    0x2212: "-",
    0x2013: "-",
}

# How a mistake in a `loop` or `day` line is followed up: the steps below it have no place without it.
LEFT_OUT: Final = "until then the lines below it are left out"

# What divides names, cards or entries of a board: nothing in them holds the other sign, so both will do.
LIST: Final = ",;"

# No name has more words, or letters in a script without blanks.
_NAME_CUTS: Final = 16

# A word next to a name in a script without spaces needs none.
GAP_BEFORE: Final = r"(?:\s+|(?<=[^\x00-\x7f]))"
GAP_AFTER: Final = r"(?:\s+|(?=[^\x00-\x7f]))"


_Read = TypeVar("_Read")


class MisreadError(Exception):
    """Some text that cannot be read as what stands there; never leaves the reader.

    Attributes:
        column: 1-based column of the first character meant.
        kind: which kind of mistake it is.
        message: what is wrong.
        hint: what to do about it, possibly empty.
    """

    def __init__(self, column: int, message: str, hint: str = "", kind: MistakeKind | None = None) -> None:
        super().__init__(message)
        self.column = column
        self.kind = kind or MistakeKind.UNREADABLE
        self.message = message
        self.hint = hint


class Span(Record, frozen=True):
    """A piece of a line, without blanks around it.

    Attributes:
        text: the piece.
        column: 1-based column of its first character in the line.
    """

    text: str
    column: int

    def part(self, start: int, end: int | None = None) -> Span:
        """Return a piece of the piece by its offsets, blanks around it left out."""
        text = self.text[start:end]
        kept = text.lstrip()
        return Span(kept.rstrip(), self.column + start + len(text) - len(kept))

    def group(self, match: re.Match[str], group: str | int) -> Span | None:
        """Return what a group of a match on this piece took part in; None if it did not."""
        start, end = match.span(group)
        return None if start < 0 else self.part(start, end)

    def named(self, match: re.Match[str], group: str | int) -> Span:
        """Return what a group that always takes part matched."""
        return self.part(*match.span(group))

    def split(self, separators: str) -> list[Span]:
        """Return the pieces between any of some characters, empty ones included."""
        ends = [match.start() for match in re.finditer(f"[{re.escape(separators)}]", self.text)]
        starts = [0, *(end + 1 for end in ends)]
        return [self.part(start, end) for start, end in zip(starts, [*ends, len(self.text)], strict=True)]

    def pieces(self, separators: str, how: str) -> list[Span]:
        """Return the pieces between any of some characters, empty ones left out.

        Raises:
            MisreadError: there is none; `how` tells what to write.
        """
        pieces = [piece for piece in self.split(separators) if piece.text]
        if not pieces:
            raise self.misread("nothing is written here", how)
        return pieces

    def cuts(self) -> Iterator[tuple[Span, Span]]:
        """Yield every way to cut the piece into two names, the longest first name first.

        Without any blank the cut may fall anywhere where a script that uses none ends or begins.
        """
        places = [match.start() for match in re.finditer(r"\s+", self.text)] or [
            place for place in range(1, len(self.text)) if not self.text[place - 1 : place + 1].isascii()
        ]
        for place in reversed(places[-_NAME_CUTS:]):
            yield self.part(0, place), self.part(place)

    def misread(self, message: str, hint: str = "", kind: MistakeKind | None = None) -> MisreadError:
        """Return the error that says what is wrong here."""
        return MisreadError(self.column, message, hint, kind)


def form(pattern: str) -> re.Pattern[str]:
    """Return a pattern in which any letter case will do, and any blanks for each blank."""
    return re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE)


def read_each(spans: Iterable[Span], read: Callable[[Span], _Read]) -> tuple[_Read, ...]:
    """Read pieces one by one, so that every one that cannot be read is told.

    Raises:
        MisreadError: one piece cannot be read.
        ExceptionGroup: several cannot.
    """
    results = []
    errors = []
    for span in spans:
        try:
            results.append(read(span))
        except MisreadError as error:
            errors.append(error)
    if len(errors) > 1:
        raise ExceptionGroup("several pieces cannot be read", errors)
    if errors:
        raise errors[0]
    return tuple(results)


class Line(Record, frozen=True):
    """A line of a log that holds a statement.

    Attributes:
        at: where it stands, with its text as written (comment and "?" left out).
        raw: the whole line as written.
        content: the statement, in the notation's own signs.
    """

    at: At
    raw: str
    content: Span

    def written(self, span: Span) -> str:
        """Return a piece of the line as it was written."""
        return self.raw[span.column - 1 :][: len(span.text)]

    def attempt(self, read: Callable[[], _Read], mistakes: list[Mistake]) -> _Read | None:
        """Return what is read from the line; None if it cannot be read, and then the mistakes say why."""
        result = None
        try:
            result = read()
        except* MisreadError as group:
            mistakes.extend(self.mistake(error) for error in _leaves(group))
        return result

    def mistake(self, error: MisreadError) -> Mistake:
        """Return a misreading as a mistake of this line."""
        return Mistake(self.at.line, error.column, error.kind, error.message, error.hint, self.raw)


class Sentence(Record, frozen=True):
    """A line whose first word says what kind of statement it is.

    Attributes:
        line: the line.
        keyword: its first word, as the notation has it.
        rest: what stands behind that word and its colon.
    """

    line: Line
    keyword: str
    rest: Span


def _leaves(group: BaseExceptionGroup[MisreadError]) -> Iterator[MisreadError]:
    for error in group.exceptions:
        if isinstance(error, BaseExceptionGroup):
            yield from _leaves(error)
        else:
            yield error


def split_lines(text: str) -> tuple[str, ...]:
    """Return the lines of a text without line ends; a byte order mark is left out."""
    lines = text.removeprefix("\ufeff").split("\n")
    if not lines[-1]:
        lines.pop()
    return tuple(line.removesuffix("\r") for line in lines)


def scan(lines: Iterable[str]) -> Iterator[Line]:
    """Yield the lines that hold statements; blank lines and comments are left out."""
    for number, raw in enumerate(lines, start=1):
        content = Span(raw.translate(_SIGNS).partition("#")[0], 1).part(0)
        unsure = content.text.startswith("?")
        if unsure:
            content = content.part(1)
        if content.text or unsure:
            text = raw[content.column - 1 :][: len(content.text)]
            yield Line(At(number, text, unsure), raw, content)
