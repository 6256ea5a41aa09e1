"""Conditions on numbers of the whole board: the gauge, who lives, counters added up, the last loop."""

from __future__ import annotations

from collections.abc import Iterator

from deducer.board.game import Game
from deducer.board.state import Board, Known
from deducer.rules.model import Condition
from deducer.rules.vocabulary import Word

DIED_IN_LOOP = "diedInLoop"
DEAD_AT_END = "deadAtEnd"
_OPEN = "either"


def tallied(game: Game, board: Board, condition: Condition, what: str | None = None) -> Known:
    """Judge a condition that looks at no user.

    Args:
        game: the game.
        board: the board.
        condition: the condition.
        what: the target, for conditions on it.

    Raises:
        ValueError: the condition is not one of these.
    """
    match condition.word:
        case Word.GAUGE:
            return _gauge(board.gauge, board.rise, board.gauge_span, condition)
        case Word.GAUGE_AT_LOOP_END:
            span = board.gauge_span_at_loop_end
            return _gauge(board.gauge_at_loop_end, board.rise_at_loop_end, span, condition)
        case Word.GAUGE_IN_USE:
            return game.tragedy_set.extra_gauge
        case Word.LIVING:
            ranges = [(int(figure.alive is True), 1) for figure in board.living()]
            return _between(sum(low for low, _ in ranges), len(ranges), condition)
        case Word.COUNTERS_ON_LIVING:
            return _on_living(board, condition)
        case Word.COUNTERS_BY_LOOP:
            held = board.intrigue[condition.on]
            return None if held is None else held >= board.loop + (condition.number or 0)
        case Word.DIED_LAST_LOOP:
            return None if what is None else _died(game, board, what)
        case Word.ROLE_TOLD:
            told = any(role in condition.roles for _, role in board.revealed)
            return told or (None if board.unseen_reveals else False)
        case Word.RULING:
            reading = game.reading(condition.ruling)
            return None if reading == _OPEN else reading == condition.reading
        case _:
            msg = f"no reading for the condition {condition.word}"
            raise ValueError(msg)


def _gauge(gauge: int | None, rise: int, span: tuple[int, int] | None, condition: Condition) -> Known:
    """Judge the gauge; where it may have risen once more, only what holds either way is known."""
    if gauge is None:
        return None if span is None else _between(*span, condition)
    found = {_between(number, number, condition) for number in (gauge, gauge + rise)}
    return found.pop() if len(found) == 1 else None


def _on_living(board: Board, condition: Condition) -> Known:
    """Judge the sum of a counter on the living; those of whom that is not known may count or not."""
    low, high = 0, 0
    unbounded = False
    for figure in board.living():
        number = figure.counters.get(condition.counter or "", 0)
        high += number or 0
        low += (number or 0) if figure.alive else 0
        unbounded |= number is None
    return _between(low, None if unbounded else high, condition)


def _between(low: int, high: int | None, condition: Condition) -> Known:
    """Judge a number of which only bounds are known; None as the upper one for none."""
    bounds = list(_beyond(low, high, condition))
    return False if False in bounds else None if None in bounds else True


def _beyond(low: int, high: int | None, condition: Condition) -> Iterator[Known]:
    if condition.at_least is not None:
        reached = high is None or high >= condition.at_least
        yield True if low >= condition.at_least else None if reached else False
    if condition.at_most is not None:
        inside = high is not None and high <= condition.at_most
        yield True if inside else None if low <= condition.at_most else False


def _died(game: Game, board: Board, what: str) -> Known:
    """Tell whether somebody died in the last loop, as a switch reads that (R108)."""
    readings = {
        DIED_IN_LOOP: board.died_last_loop.get(what, False),
        DEAD_AT_END: board.dead_at_loop_end.get(what, False),
    }
    reading = game.reading("fatedCardNeeds")
    found = {readings[reading]} if reading in readings else set(readings.values())
    return found.pop() if len(found) == 1 else None
