"""`deducer why`: arguments and witnesses, read against the rules, and their data."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from command_line import FIRST, run
from explained import BASIC, CASES
from syrupy.assertion import SnapshotAssertion

CERTAIN = {"unfit culprits", "cases"}


@pytest.mark.parametrize("name", CASES)
def test_an_explanation(name: str, snapshot: SnapshotAssertion) -> None:
    log, claim = CASES[name]
    result = run("why", "-", claim, stdin=log)
    assert result.exit_code == 0
    assert result.stderr == ""
    wanted = "still open" if name == "still open" else "certain" if name in CERTAIN else "impossible"
    assert re.sub(r"\s+", " ", result.stdout).startswith(f"{claim}: {wanted}")
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert not re.search(r"\b(role|plot|culprit|incident)\.\w", result.stdout)
    assert result.stdout == snapshot


def test_an_argument_as_data() -> None:
    log, claim = CASES["a counter"]
    (told,) = json.loads(run("why", "-", claim, "--json", stdin=log).stdout)["claims"]
    assert told["claim"] == claim
    assert told["status"] == "impossible"
    assert told["complete"] is True
    assert told["supporting"] is None
    (argument,) = told["arguments"]
    assert argument["lines"] == [11]
    assert argument["confirmed"] is True
    assert {one["line"] for one in argument["statements"]} == {0, 11}
    first, *others = argument["steps"]["steps"]
    assert first["statement"] is None
    assert {name for name, _ in first["excludes"]} == {"role.shrineMaiden"}
    assert ["role.doctor", "brain"] in [one for step in others for one in step["excludes"]]
    assert argument["steps"]["clash"]["line"] == 11


def test_a_witness_as_data() -> None:
    log, claim = CASES["still open"]
    (told,) = json.loads(run("why", "-", claim, "--json", stdin=log).stdout)["claims"]
    assert told["arguments"] == []
    assert told["supporting"]["script"]["roles"]["doctor"] == "brain"
    assert told["opposing"]["script"]["roles"]["doctor"] != "brain"
    for one in (told["supporting"], told["opposing"]):
        acts = {(event["line"], event["by"]["owner"], event["by"]["actor"]) for event in one["story"]}
        roles = one["script"]["roles"]
        assert {line for line, _, _ in acts} == {10, 11}
        assert all(roles[actor] == owner for line, owner, actor in acts if line == 10)
        # Nobody has the role of a Serial Killer: the Paranoia Virus makes one of a Person.
        assert {(owner, roles[actor]) for line, owner, actor in acts if line == 11} == {
            ("serialKiller", "person")
        }
        assert "paranoiaVirus" in one["script"]["subPlots"]


def test_several_arguments_rest_on_different_lines() -> None:
    log = f"{FIRST}fact: Doctor is Brain\nfact: Doctor is Brain\n"
    result = run("why", "-", "Doctor is Killer", "--all", "3", stdin=log)
    assert "Argument 1:" in result.stdout
    assert "Argument 2:" in result.stdout
    assert "It follows from line 8 and the rules." in result.stdout
    assert "It follows from line 9 and the rules." in result.stdout
    assert "further arguments" not in result.stdout
    assert "further arguments" in run("why", "-", "Doctor is Killer", stdin=log).stdout


def test_claims_in_other_words() -> None:
    log = f"{BASIC}fact: Nurse is Killer\n"
    told = run("why", "-", "Killer is among Nurse, Doctor", "Doctor is not Killer or Brain", stdin=log).stdout
    assert "Killer is among Nurse, Doctor: certain." in told
    assert "Doctor is not Killer or Brain: still open." in told


def test_a_log_that_no_script_fits() -> None:
    result = run("why", "-", "Doctor is Brain", stdin=f"{FIRST}fact: Doctor is Brain; Doctor is Killer\n")
    assert result.exit_code == 1
    assert "deducer check" in result.stderr


def test_a_claim_with_a_wrong_name() -> None:
    result = run("why", "-", "Doktor is Brain", stdin=FIRST)
    assert result.exit_code == 2
    assert "Doctor" in result.stderr


@pytest.mark.parametrize(
    ("words", "empty"),
    [(("why",), "claims"), (("learn",), "steps"), (("practice",), "questions")],
)
def test_json_names_the_clashing_lines_when_no_script_fits(
    clashing: Path, words: tuple[str, ...], empty: str
) -> None:
    claims = ("Doctor is Brain",) if words == ("why",) else ()
    result = run(*words, clashing, *claims, "--json")
    assert result.exit_code == 1
    assert "no script fits this log" in result.stderr
    found = json.loads(result.stdout)
    assert found[empty] == []
    assert found["contradiction"] == json.loads(run("solve", clashing, "--json").stdout)["contradiction"]
