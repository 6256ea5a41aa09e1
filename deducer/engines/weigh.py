"""Sums over the paths of a diagram: how much weight runs through each value of each variable.

Weights are exact integers: 64-bit ones where the whole weight shows that no sum can be larger, Python's own
otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from deducer.engines.belief import Situation, Taken
from deducer.engines.compile import Edges, Graph
from deducer.engines.settle import Numbers

Weights = NDArray[Any]
"""Exact integers, 64-bit ones or Python's own."""

Shares = dict[int, dict[int, int]]
"""Weight by variable and by value (a mask)."""

_SAFE: Final = 1 << 61
"""A total below this shows that 64-bit sums are exact, in floating point too: its error is far smaller."""

_Move = tuple[int, int, Taken]
"""Places of a situation in a belief and in the next one, and what is taken on the way."""


class Weighing:
    """A diagram whose worlds have weights.

    The worlds that a path stands for weigh together the factor of its class times the ending of the belief
    that it ends in; each of them weighs in proportion to the weight of its entry.

    Attributes:
        graph: the diagram.
        factors: by class.
        endings: by number of the belief after the last layer.
    """

    def __init__(self, graph: Graph, factors: Sequence[int], endings: Mapping[int, int]) -> None:
        self.graph = graph
        self.factors = factors
        self.endings = endings
        self._beliefs = graph.beliefs

    @classmethod
    def of_worlds(cls, graph: Graph) -> Weighing:
        """Weigh every world by the weight of its entry."""
        return cls(graph, graph.factors, _last_weights(graph))

    @classmethod
    def of_paths(cls, graph: Graph) -> Weighing:
        """Weigh every joint value of the projection by 1; nothing can be said of hidden variables then."""
        endings = {number: int(weight > 0) for number, weight in _last_weights(graph).items()}
        return cls(graph, (1,) * len(graph.factors), endings)

    @classmethod
    def of_projections(cls, graph: Graph) -> Weighing:
        """Weigh every joint value of the projection the same, by a number that all its worlds can share."""
        weights = _last_weights(graph)
        unit = lcm(*filter(None, weights.values()))
        endings = {number: unit if weight else 0 for number, weight in weights.items()}
        return cls(graph, (1,) * len(graph.factors), endings)

    @cached_property
    def total(self) -> int:
        """The weight of all worlds."""
        return self._at_starts(self.backward[0])

    def _at_starts(self, backward: Weights) -> int:
        starts = backward[self.graph.starts].tolist()
        return sum(int(weight) * factor for weight, factor in zip(starts, self.factors, strict=True))

    @cached_property
    def _exact(self) -> type[np.int64 | object]:
        """The numbers that hold every sum; paths to nowhere are left out, so none exceeds the total."""
        endings = [self.endings[number] for number in self._last_beliefs]
        if max((*endings, *self.factors), default=0) >= _SAFE:
            return object
        rough = [float(ending) for ending in endings]
        start = self.passed(np.array(rough)[self._last_places])[0][self.graph.starts]
        whole = sum(
            weight * float(factor) for weight, factor in zip(start.tolist(), self.factors, strict=True)
        )
        return np.int64 if whole < _SAFE else object

    @cached_property
    def _last_beliefs(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self.graph.held[-1].tolist()))

    @cached_property
    def _last_places(self) -> Numbers:
        places = {number: place for place, number in enumerate(self._last_beliefs)}
        return np.array([places[number] for number in self.graph.held[-1].tolist()], dtype=np.int64)

    def passed(self, ending: Weights) -> list[Weights]:
        """Return by layer, and after the last one, the weight that each node leads to."""
        found = [ending]
        for edges, nodes in zip(reversed(self.graph.layers), reversed(self.graph.held[:-1]), strict=True):
            before = np.zeros(len(nodes), dtype=ending.dtype)
            for one in edges:
                before[one.sources] += found[-1][one.targets]
            found.append(before)
        return found[::-1]

    @cached_property
    def backward(self) -> Sequence[Weights]:
        """By layer, and after the last one, the weight that each node leads to."""
        weights = [self.endings[number] for number in self._last_beliefs]
        return self.passed(np.array(weights, dtype=self._exact)[self._last_places])

    @cached_property
    def forward(self) -> Sequence[Weights]:
        """By layer, and after the last one, the weight that leads to each node."""
        first = np.zeros(len(self.graph.held[0]), dtype=self._exact)
        for start, factor, leads in zip(
            self.graph.starts.tolist(), self.factors, self.backward[0][self.graph.starts] > 0, strict=True
        ):
            if leads:
                first[start] += factor
        found = [first]
        for edges, nodes in zip(self.graph.layers, self.graph.held[1:], strict=True):
            after = np.zeros(len(nodes), dtype=self._exact)
            for one in edges:
                np.add.at(after, one.targets, found[-1][one.sources])
            found.append(after)
        return found

    def layer_shares(self) -> Shares:
        """Return the weight of every value of the projection's variables that some world has."""
        shares: Shares = {}
        for place, edges in enumerate(self.graph.layers):
            row = shares[self.graph.plan.layers[place]] = {}
            for one in edges:
                weights = self.forward[place][one.sources] * self.backward[place + 1][one.targets]
                row[one.mask] = int(weights.sum())
        return shares

    def entry_shares(self) -> list[Fraction]:
        """Return the share of the whole weight that every entry has."""
        graph = self.graph
        found = []
        for number, entries in enumerate(graph.plan.settled.classes):
            node = int(graph.starts[number])
            belief = self._beliefs.held[int(graph.held[0][node])]
            ahead = {
                situation: int(self.ahead[0][node, place]) for place, (situation, _) in enumerate(belief)
            }
            factor = Fraction(self.factors[number], graph.factors[number] * self.total)
            for entry in entries:
                situation = self._beliefs.first(int(graph.plan.settled.ways[entry]))
                found.append(graph.weights[entry] * ahead[situation] * factor)
        return found

    def hidden_shares(self) -> Shares:
        """Return the weight of every value of the hidden variables, selectors aside, that some world has."""
        shares: Shares = {variable: {} for variable in self.graph.plan.hidden}
        for place in self._beliefs.attached:
            for variable, mask, weight in self._taken_at(place):
                shares[variable][mask] = shares[variable].get(mask, 0) + weight
        for variable, mask, weight in self._taken_in_tail():
            shares[variable][mask] = shares[variable].get(mask, 0) + weight
        return shares

    def _taken_in_tail(self) -> Iterator[tuple[int, int, int]]:
        """Yield what hidden variables take after the last layer: variable, value, weight."""
        weights: dict[Situation, int] = {}
        for place, number in enumerate(self._last_beliefs):
            leads = int(self.forward[-1][self._last_places == place].sum()) * self._scale(number)
            for situation, ways in self._beliefs.held[number]:
                weights[situation] = weights.get(situation, 0) + leads * ways
        for place, step in enumerate(self._beliefs.tail):
            following: dict[Situation, int] = {}
            for situation, weight in weights.items():
                for after, taken in self._beliefs.answers(situation, step):
                    ends = self._beliefs.completions(after, place + 1)
                    if ends:
                        following[after] = following.get(after, 0) + weight
                        yield from ((variable, mask, weight * ends) for variable, mask in taken)
            weights = following

    def _taken_at(self, place: int) -> Iterator[tuple[int, int, int]]:
        """Yield what hidden variables take at the steps that follow a layer: variable, value, weight."""
        for one, nodes, number, moves in self._moves(place):
            leads = self.forward[place][one.sources[nodes]]
            ahead = self.ahead[place + 1][one.targets[nodes]]
            belief = self._beliefs.held[number]
            for before, after, taken in moves:
                if taken:
                    weight = int((leads * ahead[:, after]).sum()) * belief[before][1]
                    yield from ((variable, mask, weight) for variable, mask in taken)

    def _moves(self, place: int) -> Sequence[tuple[Edges, Numbers, int, Sequence[_Move]]]:
        """Return the edges of a layer by the belief of their sources, with what becomes of its situations."""
        if place not in self._moved:
            self._moved[place] = tuple(self._moving(place))
        return self._moved[place]

    @cached_property
    def _moved(self) -> dict[int, Sequence[tuple[Edges, Numbers, int, Sequence[_Move]]]]:
        return {}

    def _moving(self, place: int) -> Iterator[tuple[Edges, Numbers, int, Sequence[_Move]]]:
        held = self.graph.held[place]
        present = np.unique(held).tolist()
        for one in self.graph.layers[place]:
            numbers = held[one.sources]
            if not len(numbers):
                continue
            for number in present if len(present) == 1 else np.unique(numbers).tolist():
                following = self._beliefs.held[self._beliefs.advance(number, place, one.mask)]
                places = {situation: at for at, (situation, _) in enumerate(following)}
                moves = [
                    (before, places[after], taken)
                    for before, (situation, _) in enumerate(self._beliefs.held[number])
                    for after, taken in self._beliefs.follow(situation, place, one.mask)
                ]
                yield one, np.flatnonzero(numbers == number), number, moves

    @cached_property
    def ahead(self) -> Sequence[Weights]:
        """By layer, and after the last one: the weight that one way to be in a situation leads to.

        A row a node, with a column for each situation of its belief.
        """
        if all(len(belief) == 1 and belief[0][1] == 1 for belief in self._beliefs.held):
            return [weights[:, None] for weights in self.backward]
        ending = self._ways_ending()
        found = [ending]
        for place in reversed(range(len(self.graph.layers))):
            before = np.zeros((len(self.graph.held[place]), self._widest(place)), dtype=self._exact)
            for one, nodes, _, moves in self._moves(place):
                for at, after, _ in moves:
                    before[one.sources[nodes], at] += found[-1][one.targets[nodes], after]
            found.append(before)
        return found[::-1]

    def _widest(self, place: int) -> int:
        return max(len(self._beliefs.held[number]) for number in np.unique(self.graph.held[place]).tolist())

    def _scale(self, belief: int) -> int:
        """Return what each way to end in a belief weighs."""
        weight = self._beliefs.weight(belief)
        return self.endings[belief] // weight if weight else 0

    def _ways_ending(self) -> Weights:
        """Return the weight that one way leads to after the last layer, by node and situation."""
        rows = []
        for number in self._last_beliefs:
            ends = [self._beliefs.completions(s) * self._scale(number) for s, _ in self._beliefs.held[number]]
            rows.append(ends + [0] * (self._widest(-1) - len(ends)))
        return np.array(rows, dtype=self._exact)[self._last_places]


def _last_weights(graph: Graph) -> Mapping[int, int]:
    """Return how many worlds, by their weights, the beliefs after the last layer stand for."""
    return {number: graph.beliefs.weight(number) for number in dict.fromkeys(graph.held[-1].tolist())}
