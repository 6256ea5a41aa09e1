"""The diagram counts what the independent model counter Ganak counts, on puzzles of the size of a game."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from basic_size import PEOPLE, PLOTS, legal, played, with_truth

from deducer.engines.diagram import Diagram
from deducer.logic.terms import Puzzle

sys.path.append(str(Path(__file__).resolve().parents[1] / "bench"))

PUZZLES = {
    "legal": legal(),
    **{f"played {days} days": played(days) for days in range(1, 5)},
    **{
        f"true of one script, {seed}": with_truth(seed, clauses=4 + seed % 5, facts=3 * seed)[0]
        for seed in range(15)
    },
}


@pytest.mark.long
@pytest.mark.parametrize("puzzle", PUZZLES.values(), ids=list(PUZZLES))
def test_the_same_number_of_worlds(puzzle: Puzzle) -> None:
    pytest.importorskip("pyganak", reason="make bench and make test-long install it")
    from ganak import counter  # noqa: PLC0415  (an extra for development)

    roles = tuple(f"role.{one}" for one in PEOPLE)
    plots = tuple(f"plot.{plot}" for plot in PLOTS)
    assert Diagram(puzzle, roles, plots).worlds_left == counter(puzzle).count()
