"""Logs and shorthands that the tests of the play log share."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from deducer.log.notation import read_log
from deducer.log.setup import Log
from deducer.log.statements import At, PlayStatement, Statement
from deducer.rules.load import load_rules

RULES = load_rules()

HEADER = """\
set Basic Tragedy
loops 3
days 4
cast Nurse, Doctor, Patient, Boss, Alien, Shrine Maiden, Office Worker, Police Officer
incident 2 Suicide
incident 3 Murder
turf Boss: School
"""
FIRST_PLAY_LINE = HEADER.count("\n") + 1

# The forms of the notation's tour, set into a game whose order is right.
TOUR = """\
set Basic Tragedy
loops 3
days 6
cast Rich Man's Daughter, Police Officer, Alien, Journalist, Teacher, Nurse, Doctor, Patient, Boss, \
Shrine Maiden, Office Worker, Informer, Henchman
late Transfer Student        # enters on some day
incident 2 Suicide
incident 3 Murder
turf Boss: School            # set-up facts of single characters
special no Forbid Goodwill   # public special rule
ruling virusAtTwo = keeps

loop 1
start: +2 paranoia Nurse; +1 goodwill Alien; extra card Nurse; Henchman at City; +1 gauge
day 1
dawn: Transfer Student enters at School      # day start, only when something happens
mm: City intrigue+2, Alien paranoia+1, unknown
p:  A City forbid intrigue, B Alien paranoia-1, C Nurse goodwill+2
ignored: forbid intrigue on City             # only when a forbid did not do its work
stopped: move on Alien                       # only when a card had no effect
ability: +1 paranoia Patient; Doctor moves to City
goodwill: Shrine Maiden 5 on Nurse: refused               # one line a use
goodwill: Office Worker 3: role Killer                    # resolved, with what it told
goodwill: Police Officer 4: culprit of day 2 is Alien
goodwill: Informer 5: declared Paranoia Virus, told A Love Affair
goodwill: Doctor 2 on Patient: -1 paranoia Patient
night: nothing
day 2
incident: occurred: Nurse dies; +1 intrigue City
? night: Patient dies; lost
end: lost; reveal Nurse Friend                            # loop end
board: Nurse Hospital p2 g1 i0; City i2; Patient dead     # states the board
fact: Nurse is not Killer; culprit of day 3 is Doctor; plot Murder Plan; not plot Paranoia Virus
guess: Nurse Killer right                                 # the Final Guess as it goes
"""

_Statement = TypeVar("_Statement", bound=Statement)


def played(body: str, header: str = HEADER) -> Log:
    """Read a first day: the header, `loop 1`, `day 1`, and the body."""
    return read_log(f"{header}loop 1\nday 1\n{body}", RULES)


def one(body: str, header: str = HEADER) -> PlayStatement:
    """Return the one statement of a body that must have no mistake."""
    log = played(body, header)
    assert log.mistakes == ()
    assert len(log.play) == 3
    return bare(log.play[2])


def bare(statement: _Statement) -> _Statement:
    """Return a statement without its place and text."""
    return replace(statement, at=At(0, "", statement.at.unsure))
