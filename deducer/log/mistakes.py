"""Shows a mistake: the line, a caret under the place, what is wrong and what to do."""

from __future__ import annotations

import unicodedata
from typing import Final

from deducer.errors import Mistake

_INDENT: Final = "    "
# Control, format and surrogate characters, line and paragraph separators.
_CONTROLS: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def render_mistake(mistake: Mistake) -> str:
    """Return a mistake as lines of text for a terminal of any width.

    A mistake of the log as a whole has no line to show, one of a whole line no caret.
    """
    where = [f"line {mistake.line}"] if mistake.line else []
    if mistake.line and mistake.column:
        where.append(f"column {mistake.column}")
    rows = [f"{', '.join(where) or 'log'}: {mistake.message}"]
    if mistake.text:
        rows.append(_INDENT + "".join(map(_printable, mistake.text)))
        if mistake.column:
            before = mistake.text[: mistake.column - 1]
            rows.append(_INDENT + "".join(map(_blank, before)) + "^")
    if mistake.hint:
        rows.append(_INDENT + mistake.hint)
    return "\n".join(rows)


def _printable(char: str) -> str:
    """Return a character as it may go to a terminal: control characters could do anything there."""
    return "\ufffd" if char != "\t" and unicodedata.category(char) in _CONTROLS else char


def _blank(char: str) -> str:
    """Return blanks as wide as a character, a tab for a tab since nobody knows its width."""
    if char == "\t":
        return char
    if unicodedata.combining(char):
        return ""
    return "  " if unicodedata.east_asian_width(char) in "WF" else " "
