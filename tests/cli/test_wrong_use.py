"""Wrong use is one clear line on the error stream and exit status 2; the output stays clean."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError
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


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-16"])
def test_utf_16_is_refused(tmp_path: Path, encoding: str) -> None:
    content = "set First Steps\ncast Nurse\n".encode(encoding)
    path = tmp_path / "game.play"
    path.write_bytes(content)
    for log, stdin in ((path, None), ("-", content)):
        result = run("check", log, stdin=stdin)
        assert result.exit_code == 2
        assert result.stdout == ""
        (line,) = result.stderr.splitlines()
        assert "it seems to be UTF-16" in line
        assert line.endswith("; save it as UTF-8")


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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device here is always full")
@pytest.mark.parametrize("words", [("board", "LOG"), ("check", "LOG", "--json"), ("--help",), ("new", "-h")])
def test_output_that_finds_no_room_is_one_line_and_a_status(log: Path, words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        process = start(*(str(log) if word == "LOG" else word for word in words), stdout=full.fileno())
        _, errors = process.communicate(timeout=30)
    (line,) = errors.decode().splitlines()
    assert line.startswith("deducer: the output cannot be written: ")
    assert process.returncode == 3


@pytest.mark.parametrize(
    ("redirection", "status"),
    [("check LOG >&-", 0), ("check - <&-", 1), ("new <&-", 130), ("note LOG <&-", 0)],
)
def test_closed_streams_are_empty_ones(log: Path, redirection: str, status: int) -> None:
    command = f"{sys.executable} -m deducer {redirection.replace('LOG', str(log))}"
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode == status


def test_the_version_is_told_without_an_installation(tmp_path: Path) -> None:
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    done = subprocess.run(
        [sys.executable, "-m", "deducer", "--version"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 0
    assert done.stdout.decode().startswith(f"deducer, version {stated}")


def test_the_version_is_told_without_an_installation_or_a_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", absent)
    assert "(not installed)" in run("--version").stdout
    monkeypatch.setattr("deducer.cli.main.__file__", "/nowhere/deducer/cli/main.py")
    assert run("--version").stdout == "deducer, version unknown (not installed)\n"


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
