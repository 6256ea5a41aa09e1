"""Changes applied to a board, and what speaks against a change on a board."""

from __future__ import annotations

from dataclasses import replace

from deducer.board.state import Board, Figure
from deducer.ids import PARANOIA, PLACES
from deducer.log.statements import (
    AddCounter,
    Change,
    Dies,
    Enters,
    Guard,
    Leaves,
    Moves,
    ProtagonistsDie,
    Reveals,
    Revives,
    StandsAt,
)

GAUGE = "gauge"


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
        case Moves(character=character, place=place):
            return board.with_figure(replace(board.figure(character), place=place))
        case StandsAt(character=character, place=place):
            return board.with_figure(replace(board.figure(character), place=place, start=place))
        case Dies(character=character):
            return board.with_figure(_dead(board.figure(character), corpses_keep=corpses_keep))
        case Revives(character=character):
            return board.with_figure(replace(board.figure(character), alive=True))
        case Leaves(character=character):
            return board.with_figure(replace(board.figure(character), present=False))
        case Enters(character=character, place=place):
            figure = replace(board.figure(character), present=True, entered=True, place=place, alive=True)
            return board.with_figure(replace(figure, start=figure.start or place))
        case Guard(character=character, lost=lost):
            return board.with_figure(_guarded(board.figure(character), -1 if lost else 1))
        case Reveals(character=character, role=role) if character is not None:
            return replace(board, revealed=board.revealed | {(character, role)})
        case _:
            return board


def add_counter(board: Board, target: str | None, counter: str, amount: int) -> Board:
    """Return the board with counters added to, or taken from, a card, a location board or the gauge."""
    if target is None:
        return replace(board, gauge=None if board.gauge is None else board.gauge + amount)
    if target in PLACES:
        held = board.intrigue[target]
        number = None if held is None else max(held + amount, 0)
        return replace(board, intrigue={**board.intrigue, target: number})
    figure = board.figure(target)
    held = figure.counters.get(counter, 0)
    return board.with_figure(set_counter(figure, counter, None if held is None else max(held + amount, 0)))


def set_counter(figure: Figure, counter: str, number: int | None) -> Figure:
    """Return a card with a number of counters of a kind; paranoia leaves its trail."""
    trail = figure.trail
    if counter == PARANOIA and trail[-1] != number:
        trail = (*trail, number)
    return replace(figure, counters={**figure.counters, counter: number}, trail=trail)


def _dead(figure: Figure, *, corpses_keep: bool) -> Figure:
    if corpses_keep:
        return replace(figure, alive=False)
    return replace(figure, alive=False, counters=dict.fromkeys(figure.counters, 0), guards=0)


def _guarded(figure: Figure, amount: int) -> Figure:
    return replace(figure, guards=None if figure.guards is None else max(figure.guards + amount, 0))


def objection(board: Board, change: Change) -> str | None:
    """Say why a change cannot have happened on a board.

    Args:
        board: the board before.
        change: the change; names in the answer are left as `{0}` (character) and `{1}` (place).

    Returns:
        A sentence with placeholders, or None if nothing speaks against it.
    """
    if isinstance(change, ProtagonistsDie) and board.immune is True:
        return "the protagonists cannot die for the rest of this loop"
    character = getattr(change, "character", None) or getattr(change, "target", None)
    if character is None or character in PLACES:
        return None if not isinstance(change, AddCounter) else _too_few(board, change)
    figure = board.figures.get(character)
    if figure is None:
        return "{0} is not on the board"
    if isinstance(change, Enters):
        return "{0} is on the board already" if figure.present else None
    if not figure.present:
        return "{0} is not on the board"
    return _objection_on_card(board, change, figure)


def _objection_on_card(board: Board, change: Change, figure: Figure) -> str | None:
    match change:
        case AddCounter():
            return _too_few(board, change)
        case Dies() if figure.alive is False:
            return "{0} is dead already"
        case Revives() if figure.alive is True:
            return "{0} is alive"
        case Moves(place=place) if place in figure.barred:
            return "{0} may not enter {1}"
        case Moves(place=place) if place == figure.place:
            return "{0} is at {1} already"
        case Moves() if figure.alive is False:
            return "{0} is dead and does not move"
        case Guard(lost=True) if figure.guards == 0:
            return "{0} has no guard marker to lose"
        case _:
            return None


def _too_few(board: Board, change: AddCounter) -> str | None:
    if change.target is None or change.amount > 0:
        return None
    held = board.count(change.target, change.counter)
    if held is None or held + change.amount >= 0:
        return None
    return f"{{0}} has only {held} {change.counter}"
