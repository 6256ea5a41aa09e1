"""Script legality: published scripts are legal worlds of their own set-ups, broken ones are refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from shared import SHARED, needs_shared

from deducer.answer import Script
from deducer.case import Case
from deducer.logic.evaluate import broken
from deducer.logic.terms import Constraint
from deducer.rules.load import load_rules
from deducer.rules.names import Kind, names_for

TWICE = "gs-btx-1010"  # has one character twice
COVERED = ("firstSteps", "basicTragedy")


def known_scripts() -> list[Any]:
    path = SHARED / "facts" / "scripts.json"
    if not path.exists():
        return []
    scripts = json.loads(path.read_text(encoding="utf-8"))["scripts"]
    return [s for s in scripts if s["tragedySet"] in COVERED and s["id"] != TWICE]


def header(script: dict[str, Any]) -> str:
    rules = load_rules()
    names = names_for(rules, script["tragedySet"])
    cast = ", ".join(names.display(Kind.CHARACTER, c) for c in script["cast"])
    lines = [f"set {script['tragedySet']}", f"days {script['daysPerLoop']}", f"cast {cast}"]
    lines.extend(f"incident {entry['day']} {entry['incident']}" for entry in script["incidents"])
    boss = script.get("castOptions", {}).get("boss")
    if "boss" in script["cast"]:
        lines.append(f"turf Boss: {boss['turf'] if boss else 'City'}")
    return "\n".join(lines) + "\n"


def judge(script: dict[str, Any]) -> tuple[Case, list[str]]:
    """Return the case of a script's set-up, and why the script is refused as a world of it."""
    case = Case.from_text(header(script))
    reasons = [mistake.message for mistake in case.mistakes]
    if reasons:
        return case, reasons
    if len(script["mainPlot"]) + len(script["subPlots"]) != 1 + case.tragedy_set.number_of_sub_plots:
        reasons.append("number of plots")
    try:
        culprits = {entry["day"]: entry["culprit"] for entry in script["incidents"]}
        found = Script(tuple(script["mainPlot"]), tuple(script["subPlots"]), script["cast"], culprits)
        world = case.world_of(found)
    except KeyError as error:
        return case, [*reasons, f"unknown {error}"]
    for name, value in world.items():
        if value not in case.puzzle.variables[name].domain:
            reasons.append(f"{name} cannot be {value}")
    if not reasons:
        reasons = [rule.source.label for rule in broken(case.puzzle, world) if isinstance(rule, Constraint)]
    return case, reasons


@needs_shared
@pytest.mark.parametrize("script", known_scripts(), ids=lambda s: s["id"])
def test_known_scripts(script: dict[str, Any]) -> None:
    _, reasons = judge(script)
    if script["verdict"] == "legal":
        assert not reasons
    else:
        assert reasons


MADE_UP: dict[str, Any] = {
    "id": "made-up",
    "tragedySet": "basicTragedy",
    "mainPlot": ["signWithMe"],
    "subPlots": ["circleFriends", "unsettlingRumor"],
    "daysPerLoop": 3,
    "cast": {
        "girlStudent": "keyPerson",
        "boyStudent": "friend",
        "nurse": "friend",
        "doctor": "conspiracyTheorist",
        "patient": "person",
        "informer": "person",
    },
    "incidents": [
        {"day": 1, "incident": "murder", "culprit": "nurse"},
        {"day": 2, "incident": "suicide", "culprit": "doctor"},
    ],
}


def changed(**parts: Any) -> dict[str, Any]:
    return {**MADE_UP, **parts}


def recast(**roles: str) -> dict[str, Any]:
    return changed(cast={**MADE_UP["cast"], **roles})


def test_a_made_up_script_is_legal() -> None:
    assert judge(MADE_UP)[1] == []


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (recast(informer="conspiracyTheorist"), "number of conspiracyTheorist"),
        (recast(nurse="person"), "number of friend"),
        (recast(informer="cultist"), "number of cultist"),
        (recast(girlStudent="person", informer="keyPerson"), "keyPerson under signWithMe"),
        (changed(mainPlot=["signWithMe", "murderPlan"]), "number of plots"),
        (
            changed(incidents=[{**entry, "culprit": "nurse"} for entry in MADE_UP["incidents"]]),
            "culprits all different",
        ),
    ],
    ids=["too many", "too few", "no plot adds it", "no girl", "two main plots", "one culprit twice"],
)
def test_broken_scripts_are_refused_with_the_reason(script: dict[str, Any], reason: str) -> None:
    assert reason in judge(script)[1]


def test_a_cast_too_small_for_any_plot_says_so() -> None:
    """The least a script needs is a Witch and a Conspiracy Theorist (Giant Time Bomb, Threads of Fate)."""
    clash = Case.from_text("set Basic Tragedy\ndays 3\ncast Nurse\n").contradiction()
    assert clash is not None
    assert clash.reason == "every legal script of this set needs 2 characters with roles; the cast has 1"
