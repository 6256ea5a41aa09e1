"""Conditions of the rule data as formulas: the board's reading, and what open rulings add to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from deducer.board.conditions import User, holds
from deducer.board.state import Board, Known
from deducer.ids import CharacterId, PlaceId, RoleId
from deducer.logic.build import conjunction, disjunction
from deducer.logic.terms import FALSE, TRUE, UNKNOWN, Formula
from deducer.rules.model import Condition
from deducer.rules.vocabulary import Word
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
