"""The Mastermind's ability step: every use of every ability, each once, in any order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from deducer.log.statements import Change

from .facts import DIAGONAL, KINDS, PLACES
from .game import Game
from .state import Run, State, split, units


@dataclass(frozen=True, slots=True)
class Act:
    """One ability and the ways to use it now.

    Attributes:
        name: of the ability and its user; it acts once a step.
        options: what each way announces; nothing for a use that does not show.
        forced: whether it must be used if it can be when the step begins.
        limit: the once-a-loop ability it spends, or "".
    """

    name: str
    options: tuple[tuple[Change, ...], ...]
    forced: bool = False
    limit: str = ""


def ability_step(game: Game, state: State, changes: tuple[Change, ...]) -> list[State]:
    """The states in which exactly these changes came of the Mastermind's abilities."""
    plain, lost, ends = split(changes)
    if lost or ends:
        return []
    # What must be used binds if it could be used at the start and still can at the end: whether something
    # else may come first and make it impossible is open.
    forced = {act.name for act in acts_now(game, state) if act.forced}
    if not plain and not forced:
        return [state]
    results: list[State] = []
    start: tuple[Run, frozenset[str]] = (Run(state, plain), frozenset())
    todo, seen = [start], {(start[0].state.key(), start[1])}
    while todo:
        run, done = todo.pop()
        acts = [act for act in acts_now(game, run.state) if act.name not in done]
        if not run.rest and not any(act.name in forced for act in acts):
            results.append(run.state)
        for nxt, name in _uses(run, acts):
            mark = (nxt.state.key(), done | {name})
            if mark not in seen:
                seen.add(mark)
                todo.append((nxt, done | {name}))
    return results


def _uses(run: Run, acts: list[Act]) -> Iterator[tuple[Run, str]]:
    for act in acts:
        for option in act.options:
            for nxt in run.see(*option):
                used = nxt.state.used | ({act.limit} if act.limit else set())
                yield Run(replace(nxt.state, used=used), nxt.rest), act.name


def acts_now(game: Game, state: State) -> list[Act]:
    """The abilities that can be used on this board."""
    found: list[Act] = []
    for user in state.living():
        role = game.role(state, user)
        if role in ROLE_ACTS:
            found += ROLE_ACTS[role](game, state, user)
        found += _card_acts(game, state, user)
    if "unsettlingRumor" in game.plots and "rumor" not in state.used:
        found.append(Act("rumor", tuple(units(1, "intrigue", p) for p in PLACES), limit="rumor"))
    if "unsafeTrigger" in game.plots and "trigger" not in state.used:
        spots = {p for c in game.holders(state, "factor") for p in game.held_spots(state, c)}
        found.append(Act("trigger", tuple(units(1, "intrigue", p) for p in sorted(spots)), limit="trigger"))
    return found


def _brain(game: Game, state: State, user: str) -> list[Act]:
    spots = game.spots(state, user)
    targets = [*spots, *(c for p in spots for c in state.at(p))]
    return [Act(f"brain {user}", tuple(units(1, "intrigue", t) for t in targets))]


def _theorist(game: Game, state: State, user: str) -> list[Act]:
    targets = [c for p in game.spots(state, user) for c in state.at(p)]
    return [Act(f"theorist {user}", tuple(units(1, "paranoia", t) for t in targets))]


def _factor(game: Game, state: State, user: str) -> list[Act]:
    return _theorist(game, state, user) if state.count("School", "intrigue") >= 2 else []


def _paranoiac(_game: Game, _state: State, user: str) -> list[Act]:
    return [Act(f"paranoiac {user}", (units(1, "intrigue", user), units(1, "paranoia", user)))]


def _therapist(game: Game, state: State, user: str) -> list[Act]:
    """Mandatory from gauge 1 on; a target without paranoia shows nothing (R127)."""
    if state.gauge < 1:
        return []
    options: set[tuple[Change, ...]] = set()
    for place in game.spots(state, user):
        others = [c for c in state.at(place) if c != user]
        options |= {units(-1, "paranoia", c) if state.count(c, "paranoia") else () for c in others}
        if not others:  # a Boss may be regarded as being where nobody is
            options.add(())
    return [Act(f"therapist {user}", tuple(options), forced=True)]


def _magician(game: Game, state: State, user: str) -> list[Act]:
    if "magician" in state.used:
        return []
    options: list[tuple[Change, ...]] = []
    for place in game.spots(state, user):
        near = [p for p in PLACES if p not in {place, DIAGONAL[place]}]
        for who in state.at(place):
            if state.count(who, "paranoia"):
                options += [
                    m for p in near if game.can_move(state, who, p) for m in game.moves(state, who, p)
                ]
    return [Act("magician", tuple(options), limit="magician")]


ROLE_ACTS = {
    "brain": _brain,
    "conspiracyTheorist": _theorist,
    "factor": _factor,
    "paranoiac": _paranoiac,
    "therapist": _therapist,
    "magician": _magician,
}


def _card_acts(game: Game, state: State, user: str) -> list[Act]:
    """What the Doctor and the Sacred Tree do unasked when their role has a refusal (R30, R34)."""
    if user not in {"doctor", "sacredTree"} or not game.refusal(state, user):
        return []
    others = [c for c in state.at(state.places[user]) if c != user]
    if user == "doctor":
        if state.count(user, "goodwill") < 2:
            return []
        options = [
            units(n, "paranoia", c) for c in others for n in (1, -1) if n > 0 or state.count(c, "paranoia")
        ]
        return [Act("doctor", tuple(options))]
    shifts = tree_shifts(state, others)
    return [Act("tree", shifts, forced=True)] if shifts else []


def tree_shifts(state: State, others: list[str]) -> tuple[tuple[Change, ...], ...]:
    """Every way one counter goes from the Sacred Tree to another, told in either order."""
    found: list[tuple[Change, ...]] = []
    for kind in KINDS:
        if state.count("sacredTree", kind):
            for other in others:
                away, there = units(-1, kind, "sacredTree"), units(1, kind, other)
                found += [away + there, there + away]
    return tuple(found)
