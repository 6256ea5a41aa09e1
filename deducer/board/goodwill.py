"""Goodwill abilities on the board: which one a line means, whether it was usable, what it leaves behind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from deducer.board.state import Board, Figure
from deducer.ids import GOODWILL, PLACES, CharacterId
from deducer.log.setup import Setup
from deducer.log.statements import AddCounter, Change, CulpritIs, GoodwillLine, TakesBack
from deducer.rules.model import Ability, Effect, Rules
from deducer.rules.vocabulary import Action, Limit, Timing, Who, Word


def find_ability(line: GoodwillLine, board: Board, rules: Rules, setup: Setup) -> tuple[Ability, ...]:
    """Return the abilities a goodwill line can mean.

    Args:
        line: the line; a borrowed ability is looked up on the lender's card.
        board: the board it was used on.
        rules: the rule data.
        setup: the set-up.

    Returns:
        Those of the right rank, narrowed down by the shape of target and changes where that tells.
    """
    del setup
    owner = line.borrowed or line.user
    rank = line.borrowed_rank if line.borrowed is not None else line.rank
    if owner is None or owner not in rules.characters:
        return ()
    usable = [a for a in rules.characters[owner].abilities if a.timing is Timing.GOODWILL]
    if line.borrowed is None:
        usable = [a for a in usable if not any(e.action is Action.BORROW for e in a.effects)]
    ranked = [a for a in usable if rank is None or a.rank == rank]
    fitting = [a for a in ranked if any(_shaped(e, line, board) for e in a.effects)]
    return tuple(fitting or ranked)


def _shaped(effect: Effect, line: GoodwillLine, board: Board) -> bool:
    """Tell whether target and changes of a line are such as an effect makes."""
    on_place = any(target in PLACES for target in line.targets)
    if on_place and effect.target.who not in (Who.PLACE, Who.PLACE_OR_CHARACTER):
        return False
    if line.targets and effect.target.other and line.user in line.targets and line.borrowed is None:
        return False
    counters = {change.counter for change in line.changes if isinstance(change, AddCounter)}
    if effect.action is Action.ADD and counters:
        return counters <= set(effect.counters)
    return bool(board.figures)


def unusable(line: GoodwillLine, board: Board, candidates: tuple[Ability, ...]) -> str | None:
    """Say why no ability a line can mean was usable; `{0}` stands for the user. None if one was (R41)."""
    user = board.figures.get(line.user or "")
    if user is None or not user.present:
        return "{0} is not on the board"
    if user.alive is False:
        return "{0} is dead"
    if not candidates:
        return "{0} has no such goodwill ability"
    if line.rank is None and len({ability.rank for ability in candidates}) > 1:
        return "{0} has several goodwill abilities; write the rank of the one used"
    reasons = [_unusable(line, board, user, ability) for ability in candidates]
    return None if None in reasons else reasons[0]


def _unusable(line: GoodwillLine, board: Board, user: Figure, ability: Ability) -> str | None:
    held = user.counters[GOODWILL]
    if line.borrowed is None and ability.rank is not None and held is not None and held < ability.rank:
        return f"{{0}} has {held} goodwill, and the ability needs {ability.rank}"
    owner = line.borrowed or user.id
    if ability.limit is Limit.LOOP and (owner, ability.id) in board.used:
        return "{0}'s ability was used in this loop already"
    for condition in ability.conditions:
        if condition.word is Word.FROM_LOOP and board.loop < (condition.number or 0):
            return f"the ability can be used from loop {condition.number} on"
        if condition.word is Word.AT and user.place is not None and user.place not in condition.places:
            return f"the ability works only at {' or '.join(condition.places)}"
    if line.refused and (line.borrowed is not None or not ability.refusable):
        return "{0}'s ability cannot be refused"
    return _untold(line, board, ability)


def _untold(line: GoodwillLine, board: Board, ability: Ability) -> str | None:
    """Say why a culprit cannot have been told: only of an incident that occurred in this loop (R43)."""
    if not any(e.action is Action.REVEAL_CULPRIT and e.occurred_only for e in ability.effects):
        return None
    days = {day for day, _ in board.occurred} | board.maybe_occurred
    told = [change.day for change in line.changes if isinstance(change, CulpritIs)]
    missing = [day for day in told if day not in days]
    return f"the incident of day {missing[0]} did not occur in this loop" if missing else None


def leave_behind(line: GoodwillLine, board: Board, candidates: tuple[Ability, ...]) -> Board:
    """Return the board with what a use leaves for the rest of the loop (R42, R53, R54)."""
    owner = line.borrowed or line.user or ""
    if len(candidates) == 1 and candidates[0].limit is Limit.LOOP:
        board = replace(board, used=board.used | {(owner, candidates[0].id)})
    if line.refused or len(candidates) != 1:
        return board
    for effect in candidates[0].effects:
        board = _left(board, effect, owner, line.targets)
    return board


def _left(board: Board, effect: Effect, owner: CharacterId, targets: tuple[str, ...]) -> Board:
    match effect.action:
        case Action.STOP_INCIDENTS:
            return replace(board, quiet=board.quiet | {owner}, maybe_quiet=board.maybe_quiet - {owner})
        case Action.PROTECT_PROTAGONISTS:
            return replace(board, immune=True)
        case Action.FREE_PLACES:
            freed = board.figures.get(effect.of or owner)
            return board if freed is None else board.with_figure(replace(freed, barred=frozenset()))
        case Action.ADD_MASTER:
            masters = board.masters.get(owner, frozenset()) | frozenset(targets)
            return replace(board, masters={**board.masters, owner: masters})
        case _:
            return board


def taken_back(changes: tuple[Change, ...]) -> Iterator[str]:
    """Yield the cards that came back to the leader's hand."""
    for change in changes:
        if isinstance(change, TakesBack):
            yield change.card
