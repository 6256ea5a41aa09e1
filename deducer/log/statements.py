"""Statements and changes: the play log as immutable values.

Every statement knows where it stands (`at`). Characters, places, roles, plots, incidents and cards are ids;
a target is the id of a character or of a place (the two never coincide).
"""

from __future__ import annotations

from enum import StrEnum

from deducer.ids import CharacterId, CounterId, IncidentId, PlaceId, PlotId, RoleId
from deducer.record import Record


class At(Record, frozen=True, order=True):
    """Where a statement stands: its 1-based line, its text as written, and whether "?" marked it unsure."""

    line: int
    text: str = ""
    unsure: bool = False


# ---------------------------------------------------------------- changes


class AddCounter(Record, frozen=True):
    """`+N COUNTER TARGET`, `-N COUNTER TARGET`, `+N gauge` (counter "gauge", target None)."""

    amount: int
    counter: CounterId
    target: str | None


class Moves(Record, frozen=True):
    """`X moves to L`."""

    character: CharacterId
    place: PlaceId


class StandsAt(Record, frozen=True):
    """`X at L`: the set-up place of a loop."""

    character: CharacterId
    place: PlaceId


class Dies(Record, frozen=True):
    """`X dies`."""

    character: CharacterId


class Revives(Record, frozen=True):
    """`X revives`."""

    character: CharacterId


class Leaves(Record, frozen=True):
    """`X leaves`."""

    character: CharacterId


class Enters(Record, frozen=True):
    """`X enters at L`."""

    character: CharacterId
    place: PlaceId


class ExtraCard(Record, frozen=True):
    """`extra card X`."""

    character: CharacterId


class Guard(Record, frozen=True):
    """`guard X`, or `guard X lost`."""

    character: CharacterId
    lost: bool = False


class Reveals(Record, frozen=True):
    """`reveal X ROLE`, or `role ROLE` for the user of the goodwill ability itself (character None)."""

    character: CharacterId | None
    role: RoleId


class CulpritIs(Record, frozen=True):
    """`culprit of day D is X`."""

    day: int
    character: CharacterId


class Declared(Record, frozen=True):
    """`declared P, told Q`, or `declared P, told nothing` (told None)."""

    declared: PlotId
    told: PlotId | None


class CulpritAt(Record, frozen=True):
    """`culprit is at L`."""

    place: PlaceId


class SameRole(Record, frozen=True):
    """`same role: X, Y`, or `same role: none` (empty)."""

    characters: tuple[CharacterId, ...]


class TakesBack(Record, frozen=True):
    """`takes back CARD`."""

    card: str


class ProtagonistsDie(Record, frozen=True):
    """`protagonists die`."""


class Lost(Record, frozen=True):
    """`lost` inside a step: the loop ends there as a loss."""


class LoopEnds(Record, frozen=True):
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


class SetLine(Record, frozen=True):
    """`set NAME`."""

    at: At
    tragedy_set: str


class LoopsLine(Record, frozen=True):
    """`loops N`."""

    at: At
    loops: int


class DaysLine(Record, frozen=True):
    """`days N`."""

    at: At
    days: int


class CastLine(Record, frozen=True):
    """`cast X, Y, ...`."""

    at: At
    characters: tuple[CharacterId, ...]


class LateLine(Record, frozen=True):
    """`late none` (characters empty), `late unknown` (unknown True), `late X` (announced)."""

    at: At
    characters: tuple[CharacterId, ...]
    unknown: bool = False


class ScheduleLine(Record, frozen=True):
    """`incident DAY NAME`. `incident` is None for a name the set does not have (its text in `name`)."""

    at: At
    day: int
    incident: IncidentId | None
    name: str


class TurfLine(Record, frozen=True):
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


class SpecialLine(Record, frozen=True):
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


class RulingLine(Record, frozen=True):
    """`ruling NAME = VALUE`."""

    at: At
    name: str
    value: str


# ---------------------------------------------------------------- play statements


class LoopLine(Record, frozen=True):
    """`loop N`."""

    at: At
    loop: int


class DayLine(Record, frozen=True):
    """`day N`."""

    at: At
    day: int


class StartLine(Record, frozen=True):
    """`start: ...`; no changes for `nothing`."""

    at: At
    changes: tuple[Change, ...]


class DawnLine(Record, frozen=True):
    """`dawn: ...`."""

    at: At
    changes: tuple[Change, ...]


class Card(Record, frozen=True):
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


class CardsLine(Record, frozen=True):
    """`mm: ...`, `p: ...` or `cards: ...` (side unknown); no cards for `nothing`."""

    at: At
    side: Side
    cards: tuple[Card, ...]


class IgnoredLine(Record, frozen=True):
    """`ignored: forbid intrigue on City, ...`: forbids that did not do their work."""

    at: At
    cards: tuple[Card, ...]


class StoppedLine(Record, frozen=True):
    """`stopped: move on Alien, ...`: cards that had no effect without a visible reason.

    A card here may be a kind without its rest ("move", "paranoia", "goodwill", "intrigue").
    """

    at: At
    cards: tuple[Card, ...]


class AbilityLine(Record, frozen=True):
    """`ability: ...`; no changes for `nothing`."""

    at: At
    changes: tuple[Change, ...]


class GoodwillLine(Record, frozen=True):
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


class IncidentLine(Record, frozen=True):
    """`incident: occurred: CHANGES | occurred as NAME: CHANGES | did not occur`."""

    at: At
    occurred: bool
    true_incident: IncidentId | None = None
    changes: tuple[Change, ...] = ()


class NightLine(Record, frozen=True):
    """`night: ...`; no changes for `nothing`."""

    at: At
    changes: tuple[Change, ...]


class EndLine(Record, frozen=True):
    """`end: lost | won`, with the reveals made there."""

    at: At
    won: bool
    changes: tuple[Change, ...] = ()


class BoardEntry(Record, frozen=True):
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


class BoardLine(Record, frozen=True):
    """`board: ENTRY; ...`, or `board all: ...` where everything not named is zero."""

    at: At
    entries: tuple[BoardEntry, ...]
    everything: bool = False


class RoleFact(Record, frozen=True):
    """`X is R`, `X is not R` (the role assigned in the script)."""

    character: CharacterId
    role: RoleId
    positive: bool = True


class CulpritFact(Record, frozen=True):
    """`culprit of day D is X`, `culprit of day D is not X`."""

    day: int
    character: CharacterId
    positive: bool = True


class PlotFact(Record, frozen=True):
    """`plot P`, `not plot P`."""

    plot: PlotId
    positive: bool = True


class IncidentFact(Record, frozen=True):
    """`incident D is I`, `incident D is not I` (what it truly is, whatever was announced)."""

    day: int
    incident: IncidentId
    positive: bool = True


PlainFact = RoleFact | CulpritFact | PlotFact | IncidentFact


class OneOf(Record, frozen=True):
    """`X is R or R`, `R is among X, Y`, `plot P or P`, `FACT or FACT`: one holds at least; denied, none."""

    facts: tuple[PlainFact, ...]
    positive: bool = True


Fact = PlainFact | OneOf


class FactLine(Record, frozen=True):
    """`fact: FACT; ...`."""

    at: At
    facts: tuple[Fact, ...]


class GuessLine(Record, frozen=True):
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
