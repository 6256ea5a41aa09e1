"""The model counter Ganak on a puzzle written as clauses: an independent exact count."""

from __future__ import annotations

from pyganak import Counter

from deducer.logic.clauses import Clauses
from deducer.logic.terms import Puzzle


def counter(puzzle: Puzzle) -> Counter:
    """Return a counter of the puzzle's worlds; helper literals are projected away."""
    clauses = Clauses(puzzle.variables.values())
    for constraint in puzzle.constraints:
        clauses.require(constraint.formula)
    for cover in puzzle.covers:
        clauses.require_cover(cover)
    found = Counter()
    found.new_vars(clauses.number)
    found.add_clauses(list(clauses.plain()))
    world = {abs(literal) for name in puzzle.world_variables for literal in clauses.values[name].values()}
    found.set_sampling_set(sorted(world))
    return found
