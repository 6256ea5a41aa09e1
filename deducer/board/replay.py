"""The replay: statements folded into loops, steps, moments and boards."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from deducer.board.builder import StepBuilder
from deducer.board.opening import open_loop
from deducer.board.state import Board
from deducer.board.statements import board_line
from deducer.board.timeline import LoopRecord, Outcome, Step, StepKind, Timeline
from deducer.errors import Mistake, MistakeKind
from deducer.log.setup import Log, Setup
from deducer.log.statements import (
    AbilityLine,
    BoardLine,
    CardsLine,
    DawnLine,
    DayLine,
    EndLine,
    FactLine,
    GoodwillLine,
    GuessLine,
    IgnoredLine,
    IncidentLine,
    LoopLine,
    NightLine,
    PlayStatement,
    Reveals,
    StartLine,
    StoppedLine,
)
from deducer.rules.model import Rules
from deducer.rules.names import Names, names_for

DAILY = (
    StepKind.DAY_START,
    StepKind.CARDS,
    StepKind.MASTERMIND,
    StepKind.GOODWILL,
    StepKind.INCIDENT,
    StepKind.DAY_END,
)
_KINDS: dict[type, StepKind] = {
    StartLine: StepKind.LOOP_START,
    DawnLine: StepKind.DAY_START,
    CardsLine: StepKind.CARDS,
    IgnoredLine: StepKind.CARDS,
    StoppedLine: StepKind.CARDS,
    AbilityLine: StepKind.MASTERMIND,
    GoodwillLine: StepKind.GOODWILL,
    IncidentLine: StepKind.INCIDENT,
    NightLine: StepKind.DAY_END,
}

_LOST = {
    "goodwill": StepKind.GOODWILL,
    "mm": StepKind.CARDS,
    "p": StepKind.CARDS,
    "cards": StepKind.CARDS,
    "ignored": StepKind.CARDS,
    "stopped": StepKind.CARDS,
}


def replay(log: Log, rules: Rules) -> Timeline:
    """Fold a log into its timeline.

    Args:
        log: a log whose set-up could be read.
        rules: the rule data.

    Returns:
        Every loop with its steps and boards, and what cannot be on the board as mistakes. Steps after the
        last statement are the future and do not exist.
    """
    if log.setup is None:
        return Timeline((), (), (), None, ())
    folding = _Folding(rules, log.setup, names_for(rules, log.setup.tragedy_set))
    lost = [mistake for mistake in log.mistakes if mistake.line > 0]
    for statement in log.play:
        while lost and lost[0].line < statement.at.line:
            folding.lose(lost.pop(0))
        folding.take(statement)
    for mistake in lost:
        folding.lose(mistake)
    return folding.result()


@dataclass(slots=True)
class _Folding:
    """The state of a replay."""

    rules: Rules
    setup: Setup
    names: Names
    mistakes: list[Mistake] = field(default_factory=list)
    loops: list[LoopRecord] = field(default_factory=list)
    facts: list[FactLine] = field(default_factory=list)
    guesses: list[GuessLine] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    board: Board | None = None
    current: StepBuilder | None = None
    loop: int = 0
    day: int = 0
    position: int = -1
    ended: bool = False
    closed_by: EndLine | None = None

    def take(self, statement: PlayStatement) -> None:
        """Fold one statement."""
        match statement:
            case FactLine():
                self.facts.append(statement)
            case GuessLine():
                self.guesses.append(statement)
            case LoopLine():
                self._new_loop(statement)
            case _ if self.board is None:
                self._complain(statement, "no loop has begun", "write `loop 1` before it")
            case BoardLine():
                self._state_board(statement)
            case EndLine():
                self._end(statement)
            case DayLine():
                self._new_day(statement)
            case _:
                self._in_step(statement)

    def lose(self, mistake: Mistake) -> None:
        """Take note of a line that could not be used: its step is known to be incomplete.

        The line of a step that stands in one line leaves the step unrecorded by being absent. A step of
        several lines keeps the others, but its silence proves nothing and its board is not known.
        """
        kind = _LOST.get(mistake.text.lstrip(" ?\t").partition(":")[0].strip().casefold())
        if kind is None or self.board is None or self.ended or self.closed_by is not None or self.day == 0:
            return
        if self.current is None or self.current.kind is not kind:
            place = DAILY.index(kind)
            if place < self.position:
                return
            self._fill(place)
            self._close()
            self.current = self._builder(kind)
            self.position = place + 1
        self.current.lose_line()

    def result(self) -> Timeline:
        """Return the timeline as far as it was told."""
        board = self.current.after if self.current is not None else self.board
        if self.loop:
            self._finish(None)
        facts, guesses = tuple(self.facts), tuple(self.guesses)
        return Timeline(tuple(self.loops), facts, guesses, board, tuple(sorted(self.mistakes)))

    # ---------------------------------------------------------------- statements

    def _new_loop(self, statement: LoopLine) -> None:
        if self.loop:
            self._finish(statement)
        previous = self.loops[-1] if self.loops else None
        self.loop, self.day, self.position, self.ended, self.closed_by = statement.loop, 0, -1, False, None
        self.steps, self.current = [], None
        self.board = open_loop(self.rules, self.setup, statement.loop, previous)

    def _new_day(self, statement: DayLine) -> None:
        if self._after_end(statement):
            return
        self._fill(len(DAILY))
        if self.day == 0 and self.position < 0:
            self._skip(StepKind.LOOP_START)
        self._close()
        self.day, self.position = statement.day, 0
        if self.board is not None:
            self.board = replace(self.board, day=statement.day)

    def _in_step(self, statement: PlayStatement) -> None:
        if self._after_end(statement):
            return
        kind = _KINDS[type(statement)]
        place = -1 if kind is StepKind.LOOP_START else DAILY.index(kind)
        if (kind is StepKind.LOOP_START) != (self.day == 0):
            self._complain(
                statement, "the line stands outside its day", "write `day N` before the day's lines"
            )
            return
        if self.current is None or self.current.kind is not kind:
            if place < self.position:
                self._complain(
                    statement, "the step is over already", "write the lines of a day in their order"
                )
                return
            self._fill(place)
            self._close()
            self.current = self._builder(kind)
            self.position = place + 1
        self.current.add(statement)
        self.ended = self.current.ends_loop

    def _state_board(self, statement: BoardLine) -> None:
        target = self.current.after if self.current is not None else self.board
        if target is None:
            return
        stated, complaints = board_line(self.rules, self.names, target, statement)
        for message in complaints:
            self._complain(statement, message, "mend the line, or the lines before it that say otherwise")
        if self.current is not None:
            self.current.state(stated)
        else:
            self.board = stated

    def _end(self, statement: EndLine) -> None:
        if self.closed_by is not None:
            self._complain(statement, "the loop has an `end:` line already", "write one `end:` line a loop")
            return
        self.closed_by = statement

    # ---------------------------------------------------------------- steps

    def _builder(self, kind: StepKind) -> StepBuilder:
        board = self.board
        if board is None:
            msg = "a step needs a board"
            raise AssertionError(msg)
        return StepBuilder(self.rules, self.setup, self.names, kind, self.day, board, self.mistakes)

    def _fill(self, place: int) -> None:
        """Add the unrecorded steps of the day before a step."""
        if self.day == 0:
            return
        for kind in DAILY[max(self.position, 0) : place]:
            self._skip(kind)
        self.position = max(self.position, place)

    def _skip(self, kind: StepKind, *, maybe_ends: bool = False) -> None:
        """Add one unrecorded step; a quiet dawn, and an incident step without incident, need no line."""
        if kind is StepKind.DAY_START or (kind is StepKind.INCIDENT and self.day not in self.setup.incidents):
            return
        self._close()
        builder = self._builder(kind)
        step = builder.unrecorded(maybe_ends=maybe_ends)
        self.steps.append(step)
        self.board = step.after

    def _close(self, *, by_statement: bool = True, maybe_ends: bool = False) -> None:
        if self.current is not None:
            step = self.current.build(closed=by_statement, maybe_ends=maybe_ends)
            self.steps.append(step)
            self.board = step.after
            self.current = None

    def _after_end(self, statement: PlayStatement) -> bool:
        if not self.ended and self.closed_by is None:
            return False
        self._complain(statement, "the loop has ended already", "write `loop N` before the next loop's lines")
        return True

    # ---------------------------------------------------------------- the end of a loop

    def _finish(self, told: LoopLine | None) -> None:
        """Close the loop; `told` is the next loop's header, None at the end of the log."""
        end = self.closed_by
        over = end is not None or told is not None
        last_night = self.day == self.setup.days and self.position >= len(DAILY)
        ended_early: bool | None = True
        if over and not self.ended:
            ended_early = False if last_night else None
        if ended_early is None:
            self._cut_off()
        self._close(by_statement=over)
        board = self.board
        if board is None:
            return
        if end is not None:
            told_roles = {
                (c.character, c.role) for c in end.changes if isinstance(c, Reveals) and c.character
            }
            board = replace(board, revealed=board.revealed | told_roles)
        outcome = Outcome.OPEN if not over else Outcome.WON if end is not None and end.won else Outcome.LOST
        gaps = any(not step.recorded for step in self.steps)
        self.loops.append(
            LoopRecord(
                self.loop,
                tuple(self.steps),
                outcome,
                end,
                board,
                ended_early if over else None,
                end or told,
                gaps,
            )
        )
        self.board = board

    def _cut_off(self) -> None:
        """The loop ended somewhere on this day: in its last recorded step, or in an unrecorded later one."""
        if self.day == 0:
            if self.position < 0:
                self._skip(StepKind.LOOP_START)
            self._close()
            self.day, self.position = 1, 0
        self._close(maybe_ends=True)
        for kind in DAILY[max(self.position, 0) :]:
            self._skip(kind, maybe_ends=True)
        if self.closed_by is None or self.closed_by.won:
            self._later_days()
        if self.board is not None and any(not step.recorded for step in self.steps):
            days = [day for day in self.setup.incidents if day >= self.day]
            self.board = replace(self.board, maybe_occurred=self.board.maybe_occurred | frozenset(days))

    def _later_days(self) -> None:
        """Add the days after the last one written: a loop known only by its outcome may have gone on.

        An `end: lost` line stands on the day that ended the loop, so it needs none of them.
        """
        last = self.setup.days or self.day + 1
        for day in range(self.day + 1, last + 1):
            self.day, self.position = day, len(DAILY)
            if self.board is not None:
                self.board = replace(self.board, day=day)
            for kind in DAILY:
                self._skip(kind, maybe_ends=True)

    def _complain(self, statement: PlayStatement, message: str, hint: str = "") -> None:
        at = statement.at
        self.mistakes.append(Mistake(at.line, 0, MistakeKind.IMPOSSIBLE, message, hint, at.text))
