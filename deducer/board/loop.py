"""One loop in the making: its days and steps, those that were not written down, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import field
from msgspec.structs import replace

from deducer.board.builder import Complain, StepBuilder
from deducer.board.game import Game
from deducer.board.objections import Objection, absent
from deducer.board.state import Board
from deducer.board.statements import board_line
from deducer.board.timeline import LoopRecord, Outcome, Step, StepKind
from deducer.board.unrecorded import reveals_at_end, unrecorded
from deducer.ids import CharacterId
from deducer.log.statements import (
    AbilityLine,
    BoardLine,
    CardsLine,
    DawnLine,
    DayLine,
    EndLine,
    GoodwillLine,
    IgnoredLine,
    IncidentLine,
    LoopLine,
    Lost,
    NightLine,
    PlayStatement,
    ProtagonistsDie,
    Reveals,
    StartLine,
    StoppedLine,
)
from deducer.record import Draft

DAILY: Final = (
    StepKind.DAY_START,
    StepKind.CARDS,
    StepKind.MASTERMIND,
    StepKind.GOODWILL,
    StepKind.INCIDENT,
    StepKind.DAY_END,
)
_KINDS: Final[dict[type, StepKind]] = {
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
_LONGEST: Final = 8  # days, where the set-up does not tell how many there are


class LoopBuilder(Draft):
    """A loop that statements are still added to.

    Attributes:
        game: the game.
        board: the board after its closed steps.
        complain: told what speaks against a statement.
        arrivals: on which day late characters entered in earlier loops.
        steps: its closed steps.
        current: the step that statements are added to.
        end: its `end:` line.
        unseen_reveals: whether a role may have been revealed in a step that was not written down.
    """

    game: Game
    board: Board
    complain: Complain
    arrivals: Mapping[CharacterId, int]
    steps: list[Step] = field(default_factory=list)
    current: StepBuilder | None = None
    end: EndLine | None = None
    unseen_reveals: bool = False
    _position: int = 0  # how many of the day's steps are over or begun; before day 1, of the loop's start
    _boards: list[BoardLine] = field(default_factory=list)  # not placed yet
    _last_boards: list[BoardLine] = field(default_factory=list)  # below the `end:` line
    _stated: list[tuple[BoardLine, Board]] = field(default_factory=list)  # placed, with what they left

    @property
    def ended(self) -> bool:
        """Whether something told in a step ended the loop."""
        if self.current is not None:
            return self.current.ends_loop
        return bool(self.steps) and self.steps[-1].ends_loop

    # ---------------------------------------------------------------- statements

    def start_day(self, line: DayLine) -> None:
        """Begin a day: the one before ran through, so what was not told of it was not recorded."""
        if not self._over(line):
            self._pass_day()
            self.board, self._position = replace(self.board, day=line.day), 0

    def take(self, statement: PlayStatement) -> None:
        """Add a line of a step."""
        kind = _KINDS[type(statement)]
        if self._over(statement):
            return
        if (kind is StepKind.LOOP_START) != (self.board.day == 0):
            self.complain(
                statement, Objection("the line stands outside its day", "write `day N` before its lines")
            )
        elif kind is StepKind.INCIDENT and self.board.day not in self.game.setup.incidents:
            self.complain(statement, Objection(f"day {self.board.day} has no incident", "check the header"))
        elif not self._reach(kind):
            self.complain(
                statement, Objection("the step is over already", "write the lines of a day in order")
            )
        elif self.current is not None:
            self.current.add(statement)

    def lose(self, kind: StepKind) -> None:
        """Take note that a line of a step could not be read."""
        if self.end is None and not self.ended and self.board.day > 0 and self._reach(kind) and self.current:
            self.current.lose()

    def state(self, line: BoardLine) -> None:
        """Take a `board:` line; where it stands among steps that were not recorded, the next line tells."""
        (self._boards if self.end is None else self._last_boards).append(line)

    def close(self, line: EndLine) -> None:
        """Take the line that tells how the loop ended."""
        if self.end is not None:
            self.complain(line, Objection("the loop has an `end:` line already", "leave one of them out"))
            return
        self.end = line

    def _over(self, statement: PlayStatement) -> bool:
        if self.end is None and not self.ended:
            return False
        hint = f"write `loop {self.board.loop + 1}` before the next loop's lines"
        self.complain(statement, Objection("the loop has ended already", hint))
        return True

    # ---------------------------------------------------------------- steps

    def _reach(self, kind: StepKind) -> bool:
        """Go on to a step; False if it is over already."""
        if self.current is not None and self.current.kind is kind:
            self._place_boards()
            return True
        order = DAILY if self.board.day else (StepKind.LOOP_START,)
        place = order.index(kind)
        if place < self._position:
            return False
        self._pass(order[self._position : place])
        self.current = StepBuilder(self.game, kind, self.board, self.complain, self.arrivals)
        self._position = place + 1
        return True

    def _pass_day(self, *, maybe_ends: bool = False) -> None:
        """Let the rest of the day pass: the step at hand is over, the later ones were not recorded."""
        order = DAILY if self.board.day else (StepKind.LOOP_START,)
        self._pass(order[self._position :], maybe_ends=maybe_ends and self.board.day > 0)
        self._position = len(order)

    def _pass(self, kinds: tuple[StepKind, ...], *, maybe_ends: bool = False) -> None:
        """Close the step at hand and add unrecorded steps after it.

        A `board:` line among steps that were not recorded ends what is not known, so it stands after them.
        """
        unwritten = self._unwritten(kinds)
        if not unwritten:
            self._place_boards()
        self._shut(closed=True, maybe_ends=maybe_ends)
        for kind in unwritten:
            before = self.board
            self.board, reveals = unrecorded(self.game, before, kind)
            self.unseen_reveals |= reveals
            step = Step(kind, before.loop, before.day, (), (), before, self.board, recorded=False)
            self.steps.append(replace(step, maybe_ends_loop=maybe_ends))
        self._place_boards()

    def _unwritten(self, kinds: tuple[StepKind, ...]) -> list[StepKind]:
        """Return those of some steps that need a line; a quiet dawn and a day without incident do not."""
        due = self.board.day in self.game.setup.incidents
        quiet = (StepKind.DAY_START,) if due else (StepKind.DAY_START, StepKind.INCIDENT)
        return [kind for kind in kinds if kind not in quiet]

    def _shut(self, *, closed: bool, maybe_ends: bool = False) -> None:
        """Close the step at hand."""
        if self.current is not None:
            step = self.current.build(closed=closed, maybe_ends=maybe_ends)
            self.unseen_reveals |= self.current.unseen_reveals
            self.steps.append(step)
            self.board, self.current = step.after, None

    # ---------------------------------------------------------------- board lines

    def _place_boards(self) -> None:
        """Take over what the `board:` lines state that were not placed yet."""
        lines, self._boards = self._boards, []
        for line in lines:
            if self.current is not None:
                self.current.state(line)
                self._stated.append((line, self.current.noted))
                continue
            self.board, wrong = board_line(self.game, self.board, line)
            self._stated.append((line, self.board))
            for one in wrong:
                self.complain(line, one)
            if self.steps and self.steps[-1].day == self.board.day:
                self.steps[-1] = replace(self.steps[-1], after=self.board)

    def _place_last_boards(self) -> None:
        """Place the `board:` lines at the end of the log, after as few unrecorded steps as they need."""
        if not self._boards:
            return
        order = DAILY if self.board.day else (StepKind.LOOP_START,)
        left = tuple(self._unwritten(order[self._position :]))
        board = self.board if self.current is None else self.current.noted
        for number in range(len(left) + 1):
            if number:
                board = unrecorded(self.game, board, left[number - 1])[0]
            if self._agree(board):
                if number:
                    self._pass(left[:number])
                break
        self._place_boards()

    def _agree(self, board: Board) -> bool:
        """Tell whether nothing speaks against the lines that were not placed yet."""
        for line in self._boards:
            board, wrong = board_line(self.game, board, line)
            if wrong:
                return False
        return True

    # ---------------------------------------------------------------- the end

    def copied(self, complain: Complain | None = None) -> LoopBuilder:
        """Return a copy that can be finished, or go on otherwise, while statements are added to this one.

        Args:
            complain: told what speaks against the copy's statements; nobody is if None.
        """
        told = _silently if complain is None else complain
        current = None if self.current is None else replace(self.current.copied(), complain=told)
        return replace(
            self,
            complain=told,
            steps=[*self.steps],
            current=current,
            _boards=[*self._boards],
            _stated=[*self._stated],
            _last_boards=[*self._last_boards],
        )

    def finish(self, header: LoopLine | None, *, goes_on: bool = False) -> LoopRecord:
        """Return the loop as told.

        Args:
            header: the next loop's header; None at the end of the log, where the rest is the future.
            goes_on: whether play goes on there, which the next line of a log tells.
        """
        told = self.end or header
        ended_early: bool | None = None
        if self.ended:
            ended_early = True
            self._place_boards()
            self._shut(closed=told is not None)
        elif told is None:
            self._place_last_boards()
            self._shut(closed=False, maybe_ends=not goes_on and self.board.day > 0)
        else:
            ended_early = self._run_out()
        self._boards = self._last_boards
        self._place_boards()
        if self.end is not None:
            self._reveal(self.end)
        elif told is not None:
            self.unseen_reveals |= reveals_at_end(self.game, self.board)
        return LoopRecord(
            self.board.loop,
            tuple(self.steps),
            self._outcome(decided=told is not None),
            self.end,
            self.board,
            ended_early,
            told,
            gaps=any(not step.recorded for step in self.steps),
            stated=tuple(self._stated),
        )

    def _run_out(self) -> bool | None:
        """Let the loop end without a word inside a step; tell whether it ended before its last night."""
        # Nothing inside a step ends a loop that is won.
        won = self.end is not None and self.end.won
        last = self.board.day == self.game.setup.days and self._position == len(DAILY)
        if last:
            self._pass((), maybe_ends=not won)
            return False
        self._pass_day(maybe_ends=not won)
        if self.board.day == 0 or self.end is None or won:
            self._pass_later_days(maybe_ends=not won)
        return None

    def _pass_later_days(self, *, maybe_ends: bool) -> None:
        """Let the days pass of which nothing was told, since the loop may have gone on.

        An `end: lost` line below some day stands on the day that ended the loop, so it needs none of them.
        """
        for day in range(self.board.day + 1, (self.game.setup.days or _LONGEST) + 1):
            self.board, self._position = replace(self.board, day=day), 0
            self._pass_day(maybe_ends=maybe_ends)

    def _outcome(self, *, decided: bool) -> Outcome:
        if decided:
            return Outcome.WON if self.end is not None and self.end.won else Outcome.LOST
        told = self.steps[-1].moments if self.steps and self.steps[-1].ends_loop else ()
        endings = [moment.change for moment in told if isinstance(moment.change, Lost | ProtagonistsDie)]
        return Outcome.LOST if endings else Outcome.OPEN

    def _reveal(self, end: EndLine) -> None:
        """Take the reveals made at the loop's end."""
        for change in end.changes:
            if not isinstance(change, Reveals) or change.character is None:
                self.complain(
                    end, Objection("only roles are revealed when a loop ends", "write the rest in its step")
                )
            elif change.character not in self.board.figures:
                self.complain(end, absent(self.game, change.character))
            else:
                told = self.board.revealed | {(change.character, change.role)}
                self.board = replace(self.board, revealed=told)


def _silently(_: PlayStatement, __: Objection) -> None:
    """Take no note of what speaks against a statement."""
