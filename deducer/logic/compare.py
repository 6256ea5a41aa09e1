"""What one puzzle says beyond another."""

from __future__ import annotations

from collections.abc import Hashable

from deducer.logic.evaluate import Stated
from deducer.logic.terms import Constraint, Formula, Option, Puzzle


def further(puzzle: Puzzle, other: Puzzle) -> tuple[Formula, ...] | None:
    """Return what another puzzle says beyond one, whatever lines it comes from.

    Args:
        puzzle: the one.
        other: the other, over the same variables.

    Returns:
        The formulas that it says besides; None if it leaves out something or has other covers.
    """
    here = {constraint.formula for constraint in puzzle.constraints}
    there = dict.fromkeys(constraint.formula for constraint in other.constraints)
    if not here <= there.keys() or set(map(meaning, puzzle.covers)) != set(map(meaning, other.covers)):
        return None
    return tuple(formula for formula in there if formula not in here)


def meaning(stated: Stated) -> Hashable:
    """Return what a constraint or a cover says, without what is there for explanations alone."""
    if isinstance(stated, Constraint):
        return stated.formula
    options = (Option("", one.guard, one.items, one.resources) for one in stated.options)
    return frozenset(item.name for item in stated.items), frozenset(options)
