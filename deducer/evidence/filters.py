"""Filters over scripts, read in the words of `fact:` lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from deducer.errors import UnknownNameError
from deducer.evidence.reveals import stated
from deducer.ids import ABSENT, PERSON
from deducer.log.notation import read_log
from deducer.log.setup import Log
from deducer.log.statements import FactLine, RoleFact
from deducer.logic.build import weaken
from deducer.logic.terms import Formula
from deducer.script.variables import Script

_ABSENCE = re.compile(r"(.+) is (not )?absent", re.IGNORECASE)


def filters(script: Script, log: Log, where: Sequence[str]) -> tuple[Formula, ...]:
    """Read filters.

    Args:
        script: the game's hidden variables.
        log: the log, whose header says who plays.
        where: facts such as "Nurse is Killer"; "Godly Being is absent" too.

    Returns:
        Formulas over the script's variables.

    Raises:
        UnknownNameError: a filter cannot be read.
    """
    # A hidden late character may be absent, which is no role that a line of the log could give it.
    absences = [_ABSENCE.fullmatch(fact.strip()) for fact in where]
    lines = [
        f"fact: {fact}" if absence is None else f"fact: {absence[1]} is {absence[2] or ''}{PERSON}"
        for fact, absence in zip(where, absences, strict=True)
    ]
    first = len(log.lines)
    read = read_log("\n".join((*log.lines, *lines)), script.rules)
    bad = [mistake for mistake in read.mistakes if mistake.line > first]
    if bad:
        raise UnknownNameError("; ".join(filter(None, (bad[0].message, bad[0].hint))))
    found = []
    for line in read.play:
        if isinstance(line, FactLine) and line.at.line > first:
            absent = absences[line.at.line - first - 1] is not None
            for fact in line.facts:
                meant = replace(fact, role=ABSENT) if absent and isinstance(fact, RoleFact) else fact
                found.append(weaken(stated(script, meant)))
    return tuple(found)
