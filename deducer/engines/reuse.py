"""What a diagram leaves to that of a puzzle that says more, so that a game is not counted anew each line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from deducer.engines.along import Along
from deducer.engines.compile import Graph
from deducer.errors import OverBudgetError
from deducer.logic.build import member
from deducer.logic.compare import further
from deducer.logic.terms import TRUE, Formula, Puzzle, variables_of
from deducer.record import Record

if TYPE_CHECKING:
    from deducer.engines.diagram import Diagram


class Ready(Record, frozen=True):
    """What an earlier diagram leaves to one whose puzzle says more.

    Attributes:
        puzzle: the puzzle it is for.
        known: what follows from that puzzle of single variables.
        graph: its compiled diagram; None if it has to be compiled.
    """

    puzzle: Puzzle
    known: tuple[Formula, ...] = ()
    graph: Graph | None = None


def taken_over(diagram: Diagram, puzzle: Puzzle) -> Ready | None:
    """Return what a diagram leaves to that of another puzzle.

    Args:
        diagram: the diagram; it is compiled if it was not.
        puzzle: over the same variables.

    Returns:
        Where the puzzle says the same and more: the compiled diagram, if it says more of the projection and
        the selectors alone, otherwise the values that are left. None if it says the same.

    Raises:
        OverBudgetError: the diagram is over its budget.
    """
    more = further(diagram.puzzle, puzzle)
    if more == ():
        return None
    if more is None:
        return Ready(puzzle)
    graph = _followed(diagram, more)
    return Ready(puzzle, () if graph is not None else tuple(_left(diagram)), graph)


def _followed(diagram: Diagram, formulas: Sequence[Formula]) -> Graph | None:
    """Return the diagram of the worlds that satisfy further formulas; None if compiling it costs less."""
    graph = diagram.graph
    if (
        graph is None
        or not graph.layers
        or not variables_of(*formulas) <= {*diagram.projection, *diagram.selectors}
    ):
        return None
    try:
        kept = Along(graph, formulas).kept()
    except OverBudgetError:
        return None
    # Equal nodes are not merged when paths are followed, so what grows is better compiled.
    return kept if kept.size <= graph.size else None


def _left(diagram: Diagram) -> Iterator[Formula]:
    """Yield what is known of single variables."""
    for name, values in diagram.possible().items():
        formula = member(diagram.puzzle.variables[name], values)
        if formula != TRUE:
            yield formula
