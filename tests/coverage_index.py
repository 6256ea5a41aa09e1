"""Writes data/shown_by.toml: which situations of tests/cases show what the coverage table speaks of.

Run by `make docs`; `tests/test_coverage.py` fails when the file is out of date.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CASES = ROOT / "tests" / "cases"
INDEX = ROOT / "data" / "shown_by.toml"


def marks() -> dict[str, list[tuple[str, str]]]:
    """Return (sign, situation) of every thing the situations say they show, in the order of the files."""
    found: dict[str, list[tuple[str, str]]] = {}
    for path in sorted(CASES.rglob("*.toml")):
        for number, case in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["case"], start=1):
            for mark in case.get("shows", ()):
                found.setdefault(mark[:-1], []).append((mark[-1], f"{path.stem}-{number}"))
    return found


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
