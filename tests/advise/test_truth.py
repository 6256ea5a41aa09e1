"""What really came next was foreseen, and the true script is among those its outcome leaves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from deducer.advise.evenings import Evenings
from deducer.advise.future import Future
from deducer.advise.goodwill import Goodwill
from deducer.advise.incidents import Incidents
from deducer.advise.stage import Stages
from deducer.advise.table import Table
from deducer.advise.trials import Cost, Kind, Outcome, Trial
from deducer.case import Case
from deducer.log.statements import At, CulpritIs, Declared, GoodwillLine, IncidentLine, PlayStatement, Reveals
from deducer.log.write import write_statement
from deducer.logic.evaluate import survives
from deducer.play.game import simulated
from deducer.play.script import read_script
from deducer.play.setup import Size

_FREE = Cost()
SMALL = Size(characters=6, loops=2, days=3)
NOWHERE = At(0)
TOLD = (Reveals, CulpritIs, Declared)


def cuts(case: Case, kind: type[PlayStatement]) -> Iterator[tuple[Case, PlayStatement]]:
    """Yield the game as it was before each line of a kind, with the line."""
    for statement in case.log.play:
        if isinstance(statement, kind):
            yield case.up_to(statement.at.line - 1), statement


def here(trial: Trial, case: Case) -> bool:
    board = case.timeline.board
    assert board is not None
    return (trial.loop, trial.day) == (board.loop, board.day)


def text(case: Case, line: PlayStatement | None) -> str:
    return "" if line is None else write_statement(line, case.names).lstrip("? ")


def holds(case: Case, outcome: Outcome, truth: dict[str, str]) -> bool:
    """Tell whether the true script survives the log with an outcome."""
    assert outcome.line is not None
    return survives(case.with_lines([text(case, outcome.line)]).puzzle, truth)


def game(tragedy_set: str, seed: int) -> tuple[Case, dict[str, str]]:
    played = simulated(tragedy_set, seed, SMALL)
    case = Case.from_text(played.log)
    setup, script = read_script(played.script)
    return case, setup.world_of(script)


@pytest.mark.parametrize("tragedy_set", ["firstSteps", "basicTragedy", "midnightZone", "mysteryCircle"])
@pytest.mark.parametrize("seed", range(2))
def test_an_answer_to_a_goodwill_ability_was_foreseen(tragedy_set: str, seed: int) -> None:
    whole, truth = game(tragedy_set, seed)
    for case, line in cuts(whole, GoodwillLine):
        assert isinstance(line, GoodwillLine)
        if line.user is None:
            continue
        trials = [
            one
            for one in Goodwill(Stages(Future.of(case)), Table.of(case)).tests()
            if here(one, case) and one.ask is not None and not one.cost.goodwill and _same(one.ask, line)
        ]
        telling = any(isinstance(change, TOLD) for change in line.changes)
        for trial in trials:
            found = {text(case, one.line): one for one in trial.outcomes}
            seen = found.get(text(case, line))
            # What nobody chooses freely must be listed: a refusal, and every answer in words.
            if line.refused or (telling and not any(isinstance(c, Declared) for c in line.changes)):
                assert seen is not None, text(case, line)
            if seen is not None:
                assert holds(case, seen, truth)


def _same(ask: PlayStatement, line: GoodwillLine) -> bool:
    return isinstance(ask, GoodwillLine) and (
        (ask.user, ask.rank, ask.borrowed, ask.borrowed_rank, ask.targets, ask.incident_day)
        == (line.user, line.rank, line.borrowed, line.borrowed_rank, line.targets, line.incident_day)
    )


@pytest.mark.parametrize("tragedy_set", ["firstSteps", "basicTragedy", "midnightZone", "mysteryCircle"])
@pytest.mark.parametrize("seed", range(2))
def test_whether_an_incident_occurred_was_foreseen(tragedy_set: str, seed: int) -> None:
    whole, truth = game(tragedy_set, seed)
    for case, line in cuts(whole, IncidentLine):
        assert isinstance(line, IncidentLine)
        table = Table.of(case)
        incidents = Incidents(Stages(Future.of(case)), table)
        stage = incidents.stages.today
        assert stage is not None
        for trial in incidents._test(stage, Kind.INCIDENT, _FREE, None, {}):  # noqa: SLF001
            silent, occurs = trial.outcomes
            seen = occurs if line.occurred else silent
            row = "".join(_letter(case, name, truth[name]) for name in table.names)
            if row in table.rows:
                place = len(table.rows) - 1 - table.rows.index(row)
                assert table.judge(seen.pieces) >> place & 1
            else:
                assert not table.complete


def _letter(case: Case, name: str, value: str) -> str:
    return chr(ord("A") + case.puzzle.variables[name].domain.index(value))


@pytest.mark.parametrize("tragedy_set", ["firstSteps", "mysteryCircle"])
def test_lines_of_outcomes_prove_what_they_prove_in_the_log(tragedy_set: str) -> None:
    whole, _ = game(tragedy_set, 5)
    case = next(case for case, _ in cuts(whole, IncidentLine))
    table = Table.of(case)
    for trial in Evenings(Stages(Future.of(case)), table).watch():
        for outcome in trial.outcomes:
            if not outcome.open and outcome.line is not None:
                before = [one.at.text for one in trial.before]
                told = case.with_lines([*before, outcome.line.at.text])
                assert not told.mistakes
                counted = told.count()
                scripts = table.judge(outcome.pieces).bit_count()
                assert scripts == counted or not table.complete
