"""Formulas followed along a compiled diagram: the same shares and values as by trying every world."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import Counted, counted_puzzles, survivors
from test_diagram import weights

from deducer.engines.base import Prior
from deducer.engines.diagram import Diagram
from deducer.errors import OverBudgetError
from deducer.logic.build import conjunction, disjunction, member, negation
from deducer.logic.evaluate import holds
from deducer.logic.terms import Formula, Puzzle


def visible(data: st.DataObject, puzzle: Puzzle, names: tuple[str, ...]) -> Formula:
    """Draw a formula over some variables."""

    def literal() -> Formula:
        variable = puzzle.variables[data.draw(st.sampled_from(names))]
        found = member(variable, (data.draw(st.sampled_from(variable.domain)),))
        return negation(found) if data.draw(st.booleans()) else found

    join = data.draw(st.sampled_from((conjunction, disjunction)))
    return join(*(literal() for _ in range(data.draw(st.integers(1, 3)))))


@settings(max_examples=80)
@given(counted_puzzles, st.data())
def test_joint_shares_are_those_of_all_worlds(drawn: Counted, data: st.DataObject) -> None:
    puzzle, projection, selectors, leading = drawn
    names = (*projection, *selectors)
    if not names:
        return
    diagram = Diagram(puzzle, projection, selectors, leading=leading)
    formulas = [visible(data, puzzle, names) for _ in range(data.draw(st.integers(1, 3)))]
    for prior in Prior:
        expected: dict[tuple[bool, ...], Fraction] = {}
        for world, weight in weights(puzzle, diagram, prior).items():
            values = dict(zip(puzzle.world_variables, world, strict=True))
            key = tuple(holds(formula, values) for formula in formulas)
            expected[key] = expected.get(key, Fraction(0)) + weight
        try:
            found = diagram.joint(formulas, prior)
        except OverBudgetError:
            # A formula may tell apart what the diagram holds together; then there is no number.
            return
        assert {key: share for key, share in found.items() if share} == expected


@settings(max_examples=80)
@given(counted_puzzles, st.data())
def test_possible_values_are_those_of_the_worlds_that_satisfy_a_formula(
    drawn: Counted, data: st.DataObject
) -> None:
    puzzle, projection, selectors, leading = drawn
    names = (*projection, *selectors)
    if not names:
        return
    diagram = Diagram(puzzle, projection, selectors, leading=leading)
    formula = visible(data, puzzle, names)
    left = [dict(zip(puzzle.world_variables, world, strict=True)) for world in survivors(puzzle)]
    left = [world for world in left if holds(formula, world)]
    expected = {name: frozenset(world[name] for world in left) for name in puzzle.world_variables}
    try:
        found = diagram.possible_along(formula)
    except OverBudgetError:
        return
    assert found == expected


@settings(max_examples=40)
@given(counted_puzzles, st.integers(0, 5))
def test_drawn_worlds_survive(drawn: Counted, seed: int) -> None:
    puzzle, projection, selectors, leading = drawn
    diagram = Diagram(puzzle, projection, selectors, leading=leading)
    found = [tuple(world[name] for name in puzzle.world_variables) for world in diagram.drawn(30, seed)]
    left = survivors(puzzle)
    assert set(found) <= left
    assert bool(found) is bool(left)
    assert found == [tuple(world[n] for n in puzzle.world_variables) for world in diagram.drawn(30, seed)]
