"""Law 2: the survivors are the scripts for which a search over all the Mastermind's choices gives the log."""

from __future__ import annotations

import pytest
from exactness import differences, played

from deducer.play.setup import Size

SETS = ("firstSteps", "basicTragedy", "midnightZone", "mysteryCircle")
SMALL = Size(characters=6, loops=2, days=3)


def compare(tragedy_set: str, seed: int, number: int) -> None:
    """Compare on one game; a rule that the search forward does not know is a failure too."""
    case, script = played(tragedy_set, seed, SMALL)
    found = next(differences(case, script, number, seed), None)
    assert found is None, f"{tragedy_set}, seed {seed}: {found}"


@pytest.mark.parametrize("tragedy_set", SETS)
def test_survivors_are_what_a_search_forward_reproduces(tragedy_set: str) -> None:
    for seed in range(6):
        compare(tragedy_set, seed, 8)


@pytest.mark.long
@pytest.mark.parametrize("tragedy_set", SETS)
def test_survivors_of_three_hundred_games(tragedy_set: str) -> None:
    for seed in range(1000, 1300):
        compare(tragedy_set, seed, 12)
