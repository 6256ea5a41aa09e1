"""Clauses have exactly the solutions that the formulas have, each once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deducer.logic.build import member
from deducer.logic.clauses import TRUE as ALWAYS
from deducer.logic.clauses import Clauses
from deducer.logic.evaluate import holds
from deducer.logic.terms import (
    FALSE,
    TRUE,
    UNKNOWN,
    And,
    Count,
    Cover,
    Formula,
    Item,
    Not,
    Option,
    Or,
    Variable,
)
from deducer.provenance import Source

X, Y = Variable("x", ("a", "b", "c")), Variable("y", ("no", "yes"))
ONLY = Variable("only", ("one",))
LITERALS = [member(X, ("a",)), member(X, ("a", "b")), member(Y, ("yes",)), TRUE, FALSE]


def solutions(clauses: Clauses) -> Iterator[frozenset[int]]:
    """All solutions by backtracking over the literals in their order, as the literals that hold."""
    groups = [*clauses.one_of, *clauses.one_at_most_of]
    pairs = [(-a, -b) for group in groups for a, b in combinations(group, 2)]
    every = [tuple(clause) for clause in (*clauses.any_of, *clauses.one_of, *pairs)]

    def extend(chosen: list[int]) -> Iterator[frozenset[int]]:
        number = len(chosen) + 1
        held = set(chosen)
        ready = (c for c in every if max(map(abs, c), default=0) == len(chosen))
        if not all(held & set(clause) for clause in ready):
            return
        if number > clauses.number:
            yield frozenset(held)
            return
        for literal in (number, -number):
            yield from extend([*chosen, literal])

    yield from extend([])


def formulas() -> st.SearchStrategy[Formula]:
    def larger(smaller: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
        parts = st.lists(smaller, max_size=3).map(tuple)
        counts: st.SearchStrategy[Formula] = st.builds(Count, parts, st.integers(-1, 3), st.integers(-1, 3))
        return st.one_of(smaller.map(Not), parts.map(And), parts.map(Or), counts)

    return st.recursive(st.sampled_from(LITERALS), larger, max_leaves=6)


def read(clauses: Clauses, variables: Sequence[Variable], solution: frozenset[int]) -> dict[str, str]:
    return {
        v.name: next(value for value, literal in clauses.values[v.name].items() if literal in solution)
        for v in variables
    }


def worlds() -> list[dict[str, str]]:
    return [{"x": x, "y": y} for x, y in product(X.domain, Y.domain)]


@settings(max_examples=40)
@given(formulas())
def test_a_required_formula_leaves_its_worlds_each_once(formula: Formula) -> None:
    clauses = Clauses((X, Y))
    clauses.require(formula)
    found = [read(clauses, (X, Y), solution) for solution in solutions(clauses)]
    key = sorted(found, key=str)
    assert key == sorted((world for world in worlds() if holds(formula, world)), key=str)


@settings(max_examples=40)
@given(formulas())
def test_a_literal_says_what_its_formula_says(formula: Formula) -> None:
    clauses = Clauses((X, Y))
    literal = clauses.literal(formula)
    found = list(solutions(clauses))
    assert len(found) == len(worlds())
    for solution in found:
        assert (literal in solution) == holds(formula, read(clauses, (X, Y), solution))


@pytest.mark.parametrize("number", range(6))
def test_at_least_counts(number: int) -> None:
    switches = [Variable(f"s{one}", ("no", "yes")) for one in range(4)]
    clauses = Clauses(switches)
    literals = [clauses.values[switch.name]["yes"] for switch in switches]
    enough = clauses.at_least(literals, number)
    found = list(solutions(clauses))
    assert len(found) == 16
    assert all((enough in one) == (len(one & set(literals)) >= number) for one in found)


def test_a_fork_grows_alone() -> None:
    clauses = Clauses((X, Y))
    fork = clauses.fork()
    fork.require(member(X, ("a",)))
    assert len(list(solutions(clauses))) == 6
    assert len(list(solutions(fork))) == 2


def test_a_variable_with_one_value_has_it() -> None:
    assert Clauses((ONLY,)).values["only"] == {"one": ALWAYS}


def test_an_unrecorded_value_is_an_error() -> None:
    with pytest.raises(TypeError, match="unrecorded"):
        Clauses((X,)).require(Or((member(X, ("a",)), UNKNOWN)))


def test_an_item_needs_an_explanation_only_while_its_line_is_on() -> None:
    cover = Cover((Item("i", Source(1, "day 1")),), (Option("use", member(Y, ("yes",)), frozenset("i")),))
    clauses = Clauses((Y,))
    switch = clauses.new()
    clauses.require_cover(cover, lambda _: (switch,))
    found = {(read(clauses, (Y,), one)["y"], switch in one) for one in solutions(clauses)}
    assert found == {("yes", True), ("yes", False), ("no", False)}
