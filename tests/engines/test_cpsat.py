"""CP-SAT on cases worked out by hand, and on puzzles of the size of a game."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from basic_size import ROLES, legal, played, with_truth

from deducer.engines.base import Core, line_sources, place
from deducer.engines.cpsat import FIRST_BATCH, CpSat
from deducer.logic.build import conjunction, count, member, negation
from deducer.logic.evaluate import survives
from deducer.logic.terms import FALSE, Constraint, Cover, Formula, Item, Option, Puzzle, Variable
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


def lines(core: Core) -> list[int]:
    assert not core.satisfiable
    return [source.line for source in core.sources]


def test_lines_that_clash_are_named_without_bystanders() -> None:
    stated = puzzle((KILLER, 1), (BOSS_KILLER, 2), (negation(BRAIN), 3), (member(NURSE, ("person",)), 4))
    assert lines(CpSat(stated).core()) == [1, 4]


def test_a_line_clashes_with_a_rule_alone() -> None:
    stated = puzzle((negation(KILLER), 0), (BOSS_KILLER, 1), (KILLER, 2))
    assert lines(CpSat(stated).core()) == [2]


def test_rules_that_clash_name_no_line() -> None:
    assert CpSat(puzzle((KILLER, 0), (BRAIN, 0), (BOSS_KILLER, 1))).core() == Core((), satisfiable=False)


def test_a_world_that_survives_needs_no_core() -> None:
    assert CpSat(puzzle((KILLER, 1))).core() == Core((), satisfiable=True)


def test_of_several_cores_the_one_with_later_lines_is_named() -> None:
    stated = puzzle((KILLER, 1), (KILLER, 2), (BRAIN, 3), (BRAIN, 4))
    assert lines(CpSat(stated).core()) == [2, 4]


def test_an_unsure_line_is_named_before_later_ones() -> None:
    stated = puzzle((KILLER, 1), (KILLER, 2), (BRAIN, 3), (BRAIN, 4), unsure=(1,))
    assert lines(CpSat(stated).core()) == [1, 4]


def test_further_formulas_are_treated_as_rules() -> None:
    stated = puzzle((KILLER, 1), (BOSS_KILLER, 2))
    assert lines(CpSat(stated).core((BRAIN,))) == [1]
    assert CpSat(stated).witness((BRAIN,)) is None


def test_an_item_without_explanation_is_the_fault_of_its_line() -> None:
    items = (Item("i", Source(1, "day 1")), Item("j", Source(2, "day 2")))
    both = Option("both", KILLER, frozenset("ij"))
    single = Option("single", BRAIN, frozenset("i"))
    seen = Cover(items, (both, single))
    known = (Constraint(BRAIN, Source(3, "fact")),)
    assert lines(CpSat(Puzzle(VARIABLES, known, (seen,))).core()) == [2, 3]


def test_one_line_is_one_source_whatever_it_said() -> None:
    first, second = Source(1, "day 1"), Source(1, "day 1", unsure=True)
    stated = Puzzle(VARIABLES, (Constraint(KILLER, first), Constraint(BRAIN, second)))
    assert line_sources(stated) == (second,)
    assert CpSat(stated).core().sources == (second,)


def test_the_fewest_lines_to_drop() -> None:
    stated = puzzle((KILLER, 1), (BRAIN, 2), (negation(BRAIN), 3), (BOSS_KILLER, 4))
    dropped = CpSat(stated).fewest_to_drop()
    assert dropped is not None
    assert [source.line for source in dropped] == [2]


def test_of_equally_few_lines_to_drop_the_unsure_then_the_later_go() -> None:
    def dropped(*unsure: int) -> list[int]:
        found = CpSat(puzzle((KILLER, 1), (BRAIN, 2), unsure=unsure)).fewest_to_drop()
        assert found is not None
        return [source.line for source in found]

    assert dropped() == [2]
    assert dropped(1) == [1]


def test_dropping_lines_cannot_mend_rules() -> None:
    assert CpSat(puzzle((FALSE, 0), (KILLER, 1))).fewest_to_drop() is None
    assert CpSat(puzzle((KILLER, 1))).fewest_to_drop() == ()


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


def test_the_lines_that_clash_in_a_puzzle_of_full_size() -> None:
    stated, truth = with_truth(0)
    lie = conjunction(*(negation(member(stated.variables[f"role.{one}"], ROLES)) for one in _holders(truth)))
    liar = Source(99, "line 99")
    core = CpSat(Puzzle(stated.variables, (*stated.constraints, Constraint(lie, liar)))).core()
    # Every main plot needs somebody with a role; the rest of the core may only say that nobody else has one.
    assert core.sources[-1] == liar


def _holders(truth: dict[str, str]) -> list[str]:
    return [name.removeprefix("role.") for name, value in truth.items() if value in ROLES]


SCRIPT = """
from basic_size import played
from deducer.engines.cpsat import CpSat
from deducer.logic.terms import Constraint, FALSE, In, Puzzle
from deducer.provenance import Source
stated = played()
for world in CpSat(stated).worlds(limit=40):
    print(*world.values())
print(*(f"{n}:{sorted(v)}" for n, v in CpSat(stated).possible().items()))
only = In("role.c0", frozenset(("key", "witch")))
clash = [Constraint(only, Source(9, "line 9"))]
clash.append(Constraint(In("plot.plan", frozenset(("yes",))), Source(8, "line 8")))
clash.append(Constraint(In("role.c1", frozenset(("key",))), Source(7, "line 7")))
print(CpSat(Puzzle(stated.variables, (*stated.constraints, *clash), stated.covers)).core())
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
    (only,) = outputs
    assert "line=7" in only
    assert "line=9" in only
