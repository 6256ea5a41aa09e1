"""Questions and marked answers in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from deducer.answer import Script
from deducer.case import Case
from deducer.explain.why import Reply
from deducer.lesson.practice import Guessed, Marked, Miss, Question, Topic
from deducer.present import phrase
from deducer.present.lesson_text import difficulty
from deducer.present.reason_text import reasons
from deducer.rules.names import Kind

KINDS: Final = {
    Topic.HOLDERS: Kind.CHARACTER,
    Topic.ROLES: Kind.ROLE,
    Topic.MAIN_PLOTS: Kind.PLOT,
    Topic.SUB_PLOTS: Kind.PLOT,
    Topic.CULPRITS: Kind.CHARACTER,
}
"""What is named in the answer to a question."""

HOW: Final = (
    "Separate names by commas; “none” for nobody or nothing, “all” for everything. “?” tells the choices,"
    " “skip” goes on, “q” ends."
)
GUESS: Final = (
    "The Final Guess: who has which role? Such as “Nurse Killer, Doctor Brain”; all others are Persons."
)


def question(case: Case, number: int, found: Question) -> str:
    """Return a question with its number and its difficulty."""
    names = case.names
    match found.topic:
        case Topic.HOLDERS:
            asked = f"who can still be the {phrase.role(names, found.about)}"
        case Topic.ROLES:
            asked = f"which roles can the {phrase.character(names, found.about)} still have"
        case Topic.MAIN_PLOTS:
            asked = "which main plots are left"
        case Topic.SUB_PLOTS:
            asked = "which subplots are left"
        case Topic.CULPRITS:
            asked = f"who can still be the culprit of day {found.about}"
    return f"Question {number} ({difficulty(found.difficulty)}): {asked}?"


def named(case: Case, found: Question, ids: Sequence[str]) -> str:
    """Return names of choices of a question, in a row."""
    kind = KINDS[found.topic]
    return ", ".join(case.names.display(kind, one) for one in ids) or "none"


def roles(case: Case) -> str:
    """Return the names of all roles of the set, in a row."""
    return ", ".join(phrase.role(case.names, one.id) for one in case.tragedy_set.roles)


def marked(case: Case, asked: Question, found: Marked) -> Iterator[str]:
    """Yield what is right and wrong about an answer, each miss with its reason."""
    if not found.wrong and not found.missed:
        yield "Right, and complete."
        return
    if found.right:
        yield phrase.sentence(f"Right: {named(case, asked, found.right)}")
    for miss in found.wrong:
        yield f"Not {named(case, asked, (miss.named,))}:"
        yield from _why(case, miss)
    for miss in found.missed:
        yield phrase.sentence(f"Missing: {named(case, asked, (miss.named,))}")
        yield from _witness(case, miss)


def _why(case: Case, miss: Miss) -> Iterator[str]:
    yield from (f"  {line}" for line in reasons(case, miss.reply))


def _witness(case: Case, miss: Miss) -> Iterator[str]:
    script = _script_of(miss.reply)
    if script is None:
        yield from _why(case, miss)
    else:
        told = f"{phrase.plots(case.names, script)}: {phrase.cast(case.names, script.roles)}"
        yield phrase.sentence(f"  It can be, for instance with {told}")


def _script_of(found: Reply) -> Script | None:
    return None if found.supporting is None else found.supporting.script


def guessed(case: Case, found: Guessed) -> Iterator[str]:
    """Yield what the log says of a Final Guess."""
    if found.possible:
        chance = "" if found.share is None else f" Its chance is {phrase.percent(found.share)}"
        best = "" if found.best is None else f"; the likeliest cast has {phrase.percent(found.best)}."
        yield f"This cast fits everything that is noted.{chance}{best}"
        return
    yield "This cast does not fit."
    for miss in found.wrong:
        yield f"{phrase.character(case.names, miss.named)}:"
        yield from _why(case, miss)
    if not found.wrong:
        yield "Each role alone can be, but not all of them together."
