"""board, check, solve, guess on a small log."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import FIRST_SCRIPT, run
from syrupy.assertion import SnapshotAssertion

from deducer.present.phrase import columns


@pytest.fixture
def mistaken(narrow: Path) -> Path:
    """A log with seven lines that cannot be read."""
    with narrow.open("a", encoding="utf-8") as file:
        file.writelines(f"nonsense {number}\n" for number in range(7))
    return narrow


def test_the_board(log: Path, snapshot: SnapshotAssertion) -> None:
    result = run("board", log)
    assert result.exit_code == 0
    assert result.stdout == snapshot


def test_the_board_in_json(log: Path) -> None:
    board = json.loads(run("board", log, "--json").stdout)["board"]
    # Two cards and the ability gave the Office Worker 1 + 1 paranoia, the Girl Student 1.
    assert board["characters"]["officeWorker"]["counters"]["paranoia"] == 2
    assert board["characters"]["girlStudent"]["counters"]["paranoia"] == 1
    assert board["intrigue"]["City"] == 2
    assert {(card["by"], card["card"]) for card in board["spent"]} == {
        ("mastermind", "intrigue+2"),
        ("B", "goodwill+2"),
    }


def test_the_board_before_the_first_loop(log: Path) -> None:
    log.write_text(FIRST_SCRIPT.partition("\n\n")[0] + "\n", encoding="utf-8")
    result = run("board", log)
    assert result.exit_code == 0
    assert "has not begun" in result.stdout
    assert json.loads(run("board", log, "--json").stdout)["board"] is None


def test_a_log_from_standard_input(log: Path) -> None:
    assert run("board", "-", stdin=FIRST_SCRIPT).stdout == run("board", log).stdout


def test_an_answer_on_the_screen(narrow: Path, snapshot: SnapshotAssertion) -> None:
    result = run("solve", narrow)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert result.stdout == snapshot


def test_an_answer_in_json(narrow: Path) -> None:
    result = run("solve", narrow, "--json")
    found = json.loads(result.stdout)
    assert found["plots"]["lightAvenger"]["status"] == "certain"
    # Light of the Avenger is the only main plot; a Serial Killer comes from Shadow of the Ripper alone.
    assert found["plots"]["murderPlan"]["status"] == "impossible"
    assert found["plots"]["shadowRipper"]["status"] == "certain"
    assert found["roles"]["doctor"]["brain"]["status"] == "certain"
    assert found["roles"]["shrineMaiden"]["serialKiller"]["status"] == "certain"
    assert set(found["culprits"]) == {"2", "3"}
    assert found["contradiction"] is None
    assert found["mistakes"] == []


def test_no_script_left(clashing: Path) -> None:
    result = run("solve", clashing, "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    last = len(FIRST_SCRIPT.splitlines())
    assert found["contradiction"]["lines"] == [last + 1, last + 2]
    assert found["roles"]["doctor"]["brain"] == {"status": None, "share": None}
    shown = run("solve", clashing)
    assert shown.exit_code == 1
    assert "fact: Doctor is Killer" in shown.stdout


def test_an_answer_in_spite_of_mistakes(mistaken: Path) -> None:
    result = run("solve", mistaken)
    assert result.exit_code == 1
    assert "Certain: plot Light of the Avenger" in result.stdout
    assert result.stderr.count("    nonsense ") == 5
    assert "2 more" in result.stderr
    found = run("solve", mistaken, "--json")
    assert found.exit_code == 1
    assert found.stderr == ""
    assert len(json.loads(found.stdout)["mistakes"]) == 7


@pytest.mark.parametrize("name", ["solve", "worlds", "guess", "board", "check"])
@pytest.mark.parametrize(
    "text", ["", "hello\n", "cast Nurse\n", "set First Steps\n", "set Frist\ncast Nurse\n"]
)
def test_a_log_without_a_set_up(log: Path, name: str, text: str) -> None:
    log.write_text(text, encoding="utf-8")
    result = run(name, log)
    assert result.exit_code == 1
    assert result.output != ""
    found = run(name, log, "--json")
    assert found.exit_code == 1
    assert "mistakes" in json.loads(found.stdout)


def test_a_good_log_is_checked(log: Path) -> None:
    result = run("check", log)
    assert result.exit_code == 0
    assert "No mistakes" in result.stdout


def test_all_mistakes_are_listed(mistaken: Path) -> None:
    result = run("check", mistaken)
    assert result.exit_code == 1
    assert result.stdout.count("    nonsense ") == 7
    assert result.stdout.count("^") == 7
    assert "7 mistakes." in result.stdout


def test_a_check_of_rubbish_is_readable(log: Path) -> None:
    log.write_text("rubbish in a line\n" * 5000, encoding="utf-8")
    result = run("check", log)
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) <= 50 * 4 + 3
    assert "4952 more: deducer check LOG --all lists every one." in result.stdout
    assert "5,002 mistakes." in result.stdout
    assert run("check", log, "--all").stdout.count("    rubbish ") == 5000
    assert len(json.loads(run("check", log, "--json").stdout)["mistakes"]) == 5002


@pytest.mark.parametrize("name", ["check", "board", "solve", "note"])
def test_mistakes_fit_the_screen(log: Path, name: str) -> None:
    lines = ["ability: Doctor " + "p" * 300, "fact: Xx is Yy", "ability: foo", "mm: " + "\u60e8" * 200]
    if name == "note":
        result = run(name, log, *lines)
    else:
        log.write_text(FIRST_SCRIPT + "\n".join(lines), encoding="utf-8")
        result = run(name, log)
    assert max(map(columns, result.output.splitlines())) <= 80
    assert result.output.count("^") == len(lines)


def test_a_clash_is_found(clashing: Path) -> None:
    result = run("check", clashing)
    assert result.exit_code == 1
    assert "fact: Doctor is Brain" in result.stdout
    assert "fact: Doctor is Killer" in result.stdout
    assert len(json.loads(run("check", clashing, "--json").stdout)["contradiction"]["lines"]) == 2


def test_the_engines_are_compared(narrow: Path) -> None:
    result = run("check", narrow, "--oracle")
    assert result.exit_code == 0
    assert "agree" in result.stdout
    assert json.loads(run("check", narrow, "--oracle", "--json").stdout)["engines"] == []


def test_candidates_for_the_guess(narrow: Path) -> None:
    result = run("guess", narrow, "--limit", "all")
    assert result.exit_code == 0
    assert "no Final Guess" in result.stdout
    casts = [line for line in result.stdout.splitlines() if line[:6].strip().isdecimal()]
    assert casts
    whole = " ".join(result.stdout.split())
    assert whole.count("Brain Doctor") == whole.count("Serial Killer Shrine Maiden") == len(casts)
    assert "Open: Doctor" not in result.stdout
    found = json.loads(run("guess", narrow, "--limit", "all", "--json").stdout)
    assert len(found["casts"]) == len(casts)
    assert found["finalGuess"] is False
    assert "doctor" not in found["open"]
    assert found["complete"] is True


def test_no_candidates_are_left(clashing: Path) -> None:
    result = run("guess", clashing)
    assert result.exit_code == 1
    assert "No cast fits" in result.stdout
