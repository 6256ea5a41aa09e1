"""What speaks against a change on a board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deducer.board.game import Game
from deducer.board.state import Board, Figure
from deducer.board.timeline import StepKind
from deducer.ids import PLACES, CharacterId
from deducer.log.statements import (
    AddCounter,
    Change,
    Dies,
    Enters,
    ExtraCard,
    Guard,
    Leaves,
    Moves,
    ProtagonistsDie,
    Reveals,
    Revives,
    StandsAt,
)
from deducer.record import Record
from deducer.rules.vocabulary import Trait

MEND: Final = "mend the line, or the lines before it that say otherwise"
# These steps tell only what changed, so nobody moves to where it stands (R65).
_MOVES_TOLD: Final = (StepKind.MASTERMIND, StepKind.INCIDENT)
_ENTRANCES: Final = {
    Trait.LATE_LOOP: (StepKind.LOOP_START, "when a loop starts", "write it in the `start:` line"),
    Trait.LATE_DAY: (StepKind.DAY_START, "when a day starts", "write it in the `dawn:` line"),
    Trait.SHARES_ROLE: (StepKind.DAY_START, "when a day starts", "write it in the `dawn:` line"),
}


class Objection(Record, frozen=True):
    """Why something cannot have happened on a board, and what to do about it."""

    message: str
    hint: str = MEND


def objection(
    game: Game, board: Board, kind: StepKind, change: Change, arrivals: Mapping[CharacterId, int]
) -> Objection | None:
    """Say why a change cannot have happened on a board.

    Args:
        game: the game.
        board: the board before.
        kind: the step it is told of.
        change: the change.
        arrivals: on which day late characters entered in earlier loops.

    Returns:
        The objection, or None if nothing speaks against the change.
    """
    match change:
        case ProtagonistsDie() if board.immune:
            return Objection("the protagonists cannot die for the rest of this loop")
        case Enters():
            return _entering(game, board, kind, change, arrivals)
        case AddCounter(target=target) if target is None or target in PLACES:
            return _too_few(game, board, change)
        case AddCounter(target=character):
            figure = board.figures.get(character or "")
        case Moves() | StandsAt() | Dies() | Revives() | Leaves() | ExtraCard() | Guard() | Reveals():
            if change.character is None:
                return None
            character = change.character
            figure = board.figures.get(character)
        case _:
            return None
    if figure is None or not figure.present:
        return absent(game, character or "")
    return _on_card(game, board, kind, change, figure)


def absent(game: Game, character: CharacterId) -> Objection:
    """Object that a character is not on the board; for a late one name the remedy."""
    message = f"{game.name(character)} is not on the board"
    entrance = _entrance(game, character)
    if entrance is None:
        return Objection(message)
    _, when, remedy = entrance
    return Objection(message, f"it enters {when}: {remedy}, `{game.name(character)} enters at PLACE`")


def _entrance(game: Game, character: CharacterId) -> tuple[StepKind, str, str] | None:
    card = game.card(character)
    return next((entrance for trait, entrance in _ENTRANCES.items() if card.has(trait)), None)


def _entering(
    game: Game, board: Board, kind: StepKind, change: Enters, arrivals: Mapping[CharacterId, int]
) -> Objection | None:
    name, card = game.name(change.character), game.card(change.character)
    entrance = _entrance(game, change.character)
    figure = board.figures.get(change.character)
    if entrance is None or change.character in game.setup.cast:
        return Objection(f"{name} is in the cast and does not come late")
    if figure is None and not card.has(Trait.SHARES_ROLE):
        return Objection(
            f"{name} enters, but `late none` says that nobody does", f"write `late {name}` in the header"
        )
    if figure is not None and figure.present and figure.entered:
        return Objection(f"{name} is on the board already")
    step, when, remedy = entrance
    if kind is not step:
        return Objection(f"{name} enters {when}", remedy)
    if change.place not in card.starts:
        return Objection(f"{name} enters at {_places(game, card.starts)}, not at {game.name(change.place)}")
    return _against_the_past(game, board, change, arrivals)


def _against_the_past(
    game: Game, board: Board, change: Enters, arrivals: Mapping[CharacterId, int]
) -> Objection | None:
    """Object that a stand-in comes while its original lives, or a late one on another day than before."""
    name = game.name(change.character)
    shared = game.card(change.character).trait(Trait.SHARES_ROLE)
    original = board.figures.get(shared.of or "") if shared is not None else None
    if shared is not None and (original is None or original.alive is True):
        return Objection(f"{name} enters only after {game.name(shared.of or '')} has died")
    day = arrivals.get(change.character, board.day)
    if shared is None and day != board.day:
        return Objection(f"{name} enters on the same day of every loop: on day {day}, not on day {board.day}")
    return None


def _on_card(game: Game, board: Board, kind: StepKind, change: Change, figure: Figure) -> Objection | None:
    name = game.name(figure.id)
    match change:
        case AddCounter(amount=amount) if amount > 0 and figure.alive is False:
            return Objection(f"{name} is dead, and nothing is put on a corpse")
        case AddCounter():
            return _too_few(game, board, change)
        case Dies() if figure.alive is False:
            return Objection(f"{name} is dead already")
        case Revives() if figure.alive is True:
            return Objection(f"{name} is alive")
        case Moves():
            return _moving(game, board, kind, change, figure)
        case StandsAt():
            return _set_up(game, change, figure)
        case Guard(lost=True) if figure.guards == 0:
            return Objection(f"{name} has no guard marker to lose")
        case _:
            return None


def _moving(game: Game, board: Board, kind: StepKind, change: Moves, figure: Figure) -> Objection | None:
    name, place = game.name(figure.id), game.name(change.place)
    if figure.alive is False:
        return Objection(f"{name} is dead and does not move")
    if change.place in figure.barred:
        return Objection(f"{name} may not enter the {place}")
    if change.place == figure.place and kind in _MOVES_TOLD:
        return Objection(f"{name} is at the {place} already", "leave out a move that changes nothing")
    if change.place == figure.place:
        return None
    return _kept(game, board, kind, change, figure)


def _kept(game: Game, board: Board, kind: StepKind, change: Moves, figure: Figure) -> Objection | None:
    """Object to moving somebody who is held, or into or out of a closed place (R134, R135)."""
    name = game.name(figure.id)
    where = {figure.place, change.place} if figure.place is not None or kind in _MOVES_TOLD else set()
    for place, last in board.closed.items():
        if place in where and last >= board.day:
            closed = f"the {game.name(place)} is closed up to day {last}"
            return Objection(f"{name} does not move: {closed}, so that nobody enters or leaves it")
    if board.day in figure.held:
        return Objection(f"{name} was moved by yesterday's incident and cannot be moved today")
    return None


def _set_up(game: Game, change: StandsAt, figure: Figure) -> Objection | None:
    card = game.card(figure.id)
    if change.place not in card.starts:
        starts = _places(game, card.starts)
        return Objection(f"{game.name(figure.id)} starts at {starts}, not at {game.name(change.place)}")
    if figure.start is not None and figure.start != change.place:
        start = game.name(figure.start)
        return Objection(f"{game.name(figure.id)} starts at {start}, not at {game.name(change.place)}")
    return None


def _too_few(game: Game, board: Board, change: AddCounter) -> Objection | None:
    held = board.gauge if change.target is None else board.count(change.target, change.counter)
    if held is None or held + change.amount >= 0:
        return None
    where = "the gauge" if change.target is None else game.name(change.target)
    what = "" if change.target is None else f" {change.counter}"
    return Objection(f"{where} has {held}{what}, so {-change.amount} cannot be taken")


def _places(game: Game, places: tuple[str, ...]) -> str:
    return " or ".join(game.name(place) for place in places)
