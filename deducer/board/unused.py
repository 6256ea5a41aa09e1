"""Uses of goodwill abilities that were possible until the notes showed that there was none.

Where a goodwill step was not recorded, what its abilities leave for the loop is not known. Two things tell
later that an ability was not used: it is used once a loop, and now it is; or its user has less goodwill than
it needs, and goodwill does not go away.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from deducer.board.game import Game
from deducer.board.goodwill import does
from deducer.board.state import Board
from deducer.board.table import amount_of
from deducer.ids import GOODWILL, CharacterId
from deducer.log.statements import Side
from deducer.rules.model import Ability, Effect
from deducer.rules.vocabulary import Action, Timing, Trait, Who


def not_used(game: Game, board: Board, owner: CharacterId, ability: Ability) -> Board:
    """Return the board knowing that an ability was not used in this loop.

    Args:
        game: the game.
        board: the board before.
        owner: on whose card the ability stands.
        ability: the ability; nothing changes if it is known to have been used.
    """
    if (owner, ability.id) in board.used:
        return board
    board = replace(board, maybe_used=board.maybe_used - {(owner, ability.id)})
    for effect in ability.effects:
        board = _not_left(game, board, owner, effect)
    return board


def _not_left(game: Game, board: Board, owner: CharacterId, effect: Effect) -> Board:
    match effect.action:
        case Action.STOP_INCIDENTS:
            return replace(board, maybe_quiet=board.maybe_quiet - {owner})
        case Action.PROTECT_PROTAGONISTS if board.immune is None:
            others = (one for one, ability in _others(game, board, owner) if does(ability, effect.action))
            return board if any(others) else replace(board, immune=False)
        case Action.ADD_MASTER:
            held = game.card(owner).trait(Trait.FOLLOWS_MASTERS)
            masters = frozenset(held.masters if held is not None else ())
            return replace(board, masters={**board.masters, owner: masters})
        case Action.FREE_PLACES:
            figure = board.figures.get(effect.of or owner)
            if figure is None or any(_frees(game, board, owner, figure.id)):
                return board
            barred = figure.barred | figure.maybe_barred
            return board.with_figure(replace(figure, barred=barred, maybe_barred=frozenset()))
        case _:
            return board


def _others(game: Game, board: Board, owner: CharacterId) -> Iterator[tuple[CharacterId, Ability]]:
    """Yield the goodwill abilities on the cards of everybody else."""
    for character in board.figures:
        if character != owner:
            for ability in game.card(character).abilities:
                if ability.timing is Timing.GOODWILL:
                    yield character, ability


def _frees(game: Game, board: Board, owner: CharacterId, freed: CharacterId) -> Iterator[bool]:
    """Yield a truth for each ability of somebody else that frees a character."""
    for other, ability in _others(game, board, owner):
        for effect in ability.effects:
            yield effect.action is Action.FREE_PLACES and (effect.of or other) == freed


def goodwill_told(game: Game, board: Board, character: CharacterId) -> Board:
    """Return the board after a line told a character's goodwill: it never had more in this loop.

    Args:
        game: the game.
        board: the board with the number told.
        character: whose it is.
    """
    held = board.figure(character).counters[GOODWILL]
    if held is None or any(_takes(game, board, character)):
        return board
    for ability in game.card(character).abilities:
        if ability.timing is Timing.GOODWILL and ability.rank is not None and ability.rank > held:
            board = not_used(game, board, character, ability)
    return board


def _takes(game: Game, board: Board, character: CharacterId) -> Iterator[bool]:
    """Yield a truth for everything that takes goodwill from a character, or uses its abilities without it."""
    yield any(amount_of(kind.id, GOODWILL) < 0 for kind in game.hand(Side.UNKNOWN))
    for name in [name for day, name in game.setup.incidents.items() if day <= board.day]:
        found = game.may_be(name)
        yield not found
        yield any(_lessens(effect) for one in game.resolved(found) for effect in one.effects)
    for owner in game.owners:
        yield any(_lessens(effect) for ability in owner.abilities for effect in ability.effects)
    for other in board.figures:
        for ability in game.card(other).abilities:
            for effect in ability.effects:
                mine = effect.target.who is not Who.SELF or other == character
                yield effect.action is Action.BORROW or (mine and _lessens(effect))


def _lessens(effect: Effect) -> bool:
    """Tell whether an effect can take goodwill from a card."""
    match effect.action:
        case Action.CLEAR:
            return not effect.counters or GOODWILL in effect.counters
        case Action.ADD:
            return GOODWILL in effect.counters and any(amount < 0 for amount in effect.amounts)
        case Action.MOVE_COUNTER:
            return GOODWILL in effect.counters
        case Action.CONVERT:
            return effect.counters[:1] == (GOODWILL,)
        case _:
            return False
