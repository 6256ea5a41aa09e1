"""Filters in the words of `fact:` lines, and what they mean script by script."""

from __future__ import annotations

import pytest

from deducer.case import Case
from deducer.errors import UnknownNameError
from deducer.logic.evaluate import holds

CASE = Case.from_text("set First Steps\nloops 2\ndays 2\ncast Doctor, Nurse, Boy Student\nlate none\n")


def meant(text: str, *, doctor: str = "person", nurse: str = "person", plot: str = "murderPlan") -> bool:
    (formula,) = CASE.filters([text])
    world = {f"plot.{one.id}": "yes" if one.id == plot else "no" for one in CASE.tragedy_set.plots}
    return holds(formula, {**world, "role.doctor": doctor, "role.nurse": nurse, "role.boyStudent": "person"})


def test_one_of_two_roles() -> None:
    assert meant("Nurse is Killer or Brain", nurse="brain")
    assert meant("Nurse is Killer or Brain", nurse="killer")
    assert not meant("Nurse is Killer or Brain", nurse="person", doctor="brain")


def test_neither_of_two_roles() -> None:
    assert meant("Nurse is not Killer or Brain", nurse="person")
    assert not meant("Nurse is not Killer or Brain", nurse="brain")


@pytest.mark.parametrize("text", ["Brain is among Nurse, Doctor", "Brain is among Nurse or Doctor"])
def test_a_role_among_several(text: str) -> None:
    assert meant(text, nurse="brain")
    assert meant(text, doctor="brain")
    assert not meant(text, doctor="killer")


def test_a_role_not_among_several() -> None:
    assert meant("Brain is not among Nurse, Doctor")
    assert not meant("Brain is not among Nurse, Doctor", doctor="brain")


def test_whole_facts_as_alternatives_deny_only_themselves() -> None:
    assert meant("Nurse is not Killer or Doctor is Brain", nurse="person")
    assert meant("Nurse is not Killer or Doctor is Brain", nurse="killer", doctor="brain")
    assert not meant("Nurse is not Killer or Doctor is Brain", nurse="killer")


def test_a_late_character_may_be_absent() -> None:
    case = Case.from_text("set First Steps\nloops 2\ndays 2\ncast Doctor, Nurse, Boy Student\nlate unknown\n")
    (formula,) = case.filters(["Godly Being is absent"])
    assert holds(formula, {"role.godlyBeing": "absent"})
    assert not holds(formula, {"role.godlyBeing": "person"})
    noted = case.with_lines(["fact: Godly Being is absent; Transfer Student is not absent"])
    assert not noted.mistakes
    assert noted.count() == case.count(["Godly Being is absent", "Transfer Student is not absent"])


def test_a_filter_says_what_a_line_of_the_log_says() -> None:
    for text in ("Brain is among Nurse, Doctor", "Nurse is not Killer or Brain", "plot Murder Plan or Light"):
        assert CASE.with_lines([f"fact: {text}"]).count() == CASE.count([text])


def test_one_of_two_plots() -> None:
    assert meant("plot Murder Plan or Light of the Avenger")
    assert meant("plot Murder Plan or Light of the Avenger", plot="lightAvenger")
    assert not meant("plot Murder Plan or Light of the Avenger", plot="placeProtect")


@pytest.mark.parametrize("text", ["Brain is among Nurse, Doktor", "Nurse is Killer or Brian", "plot Nothing"])
def test_a_wrong_name(text: str) -> None:
    with pytest.raises(UnknownNameError):
        CASE.filters([text])
