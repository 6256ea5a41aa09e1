"""What an incident says of its suspects names the roles that decide it, and nothing that is not so."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from deducer.case import Case
from deducer.engines.sat import Piece
from deducer.logic.evaluate import holds
from deducer.logic.terms import Constraint
from deducer.present.reason_text import storyteller
from deducer.script.clues import Kind

# Nobody is at a limit.
HEAD = """set Mystery Circle
loops 2
days 3
cast Boy Student, Girl Student, Rich Man's Daughter, Class Rep, Office Worker, Doctor, Nurse
incident 1 Increasing Unease
loop 1
start: nothing
day 1
mm: Doctor paranoia+1, Office Worker paranoia+1, Nurse intrigue+1
p: A Boy Student goodwill+1, B Class Rep goodwill+1, C Girl Student goodwill+1
ability: nothing
goodwill: nothing
"""


def pieces(case: Case) -> list[Piece]:
    kinds = (Kind.INCIDENT, Kind.NO_INCIDENT)
    return [Piece(one) for one in case.puzzle.constraints if one.clue is not None and one.clue.kind in kinds]


def heard(incident: str) -> str:
    case = Case.from_text(HEAD + f"incident: {incident}\n")
    assert not case.mistakes
    return storyteller(case).teller.said_of(pieces(case))


def test_who_was_below_the_limit_can_have_been_it_only_as_somebody_who_needs_none() -> None:
    # The Obstinate needs no paranoia, nor does anybody who is where the Private Investigator is while the
    # gauge is at 0 (R123): the Office Worker was alone, and that one is never a culprit (R137).
    told = heard("occurred: +2 paranoia Doctor; +1 intrigue Nurse")
    assert "the Office Worker can have done it only as the Obstinate;" in told
    company = "the Boy Student, the Girl Student, the Rich Man's Daughter, the Class Rep or the Nurse"
    alone = "as the Obstinate, or else only with certain other roles or plots"
    assert f"{company} can have done it {alone}" in told
    # The Fool loses all his paranoia after his incident, but the Doctor was not seen to (R124).
    assert told.endswith(
        "the Doctor can have done it, but not as the Fool and only with certain other roles or plots"
    )


def test_what_did_not_occur_would_have_by_somebody_who_needs_no_limit() -> None:
    told = heard("did not occur")
    assert told.startswith(
        "the incident did not occur; as the Obstinate, or with certain other roles or plots, the"
    )
    assert "; as the Obstinate the Office Worker (1 paranoia, limit 2) would have made it occur" in told


@pytest.mark.parametrize("incident", ["occurred: +2 paranoia Doctor; +1 intrigue Nurse", "did not occur"])
def test_roles_that_are_named_decide(incident: str) -> None:
    case = Case.from_text(HEAD + f"incident: {incident}\n")
    teller = storyteller(case).teller
    for piece in pieces(case):
        assert isinstance(piece.stated, Constraint)
        assert piece.clue is not None
        who, formula = piece.clue.about[0], piece.stated.formula
        told = teller.said_of([piece])
        named = {role for role in teller.roles if teller.a_role(role) in told}
        for world in case.diagram_of(replace(case.puzzle, constraints=()), case.budget).drawn(60, seed=1):
            guilty = {**world, "culprit.1": who}
            if guilty[f"role.{who}"] == "privateInvestigator":
                continue  # he is never a culprit (R137)
            if "it only as" in told and guilty[f"role.{who}"] not in named:
                assert not holds(formula, guilty), told
            if "but not as" in told and guilty[f"role.{who}"] in named:
                assert not holds(formula, guilty), told
            if " as " in told and "made it occur" in told and guilty[f"role.{who}"] in named:
                assert not holds(formula, guilty), told
