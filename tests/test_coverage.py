from __future__ import annotations

import tomllib

import pytest
from coverage_index import INDEX, ROOT, marks, page

from deducer.rules.coverage import covered_things
from deducer.rules.load import load_rules

THINGS = tuple(covered_things(load_rules()))
GRADES = tomllib.loads((ROOT / "data" / "coverage.toml").read_text(encoding="utf-8"))


def test_the_index_is_up_to_date() -> None:
    """`make docs` writes it."""
    assert INDEX.read_text(encoding="utf-8") == page()


def test_graded_and_shown_things_exist() -> None:
    named = {*GRADES["soundOnly"], *GRADES["carriesNothing"], *marks()}
    assert named <= set(THINGS)


@pytest.mark.parametrize("thing", [t for t in THINGS if t.split(":")[0] in ("plot", "role", "incident")])
def test_every_plot_role_and_incident_is_shown_both_ways(thing: str) -> None:
    assert {sign for sign, _ in marks().get(thing, [])} == {"+", "-"}
