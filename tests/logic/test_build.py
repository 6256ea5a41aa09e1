"""The smart constructors keep the truth, and what was not recorded never drops a world."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deducer.logic import build
from deducer.logic.evaluate import holds
from deducer.logic.terms import (
    FALSE,
    TRUE,
    UNKNOWN,
    And,
    Const,
    Count,
    Formula,
    In,
    Not,
    Or,
    Unknown,
    Variable,
)

X = Variable("x", ("a", "b", "c"))
Y = Variable("y", ("a", "b", "c", "d"))
Z = Variable("z", ("no", "yes"))
VARIABLES = {variable.name: variable for variable in (X, Y, Z)}

IS_A, IS_B = build.member(X, ("a",)), build.member(X, ("b",))
YES = build.member(Z, ("yes",))


def worlds() -> Iterator[Mapping[str, str]]:
    for values in product(*(variable.domain for variable in VARIABLES.values())):
        yield dict(zip(VARIABLES, values, strict=True))


def literals() -> st.SearchStrategy[Formula]:
    def of(variable: Variable) -> st.SearchStrategy[Formula]:
        proper = st.sets(st.sampled_from(variable.domain), min_size=1, max_size=len(variable.domain) - 1)
        return proper.map(lambda values: In(variable.name, frozenset(values)))

    return st.sampled_from(list(VARIABLES.values())).flatmap(of)


def raw(*leaves: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    """Formulas as terms, built without the constructors under test."""

    def larger(smaller: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
        parts = st.lists(smaller, max_size=3).map(tuple)
        bound = st.integers(-1, 4)
        counts: st.SearchStrategy[Formula] = st.builds(Count, parts, bound, bound)
        return st.one_of(smaller.map(Not), parts.map(And), parts.map(Or), counts)

    return st.recursive(st.one_of(literals(), *leaves), larger, max_leaves=8)


def rebuilt(formula: Formula) -> Formula:
    """The same formula by way of the constructors."""
    match formula:
        case Not(part=part):
            return build.negation(rebuilt(part))
        case And(parts=parts):
            return build.conjunction(*map(rebuilt, parts))
        case Or(parts=parts):
            return build.disjunction(*map(rebuilt, parts))
        case Count(parts=parts, low=low, high=high):
            return build.count(map(rebuilt, parts), low, high)
        case _:
            return formula


def fillings(formula: Formula) -> Iterator[Formula]:
    """Every way to replace each unrecorded value by a truth value of its own."""
    match formula:
        case Unknown():
            yield from (TRUE, FALSE)
        case Not(part=part):
            yield from map(Not, fillings(part))
        case And(parts=parts) | Or(parts=parts):
            yield from map(type(formula), product(*map(fillings, parts)))
        case Count(parts=parts, low=low, high=high):
            for filled in product(*map(fillings, parts)):
                yield Count(filled, low, high)
        case _:
            yield formula


CONSTANTS = st.sampled_from([TRUE, FALSE])


@settings(max_examples=60)
@given(raw(CONSTANTS))
def test_construction_keeps_the_truth_in_every_world(formula: Formula) -> None:
    simple = rebuilt(formula)
    assert all(holds(simple, world) == holds(formula, world) for world in worlds())


@settings(max_examples=60)
@given(raw(CONSTANTS))
def test_no_constant_is_left_inside(formula: Formula) -> None:
    simple = rebuilt(formula)
    assert isinstance(simple, Const) or not any(isinstance(part, Const) for part in _parts(simple))


def _parts(formula: Formula) -> Iterator[Formula]:
    yield formula
    match formula:
        case Not(part=part):
            yield from _parts(part)
        case And(parts=parts) | Or(parts=parts) | Count(parts=parts):
            for part in parts:
                yield from _parts(part)
        case _:
            pass


@settings(max_examples=40)
@given(raw(CONSTANTS, st.just(UNKNOWN)).filter(lambda f: sum(p == UNKNOWN for p in _parts(f)) <= 4))
def test_weakening_never_drops_a_world_and_strengthening_never_adds_one(formula: Formula) -> None:
    simple = rebuilt(formula)
    weak, strong = build.weaken(simple), build.strengthen(simple)
    for filled in fillings(formula):
        for world in worlds():
            assert holds(weak, world) or not holds(filled, world)
            assert holds(filled, world) or not holds(strong, world)


@settings(max_examples=40)
@given(raw(st.just(UNKNOWN)).filter(lambda f: sum(p == UNKNOWN for p in _parts(f)) == 1))
def test_weakening_is_exact_for_one_unrecorded_value(formula: Formula) -> None:
    some = list(fillings(formula))
    weak, strong = build.weaken(rebuilt(formula)), build.strengthen(rebuilt(formula))
    for world in worlds():
        assert holds(weak, world) == any(holds(filled, world) for filled in some)
        assert holds(strong, world) == all(holds(filled, world) for filled in some)


def test_two_unrecorded_values_do_not_contradict_each_other() -> None:
    perhaps = build.conjunction(IS_A, UNKNOWN)
    both = build.conjunction(perhaps, build.negation(perhaps))
    assert build.weaken(both) == IS_A
    either = build.disjunction(perhaps, build.negation(perhaps))
    assert build.strengthen(either) == build.negation(IS_A)


@pytest.mark.parametrize(
    ("built", "expected"),
    [
        (build.member(X, ("d",)), FALSE),
        (build.member(X, ("c", "b", "a")), TRUE),
        (build.negation(build.negation(IS_A)), IS_A),
        (build.conjunction(), TRUE),
        (build.disjunction(), FALSE),
        (build.conjunction(IS_A, IS_B), FALSE),
        (build.conjunction(IS_A, build.negation(IS_B)), IS_A),
        (build.conjunction(YES, build.negation(IS_A), build.negation(YES)), FALSE),
        (build.disjunction(IS_A, YES, IS_B), Or((In("x", frozenset("ab")), YES))),
        (build.disjunction(IS_A, build.negation(IS_A)), TRUE),
        (build.disjunction(IS_A, build.negation(In("x", frozenset("ab")))), Not(IS_B)),
        (build.conjunction(build.negation(IS_A), build.negation(IS_B)), Not(In("x", frozenset("ab")))),
        (build.conjunction(IS_A, build.conjunction(YES, IS_A)), And((IS_A, YES))),
        (build.implication(TRUE, IS_A), IS_A),
        (build.implication(IS_A, IS_A), TRUE),
        (build.equivalence(IS_A, TRUE), IS_A),
        (build.equivalence(IS_A, FALSE), Not(IS_A)),
        (build.count([IS_A, TRUE, FALSE, YES], 2, 2), Count((IS_A, YES), 1, 1)),
        (build.count([IS_A, YES], 0, 2), TRUE),
        (build.count([IS_A, YES], 3, 5), FALSE),
        (build.count([IS_A, YES], 0, 0), And((Not(IS_A), Not(YES)))),
        (build.count([IS_A, YES], 2, 2), And((IS_A, YES))),
        (build.count([IS_A, YES], 1, 2), Or((IS_A, YES))),
    ],
)
def test_simplified_to(built: Formula, expected: Formula) -> None:
    assert built == expected
