"""What is settled in simulated games and in the examples has an argument that stands."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest
from played import SETS, games, judged, settled

from deducer.case import Case
from deducer.explain.core import arguments

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.play"))
TOLD = 0.95


def _argue(tragedy_set: str, seed: int, number: int, each: int) -> tuple[int, int]:
    """How many claims were argued, and how many of their arguments were told step by step."""
    chance = Random(seed)  # noqa: S311  (no secret)
    told = claims = 0
    for case, _ in games(tragedy_set, seed, number):
        found = settled(case)
        for claim in chance.sample(found, min(each, len(found))):
            verdict = judged(case, claim)
            assert verdict.wrong == ()
            claims += 1
            told += verdict.chain is not None
    return claims, told


@pytest.mark.parametrize("tragedy_set", SETS)
def test_what_is_settled_in_a_few_games(tragedy_set: str) -> None:
    claims, _ = _argue(tragedy_set, 21, 2, 8)
    assert claims == 16


@pytest.mark.long
def test_what_is_settled_in_many_games(capsys: pytest.CaptureFixture[str]) -> None:
    figures = {name: _argue(name, 77, 13, 10) for name in SETS}
    with capsys.disabled():
        sys.stdout.write(f"\nclaims, and arguments told step by step: {figures}\n")
    assert sum(claims for claims, _ in figures.values()) >= 500
    assert sum(told for _, told in figures.values()) >= TOLD * sum(claims for claims, _ in figures.values())


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_settled_cell_of_an_example_has_an_argument(path: Path) -> None:
    case = Case.from_text(path.read_text(encoding="utf-8"))
    found = settled(case)
    assert found
    assert all(next(arguments(case, claim), None) is not None for claim in found[::5])


@pytest.mark.long
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_argument_of_an_example_stands(path: Path) -> None:
    case = Case.from_text(path.read_text(encoding="utf-8"))
    assert [(claim, wrong) for claim in settled(case) if (wrong := judged(case, claim).wrong)] == []
