"""The formats by name, and writing in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import IO, Final

from deducer.export.formats import PAGES, Format
from deducer.export.listing import Rows
from deducer.export.parquet import parquet_writer
from deducer.export.table import Table

TEXTS: Final[Mapping[str, type[Format]]] = {"table": Table, **PAGES}

PARQUET: Final = "parquet"
"""The format that is no text."""

FORMATS: Final = (*TEXTS, PARQUET)


def texts(rows: Rows, format_name: str) -> Iterator[str]:
    """Yield the pieces of a listing in a text format, as they are found."""
    written = TEXTS[format_name](rows.listing)
    yield written.top()
    for block in written.rows(rows):
        yield "".join(block)
    yield written.bottom(rows)


def writer(rows: Rows, format_name: str) -> Callable[[IO[bytes]], None]:
    """Return what writes a listing to a file.

    Raises:
        UsageError: the format needs a package that is not installed.
    """
    return parquet_writer(rows) if format_name == PARQUET else partial(_write_texts, rows, format_name)


def _write_texts(rows: Rows, format_name: str, out: IO[bytes]) -> None:
    for piece in texts(rows, format_name):
        # Arguments of a command line that are no text hold surrogates, which no encoding has.
        out.write(piece.encode("utf-8", "replace"))
