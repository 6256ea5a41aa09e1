"""One possible course of the game so far: the board, what is hidden, the open rulings decided."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Final

from deducer.log.statements import (
    AddCounter,
    Change,
    CulpritAt,
    Dies,
    Enters,
    ExtraCard,
    Guard,
    Leaves,
    LoopEnds,
    Lost,
    Moves,
    ProtagonistsDie,
    Revives,
    StandsAt,
)


class Undecided(Exception):  # noqa: N818 - not an error: the step is played again under each value
    """An open ruling was asked about for the first time."""

    def __init__(self, name: str, values: tuple[str, ...]) -> None:
        super().__init__(name)
        self.name = name
        self.values = values


@dataclass(frozen=True, slots=True)
class LastLoop:
    """What the next loop start may ask about the loop before."""

    loving: frozenset[str] = frozenset()
    loving_dead: frozenset[str] = frozenset()
    loving_open: frozenset[str] = frozenset()
    missed: frozenset[str] = frozenset()
    died: frozenset[str] = frozenset()
    dead: frozenset[str] = frozenset()
    gauge: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """One branch.

    Attributes:
        places: where those on the board stand or lie.
        counters: by (target, kind); zeros may stand or not.
        sickened: who reached three paranoia and has not fallen to one since.
        starts: each one's start place in this loop.
        used: hidden once-a-loop abilities that were used.
        flags: lasting effects ("immune", "free:X", "quiet:X", "butterfly").
        held: (character, day) that cannot be moved that day.
        closed: (place, last day) of Closed Circles.
        occurred: days whose incident occurred this loop.
        died: who died this loop, revived ones too.
        untold: mandatory effects of this step that were not told: right only if the step ends the loop (D30).
        missed: who died beside the end of the loop untold: dead or not, as the table takes it.
        over: how the loop ended: "", "lost", "slain" (by a Key Person's death), "dead", "both", "ends", and
            "late" for a loss of a night with a death of which only the `end:` line can tell.
        result: "", or "lost" or "won" once the `end:` line was read.
        told: (character, role told, role in force) of this loop's reveals.
        known: Friends shown as such in any loop.
        last: what the next loop may ask about the one before.
        readings: open rulings decided on this branch.
        entered: loop (Godly Being) or day (Transfer Student) of the entry, once known.
        waited: the highest day that began without the Transfer Student.
    """

    loop: int = 0
    day: int = 0
    places: Mapping[str, str] = field(default_factory=dict)
    dead: frozenset[str] = frozenset()
    counters: Mapping[tuple[str, str], int] = field(default_factory=dict)
    guards: Mapping[str, int] = field(default_factory=dict)
    extra: frozenset[str] = frozenset()
    gauge: int = 0
    sickened: frozenset[str] = frozenset()
    starts: Mapping[str, str] = field(default_factory=dict)
    used: frozenset[str] = frozenset()
    flags: frozenset[str] = frozenset()
    held: frozenset[tuple[str, int]] = frozenset()
    closed: frozenset[tuple[str, int]] = frozenset()
    occurred: frozenset[int] = frozenset()
    died: frozenset[str] = frozenset()
    untold: tuple[Change, ...] = ()
    missed: frozenset[str] = frozenset()
    over: str = ""
    result: str = ""
    told: frozenset[tuple[str, str, str]] = frozenset()
    known: frozenset[str] = frozenset()
    last: LastLoop = LastLoop()
    readings: Mapping[str, str] = field(default_factory=dict)
    entered: Mapping[str, int] = field(default_factory=dict)
    waited: int = 0

    def count(self, target: str, kind: str) -> int:
        return self.counters.get((target, kind), 0)

    def alive(self, character: str) -> bool:
        return character in self.places and character not in self.dead

    def living(self) -> list[str]:
        return [c for c in self.places if c not in self.dead]

    def at(self, place: str) -> list[str]:
        """The living characters there."""
        return [c for c, where in self.places.items() if where == place and c not in self.dead]

    def reading(self, name: str, *values: str) -> str:
        """The reading of an open ruling on this branch.

        Raises:
            Undecided: it was not asked about before.
        """
        if name not in self.readings:
            raise Undecided(name, values)
        return self.readings[name]

    def key(self) -> Hashable:
        counted = (frozenset(kv for kv in m.items() if kv[1]) for m in (self.counters, self.guards))
        mapped = (frozenset(m.items()) for m in (self.places, self.starts, self.readings, self.entered))
        return (*counted, *mapped, *(getattr(self, name) for name in _PLAIN))


_MAPPINGS: Final = ("counters", "guards", "places", "starts", "readings", "entered")
_PLAIN: Final = tuple(f.name for f in fields(State) if f.name not in _MAPPINGS)


def merge(states: Iterable[State]) -> list[State]:
    """The different ones."""
    found = list(states)
    return found if len(found) <= 1 else list({one.key(): one for one in found}.values())


def every_reading(state: State, step: Callable[[State], Iterable[State]]) -> list[State]:
    """Play a step under every reading of the rulings it asks about."""
    todo = [state]
    found: list[State] = []
    while todo:
        here = todo.pop()
        try:
            results = list(step(here))
        except Undecided as asked:
            todo += [replace(here, readings={**here.readings, asked.name: v}) for v in asked.values]
        else:
            found += results
    return found


def apply(state: State, change: Change) -> State:
    """The state after one announced change; counters change one at a time."""
    match change:
        case AddCounter(amount=amount, counter="gauge"):
            return replace(state, gauge=state.gauge + amount)
        case AddCounter(amount=amount, counter=kind, target=str(target)):
            return _count(state, target, kind, amount)
        case Moves(character=who, place=place):
            return replace(state, places={**state.places, who: place})
        case StandsAt(character=who, place=place) | Enters(character=who, place=place):
            starts = {**state.starts, who: place}
            return replace(state, places={**state.places, who: place}, starts=starts)
        case Dies(character=who):
            return _die(state, who)
        case Revives(character=who):
            return replace(state, dead=state.dead - {who})
        case Leaves(character=who):
            return replace(state, places={c: p for c, p in state.places.items() if c != who})
        case _:
            return _apply_rest(state, change)


def _apply_rest(state: State, change: Change) -> State:
    match change:
        case ExtraCard(character=who):
            return replace(state, extra=state.extra | {who})
        case Guard(character=who, lost=lost):
            left = state.guards.get(who, 0) + (-1 if lost else 1)
            return replace(state, guards={**state.guards, who: left})
        case CulpritAt(place=place):
            return replace(state, closed=state.closed | {(place, state.day + 2)})
        case _:
            return state


def _count(state: State, target: str, kind: str, amount: int) -> State:
    now = max(0, state.count(target, kind) + amount)
    sickened = state.sickened
    if kind == "paranoia":
        if now >= 3:
            sickened |= {target}
        elif now <= 1:
            sickened -= {target}
    return replace(state, counters={**state.counters, (target, kind): now}, sickened=sickened)


def _die(state: State, who: str) -> State:
    counters = state.counters
    if state.readings.get("countersOnCorpse") == "removed":
        counters = {key: n for key, n in counters.items() if key[0] != who}
    return replace(state, dead=state.dead | {who}, died=state.died | {who}, counters=counters)


# ---------------------------------------------------------------- matching what was announced


@dataclass(frozen=True, slots=True)
class Run:
    """A branch in the middle of a step: the state, and what was announced and is not yet explained."""

    state: State
    rest: tuple[Change, ...]

    def see(self, *changes: Change) -> list[Run]:
        """The run after exactly these changes were announced next; none if they were not."""
        count = len(changes)
        if self.rest[:count] != changes:
            return []
        state = self.state
        for change in changes:
            state = apply(state, change)
        return [Run(state, self.rest[count:])]


def units(amount: int, kind: str, target: str | None) -> tuple[Change, ...]:
    """`amount` counters, one change each."""
    return tuple(AddCounter(1 if amount > 0 else -1, kind, target) for _ in range(abs(amount)))


ENDINGS = (Lost, LoopEnds)


def split(changes: Iterable[Change]) -> tuple[tuple[Change, ...], bool, bool]:
    """The announced changes in single counters, and whether `lost` and `loop ends` stood among them."""
    plain: list[Change] = []
    lost = ends = False
    for change in changes:
        match change:
            case Lost():
                lost = True
            case LoopEnds():
                ends = True
            case AddCounter(amount=amount, counter=kind, target=target):
                plain += units(amount, kind, target)
            case _:
                plain.append(change)
    return tuple(plain), lost, ends


def finished(runs: Iterable[Run], *, lost: bool, ends: bool) -> list[State]:
    """The states of runs that explain everything, the way the loop ended included."""
    silent, told, either = (False,), (True,), (False, True)
    fitting: dict[str, tuple[bool, ...]] = {
        "": silent,
        "ends": silent,
        "late": silent,
        "lost": told,
        "slain": told,
    }
    fitting |= {"dead": either, "both": either}
    return [
        replace(run.state, untold=(), missed=run.state.missed | dying(run.state.untold))
        for run in runs
        if not run.rest and lost in fitting[run.state.over] and ends == (run.state.over == "ends")
        if run.state.over or not run.state.untold
    ]


def dying(changes: Iterable[Change]) -> frozenset[str]:
    """Whose death is among the changes."""
    return frozenset(c.character for c in changes if isinstance(c, Dies))


def real(state: State) -> State:
    """The board with what was not told of this step."""
    for change in state.untold:
        state = apply(state, change)
    return state


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happens beside others, in any order.

    Attributes:
        changes: what is announced.
        must: whether it has to be announced.
        after: index of the happening that sets this one off; without that one, this one does not happen
            (a table may tell the two in either order).
        ender: whether it ends the loop.
    """

    changes: tuple[Change, ...]
    must: bool = True
    after: int | None = None
    ender: bool = False


def together(run: Run, happenings: list[Happening]) -> list[tuple[Run, frozenset[int]]]:
    """Every way the happenings explain what comes next, with the indices of those that were announced."""
    found: list[tuple[Run, frozenset[int]]] = []
    start = (0,) * len(happenings)
    todo = [(run, start)]
    seen = {start}
    while todo:
        here, progress = todo.pop()
        complete = [n == len(h.changes) for n, h in zip(progress, happenings, strict=True)]
        due = [h.after is None or complete[h.after] for h in happenings]
        if all(
            due[i] if complete[i] else progress[i] == 0 and not (h.must and due[i])
            for i, h in enumerate(happenings)
        ):
            found.append((here, frozenset(i for i, whole in enumerate(complete) if whole)))
        for i, happening in enumerate(happenings):
            if complete[i]:
                continue
            ahead = (*progress[:i], progress[i] + 1, *progress[i + 1 :])
            for nxt in here.see(happening.changes[progress[i]]):
                if ahead not in seen:
                    seen.add(ahead)
                    todo.append((nxt, ahead))
    return found


def protagonists_die() -> Happening:
    return Happening((ProtagonistsDie(),), ender=True)
