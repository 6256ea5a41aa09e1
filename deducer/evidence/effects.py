"""Effects read backwards: the condition under which a bundle of effects shows just the changes seen.

An incident, or a goodwill ability that kills, resolves its effects in order; the Mastermind chooses targets.
`explain` follows every way the effects can have gone and joins the conditions of those that show exactly the
seen changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from deducer.board.reach import REMOVED
from deducer.board.state import Board
from deducer.board.untold import COMPLETE, ENDING_STEP
from deducer.evidence.scene import Scene, State, ending, joined, singles
from deducer.evidence.ways import ways_of
from deducer.ids import PlaceId
from deducer.log.statements import AddCounter, Change
from deducer.logic.build import conjunction, disjunction, negation
from deducer.logic.terms import FALSE, TRUE, Formula
from deducer.rules.model import Effect
from deducer.rules.vocabulary import Action, Who


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
    return _follow(scene, effects, State(board, tuple(_one_by_one(changes)), keeps, body=body))


def _one_by_one(changes: Iterable[Change]) -> Iterator[Change]:
    """Cut counters into single ones: an effect resolved twice may be told in parts or as one sum (R72)."""
    for change in changes:
        if isinstance(change, AddCounter):
            yield from singles(change)
        else:
            yield change


def _follow(scene: Scene, effects: tuple[Effect, ...], state: State) -> Formula:
    if not effects or state.over:
        return _finished(scene, state)
    effect, rest = effects[0], effects[1:]
    over = _cut_short(scene, effect, state)
    results = [] if over == FALSE else [conjunction(over, _finished(scene, state))]
    deadly = any(later.action is Action.KILL for later in (*rest, *scene.afterwards))
    for formula, after in joined(ways_of(replace(scene, deaths_end=not deadly), effect, state)):
        result = conjunction(negation(over), formula, _follow(scene, rest, after))
        if result == TRUE:
            return TRUE
        results.append(result)
    return disjunction(*results)


def _finished(scene: Scene, state: State) -> Formula:
    """Say that everything seen is explained when a bundle is over, and what follows it as well.

    Where the bundle has ended the loop, it is open whether anything follows (D21).
    """
    silent = FALSE if state.unseen else TRUE
    if not scene.afterwards:
        return silent
    over: Formula = TRUE if state.over else ending(scene, state)
    keeps = conjunction(over, scene.script.ruled("foolAtLoopEnd", "keeps"))
    complete = scene.script.reading(ENDING_STEP) == COMPLETE
    untold = FALSE if complete else conjunction(ending(scene, state), silent)
    told = _follow(replace(scene, afterwards=(), ended=False), scene.afterwards, replace(state, over=False))
    follows = disjunction(untold, told)
    return disjunction(conjunction(keeps, silent), conjunction(negation(keeps), follows))


def _cut_short(scene: Scene, effect: Effect, state: State) -> Formula:
    """Say that the loop had ended before an effect was to be resolved.

    Whether what hits everybody, characters or protagonists, still happens is open (D5).
    """
    together = effect.target.who is Who.ALL or effect.action is Action.PROTAGONISTS_DIE
    first = scene.script.ruled("hospitalWithKeyPerson", "keyPersonFirst") if together else TRUE
    return conjunction(ending(scene, state), first)
