"""The diagram engine: exact numbers of worlds and of joint values of a projection, and shares under a prior.

Everything is read off one decision diagram (`deducer.engines.compile`), compiled when it is first needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice
from math import lcm
from random import Random
from typing import Final

from msgspec.structs import replace

from deducer.engines.along import Along
from deducer.engines.base import BUDGET, Level, Prior
from deducer.engines.compile import Graph, compiled
from deducer.engines.diagram_query import Query, Values
from deducer.engines.plan import Plan, plan
from deducer.engines.residual import members
from deducer.engines.reuse import Ready, taken_over
from deducer.engines.weigh import Weighing
from deducer.logic.build import equivalence, member
from deducer.logic.terms import Constraint, Formula, Puzzle, Variable, World
from deducer.provenance import Source
from deducer.record import Record

_TAG: Final = Variable("tag", ("no", "yes"))
_EXTRA: Final = Source(line=0, label="further formulas")

Shares = Mapping[str, Mapping[str, Fraction]]


class Diagram(Record, frozen=True, dict=True):
    """Exact counting for one puzzle.

    Attributes:
        puzzle: the puzzle.
        projection: names of the world variables whose joint values are counted apart from the others, in the
            order in which they are decided.
        selectors: names of two-valued world variables that decide how often values of the projection occur.
        budget: the most edges of the diagram; above it, questions raise `OverBudgetError`.
        leading: names of other world variables, with few values each, on which much of the rest depends.
        ready: what `tightened` has taken over; it counts for its own puzzle alone.
    """

    puzzle: Puzzle
    projection: tuple[str, ...]
    selectors: tuple[str, ...] = ()
    budget: int = BUDGET
    leading: tuple[str, ...] = ()
    ready: Ready | None = None

    def tightened(self, puzzle: Puzzle) -> Diagram:
        """Return the diagram of another puzzle, using what this one has worked out where that says more.

        Args:
            puzzle: over the same variables.

        Returns:
            This diagram if the puzzle says the same. If it says more of the projection and the selectors
            alone, one that follows the paths of this one; if it says more of others too, one that is compiled
            anew from the values that were left.

        Raises:
            OverBudgetError: this diagram is over its budget.
        """
        ready = taken_over(self, puzzle)
        return self if ready is None else replace(self, puzzle=puzzle, ready=ready)

    @property
    def _taken(self) -> Ready:
        """What was taken over for the puzzle."""
        held = self.ready
        return held if held is not None and held.puzzle is self.puzzle else Ready(self.puzzle)

    def assuming(self, *formulas: Formula) -> Diagram:
        """Return the diagram of the worlds that satisfy further formulas."""
        further = tuple(Constraint(formula, _EXTRA) for formula in formulas)
        return replace(self, puzzle=replace(self.puzzle, constraints=self.puzzle.constraints + further))

    @property
    def worlds_left(self) -> int:
        """The number of worlds; exact.

        Raises:
            OverBudgetError: counting would cost more than the budget.
        """
        weighing = self._weighing(Prior.WORLDS)
        return 0 if weighing is None else weighing.total

    @property
    def projections_left(self) -> int:
        """The number of joint values of the projection that some world has; exact.

        Raises:
            OverBudgetError: counting would cost more than the budget.
        """
        return 0 if self.graph is None else Weighing.of_paths(self.graph).total

    def shares(self, prior: Prior = Prior.WORLDS) -> Shares:
        """Return the share of every value of every world variable.

        Args:
            prior: what is equally likely.

        Returns:
            By variable and value, in the puzzle's order; all 0 if no world is left. Exact.

        Raises:
            OverBudgetError: counting would cost more than the budget.
        """
        found = {
            name: dict.fromkeys(self.puzzle.variables[name].domain, Fraction(0))
            for name in self.puzzle.world_variables
        }
        weighing = self._weighing(prior)
        if weighing is None:
            return found
        for name, mask, share in self._all_shares(weighing):
            for place in members(mask):
                found[name][self.puzzle.variables[name].domain[place]] += share
        return found

    def _all_shares(self, weighing: Weighing) -> Iterator[tuple[str, int, Fraction]]:
        table = weighing.graph.plan.table
        for shares in (weighing.layer_shares(), weighing.hidden_shares()):
            for variable, row in shares.items():
                yield from (
                    (table.names[variable], mask, Fraction(w, weighing.total)) for mask, w in row.items()
                )
        plan_ = weighing.graph.plan
        for variable, values in weighing.leading_shares().items():
            yield from ((table.names[variable], mask, share) for mask, share in values.items())
        for entry, share in zip(plan_.settled.entries, weighing.entry_shares(), strict=True):
            for variable, mask in zip(plan_.selectors, entry.combination, strict=True):
                yield table.names[variable], mask, share

    def share(self, formula: Formula, prior: Prior = Prior.WORLDS) -> Fraction:
        """Return the share of the worlds that satisfy a formula; 0 if no world is left. Exact.

        Args:
            formula: over the puzzle's world variables.
            prior: what is equally likely.

        Raises:
            OverBudgetError: counting would cost more than the budget.
        """
        if prior is Prior.WORLDS:
            total = self.worlds_left
            return Fraction(self.assuming(formula).worlds_left, total) if total else Fraction(0)
        variables = {**self.puzzle.variables, _TAG.name: _TAG}
        tagged = replace(self, puzzle=replace(self.puzzle, variables=variables))
        meant = equivalence(member(_TAG, ("yes",)), formula)
        return tagged.assuming(meant).shares(prior)[_TAG.name]["yes"]

    def joint(
        self, formulas: Sequence[Formula], prior: Prior = Prior.WORLDS
    ) -> Mapping[tuple[bool, ...], Fraction]:
        """Return the share of the worlds by which of some formulas hold; exact, and cheap.

        Args:
            formulas: over the projection and the selectors.
            prior: what is equally likely.

        Raises:
            OverBudgetError: some formula speaks of other variables, or they hang on too much at once.
        """
        weighing = self._weighing(prior)
        if weighing is None:
            return {}
        found, whole = Along(weighing.graph, formulas).joint(weighing)
        return {key: Fraction(weight, whole) for key, weight in found.items()}

    def possible_along(self, formula: Formula) -> Mapping[str, frozenset[str]]:
        """Return the values each world variable takes in worlds that satisfy a formula, as `joint` works.

        Raises:
            OverBudgetError: the formula speaks of other variables than it may, or hangs on too much at once.
        """
        found: dict[str, frozenset[str]] = dict.fromkeys(self.puzzle.world_variables, frozenset())
        if self.graph is None or self.plan is None:
            return found
        if not self.graph.layers:
            # Without a path there is nothing to follow.
            return self.possible((formula,))
        weighing = Weighing.of_worlds(Along(self.graph, (formula,)).kept())
        if not weighing.total:
            return found
        for name, mask, share in self._all_shares(weighing):
            values = {self.puzzle.variables[name].domain[place] for place in members(mask)} if share else ()
            found[name] = found[name].union(values)
        return found

    def possible(self, extra: Sequence[Formula] = ()) -> Mapping[str, frozenset[str]]:
        """Return the values each world variable takes in surviving worlds that satisfy further formulas."""
        shares = self.assuming(*extra).shares() if extra else self.shares()
        return {
            name: frozenset(value for value, share in row.items() if share) for name, row in shares.items()
        }

    def witness(self, extra: Sequence[Formula] = ()) -> World | None:
        """Return the first surviving world that satisfies further formulas; None if there is none."""
        return next(self.worlds(extra), None)

    def worlds(self, extra: Sequence[Formula] = (), limit: int | None = None) -> Iterator[World]:
        """Yield distinct surviving worlds that satisfy further formulas, at most `limit` of them.

        They come in the order of their selectors' values (second ones first), then of the projection's, then
        of the others', the leading ones last, each by the order of the domain.
        """
        query = (self.assuming(*extra) if extra else self).query
        if query is not None:
            yield from islice(map(self._named, query.worlds()), limit)

    def rows(
        self, texts: Mapping[str, Mapping[str, str]], head: Callable[[World], str]
    ) -> Iterator[list[str]]:
        """Yield every world as a text, in the order of `worlds`, in lists of any length.

        Much faster than `worlds`: what many worlds end with is put together once.

        Args:
            texts: by variable and value, what stands for it; joined as they are, the projection's in its
                order, then those of the others in the puzzle's order, leading ones last; none for selectors.
            head: what stands before them; is given the values of the selectors.
        """
        if self.query is None or self.plan is None:
            return
        table, selectors = self.plan.table, self.plan.selectors
        by_mask = {
            table.numbers[name]: {
                table.mask(table.numbers[name], (value,)): text for value, text in row.items()
            }
            for name, row in texts.items()
        }

        def named(values: Values) -> str:
            return head(
                {table.names[n]: self._value(n, mask) for n, mask in zip(selectors, values, strict=True)}
            )

        yield from self.query.rows(by_mask, named)

    def projections(self) -> Iterator[tuple[World, int]]:
        """Yield the joint values of the projection that some world has, with how many worlds have them.

        They come by the numbers in which values occur, then in the order of `worlds`.
        """
        if self.query is None or self.plan is None:
            return
        for values, worlds in self.query.projections():
            yield self._projected(values), worlds

    def _projected(self, values: Values) -> World:
        assert self.plan is not None  # noqa: S101  (who has found values has a plan)
        numbers = self.plan.layers
        names = self.plan.table.names
        return {names[n]: self._value(n, mask) for n, mask in zip(numbers, values, strict=True)}

    def _value(self, number: int, mask: int) -> str:
        assert self.plan is not None  # noqa: S101  (the same)
        return self.plan.table.values[number][mask.bit_length() - 1]

    def world(self, number: int) -> World:
        """Return a world by its number, from 0 on, in the order of `worlds`.

        Raises:
            IndexError: there are not so many worlds.
        """
        if self.query is None:
            raise IndexError("there are no worlds")
        return self._named(self.query.world(number))

    def drawn(self, number: int, seed: int) -> Iterator[World]:
        """Yield worlds drawn at random, each as likely as any other; one may come again.

        Args:
            number: how many.
            seed: the same for the same draw.
        """
        if self.query is not None:
            chance = Random(seed)  # noqa: S311  (no secret)
            yield from (self._named(self.query.drawn(chance)) for _ in range(number))

    def sample(self, number: int, seed: int) -> tuple[int, ...]:
        """Draw worlds, each as likely as any other.

        Args:
            number: how many; all are drawn if there are fewer.
            seed: the same for the same draw.

        Returns:
            Different numbers of worlds, ascending.
        """
        total = self.worlds_left
        if number >= total:
            return tuple(range(total))
        chance = Random(seed)  # noqa: S311  (no secret)
        drawn: set[int] = set()
        while len(drawn) < number:
            drawn.add(chance.randrange(total))
        return tuple(sorted(drawn))

    def projection_share(self, projected: World, prior: Prior = Prior.WORLDS) -> Fraction:
        """Return the share of the worlds with one joint value of the projection; exact.

        Args:
            projected: a value for each variable of the projection.
            prior: what is equally likely.
        """
        weighing = self._weighing(prior)
        if self.plan is None or weighing is None:
            return Fraction(0)
        if prior not in self._queries:
            self._queries[prior] = Query(weighing)
        table = self.plan.table
        values = tuple(table.mask(n, (projected[table.names[n]],)) for n in self.plan.layers)
        return Fraction(self._queries[prior].weight(values), weighing.total)

    @cached_property
    def _queries(self) -> dict[Prior, Query]:
        return {}

    def ranked(self, prior: Prior = Prior.WORLDS) -> Iterator[Level]:
        """Yield the joint values of the projection by weight, the heaviest first.

        Args:
            prior: what is equally likely.

        Yields:
            Those that are equally likely together.
        """
        weighing = self._weighing(prior)
        if self.plan is None or weighing is None:
            return
        for weight, number, found in Query(weighing).ranked():
            yield Level(Fraction(weight, weighing.total), number, map(self._projected, found))

    def _named(self, found: tuple[Values, Values, Values]) -> World:
        """Return the values of selectors, projection and hidden variables as a world."""
        assert self.plan is not None  # noqa: S101  (who has found a world has a plan)
        numbers = (*self.plan.selectors, *self.plan.layers, *self.plan.hidden, *self.plan.leading)
        values = {
            self.plan.table.names[number]: self._value(number, mask)
            for number, mask in zip(numbers, chain.from_iterable(found), strict=True)
        }
        return {name: values[name] for name in self.puzzle.world_variables}

    @cached_property
    def query(self) -> Query | None:
        """Lists the worlds; None if there are none."""
        weighing = self._weighing(Prior.WORLDS)
        return None if weighing is None else Query(weighing)

    @cached_property
    def plan(self) -> Plan | None:
        """The puzzle taken apart, as far as the graph needs it; None if it came out that it has no world."""
        if self._taken.graph is not None:
            return self._taken.graph.plan
        known = tuple(Constraint(formula, _EXTRA) for formula in self._taken.known)
        puzzle = replace(self.puzzle, constraints=self.puzzle.constraints + known)
        return plan(puzzle, self.projection, self.selectors, self.leading)

    @cached_property
    def graph(self) -> Graph | None:
        """The compiled diagram; None if the puzzle has no world."""
        if self._taken.graph is not None:
            return self._taken.graph
        return None if self.plan is None else compiled(self.plan, budget=self.budget)

    def _weighing(self, prior: Prior) -> Weighing | None:
        """Return the weighed diagram; None if no world is left."""
        if prior not in self._weighings:
            self._weighings[prior] = self._weighed(prior)
        return self._weighings[prior]

    @cached_property
    def _weighings(self) -> dict[Prior, Weighing | None]:
        return {}

    def _weighed(self, prior: Prior) -> Weighing | None:
        if self.graph is None or self.plan is None:
            return None
        if prior is Prior.PROJECTION:
            return Weighing.of_projections(self.graph) if self.worlds_left else None
        weighing = Weighing.of_worlds(self.graph)
        if not weighing.total:
            return None
        if prior is Prior.WORLDS:
            return weighing
        if self._taken.graph is not None:
            # Its plan is that of the earlier diagram, which cannot be compiled with other weights.
            return replace(self, ready=None)._weighing(prior)  # noqa: SLF001  (another of this class)
        worlds: dict[tuple[int, ...], int] = {}
        for entry, share in zip(self.plan.settled.entries, weighing.entry_shares(), strict=True):
            worlds[entry.combination] = worlds.get(entry.combination, 0) + int(share * weighing.total)
        # A combination without worlds has nothing to weigh; any weight will do.
        unit = lcm(*filter(None, worlds.values()))
        weights = [unit // (worlds[entry.combination] or 1) for entry in self.plan.settled.entries]
        return Weighing.of_worlds(compiled(self.plan, weights, self.budget))
