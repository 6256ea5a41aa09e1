"""Formulas that shrink as variables are decided: hash-consed, so equal remainders are one number.

A *residual* is what is left to satisfy of a formula once some variables are decided. Values are bits of a
mask; negation stands at the literals alone. A *tally* is a count of value literals that is asked about as a
whole; its node says in which range the count lies, and is settled when the count is chosen.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from functools import cache
from typing import Any, Final

from deducer.logic.terms import Variable

FALSE: Final = 0
TRUE: Final = 1

Literals = tuple[tuple[int, int], ...]
"""Literals as pairs of variable number and mask, sorted by variable."""


class Kind(IntEnum):
    """What a node is; the other entries of its tuple stand beside the name."""

    CONST = 0
    LITERAL = 1  # variable, mask
    AND = 2  # parts
    OR = 3  # parts
    COUNT = 4  # parts (repeats allowed), low, high
    TALLY = 5  # number of the tally, low, high


@cache
def members(scope: int) -> tuple[int, ...]:
    """Return the numbers of a set that is given as a mask, ascending."""
    return tuple(number for number in range(scope.bit_length()) if scope >> number & 1)


class Residuals:
    """A growing table of residuals over the variables of a puzzle; numbers 0 and 1 are false and true.

    Attributes:
        names: the variables' names by number.
        values: the variables' domains by number.
        numbers: the variables' numbers by name.
        domain: the values, as a mask, that a variable can still take anywhere.
        nodes: the nodes by number.
        scopes: by node, the set of its variables as a mask of their numbers.
        asked: by node, the set of the tallies it asks about, likewise.
        tallies: the literals counted by each tally, a literal a variable.
    """

    def __init__(self, variables: Mapping[str, Variable]) -> None:
        self.names = tuple(variables)
        self.values = tuple(variable.domain for variable in variables.values())
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.domain = [(1 << len(domain)) - 1 for domain in self.values]
        self._bits = [{value: 1 << place for place, value in enumerate(domain)} for domain in self.values]
        self.nodes: list[tuple] = [(Kind.CONST, 0), (Kind.CONST, 1)]  # type: ignore[type-arg]
        self.scopes = [0, 0]
        self.asked = [0, 0]
        self.tallies: list[Literals] = []
        self._numbered: dict[tuple, int] = {}  # type: ignore[type-arg]
        self._restricted: dict[tuple[int, int, int], int] = {}
        self._excluded: dict[tuple[int, int, int], int] = {}
        self._negated: dict[int, int] = {FALSE: TRUE, TRUE: FALSE}
        self._tally_of: dict[Literals, int] = {}
        self._implied: dict[tuple[int, int], bool] = {}
        self._shortest = sys.maxsize

    def mask(self, variable: int, values: Iterable[str]) -> int:
        """Return some values of a variable as a mask; values outside its domain are ignored."""
        bits = self._bits[variable]
        return sum([bits[value] for value in set(values) if value in bits])

    def literal(self, variable: int, mask: int) -> int:
        """Return the residual that says that a variable takes a value of a mask."""
        domain = self.domain[variable]
        mask &= domain
        if mask == 0:
            return FALSE
        if mask == domain:
            return TRUE
        return self._number((Kind.LITERAL, variable, mask), 1 << variable, 0)

    def conjunction(self, parts: Iterable[int]) -> int:
        """Join residuals with "and"."""
        return self._join(Kind.AND, parts, unit=TRUE, zero=FALSE)

    def disjunction(self, parts: Iterable[int]) -> int:
        """Join residuals with "or"."""
        return self._join(Kind.OR, parts, unit=FALSE, zero=TRUE)

    def count(self, parts: Iterable[int], low: int, high: int) -> int:
        """Say that between `low` and `high` of the parts hold, counted with their repeats."""
        open_parts = []
        for part in parts:
            if part == TRUE:
                low, high = low - 1, high - 1
            elif part != FALSE:
                open_parts.append(part)
        number = len(open_parts)
        low, high = max(low, 0), min(high, number)
        if low > high:
            return FALSE
        if low == 0 and high == number:
            return TRUE
        tally = self._tally(open_parts)
        if tally is not None:
            return self.tally(tally, low, high)
        if high == 0:
            return self.conjunction(self.negation(part) for part in open_parts)
        if low == number:
            return self.conjunction(open_parts)
        if low == 1 and high == number:
            return self.disjunction(open_parts)
        return self._counted(open_parts, low, high)

    def tally(self, number: int, low: int, high: int) -> int:
        """Say that the count of a tally lies in a range."""
        size = len(self.tallies[number])
        low, high = max(low, 0), min(high, size)
        if low > high:
            return FALSE
        if low == 0 and high == size:
            return TRUE
        return self._number((Kind.TALLY, number, low, high), 0, 1 << number)

    def new_tally(self, literals: Literals) -> int:
        """Return the number of the tally of some literals, from now on recognised wherever it is counted."""
        held = self._tally_of.get(literals)
        if held is None:
            held = self._tally_of[literals] = len(self.tallies)
            self.tallies.append(literals)
            self._shortest = min(self._shortest, len(literals))
        return held

    def choose_tallies(self) -> None:
        """Recognise no tally any more: once the counts are chosen, nobody would settle what is asked."""
        self._shortest = sys.maxsize
        held: tuple[dict[Any, int], ...] = (self._restricted, self._excluded, self._negated)
        for known in held:
            for key in [key for key, node in known.items() if self.asked[node]]:
                del known[key]

    def _tally(self, parts: Sequence[int]) -> int | None:
        if len(parts) < self._shortest:
            return None
        literals = sorted(self.nodes[part][1:] for part in parts if self.nodes[part][0] == Kind.LITERAL)
        return self._tally_of.get(tuple(literals)) if len(literals) == len(parts) else None

    def negation(self, node: int) -> int:
        """Return the residual that says the opposite."""
        held = self._negated.get(node)
        if held is None:
            held = self._negated[node] = self._negate(self.nodes[node])
            self._negated[held] = node
        return held

    def _negate(self, node: tuple) -> int:  # type: ignore[type-arg]
        match node:
            case (Kind.LITERAL, variable, mask):
                return self.literal(variable, self.domain[variable] & ~mask)
            case (Kind.AND, parts):
                return self.disjunction(self.negation(part) for part in parts)
            case (Kind.OR, parts):
                return self.conjunction(self.negation(part) for part in parts)
            case (Kind.COUNT, parts, low, high):
                below = self.count(parts, 0, low - 1) if low else FALSE
                return self.disjunction((below, self.count(parts, high + 1, len(parts))))
            case (_, number, low, high):
                size = len(self.tallies[number])
                below = self.tally(number, 0, low - 1) if low else FALSE
                above = self.tally(number, high + 1, size) if high < size else FALSE
                return self.disjunction((below, above))
        raise AssertionError(node)

    def restrict(self, node: int, variable: int, mask: int) -> int:
        """Return what is left of a residual once a variable is known to take a value of a mask.

        Args:
            node: the residual.
            variable: the number of the variable.
            mask: its values; if there are several, what was left before is assumed to have held them all.

        Returns:
            The residual; without the variable if the mask has one value.
        """
        if not self.scopes[node] >> variable & 1:
            return node
        key = (node, variable, mask)
        held = self._restricted.get(key)
        if held is None:
            held = self._restricted[key] = self._restrict(self.nodes[node], variable, mask)
        return held

    def _restrict(self, node: tuple, variable: int, mask: int) -> int:  # type: ignore[type-arg]
        match node:
            case (Kind.LITERAL, _, among):
                left = among & mask
                if left == mask:
                    return TRUE
                return self.literal(variable, left)
            case (Kind.AND | Kind.OR as kind, parts):
                zero = FALSE if kind == Kind.AND else TRUE
                same, changed = [], []
                for part in parts:
                    if not self.scopes[part] >> variable & 1:
                        same.append(part)
                        continue
                    left = self.restrict(part, variable, mask)
                    if left == zero:
                        return zero
                    changed.append(left)
                return self._joined_to(kind, same, changed)
            case (_, parts, low, high):
                return self.count([self.restrict(part, variable, mask) for part in parts], low, high)
        raise AssertionError(node)

    def exclude(self, node: int, variable: int, bit: int, last: int) -> int:
        """Return what is left of a residual once a variable is known not to take a value.

        Unlike `restrict`, it leaves alone what is said of other single values, which saves much work where
        values are excluded one after the other.

        Args:
            node: the residual.
            variable: the number of the variable.
            bit: the value as a mask.
            last: a value that is never excluded, always the same for a variable.
        """
        if not self.scopes[node] >> variable & 1:
            return node
        key = (node, variable, bit)
        held = self._excluded.get(key)
        if held is None:
            held = self._excluded[key] = self._exclude(node, variable, bit, last)
        return held

    def _exclude(self, node: int, variable: int, bit: int, last: int) -> int:
        match self.nodes[node]:
            case (Kind.LITERAL, _, among):
                # A literal has all excluded values if it has the last one, and none otherwise.
                return self.literal(variable, among | bit if among & last else among & ~bit)
            case (Kind.AND | Kind.OR as kind, parts):
                left = [self.exclude(part, variable, bit, last) for part in parts]
                same = [part for part, other in zip(parts, left, strict=True) if part == other]
                changed = [other for part, other in zip(parts, left, strict=True) if part != other]
                return self._joined_to(kind, same, changed) if changed else node
            case (_, parts, low, high):
                return self.count([self.exclude(p, variable, bit, last) for p in parts], low, high)
        raise AssertionError(node)

    def _joined_to(self, kind: Kind, same: Sequence[int], changed: Iterable[int]) -> int:
        """Join parts of a residual that stay as they are to what is left of its others."""
        unit, zero = (TRUE, FALSE) if kind == Kind.AND else (FALSE, TRUE)
        fresh = [part for part in changed if part != unit]
        if any(self.nodes[part][0] in (kind, Kind.CONST, Kind.LITERAL) for part in fresh):
            return self._join(kind, (*same, *fresh), unit=unit, zero=zero)
        others = {*same, *fresh}
        if len(others) <= 1:
            return others.pop() if others else unit
        return self._together(kind, others)

    def settle(self, node: int, counts: Sequence[int]) -> int:
        """Return what is left of a residual once the count of every tally is chosen."""
        if not self.asked[node]:
            return node
        match self.nodes[node]:
            case (Kind.TALLY, number, low, high):
                return TRUE if low <= counts[number] <= high else FALSE
            case (Kind.AND, parts):
                return self.conjunction([self.settle(part, counts) for part in parts])
            case (Kind.OR, parts):
                return self.disjunction([self.settle(part, counts) for part in parts])
            case (Kind.COUNT, parts, low, high):
                return self.count([self.settle(part, counts) for part in parts], low, high)
            case _:
                return node

    def implies(self, node: int, other: int) -> bool:
        """Tell whether one residual holds only where another does, as far as their parts alone show it."""
        if node == other:
            return True
        key = (node, other)
        held = self._implied.get(key)
        if held is None:
            held = self._implied[key] = self._implies(node, other)
        return held

    def _implies(self, node: int, other: int) -> bool:
        (kind, *rest), (other_kind, *other_rest) = self.nodes[node], self.nodes[other]
        if kind == Kind.OR:
            return all(self.implies(part, other) for part in rest[0])
        if other_kind == Kind.AND:
            return all(self.implies(node, part) for part in other_rest[0])
        if not (self.scopes[node] & self.scopes[other] or self.asked[node] & self.asked[other]):
            return False
        if other_kind == Kind.OR and any(self.implies(node, part) for part in other_rest[0]):
            return True
        if kind == Kind.AND:
            return any(self.implies(part, other) for part in rest[0])
        if kind == other_kind == Kind.LITERAL:
            return rest[0] == other_rest[0] and not rest[1] & ~other_rest[1]
        return False

    def parts(self, node: int) -> tuple[int, ...]:
        """Return the residuals that all hold where a residual holds; none for true."""
        if node == TRUE:
            return ()
        kind, *rest = self.nodes[node]
        return tuple(rest[0]) if kind == Kind.AND else (node,)

    def variables(self, node: int) -> tuple[int, ...]:
        """Return the numbers of a residual's variables, ascending."""
        return members(self.scopes[node])

    def _counted(self, parts: Sequence[int], low: int, high: int) -> int:
        ordered = tuple(sorted(parts))
        return self._number((Kind.COUNT, ordered, low, high), *self._spoken_of(ordered))

    def _join(self, kind: Kind, parts: Iterable[int], *, unit: int, zero: int) -> int:
        """Flatten, drop repeats, merge the literals of each variable, stop at zero."""
        others: set[int] = set()
        literals: dict[int, int] = {}
        stack = list(parts)
        while stack:
            part = stack.pop()
            if part == unit:
                continue
            if part == zero:
                return zero
            node = self.nodes[part]
            if node[0] == kind:
                stack.extend(node[1])
            elif node[0] == Kind.LITERAL:
                held = literals.get(node[1])
                mask = node[2] if held is None else held & node[2] if kind == Kind.AND else held | node[2]
                literals[node[1]] = mask
            else:
                others.add(part)
        for variable, mask in literals.items():
            others.add(self.literal(variable, mask))
        others.discard(unit)
        if zero in others:
            return zero
        if len(others) <= 1:
            return others.pop() if others else unit
        return self._together(kind, others)

    def _together(self, kind: Kind, others: Iterable[int]) -> int:
        node = (kind, tuple(sorted(others)))
        held = self._numbered.get(node)
        return self._number(node, *self._spoken_of(node[1])) if held is None else held

    def _spoken_of(self, parts: Iterable[int]) -> tuple[int, int]:
        """Return the variables and the tallies of some residuals, as masks."""
        scope = asked = 0
        for part in parts:
            scope |= self.scopes[part]
            asked |= self.asked[part]
        return scope, asked

    def _number(self, node: tuple, scope: int, asked: int) -> int:  # type: ignore[type-arg]
        held = self._numbered.get(node)
        if held is None:
            held = self._numbered[node] = len(self.nodes)
            self.nodes.append(node)
            self.scopes.append(scope)
            self.asked.append(asked)
        return held
