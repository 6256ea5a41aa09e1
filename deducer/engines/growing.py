"""A SAT solver that is asked about one puzzle after another over the same variables.

What two puzzles share is loaded once, so asking about the next one costs little more than what is new in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from pysat.solvers import Solver

from deducer.logic.clauses import Clauses
from deducer.logic.terms import Constraint, Cover, Formula, Variable

_SOLVER: Final = "glucose4"
_LARGEST: Final = 300_000  # clauses: above it, what earlier puzzles left behind costs more than it spares


class Growing:
    """The solver.

    Attributes:
        variables: the variables of every puzzle that will be asked about.
    """

    def __init__(self, variables: Iterable[Variable]) -> None:
        self.variables = tuple(variables)
        self._begin()

    def _begin(self) -> None:
        self._clauses = Clauses(self.variables)
        self._solver = Solver(name=_SOLVER)
        self._formulas: dict[Formula, int] = {}
        # What is known by identity is kept, so that its identity stays its own.
        self._constraints: dict[int, tuple[Constraint, int]] = {}
        self._covers: dict[int, tuple[Cover, dict[str, int]]] = {}
        self._loaded = (0, 0, 0)

    def fits(self, stated: Iterable[Constraint | Cover]) -> bool:
        """Tell whether a world satisfies constraints and covers."""
        if len(self._clauses.any_of) > _LARGEST:
            self._solver.delete()
            self._begin()
        switches = [switch for one in stated for switch in self._switches(one)]
        self._load()
        return bool(self._solver.solve(switches))

    def _switches(self, stated: Constraint | Cover) -> Iterable[int]:
        """Return what switches a constraint or a cover on."""
        if isinstance(stated, Constraint):
            return (self._constraint(stated),)
        return self._cover(stated).values()

    def _constraint(self, constraint: Constraint) -> int:
        held = self._constraints.get(id(constraint))
        if held is None:
            switch = self._formulas.get(constraint.formula)
            if switch is None:
                switch = self._formulas[constraint.formula] = self._clauses.new()
                self._clauses.require(constraint.formula, (switch,))
            held = self._constraints[id(constraint)] = (constraint, switch)
        return held[1]

    def _cover(self, cover: Cover) -> dict[str, int]:
        held = self._covers.get(id(cover))
        if held is None:
            switches = {item.name: self._clauses.new() for item in cover.items}
            self._clauses.require_cover(cover, lambda item: (switches[item.name],))
            held = self._covers[id(cover)] = (cover, switches)
        return held[1]

    def _load(self) -> None:
        for clause in self._clauses.plain(self._loaded):
            self._solver.add_clause(list(clause))
        self._loaded = self._clauses.sizes
