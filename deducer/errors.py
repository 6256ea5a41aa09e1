"""Exceptions and mistakes.

Exceptions are for misuse and for broken installations:

    DeducerError
    ├── DataError         a rule data file cannot be used
    ├── UnknownNameError  a name that no table has
    ├── StoreError        a log or export cannot be read or written
    ├── UsageError        the caller asked for something that has no answer
    └── OverBudgetError   exact counting would cost more than it is allowed to

What a player wrote wrongly is no exception but a `Mistake`, a value that travels beside the result.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class DeducerError(Exception):
    """Anything deducer raises on purpose; its text is fit for a player's eyes."""


class DataError(DeducerError):
    """A rule data file cannot be used; the message starts with file and path."""


class UnknownNameError(DeducerError):
    """A name that no table has; the message carries the nearest known names."""


class StoreError(DeducerError):
    """A log or export cannot be read or written; nothing was changed."""


class UsageError(DeducerError):
    """The caller asked for something that has no answer."""


class NoScriptError(DeducerError):
    """No script fits the log, so that nothing can be argued from it."""

    def __init__(self) -> None:
        super().__init__("no script fits this log; deducer check tells which lines clash")


class OverBudgetError(DeducerError):
    """Exact counting would cost more than its budget; there is no number, rather than a wrong one."""


class MistakeKind(StrEnum):
    """The three ways in which a line of a log can be wrong."""

    UNREADABLE = "unreadable"
    IMPOSSIBLE = "impossible"
    AMBIGUOUS = "ambiguous"


class Mistake(NamedTuple):
    """Something wrong with one line of a log; a tuple, since help must come at once, before any library.

    Attributes:
        line: 1-based line number in the log; 0 when the log as a whole is meant.
        column: 1-based column of the first character meant; 0 when the whole line is meant.
        kind: unreadable, impossible on this board, or ambiguous.
        message: what is wrong, a sentence without the line number.
        hint: what to do about it, possibly empty.
        text: the line as written.
    """

    line: int
    column: int
    kind: MistakeKind
    message: str
    hint: str = ""
    text: str = ""
