"""The card step: what moved, what was stopped, what a forbid did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from deducer.log.statements import Card, CardsLine, IgnoredLine, Side, StoppedLine

from .facts import KINDS, PLACES, SERVANT, fuse
from .game import Game
from .state import State, apply, units


@dataclass
class CardStep:
    """The lines of one card step, as far as they were written."""

    mine: list[Card] = field(default_factory=list)
    theirs: list[Card] = field(default_factory=list)
    sides: set[Side] = field(default_factory=set)
    ignored: list[Card] = field(default_factory=list)
    stopped: list[Card] = field(default_factory=list)

    def add(self, line: CardsLine | IgnoredLine | StoppedLine) -> None:
        """Take one more line in.

        Raises:
            NotImplementedError: a card or its side was not noted.
        """
        match line:
            case IgnoredLine(cards=cards):
                self.ignored += cards
            case StoppedLine(cards=cards):
                self.stopped += cards
            case CardsLine(side=side, cards=cards):
                if side is Side.UNKNOWN or any(c.card is None or c.target is None for c in cards):
                    raise NotImplementedError("cards that were not noted")
                self.sides.add(side)
                (self.mine if side is Side.MASTERMIND else self.theirs).extend(cards)

    def whole(self) -> bool:
        return self.sides == {Side.MASTERMIND, Side.PROTAGONISTS}

    def on(self, state: State, target: str, where: str) -> list[str]:
        """The cards that count for a target; an Illusion takes those of its place (R25)."""
        lying = where if target == "illusion" else target
        return [
            str(c.card) for c in (*self.mine, *self.theirs) if c.target == lying and target not in state.dead
        ]

    def said(self, listed: Iterable[Card], target: str, word: str) -> bool:
        return any(c.target == target and str(c.card).startswith(word) for c in listed)


def resolve(game: Game, state: State, step: CardStep, *, closed: bool) -> list[State]:
    """The states after a card step.

    Args:
        game: script and set-up.
        state: the board before the cards.
        step: the lines.
        closed: whether no further `ignored:` or `stopped:` can follow.
    """
    if any(c.target in state.places and _barred(game, state, str(c.target)) for c in step.mine):
        return []
    moved = _movement(game, state, step, closed=closed)
    if moved is None:
        return []
    results: list[State | None] = []
    for followed in _followed(game, state, moved, step):
        # Whether an Illusion that moves takes the cards of its old or its new place is open: both.
        olds = [state.places, followed.places]
        wheres = [{**followed.places, **{c: p[c] for c in ("illusion",) if c in p}} for p in olds]
        results += [_counters(game, followed, step, where, closed=closed) for where in wheres]
    return [one for one in results if one is not None]


def _followed(game: Game, before: State, after: State, step: CardStep) -> list[State]:
    """The Servant goes where a master went from her place; with cards of her own that is open (R87)."""
    led = [m for m in game.masters(before) if game.beside(before, m) and before.alive(m)]
    ways = {after.places[m] for m in led if after.places[m] != before.places[m]}
    ways = {w for w in ways if game.can_move(before, SERVANT, w)}
    if not ways:
        return [after]
    cards = step.on(before, SERVANT, before.places[SERVANT])
    if any(c.startswith("move ") or c == "forbid movement" for c in cards):
        ways |= {before.places[SERVANT], after.places[SERVANT]}
    return [replace(after, places={**after.places, SERVANT: way}) for way in sorted(ways)]


def _barred(game: Game, state: State, target: str) -> bool:
    return state.alive(target) and game.role(state, target) == "prophet"


def _movement(game: Game, state: State, step: CardStep, *, closed: bool) -> State | None:
    places = dict(state.places)
    for who in state.living():
        here = state.places[who]
        cards = step.on(state, who, here)
        moves = frozenset(c.removeprefix("move ") for c in cards if c.startswith("move "))
        stopped = step.said(step.stopped, who, "move")
        if stopped and not moves:
            return None
        goal = fuse(moves, here)
        if not moves or "forbid movement" in cards or goal == here or not game.can_move(state, who, goal):
            continue
        heart = "unansweredHeart" in game.plots and "forbid goodwill" in cards
        if (stopped and not heart) or (closed and heart and not stopped):
            return None
        if not stopped:
            places[who] = goal
    return replace(state, places=places)


def _counters(
    game: Game, state: State, step: CardStep, where: dict[str, str], *, closed: bool
) -> State | None:
    void = [str(c.card) for c in step.theirs].count("forbid intrigue") >= 2
    result = state
    for target in (*state.living(), *PLACES):
        cards = step.on(state, target, where.get(target, ""))
        lying = where[target] if target == "illusion" else target
        for kind in KINDS:
            played = [c for c in cards if c.startswith((f"{kind}+", f"{kind}-"))]
            forbidden = f"forbid {kind}" in cards and not (void and kind == "intrigue")
            ignored = step.said(step.ignored, lying, f"forbid {kind}")
            stopped = step.said(step.stopped, target, kind)
            if stopped and not forbidden:
                return None
            if forbidden and not _explained(
                game, state, target, kind, ignored=ignored, seen=closed and bool(played)
            ):
                return None
            if ignored and f"forbid {kind}" not in cards:
                return None
            if not forbidden or ignored:
                result = _play(result, target, kind, played)
    return None if _moves_ignored(step) else result


def _moves_ignored(step: CardStep) -> bool:
    """No rule lets a Forbid Movement be ignored."""
    return any(str(c.card) == "forbid movement" for c in step.ignored)


def _explained(game: Game, state: State, target: str, kind: str, *, ignored: bool, seen: bool) -> bool:
    """Whether a valid forbid was rightly ignored, or rightly not.

    Args:
        game: script and set-up.
        state: the board after movement.
        target: where the forbid lies.
        kind: what it forbids.
        ignored: whether the log says that it did not do its work.
        seen: whether its work shows and the step is closed.
    """
    if kind == "goodwill":
        free = target in state.places and game.role(state, target) == "timeTraveler"
        return free if ignored else not (free and seen)
    if not ignored:
        return True
    place = state.places.get(target, target)
    cultists = game.holders(state, "cultist")
    return kind == "intrigue" and any(place in game.spots(state, c) for c in cultists)


def _play(state: State, target: str, kind: str, played: list[str]) -> State:
    if target in PLACES and kind != "intrigue":
        return state
    for card in sorted(played):  # "+" sorts before "-": what is added is there to be taken away
        amount = int(card.removeprefix(kind))
        for change in units(amount, kind, target):
            state = apply(state, change)
    return state
