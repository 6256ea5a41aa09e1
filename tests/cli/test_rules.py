from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import run

from deducer.present.rulebook import coverage_markdown
from deducer.rules.coverage import coverage
from deducer.rules.load import load_rules

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
    found = json.loads(run("rules", "rulings", "copycatperson", "--json").stdout)
    assert [one["default"] for one in found] == ["allowed"]
    wrong = run("rules", "rulings", "nothing")
    assert wrong.exit_code == 2
    assert "virusAtTwo" in wrong.stderr
