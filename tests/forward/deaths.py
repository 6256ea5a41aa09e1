"""Deaths: guards, immortals, what a death sets off, and how a loop ends by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product

from deducer.log.statements import Dies, Guard

from .facts import SERVANT
from .game import Game
from .state import Happening, Run, State, dying, protagonists_die, together, units

PARTNER = {"lover": "lovedOne", "lovedOne": "lover"}


def deaths(
    game: Game,
    run: Run,
    victims: Iterable[str],
    *,
    protagonists: bool = False,
    disaster: bool = False,
    hushed: bool = False,
) -> list[Run]:
    """These die at once, as far as they can.

    Args:
        game: script and set-up.
        run: the step so far.
        victims: whom the effects kill; the dead among them are passed over.
        protagonists: whether the protagonists die too.
        disaster: whether it is one incident that kills both (D5).
        hushed: whether they may stay untold because a later effect of the step ends the loop (D30).
    """
    return [
        nxt
        for those in _stand_ins(game, run.state, frozenset(victims))
        for nxt in _die(game, run, those, protagonists=protagonists, disaster=disaster, hushed=hushed)
    ]


def _stand_ins(game: Game, state: State, victims: frozenset[str]) -> Iterator[frozenset[str]]:
    """Every way the Servant may die for her masters beside her; whether she must is open (R87)."""
    spared = [v for v in sorted(victims) if game.beside(state, v) and not game.immortal(state, v)]
    for choice in product((False, True), repeat=len(spared)):
        saved = {v for v, yes in zip(spared, choice, strict=True) if yes}
        yield victims - saved | ({SERVANT} if saved else set())


def _die(
    game: Game, run: Run, victims: Iterable[str], *, protagonists: bool, disaster: bool, hushed: bool
) -> list[Run]:
    state = run.state
    mortal = [v for v in sorted(set(victims)) if state.alive(v) and not game.immortal(state, v)]
    guarded = [v for v in mortal if state.guards.get(v, 0) > 0]
    doomed = [v for v in mortal if v not in guarded]
    keys = [v for v in doomed if game.key(state, v)]
    protagonists = protagonists and "immune" not in state.flags
    if keys and protagonists and disaster:
        both = state.reading("hospitalWithKeyPerson", "simultaneous", "keyPersonFirst")
        protagonists = both == "simultaneous"
    ending = bool(keys) or protagonists
    # D30: what should have happened beside the end of the loop may stay untold.
    lax = state.readings.get("endingStep") != "complete"
    must = not (lax and (ending or hushed))
    happenings = [Happening((Dies(v),), must, ender=v in keys) for v in doomed]
    happenings += _reactions(game, state, doomed, keys, must=must)
    happenings += [Happening((Guard(v, lost=True),), must) for v in guarded]
    if protagonists:
        happenings.append(replace(protagonists_die(), must=must))
    return _ended(together(run, happenings), happenings, ending=ending, hushed=hushed)


def _ended(
    found: list[tuple[Run, frozenset[int]]], happenings: list[Happening], *, ending: bool, hushed: bool
) -> list[Run]:
    runs: list[Run] = []
    for run, done in found:
        enders = [happenings[i] for i in done if happenings[i].ender]
        if ending and not enders:
            continue
        by_key = any(isinstance(h.changes[0], Dies) for h in enders)
        by_death = any(not isinstance(h.changes[0], Dies) for h in enders)
        over = {(False, False): "", (True, False): "slain", (False, True): "dead", (True, True): "both"}
        state = replace(run.state, over=over[by_key, by_death])
        hidden = tuple(c for i, h in enumerate(happenings) if i not in done for c in h.changes)
        if ending:
            state = replace(state, missed=state.missed | dying(hidden))
        elif hushed:
            state = replace(state, untold=(*state.untold, *hidden))
        runs.append(Run(state, run.rest))
    return runs


def _reactions(
    game: Game, state: State, doomed: list[str], keys: list[str], *, must: bool
) -> list[Happening]:
    """The Lovers' six paranoia (R83) and the Magician's clearing (R117)."""
    found: list[Happening] = []
    for i, victim in enumerate(doomed):
        role = game.role(state, victim)
        if role in PARTNER:
            left = [c for c in game.holders(state, PARTNER[role]) if c not in doomed]
            found += [Happening(units(6, "paranoia", c), must, after=i) for c in left]
        elif role == "magician" and state.count(victim, "paranoia") and not _cleaned(state):
            loss = units(-state.count(victim, "paranoia"), "paranoia", victim)
            found.append(Happening(loss, must, after=i))
    if found and keys and state.reading("reactionsAtKeyPersonDeath", "yes", "no") == "no":
        return []
    return found


def _cleaned(state: State) -> bool:
    return state.readings.get("countersOnCorpse") == "removed"
