"""Stages: a later day, or the next loop, with the board that the Protagonists would bring about."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Final

from deducer.advise.future import Future
from deducer.board.loop import DAILY
from deducer.board.state import Board, Figure
from deducer.board.table import amount_of, remaining
from deducer.board.timeline import Outcome, StepKind
from deducer.ids import COUNTERS, INTRIGUE, PLACES, CharacterId, PlaceId
from deducer.log.statements import (
    At,
    BoardEntry,
    BoardLine,
    DayLine,
    GoodwillLine,
    LoopLine,
    Side,
)
from deducer.record import Record

if TYPE_CHECKING:
    from deducer.advise.trials import Trial

NOWHERE: Final = At(0)


class Stage(Record, frozen=True, dict=True):
    """A day on which something can be tried.

    Attributes:
        start: the game as recorded.
        future: the game when the day has come, its steps up to the recorded ones told.
        loop: the loop.
        day: the day.
        days: how many days go by until then.
        cards: on how many days the Protagonists can still lay cards before its cards have been resolved.
        next_loop: whether it is a day of the next loop.
        board: the board to start from: as it stands, or as the next loop begins.
        today: whether it is the day under way.
    """

    start: Future
    future: Future
    loop: int
    day: int
    days: int
    cards: int
    next_loop: bool
    board: Board
    today: bool = False

    def reaches(self, step: StepKind) -> bool:
        """Tell whether a step of the day is still to come; one that takes several lines may be under way."""
        last = self.future.step
        if not self.today or last is None or last.day != self.day:
            return True
        after = DAILY.index(step) - DAILY.index(last.kind)
        return after > 0 or (after == 0 and step is StepKind.GOODWILL)

    @property
    def _asking(self) -> bool:
        """Whether goodwill abilities were asked for today already."""
        last = self.future.step
        return self.today and last is not None and last.day == self.day and last.kind is StepKind.GOODWILL

    def before_incident(
        self,
        counters: Mapping[tuple[CharacterId, str], int] | None = None,
        places: Mapping[CharacterId, PlaceId] | None = None,
    ) -> Future | None:
        """Return the game when the day's board is so and no goodwill ability was used; None likewise."""
        future = self.with_board(counters, places)
        if future is None or not self.reaches(StepKind.GOODWILL) or self._asking:
            return future
        return future.then(GoodwillLine(NOWHERE, None))

    def with_board(
        self,
        counters: Mapping[tuple[CharacterId, str], int] | None = None,
        places: Mapping[CharacterId, PlaceId] | None = None,
    ) -> Future | None:
        """Return the game when the board of the day is as it stands now, but for some changes.

        Args:
            counters: the numbers of some counters, by character and kind.
            places: where some characters stand.

        Returns:
            The future; None if the board cannot become so.
        """
        if self.today and not counters and not places:
            return self.future
        return self.future.then(_stated(self.board, counters or {}, places or {}))


def _stated(
    board: Board, counters: Mapping[tuple[CharacterId, str], int], places: Mapping[CharacterId, PlaceId]
) -> BoardLine:
    """Return the line that states all that is known of a board, with some changes."""
    entries = [_entry(figure, counters, places) for figure in board.figures.values() if figure.present]
    entries.extend(
        BoardEntry(place, counters=((INTRIGUE, number),))
        for place in PLACES
        if (number := board.intrigue[place]) is not None
    )
    return BoardLine(NOWHERE, tuple(entries))


def _entry(
    figure: Figure, counters: Mapping[tuple[CharacterId, str], int], places: Mapping[CharacterId, PlaceId]
) -> BoardEntry:
    numbers = {kind: counters.get((figure.id, kind), figure.counters.get(kind, 0)) for kind in COUNTERS}
    known = tuple((kind, number) for kind, number in numbers.items() if number is not None)
    place = places.get(figure.id, figure.place)
    return BoardEntry(figure.id, place, known, dead=figure.alive is False, guards=figure.guards)


class Stages(Record, frozen=True, dict=True):
    """The days on which something can be tried: those left of this loop, and those of the next one.

    Attributes:
        start: the game as recorded.
    """

    start: Future

    @cached_property
    def due(self) -> list[Trial]:
        """The test that today's incident makes with the board as it stands, once it was worked out."""
        return []

    @cached_property
    def today(self) -> Stage | None:
        """The day under way; None between loops, and before the first day."""
        board, record = self.start.board, self.start.loop
        if board is None or record is None or self._over or board.day == 0:
            return None
        played = self._cards_played
        return Stage(
            self.start, self.start, board.loop, board.day, 0, 0 if played else 1, False, board, today=True
        )

    @property
    def ended(self) -> Outcome | None:
        """How the last loop went, if nothing is left to play; None before that."""
        record = self.start.loop
        return None if self.all or record is None else record.outcome

    @property
    def _over(self) -> bool:
        record = self.start.loop
        assert record is not None  # noqa: S101  (asked where a loop is under way)
        return record.outcome is not Outcome.OPEN or (bool(record.steps) and record.steps[-1].ends_loop)

    @property
    def _cards_played(self) -> bool:
        last = self.start.step
        return (
            last is not None
            and self.start.board is not None
            and last.day == self.start.board.day
            and DAILY.index(last.kind) >= DAILY.index(StepKind.CARDS)
        )

    @cached_property
    def later(self) -> tuple[Stage, ...]:
        """The days left of this loop after today."""
        board, setup = self.start.board, self.start.case.setup
        if board is None or self._over:
            return ()
        found: list[Stage] = []
        future: Future | None = self.start
        first = 0 if board.day == 0 or self._cards_played else 1
        for day in range(board.day + 1, (setup.days or 0) + 1):
            future = future.then(DayLine(NOWHERE, day)) if future is not None else None
            if future is None:
                break
            ahead = day - board.day
            found.append(Stage(self.start, future, board.loop, day, ahead, ahead + first, False, board))
        return tuple(found)

    @cached_property
    def opened(self) -> Future | None:
        """The game when the next loop has just begun."""
        number = 1 if self.start.board is None else self.start.board.loop + 1
        return self.start.then(LoopLine(NOWHERE, number))

    @cached_property
    def next_loop(self) -> tuple[Stage, ...]:
        """The days of the next loop; none if this one is the last, or was won."""
        board, record, setup = self.start.board, self.start.loop, self.start.case.setup
        number = 1 if board is None else board.loop + 1
        if number > (setup.loops or number) or (record is not None and record.outcome is Outcome.WON):
            return ()
        future = self.opened
        found: list[Stage] = []
        if future is None or future.board is None:
            return ()
        opened = future.board
        for day in range(1, (setup.days or 0) + 1):
            future = future.then(DayLine(NOWHERE, day))
            if future is None:
                break
            found.append(Stage(self.start, future, number, day, day - 1, day, True, opened))
        return tuple(found)

    @cached_property
    def all(self) -> tuple[Stage, ...]:
        """All stages, the nearest first."""
        return (*(() if self.today is None else (self.today,)), *self.later, *self.next_loop)


def cards_for(stage: Stage, counter: str, needed: int) -> int | None:
    """Return how many days of one card each bring so many counters of a kind on one target.

    Args:
        stage: the day on which they must be there.
        counter: the kind.
        needed: how many; negative for counters that must go.

    Returns:
        The number of cards, one a day; None if the days until then are too few.
    """
    if needed == 0:
        return 0
    hand = remaining(stage.start.case.script.game, stage.board, Side.PROTAGONISTS)
    gains = sorted(
        (
            gain
            for kind, number in hand.items()
            for gain in [amount_of(kind, counter) * (1 if needed > 0 else -1)] * max(0, number)
            if gain > 0
        ),
        reverse=True,
    )
    total = 0
    for number, gain in enumerate(gains[: stage.cards], start=1):
        total += gain
        if total >= abs(needed):
            return number
    return None
