"""What may be hidden beside the values decided so far, as far as it matters to what is still to come.

A *situation* is a residual together with the hidden variables that already have their values. A *belief*
tells in how many ways each situation has come about; it follows from the projection's values alone, so that
worlds with one joint value of the projection share one path. Hidden variables are decided value by value
("which of them take this one?"), since what is said of them is mostly said of single values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import gcd
from typing import Final

from deducer.engines.plan import Plan
from deducer.engines.residual import FALSE, TRUE, Kind, Residuals, members
from deducer.errors import OverBudgetError

Situation = tuple[int, int]
"""A residual, and the hidden variables that have their values (a mask)."""

Belief = tuple[tuple[Situation, int], ...]
"""Situations with the number of ways, each at least 1, in which they have come about; sorted."""

Taken = tuple[tuple[int, int], ...]
"""Hidden variables that have just got a value, as pairs of variable and mask."""


Ends = tuple[tuple[Situation, Taken], ...]
"""What a situation can become, with what is taken on the way."""

SHARERS: Final = 16
"""More hidden variables than this that are asked together about a value are over the budget."""

NOTHING: Final = -1
"""Stands for a belief of which nothing is left."""


@dataclass(frozen=True, slots=True)
class Step:
    """One question about hidden variables: which of them take a value?

    Attributes:
        bits: by variable, the value asked about as a mask.
        remaining: by variable, the values still to be asked about afterwards.
        choices: sets of variables (as masks) that can take the value together, ascending.
    """

    bits: Mapping[int, int]
    remaining: Mapping[int, int]
    choices: tuple[int, ...]


class Beliefs:
    """The beliefs of a plan, numbered as they come up.

    Raises `OverBudgetError` when they would take more steps than the budget.

    Attributes:
        plan: the plan.
        held: the beliefs by number.
        attached: by place of a layer, the steps that follow it; the others follow the last layer.
        tail: the steps that follow the last layer.
    """

    def __init__(self, plan: Plan, budget: int) -> None:
        self.plan = plan
        self._budget = budget
        self.held: list[Belief] = []
        self._numbers: dict[Belief, int] = {}
        self._table = plan.table
        self._everybody = sum(1 << variable for variable in plan.hidden)
        self._completions: dict[tuple[int, Situation], int] = {}
        self._advanced: dict[tuple[int, int, int], int] = {}
        self._followed: dict[tuple[Situation, int, int], Ends] = {}
        self._answered: dict[tuple[Situation, int], Ends] = {}
        self.attached, self.tail, self._limits = _steps(plan)
        self._stripped: dict[int, int] = {}

    def start(self, ways: Iterable[tuple[int, int]]) -> tuple[int, int]:
        """Return a first belief.

        Args:
            ways: residuals with the weight of each.

        Returns:
            The number of the belief, and the weight that its numbers of ways are to be multiplied with.
        """
        weights: dict[Situation, int] = {}
        for residual, weight in ways:
            situation = self.first(residual)
            weights[situation] = weights.get(situation, 0) + weight
        common = gcd(*weights.values())
        return self._number({situation: weight // common for situation, weight in weights.items()}), common

    def first(self, residual: int) -> Situation:
        """Return the situation that an entry begins with: its residual without what the steps see to."""
        left = self._stripped.get(residual)
        if left is None:
            parts = (part for part in self._table.parts(residual) if part not in self._limits)
            left = self._stripped[residual] = self._table.conjunction(parts)
        return left, 0

    def advance(self, number: int, place: int, mask: int) -> int:
        """Return the belief after a layer's variable has got a value; `NOTHING` if none of it is left."""
        key = (number, place, mask)
        held = self._advanced.get(key)
        if held is None:
            weights: dict[Situation, int] = {}
            for situation, weight in self.held[number]:
                for after, _ in self.follow(situation, place, mask):
                    weights[after] = weights.get(after, 0) + weight
            held = self._advanced[key] = self._number(weights) if weights else NOTHING
        return held

    def follow(self, situation: Situation, place: int, mask: int) -> Ends:
        """Return what a situation can become when a layer's variable gets a value, with what it takes."""
        key = (situation, place, mask)
        held = self._followed.get(key)
        if held is None:
            left = self._table.restrict(situation[0], self.plan.layers[place], mask)
            through = self._through((left, situation[1]), self.attached.get(place, ()), ())
            held = self._followed[key] = () if left == FALSE else tuple(through)
        return held

    def _through(
        self, situation: Situation, steps: Sequence[Step], taken: Taken
    ) -> Iterator[tuple[Situation, Taken]]:
        if not steps:
            yield situation, taken
            return
        for after, more in self.answers(situation, steps[0]):
            yield from self._through(after, steps[1:], taken + more)

    def answers(self, situation: Situation, step: Step) -> Ends:
        """Return what a situation can become at a step, with what it takes."""
        key = (situation, id(step))
        held = self._answered.get(key)
        if held is None:
            held = self._answered[key] = tuple(self._answers(situation, step))
            self._budget -= len(step.choices)
            if self._budget < 0:
                raise OverBudgetError("what is hidden is over the budget")
        return held

    def _answers(self, situation: Situation, step: Step) -> Iterator[tuple[Situation, Taken]]:
        residual, decided = situation
        for choice in step.choices:
            if choice & decided:
                continue
            left = residual
            taken = []
            for variable, bit in step.bits.items():
                if choice >> variable & 1:
                    left = self._table.restrict(left, variable, bit)
                    taken.append((variable, bit))
                elif not decided >> variable & 1:
                    remaining = step.remaining[variable]
                    left = self._table.restrict(left, variable, remaining) if remaining else FALSE
                if left == FALSE:
                    break
            else:
                yield (left, decided | choice), tuple(taken)

    def completions(self, situation: Situation, place: int = 0) -> int:
        """Return in how many ways a situation after the last layer can end, from a step of the tail on."""
        if place == len(self.tail):
            return int(situation == (TRUE, self._everybody))
        key = (place, situation)
        held = self._completions.get(key)
        if held is None:
            ends = self.answers(situation, self.tail[place])
            held = self._completions[key] = sum(self.completions(after, place + 1) for after, _ in ends)
        return held

    def weight(self, number: int) -> int:
        """Return how many worlds a belief after the last layer stands for."""
        return sum(weight * self.completions(situation) for situation, weight in self.held[number])

    def _number(self, weights: Mapping[Situation, int]) -> int:
        belief = tuple(sorted(weights.items()))
        held = self._numbers.get(belief)
        if held is None:
            held = self._numbers[belief] = len(self.held)
            self.held.append(belief)
        return held


def _steps(plan: Plan) -> tuple[Mapping[int, tuple[Step, ...]], tuple[Step, ...], frozenset[int]]:
    """Return the steps that follow single layers, the others, and the residuals that their choices obey.

    A step follows a layer where something is said of just that layer's variable and the step's value: asked
    later, it would be remembered who had which value; asked at once, only how many had.
    """
    table = plan.table
    ways = [frozenset(table.parts(node)) for node in set(plan.settled.ways.tolist())]
    parts = sorted(frozenset().union(*ways))
    everywhere = frozenset(parts).intersection(*ways)
    obeyed: set[int] = set()
    attached: dict[int, tuple[Step, ...]] = {}
    tail: list[Step] = []
    remaining = {variable: table.domain[variable] for variable in plan.hidden}
    local = list(_local(plan, parts))
    asked = [(_linked(plan, bits, local), bits) for bits in _questions(plan, parts)]
    for place, bits in sorted(asked, key=lambda one: len(plan.layers) if one[0] is None else one[0]):
        for variable, bit in bits.items():
            remaining[variable] &= ~bit
        limits = _limits(table, bits, everywhere)
        obeyed |= limits
        step = Step(bits, {variable: remaining[variable] for variable in bits}, _choices(table, bits, limits))
        if place is None:
            tail.append(step)
        else:
            attached[place] = (*attached.get(place, ()), step)
    return attached, tuple(tail), frozenset(obeyed)


def _questions(plan: Plan, parts: Sequence[int]) -> Iterator[Mapping[int, int]]:
    """Yield the values to ask about, one after the other, with the hidden variables that can take them.

    Variables are asked together about a value if something is said of just that value of them, such as that
    they do not share it; what has nothing to do with each other is asked one after the other.
    """
    table = plan.table
    asked: list[Mapping[int, int]] = []
    for value in dict.fromkeys(value for variable in plan.hidden for value in table.values[variable]):
        bits = {v: table.mask(v, (value,)) & table.domain[v] for v in plan.hidden}
        bits = {variable: bit for variable, bit in bits.items() if bit}
        limits = _limits(table, bits, parts)
        groups = _components(bits, (table.scopes[part] for part in limits))
        asked.extend({variable: bits[variable] for variable in group} for group in groups)
    scopes = (sum(1 << variable for variable in bits) for bits in asked)
    for group in _components(plan.hidden, (*scopes, *(table.scopes[part] for part in parts))):
        yield from (bits for bits in asked if not bits.keys().isdisjoint(group))


def _components(variables: Iterable[int], scopes: Iterable[int]) -> list[tuple[int, ...]]:
    """Part variables into groups such that no set of variables (a mask) reaches into two of them."""
    groups = [1 << variable for variable in variables]
    everybody = sum(groups)
    for scope in scopes:
        joined = [group for group in groups if group & scope]
        if len(joined) > 1:
            groups = [group for group in groups if not group & scope] + [sum(joined)]
    return sorted(members(group & everybody) for group in groups)


def _limits(table: Residuals, bits: Mapping[int, int], parts: Iterable[int]) -> frozenset[int]:
    """Return the residuals that speak of nothing but which variables take a value."""
    scope = sum(1 << variable for variable in bits)
    return frozenset(p for p in parts if not table.scopes[p] & ~scope and _speaks_of(table, p, bits))


def _choices(table: Residuals, bits: Mapping[int, int], limits: Iterable[int]) -> tuple[int, ...]:
    """Return the sets of variables that can take a value together."""
    if len(bits) > SHARERS:
        raise OverBudgetError(
            f"more than {SHARERS} hidden variables that may share a value are over the budget"
        )
    forced = [v for v, bit in bits.items() if table.domain[v] == bit]
    found = []
    for size in range(len(bits) + 1):
        for chosen in combinations(bits, size):
            left = list(limits)
            for variable, bit in bits.items():
                other = table.domain[variable] & ~bit
                mask = bit if variable in chosen else other
                left = [table.restrict(node, variable, mask) if mask else FALSE for node in left]
            if FALSE not in left and all(variable in chosen for variable in forced):
                found.append(sum(1 << variable for variable in chosen))
    return tuple(sorted(found))


def _local(plan: Plan, parts: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the residuals that speak of hidden variables and of one of the projection's, with its place."""
    places = {1 << variable: place for place, variable in enumerate(plan.layers)}
    inner = sum(places)
    for part in parts:
        place = places.get(plan.table.scopes[part] & inner)
        if place is not None and plan.table.scopes[part] & ~inner:
            yield place, part


def _linked(plan: Plan, bits: Mapping[int, int], local: Iterable[tuple[int, int]]) -> int | None:
    """Return the place of a layer whose variable something is said of together with a value; None without."""
    for place, part in local:
        if _speaks_of(plan.table, part, {**bits, plan.layers[place]: 0}):
            return place
    return None


def _speaks_of(table: Residuals, node: int, bits: Mapping[int, int]) -> bool:
    """Tell whether a residual asks of each variable no more than whether it has its value of a mapping.

    Variables with 0 may be asked anything; those that are not in the mapping, nothing.
    """
    kind, *rest = table.nodes[node]
    if kind == Kind.LITERAL:
        variable, mask = rest
        bit = bits.get(variable)
        return bit is not None and (bit == 0 or mask in (bit, table.domain[variable] & ~bit))
    if kind in (Kind.AND, Kind.OR, Kind.COUNT):
        return all(_speaks_of(table, part, bits) for part in rest[0])
    return True
