"""Conditions and targets of the rule data read on the public board: true, false, or None for not known.

What only the script decides (who holds a role, whether it has Goodwill Refusal) is None here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from deducer.board.game import Game
from deducer.board.state import Board, Figure, Known
from deducer.board.tally import tallied
from deducer.ids import GAUGE, PARANOIA, PLACES, CharacterId, CounterId, PlaceId, RoleId
from deducer.record import Record
from deducer.rules.model import Character, Condition, Target
from deducer.rules.vocabulary import Trait, Where, Who, Word

_ON_CHARACTERS = (Who.SELF, Who.CHARACTER, Who.PLACE_OR_CHARACTER, Who.HOLDER, Who.ALL)
_ON_PLACES = (Who.PLACE, Who.PLACE_OR_CHARACTER)


class User(Record, frozen=True):
    """Who may use an ability, and from where.

    Attributes:
        figure: the user's card; None for a plot's own ability.
        places: where it may count as standing (its place, its turf); None among them for not known.
        role: the role that owns the ability, None for other owners.
    """

    figure: Figure | None = None
    places: tuple[PlaceId | None, ...] = ()
    role: RoleId | None = None

    @classmethod
    def of(cls, figure: Figure, role: RoleId | None = None, turf: PlaceId | None = None) -> User:
        """Return a character as the user of an ability; the turf counts for role abilities (R36)."""
        places = (figure.place,) if role is None or turf is None else (figure.place, turf)
        return cls(figure, places, role)


def may_hold(
    game: Game, board: Board, conditions: Iterable[Condition], user: User, what: str | None = None
) -> bool:
    """Tell whether no condition is certainly false.

    Args:
        game: the game.
        board: the board.
        conditions: conditions joined by "and".
        user: who uses the ability.
        what: the target, for conditions on it; those are passed over while it is None.
    """
    return all(
        holds(game, board, condition, user, what) is not False
        for condition in conditions
        if what is not None or condition.on != "target"
    )


def holds(game: Game, board: Board, condition: Condition, user: User, what: str | None = None) -> Known:
    """Judge one condition on a board.

    Args:
        game: the game.
        board: the board.
        condition: the condition.
        user: who uses the ability.
        what: the target, for conditions on it.
    """
    meant = board.figures.get(what or "") if condition.on == "target" else user.figure
    match condition.word:
        case Word.COUNTERS:
            return _within(_counted(board, condition, meant, what), condition)
        case Word.TOTAL_COUNTERS:
            return _within(None if meant is None else meant.total, condition)
        case Word.HELD:
            return _held(meant, condition)
        case Word.OTHERS_HERE:
            return _company(board, user, condition.number or 0)
        case Word.AT:
            return _any(None if place is None else place in condition.places for place in user.places)
        case Word.DEAD:
            return None if meant is None or meant.alive is None else not meant.alive
        case Word.EXTRA_CARD:
            return None if meant is None else meant.extra
        case Word.HAS_REFUSAL:
            return None
        case _:
            return _by_time(game, board, condition, user, what)


def _held(meant: Figure | None, condition: Condition) -> Known:
    """Judge how much lies on a card; whether a guard marker counts is settled nowhere (R88)."""
    if meant is None or meant.total is None or meant.guards is None:
        return None
    without, along = (_within(meant.total + guards, condition) for guards in (0, meant.guards))
    return without if without == along else None


def _by_time(game: Game, board: Board, condition: Condition, user: User, what: str | None) -> Known:
    """Judge a condition on the day, the loop or the past."""
    match condition.word:
        case Word.LAST_DAY:
            return None if game.setup.days is None else board.day == game.setup.days
        case Word.FROM_LOOP:
            return board.loop >= (condition.number or 0)
        case Word.REVEALED:
            told = user.figure is not None and (user.figure.id, user.role) in board.revealed_before
            return told or (False if board.reveals_complete else None)
        case Word.HAD_GOODWILL:
            left = board.goodwill_at_loop_end.get(what or "", 0)
            return None if left is None else left > 0
        case Word.OCCURRED:
            return _occurred(game, board, condition)
        case _:
            return tallied(game, board, condition, what)


def fits(game: Game, board: Board, wanted: Target, user: User, what: str) -> Known:
    """Say whether something is a target an effect may be aimed at, as far as the board tells.

    Args:
        game: the game.
        board: the board.
        wanted: the target as the rules describe it.
        user: who uses the ability.
        what: id of a character or place, or the gauge.
    """
    if what == GAUGE:
        return wanted.who is Who.GAUGE
    if what in PLACES:
        if wanted.who not in _ON_PLACES:
            return False
        return _stands(game, wanted, user, what)
    figure = board.figures.get(what)
    if figure is None or not figure.present or wanted.who not in _ON_CHARACTERS:
        return False
    own = user.figure is not None and user.figure.id == what
    if (wanted.who is Who.SELF and not own) or (wanted.other and own):
        return False
    if wanted.tags and not game.tags(what) & set(wanted.tags):
        return False
    living = figure.alive if not wanted.corpse or figure.alive is None else not figure.alive
    if wanted.dead_or_alive:
        living = True
    critical = at_limit(game.card(what), figure) if wanted.at_limit else True
    holder = None if wanted.who is Who.HOLDER else True
    return _all((living, critical, holder, _stands(game, wanted, user, figure.place)))


def at_limit(
    card: Character, figure: Figure, counters: Collection[CounterId] = (PARANOIA,), shift: int = 0
) -> Known:
    """Tell whether a character's counters reach its paranoia limit (R56, R64, R112, R129, R130).

    Args:
        card: the character.
        figure: its card on the table.
        counters: the kinds that count.
        shift: how much higher than printed the limit counts.
    """
    limit = card.limit + shift
    if limit <= 0:
        return True
    numbers = [figure.counters.get(counter, 0) for counter in counters]
    reached = _reaches(None if None in numbers else sum(number or 0 for number in numbers), limit)
    if not card.has(Trait.ALL_COUNTERS_TRIGGER):
        return reached
    known = figure.total is not None and figure.guards is not None
    every = _reaches((figure.total or 0) + (figure.guards or 0) if known else None, limit)
    # Whether all counters also count as another kind than paranoia is not settled.
    return every if PARANOIA in counters or every == reached else None


def _reaches(number: int | None, limit: int) -> Known:
    return None if number is None else number >= limit


def companions(
    board: Board, place: PlaceId | None, character: CharacterId
) -> tuple[list[Figure], list[Figure]]:
    """Return the other living characters certainly at a place, and those that may also be there."""
    certain: list[Figure] = []
    perhaps: list[Figure] = []
    for figure in board.living():
        if figure.id == character:
            continue
        if place is None or figure.place is None or (figure.place == place and figure.alive is None):
            perhaps.append(figure)
        elif figure.place == place:
            certain.append(figure)
    return certain, perhaps


def _stands(game: Game, wanted: Target, user: User, place: PlaceId | None) -> Known:
    match wanted.where:
        case Where.ANYWHERE:
            return True
        case Where.HERE:
            return _any(None if place is None or here is None else place == here for here in user.places)
        case Where.TURF:
            turf = game.setup.turfs.get(user.figure.id) if user.figure is not None else None
            return None if turf is None or place is None else place == turf
        case Where.NAMED:
            return None if place is None else place == wanted.place


def _counted(board: Board, condition: Condition, meant: Figure | None, what: str | None) -> int | None:
    counter = condition.counter or ""
    if condition.on == "startPlace":
        start = meant.start if meant is not None else None
        return None if start is None else board.intrigue[start]
    if condition.on in PLACES:
        return board.intrigue[condition.on]
    if condition.on == "target" and what in PLACES:
        return board.intrigue[what]
    return None if meant is None else meant.counters.get(counter, 0)


def _within(number: int | None, condition: Condition) -> Known:
    if number is None:
        return None
    low = number if condition.at_least is None else condition.at_least
    high = number if condition.at_most is None else condition.at_most
    return low <= number <= high


def _company(board: Board, user: User, wanted: int) -> Known:
    """Tell whether so many other living characters stand where the user may stand."""
    if user.figure is None:
        return False
    return _any(_others(board, user.figure, place, wanted) for place in user.places)


def _others(board: Board, figure: Figure, place: PlaceId | None, wanted: int) -> Known:
    certain, perhaps = companions(board, place, figure.id)
    if not len(certain) <= wanted <= len(certain) + len(perhaps):
        return False
    return None if perhaps else True


def _occurred(game: Game, board: Board, condition: Condition) -> Known:
    """Tell whether an incident occurred; one that stands under another's name is not told apart (R111)."""
    sure = [[one.id for one in game.may_be(name)] for _, name in board.occurred]
    if [condition.incident] in sure:
        return True
    perhaps = [game.may_be(game.setup.incidents.get(day)) for day in board.maybe_occurred]
    names = {name for found in sure for name in found} | {one.id for found in perhaps for one in found}
    return None if () in perhaps or condition.incident in names else False


def _any(values: Iterable[Known]) -> Known:
    known = list(values)
    return True if True in known else None if None in known else False


def _all(values: Iterable[Known]) -> Known:
    known = list(values)
    return False if False in known else None if None in known else True
