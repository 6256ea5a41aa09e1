"""The cards of a day: legal ones from both hands, forbids that were ignored, cards that were stopped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from deducer.board.game import EACH_SIDE, Game
from deducer.board.state import Board
from deducer.board.table import ANY_PLAYER, FORBID, MOVE, MOVEMENT, kind_of, remaining, takes_no_cards
from deducer.board.timeline import Resolved, Step
from deducer.ids import PLACES
from deducer.log.statements import Card, CardsLine, IgnoredLine, Side, StoppedLine
from deducer.play.policy import Policy
from deducer.play.script import NOWHERE
from deducer.play.truth import Truth
from deducer.rules.model import Effect
from deducer.rules.vocabulary import Action, Obligation, Timing, Trait

PLAYERS: Final = ("A", "B", "C")


def mastermind_cards(truth: Truth, policy: Policy, board: Board) -> CardsLine:
    """Return three cards of the Mastermind, each on a target of its own, none where they are barred."""
    left = remaining(truth.game, board, Side.MASTERMIND)
    barred = {
        target
        for use in truth.uses(board, Timing.CARDS)
        for effect in use.ability.effects
        if effect.action is Action.BAR_CARDS
        for target in truth.targets(use, effect, board)
    }
    targets = [target for target in _targets(truth.game, board) if target not in barred]
    played: list[Card] = []
    for _ in range(EACH_SIDE):
        hand = [kind for kind in left if left[kind]]
        card = _card(policy, board, Side.MASTERMIND, hand, targets, played)
        left[card.card or ""] -= 1
        played.append(card)
    return CardsLine(NOWHERE, Side.MASTERMIND, tuple(played))


def protagonist_cards(game: Game, policy: Policy, board: Board, leader: int) -> CardsLine:
    """Return one card of each Protagonist, the leader's first, each on a target of its own."""
    targets = [one for one in _targets(game, board) if not takes_no_cards(board, Side.PROTAGONISTS, one)]
    played: list[Card] = []
    for number in range(EACH_SIDE):
        player = PLAYERS[(leader + number) % EACH_SIDE]
        # Whose card came back was not always told: then nobody plays it twice.
        spent = [card for owner, card in board.spent if owner in (player, ANY_PLAYER)]
        hand = [kind.id for kind in game.hand(Side.PROTAGONISTS) if kind.copies > spent.count(kind.id)]
        played.append(_card(policy, board, Side.PROTAGONISTS, hand, targets, played, player))
    return CardsLine(NOWHERE, Side.PROTAGONISTS, tuple(played))


def _card(  # noqa: PLR0913, PLR0917  (who plays what on which board)
    policy: Policy,
    board: Board,
    side: Side,
    hand: list[str],
    targets: list[str],
    played: list[Card],
    player: str | None = None,
) -> Card:
    taken = {card.target for card in played}
    free = [target for target in targets if target not in taken]
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
    stopped = dict.fromkeys(_stopped(truth, step))
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
                cards |= {Card(c, t): None for c, t in stopped if c in kinds and t in reach}
    return IgnoredLine(NOWHERE, tuple(cards)) if cards else None


def _stopped(truth: Truth, step: Step) -> Iterator[tuple[str, str]]:
    """Yield the forbids that stopped a card, with the target on which they lie.

    Where somebody who takes the cards of a place has left it, what was ignored there and what was ignored for
    him could not be told apart, so nothing is yielded.
    """
    takers = [f for f in step.before.living() if truth.game.card(f.id).has(Trait.NO_CARDS)]
    left = {taker.place for taker in takers if step.after.figure(taker.id).place != taker.place}
    for resolved in step.cards:
        forbid = resolved.forbidden_by
        if forbid is not None and resolved.worked is False and forbid.target not in left:
            yield forbid.card or "", forbid.target or ""


def stopped(truth: Truth, step: Step) -> StoppedLine | None:
    """Return which cards a Forbid card of another kind stops, None if none visibly was (R23).

    Args:
        truth: the truth.
        step: the step with what was ignored, as if only the printed rules stopped anything.
    """
    cards: dict[Card, None] = {}
    widening = [
        (use, effect)
        for use in truth.uses(step.after, Timing.CARDS)
        for effect in use.ability.effects
        if effect.action is Action.ALSO_FORBID
    ]
    for resolved in step.cards:
        target = resolved.card.target or ""
        for use, effect in widening:
            if _widened(resolved, effect) and target in truth.targets(use, effect, step.before):
                cards[Card(MOVE if effect.stops == MOVEMENT else resolved.card.card, target)] = None
    return StoppedLine(NOWHERE, tuple(cards)) if cards else None


def _widened(resolved: Resolved, effect: Effect) -> bool:
    """Tell whether an effect lets the Forbid card that lies with a card stop it, and that is seen."""
    other = resolved.also_forbidden_by
    return (
        other is not None
        and resolved.visible is True
        and effect.stops == kind_of(resolved.card.card or "")
        and other.card in {f"{FORBID}{kind}" for kind in effect.forbids}
    )
