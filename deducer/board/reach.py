"""What effects can change, whoever uses them: collected target by target, then blurred on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

from msgspec import field
from msgspec.structs import replace

from deducer.board.changes import forget_gauge, set_counter
from deducer.board.conditions import User, fits, may_hold
from deducer.board.game import Game
from deducer.board.goodwill import perhaps_left
from deducer.board.movement import close_place, somewhere
from deducer.board.state import Board, Figure
from deducer.ids import COUNTERS, GAUGE, INTRIGUE, PLACES, CharacterId, PlaceId
from deducer.log.statements import Side
from deducer.record import Draft
from deducer.rules.model import Effect
from deducer.rules.vocabulary import Action

REMOVED = "removed"


class Fate(StrEnum):
    """What besides counters can happen to a character."""

    DIES = "dies"
    REVIVES = "revives"
    LEAVES = "leaves"
    MOVES = "moves"
    IS_GUARDED = "isGuarded"
    CARRIES = "carries"
    IS_HELD = "isHeld"


class Reach(Draft):
    """What can have changed; it only grows.

    Attributes:
        counters: kinds of counters, by target.
        fates: what else, by character.
        uses: once-per-loop goodwill abilities that may have been used.
        lasting: effects that may have left something for the rest of the loop, by user and kind.
        takes_back: whether a spent card may have come back.
        reveals: whether a role may have been revealed.
        closed: places that may have been closed, with the number of days.
    """

    counters: dict[str, set[str]] = field(default_factory=dict)
    fates: dict[CharacterId, set[Fate]] = field(default_factory=dict)
    uses: set[tuple[CharacterId, str]] = field(default_factory=set)
    lasting: dict[tuple[CharacterId, Action], Effect] = field(default_factory=dict)
    takes_back: bool = False
    reveals: bool = False
    closed: dict[PlaceId, int] = field(default_factory=dict)

    def count(self, target: str, kinds: Iterable[str]) -> None:
        """Note that counters of some kinds on a target can have changed; a place holds only intrigue."""
        held = (kind for kind in kinds if target not in PLACES or kind == INTRIGUE)
        self.counters.setdefault(target, set()).update(held)

    def befall(self, character: CharacterId, fate: Fate) -> None:
        """Note what can have happened to a character."""
        self.fates.setdefault(character, set()).add(fate)

    def may(self, character: CharacterId, fate: Fate) -> bool:
        """Tell whether something can have happened to a character."""
        return fate in self.fates.get(character, ())

    @property
    def deadly(self) -> bool:
        """Whether anybody can have died."""
        return any(Fate.DIES in fates for fates in self.fates.values())

    def anything(self, board: Board) -> None:
        """Note that whatever effects can change may have changed."""
        for figure in board.living():
            self.count(figure.id, (*COUNTERS, *figure.counters))
            for fate in (Fate.DIES, Fate.MOVES, Fate.IS_GUARDED):
                self.befall(figure.id, fate)
        for place in PLACES:
            self.count(place, (INTRIGUE,))
        self.reveals = True


_FATES = {
    Action.KILL: Fate.DIES,
    Action.REVIVE: Fate.REVIVES,
    Action.LEAVE: Fate.LEAVES,
    Action.MOVE: Fate.MOVES,
    Action.GUARD: Fate.IS_GUARDED,
    Action.EXTRA_CARD: Fate.CARRIES,
}


def extend(game: Game, board: Board, reach: Reach, effects: Iterable[Effect], user: User) -> None:
    """Add to a reach what some effects can change in the hands of a user.

    Args:
        game: the game.
        board: the board as far as it is known.
        reach: what is added to.
        effects: the effects.
        user: whose they are.
    """
    for effect in effects:
        if may_hold(game, board, effect.conditions, user):
            _extend(game, board, reach, effect, user)


def _extend(game: Game, board: Board, reach: Reach, effect: Effect, user: User) -> None:
    match effect.action:
        case Action.ADD | Action.MOVE_COUNTER | Action.CONVERT | Action.CLEAR:
            _counters(game, board, reach, effect, user)
        case action if action in _FATES:
            for fate in (_FATES[action], *((Fate.IS_HELD,) if effect.holds else ())):
                open_to_it = [one for one in board.figures if not reach.may(one, fate)]
                for target in _targets(game, board, effect, user, open_to_it):
                    reach.befall(target, fate)
        case Action.CLOSE_PLACE:
            for place in _targets(game, board, effect, user, PLACES):
                reach.closed[place] = max(reach.closed.get(place, 0), effect.days)
        case Action.REVEAL_ROLE | Action.REVEAL_SELF:
            reach.reveals = True
        case Action.TAKE_BACK:
            reach.takes_back = True
        case _ if user.figure is not None:
            reach.lasting.setdefault((user.figure.id, effect.action), effect)
        case _:
            pass


def _counters(game: Game, board: Board, reach: Reach, effect: Effect, user: User) -> None:
    removes = effect.action is Action.ADD and all(amount < 0 for amount in effect.amounts)
    kinds = set(effect.counters or COUNTERS)
    open_to_it = [
        one for one in (*board.figures, *PLACES, GAUGE) if not kinds <= reach.counters.get(one, set())
    ]
    for target in _targets(game, board, effect, user, open_to_it):
        match effect.action:
            case Action.CLEAR if target in board.figures:
                reach.count(target, effect.counters or board.figure(target).counters)
            case Action.CONVERT if board.count(target, effect.counters[0]) != 0:
                reach.count(target, effect.counters)
            case Action.ADD | Action.MOVE_COUNTER:
                gone = (kind for kind in effect.counters if not removes or _held(board, target, kind) != 0)
                reach.count(target, gone)
            case _:
                pass
    if effect.action is Action.MOVE_COUNTER:
        for giver in _givers(game, board, effect, user):
            reach.count(giver, effect.counters)


def _held(board: Board, target: str, kind: str) -> int | None:
    return 0 if target in PLACES and kind != INTRIGUE else board.count(target, kind)


def _givers(game: Game, board: Board, effect: Effect, user: User) -> Iterator[str]:
    if effect.origin is None or user.figure is None:
        yield from () if user.figure is None else (user.figure.id,)
        return
    for figure in board.figures.values():
        if fits(game, board, effect.origin, user, figure.id) is not False:
            yield figure.id


def _targets(game: Game, board: Board, effect: Effect, user: User, among: Iterable[str]) -> Iterator[str]:
    """Yield what an effect may have been aimed at, among those that matter."""
    for target in among:
        if fits(game, board, effect.target, user, target) is not False and may_hold(
            game, board, effect.conditions, user, target
        ):
            yield target


def follow_masters(board: Board, reach: Reach) -> None:
    """Add what befalls those that go with their masters, or die in their stead (R87)."""
    for character, masters in board.masters.items():
        follower = board.figures.get(character)
        for master in masters & board.figures.keys():
            for fate in (Fate.MOVES, Fate.DIES):
                if (
                    follower is not None
                    and reach.may(master, fate)
                    and _together(follower, board.figure(master))
                ):
                    reach.befall(character, fate)


def _together(one: Figure, other: Figure) -> bool:
    return one.place is None or other.place is None or one.place == other.place


def blur(game: Game, board: Board, reach: Reach) -> Board:
    """Return the board with everything in reach not known any more.

    Args:
        game: the game.
        board: the board before.
        reach: what may have changed.
    """
    touched = {*reach.counters, *reach.fates} & board.figures.keys()
    blurred = {one: _blurred(game, board, board.figure(one), reach) for one in sorted(touched)}
    intrigue = {
        place: None if INTRIGUE in reach.counters.get(place, ()) else number
        for place, number in board.intrigue.items()
    }
    back = frozenset(entry for entry in board.spent if reach.takes_back and entry[0] != Side.MASTERMIND)
    after = replace(
        forget_gauge(board) if reach.counters.get(GAUGE) else board,
        figures={**board.figures, **blurred},
        intrigue=intrigue,
        unseen_reveals=board.unseen_reveals or reach.reveals,
        spent=tuple(entry for entry in board.spent if entry not in back),
        maybe_spent=board.maybe_spent | back,
        maybe_used=board.maybe_used | (reach.uses - board.used),
    )
    for place, days in reach.closed.items():
        after = close_place(after, place, days, sure=False)
    if board.day > 0 and any(Fate.CARRIES in fates for fates in reach.fates.values()):
        after = replace(after, carriers_barred=board.carriers_barred or None)
    for (owner, _), effect in reach.lasting.items():
        after = perhaps_left(after, effect, owner)
    return after


def _blurred(game: Game, board: Board, figure: Figure, reach: Reach) -> Figure:
    fates = reach.fates.get(figure.id, set())
    for counter in sorted(reach.counters.get(figure.id, ())):
        figure = set_counter(figure, counter, None)
    if Fate.MOVES in fates:
        figure = somewhere(board, figure)
    if Fate.IS_GUARDED in fates or (Fate.DIES in fates and figure.guards != 0):
        figure = replace(figure, guards=None)
    if Fate.CARRIES in fates:
        figure = replace(figure, extra=figure.extra or None)
    if Fate.IS_HELD in fates:
        tomorrow = frozenset((board.day + 1,))
        figure = replace(figure, maybe_held=figure.maybe_held | (tomorrow - figure.held))
    if Fate.DIES in fates and figure.alive is not False:
        figure = replace(figure, died=figure.died or None)
    if Fate.LEAVES in fates:
        figure = replace(figure, alive=None, place=None)
    if (Fate.DIES in fates and figure.alive) or (Fate.REVIVES in fates and figure.alive is False):
        figure = _perhaps_dead(game, figure)
    return figure


def _perhaps_dead(game: Game, figure: Figure) -> Figure:
    if game.reading("countersOnCorpse") == REMOVED:
        for counter, number in figure.counters.items():
            figure = set_counter(figure, counter, 0 if number == 0 else None)
    return replace(figure, alive=None)
