"""The rule data as frozen objects, in the shape of the TOML files (camelCase there, snake_case here)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from deducer.ids import PARANOIA, PERSON, CharacterId, CounterId, IncidentId, PlaceId, PlotId, RoleId
from deducer.record import Record
from deducer.rules.vocabulary import (
    Action,
    CulpritDuty,
    Limit,
    Obligation,
    Refusal,
    Timing,
    Trait,
    Where,
    Who,
    Word,
)


class RuleRecord(Record, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """Base of all rule records: immutable, strict about fields."""


class Condition(RuleRecord, frozen=True):
    """A condition on the board; `word` says which of the other fields count.

    Attributes:
        word: what is asked.
        counter: the kind of counter.
        on: on whose card, or on which place.
        at_least: the smallest number that will do.
        at_most: the largest number that will do.
        number: a number whose meaning the word tells.
        places: the places meant.
        incident: the incident meant.
        roles: the roles meant.
        ruling: the switch meant.
        reading: the value of that switch.
    """

    word: Word
    counter: CounterId | None = None
    on: str = "self"
    at_least: int | None = None
    at_most: int | None = None
    number: int | None = None
    places: tuple[PlaceId, ...] = ()
    incident: IncidentId | None = None
    roles: tuple[RoleId, ...] = ()
    ruling: str = ""
    reading: str = ""


class Target(RuleRecord, frozen=True):
    """On whom or what an effect acts.

    Attributes:
        who: the kind of target.
        where: where it is.
        place: the place meant by `where = "named"`.
        other: whether the user itself is excluded.
        tags: the target has one of these tags; empty for no demand.
        role: the role a holder has.
        corpse: whether corpses rather than living characters are meant.
        dead_or_alive: whether both are meant.
        at_limit: whether the target's paranoia must be at or above its limit.
        distinct: whether it differs from the target of the effect before.
        same: whether it is the target of the effect before.
    """

    who: Who = Who.NOBODY
    where: Where = Where.ANYWHERE
    place: PlaceId | None = None
    other: bool = False
    tags: tuple[str, ...] = ()
    role: RoleId | None = None
    corpse: bool = False
    dead_or_alive: bool = False
    at_limit: bool = False
    distinct: bool = False
    same: bool = False


class Effect(RuleRecord, frozen=True):
    """One change an ability makes; `action` says which of the other fields count.

    Attributes:
        action: what is done.
        target: on whom or what.
        origin: for `moveCounter`, from whose card; None for the user's own.
        counters: the kinds of counter; one is chosen (for `convert`: from the first to the second).
        amounts: how many counters, negative for fewer; one is chosen.
        up_to: whether fewer than a negative amount may be taken though more are there.
        to: where the target moves, `any` or `adjacent`; None where the player chooses no place.
        role: the role meant.
        of: the character meant when it is not the target.
        forbids: the kinds of Forbid card.
        occurred_only: whether the incident must have occurred in this loop.
        conditions: when the effect applies; `on = "target"` looks at the target.
        place: the place entered.
        incidents: the incidents meant.
        stops: the kind of card that is stopped too.
        days: for how many days, this one included.
        holds: whether a character that has moved cannot be moved on the next day.
    """

    action: Action
    target: Target = Target()
    origin: Target | None = None
    counters: tuple[CounterId, ...] = ()
    amounts: tuple[int, ...] = ()
    up_to: bool = False
    to: str | None = None
    role: RoleId | None = None
    of: CharacterId | None = None
    forbids: tuple[str, ...] = ()
    occurred_only: bool = False
    conditions: tuple[Condition, ...] = ()
    place: PlaceId | None = None
    incidents: tuple[IncidentId, ...] = ()
    stops: str | None = None
    days: int = 0
    holds: bool = False


class Ability(RuleRecord, frozen=True):
    """Something that can or must happen.

    Attributes:
        id: unique among the abilities of its owner.
        timing: when it acts.
        obligation: whether it may or must be used.
        effects: what it does; several effects form one bundle.
        conditions: when it applies; all must hold.
        holder: for an ability of a plot, the role whose holders use it, `any` for everybody; None when the
            plot itself does.
        limit: how often one holder may use it.
        shared: whether the limit is shared by all holders.
        rank: goodwill needed (goodwill abilities only).
        refusable: whether Goodwill Refusal applies (goodwill abilities only).
        mastermind: whether the Mastermind may use this goodwill ability in his own step when the user's
            role has Goodwill Refusal.
        lingers: for a state started by a counter: it outlasts its condition while the counter is at or above
            this number, under the reading `keeps` of `ruling` (D3).
        ruling: the switch that decides an open point of the ability, empty for none.
        source: the ruling, table or page it comes from.
    """

    id: str
    timing: Timing
    obligation: Obligation
    effects: tuple[Effect, ...]
    conditions: tuple[Condition, ...] = ()
    holder: RoleId | None = None
    limit: Limit = Limit.STEP
    shared: bool = False
    rank: int | None = None
    refusable: bool = True
    mastermind: bool = False
    lingers: int | None = None
    ruling: str = ""
    source: str = ""


class Adds(RuleRecord, frozen=True):
    """How many holders of a role a plot adds; a range for an optional role."""

    role: RoleId
    low: int = 1
    high: int = 1


class PlotDemand(RuleRecord, frozen=True):
    """A demand of a plot on who holds a role: holders have one of the tags."""

    role: RoleId
    tags: tuple[str, ...]
    source: str = ""


class Plot(RuleRecord, frozen=True):
    """A main plot or subplot; `needs_incident` is an incident that a script with it contains."""

    id: PlotId
    adds: tuple[Adds, ...] = ()
    abilities: tuple[Ability, ...] = ()
    demands: tuple[PlotDemand, ...] = ()
    needs_incident: IncidentId | None = None
    source: str = ""


class Role(RuleRecord, frozen=True):
    """A role of a set. `cap` is the most holders the plots' sum may give."""

    id: RoleId
    refusal: Refusal = Refusal.NONE
    cap: int | None = None
    culprit_duty: CulpritDuty = CulpritDuty.NONE
    abilities: tuple[Ability, ...] = ()
    source: str = ""


class Incident(RuleRecord, frozen=True):
    """An incident: when it occurs, and what happens then.

    Attributes:
        id: the incident.
        effects: what it does, in order.
        one_of: the incidents of which it does what one does, instead of effects of its own.
        trigger_counters: the counters on the culprit's card that are held against its limit.
        limit_shift: how much higher than printed the culprit's limit counts.
        raises: by how much the extra gauge rises.
        repeats: whether one character may be the culprit of several of it (R58).
        disguised: whether the open sheet may show any other name for it (R111).
        source: the ruling or table it comes from.
    """

    id: IncidentId
    effects: tuple[Effect, ...] = ()
    one_of: tuple[IncidentId, ...] = ()
    trigger_counters: tuple[CounterId, ...] = (PARANOIA,)
    limit_shift: int = 0
    raises: int = 0
    repeats: bool = False
    disguised: bool = False
    source: str = ""


class CharacterTrait(RuleRecord, frozen=True):
    """A trait of a character with what it needs."""

    trait: Trait
    of: CharacterId | None = None
    masters: tuple[CharacterId, ...] = ()
    source: str = ""


class Character(RuleRecord, frozen=True):
    """A character card."""

    id: CharacterId
    limit: int
    starts: tuple[PlaceId, ...]
    tags: tuple[str, ...]
    forbidden: tuple[PlaceId, ...] = ()
    abilities: tuple[Ability, ...] = ()
    traits: tuple[CharacterTrait, ...] = ()
    source: str = ""

    def trait(self, trait: Trait) -> CharacterTrait | None:
        """Return the character's trait of a kind, or None."""
        return next((held for held in self.traits if held.trait is trait), None)

    def has(self, trait: Trait) -> bool:
        """Tell whether the character has a trait."""
        return self.trait(trait) is not None


class CardKind(RuleRecord, frozen=True):
    """A kind of action card in a side's hand.

    Attributes:
        id: the notation's word, such as "goodwill+2" or "forbid intrigue".
        copies: how many each player of the side holds.
        once_per_loop: whether it is spent for the loop once played.
    """

    id: str
    copies: int = 1
    once_per_loop: bool = False


class Hands(RuleRecord, frozen=True):
    """The action cards of both sides."""

    mastermind: tuple[CardKind, ...]
    protagonist: tuple[CardKind, ...]
    source: str = ""


class RulingSwitch(RuleRecord, frozen=True):
    """An open question with its readings; the first value is the default."""

    name: str
    values: tuple[str, ...]
    about: str


class TragedySet(RuleRecord, frozen=True):
    """A Tragedy Set."""

    id: str
    main_plots: tuple[Plot, ...]
    sub_plots: tuple[Plot, ...]
    roles: tuple[Role, ...]
    incidents: tuple[Incident, ...]
    number_of_sub_plots: int = 2
    final_guess: bool = True
    extra_gauge: bool = False
    source: str = ""

    @property
    def plots(self) -> tuple[Plot, ...]:
        """All plots, main plots first."""
        return self.main_plots + self.sub_plots

    def plot(self, plot: PlotId) -> Plot:
        """Return a plot by id (KeyError if the set has none)."""
        return _by_id(self.plots, plot)

    def role(self, role: RoleId) -> Role:
        """Return a role by id (KeyError if the set has none)."""
        return _by_id(self.roles, role)

    def incident(self, incident: IncidentId) -> Incident:
        """Return an incident by id (KeyError if the set has none)."""
        return _by_id(self.incidents, incident)

    @property
    def refusing(self) -> frozenset[RoleId]:
        """Roles with any Goodwill Refusal (R38)."""
        return frozenset(role.id for role in self.roles if role.refusal is not Refusal.NONE)

    @property
    def always_refusing(self) -> frozenset[RoleId]:
        """Roles with mandatory Goodwill Refusal (R39)."""
        return frozenset(role.id for role in self.roles if role.refusal is Refusal.MANDATORY)

    @property
    def plot_roles(self) -> tuple[RoleId, ...]:
        """Every role but Person, in the set's order."""
        return tuple(role.id for role in self.roles if role.id != PERSON)


class NameTable(RuleRecord, frozen=True):
    """The names of one language, by id; an id without a name in the language is left out."""

    characters: Mapping[CharacterId, str] = {}
    roles: Mapping[RoleId, str] = {}
    plots: Mapping[PlotId, str] = {}
    incidents: Mapping[IncidentId, str] = {}
    places: Mapping[PlaceId, str] = {}
    counters: Mapping[CounterId, str] = {}
    sets: Mapping[str, str] = {}
    terms: Mapping[str, str] = {}


class AliasTable(RuleRecord, frozen=True):
    """Further spellings by id, of any language."""

    characters: Mapping[CharacterId, tuple[str, ...]] = {}
    roles: Mapping[RoleId, tuple[str, ...]] = {}
    plots: Mapping[PlotId, tuple[str, ...]] = {}
    incidents: Mapping[IncidentId, tuple[str, ...]] = {}
    places: Mapping[PlaceId, tuple[str, ...]] = {}
    counters: Mapping[CounterId, tuple[str, ...]] = {}
    sets: Mapping[str, tuple[str, ...]] = {}
    terms: Mapping[str, tuple[str, ...]] = {}


class Rules(RuleRecord, frozen=True, eq=False):
    """All rule data: the sets and what they share. Compared and hashed by identity.

    Attributes:
        sets: by id.
        characters: by id, in the order of the data.
        hands: the action cards.
        rulings: the switches for open questions, by name.
        names: the name tables by language tag ("en", "ja", "zh-TW").
        aliases: further spellings.
    """

    sets: Mapping[str, TragedySet]
    characters: Mapping[CharacterId, Character]
    hands: Hands
    rulings: Mapping[str, RulingSwitch]
    names: Mapping[str, NameTable] = {}
    aliases: AliasTable = AliasTable()


_Named = TypeVar("_Named", Plot, Role, Incident)


def _by_id(records: tuple[_Named, ...], wanted: str) -> _Named:
    for record in records:
        if record.id == wanted:
            return record
    raise KeyError(wanted)
