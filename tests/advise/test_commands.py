"""`deducer suppose` and `deducer next` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import run

from deducer.present.phrase import columns

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_a_supposition_tells_before_and_after_and_leaves_the_log_as_it_is(narrow: Path) -> None:
    text = narrow.read_text(encoding="utf-8")
    found = json.loads(run("suppose", narrow, "Police Officer is Friend", "--json").stdout)
    whole = json.loads(run("solve", narrow, "--json").stdout)
    told = json.loads(run("solve", "-", "--json", stdin=text + "fact: Police Officer is Friend\n").stdout)
    assert found["lines"] == ["fact: Police Officer is Friend"]
    assert found["worlds"] == [whole["worlds"], told["worlds"]]
    assert ["role.policeOfficer", "friend"] in found["certain"] or told["worlds"] == 0
    assert narrow.read_text(encoding="utf-8") == text


def test_alternatives_can_be_supposed(log: Path) -> None:
    words = ("suppose", log, "Brain is among Doctor, Office Worker", "--or", "Doctor is not Brain or Killer")
    shown = run(*words).stdout
    assert "Suppose: fact: Brain is among Doctor, Office Worker" in shown
    assert "Or suppose: fact: Doctor is not Brain or Killer" in shown


def test_a_statement_of_the_log_can_be_supposed(log: Path) -> None:
    result = run("suppose", log, "day 2", "ability: +1 intrigue City")
    assert result.exit_code == 0
    assert result.stdout.startswith("Suppose: day 2; ability: +1 intrigue City\n")
    assert max(map(columns, result.stdout.splitlines())) <= 80


def test_two_hypotheses_stand_side_by_side(log: Path) -> None:
    words = ("suppose", log, "Doctor is Brain", "--or", "Office Worker is Brain")
    found = json.loads(run(*words, "--json").stdout)
    assert found["or"]["lines"] == ["fact: Office Worker is Brain"]
    # There is one Brain, so the two have no script in common, and each of their roles tells them apart.
    assert found["comparison"]["both"] == 0
    assert {"role.doctor", "role.officeWorker"} <= {
        one["subject"] for one in found["comparison"]["telling"][:3]
    }
    assert found["comparison"]["telling"][0]["apart"] == 1
    shown = run(*words).stdout
    assert "Or suppose: fact: Office Worker is Brain" in shown
    assert "No script fits both" in shown
    assert "the role of Doctor" in shown


def test_a_hypothesis_that_leaves_no_script_names_the_clashing_lines(narrow: Path) -> None:
    result = run("suppose", narrow, "Doctor is Killer")
    assert result.exit_code == 1
    assert "Then no script fits." in result.stdout
    assert "fact: Doctor is Killer" in result.stdout
    found = json.loads(run("suppose", narrow, "Doctor is Killer", "--json").stdout)
    assert found["worlds"][1] == 0
    assert found["contradiction"]["lines"]


@pytest.mark.parametrize("word", ["Doctor is Nobody", "incident: maybe", "", "day 3"])
def test_what_cannot_be_supposed_is_told_with_its_reason(log: Path, word: str) -> None:
    result = run("suppose", log, word)
    assert result.exit_code == 2
    assert "cannot be supposed: " in result.stderr


def test_next_lists_tests_with_cost_outcomes_and_proofs(narrow: Path) -> None:
    result = run("next", narrow, "--limit", "3")
    assert result.exit_code == 0
    assert max(map(columns, result.stdout.splitlines())) <= 80
    for words in ("bits on average", "at worst", "Needs ", "every surviving script equally likely"):
        assert words in " ".join(result.stdout.split())
    found = json.loads(run("next", narrow, "--limit", "3", "--json").stdout)
    assert len(found["tests"]) == 3
    assert [one["bits"] for one in found["tests"]] == sorted(
        (one["bits"] for one in found["tests"]), reverse=True
    )
    for one in found["tests"]:
        assert one["worst"] == max(outcome["worlds"] for outcome in one["outcomes"])


def test_next_is_the_same_twice_and_names_its_prior(narrow: Path) -> None:
    first = run("next", narrow, "--prior", "casts")
    assert first.stdout == run("next", narrow, "--prior", "casts").stdout
    assert "every surviving role assignment equally likely" in " ".join(first.stdout.split())


def test_next_says_when_the_game_is_over(log: Path) -> None:
    text = log.read_text(encoding="utf-8")
    over = json.loads(run("next", "-", "--json", stdin=text + "end: won\n").stdout)
    assert (over["ended"], over["tests"]) == ("won", [])
    assert "This loop was won, so the game is over." in run("next", "-", stdin=text + "end: won\n").stdout
    loops = next(line for line in text.splitlines() if line.startswith("loops "))
    assert run("next", EXAMPLES / "machine-game.play").stdout.startswith("The last loop is over")
    last = text.replace(loops, "loops 1") + "end: lost\n"
    assert "The last loop is over" in run("next", "-", stdin=last).stdout
    assert json.loads(run("next", log, "--json").stdout)["ended"] is None


def test_next_on_a_log_without_scripts_or_set_up(clashing: Path, tmp_path: Path) -> None:
    result = run("next", clashing)
    assert result.exit_code == 1
    assert "No script fits" in result.stdout
    path = tmp_path / "empty.play"
    path.write_text("loops 3\n", encoding="utf-8")
    assert run("next", path).exit_code == 1
    assert run("suppose", path, "Doctor is Brain").exit_code == 1


def test_next_beyond_the_budget_says_so(log: Path) -> None:
    result = run("next", log, "--budget", "0")
    assert result.exit_code == 2
    assert "larger --budget" in result.stderr


def test_tests_that_tell_two_hypotheses_apart_are_named(log: Path) -> None:
    found = json.loads(run("suppose", log, "Doctor is Brain", "--or", "Doctor is Person", "--json").stdout)
    tests = found["comparison"]["tests"]
    assert tests
    assert all(set(one) >= {"kind", "cost", "before", "apart"} for one in tests)
