"""The CP-SAT engine: satisfiable or not, possible values, first worlds, clashing lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from queue import Empty, Queue
from threading import Event, Thread
from typing import Final

from ortools.sat.python import cp_model
from ortools.util.python.sorted_interval_list import Domain

from deducer.engines.base import Core, line_sources
from deducer.logic.lower import as_formula, components
from deducer.logic.terms import (
    FALSE,
    And,
    Const,
    Count,
    Cover,
    Formula,
    In,
    Not,
    Option,
    Or,
    Puzzle,
    Variable,
    World,
)
from deducer.provenance import Source

Literal = cp_model.BoolVarT
Given = tuple[Literal, ...]

_GAP: Final = 0.5
"""How far from the most new values a model may stay: near enough, and found fast."""

_AHEAD: Final = 256
"""How many worlds are found ahead of those asked for."""

_TICK: Final = 0.05
"""Seconds to wait for an enumeration that is being stopped."""


class _Model:
    """A puzzle in CP-SAT's terms: a Boolean for each value of each variable.

    Every helper Boolean but a cover's choice of options is fixed by the variables, so it adds no solutions.

    Attributes:
        model: CP-SAT's model.
        values: the literal that says that a variable has a value.
    """

    def __init__(self, variables: Iterable[Variable]) -> None:
        self.model = cp_model.CpModel()
        self._true: Literal = self.model.new_constant(1)
        self._reified: dict[Formula, Literal] = {}
        self.values = {variable.name: self._value_literals(variable) for variable in variables}

    def fork(self) -> _Model:
        """Return a copy to which constraints can be added without changing this one."""
        copy = _Model(())
        copy.model = self.model.clone()
        copy._true = self._true
        copy._reified = dict(self._reified)
        copy.values = self.values
        return copy

    def _value_literals(self, variable: Variable) -> Mapping[str, Literal]:
        match variable.domain:
            case (only,):
                return {only: self._true}
            case (first, second):
                chosen = self.model.new_bool_var(variable.name)
                return {first: ~chosen, second: chosen}
            case domain:
                literals = {value: self.model.new_bool_var(f"{variable.name}={value}") for value in domain}
                self.model.add_exactly_one(literals.values())
                return literals

    def require(self, formula: Formula, given: Given = (), *, positive: bool = True) -> None:
        """Make a formula, or its negation, hold wherever all the given literals hold."""
        match formula:
            case Not(part=part):
                self.require(part, given, positive=not positive)
            case And(parts=parts) if positive:
                self._require_each(parts, given, positive=True)
            case Or(parts=parts) if not positive:
                self._require_each(parts, given, positive=False)
            case Count(parts=parts, low=low, high=high):
                self._require_count(parts, low, high, given, positive=positive)
            case _:
                self._require_some(formula, given, positive=positive)

    def _require_each(self, parts: Iterable[Formula], given: Given, *, positive: bool) -> None:
        for part in parts:
            self.require(part, given, positive=positive)

    def _require_some(self, formula: Formula, given: Given, *, positive: bool) -> None:
        """Require a disjunction: a clause of literals, or all but one part false implies that part."""
        clause: list[Literal] = []
        large: list[tuple[Formula, bool]] = []
        for part, sign in _disjuncts(formula, positive=positive):
            literals = self._small(part, positive=sign)
            if literals is None:
                large.append((part, sign))
            else:
                clause.extend(literals)
        clause.extend(self._signed(part, positive=sign) for part, sign in large[1:])
        if large:
            part, sign = large[0]
            self.require(part, (*given, *(~literal for literal in clause)), positive=sign)
        else:
            self.model.add_bool_or([*clause, *(~literal for literal in given)])

    def _small(self, formula: Formula, *, positive: bool) -> list[Literal] | None:
        """Return the literals one of which must hold for a formula without parts; None for others."""
        match formula:
            case Const(value=value):
                return [self._true] if value is positive else []
            case In(variable=variable, values=values):
                literals = self.values[variable]
                return [literals[value] for value in literals if (value in values) is positive]
            case _:
                return None

    def _require_count(
        self, parts: Sequence[Formula], low: int, high: int, given: Given, *, positive: bool
    ) -> None:
        literals = [self.literal(part) for part in parts]
        distinct = len(set(parts)) == len(parts)
        if positive and not given and distinct and high == 1 and low in {0, 1}:
            (self.model.add_exactly_one if low else self.model.add_at_most_one)(literals)
            return
        domain = Domain(low, high) if low <= high else Domain.from_intervals([])
        allowed = (domain if positive else domain.complement()).intersection_with(Domain(0, len(parts)))
        if allowed.is_empty():
            self.require(FALSE, given)
            return
        self.model.add_linear_expression_in_domain(
            cp_model.LinearExpr.sum(literals), allowed
        ).only_enforce_if(given)

    def literal(self, formula: Formula) -> Literal:
        """Return a literal that holds exactly where a formula holds."""
        if isinstance(formula, Not):
            return ~self.literal(formula.part)
        held = self._reified.get(formula)
        if held is None:
            held = self._reified[formula] = self._reify(formula)
        return held

    def _reify(self, formula: Formula) -> Literal:
        for positive in (True, False):
            literals = self._small(formula, positive=positive)
            if literals is not None and len(literals) <= 1:
                alone = literals[0] if literals else ~self._true
                return alone if positive else ~alone
        reified = self.model.new_bool_var("")
        self.require(formula, (reified,))
        self.require(formula, (~reified,), positive=False)
        return reified

    def _signed(self, formula: Formula, *, positive: bool) -> Literal:
        return self.literal(formula) if positive else ~self.literal(formula)


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


class CpSat:
    """CP-SAT on one puzzle, lowered once and reused; one worker, fixed seed, no limit of time.

    Attributes:
        puzzle: the puzzle.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    @cached_property
    def _lowered(self) -> tuple[_Model, bool]:
        """The puzzle as a model, and whether its solutions may repeat a world."""
        lowered = _Model(self.puzzle.variables.values())
        repeats = any(variable.auxiliary for variable in self.puzzle.variables.values())
        for constraint in self.puzzle.constraints:
            lowered.require(constraint.formula)
        for cover in self.puzzle.covers:
            for part in components(cover):
                formula = as_formula(part)
                if formula is not None:
                    lowered.require(formula)
                else:
                    _require_cover(lowered, part, {})
                    repeats = True
        return lowered, repeats

    def _with(self, extra: Sequence[Formula]) -> _Model:
        lowered = self._lowered[0].fork()
        for formula in extra:
            lowered.require(formula)
        return lowered

    def witness(self, extra: Sequence[Formula] = ()) -> World | None:
        """Return some surviving world that satisfies further formulas; None if there is none."""
        lowered = self._with(extra)
        solver = _solve(lowered.model)
        return None if solver is None else self._read(lowered, solver.boolean_value)

    def possible(self, extra: Sequence[Formula] = ()) -> Mapping[str, frozenset[str]]:
        """Return the values each world variable takes in surviving worlds that satisfy further formulas.

        Each model found marks its values; the next must show one not seen yet, and is asked for many. The
        cost is a few dozen solves.

        Args:
            extra: further formulas.

        Returns:
            The values by variable; all sets are empty if and only if no such world survives.
        """
        lowered = self._with(extra)
        seen: dict[str, set[str]] = {name: set() for name in self.puzzle.world_variables}
        while (solver := _solve(lowered.model, gap=_GAP)) is not None:
            for name, value in self._read(lowered, solver.boolean_value).items():
                seen[name].add(value)
            new = [
                literal
                for name, values in seen.items()
                for value, literal in lowered.values[name].items()
                if value not in values
            ]
            lowered.model.add_bool_or(new)
            lowered.model.maximize(cp_model.LinearExpr.sum(new))
        return {name: frozenset(values) for name, values in seen.items()}

    def worlds(self, extra: Sequence[Formula] = (), limit: int | None = None) -> Iterator[World]:
        """Yield distinct surviving worlds that satisfy further formulas, at most `limit` of them.

        Args:
            extra: further formulas.
            limit: most worlds to yield; None for all.

        Yields:
            Worlds in an order that depends on the puzzle alone. Some thousand a second; where auxiliary
            choices can repeat a world, those yielded are remembered.
        """
        lowered = self._with(extra)
        repeats = self._lowered[1]
        known: set[tuple[str, ...]] = set()
        if limit is not None and limit <= 0:
            return
        for world in _enumerate(lowered, self.puzzle.world_variables):
            if repeats:
                key = tuple(world.values())
                if key in known:
                    continue
                known.add(key)
            yield world
            if limit is not None:
                limit -= 1
                if limit == 0:
                    return

    def core(self, extra: Sequence[Formula] = ()) -> Core:
        """Say which lines of the log clash with the rules.

        Args:
            extra: further formulas, treated as rules.

        Returns:
            A minimal set of lines, each confirmed by a solve of its own; lines marked unsure, then later
            lines, are named where there is a choice.
        """
        if self.witness(extra) is not None:
            return Core((), satisfiable=True)
        lowered, switches = self._switched(extra)
        sources = sorted(line_sources(self.puzzle), key=lambda s: (s.unsure, s.line))
        if not _feasible(lowered, []):
            return Core((), satisfiable=False)
        kept = list(sources)
        for source in sources:
            rest = [other for other in kept if other is not source]
            if source in kept and not _feasible(lowered, [switches[other.line] for other in rest]):
                kept = rest
        return Core(tuple(sorted(kept)), satisfiable=False)

    def _switched(self, extra: Sequence[Formula]) -> tuple[_Model, Mapping[int, Literal]]:
        """Lower the puzzle with one literal a line of the log that switches on what the line said."""
        lowered = _Model(self.puzzle.variables.values())
        switches: dict[int, Literal] = {
            source.line: lowered.model.new_bool_var(f"line {source.line}")
            for source in line_sources(self.puzzle)
        }
        for constraint in self.puzzle.constraints:
            lowered.require(constraint.formula, _given(constraint.source, switches))
        for cover in self.puzzle.covers:
            _require_cover(lowered, cover, switches)
        for formula in extra:
            lowered.require(formula)
        return lowered, switches

    def _read(self, lowered: _Model, value: Callable[[Literal], bool]) -> dict[str, str]:
        return _world_of(lowered, self.puzzle.world_variables, value)


def _given(source: Source, switches: Mapping[int, Literal]) -> Given:
    return (switches[source.line],) if source.line in switches else ()


def _require_cover(lowered: _Model, cover: Cover, switches: Mapping[int, Literal]) -> None:
    """Require a cover by a Boolean for each option; an item counts only while its line is switched on."""
    chosen: dict[Option, Literal] = {}
    by_resource: dict[str, list[Literal]] = {}
    for option in dict.fromkeys(cover.options):
        chosen[option] = lowered.model.new_bool_var(option.name)
        lowered.require(option.guard, (chosen[option],))
        for resource in sorted(option.resources):
            by_resource.setdefault(resource, []).append(chosen[option])
    for literals in by_resource.values():
        lowered.model.add_at_most_one(literals)
    for item in cover.items:
        ways = [literal for option, literal in chosen.items() if item.name in option.items]
        given = _given(item.source, switches)
        lowered.model.add_linear_expression_in_domain(
            cp_model.LinearExpr.sum(ways), Domain(1, 1)
        ).only_enforce_if(given)


def _solver(gap: float = 0.0) -> cp_model.CpSolver:
    """Return a solver whose answers depend on the model alone."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.relative_gap_limit = gap
    return solver


def _solve(model: cp_model.CpModel, gap: float = 0.0) -> cp_model.CpSolver | None:
    """Solve a model; None if it has no solution."""
    solver = _solver(gap)
    status = solver.solve(model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return solver
    if status == cp_model.INFEASIBLE:
        return None
    msg = f"CP-SAT could not decide the model: {solver.status_name(status)}"
    raise RuntimeError(msg)


def _feasible(lowered: _Model, switched_on: Sequence[Literal]) -> bool:
    """Tell whether a model has a solution with some literals on."""
    lowered.model.clear_assumptions()
    lowered.model.add_assumptions(switched_on)
    return _solve(lowered.model) is not None


def _world_of(lowered: _Model, names: Iterable[str], value: Callable[[Literal], bool]) -> dict[str, str]:
    return {
        name: next(word for word, literal in lowered.values[name].items() if value(literal)) for name in names
    }


class _Collector(cp_model.CpSolverSolutionCallback):
    """Hands each solution to a queue; stops when nobody wants more."""

    def __init__(self, lowered: _Model, names: tuple[str, ...], found: Queue[dict[str, str] | None]) -> None:
        super().__init__()
        self._lowered, self._names, self._found = lowered, names, found
        self.stopped = Event()

    def on_solution_callback(self) -> None:
        """Take one solution."""
        if self.stopped.is_set():
            self.stop_search()
            return
        self._found.put(_world_of(self._lowered, self._names, self.boolean_value))


def _enumerate(lowered: _Model, names: tuple[str, ...]) -> Iterator[dict[str, str]]:
    """Yield every solution's world; CP-SAT enumerates rightly only with one worker."""
    found: Queue[dict[str, str] | None] = Queue(maxsize=_AHEAD)
    collector = _Collector(lowered, names, found)
    solver = _solver()
    solver.parameters.enumerate_all_solutions = True

    def run() -> None:
        try:
            solver.solve(lowered.model, collector)
        finally:
            found.put(None)

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        while (world := found.get()) is not None:
            yield world
    finally:
        collector.stopped.set()
        while thread.is_alive():
            with suppress(Empty):
                found.get(timeout=_TICK)
        thread.join()
