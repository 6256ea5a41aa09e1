"""What an announced incident may really be, and what it leaves beside the changes told of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from msgspec.structs import replace

from deducer.board.changes import raise_gauge
from deducer.board.game import Game
from deducer.board.goodwill import does
from deducer.board.movement import close_place, hold
from deducer.board.objections import Objection
from deducer.board.state import Board, OddGauge
from deducer.ids import GAUGE, CharacterId
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
from deducer.record import Record
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
    rises = rises_of(game, board, line)
    if rises.told is None or rises.told in rises.all:
        return None
    wanted = " or ".join(str(amount) for amount in sorted(rises.all))
    return Objection(
        f"the gauge rises by {wanted} for this incident, not by {rises.told}", "leave the gauge out"
    )


def raised(game: Game, board: Board, line: IncidentLine) -> Board:
    """Return the board with the gauge risen for an incident that occurred (R122).

    Args:
        game: the game.
        board: the board after the changes of the line.
        line: the line. If it tells that the incident ended the loop, a switch says whether the gauge rose
            before (D20); where that is open the amount stands beside the gauge.
    """
    rises = rises_of(game, board, line)
    if rises.told in rises.all:
        return raise_gauge(board, rises.told or 0, rises.told or 0)
    reading = game.reading(GAUGE_BEFORE_EFFECT)
    ended = rises.told is None and any(isinstance(change, _LOSSES) for change in line.changes)
    if ended and reading == "after":
        return board
    if ended and reading != "before":
        if board.gauge is not None and len(rises.all) == 1:
            return replace(board, rise=max(rises.all))
        return _with_rise(board, rises, sure=False)
    return _with_rise(board, rises, sure=True)


def _with_rise(board: Board, rises: Rises, *, sure: bool) -> Board:
    """Let the gauge rise, if that is sure; beside it is kept what it shows without odd hands."""
    hands = frozenset((board.day, one) for one, amounts in rises.odd.items() if amounts - rises.usual)
    low, high = board.gauge_span or (board.gauge, board.gauge)
    if hands and low is not None and high is not None:
        odd = board.odd_gauge or OddGauge((low, high), frozenset())
        board = replace(board, odd_gauge=replace(odd, hands=odd.hands | hands))
    least, usual = (min(rises.all), min(rises.usual)) if sure else (0, 0)
    return raise_gauge(board, least, max(rises.all), usual=(usual, max(rises.usual)))


def rise_is_open(game: Game, board: Board, line: IncidentLine) -> bool:
    """Tell whether it is open if the gauge rose, should the incident have ended the loop without a word.

    Args:
        game: the game.
        board: the board before the line.
        line: the line.
    """
    rises = rises_of(game, board, line)
    if not line.occurred or rises.told is not None or game.reading(GAUGE_BEFORE_EFFECT) == "before":
        return False
    deadly = (one.effects for one in game.resolved(of_line(game, board.day, line)))
    ends = any(effect.action in _ENDS for effects in deadly for effect in effects)
    return ends and rises.all != {0}


class Rises(Record, frozen=True):
    """By how much an incident may have made the gauge rise.

    Attributes:
        usual: the amounts in anybody's hands.
        odd: those it may be instead in the hands of one.
        told: the amount that its line tells, None if it tells none.
    """

    usual: frozenset[int]
    odd: Mapping[CharacterId, frozenset[int]]
    told: int | None

    @property
    def all(self) -> frozenset[int]:
        """Every amount it may be."""
        return self.usual.union(*self.odd.values())

    def can_be_of(self, culprit: CharacterId) -> bool:
        """Tell whether what the line tells of the gauge can be so in somebody's hands."""
        own = self.usual | self.odd.get(culprit, frozenset())
        return self.told is None or self.told not in self.all or self.told in own


def rises_of(game: Game, board: Board, line: IncidentLine) -> Rises:
    """Return by how much the gauge may have risen for an incident that occurred.

    Whether an incident without effect still says how the gauge rises is settled nowhere, nor whether what is
    more than usual comes twice where the effect does (R63, R72, R122).

    Args:
        game: the game.
        board: the board when it occurred.
        line: the line that tells it.
    """
    usual = frozenset(incident.raises for incident in of_line(game, board.day, line))
    counts = any(incident.raises for incident in game.tragedy_set.incidents)
    odd: dict[CharacterId, frozenset[int]] = {}
    for one in board.living():
        card = game.card(one.id)
        if card.has(Trait.INCIDENTS_TWICE):
            odd[one.id] = frozenset(2 * amount - 1 for amount in usual if amount > 1)
        if card.has(Trait.INCIDENTS_DO_NOTHING) and counts and _without_effect(line, one.id):
            odd[one.id] = frozenset((1,))
    return Rises(usual, odd, _told(line))


def _without_effect(line: IncidentLine, culprit: CharacterId) -> bool:
    """Tell whether a line shows nothing but what may be the clearing of the culprit's own card (R124)."""
    return all(isinstance(change, AddCounter) and change.target in (None, culprit) for change in line.changes)


def _told(line: IncidentLine) -> int | None:
    told = [c.amount for c in line.changes if isinstance(c, AddCounter) and c.counter == GAUGE]
    return sum(told) if told else None
