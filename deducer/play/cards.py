"""The cards of a day: legal ones from the hands of both sides, and the forbids that were ignored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from deducer.board.game import EACH_SIDE, Game
from deducer.board.state import Board
from deducer.board.table import ANY_PLAYER, FORBID, remaining
from deducer.board.timeline import Step
from deducer.ids import PLACES
from deducer.log.statements import Card, CardsLine, IgnoredLine, Side
from deducer.play.policy import Policy
from deducer.play.script import NOWHERE
from deducer.play.truth import Truth
from deducer.rules.vocabulary import Action, Obligation, Timing, Trait

PLAYERS: Final = ("A", "B", "C")


def mastermind_cards(game: Game, policy: Policy, board: Board) -> CardsLine:
    """Return three cards of the Mastermind, each on a target of its own."""
    left = remaining(game, board, Side.MASTERMIND)
    played: list[Card] = []
    for _ in range(EACH_SIDE):
        card = _card(game, policy, board, Side.MASTERMIND, [kind for kind in left if left[kind]], played)
        left[card.card or ""] -= 1
        played.append(card)
    return CardsLine(NOWHERE, Side.MASTERMIND, tuple(played))


def protagonist_cards(game: Game, policy: Policy, board: Board, leader: int) -> CardsLine:
    """Return one card of each Protagonist, the leader's first, each on a target of its own."""
    played: list[Card] = []
    for number in range(EACH_SIDE):
        player = PLAYERS[(leader + number) % EACH_SIDE]
        # Whose card came back was not always told: then nobody plays it twice.
        spent = [card for owner, card in board.spent if owner in (player, ANY_PLAYER)]
        hand = [kind.id for kind in game.hand(Side.PROTAGONISTS) if kind.copies > spent.count(kind.id)]
        played.append(_card(game, policy, board, Side.PROTAGONISTS, hand, played, player))
    return CardsLine(NOWHERE, Side.PROTAGONISTS, tuple(played))


def _card(  # noqa: PLR0913, PLR0917  (who plays what on which board)
    game: Game,
    policy: Policy,
    board: Board,
    side: Side,
    hand: list[str],
    played: list[Card],
    player: str | None = None,
) -> Card:
    taken = {card.target for card in played}
    free = [target for target in _targets(game, board) if target not in taken]
    kind, target = policy.card(side, [(kind, target) for kind in hand for target in free], board)
    return Card(kind, target, player)


def _targets(game: Game, board: Board) -> Iterator[str]:
    """Yield what cards may be laid on: locations, and the living that take cards."""
    yield from PLACES
    for figure in board.living():
        if not game.card(figure.id).has(Trait.NO_CARDS):
            yield figure.id


def ignored(truth: Truth, policy: Policy, step: Step) -> IgnoredLine | None:
    """Return which forbids of a card step do not work, None if all do their work (R19 to R22).

    Args:
        truth: the truth.
        policy: decides on what may be ignored; whoever ignores a kind of forbid ignores all within reach.
        step: the step as if nothing were ignored.
    """
    stopped = {
        (card.forbidden_by.card or "", card.forbidden_by.target or "")
        for card in step.cards
        if card.forbidden_by is not None and card.worked is False
    }
    cards: dict[Card, None] = {}
    asked: set[tuple[str, str, str | None]] = set()
    for use in truth.uses(step.after, Timing.CARDS):
        obliged = use.ability.obligation is Obligation.MANDATORY
        claim = (use.owner, use.ability.id, use.actor)
        if not obliged and (claim in asked or not policy.likely(policy.temper.ignores)):
            continue
        asked.add(claim)
        for effect in use.ability.effects:
            if effect.action is Action.IGNORE_FORBID:
                reach = truth.targets(use, effect, step.after)
                kinds = {f"{FORBID}{kind}" for kind in effect.forbids}
                cards |= {Card(c, t): None for c, t in sorted(stopped) if c in kinds and t in reach}
    return IgnoredLine(NOWHERE, tuple(cards)) if cards else None
