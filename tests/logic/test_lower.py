"""Rewriting keeps the worlds; leaving lines out never loses one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from deducer.logic import lower
from deducer.logic.build import conjunction, count, disjunction, member, negation
from deducer.logic.evaluate import covered, holds, survives
from deducer.logic.lower import as_formula, assuming, components, lowered, without
from deducer.logic.terms import FALSE, TRUE, Constraint, Cover, Formula, Item, Option, Puzzle, Variable
from deducer.provenance import Source

X, Y = Variable("x", ("a", "b", "c")), Variable("y", ("a", "b", "c"))
RULING, OTHER = (
    Variable("ruling", ("no", "yes"), auxiliary=True),
    Variable("other", tuple("abcdefghij"), auxiliary=True),
)
VARIABLES = {variable.name: variable for variable in (X, Y, RULING, OTHER)}
LINES = tuple(Source(line, f"line {line}") for line in range(4))


def worlds() -> Iterator[Mapping[str, str]]:
    for x, y in product(X.domain, Y.domain):
        yield {"x": x, "y": y}


def guards(*variables: Variable) -> st.SearchStrategy[Formula]:
    literals = [member(variable, (value,)) for variable in variables for value in variable.domain]
    simple = st.sampled_from([TRUE, FALSE, *literals])
    both = st.builds(conjunction, simple, simple)
    return st.one_of(simple, both, st.builds(disjunction, simple, simple), simple.map(negation))


@st.composite
def covers(draw: st.DrawFn, *variables: Variable) -> Cover:
    items = "ijk"[: draw(st.integers(0, 3))]
    explained = st.sets(st.sampled_from("ijk"), min_size=1, max_size=2).map(frozenset)
    spent = st.sets(st.sampled_from("rst"), max_size=2).map(frozenset)
    options = st.lists(st.builds(Option, st.just("use"), guards(*variables), explained, spent), max_size=6)
    lines = st.sampled_from(LINES)
    return Cover(tuple(Item(name, draw(lines)) for name in items), tuple(draw(options)))


@settings(max_examples=30)
@given(covers(X, Y))
def test_the_components_of_a_cover_say_the_same(cover: Cover) -> None:
    parts = components(cover)
    assert {item for part in parts for item in part.items} == set(cover.items)
    for world in worlds():
        assert covered(cover, world) == all(covered(part, world) for part in parts)


@settings(max_examples=30)
@given(covers(X, Y))
def test_a_cover_as_formula_says_the_same(cover: Cover) -> None:
    formula = as_formula(cover)
    assert formula is not None
    assert all(holds(formula, world) == covered(cover, world) for world in worlds())


def units(number: int, users: int) -> Cover:
    """Equal units, each explained by any of some users, each of whom acts once."""
    options = [
        Option(
            f"{user} {unit}",
            member(Variable(f"v{user}", ("no", "yes")), ("yes",)),
            frozenset((f"unit {unit}",)),
            frozenset((f"user {user}",)),
        )
        for user in range(users)
        for unit in range(number)
    ]
    return Cover(tuple(Item(f"unit {unit}", LINES[1]) for unit in range(number)), tuple(options))


def test_equal_units_become_a_count_of_their_users_however_many_choices_there_are() -> None:
    users = [member(Variable(f"v{user}", ("no", "yes")), ("yes",)) for user in range(12)]
    assert as_formula(units(5, 12)) == count(users, 5, 12)
    assert as_formula(units(3, 2)) == FALSE


def test_too_many_choices_stay_a_cover() -> None:
    cover = units(5, 12)
    crooked = Cover(cover.items, cover.options[1:])
    assert as_formula(crooked) is None


def test_components_share_neither_options_nor_resources() -> None:
    def option(items: str, resources: str = "") -> Option:
        return Option(items, TRUE, frozenset(items), frozenset(resources))

    options = (option("a", "r"), option("b", "r"), option("c"), option("de"))
    cover = Cover(tuple(Item(name, LINES[1]) for name in "abcdef"), options)
    groups = ["".join(item.name for item in part.items) for part in components(cover)]
    assert groups == ["ab", "c", "de", "f"]


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    every = guards(X, Y, RULING)
    formulas = st.lists(st.builds(disjunction, every, every), max_size=4)
    constraints = tuple(Constraint(formula, draw(st.sampled_from(LINES))) for formula in draw(formulas))
    return Puzzle(VARIABLES, constraints, tuple(draw(st.lists(covers(X, Y, RULING), max_size=2))))


@settings(max_examples=30)
@given(puzzles())
def test_lowering_keeps_the_worlds_and_needs_no_choice(puzzle: Puzzle) -> None:
    simple = lowered(puzzle)
    assert not simple.covers
    for world in worlds():
        # Nothing is left to choose: every constraint speaks of the world alone.
        assert all(holds(c.formula, world) for c in simple.constraints) == survives(puzzle, world)


def test_auxiliary_variables_with_many_joint_values_stay() -> None:
    formulas = [disjunction(member(X, ("a",)), member(RULING, ("yes",)), member(OTHER, ("a",)))]
    formulas.append(disjunction(negation(member(RULING, ("yes",))), member(OTHER, ("b",))))
    puzzle = Puzzle(VARIABLES, tuple(Constraint(formula, LINES[1]) for formula in formulas))
    assert set(lowered(puzzle).constraints) == set(puzzle.constraints)


def test_an_auxiliary_variable_that_a_kept_cover_speaks_of_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lower, "STEPS", 10)
    strict = member(RULING, ("yes",))
    cover = units(5, 12)
    options = tuple(replace(option, guard=strict) for option in cover.options[1:])
    stated = (Constraint(disjunction(member(X, ("a",)), negation(strict)), LINES[1]),)
    puzzle = Puzzle(VARIABLES, stated, (Cover(cover.items, options),))
    simple = lowered(puzzle)
    assert simple.covers
    assert {world["x"] for world in worlds() if survives(puzzle, world)} == {"a"}
    assert all(survives(simple, world) == survives(puzzle, world) for world in worlds())


def test_many_uses_of_few_abilities_are_told_by_who_has_them() -> None:
    # On each of eight days two counters: one and the other put one a day, the plot one on a single day.
    one, other, plot = member(X, ("a",)), member(Y, ("a",)), member(RULING, ("yes",))
    days = range(8)
    items = tuple(Item(f"{day}.{unit}", LINES[1]) for day in days for unit in "ab")
    options = [
        Option(
            f"{name} {item.name}", guard, frozenset((item.name,)), frozenset((spent or item.name[0] + name,))
        )
        for item in items
        for name, guard, spent in (("one", one, ""), ("other", other, ""), ("plot", plot, "once"))
    ]
    assert as_formula(Cover(items, tuple(options))) == conjunction(one, other)
    assert as_formula(Cover(items[:2], tuple(options))) == disjunction(
        conjunction(one, other), conjunction(one, plot), conjunction(other, plot)
    )


@settings(max_examples=30)
@given(st.sets(st.integers(0, 5)), st.sets(st.integers(0, 5)))
def test_thousands_of_ways_that_come_down_to_a_few_are_told_by_these(
    brains: set[int], triggers: set[int]
) -> None:
    # Four counters on three days; each of six puts one a day if he is a Brain, or one in all by a trigger.
    def guard(kind: str, who: int) -> Formula:
        return member(Variable(f"{kind}{who}", ("no", "yes")), ("yes",))

    days = {"one": 1, "other": 1, "third": 2, "fourth": 3}
    options = [
        Option(f"{kind} {who} {item}", guard(kind, who), frozenset((item,)), frozenset((spent,)))
        for item, day in days.items()
        for who in range(6)
        for kind, spent in (("brain", f"{who} on {day}"), ("trigger", "once"))
    ]
    cover = Cover(tuple(Item(item, LINES[1]) for item in days), tuple(options))
    formula = as_formula(cover, 100)
    assert formula is not None
    held = {"brain": brains, "trigger": triggers}
    world = {f"{kind}{who}": "yes" if who in held[kind] else "no" for kind in held for who in range(6)}
    # A single Brain lacks one of the two counters of the first day, which the trigger can put.
    assert holds(formula, world) is (len(brains) >= 2 or (len(brains) == 1 and bool(triggers)))


@settings(max_examples=30)
@given(puzzles(), st.sets(st.integers(0, 3)))
def test_leaving_lines_out_loses_no_world(puzzle: Puzzle, lines: set[int]) -> None:
    less = without(puzzle, lines)
    assert all(survives(less, world) for world in worlds() if survives(puzzle, world))


def test_leaving_a_line_out_spares_its_items_and_frees_the_options() -> None:
    items = (Item("i", LINES[1]), Item("j", LINES[2]))
    pair = Option("both", TRUE, frozenset("ij"))
    puzzle = Puzzle(
        VARIABLES, (Constraint(FALSE, LINES[2]), Constraint(TRUE, LINES[0])), (Cover(items, (pair,)),)
    )
    less = without(puzzle, (0, 2))
    assert less.constraints == (Constraint(TRUE, LINES[0]),)
    assert less.covers == (Cover(items[:1], (Option("both", TRUE, frozenset("i")),)),)


@pytest.mark.parametrize("value", X.domain)
def test_assuming_a_value_settles_its_literals(value: str) -> None:
    is_a, is_b = member(X, ("a",)), member(X, ("b",))
    formula = disjunction(
        conjunction(is_a, member(Y, ("b",))), negation(count((is_a, is_b, member(Y, ("c",))), 1, 1))
    )
    settled = assuming(formula, {"x": value})
    for y in Y.domain:
        assert holds(settled, {"y": y}) == holds(formula, {"x": value, "y": y})
