"""Lessons: each step follows from what it names and the steps before, and the end is the whole answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from deducer.answer import Status
from deducer.case import Case
from deducer.engines.cpsat import CpSat
from deducer.errors import NoScriptError
from deducer.explain.domains import Domains, without
from deducer.lesson.learn import Lesson, lessons
from deducer.logic.build import conjunction, member
from deducer.logic.terms import Constraint, Cover, Formula, Puzzle
from deducer.play.game import simulated
from deducer.play.setup import Size

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SETS = ("First Steps", "Basic Tragedy", "Midnight Zone", "Mystery Circle")


def load(name: str) -> Case:
    return Case.from_text((EXAMPLES / f"{name}.play").read_text(encoding="utf-8"))


def played(tragedy_set: str, seed: int) -> Case:
    return Case.from_text(simulated(tragedy_set, seed, Size(characters=7, loops=2, days=3)).log)


def known_formula(case: Case, known: Domains) -> Formula:
    variables = case.puzzle.variables
    return conjunction(*(member(variables[name], values) for name, values in known.items()))


def premises(case: Case, step: Lesson) -> Puzzle:
    """Return the puzzle of what a step names alone: its statements whole, whatever of them it uses."""
    parts = [tell.pieces for tell, _ in step.reads] or list(step.parts)
    constraints = [p.stated for part in parts for p in part if isinstance(p.stated, Constraint)]
    covers = {id(p.stated): p.stated for part in parts for p in part if isinstance(p.stated, Cover)}
    beside = [piece.stated for tell, _ in step.reads for piece in tell.beside]
    rules = [one for one in beside if isinstance(one, Constraint)]
    return Puzzle(case.puzzle.variables, (*constraints, *rules), tuple(covers.values()))


def check(case: Case) -> int:
    known: Domains = {name: frozenset(one.domain) for name, one in case.puzzle.variables.items()}
    number = 0
    for step in lessons(case):
        assert step.known == known
        assert step.learned
        engine = CpSat(premises(case, step))
        for name, value in step.learned:
            assert value in known[name]
            supposed = member(case.puzzle.variables[name], (value,))
            assert engine.witness((known_formula(case, known), supposed)) is None
        known = without(known, step.learned)
        number += 1
    cells = case.solve().cells()
    for (subject, value), cell in cells:
        name, what = (f"plot.{value}", "yes") if subject == "plot" else (subject, value)
        if name in known and what in case.puzzle.variables[name].domain:
            assert (what in known[name]) is (cell.status is not Status.IMPOSSIBLE), (name, what)
    return number


def test_a_beginners_game_is_deduced_step_by_step() -> None:
    assert check(load("beginners")) > 10


@pytest.mark.parametrize("tragedy_set", SETS)
def test_lessons_of_simulated_games(tragedy_set: str) -> None:
    assert check(played(tragedy_set, 5)) > 0


@pytest.mark.long
@pytest.mark.parametrize("tragedy_set", SETS)
@pytest.mark.parametrize("seed", range(20, 45))
def test_lessons_of_many_simulated_games(tragedy_set: str, seed: int) -> None:
    # A short game that tells nothing has no steps: what is known at the end is held against `solve` anyway.
    check(played(tragedy_set, seed))


def test_the_easiest_statement_that_tells_something_comes_first() -> None:
    first = next(iter(lessons(load("beginners"))))
    # Somebody refused goodwill, which is read off one line; nothing in the log is told outright before that.
    assert first.source.text.startswith("goodwill:")
    assert first.argument is None


def test_a_contradictory_log_teaches_nothing() -> None:
    with pytest.raises(NoScriptError, match="no script fits"):
        next(lessons(load("beginners").with_lines(["fact: Doctor is Killer; Doctor is Brain"])))


def test_a_set_up_alone_is_read_to_its_end() -> None:
    case = load("beginners").up_to(9)
    assert case.log.setup is not None
    check(case)
