"""Hands: which cards cannot have been played, and which are spent for the loop (rulings section 1.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from deducer.board.game import EACH_SIDE, Game, hands_of
from deducer.board.objections import Objection, absent
from deducer.board.state import Board
from deducer.board.table import ANY_PLAYER, Table, meant_by, shares, takes_no_cards
from deducer.ids import PLACES
from deducer.log.statements import Card, CardsLine, IgnoredLine, Side, StoppedLine
from deducer.rules.model import CardKind
from deducer.rules.vocabulary import Trait

_OWNERS = {Side.MASTERMIND: "the mastermind", Side.PROTAGONISTS: "the protagonists"}


def card_objections(game: Game, board: Board, table: Table, line: CardsLine) -> Iterator[Objection]:
    """Yield what is wrong with a line of cards.

    Args:
        game: the game.
        board: the board when the cards were played.
        table: the cards of the day up to this line.
        line: the line.
    """
    for card in line.cards:
        wrong = _bad_target(game, board, line.side, card)
        if wrong is not None:
            yield wrong
    if line.side is Side.UNKNOWN:
        yield from _unshared(game, board, table)
    else:
        cards = table.of(line.side)
        yield from _too_many(line.side, cards)
        yield from _twice(game, line.side, cards)
        yield from _not_held(game, board, line.side, cards)


def unplayed(game: Game, board: Board, table: Table, line: IgnoredLine | StoppedLine) -> Iterator[Objection]:
    """Yield what an `ignored:` or `stopped:` line tells of cards that were not played.

    Args:
        game: the game.
        board: the board when the cards were played.
        table: the cards of the day.
        line: the line.
    """
    hidden = any(None in (one.card.card, one.card.target) for one in table.played)
    if hidden or table.missing:
        return
    for card in line.cards:
        target, told = card.target or "", card.card or ""
        figure = board.figures.get(target)
        taker = figure is not None and game.card(target).has(Trait.NO_CARDS)
        there = figure.place if figure is not None and taker else target
        lying = (one.card.card or "" for one in table.played if one.card.target == there)
        if there is not None and not any(meant_by(told, name) for name in lying):
            hint = "check the line, and the cards above it"
            yield Objection(f"no card “{told}” lies on {game.name(target)}", hint)


def _bad_target(game: Game, board: Board, side: Side, card: Card) -> Objection | None:
    if card.target is None or card.target in PLACES:
        return None
    figure, name = board.figures.get(card.target), game.name(card.target)
    if figure is None or not figure.present:
        return absent(game, card.target)
    if figure.alive is False:
        return Objection(f"{name} is dead, so no card can lie there")
    if game.card(card.target).has(Trait.NO_CARDS):
        return Objection(f"no card can be played on {name}", "write the card on the place where it lay")
    if takes_no_cards(board, side, card.target):
        return Objection(
            f"an Extra card lies on {name}, so the protagonists lay no cards there for the rest of the loop",
            "mend the line, or the `extra card` of the incident before it",
        )
    return None


def _unshared(game: Game, board: Board, table: Table) -> Iterator[Objection]:
    """Object to cards that no sharing out between the two hands explains."""
    played = list(table.played)
    if len(played) > 2 * EACH_SIDE:
        yield Objection(f"{len(played)} cards were played; both sides together play {2 * EACH_SIDE} a day")
    elif any(one.side is Side.UNKNOWN for one in played) and not any(shares(game, board, played)):
        yield Objection("these cards cannot be shared out between the hands of both sides")


def _too_many(side: Side, cards: tuple[Card, ...]) -> Iterator[Objection]:
    if len(cards) > EACH_SIDE:
        yield Objection(f"{_OWNERS[side]} played {len(cards)} cards; each side plays {EACH_SIDE} a day")


def _twice(game: Game, side: Side, cards: tuple[Card, ...]) -> Iterator[Objection]:
    for target, number in Counter(card.target for card in cards).items():
        if number > 1 and target is not None:
            yield Objection(
                f"{_OWNERS[side]} played {number} cards on {game.name(target)}; a side plays one there"
            )


def _not_held(game: Game, board: Board, side: Side, cards: tuple[Card, ...]) -> Iterator[Objection]:
    hand = {kind.id: kind for kind in game.hand(side)}
    for name in dict.fromkeys(card.card for card in cards if card.card is not None):
        kind = hand.get(name)
        if kind is None:
            yield Objection(f"“{name}” is not in the hand of {_OWNERS[side]}")
        else:
            wrong = _overplayed(board, side, kind, [card for card in cards if card.card == name])
            if wrong is not None:
                yield wrong


def _overplayed(board: Board, side: Side, kind: CardKind, cards: list[Card]) -> Objection | None:
    """Object to more cards of a kind than a player, or all players of a side together, can have played."""
    spent = [owner for owner, card in board.spent if card == kind.id and _belongs(owner, side)]
    today = Counter(card.player or ANY_PLAYER for card in cards)
    held = kind.copies * hands_of(side)
    if len(cards) > held:
        return Objection(
            f"{_OWNERS[side]} played “{kind.id}” {len(cards)} times; they hold it {_times(held)}"
        )
    for player, number in today.items():
        if player != ANY_PLAYER and number > kind.copies:
            return Objection(
                f"{player} played “{kind.id}” {number} times; each player holds it {_times(kind.copies)}"
            )
        if player != ANY_PLAYER and number + spent.count(player) > kind.copies:
            return Objection(f"{player} has spent “{kind.id}” in this loop already")
    if len(spent) + len(cards) > held:
        return Objection(f"“{kind.id}” was spent in this loop already")
    return None


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _belongs(owner: str, side: Side) -> bool:
    return (owner == Side.MASTERMIND) == (side is Side.MASTERMIND)


def spend(game: Game, before: Board, table: Table, after: Board, *, closed: bool) -> Board:
    """Return the board with the cards spent for the loop; a card that was stopped is spent too.

    Args:
        game: the game.
        before: the board when the cards were played.
        table: the cards.
        after: the board they left.
        closed: whether nothing more will be noted of the step.
    """
    once = {side: _once(game, side) for side in _OWNERS}
    spent = list(before.spent)
    perhaps = set(before.maybe_spent)
    for one in table.played:
        for side in _OWNERS if one.side is Side.UNKNOWN else (one.side,):
            owner = side.value if side is Side.MASTERMIND else one.card.player or ANY_PLAYER
            if one.side is not Side.UNKNOWN and one.card.card in once[side]:
                spent.append((owner, one.card.card))
            elif one.card.card in (None, *once[side]):
                perhaps |= {(owner, kind) for kind in once[side] if one.card.card in (None, kind)}
    for side in sorted(table.missing) if closed else ():
        owner = side.value if side is Side.MASTERMIND else ANY_PLAYER
        perhaps |= {(owner, kind) for kind in once[side]}
    gone = set(spent)
    return replace(
        after, spent=tuple(spent), maybe_spent=frozenset(one for one in perhaps if one not in gone)
    )


def _once(game: Game, side: Side) -> tuple[str, ...]:
    return tuple(kind.id for kind in game.hand(side) if kind.once_per_loop)


def take_back(board: Board, card: str) -> Board | None:
    """Return the board after the leader took a spent card back, None if none of that kind was spent.

    Whose it was need not have been noted; then no player's name stands by those that stay spent.
    """
    owned = [entry for entry in board.spent if entry[1] == card and entry[0] != Side.MASTERMIND]
    if not owned:
        unsure = any(entry[1] == card and entry[0] != Side.MASTERMIND for entry in board.maybe_spent)
        return board if unsure else None
    spent = list(board.spent)
    spent.remove(owned[-1])
    if len({owner for owner, _ in owned}) > 1:
        spent = [(ANY_PLAYER, card) if entry in owned else entry for entry in spent]
    return replace(board, spent=tuple(spent))
