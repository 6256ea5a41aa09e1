"""What is written: columns, where the rows come from, and what every export says besides them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, auto
from fractions import Fraction
from typing import Final, Protocol

from deducer.ids import CharacterId
from deducer.present import phrase
from deducer.record import Draft, Record
from deducer.rules.names import Names

Value = str | int | Fraction | tuple[str, ...]
"""An id, a number of worlds, a share, or ids of plots."""

Cell = Callable[[Value], str]
"""What a format writes for a value of one column."""

SHARE_DIGITS: Final = 3


class Kind(Enum):
    """What a column tells."""

    MAIN_PLOTS = auto()
    SUB_PLOTS = auto()
    ROLE = auto()
    CULPRIT = auto()
    INCIDENT = auto()
    WORLDS = auto()
    SHARE = auto()


class Column(Record, frozen=True):
    """A column; the number of the row stands before the first and is none.

    Attributes:
        kind: what it tells.
        key: of whom or of which day, if several columns are of this kind.
        most: the most plots of a cell, or the most worlds.
    """

    kind: Kind
    key: str = ""
    most: int = 1

    def heading(self, names: Names) -> str:
        """Return its heading in words."""
        match self.kind:
            case Kind.MAIN_PLOTS:
                return "main plots"
            case Kind.SUB_PLOTS:
                return "subplots"
            case Kind.ROLE:
                return phrase.character(names, self.key)
            case Kind.CULPRIT:
                return f"culprit of day {self.key}"
            case Kind.INCIDENT:
                return f"true incident of day {self.key}"
            case Kind.WORLDS:
                return "worlds"
            case Kind.SHARE:
                return "share"

    def words(self, names: Names, value: Value) -> str:
        """Return what a value means, for a reader."""
        match value:
            case str() if self.kind is Kind.ROLE:
                return phrase.role(names, value)
            case str() if self.kind is Kind.INCIDENT:
                return phrase.incident(names, value)
            case str():
                return phrase.character(names, value)
            case tuple():
                return "; ".join(phrase.plot(names, plot) for plot in value)
            case Fraction():
                return phrase.percent(value, SHARE_DIGITS)
            case int():
                return str(value)


class Source(Protocol):
    """Where rows come from."""

    def rows(self, cells: Sequence[Cell]) -> Iterator[list[str]]:
        """Yield every row as the text of its cells, joined as they are, in lists of any length.

        Args:
            cells: by column, what stands for a value; must give the same for the same value.
        """


class Listing(Record, frozen=True):
    """Rows to write, with what a reader must know about them.

    Attributes:
        names: the names of the set.
        people: the characters of the game.
        what: what the rows are, such as "surviving scripts".
        columns: the columns.
        source: where the rows come from; they may be produced while they are written.
        about: what else the header says, as named lines.
        order: the order of the rows.
        limit: the most that are listed; None for all.
        total: how many there are in all; None if not counted.
        drawn: how many were drawn by chance; None if they are listed in turn.
        seed: what their drawing began with.
        filtered: whether the rows had to pass filters.
    """

    names: Names
    people: tuple[CharacterId, ...]
    what: str
    columns: tuple[Column, ...]
    source: Source
    about: Mapping[str, str]
    order: str
    limit: int | None = None
    total: int | None = None
    drawn: int | None = None
    seed: int = 0
    filtered: bool = False

    @property
    def expected(self) -> int | None:
        """How many rows will be shown; None if that is not known before."""
        if self.total is None:
            return None
        return min(most for most in (self.total, self.limit, self.drawn) if most is not None)

    def header(self) -> dict[str, str]:
        """Return what stands before the rows, as named lines."""
        at_most = "all" if self.limit is None else f"at most {self.limit}"
        drawn = {} if self.drawn is None else {"drawn": f"evenly among all, with seed {self.seed}"}
        return {
            "rows": self.what,
            **self.about,
            "total": "not counted" if self.total is None else str(self.total),
            "shown": at_most if self.expected is None else str(self.expected),
            **drawn,
            "order": self.order,
        }


def _nothing(_: int) -> None:
    """Tell nobody."""


class Rows(Draft):
    """Hands out the rows of a listing up to its limit and remembers whether more were there.

    Attributes:
        listing: where the rows come from.
        told: is told how many rows were written, again and again.
        shown: how many were handed out.
        cut: whether the limit left some out.
    """

    listing: Listing
    told: Callable[[int], None] = _nothing
    shown: int = 0
    cut: bool = False

    def blocks(self, cells: Sequence[Cell]) -> Iterator[list[str]]:
        """Yield the rows as texts, in lists of any length but 0."""
        limit = self.listing.limit
        for block in self.listing.source.rows(cells):
            kept = block if limit is None else block[: limit - self.shown]
            self.cut = len(kept) < len(block)
            self.shown += len(kept)
            if kept:
                yield kept
                self.told(len(kept))
            if self.cut:
                return

    @property
    def complete(self) -> bool:
        """Whether all rows there are were handed out."""
        return not self.cut and (self.listing.drawn is None or self.shown == self.listing.total)

    def footer(self) -> str:
        """Return what stands after the rows; without it a file is not complete."""
        survive = "pass the filters" if self.listing.filtered else "survive"
        total = "more" if self.listing.total is None else f"{self.listing.total} in all"
        if self.listing.total == 0 or (self.complete and not self.shown):
            return f"0 shown; none {'passes the filters' if self.listing.filtered else 'survives'}"
        if self.complete:
            return f"{self.shown} shown, all that {survive}"
        if self.cut:
            return f"{self.shown} shown, cut by the limit; {total} {survive}"
        return f"{self.shown} shown, drawn with seed {self.listing.seed}; {total} {survive}"

    def end(self) -> dict[str, int | bool | None]:
        """Return the footer for programs."""
        return {"shown": self.shown, "complete": self.complete, "total": self.listing.total}
