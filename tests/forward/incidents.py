"""The incident step: whether the incident occurs, its effect, and what follows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import permutations

from deducer.log.statements import Change, IncidentLine

from .effects import resolve_effect
from .facts import limit_of
from .game import Game
from .state import Run, State, finished, split, units

MANY = 6
LIMITS = {"portent": -1, "bestialMurder": 1}


def incident_step(game: Game, state: State, line: IncidentLine) -> list[State]:
    """The states in which the incident of the day went exactly as told."""
    kind, culprit = game.types[state.day], game.culprits[state.day]
    if line.true_incident not in {None, kind}:
        return []
    actors = game.actors(state, culprit)
    if not line.occurred:
        return [state] if all(False in _occurs(game, state, c, kind) for c in actors) else []
    return [
        one
        for actor in actors
        if True in _occurs(game, state, actor, kind)
        for one in _by(game, state, actor, line)
    ]


def _by(game: Game, state: State, culprit: str, line: IncidentLine) -> list[State]:
    """The states after the incident in somebody's hands."""
    kind = game.types[state.day]
    results: list[State] = []
    twice = culprit == "sectFounder"
    for order in _orders(line.changes) if twice else [line.changes]:
        plain, lost, ends = split(order)
        runs = [Run(state, plain)]
        if culprit != "blackCat":
            for again in (False, True) if twice else (False,):
                runs = _resolve(game, runs, culprit, kind, again=again)
        runs = [late for run in runs for late in _afterwards(game, run, culprit, kind)]
        results += finished(runs, lost=lost, ends=ends)
    return results


def _orders(changes: tuple[Change, ...]) -> Iterable[tuple[Change, ...]]:
    """An effect that happens twice may be told as one: in any order, as far as that is not too much."""
    return dict.fromkeys(permutations(changes)) if len(changes) <= MANY else [changes]


def _resolve(game: Game, runs: list[Run], culprit: str, kind: str, *, again: bool) -> list[Run]:
    results: list[Run] = []
    for run in runs:
        if run.state.over or not run.state.alive(culprit):
            results.append(run)
        if not run.state.over:  # whether a dead Sect Founder's effect comes a second time is open
            results += resolve_effect(game, run, culprit, kind, run.state.day, again=again)
    return results


# ---------------------------------------------------------------- does it occur


def _occurs(game: Game, state: State, culprit: str, kind: str) -> set[bool]:
    """The answers the rules allow: one, or both where they are open."""
    if not state.alive(culprit):
        return {False}
    unhindered: set[bool] = set()
    for detective in _near(game, state, culprit, "privateInvestigator"):
        present = detective and state.gauge == 0
        unhindered |= _with_detective(game, state, culprit, kind, detective=present)
    found: set[bool] = set()
    for prophet in _near(game, state, culprit, "prophet"):
        wins = prophet and game.role(state, culprit) == "obstinate" and _obstinate_wins(state)
        found |= unhindered if wins or not prophet else {False}
    return found


def _obstinate_wins(state: State) -> bool:
    return state.reading("prophetOrObstinate", "prophet", "obstinate") == "obstinate"


def _with_detective(game: Game, state: State, culprit: str, kind: str, *, detective: bool) -> set[bool]:
    if f"quiet:{culprit}" in state.flags:
        if not detective:
            return {False}
        return {state.reading("henchmanOrDetective", "henchman", "detective") == "detective"}
    if detective or game.role(state, culprit) == "obstinate":
        return {True}
    limit = limit_of(culprit) + LIMITS.get(kind, 0)
    if (
        "worshippersApocalypse" in game.plots
        and game.role(state, culprit) == "person"
        and game.holders(state, "prophet")
    ):
        limit -= 1
    return {count >= limit for count in _counts(game, state, culprit, kind)}


def _counts(game: Game, state: State, culprit: str, kind: str) -> set[int]:
    """What is held against the limit; two numbers where the A.I. meets an intrigue trigger (open)."""
    paranoia, intrigue = state.count(culprit, "paranoia"), state.count(culprit, "intrigue")
    everything = paranoia + intrigue + state.count(culprit, "goodwill") + state.guards.get(culprit, 0)
    if kind == "conspiracies":
        return {intrigue, everything} if culprit == "ai" else {intrigue}
    if culprit == "ai":
        return {everything}
    if "dropStrychnine" in game.plots and kind in {"serialMurder", "suicide"}:
        return {paranoia + intrigue}
    return {paranoia}


def _near(game: Game, state: State, culprit: str, role: str) -> set[bool]:
    """Whether some other holder of the role is where the culprit is; both answers where that is open."""
    places = [state.places[culprit]]
    if role == "privateInvestigator" and game.role(state, culprit) == "twin":
        holders = game.holders(state, role)
        if holders and state.reading("twinForDetective", "real", "diagonal") == "diagonal":
            places = game.guilty_places(state, culprit)
    answers = {False}
    for holder in game.holders(state, role):
        if holder != culprit:
            here = {spot == place for spot in game.held_spots(state, holder) for place in places}
            answers = {a or b for a in answers for b in here}
    return answers


# ---------------------------------------------------------------- afterwards


def _afterwards(game: Game, run: Run, culprit: str, kind: str) -> Iterable[Run]:
    state = replace(run.state, occurred=run.state.occurred | {run.state.day})
    if kind == "butterflyEffect":
        state = replace(state, flags=state.flags | {"butterfly"})
    for rise in _rises(game, state, culprit, kind):
        risen = Run(replace(state, gauge=state.gauge + rise), run.rest)
        yield from _clear_fool(game, risen, culprit)


def _rises(game: Game, state: State, culprit: str, kind: str) -> list[int]:
    """By how much the gauge rises, the extra step of a Bestial Murder left out.

    Whether what an incident says of the gauge falls away with a Black Cat's effect is open.
    """
    if not game.gauge:
        return [0]
    if kind == "silverBullet":
        return [0, 1] if culprit == "blackCat" else [0]
    if kind == "bestialMurder" and culprit == "blackCat":
        return [1, 2]
    if state.over and state.reading("gaugeBeforeEffect", "before", "after") == "after":
        return [0]
    return [1]


def _clear_fool(game: Game, run: Run, culprit: str) -> list[Run]:
    """The Fool loses all paranoia after his incident, on his corpse too (R124)."""
    paranoia = run.state.count(culprit, "paranoia")
    if game.played(culprit) != "fool" or not paranoia:
        return [run]
    if (
        run.state.over not in {"", "ends"}
        and run.state.reading("foolAtLoopEnd", "clears", "keeps") == "keeps"
    ):
        return [run]
    return run.see(*units(-paranoia, "paranoia", culprit))
