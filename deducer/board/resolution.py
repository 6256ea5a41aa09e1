"""What the cards that lie on one target do: the order of a day's cards, and what a Forbid card stops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from deducer.board.state import Figure
from deducer.board.table import FORBID, MOVEMENT, amount_of, kind_of, meant_by
from deducer.ids import COUNTERS, DIAGONAL, HORIZONTAL, INTRIGUE, PLACES, VERTICAL, CounterId, PlaceId
from deducer.record import Record

# A diagonal card is a vertical and a horizontal one together, so fused cards add up axis by axis.
_AXES: Final = {"move vertical": 1, "move horizontal": 2, "move diagonal": 3}
_BY_AXES: Final[Mapping[int, Mapping[PlaceId, PlaceId]]] = {1: VERTICAL, 2: HORIZONTAL, 3: DIAGONAL}


class Lying(Record, frozen=True):
    """Cards that lie on one target together.

    Attributes:
        cards: their kinds.
        ignored: kinds of Forbid cards that did not work there.
        stopped: cards, or kinds of them, that had no effect there.
        free: whether Forbid Intrigue cards cancel each other today (R22).
    """

    cards: tuple[str, ...]
    ignored: frozenset[str] = frozenset()
    stopped: frozenset[str] = frozenset()
    free: bool = False

    def works(self, card: str) -> bool:
        """Tell whether a card takes effect."""
        if any(meant_by(told, card) for told in self.stopped):
            return False
        kind = kind_of(card)
        lifted = kind in self.ignored or (kind == INTRIGUE and self.free)
        return lifted or f"{FORBID}{kind}" not in self.cards

    def added(self, held: int | None, counter: CounterId) -> int | None:
        """Return a number of counters after the cards; None if it was not known."""
        return self.trail(held, counter)[-1]

    def trail(self, held: int | None, counter: CounterId) -> tuple[int | None, ...]:
        """Return the number of counters before, between and after the cards: what adds comes first."""
        amounts = sorted((amount_of(card, counter) for card in self.cards if self.works(card)), reverse=True)
        numbers = [held]
        for amount in amounts:
            if held is not None and max(held + amount, 0) != held:
                held = max(held + amount, 0)
                numbers.append(held)
        return tuple(numbers)

    def axes(self) -> int:
        """Return the fused movement as a sum of axes, 0 for none; equal cards fuse into one of them."""
        axes = 0
        for card in {card for card in self.cards if kind_of(card) == MOVEMENT and self.works(card)}:
            axes ^= _AXES.get(card, 0)
        return axes


def destination(axes: int, place: PlaceId) -> PlaceId:
    """Return where a fused movement that is not zero leads."""
    return _BY_AXES[axes][place]


class Outcome(Record, frozen=True):
    """What became of a character.

    Attributes:
        place: where it stands.
        counters: the numbers of its counters, one after the other.
        moved: whether it may have left its place.
    """

    place: PlaceId | None
    counters: Mapping[CounterId, tuple[int | None, ...]]
    moved: bool = False


def outcomes(figure: Figure, lying: Lying) -> Iterator[Outcome]:
    """Yield what can become of a character under its cards: two ways where a bar may hold or not."""
    counters = {counter: lying.trail(figure.counters[counter], counter) for counter in COUNTERS}
    axes = lying.axes()
    if not axes or figure.place is None:
        yield Outcome(figure.place, counters, moved=bool(axes) and not figure.barred >= set(PLACES))
        return
    there = destination(axes, figure.place)
    if there not in figure.barred:
        yield Outcome(there, counters, moved=True)
    if there in figure.barred | figure.maybe_barred:
        yield Outcome(figure.place, counters)
