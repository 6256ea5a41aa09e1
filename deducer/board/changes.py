"""Changes applied to a board."""

from __future__ import annotations

from msgspec.structs import replace

from deducer.board.state import Board, Figure
from deducer.ids import PARANOIA, PLACES, CharacterId
from deducer.log.statements import (
    AddCounter,
    Change,
    Dies,
    Enters,
    ExtraCard,
    Guard,
    Leaves,
    Moves,
    Reveals,
    Revives,
    StandsAt,
)


def apply_change(board: Board, change: Change, *, corpses_keep: bool = True) -> Board:
    """Return the board after a change; changes that only tell something leave it as it is.

    Args:
        board: the board before.
        change: what happened; counters never go below zero.
        corpses_keep: whether counters stay on a card whose character dies (R12, D1).

    Returns:
        The board after.
    """
    match change:
        case AddCounter(amount=amount, counter=counter, target=target):
            return add_counter(board, target, counter, amount)
        case Reveals(character=character, role=role) if character is not None:
            return replace(board, revealed=board.revealed | {(character, role)})
        case ExtraCard(character=character):
            # After a loop's start only an incident lays one, and then carriers take no cards (R110).
            barred = True if board.day > 0 else board.carriers_barred
            board = replace(board, carriers_barred=barred)
            return board.with_figure(replace(board.figure(character), extra=True))
        case Moves() | StandsAt() | Dies() | Revives() | Leaves() | Enters() | Guard():
            figure = _changed(board.figure(change.character), change, corpses_keep=corpses_keep)
            return board.with_figure(figure)
        case _:
            return board


def _changed(
    figure: Figure,
    change: Moves | StandsAt | Dies | Revives | Leaves | Enters | Guard,
    *,
    corpses_keep: bool,
) -> Figure:
    match change:
        case Moves(place=place):
            return replace(figure, place=place)
        case StandsAt(place=place):
            return replace(figure, place=place, start=place)
        case Dies():
            return _dead(figure, corpses_keep=corpses_keep)
        case Revives():
            return replace(figure, alive=True, died=True)
        case Leaves():
            return replace(figure, present=False)
        case Enters(place=place):
            start = figure.start or place
            return replace(
                figure, present=True, entered=True, place=place, start=start, alive=True, died=False
            )
        case Guard(lost=lost):
            number = None if figure.guards is None else max(figure.guards + (-1 if lost else 1), 0)
            return replace(figure, guards=number)


def add_counter(board: Board, target: str | None, counter: str, amount: int) -> Board:
    """Return the board with counters added to, or taken from, a card, a location board or the gauge."""
    if target is None:
        return raise_gauge(board, amount, amount)
    if target in PLACES:
        return replace(board, intrigue={**board.intrigue, target: _sum(board.intrigue[target], amount)})
    figure = board.figure(target)
    return board.with_figure(set_counter(figure, counter, _sum(figure.counters.get(counter, 0), amount)))


def raise_gauge(board: Board, least: int, most: int, *, usual: tuple[int, int] | None = None) -> Board:
    """Return the board with the gauge changed by a number between two.

    Args:
        board: the board.
        least: the lowest.
        most: the highest.
        usual: both for whatever the gauge shows without odd hands, if they differ.
    """
    low, high = board.gauge_span or (board.gauge, board.gauge)
    if low is None or high is None:
        return board
    odd = board.odd_gauge
    if odd is not None:
        odd = replace(odd, usual=_shifted(odd.usual, usual or (least, most)))
    low, high = _shifted((low, high), (least, most))
    number, span = (low, None) if low == high else (None, (low, high))
    return replace(board, gauge=number, gauge_span=span, odd_gauge=odd)


def _shifted(span: tuple[int, int], by: tuple[int, int]) -> tuple[int, int]:
    return max(span[0] + by[0], 0), max(span[1] + by[1], 0)


def forget_gauge(board: Board) -> Board:
    """Return the board with nothing known of the gauge."""
    return replace(board, gauge=None, gauge_span=None, odd_gauge=None)


def set_counter(figure: Figure, counter: str, number: int | None) -> Figure:
    """Return a card with a number of counters of a kind; paranoia leaves its trail."""
    if figure.counters.get(counter, 0) == number:
        return figure
    trail = (*figure.trail, number) if counter == PARANOIA else figure.trail
    return replace(figure, counters={**figure.counters, counter: number}, trail=trail)


def proved_alive(board: Board, character: CharacterId) -> Board:
    """Return the board after something that only a living character on the board can do or suffer."""
    figure = board.figures.get(character)
    if figure is None or not figure.present or figure.alive is not None:
        return board
    return board.with_figure(replace(figure, alive=True, entered=True))


def _sum(held: int | None, amount: int) -> int | None:
    return None if held is None else max(held + amount, 0)


def _dead(figure: Figure, *, corpses_keep: bool) -> Figure:
    if corpses_keep:
        return replace(figure, alive=False, died=True)
    for counter in figure.counters:
        figure = set_counter(figure, counter, 0)
    return replace(figure, alive=False, died=True, guards=0)
