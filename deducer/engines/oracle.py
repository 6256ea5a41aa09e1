"""The oracle: python-constraint as an independent, slow solver for small casts and for the plot layer.

It shares nothing with the other engines but the meaning of formulas (`deducer.logic.evaluate`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from constraint import FunctionConstraint, Problem

from deducer.logic.evaluate import Stated, covered, holds, spoken_of
from deducer.logic.terms import Constraint, Formula, Puzzle, World, variables_of
from deducer.provenance import Source

_EXTRA = Source(line=0, label="further formulas")


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
            Worlds in an order that depends on the puzzle alone; a few hundred a second.
        """
        stated: tuple[Stated, ...] = (
            *self.puzzle.constraints,
            *_constraints(extra),
            *self.puzzle.covers,
        )
        yield from self._solutions(self.puzzle.world_variables, stated)

    def count(self, extra: Sequence[Formula] = ()) -> int:
        """Count the surviving worlds that satisfy further formulas, one by one."""
        return sum(1 for _ in self.worlds(extra))

    def project(self, names: Sequence[str], extra: Sequence[Formula] = ()) -> Iterator[World]:
        """Yield the values some variables can take under the constraints that mention nothing else.

        Used for the plot layer: which plot combinations are legal under what is known of plots alone.

        Args:
            names: the variables.
            extra: further formulas about them.

        Yields:
            Distinct partial worlds, in an order that depends on the puzzle alone.
        """
        wanted = frozenset(names)
        stated = (c for c in self.puzzle.constraints if variables_of(c.formula) <= wanted)
        yield from self._solutions(names, (*stated, *_constraints(extra)))

    def _solutions(self, names: Sequence[str], stated: Sequence[Stated]) -> Iterator[World]:
        """Yield the distinct values of some variables in the solutions of constraints and covers."""
        tests = [(spoken_of(one), _test(one)) for one in stated]
        used = frozenset(names).union(*(mentioned for mentioned, _ in tests))
        domains = {name: self.puzzle.variables[name].domain for name in self.puzzle.variables if name in used}
        # python-constraint refuses empty domains, and reads an empty list of variables as all of them.
        if not all(domains.values()) or not all(test({}) for mentioned, test in tests if not mentioned):
            return
        if not domains:
            yield {}
            return
        problem = Problem()
        for name, domain in domains.items():
            problem.addVariable(name, list(domain))
        for mentioned, test in tests:
            if mentioned:
                _add(problem, [name for name in domains if name in mentioned], test)
        seen: set[tuple[str, ...]] = set()
        for solution in problem.getSolutionIter():  # type: ignore[no-untyped-call]
            key = tuple(solution[name] for name in names)
            if key not in seen:
                seen.add(key)
                yield dict(zip(names, key, strict=True))


def _constraints(formulas: Sequence[Formula]) -> tuple[Constraint, ...]:
    return tuple(Constraint(formula, _EXTRA) for formula in formulas)


def _test(stated: Stated) -> Callable[[World], bool]:
    if isinstance(stated, Constraint):
        return partial(holds, stated.formula)
    return partial(covered, stated)


def _add(problem: Problem, names: Sequence[str], test: Callable[[World], bool]) -> None:
    problem.addConstraint(
        FunctionConstraint(lambda *values: test(dict(zip(names, values, strict=True)))), names
    )
