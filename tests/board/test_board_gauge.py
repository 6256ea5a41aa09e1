"""The extra gauge: it counts the incidents of a loop, whoever writes it down (R122, R131, D20)."""

from __future__ import annotations

import pytest
from board_logs import RULES, attempted, board_after, complaints, log_text, replayed, steps
from msgspec.structs import replace

from deducer.board.changes import raise_gauge
from deducer.board.replay import replay
from deducer.board.state import Board
from deducer.board.timeline import StepKind
from deducer.log.notation import read_log

CAST = "Boy Student, Girl Student, Doctor, Office Worker, Scientist, Alien, A.I."
QUIET = "mm: nothing\np: nothing\nability: nothing\ngoodwill: nothing\n"
DAY1 = f"loop 1\nstart: nothing\nday 1\n{QUIET}"


def header(first: str, second: str = "Portent", ruling: str = "") -> dict[str, str]:
    more = f"incident 1 {first}\n" + (f"ruling gaugeBeforeEffect = {ruling}\n" if ruling else "")
    return {"set": "Mystery Circle", "incident": second, "more": more}


def after(play: str, first: str, second: str = "Portent", ruling: str = "") -> Board:
    return board_after(play, CAST, **header(first, second, ruling))


@pytest.mark.parametrize(
    ("incident", "line", "gauge"),
    [
        ("Portent", "occurred: +1 paranoia Alien", 1),
        ("Portent", "occurred: nothing", 1),
        ("Portent", "did not occur", 0),
        ("Bestial Murder", "occurred: nothing", 2),
        ("Silver Bullet", "occurred: nothing", 0),
        ("Portent", "occurred: +1 paranoia Alien; +1 gauge", 1),
        ("Bestial Murder", "occurred: +2 gauge", 2),
        ("Bestial Murder", "occurred: +1 gauge; Alien dies; +1 gauge", 2),
    ],
)
def test_an_incident_that_occurs_raises_the_gauge(incident: str, line: str, gauge: int) -> None:
    assert after(f"{DAY1}incident: {line}\n", incident).gauge == gauge


def test_the_gauge_rises_after_the_effects_and_for_every_incident_of_the_loop() -> None:
    play = (
        f"{DAY1}incident: occurred: Alien dies\nnight: nothing\nday 2\n{QUIET}incident: occurred: nothing\n"
    )
    timeline = replayed(play, CAST, **header("Serial Murder"))
    first, second = steps(timeline, StepKind.INCIDENT)
    assert [moment.after.gauge for moment in first.moments] == [0]
    assert (first.after.gauge, second.after.gauge) == (1, 2)


@pytest.mark.parametrize("told", ["+2 gauge", "-1 gauge", "+1 gauge; +1 gauge"])
def test_a_gauge_told_otherwise_is_a_mistake(told: str) -> None:
    found = complaints(f"{DAY1}incident: occurred: {told}\n", CAST, **header("Portent"))
    amount = -1 if told == "-1 gauge" else 2
    assert found == [f"the gauge rises by 1 for this incident, not by {amount}"]


def test_sets_that_do_not_count_incidents_leave_the_gauge_alone() -> None:
    zone = {"set": "Midnight Zone", "incident": "Suicide", "more": "incident 1 Suicide\n"}
    assert board_after(f"{DAY1}incident: occurred: Alien dies\n", CAST, **zone).gauge == 0
    assert complaints(f"{DAY1}incident: occurred: +1 gauge\n", CAST, **zone)


def test_what_a_goodwill_ability_resolves_raises_nothing() -> None:
    cards = "day 1\nmm: nothing\np: A.I. goodwill+2, Alien goodwill+1\nability: nothing\ngoodwill: nothing\n"
    play = (
        f"loop 1\nstart: nothing\n{cards}incident: did not occur\nnight: nothing\n"
        "day 2\nmm: nothing\np: A.I. goodwill+1\nability: nothing\n"
        "goodwill: A.I. 3 incident 1: +1 paranoia A.I.\n"
    )
    assert after(play, "Portent").gauge == 0


# ---------------------------------------------------------------- the loop's end and the next loop


@pytest.mark.parametrize(
    ("ruling", "expected"), [("", (0, 1)), ("before", (1, 0)), ("after", (0, 0)), ("either", (0, 1))]
)
@pytest.mark.parametrize("ending", ["Alien dies; lost", "protagonists die"])
def test_an_effect_that_ends_the_loop_leaves_the_rise_open(
    ruling: str, expected: tuple[int, int], ending: str
) -> None:
    play = f"{DAY1}incident: occurred: {ending}\nend: lost\n"
    board = after(play, "Hospital Incident", ruling=ruling)
    assert (board.gauge, board.rise) == expected
    later = after(f"{play}loop 2\n", "Hospital Incident", ruling=ruling)
    assert (later.gauge, later.rise) == (0, 0)
    assert (later.gauge_at_loop_end, later.rise_at_loop_end) == expected


def test_a_rise_written_in_the_line_that_ended_the_loop_is_told() -> None:
    board = after(f"{DAY1}incident: occurred: protagonists die; +1 gauge\nend: lost\n", "Hospital Incident")
    assert (board.gauge, board.rise) == (1, 0)


@pytest.mark.parametrize(
    ("incident", "ruling", "gauge"),
    [
        ("Serial Murder", "", None),
        ("Serial Murder", "after", None),
        ("Serial Murder", "before", 1),
        ("Faked Suicide", "", 1),
    ],
)
def test_a_loop_that_perhaps_ended_in_the_incident(incident: str, ruling: str, gauge: int | None) -> None:
    changes = "Alien dies" if incident == "Serial Murder" else "extra card Alien"
    play = f"{DAY1}incident: occurred: {changes}\nend: lost\n"
    assert after(play, incident, "Silver Bullet", ruling).gauge == gauge


def test_no_effect_ended_a_loop_that_was_won() -> None:
    play = f"{DAY1}incident: occurred: Alien dies\nend: won\n"
    (step,) = steps(replayed(play, CAST, **header("Serial Murder")), StepKind.INCIDENT)[:1]
    assert not step.maybe_ends_loop
    assert step.after.gauge == 1


def test_the_gauge_starts_anew_and_with_what_is_told() -> None:
    play = f"{DAY1}incident: occurred: nothing\nnight: lost\nend: lost\nloop 2\n"
    play += "start: +1 gauge\nday 1\n"
    board = after(f"{play}{QUIET}incident: occurred: nothing\n", "Portent")
    assert (board.gauge, board.gauge_at_loop_end) == (2, 1)


# ---------------------------------------------------------------- what was not recorded


@pytest.mark.parametrize(("incident", "gauge"), [("Portent", None), ("Silver Bullet", 0)])
def test_an_incident_step_that_was_not_recorded(incident: str, gauge: int | None) -> None:
    board = after(f"{DAY1}night: nothing\nday 2\n", incident)
    assert board.gauge == gauge


def unnamed(play: str) -> Board:
    """Return the board after a log whose sheet shows a name that the set does not have."""
    log = read_log(log_text(play, CAST, **header("Portent")), RULES)
    assert log.setup is not None
    timeline = replay(replace(log, setup=replace(log.setup, incidents={1: None})), RULES)
    assert not timeline.mistakes
    assert timeline.board is not None
    return timeline.board


def test_an_unknown_name_that_occurred_raises_by_what_is_told() -> None:
    assert unnamed(f"{DAY1}night: nothing\n").gauge is None
    assert unnamed(f"{DAY1}incident: occurred: nothing\n").gauge is None
    assert unnamed(f"{DAY1}incident: occurred: +2 gauge\n").gauge == 2


def test_a_loop_start_that_was_not_recorded_may_have_raised_the_gauge() -> None:
    low = f"{DAY1}incident: occurred: nothing\nnight: lost\nend: lost\nloop 2\nday 1\n"
    assert after(low, "Portent").gauge is None
    high = (
        f"{DAY1}incident: occurred: nothing\nnight: nothing\nday 2\n{QUIET}incident: occurred: nothing\n"
        "night: lost\nend: lost\nloop 2\nday 1\n"
    )
    assert after(high, "Portent", "Bestial Murder").gauge == 0, (
        "3 at the loop's end is too much to be carried"
    )


# ---------------------------------------------------------------- what an incident without effect says

CATS = CAST.replace("Doctor", "Black Cat")


@pytest.mark.parametrize(
    ("incident", "follows", "gauge", "span"),
    [
        ("Bestial Murder", "", None, (1, 2)),
        ("Portent", "", 1, None),  # whatever its culprit
        ("Bestial Murder", f"night: nothing\nday 2\n{QUIET}incident: occurred: nothing\n", None, (2, 3)),
        (
            "Bestial Murder",
            "night: nothing\nday 2\nmm: nothing\np: nothing\nability: nothing\n",
            None,
            (1, 2),
        ),
        ("Silver Bullet", "", None, (0, 1)),
    ],
)
def test_a_black_cats_incident_may_or_may_not_say_how_the_gauge_rises(
    incident: str, follows: str, gauge: int | None, span: tuple[int, int] | None
) -> None:
    play = (
        f"{DAY1.replace('start: nothing', 'start: +1 intrigue Shrine')}incident: occurred: nothing\n{follows}"
    )
    board = board_after(play, CATS, **header(incident))
    assert (board.gauge, board.gauge_span) == (gauge, span)


@pytest.mark.parametrize(("amount", "gauge", "span"), [(1, None, (1, 2)), (-1, 0, None), (0, None, (0, 1))])
def test_a_gauge_of_which_bounds_are_known_keeps_them(
    amount: int, gauge: int | None, span: tuple[int, int] | None
) -> None:
    board = raise_gauge(Board(1, 1, {}, {}), 0, 1)
    board = raise_gauge(board, amount, amount)
    assert (board.gauge, board.gauge_span) == (gauge, span)


def test_nothing_is_known_of_a_gauge_that_was_not_known() -> None:
    board = raise_gauge(Board(1, 1, {}, {}, gauge=None), 1, 2)
    assert (board.gauge, board.gauge_span) == (None, None)


# ---------------------------------------------------------------- the Scientist

ASKED = "loop 1\nstart: {start}\nday 1\nmm: nothing\np: Scientist goodwill+2\nability: nothing\n"


@pytest.mark.parametrize(("change", "gauge"), [("+1", 1), ("-1", 0)])
def test_the_scientist_moves_the_gauge(change: str, gauge: int) -> None:
    start = "+1 goodwill Scientist" + ("; +1 gauge" if change == "-1" else "")
    play = ASKED.format(start=start) + f"goodwill: Scientist 3: -3 goodwill Scientist; {change} gauge\n"
    assert after(play, "Portent").gauge == gauge


def test_the_gauge_is_never_below_zero() -> None:
    play = ASKED.format(start="+1 goodwill Scientist") + "goodwill: Scientist 3: -1 gauge\n"
    found = attempted(play, CAST, **header("Portent")).mistakes
    assert [one.message for one in found] == ["the gauge has 0, so 1 cannot be taken"]


@pytest.mark.parametrize(("tragedy_set", "gauge"), [("Mystery Circle", None), ("Basic Tragedy", 0)])
def test_an_unrecorded_goodwill_step_moves_only_a_gauge_in_use(tragedy_set: str, gauge: int | None) -> None:
    play = ASKED.format(start="+1 goodwill Scientist") + "night: nothing\n"
    assert board_after(play, CAST, set=tragedy_set, incident="Suicide").gauge == gauge
