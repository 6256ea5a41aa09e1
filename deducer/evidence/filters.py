"""Filters over scripts, and claims about them, read in the words of `fact:` lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from deducer.evidence.reveals import stated
from deducer.log.notation import read_further
from deducer.log.setup import Log
from deducer.log.statements import FactLine
from deducer.logic.build import conjunction, weaken
from deducer.logic.terms import Formula
from deducer.script.variables import Script

_PREFIX: Final = re.compile(r"fact\s*:\s*", re.IGNORECASE)


def filters(script: Script, log: Log, where: Sequence[str]) -> tuple[Formula, ...]:
    """Read filters.

    Args:
        script: the game's hidden variables.
        log: the log, whose header says who plays.
        where: facts as `fact:` lines have them.

    Returns:
        Formulas over the script's variables, one a filter.

    Raises:
        UnknownNameError: a filter cannot be read.
    """
    lines = [f"fact: {_PREFIX.sub('', fact.strip())}" for fact in where]
    return tuple(
        conjunction(*(weaken(stated(script, fact)) for fact in line.facts))
        for line in read_further(log, lines, script.rules)
        if isinstance(line, FactLine)
    )
