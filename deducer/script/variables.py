"""The variables of the hidden script, and the formulas that speak of single ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar, TypeVar

from deducer.board.game import Game
from deducer.ids import ABSENT, PERSON, CharacterId, IncidentId, PlotId, RoleId
from deducer.log.setup import Setup
from deducer.logic.build import member
from deducer.logic.terms import FALSE, TRUE, UNKNOWN, Formula, Variable
from deducer.record import Record
from deducer.rules.model import Ability, Character, Effect, Plot, Rules, TragedySet
from deducer.rules.vocabulary import Action, Timing, Trait

YES = "yes"
NO = "no"
EITHER = "either"
_Value = TypeVar("_Value")


class Script(Record, frozen=True, dict=True):
    """The variables of one game's hidden script.

    Attributes:
        rules: all rule data.
        setup: the public set-up.
    """

    rules: Rules
    setup: Setup
    settled: ClassVar[bool] = False
    """Whether the values are known, so that guards are constants."""

    @cached_property
    def game(self) -> Game:
        """The public facts, as the board reads them."""
        return Game(self.rules, self.setup)

    @cached_property
    def tragedy_set(self) -> TragedySet:
        """The set played."""
        return self.game.tragedy_set

    @cached_property
    def hidden(self) -> tuple[CharacterId, ...]:
        """Late characters that may be in the script unseen (R10)."""
        if not self.setup.late_unknown:
            return ()
        known = {*self.setup.cast, *self.setup.late}
        return tuple(
            character.id
            for character in self.rules.characters.values()
            if character.id not in known and (character.has(Trait.LATE_LOOP) or character.has(Trait.LATE_DAY))
        )

    @cached_property
    def characters(self) -> tuple[CharacterId, ...]:
        """Everybody who has a role: the cast, announced late characters, possible hidden ones."""
        return (*self.setup.cast, *self.setup.late, *self.hidden)

    def card(self, character: CharacterId) -> Character:
        """Return a character's card data."""
        return self.game.card(character)

    def tags(self, character: CharacterId) -> frozenset[str]:
        """Return a character's tags, those given by public special rules included."""
        return self.game.tags(character)

    def holder(self, character: CharacterId) -> CharacterId:
        """Return whose role and incidents a character has: itself, or the one it stands in for."""
        shared = self.card(character).trait(Trait.SHARES_ROLE)
        return shared.of if shared is not None and shared.of is not None else character

    @cached_property
    def role_variables(self) -> Mapping[CharacterId, Variable]:
        """The assigned role of every character."""
        return {c: Variable(f"role.{c}", self._role_domain(c)) for c in self.characters}

    def _role_domain(self, character: CharacterId) -> tuple[RoleId, ...]:
        card = self.card(character)
        excluded: set[RoleId] = set()
        if card.has(Trait.NEVER_PERSON) or card.has(Trait.UNUSED_ROLE):
            excluded.add(PERSON)
        if card.has(Trait.COPIES_ROLE) and self.reading("copycatPerson") == "forbidden":
            excluded.add(PERSON)
        if card.has(Trait.NO_REFUSAL):
            excluded.update(self.tragedy_set.refusing)
        roles = tuple(role.id for role in self.tragedy_set.roles if role.id not in excluded)
        return (*roles, ABSENT) if character in self.hidden else roles

    @cached_property
    def plot_variables(self) -> Mapping[PlotId, Variable]:
        """Whether a plot is in the script, for every plot of the set."""
        return {plot.id: Variable(f"plot.{plot.id}", (NO, YES)) for plot in self.tragedy_set.plots}

    @cached_property
    def culprit_variables(self) -> Mapping[int, Variable]:
        """The culprit of the incident of every incident day."""
        days = sorted(self.setup.incidents)
        return {day: Variable(f"culprit.{day}", self.characters) for day in days}

    @cached_property
    def incident_variables(self) -> Mapping[int, Variable]:
        """The true type of the incident of every day on which it is open (R111)."""
        types = {day: self.incident_types(day) for day in self.culprit_variables}
        return {day: Variable(f"incident.{day}", found) for day, found in types.items() if len(found) > 1}

    @cached_property
    def typed_days(self) -> tuple[int, ...]:
        """The incident days, in a set where an incident may stand under another name; none in others."""
        disguises = any(incident.disguised for incident in self.tragedy_set.incidents)
        return tuple(self.culprit_variables) if disguises else ()

    def incident_types(self, day: int) -> tuple[IncidentId, ...]:
        """Return what the incident of a day can really be: as announced, then what stands under other names.

        Args:
            day: a day of the loop.

        Returns:
            The possible true types; none for a day without a known incident.
        """
        if day not in self.setup.incidents:
            return ()
        announced = self.setup.incidents[day]
        shown = () if announced is None else (announced,)
        disguised = tuple(one.id for one in self.tragedy_set.incidents if one.disguised)
        # Under a name of its own an incident is itself.
        return shown if announced in disguised else (*shown, *disguised)

    def is_incident(self, day: int, incident: IncidentId) -> Formula:
        """Say what the incident of a day really is; not known for a day without a known incident."""
        types = self.incident_types(day)
        if not types:
            return UNKNOWN
        if day in self.incident_variables and incident in types:
            return member(self.incident_variables[day], (incident,))
        return TRUE if types == (incident,) else FALSE

    @cached_property
    def ruling_variables(self) -> Mapping[str, Variable]:
        """Auxiliary variables for the switches left open."""
        return {
            switch.name: Variable(f"ruling.{switch.name}", readings, auxiliary=True)
            for switch in self.rules.rulings.values()
            if self.reading(switch.name) == EITHER
            for readings in [tuple(value for value in switch.values if value != EITHER)]
        }

    def reading(self, name: str) -> str:
        """Return the chosen value of a ruling switch, its default if none was chosen."""
        return self.game.reading(name)

    def ruled(self, name: str, value: str) -> Formula:
        """Say that a ruling switch has a value; open switches are auxiliary variables."""
        chosen = self.reading(name)
        if chosen == EITHER:
            return member(self.ruling_variables[name], (value,))
        return TRUE if chosen == value else FALSE

    def assigned(self, character: CharacterId, roles: Iterable[RoleId]) -> Formula:
        """Say that the script gives a character one of some roles."""
        key = (character, tuple(roles))
        if key not in self._literals:
            self._literals[key] = member(self.role_variables[self.holder(character)], key[1])
        return self._literals[key]

    def remembered(self, seen: object, what: str, work_out: Callable[[], _Value]) -> _Value:
        """Return what was worked out for a board, step or loop before, under that name; else work it out."""
        key = (id(seen), what)
        # What is kept keeps its identity to itself.
        held = self._memory.get(key)
        if held is None:
            held = self._memory[key] = (seen, work_out())
        value: _Value = held[1]
        return value

    @cached_property
    def _memory(self) -> dict[tuple[int, str], tuple[object, Any]]:
        """What was worked out so far, by the identity of what it was worked out for and what was asked."""
        return {}

    @cached_property
    def _literals(self) -> dict[tuple[CharacterId, tuple[RoleId, ...]], Formula]:
        """Literals of roles made so far; they are asked for many thousand times a log."""
        return {}

    @cached_property
    def immortal(self) -> tuple[RoleId, ...]:
        """The roles whose holder cannot die (R82)."""
        return self._roles_with(Action.IMMORTAL)

    def _roles_with(self, action: Action) -> tuple[RoleId, ...]:
        return tuple(
            role.id
            for role in self.tragedy_set.roles
            if any(e.action is action for ability in role.abilities for e in ability.effects)
        )

    @cached_property
    def gains(self) -> Mapping[RoleId, tuple[tuple[RoleId, Ability], ...]]:
        """The roles that can gain the abilities of a role, with the ability that says when (R29, R81)."""
        found: dict[RoleId, tuple[tuple[RoleId, Ability], ...]] = {}
        for owner in self.tragedy_set.roles:
            for ability in owner.abilities:
                gained = (e.role for e in ability.effects if e.action is Action.GAINS_ABILITIES_OF)
                for role in dict.fromkeys(role for role in gained if role is not None):
                    found[role] = (*found.get(role, ()), (owner.id, ability))
        return found

    @cached_property
    def liars(self) -> tuple[RoleId, ...]:
        """The roles that may be told as another one (R105)."""
        return self._roles_with(Action.LIE)

    @cached_property
    def role_changes(self) -> tuple[tuple[Plot, Ability, Effect], ...]:
        """The plots' abilities that change roles in play (R100)."""
        return tuple(
            (plot, ability, effect)
            for plot in self.tragedy_set.plots
            for ability in plot.abilities
            if ability.timing is Timing.ALWAYS
            for effect in ability.effects
            if effect.action is Action.COUNTS_AS
        )

    def has_plot(self, plot: PlotId) -> Formula:
        """Say that a plot is in the script."""
        return member(self.plot_variables[plot], (YES,))

    def culprit(self, day: int, character: CharacterId) -> Formula:
        """Say who the culprit of a day's incident is; not known for a day without a known incident."""
        if day not in self.culprit_variables:
            return UNKNOWN
        return member(self.culprit_variables[day], (self.holder(character),))

    def variables(self) -> Iterator[Variable]:
        """Yield all variables: plots, roles, culprits, true types of incidents, then the auxiliary ones."""
        yield from self.plot_variables.values()
        yield from self.role_variables.values()
        yield from self.culprit_variables.values()
        yield from self.incident_variables.values()
        yield from self.ruling_variables.values()
