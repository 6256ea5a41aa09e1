"""Wrong use is one clear line on the error stream and exit status 2; the output stays clean."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import run

ROOT = Path(__file__).parents[2]
READERS = ["board", "check", "solve", "worlds", "guess"]


@pytest.mark.parametrize("name", [*READERS, "undo", "note"])
def test_a_log_that_is_not_there(tmp_path: Path, name: str) -> None:
    words = ["x"] if name == "note" else []
    result = run(name, tmp_path / "none.play", *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("deducer: ")
    assert "none.play" in line


@pytest.mark.parametrize("name", READERS)
def test_a_log_in_another_encoding(tmp_path: Path, name: str) -> None:
    path = tmp_path / "game.play"
    path.write_bytes("set First Steps\nloops 3\n# Schönes Spiel\n".encode("latin-1"))
    result = run(name, path)
    assert result.exit_code == 2
    assert "line 3" in result.stderr
    assert "UTF-8" in result.stderr


def test_standard_input_in_another_encoding() -> None:
    result = run("board", "-", stdin=b"set First Steps\n\xff\n")
    assert result.exit_code == 2
    assert "standard input, line 2" in result.stderr


@pytest.mark.parametrize("words", [("note", "-", "x"), ("undo", "-")])
def test_standard_input_cannot_be_changed(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert "name a file" in result.stderr


def test_a_folder_is_no_log(tmp_path: Path) -> None:
    result = run("board", tmp_path)
    assert result.exit_code == 2
    assert result.stderr.startswith("deducer: ")


@pytest.mark.parametrize("limit", ["0", "-1", "many", "1.5"])
def test_a_limit_is_a_number_or_all(log: Path, limit: str) -> None:
    result = run("worlds", log, "--limit", limit)
    assert result.exit_code == 2
    assert "nor 'all'" in result.stderr


def test_an_unknown_format(log: Path) -> None:
    assert run("worlds", log, "--format", "xls").exit_code == 2


def test_markdown_is_for_the_coverage_table() -> None:
    assert run("rules", "--markdown").exit_code == 2


def start(*words: str, **options: int) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "deducer", *words],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=options.get("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE,
    )


def test_a_reader_that_goes_away_leaves_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = start("rules", "characters", stdout=writing)
    os.close(writing)
    _, errors = process.communicate(timeout=30)
    assert errors == b""
    assert process.returncode == 141


def test_the_keyboard_stops_a_command_without_a_traceback() -> None:
    process = start("new")
    assert process.stderr is not None
    # The question shows that the command has begun to wait.
    assert process.stderr.read(11) == b"Tragedy Set"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Stopped." in errors
    assert b"Traceback" not in errors


def test_names_that_the_output_cannot_hold_are_no_crash(tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    path.write_text("set First Steps\ncast 護士長, Nurse\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "deducer", "check", str(path)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr
