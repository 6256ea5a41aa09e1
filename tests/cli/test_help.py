"""Every command has help with an example, the same short help everywhere, and a place in the README."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from command_line import run

from deducer.cli.main import COMMANDS, commands

README = Path(__file__).parents[2] / "README.md"
NAMES = [
    "new",
    "note",
    "undo",
    "board",
    "check",
    "solve",
    "worlds",
    "timeline",
    "why",
    "suppose",
    "next",
    "guess",
    "learn",
    "practice",
    "simulate",
    "rules",
]


def command(name: str) -> click.Command:
    found = commands.get_command(click.Context(commands), name)
    assert found is not None
    return found


def test_all_commands_are_there() -> None:
    assert list(COMMANDS) == NAMES


def test_help_lists_every_command() -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.output.partition("Commands:")[2].splitlines() if line] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_command_has_help_with_an_example(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert re.search(rf"Examples?:\n +deducer {name}", result.output)
    assert max(map(len, result.output.splitlines())) <= 80


@pytest.mark.parametrize("name", NAMES)
def test_the_list_of_commands_agrees_with_their_own_help(name: str) -> None:
    assert command(name).get_short_help_str(limit=200) == COMMANDS[name][1].rstrip(".") + "."
    assert command(name).name == name


@pytest.mark.parametrize("name", [name for name in NAMES if name != "new"])
def test_commands_that_answer_speak_json(name: str) -> None:
    assert "--json" in {option for parameter in command(name).params for option in parameter.opts}


@pytest.mark.parametrize("name", NAMES)
def test_the_readme_tells_of_every_command(name: str) -> None:
    assert f"deducer {name}" in README.read_text(encoding="utf-8")


def test_an_unknown_command_is_wrong_use() -> None:
    result = run("slove")
    assert result.exit_code == 2
    assert "No such command 'slove'; did you mean 'solve'?" in result.stderr
    assert "No such command 'xyz'" in run("xyz").stderr
