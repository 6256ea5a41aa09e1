"""What each incident does, whoever chooses: every way that explains what was announced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Final

from deducer.log.statements import Change, CulpritAt, CulpritIs, ExtraCard

from .deaths import deaths
from .facts import CITY, HOSPITAL, KINDS, PLACES, SCHOOL, SHRINE
from .game import Game
from .state import Run, State, units


@dataclass(frozen=True, slots=True)
class Deed:
    """An incident's effect being resolved.

    Attributes:
        game: script and set-up.
        culprit: who did it, or the A.I. whose ability resolves it.
        place: where the culprit counts as standing.
        day: the day of the incident on the sheet.
        real: whether the incident occurs; not so for the A.I.'s ability (R44).
        again: whether it has been resolved before: what was told then need not be told twice.
    """

    game: Game
    culprit: str
    place: str
    day: int
    real: bool = True
    again: bool = False

    def at(self, state: State, place: str) -> list[str]:
        """The living who count as being there: a Twin is opposite in everything his incident does (D22)."""
        there = [c for c in state.at(place) if c != self.culprit]
        return [*there, self.culprit] if place == self.place and state.alive(self.culprit) else there


Effect = Callable[[Deed, Run], list[Run]]


def resolve_effect(
    game: Game, run: Run, culprit: str, kind: str, day: int, *, real: bool = True, again: bool = False
) -> list[Run]:
    """The runs after the incident's effect."""
    places = game.guilty_places(run.state, culprit)
    if not real:
        places = sorted({*places, run.state.places[culprit]})
    return [r for p in places for r in EFFECTS[kind](Deed(game, culprit, p, day, real, again), run)]


def _see_any(run: Run, options: list[tuple[Change, ...]]) -> list[Run]:
    return [nxt for option in options for nxt in run.see(*option)]


def _murder(deed: Deed, run: Run) -> list[Run]:
    victims = [c for c in run.state.at(deed.place) if c != deed.culprit]
    return [r for v in victims for r in deaths(deed.game, run, [v])] if victims else [run]


def _suicide(deed: Deed, run: Run) -> list[Run]:
    return deaths(deed.game, run, [deed.culprit])


def _unease(_deed: Deed, run: Run) -> list[Run]:
    everybody = run.state.living()
    options: list[tuple[Change, ...]] = []
    for first in everybody:
        others = [units(1, "intrigue", c) for c in everybody if c != first] or [()]
        for other in others:  # two parts of one effect are told in either order
            options += {units(2, "paranoia", first) + other, other + units(2, "paranoia", first)}
    return _see_any(run, options or [()])


def _disaster(place: str) -> Effect:
    def effect(deed: Deed, run: Run) -> list[Run]:
        intrigue = run.state.count(place, "intrigue")
        victims = deed.at(run.state, place) if intrigue >= 1 else []
        return deaths(deed.game, run, victims, protagonists=intrigue >= 2, disaster=True)

    return effect


def _uproar(deed: Deed, run: Run) -> list[Run]:
    struck = [p for p in (SCHOOL, CITY) if run.state.count(p, "intrigue")]
    return deaths(deed.game, run, [c for p in struck for c in run.state.at(p)])


def _faraway(deed: Deed, run: Run) -> list[Run]:
    victims = [c for c in run.state.living() if run.state.count(c, "intrigue") >= 2]
    return [r for v in victims for r in deaths(deed.game, run, [v])] if victims else [run]


def _missing(deed: Deed, run: Run) -> list[Run]:
    who = deed.culprit
    options: list[tuple[Change, ...]] = []
    for place in deed.game.destinations(run.state, who):
        for moves in deed.game.moves(run.state, who, place):
            cuts = range(len(moves) + 1)
            options += [(*moves[:i], *units(1, "intrigue", place), *moves[i:]) for i in cuts]
    return _see_any(run, options)


def _spreading(_deed: Deed, run: Run) -> list[Run]:
    """Up to two goodwill are taken: fewer too (R70)."""
    everybody = run.state.living()
    options: set[tuple[Change, ...]] = set()
    for first, other in permutations(everybody, 2):
        gain = units(2, "goodwill", other)
        for n in range(min(2, run.state.count(first, "goodwill")) + 1):
            loss = units(-n, "goodwill", first)
            options |= {loss + gain, gain + loss}
    return _see_any(run, list(options) or [()])


def _butterfly(deed: Deed, run: Run) -> list[Run]:
    return _see_any(run, [units(1, kind, c) for c in run.state.at(deed.place) for kind in KINDS])


def _foul(_deed: Deed, run: Run) -> list[Run]:
    return run.see(*units(2, "intrigue", SHRINE))


def _breakthrough(_deed: Deed, run: Run) -> list[Run]:
    targets = [*PLACES, *run.state.living()]
    amounts = {t: min(2, run.state.count(t, "intrigue")) for t in targets}
    return _see_any(run, list({units(-n, "intrigue", t) for t, n in amounts.items()}))


def _conspiracies(deed: Deed, run: Run) -> list[Run]:
    return _murder(deed, run) + _missing(deed, run)


def _fake(deed: Deed, run: Run) -> list[Run]:
    start = run.state.starts[deed.culprit]
    return deaths(deed.game, run, [], protagonists=run.state.count(start, "intrigue") >= 2)


def _faked_suicide(deed: Deed, run: Run) -> list[Run]:
    again = [run] if deed.culprit in run.state.extra else []
    return again + run.see(ExtraCard(deed.culprit))


def _confession(deed: Deed, run: Run) -> list[Run]:
    revealed = deed.game.reveal(run, deed.culprit)
    names = deed.game.named(deed.day) if deed.real else [CulpritIs(deed.day, deed.culprit)]
    told: list[Run] = []
    for named in names:
        told += [r for n in run.see(named) for r in deed.game.reveal(n, deed.culprit)]
        told += [r for n in revealed for r in n.see(named)]
    if deed.again:
        told += [run, *(r for named in names for r in run.see(named))]
    return told + ([] if deed.real and not deed.again else revealed)


def _portent(deed: Deed, run: Run) -> list[Run]:
    return _see_any(run, [units(1, "paranoia", c) for c in _near(deed, run.state)])


def _near(deed: Deed, state: State) -> list[str]:
    """Everybody in the culprit's place: he too, though a Twin stands elsewhere (R69, D22)."""
    return list(dict.fromkeys([*state.at(deed.place), deed.culprit]))


def _bestial(deed: Deed, run: Run) -> list[Run]:
    runs: list[Run] = []
    for after in _murder(deed, run):
        if after.state.over:
            runs.append(after)
            continue
        rise = int(deed.real and deed.game.gauge)
        runs += [Run(replace(r.state, gauge=r.state.gauge + rise), r.rest) for r in _unease(deed, after)]
    return runs


def _letter(deed: Deed, run: Run) -> list[Run]:
    runs: list[Run] = []
    for who in _near(deed, run.state):
        for place in deed.game.destinations(run.state, who):
            if place == run.state.places[who]:
                runs.append(run)
                continue
            for r in _see_any(run, deed.game.moves(run.state, who, place)):
                held = r.state.held | {(who, r.state.day + 1)}
                runs.append(Run(replace(r.state, held=held), r.rest))
    return runs


def _circle(deed: Deed, run: Run) -> list[Run]:
    return run.see(CulpritAt(deed.place)) + ([run] if deed.again else [])


def _bullet(_deed: Deed, run: Run) -> list[Run]:
    return [Run(replace(run.state, over="ends"), run.rest)]


EFFECTS: Final[dict[str, Effect]] = {
    "murder": _murder,
    "serialMurder": _murder,
    "suicide": _suicide,
    "increasingUnease": _unease,
    "hospitalIncident": _disaster(HOSPITAL),
    "terrorism": _disaster(CITY),
    "uproar": _uproar,
    "farawayMurder": _faraway,
    "missingPerson": _missing,
    "spreading": _spreading,
    "butterflyEffect": _butterfly,
    "foulEvil": _foul,
    "breakthrough": _breakthrough,
    "conspiracies": _conspiracies,
    "fakeIncident": _fake,
    "fakedSuicide": _faked_suicide,
    "confession": _confession,
    "portent": _portent,
    "bestialMurder": _bestial,
    "suspiciousLetter": _letter,
    "closedCircle": _circle,
    "silverBullet": _bullet,
}
