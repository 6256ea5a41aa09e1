"""What is left of each residual for each entry of a plan; those it cannot tell apart are settled once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from deducer.engines.residual import FALSE, TRUE, Kind, Residuals, members
from deducer.record import Record

Numbers = NDArray[np.int64]

_LARGEST: Final = 1 << 62


class Entry(Record, frozen=True):
    """A combination of selectors with the counts it asks for.

    Attributes:
        combination: the value of each selector, as a mask of one bit.
        counts: the count of every tally.
    """

    combination: tuple[int, ...]
    counts: tuple[int, ...]


class Settled(Record, frozen=True):
    """The entries that are left, and what is left of the residuals.

    Attributes:
        entries: the entries, those of a class side by side.
        classes: by class, the places of its entries.
        plain: by set of the projection's variables (as a mask), the residual over them by class.
        ways: by entry, the residual over hidden variables, or that sets the entries of its class apart.
    """

    entries: tuple[Entry, ...]
    classes: tuple[range, ...]
    plain: Mapping[int, Numbers]
    ways: Numbers


class Settling:
    """Settles residuals for entries.

    Attributes:
        table: the table of residuals.
        inner: the projection's variables, as a mask.
        selectors: the numbers of the selectors.
        entries: the entries, those of a class side by side.
    """

    def __init__(
        self,
        table: Residuals,
        inner: int,
        selectors: Sequence[int],
        entries: Sequence[Entry],
        shorter: Callable[[int], int],
    ) -> None:
        self.table = table
        self.inner = inner
        self.selectors = selectors
        self.entries = entries
        self._shorter = shorter
        self._combinations = np.array([e.combination for e in entries], dtype=np.int64).reshape(
            len(entries), -1
        )
        self._counts = np.array([e.counts for e in entries], dtype=np.int64).reshape(len(entries), -1)
        self._places = {variable: place for place, variable in enumerate(selectors)}
        self._choice = sum(1 << variable for variable in selectors)
        self._domains: dict[tuple[int, frozenset[int]], int] = {}
        self._parted: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[Numbers, list[int]]] = {}

    @cached_property
    def _counted(self) -> Mapping[int, tuple[tuple[int, int], ...]]:
        """By variable, the tallies that count it with the values they count."""
        counted: dict[int, tuple[tuple[int, int], ...]] = {}
        for number, literals in enumerate(self.table.tallies):
            for variable, mask in literals:
                left = mask & self.table.domain[variable]
                if left:
                    counted[variable] = (*counted.get(variable, ()), (number, left))
        return counted

    def settled(self, roots: Iterable[int]) -> Settled | None:
        """Settle residuals that all hold.

        Returns:
            What is left; None if no entry is left.
        """
        always, rows = self._rows(roots)
        if FALSE in always:
            return None
        alive = np.ones(len(self.entries), dtype=bool)
        for row in rows:
            alive &= row != FALSE
        kept = np.flatnonzero(alive)
        if not len(kept):
            return None
        fresh = np.ones(len(kept), dtype=bool)
        fresh[1:] = (self._counts[kept[1:]] != self._counts[kept[:-1]]).any(axis=1)
        firsts = np.flatnonzero(fresh)
        ends = [*firsts[1:].tolist(), len(kept)]
        plain, ways = self._split(always, [row[kept] for row in rows], firsts, len(kept))
        return Settled(
            tuple(self.entries[place] for place in kept.tolist()),
            tuple(range(first, end) for first, end in zip(firsts.tolist(), ends, strict=True)),
            plain,
            ways,
        )

    def _rows(self, roots: Iterable[int]) -> tuple[set[int], list[Numbers]]:
        """Return what is left everywhere of residuals, and what is left of others by entry."""
        always: set[int] = set()
        rows: list[Numbers] = []
        for root in roots:
            if self._local(root):
                always.update(self.table.parts(root))
                continue
            tallies, places = self._asked(root)
            parts, examples = self._parts(tallies, places)
            values = [self._settle(root, tallies, self.entries[example]) for example in examples]
            if len(set(values)) == 1:
                always.update(self.table.parts(values[0]))
            else:
                rows.append(np.array(values, dtype=np.int64)[parts])
        return always, rows

    def _local(self, root: int) -> bool:
        """Tell whether a residual speaks of single values of hidden variables and of one of the projection's.

        It stays as it is for all entries: what their counts would simplify makes them look different.
        """
        table = self.table
        scope = table.scopes[root]
        if table.asked[root] or scope & self._choice or not scope & ~self.inner:
            return False
        if (scope & self.inner).bit_count() != 1:
            return False
        return all(
            min(mask.bit_count(), (table.domain[variable] & ~mask).bit_count()) == 1
            for variable, mask in _literals(table, root)
            if not self.inner >> variable & 1
        )

    def _asked(self, root: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the tallies, and the places of the selectors, whose values matter to a residual."""
        table = self.table
        tallies = set(members(table.asked[root]))
        for variable, mask in _literals(table, root):
            domain = table.domain[variable]
            few = mask if mask.bit_count() * 2 <= domain.bit_count() else domain & ~mask
            tallies.update(number for number, held in self._counted.get(variable, ()) if held & few)
        places = tuple(self._places[variable] for variable in members(table.scopes[root] & self._choice))
        return tuple(sorted(tallies)), places

    def _parts(self, tallies: tuple[int, ...], places: tuple[int, ...]) -> tuple[Numbers, list[int]]:
        """Part the entries by some tallies and selectors: by entry its part, by part one of its entries."""
        key = (tallies, places)
        held = self._parted.get(key)
        if held is None:
            columns = [*(self._counts[:, t] for t in tallies), *(self._combinations[:, p] for p in places)]
            examples, parts = different([(c, int(c.max()) + 1) for c in columns], len(self.entries))
            held = self._parted[key] = (parts, examples.tolist())
        return held

    def _settle(self, root: int, tallies: Sequence[int], entry: Entry) -> int:
        """Return what is left of a residual for an entry."""
        table = self.table
        left = table.settle(root, entry.counts)
        if table.scopes[left] & self._choice:
            left = chosen(table, left, self.selectors, entry.combination)
        nobody = frozenset(number for number in tallies if entry.counts[number] == 0)
        if nobody:
            left = self._without(left, nobody)
        for number in tallies:
            if entry.counts[number] == 1 and left not in (TRUE, FALSE):
                left = table.conjunction(self._held_once(part, number) for part in table.parts(left))
        return left if left == root else self._shorter(left)

    def _without(self, node: int, nobody: frozenset[int]) -> int:
        """Return what is left of a residual when nothing is the case that some tallies count."""
        table = self.table
        for variable in table.variables(node):
            left = self._left(variable, nobody)
            if left != table.domain[variable]:
                node = table.restrict(node, variable, left) if left else FALSE
        return node

    def _left(self, variable: int, nobody: frozenset[int]) -> int:
        """Return the values of a variable that some tallies do not count."""
        key = (variable, nobody)
        held = self._domains.get(key)
        if held is None:
            held = self.table.domain[variable]
            for number, mask in self._counted.get(variable, ()):
                if number in nobody:
                    held &= ~mask
            self._domains[key] = held
        return held

    def _held_once(self, node: int, number: int) -> int:
        """Turn "one of these counts" into "none of the others does", where just one of a tally's does.

        A clause stays open until one of its variables meets it; single literals never are.
        """
        table = self.table
        kind, *rest = table.nodes[node]
        if kind != Kind.OR or any(table.nodes[part][0] != Kind.LITERAL for part in rest[0]):
            return node
        counted = dict(table.tallies[number])
        named = dict(table.nodes[part][1:] for part in rest[0])
        if any(mask != counted.get(variable, 0) & table.domain[variable] for variable, mask in named.items()):
            return node
        return table.conjunction(
            table.literal(variable, table.domain[variable] & ~mask)
            for variable, mask in counted.items()
            if variable not in named
        )

    def _split(
        self, always: Iterable[int], rows: Sequence[Numbers], firsts: Numbers, number: int
    ) -> tuple[Mapping[int, Numbers], Numbers]:
        """Part what is left of some entries into residuals of classes over the projection, and the others."""
        sizes = np.diff(np.append(firsts, number))
        by_scope: dict[int, list[Numbers]] = {}
        others: list[Numbers] = []
        for scope, nodes in self._together(always).items():
            length = number if scope & ~self.inner else len(firsts)
            column = np.full(length, self.table.conjunction(nodes), dtype=np.int64)
            (others if scope & ~self.inner else by_scope.setdefault(scope, [])).append(column)
        for row in rows:
            first = row[firsts]
            alike = np.logical_and.reduceat(row == np.repeat(first, sizes), firsts)
            inner = np.array([not self.table.scopes[node] & ~self.inner for node in first.tolist()])
            whole = np.where(alike & inner, first, TRUE)
            for scope, column in self._by_scope(whole).items():
                by_scope.setdefault(scope, []).append(column)
            rest = np.where(np.repeat(alike & inner, sizes), TRUE, row)
            if (rest != TRUE).any():
                others.append(rest)
        plain = {scope: self._joined(columns, len(firsts)) for scope, columns in by_scope.items()}
        return plain, self._joined(others, number)

    def _by_scope(self, row: Numbers) -> Mapping[int, Numbers]:
        """Split a row of residuals into rows of parts with one set of variables each."""
        table = self.table
        found: dict[int, Numbers] = {}
        for node in set(row.tolist()) - {TRUE}:
            for scope, group in self._together(table.parts(node)).items():
                held = found.setdefault(scope, np.full(len(row), TRUE, dtype=np.int64))
                held[row == node] = table.conjunction(group)
        return found

    def _together(self, nodes: Iterable[int]) -> Mapping[int, list[int]]:
        """Return residuals by their sets of variables."""
        found: dict[int, list[int]] = {}
        for node in nodes:
            found.setdefault(self.table.scopes[node], []).append(node)
        return found

    def _joined(self, rows: Sequence[Numbers], number: int) -> Numbers:
        """Join rows of residuals with "and", place by place."""
        joined = np.full(number, TRUE, dtype=np.int64)
        for row in rows:
            pairs = ((column, int(column.max(initial=0)) + 1) for column in (joined, row))
            examples, places = different(pairs, number)
            joined_there, row_there = joined[examples].tolist(), row[examples].tolist()
            values = [self.table.conjunction(pair) for pair in zip(joined_there, row_there, strict=True)]
            joined = np.array(values, dtype=np.int64)[places]
        return joined


def different(columns: Iterable[tuple[Numbers, int]], length: int) -> tuple[Numbers, Numbers]:
    """Find the different rows of some columns.

    Args:
        columns: each with a number that all of its entries, none of them negative, are smaller than.
        length: how many rows there are.

    Returns:
        The place of an example of each different row, in a fixed order, and by row its place among them.
    """
    key = np.zeros(length, dtype=np.int64)
    size = 1
    for column, radix in columns:
        if size * radix >= _LARGEST:
            values, key = np.unique(key, return_inverse=True)
            size = len(values)
        key = key * radix + column
        size *= radix
    _, examples, places = np.unique(key, return_index=True, return_inverse=True)
    return examples, places


def chosen(table: Residuals, node: int, selectors: Sequence[int], combination: Sequence[int]) -> int:
    """Return what is left of a residual once the selectors are set."""
    if table.scopes[node]:
        for variable, bit in zip(selectors, combination, strict=True):
            if table.scopes[node] >> variable & 1:
                node = table.restrict(node, variable, bit)
    return node


def _literals(table: Residuals, node: int) -> Iterator[tuple[int, int]]:
    match table.nodes[node]:
        case (Kind.LITERAL, variable, mask):
            yield variable, mask
        case (Kind.AND | Kind.OR | Kind.COUNT, parts, *_):
            for part in parts:
                yield from _literals(table, part)
