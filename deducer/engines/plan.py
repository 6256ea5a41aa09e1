"""How the diagram engine takes a puzzle apart before it compiles it.

Words: the *projection* are the variables whose joint values are counted apart from the others (for a game
the roles); the other world variables are *hidden* beside them. *Selectors* are hidden two-valued variables
that are set first since they decide how often values of the projection occur (for a game the plots); a
*combination* is one way to set them. *Leading* variables are hidden ones with few values that come next,
since much of what is said of the rest depends on them (for a game the true types of incidents). A *tally*
counts literals of the projection, and an *entry* is a combination with one count for each tally. Entries with
the same counts form a *class*: no joint value of the projection belongs to two classes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final

from deducer.engines.convert import Converter
from deducer.engines.helpers import Shortener, without
from deducer.engines.residual import FALSE, Kind, Residuals
from deducer.engines.settle import Entry, Settled, Settling, chosen
from deducer.errors import OverBudgetError
from deducer.logic.evaluate import spoken_of
from deducer.logic.lower import lowered
from deducer.logic.terms import And, Count, Formula, In, Not, Or, Puzzle
from deducer.record import Record

WIDEST: Final = 3
"""A count that some combination leaves more open than this is no tally but a formula like others."""

CHOICES: Final = 4096
"""A part of a cover with more different choices of options than this is over budget."""

READINGS: Final = 1024
"""Auxiliary variables with more joint values than this are over budget."""

Counted = tuple[tuple[str, frozenset[str]], ...]


class Plan(Record, frozen=True):
    """A puzzle taken apart.

    Attributes:
        table: the table of all residuals.
        layers: the numbers of the projection's variables, in the order in which they are decided.
        selectors: the numbers of the selectors.
        leading: the numbers of the leading variables.
        hidden: the numbers of the other hidden variables.
        settled: the entries, with what is left of the residuals.
        shortener: says residuals more shortly.
    """

    table: Residuals
    layers: tuple[int, ...]
    selectors: tuple[int, ...]
    leading: tuple[int, ...]
    hidden: tuple[int, ...]
    settled: Settled
    shortener: Shortener


def plan(
    puzzle: Puzzle, projection: Sequence[str], selectors: Sequence[str], leading: Sequence[str] = ()
) -> Plan | None:
    """Take a puzzle apart.

    Args:
        puzzle: the puzzle.
        projection: names of world variables, in the order in which they are to be decided.
        selectors: names of other world variables, each with two values.
        leading: names of further world variables, with few values each.

    Returns:
        The plan; None if it came out that the puzzle has no world.

    Raises:
        OverBudgetError: helper choices cannot be written away.
    """
    simple = _without_covers(puzzle)
    counted = list(_counted(simple, frozenset(projection), frozenset(selectors)))
    auxiliary = [name for name, variable in puzzle.variables.items() if variable.auxiliary]
    while True:
        names = (*puzzle.world_variables, *auxiliary)
        table = Residuals({name: puzzle.variables[name] for name in names})
        others = [part for c in simple.constraints for part in _said_of_several(table, c.formula)]
        numbers = [_tally(table, literals) for literals in counted]
        roots = _narrowed(table, map(Converter(table).residual, others))
        if roots is not None and auxiliary:
            away = [table.numbers[name] for name in auxiliary]
            roots = _narrowed(table, without(table, roots, away, READINGS))
        if roots is None:
            return None
        layers, choosing = ([table.numbers[name] for name in names] for names in (projection, selectors))
        later = [n for n in range(len(puzzle.world_variables)) if n not in {*layers, *choosing}]
        leads = [table.numbers[name] for name in leading]
        shortener = Shortener(table, layers, [n for n in later if n not in leads])
        roots = _narrowed(table, [part for root in roots for part in shortener.split(root)])
        if roots is None:
            return None
        planner = _Planner(table, layers, choosing, roots, shortener)
        wide = planner.wide()
        if not wide:
            return planner.plan(leads)
        counted = [literals for literals, number in zip(counted, numbers, strict=True) if number not in wide]


def _without_covers(puzzle: Puzzle) -> Puzzle:
    """Write covers away.

    Raises:
        OverBudgetError: there are too many choices.
    """
    # Auxiliary variables are left to residuals, where that costs less.
    simple = lowered(puzzle, CHOICES, most_readings=0)
    if simple.covers:
        raise OverBudgetError("what was seen can have come about in too many ways, over the budget")
    return simple


def _counted(puzzle: Puzzle, projection: frozenset[str], selectors: frozenset[str]) -> Iterator[Counted]:
    """Yield what is counted where selectors decide how much of it there is."""
    seen: set[frozenset[tuple[str, frozenset[str]]]] = set()
    for constraint in puzzle.constraints:
        for literals in _counts(constraint.formula):
            held = {name for name, _ in literals}
            if not held <= projection or len(held) != len(literals) or len(literals) == 1:
                continue
            others = spoken_of(constraint) - held
            if others and others <= selectors and frozenset(literals) not in seen:
                seen.add(frozenset(literals))
                yield literals


def _counts(formula: Formula) -> Iterator[Counted]:
    """Yield the literals of each count in a formula that counts nothing else."""
    match formula:
        case Count(parts=parts):
            literals = tuple((p.variable, p.values) for p in parts if isinstance(p, In))
            if len(literals) == len(parts):
                yield literals
        case Not(part=part):
            yield from _counts(part)
        case And(parts=parts) | Or(parts=parts):
            for part in parts:
                yield from _counts(part)


def _said_of_several(table: Residuals, formula: Formula) -> Iterator[Formula]:
    """Turn what is said of single variables into their domains, and yield the rest."""
    match formula:
        case In(variable=name, values=values):
            number = table.numbers[name]
            table.domain[number] &= table.mask(number, values)
        case Not(part=In(variable=name, values=values)):
            number = table.numbers[name]
            table.domain[number] &= ~table.mask(number, values)
        case And(parts=parts):
            for part in parts:
                yield from _said_of_several(table, part)
        case _:
            yield formula


def _tally(table: Residuals, literals: Counted) -> int | None:
    """Return the tally of some literals; None if the domains settle every one of them."""
    numbered = ((table.numbers[name], values) for name, values in literals)
    masks = sorted((n, table.mask(n, values) & table.domain[n]) for n, values in numbered)
    left = tuple((number, mask) for number, mask in masks if mask not in (0, table.domain[number]))
    return table.new_tally(left) if left else None


def _narrowed(table: Residuals, nodes: Iterable[int]) -> tuple[int, ...] | None:
    """Turn single literals into domains until none is left.

    Returns:
        The other residuals, each once; None if a domain or a residual has nothing left.
    """
    roots = list(dict.fromkeys(part for node in nodes for part in table.parts(node)))
    while True:
        changed: dict[int, None] = {}
        others = []
        for root in roots:
            kind, *rest = table.nodes[root]
            if kind == Kind.LITERAL:
                variable, mask = rest
                if table.domain[variable] & ~mask:
                    table.domain[variable] &= mask
                    changed[variable] = None
            else:
                others.append(root)
        if FALSE in others or not all(table.domain):
            return None
        if not changed:
            return tuple(others)
        roots = list(dict.fromkeys(p for node in others for p in table.parts(_within(table, node, changed))))


def _within(table: Residuals, node: int, variables: Iterable[int]) -> int:
    """Return a residual under the present domains of some variables."""
    for variable in variables:
        node = table.restrict(node, variable, table.domain[variable])
    return node


class _Planner:
    """Finds the combinations and the entries."""

    def __init__(
        self,
        table: Residuals,
        layers: Sequence[int],
        selectors: Sequence[int],
        roots: Sequence[int],
        shortener: Shortener,
    ) -> None:
        self._table = table
        self._layers = tuple(layers)
        self._selectors = tuple(selectors)
        self._roots = roots
        self._shortener = shortener
        self._inner = sum(1 << variable for variable in layers)
        self._choice = sum(1 << variable for variable in self._selectors)
        self._pure = [
            (root, [place for place, variable in enumerate(selectors) if table.scopes[root] >> variable & 1])
            for root in roots
            if table.asked[root] and not table.scopes[root] & ~self._choice
        ]
        self._open = tuple(self._open_box())
        self._ranges: dict[tuple[int, ...], tuple[tuple[int, int, int], ...]] = {}
        self._boxes = {combination: self._box(combination) for combination in self._combinations()}

    def wide(self) -> frozenset[int]:
        """Return the tallies whose counts some combination leaves too open."""
        boxes = self._boxes.values()
        return frozenset(n for box in boxes for n, (low, high) in enumerate(box) if high - low > WIDEST)

    def plan(self, leading: Sequence[int]) -> Plan | None:
        """Return the plan; None if no entry is left."""
        entries = [
            Entry(combination, counts)
            for combination, box in self._boxes.items()
            for counts in product(*(range(low, high + 1) for low, high in box))
        ]
        if not entries:
            return None
        order = {counts: place for place, counts in enumerate(dict.fromkeys(e.counts for e in entries))}
        entries.sort(key=lambda entry: order[entry.counts])
        self._table.choose_tallies()
        self._shortener.choose_tallies()
        settling = Settling(
            self._table, self._inner, self._selectors, entries, self._shortener.split_together
        )
        settled = settling.settled(self._roots)
        if settled is None:
            return None
        return Plan(
            self._table,
            self._layers,
            self._selectors,
            tuple(leading),
            self._shortener.hidden,
            settled,
            self._shortener,
        )

    def _combinations(self) -> Iterator[tuple[int, ...]]:
        """Yield the combinations that fit what is said of selectors alone, second values first."""
        table = self._table
        alone = table.conjunction(
            r for r in self._roots if not table.scopes[r] & ~self._choice and not table.asked[r]
        )

        def extend(rest: int, combination: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            if len(combination) == len(self._selectors):
                yield combination
                return
            variable = self._selectors[len(combination)]
            for bit in (2, 1):
                left = table.restrict(rest, variable, bit) if table.domain[variable] & bit else FALSE
                if left != FALSE:
                    yield from extend(left, (*combination, bit))

        yield from () if alone == FALSE else extend(alone, ())

    def _box(self, combination: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """Return the range in which a combination leaves the count of each tally."""
        box = list(self._open)
        for root, places in self._pure:
            key = (root, *(combination[place] for place in places))
            if key not in self._ranges:
                self._ranges[key] = tuple(
                    self._range_of(chosen(self._table, root, self._selectors, combination))
                )
            for number, low, high in self._ranges[key]:
                box[number] = (max(low, box[number][0]), min(high, box[number][1]))
        return tuple(box)

    def _range_of(self, node: int) -> Iterator[tuple[int, int, int]]:
        """Yield the ranges of tallies that a residual states: tally, low, high."""
        for part in self._table.parts(node):
            match self._table.nodes[part]:
                case (Kind.TALLY, number, low, high):
                    yield number, low, high

    def _open_box(self) -> Iterator[tuple[int, int]]:
        """Yield the range that the domains leave to each tally."""
        for literals in self._table.tallies:
            domains = [(self._table.domain[variable], mask) for variable, mask in literals]
            forced = sum(not domain & ~mask for domain, mask in domains)
            yield forced, sum(bool(domain & mask) for domain, mask in domains)
