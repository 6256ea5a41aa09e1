"""What a step that was not written down could have changed, read from the rule data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from deducer.board.changes import set_counter
from deducer.board.state import Board, Figure
from deducer.ids import COUNTERS, GOODWILL, INTRIGUE, CharacterId, IncidentId
from deducer.log.setup import Setup
from deducer.rules.model import Ability, CardKind, Effect, Plot, Role, Rules
from deducer.rules.vocabulary import Action, Limit, Obligation, Timing, Who, Word


@dataclass(frozen=True, slots=True)
class Touch:
    """What something can change.

    Attributes:
        cards: kinds of counters on characters' cards.
        places: whether intrigue on location boards.
        moves: whether characters' places.
        kills: whether living characters may die.
        revives: whether corpses may come back.
        guards: whether guard markers may come.
    """

    cards: frozenset[str] = frozenset()
    places: bool = False
    moves: bool = False
    kills: bool = False
    revives: bool = False
    guards: bool = False

    def __or__(self, other: Touch) -> Touch:
        """Return what either can change."""
        return Touch(
            self.cards | other.cards,
            self.places or other.places,
            self.moves or other.moves,
            self.kills or other.kills,
            self.revives or other.revives,
            self.guards or other.guards,
        )


NOTHING = Touch()


def blur(board: Board, touch: Touch, only: str | None = None) -> Board:
    """Return the board with everything a touch can change not known any more.

    Args:
        board: the board before.
        touch: what may have changed.
        only: the only target that may have been meant, None for any.

    Returns:
        The board with None where the notes no longer tell.
    """
    figures = {
        id_: _blurred(figure, touch) if only in (None, id_) else figure
        for id_, figure in board.figures.items()
    }
    intrigue = {
        place: None if touch.places and only in (None, place) else number
        for place, number in board.intrigue.items()
    }
    return replace(board, figures=figures, intrigue=intrigue)


def _blurred(figure: Figure, touch: Touch) -> Figure:
    if not figure.present:
        return figure
    if figure.alive is False:
        return replace(figure, alive=None, place=None) if touch.revives else figure
    for counter in touch.cards:
        figure = set_counter(figure, counter, None)
    if touch.moves:
        figure = replace(figure, place=None)
    if touch.kills:
        figure = replace(figure, alive=None)
    if touch.guards or (touch.kills and figure.guards != 0):
        figure = replace(figure, guards=None)
    return figure


def touch_of_cards(kinds: Iterable[CardKind]) -> Touch:
    """Return what cards of some kinds can change."""
    names = [kind.id for kind in kinds]
    cards = frozenset(c for c in COUNTERS if any(name.startswith(c) for name in names))
    moves = any(name.startswith("move") for name in names)
    return Touch(cards, places=INTRIGUE in cards, moves=moves)


def touch_of_step(rules: Rules, setup: Setup, board: Board, timing: Timing) -> Touch:
    """Return what the abilities of a timing could do in an unrecorded step."""
    touch = NOTHING
    for ability in _abilities(rules, setup, board, timing):
        if ability.obligation is not Obligation.LOSS and not _cannot_apply(ability, board):
            for effect in ability.effects:
                touch |= touch_of_effect(effect)
    if touch.kills:
        touch |= _reactions(rules, setup)
    return touch


def touch_of_incident(rules: Rules, setup: Setup, incident: IncidentId | None) -> Touch:
    """Return what an incident could do, anything if its name is not known."""
    if incident is None:
        return Touch(frozenset(COUNTERS), places=True, moves=True, kills=True)
    touch = NOTHING
    for effect in rules.sets[setup.tragedy_set].incident(incident).effects:
        touch |= touch_of_effect(effect)
    return touch | _reactions(rules, setup) if touch.kills else touch


def touch_of_effect(effect: Effect) -> Touch:
    """Return what one effect can change."""
    kinds = frozenset(effect.counters)
    match effect.action:
        case Action.ADD | Action.MOVE_COUNTER | Action.CONVERT:
            on_places = effect.target.who in (Who.PLACE, Who.PLACE_OR_CHARACTER)
            on_cards = effect.target.who is not Who.PLACE
            return Touch(kinds if on_cards else frozenset(), places=on_places and INTRIGUE in kinds)
        case Action.CLEAR:
            return Touch(frozenset(COUNTERS))
        case Action.KILL:
            return Touch(kills=True)
        case Action.REVIVE:
            return Touch(revives=True)
        case Action.MOVE:
            return Touch(moves=True)
        case Action.GUARD:
            return Touch(guards=True)
        case Action.RESOLVE_INCIDENT | Action.BORROW:
            return Touch(frozenset(COUNTERS), places=True, moves=True, kills=True)
        case _:
            return NOTHING


def _reactions(rules: Rules, setup: Setup) -> Touch:
    touch = NOTHING
    for role in rules.sets[setup.tragedy_set].roles:
        for ability in role.abilities:
            if ability.timing is Timing.DEATH:
                for effect in ability.effects:
                    touch |= touch_of_effect(effect)
    return touch


def _abilities(rules: Rules, setup: Setup, board: Board, timing: Timing) -> Iterator[Ability]:
    tragedy_set = rules.sets[setup.tragedy_set]
    owners: tuple[Role | Plot, ...] = (*tragedy_set.roles, *tragedy_set.plots)
    for owner in owners:
        yield from (ability for ability in owner.abilities if ability.timing is timing)
    for figure in board.figures.values():
        for ability in rules.characters[figure.id].abilities:
            if ability.timing is timing or (ability.mastermind and timing is Timing.MASTERMIND):
                yield ability


def _cannot_apply(ability: Ability, board: Board) -> bool:
    """Tell whether an ability's conditions on the past fail for certain: nothing revealed, no loop before."""
    words = {c.word for c in ability.conditions} | {c.word for e in ability.effects for c in e.conditions}
    if Word.REVEALED in words:
        return board.reveals_complete and not board.revealed_before
    return Word.HAD_GOODWILL in words and not board.goodwill_at_loop_end


def forget_uses(rules: Rules, board: Board) -> Board:
    """Return the board after an unrecorded goodwill step: what its abilities may have set is not known."""
    quiet: set[CharacterId] = set()
    immune = board.immune
    for figure in board.living():
        for ability in rules.characters[figure.id].abilities:
            goodwill = figure.counters[GOODWILL]
            if goodwill is not None and goodwill < (ability.rank or 0):
                continue
            actions = {effect.action for effect in ability.effects}
            if Action.STOP_INCIDENTS in actions:
                quiet.add(figure.id)
            if Action.LEAVE in actions:
                board = board.with_figure(replace(board.figure(figure.id), place=None, alive=None))
            if Action.FREE_PLACES in actions:
                board = _maybe_freed(board, ability, figure.id)
            if Action.PROTECT_PROTAGONISTS in actions and immune is False and ability.limit is Limit.LOOP:
                immune = None
    return replace(board, maybe_quiet=board.maybe_quiet | (quiet - board.quiet), immune=immune)


def _maybe_freed(board: Board, ability: Ability, owner: CharacterId) -> Board:
    """Return the board on which somebody may have left its forbidden places behind, and may be anywhere."""
    for effect in ability.effects:
        freed = board.figures.get(effect.of or owner)
        if effect.action is Action.FREE_PLACES and freed is not None and freed.barred:
            board = board.with_figure(replace(freed, place=None, barred=frozenset()))
    return board
