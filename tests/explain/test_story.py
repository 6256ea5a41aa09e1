"""The script told for what is still open survives, and what is told of it is true in it."""

from __future__ import annotations

import pytest
from played import SETS, games

from deducer.answer import Status
from deducer.case import Case
from deducer.explain.story import story, witness
from deducer.explain.why import why
from deducer.logic.build import member, negation
from deducer.logic.evaluate import holds, survives
from deducer.logic.terms import Formula, Option


def still_open(case: Case) -> list[Formula]:
    sat, everything = case.sat, range(len(case.sat.pieces))
    cells = (
        member(case.puzzle.variables[name], (value,))
        for name in case.puzzle.world_variables
        for value in case.puzzle.variables[name].domain
    )
    return [one for one in cells if all(sat.fits(everything, (s * sat.literal(one),)) for s in (1, -1))]


def options(case: Case) -> list[Option]:
    covers = (option for cover in case.puzzle.covers for option in cover.options)
    return [*covers, *(way for one in case.puzzle.constraints for way in one.ways)]


@pytest.mark.parametrize("tragedy_set", SETS)
def test_a_witness_survives_and_its_story_is_true(tragedy_set: str) -> None:
    for case, _ in games(tragedy_set, 31, 2):
        possible = options(case)
        for claim in still_open(case)[::40]:
            for wanted in (claim, negation(claim)):
                world = witness(case, (wanted,))
                assert world is not None
                assert holds(wanted, world)
                assert survives(case.puzzle, world)
                told = story(case, world)
                assert [one.source.line for one in told] == sorted(one.source.line for one in told)
                for act in (one.act for one in told if one.act is not None):
                    assert any(one.act == act and holds(one.guard, world) for one in possible)


def test_everything_seen_that_needs_a_cause_has_one_in_the_story() -> None:
    case, _ = next(games("Basic Tragedy", 5, 1))
    told = {one.source.line for one in story(case, witness(case, ()) or {})}
    causes = {item.source.line for cover in case.puzzle.covers for item in cover.items}
    causes |= {one.source.line for one in case.puzzle.constraints if one.ways}
    assert causes
    assert causes <= told


def test_nothing_fits_what_is_impossible() -> None:
    case = Case.from_text("set First Steps\nloops 2\ndays 2\ncast Doctor, Nurse, Boy Student\nlate none\n")
    (claim,) = case.filters(["Doctor is Killer"])
    assert witness(case, (claim, negation(claim))) is None


def test_an_open_claim_has_two_witnesses_and_no_argument() -> None:
    case, _ = next(games("First Steps", 31, 1))
    reply = why(case, still_open(case)[0])
    assert reply.status is Status.POSSIBLE
    assert reply.reasons == ()
    assert reply.supporting is not None
    assert reply.opposing is not None
    assert reply.supporting.script != reply.opposing.script
