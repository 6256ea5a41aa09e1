"""The loop of steps: a whole game played under a fixed script, and the log of what everybody saw."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from deducer.answer import Script
from deducer.board.game import EACH_SIDE
from deducer.board.loop import LoopBuilder
from deducer.board.objections import Objection
from deducer.board.opening import open_loop
from deducer.board.state import Board
from deducer.case import Case
from deducer.evidence.guards import Use
from deducer.evidence.incidents import effects_of, incident_use, triggers
from deducer.ids import CharacterId
from deducer.log.statements import (
    AbilityLine,
    DayLine,
    EndLine,
    GoodwillLine,
    IncidentLine,
    LoopLine,
    NightLine,
    PlayStatement,
    Reveals,
    StandsAt,
    StartLine,
)
from deducer.log.write import write_log
from deducer.play.aims import aims
from deducer.play.cards import PLAYERS, ignored, mastermind_cards, protagonist_cards
from deducer.play.effects import Resolution, playable
from deducer.play.goodwill import answer, asks
from deducer.play.policy import Policy
from deducer.play.script import NOWHERE, draw, write_script
from deducer.play.setup import Size, check_playable, draw_setup
from deducer.play.truth import Truth
from deducer.rules.load import load_rules
from deducer.rules.model import Rules
from deducer.rules.vocabulary import Action, Obligation, Timing, Trait

_ANY: Final = Size()


@dataclass(frozen=True, slots=True)
class Simulated:
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
    game = _Game(truth, Policy(chance, aims(truth)))
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
    """

    truth: Truth
    policy: Policy
    statements: list[PlayStatement] = field(default_factory=list)
    leader: int = 0
    spent: set[str] = field(default_factory=set)
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
            self._days(setup.days or 0)
            won = self._end()
            final = self.loop.finish(None).final
            if won:
                return

    def _days(self, days: int) -> None:
        self._start()
        for day in range(1, days + 1):
            line = DayLine(NOWHERE, day)
            self.statements.append(line)
            self.loop.start_day(line)
            for step in (self._cards, self._abilities, self._goodwill, self._incident, self._night):
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
        """Set up the loop: chosen start places, then what must happen (R18, R90, R91)."""
        result = self._resolution()
        for figure in self.board.living():
            card = self.truth.script.card(figure.id)
            if card.has(Trait.START_CHOSEN):
                result.see(StandsAt(figure.id, self.policy.choose(card.starts)))
        for use in self.truth.uses(result.board, Timing.LOOP_START):
            result.resolve(use)
        self._tell(StartLine(NOWHERE, result.told()))

    def _cards(self) -> None:
        game = self.truth.game
        before = self.board
        self._tell(mastermind_cards(game, self.policy, before))
        self._tell(protagonist_cards(game, self.policy, before, self.leader))
        if self.loop.current is not None:
            line = ignored(self.truth, self.policy, self.loop.current.build(closed=True, maybe_ends=False))
            if line is not None:
                self._tell(line)

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
            asked.add(claim)
            ask = self.policy.choose([ask for ask in options if ask.claim == claim])
            self._tell(answer(self.truth, self.policy, ask, self.board))
        if not asked:
            self._tell(GoodwillLine(NOWHERE, None))

    def _incident(self) -> None:
        script, board = self.truth.script, self.board
        name = script.setup.incidents.get(board.day)
        if name is None:
            return
        culprit = self.truth.culprit(board.day)
        if not self.truth.holds(triggers(script, board, board.figure(culprit))):
            self._tell(IncidentLine(NOWHERE, occurred=False))
            return
        result = self._resolution()
        effects = effects_of(script, script.tragedy_set.incident(name), culprit)
        result.resolve(incident_use(name, effects, culprit, board))
        self._tell(IncidentLine(NOWHERE, occurred=True, changes=result.told()))

    def _night(self) -> None:
        """End the day: mandatory abilities together, then optional ones of the living (R74, R75)."""
        result = self._resolution()
        victims: dict[CharacterId, None] = {}
        for use in self._duties():
            for effect in use.ability.effects:
                found = self.truth.targets(use, effect, result.board)
                if effect.action is Action.KILL and found:
                    victims[self.policy.choose(found)] = None
        result.kill(victims)
        self._use_up(result, Timing.DAY_END, self.policy.temper.strikes)
        self._tell(NightLine(NOWHERE, result.told()))

    def _duties(self) -> Iterator[Use]:
        """Yield the mandatory uses at day end; whoever has a turf may count as being here or there (D4)."""
        board, script = self.board, self.truth.script
        claims: dict[tuple[str, str, str | None], list[Use]] = {}
        for use in self.truth.uses(board, Timing.DAY_END):
            if use.ability.obligation is Obligation.MANDATORY:
                claims.setdefault((use.owner, use.ability.id, use.actor), []).append(use)
        for uses in claims.values():
            turf = script.setup.turfs.get(uses[0].actor or "") if uses[0].role is not None else None
            elsewhere = turf is not None and script.reading("bossTurfDayEnd") == "yes"
            places = [*uses] if len(uses) > 1 or not elsewhere else [*uses, None]
            chosen = self.policy.choose(places)
            if chosen is not None:
                yield chosen

    # ---------------------------------------------------------------- the end

    def _end(self) -> bool:
        """End the loop; tell whether it was won."""
        board = self.board
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
        line = EndLine(NOWHERE, won=not (losses or self.loop.ended), changes=tuple(reveals))
        self.statements.append(line)
        self.loop.close(line)
        return line.won


def _never(statement: PlayStatement, wrong: Objection) -> None:
    """Stop: the simulator made a move that the board does not allow."""
    raise RuntimeError(f"the simulator broke the rules: {wrong.message} ({statement})")
