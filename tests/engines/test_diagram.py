"""The diagram counts what trying everything counts, under every prior, and lists it in its order."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest
from basic_size import PEOPLE, PLOTS, RULE, legal
from hypothesis import given, settings
from hypothesis import strategies as st
from random_puzzles import Counted, Values, counted_puzzles, survivors

from deducer.engines.base import Prior
from deducer.engines.diagram import Diagram
from deducer.errors import OverBudgetError
from deducer.logic.build import conjunction, count, disjunction, member, negation
from deducer.logic.evaluate import holds
from deducer.logic.terms import Constraint, Puzzle, Variable
from deducer.provenance import Source

ROLES = tuple(f"role.{one}" for one in PEOPLE)
CHOICES = tuple(f"plot.{plot}" for plot in PLOTS)


def weights(puzzle: Puzzle, diagram: Diagram, prior: Prior) -> dict[Values, Fraction]:
    """The weight of every surviving world under a prior, by counting."""
    names = puzzle.world_variables
    left = sorted(survivors(puzzle))
    grouped = {Prior.WORLDS: names, Prior.SELECTORS: diagram.selectors, Prior.PROJECTION: diagram.projection}
    places = [names.index(name) for name in grouped[prior]]
    groups = Counter(tuple(world[place] for place in places) for world in left)
    size = {world: groups[tuple(world[place] for place in places)] for world in left}
    return {world: Fraction(1, len(groups) * size[world]) for world in left}


@settings(max_examples=120)
@given(counted_puzzles)
def test_shares_are_those_of_all_worlds(drawn: Counted) -> None:
    puzzle, projection, selectors, leading = drawn
    diagram = Diagram(puzzle, projection, selectors, leading=leading)
    names = puzzle.world_variables
    left = survivors(puzzle)
    assert diagram.worlds_left == len(left)
    places = [names.index(name) for name in projection]
    assert diagram.projections_left == len({tuple(world[place] for place in places) for world in left})
    for prior in Prior:
        weighed = weights(puzzle, diagram, prior)
        expected = {
            name: {
                value: sum((w for world, w in weighed.items() if world[place] == value), Fraction(0))
                for value in puzzle.variables[name].domain
            }
            for place, name in enumerate(names)
        }
        assert diagram.shares(prior) == expected


@settings(max_examples=60)
@given(counted_puzzles, st.data())
def test_shares_of_formulas(drawn: Counted, data: st.DataObject) -> None:
    puzzle, projection, selectors, leading = drawn
    diagram = Diagram(puzzle, projection, selectors, leading=leading)
    names = puzzle.world_variables
    chosen = [data.draw(st.sampled_from(puzzle.variables[name].domain)) for name in names]
    formula = member(puzzle.variables[names[0]], chosen[:1])
    for prior in Prior:
        weighed = weights(puzzle, diagram, prior)
        inside = [w for world, w in weighed.items() if holds(formula, dict(zip(names, world, strict=True)))]
        assert diagram.share(formula, prior) == sum(inside, Fraction(0))


@settings(max_examples=80)
@given(counted_puzzles)
def test_worlds_are_listed_each_once_and_can_be_asked_for_by_number(
    drawn: Counted,
) -> None:
    puzzle, projection, selectors, leading = drawn
    diagram = Diagram(puzzle, projection, selectors, leading=leading)
    found = [tuple(world.values()) for world in diagram.worlds()]
    assert len(found) == len(set(found))
    assert set(found) == survivors(puzzle)
    assert [tuple(diagram.world(number).values()) for number in range(len(found))] == found
    assert diagram.possible() == {n: {w[p] for w in found} for p, n in enumerate(puzzle.world_variables)}


@settings(max_examples=60)
@given(counted_puzzles)
def test_joint_values_are_ranked_by_their_worlds(
    drawn: Counted,
) -> None:
    puzzle, projection, selectors, leading = drawn
    diagram = Diagram(puzzle, projection, selectors, leading=leading)
    names = puzzle.world_variables
    places = [names.index(name) for name in projection]
    expected = Counter(tuple(world[place] for place in places) for world in survivors(puzzle))
    total = sum(expected.values())
    for values, worlds in expected.items():
        assert diagram.projection_share(dict(zip(projection, values, strict=True))) == Fraction(worlds, total)
    for level in diagram.ranked():
        held = [tuple(one.values()) for one in level.found]
        assert len(held) == len(set(held)) == level.number
        assert {Fraction(expected.pop(values), total) for values in held} == {level.share}
        assert all(weight < level.share * total for weight in expected.values())
    assert not expected


def test_a_basic_tragedy_of_ten_people_and_four_incidents() -> None:
    # 5,455,440 casts with plots (the multinomials of the 105 combinations) times 10 * 9 * 8 * 7 culprits.
    diagram = Diagram(legal(), ROLES, CHOICES)
    assert diagram.worlds_left == 5_455_440 * 10 * 9 * 8 * 7
    assert diagram.projections_left == 4_735_080
    shares = diagram.shares()
    assert all(sum(row.values()) == 1 for row in shares.values())
    assert shares["culprit.1"]["c0"] == Fraction(1, 10)
    assert len({shares[role]["killer"] for role in ROLES}) == 1


def test_numbers_have_no_largest_size() -> None:
    # Three values each for 60 variables, of which the first two differ: far more than 64 bits can count.
    names = [f"v{number}" for number in range(60)]
    variables = {name: Variable(name, ("a", "b", "c")) for name in names}
    alike = [conjunction(*(member(variables[n], (value,)) for n in names[:2])) for value in "abc"]
    puzzle = Puzzle(variables, tuple(Constraint(negation(formula), RULE) for formula in alike))
    diagram = Diagram(puzzle, tuple(names[:56]))
    assert diagram.worlds_left == 3**59 * 2
    assert diagram.projections_left == 3**55 * 2
    for prior in Prior:
        shares = diagram.shares(prior)
        assert {share for row in shares.values() for share in row.values()} == {Fraction(1, 3)}
    assert diagram.share(member(variables["v0"], ("a", "b")), Prior.PROJECTION) == Fraction(2, 3)
    last = diagram.world(3**59 * 2 - 1)
    assert set(last.values()) == {"b", "c"}
    assert diagram.sample(3, seed=1) == diagram.sample(3, seed=1)


def test_weights_that_share_no_divisor() -> None:
    # The k-th value of `v` leaves k of the hidden values: the unit is a multiple of 1, 2, ... 60.
    values = tuple(f"x{number:03}" for number in range(60))
    shown, hidden = Variable("v", values), Variable("h", values)
    limits = tuple(
        Constraint(disjunction(negation(member(shown, (value,))), member(hidden, values[: place + 1])), RULE)
        for place, value in enumerate(values)
    )
    diagram = Diagram(Puzzle({"v": shown, "h": hidden}, limits), ("v",))
    assert diagram.worlds_left == 60 * 61 // 2
    assert diagram.shares()["v"]["x059"] == Fraction(60, 60 * 61 // 2)
    found = diagram.shares(Prior.PROJECTION)
    assert set(found["v"].values()) == {Fraction(1, 60)}
    assert found["h"]["x059"] == Fraction(1, 60 * 60)


def test_what_rows_of_numbers_cannot_hold_is_over_the_budget() -> None:
    wide = Variable("v", tuple(f"x{number}" for number in range(63)))
    with pytest.raises(OverBudgetError):
        _ = Diagram(Puzzle({"v": wide}), ("v",)).worlds_left
    assert Diagram(Puzzle({"v": wide}), ()).worlds_left == 63


def test_leading_variables_stand_last_in_the_order_of_worlds() -> None:
    # `kind` says whether `h` may be what `v` is: 4 or 2 ways, `free` with each.
    kind, free = Variable("kind", ("same", "other")), Variable("free", ("a", "b"))
    shown, hidden = Variable("v", ("a", "b")), Variable("h", ("a", "b"))
    alike = disjunction(
        *(conjunction(member(shown, (value,)), member(hidden, (value,))) for value in ("a", "b"))
    )
    limit = Constraint(disjunction(member(kind, ("same",)), negation(alike)), RULE)
    variables = {variable.name: variable for variable in (kind, shown, hidden, free)}
    diagram = Diagram(Puzzle(variables, (limit,)), ("v",), leading=("kind", "free"))
    assert diagram.worlds_left == 12
    assert diagram.shares()["kind"] == {"same": Fraction(2, 3), "other": Fraction(1, 3)}
    assert diagram.shares()["free"]["a"] == Fraction(1, 2)
    found = [(world["v"], world["h"], world["kind"], world["free"]) for world in diagram.worlds()]
    orders = [(v, h, kind.domain.index(k), f) for v, h, k, f in found]
    assert orders == sorted(orders)
    assert [tuple(diagram.world(n)[name] for name in ("v", "h", "kind", "free")) for n in range(12)] == found


def test_a_value_that_leads_to_no_world_has_no_edges_left_to_follow() -> None:
    # p0 is not "c", so s0 is not "n": p2 is "c", so h0 is not "w2"; two values each of p0, p1, s1, h0.
    shape = {"p0": "abc", "p1": "ab", "p2": "abc", "s0": "ny", "s1": "ny"}
    variables = {name: Variable(name, tuple(domain)) for name, domain in shape.items()}
    variables["h0"] = hidden = Variable("h0", ("w0", "w1", "w2"))
    p0, p2 = member(variables["p0"], ("c",)), member(variables["p2"], ("c",))
    picked = member(variables["s0"], ("y",))
    limits = (
        disjunction(negation(picked), count((p0, p2), 1, 1)),
        disjunction(picked, conjunction(p0, p2)),
        disjunction(negation(member(hidden, ("w2",))), member(variables["p2"], ("b",))),
        negation(p0),
    )
    puzzle = Puzzle(variables, tuple(Constraint(formula, RULE) for formula in limits))
    diagram = Diagram(puzzle, ("p2", "p1", "p0"), ("s0", "s1"))
    assert diagram.worlds_left == len(list(diagram.worlds())) == 16
    assert all(sum(row.values()) == 1 for row in diagram.shares().values())


def test_too_many_hidden_situations_are_over_the_budget() -> None:
    hidden = {f"h{number}": Variable(f"h{number}", tuple("abcdefghij")) for number in range(12)}
    alone = [
        negation(conjunction(member(hidden[one], ("a",)), member(hidden[other], ("b",))))
        for one, other in combinations(hidden, 2)
    ]
    puzzle = Puzzle(hidden, tuple(Constraint(formula, RULE) for formula in alone))
    with pytest.raises(OverBudgetError):
        _ = Diagram(puzzle, (), budget=1000).worlds_left


@pytest.mark.parametrize("order", ["zabc", "abcz", "azbc"])
def test_what_is_left_of_a_count_is_not_taken_for_one_that_selectors_decide(order: str) -> None:
    # Among a, b and c is one k, or there are two: s decides. With z there are two among four.
    variables = {name: Variable(name, ("k", "p", "q")) for name in "zabc"}
    variables["s"] = Variable("s", ("yes", "no"))
    three = [member(variables[name], ("k",)) for name in "abc"]
    chosen = member(variables["s"], ("yes",))
    sums = disjunction(
        conjunction(chosen, count(three, 1, 1)), conjunction(negation(chosen), count(three, 2, 2))
    )
    four = count([*three, member(variables["z"], ("k",))], 2, 2)
    puzzle = Puzzle(variables, tuple(Constraint(one, Source(1, "line 1")) for one in (sums, four)))
    # One k among three and z: 3 * 2 * 2 casts; two among three and not z: 3 * 2 * 2.
    assert Diagram(puzzle, tuple(order), ("s",)).worlds_left == 24
