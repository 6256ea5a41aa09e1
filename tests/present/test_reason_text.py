"""Explanations of simulated games: readable, true, and without a word of the machine in them."""

from __future__ import annotations

import re
from random import Random

import pytest

from deducer.case import Case
from deducer.explain.chain import Chain, Step
from deducer.explain.core import arguments, follows
from deducer.logic.build import member, negation
from deducer.play.game import play
from deducer.play.script import draw
from deducer.play.setup import Size, draw_setup
from deducer.present.phrase import columns, wrapped
from deducer.present.reason_text import storyteller
from deducer.rules.load import load_rules

ANY = Size()
SETS = ("First Steps", "Basic Tragedy", "Midnight Zone", "Mystery Circle")
MACHINE = re.compile(
    r"\b(role|plot|culprit|incident|ruling)\.\w|[{}\[]\w+[A-Z]|\bNone\b|\bthe (a|an|the)\b|  \S"
)


def game(tragedy_set: str) -> Case:
    chance = Random(9)  # noqa: S311  (no secret)
    setup = draw_setup(load_rules(), tragedy_set, ANY, chance)
    return Case(setup.rules, play(setup, draw(setup, chance), chance))


@pytest.mark.parametrize("tragedy_set", SETS)
def test_every_statement_can_be_read(tragedy_set: str) -> None:
    case = game(tragedy_set)
    teller = storyteller(case)
    ids = {*case.script.characters, *(role.id for role in case.tragedy_set.roles)}
    shown = {teller.heard((piece,)) for piece in case.sat.pieces}
    assert [text for text in shown if MACHINE.search(text)] == []
    # An id of several words is spelled as no name is.
    long = {one for one in ids if one.lower() != one}
    assert [text for text in shown if any(re.search(rf"\b{one}\b", text) for one in long)] == []


@pytest.mark.parametrize("tragedy_set", SETS)
def test_an_argument_ends_with_what_it_is_for(tragedy_set: str) -> None:
    case = game(tragedy_set)
    teller = storyteller(case)
    for name in case.puzzle.world_variables[::7]:
        variable = case.puzzle.variables[name]
        for value in variable.domain[::4]:
            claim = negation(member(variable, (value,)))
            if not follows(case, claim):
                continue
            argument = next(arguments(case, claim))
            words = teller.claim(claim)
            for told in (None, Chain((Step(None, ()),), None)):
                *_, last = teller.argument(argument, told, words)
                assert words in last
                assert all(columns(line) <= 80 for line in wrapped(last, 80))


def test_a_role_that_several_can_have_has_no_definite_article() -> None:
    # In Basic Tragedy Circle of Friends alone brings two Friends; one script has one Killer at most.
    teller = storyteller(game("Basic Tragedy")).teller
    assert teller.a_role("friend") == "a Friend"
    assert teller.a_role("killer") == "the Killer"
    assert teller.a_role("person") == "a Person"


def test_a_plain_reading_of_a_claim() -> None:
    case = Case.from_text("set First Steps\nloops 2\ndays 2\ncast Doctor, Nurse, Boy Student\nlate none\n")
    teller = storyteller(case)
    words = [
        ("Brain is among Doctor, Nurse", "one of the Doctor and the Nurse is the Brain"),
        ("Brain is not among Doctor, Nurse", "neither the Doctor nor the Nurse is the Brain"),
        ("Doctor is Brain", "the Doctor is the Brain"),
        ("Doctor is not Brain or Killer", "the Doctor is not the Brain or the Killer"),
        ("plot Murder Plan", "Murder Plan is in the script"),
        ("not plot Murder Plan", "Murder Plan is not in the script"),
    ]
    for asked, told in words:
        assert teller.claim(case.filters([asked])[0]) == told


def test_a_statement_of_two_pieces_is_heard_once() -> None:
    case = game("First Steps")
    teller = storyteller(case)
    rule = next(piece for piece in case.sat.pieces if piece.source.is_rule)
    assert teller.heard((rule, rule)) == teller.heard((rule,))
