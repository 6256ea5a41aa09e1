"""The truth at the table: one script, and one reading of every open ruling; guards become yes or no."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from deducer.answer import Script
from deducer.board.game import Game
from deducer.board.state import Board
from deducer.case import Case
from deducer.evidence.guards import Use, conditions, fits, uses
from deducer.ids import PLACES, CharacterId, PlotId, RoleId
from deducer.log.setup import Setup
from deducer.logic.build import weaken
from deducer.logic.evaluate import holds
from deducer.logic.terms import Formula, World
from deducer.rules.model import Effect, Rules
from deducer.rules.vocabulary import Timing
from deducer.script.conditions import Point
from deducer.script.effective import InForce
from deducer.script.variables import EITHER
from deducer.script.variables import Script as Variables


@dataclass(frozen=True, slots=True)
class Truth:
    """What the Mastermind knows.

    Attributes:
        script: the variables of the script, under a set-up that leaves no ruling open.
        world: their values.
    """

    script: Variables
    world: World

    @classmethod
    def of(cls, case: Case, script: Script, chance: Random) -> Truth:
        """Return the truth of a game: a script, and a reading of each ruling that the set-up leaves open."""
        setup = replace(case.setup, rulings=dict(_readings(case.rules, case.setup, chance)))
        return cls(Variables(case.rules, setup), case.world_of(script))

    @property
    def game(self) -> Game:
        """The public facts, every ruling settled."""
        return self.script.game

    def holds(self, formula: Formula) -> bool:
        """Tell whether a formula is true; what the rules leave open (a corpse's role) may be."""
        return holds(weaken(formula), self.world)

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
            one for one in (*board.figures, *PLACES) if self.holds(fits(self.script, use, effect, board, one))
        )

    def roles(self, board: Board, character: CharacterId) -> tuple[RoleId, ...]:
        """Return what a character's role in force is; several roles where that is not settled (R48)."""
        force = InForce.on(self.script, board)
        return tuple(
            role.id for role in self.script.tragedy_set.roles if self.holds(force.role(character, role.id))
        )

    def holders(self, role: RoleId) -> tuple[CharacterId, ...]:
        """Return to whom the script gives a role."""
        return tuple(c for c, v in self.script.role_variables.items() if self.world[v.name] == role)

    def sub_plots(self) -> tuple[PlotId, ...]:
        """Return the subplots of the script."""
        return tuple(
            plot.id for plot in self.script.tragedy_set.sub_plots if self.holds(self.script.has_plot(plot.id))
        )

    def culprit(self, day: int) -> CharacterId:
        """Return who the culprit of a day's incident is."""
        return self.world[self.script.culprit_variables[day].name]


def _readings(rules: Rules, setup: Setup, chance: Random) -> Iterator[tuple[str, str]]:
    for switch in rules.rulings.values():
        chosen = setup.rulings.get(switch.name, switch.values[0])
        if chosen == EITHER:
            chosen = chance.choice([value for value in switch.values if value != EITHER])
        yield switch.name, chosen
