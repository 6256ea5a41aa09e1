"""Parquet, for data frames: columns of dictionary-encoded words, exact numbers of worlds.

It is a text format like the others whose text for a value is one letter, the value's place in its column's
dictionary: so the letters of many rows, put in a line, are the numbers that Parquet wants.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import IO, Any, Final

from deducer.errors import UsageError
from deducer.export.listing import Column, Kind, Listing, Rows, Value

ROW_GROUP: Final = 100_000
"""How many rows are gathered before they are written."""

_LARGEST: Final = (1 << 63) - 1
_DIGITS: Final = 38


class _Dictionary:
    """The different values of a column so far.

    Attributes:
        column: the column.
        values: what is written for them, in the order of their letters.
    """

    def __init__(self, listing: Listing, column: Column) -> None:
        self.column = column
        self.values: list[str | int | float] = []
        self._names = listing.names
        self._letters: dict[Value, str] = {}

    def letter(self, value: Value) -> str:
        """Return the letter of a value."""
        held = self._letters.get(value)
        if held is None:
            held = self._letters[value] = chr(len(self.values))
            self.values.append(self._written(value))
        return held

    def _written(self, value: Value) -> str | int | float:
        match value:
            case Fraction():
                return float(value)
            case int():
                return value
            case _:
                return self.column.words(self._names, value)


def parquet_writer(rows: Rows) -> Callable[[IO[bytes]], None]:
    """Return what writes a Parquet file; header and footer become the metadata `deducer.header` and `.end`.

    Raises:
        UsageError: pyarrow is not installed.
    """
    try:
        import pyarrow as pa  # noqa: PLC0415  (an extra; most never need it)
        import pyarrow.parquet as pq  # noqa: PLC0415  (the same)
    except ImportError as error:
        msg = "parquet needs pyarrow, which is not installed: pip install deducer[parquet]"
        raise UsageError(msg) from error
    return partial(_write, pa, pq, rows)


def _write(pa: Any, pq: Any, rows: Rows, out: IO[bytes]) -> None:
    dictionaries = [_Dictionary(rows.listing, column) for column in rows.listing.columns]
    types = [_type(pa, column) for column in rows.listing.columns]
    schema = _schema(pa, rows.listing, types)
    with pq.ParquetWriter(out, schema) as writer:
        first = 1
        for group in _groups(rows.blocks([one.letter for one in dictionaries])):
            columns = [pa.array(range(first, first + len(group)), pa.int64())]
            for one, values, places in zip(dictionaries, types, _places(group, len(types)), strict=True):
                indices = pa.Array.from_buffers(pa.int32(), len(group), [None, pa.py_buffer(places)])
                found = pa.DictionaryArray.from_arrays(indices, pa.array(one.values, values))
                columns.append(found if values == pa.string() else found.dictionary_decode())
            writer.write_table(pa.Table.from_arrays(columns, schema=schema))
            first += len(group)
        writer.add_key_value_metadata({"deducer.end": json.dumps(rows.end())})


def _schema(pa: Any, listing: Listing, types: Sequence[Any]) -> Any:
    fields = [pa.field("number", pa.int64(), nullable=False)]
    for column, values in zip(listing.columns, types, strict=True):
        written = pa.dictionary(pa.int32(), values) if values == pa.string() else values
        fields.append(pa.field(column.heading(listing.names), written, nullable=False))
    return pa.schema(fields, {"deducer.header": json.dumps(listing.header())})


def _type(pa: Any, column: Column) -> Any:
    match column.kind:
        case Kind.WORLDS:
            return pa.int64() if column.most <= _LARGEST else pa.decimal128(_DIGITS)
        case Kind.SHARE:
            return pa.float64()
        case _:
            return pa.string()


def _groups(blocks: Iterator[list[str]]) -> Iterator[list[str]]:
    """Gather rows for row groups."""
    group: list[str] = []
    for block in blocks:
        group.extend(block)
        while len(group) >= ROW_GROUP:
            yield group[:ROW_GROUP]
            del group[:ROW_GROUP]
    if group:
        yield group


def _places(group: Sequence[str], width: int) -> Iterator[bytes]:
    """Yield by column the letters of its values as 32-bit numbers."""
    letters = memoryview("".join(group).encode("utf-32-le", "surrogatepass")).cast("I")
    for column in range(width):
        yield letters[column::width].tobytes()
