"""Clashes of lines: by hand, and against trying every set of lines with the independent oracle."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import puzzles, survivors

from deducer.engines.growing import Growing
from deducer.engines.oracle import Oracle
from deducer.engines.sat import Sat, by_line
from deducer.logic.build import member, negation
from deducer.logic.lower import without
from deducer.logic.terms import Constraint, Cover, Formula, Item, Option, Puzzle, Variable
from deducer.provenance import Source

NURSE = Variable("role.nurse", ("person", "killer", "brain"))
BOSS = Variable("role.boss", ("person", "killer", "brain"))
VARIABLES = {variable.name: variable for variable in (NURSE, BOSS)}
KILLER, BRAIN = member(NURSE, ("killer",)), member(NURSE, ("brain",))
BOSS_KILLER = member(BOSS, ("killer",))


def puzzle(*stated: tuple[Formula, int]) -> Puzzle:
    """Constraints from formulas and their lines; line 0 is a rule."""
    return Puzzle(VARIABLES, tuple(Constraint(f, Source(line, f"line {line}")) for f, line in stated))


def clashes(stated: Puzzle) -> list[tuple[int, ...]]:
    """Return every minimal set of lines that clash, the smallest first; an empty one if the rules do."""
    sat = Sat(stated)
    parts = dict(by_line(sat.pieces))
    rules = parts.pop(0, ())
    if not sat.fits(rules):
        return [()]
    lines = list(parts)
    found = sat.smallest_clashes(list(parts.values()), [1] * len(parts), rules)
    return [tuple(lines[place] for place in places) for places in found]


def test_lines_that_clash_are_named_without_bystanders() -> None:
    stated = puzzle((KILLER, 1), (BOSS_KILLER, 2), (negation(BRAIN), 3), (member(NURSE, ("person",)), 4))
    assert clashes(stated) == [(1, 4)]


def test_a_line_clashes_with_a_rule_alone() -> None:
    assert clashes(puzzle((negation(KILLER), 0), (BOSS_KILLER, 1), (KILLER, 2))) == [(2,)]


def test_rules_that_clash_name_no_line() -> None:
    assert clashes(puzzle((KILLER, 0), (BRAIN, 0), (BOSS_KILLER, 1))) == [()]


def test_a_world_that_survives_has_no_clash() -> None:
    assert clashes(puzzle((KILLER, 1))) == []


def test_every_clash_is_named() -> None:
    stated = puzzle((KILLER, 1), (KILLER, 2), (BRAIN, 3), (BRAIN, 4))
    assert sorted(clashes(stated)) == [(1, 3), (1, 4), (2, 3), (2, 4)]


def test_an_item_without_explanation_is_the_fault_of_its_line() -> None:
    items = (Item("i", Source(1, "day 1")), Item("j", Source(2, "day 2")))
    both = Option("both", KILLER, frozenset("ij"))
    single = Option("single", BRAIN, frozenset("i"))
    known = (Constraint(BRAIN, Source(3, "fact")),)
    assert clashes(Puzzle(VARIABLES, known, (Cover(items, (both, single)),))) == [(2, 3)]


@settings(max_examples=25)
@given(puzzles, st.booleans())
def test_clashes_are_real_and_the_smallest_come_first(puzzle: Puzzle, contradictory: bool) -> None:  # noqa: FBT001  (drawn)
    if contradictory:
        first, other = (member(puzzle.variables["v0"], (value,)) for value in "ab")
        lies = (Constraint(first, Source(6, "line 6")), Constraint(other, Source(7, "line 7")))
        puzzle = Puzzle(puzzle.variables, (*puzzle.constraints, *lies), puzzle.covers)
    every = {line for line in by_line(Sat(puzzle).pieces) if line}
    found = clashes(puzzle)
    assert (not found) == bool(survivors(puzzle))
    minimal = {
        lines
        for size in range(len(every) + 1)
        for lines in combinations(sorted(every), size)
        if not _possible(puzzle, every, {*lines})
        and all(_possible(puzzle, every, {*lines} - {line}) for line in lines)
    }
    assert set(found) == minimal
    assert [len(lines) for lines in found] == sorted(len(lines) for lines in found)


def _possible(puzzle: Puzzle, every: set[int], lines: set[int]) -> bool:
    """Whether the oracle finds a world for the rules and some lines."""
    return next(Oracle(without(puzzle, every - lines)).worlds(), None) is not None


@settings(max_examples=25)
@given(puzzles)
def test_a_growing_solver_forgets_what_is_not_asked(puzzle: Puzzle) -> None:
    every = sorted({line for line in by_line(Sat(puzzle).pieces) if line})
    solver = Growing(puzzle.variables.values())
    for size in range(len(every), -1, -1):
        part = without(puzzle, {*every[size:]})
        assert solver.fits((*part.constraints, *part.covers)) == bool(survivors(part))
