"""Conditions of the rule data as formulas: the board's reading, and what open rulings add to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from deducer.board.conditions import User, holds
from deducer.board.state import Board, Known
from deducer.ids import CharacterId, PlaceId, RoleId
from deducer.logic.build import conjunction, disjunction, negation
from deducer.logic.terms import FALSE, TRUE, UNKNOWN, Formula
from deducer.record import Record
from deducer.rules.model import Condition
from deducer.rules.vocabulary import Word
from deducer.script.variables import Script


class Point(Record, frozen=True):
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

    @property
    def user(self) -> User:
        """The actor as the board's reading knows it."""
        figure = None if self.actor is None else self.board.figures.get(self.actor)
        return User(figure, (self.place,), self.role)


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
        condition: the condition; `hasRefusal`, which looks at the script, is read by `InForce.refuses`.
        point: where to judge it.

    Returns:
        A constant, or the unrecorded truth value; a ruling switch may add an auxiliary literal.
    """
    match condition.word:
        case Word.RULING:
            return script.ruled(condition.ruling, condition.reading)
        case Word.GAUGE | Word.GAUGE_AT_LOOP_END:
            return _gauge(script, condition, point)
        case Word.DIED_LAST_LOOP:
            return _died(script, point)
        case Word.ROLE_TOLD:
            return _told(script, condition, point.board)
    public = known(holds(script.game, point.board, condition, point.user, point.target))
    if condition.word is Word.HAD_GOODWILL and public != FALSE:
        return conjunction(public, _counts_on_card(script, point))
    return public


def _counts_on_card(script: Script, point: Point) -> Formula:
    """Say that goodwill on the target's card counted when the last loop ended; a corpse's by switch (D28)."""
    dead = point.board.dead_at_loop_end.get(point.target or "", False)
    if dead is False:
        return TRUE
    counted = script.ruled("threadsOnCorpses", "counted")
    return counted if dead else disjunction(counted, UNKNOWN)


def _gauge(script: Script, condition: Condition, point: Point) -> Formula:
    """Judge the gauge: as usual, or as the incident in the hands of some made it (R63, R72, R122)."""
    board = point.board
    judged = disjunction(*_by_rise(script, condition, point))
    odd = board.odd_gauge if condition.word is Word.GAUGE else board.odd_gauge_at_loop_end
    if odd is None or judged in (TRUE, FALSE):
        return judged
    low, high = odd.usual
    number, span = (low, None) if low == high else (None, odd.usual)
    # The condition looks at one of the two gauges.
    usual = replace(
        board,
        gauge=number,
        gauge_span=span,
        gauge_at_loop_end=number,
        gauge_span_at_loop_end=span,
    )
    in_hand = disjunction(*(script.culprit(day, one) for day, one in sorted(odd.hands)))
    as_usual = disjunction(*_by_rise(script, condition, replace(point, board=usual)))
    return disjunction(conjunction(in_hand, judged), conjunction(negation(in_hand), as_usual))


def _by_rise(script: Script, condition: Condition, point: Point) -> Iterator[Formula]:
    """Yield how a condition on the gauge can hold: an incident that ended the loop raised it or not (D20)."""
    board = point.board
    now = board.rise and condition.word is Word.GAUGE
    before = board.rise_at_loop_end and condition.word is Word.GAUGE_AT_LOOP_END
    settled = replace(board, rise=0, rise_at_loop_end=0)
    if not (now or before):
        yield known(holds(script.game, settled, condition, point.user))
        return
    for reading, steps in (("before", 1), ("after", 0)):
        read = replace(
            settled,
            gauge=_risen(board.gauge, board.rise * steps),
            gauge_at_loop_end=_risen(board.gauge_at_loop_end, board.rise_at_loop_end * steps),
        )
        public = known(holds(script.game, read, condition, point.user))
        yield conjunction(script.ruled("gaugeBeforeEffect", reading), public)


def _risen(gauge: int | None, steps: int) -> int | None:
    return None if gauge is None else gauge + steps


def _died(script: Script, point: Point) -> Formula:
    """Say that the target died in the last loop: at some time, or so that it lay dead at its end (R108)."""
    board, target = point.board, point.target or ""
    return disjunction(
        conjunction(
            script.ruled("fatedCardNeeds", "diedInLoop"), known(board.died_last_loop.get(target, False))
        ),
        conjunction(
            script.ruled("fatedCardNeeds", "deadAtEnd"), known(board.dead_at_loop_end.get(target, False))
        ),
    )


def _told(script: Script, condition: Condition, board: Board) -> Formula:
    """Say that one of some roles was revealed in this loop; whether a lie counts is open (R114)."""
    ways: list[Formula] = [UNKNOWN] if board.unseen_reveals else []
    for character, role in sorted(board.revealed):
        if role in condition.roles:
            liars = tuple(liar for liar in script.liars if liar != role)
            lied = script.assigned(character, liars) if liars else FALSE
            ways.append(disjunction(negation(lied), script.ruled("secretRecordCountsLie", "yes")))
    return disjunction(*ways)
