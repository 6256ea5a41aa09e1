"""Sums over the paths of a diagram: how much weight runs through each value of each variable.

Weights are exact integers: 64-bit ones where the whole weight shows that no sum can be larger, Python's own
otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Final

import numpy as np

from deducer.engines.belief import Leads, Moves, Situation
from deducer.engines.compile import Edges, Graph
from deducer.engines.frames import Frames, Weights
from deducer.engines.settle import Numbers

Shares = dict[int, dict[int, int]]
"""Weight by variable and by value (a mask)."""

_SAFE: Final = 1 << 61
"""A total below this shows that 64-bit sums are exact, in floating point too: its error is far smaller."""

_FEW: Final = 8
"""Moves to no more than this part of the nodes of a layer are summed for these nodes alone."""


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
        shares = [Fraction(0)] * len(self.graph.plan.settled.entries)
        for entry, factor, begun in self._entries():
            ways = sum(ahead * len(leads) for ahead, leads in begun)
            shares[entry] = factor * (self.graph.weights[entry] * ways)
        return shares

    def _entries(self) -> Iterator[tuple[int, Fraction, list[tuple[int, Leads]]]]:
        """Yield every entry.

        Yields:
            The entry, what its weights are to be multiplied with to become shares, and what one way to be in
            each situation that it begins in leads to, with the leading values of that.
        """
        graph = self.graph
        for number, entries in enumerate(graph.plan.settled.classes):
            node = int(graph.starts[number])
            ahead = self.leading(0, node)
            factor = Fraction(self.factors[number], graph.factors[number] * self.total)
            for entry in entries:
                starts = self._beliefs.starts(int(graph.plan.settled.ways[entry]))
                yield entry, factor, [(ahead[situation], leads) for situation, leads in starts]

    def leading(self, place: int, node: int) -> Mapping[Situation, int]:
        """Return what one way to be in each situation of a node leads to."""
        belief = self._beliefs.held[int(self.graph.held[place][node])]
        if self._frames is None:
            column = self.ahead[place][:, node].tolist()
            return {situation: int(column[at]) for at, (situation, _) in enumerate(belief)}
        row = self._frames.ahead[place][self.graph.frames[place][node]]
        columns = self._frames.columns[place]
        return {situation: int(row[columns[situation]]) for situation, _ in belief}

    @cached_property
    def _frames(self) -> Frames | None:
        """The sums over frames; None where worlds do not weigh for themselves, or nodes tell all."""
        if self._plain or any(self._scale(number) > 1 for number in self._last_beliefs):
            return None
        return Frames(self.graph, self.factors, self._exact)

    @cached_property
    def _plain(self) -> bool:
        """Whether there is but one way to be in a node."""
        return all(len(belief) == 1 and belief[0][1] == 1 for belief in self._beliefs.held)

    def hidden_shares(self) -> Shares:
        """Return the weight of every value of the hidden variables, selectors aside, that some world has."""
        shares: Shares = {variable: {} for variable in self.graph.plan.hidden}
        for place in self._beliefs.steps.attached:
            for variable, mask, weight in (self._frames or self).taken_at(place):
                shares[variable][mask] = shares[variable].get(mask, 0) + weight
        for variable, mask, weight in self._taken_in_tail():
            shares[variable][mask] = shares[variable].get(mask, 0) + weight
        for group in self._beliefs.alike:
            # One stands for another where they change places, so only what all have together is right.
            masks = dict.fromkeys(mask for variable in group for mask in shares[variable])
            even = {mask: sum(shares[v].get(mask, 0) for v in group) // len(group) for mask in masks}
            shares.update((variable, even) for variable in group)
        return shares

    def leading_shares(self) -> Mapping[int, Mapping[int, Fraction]]:
        """Return the share, by variable and value, of every value of the leading variables."""
        leading = self.graph.plan.leading
        shares: dict[int, dict[int, Fraction]] = {variable: {} for variable in leading}
        if not leading:
            return shares
        weights: dict[tuple[Fraction, tuple[int, ...]], int] = {}
        for entry, factor, begun in self._entries():
            for ahead, leads in begun:
                for lead in leads if ahead else ():
                    key = (factor, lead)
                    weights[key] = weights.get(key, 0) + ahead * self.graph.weights[entry]
        for (factor, lead), weight in weights.items():
            for variable, mask in zip(leading, lead, strict=True):
                shares[variable][mask] = shares[variable].get(mask, Fraction(0)) + factor * weight
        return shares

    def _taken_in_tail(self) -> Iterator[tuple[int, int, int]]:
        """Yield what hidden variables take after the last layer: variable, value, weight."""
        weights: dict[Situation, int] = {}
        for place, number in enumerate(self._last_beliefs):
            leads = int(self.forward[-1][self._last_places == place].sum()) * self._scale(number)
            for situation, ways in self._beliefs.held[number]:
                weights[situation] = weights.get(situation, 0) + leads * ways
        for place, step in enumerate(self._beliefs.steps.tail):
            following: dict[Situation, int] = {}
            for situation, weight in weights.items():
                for after, taken in self._beliefs.answers(situation, step):
                    ends = self._beliefs.completions(after, place + 1)
                    if ends:
                        following[after] = following.get(after, 0) + weight
                        yield from ((variable, mask, weight * ends) for variable, mask in taken)
            weights = following

    def taken_at(self, place: int) -> Iterator[tuple[int, int, int]]:
        """Yield what hidden variables take at the steps that follow a layer: variable, value, weight."""
        weights: dict[tuple[int, Moves], Weights] = {}
        for one, nodes, moves in self._moves(place):
            sources = one.sources[nodes]
            held = self.graph.held[place][sources]
            order = np.argsort(held, kind="stable")
            numbers, firsts = np.unique(held[order], return_index=True)
            leads = self.forward[place][sources[order]]
            ahead = np.take(self.ahead[place + 1], one.targets[nodes][order], axis=1) * leads
            sums = np.add.reduceat(ahead, firsts, axis=1)
            for at, number in enumerate(numbers.tolist()):
                key = (number, moves)
                weights[key] = weights[key] + sums[:, at] if key in weights else sums[:, at]
        for (number, moves), sums in weights.items():
            belief, passed = self._beliefs.held[number], sums.tolist()
            for before, after, taken in moves.taking:
                weight = int(passed[after]) * belief[before][1]
                yield from ((variable, mask, weight) for variable, mask in taken)

    def _moves(self, place: int) -> Sequence[tuple[Edges, Numbers, Moves]]:
        """Return the edges of a layer by the support of their sources, with what becomes of that."""
        if place not in self._moved:
            self._moved[place] = tuple(self._moving(place))
        return self._moved[place]

    @cached_property
    def _moved(self) -> dict[int, Sequence[tuple[Edges, Numbers, Moves]]]:
        return {}

    def _moving(self, place: int) -> Iterator[tuple[Edges, Numbers, Moves]]:
        supports = self._supports[self.graph.held[place]]
        present = np.unique(supports).tolist()
        for one in self.graph.layers[place]:
            among = supports[one.sources]
            for support in present:
                nodes = np.flatnonzero(among == support)
                if len(nodes):
                    yield one, nodes, self._beliefs.moves(support, place, one.mask)

    @cached_property
    def _supports(self) -> Numbers:
        """By number of a belief, the number of its support."""
        return np.array(self._beliefs.supports, dtype=np.int64)

    @cached_property
    def ahead(self) -> Sequence[Weights]:
        """By layer, and after the last one: the weight that one way to be in a situation leads to.

        A row for each situation of a belief, with a column a node.
        """
        if self._plain:
            return [weights[None, :] for weights in self.backward]
        found = [self._ways_ending()]
        for place in reversed(range(len(self.graph.layers))):
            before = np.zeros((self._widest(place), len(self.graph.held[place])), dtype=self._exact)
            gathered: dict[Moves, Weights] = {}
            for one, nodes, moves in self._moves(place):
                targets = one.targets[nodes]
                if moves not in gathered and len(targets) * _FEW <= found[-1].shape[1]:
                    leads = _gathered(np.take(found[-1], targets, axis=1), moves, len(before))
                else:
                    if moves not in gathered:
                        gathered[moves] = _gathered(found[-1], moves, len(before))
                    leads = np.take(gathered[moves], targets, axis=1)
                before[:, one.sources[nodes]] += leads
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
        return np.array(rows, dtype=self._exact)[self._last_places].T


def _gathered(ahead: Weights, moves: Moves, height: int) -> Weights:
    """Return what one way to be in a situation leads to by some moves, by the node they lead to."""
    found = np.zeros((height, ahead.shape[1]), dtype=ahead.dtype)
    for before, after, _ in moves.taking:
        found[before] += ahead[after]
    return found


def _last_weights(graph: Graph) -> Mapping[int, int]:
    """Return how many worlds, by their weights, the beliefs after the last layer stand for."""
    return {number: graph.beliefs.weight(number) for number in dict.fromkeys(graph.held[-1].tolist())}
