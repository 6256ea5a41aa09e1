"""Numbers on the command line: shares, the likeliest casts, what each line was worth, a budget too small."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import run
from syrupy.assertion import SnapshotAssertion

from deducer.present.phrase import columns

# A rumor puts one counter a loop, so there is a Brain. Murder Plan has three roles, and no two subplots add
# none: The Sealed Item is the main plot. Its Brain and Cultist leave room for one role more: a Conspiracy
# Theorist (Threads with Rumor, Threads with Virus, Rumor with Virus) or a Factor (Threads with Factor).
THREE = """\
set Basic Tragedy
loops 2
days 2
cast Doctor, Nurse, Patient
late none
incident 1 Suicide
loop 1
start: nothing
day 1
mm: unknown, unknown, unknown
p: unknown, unknown, unknown
ability: +1 intrigue Hospital
day 2
mm: unknown, unknown, unknown
p: unknown, unknown, unknown
ability: +1 intrigue Hospital
fact: Patient is not Brain
"""
MACHINE = Path(__file__).resolve().parents[2] / "examples" / "machine-game.play"


@pytest.fixture
def three(tmp_path: Path) -> Path:
    path = tmp_path / "three.play"
    path.write_text(THREE, encoding="utf-8")
    return path


def test_the_best_whole_cast_is_not_the_best_of_each_row(three: Path) -> None:
    found = json.loads(run("solve", three, "--json").stdout)
    assert (found["worlds"], found["roleAssignments"]) == (48, 8)
    # Doctor and Nurse are most likely the Brain, the Patient the Cultist; but there is one Brain.
    assert found["roles"]["doctor"]["brain"]["share"] == found["roles"]["nurse"]["brain"]["share"] == "1/2"
    assert found["roles"]["patient"]["cultist"]["share"] == "1/2"
    guess = json.loads(run("guess", three, "--json", "--limit", "all").stdout)
    assert [one["share"] for one in guess["casts"]] == ["3/16"] * 4 + ["1/16"] * 4
    assert guess["tied"] == 4
    best = {tuple(one["roles"].values()) for one in guess["casts"][:4]}
    theorist = "conspiracyTheorist"
    assert best == {
        ("brain", "cultist", theorist),
        ("brain", theorist, "cultist"),
        ("cultist", "brain", theorist),
        (theorist, "brain", "cultist"),
    }
    # Doctor and Nurse together differ in all four.
    assert guess["separating"] == ["doctor", "nurse"]


@pytest.mark.parametrize(
    ("prior", "share"),
    # Four combinations of plots have 12 scripts each, one of them a Factor; four of eight casts have one.
    [("worlds", "1/4"), ("plots", "1/4"), ("casts", "1/2")],
)
def test_the_prior_is_named_and_changes_shares(three: Path, prior: str, share: str) -> None:
    found = json.loads(run("solve", three, "--json", "--prior", prior).stdout)
    assert found["prior"] == prior
    assert found["plots"]["unknownFactor"]["share"] == share
    assert "likely" in run("solve", three, "--prior", prior).stdout
    assert "likely" in run("guess", three, "--prior", prior).stdout


def test_over_the_budget_nothing_is_counted_and_all_else_is_told(three: Path) -> None:
    whole = json.loads(run("solve", three, "--json").stdout)
    found = json.loads(run("solve", three, "--json", "--budget", "3").stdout)
    assert found["worlds"] is None
    assert found["roleAssignments"] is None
    assert "budget" in found["uncounted"]
    for who, row in whole["roles"].items():
        for role, cell in row.items():
            assert found["roles"][who][role] == {"status": cell["status"], "share": None}
    shown = run("solve", three, "--budget", "3")
    assert shown.exit_code == 0
    assert "Not counted" in shown.stdout
    assert "%" not in shown.stdout
    guess = json.loads(run("guess", three, "--json", "--budget", "3").stdout)
    assert len(guess["casts"]) == 8
    assert {one["share"] for one in guess["casts"]} == {None}


def test_a_note_tells_how_many_scripts_are_left(three: Path) -> None:
    result = run("note", three, "fact: Doctor is Brain")
    assert result.exit_code == 0
    assert "48 -> 24 scripts (1.0 bits)" in " ".join(result.stdout.split())


def test_a_timeline_names_the_line_that_told_most(three: Path) -> None:
    found = json.loads(run("timeline", three, "--json").stdout)
    moments = {one["line"]: one for one in found["moments"]}
    assert moments[6]["bits"] is None
    assert moments[17]["worlds"] == 48
    assert moments[9]["bits"] == 0
    assert found["toldMost"] == max(moments.values(), key=lambda one: one["bits"] or 0)["line"]


def test_the_timeline_of_a_whole_game_is_one_screen(snapshot: SnapshotAssertion) -> None:
    result = run("timeline", MACHINE)
    assert result.exit_code == 0
    assert result.stdout == snapshot
    lines = result.stdout.splitlines()
    assert len(lines) <= 50
    assert max(map(columns, lines)) <= 80


def test_the_timeline_of_a_clashing_log(three: Path) -> None:
    with three.open("a", encoding="utf-8") as file:
        file.write("fact: Doctor is Killer\n")
    result = run("timeline", three)
    assert result.exit_code == 1
    assert "From line 18 on no script fits" in result.stdout


def test_a_note_that_leaves_no_script_says_so(three: Path) -> None:
    result = run("note", three, "fact: Doctor is Killer")
    assert result.exit_code == 1
    shown = run("solve", three)
    assert "Line 18 leaves no script." in shown.stdout
    assert "bits" not in shown.stdout


def test_every_command_that_counts_has_a_budget(three: Path) -> None:
    found = json.loads(run("timeline", three, "--budget", "0", "--json").stdout)
    assert {one["worlds"] for one in found["moments"]} == {None}
    listed = run("worlds", three, "--budget", "0", "--all", "--format", "csv")
    assert listed.exit_code == 0
    assert "# total,not counted" in listed.stdout
    assert "48 shown, all that survive" in listed.stdout
    assert run("note", three, "fact: Doctor is Brain", "--budget", "0").exit_code == 0


def test_tied_casts_that_were_not_all_compared_are_not_called_all(tmp_path: Path) -> None:
    path = tmp_path / "open.play"
    people = "Doctor, Nurse, Patient, Soldier, Journalist, Teacher, Girl Student"
    path.write_text(f"set Basic Tragedy\nloops 2\ndays 2\ncast {people}\nlate none\n", encoding="utf-8")
    found = json.loads(run("guess", path, "--json").stdout)
    assert found["tied"] > found["leaders"] == 50
    assert "tell the first 50 of the casts apart" in " ".join(run("guess", path).stdout.split())
