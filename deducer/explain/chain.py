"""An argument step by step: suppose the contrary, see what each statement then tells, until nothing is left.

A step is one statement read by somebody who knows what came before it. Where no single statement tells more,
something is supposed and refuted, and what that excludes is a step too; or the possibilities of one variable
are gone through. What the end does not rest on is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from msgspec import field
from msgspec.structs import replace

from deducer.explain.core import Argument
from deducer.explain.domains import Domains, Removal, Tell, alike, supposition, tells, without
from deducer.logic.build import negation
from deducer.logic.terms import Formula
from deducer.record import Record

DEPTH: Final = 3
"""How many suppositions may stand inside each other, the first aside."""

CANDIDATES: Final = 4
"""How many variables are tried where more than one supposition must be made at a time."""

MUCH: Final = 1_000
"""How much a supposition tells that cannot be."""

READINGS: Final = 12_000
"""How many times statements are read in one search at most."""

SHORTENINGS: Final = 5_000
"""How many times statements are read again at most to make a chain shorter."""


class Step(Record, frozen=True):
    """What one statement, or one refuted supposition, tells to somebody who knows what came before it.

    Attributes:
        tell: the statement; None for what is supposed, or refuted.
        removed: the values it excludes that matter for the end.
        proof: if a supposition is refuted here, the chain that follows from it; it supposes that the one
            variable of `removed` has one of those values.
    """

    tell: Tell | None
    removed: tuple[Removal, ...]
    proof: Chain | None = None

    @property
    def size(self) -> int:
        """How many statements are read for it."""
        return 1 if self.proof is None else self.proof.size + 1


class Chain(Record, frozen=True):
    """Steps after which nothing is left.

    Attributes:
        steps: the steps, in order; only what the end rests on is in them.
        clash: the statement that cannot hold any more; None if possibilities are gone through instead.
        variable: whose possibilities are gone through, empty if there is a clash.
        branches: the values that are left for that variable, with the chain that follows from each group.
        needs: the excluded values on which the whole rests, those that its own steps exclude aside.
    """

    steps: tuple[Step, ...]
    clash: Tell | None = None
    variable: str = ""
    branches: tuple[tuple[tuple[str, ...], Chain], ...] = ()
    needs: frozenset[Removal] = frozenset()

    @property
    def size(self) -> int:
        """How many statements are read in all, those in branches included."""
        inside = sum(step.size for step in self.steps) + sum(one.size + 1 for _, one in self.branches)
        return inside + (self.clash is not None)


def chain(argument: Argument) -> Chain | None:
    """Tell an argument step by step.

    Args:
        argument: a valid argument.

    Returns:
        The shortest telling that was found, whose first step is that the claim is supposed not to hold; None
        if possibilities would have to be gone through too deep.
    """
    full = {name: frozenset(variable.domain) for name, variable in argument.puzzle.variables.items()}
    return contradiction(tells(argument.parts, full), full, negation(argument.claim))


def contradiction(found: Sequence[Tell], given: Domains, supposed: Formula) -> Chain | None:
    """Show that some statements leave nothing where something is supposed.

    Args:
        found: the statements.
        given: what is known already; its exclusions need no reason.
        supposed: the supposition.

    Returns:
        A chain whose first step is the supposition, with the values it excludes by itself; None if none was
        found. A supposition that says more than that is among the statements.
    """
    itself = supposition(supposed, found[0].full if found else given)
    if not itself.fits(given):
        return Chain((Step(None, ()),), itself)
    removed = itself.removals(given)
    known = without(given, removed)
    # Once what it excludes is known, a conjunction of facts says nothing more.
    more = (itself,) if supposition(negation(supposed), itself.full).fits(known) else ()
    search = _Search((*found, *more), given)
    # What speaks of the supposition is read first.
    about = search.about({name for name, _ in removed})
    everything = (*about, *(tell for tell in search.found if tell not in about))
    for depth in range(DEPTH + 1):
        told = search.run(known, depth, everything)
        if told is not None:
            again = replace(search, left=iter(range(SHORTENINGS)))
            told = _cut(again.shortened(told, known, depth, everything), known)
            return replace(told, steps=(Step(None, removed), *told.steps), needs=told.needs - set(removed))
    return None


class _Read(Record, frozen=True):
    """A step as it was made.

    Attributes:
        step: the step, with all that it excluded.
        known: what was known before it.
        needs: for a refuted supposition, what its proof rests on.
    """

    step: Step
    known: Domains
    needs: frozenset[Removal] = frozenset()


class _Search(Record, frozen=True, dict=True):
    """The search for a chain.

    Attributes:
        found: the statements.
        given: what is known before; what is excluded there needs no reason.
        left: counts down how many times a statement may still be read.
    """

    found: tuple[Tell, ...]
    given: Domains
    left: Iterator[int] = field(default_factory=lambda: iter(range(READINGS)))

    @cached_property
    def _classes(self) -> Mapping[str, tuple[frozenset[str], ...]]:
        """The values of each variable in classes that make no difference to any statement."""
        scope = dict.fromkeys(name for tell in self.found for name in tell.scope)
        return {name: alike(self.found, name, self.given[name]) for name in scope}

    def about(self, names: Iterable[str]) -> tuple[Tell, ...]:
        """Return the statements that speak of some variables."""
        found = dict.fromkeys(tell for name in names for tell in self._by_name.get(name, ()))
        return tuple(found)

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[Tell, ...]]:
        return {name: tuple(tell for tell in self.found if name in tell.scope) for name in self._classes}

    def run(self, known: Domains, depth: int, waiting: Iterable[Tell]) -> Chain | None:
        """Read statements until one cannot hold, or else suppose something.

        Args:
            known: what is known and supposed.
            depth: how many suppositions may stand inside each other.
            waiting: the statements to read; the others tell nothing more.

        Returns:
            The chain, without what its end does not rest on; None if none was found.
        """
        reads: list[_Read] = []
        while True:
            known, clash = self._read(reads, known, waiting)
            if clash is not None:
                return self._clashing(reads, clash, known)
            refuted, ending = self._suppose(known, depth)
            if ending is not None:
                return self._sliced(reads, ending)
            if not refuted:
                return None
            for one in refuted:
                reads.append(replace(one, known=known))
                known = without(known, one.step.removed)
            waiting = self.about(name for one in refuted for name, _ in one.step.removed)

    def shortened(self, told: Chain, known: Domains, depth: int, waiting: Sequence[Tell]) -> Chain:
        """Return a chain without the refuted suppositions that it can do without.

        Args:
            told: the chain.
            known: what was known before it.
            depth: how many suppositions may stand inside each other.
            waiting: the statements to read first.
        """
        kept = [step for step in told.steps if step.proof is not None]
        for step in sorted(kept, key=lambda one: one.size, reverse=True):
            fewer = [one for one in kept if one is not step]
            shorter = self._again(fewer, told.variable, known, depth, waiting)
            if shorter is not None and shorter.size < told.size:
                told, kept = shorter, fewer
        return told

    def _again(
        self, refuted: Sequence[Step], variable: str, known: Domains, depth: int, waiting: Iterable[Tell]
    ) -> Chain | None:
        """Read again, with no other suppositions than some, and then the cases of a variable."""
        reads: list[_Read] = []
        for step in (*refuted, None):
            known, clash = self._read(reads, known, waiting)
            if clash is not None:
                return self._clashing(reads, clash, known)
            if step is None:
                break
            name, _ = step.removed[0]
            values = frozenset(value for _, value in step.removed) & known[name]
            waiting = self.about((name,))
            inner = self.run({**known, name: values}, depth - 1, waiting) if values else None
            if inner is None:
                continue
            if inner.needs.isdisjoint(self._supposed(name, values, known)):
                return self._sliced(reads, inner)
            reads.append(replace(self._refuted(name, values, inner), known=known))
            known = without(known, reads[-1].step.removed)
        closed = self._closed(variable, known, depth - 1) if variable and len(known[variable]) > 1 else []
        ending = self._ending(variable, known, closed)
        return None if ending is None else self._sliced(reads, ending)

    def _clashing(self, reads: Sequence[_Read], clash: Tell, known: Domains) -> Chain:
        needs = clash.reason(self.given, known, None, _ages(reads))
        return self._sliced(reads, Chain((), clash, needs=needs))

    def _ending(
        self, name: str, known: Domains, closed: Sequence[tuple[frozenset[str], Chain]]
    ) -> Chain | None:
        """Return what ends a chain where some values of a variable cannot be; None if that is no end."""
        alone = [one for values, one in closed if one.needs.isdisjoint(self._supposed(name, values, known))]
        if alone:
            # It rests on nothing that was supposed here, so nothing needs to be gone through.
            return min(alone, key=lambda one: one.size)
        covered = frozenset[str]().union(*(values for values, _ in closed))
        return self._by_cases(name, known, closed) if closed and covered == known[name] else None

    def _read(self, reads: list[_Read], known: Domains, first: Iterable[Tell]) -> tuple[Domains, Tell | None]:
        """Read statements until none tells more; return what is known then, and what cannot hold."""
        waiting = dict.fromkeys(first)
        while waiting and next(self.left, None) is not None:
            tell = next(iter(waiting))
            del waiting[tell]
            removed = tell.told(known)
            if removed is None:
                return known, tell
            if removed:
                reads.append(_Read(Step(tell, removed), known))
                known = without(known, removed)
                waiting.update(dict.fromkeys(self.about(name for name, _ in removed)))
        return known, None

    def _suppose(self, known: Domains, depth: int) -> tuple[list[_Read], Chain | None]:
        """Suppose each value of each variable in turn, with few suppositions inside first.

        Returns:
            What is refuted; and, if all possibilities of some variable are, the shortest chain that says so.
        """
        for inner in range(depth):
            refuted: list[_Read] = []
            endings: list[Chain] = []
            for name in self._open(known)[: CANDIDATES if inner else None]:
                closed = self._closed(name, known, inner)
                ending = self._ending(name, known, closed)
                if ending is not None:
                    endings.append(ending)
                else:
                    refuted.extend(self._refuted(name, values, one) for values, one in closed)
                if inner and (refuted or endings):
                    break
            if endings:
                return [], min(endings, key=lambda one: one.size)
            if refuted:
                return sorted(refuted, key=lambda one: one.step.size), None
        return [], None

    def _open(self, known: Domains) -> list[str]:
        """Return the variables that are open, those whose values tell the most first."""
        told = {}
        for name, classes in self._classes.items():
            ways = [left for values in classes if (left := values & known[name])]
            if len(ways) > 1:
                told[name] = min(self._worth(known, name, left) for left in ways), -len(ways)
        return sorted(told, key=told.__getitem__, reverse=True)

    def _worth(self, known: Domains, name: str, values: frozenset[str]) -> int:
        """Return how many values are excluded where a variable is supposed to have one of some."""
        reads: list[_Read] = []
        _, clash = self._read(reads, {**known, name: values}, self.about((name,)))
        return MUCH if clash is not None else sum(len(read.step.removed) for read in reads)

    def _closed(self, name: str, known: Domains, depth: int) -> list[tuple[frozenset[str], Chain]]:
        """Return the values of a variable that cannot be, in groups as large as one chain refutes."""
        found: list[tuple[frozenset[str], Chain]] = []
        for values in self._classes[name]:
            left = values & known[name]
            if not left:
                continue
            told = self.run({**known, name: left}, depth, self.about((name,)))
            if told is None:
                continue
            for place, (others, before) in enumerate(found):
                both = self.run({**known, name: left | others}, 0, self.about((name,)))
                if both is not None and both.size <= max(before.size, told.size):
                    found[place] = (left | others, both)
                    break
            else:
                found.append((left, told))
        return found

    def _supposed(self, name: str, values: Iterable[str], known: Domains) -> frozenset[Removal]:
        """Return what is excluded where a variable is supposed to have one of some values."""
        return frozenset((name, other) for other in known[name] - frozenset(values))

    def _refuted(self, name: str, values: frozenset[str], told: Chain) -> _Read:
        removed = tuple((name, value) for value in sorted(values))
        needs = told.needs - {(name, other) for other in self.given[name] - values}
        return _Read(Step(None, removed, told), {}, needs)

    def _by_cases(self, name: str, known: Domains, closed: Sequence[tuple[frozenset[str], Chain]]) -> Chain:
        excluded = {(name, value) for value in self.given[name] - known[name]}
        needs = set(excluded)
        for values, told in closed:
            needs |= told.needs - {(name, other) for other in self.given[name] - values}
        branches = tuple((tuple(sorted(values)), told) for values, told in closed)
        return Chain((), None, name, branches, frozenset(needs))

    def _sliced(self, reads: Sequence[_Read], ending: Chain) -> Chain:
        """Put the steps on which an ending rests before it."""
        needs = ending.needs
        kept: list[Step] = []
        for place in range(len(reads) - 1, -1, -1):
            read = reads[place]
            removed = tuple(one for one in read.step.removed if one in needs)
            if not removed:
                continue
            needs -= set(removed)
            if read.step.tell is None:
                # It was refuted as a whole, so it is told as a whole.
                removed = read.step.removed
                needs = (needs - set(removed)) | read.needs
            else:
                needs |= self._why(read.step.tell, removed, read.known, _ages(reads[:place]))
            kept.append(replace(read.step, removed=removed))
        return replace(ending, steps=(*reversed(kept), *ending.steps), needs=needs)

    def _why(
        self, tell: Tell, removed: Sequence[Removal], known: Domains, ages: Mapping[Removal, int]
    ) -> frozenset[Removal]:
        """Return what a statement needs to exclude some values."""
        needs: frozenset[Removal] = frozenset()
        for values in _of_a_class(tell, removed):
            needs |= tell.reason(self.given, known, values, ages)
        return needs


def _cut(told: Chain, known: Domains) -> Chain:
    """Return a chain in which each statement is no more than it is needed for."""
    steps: list[Step] = []
    for step in told.steps:
        if step.proof is not None:
            name, _ = step.removed[0]
            supposed = {**known, name: frozenset(value for _, value in step.removed)}
            steps.append(replace(step, proof=_cut(step.proof, supposed)))
        elif step.tell is not None:
            steps.append(replace(step, tell=step.tell.cut(known, step.removed)))
        known = without(known, step.removed)
    branches = tuple(
        (values, _cut(branch, {**known, told.variable: frozenset(values)}))
        for values, branch in told.branches
    )
    clash = None if told.clash is None else told.clash.cut(known)
    return replace(told, steps=tuple(steps), clash=clash, branches=branches)


def _of_a_class(tell: Tell, removed: Iterable[Removal]) -> Iterator[Removal]:
    """Yield one of those values that make no difference to a statement."""
    seen: set[tuple[str, frozenset[str]]] = set()
    for name, value in removed:
        values = next(one for one in tell.classes[name] if value in one)
        if (name, values) not in seen:
            seen.add((name, values))
            yield name, value


def _ages(reads: Sequence[_Read]) -> Mapping[Removal, int]:
    """Return in which step each value was excluded."""
    return {one: number for number, read in enumerate(reads) for one in read.step.removed}
