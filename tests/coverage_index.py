"""Writes data/shown_by.toml: which situations of tests/cases show what the coverage table speaks of.

Run by `make docs`; `tests/test_coverage.py` fails when the file is out of date.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from deducer.rules.load import load_rules
from deducer.rules.model import Plot, Role
from deducer.rules.names import Kind, names_for

ROOT = Path(__file__).resolve().parents[1]
CASES = ROOT / "tests" / "cases"
INDEX = ROOT / "data" / "shown_by.toml"


def marks() -> dict[str, list[tuple[str, str]]]:
    """Return (sign, situation) of every thing the situations say they show, in the order of the files."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in sorted(CASES.rglob("*.toml")):
        for number, case in enumerate(
            tomllib.loads(path.read_text(encoding="utf-8")).get("case", []), start=1
        ):
            for mark in case.get("shows", ()):
                found.setdefault(mark[:-1], []).append((mark[-1], f"{path.stem}-{number}"))
    for thing, sign, row in guard_marks():
        found.setdefault(thing, []).append((sign, row))
    return found


def guard_marks() -> Iterator[tuple[str, str, str]]:
    """Yield (thing, sign, row) of the guard tables: a row shows what its title and its source name."""
    set_ups = tomllib.loads((CASES / "guards_set_ups.toml").read_text(encoding="utf-8"))["set_ups"]
    for path in sorted(CASES.glob("guards_*.toml")):
        rows = tomllib.loads(path.read_text(encoding="utf-8")).get("rows", [])
        for number, row in enumerate(rows, start=1):
            signs = [sign for sign, key in (("+", "may"), ("-", "cannot")) if row.get(key)]
            for thing in named(row, set_ups[row["set_up"]]["set"]):
                for sign in signs:
                    yield thing, sign, f"{path.stem}-{number}"


def named(row: dict[str, Any], tragedy_set: str) -> Iterator[str]:
    """Yield the plots, roles and incidents that a row names, and the ability of one that has but one."""
    things = things_of(tragedy_set)
    words = [row["title"].split(":")[0], *re.split(r"[;,]", row["source"])]
    for word in dict.fromkeys(plain(word) for word in words):
        yield from things.get(word, ())
    yield from dict.fromkeys(row.get("shows", ()))


@cache
def things_of(tragedy_set: str) -> dict[str, tuple[str, ...]]:
    """Return what the coverage table calls the plots, roles and incidents of a set, by plain name."""
    rules = load_rules()
    (set_id,) = names_for(rules).find(Kind.SET, tragedy_set)
    names, chosen = names_for(rules, set_id), rules.sets[set_id]
    found: dict[str, tuple[str, ...]] = {}
    owners: list[tuple[str, Kind, Plot | Role]] = [
        *(("plot", Kind.PLOT, plot) for plot in chosen.plots),
        *(("role", Kind.ROLE, role) for role in chosen.roles),
    ]
    for kind, word, owner in owners:
        only = owner.abilities if len(owner.abilities) == 1 else ()
        abilities = (f"ability:{owner.id}.{ability.id}" for ability in only)
        found[plain(names.display(word, owner.id))] = (f"{kind}:{owner.id}", *abilities)
    for incident in chosen.incidents:
        found[plain(names.display(Kind.INCIDENT, incident.id))] = (f"incident:{incident.id}",)
    return found


def plain(name: str) -> str:
    """Return a name as it is compared: letters alone, without an article before it."""
    return re.sub(r"[^a-z ]", "", re.sub(r"^(the|an|a) ", "", name.strip().casefold()))


def page() -> str:
    """Return the text of the index."""
    lines = [
        "# Written by `make docs` from tests/cases: the situations that show each rule.",
        "",
        "[shownBy]",
    ]
    for thing, shown in sorted(marks().items()):
        lines.append(f"{json.dumps(thing)} = {json.dumps(list(dict.fromkeys(name for _, name in shown)))}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    INDEX.write_text(page(), encoding="utf-8")
