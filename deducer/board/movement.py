"""Movement: what keeps a character where it stands, beside the places its own card forbids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from deducer.board.state import Board, Figure
from deducer.ids import PLACES, CharacterId, PlaceId

_EVERYWHERE: Final = frozenset(PLACES)


def hindered(board: Board, figure: Figure) -> Figure:
    """Return a card with every place barred that its character cannot go to today.

    Args:
        board: the board.
        figure: a card on it.

    Returns:
        The card; one that is held, or stands in a closed place, has all places barred (R134, R135).
    """
    shut = _shut(board.closed, board.day)
    maybe = _shut(board.maybe_closed, board.day) - shut
    if not (shut or maybe or figure.held or figure.maybe_held):
        return figure
    barred, perhaps = figure.barred | shut, figure.maybe_barred | maybe
    if board.day in figure.held or figure.place in shut:
        barred = _EVERYWHERE
    elif board.day in figure.maybe_held or figure.place in maybe or (figure.place is None and shut | maybe):
        perhaps = _EVERYWHERE
    return replace(figure, barred=barred, maybe_barred=perhaps - barred)


def is_fixed(board: Board, figure: Figure) -> bool:
    """Tell whether a character certainly cannot go anywhere today."""
    return hindered(board, figure).barred >= _EVERYWHERE


def somewhere(board: Board, figure: Figure) -> Figure:
    """Return a card that may have moved anywhere it may enter."""
    free = _EVERYWHERE - hindered(board, figure).barred
    return figure if free <= {figure.place} else replace(figure, place=None)


def close_place(board: Board, place: PlaceId, days: int, *, sure: bool = True) -> Board:
    """Return the board with a place that nobody may enter or leave for some days, this one included.

    Args:
        board: the board.
        place: the place.
        days: for how many days; one closed for longer already stays so.
        sure: whether it is certain.
    """
    held = board.closed if sure else board.maybe_closed
    closed = {**held, place: max(held.get(place, 0), board.day + days - 1)}
    return replace(board, closed=closed) if sure else replace(board, maybe_closed=closed)


def hold(board: Board, character: CharacterId, *, sure: bool = True) -> Board:
    """Return the board with a character that cannot be moved tomorrow.

    Args:
        board: the board.
        character: the character.
        sure: whether it is certain.
    """
    figure = board.figure(character)
    tomorrow = frozenset((board.day + 1,))
    if sure:
        held, perhaps = figure.held | tomorrow, figure.maybe_held - tomorrow
        return board.with_figure(replace(figure, held=held, maybe_held=perhaps))
    return board.with_figure(replace(figure, maybe_held=figure.maybe_held | (tomorrow - figure.held)))


def _shut(closed: Mapping[PlaceId, int], day: int) -> frozenset[PlaceId]:
    return frozenset(place for place, last in closed.items() if last >= day)
