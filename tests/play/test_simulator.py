"""The simulator plays by the rules: its logs have no mistakes, and the true script survives them (law 1)."""

from __future__ import annotations

from random import Random

import pytest

from deducer.answer import Script
from deducer.case import Case
from deducer.errors import UsageError
from deducer.logic.evaluate import survives
from deducer.play.game import play, simulated
from deducer.play.referee import foul
from deducer.play.script import draw, read_script, write_script
from deducer.play.setup import LEFT_OUT, Size, draw_setup, playable_cast
from deducer.rules.load import load_rules

SETS = ("firstSteps", "basicTragedy")
SHORT = Size(characters=6, loops=2, days=3)


def chance(seed: int) -> Random:
    return Random(seed)  # noqa: S311  (no secret)


def played(seed: int, size: Size, tragedy_set: str) -> tuple[Case, Script]:
    game = simulated(tragedy_set, seed, size)
    case = Case.from_text(game.log)
    _, script = read_script(game.script)
    assert not case.mistakes
    return case, script


def assert_survives_every_line(case: Case, script: Script) -> None:
    world = case.world_of(script)
    first = min(statement.at.line for statement in case.log.play)
    for line in range(first, len(case.log.lines) + 1):
        head = case.up_to(line)
        if not survives(head.puzzle, world):
            pytest.fail(f"dropped at line {line}:\n{head.text}\n{write_script(case, script)}")


@pytest.mark.parametrize("tragedy_set", SETS)
@pytest.mark.parametrize("seed", range(13))
def test_the_truth_survives_every_line_of_a_short_game(seed: int, tragedy_set: str) -> None:
    assert_survives_every_line(*played(seed, SHORT, tragedy_set))


@pytest.mark.long
@pytest.mark.parametrize("tragedy_set", SETS)
def test_the_truth_survives_every_line_of_many_games(tragedy_set: str) -> None:
    for seed in range(100, 250):
        assert_survives_every_line(*played(seed, Size(), tragedy_set))


@pytest.mark.long
@pytest.mark.parametrize("tragedy_set", SETS)
def test_the_truth_survives_very_many_games(tragedy_set: str) -> None:
    for seed in range(1000, 2000):
        case, script = played(seed, Size(), tragedy_set)
        found = foul(case, script)
        assert found is None, f"{found}\n{case.text}\n{write_script(case, script)}"


@pytest.mark.parametrize("tragedy_set", SETS)
def test_the_same_seed_plays_the_same_game(tragedy_set: str) -> None:
    game = simulated(tragedy_set, 7)
    assert game == simulated(tragedy_set, 7)
    assert game != simulated(tragedy_set, 8)


@pytest.mark.parametrize("tragedy_set", SETS)
def test_a_script_reads_back_as_it_was_written(tragedy_set: str) -> None:
    case = draw_setup(load_rules(), tragedy_set, Size(), chance(3))
    script = draw(case, chance(3))
    text = write_script(case, script)
    again, read = read_script(text)
    assert read == script
    assert again.setup == case.setup
    assert write_script(again, read) == text


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("fact: plot Murder Plan\n", "", "not legal"),
        ("fact: Doctor is Killer\n", "", "leaves the role"),
        ("Doctor is Killer", "Doctor is Wizard", "line 10"),
    ],
)
def test_a_script_that_cannot_be_is_refused(old: str, new: str, message: str) -> None:
    text = """\
set First Steps
loops 2
days 3
cast Doctor, Shrine Maiden, Police Officer, Office Worker, Boy Student, Girl Student
late none
incident 2 Murder
fact: plot Murder Plan
fact: plot Shadow of the Ripper
fact: Shrine Maiden is Key Person
fact: Doctor is Killer
fact: Police Officer is Brain
fact: Office Worker is Conspiracy Theorist
fact: Boy Student is Serial Killer
fact: Girl Student is Person
fact: culprit of day 2 is Girl Student
"""
    read_script(text)
    with pytest.raises(UsageError, match=message):
        read_script(text.replace(old, new))


def test_scripts_are_drawn_evenly() -> None:
    case = Case.from_text(
        "set First Steps\nloops 2\ndays 3\ncast Doctor, Nurse, Boss, Alien\nturf Boss: School\nlate none\n"
    )
    total = case.diagram.worlds_left
    luck = chance(1)
    drawn = [write_script(case, draw(case, luck)) for _ in range(40 * total)]
    numbers = [drawn.count(text) for text in set(drawn)]
    assert len(numbers) == total
    assert 10 < min(numbers) <= max(numbers) < 90


def test_the_referee_finds_the_line_that_the_script_forbids() -> None:
    case, script = played(2, SHORT, "basicTragedy")
    assert foul(case, script) is None
    line = next(n for n, text in enumerate(case.log.lines, 1) if text.startswith("start:"))
    lines = list(case.log.lines)
    lines[line - 1] = "start: +2 paranoia Shrine"
    assert (found := foul(Case.from_text("\n".join(lines)), script)) is not None
    assert (found.line, bool(found.reason)) == (line, True)
    lines[line - 1] = "start: +3 intrigue Shrine"
    assert (found := foul(Case.from_text("\n".join(lines)), script)) is not None
    assert (found.line, found.reason) == (line, "")


def test_characters_that_cannot_be_played_are_in_no_cast() -> None:
    rules = load_rules()
    able = playable_cast(rules)
    assert not any(rules.characters[who].has(trait) for who in able for trait in LEFT_OUT)
    cast = "Servant, Doctor, Nurse, Alien, Patient, Boy Student"
    case = Case.from_text(f"set First Steps\nloops 2\ndays 3\ncast {cast}\nlate none\n")
    with pytest.raises(UsageError, match="Servant"):
        play(case, draw(case, chance(1)), chance(1))


def test_no_script_fits_too_small_a_cast() -> None:
    with pytest.raises(UsageError, match="more characters"):
        simulated("basicTragedy", 1, Size(characters=1))
    with pytest.raises(UsageError, match="no Tragedy Set"):
        simulated("noSuchSet", 1)
