from __future__ import annotations

import json
from fractions import Fraction

from made_answers import ANSWER, CONTRADICTORY

from deducer.answer import Answer, Candidate, CastList, Cell, Difference, PlotCell, Status
from deducer.board.state import Board, Figure
from deducer.errors import Mistake, MistakeKind
from deducer.present import data

MISTAKE = Mistake(3, 7, MistakeKind.AMBIGUOUS, "which one?", "say more", "p: S")


def test_an_answer_has_the_shape_of_the_contract() -> None:
    found = json.loads(json.dumps(data.answer(ANSWER)))
    assert found["worlds"] is None
    assert found["roleAssignments"] is None
    assert found["plots"]["murderPlan"] == {"kind": "main", "status": "certain", "share": None}
    assert found["plots"]["unknownFactor"]["kind"] == "sub"
    assert found["roles"]["nurse"]["killer"] == {"status": "certain", "share": None}
    assert found["roles"]["nurse"]["brain"] == {"status": "impossible", "share": None}
    assert set(found["culprits"]) == {"2", "3", "5", "6"}
    assert found["culprits"]["2"]["nurse"]["status"] in {"possible", "impossible"}
    assert found["contradiction"] is None
    assert found["prior"] == "worlds"
    assert found["assumptions"] == ["Not modelled: special rule 'x'."]


def test_a_mistake() -> None:
    assert data.mistake(MISTAKE) == {
        "line": 3,
        "column": 7,
        "kind": "ambiguous",
        "message": "which one?",
        "hint": "say more",
        "text": "p: S",
    }


def test_no_world_left_means_null_everywhere_and_the_lines() -> None:
    found = data.answer(CONTRADICTORY)
    cells = [
        *found["plots"].values(),
        *(cell for row in found["roles"].values() for cell in row.values()),
        *(cell for column in found["culprits"].values() for cell in column.values()),
    ]
    assert {cell["status"] for cell in cells} == {None}
    assert found["contradiction"]["lines"] == [12, 31]
    assert found["contradiction"]["sources"][1]["unsure"] is True


def test_shares_are_exact() -> None:
    found = Answer({"x": PlotCell("sub", Cell(Status.POSSIBLE, Fraction(999, 1000)))}, {}, {}, worlds=1000)
    assert data.answer(found)["plots"]["x"]["share"] == "999/1000"


def test_casts_say_whether_they_were_cut() -> None:
    casts = CastList((Candidate({"nurse": "killer"}, Fraction(1)),), complete=True, total=1, tied=1)
    assert data.guesses(casts, {"boss": ("brain", "witch")}, final_guess=True) == {
        "casts": [{"roles": {"nurse": "killer"}, "share": "1"}],
        "shown": 1,
        "complete": True,
        "total": 1,
        "tied": 1,
        "leaders": 0,
        "separating": [],
        "prior": "worlds",
        "uncounted": None,
        "open": {"boss": ["brain", "witch"]},
        "finalGuess": True,
    }


def test_a_difference() -> None:
    found = data.difference(Difference(4, "x", (("plot", "p"),), (("role.nurse", "brain"),)))
    assert found == {
        "line": 4,
        "first": 4,
        "text": "x",
        "certain": [["plot", "p"]],
        "ruledOut": [["role.nurse", "brain"]],
        "worlds": [None, None],
    }


def test_a_board() -> None:
    counters = {"paranoia": None, "goodwill": 2, "intrigue": 0}
    figure = Figure(
        "nurse",
        "City",
        "Hospital",
        counters=counters,
        extra=None,
        held=frozenset({4}),
        maybe_held=frozenset({5}),
    )
    away = Figure("illusion", "Shrine", "Shrine", present=False)
    board = Board(
        2,
        3,
        {"nurse": figure, "illusion": away},
        {"City": 1, "School": None},
        occurred=((2, "murder"),),
        spent=(("A", "goodwill+2"),),
        used=frozenset({("nurse", "x")}),
        closed={"City": 5},
        maybe_closed={"School": 4},
    )
    found = json.loads(json.dumps(data.board(board)))
    assert found["board"]["characters"]["nurse"] == {
        "present": True,
        "place": "City",
        "alive": True,
        "counters": {"paranoia": None, "goodwill": 2, "intrigue": 0},
        "guards": 0,
        "extra": None,
        "held": [4],
        "maybeHeld": [5],
    }
    assert found["board"]["closed"] == {"City": 5}
    assert found["board"]["maybeClosed"] == {"School": 4}
    assert found["board"]["characters"]["illusion"]["place"] is None
    assert found["board"]["intrigue"] == {"City": 1, "School": None}
    assert found["board"]["spent"] == [{"by": "A", "card": "goodwill+2"}]
    assert data.board(None)["board"] is None
