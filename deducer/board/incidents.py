"""What an announced incident may really be, and what it leaves beside the changes told of it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from msgspec.structs import replace

from deducer.board.changes import raise_gauge
from deducer.board.game import Game
from deducer.board.goodwill import does
from deducer.board.movement import close_place, hold
from deducer.board.objections import Objection
from deducer.board.state import Board
from deducer.ids import GAUGE
from deducer.log.statements import (
    AddCounter,
    Change,
    CulpritAt,
    GoodwillLine,
    IncidentLine,
    Lost,
    Moves,
    ProtagonistsDie,
)
from deducer.rules.model import Ability, Incident
from deducer.rules.vocabulary import Action, Trait

GAUGE_BEFORE_EFFECT: Final = "gaugeBeforeEffect"
_LOSSES: Final = (Lost, ProtagonistsDie)
_ENDS: Final = frozenset((Action.KILL, Action.LOSE, Action.PROTAGONISTS_DIE))


def of_line(game: Game, day: int, line: IncidentLine) -> tuple[Incident, ...]:
    """Return the incidents that a line may tell of: any of the set if nothing is known.

    Args:
        game: the game.
        day: the day of the line.
        line: the line; a true name told decides.
    """
    if line.true_incident is not None:
        return (game.tragedy_set.incident(line.true_incident),)
    return game.may_be(game.setup.incidents.get(day)) or game.tragedy_set.incidents


def of_use(game: Game, line: GoodwillLine, candidates: Collection[Ability]) -> tuple[Incident, ...]:
    """Return the incidents that a use of a goodwill ability may have resolved; empty if it resolves none."""
    if not any(does(ability, Action.RESOLVE_INCIDENT) for ability in candidates):
        return ()
    days = game.setup.incidents if line.incident_day is None else (line.incident_day,)
    names = [game.setup.incidents.get(day) for day in days]
    found = {one.id: one for name in names for one in game.may_be(name) or game.tragedy_set.incidents}
    return tuple(found.values())


def with_incident(game: Game, board: Board, line: IncidentLine) -> Board:
    """Return the board with an incident that occurred; one whose name is not known stays open."""
    found = of_line(game, board.day, line)
    name = found[0].id if len(found) == 1 else game.setup.incidents.get(board.day)
    if name is None:
        return replace(board, maybe_occurred=board.maybe_occurred | {board.day})
    return replace(board, occurred=(*board.occurred, (board.day, name)))


# ---------------------------------------------------------------- what lasts


def lasting(
    game: Game,
    board: Board,
    change: Change,
    incidents: Collection[Incident],
    line: IncidentLine | GoodwillLine,
) -> Board:
    """Return the board with what a change leaves for later days when an incident made it (R134, R135).

    Args:
        game: the game.
        board: the board after the change.
        change: the change.
        incidents: the incidents that may have made it.
        line: the line that tells it.
    """
    effects = [effect for incident in game.resolved(incidents) for effect in incident.effects]
    match change:
        case CulpritAt(place=place):
            days = max((effect.days for effect in effects if effect.action is Action.CLOSE_PLACE), default=0)
            return close_place(board, place, days) if days else board
        case Moves(character=character):
            kinds = {effect.holds for effect in effects if effect.action is Action.MOVE}
            if True not in kinds:
                return board
            # One that only went along with the other was not moved by the incident.
            along = character in board.masters and sum(isinstance(c, Moves) for c in line.changes) > 1
            return hold(board, character, sure=kinds == {True} and not along)
        case _:
            return board


# ---------------------------------------------------------------- the gauge


def is_gauge(change: Change) -> bool:
    """Tell whether a change is one of the extra gauge."""
    return isinstance(change, AddCounter) and change.counter == GAUGE


def gauge_objection(game: Game, board: Board, line: IncidentLine) -> Objection | None:
    """Say why the gauge cannot have changed as a line tells; what the rules give need not be written."""
    amounts = _amounts(game, board, line)
    told = _told(line)
    if told is None or told in amounts:
        return None
    wanted = " or ".join(str(amount) for amount in sorted(amounts))
    return Objection(f"the gauge rises by {wanted} for this incident, not by {told}", "leave the gauge out")


def raised(game: Game, board: Board, line: IncidentLine) -> Board:
    """Return the board with the gauge risen for an incident that occurred (R122).

    Args:
        game: the game.
        board: the board after the changes of the line.
        line: the line. If it tells that the incident ended the loop, a switch says whether the gauge rose
            before (D20); where that is open the amount stands beside the gauge.
    """
    amounts = _amounts(game, board, line)
    told = _told(line)
    sure = {told} if told is not None and told in amounts else amounts
    least, most = min(sure), max(sure)
    reading = game.reading(GAUGE_BEFORE_EFFECT)
    ended = told is None and any(isinstance(change, _LOSSES) for change in line.changes)
    if ended and reading == "after":
        return board
    if not ended or reading == "before":
        return raise_gauge(board, least, most)
    return raise_gauge(board, 0, most) if board.gauge is None or least < most else replace(board, rise=most)


def rise_is_open(game: Game, board: Board, line: IncidentLine) -> bool:
    """Tell whether it is open if the gauge rose, should the incident have ended the loop without a word.

    Args:
        game: the game.
        board: the board before the line.
        line: the line.
    """
    if not line.occurred or _told(line) is not None or game.reading(GAUGE_BEFORE_EFFECT) == "before":
        return False
    deadly = (one.effects for one in game.resolved(of_line(game, board.day, line)))
    ends = any(effect.action in _ENDS for effects in deadly for effect in effects)
    return ends and _amounts(game, board, line) != {0}


def _amounts(game: Game, board: Board, line: IncidentLine) -> set[int]:
    """Return by how much the gauge may have risen.

    Whether an incident without effect still says how the gauge rises is settled nowhere, nor whether what is
    more than usual comes twice where the effect does (R63, R72, R122).
    """
    amounts = {incident.raises for incident in of_line(game, board.day, line)}
    if any(game.card(one.id).has(Trait.INCIDENTS_TWICE) for one in board.living()):
        amounts |= {2 * amount - 1 for amount in amounts if amount > 1}
    counts = any(incident.raises for incident in game.tragedy_set.incidents)
    return amounts | {1} if counts and _without_effect(game, board, line) else amounts


def _without_effect(game: Game, board: Board, line: IncidentLine) -> bool:
    """Tell whether the culprit may be one whose incidents do nothing but clear its own card (R63, R124)."""
    idle = {one.id for one in board.living() if game.card(one.id).has(Trait.INCIDENTS_DO_NOTHING)}
    return bool(idle) and all(
        isinstance(change, AddCounter) and (change.target is None or change.target in idle)
        for change in line.changes
    )


def _told(line: IncidentLine) -> int | None:
    told = [c.amount for c in line.changes if isinstance(c, AddCounter) and c.counter == GAUGE]
    return sum(told) if told else None
