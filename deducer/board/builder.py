"""One step in the making: its statements, changes and boards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from msgspec import field
from msgspec.structs import replace

from deducer.board.cards import CardStep, free_forbids
from deducer.board.changes import apply_change, forget_gauge, proved_alive
from deducer.board.game import Game
from deducer.board.goodwill import find_ability, leave_behind
from deducer.board.hands import card_objections, spend, take_back, unplayed
from deducer.board.incidents import (
    gauge_objection,
    is_gauge,
    lasting,
    of_line,
    of_use,
    raised,
    rise_is_open,
    with_incident,
)
from deducer.board.objections import Objection, objection
from deducer.board.reach import REMOVED
from deducer.board.state import Board, Figure
from deducer.board.statements import board_line
from deducer.board.table import Laying, Table
from deducer.board.timeline import Moment, Resolved, Step, StepKind
from deducer.board.unrecorded import unrecorded
from deducer.board.unused import not_used
from deducer.board.usable import misuse, uses_of
from deducer.ids import CharacterId
from deducer.log.statements import (
    BoardLine,
    CardsLine,
    Change,
    Enters,
    GoodwillLine,
    IgnoredLine,
    IncidentLine,
    LoopEnds,
    Lost,
    Moves,
    PlayStatement,
    ProtagonistsDie,
    Reveals,
    StoppedLine,
    TakesBack,
)
from deducer.record import Draft
from deducer.rules.vocabulary import Limit

ENDINGS: Final = (Lost, ProtagonistsDie, LoopEnds)
Complain = Callable[[PlayStatement, Objection], None]


class StepBuilder(Draft):
    """A step that statements are still added to.

    Attributes:
        game: the game.
        kind: which step.
        before: the board when the step began.
        complain: told what speaks against a statement.
        arrivals: on which day late characters entered in earlier loops.
        statements: the lines of the step.
        moments: the changes told.
        boards: the board before each line, none for the card step.
        incomplete: whether a line of the step could not be used.
        unseen_reveals: whether such a line may have told of a role.
    """

    game: Game
    kind: StepKind
    before: Board
    complain: Complain
    arrivals: Mapping[CharacterId, int]
    statements: list[PlayStatement] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    boards: list[Board] = field(default_factory=list)
    incomplete: bool = False
    unseen_reveals: bool = False
    _board: Board | None = None
    _noted: Board | None = None
    _laying: Laying = field(default_factory=Laying)
    _stated: list[BoardLine] = field(default_factory=list)
    _asked: set[tuple[CharacterId, str]] = field(default_factory=set)

    @property
    def after(self) -> Board:
        """The board after what was told so far."""
        if self._board is None:
            self._board = self.before if self.kind is not StepKind.CARDS else self._cards(closed=False)[0]
        return self._board

    @property
    def noted(self) -> Board:
        """The board to hold a `board:` line against: cards not noted by now lie on the table all the same."""
        if self.kind is not StepKind.CARDS:
            return self.after
        if self._noted is None:
            self._noted = self._cards(closed=True)[0]
        return self._noted

    @property
    def ends_loop(self) -> bool:
        """Whether something told in the step ended the loop."""
        return any(isinstance(moment.change, ENDINGS) for moment in self.moments)

    def add(self, statement: PlayStatement) -> None:
        """Add a statement of this step."""
        if isinstance(statement, GoodwillLine):
            self._goodwill(statement)
            return
        self.statements.append(statement)
        if self.kind is StepKind.CARDS:
            self._board = self._noted = None
            self._laying.add(statement)
            self._check_cards(statement)
            return
        self.boards.append(self.after)
        if isinstance(statement, IncidentLine):
            self._incident(statement)
            return
        for change in getattr(statement, "changes", ()):
            self._change(statement, change)

    def copied(self) -> StepBuilder:
        """Return a copy that takes lines of its own."""
        return replace(
            self,
            statements=[*self.statements],
            moments=[*self.moments],
            boards=[*self.boards],
            _laying=self._laying.copied(),
            _stated=[*self._stated],
            _asked={*self._asked},
        )

    def state(self, line: BoardLine) -> None:
        """Take over what a `board:` line states after what was told so far."""
        board, wrong = board_line(self.game, self.noted, line)
        self._board = self._noted = board
        self._stated.append(line)
        for one in wrong:
            self.complain(line, one)

    def lose(self) -> None:
        """Take note that a line of the step could not be used: its silence proves nothing."""
        self.incomplete = True
        if self.kind is StepKind.CARDS:
            self._board = self._noted = None
            return
        self._board, reveals = unrecorded(self.game, self.after, self.kind)
        self.unseen_reveals |= reveals

    def build(self, *, closed: bool, maybe_ends: bool) -> Step:
        """Return the step as told.

        Args:
            closed: whether a later statement has closed it.
            maybe_ends: whether the loop may have ended in it without the notes saying so.
        """
        cards: tuple[Resolved, ...] = ()
        free: bool | None = False
        if self.kind is StepKind.CARDS:
            after, cards = self._cards(closed=closed)
            free = (
                None
                if self.incomplete
                else free_forbids(self.game, self.before, self._table(), closed=closed)
            )
        else:
            after = self.after
            if maybe_ends and closed and not self.ends_loop and self._rise_is_open():
                after = forget_gauge(after)
        return Step(
            self.kind,
            self.before.loop,
            self.before.day,
            tuple(self.statements),
            tuple(self.moments),
            self.before,
            after,
            recorded=not self.incomplete or bool(self.statements),
            closed=closed,
            ends_loop=self.ends_loop,
            maybe_ends_loop=maybe_ends and not self.ends_loop,
            cards=cards,
            free_forbids=free,
            incomplete=self.incomplete,
            boards=tuple(self.boards),
        )

    # ---------------------------------------------------------------- cards

    def _table(self) -> Table:
        return self._laying.table(self.game, self.before)

    def _cards(self, *, closed: bool) -> tuple[Board, tuple[Resolved, ...]]:
        """Resolve the cards; a line that was lost may have told of any card, or that one had no effect."""
        resolved: tuple[Resolved, ...] = ()
        if self.incomplete:
            board = unrecorded(self.game, self.before, self.kind)[0]
            board = replace(board, spent=self._spent(board, closed=True).spent)
        else:
            board, resolved = CardStep(self.game, self.before, self._table(), closed).resolve()
            board = self._spent(board, closed=closed)
        for line in self._stated:
            board = board_line(self.game, board, line)[0]
        return board, resolved

    def _check_cards(self, line: PlayStatement) -> None:
        wrong: Iterable[Objection] = ()
        if isinstance(line, CardsLine):
            wrong = card_objections(self.game, self.before, self._table(), line)
        elif isinstance(line, IgnoredLine | StoppedLine):
            wrong = unplayed(self.game, self.before, self._table(), line)
        for one in wrong:
            self.complain(line, one)

    def _spent(self, board: Board, *, closed: bool) -> Board:
        return spend(self.game, self.before, self._table(), board, closed=closed)

    # ---------------------------------------------------------------- goodwill

    def _goodwill(self, line: GoodwillLine) -> None:
        if line.user is None:
            self.statements.append(line)
            self.boards.append(self.after)
            return
        candidates = find_ability(line, self.after, self.game.rules, self.game.setup)
        wrong = misuse(self.game, line, self.after, candidates, self._asked)
        if wrong is not None:
            self.complain(line, wrong)
            self.lose()
            return
        self.statements.append(line)
        self._asked |= uses_of(self.game, line, candidates)
        if len(candidates) == 1 and candidates[0].limit is Limit.LOOP:
            # It is used once a loop, so no step that was not recorded held a use of it.
            self._board = not_used(self.game, self.after, line.borrowed or line.user, candidates[0])
        self.boards.append(self.after)
        incidents = of_use(self.game, line, candidates)
        for change in line.changes:
            if isinstance(change, Reveals) and change.character is None:
                # "Own role" means the user's, or the lender's where the ability is borrowed.
                self._change(line, Reveals(line.borrowed or line.user, change.role))
            elif self._change(line, change):
                self._board = lasting(self.game, self.after, change, incidents, line)
        self._board = leave_behind(line, self.after, candidates)

    # ---------------------------------------------------------------- incidents

    def _incident(self, line: IncidentLine) -> None:
        """Take what an incident did; the gauge rises by the rules, so a line that says so is only checked."""
        if not line.occurred:
            return
        incidents = of_line(self.game, self.after.day, line)
        for change in line.changes:
            if not is_gauge(change) and self._change(line, change):
                self._board = lasting(self.game, self.after, change, incidents, line)
        wrong = gauge_objection(self.game, self.after, line)
        if wrong is not None:
            self.complain(line, wrong)
        self._board = raised(self.game, with_incident(self.game, self.after, line), line)

    def _rise_is_open(self) -> bool:
        lines = (line for line in self.statements if isinstance(line, IncidentLine))
        return any(rise_is_open(self.game, self.before, line) for line in lines)

    # ---------------------------------------------------------------- changes

    def _change(self, statement: PlayStatement, change: Change) -> bool:
        """Apply a change; tell whether it can have happened."""
        before = self.after
        wrong = objection(self.game, before, self.kind, change, self.arrivals)
        if wrong is not None:
            self.complain(statement, wrong)
            return False
        board: Board | None = before
        if isinstance(change, Enters) and change.character not in before.figures:
            # A stand-in is in nobody's cast, so its card comes on the table when it enters.
            barred = frozenset(self.game.card(change.character).forbidden)
            before = before.with_figure(
                Figure(change.character, None, None, present=False, barred=barred, entered=False)
            )
        if isinstance(change, TakesBack):
            board = take_back(before, change.card)
            if board is None:
                self.complain(statement, Objection(f"“{change.card}” was not spent in this loop"))
                return False
        elif isinstance(change, Moves):
            board = proved_alive(before, change.character)
        else:
            board = before
        keep = self.game.reading("countersOnCorpse") != REMOVED
        self._board = apply_change(board, change, corpses_keep=keep)
        self.moments.append(Moment(change, statement, before, self._board))
        return True
