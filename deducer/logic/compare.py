"""What one puzzle says beyond another."""

from __future__ import annotations

from deducer.logic.terms import Cover, Formula, Option, Puzzle


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
    if not here <= there.keys() or set(map(_meant, puzzle.covers)) != set(map(_meant, other.covers)):
        return None
    return tuple(formula for formula in there if formula not in here)


def _meant(cover: Cover) -> tuple[frozenset[str], frozenset[Option]]:
    """Return a cover without what is there for explanations alone."""
    options = (Option("", one.guard, one.items, one.resources) for one in cover.options)
    return frozenset(item.name for item in cover.items), frozenset(options)
