"""Compiling a plan into a decision diagram, layer by layer.

A layer decides one variable of the projection. A node of a layer stands for all ways to decide the earlier
ones that leave the same to be decided: the same counts still wanted, the same residuals open, the same belief
about the hidden variables. Nodes are rows of small numbers, and equal rows are merged with numpy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from deducer.engines.base import BUDGET
from deducer.engines.belief import NOTHING, Beliefs
from deducer.engines.columns import Change, Column
from deducer.engines.plan import Plan
from deducer.engines.residual import FALSE, TRUE, members
from deducer.engines.settle import Numbers, different
from deducer.errors import OverBudgetError
from deducer.record import Record

WIDEST: Final = 62
"""The most values that a mask of 64 bits can hold."""


class Edges(Record, frozen=True):
    """The edges of a layer that give its variable one value; each node has at most one of them.

    Attributes:
        mask: the value.
        sources: nodes of the layer, ascending.
        targets: nodes of the next one.
    """

    mask: int
    sources: Numbers
    targets: Numbers


class Graph(Record, frozen=True):
    """A compiled plan.

    Attributes:
        plan: what it was compiled from.
        beliefs: the beliefs of its nodes.
        starts: by class, its node in the first layer.
        factors: by class, what its numbers of worlds are to be multiplied with.
        weights: by entry, the weight of one of its worlds.
        layers: the edges by layer, in the order of the values; those that lead to no world are left out.
        held: by layer, and after the last one, the belief of each node.
        frames: likewise, a number that nodes share if they differ in their beliefs alone.
    """

    plan: Plan
    beliefs: Beliefs
    starts: Numbers
    factors: tuple[int, ...]
    weights: Sequence[int]
    layers: tuple[tuple[Edges, ...], ...]
    held: tuple[Numbers, ...]
    frames: tuple[Numbers, ...]

    @property
    def size(self) -> int:
        """How many nodes it has."""
        return sum(map(len, self.held))


def compiled(plan: Plan, weights: Sequence[int] | None = None, budget: int = BUDGET) -> Graph:
    """Compile a plan.

    Args:
        plan: the plan.
        weights: by entry, the weight of one of its worlds; 1 each if None.
        budget: the most edges it may have while it is compiled.

    Returns:
        The diagram.

    Raises:
        OverBudgetError: it would have more edges.
    """
    return _Compiler(plan, weights or [1] * len(plan.settled.entries), budget).graph()


class _Front(Record, frozen=True):
    """The frames of a layer while the diagram grows: nodes without their beliefs.

    Attributes:
        groups: which of the groups of the layer's `_Pending` a frame belongs to.
        wanted: by frame and tally, how much of it is still wanted.
        residuals: by set of variables, the residual that is open.
    """

    groups: Numbers
    wanted: Numbers
    residuals: Mapping[int, Column]

    def at(self, frames: Numbers) -> _Front:
        """Return some of the frames."""
        residuals = {scope: column.at(frames) for scope, column in self.residuals.items()}
        return _Front(self.groups[frames], self.wanted[frames], residuals)

    def merged(self) -> tuple[_Front, Numbers]:
        """Merge equal frames.

        Returns:
            The different frames, and by old frame the new one.
        """
        columns = [(column, int(column.max(initial=0)) + 1) for column in (self.groups, *self.wanted.T)]
        columns.extend((c.places, len(c.values)) for c in self.residuals.values())
        examples, places = different(columns, len(self.groups))
        return self.at(examples), places


class _Nodes(Record, frozen=True):
    """The nodes of a layer while the diagram grows.

    Attributes:
        frames: the frame of each.
        belief: the belief of each.
    """

    frames: Numbers
    belief: Column

    def merged(self) -> tuple[_Nodes, Numbers]:
        """Merge equal nodes.

        Returns:
            The different nodes, and by old node the new one.
        """
        frames = (self.frames, int(self.frames.max(initial=0)) + 1)
        examples, places = different(
            [frames, (self.belief.places, len(self.belief.values))], len(self.frames)
        )
        return _Nodes(self.frames[examples], self.belief.at(examples)), places


class _Pending(Record, frozen=True):
    """What awaits classes at one layer; those that share it and all that follows are one group.

    Attributes:
        allowed: by group, the values that the layer's variable may take.
        opened: by set of variables that begins here, the residual that a group brings.
        following: by group, its group at the next layer.
    """

    allowed: Numbers
    opened: Mapping[int, Numbers]
    following: Numbers


class _Supply(Record, frozen=True):
    """How a layer serves the tallies.

    Attributes:
        hits: by place of the value and tally, whether the value counts (1 or 0).
        later: by tally, how many later layers can count.
        total: how many later layers can count for some tally; None where a value can count for two.
    """

    hits: Numbers
    later: Numbers
    total: int | None

    def fits(self, wanted: Numbers) -> NDArray[np.bool_]:
        """Tell by place of the value and by node whether the later layers can serve what is then wanted."""
        after = wanted[None, :, :] - self.hits[:, None, :]
        fits = np.asarray(((after >= 0) & (after <= self.later)).all(axis=2))
        if self.total is not None:
            fits &= after.sum(axis=2) <= self.total
        return fits


class _Compiler:
    def __init__(self, plan: Plan, weights: Sequence[int], budget: int) -> None:
        self._plan = plan
        self._weights = weights
        self._budget = budget
        self._beliefs = Beliefs(plan, budget)
        if any(len(plan.table.values[variable]) > WIDEST for variable in plan.layers):
            raise OverBudgetError(f"more than {WIDEST} values of a variable are over the budget")
        self._masks = [_single_values(plan.table.domain[variable]) for variable in plan.layers]
        ways = plan.settled.ways.tolist()
        firsts = [
            self._beliefs.start((ways[entry], weights[entry]) for entry in entries)
            for entries in plan.settled.classes
        ]
        self._factors = tuple(factor for _, factor in firsts)
        groups, self._pending = _pending(plan)
        wanted, self._supplies = _served(plan, self._masks)
        belief = Column.of(np.array([number for number, _ in firsts], dtype=np.int64))
        self._front, frames = _Front(groups, wanted, {}).merged()
        self._nodes = _Nodes(frames, belief)

    def graph(self) -> Graph:
        self._nodes, starts = self._nodes.merged()
        layers, rows = [], [self._nodes]
        for place in range(len(self._plan.layers)):
            layers.append(self._grown(place))
            rows.append(self._nodes)
        held = tuple(row.belief.numbers() for row in rows)
        last = self._nodes.belief
        alive = np.array([self._beliefs.weight(number) > 0 for number in last.values], dtype=bool)[
            last.places
        ]
        kept = trimmed(layers, held, alive)
        frames = tuple(row.frames for row in rows)
        return Graph(self._plan, self._beliefs, starts, self._factors, self._weights, kept, held, frames)

    def _grown(self, place: int) -> tuple[Edges, ...]:
        """Decide a layer: move the front and the nodes behind it and return the edges."""
        masks = self._masks[place]
        following = self._framed(place)[:, self._nodes.frames]
        values, sources = np.nonzero(following >= 0)
        belief = self._believed(place, self._nodes.belief, values, sources)
        held = belief.places >= 0
        values, sources, belief = values[held], sources[held], belief.at(np.flatnonzero(held))
        self._spend(len(sources))
        # Frames of which no node is left are forgotten.
        used, frames = np.unique(following[values, sources], return_inverse=True)
        self._front = self._front.at(used)
        self._nodes, targets = _Nodes(frames.reshape(-1), belief).merged()
        ends = np.searchsorted(values, np.arange(len(masks) + 1))
        return tuple(
            Edges(mask, sources[first:end], targets[first:end])
            for mask, first, end in zip(masks, ends[:-1], ends[1:], strict=True)
        )

    def _framed(self, place: int) -> Numbers:
        """Move the front behind a layer; return by value and frame before the frame behind it, or -1."""
        table, variable, masks = self._plan.table, self._plan.layers[place], self._masks[place]
        pending, supply = self._pending[place], self._supplies[place]
        allowed = pending.allowed[self._front.groups]
        front = _opened(self._front, pending)
        changes = {
            scope: Change.of(column, masks, lambda n, mask: table.restrict(n, variable, mask), FALSE)
            for scope, column in front.residuals.items()
            if scope >> variable & 1
        }
        fits = (allowed & np.array(masks, dtype=np.int64)[:, None]) != 0
        fits &= supply.fits(front.wanted)
        for scope, change in changes.items():
            fits &= change.fits(front.residuals[scope])
        values, sources = np.nonzero(fits)
        residuals = {
            scope: changes[scope].after(column, values, sources) if scope in changes else column.at(sources)
            for scope, column in front.residuals.items()
            if scope not in changes or changes[scope].values != (TRUE,)
        }
        wanted = front.wanted[sources] - supply.hits[values]
        self._front, targets = _Front(front.groups[sources], wanted, residuals).merged()
        following = np.full(fits.shape, -1, dtype=np.int64)
        following[values, sources] = targets
        return following

    def _believed(self, place: int, column: Column, values: Numbers, nodes: Numbers) -> Column:
        """Return the beliefs that follow for pairs of place of the value and node; place -1 for none.

        Beliefs are dear, so only those are worked out that some pair needs.
        """
        masks, width = self._masks[place], len(column.values)
        keys = values * width + column.places[nodes]
        asked = np.zeros(len(masks) * width, dtype=bool)
        asked[keys] = True
        found = np.full(len(asked), -1, dtype=np.int64)
        numbers = {NOTHING: -1}
        for key in np.flatnonzero(asked).tolist():
            after = self._beliefs.advance(column.values[key % width], place, masks[key // width])
            found[key] = numbers.setdefault(after, len(numbers) - 1)
        return Column(tuple(list(numbers)[1:]), found[keys])

    def _spend(self, edges: int) -> None:
        self._budget -= edges
        if self._budget < 0:
            raise OverBudgetError("the diagram is over its budget")


def _single_values(domain: int) -> tuple[int, ...]:
    return tuple(1 << bit for bit in range(domain.bit_length()) if domain >> bit & 1)


def _opened(front: _Front, pending: _Pending) -> _Front:
    """Let the residuals begin that begin at a layer, and group the nodes by what follows it."""
    residuals = dict(front.residuals)
    for scope, nodes in pending.opened.items():
        residuals[scope] = Column.of(nodes).at(front.groups)
    return replace(front, groups=pending.following[front.groups], residuals=residuals)


def _pending(plan: Plan) -> tuple[Numbers, tuple[_Pending, ...]]:
    """Return the groups of the classes at the first layer, and what awaits them at each."""
    order = {variable: place for place, variable in enumerate(plan.layers)}
    classes = len(plan.settled.classes)
    groups = np.zeros(classes, dtype=np.int64)
    found: list[_Pending] = []
    for variable in reversed(plan.layers):
        allowed = np.full(classes, plan.table.domain[variable], dtype=np.int64)
        opened = {}
        for scope, nodes in plan.settled.plain.items():
            if scope == 1 << variable:
                allowed = np.array(
                    [_allowed(plan, variable, node) for node in nodes.tolist()], dtype=np.int64
                )
            elif min(order[v] for v in members(scope)) == order[variable]:
                opened[scope] = nodes
        columns = ((column, int(column.max()) + 1) for column in (allowed, *opened.values(), groups))
        firsts, following = different(columns, classes)
        begun = {scope: nodes[firsts] for scope, nodes in opened.items()}
        found.append(_Pending(allowed[firsts], begun, groups[firsts]))
        groups = following
    return groups, tuple(reversed(found))


def _allowed(plan: Plan, variable: int, node: int) -> int:
    """Return the values that a residual about one variable leaves it."""
    if node == TRUE:
        return plan.table.domain[variable]
    masks = _single_values(plan.table.domain[variable])
    return sum(mask for mask in masks if plan.table.restrict(node, variable, mask) == TRUE)


def _served(plan: Plan, masks: Sequence[Sequence[int]]) -> tuple[Numbers, tuple[_Supply, ...]]:
    """Return by class and tally how much is wanted of the layers, and by layer what it can give."""
    table, settled = plan.table, plan.settled
    wanted = np.array([settled.entries[entries[0]].counts for entries in settled.classes], dtype=np.int64)
    wanted = wanted.reshape(len(settled.classes), len(table.tallies))
    later = np.zeros(len(table.tallies), dtype=np.int64)
    total: int | None = 0
    found: list[_Supply] = []
    counted = [dict(literals) for literals in table.tallies]
    for variable, values in zip(reversed(plan.layers), reversed(masks), strict=True):
        domain = table.domain[variable]
        asked = [literals.get(variable, 0) & domain for literals in counted]
        wanted -= np.array([mask == domain for mask in asked], dtype=np.int64)
        open_ = [mask if mask != domain else 0 for mask in asked]
        hits = np.array([[int(mask & value != 0) for mask in open_] for value in values], dtype=np.int64)
        hits = hits.reshape(len(values), len(open_))
        found.append(_Supply(hits, later.copy(), total))
        later += hits.any(axis=0)
        if hits.sum(axis=1).max(initial=0) > 1:
            total = None
        elif total is not None:
            total += int(hits.any())
    return wanted, tuple(reversed(found))


def trimmed(
    layers: Sequence[Sequence[Edges]], held: Sequence[Numbers], alive: NDArray[np.bool_]
) -> tuple[tuple[Edges, ...], ...]:
    """Leave out the edges from which no node that is alive after the last layer is reached."""
    kept = []
    for edges, nodes in zip(reversed(layers), reversed(held[:-1]), strict=True):
        before = np.zeros(len(nodes), dtype=bool)
        left = []
        for one in edges:
            reach = alive[one.targets]
            before[one.sources[reach]] = True
            left.append(Edges(one.mask, one.sources[reach], one.targets[reach]))
        kept.append(tuple(left))
        alive = before
    return tuple(reversed(kept))
