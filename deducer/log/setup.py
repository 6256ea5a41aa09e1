"""The setup: what the header lines of a log say together."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import field

from deducer.errors import Mistake
from deducer.ids import CharacterId, IncidentId, PlaceId
from deducer.log.statements import PlayStatement, SpecialLine, Statement
from deducer.record import Record


class Setup(Record, frozen=True):
    """A game's public facts before the first loop.

    Attributes:
        tragedy_set: id of the set.
        loops: number of loops, special rules counted in; None if not told.
        days: days in a loop, special rules counted in; None if not told.
        cast: characters on the board from the start, in the order written.
        late: late characters that were announced.
        late_unknown: whether others may be in the script unseen.
        late_assumed: whether no `late` line was written, so that "none" is an assumption.
        incidents: by day; None for an announced name the set does not have.
        other_names: by day, the announced names that the set does not have.
        turfs: public turf markers by character.
        rulings: chosen values of ruling switches (defaults left out).
        specials: public special rules, modelled or not.
        extra_tags: tags that special rules add, by character.
    """

    tragedy_set: str
    loops: int | None = None
    days: int | None = None
    cast: tuple[CharacterId, ...] = ()
    late: tuple[CharacterId, ...] = ()
    late_unknown: bool = False
    late_assumed: bool = True
    incidents: Mapping[int, IncidentId | None] = field(default_factory=dict)
    other_names: Mapping[int, str] = field(default_factory=dict)
    turfs: Mapping[CharacterId, PlaceId] = field(default_factory=dict)
    rulings: Mapping[str, str] = field(default_factory=dict)
    specials: tuple[SpecialLine, ...] = ()
    extra_tags: Mapping[CharacterId, tuple[str, ...]] = field(default_factory=dict)


class Log(Record, frozen=True):
    """A log that was read.

    Attributes:
        setup: None when the header lacks the set or the cast, or names them wrongly.
        header: the header statements.
        play: the play statements, in order.
        mistakes: what could not be used, in order of lines.
        lines: the lines as written, without line ends.
    """

    setup: Setup | None
    header: tuple[Statement, ...]
    play: tuple[PlayStatement, ...]
    mistakes: tuple[Mistake, ...]
    lines: tuple[str, ...]
