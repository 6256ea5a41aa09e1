"""Which tests would tell two hypotheses apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from deducer.advise.future import Future
from deducer.advise.next import trials
from deducer.advise.stage import Stages
from deducer.advise.table import Mask, Table, split
from deducer.advise.trials import Trial
from deducer.answer import Prior
from deducer.case import Case
from deducer.evidence.sources import Evidence
from deducer.record import Record

LEAST = Fraction(1, 100)
"""A test that tells two hypotheses apart less often than this is none."""


class Separation(Record, frozen=True):
    """A test with how well it tells two hypotheses apart.

    Attributes:
        trial: the test.
        apart: half the sum, over the outcomes, of the difference between their chances under the one and
            under the other hypothesis: 1 if no outcome fits both, 0 if all are as likely under both.
    """

    trial: Trial
    apart: Fraction


def separations(
    case: Case, first: Sequence[str], second: Sequence[str], prior: Prior, limit: int
) -> tuple[Separation, ...]:
    """Return the tests that tell two hypotheses apart best, judged by the scripts of a table.

    Args:
        case: the game.
        first: one hypothesis, as `fact:` lines of a log.
        second: the other one.
        prior: what is held equally likely.
        limit: most tests to return.

    Raises:
        OverBudgetError: counting would cost too much.
    """
    case = case.going_on
    table = Table.of(case)
    sides = [table.judge(_further(case, lines)) for lines in (first, second)]
    if not all(sides):
        return ()
    found = (
        Separation(trial, _apart(trial, table, sides, prior))
        for trial in trials(Stages(Future.of(case)), table)
    )
    ranked = sorted(found, key=lambda one: (-one.apart, one.trial.cost.effort))
    return tuple(one for one in ranked[:limit] if one.apart > LEAST)


def _further(case: Case, lines: Sequence[str]) -> Iterable[Evidence]:
    """Return what lines prove beyond what the log proves."""
    puzzle = case.with_lines(lines).puzzle
    known = {constraint.formula for constraint in case.puzzle.constraints}
    yield from (piece for piece in puzzle.constraints if piece.formula not in known)


def _apart(trial: Trial, table: Table, sides: Sequence[Mask], prior: Prior) -> Fraction:
    masks = [table.judge(outcome.pieces) for outcome in trial.outcomes]
    base = table.judge(trial.base)
    chances = []
    for side in sides:
        whole = table.mass(base & side, prior)
        if not whole:
            return Fraction(0)
        row = [Fraction(0)] * (len(masks) + 1)
        for places, scripts in split(masks, base & side).items():
            for place in places or {len(masks)}:
                row[place] += table.mass(scripts, prior) / whole / (len(places) or 1)
        chances.append(row)
    return sum((abs(one - other) for one, other in zip(*chances, strict=True)), Fraction(0)) / 2
