"""Filters over scripts, read in the words of `fact:` lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from deducer.evidence.reveals import stated
from deducer.ids import ABSENT, PERSON
from deducer.log.notation import read_further
from deducer.log.setup import Log
from deducer.log.statements import Fact, FactLine, RoleFact
from deducer.logic.build import conjunction, disjunction, negation, weaken
from deducer.logic.terms import Formula
from deducer.script.variables import Script

_PREFIX: Final = re.compile(r"fact\s*:\s*", re.IGNORECASE)
_ABSENCE: Final = re.compile(r"(.+) is (not )?absent", re.IGNORECASE)
_AMONG: Final = re.compile(r"(.+) is (not )?among (.+)", re.IGNORECASE)
_IS: Final = re.compile(r"(.+ is )(not )?(.+)", re.IGNORECASE)
_OR: Final = re.compile(r",\s*(?:or\s+)?|\s+or\s+", re.IGNORECASE)


def filters(script: Script, log: Log, where: Sequence[str]) -> tuple[Formula, ...]:
    """Read filters.

    Args:
        script: the game's hidden variables.
        log: the log, whose header says who plays.
        where: facts such as "Nurse is Killer"; also "Nurse is Killer or Brain", "plot Murder Plan or The
            Sealed Item", "Brain is among Nurse, Doctor" (one of them at least is a Brain), and "Godly Being
            is absent". "Is not" denies the whole.

    Returns:
        Formulas over the script's variables, one a filter.

    Raises:
        UnknownNameError: a filter cannot be read.
    """
    meant = [_spelled_out(_PREFIX.sub("", fact.strip())) for fact in where]
    # A hidden late character may be absent, which is no role that a line of the log could give it.
    absences = {fact: _ABSENCE.fullmatch(fact) for _, facts in meant for fact in facts}
    lines = {
        fact: f"fact: {fact}" if absence is None else f"fact: {absence[1]} is {absence[2] or ''}{PERSON}"
        for fact, absence in absences.items()
    }
    found = {
        fact: conjunction(*(_formula(script, one, absent=absences[fact] is not None) for one in line.facts))
        for fact, line in zip(lines, read_further(log, tuple(lines.values()), script.rules), strict=True)
        if isinstance(line, FactLine)
    }
    some = {facts: disjunction(*(found[fact] for fact in facts)) for _, facts in meant}
    return tuple(some[facts] if positive else negation(some[facts]) for positive, facts in meant)


def _formula(script: Script, fact: Fact, *, absent: bool) -> Formula:
    meant = replace(fact, role=ABSENT) if absent and isinstance(fact, RoleFact) else fact
    return weaken(stated(script, meant))


def _spelled_out(fact: str) -> tuple[bool, tuple[str, ...]]:
    """Return a filter as facts one of which holds, or, if the first value is false, none."""
    among = _AMONG.fullmatch(fact)
    if among is not None:
        return among[2] is None, tuple(f"{who} is {among[1]}" for who in _OR.split(among[3]))
    first, *others = re.split(r"\s+or\s+", fact, flags=re.IGNORECASE)
    if not others:
        return True, (fact,)
    match = _IS.fullmatch(first)
    if match is not None:
        subject, negative, value = match.groups()
        values = [*_OR.split(value), *others]
        return negative is None, tuple(v if _IS.fullmatch(v) else f"{subject}{v}" for v in values)
    plots = (one if one.lower().startswith(("plot ", "not ")) else f"plot {one}" for one in others)
    return True, (first, *plots)
