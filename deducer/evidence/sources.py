"""Sources of constraints: lines of the log with their place in the play."""

from __future__ import annotations

from collections.abc import Iterator

from deducer.board.timeline import Step, StepKind
from deducer.log.statements import Statement
from deducer.logic.build import weaken
from deducer.logic.terms import TRUE, Constraint, Cover, Formula, Option
from deducer.provenance import Clue, Source

Evidence = Constraint | Cover

_WORDS = {
    StepKind.LOOP_START: "start",
    StepKind.DAY_START: "dawn",
    StepKind.CARDS: "cards",
    StepKind.MASTERMIND: "ability",
    StepKind.GOODWILL: "goodwill",
    StepKind.INCIDENT: "incident",
    StepKind.DAY_END: "night",
    StepKind.LOOP_END: "end",
}


def step_label(step: Step) -> str:
    """Say where in the play a step stands: "L2D1 ability"."""
    day = f"D{step.day}" if step.day else ""
    return f"L{step.loop}{day} {_WORDS[step.kind]}"


def line_source(statement: Statement, label: str) -> Source:
    """Make the source of what a line of the log proves."""
    return Source(statement.at.line, label, statement.at.text, statement.at.unsure)


def constrain(
    formula: Formula, source: Source, clue: Clue, ways: tuple[Option, ...] = ()
) -> Iterator[Constraint]:
    """Yield a constraint, unrecorded truth values read in favour of every world; nothing if it is empty.

    Args:
        formula: the condition on the script.
        source: the line it comes from.
        clue: what it is about.
        ways: the causes it can have had, for something seen that needs one.
    """
    settled = weaken(formula)
    if settled != TRUE:
        yield Constraint(settled, source, clue, ways)
