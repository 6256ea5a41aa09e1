"""The referee: whether a log is legal under a script, and at which line not."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from deducer.answer import Script
from deducer.case import Case
from deducer.logic.evaluate import survives
from deducer.logic.terms import World


@dataclass(frozen=True, slots=True)
class Foul:
    """The first line of a log that cannot have been told under a script.

    Attributes:
        line: its 1-based number.
        text: the line.
        reason: what is wrong with it on the board; empty if the script forbids it.
    """

    line: int
    text: str
    reason: str = ""


def foul(case: Case, script: Script) -> Foul | None:
    """Find the first line of a log that is not legal under a script.

    Args:
        case: the log.
        script: the script.

    Returns:
        The line: a mistake of the log, or the one with which it drops the script; None if there is neither.
    """
    if case.mistakes:
        first = case.mistakes[0]
        return Foul(first.line, first.text, first.message)
    world = case.world_of(script)
    if survives(case.puzzle, world):
        return None
    # A further line never brings a script back (law 5), so the first line that drops it can be halved for.
    lines = range(1, len(case.log.lines) + 1)
    line = lines[bisect_left(lines, True, key=lambda number: _drops(case, number, world))]
    return Foul(line, case.log.lines[line - 1])


def _drops(case: Case, line: int, world: World) -> bool:
    head = case.up_to(line)
    return bool(head.timeline.loops) and not survives(head.puzzle, world)
