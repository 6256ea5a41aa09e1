"""The referee: whether a log is legal under a script, and at which line not.

Under one fixed script the guards of evidence are constants, and what a closed step says never changes. So a
log is followed line by line, and only what a line adds is worked out; open rulings stay open all the time.
"""

from __future__ import annotations

from functools import partial

from deducer.answer import Script
from deducer.board.replay import prefixes
from deducer.board.timeline import Timeline
from deducer.case import Case
from deducer.evidence.sources import Evidence
from deducer.evidence.translate import evidence
from deducer.logic.evaluate import covered, holds, spoken_of, survives
from deducer.logic.terms import FALSE, Constraint, Cover, Puzzle
from deducer.play.settled import Settled
from deducer.record import Record
from deducer.script.legality import legality


class Foul(Record, frozen=True):
    """The first line of a log that cannot have been told under a script.

    Attributes:
        line: its 1-based number; 0 if the script is none of the set-up's.
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
    if case.log.mistakes:
        return _mistake(case)
    settled = Settled(case.rules, case.setup, case.world_of(script))
    if any(rule.formula == FALSE for rule in legality(settled)):
        return Foul(0, "", "the script is not legal")
    for line, timeline in prefixes(case.log, case.rules):
        if timeline.mistakes or not _stands(settled, timeline):
            return _mistake(case) or Foul(line, case.log.lines[line - 1])
    return None


def _mistake(case: Case) -> Foul | None:
    """Return the first mistake of a log; a log with mistakes is judged no further."""
    if not case.mistakes:
        return None
    first = case.mistakes[0]
    return Foul(first.line, first.text, first.message)


def _stands(settled: Settled, timeline: Timeline) -> bool:
    """Tell whether a fixed script survives a timeline under some reading of the open rulings."""
    constraints: list[Constraint] = []
    covers: list[Cover] = []
    for piece in evidence(settled, timeline):
        kept = settled.remembered(piece, "kept", partial(_kept, piece))
        if kept is False:
            return False
        if kept is None:
            if isinstance(piece, Cover):
                covers.append(piece)
            else:
                constraints.append(piece)
    rulings = {variable.name: variable for variable in settled.ruling_variables.values()}
    return survives(Puzzle(rulings, tuple(constraints), tuple(covers)), {})


def _kept(piece: Evidence) -> bool | None:
    """Tell whether a piece of evidence holds, None if that hangs on an open ruling."""
    if spoken_of(piece):
        return None
    return covered(piece, {}) if isinstance(piece, Cover) else holds(piece.formula, {})
