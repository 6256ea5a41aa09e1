"""The variables of a script whose values are known: what evidence says of them is true or false at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from deducer.ids import CharacterId, IncidentId, PlotId, RoleId
from deducer.logic.terms import FALSE, TRUE, Formula, World
from deducer.script.variables import YES, Script


class Settled(Script, frozen=True, dict=True):
    """The variables of a game whose hidden script is known; only open rulings stay open.

    Attributes:
        world: the value of every variable of the script.
    """

    world: World
    settled: ClassVar[bool] = True

    def assigned(self, character: CharacterId, roles: Iterable[RoleId]) -> Formula:
        """Say that the script gives a character one of some roles."""
        return TRUE if self.world[self.role_variables[self.holder(character)].name] in roles else FALSE

    def has_plot(self, plot: PlotId) -> Formula:
        """Say that a plot is in the script."""
        return TRUE if self.world[self.plot_variables[plot].name] == YES else FALSE

    def culprit(self, day: int, character: CharacterId) -> Formula:
        """Say who the culprit of a day's incident is; not known for a day without a known incident."""
        if day not in self.culprit_variables:
            return super().culprit(day, character)
        return TRUE if self.world[self.culprit_variables[day].name] == self.holder(character) else FALSE

    def is_incident(self, day: int, incident: IncidentId) -> Formula:
        """Say what the incident of a day really is; not known for a day without a known incident."""
        if day not in self.incident_variables:
            return super().is_incident(day, incident)
        return TRUE if self.world[self.incident_variables[day].name] == incident else FALSE
