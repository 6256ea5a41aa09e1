"""What may be hidden beside the values decided so far, as far as it matters to what is still to come.

The leading variables are decided first, then a layer after the other, then what is left of the hidden ones. A
*situation* is a residual together with the hidden variables that already have their values and with what the
steps to come have to see to. A *belief* tells in how many ways each situation has come about; it follows from
the projection's values alone, so that worlds with one joint value of the projection share one path.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import gcd
from typing import Final

from deducer.engines.helpers import alike
from deducer.engines.plan import Plan
from deducer.engines.residual import FALSE, TRUE, members
from deducer.engines.steps import Obeyed, Steps
from deducer.errors import OverBudgetError
from deducer.record import Record

Situation = tuple[int, int, int]
"""A residual, the hidden variables that have their values (a mask), and the number of the agenda."""

_Head = tuple[int, int]
"""A situation without the hidden variables that have their values."""

Belief = tuple[tuple[Situation, int], ...]
"""Situations with the number of ways, each at least 1, in which they have come about; sorted."""

Taken = tuple[tuple[int, int], ...]
"""Hidden variables that have just got a value, as pairs of variable and mask."""

Ends = tuple[tuple[Situation, Taken], ...]
"""What a situation can become, with what is taken on the way."""

Leads = tuple[tuple[int, ...], ...]
"""Joint values of the leading variables, as masks of one bit; sorted."""

LEADS: Final = 4096
"""More joint values of the leading variables than this are over the budget."""

NOTHING: Final = -1
"""Stands for a belief of which nothing is left."""


class Moves(Record, frozen=True, eq=False):
    """What becomes of the situations of a support.

    Attributes:
        after: the situations of the next support.
        taking: the places of a situation before and after, and what is taken on the way.
    """

    after: tuple[Situation, ...]
    taking: tuple[tuple[int, int, Taken], ...]


class Beliefs:
    """The beliefs of a plan, numbered as they come up.

    Raises `OverBudgetError` when they would take more steps than the budget.

    Attributes:
        plan: the plan.
        held: the beliefs by number.
        supports: by number of a belief, the number of its support: its situations without their ways.
        steps: the questions about hidden variables.
        alike: groups of hidden variables that can change places.
    """

    def __init__(self, plan: Plan, budget: int) -> None:
        self.plan = plan
        self._budget = budget
        self.held: list[Belief] = []
        self.supports: list[int] = []
        self._support: dict[tuple[Situation, ...], int] = {}
        self._situations: list[tuple[Situation, ...]] = []
        self._numbers: dict[Belief, int] = {}
        self._table = plan.table
        self._everybody = sum(1 << variable for variable in plan.hidden)
        self._completions: dict[tuple[int, Situation], int] = {}
        self._heads: list[tuple[_Head, ...]] = []
        self._advanced: dict[tuple[int, int], int] = {}
        self._followed: dict[tuple[Situation, int, int], Ends] = {}
        self._stood_for: dict[tuple[Situation, int, int], Ends] = {}
        self._answered: dict[tuple[Situation, int, int], Ends] = {}
        self._masks = [
            tuple(1 << bit for bit in members(plan.table.domain[variable])) for variable in plan.layers
        ]
        self._moving: dict[
            tuple[int, int], tuple[Mapping[int, tuple[int, ...]], dict[tuple[int, ...], Moves]]
        ] = {}
        self._kind_rows: dict[tuple[int, int, int], tuple[int, ...]] = {}
        self._kind_numbers: dict[tuple[int, ...], int] = {}
        self._kinds: dict[tuple[int, int, int], tuple[int, ...]] = {}
        # What a step sees to, and the agenda that follows; 0 is the empty one.
        self._agendas: list[tuple[int, Obeyed, int]] = [(-1, frozenset(), 0)]
        self._agenda_numbers: dict[tuple[int, Obeyed, int], int] = {}
        led = {residual: self._led(residual) for residual in set(plan.settled.ways.tolist())}
        said = {self._table.parts(left) for ways in led.values() for left in ways}
        self.steps = Steps(plan, {part for parts in said for part in parts})
        self.alike = self._alike_in(said)
        self._ranks = [
            (sum(1 << variable for variable in group), self._first_of(group)) for group in self.alike
        ]
        self._starts = {residual: self._begun(ways) for residual, ways in led.items()}

    def _alike_in(self, said: Collection[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Return groups of hidden variables that can change places in all that is said.

        They are asked about together and never stand in an open residual.
        """
        table = self._table
        everything = {part for parts in said for part in parts}
        stay = [table.scopes[part] for part in everything if self.steps.seer(part) is None]
        asked = [frozenset(step.bits) for step in self.steps.order]
        kinds: dict[tuple[int, ...], list[int]] = {}
        for variable in self.plan.hidden:
            if not any(scope >> variable & 1 for scope in stay):
                steps = tuple(at for at, among in enumerate(asked) if variable in among)
                kinds.setdefault(steps, []).append(variable)
        return [group for among in kinds.values() for group in alike(table, among, said)]

    def _first_of(self, group: Sequence[int]) -> tuple[int, ...]:
        """Return the first variables of a group, as masks, by how many."""
        return tuple(sum(1 << variable for variable in group[:number]) for number in range(len(group) + 1))

    def canonical(self, situation: Situation) -> Situation:
        """Return the situation that stands for all in which variables that are alike have changed places."""
        residual, decided, agenda = situation
        for mask, first in self._ranks:
            decided = decided & ~mask | first[(decided & mask).bit_count()]
        return residual, decided, agenda

    def _led(self, residual: int) -> Mapping[int, Leads]:
        """Return what is left of a residual once the leading variables are decided, with their values."""
        found: dict[int, Leads] = {residual: ((),)}
        for variable in self.plan.leading:
            following: dict[int, Leads] = {}
            bits = [1 << bit for bit in members(self._table.domain[variable])]
            for node, leads in found.items():
                for bit in bits:
                    left = self._shorter(self._table.restrict(node, variable, bit))
                    if left != FALSE:
                        more = tuple((*lead, bit) for lead in leads)
                        following[left] = (*following.get(left, ()), *more)
            found = following
            if sum(map(len, found.values())) > LEADS:
                raise OverBudgetError(
                    f"more than {LEADS} ways to decide what comes first are over the budget"
                )
        return found

    def _shorter(self, node: int) -> int:
        """Part what speaks of one hidden variable, now that the leading ones are decided."""
        return self._table.conjunction(map(self.plan.shortener.split_together, self._table.parts(node)))

    def _begun(self, ways: Mapping[int, Leads]) -> tuple[tuple[Situation, Leads], ...]:
        found: dict[Situation, Leads] = {}
        for residual, leads in ways.items():
            situation = self._first(residual)
            found[situation] = (*found.get(situation, ()), *leads)
        return tuple((situation, tuple(sorted(leads))) for situation, leads in found.items())

    def _first(self, residual: int) -> Situation:
        """Return the situation of a residual: without what the steps see to, which is on the agenda."""
        seen: dict[int, set[int]] = {}
        others = []
        for part in self._table.parts(residual):
            step = self.steps.seer(part)
            if step is None:
                others.append(part)
            else:
                seen.setdefault(step, set()).add(part)
        agenda = 0
        for step in sorted(seen, reverse=True):
            entry = (step, frozenset(seen[step]), agenda)
            agenda = self._agenda_numbers.setdefault(entry, len(self._agendas))
            if agenda == len(self._agendas):
                self._agendas.append(entry)
        return self._table.conjunction(others), 0, agenda

    def starts(self, residual: int) -> Sequence[tuple[Situation, Leads]]:
        """Return the situations that an entry with a residual can begin in, each with its leading values."""
        return self._starts[residual]

    def start(self, ways: Iterable[tuple[int, int]]) -> tuple[int, int]:
        """Return a first belief.

        Args:
            ways: residuals with the weight of each.

        Returns:
            The number of the belief, and the weight that its numbers of ways are to be multiplied with.
        """
        weights: dict[Situation, int] = {}
        for residual, weight in ways:
            for situation, leads in self.starts(residual):
                weights[situation] = weights.get(situation, 0) + weight * len(leads)
        common = gcd(*weights.values()) or 1
        return self._number((one, weights[one] // common) for one in sorted(weights)), common

    def advance(self, number: int, place: int, mask: int) -> int:
        """Return the belief after a layer's variable has got a value; `NOTHING` if none of it is left."""
        moves = self.moves(self.supports[number], place, mask)
        key = (number, id(moves))
        held = self._advanced.get(key)
        if held is None:
            before = self.held[number]
            weights = [0] * len(moves.after)
            for at, after, _ in moves.taking:
                weights[after] += before[at][1]
            after_all = zip(moves.after, weights, strict=True)
            held = self._advanced[key] = self._number(after_all) if weights else NOTHING
        return held

    def moves(self, support: int, place: int, mask: int) -> Moves:
        """Return what becomes of the situations of a support when a layer's variable gets a value.

        Values under which the same becomes of them have one and the same answer.
        """
        key = (support, place)
        if key not in self._moving:
            self._moving[key] = (self._alike(self._heads[support], place), {})
        kinds, moved = self._moving[key]
        held = moved.get(kinds[mask])
        if held is None:
            situations = self._situations[support]
            ends = [self.moved(situation, place, mask) for situation in situations]
            after = tuple(sorted({end for row in ends for end, _ in row}))
            places = {end: at for at, end in enumerate(after)}
            taking = tuple((at, places[end], taken) for at, row in enumerate(ends) for end, taken in row)
            held = moved[kinds[mask]] = Moves(after, taking)
        return held

    def together(self, situations: Iterable[Situation], place: int) -> Iterator[tuple[int, ...]]:
        """Yield the values of a layer's variable, together where the same becomes of situations."""
        together: dict[tuple[int, ...], list[int]] = {}
        for mask, kind in self._alike(_heads(situations), place).items():
            together.setdefault(kind, []).append(mask)
        yield from map(tuple, together.values())

    def _alike(self, heads: Iterable[_Head], place: int) -> Mapping[int, tuple[int, ...]]:
        """Return what tells apart, by value of a layer's variable, what becomes of heads."""
        masks = self._masks[place]
        rows = [self._kinds_of(head, place) for head in heads]
        return dict(zip(masks, zip(*rows, strict=True), strict=True)) if rows else dict.fromkeys(masks, ())

    def _kinds_of(self, head: _Head, place: int) -> tuple[int, ...]:
        """Return a number by value of a layer's variable: of what becomes of a head."""
        key = (*head, place)
        held = self._kind_rows.get(key)
        if held is None:
            residual, agenda = head
            layer = self.plan.layers[place]
            kinds = (
                (self._table.restrict(residual, layer, mask), *self._kind(agenda, place, mask))
                for mask in self._masks[place]
            )
            held = tuple(self._kind_numbers.setdefault(kind, len(self._kind_numbers)) for kind in kinds)
            self._kind_rows[key] = held
        return held

    def _kind(self, agenda: int, place: int, mask: int) -> tuple[int, ...]:
        """Return what tells apart how the steps that follow a layer go for an agenda."""
        key = (agenda, place, mask)
        held = self._kinds.get(key)
        if held is None:
            kind = []
            for number in self.steps.attached.get(place, ()):
                choices, agenda = self._allowed(agenda, number, mask)
                kind.append(id(choices))
            held = self._kinds[key] = tuple(kind)
        return held

    def moved(self, situation: Situation, place: int, mask: int) -> Ends:
        """Return what `follow` returns, with the situations that stand for what a situation can become."""
        key = (situation, place, mask)
        held = self._stood_for.get(key)
        if held is None:
            ends = self.follow(situation, place, mask)
            held = tuple((self.canonical(after), taken) for after, taken in ends) if self.alike else ends
            self._stood_for[key] = held
        return held

    def follow(self, situation: Situation, place: int, mask: int) -> Ends:
        """Return what a situation can become when a layer's variable gets a value, with what it takes."""
        key = (situation, place, mask)
        held = self._followed.get(key)
        if held is None:
            left = self._table.restrict(situation[0], self.plan.layers[place], mask)
            steps = self.steps.attached.get(place, ())
            through = self._through((left, *situation[1:]), steps, mask, ())
            held = self._followed[key] = () if left == FALSE else tuple(through)
        return held

    def _through(
        self, situation: Situation, steps: Sequence[int], mask: int, taken: Taken
    ) -> Iterator[tuple[Situation, Taken]]:
        if not steps:
            yield situation, taken
            return
        for after, more in self.answers(situation, steps[0], mask):
            yield from self._through(after, steps[1:], mask, taken + more)

    def answers(self, situation: Situation, number: int, mask: int = 0) -> Ends:
        """Return what a situation can become at a step, with what it takes.

        Args:
            situation: the situation.
            number: the number of the step.
            mask: the value of the layer's variable, for a step that follows a layer.
        """
        choices, rest = self._allowed(situation[2], number, mask)
        key = (situation, number, id(choices))
        held = self._answered.get(key)
        if held is None:
            held = self._answered[key] = tuple(self._answers(situation, number, choices, rest))
            self._budget -= len(choices)
            if self._budget < 0:
                raise OverBudgetError("what is hidden is over the budget")
        return held

    def _allowed(self, agenda: int, number: int, mask: int) -> tuple[tuple[int, ...], int]:
        """Return the choices that an agenda leaves a step, and the agenda that follows."""
        step, obeyed, rest = self._agendas[agenda]
        if step != number:
            obeyed, rest = frozenset(), agenda
        return self.steps.choices(number, obeyed, mask), rest

    def _answers(
        self, situation: Situation, number: int, choices: Iterable[int], rest: int
    ) -> Iterator[tuple[Situation, Taken]]:
        residual, decided, _ = situation
        step = self.steps.order[number]
        for choice in choices:
            if choice & decided or step.last & ~(choice | decided):
                continue
            left = residual
            for variable, bit in step.bits.items() if left != TRUE else ():
                if choice >> variable & 1:
                    left = self._table.restrict(left, variable, bit)
                elif not decided >> variable & 1:
                    left = self._table.exclude(left, variable, bit, self.steps.final[variable])
            if left != FALSE:
                taken = tuple((v, step.bits[v]) for v in members(choice))
                yield (left, decided | choice, rest), taken

    def completions(self, situation: Situation, place: int = 0) -> int:
        """Return in how many ways a situation after the last layer can end, from a step of the tail on."""
        tail = self.steps.tail
        if place == len(tail):
            return int(situation == (TRUE, self._everybody, 0))
        key = (place, situation)
        held = self._completions.get(key)
        if held is None:
            ends = self.answers(situation, tail[place])
            held = self._completions[key] = sum(self.completions(after, place + 1) for after, _ in ends)
        return held

    def weight(self, number: int) -> int:
        """Return how many worlds a belief after the last layer stands for."""
        return sum(weight * self.completions(situation) for situation, weight in self.held[number])

    def _number(self, weights: Iterable[tuple[Situation, int]]) -> int:
        belief = tuple(weights)
        held = self._numbers.get(belief)
        if held is None:
            held = self._numbers[belief] = len(self.held)
            self.held.append(belief)
            situations = tuple(situation for situation, _ in belief)
            support = self._support.setdefault(situations, len(self._situations))
            if support == len(self._situations):
                self._situations.append(situations)
                self._heads.append(_heads(situations))
            self.supports.append(support)
        return held

    def situations(self, numbers: Iterable[int]) -> tuple[Situation, ...]:
        """Return the situations of some beliefs, each once; sorted."""
        supports = {self.supports[number] for number in numbers}
        return tuple(sorted({situation for one in supports for situation in self._situations[one]}))


def _heads(situations: Iterable[Situation]) -> tuple[_Head, ...]:
    return tuple(dict.fromkeys((residual, agenda) for residual, _, agenda in situations))
