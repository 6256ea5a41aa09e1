from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import run

from deducer.present.rulebook import coverage_markdown
from deducer.rules.coverage import coverage
from deducer.rules.load import load_rules
from deducer.rules.rulings import numbered_rulings

COVERAGE = Path(__file__).parents[2] / "docs" / "coverage.md"


def test_the_sets_are_shown_first() -> None:
    result = run("rules")
    assert result.exit_code == 0
    assert "First Steps: 3 main plots" in result.output
    assert result.output == run("rules", "sets").output


@pytest.mark.parametrize("kind", ["sets", "plots", "roles", "incidents", "characters"])
def test_every_kind_is_listed_and_fits_the_screen(kind: str) -> None:
    result = run("rules", kind)
    assert result.exit_code == 0
    assert max(map(len, result.output.splitlines())) <= 80


def test_one_role_of_one_set() -> None:
    result = run("rules", "roles", "Brain", "--set", "Basic Tragedy")
    assert result.output.startswith("Brain (brain), Basic Tragedy\n")
    assert "First Steps" not in result.output


def test_json() -> None:
    (nurse,) = json.loads(run("rules", "characters", "Nurse", "--json").output)["characters"]
    assert nurse["limit"] == 3


def test_an_unknown_name_is_answered_with_the_nearest() -> None:
    result = run("rules", "roles", "Brian")
    assert result.exit_code == 2
    assert result.stderr == "deducer: no role is called 'Brian'; did you mean Brain?\n"


def test_the_coverage_table() -> None:
    rows = json.loads(run("rules", "--coverage", "--json").output)
    ids = [row["id"] for row in rows]
    assert {"role:brain", "plot:murderPlan", "incident:murder"} <= set(ids)
    assert {row["grade"] for row in rows} <= {"exact", "sound only", "carries nothing"}
    text = run("rules", "--coverage").output
    assert all(one in text for one in ids)


def test_the_coverage_page_is_up_to_date() -> None:
    """`make docs` writes it."""
    page = "\n".join(coverage_markdown(coverage(load_rules()))) + "\n"
    assert COVERAGE.read_text(encoding="utf-8") == page


def test_rulings_are_listed_with_their_defaults() -> None:
    result = run("rules", "rulings")
    assert result.exit_code == 0
    assert "either (default), notSerialKiller, keeps" in " ".join(result.stdout.split())
    assert "virusAtTwo (D3): " in result.stdout
    found = json.loads(run("rules", "rulings", "copycatperson", "--json").stdout)
    assert [one["default"] for one in found["switches"]] == ["allowed"]
    assert found["rulings"] == []
    wrong = run("rules", "rulings", "nothing")
    assert wrong.exit_code == 2
    assert "virusAtTwo" in wrong.stderr


def test_the_list_of_rulings_tells_what_every_number_means() -> None:
    told = run("rules", "rulings").stdout
    assert max(map(len, told.splitlines())) <= 80
    assert all(f"\n{number}: " in told for number in numbered_rulings())
    listed = json.loads(run("rules", "rulings", "--json").stdout)
    assert [one["number"] for one in listed["rulings"]] == list(numbered_rulings())
    assert [one["name"] for one in listed["switches"]] == list(load_rules().rulings)


@pytest.mark.parametrize("words", [("R26",), ("r26",), ("[R26]",), ("rulings", "R26"), ("rulings", "[R26],")])
def test_a_cited_number_is_explained(words: tuple[str, ...]) -> None:
    result = run("rules", *words)
    assert result.exit_code == 0
    assert " ".join(result.stdout.split()) == f"R26: {numbered_rulings()['R26'].text}"


@pytest.mark.parametrize("words", [("[R14, D4]",), ("[R14,", "D4]"), ("R14", "D4"), ("rulings", "R14", "D4")])
def test_several_numbers_are_explained_as_they_are_cited(words: tuple[str, ...]) -> None:
    found = json.loads(run("rules", *words, "--json").stdout)
    assert found["switches"] == []
    assert [(one["number"], one["switch"]) for one in found["rulings"]] == [
        ("R14", None),
        ("D4", "bossTurfDayEnd"),
    ]


def test_a_number_that_a_log_can_decide_names_the_switch() -> None:
    told = " ".join(run("rules", "D4").stdout.split())
    assert told.endswith("Switch bossTurfDayEnd: either (default), yes, no.")


@pytest.mark.parametrize("words", [("R999",), ("rulings", "R999"), ("R26", "R999")])
def test_an_unknown_number_is_told_with_what_to_do(words: tuple[str, ...]) -> None:
    result = run("rules", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "deducer: no ruling has the number R999; deducer rules rulings lists all\n"


def test_a_number_beside_something_else_is_wrong_use() -> None:
    result = run("rules", "R26", "Brain")
    assert result.exit_code == 2
    assert "no ruling is called 'R26 Brain'" in result.stderr


def test_a_name_of_several_words_needs_no_quotes() -> None:
    assert run("rules", "roles", "Serial", "Killer").output == run("rules", "roles", "Serial Killer").output
