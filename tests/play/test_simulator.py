"""The simulator plays by the rules: its logs have no mistakes, and the true script survives them (law 1)."""

from __future__ import annotations

import sys
import time
from multiprocessing import get_context
from random import Random

import pytest
from many_games import Batch, checked, joined

from deducer.answer import Script
from deducer.case import Case
from deducer.errors import UsageError
from deducer.log.statements import GuessLine
from deducer.logic.evaluate import survives
from deducer.play.game import play, simulated
from deducer.play.referee import foul
from deducer.play.script import draw, read_script, write_script
from deducer.play.setup import Size, draw_setup
from deducer.rules.load import load_rules

SETS = ("firstSteps", "basicTragedy", "midnightZone", "mysteryCircle")
SHORT = Size(characters=6, loops=2, days=3)


def chance(seed: int) -> Random:
    return Random(seed)  # noqa: S311  (no secret)


def played(seed: int, size: Size, tragedy_set: str) -> tuple[Case, Script]:
    game = simulated(tragedy_set, seed, size)
    case = Case.from_text(game.log)
    _, script = read_script(game.script)
    assert not case.mistakes
    return case, script


def first_drop(case: Case, script: Script) -> int | None:
    """Return the first line whose log the script does not survive, each log read and translated anew."""
    world = case.world_of(script)
    first = min(statement.at.line for statement in case.log.play)
    for line in range(first, len(case.log.lines) + 1):
        if not survives(case.up_to(line).puzzle, world):
            return line
    return None


@pytest.mark.parametrize("tragedy_set", SETS)
@pytest.mark.parametrize("seed", range(4))
def test_the_truth_survives_every_line_of_a_short_game(seed: int, tragedy_set: str) -> None:
    report = checked(Batch(tragedy_set, seed, games=6, size=SHORT))
    assert report.failures == ()


def test_the_referee_says_what_the_whole_way_round_says() -> None:
    lines = set()
    for tragedy_set in SETS:
        case, truth = played(5, Size(characters=6, loops=1, days=3), tragedy_set)
        setup, _ = read_script(write_script(case, truth))
        for script in (truth, draw(setup, chance(0)), draw(setup, chance(1))):
            found = foul(case, script)
            lines.add(None if found is None else found.line)
            assert (None if found is None else found.line) == first_drop(case, script)
    assert len(lines) > 3, "scripts that fail at different lines, and the true ones"


@pytest.mark.long
@pytest.mark.parametrize("tragedy_set", SETS)
def test_the_referee_says_what_the_whole_way_round_says_of_many_scripts(tragedy_set: str) -> None:
    for seed in range(100, 130):
        case, truth = played(seed, Size(), tragedy_set)
        setup, _ = read_script(write_script(case, truth))
        for script in (truth, *(draw(setup, chance(number)) for number in range(4))):
            found = foul(case, script)
            assert (None if found is None else found.line) == first_drop(case, script)


@pytest.mark.long
def test_the_truth_survives_every_line_of_very_many_games(capsys: pytest.CaptureFixture[str]) -> None:
    batches = [Batch(name, seed, games=10) for seed in range(1000, 1260) for name in SETS]
    started = time.monotonic()
    with get_context("spawn").Pool(2) as pool:
        report = joined(pool.imap_unordered(checked, batches))
    took = time.monotonic() - started
    figures = f"{report.games} games, {report.lines} lines, {len(report.failures)} dropped, {took:.0f} s"
    with capsys.disabled():
        sys.stdout.write(f"\n{figures}\n")
    assert report.failures == (), "\n\n".join(report.failures[:5])


def test_the_final_guess_ends_with_the_first_wrong_answer() -> None:
    seen = set()
    for seed in range(12):
        case, script = played(seed, Size(characters=5, loops=1, days=2), "mysteryCircle")
        guesses = [line for line in case.log.play if isinstance(line, GuessLine)]
        assert all(line.right == (script.roles[line.character] == line.role) for line in guesses)
        assert all(line.right for line in guesses[:-1])
        seen |= {line.right for line in guesses[-1:]}
    assert seen == {True, False}


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


def test_a_hidden_character_that_is_not_in_the_script_is_not_written() -> None:
    cast = "Doctor, Nurse, Boss, Alien, Patient, Boy Student"
    header = f"set First Steps\nloops 2\ndays 3\ncast {cast}\nturf Boss: School\nlate unknown\n"
    case = Case.from_text(header)
    scripts = [draw(case, chance(seed)) for seed in range(8)]
    assert {"absent"} < {script.roles["godlyBeing"] for script in scripts}
    for script in scripts:
        text = write_script(case, script)
        assert ("Godly Being" in text) == (script.roles["godlyBeing"] != "absent")
        assert read_script(text)[1] == script


def test_the_referee_names_the_mistakes_of_a_log_first() -> None:
    case, script = played(2, Size(characters=5, loops=1, days=2), "firstSteps")
    lines = [*case.log.lines, "loop 1"]
    found = foul(Case.from_text("\n".join(lines)), script)
    assert found is not None
    assert (found.line, bool(found.reason)) == (len(lines), True)


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


CAST = "Servant, Boss, Doctor, Alien, Patient, Boy Student"


def test_the_servant_is_said_to_stand_where_the_cards_do_not_tell_it() -> None:
    header = f"set First Steps\nloops 2\ndays 4\ncast {CAST}\nturf Boss: School\nlate none\n"
    setup = Case.from_text(header)
    placed = 0
    for seed in range(12):
        script = draw(setup, chance(seed))
        case = Case.from_text(play(setup, script, chance(seed)))
        assert foul(case, script) is None
        placed += "\nboard: Servant " in case.text
    assert placed


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("special no Forbid Goodwill", "special rules"),
        ("loop 1", "a log with play"),
        ("incident 2 Nonsense", "has mistakes"),
    ],
)
def test_a_set_up_that_cannot_be_played_is_refused(line: str, message: str) -> None:
    header = f"set First Steps\nloops 2\ndays 3\ncast {CAST}\nturf Boss: School\nlate none\n"
    script = draw(Case.from_text(header), chance(1))
    with pytest.raises(UsageError, match=message):
        play(Case.from_text(f"{header}{line}\n"), script, chance(1))


def test_no_script_fits_too_small_a_cast() -> None:
    with pytest.raises(UsageError, match="more characters"):
        simulated("basicTragedy", 1, Size(characters=1))
    with pytest.raises(UsageError, match="no Tragedy Set"):
        simulated("noSuchSet", 1)
