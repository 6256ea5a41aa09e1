"""The text formats: what each writes for a cell, around it, before the rows and after them."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, ClassVar, Final

from deducer.export.listing import Column, Kind, Listing, Rows, Value

_STYLE: Final = (
    "body{font-family:sans-serif;color-scheme:light dark}table{border-collapse:collapse}"
    "th,td{border:1px solid;padding:.2em .5em;text-align:left}"
)
# What Markdown would not show as it stands, in a cell of a table or elsewhere.
_MARKS: Final = re.compile(r"([\\`*_\[\]|~])")
_REMEMBERED: Final = 4096


class Format(ABC):
    """A text format, for one listing.

    Attributes:
        listing: what is written.
        digits: how many columns the number of a row takes at least.
    """

    digits: ClassVar[int] = 1

    def __init__(self, listing: Listing) -> None:
        self.listing = listing

    @abstractmethod
    def top(self) -> str:
        """Return what stands before the rows, with the headings."""

    @abstractmethod
    def frame(self) -> Sequence[str]:
        """Return what stands before a row's number, then after it, then after each cell."""

    @abstractmethod
    def cell(self, column: Column, value: Value) -> str:
        """Return what stands for a value."""

    @abstractmethod
    def bottom(self, rows: Rows) -> str:
        """Return what stands after the rows."""

    def rows(self, rows: Rows) -> Iterator[list[str]]:
        """Yield the rows, in lists of any length but 0."""
        before, after, *gaps = self.frame()
        cells = [
            lru_cache(_REMEMBERED)(partial(self._followed, column, gap))
            for column, gap in zip(self.listing.columns, gaps, strict=True)
        ]
        form = f"%{self.digits}d"
        for block in rows.blocks(cells):
            first = rows.shown - len(block) + 1
            yield [f"{before}{form % n}{after}{row}" for n, row in enumerate(block, start=first)]

    def _followed(self, column: Column, gap: str, value: Value) -> str:
        return self.cell(column, value) + gap

    def words(self, column: Column, value: Value) -> str:
        """Return what a value means, for a reader."""
        return column.words(self.listing.names, value)

    def headings(self) -> list[str]:
        """Return the headings, that of the number first."""
        return ["number", *(column.heading(self.listing.names) for column in self.listing.columns)]

    @property
    def title(self) -> str:
        """What the rows are, as a title."""
        return self.listing.what[:1].upper() + self.listing.what[1:]


class Csv(Format):
    """Comma-separated values; header and footer lines start with "#", shares are decimal numbers."""

    def top(self) -> str:
        """Return the header and the headings."""
        header = "".join(_csv(f"# {key}", value) for key, value in self.listing.header().items())
        return header + _csv(*self.headings())

    def frame(self) -> Sequence[str]:
        """Return commas, and a line end."""
        return ["", *"," * len(self.listing.columns), "\n"]

    def cell(self, column: Column, value: Value) -> str:
        """Return the words, in quotes where they must be."""
        if isinstance(value, Fraction):
            return repr(float(value))
        return _csv(self.words(column, value)).removesuffix("\n")

    def bottom(self, rows: Rows) -> str:
        """Return the footer line."""
        return _csv("# end", rows.footer())


def _csv(*cells: str) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(cells)
    return out.getvalue()


class JsonLines(Format):
    """A JSON object a line with ids: `{"header": ...}`, then the rows, then `{"end": ...}`; exact shares."""

    def top(self) -> str:
        """Return the header."""
        return f"{_json({'header': self.listing.header()})}\n"

    def frame(self) -> Sequence[str]:
        """Return what makes an object of the cells; roles and culprits stand in objects of their own."""
        gaps = ['{"number": ']
        inside = ""
        for column in self.listing.columns:
            name, nested = _KEYS[column.kind]
            text = ", "
            if inside and inside != name:
                text, inside = "}, ", ""
            if nested and not inside:
                text, inside = f'{text}"{name}": {{', name
            gaps.append(text + f"{_json(column.key if nested else name)}: ")
        kinds = {column.kind for column in self.listing.columns}
        # A script has culprits even where no incident is announced: none.
        rest = (
            ', "culprits": {}' if {Kind.MAIN_PLOTS, Kind.ROLE} <= kinds and Kind.CULPRIT not in kinds else ""
        )
        return [*gaps, f"{'}' if inside else ''}{rest}}}\n"]

    def cell(self, column: Column, value: Value) -> str:  # noqa: ARG002  (ids are the same everywhere)
        """Return the ids, the number, or the share as an exact fraction."""
        return _json(str(value) if isinstance(value, Fraction) else value)

    def bottom(self, rows: Rows) -> str:
        """Return the footer."""
        return f"{_json({'end': rows.end()})}\n"


_KEYS: Final = {
    Kind.MAIN_PLOTS: ("mainPlots", False),
    Kind.SUB_PLOTS: ("subPlots", False),
    Kind.ROLE: ("roles", True),
    Kind.CULPRIT: ("culprits", True),
    Kind.INCIDENT: ("incidents", True),
    Kind.WORLDS: ("worlds", False),
    Kind.SHARE: ("share", False),
}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


class Markdown(Format):
    """A Markdown page with a table."""

    def top(self) -> str:
        """Return the title, the header and the head of the table."""
        header = "".join(f"- {key}: {_markdown(value)}\n" for key, value in self.listing.header().items())
        heads = [_markdown(heading) for heading in self.headings()]
        lines = "".join(f"| {' | '.join(cells)} |\n" for cells in (heads, ["---"] * len(heads)))
        return f"# {_markdown(self.title)}\n\n{header}\n{lines}"

    def frame(self) -> Sequence[str]:
        """Return pipes."""
        return ["| ", *[" | "] * len(self.listing.columns), " |\n"]

    def cell(self, column: Column, value: Value) -> str:
        """Return the words."""
        return _markdown(self.words(column, value))

    def bottom(self, rows: Rows) -> str:
        """Return the footer."""
        return f"\n{rows.footer()}.\n"


def _markdown(text: str) -> str:
    """Return text that Markdown shows as it stands, also in a cell of a table."""
    return html.escape(_MARKS.sub(r"\\\1", text), quote=False)


class Html(Format):
    """A page that stands alone: no script, nothing loaded from elsewhere."""

    def top(self) -> str:
        """Return the page down to the head of the table."""
        facts = "".join(
            f"<dt>{html.escape(key)}</dt><dd>{html.escape(value)}</dd>\n"
            for key, value in self.listing.header().items()
        )
        heads = "".join(f"<th>{html.escape(heading)}</th>" for heading in self.headings())
        title = html.escape(self.title)
        return (
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
            f"<h1>{title}</h1>\n<dl>\n{facts}</dl>\n<table>\n<tr>{heads}</tr>\n"
        )

    def frame(self) -> Sequence[str]:
        """Return the tags of rows and cells."""
        return ["<tr><td>", *["</td><td>"] * len(self.listing.columns), "</td></tr>\n"]

    def cell(self, column: Column, value: Value) -> str:
        """Return the words."""
        return html.escape(self.words(column, value))

    def bottom(self, rows: Rows) -> str:
        """Return the end of the page."""
        return f"</table>\n<p>{html.escape(rows.footer())}.</p>\n</body>\n</html>\n"


PAGES: Final[Mapping[str, type[Format]]] = {
    "csv": Csv,
    "jsonl": JsonLines,
    "markdown": Markdown,
    "html": Html,
}
