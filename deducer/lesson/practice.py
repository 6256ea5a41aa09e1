"""Questions to practise on: what can still be, asked of a game whose answer is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from itertools import islice, zip_longest
from random import Random
from typing import Final

from msgspec import field

from deducer.answer import Answer, Cell, Status
from deducer.case import Case
from deducer.errors import OverBudgetError
from deducer.explain.chain import chain
from deducer.explain.core import arguments
from deducer.explain.why import Reply, why
from deducer.ids import ABSENT, PERSON, CharacterId, RoleId
from deducer.log.notation import read_further
from deducer.log.statements import GuessLine
from deducer.logic.build import conjunction, member, negation
from deducer.logic.terms import Formula
from deducer.record import Record

_LISTED: Final = 2
"""A question is worth asking if it excludes so many at least."""

_WEIGHED: Final = 3
"""From how many of what is excluded the difficulty of a question is taken."""

TOO_LONG: Final = 30
"""How long an argument counts that has too many cases to be told."""


class Topic(StrEnum):
    """What a question asks for."""

    HOLDERS = "holders"  # who can still have a role
    ROLES = "roles"  # which roles somebody can still have
    MAIN_PLOTS = "mainPlots"
    SUB_PLOTS = "subPlots"
    CULPRITS = "culprits"  # who can still be the culprit of a day


class Question(Record, frozen=True, dict=True):
    """A question with its answer.

    Attributes:
        topic: what it asks for.
        about: id of the role or character, or the day, that it is about; empty for plots.
        choices: everything that could be named.
        answer: what is right: all that can still be, and nothing else.
        difficulty: the length of the argument needed for the hardest of a few exclusions.
    """

    topic: Topic
    about: str
    choices: tuple[str, ...]
    answer: frozenset[str]
    difficulty: int


class Miss(Record, frozen=True):
    """What was answered wrongly about one possibility.

    Attributes:
        named: what was named, or left out.
        reply: why it cannot be, or a script in which it is.
    """

    named: str
    reply: Reply


class Marked(Record, frozen=True):
    """An answer, marked.

    Attributes:
        right: what was named rightly.
        wrong: what was named and cannot be, each with the argument.
        missed: what can be and was not named, each with a script.
    """

    right: tuple[str, ...]
    wrong: tuple[Miss, ...]
    missed: tuple[Miss, ...]


class Guessed(Record, frozen=True):
    """A Final Guess, judged by the scripts that survive.

    Attributes:
        possible: whether some surviving script has these roles.
        share: their share of all surviving scripts; None if counting would cost too much.
        wrong: single roles that cannot be, each with the argument.
        best: the share of the likeliest cast, None likewise.
    """

    possible: bool
    share: Fraction | None
    wrong: tuple[Miss, ...] = field(default=())
    best: Fraction | None = None


def questions(case: Case, number: int, chance: Random) -> Iterator[Question]:
    """Yield questions about a game, each worth asking: something can be excluded, and something is open.

    Args:
        case: the game; some script survives.
        number: how many questions at most.
        chance: decides which.

    Yields:
        Different questions, from the easiest to the hardest.
    """
    by_topic: dict[Topic, list[_Draft]] = {}
    for draft in _drafts(case.solve()):
        by_topic.setdefault(draft.topic, []).append(draft)
    for drafts in by_topic.values():
        chance.shuffle(drafts)
    # Questions of all kinds take turns.
    turns = (draft for row in zip_longest(*by_topic.values()) for draft in row if draft is not None)
    worth = (draft for draft in turns if len(draft.cells) - len(draft.answer) >= _LISTED)
    found = [
        Question(one.topic, one.about, tuple(one.cells), one.answer, _difficulty(case, one, chance))
        for one in islice(worth, number)
    ]
    yield from sorted(found, key=lambda one: one.difficulty)


class _Draft(Record, frozen=True, dict=True):
    """What could be asked: the topic, what it is about, and the cells of all choices."""

    topic: Topic
    about: str
    cells: Mapping[str, Cell]

    @property
    def answer(self) -> frozenset[str]:
        return frozenset(one for one, cell in self.cells.items() if cell.status is not Status.IMPOSSIBLE)


def _drafts(answer: Answer) -> Iterator[_Draft]:
    for topic, kind in ((Topic.MAIN_PLOTS, "main"), (Topic.SUB_PLOTS, "sub")):
        yield _Draft(topic, "", {plot: one.cell for plot, one in answer.plots.items() if one.kind == kind})
    roles = dict.fromkeys(
        role for row in answer.roles.values() for role in row if role not in (PERSON, ABSENT)
    )
    for role in roles:
        yield _Draft(Topic.HOLDERS, role, {who: row[role] for who, row in answer.roles.items()})
    for who, row in answer.roles.items():
        yield _Draft(Topic.ROLES, who, {role: cell for role, cell in row.items() if role != ABSENT})
    for day, column in answer.culprits.items():
        yield _Draft(Topic.CULPRITS, str(day), column)


def fact(case: Case, question: Question | _Draft, value: str) -> Formula:
    """Return the formula that one choice of a question is so."""
    script = case.script
    match question.topic:
        case Topic.HOLDERS:
            return script.assigned(value, (question.about,))
        case Topic.ROLES:
            return script.assigned(question.about, (value,))
        case Topic.CULPRITS:
            return script.culprit(int(question.about), value)
        case _:
            return script.has_plot(value)


def _difficulty(case: Case, draft: _Draft, chance: Random) -> int:
    """Return the length of the argument for the hardest of a few exclusions."""
    excluded = [one for one in draft.cells if one not in draft.answer]
    lengths = [1]
    for value in chance.sample(excluded, min(_WEIGHED, len(excluded))):
        found = next(arguments(case, negation(fact(case, draft, value))), None)
        told = None if found is None else chain(found)
        lengths.append(TOO_LONG if told is None else told.size)
    return max(lengths)


def marked(case: Case, question: Question, named: Sequence[str]) -> Marked:
    """Mark an answer: each miss with the argument against it, or with a script in which it is so.

    Args:
        case: the game.
        question: the question.
        named: ids of what was named, all among the question's choices.
    """
    given = dict.fromkeys(named)
    return Marked(
        tuple(one for one in given if one in question.answer),
        tuple(_miss(case, question, one) for one in given if one not in question.answer),
        tuple(_miss(case, question, one) for one in question.choices if one in question.answer - set(given)),
    )


def _miss(case: Case, question: Question, value: str) -> Miss:
    return Miss(value, why(case, fact(case, question, value)))


def cast_of(case: Case, told: Sequence[str]) -> dict[CharacterId, RoleId]:
    """Read a Final Guess such as "Nurse Killer", "Doctor Brain"; everybody else is a Person.

    Raises:
        UnknownNameError: a name cannot be read.
    """
    lines = read_further(case.log, [f"guess: {one.strip()} right" for one in told], case.rules)
    roles = {line.character: line.role for line in lines if isinstance(line, GuessLine)}
    return {who: roles.get(who, PERSON) for who in case.script.characters}


def guessed(case: Case, roles: dict[CharacterId, RoleId]) -> Guessed:
    """Judge a Final Guess by all scripts that survive.

    Args:
        case: the game.
        roles: a role for everybody.
    """
    variables = case.script.role_variables
    wrong = []
    for who, role in roles.items():
        if case.solve().roles[who][role].status is Status.IMPOSSIBLE and role in variables[who].domain:
            wrong.append(Miss(who, why(case, case.script.assigned(who, (role,)))))
    whole = conjunction(*(member(variables[who], (role,)) for who, role in roles.items()))
    possible = not wrong and case.sat.fits(range(len(case.sat.pieces)), (case.sat.literal(whole),))
    try:
        total = case.diagram.worlds_left
        share = Fraction(case.diagram.assuming(whole).worlds_left, total) if possible else Fraction(0)
        leaders = case.guesses(1).candidates
        return Guessed(possible, share, tuple(wrong), leaders[0].share if leaders else None)
    except OverBudgetError:
        return Guessed(possible, None, tuple(wrong))
