"""What every engine can do, and the values engines answer with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Final, Protocol

from deducer.logic.terms import Formula, Puzzle, World
from deducer.record import Record


class Level(Record, frozen=True):
    """Joint values of the projection that are equally likely.

    Attributes:
        share: the share of each.
        number: how many there are.
        found: they, in a fixed order; can be gone through once.
    """

    share: Fraction
    number: int
    found: Iterator[World]


BUDGET: Final = 4_000_000
"""How many edges a decision diagram may have while it is compiled."""


class Prior(StrEnum):
    """What is equally likely."""

    WORLDS = "worlds"
    SELECTORS = "selectors"
    PROJECTION = "projection"


class Engine(Protocol):
    """Finds the worlds of one puzzle. Answers depend on the puzzle alone, never on time or chance."""

    def witness(self, extra: Sequence[Formula] = ()) -> World | None:
        """Return some surviving world that satisfies further formulas; None if there is none."""
        ...

    def possible(self, extra: Sequence[Formula] = ()) -> Mapping[str, frozenset[str]]:
        """Return the values each world variable takes in surviving worlds that satisfy further formulas.

        All sets are empty if and only if no such world survives.
        """
        ...

    def worlds(self, extra: Sequence[Formula] = (), limit: int | None = None) -> Iterator[World]:
        """Yield distinct surviving worlds that satisfy further formulas, at most `limit` of them."""
        ...


def place(puzzle: Puzzle, world: World) -> tuple[int, ...]:
    """Return the positions of a world's values in their domains: the key that sorts worlds.

    Args:
        puzzle: the puzzle.
        world: a value for every world variable.

    Returns:
        One 0-based position for each world variable, in the puzzle's order.
    """
    return tuple(puzzle.variables[name].domain.index(world[name]) for name in puzzle.world_variables)
