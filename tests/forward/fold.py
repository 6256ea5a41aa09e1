"""The referee's fold: statement by statement, every course of the game that fits so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from deducer.log.notation import read_log
from deducer.log.setup import Log
from deducer.log.statements import (
    AbilityLine,
    BoardEntry,
    BoardLine,
    CardsLine,
    CulpritFact,
    DawnLine,
    DayLine,
    EndLine,
    Fact,
    FactLine,
    GoodwillLine,
    GuessLine,
    IgnoredLine,
    IncidentFact,
    IncidentLine,
    LoopEnds,
    LoopLine,
    Lost,
    NightLine,
    OneOf,
    PlayStatement,
    PlotFact,
    ProtagonistsDie,
    RoleFact,
    StartLine,
    StoppedLine,
)

from .abilities import ability_step
from .cards import CardStep, resolve
from .facts import CHARACTERS, KINDS
from .game import Game
from .goodwill import goodwill_step
from .incidents import incident_step
from .loops import begin_day, begin_loop, dawn_step, end_step, start_step
from .night import night_step
from .scripts import HiddenScript, names, objection
from .state import State, every_reading, merge

PERMISSIVE = frozenset({"either", "may", "optional", "allowed"})
"""Values under which a ruling is not fixed."""
ENDERS = (Lost, LoopEnds, ProtagonistsDie)
DayPart = CardsLine | AbilityLine | GoodwillLine | IncidentLine | NightLine


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a script survives; if not, at which line and why."""

    ok: bool
    line: int | None = None
    why: str = ""


class RefutedError(Exception):
    """No course of the game is left."""


def parse(log_text: str) -> Log:
    """Read a log that must be without mistakes.

    Raises:
        ValueError: it has mistakes.
        NotImplementedError: a character is in the cast that the referee does not know.
    """
    log = read_log(log_text, names())
    if log.setup is None or log.mistakes:
        raise ValueError(f"unreadable: {log.mistakes}")
    strangers = {*log.setup.cast, *log.setup.late} - set(CHARACTERS)
    if strangers:
        raise NotImplementedError(f"characters {strangers}")
    return log


def survives(script: HiddenScript, log: str | Log) -> Verdict:
    """Whether a Mastermind with this script, playing by the rules, could have produced the log.

    Raises:
        ValueError: the log has mistakes.
        NotImplementedError: a due step was not written, or something is outside the referee's reach.
    """
    read = parse(log) if isinstance(log, str) else log
    assert read.setup is not None
    why = objection(script, read.setup)
    if why:
        return Verdict(ok=False, why=f"not legal: {why}")
    fold = Fold(Game(script, read.setup))
    for statement in read.play:
        try:
            fold.take(statement)
        except RefutedError:
            return Verdict(ok=False, line=fold.line, why=fold.why)
    try:
        fold.close_cards(last=True)
    except RefutedError:
        return Verdict(ok=False, line=fold.line, why=fold.why)
    if all(state.over == "late" and not state.result for state in fold.states):
        return Verdict(ok=False, line=fold.line, why="nothing says that the loop was lost")
    return Verdict(ok=True)


def surviving(scripts: Iterable[HiddenScript], log_text: str) -> list[HiddenScript]:
    """Those of the scripts that survive the log, in their order."""
    log = parse(log_text)
    return [script for script in scripts if survives(script, log).ok]


@dataclass
class Fold:
    """The courses that fit so far, and which steps of the day were written."""

    game: Game
    states: list[State] = field(default_factory=list)
    cards: CardStep | None = None
    written: set[str] = field(default_factory=set)
    ended: bool = False
    fresh: bool = False
    loop: int = 0
    day: int = 0
    line: int = 0
    why: str = ""

    def __post_init__(self) -> None:
        fixed = {k: v for k, v in self.game.setup.rulings.items() if v not in PERMISSIVE}
        self.states = [State(readings=fixed)]

    # ------------------------------------------------------------ the statements

    def take(self, statement: PlayStatement) -> None:
        """Fold one statement in.

        Raises:
            RefutedError: no course fits.
        """
        if not isinstance(statement, (IgnoredLine, StoppedLine, CardsLine, FactLine, GuessLine)):
            self.close_cards(last=False)
        if self.fresh and not isinstance(statement, (DawnLine, BoardLine, FactLine)):
            self._dawn(None)
        self.line, self.why = statement.at.line, statement.at.text
        match statement:
            case LoopLine() | DayLine() | StartLine() | DawnLine() | EndLine():
                self._turn(statement)
            case CardsLine() | IgnoredLine() | StoppedLine():
                self.cards = self.cards or CardStep()
                self.cards.add(statement)
                self.written.add("cards")
            case AbilityLine() | GoodwillLine() | IncidentLine() | NightLine():
                self._part(statement)
            case _:
                self._said(statement)

    def _part(self, statement: AbilityLine | GoodwillLine | IncidentLine | NightLine) -> None:
        self._complete_before(statement)
        game = self.game
        self.ended |= any(isinstance(c, ENDERS) for c in statement.changes)
        match statement:
            case AbilityLine(changes=changes):
                self._step(lambda s: ability_step(game, s, changes))
            case GoodwillLine():
                self._step(lambda s: goodwill_step(game, s, statement))
            case IncidentLine():
                self._step(lambda s: incident_step(game, s, statement))
            case NightLine(changes=changes):
                self._step(lambda s: night_step(game, s, changes))

    def _complete_before(self, statement: AbilityLine | GoodwillLine | IncidentLine | NightLine) -> None:
        order: dict[type, str] = {
            CardsLine: "cards",
            AbilityLine: "ability",
            GoodwillLine: "goodwill",
            IncidentLine: "incident",
            NightLine: "night",
        }
        mine = order[type(statement)]
        earlier = list(order.values())[: list(order.values()).index(mine)]
        self._all_written(earlier)
        self.written.add(mine)

    def _all_written(self, parts: Iterable[str]) -> None:
        if self.ended:
            return
        due = {p for p in parts if p != "incident" or self.day in self.game.setup.incidents}
        if due - self.written:
            raise NotImplementedError(f"line {self.line}: {sorted(due - self.written)} not recorded")

    def _turn(self, statement: LoopLine | DayLine | StartLine | DawnLine | EndLine) -> None:
        game = self.game
        everything = ("cards", "ability", "goodwill", "incident", "night")
        match statement:
            case LoopLine(loop=loop):
                if loop > 1 and "end" not in self.written:
                    raise NotImplementedError("a loop's end was not written")
                self.loop, self.day, self.ended, self.written = loop, 0, False, set()
                self._step(lambda s: begin_loop(game, s, loop))
            case StartLine(changes=changes):
                self.written.add("start")
                self._step(lambda s: start_step(game, s, changes))
            case DayLine(day=day):
                self._all_written(everything if self.day else ("start",))
                self.day, self.written, self.fresh = day, set(), True
                self._step(lambda s: begin_day(s, day))
            case DawnLine():
                self._dawn(statement)
            case EndLine():
                self._all_written(everything)
                if not self.ended and self.day < game.days:
                    raise NotImplementedError("the loop's end was not recorded")
                self.written.add("end")
                self._step(lambda s: end_step(game, s, statement))

    def _dawn(self, statement: DawnLine | None) -> None:
        self.fresh = False
        self._step(lambda s: dawn_step(self.game, s, statement))

    def _said(self, statement: PlayStatement) -> None:
        match statement:
            case BoardLine():
                self._step(lambda s: [s] if _agrees(s, statement) else [])
            case FactLine(facts=facts):
                self._step(lambda s: [s] if all(_true(self.game, f) for f in facts) else [])
            case GuessLine(character=who, role=role, right=right):
                true = (self.game.roles.get(who) == role) == right
                self._step(lambda s: [s] if true else [])
            case _:
                raise NotImplementedError(type(statement).__name__)

    # ------------------------------------------------------------ the states

    def close_cards(self, *, last: bool) -> None:
        """Resolve the card step that stands open, if one does.

        Args:
            last: whether the log ends here, so that more might have followed.

        Raises:
            RefutedError: no course fits.
        """
        cards, self.cards = self.cards, None
        if cards is None:
            return
        if not last and not cards.whole():
            raise NotImplementedError("one side's cards were not written")
        self._step(lambda s: resolve(self.game, s, cards, closed=not last))

    def _step(self, step: Callable[[State], Iterable[State]]) -> None:
        self.states = merge(one for state in self.states for one in every_reading(state, step))
        if not self.states:
            raise RefutedError


# ---------------------------------------------------------------- what is stated


def _agrees(state: State, line: BoardLine) -> bool:
    named = {entry.target: entry for entry in line.entries}
    if not all(_entry_agrees(state, entry) for entry in line.entries):
        return False
    if not line.everything:
        return True
    return not any(
        n and kind not in dict(named[target].counters if target in named else ())
        for (target, kind), n in state.counters.items()
    )


def _entry_agrees(state: State, entry: BoardEntry) -> bool:
    who = entry.target
    if entry.place is not None and state.places.get(who) != entry.place:
        return False
    if who in CHARACTERS and entry.dead != (who in state.dead) and (entry.dead or entry.place is not None):
        return False
    if entry.guards is not None and state.guards.get(who, 0) != entry.guards:
        return False
    return all(kind not in KINDS or state.count(who, kind) == n for kind, n in entry.counters)


def _true(game: Game, fact: Fact) -> bool:
    match fact:
        case RoleFact(character=who, role=role, positive=positive):
            return (game.roles.get(who) == role) == positive
        case CulpritFact(day=day, character=who, positive=positive):
            return (game.culprits.get(day) == who) == positive
        case IncidentFact(day=day, incident=kind, positive=positive):
            return (game.types.get(day) == kind) == positive
        case PlotFact(plot=plot, positive=positive):
            return (plot in game.plots) == positive
        case OneOf(facts=facts, positive=positive):
            return any(_true(game, one) for one in facts) == positive


def prefixes(log_text: str) -> Iterator[str]:
    """The log cut after each of its lines."""
    lines = log_text.splitlines()
    for end in range(1, len(lines) + 1):
        yield "\n".join(lines[:end]) + "\n"
