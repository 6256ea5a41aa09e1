"""Goodwill abilities on the board: which one a line means, whether it was usable, what it leaves behind."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from deducer.board.changes import proved_alive
from deducer.board.conditions import User, fits, may_hold
from deducer.board.game import Game
from deducer.board.state import Board, Figure
from deducer.ids import COUNTERS, GOODWILL, CharacterId, PlaceId
from deducer.log.setup import Setup
from deducer.log.statements import (
    AddCounter,
    Change,
    CulpritIs,
    Declared,
    Dies,
    GoodwillLine,
    Guard,
    Leaves,
    Moves,
    Reveals,
    Revives,
    SameRole,
    TakesBack,
)
from deducer.rules.model import Ability, Effect, Rules
from deducer.rules.vocabulary import Action, Limit, Timing, Who, Word

_MADE_BY: Final[dict[type, tuple[Action, ...]]] = {
    Dies: (Action.KILL,),
    Revives: (Action.REVIVE,),
    Moves: (Action.MOVE,),
    Leaves: (Action.LEAVE,),
    Reveals: (Action.REVEAL_ROLE, Action.REVEAL_SELF),
    CulpritIs: (Action.REVEAL_CULPRIT,),
    Declared: (Action.NAME_SUBPLOT,),
    SameRole: (Action.NAME_SAME_ROLE,),
    TakesBack: (Action.TAKE_BACK,),
}
# These set off changes of any kind.
_STIRRING: Final = frozenset((Action.KILL, Action.RESOLVE_INCIDENT, Action.BORROW))
_ON_INCIDENTS: Final = frozenset((Action.REVEAL_CULPRIT, Action.RESOLVE_INCIDENT))


def find_ability(line: GoodwillLine, board: Board, rules: Rules, setup: Setup) -> tuple[Ability, ...]:
    """Return the abilities a goodwill line can mean.

    Args:
        line: the line; a borrowed ability is looked up on the lender's card.
        board: the board it was used on.
        rules: the rule data.
        setup: the set-up.

    Returns:
        Those of the right rank, narrowed down by the shape of targets and changes where that tells; empty if
        the card has none of that rank.
    """
    owner = line.borrowed or line.user
    if owner is None or owner not in rules.characters:
        return ()
    game = Game(rules, setup)
    rank = line.borrowed_rank if line.borrowed is not None else line.rank
    ranked = [
        ability
        for ability in rules.characters[owner].abilities
        if ability.timing is Timing.GOODWILL
        and (rank is None or ability.rank == rank)
        and not (line.borrowed is not None and does(ability, Action.BORROW))
    ]
    return tuple([ability for ability in ranked if _shaped(game, board, line, ability)] or ranked)


def does(ability: Ability, action: Action) -> bool:
    """Tell whether some effect of an ability is of a kind."""
    return any(effect.action is action for effect in ability.effects)


def owner_of(board: Board, line: GoodwillLine) -> User:
    """Return in whose hands the effects of a line's ability are: the lender's if it is borrowed."""
    figure = board.figures.get(line.borrowed or line.user or "")
    return User() if figure is None else User.of(figure)


def can_aim(game: Game, board: Board, ability: Ability, user: User, target: str) -> bool:
    """Tell whether some effect of an ability may be aimed at a target."""
    return any(
        effect.of == target
        or fits(game, board, effect.target, user, target) is not False
        or (effect.origin is not None and fits(game, board, effect.origin, user, target) is not False)
        for effect in ability.effects
    )


def made_by(game: Game, board: Board, ability: Ability, line: GoodwillLine, change: Change) -> bool:
    """Tell whether a use of an ability can have made a change.

    Args:
        game: the game.
        board: the board it was used on.
        ability: the ability.
        line: the line that tells of the use; whom it was announced to be used on need not stand there.
        change: what is told to have happened.

    Returns:
        Whether some effect is of that kind and can have been aimed at whom the change tells of; true for
        abilities that set off changes of any kind.
    """
    return any(
        effect.action in _STIRRING
        or (_makes((effect,), change) and _reaches(game, board, effect, line, change))
        for effect in ability.effects
    )


def _reaches(game: Game, board: Board, effect: Effect, line: GoodwillLine, change: Change) -> bool:
    """Tell whether an effect can have been aimed at whom a change tells of, as it was announced."""
    if not isinstance(change, AddCounter) or change.target is None or effect.origin is not None:
        return True
    announced = not line.targets or change.target in line.targets or effect.target.who is not Who.CHARACTER
    return announced and fits(game, board, effect.target, owner_of(board, line), change.target) is not False


def _shaped(game: Game, board: Board, line: GoodwillLine, ability: Ability) -> bool:
    """Tell whether targets and changes of a line are such as an ability takes and makes."""
    actions = {effect.action for effect in ability.effects}
    if line.incident_day is not None and not actions & _ON_INCIDENTS:
        return False
    user = owner_of(board, line)
    if not all(can_aim(game, board, ability, user, target) for target in line.targets):
        return False
    effects = tuple(effect for effect in ability.effects if may_hold(game, board, effect.conditions, user))
    return bool(actions & _STIRRING) or all(_makes(effects, change) for change in line.changes)


def _makes(effects: tuple[Effect, ...], change: Change) -> bool:
    """Tell whether a change is such as one of some effects makes."""
    if isinstance(change, AddCounter):
        return any(_counts(effect, change) for effect in effects)
    made_by = (
        (Action.GUARD,) if isinstance(change, Guard) and not change.lost else _MADE_BY.get(type(change), ())
    )
    return any(effect.action in made_by for effect in effects)


def _counts(effect: Effect, change: AddCounter) -> bool:
    match effect.action:
        case Action.ADD:
            return change.counter in effect.counters and any(a * change.amount > 0 for a in effect.amounts)
        case Action.MOVE_COUNTER | Action.CONVERT:
            return change.counter in effect.counters
        case Action.CLEAR:
            return change.amount < 0 and change.counter in (effect.counters or COUNTERS)
        case _:
            return False


def unusable(line: GoodwillLine, board: Board, candidates: tuple[Ability, ...]) -> str | None:
    """Say why no ability a line can mean was usable, as far as user and loop tell (R40 to R43).

    Args:
        line: the line.
        board: the board it was used on.
        candidates: the abilities it can mean.

    Returns:
        A sentence in which `{0}` stands for the user and `{1}` for the owner of the ability; None if one of
        the abilities was usable. Targets and the rest of the step are left to `deducer.board.usable`.
    """
    user = board.figures.get(line.user or "")
    if user is None or not user.present:
        return "{0} is not on the board"
    if user.alive is False:
        return "{0} is dead"
    if not candidates:
        return "{1} has no such goodwill ability"
    rank = line.borrowed_rank if line.borrowed is not None else line.rank
    if rank is None and len({ability.rank for ability in candidates}) > 1:
        return "{1} has several goodwill abilities; write the rank of the one used"
    reasons = [_unusable(line, board, user, ability) for ability in candidates]
    return None if None in reasons else reasons[0]


def _unusable(line: GoodwillLine, board: Board, user: Figure, ability: Ability) -> str | None:
    held = user.counters[GOODWILL]
    if line.borrowed is None and ability.rank is not None and held is not None and held < ability.rank:
        return f"{{0}} has {held} goodwill, and the ability needs {ability.rank}"
    if line.refused and (line.borrowed is not None or not ability.refusable):
        return "{1}'s ability cannot be refused"
    owner = board.figures.get(line.borrowed or user.id)
    if ability.limit is Limit.LOOP and (line.borrowed or user.id, ability.id) in board.used:
        return "{1}'s ability was used in this loop already"
    for condition in ability.conditions:
        if condition.word is Word.FROM_LOOP and board.loop < (condition.number or 0):
            return f"{{1}}'s ability can be used from loop {condition.number} on"
        place = None if owner is None else owner.place
        if condition.word is Word.AT and place is not None and place not in condition.places:
            return f"{{1}}'s ability works only at {' or '.join(condition.places)}"
    return _untold(line, board, ability)


def _untold(line: GoodwillLine, board: Board, ability: Ability) -> str | None:
    """Say why a culprit cannot have been told: only of an incident that occurred in this loop (R43)."""
    if not any(e.action is Action.REVEAL_CULPRIT and e.occurred_only for e in ability.effects):
        return None
    told = {line.incident_day, *(change.day for change in line.changes if isinstance(change, CulpritIs))}
    past = {day for day, _ in board.occurred} | board.maybe_occurred
    for day in sorted(day for day in told if day is not None and day not in past):
        return f"the incident of day {day} has not occurred in this loop, so its culprit is not told"
    return None


def leave_behind(line: GoodwillLine, board: Board, candidates: tuple[Ability, ...]) -> Board:
    """Return the board with what a use leaves for the rest of the loop (R42, R53, R54).

    Args:
        line: the line.
        board: the board after the changes it tells.
        candidates: the abilities it can mean.
    """
    owner = line.borrowed or line.user or ""
    board = proved_alive(board, line.user or "")
    uses = frozenset((owner, ability.id) for ability in candidates if ability.limit is Limit.LOOP)
    sure = len(candidates) == 1
    if sure:
        board = replace(board, used=board.used | uses, maybe_used=board.maybe_used - uses)
    else:
        board = replace(board, maybe_used=board.maybe_used | (uses - board.used))
    for effect in () if line.refused else [effect for ability in candidates for effect in ability.effects]:
        if sure and not (effect.action is Action.ADD_MASTER and not line.targets):
            board = _left(board, effect, owner, line.targets)
        else:
            board = perhaps_left(board, effect, owner)
    return board


def _left(board: Board, effect: Effect, owner: CharacterId, targets: tuple[str, ...]) -> Board:
    match effect.action:
        case Action.STOP_INCIDENTS:
            return replace(board, quiet=board.quiet | {owner}, maybe_quiet=board.maybe_quiet - {owner})
        case Action.PROTECT_PROTAGONISTS:
            return replace(board, immune=True)
        case Action.FREE_PLACES:
            return _freed(board, effect.of or owner, sure=True)
        case Action.ADD_MASTER:
            masters = board.masters.get(owner, frozenset()) | frozenset(targets)
            return replace(board, masters={**board.masters, owner: masters})
        case _:
            return board


def perhaps_left(board: Board, effect: Effect, owner: CharacterId) -> Board:
    """Return the board with what an effect may have left for the rest of the loop.

    Args:
        board: the board before.
        effect: an effect of a goodwill ability that may have been used.
        owner: on whose card the ability stands.
    """
    match effect.action:
        case Action.STOP_INCIDENTS:
            return replace(board, maybe_quiet=board.maybe_quiet | ({owner} - board.quiet))
        case Action.PROTECT_PROTAGONISTS:
            return replace(board, immune=board.immune or None)
        case Action.FREE_PLACES:
            return _freed(board, effect.of or owner, sure=False)
        case Action.ADD_MASTER:
            # Which one was added is not known, so it may be anybody.
            anybody = board.masters.get(owner, frozenset()) | (frozenset(board.figures) - {owner})
            return replace(board, masters={**board.masters, owner: anybody})
        case _:
            return board


def _freed(board: Board, character: CharacterId, *, sure: bool) -> Board:
    figure = board.figures.get(character)
    if figure is None:
        return board
    perhaps = frozenset[PlaceId]() if sure else figure.maybe_barred | figure.barred
    return board.with_figure(replace(figure, barred=frozenset(), maybe_barred=perhaps))
