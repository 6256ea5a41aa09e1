"""The truth at the table: one script, and one reading of every open ruling; guards become yes or no."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Final

from msgspec import field
from msgspec.structs import replace

from deducer.answer import Script
from deducer.board.game import Game
from deducer.board.state import Board, Figure
from deducer.board.untold import COMPLETE, ENDING_STEP
from deducer.case import Case
from deducer.evidence.guards import Use, conditions, fits, uses
from deducer.evidence.triggers import standpoints, triggers
from deducer.ids import ABSENT, GAUGE, PERSON, PLACES, CharacterId, IncidentId, PlotId, RoleId
from deducer.log.setup import Setup
from deducer.logic.build import weaken
from deducer.logic.evaluate import holds
from deducer.logic.terms import Formula
from deducer.play.settled import Settled
from deducer.record import Record
from deducer.rules.model import Effect, Incident, Rules
from deducer.rules.vocabulary import Timing, Trait
from deducer.script.conditions import Point
from deducer.script.effective import InForce
from deducer.script.variables import EITHER

_RETICENT: Final = 0.5


class Truth(Record, frozen=True):
    """What the Mastermind knows.

    Attributes:
        script: the variables of the script with their values, under a set-up that leaves no ruling open.
        entries: in which loop, or on which day of every loop, late characters enter.
        reticent: whether the Mastermind may stop telling when the loop has ended (D30).
    """

    script: Settled
    entries: Mapping[CharacterId, int] = field(default_factory=dict)
    reticent: bool = False

    @classmethod
    def of(cls, case: Case, script: Script, chance: Random) -> Truth:
        """Return the truth of a game: a script, a reading of each open ruling, when late ones enter."""
        setup = replace(case.setup, rulings=dict(_readings(case.rules, case.setup, chance)))
        settled = Settled(case.rules, setup, case.world_of(script))
        reticent = case.script.reading(ENDING_STEP) != COMPLETE and chance.random() < _RETICENT
        return cls(settled, dict(_entries(settled, chance)), reticent)

    @property
    def game(self) -> Game:
        """The public facts, every ruling settled."""
        return self.script.game

    def holds(self, formula: Formula) -> bool:
        """Tell whether a formula is true; what the rules leave open (a corpse's role) may be."""
        return holds(weaken(formula), self.script.world)

    def uses(self, board: Board, timing: Timing) -> tuple[Use, ...]:
        """Return the uses of abilities of some timing that can really be made on a board."""
        return tuple(use for use in uses(self.script, board, timing) if self.holds(use.guard))

    def applies(self, use: Use, effect: Effect, board: Board) -> bool:
        """Tell whether an effect applies, its target aside."""
        own = tuple(condition for condition in effect.conditions if condition.on != "target")
        return self.holds(
            conditions(self.script, own, Point(board, use.actor, use.place, role=use.role)),
        )

    def targets(self, use: Use, effect: Effect, board: Board) -> tuple[str, ...]:
        """Return what an effect may be aimed at."""
        return tuple(
            one
            for one in (*board.figures, *PLACES, GAUGE)
            if self.holds(fits(self.script, use, effect, board, one))
        )

    def roles(self, board: Board, character: CharacterId) -> tuple[RoleId, ...]:
        """Return what a character's role in force is; several roles where that is not settled (R48)."""
        force = InForce.on(self.script, board)
        return tuple(
            role.id for role in self.script.tragedy_set.roles if self.holds(force.role(character, role.id))
        )

    def lies(self, board: Board, character: CharacterId) -> tuple[RoleId, ...]:
        """Return what may be told instead of a character's role: other roles of the script (R105)."""
        if not self.holds(InForce.on(self.script, board).may_lie(character)):
            return ()
        true = {*self.roles(board, character), PERSON, ABSENT}
        world, variables = self.script.world, self.script.role_variables.values()
        return tuple(dict.fromkeys(world[one.name] for one in variables if world[one.name] not in true))

    def holders(self, role: RoleId) -> tuple[CharacterId, ...]:
        """Return to whom the script gives a role."""
        variables = self.script.role_variables.items()
        return tuple(c for c, v in variables if self.script.world[v.name] == role)

    def sub_plots(self) -> tuple[PlotId, ...]:
        """Return the subplots of the script."""
        return tuple(
            plot.id for plot in self.script.tragedy_set.sub_plots if self.holds(self.script.has_plot(plot.id))
        )

    # ---------------------------------------------------------------- incidents

    def culprit(self, day: int) -> CharacterId:
        """Return who the culprit of a day's incident is by the script."""
        return self.script.world[self.script.culprit_variables[day].name]

    def culprit_on(self, board: Board, day: int) -> Figure:
        """Return the card of the culprit of a day's incident: its own, or that of its stand-in."""
        culprit = self.culprit(day)
        shared = (
            f for f in board.figures.values() if f.id != culprit and self.script.holder(f.id) == culprit
        )
        return next((one for one in shared if one.present), board.figure(culprit))

    def incident(self, day: int) -> Incident:
        """Return what the incident of a day truly is."""
        types = self.script.incident_types(day)
        true = next(one for one in types if self.holds(self.script.is_incident(day, one)))
        return self.script.tragedy_set.incident(true)

    def occurs(self, board: Board, figure: Figure, incident: Incident) -> bool:
        """Tell whether an incident occurs in the hands of a character."""
        return self.holds(triggers(self.script, board, figure, incident))

    def standpoints(self, board: Board, figure: Figure) -> tuple[Board, ...]:
        """Return the boards on which a character's incident may act: with it where it counts as standing."""
        found = standpoints(self.script, board, figure)
        return tuple(seen for formula, seen, _ in found if self.holds(formula))

    def incident_name(self, day: int) -> IncidentId | None:
        """Return the announced name of a day's incident, None for a day without one."""
        return self.script.setup.incidents.get(day)


def _readings(rules: Rules, setup: Setup, chance: Random) -> Iterator[tuple[str, str]]:
    for switch in rules.rulings.values():
        chosen = setup.rulings.get(switch.name, switch.values[0])
        if chosen == EITHER:
            chosen = chance.choice([value for value in switch.values if value != EITHER])
        yield switch.name, chosen


def _entries(script: Settled, chance: Random) -> Iterator[tuple[CharacterId, int]]:
    """Yield in which loop, or on which day, the late characters of the script enter."""
    for character in (*script.setup.late, *script.hidden):
        if script.world[script.role_variables[character].name] != ABSENT:
            by_loop = script.card(character).has(Trait.LATE_LOOP)
            last = script.setup.loops if by_loop else script.setup.days
            yield character, chance.randint(1, last or 1)
