"""How much weight runs through what is hidden, where every world weighs for itself.

A *frame* is a node without its belief: what is still wanted and which residuals are open. What one way to be
in a situation leads to depends on the frame alone, not on what else may be hidden there, so it is worked out
for frames and situations, of which there are far fewer than for nodes and theirs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from deducer.engines.belief import Situation, Taken
from deducer.engines.compile import Graph
from deducer.engines.settle import Numbers
from deducer.record import Record

Weights = NDArray[Any]
"""Exact integers, 64-bit ones or Python's own."""

_BLOCK: Final = 1 << 20
"""About so many products are kept at a time."""


class _Step(Record, frozen=True):
    """What values of a layer's variable do, those together under which the same becomes of situations.

    Attributes:
        rows: the frames before it that some value leads on from.
        edges: by value, the places of frames among them, and the frames behind.
        before: the columns of situations that something becomes of, ascending.
        after: the columns of what becomes of them.
        firsts: where in `before` each column stands first.
        taken: what is taken on the way.
    """

    rows: Numbers
    edges: Sequence[tuple[Numbers, Numbers]]
    before: Numbers
    after: Numbers
    firsts: Numbers
    taken: tuple[Taken, ...]


class Frames:
    """The sums over frames and situations.

    Raises nothing; numbers of what no world runs through mean nothing.
    """

    def __init__(self, graph: Graph, factors: Sequence[int], exact: type[np.int64 | object]) -> None:
        """Begin.

        Args:
            graph: the diagram.
            factors: by class, what its worlds are to be multiplied with.
            exact: the numbers that hold every sum.
        """
        self._graph = graph
        self._factors = factors
        self._exact = exact
        self._beliefs = graph.beliefs

    @cached_property
    def columns(self) -> Sequence[Mapping[Situation, int]]:
        """By layer, and after the last one, the column of each situation."""
        by_layer = (self._beliefs.situations(np.unique(held).tolist()) for held in self._graph.held)
        return [{situation: at for at, situation in enumerate(row)} for row in by_layer]

    @cached_property
    def _steps(self) -> Sequence[Sequence[_Step]]:
        return [tuple(self._stepping(place)) for place in range(len(self._graph.layers))]

    def _stepping(self, place: int) -> Iterator[_Step]:
        frames, columns = self._graph.frames, self.columns[place]
        edges = {}
        for one in self._graph.layers[place]:
            sources, firsts = np.unique(frames[place][one.sources], return_index=True)
            if len(sources):
                edges[one.mask] = (sources, frames[place + 1][one.targets[firsts]])
        for masks in self._beliefs.together(columns, place):
            among = [edges[mask] for mask in masks if mask in edges]
            if not among:
                continue
            found = [
                (at, self.columns[place + 1].get(after, -1), taken)
                for situation, at in columns.items()
                for after, taken in self._beliefs.moved(situation, place, masks[0])
            ]
            # What is no situation of a node of the next layer leads nowhere.
            found = [one for one in found if one[1] >= 0]
            if found:
                before = np.array([one[0] for one in found], dtype=np.int64)
                firsts = np.flatnonzero(np.diff(before, prepend=-1))
                after = np.array([one[1] for one in found], dtype=np.int64)
                rows = np.unique(np.concatenate([sources for sources, _ in among]))
                placed = [(np.searchsorted(rows, sources), targets) for sources, targets in among]
                yield _Step(rows, placed, before, after, firsts, tuple(one[2] for one in found))

    @cached_property
    def _height(self) -> Sequence[int]:
        return [int(frames.max(initial=-1)) + 1 for frames in self._graph.frames]

    @cached_property
    def ahead(self) -> Sequence[Weights]:
        """By layer, and after the last one, what one way leads to: a row a frame, a column a situation."""
        last = [self._beliefs.completions(situation) for situation in self.columns[-1]]
        found = [np.array([last] * self._height[-1], dtype=self._exact).reshape(-1, len(last))]
        for place in reversed(range(len(self._graph.layers))):
            before = np.zeros((self._height[place], len(self.columns[place])), dtype=self._exact)
            for step in self._steps[place]:
                whole = self._gathered(step, found[-1])
                for some in _blocks(len(whole), len(step.before)):
                    sums = np.add.reduceat(whole[some][:, step.after], step.firsts, axis=1)
                    before[np.ix_(step.rows[some], step.before[step.firsts])] += sums
            found.append(before)
        return found[::-1]

    def _gathered(self, step: _Step, ahead: Weights) -> Weights:
        """Return what one way to be in a situation behind a layer leads to, by the frame before the layer."""
        whole = np.zeros((len(step.rows), ahead.shape[1]), dtype=self._exact)
        for sources, targets in step.edges:
            whole[sources] += ahead[targets]
        return whole

    @cached_property
    def _forward(self) -> Sequence[Weights]:
        """By layer, and after the last one, the weight that leads to each frame and situation."""
        graph = self._graph
        first = np.zeros((self._height[0], len(self.columns[0])), dtype=self._exact)
        for start, factor in zip(graph.starts.tolist(), self._factors, strict=True):
            for situation, ways in self._beliefs.held[int(graph.held[0][start])]:
                first[graph.frames[0][start], self.columns[0][situation]] += factor * ways
        # What leads nowhere is left out: it could be more than 64 bits hold.
        first[self.ahead[0] == 0] = 0
        found = [first]
        for place in range(len(graph.layers)):
            after = np.zeros((self._height[place + 1], len(self.columns[place + 1])), dtype=self._exact)
            for step in self._steps[place]:
                moved = np.zeros((len(step.rows), after.shape[1]), dtype=self._exact)
                order = np.argsort(step.after, kind="stable")
                columns, firsts = np.unique(step.after[order], return_index=True)
                for some in _blocks(len(moved), len(order)):
                    leads = found[-1][step.rows[some]][:, step.before[order]]
                    moved[some, columns] = np.add.reduceat(leads, firsts, axis=1)
                for sources, targets in step.edges:
                    np.add.at(after, targets, moved[sources])
            after[self.ahead[place + 1] == 0] = 0
            found.append(after)
        return found

    def taken_at(self, place: int) -> Iterator[tuple[int, int, int]]:
        """Yield what hidden variables take at the steps that follow a layer: variable, value, weight."""
        for step in self._steps[place]:
            picked = np.array([at for at, taken in enumerate(step.taken) if taken], dtype=np.int64)
            if not len(picked):
                continue
            whole = self._gathered(step, self.ahead[place + 1])
            weights = np.zeros(len(picked), dtype=self._exact)
            for some in _blocks(len(whole), len(picked)):
                leads = self._forward[place][step.rows[some]][:, step.before[picked]]
                weights += (leads * whole[some][:, step.after[picked]]).sum(axis=0)
            for at, weight in zip(picked.tolist(), weights.tolist(), strict=True):
                yield from ((variable, mask, int(weight)) for variable, mask in step.taken[at])


def _blocks(rows: int, width: int) -> Iterator[slice]:
    """Part some rows so that no part has too many places."""
    size = max(_BLOCK // max(width, 1), 1)
    yield from (slice(first, first + size) for first in range(0, rows, size))
