"""Residuals rewritten for the diagram hold in the same cases: judged by trying every joint value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from random import Random

import pytest

from deducer.engines.helpers import Shortener, alike, either, without
from deducer.engines.residual import FALSE, TRUE, Residuals, members
from deducer.errors import OverBudgetError
from deducer.logic.terms import Variable

VALUES = ("a", "b", "c")
INNER, HIDDEN, AUXILIARY = (0, 1), (2, 3), (4, 5)


def table() -> Residuals:
    return Residuals({f"v{n}": Variable(f"v{n}", VALUES if n < 4 else VALUES[:2]) for n in range(6)})


def drawn(held: Residuals, chance: Random, depth: int, among: Sequence[int]) -> int:
    """Draw a residual."""
    if not depth or chance.random() < 0.2:
        variable = chance.choice(among)
        return held.literal(variable, chance.randrange(held.domain[variable] + 1))
    parts = [drawn(held, chance, depth - 1, among) for _ in range(chance.randint(2, 4))]
    match chance.randrange(5):
        case 0 | 1:
            return held.conjunction(parts)
        case 2 | 3:
            return held.disjunction(parts)
        case _:
            low = chance.randint(0, 2)
            return held.count(parts, low, chance.randint(low, len(parts)))


def joint(held: Residuals, variables: Sequence[int]) -> Iterator[dict[int, int]]:
    domains = ([1 << bit for bit in members(held.domain[v])] for v in variables)
    yield from (dict(zip(variables, masks, strict=True)) for masks in product(*domains))


def holds(held: Residuals, nodes: Iterable[int], values: dict[int, int]) -> bool:
    for node in nodes:
        left = node
        for variable, mask in values.items():
            left = held.restrict(left, variable, mask)
        if left == FALSE:
            return False
        assert left == TRUE
    return True


@pytest.mark.parametrize("seed", range(40))
def test_auxiliary_variables_are_written_away(seed: int) -> None:
    held, chance = table(), Random(seed)  # noqa: S311  (no secret)
    among = (*INNER, HIDDEN[0], *AUXILIARY)
    roots = [drawn(held, chance, 3, among) for _ in range(3)]
    left = without(held, roots, AUXILIARY, most=4)
    assert not any(held.scopes[node] >> v & 1 for node in left for v in AUXILIARY)
    for values in joint(held, among[:3]):
        expected = any(holds(held, roots, values | reading) for reading in joint(held, AUXILIARY))
        assert holds(held, left, values) is expected


def test_too_many_readings_are_over_the_budget() -> None:
    held = table()
    both = held.disjunction([held.literal(v, 1) for v in AUXILIARY])
    with pytest.raises(OverBudgetError):
        without(held, [both], AUXILIARY, most=3)
    apart = [held.disjunction([held.literal(0, 1), held.literal(v, 1)]) for v in AUXILIARY]
    assert without(held, apart, AUXILIARY, most=3) == ()


@pytest.mark.parametrize("seed", range(20))
def test_what_implies_another_holds_only_where_it_does(seed: int) -> None:
    held, chance = table(), Random(seed)  # noqa: S311  (no secret)
    among = (*INNER, HIDDEN[0])
    nodes = [drawn(held, chance, 2, among) for _ in range(12)]
    where = {node: [holds(held, [node], values) for values in joint(held, among)] for node in nodes}
    for one, other in product(where, repeat=2):
        if held.implies(one, other):
            assert all(not here or there for here, there in zip(where[one], where[other], strict=True))


def test_a_way_that_only_asks_more_is_left_out() -> None:
    held = table()
    some, more = (held.literal(0, mask) for mask in (1, 3))
    other = held.literal(1, 1)
    narrow, wide = held.disjunction([some, other]), held.disjunction([more, other])
    assert held.implies(narrow, wide)
    assert not held.implies(wide, narrow)
    # "This with that" asks more than "this or something else".
    assert either(held, [held.conjunction([some, held.literal(2, 1)]), wide]) == (wide,)
    assert either(held, [wide, held.conjunction([some, held.literal(2, 1)])]) == (wide,)


def test_what_all_ways_say_stays_apart() -> None:
    held = table()
    one, other, third = (held.literal(v, 1) for v in (0, 1, 2))
    ways = [held.conjunction([one, other]), held.conjunction([one, third])]
    assert either(held, ways) == (one, held.disjunction([other, third]))
    assert either(held, [*ways, one]) == (one,)
    assert either(held, [FALSE]) == (FALSE,)


@pytest.mark.parametrize("seed", range(60))
def test_short_residuals_hold_in_the_same_cases(seed: int) -> None:
    held, chance = table(), Random(seed)  # noqa: S311  (no secret)
    among = (*INNER, *HIDDEN)
    node = drawn(held, chance, 4, among)
    shortener = Shortener(held, INNER, HIDDEN)
    for left in ((shortener.short(node),), shortener.split(node), (shortener.split_together(node),)):
        assert all(holds(held, left, values) is holds(held, [node], values) for values in joint(held, among))


def test_what_is_said_of_one_hidden_variable_is_parted_by_its_values() -> None:
    """ "This value and that, or the other value": each value asks for what stands beside it."""
    held = table()
    one, other = held.literal(0, 1), held.literal(1, 1)
    node = held.disjunction(
        [held.conjunction([held.literal(2, 1), one]), held.conjunction([held.literal(2, 6), other])]
    )
    parts = Shortener(held, INNER, HIDDEN).split(node)
    assert set(parts) == {
        held.disjunction([held.literal(2, 6), one]),
        held.disjunction([held.literal(2, 1), other]),
    }


def test_parts_that_differ_in_one_literal_become_one() -> None:
    held = table()
    rest = held.literal(1, 1)
    node = held.conjunction([held.disjunction([held.literal(0, mask), rest]) for mask in (1, 6)])
    assert Shortener(held, INNER, ()).short(node) == rest


@pytest.mark.parametrize("seed", range(40))
def test_excluded_values_leave_what_restricting_leaves(seed: int) -> None:
    held, chance = table(), Random(seed)  # noqa: S311  (no secret)
    among = (*INNER, HIDDEN[0])
    node = drawn(held, chance, 3, among)
    left = held.exclude(held.exclude(node, 2, 1, last=4), 2, 2, last=4)
    assert left == held.restrict(node, 2, 4) or not held.scopes[left] >> 2 & 1
    for values in joint(held, INNER):
        assert holds(held, [left], values) is holds(held, [node], {**values, 2: 4})
    some = held.exclude(node, 2, 1, last=4)
    for values in joint(held, INNER):
        for bit in (2, 4):
            assert holds(held, [some], {**values, 2: bit}) is holds(held, [node], {**values, 2: bit})


def test_variables_that_can_change_places() -> None:
    held = table()
    both = held.count([held.literal(v, 1) for v in (1, 2, 3)], 0, 1)
    apart = held.disjunction([held.literal(3, 2), held.literal(0, 1)])
    assert alike(held, (1, 2, 3), [[both], [both, apart]]) == [(1, 2)]
    assert alike(held, (1, 2, 3), [[both]]) == [(1, 2, 3)]
    assert alike(held, (1, 2, 4), [[]]) == [(1, 2)]
