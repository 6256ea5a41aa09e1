"""Auxiliary variables written away from residuals, and residuals said more shortly.

Both are done on residuals, not on formulas: what formulas share is worked on once, and what the domains
already settle is gone before anything is multiplied out. The shorter a residual, the more often what is left
of it looks like what is left of another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Final

from deducer.engines.residual import FALSE, Kind, Residuals, members
from deducer.errors import OverBudgetError


def without(table: Residuals, roots: Iterable[int], auxiliary: Sequence[int], most: int) -> tuple[int, ...]:
    """Say that residuals hold together under some values of auxiliary variables.

    One variable is written away after the other, so what does not speak of it stays as it is.

    Args:
        table: the table of the residuals.
        roots: the residuals.
        auxiliary: the numbers of the variables.
        most: more joint values than this, of variables spoken of together, are over the budget.

    Returns:
        Residuals that hold together in the same cases and do not speak of the variables.

    Raises:
        OverBudgetError: there are too many joint values.
    """
    held = dict.fromkeys(roots)
    among = sum(1 << variable for variable in auxiliary)
    for group in _together(table.scopes[root] & among for root in held):
        if prod(table.domain[variable].bit_count() for variable in members(group)) > most:
            raise OverBudgetError("what was seen can have come about in too many ways, over the budget")
        left = set(members(group))
        while left:
            said = {v: [root for root in held if table.scopes[root] >> v & 1] for v in left}
            # The least spoken of comes first, since what is joined stays joined.
            variable = min(left, key=lambda v: (len(said[v]), v))
            left.remove(variable)
            readings = [
                table.conjunction(table.restrict(root, variable, 1 << bit) for root in said[variable])
                for bit in members(table.domain[variable])
            ]
            for root in said[variable]:
                del held[root]
            held.update(dict.fromkeys(either(table, readings)))
    return tuple(held)


def either(table: Residuals, ways: Iterable[int]) -> tuple[int, ...]:
    """Return residuals that hold together where one of some ways holds; what all ways say stays apart."""
    weakest: list[int] = []
    for way in dict.fromkeys(ways):
        if way != FALSE and not any(table.implies(way, other) for other in weakest):
            weakest = [other for other in weakest if not table.implies(other, way)] + [way]
    if not weakest:
        return (FALSE,)
    least = [frozenset(table.parts(way)) for way in weakest]
    common = frozenset.intersection(*least)
    rest = table.disjunction(table.conjunction(one - common) for one in least)
    return (*sorted(common), *table.parts(rest))


def _together(scopes: Iterable[int]) -> list[int]:
    """Return the least sets of variables, as masks, such that no scope reaches into two of them."""
    groups: list[int] = []
    for scope in scopes:
        if scope:
            joined = scope
            for group in groups:
                joined |= group if group & scope else 0
            groups = [*(group for group in groups if not group & scope), joined]
    return groups


class Shortener:
    """Says residuals more shortly.

    Attributes:
        hidden: the variables by whose values residuals are parted.
    """

    def __init__(self, table: Residuals, inner: Sequence[int], hidden: Sequence[int]) -> None:
        """Begin.

        Args:
            table: the table of the residuals.
            inner: the variables whose literals may be replaced by any that mean the same where they stand.
            hidden: the variables by whose values residuals are parted.
        """
        self.hidden = tuple(hidden)
        self._table = table
        self._inner = sum(1 << variable for variable in inner)
        self._among = sum(1 << variable for variable in hidden)
        self._short: dict[int, int] = {}
        self._split: dict[int, tuple[int, ...]] = {}

    def choose_tallies(self) -> None:
        """Forget what asks about tallies, as the table does."""
        asked = self._table.asked
        self._short = {node: short for node, short in self._short.items() if not asked[short]}
        self._split = {
            node: parts for node, parts in self._split.items() if not any(asked[part] for part in parts)
        }

    def split_together(self, node: int) -> int:
        """Return what `split` returns, joined."""
        return self._table.conjunction(self.split(node))

    def split(self, node: int) -> tuple[int, ...]:
        """Return short residuals that hold together where one holds.

        What is said of one hidden variable beside others is parted by its values, into "with these values,
        that holds": many such parts speak of one variable of the projection, and are seen to when it is
        decided.
        """
        held = self._split.get(node)
        if held is None:
            table = self._table
            found: dict[int, None] = {}
            for part in table.parts(node):
                hidden = members(table.scopes[part] & self._among)
                if len(hidden) == 1 and table.scopes[part] & ~self._among:
                    found.update(dict.fromkeys(self._by_value(part, hidden[0])))
                else:
                    found.update(dict.fromkeys(table.parts(self.short(part))))
            held = self._split[node] = tuple(found)
        return held

    def _by_value(self, node: int, variable: int) -> Iterator[int]:
        table = self._table
        domain = table.domain[variable]
        masks: dict[int, int] = {}
        for place in members(domain):
            left = self.short(table.restrict(node, variable, 1 << place))
            for part in table.parts(left):
                masks[part] = masks.get(part, 0) | 1 << place
        for part, mask in masks.items():
            yield table.disjunction((table.literal(variable, domain & ~mask), part))

    def short(self, node: int) -> int:
        """Return a short residual that holds in the same cases."""
        held = self._short.get(node)
        if held is None:
            kind, *rest = self._table.nodes[node]
            if kind in (Kind.AND, Kind.OR):
                held = self._joined(kind, [self.short(part) for part in rest[0]])
            elif kind == Kind.COUNT:
                held = self._table.count([self.short(part) for part in rest[0]], *rest[1:])
            else:
                held = node
            self._short[node] = self._short[held] = held
        return held

    def _joined(self, kind: Kind, parts: Iterable[int]) -> int:
        """Join short residuals; spoken of "and" here, "or" is its dual."""
        table = self._table
        join = table.conjunction if kind == Kind.AND else table.disjunction
        node = join(parts)
        while table.nodes[node][0] == kind:
            parts = self._merged(kind, self._told(kind, table.nodes[node][1]))
            shorter = join(parts)
            if shorter == node:
                break
            node = shorter
        return node

    def _told(self, kind: Kind, parts: Sequence[int]) -> Sequence[int]:
        """Tell each part what the parts say that are single literals."""
        table = self._table
        literals = {
            table.nodes[part][1]: table.nodes[part][2]
            for part in parts
            if table.nodes[part][0] == Kind.LITERAL and self._inner >> table.nodes[part][1] & 1
        }
        about = sum(1 << variable for variable in literals)
        told = []
        for part in parts:
            left = part
            if table.nodes[part][0] != Kind.LITERAL and table.scopes[part] & about:
                for variable in members(table.scopes[part] & about):
                    mask = literals[variable]
                    if kind == Kind.OR:
                        mask = table.domain[variable] & ~mask
                    left = table.restrict(left, variable, mask)
                left = self.short(left) if left != part else part
            told.append(left)
        return told

    def _merged(self, kind: Kind, parts: Sequence[int]) -> Sequence[int]:
        """Leave out parts that others imply, and join those that differ in one literal of a variable."""
        table = self._table
        dual = _DUAL[kind]
        sets = {
            frozenset(table.nodes[part][1] if table.nodes[part][0] == dual else (part,)): part
            for part in parts
        }
        if len(sets) < 2:
            return list(sets.values())
        least = {one: part for one, part in sets.items() if not any(other < one for other in sets)}
        alike: dict[tuple[int, frozenset[int]], tuple[frozenset[int], int]] = {}
        for one in list(least):
            for literal in one:
                held, *rest = table.nodes[literal]
                if held != Kind.LITERAL or not self._inner >> rest[0] & 1:
                    continue
                key = (rest[0], one - {literal})
                if key not in alike:
                    alike[key] = (one, literal)
                    continue
                other, before = alike[key]
                if other not in least:
                    alike[key] = (one, literal)
                    continue
                join, joins = (
                    (table.conjunction, table.disjunction)
                    if kind == Kind.AND
                    else (table.disjunction, table.conjunction)
                )
                del least[one], least[other]
                merged = joins((join((before, literal)), *key[1]))
                return [*least.values(), self.short(merged)]
        return list(least.values())


_DUAL: Final = {Kind.AND: Kind.OR, Kind.OR: Kind.AND}


def alike(table: Residuals, variables: Sequence[int], said: Iterable[Iterable[int]]) -> list[tuple[int, ...]]:
    """Find variables that can change places without a difference.

    Args:
        table: the table of the residuals.
        variables: the variables.
        said: sets of residuals that hold together.

    Returns:
        Groups of at least two variables: if any two of a group change places everywhere in a set, the set
        stays the same.
    """
    sets = {frozenset(one) for one in said}
    groups: list[list[int]] = []
    for variable in variables:
        for group in groups:
            pair = (group[0], variable)
            if table.domain[pair[0]] == table.domain[variable] and all(
                _same(table, one, pair) for one in sets
            ):
                group.append(variable)
                break
        else:
            groups.append([variable])
    return [tuple(group) for group in groups if len(group) > 1]


def _same(table: Residuals, parts: frozenset[int], pair: tuple[int, int]) -> bool:
    """Tell whether residuals are the same when two variables change places."""
    both = 1 << pair[0] | 1 << pair[1]
    return all(_exchanged(table, part, pair) in parts for part in parts if table.scopes[part] & both)


def _exchanged(table: Residuals, node: int, pair: tuple[int, int]) -> int:
    if not table.scopes[node] & (1 << pair[0] | 1 << pair[1]):
        return node
    match table.nodes[node]:
        case (Kind.LITERAL, variable, mask):
            return table.literal(pair[variable == pair[0]], mask)
        case (Kind.AND, parts):
            return table.conjunction([_exchanged(table, part, pair) for part in parts])
        case (Kind.OR, parts):
            return table.disjunction([_exchanged(table, part, pair) for part in parts])
        case (_, parts, low, high):
            return table.count([_exchanged(table, part, pair) for part in parts], low, high)
    raise AssertionError(node)
