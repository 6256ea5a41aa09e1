"""What each line of a log was worth: the same game line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import inf

from msgspec.structs import replace

from deducer.answer import Difference, Moment, bits_told
from deducer.board.replay import prefixes
from deducer.case import Case
from deducer.errors import OverBudgetError
from deducer.evidence.translate import translate


def statements(case: Case) -> tuple[int, ...]:
    """Return the 1-based numbers of the lines of a log that are neither blank nor comments."""
    lines = (line.strip() for line in case.log.lines)
    return tuple(number for number, line in enumerate(lines, start=1) if line and not line.startswith("#"))


def last_change(case: Case) -> Difference | None:
    """Return what the last statement of a log changed; None if it was part of the set-up."""
    written = statements(case)
    if not written:
        return None
    last = written[-1]
    found = case.difference(case.up_to(last - 1))
    return None if found is None else replace(found, line=last, text=case.log.lines[last - 1])


def moments(case: Case, passed: Callable[[int], object] = lambda _: None) -> tuple[Moment, ...]:
    """Return what every line of a log was worth.

    Args:
        case: the game; its log has a usable set-up.
        passed: is told now and then how many of the log's statements have been judged since.

    Returns:
        The line that completed the set-up, then every further statement, in the order of the log.
    """
    judged = _played(case)
    worlds = []
    for number in _counted(case, judged):
        worlds.append(number)
        passed(1)
    told = [None, *(_bits(before, after) for before, after in pairwise(worlds))]
    return tuple(
        Moment(number, case.log.lines[number - 1], left, bits)
        for number, left, bits in zip(judged, worlds, told, strict=True)
    )


def _counted(case: Case, judged: Sequence[int]) -> Iterator[int | None]:
    """Yield how many scripts are left after each of some lines, each counted from the one before."""
    timelines = dict(prefixes(case.log, case.rules))
    diagram = case.up_to(judged[0]).diagram
    for number in judged:
        if number in timelines:
            puzzle = translate(case.script, timelines[number])
            try:
                diagram = diagram.tightened(puzzle)
            except OverBudgetError:
                diagram = case.diagram_of(puzzle, case.budget)
        try:
            yield diagram.worlds_left
        except OverBudgetError:
            yield None


def _played(case: Case) -> tuple[int, ...]:
    """Return the line that completed the set-up and the statements below it."""
    written = statements(case)
    first = next(place for place, number in enumerate(written) if case.up_to(number).log.setup == case.setup)
    return written[first:]


def _bits(before: int | None, after: int | None) -> float | None:
    if before is None or after is None:
        return None
    if before == after:
        return 0.0
    return bits_told(before, after) if before else inf
