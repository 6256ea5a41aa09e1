"""Runs the situations of tests/cases: whole logs with what the rules say must follow."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from deducer.case import Case

FOLDER = Path(__file__).parent / "cases"


def situations() -> list[Any]:
    found = []
    for path in sorted(FOLDER.rglob("*.toml")):
        for number, case in enumerate(
            tomllib.loads(path.read_text(encoding="utf-8")).get("case", []), start=1
        ):
            found.append(pytest.param(case, id=f"{path.stem}-{number}"))
    return found


def some_world(case: Case, facts: list[str]) -> bool:
    return case.engine.witness(case.filters(facts)) is not None


def opposite(fact: str) -> str:
    if fact.startswith("not plot "):
        return fact.removeprefix("not ")
    if fact.startswith("plot "):
        return f"not {fact}"
    subject, _, value = fact.partition(" is ")
    return (
        f"{subject} is {value.removeprefix('not ')}"
        if value.startswith("not ")
        else f"{subject} is not {value}"
    )


KNOWN = {
    "title",
    "source",
    "shows",
    "log",
    "certain",
    "possible",
    "impossible",
    "together",
    "never",
    "contradiction",
    "mistakes",
}


@pytest.mark.parametrize("situation", situations())
def test_situation(situation: dict[str, Any]) -> None:
    assert set(situation) <= KNOWN, "a misspelt key would be a check that cannot fail"
    case = Case.from_text(situation["log"])
    assert len(case.mistakes) == situation.get("mistakes", 0), case.mistakes
    expected = situation.get("contradiction", False)
    assert (case.engine.witness() is None) == expected, "contradiction"
    for fact in situation.get("certain", []):
        assert not some_world(case, [opposite(fact)]), f"not certain: {fact}"
    for fact in situation.get("possible", []):
        assert some_world(case, [fact]), f"not possible: {fact}"
    for fact in situation.get("impossible", []):
        assert not some_world(case, [fact]), f"not impossible: {fact}"
    for facts in situation.get("together", []):
        assert some_world(case, facts), f"no surviving script has all of {facts}"
    for facts in situation.get("never", []):
        assert not some_world(case, facts), f"a surviving script has all of {facts}"
