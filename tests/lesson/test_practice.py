"""Practice: questions have the right answers, misses are explained, guesses are held against all scripts."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from deducer.answer import Status
from deducer.case import Case
from deducer.errors import UnknownNameError
from deducer.lesson.practice import Question, Topic, cast_of, guessed, marked, questions

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture(scope="module")
def case() -> Case:
    return Case.from_text((EXAMPLES / "beginners.play").read_text(encoding="utf-8")).up_to(30)


@pytest.fixture(scope="module")
def asked(case: Case) -> list[Question]:
    return list(questions(case, 8, Random(1)))  # noqa: S311  (no secret)


def fact(question: Question, value: str) -> str:
    words = {
        Topic.HOLDERS: f"{value} is {question.about}",
        Topic.ROLES: f"{question.about} is {value}",
        Topic.CULPRITS: f"culprit of day {question.about} is {value}",
    }
    return words.get(question.topic, f"plot {value}")


def test_the_answer_of_a_question_is_what_counting_says(case: Case, asked: list[Question]) -> None:
    assert len(asked) == 8
    for question in asked:
        left = {one for one in question.choices if case.count([fact(question, one)])}
        assert question.answer == left
        assert len(question.choices) - len(left) >= 2


def test_questions_are_of_several_kinds_and_go_from_easy_to_hard(asked: list[Question]) -> None:
    assert len({question.topic for question in asked}) >= 3
    assert [one.difficulty for one in asked] == sorted(one.difficulty for one in asked)


def test_the_same_number_asks_the_same(case: Case, asked: list[Question]) -> None:
    assert list(questions(case, 8, Random(1))) == asked  # noqa: S311  (no secret)


def test_a_right_answer_has_no_misses(case: Case, asked: list[Question]) -> None:
    for question in asked[:3]:
        found = marked(case, question, sorted(question.answer))
        assert set(found.right) == question.answer
        assert not found.wrong
        assert not found.missed


def test_misses_come_with_an_argument_or_a_script(case: Case, asked: list[Question]) -> None:
    question = asked[0]
    wrong = next(one for one in question.choices if one not in question.answer)
    found = marked(case, question, [wrong])
    assert [miss.named for miss in found.wrong] == [wrong]
    assert found.wrong[0].reply.status is Status.IMPOSSIBLE
    assert found.wrong[0].reply.reasons[0].argument.lines
    assert {miss.named for miss in found.missed} == question.answer
    for miss in found.missed:
        certain = len(question.answer) == 1 and question.topic is Topic.ROLES
        assert (miss.reply.status is Status.CERTAIN) >= certain
        assert miss.reply.supporting is not None or miss.reply.status is Status.CERTAIN


def test_a_guess_is_held_against_all_scripts(case: Case) -> None:
    best = case.guesses(1).candidates[0]
    found = guessed(case, dict(best.roles))
    assert found.possible
    assert found.share == best.share == found.best
    everybody = dict.fromkeys(best.roles, "person")
    none = guessed(case, everybody)
    assert not none.possible
    assert none.share == Fraction(0)


def test_single_impossible_roles_of_a_guess_are_explained(case: Case) -> None:
    roles = dict(case.guesses(1).candidates[0].roles)
    who, role = next(
        (who, role)
        for who, row in case.solve().roles.items()
        for role, cell in row.items()
        if cell.status is Status.IMPOSSIBLE and role in case.script.role_variables[who].domain
    )
    found = guessed(case, {**roles, who: role})
    assert not found.possible
    assert [miss.named for miss in found.wrong] == [who]


def test_a_guess_is_read_in_the_words_of_the_notation(case: Case) -> None:
    roles = cast_of(case, ["Doctor Killer", "shrine maiden key person"])
    assert roles["doctor"] == "killer"
    assert roles["shrineMaiden"] == "keyPerson"
    assert {role for who, role in roles.items() if who not in {"doctor", "shrineMaiden"}} == {"person"}
    with pytest.raises(UnknownNameError):
        cast_of(case, ["Doctor Kiler the"])
