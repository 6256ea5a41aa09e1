"""The board: public state as immutable values, with None for what the notes do not tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import field
from msgspec.structs import replace

from deducer.ids import COUNTERS, GAUGE, CharacterId, CounterId, IncidentId, PlaceId
from deducer.record import Record

Known = bool | None


class Figure(Record, frozen=True):
    """A character card on the table.

    Attributes:
        id: the character.
        place: where it stands or lies; None if not known. Meaningless while it is not present.
        start: its start place in this loop; None if not known.
        present: whether it is on the board (late ones that have not entered, and ones that left, are not).
        alive: whether it is alive; None if not known.
        counters: counters on the card by kind, None for a number not known.
        guards: guard markers on the card; None if not known.
        trail: paranoia on the card since the loop's start, oldest first; None entries where not known.
        barred: places it may not enter now.
        maybe_barred: places of which that is not known.
        entered: whether it has ever been on the board in this game; a late character that is present and has
            not certainly entered may be on the board, its life being not known.
    """

    id: CharacterId
    place: PlaceId | None
    start: PlaceId | None
    present: bool = True
    alive: Known = True
    counters: Mapping[CounterId, int | None] = field(default_factory=lambda: dict.fromkeys(COUNTERS, 0))
    guards: int | None = 0
    trail: tuple[int | None, ...] = (0,)
    barred: frozenset[PlaceId] = frozenset()
    entered: bool = True
    maybe_barred: frozenset[PlaceId] = frozenset()
    extra: Known = False
    died: Known = False
    held: frozenset[int] = frozenset()
    maybe_held: frozenset[int] = frozenset()

    @property
    def total(self) -> int | None:
        """All counters on the card together; None if some number is not known."""
        total = 0
        for number in self.counters.values():
            if number is None:
                return None
            total += number
        return total


class OddGauge(Record, frozen=True):
    """What the gauge shows unless somebody made it rise otherwise whose incident may do so (R63, R72, R122).

    Attributes:
        usual: the lowest and the highest number.
        hands: (day, character) of those whose incident that would have been.
    """

    usual: tuple[int, int]
    hands: frozenset[tuple[int, CharacterId]]


class Board(Record, frozen=True):
    """The public state at one moment.

    Attributes:
        loop: 1-based number of the loop.
        day: 1-based day, 0 at the loop's start.
        figures: every character of the cast, known late ones, and stand-ins that have entered, by id.
        intrigue: intrigue on the location boards, None for a number not known.
        gauge: the extra gauge, None if not known.
        gauge_span: the lowest and the highest number the gauge can show, where only that is known of it.
        occurred: (day, incident) of the incidents that occurred in this loop.
        maybe_occurred: days whose incident may have occurred in this loop, not known from the notes.
        spent: once-per-loop cards spent in this loop as (side or player, card); players that were not noted
            stand as "?".
        maybe_spent: others of which that is not known, likewise.
        used: (character, ability id) of once-per-loop goodwill abilities used or refused in this loop.
        maybe_used: others of which that is not known, likewise.
        immune: whether the protagonists cannot die for the rest of this loop; None if not known.
        quiet: characters whose incidents do not occur for the rest of this loop.
        maybe_quiet: characters for which that is not known.
        masters: for characters that die in others' stead: in whose (public additions included).
        revealed: (character, role) as told by reveals in this loop, any step.
        revealed_before: (character, role) as told by reveals in earlier loops.
        reveals_complete: whether no earlier loop holds an unrecorded step that could have revealed roles.
        goodwill_at_loop_end: the goodwill on every card when the previous loop ended; empty in loop 1; None
            for a number not known.
        dead_at_loop_end: who lay dead when the previous loop ended; None for not known.
        died_last_loop: who died in the previous loop, revived or not; None for not known.
        rise: by how much the gauge has risen besides `gauge`, if it rises before an incident's effect: of the
            incident whose effect ended the loop (D20); 0 otherwise.
        gauge_at_loop_end: the extra gauge when the previous loop ended, None if not known.
        rise_at_loop_end: the `rise` of that board.
        gauge_span_at_loop_end: the `gauge_span` of that board.
        odd_gauge: what the gauge shows if it has risen as usual, where it may have risen otherwise.
        odd_gauge_at_loop_end: the `odd_gauge` of the board on which the previous loop ended.
        closed: places that nobody may enter or leave, with the last day on which that holds (R135).
        maybe_closed: places of which that is not known, likewise.
        unseen_reveals: whether a step of this loop that was not recorded may have revealed a role.
        carriers_barred: whether an incident has laid an Extra card in this loop, so that the protagonists lay
            no cards on any character that has one (R110).
    """

    loop: int
    day: int
    figures: Mapping[CharacterId, Figure]
    intrigue: Mapping[PlaceId, int | None]
    gauge: int | None = 0
    occurred: tuple[tuple[int, IncidentId], ...] = ()
    maybe_occurred: frozenset[int] = frozenset()
    spent: tuple[tuple[str, str], ...] = ()
    used: frozenset[tuple[CharacterId, str]] = frozenset()
    immune: Known = False
    quiet: frozenset[CharacterId] = frozenset()
    maybe_quiet: frozenset[CharacterId] = frozenset()
    masters: Mapping[CharacterId, frozenset[CharacterId]] = field(default_factory=dict)
    revealed: frozenset[tuple[CharacterId, str]] = frozenset()
    revealed_before: frozenset[tuple[CharacterId, str]] = frozenset()
    reveals_complete: bool = True
    goodwill_at_loop_end: Mapping[CharacterId, int | None] = field(default_factory=dict)
    dead_at_loop_end: Mapping[CharacterId, Known] = field(default_factory=dict)
    maybe_spent: frozenset[tuple[str, str]] = frozenset()
    maybe_used: frozenset[tuple[CharacterId, str]] = frozenset()
    died_last_loop: Mapping[CharacterId, Known] = field(default_factory=dict)
    rise: int = 0
    gauge_at_loop_end: int | None = None
    rise_at_loop_end: int = 0
    gauge_span: tuple[int, int] | None = None
    gauge_span_at_loop_end: tuple[int, int] | None = None
    odd_gauge: OddGauge | None = None
    odd_gauge_at_loop_end: OddGauge | None = None
    closed: Mapping[PlaceId, int] = field(default_factory=dict)
    maybe_closed: Mapping[PlaceId, int] = field(default_factory=dict)
    unseen_reveals: bool = False
    carriers_barred: Known = False

    def figure(self, character: CharacterId) -> Figure:
        """Return a character's card (KeyError if it is not on the table)."""
        return self.figures[character]

    def with_figure(self, figure: Figure) -> Board:
        """Return the board with one card replaced."""
        return replace(self, figures={**self.figures, figure.id: figure})

    def living(self) -> Iterator[Figure]:
        """Yield the characters that are present and not known to be dead, in the cast's order."""
        for figure in self.figures.values():
            if figure.present and figure.alive is not False:
                yield figure

    def count(self, target: str, counter: CounterId) -> int | None:
        """Return a counter on a character's card or a location board, or the gauge; None if not known."""
        if target == GAUGE:
            return self.gauge
        if target in self.figures:
            return self.figures[target].counters.get(counter, 0)
        return self.intrigue[target]
