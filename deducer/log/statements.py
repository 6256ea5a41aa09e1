"""Statements and changes: the play log as immutable values.

Every statement knows where it stands (`at`). Characters, places, roles, plots, incidents and cards are ids;
a target is the id of a character or of a place (the two never coincide).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from deducer.ids import CharacterId, CounterId, IncidentId, PlaceId, PlotId, RoleId


@dataclass(frozen=True, slots=True, order=True)
class At:
    """Where a statement stands: its 1-based line, its text as written, and whether "?" marked it unsure."""

    line: int
    text: str = ""
    unsure: bool = False


# ---------------------------------------------------------------- changes


@dataclass(frozen=True, slots=True)
class AddCounter:
    """`+N COUNTER TARGET`, `-N COUNTER TARGET`, `+N gauge` (counter "gauge", target None)."""

    amount: int
    counter: CounterId
    target: str | None


@dataclass(frozen=True, slots=True)
class Moves:
    """`X moves to L`."""

    character: CharacterId
    place: PlaceId


@dataclass(frozen=True, slots=True)
class StandsAt:
    """`X at L`: the set-up place of a loop."""

    character: CharacterId
    place: PlaceId


@dataclass(frozen=True, slots=True)
class Dies:
    """`X dies`."""

    character: CharacterId


@dataclass(frozen=True, slots=True)
class Revives:
    """`X revives`."""

    character: CharacterId


@dataclass(frozen=True, slots=True)
class Leaves:
    """`X leaves`."""

    character: CharacterId


@dataclass(frozen=True, slots=True)
class Enters:
    """`X enters at L`."""

    character: CharacterId
    place: PlaceId


@dataclass(frozen=True, slots=True)
class ExtraCard:
    """`extra card X`."""

    character: CharacterId


@dataclass(frozen=True, slots=True)
class Guard:
    """`guard X`, or `guard X lost`."""

    character: CharacterId
    lost: bool = False


@dataclass(frozen=True, slots=True)
class Reveals:
    """`reveal X ROLE`, or `role ROLE` for the user of the goodwill ability itself (character None)."""

    character: CharacterId | None
    role: RoleId


@dataclass(frozen=True, slots=True)
class CulpritIs:
    """`culprit of day D is X`."""

    day: int
    character: CharacterId


@dataclass(frozen=True, slots=True)
class Declared:
    """`declared P, told Q`, or `declared P, told nothing` (told None)."""

    declared: PlotId
    told: PlotId | None


@dataclass(frozen=True, slots=True)
class CulpritAt:
    """`culprit is at L`."""

    place: PlaceId


@dataclass(frozen=True, slots=True)
class SameRole:
    """`same role: X, Y`, or `same role: none` (empty)."""

    characters: tuple[CharacterId, ...]


@dataclass(frozen=True, slots=True)
class TakesBack:
    """`takes back CARD`."""

    card: str


@dataclass(frozen=True, slots=True)
class ProtagonistsDie:
    """`protagonists die`."""


@dataclass(frozen=True, slots=True)
class Lost:
    """`lost` inside a step: the loop ends there as a loss."""


@dataclass(frozen=True, slots=True)
class LoopEnds:
    """`loop ends`: the loop ends there, no loss announced."""


Change = (
    AddCounter
    | Moves
    | StandsAt
    | Dies
    | Revives
    | Leaves
    | Enters
    | ExtraCard
    | Guard
    | Reveals
    | CulpritIs
    | Declared
    | CulpritAt
    | SameRole
    | TakesBack
    | ProtagonistsDie
    | Lost
    | LoopEnds
)

# ---------------------------------------------------------------- header statements


@dataclass(frozen=True, slots=True)
class SetLine:
    """`set NAME`."""

    at: At
    tragedy_set: str


@dataclass(frozen=True, slots=True)
class LoopsLine:
    """`loops N`."""

    at: At
    loops: int


@dataclass(frozen=True, slots=True)
class DaysLine:
    """`days N`."""

    at: At
    days: int


@dataclass(frozen=True, slots=True)
class CastLine:
    """`cast X, Y, ...`."""

    at: At
    characters: tuple[CharacterId, ...]


@dataclass(frozen=True, slots=True)
class LateLine:
    """`late none` (characters empty), `late unknown` (unknown True), `late X` (announced)."""

    at: At
    characters: tuple[CharacterId, ...]
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class ScheduleLine:
    """`incident DAY NAME`. `incident` is None for a name the set does not have (its text in `name`)."""

    at: At
    day: int
    incident: IncidentId | None
    name: str


@dataclass(frozen=True, slots=True)
class TurfLine:
    """`turf X: L`."""

    at: At
    character: CharacterId
    place: PlaceId


class SpecialKind(StrEnum):
    """Public special rules that change the model."""

    WITHOUT_CARD = "withoutCard"  # `special no CARD [mastermind | protagonists]`
    COUNTS_AS = "countsAs"  # `special X counts as TAG`
    MORE_LOOPS = "moreLoops"  # `special loops +1 | -1`
    MORE_DAYS = "moreDays"  # `special days +1 | -1`
    REPEAT_CULPRITS = "repeatCulprits"  # `special culprits may repeat`
    TEXT = "text"  # anything else: not modelled


@dataclass(frozen=True, slots=True)
class SpecialLine:
    """`special ...`.

    Attributes:
        at: where it stands.
        kind: what it changes; TEXT for a rule that is not modelled.
        text: the rule as written.
        card: the card a side plays without, or None.
        side: "mastermind", "protagonists", or None for both.
        character: the character that counts as something else, or None.
        tag: what it counts as, or None.
        amount: how many loops or days more (negative for fewer), 0 otherwise.
    """

    at: At
    kind: SpecialKind
    text: str
    card: str | None = None
    side: str | None = None
    character: CharacterId | None = None
    tag: str | None = None
    amount: int = 0


@dataclass(frozen=True, slots=True)
class RulingLine:
    """`ruling NAME = VALUE`."""

    at: At
    name: str
    value: str


# ---------------------------------------------------------------- play statements


@dataclass(frozen=True, slots=True)
class LoopLine:
    """`loop N`."""

    at: At
    loop: int


@dataclass(frozen=True, slots=True)
class DayLine:
    """`day N`."""

    at: At
    day: int


@dataclass(frozen=True, slots=True)
class StartLine:
    """`start: ...`; no changes for `nothing`."""

    at: At
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class DawnLine:
    """`dawn: ...`."""

    at: At
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """One played card.

    Attributes:
        card: the notation's word ("goodwill+2", "move vertical", "forbid intrigue"); None if unknown.
        target: id of a character or place; None if unknown.
        player: "A", "B", "C", or None.
    """

    card: str | None
    target: str | None
    player: str | None = None


class Side(StrEnum):
    """Who played the cards of a line."""

    MASTERMIND = "mastermind"
    PROTAGONISTS = "protagonists"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class CardsLine:
    """`mm: ...`, `p: ...` or `cards: ...` (side unknown); no cards for `nothing`."""

    at: At
    side: Side
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class IgnoredLine:
    """`ignored: forbid intrigue on City, ...`: forbids that did not do their work."""

    at: At
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class StoppedLine:
    """`stopped: move on Alien, ...`: cards that had no effect without a visible reason.

    A card here may be a kind without its rest ("move", "paranoia", "goodwill", "intrigue").
    """

    at: At
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class AbilityLine:
    """`ability: ...`; no changes for `nothing`."""

    at: At
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class GoodwillLine:
    """`goodwill: CHARACTER [RANK] [as CHARACTER RANK] [on TARGET, ...] [incident DAY]: refused | CHANGES`.

    Attributes:
        at: where it stands.
        user: who was asked; None for `goodwill: nothing`.
        rank: the goodwill rank of the ability, None if not written.
        borrowed: the character whose ability is used ("as"), or None.
        borrowed_rank: the rank of that ability, or None.
        targets: ids of characters or places.
        incident_day: the day of the incident meant, or None.
        refused: whether it was refused.
        changes: what happened; empty for `nothing` and for refusals.
    """

    at: At
    user: CharacterId | None
    rank: int | None = None
    borrowed: CharacterId | None = None
    borrowed_rank: int | None = None
    targets: tuple[str, ...] = ()
    incident_day: int | None = None
    refused: bool = False
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class IncidentLine:
    """`incident: occurred: CHANGES | occurred as NAME: CHANGES | did not occur`."""

    at: At
    occurred: bool
    true_incident: IncidentId | None = None
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class NightLine:
    """`night: ...`; no changes for `nothing`."""

    at: At
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class EndLine:
    """`end: lost | won`, with the reveals made there."""

    at: At
    won: bool
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardEntry:
    """One entry of a `board:` line; what is None or empty was not named.

    Attributes:
        target: id of a character or place.
        place: where the character stands.
        counters: counters by kind ("p2 g1 i0"; "i2" for a place).
        dead: whether the entry says `dead`.
        guards: guard markers named, or None.
    """

    target: str
    place: PlaceId | None = None
    counters: tuple[tuple[CounterId, int], ...] = ()
    dead: bool = False
    guards: int | None = None


@dataclass(frozen=True, slots=True)
class BoardLine:
    """`board: ENTRY; ...`, or `board all: ...` where everything not named is zero."""

    at: At
    entries: tuple[BoardEntry, ...]
    everything: bool = False


@dataclass(frozen=True, slots=True)
class RoleFact:
    """`X is R`, `X is not R` (the role assigned in the script)."""

    character: CharacterId
    role: RoleId
    positive: bool = True


@dataclass(frozen=True, slots=True)
class CulpritFact:
    """`culprit of day D is X`, `culprit of day D is not X`."""

    day: int
    character: CharacterId
    positive: bool = True


@dataclass(frozen=True, slots=True)
class PlotFact:
    """`plot P`, `not plot P`."""

    plot: PlotId
    positive: bool = True


@dataclass(frozen=True, slots=True)
class IncidentFact:
    """`incident D is I`, `incident D is not I` (what it truly is, whatever was announced)."""

    day: int
    incident: IncidentId
    positive: bool = True


Fact = RoleFact | CulpritFact | PlotFact | IncidentFact


@dataclass(frozen=True, slots=True)
class FactLine:
    """`fact: FACT; ...`."""

    at: At
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class GuessLine:
    """`guess: X ROLE right | wrong`."""

    at: At
    character: CharacterId
    role: RoleId
    right: bool


HeaderStatement = (
    SetLine | LoopsLine | DaysLine | CastLine | LateLine | ScheduleLine | TurfLine | SpecialLine | RulingLine
)
StepStatement = (
    StartLine
    | DawnLine
    | CardsLine
    | IgnoredLine
    | StoppedLine
    | AbilityLine
    | GoodwillLine
    | IncidentLine
    | NightLine
    | EndLine
)
PlayStatement = LoopLine | DayLine | StepStatement | BoardLine | FactLine | GuessLine
Statement = HeaderStatement | PlayStatement
