"""Hands: which cards can have been played, and which are spent for the loop (rulings section 1.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from deducer.board.cards import Table
from deducer.board.state import Board
from deducer.ids import PLACES
from deducer.log.setup import Setup
from deducer.log.statements import Card, Side, SpecialKind
from deducer.rules.model import CardKind, Rules
from deducer.rules.vocabulary import Trait

EACH_SIDE = 3
ANY_PLAYER = "?"


def kinds_of(rules: Rules, setup: Setup, side: Side) -> tuple[CardKind, ...]:
    """Return a side's hand, without the cards that public special rules take away."""
    hand = rules.hands.mastermind if side is Side.MASTERMIND else rules.hands.protagonist
    gone = {
        special.card
        for special in setup.specials
        if special.kind is SpecialKind.WITHOUT_CARD and special.side in (None, side.value)
    }
    return tuple(kind for kind in hand if kind.id not in gone)


def complaints(rules: Rules, setup: Setup, board: Board, table: Table) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with the cards of a day: a sentence, `{0}` standing for the id that follows it."""
    for side in (Side.MASTERMIND, Side.PROTAGONISTS):
        cards = [card for played, card in table.played if played is side]
        if len(cards) > EACH_SIDE:
            yield f"the {side} played {len(cards)} cards; each side plays {EACH_SIDE} a day", ""
        yield from _twice(side, cards)
        yield from _not_held(rules, setup, board, side, cards)
    everything = len(table.played)
    if everything > 2 * EACH_SIDE:
        yield f"{everything} cards were played; both sides together play {2 * EACH_SIDE} a day", ""
    for _, card in table.played:
        yield from _bad_target(rules, board, card)


def _twice(side: Side, cards: list[Card]) -> Iterator[tuple[str, str]]:
    targets = Counter(card.target for card in cards if card.target is not None)
    for target, number in targets.items():
        if number > 1:
            yield f"the {side} played {number} cards on {{0}}; a side plays one card on a target", target


def _not_held(
    rules: Rules, setup: Setup, board: Board, side: Side, cards: list[Card]
) -> Iterator[tuple[str, str]]:
    hand = {kind.id: kind for kind in kinds_of(rules, setup, side)}
    players = 1 if side is Side.MASTERMIND else EACH_SIDE
    for name, number in Counter(card.card for card in cards if card.card is not None).items():
        kind = hand.get(name)
        if kind is None:
            yield f"“{name}” is not in the hand of the {side}", ""
            continue
        if number > kind.copies * players:
            yield f"the {side} played “{name}” {number} times and hold it {kind.copies * players} times", ""
        spent = [owner for owner, card in board.spent if card == name and _is_side(owner, side)]
        named = [card.player or ANY_PLAYER for card in cards if card.card == name]
        again = [player for player in named if player != ANY_PLAYER and player in spent]
        if kind.once_per_loop and (len(spent) + number > kind.copies * players or again):
            yield f"“{name}” was spent in this loop already", ""


def _is_side(owner: str, side: Side) -> bool:
    return (owner == Side.MASTERMIND) == (side is Side.MASTERMIND)


def _bad_target(rules: Rules, board: Board, card: Card) -> Iterator[tuple[str, str]]:
    target = card.target
    if target is None or target in PLACES:
        return
    figure = board.figures.get(target)
    if figure is None or not figure.present:
        yield "{0} is not on the board, so no card can lie there", target
    elif figure.alive is False:
        yield "{0} is dead, so no card can lie there", target
    elif rules.characters[target].has(Trait.NO_CARDS):
        yield "no card can be played on {0}; write the card on its place", target


def spend(rules: Rules, board: Board, table: Table) -> tuple[tuple[str, str], ...]:
    """Return the cards spent in this loop after a day's cards; a stopped one is spent too."""
    spent = list(board.spent)
    once = {
        Side.MASTERMIND: {kind.id for kind in rules.hands.mastermind if kind.once_per_loop},
        Side.PROTAGONISTS: {kind.id for kind in rules.hands.protagonist if kind.once_per_loop},
    }
    shared = {kind.id for kind in rules.hands.mastermind} & {kind.id for kind in rules.hands.protagonist}
    for side, card in table.played:
        name = card.card or ""
        if side is Side.MASTERMIND and name in once[side]:
            spent.append((Side.MASTERMIND.value, name))
        elif side is Side.PROTAGONISTS and name in once[side]:
            spent.append((card.player or ANY_PLAYER, name))
        elif side is Side.UNKNOWN and name not in shared:
            spent.extend(_by_hand(once, name))
    return tuple(spent)


def _by_hand(once: dict[Side, set[str]], name: str) -> Iterator[tuple[str, str]]:
    if name in once[Side.MASTERMIND]:
        yield Side.MASTERMIND.value, name
    elif name in once[Side.PROTAGONISTS]:
        yield ANY_PLAYER, name
