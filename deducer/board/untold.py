"""Deaths that need not have been told: those that would have come together with the end of the loop (D30)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from deducer.board.game import Game
from deducer.board.state import Board
from deducer.board.timeline import Step, StepKind
from deducer.ids import CharacterId, PlaceId
from deducer.log.statements import IncidentLine
from deducer.rules.vocabulary import Action, Who

ENDING_STEP: Final = "endingStep"
COMPLETE: Final = "complete"


def with_untold_deaths(game: Game, step: Step, board: Board) -> Board:
    """Return the board at the end of a loop with the lives not known that its ending step may have taken.

    Args:
        game: the game.
        step: the step that ended the loop.
        board: the board as told.

    Returns:
        The board; the living where an incident kills everybody are no longer known to live, since a
        Mastermind may stop telling once the protagonists died (R71, D30).
    """
    if game.reading(ENDING_STEP) == COMPLETE or step.kind is not StepKind.INCIDENT:
        return board
    places = _deadly_places(game, step)
    if not places:
        return board
    for figure in step.before.living():
        if figure.place is None or figure.place in places:
            board = _perhaps_dead(board, figure.id)
    return board


def _deadly_places(game: Game, step: Step) -> frozenset[PlaceId]:
    line = next((s for s in step.statements if isinstance(s, IncidentLine) and s.occurred), None)
    name = None if line is None else line.true_incident or game.setup.incidents.get(step.day)
    if name is None:
        return frozenset()
    effects = game.tragedy_set.incident(name).effects
    killing = (e.target for e in effects if e.action is Action.KILL and e.target.who is Who.ALL)
    return frozenset(target.place for target in killing if target.place is not None)


def _perhaps_dead(board: Board, character: CharacterId) -> Board:
    figure = board.figure(character)
    return board if figure.alive is False else board.with_figure(replace(figure, alive=None))
