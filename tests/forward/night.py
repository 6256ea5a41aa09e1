"""The day end: mandatory abilities together, then optional ones of those who still live (R74, R75)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from deducer.log.statements import Change, Dies

from .deaths import deaths
from .facts import KINDS, PART_TIMER
from .game import Game
from .state import Run, State, finished, real, split


def night_step(game: Game, state: State, changes: tuple[Change, ...]) -> list[State]:
    """The states in which the day end showed exactly these changes."""
    plain, lost, ends = split(changes)
    runs = _optional(game, _mandatory(game, Run(state, plain)))
    if not lost and state.day == game.days and any(isinstance(change, Dies) for change in plain):
        early = {"slain", "lost"}
        late = [replace(run.state, over="late") if run.state.over in early else run.state for run in runs]
        runs = [replace(run, state=one) for run, one in zip(runs, late, strict=True)]
    return finished(runs, lost=lost, ends=ends)


def _mandatory(game: Game, run: Run) -> list[Run]:
    state = run.state
    killers = [_murders(game, state, c) for c in game.holders(state, "serialKiller")]
    poisoners = [_poisons(game, state, c) for c in game.holders(state, "poisoner")]
    gauge_kills = state.gauge >= 4 and bool(poisoners)
    runs: list[Run] = []
    for choice in product(*killers, *poisoners, _overwork(state)):
        victims = {victim for victim, _ in choice if victim}
        used = state.used | {mark for _, mark in choice if mark}
        begun = Run(replace(state, used=used), run.rest)
        runs += deaths(game, begun, victims, protagonists=gauge_kills, hushed=True)
    if game.setup.rulings.get("timeTravelerLoss") == "mandatory" and _late_traveler(game, state):
        runs = [r if r.state.over else Run(replace(r.state, over="lost"), r.rest) for r in runs]
    return runs


Choice = tuple[str, str]
"""The victim and the once-a-loop ability spent; "" for none."""


def _murders(game: Game, state: State, killer: str) -> set[Choice]:
    choices: set[Choice] = set()
    for place in game.night_spots(state, killer):
        others = [c for c in state.at(place) if c != killer]
        choices.add((others[0] if len(others) == 1 else "", ""))
    return choices


def _poisons(game: Game, state: State, poisoner: str) -> set[Choice]:
    mark = f"poison {poisoner}"
    if state.gauge < 2 or mark in state.used:
        return {("", "")}
    choices: set[Choice] = set()
    for place in game.night_spots(state, poisoner):
        choices |= {(c, mark) for c in state.at(place)} or {("", "")}
    return choices


def _overwork(state: State) -> set[Choice]:
    """The Part-Timer dies of three counters in all; whether a guard is one of them is open."""
    if not state.alive(PART_TIMER):
        return {("", "")}
    counters = sum(state.count(PART_TIMER, kind) for kind in KINDS)
    totals = {counters, counters + state.guards.get(PART_TIMER, 0)}
    return {(PART_TIMER if total >= 3 else "", "") for total in totals}


def _late_traveler(game: Game, state: State) -> bool:
    travelers = game.holders(state, "timeTraveler")
    return state.day == game.days and any(state.count(c, "goodwill") <= 2 for c in travelers)


@dataclass(frozen=True, slots=True)
class Wish:
    """An optional ability used: whom it kills ("" for the protagonists), or that the loop is lost."""

    name: str
    victim: str = ""
    loss: bool = False


def _optional(game: Game, runs: list[Run]) -> list[Run]:
    results: list[Run] = []
    todo = [(run, frozenset[str]()) for run in runs]
    while todo:
        run, done = todo.pop()
        results.append(run)
        if run.state.over:
            continue
        for wish in _wishes(game, real(run.state)):
            if wish.name not in done:
                todo += [(nxt, done | {wish.name}) for nxt in _grant(game, run, wish)]
    return results


def _grant(game: Game, run: Run, wish: Wish) -> list[Run]:
    if wish.loss:
        return [Run(replace(run.state, over="lost"), run.rest)]
    if wish.victim:
        return deaths(game, run, [wish.victim])
    if "immune" in run.state.flags:
        return []
    return deaths(game, run, [], protagonists=True)


def _wishes(game: Game, state: State) -> Iterator[Wish]:
    for user in state.living():
        role = game.role(state, user)
        if role == "killer":
            yield from _killer(game, state, user)
        elif role == "lovedOne":
            if state.count(user, "paranoia") >= 3 and state.count(user, "intrigue") >= 1:
                yield Wish(f"love {user}")
        elif role == "ninja":
            for place in game.night_spots(state, user):
                for c in state.at(place):
                    if state.count(c, "intrigue") >= 2:
                        yield Wish(f"ninja {user}", c)
    if _late_traveler(game, state):
        yield Wish("traveler", loss=True)


def _killer(game: Game, state: State, user: str) -> Iterator[Wish]:
    for place in game.night_spots(state, user):
        for c in state.at(place):
            if game.role(state, c) == "keyPerson" and state.count(c, "intrigue") >= 2:
                yield Wish(f"kill {user}", c)
    if state.count(user, "intrigue") >= 4:
        yield Wish(f"massacre {user}")
