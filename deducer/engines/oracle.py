"""The oracle: python-constraint as an independent, slow solver for small casts and for the plot layer.

It shares nothing with the CP-SAT engine but the meaning of formulas (`deducer.logic.evaluate`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from constraint import FunctionConstraint, Problem

from deducer.logic.evaluate import covered, holds
from deducer.logic.terms import FALSE, Cover, Formula, Puzzle, World, variables_of


class Oracle:
    """python-constraint on one puzzle.

    Attributes:
        puzzle: the puzzle.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def worlds(self, extra: Sequence[Formula] = ()) -> Iterator[World]:
        """Yield every distinct surviving world that satisfies further formulas.

        Args:
            extra: further formulas.

        Yields:
            Worlds in the solver's order; a few hundred a second.
        """
        formulas = [constraint.formula for constraint in self.puzzle.constraints]
        yield from self._solutions(self.puzzle.world_variables, [*formulas, *extra], self.puzzle.covers)

    def project(self, names: Sequence[str], extra: Sequence[Formula] = ()) -> Iterator[World]:
        """Yield the values some variables can take under the constraints that mention nothing else.

        Used for the plot layer: which plot combinations are legal under what is known of plots alone.

        Args:
            names: the variables, at least one.
            extra: further formulas about them.

        Yields:
            Distinct partial worlds.
        """
        wanted = frozenset(names)
        formulas = [c.formula for c in self.puzzle.constraints if variables_of(c.formula) <= wanted]
        yield from self._solutions(tuple(names), [*formulas, *extra], ())

    def _solutions(
        self, names: tuple[str, ...], formulas: Iterable[Formula], covers: Iterable[Cover]
    ) -> Iterator[World]:
        problem = Problem()
        mentioned = {name for name, variable in self.puzzle.variables.items() if variable.auxiliary}
        for name in (*names, *sorted(mentioned - set(names))):
            problem.addVariable(name, list(self.puzzle.variables[name].domain))
        for formula in formulas:
            if formula == FALSE:
                return
            _add(problem, variables_of(formula), partial(holds, formula))
        for cover in covers:
            used = frozenset().union(*(variables_of(option.guard) for option in cover.options))
            if not used and not covered(cover, {}):
                return
            _add(problem, used, partial(covered, cover))
        seen: set[tuple[str, ...]] = set()
        for solution in problem.getSolutionIter():  # type: ignore[no-untyped-call]
            key = tuple(solution[name] for name in names)
            if key not in seen:
                seen.add(key)
                yield dict(zip(names, key, strict=True))


def _add(problem: Problem, used: frozenset[str], holds_in: Callable[[World], bool]) -> None:
    """Add a test over some variables; none for no variables, since an empty list would mean all of them."""
    names = sorted(used)
    if names:
        problem.addConstraint(
            FunctionConstraint(lambda *values: holds_in(dict(zip(names, values, strict=True)))), names
        )
