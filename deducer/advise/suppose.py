"""Suppositions: what a hypothesis would open and shut, and what would tell two hypotheses apart."""

from __future__ import annotations

from collections.abc import Sequence

from deducer.answer import Answer, Contradiction, Prior, Status
from deducer.case import Case
from deducer.errors import UsageError
from deducer.log.statements import FactLine
from deducer.record import Record

Fact = tuple[str, str]


class Supposition(Record, frozen=True):
    """A hypothesis with what it would change.

    Attributes:
        lines: the hypothesis, as lines of a log.
        before: how many scripts survive without it; None if not counted.
        after: how many survive with it; None if not counted.
        certain: what it would make certain.
        ruled_out: what it would make impossible.
        contradiction: why no script would fit, None while one does.
    """

    lines: tuple[str, ...]
    before: int | None
    after: int | None
    certain: tuple[Fact, ...]
    ruled_out: tuple[Fact, ...]
    contradiction: Contradiction | None = None


class Comparison(Record, frozen=True):
    """Two hypotheses side by side.

    Attributes:
        first: what is possible with the first alone, not with the second.
        second: the other way round.
        both: how many scripts fit both; None if not counted.
        neither: how many fit neither; None if not counted.
        telling: the subjects whose values would tell the two apart best, the best first, each with the
            chance that its value shows which hypothesis is wrong.
    """

    first: tuple[Fact, ...]
    second: tuple[Fact, ...]
    both: int | None
    neither: int | None
    telling: tuple[tuple[str, float], ...]


def lines_of(case: Case, words: Sequence[str]) -> tuple[str, ...]:
    """Return a hypothesis as lines of a log: statements as they are, facts as `fact:` lines.

    Args:
        case: the game.
        words: statements, or facts without `fact:`.

    Raises:
        UsageError: one of them can be read as neither, or cannot stand at the end of the log.
    """
    found: list[str] = []
    for text in words:
        line = text.strip()
        told = case.with_lines([*found, line])
        wrong = _mistakes(case, told)
        if wrong or not line:
            as_fact = case.with_lines([*found, f"fact: {line}"])
            if _mistakes(case, as_fact) or not any(
                isinstance(one, FactLine) for one in as_fact.log.play[-1:]
            ):
                reason = wrong[0] if wrong else "it is empty"
                if "fact:" not in line and ":" not in line:
                    reason = (_mistakes(case, as_fact) or [reason])[0]
                raise UsageError(f"“{text}” cannot be supposed: {reason}")
            line = f"fact: {line}"
        found.append(line)
    return tuple(found)


def _mistakes(case: Case, told: Case) -> list[str]:
    """Return what is wrong with the lines that a case has beyond another, in sentences."""
    known = {(one.line, one.message) for one in case.mistakes}
    new = [one for one in told.mistakes if (one.line, one.message) not in known]
    return ["; ".join(filter(None, (one.message, one.hint))) for one in new]


def suppose(case: Case, lines: Sequence[str]) -> Supposition:
    """Work out what a hypothesis would change.

    Args:
        case: the game; it is left as it is.
        lines: the hypothesis, as lines of a log.
    """
    told = case.with_lines(lines)
    before, after = case.solve(), told.solve()
    if after.contradiction is not None:
        return Supposition(tuple(lines), before.worlds, after.worlds, (), (), after.contradiction)
    certain, ruled_out = _changed(before, after)
    return Supposition(tuple(lines), before.worlds, after.worlds, certain, ruled_out)


def _changed(before: Answer, after: Answer) -> tuple[tuple[Fact, ...], tuple[Fact, ...]]:
    old = dict(before.cells())
    certain, ruled_out = [], []
    for key, cell in after.cells():
        if key in old and old[key].status is not cell.status:
            if cell.status is Status.CERTAIN:
                certain.append(key)
            elif cell.status is Status.IMPOSSIBLE:
                ruled_out.append(key)
    return tuple(certain), tuple(ruled_out)


def compare(case: Case, first: Sequence[str], second: Sequence[str], prior: Prior) -> Comparison:
    """Hold two hypotheses against each other.

    Args:
        case: the game.
        first: one hypothesis, as lines of a log.
        second: the other one.
        prior: what is held equally likely.
    """
    one, other, joint = (case.with_lines(lines) for lines in (first, second, [*first, *second]))
    here, there = one.solve(prior), other.solve(prior)
    open_here, open_there = _open(here), _open(there)
    counts = [case.count(), one.count(), other.count(), joint.count()]
    known = None not in counts
    total, alone, beside, both = (number or 0 for number in counts)
    return Comparison(
        tuple(key for key in open_here if key not in open_there),
        tuple(key for key in open_there if key not in open_here),
        both if known else None,
        total - alone - beside + both if known else None,
        _telling(here, there),
    )


def _open(answer: Answer) -> dict[Fact, None]:
    return {key: None for key, cell in answer.cells() if cell.status in {Status.POSSIBLE, Status.CERTAIN}}


def _telling(first: Answer, second: Answer) -> tuple[tuple[str, float], ...]:
    """Return the subjects whose values differ most between two answers.

    The measure is half the sum of the differences of shares: the chance, if either hypothesis holds, that a
    value is one the other does not give as often. It is 1 where the two have no value in common.
    """
    mine, theirs = dict(first.cells()), dict(second.cells())
    sums: dict[str, float] = {}
    for (subject, value), cell in mine.items():
        other = theirs.get((subject, value))
        if cell.share is None or other is None or other.share is None:
            continue
        name, weight = (f"plot.{value}", 1.0) if subject == "plot" else (subject, 0.5)
        sums[name] = sums.get(name, 0.0) + weight * abs(float(cell.share) - float(other.share))
    ranked = sorted(sums.items(), key=lambda item: -item[1])
    return tuple((name, apart) for name, apart in ranked if apart > 0.01)
