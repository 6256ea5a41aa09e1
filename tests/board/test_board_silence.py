"""Steps that were not written down: only what they could have changed is not known from there on."""

from __future__ import annotations

import pytest
from board_logs import RULES, board_after, day, log_text, replayed, steps

from deducer.board.replay import replay
from deducer.board.state import Board
from deducer.board.timeline import StepKind
from deducer.log.notation import read_log

CAST = "Boy Student, Girl Student, Alien, Doctor, Patient"
START = "loop 1\nstart: nothing\n"
CARDS = "mm: nothing\np: nothing\n"


def unknown(board: Board) -> set[str]:
    """Return what a board does not tell, as "who what"."""
    found = {f"{place} intrigue" for place, number in board.intrigue.items() if number is None}
    for figure in board.figures.values():
        found |= {f"{figure.id} {kind}" for kind, number in figure.counters.items() if number is None}
        told = {"place": figure.place, "alive": figure.alive, "guards": figure.guards}
        found |= {f"{figure.id} {what}" for what, value in told.items() if value is None}
    return found


def after(play: str, cast: str = CAST, **header: str) -> set[str]:
    return unknown(board_after(play, cast, **header))


def test_a_loop_start_of_the_first_loop_changes_nothing_but_by_traits() -> None:
    assert after("loop 1\nday 1\n") == set()
    assert after("loop 1\nday 1\n", "Alien, Scientist, Black Cat") == {
        "scientist paranoia",
        "scientist goodwill",
        "scientist intrigue",
        "Shrine intrigue",
    }


LATER = (
    START
    + "day 1\n"
    + CARDS
    + "ability: +1 goodwill Doctor\ngoodwill: nothing\nnight: {}\nend: lost{}\nloop 2\nday 1\n"
)


def test_a_later_loop_start_blurs_what_revealed_roles_and_kept_goodwill_allow() -> None:
    assert after(LATER.format("lost", ""), set="First Steps") == set()
    revealed = LATER.format("Alien dies; lost", "; reveal Alien Friend")
    assert after(revealed, set="First Steps") == {"alien goodwill"}
    assert after(revealed) == {"alien goodwill", "doctor paranoia"}


def test_a_loop_end_that_was_not_told_may_have_revealed_anybody_who_lay_dead() -> None:
    play = LATER.format("Alien dies; lost", "").replace("end: lost\n", "")
    assert after(play, set="First Steps") == {
        f"{who} goodwill" for who in ("boyStudent", "girlStudent", "alien", "doctor", "patient")
    }


def test_an_ability_step_blurs_paranoia_and_intrigue_of_the_living() -> None:
    play = day() + "goodwill: nothing\n"
    everybody = ("boyStudent", "girlStudent", "alien", "doctor", "patient")
    places = {f"{place} intrigue" for place in ("Hospital", "Shrine", "City", "School")}
    assert after(play) == {f"{who} {kind}" for who in everybody for kind in ("paranoia", "intrigue")} | places


def test_the_dead_keep_what_they_have() -> None:
    play = (
        day()
        + "ability: nothing\ngoodwill: nothing\nnight: Alien dies\n"
        + "day 2\nmm: nothing\np: nothing\ngoodwill: nothing\n"
    )
    assert not {one for one in after(play) if one.startswith("alien")}


def test_a_goodwill_step_blurs_what_the_goodwill_there_is_allows() -> None:
    assert after(day() + "ability: nothing\nnight: nothing\n") == set()
    doctor = day() + "ability: +2 goodwill Doctor; +1 paranoia Patient\nnight: nothing\n"
    assert after(doctor) == {"patient paranoia"}
    boy = day() + "ability: +2 goodwill Boy Student\nnight: nothing\n"
    assert after(boy) == set(), "the Girl Student has no paranoia to lose"
    alien = day() + "ability: +4 goodwill Alien; Doctor moves to Shrine\nnight: nothing\n"
    assert after(alien) == {"doctor alive"} | {
        f"{who} paranoia" for who in ("boyStudent", "girlStudent", "alien", "doctor", "patient")
    }


def test_one_ability_may_make_another_possible() -> None:
    cast = f"{CAST}, Rich Man's Daughter"
    play = (
        day()
        + "ability: +3 goodwill Rich Man's Daughter; +1 goodwill Boy Student; +1 paranoia Girl Student\n"
    )
    assert "girlStudent paranoia" in after(play + "night: nothing\n", cast)


def test_what_lasts_for_the_loop_is_not_known_either() -> None:
    cast = "Henchman, Soldier, Doctor, Patient, Class Rep, Servant"
    play = (
        "loop 1\nstart: Henchman at City; Servant at City\nday 1\nmm: nothing\np: A Doctor goodwill+2\n"
        "ability: +5 goodwill Henchman; +5 goodwill Soldier; +5 goodwill Doctor; +5 goodwill Class Rep; "
        "+5 goodwill Servant\n"
        "night: nothing\n"
    )
    board = board_after(play, cast)
    assert not board.quiet
    assert board.maybe_quiet == {"henchman"}
    assert board.immune is None
    patient = board.figure("patient")
    assert not patient.barred
    assert patient.maybe_barred == {"Shrine", "City", "School"}
    assert board.maybe_used == {
        ("soldier", "threaten"),
        ("soldier", "protect"),
        ("classRep", "takeBackCard"),
        ("servant", "serve"),
    }
    assert not board.spent
    assert board.maybe_spent == {("A", "goodwill+2")}
    moved = board_after(play + "day 2\nmm: Patient move vertical\np: nothing\nability: nothing\n", cast)
    assert moved.figure("patient").place is None


def test_a_day_end_kills_nobody_who_has_no_single_companion() -> None:
    play = day() + "ability: nothing\ngoodwill: nothing\nday 2\n"
    found = after(play)
    assert {one for one in found if one.endswith("alive")} == {
        "boyStudent alive",
        "girlStudent alive",
        "doctor alive",
        "patient alive",
    }
    apart = play.replace("ability: nothing", "ability: Boy Student moves to City; Doctor moves to Shrine")
    assert {one for one in after(apart) if one.endswith("alive")} == {"alien alive", "doctor alive"}


def test_a_day_end_may_set_off_the_grief_of_lovers() -> None:
    found = after(day() + "ability: nothing\ngoodwill: nothing\nday 2\n")
    assert {one for one in found if one.endswith("paranoia")} == {
        f"{who} paranoia" for who in ("boyStudent", "girlStudent", "alien", "doctor", "patient")
    }
    assert not {
        one
        for one in after(day() + "ability: nothing\ngoodwill: nothing\nday 2\n", set="First Steps")
        if "paranoia" in one
    }


@pytest.mark.parametrize(
    ("incident", "blurred"),
    [
        ("Foul Evil", {"Shrine intrigue"}),
        ("Hospital Incident", set()),
        ("Faraway Murder", set()),
        (
            "Spreading",
            {
                "boyStudent goodwill",
                "girlStudent goodwill",
                "alien goodwill",
                "doctor goodwill",
                "patient goodwill",
            },
        ),
    ],
)
def test_an_incident_blurs_what_it_could_have_done(incident: str, blurred: set[str]) -> None:
    play = day(number=2) + "ability: nothing\ngoodwill: nothing\nnight: nothing\n"
    assert after(play, incident=incident) == blurred
    assert board_after(play, CAST, incident=incident).maybe_occurred == {2}


def test_a_missing_person_may_be_anybody_who_may_go_somewhere() -> None:
    play = day(number=2) + "ability: nothing\ngoodwill: nothing\nnight: nothing\n"
    found = after(play, incident="Missing Person")
    assert {one for one in found if one.endswith("place")} == {
        "boyStudent place",
        "girlStudent place",
        "alien place",
        "doctor place",
    }


def test_a_hospital_incident_kills_who_is_there_if_there_is_intrigue() -> None:
    play = day("Hospital intrigue+1", number=2) + "ability: nothing\ngoodwill: nothing\nnight: nothing\n"
    found = after(play, incident="Hospital Incident", set="First Steps")
    assert found == {"doctor alive", "patient alive"}


def test_a_day_without_incident_has_no_incident_step() -> None:
    timeline = replayed(day() + "ability: nothing\ngoodwill: nothing\nnight: nothing\n", CAST)
    assert not steps(timeline, StepKind.INCIDENT)
    assert not timeline.loops[0].gaps


def test_a_card_step_blurs_counters_and_places_of_the_living() -> None:
    found = after(START + "day 1\nability: nothing\n")
    assert "alien place" in found
    assert "patient place" not in found
    assert {"alien paranoia", "alien goodwill", "alien intrigue", "City intrigue"} <= found
    board = board_after(START + "day 1\nability: nothing\n", CAST)
    assert {("mastermind", "intrigue+2"), ("?", "goodwill+2")} <= board.maybe_spent
    assert not {one for one in found if one.endswith(("alive", "guards"))}


def test_the_next_loop_is_known_again() -> None:
    board = board_after("loop 1\nday 1\nnight: nothing\nend: lost\nloop 2\n", CAST)
    assert unknown(board) == set()
    assert board.goodwill_at_loop_end["alien"] is None


# ---------------------------------------------------------------- lines that could not be read


def read_with_mistakes(play: str, cast: str = CAST) -> tuple[Board, tuple[StepKind, ...]]:
    log = read_log(log_text(play, cast), RULES)
    assert len(log.mistakes) == 1
    timeline = replay(log, RULES)
    assert timeline.board is not None
    return timeline.board, tuple(step.kind for step in timeline.loops[0].steps if step.incomplete)


def test_a_goodwill_line_that_was_lost_leaves_the_step_incomplete() -> None:
    play = day() + "ability: +2 goodwill Doctor\ngoodwill: Doctor 2 on Zzz: refused\nnight: nothing\n"
    board, incomplete = read_with_mistakes(play)
    assert incomplete == (StepKind.GOODWILL,)
    assert "patient paranoia" in unknown(board)


def test_a_card_line_that_was_lost_leaves_every_card_open() -> None:
    play = START + "day 1\nmm: Zzz paranoia+1\np: A Alien goodwill+2\nability: nothing\n"
    board, incomplete = read_with_mistakes(play)
    assert incomplete == (StepKind.CARDS,)
    assert {"alien goodwill", "doctor paranoia", "City intrigue"} <= unknown(board)
    assert ("A", "goodwill+2") in board.spent


def test_a_step_of_one_line_that_was_lost_is_unrecorded() -> None:
    board, incomplete = read_with_mistakes(day() + "ability: +1 paranoia Zzz\ngoodwill: nothing\n")
    assert incomplete == ()
    assert "City intrigue" in unknown(board)


def test_a_lost_dawn_may_have_brought_somebody() -> None:
    log = read_log(
        log_text(START + "day 1\ndawn: Zzz enters at School\nmm: nothing\n", CAST, late="Transfer Student"),
        RULES,
    )
    board = replay(log, RULES).board
    assert board is not None
    assert (board.figure("transferStudent").present, board.figure("transferStudent").alive) == (True, None)


# ---------------------------------------------------------------- uses that are ruled out later

HELPERS = "Henchman, Soldier, Doctor, Patient, Servant, Alien"
UNTOLD = "loop 1\nstart: Henchman at City; Servant at City\nday 1\nday 2\n"


def test_who_has_too_little_goodwill_used_nothing() -> None:
    open_board = board_after(UNTOLD, HELPERS)
    assert open_board.maybe_quiet == {"henchman"}
    assert open_board.immune is None
    assert "alien" in open_board.masters["servant"]
    told = board_after(UNTOLD + "board: Henchman g2; Soldier g4; Doctor g2; Servant g3\n", HELPERS)
    assert told.maybe_quiet == frozenset()
    assert told.immune is False
    assert told.masters["servant"] == {"richStudent", "boss"}
    assert told.figure("patient").barred == {"Shrine", "City", "School"}
    assert told.maybe_used == {("soldier", "threaten"), ("alien", "kill"), ("alien", "revive")}


def test_enough_goodwill_leaves_it_open() -> None:
    told = board_after(UNTOLD + "board: Henchman g3; Soldier g5; Doctor g3; Servant g4\n", HELPERS)
    assert told.maybe_quiet == {"henchman"}
    assert told.immune is None
    assert "alien" in told.masters["servant"]
    assert told.figure("patient").barred == frozenset()


@pytest.mark.parametrize(
    ("cast", "incident"), [(HELPERS, "Spreading"), (f"{HELPERS}, Little Sister", "Murder")]
)
def test_goodwill_that_may_have_gone_or_was_not_needed_tells_nothing(cast: str, incident: str) -> None:
    told = board_after(UNTOLD + "board: Henchman g0\n", cast, incident=incident)
    assert told.maybe_quiet == {"henchman"}


def test_a_use_once_a_loop_was_the_first() -> None:
    use = "mm: nothing\np: nothing\nability: nothing\nboard: Servant City g4; Soldier g5\ngoodwill: {}\n"
    board = board_after(UNTOLD + use.format("Servant 4 on Alien: refused"), HELPERS)
    assert board.masters["servant"] == {"richStudent", "boss"}
    assert board.immune is None
    board = board_after(UNTOLD + use.format("Soldier 5: refused"), HELPERS)
    assert board.immune is False
    assert "alien" in board.masters["servant"]


def test_board_all_that_names_everybody_else_says_who_did_not_come() -> None:
    named = "board all: Boy Student; Girl Student; Alien Shrine; Doctor Hospital; Patient Hospital\n"
    named = named.replace("Student;", "Student School;")
    begin = "loop 1\nday 1\nday 2\n"
    assert board_after(begin, CAST, late="Godly Being").figure("godlyBeing").present is True
    assert board_after(begin + named, CAST, late="Godly Being").figure("godlyBeing").present is False
    some = named.replace("; Patient Hospital", "")
    assert board_after(begin + some, CAST, late="Godly Being").figure("godlyBeing").present is True
