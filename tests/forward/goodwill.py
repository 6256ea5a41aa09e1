"""The goodwill step, one use at a time: refusals, effects, and what was told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Final

from msgspec import structs

from deducer.log.statements import (
    Change,
    Declared,
    GoodwillLine,
    Guard,
    Leaves,
    Reveals,
    Revives,
    SameRole,
    TakesBack,
)

from .abilities import tree_shifts
from .deaths import deaths
from .effects import resolve_effect
from .facts import ALTERNATE, KINDS, NEVER_REFUSED, PLACES, SERVANT
from .game import Game
from .state import Happening, Run, State, finished, split, together, units

Use = Callable[[Game, Run, GoodwillLine], list[Run]]


def goodwill_step(game: Game, state: State, line: GoodwillLine) -> list[State]:
    """The states after one use.

    Raises:
        NotImplementedError: an ability the referee does not know.
    """
    if line.user is None:
        return [state]
    if line.borrowed is not None:
        return _borrow(game, state, line)
    ranks = _ranks(line.user, line.rank)
    return [one for rank in ranks for one in _use(game, state, line, (str(line.user), rank))]


def _ranks(user: str, rank: int | None) -> list[int]:
    ranks = [rank] if rank is not None else sorted({r for c, r in USES if c == user})
    if not ranks or any((user, r) not in USES for r in ranks):
        raise NotImplementedError(f"goodwill ability of {user}")
    return ranks


def _borrow(game: Game, state: State, line: GoodwillLine) -> list[State]:
    """The Little Sister uses an adult's ability as if she were that adult: it cannot be refused (R40)."""
    lender = str(line.borrowed)
    if line.refused or not state.alive(str(line.user)) or not state.alive(lender):
        return []
    lent = structs.replace(line, user=lender, borrowed=None)
    return [one for rank in _ranks(lender, line.borrowed_rank) for one in _done(game, state, lent, rank)]


def _use(game: Game, state: State, line: GoodwillLine, ability: tuple[str, int]) -> list[State]:
    user = ability[0]
    if not state.alive(user):
        return []
    refusal = game.refusal(state, user)
    if line.refused:
        return [state] if refusal and ability not in NEVER_REFUSED else []
    # Whether a Sacred Tree with a refusal role may, or must, keep its counters from the leader is open: both.
    if refusal == "mandatory" and ability not in NEVER_REFUSED and user != "sacredTree":
        return []
    return _done(game, state, line, ability[1])


def _done(game: Game, state: State, line: GoodwillLine, rank: int) -> list[State]:
    """The states after an ability that was not refused."""
    user = str(line.user)
    plain, lost, ends = split(line.changes)
    named = tuple(_own(change, user) for change in plain)
    return finished(USES[user, rank](game, Run(state, named), line), lost=lost, ends=ends)


def _own(change: Change, user: str) -> Change:
    """`role ROLE` speaks of the user."""
    if isinstance(change, Reveals) and change.character is None:
        return Reveals(user, change.role)
    return change


def _targets(line: GoodwillLine, state: State) -> list[str]:
    return list(line.targets) or [*state.places, *PLACES]


def _counter(kind: str, *amounts: int) -> Use:
    """Put counters on, or take them from, the target; at zero nothing shows (R41)."""

    def use(_game: Game, run: Run, line: GoodwillLine) -> list[Run]:
        options: set[tuple[Change, ...]] = set()
        for target, amount in product(_targets(line, run.state), amounts):
            have = run.state.count(target, kind)
            options.add(units(max(amount, -have), kind, target))
        return [nxt for option in options for nxt in run.see(*option)]

    return use


def _either(*uses: Use) -> Use:
    return lambda game, run, line: [r for use in uses for r in use(game, run, line)]


def _own_role(game: Game, run: Run, line: GoodwillLine) -> list[Run]:
    return game.reveal(run, str(line.user))


def _role(game: Game, run: Run, line: GoodwillLine) -> list[Run]:
    return [
        r for target in _targets(line, run.state) if target in game.roles for r in game.reveal(run, target)
    ]


def _kill(game: Game, run: Run, line: GoodwillLine) -> list[Run]:
    return [r for target in _targets(line, run.state) for r in deaths(game, run, [target])]


def _revive(_game: Game, run: Run, line: GoodwillLine) -> list[Run]:
    return [r for target in _targets(line, run.state) for r in run.see(Revives(target))]


def _guard(_game: Game, run: Run, line: GoodwillLine) -> list[Run]:
    return [r for target in _targets(line, run.state) for r in run.see(Guard(target))]


def _culprit(*, occurred: bool) -> Use:
    """The culprit of an incident: of one that occurred in this loop, or of any (R43)."""

    def use(game: Game, run: Run, _line: GoodwillLine) -> list[Run]:
        days = run.state.occurred if occurred else game.setup.incidents
        return [r for day in days for named in game.named(day) for r in run.see(named)]

    return use


def _inform(game: Game, run: Run, _line: GoodwillLine) -> list[Run]:
    """A subplot of the script other than the declared one (R45)."""
    if len(run.rest) != 1 or not isinstance(run.rest[0], Declared):
        return []
    told = run.rest[0]
    others = game.script.sub_plots - {told.declared}
    true = told.told in others if told.told is not None else not others
    return run.see(told) if true else []


def _flag(flag: str) -> Use:
    """A lasting effect that shows nothing now."""
    return lambda _game, run, _line: [Run(replace(run.state, flags=run.state.flags | {flag}), run.rest)]


def _serve(_game: Game, run: Run, line: GoodwillLine) -> list[Run]:
    """Somebody is one more master of the Servant's in this loop."""
    masters = {f"master:{t}" for t in _targets(line, run.state) if t not in PLACES}
    return [Run(replace(run.state, flags=run.state.flags | masters), run.rest)]


def _confide(game: Game, run: Run, line: GoodwillLine) -> list[Run]:
    """Part-Timer(?) tells her role and gives two goodwill, told in either order."""
    like = _counter("goodwill", 2)
    told = [r for n in _own_role(game, run, line) for r in like(game, n, line)]
    return told + [r for n in like(game, run, line) for r in _own_role(game, n, line)]


def _nothing(_game: Game, run: Run, _line: GoodwillLine) -> list[Run]:
    """The Metaworld Denizen's counters belong to no set that is known here."""
    return [run]


def _take_back(_game: Game, run: Run, _line: GoodwillLine) -> list[Run]:
    if run.rest and isinstance(run.rest[0], TakesBack):
        return run.see(run.rest[0])
    return []


def _move(own: bool) -> Use:  # noqa: FBT001
    def use(game: Game, run: Run, line: GoodwillLine) -> list[Run]:
        found: list[Run] = []
        targets = [str(line.user)] if own else [t for t in _targets(line, run.state) if t in game.roles]
        for target in targets:
            for place in game.destinations(run.state, target):
                found += [r for moves in game.moves(run.state, target, place) for r in run.see(*moves)]
        return found

    return use


def _leave(_game: Game, run: Run, line: GoodwillLine) -> list[Run]:
    return run.see(Leaves(str(line.user)))


def _empty_self(game: Game, run: Run, _line: GoodwillLine) -> list[Run]:
    """The Scientist clears his card; where the gauge is used it goes up or down by one."""
    losses = [units(-run.state.count("scientist", k), k, "scientist") for k in KINDS]
    steps = [units(1, "gauge", None), units(-1, "gauge", None) if run.state.gauge else ()]
    if game.setup.tragedy_set != "mysteryCircle":
        # Midnight Zone sets the gauge up for him alone: whether a table does is its own affair.
        steps = [(), *steps] if game.setup.tragedy_set == "midnightZone" else [()]
    found: list[Run] = []
    for step in steps:
        happenings = [Happening(c) for c in (*losses, step) if c]
        found += [r for r, _ in together(run, happenings)]
    return found


def _shift(_game: Game, run: Run, line: GoodwillLine) -> list[Run]:
    """The Forensic Specialist moves a counter between two others."""
    pairs = [(a, b) for a, b in product(_targets(line, run.state), repeat=2) if a != b]
    options: set[tuple[Change, ...]] = set()
    for (a, b), kind in product(pairs, KINDS):
        away, there = units(-1, kind, a), units(1, kind, b)
        options |= {away + there, there + away} if run.state.count(a, kind) else {()}
    return [nxt for option in options for nxt in run.see(*option)]


def _tree(_game: Game, run: Run, line: GoodwillLine) -> list[Run]:
    others = [t for t in _targets(line, run.state) if t != "sacredTree"]
    return [nxt for option in tree_shifts(run.state, others) for nxt in run.see(*option)]


def _turn(_game: Game, run: Run, line: GoodwillLine) -> list[Run]:
    """The Transfer Student turns an intrigue into a goodwill."""
    options: set[tuple[Change, ...]] = set()
    for target in _targets(line, run.state):
        away, there = units(-1, "intrigue", target), units(1, "goodwill", target)
        options |= {away + there, there + away} if run.state.count(target, "intrigue") else {()}
    return [nxt for option in options for nxt in run.see(*option)]


def _as_culprit(game: Game, run: Run, line: GoodwillLine) -> list[Run]:
    """The A.I. resolves an incident of the public sheet; a Fake one as announced or as it is (open)."""
    days = [line.incident_day] if line.incident_day is not None else list(game.setup.incidents)
    found: list[Run] = []
    for day in days:
        for kind in sorted({str(game.setup.incidents[day] or game.types[day]), game.types[day]}):
            found += resolve_effect(game, run, str(line.user), kind, day, real=False)
    return found


def _alike(game: Game, run: Run, _line: GoodwillLine) -> list[Run]:
    """The Copycat names all with his role: the living must be named, corpses may (R51).

    Whether and how a Ninja can lie here is open: a Copycat who is one may name anybody; others may be named
    with those whose role they could claim, or not be named with their own.
    """
    if len(run.rest) != 1 or not isinstance(run.rest[0], SameRole):
        return []
    state, told = run.state, set(run.rest[0].characters) - {"copycat"}
    role = game.role(state, "copycat")
    living = {c for c in game.holders(state, role) if c != "copycat"}
    liars = {c for c in state.places if "ninja" in game.corpse_roles(state, c)}
    corpses = {c for c in state.dead if role in game.corpse_roles(state, c)}
    free = role == "ninja" or living - liars <= told <= living | corpses | liars
    return run.see(run.rest[0]) if free else []


_CALM: Final = _counter("paranoia", -1)
_LIKE: Final = _counter("goodwill", 1)
_HUSH: Final = _counter("intrigue", -1)
_SWAY: Final = _counter("paranoia", 1, -1)

USES: Final[dict[tuple[str, int], Use]] = {
    ("boyStudent", 2): _CALM,
    ("girlStudent", 2): _CALM,
    ("richStudent", 3): _LIKE,
    ("classRep", 2): _take_back,
    ("mysteryBoy", 3): _own_role,
    ("shrineMaiden", 3): _HUSH,
    ("shrineMaiden", 5): _role,
    ("alien", 4): _kill,
    ("alien", 5): _revive,
    ("godlyBeing", 3): _culprit(occurred=False),
    ("godlyBeing", 5): _HUSH,
    ("policeOfficer", 4): _culprit(occurred=True),
    ("policeOfficer", 5): _guard,
    ("officeWorker", 3): _own_role,
    ("informer", 5): _inform,
    ("popIdol", 3): _CALM,
    ("popIdol", 4): _LIKE,
    ("journalist", 2): _either(_counter("paranoia", 1), _counter("intrigue", 1)),
    ("boss", 5): _role,
    ("doctor", 2): _SWAY,
    ("doctor", 3): _flag("free:patient"),
    ("nurse", 2): _CALM,
    ("henchman", 3): _flag("quiet:henchman"),
    ("scientist", 3): _empty_self,
    ("illusion", 3): _move(own=False),
    ("illusion", 4): _leave,
    ("forensicSpecialist", 2): _shift,
    ("forensicSpecialist", 5): _role,
    ("ai", 3): _as_culprit,
    ("teacher", 3): _SWAY,
    ("teacher", 4): _role,
    ("transferStudent", 2): _turn,
    ("soldier", 2): _counter("paranoia", 2),
    ("soldier", 5): _flag("immune"),
    ("youngGirl", 1): _flag("free:youngGirl"),
    ("youngGirl", 3): _move(own=True),
    ("copycat", 3): _alike,
    ("sectFounder", 3): _LIKE,
    ("sectFounder", 4): _role,
    ("sacredTree", 0): _tree,
    (SERVANT, 4): _serve,
    (ALTERNATE, 3): _confide,
    ("metaworldDenizen", 3): _nothing,
}
"""Every ability by its user and rank."""
