"""Law 2: the survivors are the scripts for which a search over all the Mastermind's choices gives the log."""

from __future__ import annotations

import pytest
from exactness import differences, played

from deducer.play.setup import Size

SETS = ("firstSteps", "basicTragedy", "midnightZone", "mysteryCircle")
SMALL = Size(characters=6, loops=2, days=3)


def check(tragedy_set: str, seed: int, number: int) -> bool:
    """Compare on one game; False if the search forward does not know something that happens in it."""
    case, script = played(tragedy_set, seed, SMALL)
    try:
        found = next(differences(case, script, number, seed), None)
    except NotImplementedError:
        return False
    assert found is None, f"{tragedy_set}, seed {seed}: {found}"
    return True


@pytest.mark.parametrize("tragedy_set", SETS)
def test_survivors_are_what_a_search_forward_reproduces(tragedy_set: str) -> None:
    compared = [check(tragedy_set, seed, 8) for seed in range(8)]
    assert sum(compared) >= 4


@pytest.mark.long
@pytest.mark.parametrize("tragedy_set", SETS)
def test_survivors_of_three_hundred_games(tragedy_set: str) -> None:
    compared = seed = 0
    while compared < 300:
        compared += check(tragedy_set, 1000 + seed, 12)
        seed += 1
