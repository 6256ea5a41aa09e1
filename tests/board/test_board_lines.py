"""`board:` lines: they tell what is not known, and must agree with what is."""

from __future__ import annotations

import pytest
from board_logs import attempted, board_after, complaints, day, replayed

from deducer.board.timeline import StepKind

CAST = "Boy Student, Alien, Doctor, Nurse"
BLANK = "loop 1\nday 1\nday 2\n"
KNOWN = (
    day("Alien paranoia+1, City intrigue+2", "A Doctor goodwill+1")
    + "ability: nothing\ngoodwill: nothing\nnight: nothing\n"
)


def test_a_board_line_tells_what_is_not_known() -> None:
    board = board_after(BLANK + "board: Alien City p2 g1 i0; City i2; Doctor dead\n", CAST)
    alien = board.figure("alien")
    assert (alien.place, alien.alive, alien.guards) == ("City", True, 0)
    assert dict(alien.counters) == {"paranoia": 2, "goodwill": 1, "intrigue": 0}
    assert alien.trail[-1] == 2
    assert board.intrigue["City"] == 2
    assert board.intrigue["School"] is None
    assert board.figure("doctor").alive is False
    assert board.figure("nurse").alive is None


def test_a_place_without_counters_leaves_the_counters() -> None:
    board = board_after(KNOWN + "board: Alien Shrine; City; Doctor Hospital g1\n".replace("City; ", ""), CAST)
    assert board.figure("alien").counters["paranoia"] == 1
    assert board.intrigue["City"] == 2


def test_board_all_says_that_the_rest_is_zero() -> None:
    board = board_after(BLANK + "board all: Alien City p2; City i1\n", CAST)
    assert dict(board.figure("alien").counters) == {"paranoia": 2, "goodwill": 0, "intrigue": 0}
    assert board.figure("nurse").total == 0
    assert board.figure("nurse").guards == 0
    assert board.intrigue == {"Hospital": 0, "Shrine": 0, "City": 1, "School": 0}
    assert board.figure("nurse").alive is None, "who is not named may lie dead"


def test_a_line_that_agrees_changes_nothing() -> None:
    assert board_after(KNOWN + "board all: Alien Shrine p1; City i2; Doctor g1\n", CAST) == board_after(
        KNOWN, CAST
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("board: Alien p2", "Alien has 1 paranoia by the lines before, not 2"),
        ("board: Alien City", "Alien is at the Shrine by the lines before, not at the City"),
        ("board: City i1", "City has 2 intrigue by the lines before, not 1"),
        ("board: Alien dead", "Alien is alive by the lines before, not dead"),
        ("board: Alien guard 1", "Alien has 0 guards by the lines before, not 1"),
        ("board all: Alien p1; City i2", "Doctor has 1 goodwill by the lines before, not 0"),
        ("board all: Alien p1; Doctor g1", "City has 2 intrigue by the lines before, not 0"),
        ("board: Godly Being Shrine", "Godly Being is not on the board"),
    ],
)
def test_a_line_that_does_not_agree(line: str, words: str) -> None:
    assert complaints(f"{KNOWN}{line}\n", CAST, late="Godly Being") == [words]
    board = attempted(f"{KNOWN}{line}\n", CAST, late="Godly Being").board
    assert board == board_after(KNOWN, CAST, late="Godly Being")


def test_a_place_says_that_the_dead_live() -> None:
    dead = KNOWN.replace("night: nothing", "night: Alien dies")
    assert complaints(dead + "board: Alien Shrine p1\n", CAST) == [
        "Alien is dead by the lines before, not alive"
    ]
    assert not complaints(dead + "board: Alien Shrine p1 dead\n", CAST)
    assert not complaints(dead + "board: Alien p1\n", CAST)


def test_a_board_line_after_the_end_tells_how_the_loop_ended() -> None:
    play = "loop 1\nday 1\nnight: nothing\nend: lost\nboard: Alien Shrine g1\nloop 2\n"
    board = board_after(play, CAST)
    assert board.goodwill_at_loop_end["alien"] == 1
    assert board.dead_at_loop_end["alien"] is False
    assert board.dead_at_loop_end["doctor"] is None


def test_a_board_line_inside_a_step_counts_for_what_follows() -> None:
    play = (
        "loop 1\nday 1\nability: nothing\nboard: Alien City p1\ngoodwill: nothing\nnight: -1 paranoia Alien\n"
    )
    alien = board_after(play, CAST).figure("alien")
    assert (alien.place, alien.counters["paranoia"]) == ("City", 0)


# ---------------------------------------------------------------- among steps that were not recorded

CARDS = "loop 1\nstart: nothing\nday 1\nmm: Alien paranoia+1\np: A Doctor goodwill+1\n"
DAY_END = "board all: Boy Student School; Alien Shrine p2; Doctor Hospital g1; Nurse Hospital\n"


def test_a_board_line_ends_what_unrecorded_steps_left_open() -> None:
    board = board_after(CARDS + DAY_END + "day 2\n", CAST)
    assert board.figure("alien").counters["paranoia"] == 2
    assert board.figure("doctor").alive is True
    assert all(number == 0 for number in board.intrigue.values())
    steps = replayed(CARDS + DAY_END + "day 2\n", CAST).loops[0].steps
    assert [step.recorded for step in steps] == [True, True, False, False, False]
    assert steps[1].after.figure("alien").counters["paranoia"] == 1
    assert steps[-1].after.figure("alien").counters["paranoia"] == 2


def test_it_stands_after_the_steps_that_are_missing_before_the_next_line() -> None:
    board = board_after(CARDS + DAY_END + "goodwill: nothing\n", CAST)
    assert board.figure("alien").counters["paranoia"] == 2


def test_where_no_step_is_missing_it_must_agree_at_once() -> None:
    assert complaints(CARDS + DAY_END + "ability: nothing\n", CAST) == [
        "Alien has 1 paranoia by the lines before, not 2"
    ]


def test_at_the_end_of_the_log_as_few_steps_have_passed_as_it_needs() -> None:
    last = replayed(CARDS + DAY_END, CAST).loops[0].steps[-1]
    assert (last.kind, last.recorded) == (StepKind.MASTERMIND, False)
    agreeing = replayed(CARDS + DAY_END.replace("p2", "p1"), CAST).loops[0].steps[-1]
    assert (agreeing.kind, agreeing.closed) == (StepKind.CARDS, False)
    impossible = complaints(CARDS + "board: Nurse p1; Doctor g0; Patient p1\n", f"{CAST}, Patient")
    assert impossible == [
        "Doctor has 1 goodwill by the lines before, not 0",
        "Nurse has 0 paranoia by the lines before, not 1",
        "Patient has 0 paranoia by the lines before, not 1",
    ], "no step to come takes goodwill from him, so the line stands where it is"


def test_days_known_by_their_boards_alone() -> None:
    first = "board all: Boy Student City; Alien Shrine p2; Doctor Hospital; Nurse Hospital dead\n"
    second = first.replace("p2", "p3").replace("Boy Student City", "Boy Student School dead")
    play = f"loop 1\nday 1\n{first}day 2\n{second}day 3\n{second}end: lost\nloop 2\n"
    timeline = replayed(play, CAST)
    assert timeline.loops[0].final.figure("alien").counters["paranoia"] == 3
    assert timeline.board is not None
    assert [who for who, dead in timeline.board.dead_at_loop_end.items() if dead] == ["boyStudent", "nurse"]
