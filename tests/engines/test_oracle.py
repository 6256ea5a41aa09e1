"""The oracle in the corners where python-constraint has ideas of its own."""

from __future__ import annotations

import pytest
from basic_size import MAIN, PLOTS, SUB, legal

from deducer.engines.oracle import Oracle
from deducer.logic.build import member, negation
from deducer.logic.terms import FALSE, TRUE, And, Constraint, Cover, Formula, Item, Option, Puzzle, Variable
from deducer.provenance import Source

X, Y = Variable("x", ("a", "b")), Variable("y", ("a", "b"))
AUXILIARY = Variable("aux", ("n", "y"), auxiliary=True)
VARIABLES = {variable.name: variable for variable in (X, Y, AUXILIARY)}
LINE = Source(1, "line 1")


def values(puzzle: Puzzle, *extra: Formula) -> list[tuple[str, ...]]:
    return sorted(tuple(world.values()) for world in Oracle(puzzle).worlds(extra))


@pytest.mark.parametrize(("formula", "number"), [(TRUE, 4), (FALSE, 0), (And(()), 4), (And((FALSE,)), 0)])
def test_a_constraint_without_variables_is_no_constraint_on_all(formula: Formula, number: int) -> None:
    assert Oracle(Puzzle(VARIABLES, (Constraint(formula, LINE),))).count() == number


def test_a_cover_without_variables_is_judged_once() -> None:
    item = Item("i", LINE)
    assert Oracle(Puzzle(VARIABLES, (), (Cover((item,), ()),))).count() == 0
    free = Cover((item,), (Option("use", TRUE, frozenset("i")),))
    assert Oracle(Puzzle(VARIABLES, (), (free,))).count() == 4


def test_an_empty_domain_leaves_no_world() -> None:
    assert values(Puzzle({"x": X, "none": Variable("none", ())})) == []


def test_no_variables_leave_one_empty_world() -> None:
    assert list(Oracle(Puzzle({})).worlds()) == [{}]
    assert list(Oracle(Puzzle(VARIABLES)).project(())) == [{}]


def test_further_formulas_filter_worlds() -> None:
    assert values(Puzzle(VARIABLES), member(X, ("a",)), negation(member(Y, ("a",)))) == [("a", "b")]


def test_the_plot_layer_of_a_set_of_basic_size() -> None:
    # One of five main plots with two of seven subplots.
    names = [f"plot.{plot}" for plot in PLOTS]
    found = list(Oracle(legal()).project(names))
    chosen = [
        {name.removeprefix("plot.") for name, value in world.items() if value == "yes"} for world in found
    ]
    assert len(found) == 105
    assert all(len(some & set(MAIN)) == 1 and len(some & set(SUB)) == 2 for some in chosen)


def test_further_formulas_filter_the_plot_layer() -> None:
    puzzle = legal()
    names = [f"plot.{plot}" for plot in PLOTS]
    rumor = member(puzzle.variables["plot.rumor"], ("yes",))
    # With one subplot known, six are left for the other.
    assert len(list(Oracle(puzzle).project(names, (rumor,)))) == 30
