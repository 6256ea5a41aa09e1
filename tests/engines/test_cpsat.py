"""CP-SAT on cases worked out by hand, and on puzzles of the size of a game."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from basic_size import legal, played, with_truth

from deducer.engines.base import place
from deducer.engines.cpsat import FIRST_BATCH, CpSat
from deducer.logic.build import count, member
from deducer.logic.evaluate import survives
from deducer.logic.terms import FALSE, Constraint, Formula, Puzzle, Variable
from deducer.provenance import Source

NURSE = Variable("role.nurse", ("person", "killer", "brain"))
BOSS = Variable("role.boss", ("person", "killer", "brain"))
READING = Variable("reading", tuple("abcdefghij"), auxiliary=True)
VARIABLES = {variable.name: variable for variable in (NURSE, BOSS, READING)}

KILLER, BRAIN = member(NURSE, ("killer",)), member(NURSE, ("brain",))
BOSS_KILLER = member(BOSS, ("killer",))


def puzzle(*stated: tuple[Formula, int], unsure: tuple[int, ...] = ()) -> Puzzle:
    """Constraints from formulas and their lines; line 0 is a rule."""
    return Puzzle(
        VARIABLES,
        tuple(Constraint(f, Source(line, f"line {line}", unsure=line in unsure)) for f, line in stated),
    )


def test_no_world_leaves_no_value() -> None:
    assert CpSat(puzzle((FALSE, 0))).possible() == {"role.nurse": frozenset(), "role.boss": frozenset()}


def test_auxiliary_variables_repeat_no_world() -> None:
    switches = {f"v{n}": Variable(f"v{n}", ("no", "yes"), auxiliary=n >= 2) for n in range(12)}
    yes = {name: member(variable, ("yes",)) for name, variable in switches.items()}
    # Ten auxiliary variables with one statement on all: too many readings to be written away.
    stated = Puzzle(switches, (Constraint(count(yes.values(), 3, 9), Source(1, "line 1")),))
    found = [tuple(world.values()) for world in CpSat(stated).worlds()]
    assert sorted(found) == [("no", "no"), ("no", "yes"), ("yes", "no"), ("yes", "yes")]


def test_a_log_without_variables_has_one_empty_world() -> None:
    assert list(CpSat(Puzzle({})).worlds()) == [{}]


def test_before_any_observation_everything_is_possible() -> None:
    # A role is open to everybody, a plot may be chosen or not, and anybody may be a culprit.
    possible = CpSat(legal()).possible()
    assert all(possible[name] == set(variable.domain) for name, variable in legal().variables.items())


def test_many_worlds_are_found_in_batches_without_repeats() -> None:
    stated = played()
    found = list(islice(CpSat(stated).worlds(), 3 * FIRST_BATCH))
    assert len({place(stated, world) for world in found}) == 3 * FIRST_BATCH
    assert all(survives(stated, world) for world in found[:: FIRST_BATCH // 4])


@pytest.mark.parametrize("seed", range(3))
def test_the_truth_is_never_called_impossible(seed: int) -> None:
    # Solver versions exist that call satisfiable puzzles of this kind infeasible.
    stated, truth = with_truth(seed)
    assert survives(stated, truth)
    possible = CpSat(stated).possible()
    assert all(value in possible[name] for name, value in truth.items())


SCRIPT = """
from basic_size import played
from deducer.engines.cpsat import CpSat
stated = played()
for world in CpSat(stated).worlds(limit=40):
    print(*world.values())
print(*(f"{n}:{sorted(v)}" for n, v in CpSat(stated).possible().items()))
"""


def test_two_runs_and_two_hash_seeds_answer_alike() -> None:
    outputs = set()
    for seed in ("0", "4711"):
        path = os.pathsep.join((str(Path(__file__).parent), *sys.path))
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
        )
        outputs.add(run.stdout)
    assert len(outputs) == 1
