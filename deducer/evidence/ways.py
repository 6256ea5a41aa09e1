"""The ways in which one effect can have gone, each with its condition and what it leaves to be seen."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from deducer.board.movement import hindered
from deducer.board.state import Board, Figure
from deducer.board.untold import COMPLETE, ENDING_STEP
from deducer.evidence.deaths import fates, stand_ins
from deducer.evidence.guards import Use, conditions, fits
from deducer.evidence.reveals import revealed
from deducer.evidence.scene import Scene, State, Way, hear, joined, see, singles
from deducer.evidence.triggers import across
from deducer.ids import COUNTERS, PLACES, CharacterId, PlaceId
from deducer.log.statements import (
    AddCounter,
    Change,
    CulpritAt,
    CulpritIs,
    Dies,
    ExtraCard,
    LoopEnds,
    Moves,
    ProtagonistsDie,
    Reveals,
)
from deducer.logic.build import conjunction, disjunction, negation
from deducer.logic.terms import FALSE, TRUE, UNKNOWN, Formula
from deducer.rules.model import Effect
from deducer.rules.vocabulary import Action, Where, Who
from deducer.script.conditions import Point, known


def ways_of(scene: Scene, effect: Effect, state: State) -> Iterator[Way]:
    """Yield the ways one effect can have gone, with what is left to be seen."""
    use = _moved(scene.use, state.board)
    here = tuple(c for c in effect.conditions if c.on != "target")
    point = Point(state.board, use.actor, use.place, role=use.role)
    applies = conditions(scene.script, here, point)
    if applies != TRUE:
        yield negation(applies), state
    if applies == FALSE:
        return
    for formula, after in _applied(replace(scene, use=use), effect, state):
        yield conjunction(applies, formula), after


def _moved(use: Use, board: Board) -> Use:
    """Let the actor act from where it stands by now."""
    if use.actor is None or use.actor not in board.figures:
        return use
    return replace(use, place=board.figure(use.actor).place)


def _applied(scene: Scene, effect: Effect, state: State) -> Iterator[Way]:
    match effect.action:
        case Action.ADD:
            yield from _counters(scene, effect, state)
        case Action.KILL if effect.target.who is Who.ALL:
            yield from _kill_all(scene, effect, state)
        case Action.KILL:
            yield from _kill_one(scene, effect, state)
        case Action.MOVE:
            yield from _move(scene, effect, state)
        case Action.CLEAR:
            yield from _clear(scene, effect, state)
        case Action.PROTAGONISTS_DIE:
            yield from _protagonists_die(scene, state)
        case Action.END_LOOP:
            yield from _announced(scene, state, LoopEnds())
        case Action.EXTRA_CARD | Action.CLOSE_PLACE | Action.REVEAL_CULPRIT | Action.REVEAL_ROLE:
            yield from _told(scene, effect, state)
        case _:
            msg = f"no reading for the effect {effect.action} in a bundle"
            raise ValueError(msg)


def _candidates(scene: Scene, effect: Effect, state: State) -> Iterator[tuple[str, Formula]]:
    """Yield what an effect may have been aimed at, with the condition."""
    pool = scene.aimed or (*state.board.figures, *PLACES)
    for target in pool:
        if effect.target.distinct and target == state.previous:
            continue
        if effect.target.same and target != state.previous:
            continue
        formula = fits(scene.script, scene.use, effect, state.board, target)
        if formula != FALSE:
            yield target, formula


def _nobody(effect: Effect, candidates: list[tuple[str, Formula]], state: State) -> Way:
    """The effect had no target, so nothing happened (R62); a place its user stands in there always is."""
    here = effect.target.who is Who.PLACE and effect.target.where is Where.HERE and not effect.conditions
    none = conjunction(*(negation(formula) for _, formula in candidates))
    return (FALSE if here else none), state


def _counters(scene: Scene, effect: Effect, state: State) -> Iterator[Way]:
    candidates = list(_candidates(scene, effect, state))
    yield _nobody(effect, candidates, state)
    for target, formula in candidates:
        for counter in effect.counters:
            for amount in effect.amounts:
                for real in _real_amounts(effect, amount, state.board.count(target, counter)):
                    after = replace(state, previous=target)
                    if real == 0:
                        yield formula, after
                        continue
                    seen = singles(AddCounter(real, counter, target))
                    if state.unseen.count(seen[0]) >= len(seen):
                        yield formula, see(after, *seen)


def _real_amounts(effect: Effect, amount: int, held: int | None) -> range | tuple[int, ...]:
    """Return how many counters can really have come or gone, given what was there."""
    if amount > 0:
        return (amount,)
    most = -amount if held is None else min(-amount, held)
    if effect.up_to or held is None:
        return range(-most, 1)
    return (-most,)


def _kill_one(scene: Scene, effect: Effect, state: State) -> Iterator[Way]:
    candidates = list(_candidates(scene, effect, state))
    yield _nobody(effect, candidates, state)
    for victim, formula in candidates:
        for fate, after in _fates(scene, victim, state):
            yield conjunction(formula, fate), replace(after, previous=victim)


def _kill_all(scene: Scene, effect: Effect, state: State) -> Iterator[Way]:
    """Everybody meant dies at once; a stand-in that dies itself saves nobody else for certain."""
    victims = list(_candidates(scene, effect, state))
    together = frozenset(victim for victim, _ in victims)
    untold = _untold(scene, state)
    # Without stand-ins nothing else explains the death of who dies here; leaving it for later would double
    # the ways with every victim.
    alone = scene.deaths_end and not state.board.masters
    if alone and any(isinstance(one, Dies) and one.character not in together for one in state.unseen):
        return
    ways: list[Way] = [(TRUE, state)]
    for victim, meant in victims:
        longer: list[Way] = []
        for formula, before in ways:
            turns = [(negation(meant), before)]
            if Dies(victim) not in before.unseen:
                turns.append((untold, before))
            turns.extend(
                (conjunction(meant, fate), after) for fate, after in _fates(scene, victim, before, together)
            )
            # What comes of one victim is joined first: what was said of the others then stands there once.
            longer.extend(
                (conjunction(formula, turn), after)
                for turn, after in joined(turns)
                if not alone or Dies(victim) not in after.unseen
            )
        ways = joined(longer)
    yield from ways


def _untold(scene: Scene, state: State) -> Formula:
    """Say that one of several deaths at once need not have been told, since the loop ended then (D30)."""
    if not scene.ended or scene.script.reading(ENDING_STEP) == COMPLETE:
        return FALSE
    return TRUE if ProtagonistsDie() in state.unseen else disjunction(*scene.endings.values())


def _fates(
    scene: Scene, victim: CharacterId, state: State, together: frozenset[CharacterId] = frozenset()
) -> Iterator[Way]:
    for board in _bodies(scene, state):
        for fate in fates(scene.script, board, victim):
            if all(change in state.unseen for change in fate.seen):
                yield fate.formula, see(state, *fate.seen)
        if any(other in together for other in stand_ins(board, victim)):
            yield UNKNOWN, state


def _bodies(scene: Scene, state: State) -> Iterator[Board]:
    """Yield the boards on which bodies may count as being: who acts from elsewhere is where it is (D22)."""
    yield state.board
    if state.body is not None and scene.use.actor is not None:
        actor = state.board.figure(scene.use.actor)
        yield state.board.with_figure(replace(actor, place=state.body))


def _move(scene: Scene, effect: Effect, state: State) -> Iterator[Way]:
    candidates = list(_candidates(scene, effect, state))
    yield _nobody(effect, candidates, state)
    for target, formula in candidates:
        yield formula, replace(state, previous=target)  # staying is a move that nobody is told of (R65)
        for change in state.unseen:
            if not isinstance(change, Moves) or change.character != target:
                continue
            for board in _bodies(scene, state):
                figure = hindered(board, board.figure(target))
                unsure = None if change.place in figure.maybe_barred else True
                free = known(False if change.place in figure.barred else unsure)
                for after in _arrived(scene, replace(state, previous=target), change):
                    yield conjunction(formula, free), after
                    yield from _followed(formula, after, figure)


def _arrived(scene: Scene, state: State, change: Moves) -> Iterator[State]:
    """Yield what a move leaves: who acts from elsewhere acts from where it is now, or across from there."""
    after = see(state, change)
    if state.body is None or change.character != scene.use.actor:
        yield after
        return
    yield replace(after, body=None)
    actor = after.board.figure(change.character)
    yield replace(after, board=across(after.board, actor, change.place), body=change.place)


def _followed(formula: Formula, state: State, leader: Figure) -> Iterator[Way]:
    """Those that follow a master may be told as moving too (R87)."""
    place: PlaceId | None = leader.place
    for change in state.unseen:
        if isinstance(change, Moves) and leader.id in state.board.masters.get(change.character, frozenset()):
            follower = state.board.figure(change.character)
            if follower.place is None or place is None or follower.place == place:
                yield formula, see(state, change)


def _clear(scene: Scene, effect: Effect, state: State) -> Iterator[Way]:
    """All counters of some kinds go from a card, so what was told is what lay there (R124)."""
    candidates = list(_candidates(scene, effect, state))
    yield _nobody(effect, candidates, state)
    for target, formula in candidates:
        gone: list[Change] = []
        for counter in effect.counters or COUNTERS:
            one = AddCounter(-1, counter, target)
            held = state.board.count(target, counter)
            gone.extend([one] * (state.unseen.count(one) if held is None else held))
        if all(state.unseen.count(one) >= gone.count(one) for one in gone):
            yield formula, see(replace(state, previous=target), *gone)


def _told(scene: Scene, effect: Effect, state: State) -> Iterator[Way]:
    """An Extra card is laid, or a place, a culprit, a role is told (R110, R113, R135)."""
    candidates = list(_candidates(scene, effect, state))
    yield _nobody(effect, candidates, state)
    for target, formula in candidates:
        for change in dict.fromkeys(state.unseen):
            if _tells(effect, change, target):
                true = revealed(scene.script, state.board, change) if isinstance(change, Reveals) else TRUE
                yield conjunction(formula, true), hear(replace(state, previous=target), change)
        if any(_tells(effect, change, target) for change in state.heard):
            yield formula, replace(state, previous=target)
        if effect.action is Action.EXTRA_CARD and state.board.figure(target).extra is not False:
            yield formula, replace(state, previous=target)
        # Whose role is told in an incident is its culprit, so that need not be told as well (R113).
        if effect.action is Action.REVEAL_CULPRIT and any(_is_of(change, target) for change in state.unseen):
            yield formula, replace(state, previous=target)


def _is_of(change: Change, target: str) -> bool:
    return isinstance(change, Reveals) and change.character == target


def _tells(effect: Effect, change: Change, target: str) -> bool:
    """Tell whether a change is what an effect announces of its target."""
    match change:
        case ExtraCard(character=character):
            return effect.action is Action.EXTRA_CARD and character == target
        case CulpritAt(place=place):
            return effect.action is Action.CLOSE_PLACE and place == target
        case CulpritIs(character=character):
            return effect.action is Action.REVEAL_CULPRIT and character == target
        case Reveals(character=character):
            return effect.action is Action.REVEAL_ROLE and character == target
        case _:
            return False


def _announced(scene: Scene, state: State, change: Change) -> Iterator[Way]:
    """An effect that shows as one announcement and nothing else."""
    if change in state.unseen:
        yield TRUE, hear(state, change)
    if change in state.heard or scene.unsaid:
        yield TRUE, state


def _protagonists_die(scene: Scene, state: State) -> Iterator[Way]:
    told = ProtagonistsDie()
    if state.board.immune is not False:
        yield (TRUE if state.board.immune else UNKNOWN), state
    if told in state.unseen and state.board.immune is not True:
        yield TRUE, replace(see(state, told), over=True)
    elif scene.unsaid and state.board.immune is not True:
        yield TRUE, replace(state, over=True)
