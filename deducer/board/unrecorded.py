"""Steps that were not written down: what they could have changed is not known from there on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from deducer.board.changes import set_counter
from deducer.board.conditions import User, fits, may_hold
from deducer.board.game import Game
from deducer.board.hands import spend
from deducer.board.movement import somewhere
from deducer.board.reach import Reach, blur, extend, follow_masters
from deducer.board.state import Board, Figure
from deducer.board.table import Table, amount_of, kind_of
from deducer.board.timeline import StepKind
from deducer.ids import COUNTERS, DIAGONAL, GAUGE, GOODWILL, INTRIGUE
from deducer.log.statements import Side
from deducer.record import Record
from deducer.rules.model import Ability, Effect, Incident, Role
from deducer.rules.vocabulary import Action, Limit, Obligation, Timing, Trait

_TIMINGS: Final = {
    StepKind.LOOP_START: Timing.LOOP_START,
    StepKind.DAY_START: Timing.DAY_START,
    StepKind.MASTERMIND: Timing.MASTERMIND,
    StepKind.DAY_END: Timing.DAY_END,
}
_ARRIVALS: Final = {StepKind.LOOP_START: Trait.LATE_LOOP, StepKind.DAY_START: Trait.LATE_DAY}
_BOTH: Final = frozenset((Side.MASTERMIND, Side.PROTAGONISTS))


class _Act(Record, frozen=True):
    """Effects that may have happened, in somebody's hands."""

    effects: tuple[Effect, ...]
    user: User


def unrecorded(game: Game, board: Board, kind: StepKind) -> tuple[Board, bool]:
    """Let a step pass that was not written down.

    Args:
        game: the game.
        board: the board when it began; its day counts.
        kind: which step.

    Returns:
        The board after it, with None for what it could have changed; and whether a role may have been
        revealed in it.
    """
    if kind is StepKind.CARDS:
        return _after_cards(game, board), False
    board = _perhaps_entered(game, board, kind)
    reach = Reach()
    known, blurred = None, board
    # What was changed may make further effects possible, until nothing new comes.
    while blurred != known:
        known = blurred
        _collect(game, known, kind, reach)
        follow_masters(known, reach)
        blurred = blur(game, board, reach)
    if kind is StepKind.INCIDENT:
        blurred = replace(blurred, maybe_occurred=blurred.maybe_occurred | {board.day})
    return blurred, reach.reveals


def _collect(game: Game, board: Board, kind: StepKind, reach: Reach) -> None:
    if kind is StepKind.INCIDENT:
        found = game.may_be(game.setup.incidents.get(board.day))
        if not found:
            reach.anything(board)
        if any(incident.raises for incident in found or game.tragedy_set.incidents):
            reach.count(GAUGE, (GAUGE,))
    acts = _acts(game, board, kind, reach)
    for act in acts:
        extend(game, board, reach, act.effects, act.user)
    if reach.deadly:
        for act in _by_script(game, board, Timing.DEATH):
            extend(game, board, reach, act.effects, act.user)


def _acts(game: Game, board: Board, kind: StepKind, reach: Reach) -> Iterator[_Act]:
    match kind:
        case StepKind.INCIDENT:
            for happened in _sheet(game, board.day):
                yield from _incident(game, board, happened)
            yield from _by_script(game, board, Timing.AFTER_INCIDENT)
        case StepKind.GOODWILL:
            yield from _asked(game, board, reach)
        case _:
            timing = _TIMINGS[kind]
            yield from _by_script(game, board, timing)
            yield from _own(game, board, timing)


def _by_script(game: Game, board: Board, timing: Timing) -> Iterator[_Act]:
    """Yield what roles and plots may do: the script is hidden, so anybody may hold any role."""
    for owner in game.owners:
        for ability in owner.abilities:
            if ability.timing is not timing or ability.obligation is Obligation.LOSS:
                continue
            role = owner.id if isinstance(owner, Role) else ability.holder
            for user in _holders(game, board, ability, role):
                if may_hold(game, board, ability.conditions, user):
                    yield _Act(ability.effects, user)


def _holders(game: Game, board: Board, ability: Ability, role: str | None) -> Iterator[User]:
    if role is None:
        yield User()
        return
    for figure in board.figures.values():
        if figure.present and (figure.alive is not False or ability.timing is Timing.DEATH):
            yield User.of(figure, role, game.setup.turfs.get(figure.id))


def _own(game: Game, board: Board, timing: Timing) -> Iterator[_Act]:
    """Yield what characters may do by their own cards."""
    for figure in board.living():
        for ability in game.card(figure.id).abilities:
            unasked = ability.mastermind and timing is Timing.MASTERMIND and _enough(figure, ability)
            user = User.of(figure)
            if (ability.timing is timing or unasked) and may_hold(game, board, ability.conditions, user):
                yield _Act(ability.effects, user)


def _incident(game: Game, board: Board, happened: Incident) -> Iterator[_Act]:
    """Yield what an incident may do in the hands of any culprit."""
    for figure in board.living():
        idle = game.card(figure.id).has(Trait.INCIDENTS_DO_NOTHING)
        if figure.id not in board.quiet and not idle:
            yield _Act(happened.effects, _culprit(game, figure))


def _sheet(game: Game, day: int) -> tuple[Incident, ...]:
    """Return the incidents whose effects the incident of a day may have, all if that is not known."""
    return game.resolved(game.may_be(game.setup.incidents.get(day)) or game.tragedy_set.incidents)


def _culprit(game: Game, figure: Figure) -> User:
    """Return a character as a culprit, who may act from the place opposite to its own (R125)."""
    effects = (effect for owner in game.owners for ability in owner.abilities for effect in ability.effects)
    user = User.of(figure)
    if not any(effect.action is Action.STAND_OPPOSITE for effect in effects):
        return user
    opposite = None if figure.place is None else DIAGONAL[figure.place]
    return replace(user, places=(*user.places, opposite))


def _asked(game: Game, board: Board, reach: Reach) -> Iterator[_Act]:
    """Yield what goodwill abilities may do, those borrowed and incidents resolved by them included."""
    for figure in board.living():
        for ability in game.card(figure.id).abilities:
            if ability.timing is Timing.GOODWILL and _enough(figure, ability):
                yield from _used(game, board, reach, ability, figure)


def _used(game: Game, board: Board, reach: Reach, ability: Ability, figure: Figure) -> Iterator[_Act]:
    user = User.of(figure)
    spent = ability.limit is Limit.LOOP and (figure.id, ability.id) in board.used
    if spent or not may_hold(game, board, ability.conditions, user):
        return
    if ability.limit is Limit.LOOP:
        reach.uses.add((figure.id, ability.id))
    yield _Act(ability.effects, user)
    for effect in ability.effects:
        if effect.action is Action.BORROW:
            yield from _borrowed(game, board, reach, effect, user)
        elif effect.action is Action.RESOLVE_INCIDENT:
            for day in game.setup.incidents:
                for incident in _sheet(game, day):
                    yield _Act(incident.effects, _culprit(game, figure))


def _borrowed(game: Game, board: Board, reach: Reach, effect: Effect, user: User) -> Iterator[_Act]:
    for lender in board.living():
        if fits(game, board, effect.target, user, lender.id) is not False:
            for ability in game.card(lender.id).abilities:
                if ability.timing is Timing.GOODWILL and ability.rank is not None:
                    yield from _used(game, board, reach, ability, lender)


def _enough(figure: Figure, ability: Ability) -> bool:
    goodwill = figure.counters[GOODWILL]
    return goodwill is None or goodwill >= (ability.rank or 0)


def _perhaps_entered(game: Game, board: Board, kind: StepKind) -> Board:
    """Let late characters perhaps be on the board: an entry may have gone unrecorded."""
    trait = _ARRIVALS.get(kind)
    for figure in board.figures.values():
        if trait is not None and not figure.present and game.card(figure.id).has(trait):
            board = board.with_figure(
                replace(figure, present=True, alive=None, place=figure.start, entered=False)
            )
    return board


def _after_cards(game: Game, board: Board) -> Board:
    """Let a card step pass of which no card was noted."""
    names = [kind.id for kind in game.hand(Side.UNKNOWN)]
    counters = [counter for counter in COUNTERS if any(amount_of(name, counter) for name in names)]
    moving = any(kind_of(name) and not amount_of(name, kind_of(name)) for name in names)
    figures = dict(board.figures)
    for figure in board.living():
        blurred = somewhere(board, figure) if moving else figure
        for counter in counters:
            blurred = set_counter(blurred, counter, None)
        figures[figure.id] = blurred
    intrigue = dict.fromkeys(board.intrigue) if INTRIGUE in counters else board.intrigue
    table = Table((), frozenset(), frozenset(), _BOTH)
    after = replace(board, figures=figures, intrigue=intrigue)
    return spend(game, board, table, after, closed=True)


def reveals_at_end(game: Game, board: Board) -> bool:
    """Tell whether a role may have been revealed at the end of a loop of which no `end:` line tells.

    Args:
        game: the game.
        board: the board on which the loop ended.
    """
    for owner in game.owners:
        for ability in owner.abilities:
            shows = any(effect.action is Action.REVEAL_SELF for effect in ability.effects)
            if shows and ability.timing is Timing.LOOP_END:
                users = (User.of(figure, owner.id) for figure in board.figures.values())
                if any(may_hold(game, board, ability.conditions, user) for user in users):
                    return True
    return False
