"""What one statement tells to somebody who knows something: domains that shrink, and what made them shrink.

Each statement is asked in a small solver of its own, so that it tells exactly what it excludes by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from deducer.explain.recall import Recall
from deducer.logic.build import member
from deducer.logic.evaluate import spoken_of
from deducer.logic.lower import with_items
from deducer.logic.terms import And, Constraint, Count, Formula, In, Not, Or, Puzzle, Variable
from deducer.provenance import Source
from deducer.record import Record
from deducer.script.clues import Kind, clue

if TYPE_CHECKING:
    from deducer.engines.sat import Piece, Sat

Domains = Mapping[str, frozenset[str]]
"""The values that are still possible, by variable."""

Removal = tuple[str, str]
"""A variable, and a value it is known not to have."""


_OF_EACH: Final = frozenset({Kind.INCIDENT, Kind.NO_INCIDENT})
"""What is said with regard to each possible culprit in a constraint of its own."""


def without(domains: Domains, removed: Iterable[Removal]) -> Domains:
    """Return domains without some values."""
    gone: dict[str, set[str]] = {}
    for name, value in removed:
        gone.setdefault(name, set()).add(value)
    return {**domains, **{name: domains[name] - values for name, values in gone.items()}}


class Tell(Record, frozen=True, dict=True, eq=False):
    """A statement that tells something by itself: a rule, what a line says, or what a cover wants explained.

    Attributes:
        pieces: the pieces it stands for: one, all constraints of a rule, or items of one cover.
        full: the values of all variables before anything is known, in the puzzle's order.
        beside: pieces of other rules that are read along with a rule.
    """

    pieces: tuple[Piece, ...]
    full: Domains
    beside: tuple[Piece, ...] = ()

    @property
    def is_rule(self) -> bool:
        """Whether it is a rule rather than something a line says."""
        return self.pieces[0].source.is_rule

    @property
    def kind(self) -> str:
        """What kind of clue it is; empty if that was never said."""
        clue = self.pieces[0].clue
        return "" if clue is None else clue.kind

    @cached_property
    def scope(self) -> tuple[str, ...]:
        """The variables it speaks of, in the puzzle's order."""
        spoken = frozenset[str]().union(*(spoken_of(piece.stated) for piece in (*self.pieces, *self.beside)))
        return tuple(name for name in self.full if name in spoken)

    @cached_property
    def classes(self) -> Mapping[str, tuple[frozenset[str], ...]]:
        """The values of each variable of the scope in classes that make no difference to the statement."""
        named: dict[str, set[frozenset[str]]] = {name: {self.full[name]} for name in self.scope}
        for piece in (*self.pieces, *self.beside):
            for formula in _formulas(piece):
                for variable, values in _literals(formula):
                    named[variable].add(values)
        return {name: tuple(_classes(sorted(map(sorted, sets)))) for name, sets in named.items()}

    @cached_property
    def _sat(self) -> Sat:
        """The statement alone in a solver."""
        from deducer.engines.sat import Sat  # noqa: PLC0415  (python-sat is loaded only to explain)

        variables = {name: Variable(name, tuple(sorted(self.full[name]))) for name in self.scope}
        stated = [piece.stated for piece in (*self.pieces, *self.beside)]
        constraints = tuple(one for one in stated if isinstance(one, Constraint))
        wanted = (piece.wanted for piece in (*self.pieces, *self.beside))
        covers = with_items(one for one in wanted if one is not None)
        return Sat(Puzzle(variables, constraints, tuple(covers)))

    @cached_property
    def _marks(self) -> tuple[tuple[str, frozenset[str], int], ...]:
        """Every class of values, with the literal that says that its variable has one of them."""
        return tuple(
            (name, values, self._sat.literal(member(Variable(name, tuple(sorted(self.full[name]))), values)))
            for name in self.scope
            for values in self.classes[name]
        )

    @cached_property
    def _recall(self) -> Recall:
        """What its solver was asked so far."""
        return Recall(self._sat, [mark[2] for mark in self._marks])

    @cached_property
    def _bits(self) -> dict[tuple[str, frozenset[str]], int]:
        """The classes of a variable that are left, a bit each, by its domain."""
        return {}

    def _left(self, domains: Domains) -> int:
        """Return which classes are left, a bit each."""
        left = 0
        for name in self.scope:
            key = (name, domains[name])
            if key not in self._bits:
                self._bits[key] = sum(
                    1 << place
                    for place, (other, values, _) in enumerate(self._marks)
                    if other == name and not values.isdisjoint(domains[name])
                )
            left |= self._bits[key]
        return left

    @cached_property
    def _remembered(self) -> dict[tuple[frozenset[str], ...], tuple[Removal, ...] | None]:
        """What it told so far, by what was known of its scope."""
        return {}

    def told(self, domains: Domains) -> tuple[Removal, ...] | None:
        """Return every value it excludes, given what is known; None if it cannot hold at all."""
        key = tuple([domains[name] for name in self.scope])
        if key not in self._remembered:
            self._remembered[key] = self._told(domains)
        return self._remembered[key]

    def _told(self, domains: Domains) -> tuple[Removal, ...] | None:
        excluded = self._recall.excluded(self._left(domains))
        if excluded is None:
            return None
        return tuple(
            (name, value)
            for place, (name, values, _) in enumerate(self._marks)
            if excluded >> place & 1
            for value in sorted(values & domains[name])
        )

    def fits(self, domains: Domains) -> bool:
        """Tell whether it can still hold."""
        return self.told(domains) is not None

    def removals(self, domains: Domains) -> tuple[Removal, ...]:
        """Return every value it excludes, given what is known; none if it cannot hold at all."""
        return self.told(domains) or ()

    def cut(self, known: Domains, removed: Iterable[Removal] | None = None) -> Tell:
        """Return as few of its pieces as exclude some values, where it joins what is said of each culprit.

        Args:
            known: what is known.
            removed: the values; None if it cannot hold at all.
        """
        if len(self.pieces) == 1 or self.kind not in _OF_EACH:
            return self
        numbers = {id(one.item or one.stated): number for number, one in enumerate(self._sat.pieces)}
        left = self._left(known)
        supposed = (0,) if removed is None else {self._bit(one) for one in removed}
        kept = self.pieces
        for piece in self.pieces:
            fewer = tuple(one for one in kept if one is not piece)
            read = [numbers[id(one.item or one.stated)] for one in (*fewer, *self.beside)]
            if fewer and not any(self._recall.fits(read, left, bit) for bit in supposed):
                kept = fewer
        return self if len(kept) == len(self.pieces) else replace(self, pieces=kept)

    def reason(
        self,
        given: Domains,
        known: Domains,
        removal: Removal | None = None,
        age: Mapping[Removal, int] | None = None,
    ) -> frozenset[Removal]:
        """Return a few excluded values that suffice for it to exclude one more, or to fail.

        Args:
            given: what needs no reason.
            known: what is known; it is enough.
            removal: what is excluded; None for the statement's own failure.
            age: when each value was excluded; what was excluded early is preferred.

        Returns:
            Values none of which, but for others that make no difference, could be missing.
        """
        order = age or {}
        left = self._left(known)
        supposed = 0 if removal is None else self._bit(removal)
        groups: list[tuple[int, int, tuple[Removal, ...]]] = []
        for place, (name, values, _) in enumerate(self._marks):
            # What is told of the variable itself adds nothing to one value supposed of it.
            own = removal is not None and name == removal[0]
            gone = tuple((name, value) for value in sorted(values & given[name]))
            if own:
                left |= (1 << place) if gone else 0
            elif gone and not left >> place & 1:
                groups.append((max(order.get(one, -1) for one in gone), place, gone))
        needed: list[Removal] = []
        for _, place, gone in sorted(groups, reverse=True):
            if self._recall.holds(left | 1 << place, supposed):
                needed.extend(gone)
            else:
                left |= 1 << place
        return frozenset(needed)

    def _bit(self, removal: Removal) -> int:
        """Return the bit of the class of a value."""
        return next(
            1 << place
            for place, (name, values, _) in enumerate(self._marks)
            if name == removal[0] and removal[1] in values
        )


def _formulas(piece: Piece) -> Iterator[Formula]:
    if isinstance(piece.stated, Constraint):
        yield piece.stated.formula
    else:
        yield from (option.guard for option in piece.stated.options)


def _literals(formula: Formula) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the variables a formula speaks of with the values it names."""
    match formula:
        case In(variable=variable, values=values):
            yield variable, values
        case Not(part=part):
            yield from _literals(part)
        case And(parts=parts) | Or(parts=parts) | Count(parts=parts):
            for part in parts:
                yield from _literals(part)


def _classes(named: Iterable[Iterable[str]]) -> Iterator[frozenset[str]]:
    """Yield the values of some sets, those that are in the same sets together."""
    within: dict[str, list[int]] = {}
    for number, values in enumerate(named):
        for value in values:
            within.setdefault(value, []).append(number)
    by_sets: dict[tuple[int, ...], set[str]] = {}
    for value, numbers in within.items():
        by_sets.setdefault(tuple(numbers), set()).add(value)
    yield from map(frozenset, by_sets.values())


def alike(found: Iterable[Tell], name: str, full: frozenset[str]) -> tuple[frozenset[str], ...]:
    """Return the values of a variable in classes that make no difference to any of some statements."""
    named = [full, *(one for tell in found for one in tell.classes.get(name, ()))]
    return tuple(_classes(sorted(map(sorted, named))))


def tells(parts: Iterable[tuple[Piece, ...]], variables: Domains) -> tuple[Tell, ...]:
    """Return the statements of some parts of an argument.

    The items of one cover are read together, and so is what a line says of an incident with regard to each
    possible culprit.

    Args:
        parts: the parts.
        variables: all variables, in the puzzle's order.
    """
    joined: dict[object, tuple[Piece, ...]] = {}
    for part in parts:
        first, said = part[0], part[0].clue
        each = said is not None and said.kind in _OF_EACH
        key = (first.source, said.kind) if said is not None and each else id(first.stated)
        joined[key] = (*joined.get(key, ()), *part)
    found = tuple(Tell(pieces, variables) for pieces in joined.values())
    # Who reads a rule has in mind those that speak of nothing but yes or no: how many plots there are.
    plain = [tell for tell in found if tell.is_rule and all(len(variables[name]) == 2 for name in tell.scope)]
    beside = tuple(piece for tell in plain for piece in tell.pieces)
    return tuple(
        replace(tell, beside=beside) if tell.is_rule and tell not in plain else tell for tell in found
    )


def supposition(formula: Formula, variables: Domains) -> Tell:
    """Return a formula as a statement: what an argument supposes, to refute it."""
    from deducer.engines.sat import Piece  # noqa: PLC0415  (python-sat is loaded only to explain)

    stated = Constraint(formula, Source(line=0, label="supposed"), clue(Kind.SUPPOSED))
    return Tell((Piece(stated),), variables)
