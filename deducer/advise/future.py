"""Futures: the log with lines that nobody has seen yet, and what they would prove."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec import field
from msgspec.structs import replace

from deducer.board.replay import Folding
from deducer.board.state import Board
from deducer.board.timeline import LoopRecord, Step, Timeline
from deducer.case import Case
from deducer.errors import UsageError
from deducer.evidence.sources import Evidence
from deducer.evidence.translate import evidence
from deducer.log.statements import At, PlayStatement
from deducer.log.write import write_statement
from deducer.logic.compare import meaning
from deducer.record import Record


class Future(Record, frozen=True, dict=True):
    """A game as it may go on.

    Attributes:
        case: the game as recorded.
        folding: the replay up to the last hypothetical line.
        lines: the hypothetical lines, in order.
        known: what the log proves by itself.
    """

    case: Case
    folding: Folding
    lines: tuple[PlayStatement, ...] = ()
    known: Known = field(default_factory=lambda: Known(()))

    @classmethod
    def of(cls, case: Case) -> Future:
        """Return the game as it stands, before anything hypothetical.

        Raises:
            UsageError: the log's header names no usable set or cast.
        """
        if case.folding is None:
            raise UsageError("the log names no set and cast that could be read, so there is nothing to try")
        puzzle = case.puzzle
        return cls(case, case.folding, known=Known((*puzzle.constraints, *puzzle.covers)))

    def then(self, *statements: PlayStatement) -> Future | None:
        """Return the game after further lines; None if the board does not allow one of them."""
        folding = self.folding.copied()
        placed: list[PlayStatement] = []
        for statement in statements:
            number = len(self.case.log.lines) + len(self.lines) + len(placed) + 1
            at = At(number, write_statement(statement, self.case.names))
            placed.append(replace(statement, at=at))
            folding.take(placed[-1])
        found = Future(self.case, folding, (*self.lines, *placed), self.known)
        wrong = len(self.case.timeline.mistakes)
        return found if len(found.timeline.mistakes) <= wrong else None

    @cached_property
    def timeline(self) -> Timeline:
        """The whole game, hypothetical lines included."""
        return self.folding.copied().result(goes_on=self.case.goes_on or bool(self.lines))

    @property
    def loop(self) -> LoopRecord | None:
        """The loop under way; None before the first one."""
        return self.timeline.loops[-1] if self.timeline.loops else None

    @property
    def step(self) -> Step | None:
        """The last step told of; None before the first one."""
        return self.loop.steps[-1] if self.loop is not None and self.loop.steps else None

    @property
    def board(self) -> Board | None:
        """The board now; None before the first loop."""
        return self.timeline.board

    @property
    def written(self) -> tuple[str, ...]:
        """The hypothetical lines in the notation of logs."""
        return tuple(line.at.text for line in self.lines)

    @cached_property
    def told(self) -> tuple[Evidence, ...]:
        """What the hypothetical lines prove beyond what the log proves by itself."""
        if not self.lines:
            return ()
        return tuple(self.known.without(evidence(self.case.script, self.timeline)))


class Known(Record, frozen=True, dict=True, eq=False):
    """What is proved already.

    Attributes:
        pieces: the evidence.
    """

    pieces: tuple[Evidence, ...]

    def without(self, pieces: Iterable[Evidence]) -> Iterator[Evidence]:
        """Yield what of some evidence is not proved already."""
        for piece in pieces:
            # Most of it is the same object, and comparing meanings is slow.
            if id(piece) not in self._same and not self._means(piece):
                yield piece

    @cached_property
    def _same(self) -> frozenset[int]:
        return frozenset(map(id, self.pieces))

    @cached_property
    def _meant(self) -> frozenset[object]:
        return frozenset(map(meaning, self.pieces))

    def _means(self, piece: Evidence) -> bool:
        if id(piece) not in self._asked:
            # What is kept keeps its identity to itself.
            self._asked[id(piece)] = (piece, meaning(piece) in self._meant)
        return self._asked[id(piece)][1]

    @cached_property
    def _asked(self) -> dict[int, tuple[Evidence, bool]]:
        return {}
