"""The card step: six cards turned up and resolved in their order (rulings section 1.4, R19 to R25)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from deducer.board.blur import blur, touch_of_cards
from deducer.board.changes import add_counter
from deducer.board.state import Board, Figure
from deducer.board.timeline import Resolved
from deducer.ids import (
    DIAGONAL,
    GOODWILL,
    HORIZONTAL,
    INTRIGUE,
    PARANOIA,
    PLACES,
    VERTICAL,
    CharacterId,
    PlaceId,
)
from deducer.log.setup import Setup
from deducer.log.statements import Card, CardsLine, IgnoredLine, PlayStatement, Side, StoppedLine
from deducer.rules.model import CardKind, Rules
from deducer.rules.vocabulary import Trait

FORBID = "forbid "
MOVE = "move"
MOVEMENT = "movement"
_AXES = {"move vertical": 1, "move horizontal": 2, "move diagonal": 3}
_BY_AXES: dict[int, dict[PlaceId, PlaceId]] = {1: VERTICAL, 2: HORIZONTAL, 3: DIAGONAL}


@dataclass(frozen=True, slots=True)
class Table:
    """The cards of one day, with what the notes say of those that did not work as printed.

    Attributes:
        played: all cards with the side that played them.
        ignored: (kind, target) of forbids that did not work.
        stopped: (kind, target) of cards that had no effect without a visible reason.
        whole: whether both sides' cards were noted.
    """

    played: tuple[tuple[Side, Card], ...]
    ignored: frozenset[tuple[str, str]]
    stopped: frozenset[tuple[str, str]]
    whole: bool


def lay_out(statements: Iterable[PlayStatement]) -> Table:
    """Collect the cards of a step's lines."""
    played: list[tuple[Side, Card]] = []
    ignored: set[tuple[str, str]] = set()
    stopped: set[tuple[str, str]] = set()
    sides: set[Side] = set()
    for statement in statements:
        match statement:
            case CardsLine(side=side, cards=cards):
                sides.add(side)
                played.extend((side, card) for card in cards)
            case IgnoredLine(cards=cards):
                ignored.update((_forbidden_kind(c.card or ""), c.target or "") for c in cards)
            case StoppedLine(cards=cards):
                stopped.update((c.card or "", c.target or "") for c in cards)
            case _:
                pass
    whole = Side.UNKNOWN in sides or {Side.MASTERMIND, Side.PROTAGONISTS} <= sides
    return Table(tuple(played), frozenset(ignored), frozenset(stopped), whole)


def _forbidden_kind(card: str) -> str:
    return card.removeprefix(FORBID)


def free_forbids(table: Table) -> bool | None:
    """Tell whether two or more of the protagonists forbade intrigue, so that none of it works (R22)."""
    number = sum(card.card == f"{FORBID}{INTRIGUE}" for _, card in table.played)
    if number >= 2:
        return True
    hidden = any(card.card is None and side is not Side.MASTERMIND for side, card in table.played)
    sides = {side for side, _ in table.played}
    lacking = not table.whole and Side.PROTAGONISTS not in sides
    return None if number == 1 and (hidden or lacking) else False


@dataclass(frozen=True, slots=True)
class CardStep:
    """One resolution of a card step.

    Attributes:
        rules: the rule data.
        setup: the set-up.
        before: the board when the cards were turned up.
        table: the cards.
        closed: whether a later statement has closed the step.
    """

    rules: Rules
    setup: Setup
    before: Board
    table: Table
    closed: bool

    def resolve(self) -> tuple[Board, tuple[Resolved, ...]]:
        """Return the board after all cards, and what became of each."""
        board = self._move(self.before)
        for counter, sign in ((PARANOIA, 1), (PARANOIA, -1), (GOODWILL, 1), (INTRIGUE, 1)):
            board = self._count(board, counter, sign)
        resolved = tuple(
            self._resolved(card, board) for _, card in self.table.played if card.card is not None
        )
        return self._hidden(board), resolved

    def cards_on(self, target: str) -> Iterator[Card]:
        """Yield the cards that act on a target; some characters take those of their place (R25)."""
        figure = self.before.figures.get(target)
        meant = target
        if figure is not None and self.rules.characters[target].has(Trait.NO_CARDS):
            meant = figure.place or ""
        yield from (card for _, card in self.table.played if card.target == meant and card.card is not None)

    def _stopper(self, card: Card, kind: str) -> Card | None:
        """Return the Forbid card on a card's target that would stop it."""
        if kind == INTRIGUE and free_forbids(self.table) is True:
            return None
        return next(
            (c for _, c in self.table.played if c.target == card.target and c.card == f"{FORBID}{kind}"), None
        )

    def _works(self, card: Card) -> bool:
        kind, target = _kind(card), card.target or ""
        if any(_kind_matches(kind, card.card or "", s) and target == t for s, t in self.table.stopped):
            return False
        return self._stopper(card, kind) is None or (kind, target) in self.table.ignored

    def _resolved(self, card: Card, after: Board) -> Resolved:
        stopper = None if (card.card or "").startswith(FORBID) else self._stopper(card, _kind(card))
        place: PlaceId | None = card.target if card.target in PLACES else None
        if card.target in after.figures:
            place = after.figure(card.target or "").place
        works: bool | None = self._works(card)
        if stopper is not None and not self.closed:
            works = None
        return Resolved(card, stopper, works, place)

    def _move(self, board: Board) -> Board:
        going: dict[CharacterId, Figure] = {}
        for figure in board.living():
            axes = 0
            for card in {c.card: c for c in self.cards_on(figure.id) if _kind(c) == MOVEMENT}.values():
                if self._works(card):
                    axes ^= _AXES.get(card.card or "", 0)
            if axes and figure.place is not None:
                place = _BY_AXES[axes][figure.place]
                if place not in figure.barred:
                    going[figure.id] = replace(figure, place=place)
        for follower, goal in self._followers(board, going):
            going[follower.id] = replace(follower, place=goal)
        return replace(board, figures={**board.figures, **going})

    def _followers(
        self, board: Board, going: dict[CharacterId, Figure]
    ) -> Iterator[tuple[Figure, PlaceId | None]]:
        """Yield who goes along with a master that leaves; where a card of its own takes it is not known."""
        for character, masters in board.masters.items():
            follower = board.figures.get(character)
            if follower is None or not follower.present or follower.alive is False:
                continue
            for master in masters & going.keys():
                if (
                    board.figure(master).place == follower.place
                    and going[master].place not in follower.barred
                ):
                    yield follower, None if character in going else going[master].place

    def _count(self, board: Board, counter: str, sign: int) -> Board:
        """Put or take counters of one kind on every target."""
        for target in (*board.figures, *PLACES):
            figure = board.figures.get(target)
            if figure is not None and (not figure.present or figure.alive is False):
                continue
            if figure is None and counter != INTRIGUE:
                continue
            for card in self.cards_on(target):
                amount = _amount(card.card or "", counter)
                if amount * sign > 0 and self._works(card):
                    board = add_counter(board, target, counter, amount)
        return board

    def _hidden(self, board: Board) -> Board:
        """Blur what cards that were not noted can have changed."""
        for side, card in self.table.played:
            if card.card is None:
                board = blur(board, touch_of_cards(self._hand(side)), card.target)
        if self.closed and not self.table.whole:
            noted = {side for side, _ in self.table.played}
            missing = Side.PROTAGONISTS if Side.MASTERMIND in noted else Side.MASTERMIND
            board = blur(board, touch_of_cards(self._hand(missing)))
        return board

    def _hand(self, side: Side) -> tuple[CardKind, ...]:
        hands = self.rules.hands
        if side is Side.UNKNOWN:
            return hands.mastermind + hands.protagonist
        return hands.mastermind if side is Side.MASTERMIND else hands.protagonist


def _kind(card: Card) -> str:
    """Return what a Forbid card must name to stop a card: movement, or a kind of counter."""
    name = card.card or ""
    if name.startswith(MOVE):
        return MOVEMENT
    return next((c for c in (PARANOIA, GOODWILL, INTRIGUE) if name.startswith(c)), "")


def _kind_matches(kind: str, name: str, told: str) -> bool:
    """Tell whether a `stopped:` entry means a card: by its whole name, or by its kind alone."""
    return told in (name, kind) or (told == MOVE and kind == MOVEMENT)


def _amount(name: str, counter: str) -> int:
    rest = name.removeprefix(counter)
    return int(rest) if rest != name and rest[:1] in ("+", "-") else 0
