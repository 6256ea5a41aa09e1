"""The CP-SAT engine: satisfiable or not, possible values, first worlds.

CP-SAT 9.15 has been seen to call satisfiable models infeasible when they hold linear constraints. A wrong
"impossible" is the one mistake this program must not make, so puzzles are lowered to clauses and exactly-one
constraints alone, and a first "infeasible" counts only when a second, different search says so too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from ortools.sat.python import cp_model

from deducer.logic.clauses import Clauses
from deducer.logic.lower import lowered
from deducer.logic.terms import Formula, Puzzle, World
from deducer.record import Record

FIRST_BATCH: Final = 64
"""How many worlds are found before the first is handed out, if so many are wanted."""

LARGEST_BATCH: Final = 16384
"""How many worlds are found in one search at most."""

PATIENCE: Final = 32
"""After so many solutions in a row without a new world, forbidding the known ones is cheaper."""


class CpSat:
    """CP-SAT on one puzzle, lowered once and reused; one worker, fixed seed, no limit of time.

    Attributes:
        puzzle: the puzzle.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def witness(self, extra: Sequence[Formula] = ()) -> World | None:
        """Return some surviving world that satisfies further formulas; None if there is none."""
        return next(iter(self.worlds(extra, limit=1)), None)

    def possible(self, extra: Sequence[Formula] = ()) -> Mapping[str, frozenset[str]]:
        """Return the values each world variable takes in surviving worlds that satisfy further formulas.

        Args:
            extra: further formulas.

        Returns:
            The values by variable; all sets are empty if and only if no such world survives. The cost is a
            few dozen solves.
        """
        model = self._with(extra)
        literals = {name: model.clauses.values[name] for name in self.puzzle.world_variables}
        shown = _shown(model, [literal for row in literals.values() for literal in row.values()])
        return {
            name: frozenset(value for value, literal in row.items() if literal in shown)
            for name, row in literals.items()
        }

    def possible_formulas(
        self, formulas: Sequence[Formula], extra: Sequence[Formula] = ()
    ) -> tuple[bool, ...]:
        """Tell of each formula whether some surviving world that satisfies the further ones satisfies it.

        Args:
            formulas: the formulas asked about, each on its own.
            extra: further formulas that hold in every world meant.

        Returns:
            One answer a formula; at most one solve more than there are formulas.
        """
        model = self._with(extra)
        literals = [model.clauses.literal(formula) for formula in formulas]
        shown = _shown(model, literals)
        return tuple(literal in shown for literal in literals)

    def worlds(self, extra: Sequence[Formula] = (), limit: int | None = None) -> Iterator[World]:
        """Yield distinct surviving worlds that satisfy further formulas, at most `limit` of them.

        Args:
            extra: further formulas.
            limit: most worlds to yield; None for all.

        Yields:
            Worlds in an order that depends on the puzzle alone, found in batches: some thousand a second,
            some hundred where auxiliary variables or choices of options repeat worlds. Those yielded are
            remembered, so hundreds of thousands are too many.
        """
        model = self._with(extra)
        size = FIRST_BATCH if limit is None else min(limit, LARGEST_BATCH)
        left = limit
        while left is None or left > 0:
            batch = _enumerate(model, self.puzzle.world_variables, size)
            if not batch:
                return
            yield from batch[:left]
            left = None if left is None else left - len(batch)
            for world in batch:
                values = model.clauses.values
                model.clauses.require_any(-values[name][value] for name, value in world.items())
            size = min(4 * size, LARGEST_BATCH) if left is None else min(left, LARGEST_BATCH)

    @cached_property
    def _lowered(self) -> _Model:
        puzzle = lowered(self.puzzle)
        clauses = Clauses(puzzle.variables.values())
        for constraint in puzzle.constraints:
            clauses.require(constraint.formula)
        for cover in puzzle.covers:
            clauses.require_cover(cover)
        return _Model(clauses)

    def _with(self, extra: Sequence[Formula]) -> _Model:
        model = self._lowered.fork()
        for formula in extra:
            model.clauses.require(formula)
        return model


class _Model:
    """Clauses as a CP-SAT model, kept in step as the clauses grow.

    Attributes:
        clauses: the clauses.
    """

    def __init__(self, clauses: Clauses) -> None:
        self.clauses = clauses
        self._model = cp_model.CpModel()
        self._literals: dict[int, cp_model.BoolVarT] = {}
        self._loaded = (0, 0, 0)

    def fork(self) -> _Model:
        """Return a copy to which clauses can be added without changing this one."""
        self._load()
        copy = _Model(self.clauses.fork())
        copy._model = self._model.clone()
        copy._literals = self._literals.copy()
        copy._loaded = self._loaded
        return copy

    def solve(self, prefer: Sequence[int]) -> _Solution | None:
        """Find a solution, deciding some literals first and for true, in their order.

        Returns:
            A solution; None if two different searches find none.
        """
        model = self._preferring(prefer)
        for search in (_quick_search(), _other_search()):
            status = search.solve(model)
            if status in {cp_model.OPTIMAL, cp_model.FEASIBLE}:
                return _Solution(list(search.response_proto.solution))
            if status != cp_model.INFEASIBLE:
                msg = f"CP-SAT could not decide the model: {search.status_name(status)}"
                raise RuntimeError(msg)
        return None

    def enumerate(self, prefer: Sequence[int], found: _Collector) -> None:
        """Pass solutions to a collector until it is full or, by CP-SAT's word, there are no more."""
        search = _quick_search()
        search.parameters.enumerate_all_solutions = True
        search.solve(self._preferring(prefer), found)

    def _preferring(self, literals: Sequence[int]) -> cp_model.CpModel:
        self._load()
        model = self._model.clone()
        variables = [self._literals[literal] for literal in literals]
        model.add_decision_strategy(variables, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
        return model

    def _load(self) -> None:
        """Add the clauses that CP-SAT's model lacks; its Booleans are numbered from 0 in our order."""
        for number in range(len(self._literals) // 2 + 1, self.clauses.number + 1):
            literal = self._model.new_bool_var("")
            self._literals[number], self._literals[-number] = literal, ~literal
        kinds = (self.clauses.any_of, self.clauses.one_of, self.clauses.one_at_most_of)
        add = (self._model.add_bool_or, self._model.add_exactly_one, self._model.add_at_most_one)
        for groups, loaded, add_group in zip(kinds, self._loaded, add, strict=True):
            for group in groups[loaded:]:
                add_group([self._literals[literal] for literal in group])
        self._loaded = self.clauses.sizes


class _Solution(Record, frozen=True):
    """Which literals hold; `values` has those of CP-SAT's Booleans."""

    values: Sequence[int]

    def holds(self, literal: int) -> bool:
        return bool(self.values[literal - 1]) if literal > 0 else not self.values[-literal - 1]

    def world(self, clauses: Clauses, names: Iterable[str]) -> dict[str, str]:
        return {
            name: next(value for value, literal in clauses.values[name].items() if self.holds(literal))
            for name in names
        }


def _quick_search() -> cp_model.CpSolver:
    """Return a search that decides in the order asked for; nothing is presolved, since models are small."""
    search = cp_model.CpSolver()
    search.parameters.num_workers = 1
    search.parameters.random_seed = 0
    search.parameters.search_branching = cp_model.FIXED_SEARCH
    search.parameters.cp_model_presolve = False
    search.parameters.cp_model_probing_level = 0
    search.parameters.symmetry_level = 0
    search.parameters.linearization_level = 0
    search.parameters.use_sat_inprocessing = False
    return search


def _other_search() -> cp_model.CpSolver:
    """Return a search that has as little as possible in common with the quick one."""
    search = cp_model.CpSolver()
    search.parameters.num_workers = 1
    search.parameters.random_seed = 1
    return search


class _Collector(cp_model.CpSolverSolutionCallback):
    """Collects distinct worlds while CP-SAT enumerates solutions.

    Attributes:
        worlds: the worlds found, in the order found, as values of the world variables.
    """

    def __init__(self, clauses: Clauses, names: Sequence[str], size: int) -> None:
        super().__init__()
        self._clauses, self._names, self._size = clauses, names, size
        self._repeats = 0
        self.worlds: dict[tuple[str, ...], None] = {}

    def on_solution_callback(self) -> None:
        """Take one solution; CP-SAT may bring some more after it was told to stop."""
        if len(self.worlds) >= self._size or self._repeats >= PATIENCE:
            self.stop_search()
            return
        # The values live only as long as the response; reading single ones is much faster than copying all.
        response = self.response_proto
        world = _Solution(response.solution).world(self._clauses, self._names)
        key = tuple(world.values())
        self._repeats = self._repeats + 1 if key in self.worlds else 0
        self.worlds[key] = None


def _enumerate(model: _Model, names: Sequence[str], size: int) -> list[dict[str, str]]:
    """Find at most a number of worlds; none only if none is left."""
    prefer = [literal for name in names for literal in model.clauses.values[name].values()]
    found = _Collector(model.clauses, names, size)
    model.enumerate(prefer, found)
    if found.worlds:
        return [dict(zip(names, values, strict=True)) for values in found.worlds]
    solution = model.solve(prefer)
    return [] if solution is None else [solution.world(model.clauses, names)]


def _shown(model: _Model, literals: Sequence[int]) -> frozenset[int]:
    """Return the literals that hold in some solution; each solution found must have one not seen yet."""
    unseen = list(dict.fromkeys(literals))
    while unseen:
        model.clauses.require_any(unseen)
        solution = model.solve(unseen)
        if solution is None:
            break
        unseen = [literal for literal in unseen if not solution.holds(literal)]
    return frozenset(literals) - frozenset(unseen)
