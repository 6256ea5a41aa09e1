"""Conditions that look at no user: the gauge, the living, counters added up, the last loop."""

from __future__ import annotations

import pytest
from board_logs import RULES, log_text
from msgspec.structs import replace

from deducer.board.conditions import User, fits, holds
from deducer.board.game import Game
from deducer.board.opening import open_loop
from deducer.board.state import Board, Known
from deducer.ids import COUNTERS, GAUGE, PARANOIA
from deducer.log.notation import read_log
from deducer.rules.model import Condition, Target
from deducer.rules.vocabulary import Who, Word

CAST = "Boy Student, Girl Student, Doctor, Office Worker, Nurse, Alien, A.I."


def made(tragedy_set: str = "Mystery Circle", more: str = "") -> tuple[Game, Board]:
    log = read_log(log_text("", CAST, set=tragedy_set, incident="Suicide", more=more), RULES)
    assert log.setup is not None
    game = Game(RULES, log.setup)
    return game, open_loop(game, 1, None, reveals_complete=True)


GAME, BOARD = made()


def judged(condition: Condition, board: Board, game: Game = GAME, what: str | None = None) -> Known:
    return holds(game, board, condition, User(), what)


@pytest.mark.parametrize(
    ("gauge", "rise", "low", "high"),
    [
        (1, 0, False, True),
        (2, 0, True, False),
        (1, 1, None, None),
        (0, 1, False, True),
        (2, 2, True, False),
        (None, 0, None, None),
    ],
)
@pytest.mark.parametrize("word", [Word.GAUGE, Word.GAUGE_AT_LOOP_END])
def test_the_gauge_with_a_rise_that_is_open(
    word: Word, gauge: int | None, rise: int, low: Known, high: Known
) -> None:
    board = (
        replace(BOARD, gauge=gauge, rise=rise)
        if word is Word.GAUGE
        else replace(BOARD, gauge_at_loop_end=gauge, rise_at_loop_end=rise)
    )
    assert judged(Condition(word, at_least=2), board) is low
    assert judged(Condition(word, at_most=1), board) is high


@pytest.mark.parametrize(
    ("span", "low", "high"), [((1, 2), None, None), ((0, 1), False, True), ((2, 3), True, False)]
)
@pytest.mark.parametrize("word", [Word.GAUGE, Word.GAUGE_AT_LOOP_END])
def test_a_gauge_of_which_only_bounds_are_known(
    word: Word, span: tuple[int, int], low: Known, high: Known
) -> None:
    board = (
        replace(BOARD, gauge=None, gauge_span=span)
        if word is Word.GAUGE
        else replace(BOARD, gauge_at_loop_end=None, gauge_span_at_loop_end=span)
    )
    assert judged(Condition(word, at_least=2), board) is low
    assert judged(Condition(word, at_most=1), board) is high


def test_only_some_sets_have_a_gauge() -> None:
    for tragedy_set, used in (("Mystery Circle", True), ("Midnight Zone", True), ("Basic Tragedy", False)):
        game, board = made(tragedy_set)
        assert judged(Condition(Word.GAUGE_IN_USE), board, game) is used


def changed(who: str, board: Board = BOARD, **values: object) -> Board:
    return board.with_figure(replace(board.figure(who), **values))


def test_the_living_are_counted() -> None:
    six, seven = Condition(Word.LIVING, at_most=6), Condition(Word.LIVING, at_least=7)
    assert (judged(six, BOARD), judged(seven, BOARD)) == (False, True)
    dead = changed("alien", alive=False)
    assert (judged(six, dead), judged(seven, dead)) == (True, False)
    perhaps = changed("alien", alive=None)
    assert (judged(six, perhaps), judged(seven, perhaps)) == (None, None)
    assert judged(Condition(Word.LIVING, at_least=6), perhaps) is True
    assert judged(Condition(Word.LIVING, at_most=5), perhaps) is False
    assert judged(six, changed("alien", present=False)) is True, "one that left is not counted"


def paranoia(number: int | None) -> dict[str, int | None]:
    return {**dict.fromkeys(COUNTERS, 0), PARANOIA: number}


def test_paranoia_on_the_living_is_added_up() -> None:
    twelve = Condition(Word.COUNTERS_ON_LIVING, counter=PARANOIA, at_least=12)
    board = changed("alien", changed("nurse", counters=paranoia(7)), counters=paranoia(5))
    assert judged(twelve, board) is True
    assert judged(twelve, changed("alien", board, alive=False)) is False
    assert judged(twelve, changed("alien", board, alive=None)) is None
    assert judged(twelve, changed("doctor", changed("alien", board, alive=None), alive=None)) is None
    less = changed("nurse", board, counters=paranoia(6))
    assert judged(twelve, less) is False
    assert judged(twelve, changed("doctor", less, counters=paranoia(None))) is None
    assert judged(twelve, changed("doctor", board, counters=paranoia(None))) is True


@pytest.mark.parametrize(
    ("loop", "intrigue", "number", "held"),
    [
        (1, 0, 0, False),
        (1, 1, 0, True),
        (3, 2, 0, False),
        (3, 2, -1, True),
        (1, 0, -1, True),
        (2, None, 0, None),
    ],
)
def test_intrigue_by_the_loops_number(loop: int, intrigue: int | None, number: int, held: Known) -> None:
    board = replace(BOARD, loop=loop, intrigue={**BOARD.intrigue, "School": intrigue})
    assert (
        judged(Condition(Word.COUNTERS_BY_LOOP, counter="intrigue", on="School", number=number), board)
        is held
    )


@pytest.mark.parametrize("extra", [True, False, None])
def test_extra_cards_on_the_user_and_on_the_target(extra: Known) -> None:
    board = changed("alien", extra=extra)
    user = User.of(board.figure("alien"))
    assert holds(GAME, board, Condition(Word.EXTRA_CARD), user) is extra
    assert judged(Condition(Word.EXTRA_CARD, on="target"), board, what="alien") is extra
    assert judged(Condition(Word.EXTRA_CARD, on="target"), board, what="nurse") is False


@pytest.mark.parametrize(
    ("ruling", "died", "dead", "held"),
    [
        ("diedInLoop", True, False, True),
        ("diedInLoop", None, True, None),
        ("deadAtEnd", True, False, False),
        ("deadAtEnd", False, True, True),
        ("either", True, True, True),
        ("either", False, False, False),
        ("either", True, False, None),
        ("either", None, True, None),
    ],
)
def test_who_died_in_the_last_loop(ruling: str, died: Known, dead: Known, held: Known) -> None:
    game, board = made("Midnight Zone", f"ruling fatedCardNeeds = {ruling}\n")
    board = replace(board, loop=2, died_last_loop={"alien": died}, dead_at_loop_end={"alien": dead})
    condition = Condition(Word.DIED_LAST_LOOP, on="target")
    assert judged(condition, board, game, "alien") is held
    assert judged(condition, board, game, "nurse") is False


def test_roles_told_in_this_loop() -> None:
    condition = Condition(Word.ROLE_TOLD, roles=("brain", "factor"))
    assert judged(condition, BOARD) is False
    assert judged(condition, replace(BOARD, unseen_reveals=True)) is None
    assert judged(condition, replace(BOARD, revealed=frozenset({("alien", "friend")}))) is False
    told = replace(BOARD, revealed=frozenset({("alien", "brain")}), unseen_reveals=True)
    assert judged(condition, told) is True
    assert judged(condition, replace(BOARD, revealed_before=frozenset({("alien", "brain")}))) is False


@pytest.mark.parametrize(
    ("ruling", "held"), [("either", None), ("atLeastLoop", True), ("atLeastLoopMinusOne", False)]
)
def test_a_switch_that_is_set(ruling: str, held: Known) -> None:
    game, board = made(more=f"ruling blackSchool = {ruling}\n")
    condition = Condition(Word.RULING, ruling="blackSchool", reading="atLeastLoop")
    assert judged(condition, board, game) is held


def test_nothing_but_the_gauge_is_the_gauge() -> None:
    gauge = Target(Who.GAUGE)
    assert fits(GAME, BOARD, gauge, User(), GAUGE) is True
    assert not any(fits(GAME, BOARD, gauge, User(), one) for one in (*BOARD.figures, "School"))
    assert fits(GAME, BOARD, Target(Who.PLACE_OR_CHARACTER), User(), GAUGE) is False
