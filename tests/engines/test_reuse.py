"""Diagrams that use what an earlier one worked out: the same answers as those that were compiled anew."""

from __future__ import annotations

from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from random_puzzles import Counted, counted_puzzles, extras, survivors
from test_along import visible

from deducer.engines.base import Prior
from deducer.engines.diagram import Diagram
from deducer.errors import OverBudgetError
from deducer.logic.build import member
from deducer.logic.compare import further
from deducer.logic.terms import Constraint, Cover, Formula, Item, Option, Puzzle, Variable
from deducer.provenance import Source

LINE = Source(9, "line 9")
TWO = {name: Variable(name, ("a", "b")) for name in ("x", "y")}
X, Y = (member(variable, ("a",)) for variable in TWO.values())


def saying(puzzle: Puzzle, *formulas: Formula) -> Puzzle:
    return replace(puzzle, constraints=(*puzzle.constraints, *(Constraint(one, LINE) for one in formulas)))


def assert_same_answers(diagram: Diagram, anew: Diagram) -> None:
    assert diagram.worlds_left == anew.worlds_left
    assert diagram.projections_left == anew.projections_left
    for prior in Prior:
        assert diagram.shares(prior) == anew.shares(prior)
    assert list(diagram.worlds()) == list(anew.worlds())
    weighed = [sorted((level.share, level.number) for level in one.ranked()) for one in (diagram, anew)]
    assert weighed[0] == weighed[1]


@settings(max_examples=150)
@given(counted_puzzles, st.data())
def test_a_game_told_line_by_line_is_counted_as_if_told_at_once(drawn: Counted, data: st.DataObject) -> None:
    puzzle, projection, selectors, leading = drawn
    names = (*projection, *selectors)
    formulas = [
        visible(data, puzzle, names) if names and along else data.draw(extras)
        for along in data.draw(st.lists(st.booleans(), min_size=1, max_size=3))
    ]
    diagram = Diagram(puzzle, projection, selectors, leading=leading)
    for told in list(accumulate(([one] for one in formulas), initial=[]))[1:]:
        more = saying(puzzle, *told)
        try:
            diagram = diagram.tightened(more)
        except OverBudgetError:
            return
        anew = Diagram(more, projection, selectors, leading=leading)
        assert_same_answers(diagram, anew)
        assert {tuple(world.values()) for world in diagram.worlds()} == survivors(more)


def test_what_says_the_same_from_other_lines_is_counted_once() -> None:
    diagram = Diagram(saying(Puzzle(TWO), X), ("x", "y"))
    again = Puzzle(TWO, (Constraint(X, Source(3, "line 3")), Constraint(X, LINE)))
    assert diagram.tightened(again) is diagram


def test_more_of_the_projection_follows_the_paths_and_more_of_others_does_not() -> None:
    diagram = Diagram(Puzzle(TWO), ("x",))
    followed = diagram.tightened(saying(Puzzle(TWO), X))
    assert followed.graph is not None
    assert followed.graph.plan is diagram.plan
    assert [world["x"] for world in followed.worlds()] == ["a", "a"]
    compiled = diagram.tightened(saying(Puzzle(TWO), Y))
    assert compiled.plan is not diagram.plan
    assert [world["y"] for world in compiled.worlds()] == ["a", "a"]


def test_what_was_taken_over_is_for_its_own_puzzle_alone() -> None:
    followed = Diagram(Puzzle(TWO), ("x",)).tightened(saying(Puzzle(TWO), X))
    assert followed.assuming(Y).worlds_left == 1
    assert replace(followed, puzzle=Puzzle(TWO)).worlds_left == 4


@pytest.mark.parametrize("left_out", [(), (X,)])
def test_a_puzzle_that_says_less_is_compiled_anew(left_out: tuple[Formula, ...]) -> None:
    diagram = Diagram(saying(Puzzle(TWO), X, Y), ("x",))
    assert diagram.worlds_left == 1
    assert diagram.tightened(saying(Puzzle(TWO), *left_out)).worlds_left == 4 // 2 ** len(left_out)


def test_further_tells_what_is_new_and_none_where_something_was_taken_back() -> None:
    one = saying(Puzzle(TWO), X)
    assert further(one, saying(one, Y)) == (Y,)
    assert further(one, one) == ()
    assert further(one, saying(Puzzle(TWO), Y)) is None
    seen = Item("seen", LINE)
    cover = Cover((seen,), (Option("first", X, frozenset({"seen"})),))
    other = Cover((replace(seen, source=Source(2, "line 2")),), (replace(cover.options[0], name="second"),))
    weaker = Cover((seen,), (*cover.options, Option("third", Y, frozenset({"seen"}))))
    with_cover = replace(one, covers=(cover,))
    assert further(one, with_cover) is None
    assert further(with_cover, replace(one, covers=(other,))) == ()
    assert further(with_cover, replace(one, covers=(weaker,))) is None
