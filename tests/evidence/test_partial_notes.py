"""Partial notes: what was not recorded must not make the formulas grow without bound."""

from __future__ import annotations

import pytest

from deducer.case import Case
from deducer.logic.terms import And, Count, Formula, Not, Or

CAST = "Black Cat, Mystery Boy, Nurse, Boy Student, Pop Idol, A.I., Scientist, Office Worker, Doctor, Patient"
LOG = f"""\
set Mystery Circle
loops 3
days 4
cast {CAST}
late Godly Being, Transfer Student
incident 3 Hospital Incident
loop 1
day 1
day 2
day 3
incident: occurred: %s
"""


def size(formula: Formula) -> int:
    match formula:
        case Not(part=part):
            return size(part)
        case And(parts=parts) | Or(parts=parts) | Count(parts=parts):
            return sum(size(part) for part in parts)
        case _:
            return 1


@pytest.mark.parametrize("told", ["nothing", "Nurse dies", "Nurse dies; Doctor dies; protagonists die"])
def test_a_place_full_of_people_of_whom_nobody_knows_who_was_there(told: str) -> None:
    """Everybody may have been at the Hospital or not, dead or not: each of them is asked once."""
    case = Case.from_text(LOG % told)
    assert not case.mistakes
    assert max(size(constraint.formula) for constraint in case.puzzle.constraints) < 500
