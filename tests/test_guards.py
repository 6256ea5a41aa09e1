"""Runs the guard tables of tests/cases: given a script and a board, what may, must and cannot happen."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from deducer.case import Case

FOLDER = Path(__file__).parent / "cases"
SHARED = tomllib.loads((FOLDER / "guards_set_ups.toml").read_text(encoding="utf-8"))
KNOWN = {
    "title",
    "shows",
    "source",
    "set_up",
    "loops",
    "days",
    "header",
    "incidents",
    "script",
    "log",
    "may",
    "cannot",
    "misread",
}
_BOARD = re.compile(r"<board:?(?P<entries>.*)>")
_PART = re.compile(r"<(?P<name>[a-z0-9 ]+)>")
_PLACES = ("Hospital", "Shrine", "City", "School")


def rows() -> list[Any]:
    found = []
    for path in sorted(FOLDER.glob("guards_*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8")).get("rows", [])
        for number, row in enumerate(table, start=1):
            name = f"{path.stem.removeprefix('guards_')}-{number}-{row['title']}"
            found.append(pytest.param(row, id=re.sub(r"[^A-Za-z0-9]+", "-", name)))
    return found


def whole_board(entries: str, homes: dict[str, str]) -> str:
    """Return a `board all:` line: who is not named stands at home, a place not named is home."""
    left = dict(homes)
    told = []
    for entry in filter(None, (piece.strip() for piece in entries.split(";"))):
        name = max((name for name in homes if entry.startswith(name)), key=len, default=None)
        if name is None:
            told.append(entry)
            continue
        rest = entry.removeprefix(name).strip()
        home = left.pop(name)
        told.append(f"{name} {rest}" if rest.startswith(_PLACES) else f"{name} {home} {rest}")
    told += [f"{name} {home}" for name, home in left.items()]
    return "board all: " + "; ".join(told)


def spelled_out(text: str, set_up: dict[str, Any]) -> str:
    """Return lines of a log with the abbreviations of the table written out; `|` divides lines as well."""
    lines = []
    for line in text.replace("|", "\n").splitlines():
        if board := _BOARD.fullmatch(line.strip()):
            lines.append(whole_board(board["entries"], set_up["homes"]))
        elif part := _PART.fullmatch(line.strip()):
            lines.append(spelled_out(SHARED["parts"][part["name"]], set_up))
        else:
            lines.append(line.strip())
    return "\n".join(lines)


def facts(script: dict[str, Any], set_up: dict[str, Any]) -> list[str]:
    """Return the script's facts as lines."""
    known = SHARED["scripts"][script["like"]] if "like" in script else {}
    roles = {**known.get("roles", {}), **script.get("roles", {})}
    told = [f"plot {plot}" for plot in script.get("plots", known.get("plots", []))]
    told += [f"{who} is {role}" for who, role in roles.items()]
    if rest := script.get("rest", known.get("rest")):
        named = {who.lower() for who in roles}
        told += [
            f"{name} is {rest}" for name in set_up["homes"] if re.sub(r"\W", "", name).lower() not in named
        ]
    told += [f"culprit of day {day} is {who}" for day, who in script.get("culprits", {}).items()]
    told += [f"incident {day} is {kind}" for day, kind in script.get("types", {}).items()]
    return [f"fact: {fact}" for fact in told]


def log_of(row: dict[str, Any], following: str) -> str:
    """Return the row's log, with what follows, under the row's script."""
    set_up = SHARED["set_ups"][row["set_up"]]
    header = [
        f"set {set_up['set']}",
        f"loops {row.get('loops', 3)}",
        f"days {row.get('days', 1)}",
        f"cast {', '.join(set_up['homes'])}",
        *(f"incident {day} {name}" for day, name in row.get("incidents", {}).items()),
        *set_up.get("header", []),
        *row.get("header", []),
        *facts(row.get("script", {}), set_up),
    ]
    return "\n".join([*header, spelled_out(row["log"].strip(), set_up), spelled_out(following, set_up)])


def some_world(case: Case) -> bool:
    """Tell whether any script survives; counting is the quicker way where it can be done."""
    number = case.count()
    return case.engine.witness() is not None if number is None else number > 0


def wrong(row: dict[str, Any]) -> list[str]:
    """Return what is not as the row says."""
    found = []
    for key, wanted in (("may", True), ("cannot", False)):
        for following in row.get(key, []):
            # What a row says cannot happen has not happened once play goes on.
            case = Case.from_text(log_of(row, following)).going_on
            if case.mistakes:
                found.append(f"misread: {following!r}: {case.mistakes}")
            elif some_world(case) != wanted:
                found.append(f"{key}: {following!r}")
    found += [
        f"not misread: {following!r}"
        for following in row.get("misread", [])
        if not Case.from_text(log_of(row, following)).mistakes
    ]
    return found


@pytest.mark.parametrize("row", rows())
def test_guard(row: dict[str, Any]) -> None:
    assert set(row) <= KNOWN, "a misspelt key would be a check that cannot fail"
    assert row.get("may"), "without a line that may follow, the log itself may be impossible"
    assert not wrong(row)
