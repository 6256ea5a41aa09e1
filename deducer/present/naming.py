"""Names as sentences need them: who somebody is, whose ability something was, what it does."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from msgspec import field

from deducer.ids import ABSENT, GAUGE, PERSON, PLACES
from deducer.present import ability, phrase
from deducer.provenance import Act
from deducer.record import Record
from deducer.rules.model import Ability, Character, TragedySet
from deducer.rules.names import Kind as Name
from deducer.rules.names import Names


class Namer(Record, frozen=True):
    """Names people, places, roles and abilities.

    Attributes:
        names: the names of the set.
        tragedy_set: the set, for what its rules say.
        characters: the cards, for what their abilities do.
    """

    names: Names
    tragedy_set: TragedySet
    characters: Mapping[str, Character] = field(default_factory=dict)

    def who(self, name_id: str) -> str:
        """Return the name of a character or place, with the article a sentence needs."""
        if name_id == GAUGE:
            return "the gauge"
        if name_id in PLACES:
            return f"the {self.names.display(Name.PLACE, name_id)}"
        return f"the {phrase.character(self.names, name_id)}"

    @property
    def roles(self) -> frozenset[str]:
        """The ids of the roles of the set."""
        return frozenset(role.id for role in self.tragedy_set.roles)

    def role(self, role_id: str) -> str:
        """Return the name of a role."""
        return phrase.role(self.names, role_id)

    def a_role(self, role_id: str) -> str:
        """Return the name of a role with its article: "the" where a script has one at most."""
        name = self.role(role_id)
        if role_id == ABSENT:
            return name
        if role_id != PERSON and self._most(role_id) == 1:
            return f"the {name}"
        return f"{'an' if name[:1] in 'AEIOU' else 'a'} {name}"

    def _most(self, role_id: str) -> int:
        """Return how many characters of a script can have a role."""
        mains, subs = (
            sorted(sum(adds.high for adds in plot.adds if adds.role == role_id) for plot in plots)
            for plots in (self.tragedy_set.main_plots, self.tragedy_set.sub_plots)
        )
        cap = next((role.cap for role in self.tragedy_set.roles if role.id == role_id), None)
        most = sum(mains[-1:]) + sum(subs[-self.tragedy_set.number_of_sub_plots :])
        return most if cap is None else min(cap, most)

    def user(self, act: Act) -> str:
        """Return who used an ability, such as "the Brain (Doctor)"."""
        name = self.owner_named(act)
        return (
            name
            if act.actor in (None, act.owner)
            else f"{name} ({phrase.character(self.names, act.actor or '')})"
        )

    def owner_named(self, act: Act) -> str:
        """Return whose ability an act is, with the article a sentence needs."""
        if act.owner in self.names.ids[Name.ROLE]:
            return self.a_role(act.owner)
        name = self.owner(act)
        return f"the {name}" if act.owner in self.names.ids[Name.CHARACTER] else name

    def owner(self, act: Act) -> str:
        """Return whose ability an act is: a role, a plot, a character or an incident, by name."""
        for kind in (Name.ROLE, Name.PLOT, Name.INCIDENT, Name.CHARACTER):
            if act.owner in self.names.ids[kind]:
                return self.names.display(kind, act.owner)
        return act.owner

    def ability_of(self, act: Act) -> Ability | None:
        """Return the ability of an act; None for what has no rules of its own."""
        owned = {owner.id: owner.abilities for owner in self.tragedy_set.roles}
        owned |= {owner.id: owner.abilities for owner in self.tragedy_set.plots}
        owned |= {owner.id: owner.abilities for owner in self.characters.values()}
        return next((one for one in owned.get(act.owner, ()) if one.id == act.ability), None)

    def condition(self, act: Act) -> str:
        """Return when an ability acts, such as " if the Shrine has at least 2 intrigue"; empty for always."""
        found = self.ability_of(act)
        conditions = (
            () if found is None else (*found.conditions, *chain(*(e.conditions for e in found.effects)))
        )
        return f" if {ability.conditions(self.names, conditions)}" if conditions else ""

    def duty(self, act: Act | None) -> str:
        """Return what an ability does, in a clause."""
        found = None if act is None else self.ability_of(act)
        if found is None:
            return "it acts"
        told = "; ".join(ability.effect(self.names, one) for one in found.effects)
        applies = ability.conditions(self.names, found.conditions)
        return f"{told}, if {applies}" if applies else told
