"""Lessons in sentences: where to look, what it is about, what follows, and the argument in full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Final

from deducer.case import Case
from deducer.explain.domains import Removal, without
from deducer.lesson.learn import Lesson
from deducer.present import phrase
from deducer.present.argument_text import Storyteller, together
from deducer.present.reason_text import storyteller
from deducer.record import Record

_HARD: Final = ((3, "easy"), (6, "medium"))


class Hint(IntEnum):
    """How much a hint gives away."""

    NUDGE = 1
    AREA = 2
    CELL = 3
    ARGUMENT = 4


HINTS: Final = {
    Hint.NUDGE: "Where to look",
    Hint.AREA: "What it is about",
    Hint.CELL: "What follows",
    Hint.ARGUMENT: "Why",
}


def difficulty(effort: int) -> str:
    """Return how hard a step is, in a word."""
    return next((word for most, word in _HARD if effort < most), "hard")


class LessonTeller(Record, frozen=True):
    """Tells lessons.

    Attributes:
        case: the game.
        storyteller: tells arguments.
    """

    case: Case
    storyteller: Storyteller

    @classmethod
    def of(cls, case: Case) -> LessonTeller:
        """Return what tells the lessons of a game."""
        return cls(case, storyteller(case))

    def hint(self, found: Lesson, level: Hint) -> tuple[str, ...]:
        """Return a hint of some level, in sentences."""
        match level:
            case Hint.NUDGE:
                return (self._where(found),)
            case Hint.AREA:
                return (f"It tells something about {self._about(found.learned)}.",)
            case Hint.CELL:
                return (f"{phrase.capital(self.storyteller.learned(found.learned, found.known))}.",)
            case Hint.ARGUMENT:
                return tuple(self.argument(found))

    def argument(self, found: Lesson) -> Iterator[str]:
        """Yield why what a lesson tells is so, a sentence or two each."""
        teller = self.storyteller
        known = found.known
        lines: set[int] = set()
        for pieces in together([tell.pieces for tell, _ in found.reads]):
            reads = [(tell, excluded) for tell, excluded in found.reads if {*tell.pieces} & {*pieces}]
            removed = [one for _, excluded in reads for one in excluded]
            beside = teller.beside(reads[0][0], known, removed)
            yield f"{teller.heard(pieces, lines)}{beside}. So {teller.learned(removed, known)}."
            known = without(known, removed)
        if not found.reads:
            first, *others = found.learned
            claim = teller.learned((first,), known)
            yield from teller.told(found.argument, found.parts, known, claim)
            if others:
                yield f"In the same way {teller.learned(others, known)}."

    def _where(self, found: Lesson) -> str:
        if found.source.is_rule:
            said = self.storyteller.heard(found.reads[0][0].pieces if found.reads else found.parts[0])
            return f"Look at the rules: {said}."
        place = self.storyteller.teller.when(found.source)
        together = "" if found.reads else f" {self._with(found)}"
        return f"Look at {place[:1].lower()}{place[1:]}: {found.source.text.strip()}{together}"

    def _with(self, found: Lesson) -> str:
        lines = sorted({part[0].source.line for part in found.parts} - {0, found.source.line})
        if not lines:
            return "(and suppose something)"
        return f"(together with line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines))})"

    def _about(self, learned: Sequence[Removal]) -> str:
        names = dict.fromkeys(name for name, _ in learned)
        roles = [self.storyteller.teller.who(n.split(".")[1]) for n in names if n.startswith("role.")]
        days = [name.split(".")[1] for name in names if name.startswith(("culprit.", "incident."))]
        topics = []
        if roles:
            topics.append(
                f"the role of {phrase.series(roles)}" if len(roles) < 4 else "the roles of several characters"
            )
        if any(name.startswith("plot.") for name in names):
            topics.append("the plots")
        if days:
            topics.append(f"the incident of day {phrase.series(dict.fromkeys(days))}")
        return phrase.series(topics) if topics else "how a rule is read"


def heading(number: int, found: Lesson) -> str:
    """Return the heading of a step."""
    return f"Step {number} ({difficulty(found.effort)})"


def course(case: Case, found: Iterable[Lesson]) -> Iterator[str]:
    """Yield a whole deduction as text: for each step its argument."""
    teller = LessonTeller.of(case)
    for number, one in enumerate(found, start=1):
        yield f"{heading(number, one)}:"
        yield from (f"  {sentence}" for sentence in teller.argument(one))
    yield ending(case)


def ending(case: Case) -> str:
    """Say what is certain when everything has been read."""
    answer = case.solve()
    certain = phrase.facts(case.names, phrase.certain(answer))
    left = (
        "" if answer.worlds is None else f"{answer.worlds:,} script{'' if answer.worlds == 1 else 's'} left. "
    )
    return f"That is all that follows. {left}Certain: {certain or 'nothing'}."
