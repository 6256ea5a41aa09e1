"""Listing what a diagram counts: worlds in a fixed order, the n-th, joint values of the projection by weight.

Worlds come in the order of their combination of selectors (second values first), then of the projection's
values variable by variable, then of the hidden variables' values.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain, islice
from random import Random
from typing import Final

import numpy as np

from deducer.engines.belief import Leads, Situation, Taken
from deducer.engines.compile import Graph
from deducer.engines.frames import Weights
from deducer.engines.weigh import Weighing

BLOCK: Final = 1024
"""Remainders of rows are kept for reuse where no more than this begin alike."""

KEPT: Final = 400_000
"""How many remainders of rows are kept at most; then all are forgotten."""

SHARED: Final = KEPT // 4
"""Where more rows than this differ in nothing but what is hidden, they are not kept for reuse."""

Values = tuple[int, ...]
"""Values of several variables, as masks of one bit."""

Texts = Mapping[int, Mapping[int, str]]
"""By variable and value, a text."""

_Tag = tuple[tuple[Situation, Taken, Leads], ...]
"""The situations that one entry can be in, with all that hidden variables have taken, and what led there."""

_Thread = tuple[int, int]
"""A node, and the number of a tag."""

_Threads = tuple[_Thread, ...]
"""The threads of the entries of one combination that begin alike."""


class _Ends:
    """What some threads end with: values of the hidden variables, each with values of the leading ones.

    Attributes:
        rows: the values of the hidden variables, in order, with those of the leading ones.
    """

    def __init__(self, found: Mapping[Values, Leads]) -> None:
        self.rows = tuple((values, tuple(sorted(found[values]))) for values in sorted(found))
        self._before = list(accumulate((len(leads) for _, leads in self.rows), initial=0))

    def __iter__(self) -> Iterator[Values]:
        return (values + lead for values, leads in self.rows for lead in leads)

    def at(self, number: int) -> Values:
        """Return what stands at a place in the order of all."""
        row = bisect(self._before, number) - 1
        values, leads = self.rows[row]
        return values + leads[number - self._before[row]]


class Query:
    """Lists the worlds of a diagram.

    Attributes:
        graph: the diagram.
    """

    def __init__(self, weighing: Weighing) -> None:
        self.graph: Graph = weighing.graph
        self._weighing = weighing
        self._beliefs = self.graph.beliefs
        self._tags: list[_Tag] = []
        self._tag_numbers: dict[_Tag, int] = {}
        self._advanced: dict[tuple[int, int, int], int] = {}
        self._endings: dict[tuple[int, ...], _Ends] = {}

    @cached_property
    def _targets(self) -> Sequence[Sequence[tuple[int, Mapping[int, int]]]]:
        """By layer and value: the value, and the target by source."""
        return [
            [(one.mask, dict(zip(one.sources.tolist(), one.targets.tolist(), strict=True))) for one in edges]
            for edges in self.graph.layers
        ]

    @cached_property
    def _first(self) -> Sequence[tuple[Values, _Threads, int]]:
        """Every combination with its threads and its number of worlds, in order."""
        settled = self.graph.plan.settled
        found: dict[Values, list[_Thread]] = {}
        for number, entries in enumerate(settled.classes):
            node = int(self.graph.starts[number])
            for entry in entries:
                starts = self._beliefs.starts(int(settled.ways[entry]))
                thread = (node, self._tag(tuple((situation, (), leads) for situation, leads in starts)))
                found.setdefault(settled.entries[entry].combination, []).append(thread)
        counted = [(c, tuple(found[c]), self._count(0, found[c])) for c in sorted(found, reverse=True)]
        return [one for one in counted if one[2]]

    def _tag(self, tag: _Tag) -> int:
        held = self._tag_numbers.get(tag)
        if held is None:
            held = self._tag_numbers[tag] = len(self._tags)
            self._tags.append(tag)
        return held

    def _count(self, place: int, threads: Sequence[_Thread]) -> int:
        """Return the number of worlds that threads lead to."""
        return sum(self._ways(place, node, tag) for node, tag in threads)

    def _ways(self, place: int, node: int, tag: int) -> int:
        ahead = self._weighing.leading(place, node)
        stands = self._beliefs.canonical
        return sum(ahead[stands(situation)] * len(leads) for situation, _, leads in self._tags[tag])

    def _steps(self, place: int, threads: _Threads) -> Iterator[tuple[int, _Threads]]:
        """Yield the values that a layer's variable can take, with the threads that go on."""
        for mask, targets in self._targets[place]:
            following = tuple(
                (targets[node], after)
                for node, tag in threads
                if node in targets and (after := self._advance(tag, place, mask)) >= 0
            )
            if following:
                yield mask, following

    def _advance(self, tag: int, place: int, mask: int) -> int:
        key = (tag, place, mask)
        held = self._advanced.get(key)
        if held is None:
            after = tuple(
                (situation, taken + more, leads)
                for before, taken, leads in self._tags[tag]
                for situation, more in self._beliefs.follow(before, place, mask)
            )
            held = self._advanced[key] = self._tag(after) if after else -1
        return held

    def _ends(self, threads: _Threads) -> _Ends:
        """Return the values of the hidden and leading variables that threads end with, in order."""
        tags = tuple(tag for _, tag in threads)
        held = self._endings.get(tags)
        if held is None:
            hidden = self.graph.plan.hidden
            found: dict[Values, Leads] = {}
            for situation, taken, leads in (one for tag in tags for one in self._tags[tag]):
                for more in self._tail(situation, 0):
                    values = tuple(map(dict(taken + more).__getitem__, hidden))
                    found[values] = found.get(values, ()) + leads
            held = self._endings[tags] = _Ends(found)
        return held

    def _tail(self, situation: Situation, place: int) -> Iterator[Taken]:
        if not self._beliefs.completions(situation, place):
            return
        if place == len(self._beliefs.steps.tail):
            yield ()
            return
        for after, taken in self._beliefs.answers(situation, self._beliefs.steps.tail[place]):
            for more in self._tail(after, place + 1):
                yield taken + more

    def worlds(self) -> Iterator[tuple[Values, Values, Values]]:
        """Yield every world as values of the selectors, the projection and the hidden variables; in order."""
        for combination, threads, _ in self._first:
            for values, ends in self._paths(0, threads, ()):
                yield from ((combination, values, end) for end in ends)

    def _paths(self, place: int, threads: _Threads, values: Values) -> Iterator[tuple[Values, _Ends]]:
        if place == len(self.graph.layers):
            yield values, self._ends(threads)
            return
        for mask, following in self._steps(place, threads):
            yield from self._paths(place + 1, following, (*values, mask))

    def rows(self, texts: Texts, head: Callable[[Values], str]) -> Iterator[list[str]]:
        """Yield every world as a text, in order, in lists of any length.

        Args:
            texts: what stands for each value of the projection's and the hidden variables; joined as it is.
            head: what stands before them for a combination of the selectors.
        """
        rests: dict[tuple[int, _Threads], list[str]] = {}
        for combination, threads, _ in self._first:
            yield from self._rows(0, threads, head(combination), texts, rests)

    def _rows(
        self,
        place: int,
        threads: _Threads,
        head: str,
        texts: Texts,
        rests: dict[tuple[int, _Threads], list[str]],
    ) -> Iterator[list[str]]:
        count = self._count(place, threads)
        if place == len(self.graph.layers) and count > SHARED:
            yield from self._long_rows(threads, head, texts)
            return
        if place == len(self.graph.layers) or count <= BLOCK:
            if len(rests) > KEPT // BLOCK:
                rests.clear()
            yield [head + rest for rest in self._rests(place, threads, texts, rests)]
            return
        named = texts[self.graph.plan.layers[place]]
        for mask, following in self._steps(place, threads):
            yield from self._rows(place + 1, following, head + named[mask], texts, rests)

    def _long_rows(self, threads: _Threads, head: str, texts: Texts) -> Iterator[list[str]]:
        """Yield the rows of some threads after the last layer, too many to be kept, a part at a time."""
        plan = self.graph.plan
        named = [texts[variable] for variable in (*plan.hidden, *plan.leading)]
        ends = iter(self._ends(threads))
        while part := list(islice(ends, BLOCK)):
            yield [head + "".join(row[mask] for row, mask in zip(named, end, strict=True)) for end in part]

    def _rests(
        self, place: int, threads: _Threads, texts: Texts, rests: dict[tuple[int, _Threads], list[str]]
    ) -> list[str]:
        """Return the rows of some threads without what was decided before."""
        held = rests.get((place, threads))
        if held is not None:
            return held
        if place == len(self.graph.layers):
            plan = self.graph.plan
            named = [texts[variable] for variable in (*plan.hidden, *plan.leading)]
            ends = self._ends(threads)
            found = ["".join(row[mask] for row, mask in zip(named, end, strict=True)) for end in ends]
        else:
            row = texts[self.graph.plan.layers[place]]
            found = [
                row[mask] + rest
                for mask, following in self._steps(place, threads)
                for rest in self._rests(place + 1, following, texts, rests)
            ]
        rests[place, threads] = found
        return found

    def projections(self) -> Iterator[tuple[Values, int]]:
        """Yield the joint values of the projection with their weights, class by class."""
        for start, factor in zip(self.graph.starts.tolist(), self._weighing.factors, strict=True):
            yield from self._weighed(0, start, factor, (), None)

    def _weighed(
        self, place: int, node: int, factor: int, values: Values, reach: Sequence[Weights] | None
    ) -> Iterator[tuple[Values, int]]:
        """Yield the paths from a node on with their weights; if `reach` is given, only along such nodes."""
        if place == len(self.graph.layers):
            yield values, factor * self._weighing.endings[int(self.graph.held[-1][node])]
            return
        for mask, targets in self._targets[place]:
            target = targets.get(node)
            if target is not None and (reach is None or reach[place + 1][target]):
                yield from self._weighed(place + 1, target, factor, (*values, mask), reach)

    def weight(self, values: Values) -> int:
        """Return what a joint value of the projection weighs; 0 if no world has it."""
        for start, factor in zip(self.graph.starts.tolist(), self._weighing.factors, strict=True):
            node = start
            for row, value in zip(self._targets, values, strict=True):
                node = next((targets.get(node, -1) for mask, targets in row if mask == value), -1)
                if node < 0:
                    break
            else:
                return factor * self._weighing.endings[int(self.graph.held[-1][node])]
        return 0

    def ranked(self) -> Iterator[tuple[int, int, Iterator[Values]]]:
        """Yield the joint values of the projection by weight, the heaviest first.

        Yields:
            What each of them weighs, how many weigh so, and they themselves.
        """
        endings = np.array([self._weighing.endings[b] for b in self.graph.held[-1].tolist()], dtype=object)
        kinds: dict[int, list[tuple[int, int]]] = {}
        for factor in dict.fromkeys(self._weighing.factors):
            for ending in filter(None, dict.fromkeys(endings.tolist())):
                kinds.setdefault(factor * ending, []).append((factor, ending))
        reached: dict[int, Sequence[Weights]] = {}
        for weight in sorted(kinds, reverse=True):
            number, found = 0, []
            for factor, ending in kinds[weight]:
                if ending not in reached:
                    reached[ending] = self._weighing.passed((endings == ending).astype(object))
                reach = reached[ending]
                for start, held in zip(self.graph.starts.tolist(), self._weighing.factors, strict=True):
                    if held == factor and reach[0][start]:
                        number += int(reach[0][start])
                        found.append(self._weighed(0, start, factor, (), reach))
            if number:
                yield weight, number, (values for values, _ in chain.from_iterable(found))

    def world(self, number: int) -> tuple[Values, Values, Values]:
        """Return a world by its number in the order of all, from 0 on.

        Raises:
            IndexError: there are not so many worlds.
        """
        if not 0 <= number < sum(worlds for _, _, worlds in self._first):
            raise IndexError("there are not so many worlds")
        before = list(accumulate((worlds for _, _, worlds in self._first), initial=0))
        place = bisect(before, number) - 1
        combination, threads, _ = self._first[place]
        return (combination, *self._numbered(threads, number - before[place]))

    def _numbered(self, threads: _Threads, number: int) -> tuple[Values, Values]:
        """Return the values of the projection and the hidden variables of a world of a combination."""
        values: Values = ()
        for place in range(len(self.graph.layers)):
            for mask, following in self._steps(place, threads):
                worlds = self._count(place + 1, following)
                if number < worlds:
                    threads, values = following, (*values, mask)
                    break
                number -= worlds
        return values, self._ends(threads).at(number)

    def drawn(self, chance: Random) -> tuple[Values, Values, Values]:
        """Return a world drawn at random, each as likely as any other.

        The path is drawn by the worlds that it stands for, and only then what is hidden behind it; so nothing
        is worked out for what is not drawn.
        """
        settled = self.graph.plan.settled
        backward = self._weighing.backward
        heads = [
            int(backward[0][start]) * factor
            for start, factor in zip(self.graph.starts.tolist(), self._weighing.factors, strict=True)
        ]
        number = _drawn(heads, chance)
        node = int(self.graph.starts[number])
        values: Values = ()
        for place, row in enumerate(self._targets):
            ways = [(mask, targets[node]) for mask, targets in row if node in targets]
            mask, node = ways[_drawn([int(backward[place + 1][target]) for _, target in ways], chance)]
            values = (*values, mask)
        begun = [
            (entry, situation, leads)
            for entry in settled.classes[number]
            for situation, leads in self._beliefs.starts(int(settled.ways[entry]))
        ]
        weights = [self._behind(situation, 0, values) * len(leads) for _, situation, leads in begun]
        entry, situation, leads = begun[_drawn(weights, chance)]
        taken: Taken = ()
        for place in range(len(values) + len(self._beliefs.steps.tail)):
            ends = self._following(situation, place, values)
            weights = [self._behind(after, place + 1, values) for after, _ in ends]
            situation, more = ends[_drawn(weights, chance)]
            taken += more
        hidden = tuple(map(dict(taken).__getitem__, self.graph.plan.hidden))
        return settled.entries[entry].combination, values, hidden + chance.choice(leads)

    def _following(
        self, situation: Situation, place: int, values: Values
    ) -> Sequence[tuple[Situation, Taken]]:
        """Return what a situation can become on a path, at a layer or at a step after the last one."""
        if place < len(values):
            return self._beliefs.follow(situation, place, values[place])
        return self._beliefs.answers(situation, self._beliefs.steps.tail[place - len(values)])

    def _behind(self, situation: Situation, place: int, values: Values) -> int:
        """Return in how many ways what is hidden can go on from a situation on a path."""
        if place >= len(values):
            return self._beliefs.completions(situation, place - len(values))
        # Paths that differ in their beginnings go on alike.
        key = (situation, values[place:])
        held = self._ways_on.get(key)
        if held is None:
            ends = self._following(situation, place, values)
            held = self._ways_on[key] = sum([self._behind(after, place + 1, values) for after, _ in ends])
        return held

    @cached_property
    def _ways_on(self) -> dict[tuple[Situation, Values], int]:
        return {}


def _drawn(weights: Sequence[int], chance: Random) -> int:
    """Return a place drawn by weight."""
    before = list(accumulate(weights))
    return bisect(before, chance.randrange(before[-1]))
