"""What a test is worth: exact shares of the scripts that each outcome leaves.

A script may allow several outcomes of a test, since the Mastermind often has a choice. Then each of them is
held equally likely under that script. So the chance of an outcome is the sum, over the scripts that allow
it, of the script's share under the prior divided by the number of outcomes it allows; and the expected
number of scripts left is the sum, over the outcomes, of the chance times the scripts that survive it. The
worst case is the outcome that leaves most. A test is worth, in bits, what its outcomes tell on average: the
chance of each times the logarithm to base 2 of one over the share that survives it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import log2
from operator import or_
from typing import Protocol

from msgspec.structs import replace

from deducer.advise.table import Mask, Table, split
from deducer.advise.trials import Kind, Outcome, Trial
from deducer.answer import Prior
from deducer.evidence.sources import Evidence
from deducer.record import Record

Cells = frozenset[tuple[str, str]]
"""Values of variables, each by the variable's name and the value."""


class Part(Record, frozen=True):
    """Some scripts: how many, and their share under the prior."""

    worlds: int
    share: Fraction


class Prospect(Record, frozen=True):
    """An outcome with what it is worth.

    Attributes:
        outcome: what is seen.
        chance: how likely it is under the prior.
        worlds: how many scripts survive it.
        bits: how much it would tell.
        proves: the values of variables that it makes certain or rules out, None if not worked out.
    """

    outcome: Outcome
    chance: Fraction
    worlds: int
    bits: float
    proves: Proof | None = None


class Proof(Record, frozen=True):
    """What becomes certain and what impossible, as values of variables."""

    certain: Cells
    ruled_out: Cells


class Valued(Record, frozen=True):
    """A test with what it is worth.

    Attributes:
        test: the test.
        before: how many scripts fit when it is made.
        prospects: its outcomes, the likeliest first.
        expected: how many scripts are left on average.
        worst: how many are left at worst.
        bits: how much it tells on average.
        least_bits: how much it tells at worst.
        exact: whether all scripts were counted, rather than a sample of them.
        alike: the same test of other suspects, on the same day and at the same cost, that tells as much.
    """

    test: Trial
    before: int
    prospects: tuple[Prospect, ...]
    expected: Fraction
    worst: int
    bits: float
    least_bits: float
    exact: bool = True
    alike: tuple[Trial, ...] = ()

    @property
    def others(self) -> tuple[str, ...]:
        """Ids of others of whom the same test tells as much."""
        if self.test.kind is Kind.FORBID:
            return self.test.about[1:]
        return tuple(one.about[0] for one in self.alike)


def joined(found: Iterable[Valued]) -> Iterator[Valued]:
    """Yield tests, those that differ in nothing but the suspect as one; estimates stay apart."""
    groups: dict[object, list[Valued]] = {}
    for number, one in enumerate(found):
        suspect = one.test.kind in {Kind.AT_LIMIT, Kind.BELOW_LIMIT}
        groups.setdefault(_likeness(one) if one.exact and suspect else number, []).append(one)
    for first, *others in groups.values():
        yield replace(first, alike=(*first.alike, *(one.test for one in others)))


def _likeness(found: Valued) -> object:
    test = found.test
    seen = tuple((one.chance, one.worlds) for one in found.prospects)
    return test.kind, test.loop, test.day, test.cost, test.about[1:], seen


class Judge(Protocol):
    """Tells how many scripts allow which outcomes."""

    def parts(self, base: Sequence[Evidence], outcomes: Sequence[Sequence[Evidence]]) -> Parts:
        """Return the scripts that are left before, by the places of the outcomes they allow."""
        ...

    def possible(self, pieces: Sequence[Evidence]) -> Cells:
        """Return the values that some script has of which evidence holds."""
        ...


Parts = Mapping[frozenset[int], Part]


class TableJudge(Record, frozen=True, dict=True):
    """Judges by a table of scripts; exact if the table holds all of them."""

    table: Table
    prior: Prior

    def parts(self, base: Sequence[Evidence], outcomes: Sequence[Sequence[Evidence]]) -> Parts:
        """Return the scripts that are left before, by the places of the outcomes they allow."""
        masks = [self.table.judge(pieces) for pieces in outcomes]
        # An outcome proves no less than what comes before it.
        found = split(masks, reduce(or_, masks, self.table.judge(base)))
        return {key: self._part(scripts) for key, scripts in found.items()}

    def _part(self, scripts: Mask) -> Part:
        return Part(scripts.bit_count(), self.table.mass(scripts, self.prior))

    def possible(self, pieces: Sequence[Evidence]) -> Cells:
        """Return the values that some script has of which evidence holds."""
        scripts = self.table.judge(pieces)
        return frozenset(cell for cell, column in self.table.columns.items() if column & scripts)


def valued(test: Trial, judge: Judge) -> Valued | None:
    """Work out what a test is worth.

    Args:
        test: the test.
        judge: counts.

    Returns:
        The test with its worth; None if it cannot tell anything.
    """
    parts = judge.parts(test.base, [outcome.pieces for outcome in test.outcomes])
    before = Part(sum(part.worlds for part in parts.values()), sum((p.share for p in parts.values()), _NONE))
    if not before.share:
        return None
    prospects = []
    for place, outcome in enumerate(test.outcomes):
        allowed = {places: part for places, part in parts.items() if place in places}
        prospects.append(_prospect(outcome, allowed, before))
    if frozenset() in parts:
        rest = Outcome(None, test.base)
        prospects.append(_prospect(rest, {frozenset([-1]): parts[frozenset()]}, before))
    prospects = sorted((one for one in prospects if one.worlds), key=lambda one: -one.chance)
    bits = sum(float(one.chance) * one.bits for one in prospects)
    return Valued(
        test,
        before.worlds,
        tuple(prospects),
        sum((one.chance * one.worlds for one in prospects), _NONE),
        max(one.worlds for one in prospects),
        bits,
        min(one.bits for one in prospects),
    )


_NONE = Fraction(0)


def _prospect(outcome: Outcome, allowed: Parts, before: Part) -> Prospect:
    chance = sum((part.share / len(places) for places, part in allowed.items()), _NONE) / before.share
    share = sum((part.share for part in allowed.values()), _NONE) / before.share
    worlds = sum(part.worlds for part in allowed.values())
    return Prospect(outcome, chance, worlds, log2(1 / share) if share else 0.0)


def proved(found: Valued, judge: Judge, domains: Mapping[str, Sequence[str]]) -> Valued:
    """Return a test with what each of its outcomes would prove.

    Args:
        found: the test with its worth.
        judge: tells what is possible.
        domains: the values of each variable of the script.
    """
    before = judge.possible(found.test.base)
    prospects = tuple(
        replace(one, proves=_proof(before, judge.possible(one.outcome.pieces), domains))
        if one.outcome.line is not None
        else one
        for one in found.prospects
    )
    return replace(found, prospects=prospects)


def _proof(before: Cells, after: Cells, domains: Mapping[str, Sequence[str]]) -> Proof:
    gone = before - after
    touched = {name for name, _ in gone}
    left = {name: [value for value in domains[name] if (name, value) in after] for name in touched}
    certain = frozenset((name, values[0]) for name, values in left.items() if len(values) == 1)
    return Proof(certain, gone)
