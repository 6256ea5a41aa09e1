"""A chain is a proof: each step follows from its statement and from what it says it needs."""

from __future__ import annotations

from hypothesis import given, settings
from proofs import faults, full, games
from random_puzzles import extras
from test_core import small

from deducer.case import Case
from deducer.explain.chain import chain, contradiction
from deducer.explain.core import arguments, doubts
from deducer.explain.domains import supposition, tells
from deducer.logic.build import negation
from deducer.logic.terms import Formula, Puzzle

MANY = 25


@settings(max_examples=MANY)
@given(games, extras)
def test_a_chain_is_a_proof(puzzle: Puzzle, claim: Formula) -> None:
    everything = full(puzzle)
    for argument in arguments(small(puzzle), claim):
        told = chain(argument)
        assert told is not None
        assert told.steps[0].tell is None
        supposed = supposition(negation(claim), everything)
        # The first step is what the denied claim excludes by itself.
        assert set(told.steps[0].removed) == set(supposed.removals(everything))
        assert not told.needs
        assert faults(told, everything) == []


@settings(max_examples=MANY)
@given(games, extras)
def test_what_is_given_needs_no_step(puzzle: Puzzle, claim: Formula) -> None:
    """Where it is known already that nothing is left, nothing but the clash is told."""
    everything = full(puzzle)
    for argument in arguments(small(puzzle), claim):
        for name, variable in puzzle.variables.items():
            given_ = {**everything, name: frozenset(variable.domain[:1])}
            told = contradiction(tells(argument.parts, everything), given_, negation(claim))
            assert told is not None
            assert faults(told, given_) == []


def test_plots_that_bring_more_roles_than_there_are_people_are_told_without_dealing_them_out() -> None:
    # Murder Plan brings three roles and Circle of Friends three: six, and five people.
    case = Case.from_text(
        "set Basic Tragedy\nloops 3\ndays 3\ncast Nurse, Doctor, Patient, Boy Student, Office Worker\n"
        "fact: plot Circle of Friends\n"
    )
    claim = negation(case.script.has_plot("murderPlan"))
    argument = next(arguments(case, claim))
    assert {piece.source.label for part in argument.parts for piece in part} == {
        "fact",
        "room for the roles",
        "number of subplots",
    }
    told = chain(argument)
    assert told is not None
    assert told.size <= 5
    assert doubts(argument) == ()
