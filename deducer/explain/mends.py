"""Neighbouring statements: what a line may have been meant to say, one slip of the pen away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum
from itertools import product, starmap
from typing import Any, Final

from msgspec.structs import fields, replace

from deducer.ids import COUNTERS, PLACES
from deducer.log.statements import (
    AddCounter,
    At,
    BoardLine,
    Card,
    CardsLine,
    Change,
    Dies,
    GoodwillLine,
    IncidentLine,
    LoopEnds,
    Lost,
    NightLine,
    PlayStatement,
    ProtagonistsDie,
    Side,
    StartLine,
)
from deducer.record import Record
from deducer.rules.vocabulary import Action, Timing, Who
from deducer.script.variables import Script


class Slip(StrEnum):
    """How a line differs from what it may have been meant to say."""

    PLACE = "place"  # another location
    MOVE = "move"  # another direction of a movement card
    NAME = "name"  # another character
    AMOUNT = "amount"  # one counter more or less
    COUNTER = "counter"  # another kind of counter
    CARD = "card"  # another card
    DEATH = "death"  # a death not written down
    FORGOTTEN = "forgotten"  # a counter of a loop's start not written down
    EXTRA = "extra"  # a change written down that was none
    OCCURRED = "occurred"  # occurred, or did not occur
    REFUSED = "refused"  # refused, or resolved
    OUTCOME = "outcome"  # won or lost, right or wrong, alive or dead, is or is not
    DAY = "day"  # another day
    ROLE = "role"  # another role
    PLOT = "plot"  # another plot
    INCIDENT = "incident"  # another incident


class Edit(Record, frozen=True):
    """Another reading of one line.

    Attributes:
        statement: what the line would say.
        slip: how that differs from what it says.
    """

    statement: PlayStatement
    slip: Slip


class Part(Record, frozen=True):
    """The edits of one part of a line.

    Attributes:
        edits: the edits.
        without: the line with that part not known; None if nothing less than the line can be left out. Where
            no script survives it, none survives any of the edits.
    """

    edits: tuple[Edit, ...]
    without: PlayStatement | None = None


_FLIPS: Final = {
    "won": Slip.OUTCOME,
    "right": Slip.OUTCOME,
    "positive": Slip.OUTCOME,
    "dead": Slip.OUTCOME,
    "lost": Slip.OUTCOME,
}
_DEADLY: Final = NightLine | IncidentLine | GoodwillLine
_LAST: Final = (ProtagonistsDie, Lost, LoopEnds)

_Varied = tuple[Any, Slip]


class Neighbours(Record, frozen=True):
    """Finds the statements that are one slip away.

    Attributes:
        script: the game's variables, for who and what there is.
    """

    script: Script

    def parts(self, statement: PlayStatement) -> Iterator[Part]:
        """Yield the edits of a line, part by part."""
        match statement:
            case CardsLine(cards=cards):
                for place, card in enumerate(cards):
                    edits = [
                        Edit(replace(statement, cards=_put(cards, place, other)), slip)
                        for other, slip in self._cards(card, statement.side)
                    ]
                    unknown = replace(statement, cards=_put(cards, place, Card(None, None, card.player)))
                    yield Part(tuple(edits), unknown)
            case BoardLine(entries=entries):
                for place, entry in enumerate(entries):
                    edits = [
                        Edit(replace(statement, entries=_put(entries, place, other)), slip)
                        for other, slip in self._varied(entry)
                    ]
                    left = (*entries[:place], *entries[place + 1 :])
                    known = None if statement.everything else replace(statement, entries=left)
                    yield Part(tuple(edits), known)
            case _:
                yield Part(tuple(Edit(other, slip) for other, slip in self._line(statement)))

    def _line(self, statement: PlayStatement) -> Iterator[_Varied]:
        """Yield the variants of a line with changes, or of a statement of its own."""
        if isinstance(statement, IncidentLine):
            yield (
                replace(statement, occurred=not statement.occurred, true_incident=None, changes=()),
                Slip.OCCURRED,
            )
            if not statement.occurred:
                # What happened would have to be told too; one change is as much as one slip leaves out.
                return
        if isinstance(statement, GoodwillLine):
            if statement.user is None:
                return
            yield replace(statement, refused=not statement.refused, changes=()), Slip.REFUSED
        yield from self._varied(statement, skip=("occurred", "refused"))
        if isinstance(statement, _DEADLY | StartLine) and not getattr(statement, "refused", False):
            yield from self._forgotten(statement)

    def _forgotten(self, statement: NightLine | IncidentLine | GoodwillLine | StartLine) -> Iterator[_Varied]:
        """Yield the variants of a line that has one change more: a death, or a counter of a loop's start."""
        changes, start = statement.changes, isinstance(statement, StartLine)
        held = changes if start else {Dies(one.character) for one in changes if isinstance(one, Dies)}
        more = self._starting() if start else map(Dies, self.script.characters)
        for change in more:
            if change not in held:
                added = replace(statement, changes=_added(changes, change))
                yield added, Slip.FORGOTTEN if start else Slip.DEATH

    def _starting(self) -> Iterator[AddCounter]:
        """Yield the counters that something can put when a loop starts, each once."""
        owners = (*self.script.game.owners, *map(self.script.card, self.script.characters))
        found: dict[AddCounter, None] = {}
        for ability in (ability for owner in owners for ability in owner.abilities):
            for effect in ability.effects if ability.timing is Timing.LOOP_START else ():
                if effect.action is Action.ADD:
                    named = (effect.target.place,) if effect.target.place else PLACES
                    aimed = {Who.GAUGE: (None,), Who.PLACE: named}.get(
                        effect.target.who, self.script.characters
                    )
                    puts = product(effect.amounts, effect.counters, aimed)
                    found.update(dict.fromkeys(starmap(AddCounter, puts)))
        yield from found

    def _varied(self, value: Any, skip: tuple[str, ...] = ()) -> Iterator[_Varied]:
        """Yield the variants of a value that differ in one of its fields."""
        for field in fields(value):
            if field.name in skip:
                continue
            held = getattr(value, field.name)
            for other, slip in self._field(field.name, held):
                yield replace(value, **{field.name: other}), slip

    def _field(self, name: str, held: Any) -> Iterator[_Varied]:  # noqa: C901, PLR0912 - one case a field
        tragedy_set = self.script.tragedy_set
        match name, held:
            case _, None | At():
                return
            case "place", str():
                yield from self._others(held, PLACES, Slip.PLACE)
            case "character" | "user" | "borrowed" | "target", str():
                if held in PLACES:
                    yield from self._others(held, PLACES, Slip.PLACE)
                else:
                    yield from self._others(held, self.script.characters, Slip.NAME)
            case "amount", int():
                for other in (held - 1, held + 1):
                    if other:
                        yield other, Slip.AMOUNT
            case "counter", str() if held in COUNTERS:
                yield from self._others(held, COUNTERS, Slip.COUNTER)
            case "role", str():
                yield from self._others(held, (one.id for one in tragedy_set.roles), Slip.ROLE)
            case "plot" | "declared" | "told", str():
                yield from self._others(held, (one.id for one in tragedy_set.plots), Slip.PLOT)
            case "incident" | "true_incident", str():
                yield from self._others(held, (one.id for one in tragedy_set.incidents), Slip.INCIDENT)
            case "day" | "incident_day", int():
                yield from self._others(held, self.script.culprit_variables, Slip.DAY)
            case _, bool() if name in _FLIPS:
                yield not held, _FLIPS[name]
            case "counters", tuple():
                for place, (counter, number) in enumerate(held):
                    for other in (number - 1, number + 1):
                        if other >= 0:
                            yield _put(held, place, (counter, other)), Slip.AMOUNT
            case _, tuple():
                yield from self._each(name, held)

    def _each(self, name: str, held: tuple[Any, ...]) -> Iterator[_Varied]:
        """Yield the variants of a list in which one member differs, or is left out."""
        for place, one in enumerate(held):
            if isinstance(one, Record):
                found = self._varied(one)
            elif isinstance(one, str):
                found = self._field("target", one)
            else:
                continue
            yield from ((_put(held, place, other), slip) for other, slip in found if other not in held)
            if name in ("changes", "facts") and (name == "changes" or len(held) > 1):
                yield (*held[:place], *held[place + 1 :]), Slip.EXTRA

    def _cards(self, card: Card, side: Side) -> Iterator[_Varied]:
        """Yield the cards that one may have been."""
        yield from self._varied(card, skip=("card", "player"))
        if card.card is None:
            return
        for kind in dict.fromkeys(kind.id for kind in self.script.game.hand(side)):
            if kind != card.card:
                yield replace(card, card=kind), _card_slip(card.card, kind)

    @staticmethod
    def _others(held: Any, values: Iterable[Any], slip: Slip) -> Iterator[_Varied]:
        return ((other, slip) for other in values if other != held)


def _card_slip(one: str, other: str) -> Slip:
    if one.startswith("move ") and other.startswith("move "):
        return Slip.MOVE
    if one.rstrip("+-0123456789") == other.rstrip("+-0123456789") and one[-2:-1] == other[-2:-1]:
        return Slip.AMOUNT
    return Slip.CARD


def _put(held: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*held[:place], value, *held[place + 1 :])


def _added(changes: tuple[Change, ...], change: Change) -> tuple[Change, ...]:
    """Return changes with one more: before what ends the loop."""
    last = next((place for place, one in enumerate(changes) if isinstance(one, _LAST)), len(changes))
    return (*changes[:last], change, *changes[last:])
