"""Formulas followed along the paths of a compiled diagram, which need not be compiled anew for them.

What is left of several formulas once the first layers are decided is a *state*. Formulas over the projection
and the selectors are all decided by the end of a path, so pairs of a node and a state tell everything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import lcm
from typing import Final

import numpy as np
from msgspec.structs import replace

from deducer.engines.compile import Edges, Graph, trimmed
from deducer.engines.convert import Converter
from deducer.engines.frames import Weights
from deducer.engines.residual import FALSE, TRUE, Residuals
from deducer.engines.settle import Numbers
from deducer.engines.weigh import Weighing
from deducer.errors import OverBudgetError
from deducer.logic.terms import Formula, Variable

MOST: Final = 4_000_000
"""Following formulas along more pairs of a state and an edge than this is over the budget."""

STEP: Final = 20
"""What is left of a formula behind a layer costs as much to find out as so many such pairs."""

State = tuple[int, ...]
"""What is left of each formula."""

Joint = Mapping[tuple[bool, ...], int]
"""Weight by which of the formulas hold."""


class Along:
    """Some formulas and a diagram.

    Args:
        graph: the diagram.
        formulas: over its projection and its selectors.

    Raises:
        OverBudgetError: some formula speaks of what is hidden.
    """

    def __init__(self, graph: Graph, formulas: Sequence[Formula]) -> None:
        self.graph = graph
        plan = graph.plan
        names = zip(plan.table.names, plan.table.values, strict=True)
        self._table = Residuals({name: Variable(name, values) for name, values in names})
        self._first: State = tuple(map(Converter(self._table).residual, formulas))
        self._steps: dict[tuple[State, int, int], State] = {}
        self._scope = 0
        for node in self._first:
            self._scope |= self._table.scopes[node]
        visible = sum(1 << variable for variable in (*plan.layers, *plan.selectors))
        if self._scope & ~visible:
            raise OverBudgetError("what is hidden cannot be followed along paths")

    def _after(self, state: State, variable: int, mask: int) -> State:
        key = (state, variable, mask)
        held = self._steps.get(key)
        if held is None:
            held = self._steps[key] = tuple(self._table.restrict(node, variable, mask) for node in state)
        return held

    @cached_property
    def _begun(self) -> Sequence[Sequence[State]]:
        """By class, the state of each of its entries."""
        settled, selectors = self.graph.plan.settled, self.graph.plan.selectors
        found = []
        for entries in settled.classes:
            row = []
            for entry in entries:
                state = self._first
                for variable, mask in zip(selectors, settled.entries[entry].combination, strict=True):
                    state = self._after(state, variable, mask)
                row.append(state)
            if len(set(row)) > 1 and len({int(settled.ways[entry]) for entry in entries}) > 1:
                raise OverBudgetError("what is hidden tells apart what the formulas tell apart")
            found.append(row)
        return found

    def joint(self, weighing: Weighing) -> tuple[Joint, int]:
        """Return the weight of the worlds by which formulas hold, and the weight of all in the same unit.

        Args:
            weighing: weighs a diagram with the same plan.

        Raises:
            OverBudgetError: there are too many states.
        """
        layers = self.graph.plan.layers
        asked = [place for place, variable in enumerate(layers) if self._scope >> variable & 1]
        held, unit = self._started(weighing)
        end, cost = (asked[-1] + 1 if asked else 0), 0
        for place in range(end):
            edges = weighing.graph.layers[place]
            cost += len(held) * sum(len(one.sources) + STEP * len(self._first) for one in edges)
            if cost > MOST:
                raise OverBudgetError("what is asked hangs on too much at once, over the budget")
            held = self._moved(place, held, edges, len(weighing.graph.held[place + 1]))
        found: dict[tuple[bool, ...], int] = {}
        ahead = weighing.backward[end].astype(object)
        for state, weights in held.items():
            key = tuple(node == TRUE for node in state)
            found[key] = found.get(key, 0) + int((weights.astype(object) * ahead).sum())
        return {key: weight for key, weight in found.items() if weight}, unit * weighing.total

    def _started(self, weighing: Weighing) -> tuple[dict[State, Weights], int]:
        """Return by state the weight that leads to each node of the first layer, and in which unit."""
        graph, settled = weighing.graph, weighing.graph.plan.settled
        shares = [sum(graph.weights[entry] for entry in entries) for entries in settled.classes]
        even = all(len(set(row)) == 1 for row in self._begun)
        unit = 1 if even else lcm(*filter(None, shares))
        small = weighing.total * unit < 1 << 61
        held: dict[State, Weights] = {}
        for number, (entries, row) in enumerate(zip(settled.classes, self._begun, strict=True)):
            start = int(graph.starts[number])
            if not weighing.backward[0][start]:
                continue
            parts: dict[State, int] = {}
            for entry, state in zip(entries, row, strict=True):
                parts[state] = parts.get(state, 0) + graph.weights[entry]
            for state, part in parts.items():
                whole = weighing.factors[number] * unit
                weight = whole if len(parts) == 1 else whole * part // shares[number]
                if state not in held:
                    held[state] = np.zeros(len(graph.held[0]), dtype=np.int64 if small else object)
                held[state][start] += weight
        return held, unit

    def _moved(
        self, place: int, held: Mapping[State, Weights], edges: Sequence[Edges], size: int
    ) -> dict[State, Weights]:
        variable = self.graph.plan.layers[place]
        found: dict[State, Weights] = {}
        for state, weights in held.items():
            for one in edges:
                moved = weights[one.sources]
                if not moved.any():
                    continue
                after = self._after(state, variable, one.mask)
                if after not in found:
                    found[after] = np.zeros(size, dtype=weights.dtype)
                np.add.at(found[after], one.targets, moved)
        return found

    def kept(self) -> Graph:
        """Return the diagram of the worlds in which all the formulas hold.

        Raises:
            OverBudgetError: there are too many states, or the entries of some class are told apart.
        """
        graph = self.graph
        begun = [dict.fromkeys(row) for row in self._begun]
        if any(len(row) > 1 for row in begun):
            raise OverBudgetError("the entries of a class are told apart")
        pairs = _Pairs(self, [next(iter(row)) for row in begun])
        layers, held, frames = [], [pairs.held(0)], [pairs.framed(0)]
        starts = pairs.starts
        cost = 0
        for place in range(len(graph.layers)):
            cost += sum(len(one.sources) for one in graph.layers[place]) * len(pairs.states)
            if cost > MOST:
                raise OverBudgetError("what is asked hangs on too much at once, over the budget")
            layers.append(pairs.moved(place))
            held.append(pairs.held(place + 1))
            frames.append(pairs.framed(place + 1))
        alive = np.array([graph.beliefs.weight(number) > 0 for number in held[-1].tolist()], dtype=bool)
        return replace(
            graph,
            starts=starts,
            layers=trimmed(layers, held, alive),
            held=tuple(held),
            frames=tuple(frames),
        )


class _Pairs:
    """The pairs of a state and a node of a layer, while a diagram is followed.

    Attributes:
        states: the states.
        starts: by class, its pair in the first layer.
    """

    def __init__(self, along: Along, begun: Sequence[State]) -> None:
        self._along = along
        self._graph = along.graph
        self.states = list(dict.fromkeys(begun))
        width = len(self._graph.held[0])
        places = {state: place for place, state in enumerate(self.states)}
        keys = np.array([places[state] for state in begun], dtype=np.int64) * width + self._graph.starts
        unique, starts = np.unique(keys, return_inverse=True)
        self.starts: Numbers = starts.reshape(-1)
        self._state, self._node = np.divmod(unique, width)

    def held(self, place: int) -> Numbers:
        """Return the belief of each pair."""
        return self._graph.held[place][self._node]

    def framed(self, place: int) -> Numbers:
        """Return a number that pairs share if they differ in their beliefs alone."""
        frames = self._graph.frames[place]
        keys = self._state * (int(frames.max(initial=0)) + 1) + frames[self._node]
        return np.unique(keys, return_inverse=True)[1].reshape(-1)

    def moved(self, place: int) -> tuple[Edges, ...]:
        """Move behind a layer and return the edges; what can no longer hold is left behind."""
        graph, variable = self._graph, self._graph.plan.layers[place]
        width = max(len(graph.held[place + 1]), 1)
        states: dict[State, int] = {}
        found = []
        for one in graph.layers[place]:
            targets = np.full(len(graph.held[place]), -1, dtype=np.int64)
            targets[one.sources] = one.targets
            after = [self._along._after(state, variable, one.mask) for state in self.states]  # noqa: SLF001
            following = np.array(
                [-1 if FALSE in state else states.setdefault(state, len(states)) for state in after],
                dtype=np.int64,
            )
            there, then = targets[self._node], following[self._state]
            sources = np.flatnonzero((there >= 0) & (then >= 0))
            found.append((one.mask, sources, then[sources] * width + there[sources]))
        unique = np.unique(np.concatenate([keys for _, _, keys in found]))
        self._state, self._node = np.divmod(unique, width)
        self.states = list(states)
        return tuple(Edges(mask, sources, np.searchsorted(unique, keys)) for mask, sources, keys in found)
