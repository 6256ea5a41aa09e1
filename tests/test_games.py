"""The truth survives: recorded games against their scripts, after every line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from shared import SHARED, needs_shared

from deducer.answer import Script
from deducer.case import Case
from deducer.logic.evaluate import broken, survives

GAMES = sorted(SHARED.glob("games/*.play"))


def truth(path: Path, case: Case) -> dict[str, str]:
    told = json.loads(path.with_suffix("").with_suffix(".script.json").read_text(encoding="utf-8"))
    roles = {c: told["roles"].get(c, "absent") for c in case.script.characters}
    culprits = {int(day): who for day, who in told["culprits"].items()}
    names = {str(day): name for day, name in case.setup.incidents.items()}
    types = {int(day): name or "" for day, name in {**names, **told.get("incidentTypes", {})}.items()}
    return case.world_of(Script((told["mainPlot"],), tuple(told["subPlots"]), roles, culprits, types))


@needs_shared
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_reads_without_mistakes_and_the_script_survives(path: Path) -> None:
    case = Case.from_text(path.read_text(encoding="utf-8"))
    assert not case.mistakes
    assert not broken(case.puzzle, truth(path, case))


@needs_shared
@pytest.mark.long
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_script_survives_after_every_line(path: Path) -> None:
    whole = Case.from_text(path.read_text(encoding="utf-8"))
    world = truth(path, whole)
    first = min(statement.at.line for statement in whole.log.play)
    for line in range(first, len(whole.log.lines) + 1):
        assert survives(whole.up_to(line).puzzle, world), f"lost at line {line}: {whole.log.lines[line - 1]}"
