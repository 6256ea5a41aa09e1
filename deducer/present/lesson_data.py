"""Lessons and questions as data for other programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from deducer.case import Case
from deducer.lesson.learn import Lesson
from deducer.lesson.practice import Question
from deducer.present import practice_text
from deducer.present.lesson_text import Hint, LessonTeller, difficulty
from deducer.present.reason_data import chain, source
from deducer.provenance import Source

Json = dict[str, Any]


def course(case: Case, found: Iterable[Lesson]) -> Json:
    """Return the steps of a lesson: where to look, what is excluded, the argument, and the hints in words."""
    teller = LessonTeller.of(case)
    return {"steps": [_step(teller, number, one) for number, one in enumerate(found, start=1)]}


def _step(teller: LessonTeller, number: int, found: Lesson) -> Json:
    return {
        "number": number,
        "difficulty": difficulty(found.effort),
        "effort": found.effort,
        "source": source(found.source),
        "restsOn": [source(one) for one in _sources(found)],
        "excludes": [list(one) for one in found.learned],
        "argument": None if found.argument is None else chain(found.argument),
        "hints": {level.name.lower(): list(teller.hint(found, level)) for level in Hint},
    }


def _sources(found: Lesson) -> list[Source]:
    if found.reads:
        return [tell.pieces[0].source for tell, _ in found.reads]
    return [part[0].source for part in found.parts]


def questions(case: Case, found: Sequence[Question], script: str | None) -> Json:
    """Return questions with their answers, by ids; with the hidden script of a simulated game, else null."""
    return {
        "log": case.text,
        "script": script,
        "questions": [
            {
                "question": practice_text.question(case, number, one),
                "topic": one.topic.value,
                "about": one.about or None,
                "choices": list(one.choices),
                "answer": [choice for choice in one.choices if choice in one.answer],
                "difficulty": difficulty(one.difficulty),
                "argumentLength": one.difficulty,
            }
            for number, one in enumerate(found, start=1)
        ],
    }
