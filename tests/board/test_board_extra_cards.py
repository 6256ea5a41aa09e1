"""Extra cards, and who died in the loop before (R108 to R110)."""

from __future__ import annotations

import pytest
from board_logs import board_after, complaints, figure_after

from deducer.board.state import Board

CAST = "Boy Student, Girl Student, Doctor, Office Worker, Nurse, Alien, A.I."
QUIET = "ability: nothing\ngoodwill: nothing\n"
CARDS = "mm: nothing\np: nothing\n"
START = "loop 1\nstart: nothing\nday 1\n"
FAKED = {"set": "Midnight Zone", "incident": "Suicide", "more": "incident 1 Faked Suicide\n"}
UPROAR = {**FAKED, "more": "incident 1 Uproar\n"}
COMPLETE = {**FAKED, "more": f"{FAKED['more']}ruling endingStep = complete\n"}
BAR = "an Extra card lies on Alien, so the protagonists lay no cards there for the rest of the loop"


def after(play: str, **header: str) -> Board:
    return board_after(play, CAST, **(header or FAKED))


def carriers(board: Board) -> dict[str, bool | None]:
    return {figure.id: figure.extra for figure in board.figures.values() if figure.extra is not False}


def test_extra_cards_lie_where_they_are_told_until_the_next_loop() -> None:
    play = f"{START}{CARDS}{QUIET}incident: occurred: extra card Alien\nnight: Nurse dies; lost\nend: lost\n"
    assert carriers(after(play)) == {"alien": True}
    assert carriers(after(f"{play}loop 2\n")) == {}
    assert carriers(after(f"{play}loop 2\nstart: extra card Nurse\nday 1\n")) == {"nurse": True}


# ---------------------------------------------------------------- cards on carriers

TOLD = f"{START}{CARDS}{QUIET}incident: occurred: extra card Alien\nnight: nothing\nday 2\n"
LATER = (
    f"{START}{CARDS}{QUIET}incident: {{}}\nnight: Alien dies; lost\nend: lost\n"
    "loop 2\nstart: extra card Alien\nday 1\n"
)


def test_no_protagonist_lays_a_card_on_a_carrier_after_a_faked_suicide() -> None:
    assert complaints(f"{TOLD}mm: nothing\np: Alien goodwill+1, Doctor goodwill+1\n", CAST, **FAKED) == [BAR]
    assert complaints(f"{TOLD}mm: Alien paranoia+1\np: Doctor goodwill+1\n", CAST, **FAKED) == []


def test_a_card_whose_side_was_not_noted_must_be_the_masterminds() -> None:
    assert complaints(f"{TOLD}cards: Alien paranoia+1, Doctor goodwill+1\n", CAST, **FAKED) == []
    (found,) = complaints(f"{TOLD}cards: Alien goodwill+1, Doctor goodwill+1\n", CAST, **FAKED)
    assert found == "these cards cannot be shared out between the hands of both sides"


@pytest.mark.parametrize("told", ["did not occur", "occurred: nothing"])
def test_a_carrier_from_the_loops_start_takes_cards_until_then(told: str) -> None:
    play = LATER.format(told)
    assert complaints(f"{play}mm: nothing\np: Alien goodwill+1\n", CAST, **FAKED) == []
    faked = f"{play}{CARDS}{QUIET}incident: occurred: extra card Doctor\nnight: nothing\nday 2\n"
    found = complaints(f"{faked}mm: nothing\np: Alien goodwill+1\n", CAST, **FAKED)
    assert found == [BAR], "the ban holds for everybody who carries one"


def test_the_ban_ends_with_the_loop() -> None:
    play = LATER.format("occurred: extra card Alien")
    assert complaints(f"{play}mm: nothing\np: Alien goodwill+1\n", CAST, **FAKED) == []


def test_a_faked_suicide_resolved_by_a_goodwill_ability_bars_cards_too() -> None:
    play = (
        f"{START}mm: nothing\np: A.I. goodwill+2, Doctor goodwill+1\n{QUIET}incident: did not occur\n"
        "night: nothing\nday 2\nmm: nothing\np: A.I. goodwill+1\nability: nothing\n"
        "goodwill: A.I. 3 incident 1: extra card A.I.\nincident: did not occur\nnight: nothing\nday 3\n"
    )
    assert carriers(after(play)) == {"ai": True}
    assert len(complaints(f"{play}mm: nothing\np: A.I. goodwill+1\n", CAST, **FAKED)) == 1


def test_an_unrecorded_faked_suicide_bars_nothing_for_certain() -> None:
    play = f"{START}{CARDS}{QUIET}night: nothing\nday 2\n"
    board = after(play)
    assert set(carriers(board).values()) == {None}
    assert len(carriers(board)) == len(board.figures)
    assert board.carriers_barred is None
    assert complaints(f"{play}mm: nothing\np: Alien goodwill+1\n", CAST, **FAKED) == []


def test_an_unrecorded_loop_start_lays_one_on_those_who_died() -> None:
    play = (
        f"{START}{CARDS}{QUIET}incident: did not occur\nnight: Nurse dies; lost\nend: lost\nloop 2\nday 1\n"
    )
    board = after(play, **COMPLETE)
    assert carriers(board) == {"nurse": None}
    assert board.carriers_barred is False


# ---------------------------------------------------------------- who died


def died(board: Board) -> dict[str, bool | None]:
    return {one: known for one, known in board.died_last_loop.items() if known is not False}


def test_who_died_is_remembered_in_the_next_loop_only() -> None:
    play = f"{START}{CARDS}{QUIET}incident: did not occur\nnight: Nurse dies; lost\nend: lost\nloop 2\n"
    assert figure_after("nurse", play.partition("end:")[0], CAST, **FAKED).died is True
    board = after(play, **COMPLETE)
    assert (died(board), board.figure("nurse").died) == ({"nurse": True}, False)
    second = f"{play}start: nothing\nday 1\n{CARDS}{QUIET}"
    third = f"{second}incident: did not occur\nnight: lost\nend: lost\nloop 3\n"
    assert died(after(third, **COMPLETE)) == {}


def test_one_who_was_revived_died_all_the_same() -> None:
    day1 = f"{START}{CARDS}{QUIET}incident: did not occur\nnight: Alien dies\n"
    board = after(f"{day1}day 2\n{CARDS}ability: Alien revives\n")
    assert (board.figure("alien").alive, board.figure("alien").died) == (True, True)


def test_a_night_that_was_not_recorded_may_have_killed_anybody() -> None:
    play = f"{START}{CARDS}{QUIET}incident: did not occur\nday 2\n{CARDS}{QUIET}"
    cast = CAST.replace("Alien", "Shrine Maiden")
    board = board_after(play, cast, **FAKED)
    # Nobody stands with the Shrine Maiden, and nobody has intrigue, so nothing can have killed her.
    assert {one.id for one in board.figures.values() if one.died is False} == {"shrineMaiden"}
    stated = f"{play}incident: did not occur\nnight: nothing\nboard: Boy Student School; Nurse dead\n"
    ended = f"{stated}day 3\n{CARDS}{QUIET}night: lost\nend: lost\nloop 2\n"
    told = board_after(ended, cast, **COMPLETE)
    # Nobody here can revive, so the Boy Student, who lives, has not died; the Nurse has.
    assert (told.died_last_loop["boyStudent"], told.died_last_loop["nurse"]) == (False, True)
    assert told.died_last_loop["doctor"] is None
    # The Alien can.
    revivable = board_after(ended, f"{cast}, Alien", **COMPLETE)
    assert revivable.died_last_loop["boyStudent"] is None


def test_deaths_that_need_not_be_told_are_not_known() -> None:
    cards = "mm: School intrigue+1\np: nothing\n"
    play = f"{START}{cards}{QUIET}incident: occurred: Girl Student dies; lost\nend: lost\nloop 2\n"
    board = after(play, **UPROAR)
    assert died(board) == {"girlStudent": True, "boyStudent": None}
    complete = {**UPROAR, "more": f"{UPROAR['more']}ruling endingStep = complete\n"}
    assert died(after(play, **complete)) == {"girlStudent": True}


def test_deaths_by_an_incident_that_a_goodwill_ability_resolved_need_not_be_told() -> None:
    play = (
        f"{START}mm: School intrigue+1\np: A.I. goodwill+2\n{QUIET}incident: did not occur\nnight: nothing\n"
        "day 2\nmm: nothing\np: A.I. goodwill+1\nability: nothing\n"
        "goodwill: A.I. 3 incident 1: Girl Student dies; lost\nend: lost\nloop 2\n"
    )
    assert died(after(play, **UPROAR)) == {"girlStudent": True, "boyStudent": None}
