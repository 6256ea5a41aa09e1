"""The timeline: every step of every loop with its board before and after."""

from __future__ import annotations

from enum import StrEnum

from msgspec.structs import replace

from deducer.board.state import Board
from deducer.errors import Mistake
from deducer.ids import PlaceId
from deducer.log.statements import (
    BoardLine,
    Card,
    Change,
    EndLine,
    FactLine,
    GuessLine,
    LoopEnds,
    Lost,
    PlayStatement,
    ProtagonistsDie,
)
from deducer.record import Record


class StepKind(StrEnum):
    """The steps of a loop, in order; DAY_START to DAY_END repeat each day."""

    LOOP_START = "loopStart"
    DAY_START = "dayStart"
    CARDS = "cards"
    MASTERMIND = "mastermindAbility"
    GOODWILL = "goodwill"
    INCIDENT = "incident"
    DAY_END = "dayEnd"
    LOOP_END = "loopEnd"


class Moment(Record, frozen=True):
    """One change with the statement that reports it and the boards around it."""

    change: Change
    statement: PlayStatement
    before: Board
    after: Board


class Resolved(Record, frozen=True):
    """A played card with what became of it.

    Attributes:
        card: the card as played.
        forbidden_by: the Forbid card on the same target that would stop it, or None.
        worked: whether it took effect; None if not known (a later line may still take it back, or cards
            were not noted).
        place: where the target stood after all movement; the place itself for a location; None if unknown.
        also_forbidden_by: a Forbid card of another kind on the same character that some plot of the set lets
            stop this card too, or None (R23).
        visible: for a card with such a Forbid card, whether it was seen to take effect; False where it is
            told that it did not and nothing public stopped it; None if that cannot be told.
    """

    card: Card
    forbidden_by: Card | None
    worked: bool | None
    place: PlaceId | None
    also_forbidden_by: Card | None = None
    visible: bool | None = None


class Step(Record, frozen=True):
    """One step as it was recorded.

    Attributes:
        kind: which step.
        loop: 1-based loop.
        day: 1-based day, 0 for the loop's start.
        statements: the lines of the step, in order (boards lines left out).
        moments: the changes, in the order announced.
        before: the board when the step began.
        after: the board when it ended.
        recorded: whether the step was written down; an unrecorded step proves nothing.
        closed: whether a later statement has closed it, so that silence in it counts.
        ends_loop: whether the loop is known to have ended in this step.
        maybe_ends_loop: whether the loop may have ended in this step without the notes saying so; at the end
            of the log that is open.
        cards: for the card step, what became of each card of kinds that others can stop.
        boards: for steps of single statements, the board before each statement; empty for the card step.
        incomplete: whether a line of the step could not be used.
        free_forbids: for the card step, whether two or more Forbid Intrigue cards of the protagonists were
            played, so that none of them works (R22); None if not known.
    """

    kind: StepKind
    loop: int
    day: int
    statements: tuple[PlayStatement, ...]
    moments: tuple[Moment, ...]
    before: Board
    after: Board
    recorded: bool = True
    closed: bool = True
    ends_loop: bool = False
    maybe_ends_loop: bool = False
    cards: tuple[Resolved, ...] = ()
    free_forbids: bool | None = False
    incomplete: bool = False
    boards: tuple[Board, ...] = ()

    @property
    def may_end_loop(self) -> bool:
        """Whether the loop ended in this step, as far as the notes tell."""
        return self.ends_loop or self.maybe_ends_loop

    @property
    def before_last(self) -> Board:
        """The board before its last statement."""
        return self.boards[-1] if self.boards else self.before

    @property
    def ends_without_loss(self) -> bool:
        """Whether the loop's end was told and no loss with it: then it was judged as usual (R4, R136)."""
        told = {type(moment.change) for moment in self.moments}
        return LoopEnds in told and not told & {Lost, ProtagonistsDie}

    def of_line(self, line: PlayStatement) -> Step:
        """Return the step as if one of its lines were all of it; only the last can have ended the loop."""
        last = line is self.statements[-1]
        return replace(
            self,
            statements=(line,),
            moments=tuple(moment for moment in self.moments if moment.statement is line),
            ends_loop=self.ends_loop and last,
            maybe_ends_loop=self.maybe_ends_loop and last,
        )

    def place_of(self, moment: Moment) -> int:
        """Return the 0-based place of one of the changes; the same told twice are two."""
        return next(place for place, one in enumerate(self.moments) if one is moment)


class Outcome(StrEnum):
    """How a loop went, as far as the log tells."""

    LOST = "lost"
    WON = "won"
    OPEN = "open"


class LoopRecord(Record, frozen=True):
    """One loop.

    Attributes:
        loop: 1-based number.
        steps: its steps, unrecorded ones included, in order.
        outcome: lost, won, or still open.
        end: the `end:` line, if written.
        final: the board at the loop's end (for an open loop, the board now).
        ended_early: whether something inside a step ended the loop (a death, "lost", "loop ends"); None if
            not known.
        told_by: the line that says how the loop went: the `end:` line or the next loop's header.
        gaps: whether some step of the loop was not recorded.
        stated: its `board:` lines, each with the board after it.
    """

    loop: int
    steps: tuple[Step, ...]
    outcome: Outcome
    end: EndLine | None
    final: Board
    ended_early: bool | None
    told_by: PlayStatement | None
    gaps: bool
    stated: tuple[tuple[BoardLine, Board], ...] = ()


class Timeline(Record, frozen=True):
    """The whole game as recorded.

    Attributes:
        loops: the loops, in order.
        facts: `fact:` lines.
        guesses: `guess:` lines.
        board: the board now, None before the first loop.
        mistakes: what cannot be on this board.
    """

    loops: tuple[LoopRecord, ...]
    facts: tuple[FactLine, ...]
    guesses: tuple[GuessLine, ...]
    board: Board | None
    mistakes: tuple[Mistake, ...]

    def sharing(self, other: Timeline) -> Timeline:
        """Return the timeline with another one's loops in the place of those that are the same."""
        theirs = {one.loop: one for one in other.loops}
        alike = (theirs.get(one.loop, one) for one in self.loops)
        loops = (held if held == one else one for one, held in zip(self.loops, alike, strict=True))
        return replace(self, loops=tuple(loops))
