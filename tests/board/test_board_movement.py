"""What keeps characters in their place: closed places, a letter, and a Forbid Goodwill that forbids more."""

from __future__ import annotations

import pytest
from board_logs import board_after, complaints, day, figure_after, replayed, steps

from deducer.board.state import Board
from deducer.board.timeline import Resolved, StepKind
from deducer.log.statements import Card

CAST = "Boy Student, Girl Student, Doctor, Office Worker, Pop Idol, Shrine Maiden, A.I., Servant, Boss"
QUIET = "ability: nothing\ngoodwill: nothing\n"
CARDS = "mm: nothing\np: nothing\n"
START = f"loop 1\nstart: Servant at City\nday 1\n{CARDS}{QUIET}"
CIRCLE = {
    "set": "Mystery Circle",
    "incident": "Suspicious Letter",
    "more": "turf Boss: School\nincident 1 Closed Circle\n",
}
LETTER = {**CIRCLE, "more": "turf Boss: School\nincident 1 Suspicious Letter\n"}
CLOSED = f"{START}incident: occurred: culprit is at School\nnight: nothing\nday 2\n"


def after(play: str, **header: str) -> Board:
    return board_after(play, CAST, **(header or CIRCLE))


# ---------------------------------------------------------------- closed places


def test_a_place_is_closed_for_three_days() -> None:
    assert after(CLOSED).closed == {"School": 3}
    occurred = f"{CARDS}{QUIET}incident: did not occur\nnight: nothing\nday 3\n{CARDS}"
    board = after(f"{CLOSED}{occurred}")
    assert (board.day, board.closed) == (3, {"School": 3})


@pytest.mark.parametrize(
    ("who", "move", "place"),
    [
        ("Boy Student", "vertical", "School"),
        ("Boy Student", "diagonal", "School"),
        ("Pop Idol", "horizontal", "City"),
        ("Pop Idol", "vertical", "Hospital"),
        ("Shrine Maiden", "vertical", "Shrine"),
        ("Doctor", "diagonal", "Hospital"),
        ("Doctor", "horizontal", "Shrine"),
    ],
)
def test_cards_move_nobody_into_or_out_of_a_closed_place(who: str, move: str, place: str) -> None:
    board = after(f"{CLOSED}mm: {who} move {move}\np: nothing\n{QUIET}")
    name = {"Boy Student": "boyStudent", "Pop Idol": "popIdol", "Shrine Maiden": "shrineMaiden"}
    assert board.figure(name.get(who, "doctor")).place == place


def test_a_place_is_open_again_after_its_last_day() -> None:
    whole = f"{CARDS}{QUIET}night: nothing\n"
    play = f"{CLOSED}{CARDS}{QUIET}incident: did not occur\nnight: nothing\nday 3\n{whole}day 4\n"
    text = f"{play}mm: Boy Student move vertical\np: nothing\n{QUIET}"
    header = {**CIRCLE, "more": "special days +1\n" + CIRCLE["more"]}
    assert board_after(text, CAST, **header).figure("boyStudent").place == "Shrine"


@pytest.mark.parametrize("change", ["Pop Idol moves to School", "Girl Student moves to Shrine"])
def test_nobody_is_told_to_enter_or_leave_a_closed_place(change: str) -> None:
    (found,) = complaints(f"{CLOSED}{CARDS}ability: {change}\n", CAST, **CIRCLE)
    assert "the School is closed up to day 3" in found


def test_moves_between_other_places_go_on() -> None:
    assert complaints(f"{CLOSED}{CARDS}ability: Pop Idol moves to Hospital\n", CAST, **CIRCLE) == []


def test_a_late_character_enters_a_closed_place() -> None:
    header = {**CIRCLE, "late": "Transfer Student"}
    board = after(f"{CLOSED}dawn: Transfer Student enters at School\n", **header)
    assert board.figure("transferStudent").place == "School"


def test_the_next_loop_is_open_again() -> None:
    play = f"{START}incident: occurred: culprit is at School\nnight: lost\nend: lost\nloop 2\n"
    board = after(play)
    assert not board.closed


def test_a_closed_place_does_not_keep_followers_of_masters_that_stay() -> None:
    closed = f"{START}incident: occurred: culprit is at City\nnight: nothing\nday 2\n"
    board = after(f"{closed}mm: Boss move horizontal\np: nothing\n{QUIET}")
    assert (board.figure("boss").place, board.figure("servant").place) == ("City", "City")


def test_what_a_goodwill_ability_resolves_closes_a_place_too() -> None:
    asked = "mm: nothing\np: A.I. goodwill+2\nability: +1 paranoia Doctor\ngoodwill: nothing\n"
    play = (
        f"loop 1\nstart: Servant at City\nday 1\n{asked}incident: did not occur\nnight: nothing\n"
        "day 2\nmm: nothing\np: A.I. goodwill+1\nability: nothing\n"
        "goodwill: A.I. 3 incident 1: culprit is at City\n"
    )
    board = after(play)
    assert (board.closed, board.occurred) == ({"City": 4}, ())


def test_a_circle_that_was_not_recorded_may_have_closed_any_place() -> None:
    board = after(f"{START}night: nothing\nday 2\nmm: Boy Student move vertical\np: nothing\n{QUIET}")
    # The Twin's circle closes the place opposite to its own, so every place is possible.
    assert board.maybe_closed == dict.fromkeys(("Hospital", "Shrine", "City", "School"), 3)
    assert not board.closed
    assert board.figure("boyStudent").place is None


# ---------------------------------------------------------------- a letter

MOVED = f"{START}incident: occurred: Doctor moves to City\nnight: nothing\nday 2\n"
NEXT = f"{CARDS}{QUIET}incident: did not occur\nnight: nothing\nday 3\n"


def test_who_was_moved_by_a_letter_stays_all_the_next_day() -> None:
    board = after(MOVED, **LETTER)
    assert board.figure("doctor").held == {2}
    assert not board.figure("boyStudent").held
    held = "mm: Doctor move horizontal, Boy Student move vertical\np: nothing\n"
    board = after(f"{MOVED}{held}{QUIET}", **LETTER)
    assert (board.figure("doctor").place, board.figure("boyStudent").place) == ("City", "Shrine")


def test_who_was_held_moves_again_the_day_after() -> None:
    board = after(f"{MOVED}{NEXT}mm: Doctor move horizontal\np: nothing\n{QUIET}", **LETTER)
    assert board.figure("doctor").place == "School"


def test_nobody_held_is_told_to_move() -> None:
    found = complaints(f"{MOVED}{CARDS}ability: Doctor moves to School\n", CAST, **LETTER)
    assert found == ["Doctor was moved by yesterday's incident and cannot be moved today"]
    assert complaints(f"{MOVED}{NEXT}{CARDS}ability: Doctor moves to School\n", CAST, **LETTER) == []


def test_a_letter_without_a_move_holds_nobody() -> None:
    board = after(f"{START}incident: occurred: nothing\n", **LETTER)
    assert not any(figure.held or figure.maybe_held for figure in board.figures.values())


def test_other_moves_hold_nobody() -> None:
    header = {**LETTER, "set": "Midnight Zone", "incident": "Suicide"}
    header["more"] = "turf Boss: School\nincident 1 Missing Person\n"
    play = f"{START}incident: occurred: Doctor moves to City; +1 intrigue City\n"
    assert not after(play, **header).figure("doctor").held


def test_one_that_went_along_is_perhaps_held() -> None:
    play = f"{START}incident: occurred: Boss moves to School; Servant moves to School\n"
    board = after(play, **LETTER)
    boss, servant = board.figure("boss"), board.figure("servant")
    assert (boss.held, boss.maybe_held) == (frozenset({2}), frozenset())
    assert (servant.held, servant.maybe_held) == (frozenset(), frozenset({2}))


def test_a_held_follower_does_not_go_along() -> None:
    play = f"{START}incident: occurred: Servant moves to Hospital\nnight: nothing\nday 2\n"
    assert after(play, **LETTER).figure("servant").held == {2}
    play += "mm: Boss move vertical\np: nothing\n"
    board = after(f"{play}ability: nothing\n", **LETTER)
    assert (board.figure("boss").place, board.figure("servant").place) == ("Hospital", "Hospital")


def test_a_letter_that_was_not_recorded_perhaps_holds_everybody() -> None:
    board = after(f"{START}night: nothing\nday 2\n", **LETTER)
    assert all(figure.maybe_held == {2} for figure in board.figures.values())
    assert not figure_after("doctor", START, CAST, **LETTER).maybe_held


def test_perhaps_held_is_perhaps_moved() -> None:
    stated = f"{START}night: nothing\nboard: Doctor Hospital; Boy Student School\nday 2\n"
    board = after(f"{stated}mm: Doctor move vertical\np: nothing\n{QUIET}", **LETTER)
    assert board.figure("doctor").place is None
    assert board.figure("boyStudent").place == "School"


def test_a_forbid_on_one_who_is_held_shows_nothing() -> None:
    cards = "mm: Doctor move horizontal\np: Doctor forbid movement\n"
    timeline = replayed(f"{MOVED}{cards}{QUIET}", CAST, **LETTER)
    moving = next(r for r in steps(timeline, StepKind.CARDS)[1].cards if r.card.card == "move horizontal")
    assert moving.worked is None


# ---------------------------------------------------------------- Forbid Goodwill that forbids movement

ZONE = {"set": "Midnight Zone", "incident": "Suicide", "more": "turf Boss: School\n"}


def moved(mm: str, p: str, told: str = "", rest: str = QUIET, **header: str) -> Resolved:
    play = day(mm, p).replace("start: nothing", "start: Servant at City") + told + rest
    timeline = replayed(play, CAST, **(header or ZONE))
    (step,) = steps(timeline, StepKind.CARDS)
    return next(one for one in step.cards if (one.card.card or "").startswith("move"))


def test_a_move_under_forbid_goodwill_is_seen_to_work_or_not() -> None:
    worked = moved("Doctor forbid goodwill", "Doctor move vertical")
    assert worked.forbidden_by is None
    assert worked.also_forbidden_by == Card("forbid goodwill", "doctor")
    assert (worked.visible, worked.place) == (True, "City")
    stopped = moved("Doctor forbid goodwill", "Doctor move vertical", "stopped: move on Doctor\n")
    assert stopped.also_forbidden_by == Card("forbid goodwill", "doctor")
    assert (stopped.visible, stopped.place, stopped.worked) == (False, "Hospital", False)


def test_where_nobody_can_go_nothing_is_seen() -> None:
    barred = moved("Office Worker forbid goodwill", "Office Worker move horizontal")
    assert barred.also_forbidden_by is not None
    assert barred.visible is None


def test_a_step_that_is_not_closed_shows_nothing() -> None:
    assert moved("Doctor forbid goodwill", "Doctor move vertical", rest="").visible is None


@pytest.mark.parametrize(
    ("mm", "p", "told"),
    [
        ("Boy Student forbid goodwill", "Doctor move vertical", ""),
        ("Doctor forbid paranoia", "Doctor move vertical", ""),
        ("Doctor forbid goodwill", "Doctor move vertical", "ignored: forbid goodwill on Doctor\n"),
    ],
)
def test_other_cards_forbid_nothing_else(mm: str, p: str, told: str) -> None:
    found = moved(mm, p, told)
    assert (found.also_forbidden_by, found.visible) == (None, None)


def test_sets_without_such_a_rule_have_no_such_forbid() -> None:
    header = {"set": "Basic Tragedy", "incident": "Suicide", "more": "turf Boss: School\n"}
    assert moved("Doctor forbid goodwill", "Doctor move vertical", **header).also_forbidden_by is None
