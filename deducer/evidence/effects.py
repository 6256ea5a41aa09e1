"""Effects read backwards: the condition under which a bundle of effects shows just the changes seen.

An incident, or a goodwill ability that kills, resolves its effects in order; the Mastermind chooses targets.
`explain` follows every way the effects can have gone and joins the conditions of those that show exactly the
seen changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import field
from msgspec.structs import replace

from deducer.board.changes import apply_change
from deducer.board.movement import hindered
from deducer.board.reach import REMOVED
from deducer.board.state import Board, Figure
from deducer.board.untold import COMPLETE, ENDING_STEP
from deducer.evidence.deaths import fates, stand_ins
from deducer.evidence.guards import Use, conditions, fits
from deducer.evidence.reveals import revealed
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
from deducer.record import Record
from deducer.rules.model import Effect
from deducer.rules.vocabulary import Action, Where, Who
from deducer.script.conditions import Point, known
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
        afterwards: what follows when the bundle has been resolved (R124).
        deaths_end: whether nothing that comes after the effect at hand can kill.
    """

    script: Script
    use: Use
    aimed: tuple[str, ...] = ()
    endings: Mapping[CharacterId, Formula] = field(default_factory=dict)
    ended: bool = False
    afterwards: tuple[Effect, ...] = ()
    deaths_end: bool = False


class _State(Record, frozen=True):
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


_Way = tuple[Formula, _State]


def explain(
    scene: Scene,
    effects: tuple[Effect, ...],
    board: Board,
    changes: tuple[Change, ...],
    body: PlaceId | None = None,
) -> Formula:
    """Say that a bundle of effects, resolved in order, shows exactly some changes.

    Args:
        scene: whose effects they are, and what else is known of the step.
        effects: the bundle, in order.
        board: the board when it began.
        changes: what was seen, reactions to deaths and the announcement of a loss left out, in any order.
        body: where the actor really is, if it acts from somewhere else on that board.

    Returns:
        The condition on the script, possibly with unrecorded truth values.
    """
    keeps = scene.script.reading("countersOnCorpse") != REMOVED
    return _follow(scene, effects, _State(board, tuple(_one_by_one(changes)), keeps, body=body))


def _one_by_one(changes: Iterable[Change]) -> Iterator[Change]:
    """Cut counters into single ones: an effect resolved twice may be told in parts or as one sum (R72)."""
    for change in changes:
        if isinstance(change, AddCounter):
            yield from _units(change)
        else:
            yield change


def _units(change: AddCounter) -> tuple[AddCounter, ...]:
    return (replace(change, amount=1 if change.amount > 0 else -1),) * abs(change.amount)


def _follow(scene: Scene, effects: tuple[Effect, ...], state: _State) -> Formula:
    if not effects or state.over:
        return _finished(scene, state)
    effect, rest = effects[0], effects[1:]
    over = _cut_short(scene, effect, state)
    results = [] if over == FALSE else [conjunction(over, _finished(scene, state))]
    deadly = any(later.action is Action.KILL for later in (*rest, *scene.afterwards))
    for formula, after in _joined(_ways(replace(scene, deaths_end=not deadly), effect, state)):
        result = conjunction(negation(over), formula, _follow(scene, rest, after))
        if result == TRUE:
            return TRUE
        results.append(result)
    return disjunction(*results)


def _finished(scene: Scene, state: _State) -> Formula:
    """Say that everything seen is explained when a bundle is over, and what follows it as well.

    Where the bundle has ended the loop, it is open whether anything follows (D21).
    """
    silent = FALSE if state.unseen else TRUE
    if not scene.afterwards:
        return silent
    over: Formula = TRUE if state.over else _ending(scene, state)
    keeps = conjunction(over, scene.script.ruled("foolAtLoopEnd", "keeps"))
    complete = scene.script.reading(ENDING_STEP) == COMPLETE
    untold = FALSE if complete else conjunction(_ending(scene, state), silent)
    told = _follow(replace(scene, afterwards=(), ended=False), scene.afterwards, replace(state, over=False))
    follows = disjunction(untold, told)
    return disjunction(conjunction(keeps, silent), conjunction(negation(keeps), follows))


def _ending(scene: Scene, state: _State) -> Formula:
    """Say that one of the deaths so far has made the protagonists lose at once (R79)."""
    dead = (formula for one, formula in scene.endings.items() if Dies(one) not in state.unseen)
    return disjunction(*dead) if scene.ended else FALSE


def _cut_short(scene: Scene, effect: Effect, state: _State) -> Formula:
    """Say that the loop had ended before an effect was to be resolved.

    Whether what hits everybody, characters or protagonists, still happens is open (D5).
    """
    together = effect.target.who is Who.ALL or effect.action is Action.PROTAGONISTS_DIE
    first = scene.script.ruled("hospitalWithKeyPerson", "keyPersonFirst") if together else TRUE
    return conjunction(_ending(scene, state), first)


def _ways(scene: Scene, effect: Effect, state: _State) -> Iterator[_Way]:
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


def _applied(scene: Scene, effect: Effect, state: _State) -> Iterator[_Way]:
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
            yield from _protagonists_die(state)
        case Action.END_LOOP:
            yield from _announced(state, LoopEnds())
        case Action.EXTRA_CARD | Action.CLOSE_PLACE | Action.REVEAL_CULPRIT | Action.REVEAL_ROLE:
            yield from _told(scene, effect, state)
        case _:
            msg = f"no reading for the effect {effect.action} in a bundle"
            raise ValueError(msg)


def _candidates(scene: Scene, effect: Effect, state: _State) -> Iterator[tuple[str, Formula]]:
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


def _nobody(effect: Effect, candidates: list[tuple[str, Formula]], state: _State) -> _Way:
    """The effect had no target, so nothing happened (R62); a place its user stands in there always is."""
    here = effect.target.who is Who.PLACE and effect.target.where is Where.HERE and not effect.conditions
    none = conjunction(*(negation(formula) for _, formula in candidates))
    return (FALSE if here else none), state


def _counters(scene: Scene, effect: Effect, state: _State) -> Iterator[_Way]:
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
                    seen = _units(AddCounter(real, counter, target))
                    if state.unseen.count(seen[0]) >= len(seen):
                        yield formula, _see(after, *seen)


def _real_amounts(effect: Effect, amount: int, held: int | None) -> range | tuple[int, ...]:
    """Return how many counters can really have come or gone, given what was there."""
    if amount > 0:
        return (amount,)
    most = -amount if held is None else min(-amount, held)
    if effect.up_to or held is None:
        return range(-most, 1)
    return (-most,)


def _kill_one(scene: Scene, effect: Effect, state: _State) -> Iterator[_Way]:
    candidates = list(_candidates(scene, effect, state))
    yield _nobody(effect, candidates, state)
    for victim, formula in candidates:
        for fate, after in _fates(scene, victim, state):
            yield conjunction(formula, fate), replace(after, previous=victim)


def _kill_all(scene: Scene, effect: Effect, state: _State) -> Iterator[_Way]:
    """Everybody meant dies at once; a stand-in that dies itself saves nobody else for certain."""
    victims = list(_candidates(scene, effect, state))
    together = frozenset(victim for victim, _ in victims)
    untold = _untold(scene, state)
    # Without stand-ins nothing else explains the death of who dies here; leaving it for later would double
    # the ways with every victim.
    alone = scene.deaths_end and not state.board.masters
    if alone and any(isinstance(one, Dies) and one.character not in together for one in state.unseen):
        return
    ways: list[_Way] = [(TRUE, state)]
    for victim, meant in victims:
        longer: list[_Way] = []
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
                for turn, after in _joined(turns)
                if not alone or Dies(victim) not in after.unseen
            )
        ways = _joined(longer)
    yield from ways


def _joined(ways: Iterable[_Way]) -> list[_Way]:
    """Join ways that leave the same to be seen, so that their number does not multiply."""
    found: dict[object, tuple[list[Formula], _State]] = {}
    for formula, state in ways:
        if formula != FALSE:
            # Of equal changes the earliest goes first, so what is left has one order.
            key = (state.unseen, state.previous, state.over, state.heard, state.body)
            found.setdefault(key, ([], state))[0].append(formula)
    return [(disjunction(*formulas), state) for formulas, state in found.values()]


def _untold(scene: Scene, state: _State) -> Formula:
    """Say that one of several deaths at once need not have been told, since the loop ended then (D30)."""
    if not scene.ended or scene.script.reading(ENDING_STEP) == COMPLETE:
        return FALSE
    return TRUE if ProtagonistsDie() in state.unseen else disjunction(*scene.endings.values())


def _fates(
    scene: Scene, victim: CharacterId, state: _State, together: frozenset[CharacterId] = frozenset()
) -> Iterator[_Way]:
    for board in _bodies(scene, state):
        for fate in fates(scene.script, board, victim):
            if all(change in state.unseen for change in fate.seen):
                yield fate.formula, _see(state, *fate.seen)
        if any(other in together for other in stand_ins(board, victim)):
            yield UNKNOWN, state


def _bodies(scene: Scene, state: _State) -> Iterator[Board]:
    """Yield the boards on which bodies may count as being: who acts from elsewhere is where it is (D22)."""
    yield state.board
    if state.body is not None and scene.use.actor is not None:
        actor = state.board.figure(scene.use.actor)
        yield state.board.with_figure(replace(actor, place=state.body))


def _move(scene: Scene, effect: Effect, state: _State) -> Iterator[_Way]:
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


def _arrived(scene: Scene, state: _State, change: Moves) -> Iterator[_State]:
    """Yield what a move leaves: who acts from elsewhere acts from where it is now, or across from there."""
    after = _see(state, change)
    if state.body is None or change.character != scene.use.actor:
        yield after
        return
    yield replace(after, body=None)
    actor = after.board.figure(change.character)
    yield replace(after, board=across(after.board, actor, change.place), body=change.place)


def _followed(formula: Formula, state: _State, leader: Figure) -> Iterator[_Way]:
    """Those that follow a master may be told as moving too (R87)."""
    place: PlaceId | None = leader.place
    for change in state.unseen:
        if isinstance(change, Moves) and leader.id in state.board.masters.get(change.character, frozenset()):
            follower = state.board.figure(change.character)
            if follower.place is None or place is None or follower.place == place:
                yield formula, _see(state, change)


def _clear(scene: Scene, effect: Effect, state: _State) -> Iterator[_Way]:
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
            yield formula, _see(replace(state, previous=target), *gone)


def _told(scene: Scene, effect: Effect, state: _State) -> Iterator[_Way]:
    """An Extra card is laid, or a place, a culprit, a role is told (R110, R113, R135)."""
    candidates = list(_candidates(scene, effect, state))
    yield _nobody(effect, candidates, state)
    for target, formula in candidates:
        for change in dict.fromkeys(state.unseen):
            if _tells(effect, change, target):
                true = revealed(scene.script, state.board, change) if isinstance(change, Reveals) else TRUE
                yield conjunction(formula, true), _hear(replace(state, previous=target), change)
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


def _announced(state: _State, change: Change) -> Iterator[_Way]:
    """An effect that shows as one announcement and nothing else."""
    if change in state.unseen:
        yield TRUE, _hear(state, change)
    if change in state.heard:
        yield TRUE, state


def _protagonists_die(state: _State) -> Iterator[_Way]:
    told = ProtagonistsDie()
    if state.board.immune is not False:
        yield (TRUE if state.board.immune else UNKNOWN), state
    if told in state.unseen and state.board.immune is not True:
        yield TRUE, replace(_see(state, told), over=True)


def _hear(state: _State, change: Change) -> _State:
    return replace(_see(state, change), heard=state.heard | {change})


def _see(state: _State, *changes: Change) -> _State:
    """Take changes from those still to be explained and let them happen on the board."""
    unseen = list(state.unseen)
    board = state.board
    for change in changes:
        unseen.remove(change)
        board = apply_change(board, change, corpses_keep=state.keeps)
    return replace(state, board=board, unseen=tuple(unseen))
