"""Loop start and loop end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from deducer.log.statements import (
    AddCounter,
    Change,
    DawnLine,
    EndLine,
    Enters,
    ExtraCard,
    Reveals,
    StandsAt,
)

from .facts import ALTERNATE, CHARACTERS, CITY, KINDS, PART_TIMER, PLACES, SCHOOL, SERVANT, SHRINE
from .game import Game
from .state import Happening, LastLoop, Run, State, finished, split, together, units


def begin_loop(game: Game, state: State, loop: int) -> list[State]:
    """The board as a loop is set up, before its loop start effects."""
    if loop > 1 and state.result != "lost":
        return []
    places = {c: str(CHARACTERS[c].start) for c in game.roles if _there(game, state, c)}
    if SERVANT in state.entered:  # the script says where, once for all loops
        places[SERVANT] = PLACES[state.entered[SERVANT]]
    return [
        State(
            loop=loop,
            places=places,
            starts=places,
            known=state.known,
            last=_remember(state),
            readings=state.readings,
            entered=state.entered,
            waited=state.waited,
        )
    ]


def _there(game: Game, state: State, character: str) -> bool:
    """Whether the character stands on the board when a loop is set up; some are placed later."""
    if character in {"henchman", SERVANT, ALTERNATE}:
        return False
    return character not in game.late or (character == "godlyBeing" and character in state.entered)


def _remember(state: State) -> LastLoop:
    loving = frozenset(t for (t, kind), n in state.counters.items() if kind == "goodwill" and n)
    on_board = frozenset(state.places)
    return LastLoop(
        loving=(loving & on_board) - state.dead,
        loving_dead=loving & state.dead,
        loving_open=loving & state.missed | loving - on_board,
        missed=state.missed,
        died=state.died,
        dead=state.dead,
        gauge=state.gauge,
    )


# ---------------------------------------------------------------- loop start


def start_step(game: Game, state: State, changes: tuple[Change, ...]) -> list[State]:
    """The states whose loop start shows exactly these changes."""
    plain, lost, ends = split(changes)
    placed = [c for c in plain if isinstance(c, (StandsAt, Enters))]
    run = Run(state, tuple(c for c in plain if c not in placed))
    for change in placed:
        if not _may_stand(game, run.state, change):
            return []
        if change.character == SERVANT:
            run = _entered(run, SERVANT, PLACES.index(change.place))
        elif isinstance(change, Enters):
            run = _entered(run, change.character, state.loop)
        run = Run(run.state, (change, *run.rest)).see(change)[0]
    if not game.roles.keys() & {"henchman", SERVANT} <= run.state.places.keys():
        return []
    results: list[Run] = []
    for happenings in _starts(game, run.state):
        results += [r for r, _ in together(run, happenings)]
    return finished(results, lost=lost, ends=ends)


def _entered(run: Run, character: str, when: int) -> Run:
    return Run(replace(run.state, entered={**run.state.entered, character: when}), run.rest)


def _may_stand(game: Game, state: State, change: Change) -> bool:
    match change:
        case StandsAt(character="henchman", place=place):
            return "henchman" in game.roles and place in PLACES
        case StandsAt(character="servant", place=place):
            where = state.entered.get(SERVANT, PLACES.index(place))
            return SERVANT in game.roles and place in {CITY, SCHOOL} and PLACES[where] == place
        case Enters(character="godlyBeing", place=place):
            return "godlyBeing" in game.late - set(state.places) and place == SHRINE
        case StandsAt(character=who, place=place):
            return state.places.get(who) == place
        case _:
            return False


def _starts(game: Game, state: State) -> Iterator[list[Happening]]:
    """Every way the loop start can go, each as the things that happen."""
    sure = [
        # Whether the goodwill of an Illusion that has left, or of a death untold, counts is open.
        Happening(units(2, "paranoia", c), must=c not in state.last.loving_open)
        for c in _thread_ends(game, state)
    ]
    if "blackCat" in state.places:
        sure.append(Happening(units(1, "intrigue", SHRINE)))
    if _gauge_rises(game, state):
        sure.append(Happening((AddCounter(1, "gauge", None),)))
    kinds = KINDS if "scientist" in state.places else ("",)
    for kind, carrier in product(kinds, _carriers(game, state)):
        mine = [*sure]
        if kind:
            mine.append(Happening(units(1, kind, "scientist")))
        if carrier:
            mine.append(Happening((ExtraCard(carrier),)))
        mine += [Happening(units(1, "goodwill", c)) for c in _friends(game, state, carrier)]
        yield mine


def _thread_ends(game: Game, state: State) -> list[str]:
    if "threadsFate" not in game.plots:
        return []
    loving = state.last.loving | state.last.loving_open
    dead = state.last.loving_dead & set(state.places)
    if dead and state.reading("threadsOnCorpses", "counted", "notCounted") == "counted":
        loving |= dead
    return [c for c in state.places if c in loving]


def _gauge_rises(game: Game, state: State) -> bool:
    return "isolatedInstitutionPsycho" in game.plots and state.loop > 1 and state.last.gauge <= 2


def _carriers(game: Game, state: State) -> list[str]:
    """Who may get the one Extra card of Fated Connections or Dice of the Gods (R108, R109)."""
    if not {"fatedConnections", "diceOfGods"} & game.plots:
        return [""]
    here = set(state.places)
    died, dead = state.last.died & here, state.last.dead & here
    if died != dead and state.reading("fatedCardNeeds", "diedInLoop", "deadAtEnd") == "deadAtEnd":
        died = dead
    return (sorted(died) or [""]) + sorted((state.last.missed & here) - died)


def _friends(game: Game, state: State, carrier: str) -> list[str]:
    found: list[str] = []
    for friend in sorted(state.known & set(state.places)):
        overridden = friend == carrier and "fatedConnections" in game.plots
        if overridden and state.reading("fatedCardBeforeFriend", "before", "after") == "before":
            continue
        found.append(friend)
    return found


# ---------------------------------------------------------------- days


def begin_day(state: State, day: int) -> list[State]:
    """The next day; the day before must not have ended the loop."""
    return [] if state.over or state.result else [replace(state, day=day)]


def dawn_step(game: Game, state: State, line: DawnLine | None) -> list[State]:
    """The Transfer Student enters on the same day of every loop; Part-Timer(?) if the Part-Timer is dead."""
    student = "transferStudent"
    day = state.entered.get(student)
    comes = Enters(ALTERNATE, CITY)
    changes = line.changes if line else ()
    if comes in changes:  # public: whether she had to come before is not judged
        if PART_TIMER not in state.dead or ALTERNATE in state.places:
            return []
        state = Run(state, (comes,)).see(comes)[0].state
        changes = tuple(c for c in changes if c != comes)
    if not changes:
        if student in game.late and day == state.day:
            return []
        return [replace(state, waited=max(state.waited, state.day))] if day is None else [state]
    enters: tuple[Change, ...] = (Enters(student, "School"),)
    due = state.waited < state.day if day is None else day == state.day
    if changes != enters or student not in game.late or student in state.places or not due:
        return []
    entered = {**state.entered, student: state.day}
    return [r.state for r in Run(replace(state, entered=entered), enters).see(*enters)]


# ---------------------------------------------------------------- loop end


def end_step(game: Game, state: State, line: EndLine) -> list[State]:
    """The states in which the loop ended as told, with exactly the reveals of dead Friends."""
    friends = [c for c in state.dead if game.played(c) == "friend" and not game.fated(state, c)]
    unsure = [c for c in state.missed if game.played(c) == "friend" and not game.fated(state, c)]
    told = [c.character for c in line.changes if isinstance(c, Reveals) and c.role == "friend"]
    if len(told) != len(line.changes) or not set(told) <= {*friends, *unsure}:
        return []
    if any(c not in state.known and c not in told for c in friends):
        return []
    early = state.over not in {"", "ends"}
    lost = early or bool(friends) or any(LOSSES[p](game, state) for p in sorted(game.plots) if p in LOSSES)
    if lost == line.won:
        return []
    known = state.known | {c for c in told if c is not None}
    return [replace(state, known=known, result="won" if line.won else "lost")]


def _at_start(game: Game, state: State, role: str) -> bool:
    """Two intrigue on the start place of somebody with the role, absent or dead ones too (R17, R92)."""
    there = [c for c in game.roles if c != ALTERNATE or c in state.places]
    holders = [c for c in there if role in _standing(game, state, c)]
    starts = [state.starts.get(c) or CHARACTERS[c].start for c in holders]
    return any(state.count(str(place), "intrigue") >= 2 for place in starts)


def _on_card(game: Game, state: State, role: str) -> bool:
    holders = [c for c in state.places if role in _standing(game, state, c)]
    return any(state.count(c, "intrigue") >= 2 for c in holders)


def _standing(game: Game, state: State, character: str) -> frozenset[str]:
    return frozenset({"keyPerson" if game.fated(state, character) else game.played(character)})


def _secret(_game: Game, state: State) -> bool:
    secrets = {"brain", "factor", "magician"}
    named = [(told, real) for _, told, real in state.told if told in secrets or real in secrets]
    if any(told == real for told, real in named):
        return True
    lies = [1 for told, _ in named if told in secrets]
    return bool(lies) and state.reading("secretRecordCountsLie", "yes", "no") == "yes"


def _black(_game: Game, state: State) -> bool:
    intrigue = state.count("School", "intrigue")
    if intrigue != state.loop - 1:
        return intrigue >= state.loop
    return state.reading("blackSchool", "atLeastLoop", "atLeastLoopMinusOne") == "atLeastLoopMinusOne"


def _gunpowder(_game: Game, state: State) -> bool:
    return sum(state.count(c, "paranoia") for c in state.living()) >= 12


LOSSES = {
    "lightAvenger": lambda g, s: _at_start(g, s, "brain"),
    "placeProtect": lambda _, s: s.count("School", "intrigue") >= 2,
    "sealedItem": lambda _, s: s.count("Shrine", "intrigue") >= 2,
    "signWithMe": lambda g, s: _on_card(g, s, "keyPerson"),
    "changeOfFuture": lambda _, s: "butterfly" in s.flags,
    "giantTimeBomb": lambda g, s: _at_start(g, s, "witch"),
    "secretRecord": _secret,
    "maleConfrontation": lambda g, s: _on_card(g, s, "ninja"),
    "showtimeDeath": lambda _, s: len(s.living()) <= 6,
    "tightropePlan": lambda _, s: s.gauge <= 1,
    "quiltIncidents": lambda _, s: s.gauge >= 3,
    "blackSchool": _black,
    "smellGunpowder": _gunpowder,
}
"""Loss conditions at loop end by plot."""
