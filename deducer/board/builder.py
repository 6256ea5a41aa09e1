"""One step in the making: its statements, changes and boards."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from deducer.board.blur import blur, forget_uses, touch_of_cards, touch_of_incident, touch_of_step
from deducer.board.cards import CardStep, free_forbids, lay_out
from deducer.board.changes import apply_change, objection
from deducer.board.goodwill import find_ability, leave_behind, taken_back, unusable
from deducer.board.hands import ANY_PLAYER, complaints, spend
from deducer.board.state import Board, Figure
from deducer.board.timeline import Moment, Resolved, Step, StepKind
from deducer.errors import Mistake, MistakeKind
from deducer.ids import PLACES
from deducer.log.setup import Setup
from deducer.log.statements import (
    CardsLine,
    Change,
    Enters,
    GoodwillLine,
    IncidentLine,
    LoopEnds,
    Lost,
    PlayStatement,
    ProtagonistsDie,
    Reveals,
    StandsAt,
)
from deducer.rules.model import Rules
from deducer.rules.names import Kind, Names
from deducer.rules.vocabulary import Timing, Trait

_TIMINGS = {
    StepKind.LOOP_START: Timing.LOOP_START,
    StepKind.DAY_START: Timing.DAY_START,
    StepKind.MASTERMIND: Timing.MASTERMIND,
    StepKind.GOODWILL: Timing.GOODWILL,
    StepKind.DAY_END: Timing.DAY_END,
}
ENDINGS = (Lost, ProtagonistsDie, LoopEnds)


@dataclass(slots=True)
class StepBuilder:
    """A step that statements are still added to.

    Attributes:
        rules: the rule data.
        setup: the set-up.
        names: for messages.
        kind: which step.
        day: 1-based day, 0 for the loop's start.
        before: the board when the step began.
        mistakes: where mistakes are put.
        after: the board after what was told so far.
    """

    rules: Rules
    setup: Setup
    names: Names
    kind: StepKind
    day: int
    before: Board
    mistakes: list[Mistake]
    after: Board = field(init=False)
    statements: list[PlayStatement] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    stated: Board | None = None
    incomplete: bool = False

    def __post_init__(self) -> None:
        """Begin with the board as it was."""
        self.after = self.before

    @property
    def ends_loop(self) -> bool:
        """Whether something told in the step ended the loop."""
        return any(isinstance(moment.change, ENDINGS) for moment in self.moments)

    def add(self, statement: PlayStatement) -> None:
        """Add a statement of this step."""
        self.statements.append(statement)
        if self.kind is StepKind.CARDS:
            self._cards(statement)
            return
        if isinstance(statement, GoodwillLine):
            self._goodwill(statement)
            return
        for change in getattr(statement, "changes", ()):
            self._change(statement, change)
        if isinstance(statement, IncidentLine) and statement.occurred:
            name = statement.true_incident or self.setup.incidents.get(self.day)
            if name is not None:
                self.after = replace(self.after, occurred=(*self.after.occurred, (self.day, name)))

    def lose_line(self) -> None:
        """Take note that a line of this step could not be used."""
        self.incomplete = True
        self.after = self._blurred(self.after)

    def state(self, board: Board) -> None:
        """Take over a board that a `board:` line states after what was told so far."""
        self.after = board
        self.stated = board

    def build(self, *, closed: bool, maybe_ends: bool) -> Step:
        """Return the step as told."""
        cards: tuple[Resolved, ...] = ()
        free: bool | None = False
        after = self.after
        if self.kind is StepKind.CARDS:
            table = lay_out(self.statements)
            resolved_board, cards = CardStep(self.rules, self.setup, self.before, table, closed).resolve()
            free = free_forbids(table)
            after = self.stated or resolved_board
            after = replace(after, spent=spend(self.rules, self.before, table))
            if self.incomplete:
                # A lost line may have said that a card did not work as printed.
                cards, after = (), self.stated or self._blurred(after)
        return Step(
            self.kind,
            self.before.loop,
            self.day,
            tuple(self.statements),
            tuple(self.moments),
            self.before,
            after,
            closed=closed,
            ends_loop=self.ends_loop,
            maybe_ends_loop=maybe_ends and not self.ends_loop,
            cards=cards,
            free_forbids=free,
            incomplete=self.incomplete,
        )

    def unrecorded(self, *, maybe_ends: bool) -> Step:
        """Return the step as one that was not written down: what it could have changed is not known."""
        board = self._blurred(self.before)
        return Step(
            self.kind,
            self.before.loop,
            self.day,
            (),
            (),
            self.before,
            board,
            recorded=False,
            maybe_ends_loop=maybe_ends,
        )

    def _blurred(self, board: Board) -> Board:
        """Return a board with everything not known any more that this kind of step can change."""
        if self.kind is StepKind.CARDS:
            hands = self.rules.hands
            board = blur(board, touch_of_cards((*hands.mastermind, *hands.protagonist)))
        elif self.kind is StepKind.INCIDENT:
            incident = self.setup.incidents.get(self.day)
            board = blur(board, touch_of_incident(self.rules, self.setup, incident))
            board = replace(board, maybe_occurred=board.maybe_occurred | {self.day})
        else:
            board = blur(board, touch_of_step(self.rules, self.setup, board, _TIMINGS[self.kind]))
            if self.kind is StepKind.GOODWILL:
                board = forget_uses(self.rules, board)
        return board

    # ---------------------------------------------------------------- single statements

    def _cards(self, statement: PlayStatement) -> None:
        table = lay_out(self.statements)
        if isinstance(statement, CardsLine):
            alone = lay_out([statement])
            for message, target in complaints(self.rules, self.setup, self.before, alone):
                self._complain(statement, message, target)
        self.after, _ = CardStep(self.rules, self.setup, self.before, table, closed=False).resolve()
        self.after = replace(self.after, spent=spend(self.rules, self.before, table))
        self.stated = None

    def _goodwill(self, line: GoodwillLine) -> None:
        if line.user is None:
            return
        candidates = find_ability(line, self.after, self.rules, self.setup)
        reason = unusable(line, self.after, candidates)
        if reason is not None:
            self._complain(
                line, reason, line.user, hint="mend the line, or the lines that brought the goodwill"
            )
        for change in line.changes:
            if isinstance(change, Reveals) and change.character is None:
                # "Own role" means the user's, or the lender's where the ability is borrowed.
                self._change(line, Reveals(line.borrowed or line.user, change.role))
            else:
                self._change(line, change)
        if reason is None:
            self.after = leave_behind(line, self.after, candidates)
        for card in taken_back(line.changes):
            self._take_back(line, card)

    def _take_back(self, line: GoodwillLine, card: str) -> None:
        """Give the leader one spent card back; whose it was need not have been noted."""
        spent = list(self.after.spent)
        owned = [entry for entry in spent if entry[1] == card and entry[0] != "mastermind"]
        if not owned:
            self._complain(line, f"“{card}” was not spent in this loop", "")
            return
        spent.remove(owned[-1])
        if len({owner for owner, _ in owned}) > 1:
            # Whose card came back is not told, so nobody's name may stand for the others.
            spent = [(ANY_PLAYER, card) if entry in owned else entry for entry in spent]
        self.after = replace(self.after, spent=tuple(spent))

    def _change(self, statement: PlayStatement, change: Change) -> None:
        if isinstance(change, Enters | StandsAt):
            self._admit(change)
        reason = objection(self.after, change)
        if reason is not None:
            place = getattr(change, "place", None)
            character = getattr(change, "character", None) or getattr(change, "target", None)
            self._complain(statement, reason, character or "", place or "")
            return
        keep = self.setup.rulings.get("countersOnCorpse") != "removed"
        after = apply_change(self.after, change, corpses_keep=keep)
        self.moments.append(Moment(change, statement, self.after, after))
        self.after = after

    def _admit(self, change: Enters | StandsAt) -> None:
        """Put a stand-in's card on the table when it enters for the first time (it is in nobody's cast)."""
        card = self.rules.characters[change.character]
        if change.character not in self.after.figures and card.has(Trait.SHARES_ROLE):
            barred = frozenset(card.forbidden)
            figure = Figure(card.id, None, None, present=False, barred=barred, entered=False)
            self.after = self.after.with_figure(figure)

    def _complain(
        self, statement: PlayStatement, message: str, target: str, place: str = "", hint: str = ""
    ) -> None:
        named = self.names.display(Kind.CHARACTER, target) if target and target not in PLACES else target
        text = message.format(named, place) if "{" in message else message
        if text.endswith("is not on the board"):
            hint = (
                hint
                or "write `late NAME` in the header and its entry (`NAME enters at PLACE`) if it came late"
            )
        at = statement.at
        hint = hint or "mend the line, or the lines before it that say otherwise"
        self.mistakes.append(Mistake(at.line, 0, MistakeKind.IMPOSSIBLE, text, hint, at.text))
