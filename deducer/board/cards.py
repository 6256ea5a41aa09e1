"""The card step: all cards turned up and resolved in their order (rulings section 1.4, R19 to R25).

What lies on one target is resolved by itself, once for every way the notes leave open; where the ways agree
the board is known. Only the number of Forbid Intrigue cards, and following a master, tie targets together.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final, TypeVar

from msgspec import field
from msgspec.structs import replace

from deducer.board.changes import proved_alive, set_counter
from deducer.board.game import EACH_SIDE, Game
from deducer.board.movement import hindered, is_fixed
from deducer.board.resolution import Lying, Outcome, destination, outcomes
from deducer.board.state import Board, Figure
from deducer.board.table import FORBID, Played, Table, hidden_kinds, kind_of, takes_no_cards
from deducer.board.timeline import Resolved
from deducer.ids import COUNTERS, INTRIGUE, PLACES, CharacterId, PlaceId
from deducer.log.statements import Card, Side
from deducer.record import Draft
from deducer.rules.vocabulary import Action, Trait

_SIDES: Final = (Side.MASTERMIND, Side.PROTAGONISTS)
_FORBID_INTRIGUE: Final = f"{FORBID}{INTRIGUE}"
_Value = TypeVar("_Value")


class CardStep(Draft):
    """One resolution of a card step.

    Attributes:
        game: the game.
        before: the board when the cards were turned up.
        table: the cards.
        closed: whether nothing more will be noted of the step, so that a side without cards was not noted.
    """

    game: Game
    before: Board
    table: Table
    closed: bool
    _lies: dict[str, list[Played]] = field(default_factory=dict)
    _pools: dict[Side, tuple[str | None, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Sort the cards by what they lie on, and those of which that was not noted by side."""
        for one in self.table.played:
            if one.card.target is not None:
                self._lies.setdefault(one.card.target, []).append(one)
        pools = {side: self._pool(side) for side in (*_SIDES, Side.UNKNOWN)}
        self._pools = {side: pool for side, pool in pools.items() if pool}

    def resolve(self) -> tuple[Board, tuple[Resolved, ...]]:
        """Return the board after all cards, and what became of each."""
        board = self.before
        for one in self.table.played:
            board = proved_alive(board, one.card.target or "")
        frees = self._frees()
        found = {figure.id: tuple(self._on_card(figure, frees)) for figure in board.living()}
        merged = {one: _merged(board.figure(one), ways) for one, ways in found.items() if ways}
        after = replace(board, figures={**board.figures, **merged})
        movers = frozenset(one for one, ways in found.items() if any(way.moved for way in ways))
        after = replace(after, figures={**after.figures, **self._followed(board, after, movers)})
        intrigue = {place: self._intrigue(board, place, frees) for place in PLACES}
        after = replace(after, intrigue=intrigue)
        return after, tuple(self._resolved(after, frees))

    # ---------------------------------------------------------------- what the notes leave open

    def _pool(self, side: Side) -> tuple[str | None, ...]:
        """Return the cards of a side whose target was not noted; None for one that was not noted at all."""
        missing = (None,) * EACH_SIDE if self.closed and side in self.table.missing else ()
        return (*missing, *(card.card for card in self.table.of(side) if card.target is None))

    def _slots(self, target: str) -> list[tuple[str | None, ...]]:
        """Return, for every card that lies or may lie on a target, what it can be; None for no card."""
        lying = self._lies.get(target, [])
        slots: list[tuple[str | None, ...]] = [
            (one.card.card,) if one.card.card is not None else self._kinds(one.side) or (None,)
            for one in lying
        ]
        sides = {one.side for one in lying}
        for side, pool in self._pools.items():
            if side is Side.UNKNOWN:
                most = min(len(pool), len(_SIDES) - len(slots))
                slots.extend([(None, *self._named(side, pool))] * most)
            elif takes_no_cards(self.before, side, target):
                continue
            elif side not in sides and len(slots) < len(_SIDES):
                slots.append((None, *self._named(side, pool)))
        return slots

    def _named(self, side: Side, pool: tuple[str | None, ...]) -> tuple[str, ...]:
        named = dict.fromkeys(kind for kind in pool if kind is not None)
        return tuple({**named, **dict.fromkeys(self._kinds(side))}) if None in pool else tuple(named)

    def _kinds(self, side: Side) -> tuple[str, ...]:
        return hidden_kinds(self.game, self.before, self.table, side)

    def _frees(self) -> tuple[bool, ...]:
        """Return whether the Forbid Intrigue cards cancel each other, both values where that is not known."""
        free = free_forbids(self.game, self.before, self.table, closed=self.closed)
        return (True, False) if free is None else (free,)

    def _lying(self, target: str, reader: str, frees: tuple[bool, ...]) -> Iterator[Lying]:
        """Yield the ways in which cards can lie on a target, as they count for one that takes them."""
        slots = self._slots(target)
        if not slots:
            return
        for cards in product(*slots):
            named = tuple(card for card in cards if card is not None)
            for free in frees if _FORBID_INTRIGUE in named else frees[:1]:
                yield Lying(
                    named,
                    self._marks(self.table.ignored, target, reader),
                    self._marks(self.table.stopped, target, reader),
                    free,
                )

    @staticmethod
    def _marks(told: frozenset[tuple[str, str]], target: str, reader: str) -> frozenset[str]:
        return frozenset(card for card, where in told if where in (target, reader))

    # ---------------------------------------------------------------- what comes of it

    def _on_card(self, figure: Figure, frees: tuple[bool, ...]) -> Iterator[Outcome]:
        """Yield what can become of a character, nothing if no card can concern it."""
        figure = hindered(self.before, figure)
        if not self.game.card(figure.id).has(Trait.NO_CARDS):
            for lying in self._lying(figure.id, figure.id, frees):
                yield from outcomes(figure, lying)
            return
        # It takes the cards of the place where it stood when they were laid (R25).
        somewhere = PLACES if figure.place is None else (figure.place,)
        unsure = figure.alive is None or figure.place is None
        for place in somewhere:
            for lying in self._lying(place, figure.id, frees):
                yield from outcomes(figure, lying)
        if unsure:
            yield from outcomes(figure, Lying(()))

    def _intrigue(self, board: Board, place: PlaceId, frees: tuple[bool, ...]) -> int | None:
        held = board.intrigue[place]
        found = {lying.added(held, INTRIGUE) for lying in self._lying(place, place, frees)} or {held}
        return found.pop() if len(found) == 1 else None

    # ---------------------------------------------------------------- the record

    def _resolved(self, after: Board, frees: tuple[bool, ...]) -> Iterator[Resolved]:
        takers = [f for f in self.before.living() if self.game.card(f.id).has(Trait.NO_CARDS)]
        for one in self.table.played:
            card = one.card
            if card.card is None:
                continue
            if card.target is None:
                yield Resolved(card, None, None, None)
                continue
            figure = after.figures.get(card.target)
            yield self._became(card, card.target, card.target if figure is None else figure.place, frees)
            for taker in takers:
                if taker.place == card.target and not card.card.startswith(FORBID):
                    taken = replace(card, target=taker.id)
                    yield self._became(taken, card.target, after.figure(taker.id).place, frees)

    def _became(self, card: Card, target: str, place: PlaceId | None, frees: tuple[bool, ...]) -> Resolved:
        """Say what became of a card on a target, for the target or for one that takes cards from there."""
        name, reader = card.card or "", card.target or ""
        if name.startswith(FORBID):
            return Resolved(card, None, self._forbid_worked(name, target, frees), place)
        kind = kind_of(name)
        lying = (other.card for other in self._lies[target])
        forbid = next((other for other in lying if other.card == f"{FORBID}{kind}"), None)
        if kind == INTRIGUE and frees == (True,):
            forbid = None
        ways = self._lying(target, reader, frees)
        works = {way.works(name) for way in ways if name in way.cards}
        worked = works.pop() if len(works) == 1 else None
        if forbid is not None and (not self.closed or not self._visible(reader, target, kind, frees)):
            worked = None
        also = self._also_forbids(kind, reader, target)
        visible = None if also is None else self._visibly_moved(reader, target, name, frees)
        return Resolved(card, forbid, worked, place, also, visible)

    def _also_forbids(self, kind: str, reader: str, target: str) -> Card | None:
        """Return a Forbid card of another kind that may stop a kind of card too, by some rule of the set."""
        if reader not in self.before.figures:
            return None
        forbids = {
            f"{FORBID}{forbidden}"
            for owner in self.game.owners
            for ability in owner.abilities
            for effect in ability.effects
            if effect.action is Action.ALSO_FORBID and effect.stops == kind
            for forbidden in effect.forbids
            if forbidden not in self._marks(self.table.ignored, target, reader)
        }
        lying = (other.card for other in self._lies[target])
        return next((card for card in lying if card.card in forbids), None)

    def _visibly_moved(self, reader: str, target: str, name: str, frees: tuple[bool, ...]) -> bool | None:
        """Tell whether a movement card visibly did its work, None where nothing could be seen."""
        figure = hindered(self.before, self.before.figure(reader))
        ways = list(self._lying(target, reader, frees))
        # A card that lies on a character itself proves that it lives.
        lives = figure.alive is True or reader == target
        if not (self.closed and lives) or figure.place is None or len(ways) != 1:
            return None
        unstopped = replace(ways[0], stopped=frozenset())
        without = replace(unstopped, cards=tuple(card for card in unstopped.cards if card != name))
        axes, kept = unstopped.axes(), figure.barred | figure.maybe_barred
        if axes in (0, without.axes()) or destination(axes, figure.place) in kept:
            return None
        return ways[0].works(name)

    def _forbid_worked(self, name: str, target: str, frees: tuple[bool, ...]) -> bool | None:
        kind = name.removeprefix(FORBID)
        if (kind, target) in self.table.ignored or (kind == INTRIGUE and frees == (True,)):
            return False
        return True if kind != INTRIGUE or frees == (False,) else None

    def _visible(self, reader: str, target: str, kind: str, frees: tuple[bool, ...]) -> bool:
        """Tell whether a forbid of a kind makes a difference that can be seen on the board."""
        figure = self.before.figures.get(reader)
        figure = None if figure is None else hindered(self.before, figure)
        for lying in self._lying(target, reader, frees):
            stopped = replace(lying, ignored=lying.ignored - {kind})
            lifted = replace(lying, ignored=lying.ignored | {kind})
            if figure is not None and [*outcomes(figure, stopped)] != [*outcomes(figure, lifted)]:
                return True
            if figure is None and stopped.added(0, INTRIGUE) != lifted.added(0, INTRIGUE):
                return True
        return False

    # ---------------------------------------------------------------- those who follow

    def _followed(
        self, before: Board, after: Board, movers: frozenset[CharacterId]
    ) -> dict[CharacterId, Figure]:
        """Return the cards of those that went along with a master that left their place (R87)."""
        followed: dict[CharacterId, Figure] = {}
        for character, masters in before.masters.items():
            follower = before.figures.get(character)
            if follower is None or not follower.present or follower.alive is False:
                continue
            own = after.figure(character)
            follower = hindered(before, follower)
            ways = self._ways_to_follow(before, after, follower, masters & movers)
            if ways:
                # With a card of its own, or with two masters on different ways, it is not told where it goes.
                stays = character not in movers
                followed[character] = replace(own, place=_agreed(ways if stays else ways | {own.place}))
        return followed

    def _ways_to_follow(
        self, before: Board, after: Board, follower: Figure, leaving: frozenset[CharacterId]
    ) -> set[PlaceId | None]:
        """Return where masters that left may have taken a follower; None among them if that is not sure."""
        if is_fixed(self.before, follower):
            return set()
        held = self.game.card(follower.id).trait(Trait.FOLLOWS_MASTERS)
        added = before.masters[follower.id] - frozenset(held.masters if held is not None else ())
        ways: set[PlaceId | None] = set()
        for master in leaving:
            old, new = before.figure(master).place, after.figure(master).place
            if None not in (old, follower.place) and old != follower.place:
                continue
            # Of several added masters at most one is a master: which one was not noted.
            unsure = None in (old, new, follower.place) or (master in added and len(added) > 1)
            if unsure:
                ways.add(None)
            elif new not in follower.barred:
                ways |= {new, None} if new in follower.maybe_barred else {new}
        return ways


def free_forbids(game: Game, board: Board, table: Table, *, closed: bool) -> bool | None:
    """Tell whether two or more of the protagonists forbade intrigue, so that none of it works (R22).

    Args:
        game: the game.
        board: the board when the cards were played.
        table: the cards.
        closed: whether nothing more will be noted of the step.

    Returns:
        None if cards that were not noted decide it.
    """
    number = sum(one.card.card == _FORBID_INTRIGUE for one in table.played)
    if number >= 2:
        return True
    hidden = sum(one.card.card is None and one.side is not Side.MASTERMIND for one in table.played)
    if closed and Side.PROTAGONISTS in table.missing:
        hidden += EACH_SIDE
    if _FORBID_INTRIGUE not in hidden_kinds(game, board, table, Side.PROTAGONISTS):
        hidden = 0
    return None if number + hidden >= 2 else False


def _merged(figure: Figure, found: tuple[Outcome, ...]) -> Figure:
    """Return a card on which one of several outcomes came about."""
    place = _agreed({outcome.place for outcome in found})
    figure = figure if place == figure.place else replace(figure, place=place)
    for counter in COUNTERS:
        trails = {outcome.counters[counter] for outcome in found}
        if len(trails) > 1:
            figure = set_counter(figure, counter, None)
            trails = {(_agreed({trail[-1] for trail in trails}),)}
        for number in trails.pop():
            figure = set_counter(figure, counter, number)
    return figure


def _agreed(values: set[_Value | None]) -> _Value | None:
    return next(iter(values)) if len(values) == 1 else None
