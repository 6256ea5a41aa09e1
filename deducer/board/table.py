"""The cards of one day as the notes tell them: who played what on whom, and what the notes leave open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final

from msgspec import field

from deducer.board.game import EACH_SIDE, Game, hands_of
from deducer.board.state import Board
from deducer.ids import GOODWILL, INTRIGUE, PARANOIA
from deducer.log.statements import Card, CardsLine, IgnoredLine, PlayStatement, Side, StoppedLine
from deducer.record import Draft, Record

FORBID: Final = "forbid "
MOVE: Final = "move"
MOVEMENT: Final = "movement"
ANY_PLAYER: Final = "?"
_SIDES: Final = (Side.MASTERMIND, Side.PROTAGONISTS)


class Played(Record, frozen=True):
    """A card with the side that played it, as far as the notes and the hands tell."""

    side: Side
    card: Card


class Table(Record, frozen=True):
    """The cards of one day, with what the notes say of those that did not work as printed.

    Attributes:
        played: all cards noted, in the order written.
        ignored: (kind, target) of forbids that did not work.
        stopped: (card or kind, target) of cards that had no effect without a visible reason.
        missing: the sides whose cards were not noted at all.
    """

    played: tuple[Played, ...]
    ignored: frozenset[tuple[str, str]]
    stopped: frozenset[tuple[str, str]]
    missing: frozenset[Side]

    def of(self, side: Side) -> tuple[Card, ...]:
        """Return a side's cards."""
        return tuple(played.card for played in self.played if played.side is side)


class Laying(Draft):
    """The cards of a step's lines, collected line by line."""

    _played: list[Played] = field(default_factory=list)
    _ignored: set[tuple[str, str]] = field(default_factory=set)
    _stopped: set[tuple[str, str]] = field(default_factory=set)
    _noted: set[Side] = field(default_factory=set)

    def add(self, statement: PlayStatement) -> None:
        """Take the cards of one line."""
        match statement:
            case CardsLine(side=side, cards=cards):
                self._noted |= set(_SIDES) if side is Side.UNKNOWN else {side}
                self._played.extend(Played(_side(side, card), card) for card in cards)
            case IgnoredLine(cards=cards):
                self._ignored.update(((c.card or "").removeprefix(FORBID), c.target or "") for c in cards)
            case StoppedLine(cards=cards):
                self._stopped.update((c.card or "", c.target or "") for c in cards)
            case _:
                pass

    def copied(self) -> Laying:
        """Return a copy that takes lines of its own."""
        return Laying([*self._played], {*self._ignored}, {*self._stopped}, {*self._noted})

    def table(self, game: Game, board: Board) -> Table:
        """Return the cards; one without a side goes to the only side that can have played it.

        Args:
            game: the game.
            board: the board when the cards were played.
        """
        sides = _forced(game, board, self._played)
        sided = tuple(Played(side, one.card) for side, one in zip(sides, self._played, strict=True))
        missing = frozenset(_SIDES) - self._noted
        return Table(sided, frozenset(self._ignored), frozenset(self._stopped), missing)


def _side(side: Side, card: Card) -> Side:
    return Side.PROTAGONISTS if card.player is not None else side


def _forced(game: Game, board: Board, played: list[Played]) -> list[Side]:
    """Return whose each card is: a side where every way to share the cards out agrees, else unknown."""
    told = [one.side for one in played]
    if Side.UNKNOWN not in told:
        return told
    ways = list(shares(game, board, played))
    if not ways:
        return told
    return [sides[0] if len(set(sides)) == 1 else Side.UNKNOWN for sides in zip(*ways, strict=True)]


def shares(game: Game, board: Board, played: list[Played]) -> Iterator[tuple[Side, ...]]:
    """Yield every way to share out cards of unknown sides between the two hands."""
    choices = [_SIDES if one.side is Side.UNKNOWN else (one.side,) for one in played]
    if len(played) > 2 * EACH_SIDE:
        return
    for sides in product(*choices):
        if all(
            _can_play(
                game, board, side, [one.card for one, its in zip(played, sides, strict=True) if its is side]
            )
            for side in _SIDES
        ):
            yield sides


def takes_no_cards(board: Board, side: Side, target: str) -> bool:
    """Tell whether a side certainly may not lay cards on a target since an Extra card lies there (R110)."""
    figure = board.figures.get(target)
    carrier = figure is not None and figure.extra is True
    return side is Side.PROTAGONISTS and carrier and board.carriers_barred is True


def _can_play(game: Game, board: Board, side: Side, cards: list[Card]) -> bool:
    targets = [card.target for card in cards if card.target is not None]
    if len(cards) > EACH_SIDE or len(set(targets)) < len(targets):
        return False
    if any(takes_no_cards(board, side, target) for target in targets):
        return False
    left = remaining(game, board, side)
    kinds = Counter(card.card for card in cards if card.card is not None)
    return all(number <= left.get(kind, 0) for kind, number in kinds.items())


def remaining(game: Game, board: Board, side: Side) -> dict[str, int]:
    """Return how many cards of each kind a side can still play: its hands less what is spent in this loop."""
    spent = Counter(
        card for owner, card in board.spent if (owner == Side.MASTERMIND) == (side is Side.MASTERMIND)
    )
    return {kind.id: kind.copies * hands_of(side) - spent[kind.id] for kind in game.hand(side)}


def hidden_kinds(game: Game, board: Board, table: Table, side: Side) -> tuple[str, ...]:
    """Return the kinds of card that a side can have played without the notes naming them."""
    if side is Side.UNKNOWN:
        kinds = (hidden_kinds(game, board, table, one) for one in _SIDES)
        return tuple(dict.fromkeys(kind for found in kinds for kind in found))
    seen = Counter(card.card for card in table.of(side))
    return tuple(kind for kind, number in remaining(game, board, side).items() if number > seen[kind])


@lru_cache(maxsize=256)
def kind_of(name: str) -> str:
    """Return what a Forbid card must name to stop a card: movement, or a kind of counter."""
    if name.startswith(MOVE):
        return MOVEMENT
    return next((counter for counter in (PARANOIA, GOODWILL, INTRIGUE) if name.startswith(counter)), "")


def meant_by(told: str, name: str) -> bool:
    """Tell whether a word of an `ignored:` or `stopped:` line means a card: whole, or by its kind alone."""
    return told in (name, kind_of(name)) or (told == MOVE and kind_of(name) == MOVEMENT)


@lru_cache(maxsize=1024)
def amount_of(name: str, counter: str) -> int:
    """Return how many counters of a kind a card puts (negative: takes), 0 for other cards."""
    rest = name.removeprefix(counter)
    return int(rest) if rest != name and rest[:1] in ("+", "-") else 0
