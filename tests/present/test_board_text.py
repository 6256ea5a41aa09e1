from __future__ import annotations

import io

import pytest
from made_answers import NAMES, RULES, SETUP
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from deducer.board.state import Board, Figure
from deducer.log.setup import Setup
from deducer.present import board_text, text


def figure(who: str, place: str | None, paranoia: int | None = 0, **more: object) -> Figure:
    counters = {"paranoia": paranoia, "goodwill": 0, "intrigue": 1}
    return Figure(who, place, place, counters=counters, **more)  # type: ignore[arg-type]


@pytest.fixture
def board() -> Board:
    figures = (
        figure("nurse", "Hospital", 3),
        figure("doctor", "Hospital", 1),
        figure("policeOfficer", "City", 3, alive=False),
        figure("popIdol", "City", None),
        figure("richStudent", "School", 0, guards=1),
        figure("classRep", None),
        figure("partTimer", "City", present=False),
        figure("forensicSpecialist", "City", 4, alive=None),
    )
    return Board(
        2,
        3,
        {one.id: one for one in figures},
        {"Hospital": 0, "Shrine": 2, "City": None, "School": 0},
        occurred=((2, "murder"),),
        maybe_occurred=frozenset({3}),
        spent=(("mastermind", "intrigue+2"), ("A", "goodwill+2"), ("mastermind", "move diagonal")),
        used=frozenset({("classRep", "takeBackCard")}),
        immune=None,
    )


def shown(board: Board, encoding: str = "utf-8") -> str:
    raw = io.BytesIO()
    console = text.console(io.TextIOWrapper(raw, encoding=encoding, write_through=True))
    console.width = 80
    board_text.board(console, NAMES, RULES, SETUP, board)
    return raw.getvalue().decode(encoding)


def test_a_board_on_a_small_terminal(board: Board, snapshot: SnapshotAssertion) -> None:
    assert shown(board) == snapshot


def test_a_board_in_ascii_loses_nothing(board: Board) -> None:
    plain = shown(board, "ascii")
    assert max(map(len, plain.splitlines())) <= 80
    assert "Rich Man's Daughter p0/1 g0 i1 guard |" in plain


def test_who_is_at_the_limit(board: Board) -> None:
    lines = shown(board)
    # Limits: Nurse 3, Doctor 2, Police Officer 3 (but dead), Pop Idol 2 (number not known).
    assert "Nurse p3/3!" in lines
    assert "Doctor p1/2 " in lines
    assert "Police Officer dead p3/3 " in lines
    assert "Pop Idol p?/2 " in lines


@pytest.mark.parametrize("guards", [1, 2, None])
def test_guards_are_explained(board: Board, guards: int | None) -> None:
    legend = "guard averts one death"
    assert legend in shown(board)
    bare = replace(board, figures={"nurse": figure("nurse", "City", guards=guards)})
    assert legend in shown(bare)
    assert legend not in shown(replace(board, figures={"nurse": figure("nurse", "City")}))


def test_places_lie_as_on_the_table(board: Board) -> None:
    lines = shown(board).splitlines()
    rows = [
        [place for place in ("Hospital", "Shrine", "City", "School") if f" {place} i" in line]
        for line in lines
    ]
    assert [row for row in rows if row] == [["Hospital", "Shrine"], ["City", "School"]]


def test_the_day_without_an_incident(board: Board) -> None:
    assert board_text.today(NAMES, SETUP, board) == "today's incident: Suicide (may have occurred)"
    other = Setup("basicTragedy", cast=SETUP.cast)
    assert board_text.today(NAMES, other, board) == "no incident today"


def test_what_an_incident_bars(board: Board) -> None:
    nurse = figure("nurse", "Hospital", extra=True, held=frozenset({2, 3}))
    pop_idol = figure("popIdol", None, extra=None, maybe_held=frozenset({4}))
    barred = replace(
        board,
        figures={"nurse": nurse, "popIdol": pop_idol},
        closed={"City": 3, "School": 2},
        maybe_closed={"Shrine": 5, "City": 3},
    )
    lines = shown(barred)
    assert "Nurse p0/3 g0 i1 Extra " in lines
    assert "Somewhere: Pop Idol p0/2 g0 i1 Extra?." in lines
    assert "Extra: an Extra card lies on the character" in lines
    assert "Nobody enters or leaves City up to day 3." in lines
    assert "Perhaps nobody enters or leaves Shrine up to day 5." in lines
    assert "Perhaps nobody enters or leaves City" not in lines  # it is certain
    assert "leaves School" not in lines  # open again since yesterday
    assert "Nurse cannot be moved on day 3." in lines
    assert "moved on day 2" not in lines
    assert "Pop Idol perhaps cannot be moved on day 4." in lines


@pytest.mark.parametrize("gauge", [0, 2, None])
def test_the_gauge_is_shown_where_there_is_one(board: Board, gauge: int | None) -> None:
    mystery = Setup("mysteryCircle", cast=SETUP.cast)
    found = replace(board, gauge=gauge)
    assert f"Gauge: {'?' if gauge is None else gauge}." in list(
        board_text.notes(NAMES, RULES, mystery, found)
    )
    assert not any("Gauge" in line for line in board_text.notes(NAMES, RULES, SETUP, found))


def test_an_announced_name_that_the_set_does_not_have(board: Board) -> None:
    odd = Setup("midnightZone", cast=SETUP.cast, incidents={3: None}, other_names={3: "Terrorism"})
    assert board_text.today(NAMES, odd, board) == "today's incident: Terrorism (may have occurred)"
    notes = list(board_text.notes(NAMES, RULES, odd, board))
    assert "Incidents: day 3 Terrorism (may have occurred)." in notes
