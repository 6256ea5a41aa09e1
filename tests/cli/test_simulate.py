"""`deducer simulate`: a log and a script, as files, text and JSON."""

from __future__ import annotations

import json
from pathlib import Path

from command_line import run

from deducer.play.script import read_script

SIZE = ("--set", "First Steps", "--seed", "5", "--characters", "6", "--loops", "2", "--days", "3")


def test_a_game_is_written_to_files_printed_and_told_as_json(tmp_path: Path) -> None:
    log, script = tmp_path / "game.play", tmp_path / "game.script"
    result = run("simulate", *SIZE, "-o", log, "--script", script)
    assert (result.exit_code, result.output) == (0, "")
    assert run("check", log).exit_code == 0
    read_script(script.read_text(encoding="utf-8"))
    assert run("simulate", *SIZE).output == log.read_text(encoding="utf-8")
    told = json.loads(run("simulate", *SIZE, "--json").output)
    assert told == {"seed": 5, "log": log.read_text("utf-8"), "script": script.read_text("utf-8")}


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    script = tmp_path / "game.script"
    script.write_text("mine", encoding="utf-8")
    result = run("simulate", *SIZE, "-o", tmp_path / "game.play", "--script", script)
    assert result.exit_code == 2
    assert script.read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "game.play").exists()


def test_a_set_up_can_be_given() -> None:
    header = "set First Steps\nloops 2\ndays 3\ncast Doctor, Nurse, Alien, Patient, Boy Student\nlate none\n"
    result = run("simulate", "--setup", "-", stdin=header)
    assert result.exit_code == 0
    assert result.output.startswith(header)


def test_wrong_use_is_told() -> None:
    assert "say either --set or --setup" in run("simulate").stderr
    both = run("simulate", "--setup", "-", "--days", "3", stdin="set First Steps\n")
    assert "already" in both.stderr
    assert "no Tragedy Set" in run("simulate", "--set", "Nonsense").stderr
