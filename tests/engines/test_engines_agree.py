"""CP-SAT, the oracle and trying everything find the same worlds."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import extras, puzzles, survivors

from deducer.engines.base import place
from deducer.engines.cpsat import CpSat
from deducer.engines.oracle import Oracle
from deducer.logic.build import member
from deducer.logic.evaluate import holds
from deducer.logic.terms import Formula, Puzzle


@settings(max_examples=35)
@given(puzzles)
def test_worlds_are_the_survivors_each_once(puzzle: Puzzle) -> None:
    expected = survivors(puzzle)
    for engine in (CpSat(puzzle), Oracle(puzzle)):
        found = [tuple(world.values()) for world in engine.worlds()]
        assert len(found) == len(set(found))
        assert set(found) == expected
    assert Oracle(puzzle).count() == len(expected)


@settings(max_examples=25)
@given(puzzles, extras)
def test_possible_values_are_those_of_the_survivors(puzzle: Puzzle, extra: Formula) -> None:
    names = puzzle.world_variables
    left = [dict(zip(names, values, strict=True)) for values in survivors(puzzle)]
    left = [world for world in left if holds(extra, world)]
    engine = CpSat(puzzle)
    assert engine.possible((extra,)) == {name: {world[name] for world in left} for name in names}
    witness = engine.witness((extra,))
    assert witness in left if left else witness is None
    asked = [member(puzzle.variables[name], (value,)) for name in names for value in ("a", "b")]
    answers = engine.possible_formulas(asked, (extra,))
    assert answers == tuple(any(holds(formula, world) for world in left) for formula in asked)


@settings(max_examples=25)
@given(puzzles, st.integers(0, 5))
def test_a_limit_cuts_the_list_short(puzzle: Puzzle, limit: int) -> None:
    expected = survivors(puzzle)
    found = {tuple(world.values()) for world in CpSat(puzzle).worlds(limit=limit)}
    assert found <= expected
    assert len(found) == min(limit, len(expected))


@settings(max_examples=25)
@given(puzzles, st.lists(st.sampled_from(["v0", "v1"]), unique=True))
def test_what_a_partial_world_may_be_is_judged_by_its_own_constraints(
    puzzle: Puzzle, names: list[str]
) -> None:
    found = [tuple(world[name] for name in names) for world in Oracle(puzzle).project(names)]
    about = {name: puzzle.variables[name] for name in names}
    mine = tuple(c for c in puzzle.constraints if _about(c.formula) <= set(names))
    assert len(found) == len(set(found))
    assert set(found) == survivors(Puzzle(about, mine))


def _about(formula: Formula) -> set[str]:
    return {name for name in ("v0", "v1", "v2", "v3", "aux0", "aux1") if f"'{name}'" in repr(formula)}


@settings(max_examples=25)
@given(puzzles)
def test_places_sort_worlds_by_domain_position(puzzle: Puzzle) -> None:
    names = puzzle.world_variables
    every = survivors(Puzzle({name: puzzle.variables[name] for name in names}))
    places = sorted(place(puzzle, dict(zip(names, values, strict=True))) for values in every)
    assert places == sorted(tuple("abc".index(value) for value in values) for values in every)
