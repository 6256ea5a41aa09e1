"""The questions by which hidden variables get their values: which of them take this one?

Hidden variables are decided value by value, since what is said of them is mostly said of single values. Such
things (that no two of them share a value; that the variable of a layer asks for it) never stand in a
residual: they only say which answers a step allows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import combinations
from typing import Final

from deducer.engines.plan import Plan
from deducer.engines.residual import FALSE, TRUE, Kind, Residuals, members
from deducer.errors import OverBudgetError
from deducer.record import Record

SHARERS: Final = 16
"""More hidden variables than this that are asked together about a value are over the budget."""

Obeyed = frozenset[int]
"""Residuals that a step sees to."""


class Step(Record, frozen=True):
    """One question about hidden variables: which of them take a value?

    Attributes:
        place: the place of the layer that it follows; None if it follows the last one.
        bits: by variable, the value asked about as a mask.
        last: the variables (as a mask) that have no value left but this one.
    """

    place: int | None
    bits: Mapping[int, int]
    last: int


class Steps:
    """The steps of a plan.

    Attributes:
        order: the steps in order: those that follow layers, then the others.
        attached: by place of a layer, the numbers of the steps that follow it.
        tail: the numbers of the steps that follow the last layer.
        final: by variable, the value that is asked about last.
    """

    def __init__(self, plan: Plan, parts: Iterable[int]) -> None:
        """Find the steps.

        Args:
            plan: the plan.
            parts: all residuals that may be open once the leading variables are decided.
        """
        self._plan = plan
        self._table = plan.table
        self._parts = sorted(set(parts))
        self.order = tuple(self._ordered())
        self.final = {variable: bit for step in self.order for variable, bit in step.bits.items()}
        self.attached: dict[int, tuple[int, ...]] = {}
        for number, step in enumerate(self.order):
            if step.place is not None:
                self.attached[step.place] = (*self.attached.get(step.place, ()), number)
        self.tail = tuple(number for number, step in enumerate(self.order) if step.place is None)
        self._seers: dict[int, int | None] = {}
        self._choices: dict[tuple[int, Obeyed, int], tuple[int, ...]] = {}
        self._alike: dict[tuple[int, Obeyed], tuple[int, ...]] = {}

    def seer(self, part: int) -> int | None:
        """Return the number of the step that sees to a residual; None if it stays open until it is met."""
        if part not in self._seers:
            scope = self._table.scopes[part]
            self._seers[part] = next(
                (number for number, step in enumerate(self.order) if self._sees(step, scope, part)), None
            )
        return self._seers[part]

    def _sees(self, step: Step, scope: int, part: int) -> bool:
        asked = dict(step.bits)
        if step.place is not None:
            asked[self._plan.layers[step.place]] = 0
        among = sum(1 << variable for variable in asked)
        return bool(scope & self._hidden) and not scope & ~among and speaks_of(self._table, part, asked)

    @cached_property
    def _hidden(self) -> int:
        return sum(1 << variable for variable in self._plan.hidden)

    def choices(self, number: int, obeyed: Obeyed, mask: int) -> tuple[int, ...]:
        """Return the sets of variables (as masks) that can take a step's value together, ascending.

        Args:
            number: the number of the step.
            obeyed: the residuals that it sees to.
            mask: the value of the variable of the layer that the step follows, as a mask.

        Raises:
            OverBudgetError: too many variables may share the value.
        """
        key = (number, obeyed, mask)
        held = self._choices.get(key)
        if held is None:
            step, rules = self.order[number], obeyed
            if step.place is not None:
                layer = self._plan.layers[step.place]
                rules = frozenset(self._table.restrict(part, layer, mask) for part in obeyed) - {TRUE}
            alike = (number, rules)
            if alike not in self._alike:
                self._alike[alike] = tuple(sorted(_choices(self._table, step.bits, rules)))
            held = self._choices[key] = self._alike[alike]
        return held

    def _ordered(self) -> Iterator[Step]:
        """Yield the steps.

        A step follows a layer where something is said of just that layer's variable and the step's value:
        asked later, it would be remembered who had which value; asked at once, only how many had.
        """
        local = list(_local(self._plan, self._parts))
        remaining = {variable: self._table.domain[variable] for variable in self._plan.hidden}
        asked = [(_linked(self._plan, bits, local), bits) for bits in _questions(self._plan, self._parts)]
        behind = len(self._plan.layers)
        for place, bits in sorted(asked, key=lambda one: behind if one[0] is None else one[0]):
            for variable, bit in bits.items():
                remaining[variable] &= ~bit
            last = sum(1 << variable for variable in bits if not remaining[variable])
            yield Step(place, bits, last)


def _questions(plan: Plan, parts: Collection[int]) -> Iterator[Mapping[int, int]]:
    """Yield the values to ask about, one after the other, with the hidden variables that can take them.

    Variables are asked together about a value if something is said of just that value of them, such as that
    they do not share it; what has nothing to do with each other is asked one after the other.
    """
    table = plan.table
    asked: list[Mapping[int, int]] = []
    for value in dict.fromkeys(value for variable in plan.hidden for value in table.values[variable]):
        bits = {v: table.mask(v, (value,)) & table.domain[v] for v in plan.hidden}
        bits = {variable: bit for variable, bit in bits.items() if bit}
        anything = {**bits, **dict.fromkeys(plan.layers, 0)}
        among = sum(1 << variable for variable in anything)
        together = [p for p in parts if not table.scopes[p] & ~among and speaks_of(table, p, anything)]
        groups = _components(bits, (table.scopes[part] for part in together))
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


def _choices(table: Residuals, bits: Mapping[int, int], rules: Iterable[int]) -> Iterator[int]:
    """Yield the sets of variables that can take a value together under some rules."""
    if len(bits) > SHARERS:
        raise OverBudgetError(
            f"more than {SHARERS} hidden variables that may share a value are over the budget"
        )
    forced = [v for v, bit in bits.items() if table.domain[v] == bit]
    for size in range(len(bits) + 1):
        for chosen in combinations(bits, size):
            left = list(rules)
            for variable, bit in bits.items():
                other = table.domain[variable] & ~bit
                mask = bit if variable in chosen else other
                left = [table.restrict(node, variable, mask) if mask else FALSE for node in left]
            if FALSE not in left and all(variable in chosen for variable in forced):
                yield sum(1 << variable for variable in chosen)


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
        if speaks_of(plan.table, part, {**bits, plan.layers[place]: 0}):
            return place
    return None


def speaks_of(table: Residuals, node: int, bits: Mapping[int, int]) -> bool:
    """Tell whether a residual asks of each variable no more than whether it has its value of a mapping.

    Variables with 0 may be asked anything; those that are not in the mapping, nothing.
    """
    kind, *rest = table.nodes[node]
    if kind == Kind.LITERAL:
        variable, mask = rest
        bit = bits.get(variable)
        return bit is not None and (bit == 0 or mask in (bit, table.domain[variable] & ~bit))
    if kind in (Kind.AND, Kind.OR, Kind.COUNT):
        return all(speaks_of(table, part, bits) for part in rest[0])
    return True
