"""The loop of steps: a whole game played under a fixed script, and the log of what everybody saw."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

from msgspec.structs import replace

from deducer.answer import Script
from deducer.board.game import EACH_SIDE
from deducer.board.loop import LoopBuilder
from deducer.board.objections import Objection
from deducer.board.opening import open_loop
from deducer.board.state import Board, Figure
from deducer.board.timeline import Step
from deducer.case import Case
from deducer.ids import ABSENT, CharacterId
from deducer.log.statements import (
    AbilityLine,
    BoardEntry,
    BoardLine,
    Change,
    DayLine,
    Dies,
    EndLine,
    GoodwillLine,
    Guard,
    GuessLine,
    LoopEnds,
    LoopLine,
    NightLine,
    PlayStatement,
    Reveals,
)
from deducer.log.write import write_log
from deducer.play import steps
from deducer.play.aims import aims
from deducer.play.cards import PLAYERS, ignored, mastermind_cards, protagonist_cards, stopped
from deducer.play.effects import Resolution, playable
from deducer.play.goodwill import answer, asks
from deducer.play.policy import Policy
from deducer.play.script import NOWHERE, draw, write_script
from deducer.play.setup import Size, check_playable, draw_setup
from deducer.play.truth import Truth
from deducer.record import Record
from deducer.rules.load import load_rules
from deducer.rules.model import Rules
from deducer.rules.vocabulary import Action, Obligation, Timing

_ANY: Final = Size()


class Simulated(Record, frozen=True):
    """A game that was played.

    Attributes:
        log: what everybody saw, as the text of a log.
        script: the hidden script, as the text of a `.script` file.
    """

    log: str
    script: str


def simulated(given: str | Case, seed: int, size: Size = _ANY, rules: Rules | None = None) -> Simulated:
    """Draw a script and play a game.

    Args:
        given: a Tragedy Set, for which a set-up is drawn, or a set-up.
        seed: the same game for the same number.
        size: how large a drawn set-up is to be.
        rules: rule data for a drawn set-up; the shipped data by default.

    Raises:
        UsageError: the set-up is none that the simulator can play, or that a legal script fits.
        OverBudgetError: counting the scripts would cost too much.
    """
    chance = Random(seed)  # noqa: S311  (no secret)
    case = draw_setup(rules or load_rules(), given, size, chance) if isinstance(given, str) else given
    script = draw(case, chance)
    return Simulated(play(case, script, chance), write_script(case, script))


def play(case: Case, script: Script, chance: Random) -> str:
    """Play a whole game.

    Args:
        case: a set-up.
        script: a legal script of it.
        chance: decides.

    Returns:
        The log of the game, which ends with the first loop won or the last one lost.

    Raises:
        UsageError: the set-up is none that the simulator can play.
    """
    check_playable(case)
    truth = Truth.of(case, script, chance)
    game = _Game(truth, Policy.drawn(chance, aims(truth)))
    game.run()
    return write_log((*case.log.header, *game.statements), case.names)


@dataclass(slots=True)
class _Game:
    """A game under way.

    Attributes:
        truth: the truth.
        policy: what both sides choose.
        statements: what was seen so far.
        leader: whose turn it is to lead, as a number.
        spent: what uses of abilities have taken up.
        untold: the cards of those of whose deaths in this loop nothing was told.
    """

    truth: Truth
    policy: Policy
    statements: list[PlayStatement] = field(default_factory=list)
    leader: int = 0
    spent: set[str] = field(default_factory=set)
    untold: dict[CharacterId, Figure] = field(default_factory=dict)
    loop: LoopBuilder = field(init=False)

    def run(self) -> None:
        """Play loop after loop until one is won or all are lost."""
        setup = self.truth.script.setup
        final: Board | None = None
        for number in range(1, (setup.loops or 0) + 1):
            self.statements.append(LoopLine(NOWHERE, number))
            board = open_loop(self.truth.game, number, final, reveals_complete=True)
            self.loop = LoopBuilder(self.truth.game, board, _never, {})
            self.policy.new_loop(setup.cast)
            self.untold = {}
            self._days(setup.days or 0)
            won = self._end()
            final = self._true(self.loop.finish(None).final)
            if won:
                return
        if self.truth.script.tragedy_set.final_guess:
            self._guess()

    def _days(self, days: int) -> None:
        self._start()
        for day in range(1, days + 1):
            line = DayLine(NOWHERE, day)
            self.statements.append(line)
            self.loop.start_day(line)
            for step in (
                self._dawn,
                self._cards,
                self._abilities,
                self._goodwill,
                self._incident,
                self._night,
            ):
                step()
                if self.loop.ended:
                    return
            self.leader = (self.leader + 1) % EACH_SIDE

    @property
    def board(self) -> Board:
        """The board now."""
        return self.loop.board if self.loop.current is None else self.loop.current.after

    def _tell(self, statement: PlayStatement) -> None:
        self.statements.append(statement)
        self.loop.take(statement)

    def _resolution(self) -> Resolution:
        return Resolution(self.truth, self.policy, self.board)

    # ---------------------------------------------------------------- steps

    def _start(self) -> None:
        self._tell(steps.start(self.truth, self.policy, self.board))

    def _dawn(self) -> None:
        line = steps.dawn(self.truth, self.policy, self.board)
        if line is not None:
            self._tell(line)

    def _cards(self) -> None:
        before = self.board
        self._tell(mastermind_cards(self.truth, self.policy, before))
        self._tell(protagonist_cards(self.truth.game, self.policy, before, self.leader))
        # What is stopped decides where everybody stands when forbids are ignored.
        line = stopped(self.truth, self._resolved())
        if line is not None:
            self._tell(line)
        step = self._resolved()
        lost = [figure for figure in step.after.living() if figure.place is None]
        ignoring = None if lost else ignored(self.truth, self.policy, step)
        if ignoring is not None:
            self._tell(ignoring)
        for figure in lost:
            self._stand(figure, step)

    def _stand(self, figure: Figure, step: Step) -> None:
        """Say where somebody went of whom the cards do not tell it: along with a master that left (R87)."""
        masters = step.before.masters.get(figure.id, frozenset())
        were = {one: step.before.figure(one).place for one in masters if one in step.before.figures}
        here = step.before.figure(figure.id).place
        went = [step.after.figure(one).place for one in sorted(were) if were[one] == here]
        place = self.policy.choose([one for one in went if one not in (None, here, *figure.barred)] or [here])
        line = BoardLine(NOWHERE, (BoardEntry(figure.id, place),))
        self.statements.append(line)
        if self.loop.current is not None:
            # The loop would place the line with the next one, and the abilities before it need it.
            self.loop.current.state(line)

    def _resolved(self) -> Step:
        if self.loop.current is None:
            raise RuntimeError("no step has begun")
        return self.loop.current.build(closed=True, maybe_ends=False)

    def _abilities(self) -> None:
        result = self._resolution()
        self._use_up(result, Timing.MASTERMIND, self.policy.temper.acts)
        self._tell(AbilityLine(NOWHERE, result.told()))

    def _use_up(self, result: Resolution, timing: Timing, share: float) -> None:
        """Let the Mastermind use abilities one by one, each once: those he must use, and others as he likes.

        At day end the mandatory ones have been used together before.
        """
        passed: set[str] = set()
        left = {Obligation.OPTIONAL} if timing is Timing.DAY_END else {*Obligation}
        while not result.over:
            uses = [
                use
                for use in self.truth.uses(result.board, timing)
                if playable(use.ability)
                and use.ability.obligation in left
                and use.resource(result.board) not in self.spent | passed
            ]
            if not uses:
                return
            use = self.policy.choose(uses)
            obliged = use.ability.obligation is Obligation.MANDATORY
            if obliged or self.policy.likely(share):
                self.spent.add(use.resource(result.board))
                result.resolve(use)
            else:
                passed.add(use.resource(result.board))

    def _goodwill(self) -> None:
        asked: set[tuple[CharacterId, str]] = set()
        leader = PLAYERS[self.leader]
        while not self.loop.ended:
            options = list(asks(self.truth, self.board, leader, asked))
            if not options or not self.policy.likely(self.policy.temper.asks):
                break
            claim = self.policy.choose(sorted({ask.claim for ask in options}))
            ask = self.policy.choose([ask for ask in options if ask.claim == claim])
            asked |= ask.claims
            self._tell(answer(self.truth, self.policy, ask, self.board))
        if not asked:
            self._tell(GoodwillLine(NOWHERE, None))

    def _incident(self) -> None:
        if self.truth.incident_name(self.board.day) is not None:
            line, result = steps.incident(self.truth, self.policy, self.board)
            self._tell(line)
            self._keep_back(result, line.changes)

    def _night(self) -> None:
        """End the day: mandatory abilities together, then optional ones of the living (R74, R75)."""
        result = self._resolution()
        result.duties(steps.duties(self.truth, self.policy, self.board, self.spent))
        self._use_up(result, Timing.DAY_END, self.policy.temper.strikes)
        line = NightLine(NOWHERE, result.told())
        self._tell(line)
        self._keep_back(result, line.changes)

    def _keep_back(self, result: Resolution | None, told: tuple[Change, ...]) -> None:
        """Remember the cards of those of whose deaths nothing was told (D30)."""
        for change in result.changes if result is not None else ():
            if change not in told and isinstance(change, Dies | Guard) and result is not None:
                here = self.board.figure(change.character)
                self.untold[here.id] = replace(result.board.figure(here.id), place=here.place)

    def _true(self, board: Board) -> Board:
        """Return a board with what was not told on it."""
        return replace(board, figures={**board.figures, **self.untold})

    # ---------------------------------------------------------------- the end

    def _end(self) -> bool:
        """End the loop; tell whether it was won."""
        board = self._true(self.board)
        losses = [
            use
            for use in self.truth.uses(board, Timing.LOOP_END)
            if use.ability.obligation is Obligation.LOSS
        ]
        known = board.revealed | board.revealed_before
        reveals = [
            Reveals(use.actor, use.role)
            for use in losses
            if use.actor is not None
            and use.role is not None
            and any(effect.action is Action.REVEAL_SELF for effect in use.ability.effects)
            and ((use.actor, use.role) not in known or self.policy.likely(0.5))
        ]
        line = EndLine(NOWHERE, won=not (losses or self._announced_loss()), changes=tuple(reveals))
        self.statements.append(line)
        self.loop.close(line)
        return line.won

    def _announced_loss(self) -> bool:
        """Tell whether the loop ended early as a loss; where it only ended, its end decides (R136)."""
        last = self.loop.current
        bullet = last is not None and any(isinstance(moment.change, LoopEnds) for moment in last.moments)
        return self.loop.ended and not bullet

    def _guess(self) -> None:
        """Let the Protagonists name roles until one is wrong (R95, R96)."""
        script = self.truth.script
        roles = {who: script.world[one.name] for who, one in script.role_variables.items()}
        people = [who for who, role in roles.items() if role != ABSENT]
        self.policy.chance.shuffle(people)
        for who in people:
            sure = self.policy.likely(self.policy.temper.guesses)
            role = roles[who] if sure else self.policy.choose(script.tragedy_set.roles).id
            self.statements.append(GuessLine(NOWHERE, who, role, right=role == roles[who]))
            if role != roles[who]:
                return


def _never(statement: PlayStatement, wrong: Objection) -> None:
    """Stop: the simulator made a move that the board does not allow."""
    raise RuntimeError(f"the simulator broke the rules: {wrong.message} ({statement})")
