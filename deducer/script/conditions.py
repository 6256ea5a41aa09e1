"""Conditions of the rule data read on a public board: true, false, or not known from the notes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from deducer.board.state import Board, Figure, Known
from deducer.ids import PARANOIA, CharacterId, PlaceId, RoleId
from deducer.logic.build import conjunction, disjunction
from deducer.logic.terms import FALSE, TRUE, UNKNOWN, Formula
from deducer.rules.model import Condition
from deducer.rules.vocabulary import Trait, Word
from deducer.script.variables import Script


@dataclass(frozen=True, slots=True)
class Point:
    """Where a condition is judged.

    Attributes:
        board: the public board at that moment.
        actor: the user, None for a plot's own ability.
        place: the place the user acts from; None if not known or without a user.
        target: id of the target character or place, None if there is none.
        role: the role that owns the ability, None for other owners.
    """

    board: Board
    actor: CharacterId | None = None
    place: PlaceId | None = None
    target: str | None = None
    role: RoleId | None = None


def known(value: Known) -> Formula:
    """Turn a public truth value into a constant formula; None becomes the unrecorded truth value."""
    if value is None:
        return UNKNOWN
    return TRUE if value else FALSE


def judge_all(script: Script, conditions: Iterable[Condition], point: Point) -> Formula:
    """Judge conditions joined by "and"."""
    return conjunction(*(judge(script, condition, point) for condition in conditions))


def judge(script: Script, condition: Condition, point: Point) -> Formula:
    """Judge one condition on a board.

    Args:
        script: the game.
        condition: free of `hasRefusal`, which looks at the script (see `deducer.script.effective`).
        point: where to judge it.

    Returns:
        A constant, or the unrecorded truth value; a ruling switch may add an auxiliary literal.
    """
    reading = _READINGS.get(condition.word)
    if reading is None:
        msg = f"the condition {condition.word} does not look at the board"
        raise ValueError(msg)
    return reading(script, condition, point)


def start_place(script: Script, figure: Figure) -> PlaceId | None:
    """Return where a character started this loop; one that never entered starts where its card says (R17)."""
    if figure.start is not None:
        return figure.start
    starts = script.card(figure.id).starts
    return starts[0] if len(starts) == 1 else None


def at_limit(script: Script, figure: Figure) -> Known:
    """Tell whether a character's paranoia, or all its counters, reach its paranoia limit (R56, R64)."""
    card = script.card(figure.id)
    everything = card.has(Trait.ALL_COUNTERS_TRIGGER)
    number = figure.total if everything else figure.counters[PARANOIA]
    if everything and number is not None:
        # Guard markers are counters on the card too.
        number = None if figure.guards is None else number + figure.guards
    if number is None:
        return True if card.limit == 0 else None
    return number >= card.limit


def companions(board: Board, place: PlaceId | None, actor: CharacterId) -> tuple[list[Figure], list[Figure]]:
    """Return the other living characters certainly at a place, and those that may also be there."""
    certain: list[Figure] = []
    perhaps: list[Figure] = []
    for figure in board.living():
        if figure.id == actor:
            continue
        if place is None or figure.place is None or (figure.place == place and figure.alive is None):
            perhaps.append(figure)
        elif figure.place == place:
            certain.append(figure)
    return certain, perhaps


def _meant(condition: Condition, point: Point) -> Figure:
    character = point.target if condition.on == "target" else point.actor
    if character is None:
        msg = f"the condition {condition.word} on {condition.on} needs a character"
        raise ValueError(msg)
    return point.board.figure(character)


def _counter(script: Script, condition: Condition, point: Point) -> int | None:
    counter = condition.counter or ""
    if condition.on in ("self", "target"):
        target = point.target if condition.on == "target" else point.actor
        return None if target is None else point.board.count(target, counter)
    if condition.on == "startPlace":
        place = start_place(script, _meant(condition, point))
        return None if place is None else point.board.intrigue[place]
    return point.board.intrigue[condition.on]


def _within(number: int | None, condition: Condition) -> Formula:
    if number is None:
        return UNKNOWN
    low = condition.at_least if condition.at_least is not None else number
    high = condition.at_most if condition.at_most is not None else number
    return known(low <= number <= high)


def _others_here(script: Script, condition: Condition, point: Point) -> Formula:
    del script
    if point.actor is None:
        return FALSE
    certain, perhaps = companions(point.board, point.place, point.actor)
    if not len(certain) <= (condition.number or 0) <= len(certain) + len(perhaps):
        return FALSE
    return UNKNOWN if perhaps else TRUE


def _revealed(script: Script, condition: Condition, point: Point) -> Formula:
    del script, condition
    if (point.actor, point.role) in point.board.revealed_before:
        return TRUE
    return known(False if point.board.reveals_complete else None)


def _had_goodwill(script: Script, condition: Condition, point: Point) -> Formula:
    """Goodwill on the target's card when the last loop ended; a corpse's counts by switch (D28)."""
    del condition
    board, target = point.board, point.target
    if target is None or target not in board.goodwill_at_loop_end:
        return FALSE
    number = board.goodwill_at_loop_end[target]
    had = known(None if number is None else number > 0)
    dead = board.dead_at_loop_end.get(target, False)
    if dead is False:
        return had
    counted = script.ruled("threadsOnCorpses", "counted")
    return conjunction(had, counted if dead else disjunction(counted, UNKNOWN))


def _occurred(script: Script, condition: Condition, point: Point) -> Formula:
    board = point.board
    if any(incident == condition.incident for _, incident in board.occurred):
        return TRUE
    maybe = any(script.setup.incidents.get(day) == condition.incident for day in board.maybe_occurred)
    return UNKNOWN if maybe else FALSE


def _last_day(script: Script, condition: Condition, point: Point) -> Formula:
    del condition
    days = script.setup.days
    return known(None if days is None else point.board.day == days)


def _from_loop(script: Script, condition: Condition, point: Point) -> Formula:
    del script
    return known(point.board.loop >= (condition.number or 0))


def _at(script: Script, condition: Condition, point: Point) -> Formula:
    del script
    return known(None if point.place is None else point.place in condition.places)


def _dead(script: Script, condition: Condition, point: Point) -> Formula:
    del script
    alive = _meant(condition, point).alive
    return known(None if alive is None else not alive)


def _counters(script: Script, condition: Condition, point: Point) -> Formula:
    return _within(_counter(script, condition, point), condition)


def _total(script: Script, condition: Condition, point: Point) -> Formula:
    del script
    return _within(_meant(condition, point).total, condition)


_READINGS: Final[Mapping[Word, Callable[[Script, Condition, Point], Formula]]] = {
    Word.COUNTERS: _counters,
    Word.TOTAL_COUNTERS: _total,
    Word.OTHERS_HERE: _others_here,
    Word.LAST_DAY: _last_day,
    Word.FROM_LOOP: _from_loop,
    Word.AT: _at,
    Word.DEAD: _dead,
    Word.REVEALED: _revealed,
    Word.HAD_GOODWILL: _had_goodwill,
    Word.OCCURRED: _occurred,
}
