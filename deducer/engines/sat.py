"""The SAT engine: what follows from which parts of a puzzle, with smallest cores (python-sat).

Every constraint, and every item of a cover, is a *piece* with a switch of its own. One incremental solver
answers thousands of questions about sets of pieces; smallest unsatisfiable sets come from implicit hitting
sets (`pysat.examples.optux`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

from pysat.examples.optux import OptUx
from pysat.formula import WCNF
from pysat.solvers import Solver

from deducer.logic.clauses import Clauses
from deducer.logic.terms import Constraint, Cover, Formula, Item, Puzzle, World
from deducer.provenance import Clue, Source
from deducer.record import Record

_SOLVER = "glucose4"


class _Clause(tuple[int, ...]):
    """A clause that is shared where python-sat would copy it, which takes longer than the search."""

    __slots__ = ()

    def __deepcopy__(self, memo: object) -> _Clause:
        return self


class Piece(Record, frozen=True):
    """A part of a puzzle that can be left out on its own.

    Attributes:
        stated: the constraint, or the cover an item belongs to.
        item: the item that needs an explanation; None for a constraint.
    """

    stated: Constraint | Cover
    item: Item | None = None

    @property
    def source(self) -> Source:
        """Where it comes from."""
        if isinstance(self.stated, Constraint):
            return self.stated.source
        return self.stated.items[0].source if self.item is None else self.item.source

    @property
    def wanted(self) -> tuple[Cover, Item] | None:
        """The item that needs an explanation, with its cover; None for a constraint."""
        if isinstance(self.stated, Constraint) or self.item is None:
            return None
        return self.stated, self.item

    @property
    def clue(self) -> Clue | None:
        """What it is about; None if that was never said."""
        if isinstance(self.stated, Constraint):
            return self.stated.clue
        return None if self.item is None else self.item.clue


class Sat:
    """One puzzle in a SAT solver, with a switch for each of its pieces.

    Attributes:
        puzzle: the puzzle.
        pieces: its pieces: constraints first, then the items of covers, in the puzzle's order.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.pieces: tuple[Piece, ...] = (
            *map(Piece, puzzle.constraints),
            *(Piece(cover, item) for cover in puzzle.covers for item in cover.items),
        )
        self._clauses = Clauses(puzzle.variables.values())
        self._switches = [self._clauses.new() for _ in self.pieces]
        self._groups: dict[tuple[int, ...], int] = {}
        for piece, switch in zip(self.pieces, self._switches, strict=True):
            if isinstance(piece.stated, Constraint):
                self._clauses.require(piece.stated.formula, (switch,))
        self._require_covers()
        self._loaded = (0, 0, 0)

    def _require_covers(self) -> None:
        switch = iter(self._switches[len(self.puzzle.constraints) :])
        for cover in self.puzzle.covers:
            own = {item: (next(switch),) for item in cover.items}
            self._clauses.require_cover(cover, own.__getitem__)

    @cached_property
    def _solver(self) -> Solver:
        return Solver(name=_SOLVER)

    def literal(self, formula: Formula) -> int:
        """Return a literal that holds exactly where a formula holds, to be assumed in questions."""
        return self._clauses.literal(formula)

    def fits(self, pieces: Iterable[int], assumed: Sequence[int] = ()) -> bool:
        """Tell whether a world satisfies some pieces, by number, and some literals."""
        self._load()
        return bool(self._solver.solve([*[self._switches[one] for one in pieces], *assumed]))

    def clash(self, pieces: Iterable[int], assumed: Sequence[int] = ()) -> frozenset[int] | None:
        """Return pieces among some that no world satisfies together with some literals, not the fewest.

        Returns:
            Numbers of pieces; None if a world satisfies all of them.
        """
        if self.fits(pieces, assumed):
            return None
        core = self.core()
        return frozenset(number for number, switch in enumerate(self._switches) if switch in core)

    def core(self) -> frozenset[int]:
        """Return literals that no world satisfies together: some of what the last refusal was asked."""
        return frozenset(self._solver.get_core() or ())

    def model(self) -> Sequence[int]:
        """Return what holds in the world that the last question found: literal n or -n at place n - 1."""
        found: Sequence[int] = self._solver.get_model()
        return found

    def world(self) -> World:
        """Return the world that the last question found."""
        model = frozenset(self.model())
        return {
            name: next(value for value, literal in row.items() if literal in model)
            for name, row in self._clauses.values.items()
        }

    def smallest_clashes(
        self,
        parts: Sequence[Sequence[int]],
        weights: Sequence[int],
        fixed: Sequence[int] = (),
        assumed: Sequence[int] = (),
    ) -> Iterator[tuple[int, ...]]:
        """Yield minimal sets of parts that no world satisfies together with what is fixed, lightest first.

        Args:
            parts: sets of pieces, each in or out as a whole.
            weights: the weight of each part, at least 1.
            fixed: pieces that are always in.
            assumed: literals that always hold.

        Yields:
            The numbers of the parts of each set, ascending; nothing if all of them together have a world.
        """
        asked = {*fixed, *chain.from_iterable(parts)}
        if self.fits(asked, assumed):
            return
        formula = WCNF()
        chosen = [self._group(part) for part in parts]
        on = (*(self._switches[one] for one in fixed), *assumed)
        # Clauses of pieces that stay switched off say nothing.
        off = frozenset(-switch for number, switch in enumerate(self._switches) if number not in asked)
        said = (_Clause(clause) for clause in self._clauses.plain() if off.isdisjoint(clause))
        formula.hard = [*said, *(_Clause((literal,)) for literal in on)]
        formula.nv = self._clauses.number
        for literal, weight in zip(chosen, weights, strict=True):
            formula.append([literal], weight=weight)
        with OptUx(formula, solver=_SOLVER, adapt=True, exhaust=True, minz=True, unsorted=False) as search:
            for found in search.enumerate():
                yield tuple(sorted(one - 1 for one in found))

    def _group(self, part: Sequence[int]) -> int:
        """Return a literal that switches several pieces on."""
        if len(part) == 1:
            return self._switches[part[0]]
        key = tuple(part)
        if key not in self._groups:
            literal = self._groups[key] = self._clauses.new()
            for one in part:
                self._clauses.require_any((-literal, self._switches[one]))
        return self._groups[key]

    def _load(self) -> None:
        if self._loaded == self._clauses.sizes:
            return
        for clause in self._clauses.plain(self._loaded):
            self._solver.add_clause(list(clause))
        self._loaded = self._clauses.sizes


def by_line(pieces: Sequence[Piece]) -> Mapping[int, tuple[int, ...]]:
    """Return the numbers of pieces by line of the log, 0 for the rules."""
    found: dict[int, list[int]] = {}
    for number, piece in enumerate(pieces):
        found.setdefault(piece.source.line, []).append(number)
    return {line: tuple(numbers) for line, numbers in sorted(found.items())}
