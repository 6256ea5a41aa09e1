"""Loops: how they begin, how they end, and what they hand on."""

from __future__ import annotations

import pytest
from board_logs import RULES, board_after, complaints, log_text, replayed
from msgspec.structs import replace

from deducer.board.replay import replay
from deducer.board.timeline import Outcome, Step, StepKind
from deducer.log.notation import read_log
from deducer.log.statements import (
    AbilityLine,
    At,
    DayLine,
    GoodwillLine,
    IncidentLine,
    NightLine,
    PlayStatement,
)

CAST = "Boy Student, Alien, Doctor, Henchman, Servant, Scientist, Black Cat"
QUIET = "mm: nothing\np: nothing\nability: nothing\ngoodwill: nothing\n"
NIGHT = QUIET + "night: nothing\n"
DAY_2 = QUIET + "incident: did not occur\nnight: nothing\n"
START = "loop 1\nstart: nothing\nday 1\n"


def test_everybody_stands_at_the_start_place_without_counters() -> None:
    board = board_after("loop 1\n", CAST)
    assert {f.id: f.place for f in board.figures.values()} == {
        "boyStudent": "School",
        "alien": "Shrine",
        "doctor": "Hospital",
        "henchman": None,
        "servant": None,
        "scientist": "Hospital",
        "blackCat": "Shrine",
    }
    assert all(f.total == 0 and f.alive and f.present and f.entered for f in board.figures.values())
    assert board.intrigue == {"Hospital": 0, "Shrine": 0, "City": 0, "School": 0}
    assert (board.loop, board.day, board.gauge, board.immune) == (1, 0, 0, False)


def test_a_start_the_mastermind_chooses_is_told_each_loop() -> None:
    told = "loop 1\nstart: Henchman at City; Servant at School\n"
    assert board_after(told, CAST).figure("henchman").start == "City"
    later = board_after(told + "loop 2\n", CAST)
    assert later.figure("henchman").start is None
    assert later.figure("servant").start == "School"
    assert later.figure("servant").place == "School"


def test_a_start_the_script_fixes_stays_unknown_before_it_is_told() -> None:
    told = "loop 1\nstart: nothing\nloop 2\nstart: Servant at City\nloop 3\n"
    timeline = replayed(told, CAST)
    starts = [record.steps[0].after.figure("servant").start for record in timeline.loops[:2]]
    assert starts == [None, "City"]
    assert timeline.board is not None
    assert timeline.board.figure("servant").start == "City"


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("loop 1\nstart: Alien at City\n", "Alien starts at Shrine, not at City"),
        ("loop 1\nstart: Servant at Hospital\n", "Servant starts at City or School, not at Hospital"),
        (
            "loop 1\nstart: Servant at City\nloop 2\nstart: Servant at School\n",
            "Servant starts at City, not at School",
        ),
    ],
)
def test_starts_that_cannot_be(told: str, words: str) -> None:
    assert complaints(told, CAST) == [words]


def test_a_board_line_before_the_first_day_tells_a_start() -> None:
    board = board_after("loop 1\nstart: nothing\nboard: Henchman City\nday 1\n", CAST)
    assert board.figure("henchman").start == "City"


def kinds(steps: tuple[Step, ...]) -> list[tuple[int, str, bool]]:
    return [(step.day, step.kind.value, step.recorded) for step in steps]


def test_the_tail_of_the_log_is_the_future() -> None:
    (record,) = replayed(START + "ability: nothing\n", CAST).loops
    assert kinds(record.steps) == [
        (0, "loopStart", True),
        (1, "cards", False),
        (1, "mastermindAbility", True),
    ]
    assert [step.closed for step in record.steps] == [True, True, False]
    assert (record.outcome, record.told_by, record.ended_early) == (Outcome.OPEN, None, None)
    assert record.gaps is True


@pytest.mark.parametrize("closing", ["goodwill: nothing\n", "day 2\n", "end: lost\n", "loop 2\n"])
def test_a_step_is_closed_by_a_later_step_day_or_loop(closing: str) -> None:
    record = replayed(START + "mm: nothing\np: nothing\nability: nothing\n" + closing, CAST).loops[0]
    step = next(step for step in record.steps if step.kind is StepKind.MASTERMIND)
    assert step.closed


@pytest.mark.parametrize("other", ["board: Alien Shrine\n", "fact: Alien is not Killer\n"])
def test_other_lines_close_nothing(other: str) -> None:
    record = replayed(START + "mm: nothing\np: nothing\nability: nothing\n" + other, CAST).loops[0]
    assert record.steps[-1].closed is False


def test_a_loop_that_ran_to_its_last_night() -> None:
    play = f"{START}{NIGHT}day 2\n{DAY_2}day 3\n{NIGHT}end: lost\nloop 2\n"
    first = replayed(play, CAST).loops[0]
    assert (first.outcome, first.ended_early, first.gaps) == (Outcome.LOST, False, False)
    assert first.told_by is first.end
    assert not any(step.ends_loop for step in first.steps)
    assert [step.day for step in first.steps if step.maybe_ends_loop] == [3], "by a death of its last night"


def test_a_header_says_that_the_loop_before_was_lost() -> None:
    first = replayed(f"{START}{NIGHT}day 2\n{DAY_2}day 3\n{NIGHT}loop 2\n", CAST).loops[0]
    assert (first.outcome, first.ended_early, first.end) == (Outcome.LOST, False, None)
    assert first.told_by is not None
    assert first.told_by.at.text == "loop 2"


def test_a_victory() -> None:
    record = replayed(f"{START}{NIGHT}day 2\n{DAY_2}day 3\n{NIGHT}end: won\n", CAST).loops[0]
    assert (record.outcome, record.ended_early) == (Outcome.WON, False)


@pytest.mark.parametrize("ending", ["lost", "protagonists die"])
def test_a_loss_told_in_a_step_ends_the_loop_there(ending: str) -> None:
    first = replayed(f"{START}{QUIET}night: Alien dies; {ending}\nend: lost\nloop 2\n", CAST).loops[0]
    assert (first.outcome, first.ended_early) == (Outcome.LOST, True)
    assert first.steps[-1].ends_loop is True
    assert first.steps[-1].maybe_ends_loop is False


def test_a_loss_in_the_last_line_is_known_but_not_closed() -> None:
    record = replayed(f"{START}{QUIET}night: Alien dies; lost\n", CAST).loops[0]
    assert (record.outcome, record.ended_early, record.told_by) == (Outcome.LOST, True, None)
    assert record.steps[-1].closed is False


def test_a_loop_that_merely_ends_is_not_decided() -> None:
    record = replayed(f"{START}{QUIET}night: loop ends\n", CAST).loops[0]
    assert (record.outcome, record.ended_early) == (Outcome.OPEN, True)


def test_an_end_without_a_word_is_in_the_last_step_or_a_later_one_of_the_day() -> None:
    first = replayed(
        f"{START}{NIGHT}day 2\nmm: nothing\np: nothing\nability: nothing\nend: lost\n", CAST
    ).loops[0]
    assert first.ended_early is None
    assert [(s.day, s.kind.value, s.recorded, s.maybe_ends_loop) for s in first.steps if s.day == 2] == [
        (2, "cards", True, False),
        (2, "mastermindAbility", True, True),
        (2, "goodwill", False, True),
        (2, "incident", False, True),
        (2, "dayEnd", False, True),
    ]


def test_an_end_on_an_earlier_night() -> None:
    first = replayed(f"{START}{NIGHT}end: lost\n", CAST).loops[0]
    assert first.ended_early is None
    assert first.steps[-1].maybe_ends_loop is True
    assert first.final.figure("alien").alive is True


def test_a_loop_known_by_the_next_header_alone_may_have_taken_all_its_days() -> None:
    first = replayed("loop 1\nloop 2\n", CAST).loops[0]
    assert {step.day for step in first.steps} == {0, 1, 2, 3}
    assert not any(step.recorded for step in first.steps)
    assert first.ended_early is None
    assert first.final.maybe_occurred == {2}
    assert first.final.figure("doctor").alive is None


@pytest.mark.parametrize(
    "late_line",
    [NightLine(At(99, "night"), ()), DayLine(At(99, "day"), 2), GoodwillLine(At(99, "goodwill"), None)],
)
def test_nothing_happens_after_the_end(late_line: PlayStatement) -> None:
    log = read_log(log_text(f"{START}mm: nothing\np: nothing\nability: lost\n", CAST), RULES)
    timeline = replay(replace(log, play=(*log.play, late_line)), RULES)
    assert [(m.line, m.message) for m in timeline.mistakes] == [(99, "the loop has ended already")]
    assert timeline.loops[0].steps[-1].kind is StepKind.MASTERMIND


def test_lines_by_hand_in_the_wrong_place() -> None:
    log = read_log(log_text(START + QUIET, CAST), RULES)
    early = AbilityLine(At(98, "ability"), ())
    incident = IncidentLine(At(99, "incident"), occurred=True)
    timeline = replay(replace(log, play=(early, *log.play, early, incident)), RULES)
    assert [(m.line, m.message) for m in timeline.mistakes] == [
        (98, "no loop has begun"),
        (98, "the step is over already"),
        (99, "day 1 has no incident"),
    ]


def test_what_a_loop_hands_on() -> None:
    play = (
        "loop 1\nstart: +1 goodwill Scientist; +1 intrigue Shrine\n"
        "day 1\nmm: nothing\np: A Doctor goodwill+2\n"
        "ability: nothing\ngoodwill: nothing\nnight: Alien dies; reveal Boy Student Lover; lost\n"
        "end: lost; reveal Alien Friend\nloop 2\n"
    )
    board = board_after(play, CAST)
    assert board.goodwill_at_loop_end["doctor"] == 2
    assert board.goodwill_at_loop_end["scientist"] == 1
    assert board.goodwill_at_loop_end["alien"] == 0
    assert [who for who, dead in board.dead_at_loop_end.items() if dead] == ["alien"]
    assert board.revealed_before == {("alien", "friend"), ("boyStudent", "lover")}
    assert board.revealed == frozenset()
    assert board.reveals_complete is True
    assert board.figure("doctor").total == 0
    assert board.spent == ()


def test_reveals_at_the_end_are_open_without_an_end_line_only_if_somebody_may_lie_dead() -> None:
    days = f"{START}{NIGHT}day 2\n{DAY_2}day 3\n{QUIET}"
    assert board_after(days + "night: nothing\nloop 2\n", CAST).reveals_complete is True
    assert board_after(days + "night: Alien dies\nloop 2\n", CAST).reveals_complete is False
    assert board_after(days + "night: Alien dies\nend: lost\nloop 2\n", CAST).reveals_complete is True


def test_an_unrecorded_goodwill_step_may_have_revealed_somebody() -> None:
    cast = f"{CAST}, Office Worker"
    play = (
        "loop 1\nstart: nothing\nday 1\nmm: nothing\np: A Office Worker goodwill+2, B Doctor goodwill+1\n"
        "ability: nothing\ngoodwill: nothing\nnight: nothing\nday 2\nmm: nothing\np: {}\nability: nothing\n"
        "incident: did not occur\nnight: lost\nend: lost\nloop 2\n"
    )
    assert board_after(play.format("A Office Worker goodwill+1"), cast).reveals_complete is False
    assert board_after(play.format("A Doctor goodwill+1"), cast).reveals_complete is True


def test_only_reveals_stand_in_an_end_line() -> None:
    assert complaints(f"{START}{NIGHT}end: lost; Alien dies\n", CAST) == [
        "only roles are revealed when a loop ends"
    ]


def test_facts_and_guesses_are_handed_through() -> None:
    timeline = replayed("loop 1\nfact: Alien is not Killer\nguess: Alien Person right\n", CAST)
    assert [line.at.text for line in timeline.facts] == ["fact: Alien is not Killer"]
    assert [line.at.text for line in timeline.guesses] == ["guess: Alien Person right"]


def test_a_log_without_a_set_up_has_no_timeline() -> None:
    timeline = replay(read_log("loop 1\n", RULES), RULES)
    assert (timeline.loops, timeline.board, timeline.mistakes) == ((), None, ())


# ---------------------------------------------------------------- late arrivals


def test_a_late_character_waits_off_the_board() -> None:
    board = board_after(START, CAST, late="Godly Being, Transfer Student")
    for who in ("godlyBeing", "transferStudent"):
        assert (board.figure(who).present, board.figure(who).entered) == (False, False)
    assert "transferStudent" not in board_after(START, CAST).figures
    hidden = board_after(START, CAST, late="unknown")
    assert {"godlyBeing", "transferStudent"} <= hidden.figures.keys()


def test_who_enters_with_a_loop_stays_for_the_later_ones() -> None:
    second = f"loop 2\nstart: Godly Being enters at Shrine\nday 1\n{NIGHT}end: lost\n"
    play = f"{START}{NIGHT}end: lost\n{second}loop 3\n"
    figure = board_after(play, CAST, late="unknown").figure("godlyBeing")
    assert (figure.present, figure.place, figure.entered, figure.total) == (True, "Shrine", True, 0)


def test_who_enters_with_a_day_comes_anew_on_the_same_day() -> None:
    second_day = f"day 2\ndawn: Transfer Student enters at School\n{DAY_2}end: lost\n"
    first = f"{START}{NIGHT}{second_day}loop 2\nstart: nothing\nday 1\n"
    figure = board_after(first, CAST, late="unknown").figure("transferStudent")
    assert (figure.present, figure.entered) == (False, True)
    again = first + f"{NIGHT}day 2\ndawn: Transfer Student enters at School\n"
    assert board_after(again, CAST, late="unknown").figure("transferStudent").present is True
    wrong = complaints(first + "dawn: Transfer Student enters at School\n", CAST, late="unknown")
    assert wrong == ["Transfer Student enters on the same day of every loop: on day 2, not on day 1"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("dawn: Godly Being enters at Shrine\n", "Godly Being enters when a loop starts"),
        ("night: Transfer Student enters at School\n", "Transfer Student enters when a day starts"),
        ("dawn: Transfer Student enters at City\n", "Transfer Student enters at School, not at City"),
    ],
)
def test_entries_that_cannot_be(line: str, words: str) -> None:
    assert complaints(START + line, CAST, late="unknown") == [words]


def test_an_entry_may_have_gone_unrecorded_with_the_loop_s_start() -> None:
    figure = board_after("loop 1\nday 1\n", CAST, late="Godly Being").figure("godlyBeing")
    assert (figure.present, figure.alive, figure.entered) == (True, None, False)
    assert figure.place == "Shrine", "if it is there, it stands where it starts"
    seen = board_after("loop 1\nday 1\nmm: Godly Being paranoia+1\n", CAST, late="Godly Being").figure(
        "godlyBeing"
    )
    assert (seen.present, seen.alive, seen.entered) == (True, True, True)
    later = board_after(
        "loop 1\nday 1\nloop 2\nstart: Godly Being enters at Shrine\n", CAST, late="Godly Being"
    )
    assert (later.figure("godlyBeing").alive, later.figure("godlyBeing").place) == (True, "Shrine")
