"""What is followed while effects are read backwards: the scene, and how far one has come in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import field
from msgspec.structs import replace

from deducer.board.changes import apply_change
from deducer.board.state import Board
from deducer.board.timeline import Step
from deducer.evidence.deaths import Split, endings
from deducer.evidence.guards import Use
from deducer.ids import CharacterId, PlaceId
from deducer.log.statements import AddCounter, Change, Dies, LoopEnds
from deducer.logic.build import disjunction
from deducer.logic.terms import FALSE, Formula
from deducer.record import Record
from deducer.rules.model import Effect
from deducer.script.variables import Script


class Scene(Record, frozen=True):
    """What stays the same while a bundle of effects is followed.

    Attributes:
        script: the game.
        use: in whose hands the effects are; its place is where the actor stood when they began.
        aimed: targets that were announced; empty when the Mastermind chose unseen.
        endings: of those whose death was told with the bundle, the condition under which it made the
            protagonists lose at once (R79).
        ended: whether the loop may have ended in this step, so that later effects were not resolved, and what
            happened together with its end need not have been told (D30).
        unsaid: whether it is not told if the loop ended there, so that nothing that ends it need be told.
        afterwards: what follows when the bundle has been resolved (R124).
        deaths_end: whether nothing that comes after the effect at hand can kill.
    """

    script: Script
    use: Use
    aimed: tuple[str, ...] = ()
    endings: Mapping[CharacterId, Formula] = field(default_factory=dict)
    ended: bool = False
    unsaid: bool = False
    afterwards: tuple[Effect, ...] = ()
    deaths_end: bool = False

    @classmethod
    def of(cls, script: Script, use: Use, step: Step, parts: Split, aimed: tuple[str, ...] = ()) -> Scene:
        """Return the scene of a step with its changes, sorted."""
        return cls(
            script,
            use,
            aimed,
            endings(script, parts),
            ended=step.may_end_loop,
            unsaid=step.maybe_ends_loop,
        )


def to_explain(step: Step, parts: Split) -> tuple[Change, ...]:
    """Return what a bundle of effects has to explain in a step, with its changes, sorted."""
    end = (LoopEnds(),) if step.ends_without_loss else ()
    return (*(moment.change for moment in parts.primary), *end)


class State(Record, frozen=True):
    """How far a bundle has been followed.

    Attributes:
        board: the board by now.
        unseen: the seen changes that are still to be explained, counters one by one.
        keeps: whether counters stay on a card whose character dies (D1).
        previous: what the last effect was aimed at.
        over: whether the protagonists' death has ended the loop.
        heard: what the bundle has announced; resolved twice it need not announce that again (R72).
        body: where the actor really is, if it acts from somewhere else (R125).
    """

    board: Board
    unseen: tuple[Change, ...]
    keeps: bool
    previous: str | None = None
    over: bool = False
    heard: frozenset[Change] = frozenset()
    body: PlaceId | None = None


Way = tuple[Formula, State]


def joined(ways: Iterable[Way]) -> list[Way]:
    """Join ways that leave the same to be seen, so that their number does not multiply."""
    found: dict[object, tuple[list[Formula], State]] = {}
    for formula, state in ways:
        if formula != FALSE:
            # Of equal changes the earliest goes first, so what is left has one order.
            key = (state.unseen, state.previous, state.over, state.heard, state.body)
            found.setdefault(key, ([], state))[0].append(formula)
    return [(disjunction(*formulas), state) for formulas, state in found.values()]


def ending(scene: Scene, state: State) -> Formula:
    """Say that one of the deaths so far has made the protagonists lose at once (R79)."""
    dead = (formula for one, formula in scene.endings.items() if Dies(one) not in state.unseen)
    return disjunction(*dead) if scene.ended else FALSE


def see(state: State, *changes: Change) -> State:
    """Take changes from those still to be explained and let them happen on the board."""
    unseen = list(state.unseen)
    board = state.board
    for change in changes:
        unseen.remove(change)
        board = apply_change(board, change, corpses_keep=state.keeps)
    return replace(state, board=board, unseen=tuple(unseen))


def hear(state: State, change: Change) -> State:
    """Take a change that an effect announces, which need not be announced again."""
    return replace(see(state, change), heard=state.heard | {change})


def singles(change: AddCounter) -> tuple[AddCounter, ...]:
    """Return one change for each counter of a change."""
    return (replace(change, amount=1 if change.amount > 0 else -1),) * abs(change.amount)
