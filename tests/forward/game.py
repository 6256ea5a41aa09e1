"""One hidden script on one set-up, and what it makes of a board: roles, places, refusals, reveals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product

from deducer.log.setup import Setup
from deducer.log.statements import Change, CulpritIs, Moves, Reveals

from .facts import (
    ALTERNATE,
    CHARACTERS,
    DIAGONAL,
    IMMORTAL,
    LATE,
    MANDATORY_REFUSAL,
    MASTERS,
    OPTIONAL_REFUSAL,
    PART_TIMER,
    PLACES,
    SERVANT,
    SETS,
)
from .scripts import HiddenScript, true_types
from .state import Run, State


@dataclass(frozen=True)
class Game:
    """A script and the set-up it is played on."""

    script: HiddenScript
    setup: Setup
    plots: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "plots", self.script.sub_plots | {self.script.main_plot})

    @cached_property
    def roles(self) -> Mapping[str, str]:
        """The roles assigned; Part-Timer(?) shares the Part-Timer's."""
        roles = dict(self.script.roles)
        return {**roles, ALTERNATE: roles[PART_TIMER]} if PART_TIMER in roles else roles

    @cached_property
    def culprits(self) -> Mapping[int, str]:
        return dict(self.script.culprits)

    @cached_property
    def types(self) -> Mapping[int, str]:
        """The true incidents."""
        return true_types(self.script, self.setup)

    @cached_property
    def gauge(self) -> bool:
        """Whether the set counts incidents on the extra gauge."""
        return SETS[self.setup.tragedy_set].gauge

    @cached_property
    def days(self) -> int:
        return self.setup.days or 0

    @cached_property
    def late(self) -> frozenset[str]:
        """Characters of the script that come in after the start."""
        return frozenset(c for c in self.roles if c in LATE and c not in self.setup.cast)

    # ------------------------------------------------------------ roles in force

    def played(self, character: str) -> str:
        """The role a character plays with by itself: the Part-Timer plays as Person whatever was assigned."""
        return "person" if character == PART_TIMER else self.roles[character]

    def fated(self, state: State, character: str) -> bool:
        """Whether an Extra card makes a Key Person of the character (R108, R110)."""
        return "fatedConnections" in self.plots and character in state.extra

    def role(self, state: State, character: str) -> str:
        """The role in force of a living character."""
        if self.fated(state, character):
            return "keyPerson"
        own = self.played(character)
        if own != "person" or "paranoiaVirus" not in self.plots or not self._sick(state, character):
            return own
        if self.roles[character] != "person" and state.reading("partTimerSick", "yes", "no") == "no":
            return own  # whether the Virus reaches a Part-Timer who only plays as Person is open
        return "serialKiller"

    def _sick(self, state: State, character: str) -> bool:
        paranoia = state.count(character, "paranoia")
        if paranoia == 2 and character in state.sickened:
            return state.reading("virusAtTwo", "notSerialKiller", "keeps") == "keeps"
        return paranoia >= 3

    def corpse_roles(self, state: State, character: str) -> frozenset[str]:
        """The roles a corpse may show: what changes "characters" may or may not reach it (R48)."""
        return frozenset({self.played(character), self.role(state, character)})

    def holders(self, state: State, role: str) -> list[str]:
        """Living characters with the role in force."""
        return [c for c in state.living() if self.role(state, c) == role]

    def refusal(self, state: State, character: str) -> str:
        role = self.role(state, character)
        if role in MANDATORY_REFUSAL:
            return "mandatory"
        return "optional" if role in OPTIONAL_REFUSAL else ""

    def immortal(self, state: State, character: str) -> bool:
        return self.role(state, character) in IMMORTAL

    def key(self, state: State, character: str) -> bool:
        """Whether the character's death ends the loop."""
        role = self.role(state, character)
        return role == "keyPerson" or (role == "factor" and state.count("City", "intrigue") >= 2)

    # ------------------------------------------------------------ places

    def turf(self, character: str) -> str | None:
        return self.setup.turfs.get(character)

    def spots(self, state: State, character: str) -> list[str]:
        """Where an ability of the character's role may be used from (R36)."""
        here, turf = state.places[character], self.turf(character)
        return [here] if turf in {None, here} else [here, str(turf)]

    def night_spots(self, state: State, character: str) -> list[str]:
        """The same at day end (D4)."""
        spots = self.spots(state, character)
        if len(spots) > 1 and state.reading("bossTurfDayEnd", "yes", "no") == "no":
            return spots[:1]
        return spots

    def held_spots(self, state: State, character: str) -> list[str]:
        """Where a standing effect of the character's role may be (D24)."""
        spots = self.spots(state, character)
        if len(spots) > 1 and state.reading("bossRealLocation", "real", "turf") == "real":
            return spots[:1]
        return spots

    def guilty_places(self, state: State, culprit: str) -> list[str]:
        """Where a culprit counts as standing for the effect of his incident: a Twin on the diagonal."""
        if self.role(state, culprit) != "twin":
            return [state.places[culprit]]
        return [DIAGONAL[place] for place in self.held_spots(state, culprit)]

    def may_enter(self, state: State, character: str, place: str) -> bool:
        free = f"free:{character}" in state.flags
        return free or place not in CHARACTERS[character].forbidden

    def can_move(self, state: State, character: str, place: str) -> bool:
        """Whether a movement to the place is not barred: forbidden places, letters, Closed Circles."""
        here = state.places[character]
        closed = {where for where, last in state.closed if last >= state.day}
        return (
            self.may_enter(state, character, place)
            and (character, state.day) not in state.held
            and not closed & ({here, place} if here != place else set())
        )

    def destinations(self, state: State, character: str) -> list[str]:
        """Where an effect "to any place" may bring the character, staying included."""
        here = state.places[character]
        return [p for p in PLACES if p == here or self.can_move(state, character, p)]

    # ------------------------------------------------------------ a Servant and her masters

    def masters(self, state: State) -> frozenset[str]:
        """Whom the Servant follows and dies for: her two masters and those added in this loop."""
        return MASTERS | {f.removeprefix("master:") for f in state.flags if f.startswith("master:")}

    def beside(self, state: State, character: str) -> bool:
        """Whether the character is a master of a living Servant in the same place."""
        return (
            character != SERVANT
            and character in self.masters(state)
            and state.alive(SERVANT)
            and state.places[SERVANT] == state.places.get(character)
        )

    def moves(self, state: State, character: str, place: str) -> list[tuple[Change, ...]]:
        """Every way to tell that a character is moved: a Servant goes along if she can."""
        if place == state.places[character]:
            return [()]
        move = Moves(character, place)
        if not self.beside(state, character) or not self.can_move(state, SERVANT, place):
            return [(move,)]
        along = Moves(SERVANT, place)
        return [(move, along), (along, move)]

    # ------------------------------------------------------------ culprits

    def actors(self, state: State, culprit: str) -> list[str]:
        """Who may cause a culprit's incident: Part-Timer(?) is the culprit of the Part-Timer's."""
        both = [PART_TIMER, ALTERNATE] if culprit == PART_TIMER else [culprit]
        return [c for c in both if state.alive(c)]

    def named(self, day: int) -> list[Change]:
        """Every way to name the culprit of a day."""
        culprit = self.culprits[day]
        both = [PART_TIMER, ALTERNATE] if culprit == PART_TIMER else [culprit]
        return [CulpritIs(day, c) for c in both]

    # ------------------------------------------------------------ reveals

    def lies(self, state: State) -> frozenset[str]:
        """The roles a Ninja may name: any other role of the script but Person, one made in play included."""
        in_play = {self.role(state, c) for c in state.living()}
        return frozenset((set(self.roles.values()) | in_play) - {"person", "ninja"})

    def reveal(self, run: Run, character: str) -> list[Run]:
        """The character's role is revealed: truly, or by a Ninja's lie (R105)."""
        state = run.state
        dead = not state.alive(character)
        real = self.corpse_roles(state, character) if dead else frozenset({self.role(state, character)})
        pairs = [(role, role) for role in real]
        if "ninja" in real and not (dead and state.readings.get("ninjaCorpseLies") == "no"):
            pairs += product(self.lies(state), ["ninja"])
        return [self.note(nxt, character, *pair) for pair in pairs for nxt in _told(run, character, pair[0])]

    def note(self, run: Run, character: str, told: str, real: str) -> Run:
        """Remember a reveal; a Friend truly shown is known from then on."""
        known = run.state.known | ({character} if told == real == "friend" else set())
        told_now = run.state.told | {(character, told, real)}
        return Run(replace(run.state, known=known, told=told_now), run.rest)


def _told(run: Run, character: str, role: str) -> list[Run]:
    change: Change = Reveals(character, role)
    return run.see(change)
