"""Changes on the board, and those that cannot have happened."""

from __future__ import annotations

import pytest
from board_logs import attempted, board_after, complaints, day, replayed, steps

from deducer.board.timeline import StepKind

CAST = "Boy Student, Girl Student, Alien, Patient, Doctor, Police Officer, Part-Timer"


def play(ability: str = "nothing", night: str = "nothing") -> str:
    return day() + f"ability: {ability}\ngoodwill: nothing\nnight: {night}\n"


def test_changes_are_told_one_by_one() -> None:
    step = steps(
        replayed(play("+1 paranoia Alien; +1 paranoia Alien; +1 intrigue City"), CAST), StepKind.MASTERMIND
    )[0]
    assert [moment.before.figure("alien").counters["paranoia"] for moment in step.moments] == [0, 1, 2]
    assert step.after.figure("alien").trail == (0, 1, 2)
    assert step.before.intrigue["City"] == 0
    assert step.after.intrigue["City"] == 1


def test_the_dead_keep_their_counters_unless_the_table_rules_otherwise() -> None:
    told = play("+1 paranoia Alien", "Alien dies")
    kept = board_after(told, CAST).figure("alien")
    assert (kept.alive, kept.counters["paranoia"], kept.place) == (False, 1, "Shrine")
    removed = board_after(told, CAST, more="ruling countersOnCorpse = removed\n").figure("alien")
    assert (removed.alive, removed.counters["paranoia"]) == (False, 0)


def test_the_dead_are_not_among_the_living() -> None:
    living = [figure.id for figure in board_after(play(night="Alien dies"), CAST).living()]
    assert living == ["boyStudent", "girlStudent", "patient", "doctor", "policeOfficer", "partTimer"]


def test_moves_and_revivals() -> None:
    after = board_after(play("Doctor moves to City", "Alien dies; Alien revives"), CAST)
    assert after.figure("doctor").place == "City"
    assert after.figure("alien").alive is True


@pytest.mark.parametrize(
    ("ability", "night", "words"),
    [
        ("-1 paranoia Alien", "nothing", "Alien has 0 paranoia, so 1 cannot be taken"),
        ("-1 intrigue City", "nothing", "City has 0 intrigue, so 1 cannot be taken"),
        ("nothing", "-1 gauge", "the gauge has 0, so 1 cannot be taken"),
        ("Alien moves to Hospital", "nothing", "Alien may not enter the Hospital"),
        ("Alien moves to Shrine", "nothing", "Alien is at the Shrine already"),
        ("nothing", "Alien dies; Alien dies", "Alien is dead already"),
        ("nothing", "Alien revives", "Alien is alive"),
        ("nothing", "Alien dies; Alien moves to City", "Alien is dead and does not move"),
        ("nothing", "Alien dies; +1 paranoia Alien", "Alien is dead, and nothing is put on a corpse"),
        ("nothing", "guard Alien lost", "Alien has no guard marker to lose"),
    ],
)
def test_what_cannot_have_happened_is_a_mistake_and_left_out(ability: str, night: str, words: str) -> None:
    told = play(f"{ability}; +1 paranoia Doctor" if ability != "nothing" else "+1 paranoia Doctor", night)
    assert complaints(told, CAST) == [words]
    board = attempted(told, CAST).board
    assert board is not None
    assert board.figure("doctor").counters["paranoia"] == 1
    assert board.figure("alien").place == "Shrine"


def test_a_mistake_names_its_line() -> None:
    timeline = attempted(play("-1 paranoia Alien"), CAST)
    (mistake,) = timeline.mistakes
    assert mistake.text == "ability: -1 paranoia Alien"
    assert mistake.kind == "impossible"
    assert mistake.hint


def test_a_guard_marker_comes_and_goes() -> None:
    guarded = day() + "ability: nothing\ngoodwill: nothing\nnight: guard Alien\n"
    assert board_after(guarded, CAST).figure("alien").guards == 1
    gone = day() + "ability: nothing\ngoodwill: nothing\nnight: guard Alien; guard Alien lost\n"
    assert board_after(gone, CAST).figure("alien").guards == 0


def test_incidents_that_occurred_are_kept() -> None:
    told = day(number=2) + "ability: nothing\ngoodwill: nothing\nincident: occurred: Alien dies\n"
    after = board_after(told, CAST)
    assert after.occurred == ((2, "murder"),)
    assert after.maybe_occurred == frozenset()
    did_not = day(number=2) + "ability: nothing\ngoodwill: nothing\nincident: did not occur\n"
    assert board_after(did_not, CAST).occurred == ()


def test_reveals_are_kept() -> None:
    after = board_after(play(night="reveal Alien Friend"), CAST)
    assert after.revealed == {("alien", "friend")}


def test_the_stand_in_enters_after_the_death_and_leaves_with_the_loop() -> None:
    dead = play("+1 paranoia Part-Timer", "Part-Timer dies") + "day 2\n"
    entered = board_after(dead + "dawn: Part-Timer(?) enters at City\n", CAST)
    stand_in = entered.figure("partTimerAlternate")
    assert (stand_in.place, stand_in.present, stand_in.alive, stand_in.total) == ("City", True, True, 0)
    after = board_after(dead + "dawn: Part-Timer(?) enters at City\nend: lost\nloop 2\n", CAST)
    assert "partTimerAlternate" not in after.figures
    assert after.figure("partTimer").alive is True


def test_the_stand_in_does_not_come_while_its_original_lives() -> None:
    told = play() + "day 2\ndawn: Part-Timer(?) enters at City\n"
    assert complaints(told, CAST) == ["Part-Timer(?) enters only after Part-Timer has died"]
