"""Whether a goodwill ability was usable when the notes say that it was used (R40 to R43)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from deducer.board.conditions import User, may_hold
from deducer.board.game import Game
from deducer.board.goodwill import can_aim, does, made_by, owner_of, unusable
from deducer.board.objections import Objection, absent
from deducer.board.state import Board, Figure
from deducer.ids import GOODWILL, PLACES, CharacterId
from deducer.log.statements import GoodwillLine, Side
from deducer.log.write import write_change
from deducer.record import Record
from deducer.rules.model import Ability
from deducer.rules.names import names_for
from deducer.rules.vocabulary import Action

_HINT: Final = "mend the line, or the lines before it, such as those that brought the goodwill"
Uses = Collection[tuple[CharacterId, str]]


def misuse(
    game: Game, line: GoodwillLine, board: Board, candidates: tuple[Ability, ...], asked: Uses
) -> Objection | None:
    """Say why a line cannot tell of a use.

    Args:
        game: the game.
        line: the line.
        board: the board it was used on.
        candidates: the abilities it can mean.
        asked: (character, ability id) of those used in this step already.

    Returns:
        The objection to the first candidate, or None if one of them was usable.
    """
    user = board.figures.get(line.user or "")
    if user is None or not user.present:
        return absent(game, line.user or "")
    if not candidates:
        return Objection(
            f"{game.name(line.borrowed or user.id)} has no such goodwill ability", "check the rank"
        )
    reason = unusable(line, board, candidates)
    if reason is not None:
        owner = game.name(line.borrowed or user.id)
        return Objection(reason.format(game.name(user.id), owner), _HINT)
    uses = (_Use(game, line, board, user, ability) for ability in candidates)
    objections = [next(use.objections(asked), None) for use in uses]
    return None if None in objections else objections[0]


class _Use(Record, frozen=True):
    """A use of one ability that a line can mean.

    Attributes:
        game: the game.
        line: the line.
        board: the board it was used on.
        user: who was asked.
        ability: the ability.
    """

    game: Game
    line: GoodwillLine
    board: Board
    user: Figure
    ability: Ability

    @property
    def owner(self) -> CharacterId:
        """On whose card the ability stands."""
        return self.line.borrowed or self.user.id

    @property
    def name(self) -> str:
        """Its name."""
        return self.game.name(self.owner)

    def objections(self, asked: Uses) -> Iterator[Objection]:
        """Yield what speaks against the use."""
        reason = unusable(self.line, self.board, (self.ability,))
        if reason is not None:
            yield Objection(reason.format(self.game.name(self.user.id), self.name), _HINT)
        if self.line.borrowed is not None:
            yield from self._by_lending(asked)
        elif does(self.ability, Action.BORROW):
            remedy = f"write `{self.name} {self.ability.rank} as NAME RANK`"
            yield Objection("whose ability is used is missing", remedy)
        if (self.owner, self.ability.id) in asked:
            yield Objection(f"{self.name}'s ability was used in this step already")
        user = owner_of(self.board, self.line)
        if not may_hold(self.game, self.board, self.ability.conditions, user):
            yield Objection(f"{self.name}'s ability cannot be used now")
        yield from self._by_target(user)
        for change in () if self.line.refused else self.line.changes:
            if not made_by(self.game, self.board, self.ability, self.line, change):
                told = write_change(change, names_for(self.game.rules, self.game.setup.tragedy_set))
                yield Objection(f"{self.name}'s ability does not do that: {told}", "mend the line")
        spent = (*self.board.spent, *self.board.maybe_spent)
        if does(self.ability, Action.TAKE_BACK) and all(owner == Side.MASTERMIND for owner, _ in spent):
            yield Objection("no card of the protagonists is spent, so none can be taken back")

    def _by_lending(self, asked: Uses) -> Iterator[Objection]:
        """Yield what speaks against borrowing: only the user's goodwill counts (R40)."""
        lending = _lent_by(self.game, self.line)
        name = self.game.name(self.user.id)
        if not lending:
            yield Objection(f"{name} cannot use the abilities of others", "leave out `as`")
        for ability in lending:
            held = self.user.counters[GOODWILL]
            if held is not None and held < (ability.rank or 0):
                yield Objection(f"{name} has {held} goodwill, and the ability needs {ability.rank}", _HINT)
            if (self.user.id, ability.id) in asked:
                yield Objection(f"{name}'s ability was used in this step already")
            if not can_aim(self.game, self.board, ability, User.of(self.user), self.owner):
                yield Objection(f"{name} cannot use an ability of {self.name} here")

    def _by_target(self, user: User) -> Iterator[Objection]:
        for target in self.line.targets:
            figure = self.board.figures.get(target)
            if target not in PLACES and (figure is None or not figure.present):
                yield absent(self.game, target)
            elif not can_aim(self.game, self.board, self.ability, user, target):
                yield Objection(f"{self.name}'s ability cannot be used on {self.game.name(target)} here")


def uses_of(game: Game, line: GoodwillLine, candidates: tuple[Ability, ...]) -> set[tuple[CharacterId, str]]:
    """Return the abilities that a line certainly uses: its own, and the one by which it was borrowed."""
    owner = line.borrowed or line.user or ""
    uses = {(owner, ability.id) for ability in candidates} if len(candidates) == 1 else set()
    if line.borrowed is not None and line.user is not None:
        uses |= {(line.user, ability.id) for ability in _lent_by(game, line)}
    return uses


def _lent_by(game: Game, line: GoodwillLine) -> list[Ability]:
    """Return the user's abilities that borrow others."""
    return [ability for ability in game.card(line.user or "").abilities if does(ability, Action.BORROW)]
