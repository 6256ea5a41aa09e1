"""The order of a log: which statement may follow which, so that what remains can be played back."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from msgspec import field

from deducer.log.scanner import LEFT_OUT
from deducer.log.statements import (
    AbilityLine,
    BoardLine,
    CardsLine,
    DawnLine,
    DayLine,
    EndLine,
    FactLine,
    GoodwillLine,
    IgnoredLine,
    IncidentLine,
    LoopEnds,
    LoopLine,
    Lost,
    NightLine,
    PlayStatement,
    ProtagonistsDie,
    StartLine,
    StepStatement,
    StoppedLine,
)
from deducer.log.words import statement_word
from deducer.record import Draft, Record

# The steps of a loop's start and of a day in their order; lines of one step share its number.
_RANKS: Final[dict[type[StepStatement], int]] = {
    StartLine: 0,
    DawnLine: 1,
    CardsLine: 2,
    IgnoredLine: 3,
    StoppedLine: 3,
    AbilityLine: 4,
    GoodwillLine: 5,
    IncidentLine: 6,
    NightLine: 7,
    EndLine: 8,
}
_REPEATED: Final = (GoodwillLine, IgnoredLine, StoppedLine)
_STEPS_HINT: Final = (
    "a day goes `dawn`, `mm` and `p`, `ignored` and `stopped`, `ability`, `goodwill`, `incident`, `night`"
)


class Misplaced(Record, frozen=True):
    """Why a statement cannot stand where it does, and the remedy."""

    message: str
    hint: str = ""


class Order(Draft):
    """Follows a log statement by statement.

    After a `loop` or `day` line that does not fit, the steps below it have no place: they are passed over in
    silence, since that line was told already.

    Attributes:
        loops: number of loops, None if not told.
        days: days in a loop, None if not told.
        schedule: the days with an incident, None if the header cannot be read.
    """

    loops: int | None
    days: int | None
    schedule: Collection[int] | None
    _loop: int = 0
    _day: int = 0
    _last: StepStatement | None = None
    _written: dict[str, StepStatement] = field(default_factory=dict)
    _ended_by: StepStatement | None = None
    _lost_loop: bool = False
    _lost_day: bool = False

    def lose(self, keyword: str) -> None:
        """Note that a `loop` or `day` line could not be read, so that the place in the log is lost."""
        if keyword == "loop":
            self._lost_loop = True
        elif keyword == "day":
            self._lost_day = True

    def admit(self, statement: PlayStatement) -> Misplaced | bool:
        """Take the next statement.

        Returns:
            Why it cannot stand here; else whether it has a place: False for what is passed over.
        """
        if isinstance(statement, FactLine):
            return True
        if isinstance(statement, LoopLine):
            return self._admit_loop(statement.loop)
        if self._lost_loop:
            return False
        if self._loop == 0:
            return Misplaced("no loop has begun", "write `loop 1` above it")
        return self._admit_inside(statement)

    def _admit_inside(self, statement: PlayStatement) -> Misplaced | bool:
        if isinstance(statement, DayLine):
            return self._admit_day(statement.day)
        if isinstance(statement, StepStatement):
            return False if self._lost_day else self._admit_step(statement)
        return not (self._lost_day and isinstance(statement, BoardLine))

    def _admit_loop(self, loop: int) -> Misplaced | bool:
        wanted = self._loop + 1
        if loop == wanted and (self.loops is None or loop <= self.loops) and not self._won():
            self._loop, self._day = loop, 0
            self._lost_loop = self._lost_day = False
            self._last = self._ended_by = None
            self._written.clear()
            return True
        if self._lost_loop:
            return False
        self._lost_loop = True
        if self._won():
            return Misplaced(
                "the last loop was won, and with it the game", f"check its `end` line; {LEFT_OUT}"
            )
        if self.loops is not None and loop > self.loops:
            return Misplaced(
                f"the game has {_counted(self.loops, 'loop')}", f"check `loops` in the header; {LEFT_OUT}"
            )
        return _out_of_turn("loop", wanted, loop)

    def _admit_day(self, day: int) -> Misplaced | bool:
        wanted = self._day + 1
        if day == wanted and (self.days is None or day <= self.days) and self._ended_by is None:
            self._day = day
            self._lost_day = False
            self._last = None
            self._written.clear()
            return True
        if self._lost_day:
            return False
        self._lost_day = True
        if self._ended_by is not None:
            return self._after_end(self._ended_by)
        if self.days is not None and day > self.days:
            return Misplaced(
                f"a loop has {_counted(self.days, 'day')}", f"check `days` in the header; {LEFT_OUT}"
            )
        return _out_of_turn("day", wanted, day)

    def _admit_step(self, statement: StepStatement) -> Misplaced | bool:
        word = statement_word(statement)
        before = self._written.get(word)
        misplaced = self._outside_day(statement, word) or self._against_end(statement)
        if misplaced is None and before is not None:
            misplaced = _repeated(statement, word, before)
        if misplaced is None and self._last and _RANKS[type(statement)] < _RANKS[type(self._last)]:
            earlier = f"`{word}` comes before `{statement_word(self._last)}` (line {self._last.at.line})"
            misplaced = Misplaced(earlier, _STEPS_HINT)
        if misplaced is None and isinstance(statement, IncidentLine) and not self._has_incident():
            misplaced = Misplaced(
                f"day {self._day} has no incident", "check the `incident` lines of the header"
            )
        if misplaced is not None:
            return misplaced
        self._last = self._written[word] = statement
        if isinstance(statement, EndLine) or _ends_loop(statement):
            self._ended_by = statement
        return True

    def _outside_day(self, statement: StepStatement, word: str) -> Misplaced | None:
        if isinstance(statement, StartLine):
            if self._day > 0:
                return Misplaced("`start` comes before `day 1`", "write it below the `loop` line")
        elif self._day == 0 and not isinstance(statement, EndLine):
            return Misplaced(f"`{word}` belongs to a day", "write `day 1` above it")
        return None

    def _against_end(self, statement: StepStatement) -> Misplaced | None:
        ended = self._ended_by
        if ended is None:
            return None
        if not isinstance(statement, EndLine) or isinstance(ended, EndLine):
            return self._after_end(ended)
        if statement.won and _ends_loop(ended, (Lost, ProtagonistsDie)):
            return Misplaced(
                f"the loop was lost on line {ended.at.line}", "write `end: lost`, or correct that line"
            )
        return None

    def _after_end(self, ended: StepStatement) -> Misplaced:
        return Misplaced(
            f"loop {self._loop} ended on line {ended.at.line}",
            f"write `loop {self._loop + 1}` above it, or correct that line",
        )

    def _has_incident(self) -> bool:
        return self.schedule is None or self._day in self.schedule

    def _won(self) -> bool:
        return isinstance(self._ended_by, EndLine) and self._ended_by.won


def _out_of_turn(what: str, wanted: int, written: int) -> Misplaced:
    message = f"{what} {wanted} comes next, not {what} {written}"
    if written > wanted:
        return Misplaced(
            message, f"write `{what} {wanted}` above it, even with nothing noted below; {LEFT_OUT}"
        )
    return Misplaced(message, f"correct the number; {LEFT_OUT}")


def _repeated(statement: StepStatement, word: str, before: StepStatement) -> Misplaced | None:
    if not isinstance(statement, _REPEATED):
        return Misplaced(
            f"`{word}` is written already on line {before.at.line}", "write the whole step on one line"
        )
    if isinstance(statement, GoodwillLine) and isinstance(before, GoodwillLine):
        nothing = statement if statement.user is None else before if before.user is None else None
        if nothing is not None:
            return Misplaced(
                f"`goodwill: nothing` cannot stand beside another use (line {before.at.line})",
                "leave out one of them",
            )
    return None


def _ends_loop(
    statement: StepStatement, endings: tuple[type, ...] = (Lost, ProtagonistsDie, LoopEnds)
) -> bool:
    match statement:
        case CardsLine() | IgnoredLine() | StoppedLine():
            return False
    return any(isinstance(change, endings) for change in statement.changes)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
