"""The replay: statements folded into loops, steps, moments and boards."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from typing import Final

from msgspec import field
from msgspec.structs import replace

from deducer.board.game import Game
from deducer.board.loop import LoopBuilder
from deducer.board.objections import Objection
from deducer.board.opening import open_loop
from deducer.board.state import Board
from deducer.board.timeline import LoopRecord, StepKind, Timeline
from deducer.board.untold import with_untold_deaths
from deducer.errors import Mistake, MistakeKind
from deducer.ids import CharacterId
from deducer.log.setup import Log
from deducer.log.statements import (
    BoardLine,
    DayLine,
    EndLine,
    Enters,
    FactLine,
    GuessLine,
    LoopLine,
    PlayStatement,
)
from deducer.record import Draft
from deducer.rules.model import Rules
from deducer.rules.vocabulary import Trait

# A step of one line that could not be read is not there; these steps may hold other lines, or need none.
_LOST: Final = {
    "dawn": StepKind.DAY_START,
    "mm": StepKind.CARDS,
    "mastermind": StepKind.CARDS,
    "p": StepKind.CARDS,
    "protagonists": StepKind.CARDS,
    "cards": StepKind.CARDS,
    "ignored": StepKind.CARDS,
    "stopped": StepKind.CARDS,
    "goodwill": StepKind.GOODWILL,
    "gw": StepKind.GOODWILL,
}
_KEYWORD: Final = re.compile(r"[\s?]*([A-Za-z]+)")


def replay(log: Log, rules: Rules) -> Timeline:
    """Fold a log into its timeline.

    Args:
        log: a log; without a set-up that could be read nothing can be replayed.
        rules: the rule data.

    Returns:
        Every loop with its steps and boards, and what cannot be on the board as mistakes. Steps after the
        last statement are the future and do not exist.
    """
    folding = folded(log, rules)
    return Timeline((), (), (), None, ()) if folding is None else folding.result()


def folded(log: Log, rules: Rules) -> Folding | None:
    """Fold a log, but leave its end open, so that it can go on in several ways.

    Args:
        log: a log.
        rules: the rule data.

    Returns:
        The replay; None for a log without a set-up that could be read.
    """
    if log.setup is None:
        return None
    folding = Folding(Game(rules, log.setup))
    for _ in _taken(folding, log):
        pass
    return folding


def _taken(folding: Folding, log: Log) -> Iterator[int]:
    """Take a log line by line; yield the number of each line that was read or lost."""
    # A line is lost once, however many mistakes stand in it.
    unread = deque({mistake.line: mistake for mistake in log.mistakes if mistake.line > 0}.values())
    for statement in log.play:
        while unread and unread[0].line < statement.at.line:
            lost = unread.popleft()
            folding.lose(lost)
            yield lost.line
        folding.take(statement)
        yield statement.at.line
    for lost in unread:
        folding.lose(lost)
        yield lost.line


def prefixes(log: Log, rules: Rules) -> Iterator[tuple[int, Timeline]]:
    """Yield the timeline of a log as it was after each line of play, those included that could not be read.

    Args:
        log: a log.
        rules: the rule data.

    Yields:
        The number of the line and the timeline, as `replay` gives it for the log up to there; loops and steps
        that are closed are the same objects from then on.
    """
    if log.setup is None:
        return
    folding = Folding(Game(rules, log.setup))
    for line in _taken(folding, log):
        yield line, folding.so_far()


class Folding(Draft):
    """The state of a replay.

    Attributes:
        game: the game.
        mistakes: what cannot be on the board, each once.
        loops: the loops that are over.
        facts: `fact:` lines.
        guesses: `guess:` lines.
        loop: the loop that statements are added to.
        arrivals: on which day late characters entered.
    """

    game: Game
    mistakes: set[Mistake] = field(default_factory=set)
    loops: list[LoopRecord] = field(default_factory=list)
    facts: list[FactLine] = field(default_factory=list)
    guesses: list[GuessLine] = field(default_factory=list)
    loop: LoopBuilder | None = None
    arrivals: dict[CharacterId, int] = field(default_factory=dict)
    reveals_complete: bool = True

    def copied(self) -> Folding:
        """Return a copy that goes on by itself; loops and steps that are closed are shared."""
        copy = replace(
            self,
            mistakes={*self.mistakes},
            loops=[*self.loops],
            facts=[*self.facts],
            guesses=[*self.guesses],
            arrivals=dict(self.arrivals),
        )
        copy.loop = None if self.loop is None else self.loop.copied(copy.complain)
        return copy

    def take(self, statement: PlayStatement) -> None:
        """Fold one statement."""
        match statement:
            case FactLine():
                self.facts.append(statement)
            case GuessLine():
                self.guesses.append(statement)
            case LoopLine():
                self._new_loop(statement)
            case _ if self.loop is None:
                self.complain(statement, Objection("no loop has begun", "write `loop 1` before it"))
            case BoardLine():
                self.loop.state(statement)
            case EndLine():
                self.loop.close(statement)
            case DayLine():
                self.loop.start_day(statement)
            case _:
                self.loop.take(statement)

    def lose(self, mistake: Mistake) -> None:
        """Take note of a line that could not be used: its step keeps its other lines, but is not complete."""
        keyword = _KEYWORD.match(mistake.text)
        kind = _LOST.get(keyword[1].casefold()) if keyword is not None else None
        if self.loop is not None and kind is not None:
            self.loop.lose(kind)

    def complain(self, statement: PlayStatement, wrong: Objection) -> None:
        """Note what speaks against a statement."""
        at = statement.at
        self.mistakes.add(Mistake(at.line, 0, MistakeKind.IMPOSSIBLE, wrong.message, wrong.hint, at.text))

    def result(self, *, goes_on: bool = False) -> Timeline:
        """Return the timeline as far as it was told; play may have ended there, or goes on."""
        board: Board | None = None
        if self.loop is not None:
            board = self._finish(self.loop, None, goes_on=goes_on)
        facts, guesses = tuple(self.facts), tuple(self.guesses)
        return Timeline(tuple(self.loops), facts, guesses, board, tuple(sorted(self.mistakes)))

    def so_far(self) -> Timeline:
        """Return the timeline as far as it was told, while there is more to fold."""
        loops, board = tuple(self.loops), None
        if self.loop is not None:
            record = self.loop.copied().finish(None)
            loops, board = (*loops, record), record.final
        mistakes = tuple(sorted(self.mistakes))
        return Timeline(loops, tuple(self.facts), tuple(self.guesses), board, mistakes)

    def _new_loop(self, line: LoopLine) -> None:
        last = None if self.loop is None else self._finish(self.loop, line)
        board = open_loop(self.game, line.loop, last, reveals_complete=self.reveals_complete)
        self.loop = LoopBuilder(self.game, board, self.complain, dict(self.arrivals))

    def _finish(self, loop: LoopBuilder, header: LoopLine | None, *, goes_on: bool = False) -> Board:
        """Close a loop and return the board on which it ended, as the next one looks back on it."""
        record = loop.finish(header, goes_on=goes_on)
        self.loops.append(record)
        self.reveals_complete &= not loop.unseen_reveals
        for step in record.steps:
            for moment in step.moments:
                if isinstance(moment.change, Enters) and self._comes_daily(moment.change.character):
                    self.arrivals.setdefault(moment.change.character, step.day)
        return with_untold_deaths(self.game, record)

    def _comes_daily(self, character: CharacterId) -> bool:
        return self.game.card(character).has(Trait.LATE_DAY)
