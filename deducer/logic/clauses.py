"""Puzzles in clauses: literals are numbers, negative for negated ones, as SAT solvers write them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from deducer.logic.terms import And, Const, Count, Cover, Formula, In, Item, Not, Or, Variable

TRUE = 1
"""The literal that always holds."""

Given = tuple[int, ...]


class Clauses:
    """A growing set of clauses over the values of some variables.

    Every helper literal but a cover's choice of options is fixed by the variables, so it adds no solutions.

    Attributes:
        number: how many literals there are; they are numbered from 1.
        values: the literal that says that a variable has a value.
        any_of: clauses, one literal of each of which holds.
        one_of: groups of different literals, exactly one of each of which holds.
        one_at_most_of: groups of different literals, at most one of each of which holds.
    """

    def __init__(self, variables: Iterable[Variable]) -> None:
        self.number = TRUE
        self.any_of: list[Sequence[int]] = [(TRUE,)]
        self.one_of: list[Sequence[int]] = []
        self.one_at_most_of: list[Sequence[int]] = []
        self._reified: dict[Formula, int] = {}
        self._steps: dict[tuple[int, int, int], int] = {}
        self.values = {variable.name: self._value_literals(variable) for variable in variables}

    def fork(self) -> Clauses:
        """Return a copy that can grow without changing this one."""
        copy = Clauses(())
        copy.number, copy.values = self.number, self.values
        copy.any_of = self.any_of.copy()
        copy.one_of = self.one_of.copy()
        copy.one_at_most_of = self.one_at_most_of.copy()
        copy._reified = self._reified.copy()
        copy._steps = self._steps.copy()
        return copy

    def new(self) -> int:
        """Return a fresh literal."""
        self.number += 1
        return self.number

    def plain(self, after: tuple[int, int, int] = (0, 0, 0)) -> Iterator[Sequence[int]]:
        """Yield everything as plain clauses; groups of which at most one holds are cut into pairs.

        Args:
            after: how much was had before, as `sizes` told then.
        """
        some, one, most = after
        yield from self.any_of[some:]
        yield from self.one_of[one:]
        for group in (*self.one_of[one:], *self.one_at_most_of[most:]):
            yield from ((-first, -second) for first, second in combinations(group, 2))

    @property
    def sizes(self) -> tuple[int, int, int]:
        """How many clauses and groups of each kind there are."""
        return len(self.any_of), len(self.one_of), len(self.one_at_most_of)

    def _value_literals(self, variable: Variable) -> Mapping[str, int]:
        match variable.domain:
            case (only,):
                return {only: TRUE}
            case (first, second):
                chosen = self.new()
                return {first: -chosen, second: chosen}
            case domain:
                literals = {value: self.new() for value in domain}
                self.one_of.append(tuple(literals.values()))
                return literals

    def require_any(self, literals: Iterable[int]) -> None:
        """Require one of some literals; what is always so or says nothing is left out."""
        clause = dict.fromkeys(literal for literal in literals if literal != -TRUE)
        if TRUE not in clause and not any(-literal in clause for literal in clause):
            self.any_of.append(tuple(clause))

    def require(self, formula: Formula, given: Given = (), *, positive: bool = True) -> None:
        """Make a formula, or its negation, hold wherever all the given literals hold.

        Args:
            formula: free of unrecorded truth values, over known variables.
            given: literals; none for everywhere.
            positive: whether the formula itself is meant rather than its negation.
        """
        match formula:
            case Not(part=part):
                self.require(part, given, positive=not positive)
            case And(parts=parts) if positive:
                self._require_each(parts, given, positive=True)
            case Or(parts=parts) if not positive:
                self._require_each(parts, given, positive=False)
            case Count(parts=parts, low=low, high=high):
                literals = [self.literal(part) for part in parts]
                self._require_count(literals, low, high, given, positive=positive)
            case _:
                self._require_some(formula, given, positive=positive)

    def _require_each(self, parts: Iterable[Formula], given: Given, *, positive: bool) -> None:
        for part in parts:
            self.require(part, given, positive=positive)

    def _require_some(self, formula: Formula, given: Given, *, positive: bool) -> None:
        """Require a disjunction: a clause of literals, or all but one part false implies that part."""
        clause = [-literal for literal in given]
        large: list[tuple[Formula, bool]] = []
        for part, sign in _disjuncts(formula, positive=positive):
            literals = self._small(part, positive=sign)
            if literals is None:
                large.append((part, sign))
            else:
                clause.extend(literals)
        clause.extend(self.literal(part) if sign else -self.literal(part) for part, sign in large[1:])
        if large:
            part, sign = large[0]
            self.require(part, tuple(-literal for literal in clause), positive=sign)
        else:
            self.require_any(clause)

    def _small(self, formula: Formula, *, positive: bool) -> list[int] | None:
        """Return the literals one of which must hold for a formula without parts; None for others."""
        match formula:
            case Const(value=value):
                return [TRUE] if value is positive else []
            case In(variable=variable, values=values):
                literals = self.values[variable]
                return [literals[value] for value in literals if (value in values) is positive]
            case And() | Or() | Count() | Not():
                return None
            case _:
                msg = "an unrecorded truth value reached a puzzle"
                raise TypeError(msg)

    def _require_count(
        self, literals: Sequence[int], low: int, high: int, given: Given, *, positive: bool
    ) -> None:
        if positive and not given and (low, high) == (1, 1) and len(set(literals)) == len(literals):
            self.one_of.append(literals)
            return
        enough, too_many = self.at_least(literals, low), self.at_least(literals, high + 1)
        unless = [-literal for literal in given]
        if positive:
            self.require_any([*unless, enough])
            self.require_any([*unless, -too_many])
        else:
            self.require_any([*unless, -enough, too_many])

    def at_least(self, literals: Sequence[int], number: int) -> int:
        """Return a literal that says that at least a number of others hold (a sequential counter)."""
        if number <= 0:
            return TRUE
        row = [-TRUE] * number
        for literal in literals:
            row = [self._step(more, literal, less) for more, less in zip(row, [TRUE, *row[:-1]], strict=True)]
        return row[-1]

    def _step(self, already: int, literal: int, but_one: int) -> int:
        """Return "enough hold already, or all but one and this one"; the first implies all but one."""
        if but_one == -TRUE:
            return already
        key = (already, literal, but_one)
        held = self._steps.get(key)
        if held is None:
            held = self._steps[key] = self.new()
            self.require_any([-already, held])
            self.require_any([-literal, -but_one, held])
            self.require_any([-held, already, literal])
            self.require_any([-held, but_one])
        return held

    def literal(self, formula: Formula) -> int:
        """Return a literal that holds exactly where a formula holds."""
        if isinstance(formula, Not):
            return -self.literal(formula.part)
        held = self._reified.get(formula)
        if held is None:
            held = self._reified[formula] = self._reify(formula)
        return held

    def _reify(self, formula: Formula) -> int:
        for positive in (True, False):
            literals = self._small(formula, positive=positive)
            if literals is not None and len(literals) <= 1:
                alone = literals[0] if literals else -TRUE
                return alone if positive else -alone
        reified = self.new()
        self.require(formula, (reified,))
        self.require(formula, (-reified,), positive=False)
        return reified

    def require_cover(self, cover: Cover, given: Callable[[Item], Given] = lambda _: ()) -> None:
        """Require a cover, with a literal for each option.

        Args:
            cover: the cover.
            given: for an item, the literals without which it needs no explanation.
        """
        names = frozenset(item.name for item in cover.items)
        chosen = [(option, self.new()) for option in cover.options if option.items <= names]
        by_resource: dict[str, list[int]] = {}
        for option, literal in chosen:
            self.require(option.guard, (literal,))
            for resource in sorted(option.resources):
                by_resource.setdefault(resource, []).append(literal)
        self.one_at_most_of.extend(by_resource.values())
        for item in cover.items:
            ways = [literal for option, literal in chosen if item.name in option.items]
            self._require_count(ways, 1, 1, given(item), positive=True)


def _disjuncts(formula: Formula, *, positive: bool) -> Iterator[tuple[Formula, bool]]:
    """Yield the parts of a disjunction with their signs; anything else is its own only part."""
    match formula:
        case Not(part=part):
            yield from _disjuncts(part, positive=not positive)
        case Or(parts=parts) if positive:
            for part in parts:
                yield from _disjuncts(part, positive=True)
        case And(parts=parts) if not positive:
            for part in parts:
                yield from _disjuncts(part, positive=False)
        case _:
            yield formula, positive
