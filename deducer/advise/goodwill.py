"""Goodwill abilities as tests: every answer that the Mastermind may give, and his refusal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Final

from msgspec.structs import replace

from deducer import solution
from deducer.advise.future import Future
from deducer.advise.stage import Stage, Stages, cards_for
from deducer.advise.table import Table
from deducer.advise.trials import Cost, Kind, Trial, seen
from deducer.board.state import Board
from deducer.board.timeline import StepKind
from deducer.case import Case
from deducer.ids import GOODWILL, CharacterId
from deducer.log.statements import (
    Change,
    CulpritIs,
    Declared,
    GoodwillLine,
    PlayStatement,
    Reveals,
)
from deducer.play.cards import PLAYERS
from deducer.play.goodwill import Ask, answer, asks
from deducer.play.policy import Policy, Temper
from deducer.play.truth import Truth
from deducer.record import Record
from deducer.rules.vocabulary import Action, Limit

WITNESSES: Final = 12
"""Under so many scripts it is tried out what an ability can do, where that hangs on the script."""

PLENTY: Final = 9
"""More goodwill than any ability needs."""

_TELLING: Final = (Action.REVEAL_ROLE, Action.REVEAL_CULPRIT, Action.NAME_SUBPLOT)
_STIRRING: Final = (Action.KILL, Action.RESOLVE_INCIDENT, Action.NAME_SAME_ROLE)
_WILLING: Final = Temper(
    acts=1, refuses=0, ignores=0, strikes=0, plots=0, lies=0.5, names=0, asks=1, hopes=0, guesses=1
)


class Goodwill(Record, frozen=True, dict=True):
    """The tests that goodwill abilities make.

    Attributes:
        stages: when they can be made.
        table: scripts to try them under.
    """

    stages: Stages
    table: Table

    def tests(self) -> Iterator[Trial]:
        """Yield the tests of each ability that can be asked for, on the first day on which it can be."""
        for group in self._grouped():
            yield from next((found for found in self._ways(group) if found is not None), ())

    def _ways(self, group: Sequence[Ask]) -> Iterator[tuple[Trial, ...] | None]:
        """Yield what can be tried, the nearest day first; None where an ability cannot be asked for."""
        for stage in self.stages.all:
            for ask in group:
                yield self._at(stage, ask)

    @cached_property
    def truths(self) -> tuple[Truth, ...]:
        """The truth under a few scripts, taken evenly from the table."""
        case, size = self.case, len(self.table.rows)
        places = dict.fromkeys(number * size // WITNESSES for number in range(WITNESSES))
        scripts = (solution.script_of(case.script, self.table.world(place)) for place in places)
        return tuple(Truth.of(case, script, Random(0)) for script in scripts)  # noqa: S311  (no secret)

    @property
    def case(self) -> Case:
        """The game."""
        return self.stages.start.case

    def _grouped(self) -> Iterator[list[Ask]]:
        """Yield what can be asked for if there is goodwill enough; what tells the same together."""
        stages = self.stages.all
        if not stages or not self.truths:
            return
        groups: dict[tuple[object, ...], list[Ask]] = {}
        for board in dict.fromkeys(id(stage.board) for stage in stages):
            held = next(stage.board for stage in stages if id(stage.board) == board)
            for ask in self._asks(_with_plenty(held)):
                groups.setdefault(_key(ask), []).append(ask)
        yield from groups.values()

    def _asks(self, board: Board) -> Iterator[Ask]:
        for player in PLAYERS:
            yield from asks(self.truths[0], board, player, ())

    def _at(self, stage: Stage, ask: Ask) -> tuple[Trial, ...] | None:
        """Return the tests that an ability makes on a day; None if it cannot be asked for by then."""
        user, rank = ask.line.user or "", ask.line.rank or 0
        if not stage.reaches(StepKind.GOODWILL) or user not in stage.board.figures:
            return None
        missing = max(0, rank - (stage.board.figure(user).counters[GOODWILL] or 0))
        cards = cards_for(stage, GOODWILL, missing)
        if cards is None or not _free(stage, ask):
            return None
        asked = self._asked(stage, user, rank if missing else None)
        if asked is None:
            return None
        cost = Cost(goodwill=missing, cards=cards, days=stage.days, next_loop=stage.next_loop)
        found = []
        for announced, answers in self._lines(ask, asked):
            outcomes = tuple(one for line in answers if (one := seen(asked, line)) is not None)
            if not outcomes:
                return None
            about = (user, *announced.targets)
            # That the time has come to ask is said by the use itself.
            before = tuple(line for line in asked.lines if not isinstance(line, GoodwillLine))
            found.append(
                Trial(
                    Kind.GOODWILL, stage.loop, stage.day, cost, announced, about, before, asked.told, outcomes
                )
            )
        return tuple(found)

    def _asked(self, stage: Stage, user: CharacterId, goodwill: int | None) -> Future | None:
        """Return the game when somebody has so much goodwill on a day and the time has come to ask."""
        key = (stage.loop, stage.day, user, goodwill)
        if key not in self._futures:
            raised = {} if goodwill is None else {(user, GOODWILL): goodwill}
            self._futures[key] = stage.before_incident(counters=raised)
        return self._futures[key]

    @cached_property
    def _futures(self) -> dict[tuple[int, int, CharacterId, int | None], Future | None]:
        return {}

    def _lines(self, ask: Ask, future: Future) -> Iterator[tuple[GoodwillLine, list[PlayStatement]]]:
        """Yield what is announced, each with every answer to it."""
        board = future.board
        if board is None:
            return
        actions = {effect.action for effect in ask.use.ability.effects}
        refused = (
            [replace(ask.line, refused=True)] if ask.lending is None and ask.use.ability.refusable else []
        )
        given = self._answers(ask, board, several=bool(actions & set(_STIRRING)))
        if not given:
            return
        if not actions & set(_TELLING):
            yield ask.line, [*refused, *given]
            return
        script = self.case.script
        told = next(
            (one for one in given[0].changes if isinstance(one, Reveals | CulpritIs | Declared)), None
        )
        ways: Sequence[Sequence[Change]]
        match told:
            case Reveals():
                ways = [[replace(told, role=role.id) for role in script.tragedy_set.roles]]
            case CulpritIs():
                ways = [[replace(told, character=one) for one in script.characters]]
            case Declared():
                plots = [plot.id for plot in script.tragedy_set.sub_plots]
                ways = [[Declared(one, other) for other in [*plots, None] if other != one] for one in plots]
            case _:
                return
        for way in ways:
            yield ask.line, [*refused, *(_instead(given[0], told, change) for change in way)]

    def _answers(self, ask: Ask, board: Board, *, several: bool) -> list[GoodwillLine]:
        """Return what the Mastermind may answer if he does not refuse, as tried out under some scripts."""
        found: dict[GoodwillLine, None] = {}
        for truth in self.truths:
            policy = Policy.drawn(Random(len(found)), frozenset())  # noqa: S311  (no secret)
            policy.temper = _WILLING
            line = answer(truth, policy, ask, board)
            if not line.refused:
                found[line] = None
                if not several:
                    break
        return list(found)


def _with_plenty(board: Board) -> Board:
    figures = {
        one.id: replace(one, counters={**one.counters, GOODWILL: PLENTY}) for one in board.figures.values()
    }
    return replace(board, figures=figures)


def _free(stage: Stage, ask: Ask) -> bool:
    """Tell whether an ability that is used once a loop is not used up."""
    used = stage.board.used | stage.board.maybe_used
    return stage.next_loop or ask.use.ability.limit is not Limit.LOOP or ask.claim not in used


def _key(ask: Ask) -> tuple[object, ...]:
    """Return what is the same for asks of which one is enough: those that differ in a target of no matter."""
    actions = {effect.action for effect in ask.use.ability.effects}
    matters = bool(actions & {*_TELLING, *_STIRRING})
    return (*ask.claim, ask.lending, ask.line.targets if matters else (), ask.line.incident_day)


def _instead(line: GoodwillLine, told: Change, change: Change) -> GoodwillLine:
    return replace(line, changes=tuple(change if one is told else one for one in line.changes))
