"""Every ruling that a player can see cited has its sentence."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from deducer.rules.coverage import coverage
from deducer.rules.load import load_rules
from deducer.rules.rulings import NUMBER, numbered_rulings
from deducer.script.clues import RULINGS

CODE = Path(__file__).parents[2] / "deducer"
RULES = load_rules()
EXPLAINED = numbered_rulings()

# Principles on which the cited ones rest, and the points behind switches: a player asks for them too.
KEPT = {
    *(
        "R1",
        "R2",
        "R3",
        "R6",
        "R7",
        "R13",
        "R33",
        "R35",
        "R37",
        "R42",
        "R57",
        "R60",
        "R75",
        "R80",
        "R94",
        "R95",
    ),
    *("D1", "D3", "D6", "D19", "D20", "D23"),
}
# Rulings about a switch alone, without a number of their own.
UNNUMBERED = {"mysteryBoyOptional", "executionerLimit"}


def strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from strings(one)
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from strings(one)


def literals(tree: ast.AST) -> Iterator[str]:
    """Yield the strings of a module that are no docstrings."""
    bare = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in bare:
            yield node.value


def numbers(texts: Iterator[str]) -> set[str]:
    return {number for text in texts for number in NUMBER.findall(text)}


def in_data() -> set[str]:
    shown = (RULES.sets, RULES.characters, RULES.hands, RULES.rulings)
    return numbers(strings([msgspec.to_builtins(part) for part in shown]))


def in_code() -> set[str]:
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in CODE.rglob("*.py"))
    return numbers(text for tree in trees for text in literals(tree))


def in_coverage() -> set[str]:
    return numbers(strings([[row.note, list(row.shown_by)] for row in coverage(RULES)]))


def test_what_the_data_cites_is_explained() -> None:
    found = in_data()
    assert {"R26", "R99", "R128", "D7"} <= found
    assert found - EXPLAINED.keys() == set()


def test_what_the_clues_cite_is_explained() -> None:
    assert {number for cited in RULINGS.values() for number in cited} - EXPLAINED.keys() == set()


def test_what_the_code_and_the_coverage_table_cite_is_explained() -> None:
    assert "R48" in in_coverage()
    assert (in_code() | in_coverage()) - EXPLAINED.keys() == set()


def test_every_explanation_is_cited_or_kept_on_purpose() -> None:
    assert EXPLAINED.keys() - in_data() - in_code() - in_coverage() - KEPT == set()
    assert EXPLAINED.keys() >= KEPT


@pytest.mark.parametrize("number", EXPLAINED)
def test_an_explanation_is_one_short_sentence(number: str) -> None:
    text = EXPLAINED[number].text
    assert NUMBER.fullmatch(number)
    assert 40 <= len(text) <= 200
    assert text[0].isupper()
    assert text.endswith(".")
    assert not re.search(r"[.!?]\s", text.replace("A.I. ", "")), "one sentence"


def test_an_explanation_cites_no_other_number() -> None:
    assert {number: one.text for number, one in EXPLAINED.items() if NUMBER.search(one.text)} == {}


def test_numbers_stand_in_order() -> None:
    assert list(EXPLAINED) == sorted(EXPLAINED, key=lambda one: (one[0] == "D", int(one[1:])))


def test_every_switch_is_explained_by_a_number() -> None:
    named = {one.switch for one in EXPLAINED.values()} - {""}
    assert named <= RULES.rulings.keys()
    assert RULES.rulings.keys() - named == UNNUMBERED
