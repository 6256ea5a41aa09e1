"""What every engine can do, and the values engines answer with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final, Protocol

from deducer.logic.terms import Formula, Puzzle, World
from deducer.provenance import Source


@dataclass(frozen=True, slots=True)
class Level:
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


@dataclass(frozen=True, slots=True)
class Core:
    """Why a puzzle has no world.

    Attributes:
        sources: lines of the log that clash with the rules: unsatisfiable together, satisfiable without
            any one of them; in the order of the log. Empty if a world survives, and if the rules alone
            have none.
        satisfiable: whether a world survives.
    """

    sources: tuple[Source, ...]
    satisfiable: bool


def line_sources(puzzle: Puzzle) -> tuple[Source, ...]:
    """Return the lines of the log that a puzzle rests on, one source a line, in the order of the log.

    A line counts as unsure if any of its sources is.
    """
    by_line: dict[int, Source] = {}
    sources = [constraint.source for constraint in puzzle.constraints]
    sources.extend(item.source for cover in puzzle.covers for item in cover.items)
    for source in sources:
        held = by_line.get(source.line)
        if held is None or (source.unsure and not held.unsure):
            by_line[source.line] = source
    return tuple(by_line[line] for line in sorted(by_line) if line > 0)


def place(puzzle: Puzzle, world: World) -> tuple[int, ...]:
    """Return the positions of a world's values in their domains: the key that sorts worlds.

    Args:
        puzzle: the puzzle.
        world: a value for every world variable.

    Returns:
        One 0-based position for each world variable, in the puzzle's order.
    """
    return tuple(puzzle.variables[name].domain.index(world[name]) for name in puzzle.world_variables)
