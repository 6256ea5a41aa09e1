"""Two left alone at the day's end, as tests; and what to watch for in the steps to come."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from deducer.advise.incidents import Incidents
from deducer.advise.stage import NOWHERE, Stage, Stages
from deducer.advise.table import Table
from deducer.advise.trials import Cost, Kind, Outcome, Trial, seen
from deducer.board.state import Board, Figure
from deducer.board.timeline import StepKind
from deducer.evidence.guards import fits, uses
from deducer.ids import HORIZONTAL, PLACES, VERTICAL, CharacterId, PlaceId, RoleId
from deducer.log.statements import (
    AbilityLine,
    AddCounter,
    Change,
    Dies,
    GoodwillLine,
    IncidentLine,
    Lost,
    NightLine,
    ProtagonistsDie,
    StartLine,
)
from deducer.logic.build import weaken
from deducer.logic.terms import FALSE, Constraint
from deducer.provenance import Source
from deducer.record import Record
from deducer.rules.vocabulary import Action, Timing, Word

_SOURCE: Final = Source(line=0, label="an ability that may be used")

PAIRS: Final = 8
"""So many pairs are left alone at most, those with the fewest cards first."""

CARDS: Final = 2
"""More cards of movement than this are too many to hope for."""


class Evenings(Record, frozen=True, dict=True):
    """The tests that day ends make.

    Attributes:
        stages: when they can be made.
        table: scripts, for who may have which role.
    """

    stages: Stages
    table: Table

    def tests(self) -> Iterator[Trial]:
        """Yield a test for each pair that can be left alone with few cards, if some role acts on that."""
        stage = next((one for one in self.stages.all if _can_move(one)), None)
        suspects = self._suspects()
        if stage is None or not suspects:
            return
        ways = sorted(_ways(stage.board, suspects), key=lambda way: way.cards)
        for way in ways[:PAIRS]:
            yield from self._test(stage, way)

    def _suspects(self) -> frozenset[CharacterId]:
        """Return who may have a role that acts at the day's end on somebody with whom it is alone."""
        script = self.stages.start.case.script
        roles: set[RoleId] = {
            role.id
            for role in script.tragedy_set.roles
            for ability in role.abilities
            if ability.timing is Timing.DAY_END
            and any(one.word is Word.OTHERS_HERE for one in ability.conditions)
        }
        return frozenset(
            who
            for who, variable in script.role_variables.items()
            if any(self.table.columns.get((variable.name, role), 0) for role in roles)
        )

    def _test(self, stage: Stage, way: _Way) -> Iterator[Trial]:
        base = stage.before_incident(places=way.moves)
        if base is None:
            return
        seen_ = [(), *((Dies(one),) for one in way.pair)]
        outcomes = [found for told in seen_ if (found := seen(base, NightLine(NOWHERE, told))) is not None]
        cost = Cost(cards=way.cards, days=stage.days, next_loop=stage.next_loop)
        about = (*way.pair, way.place)
        yield Trial(
            Kind.ALONE, stage.loop, stage.day, cost, None, about, base.lines, base.told, tuple(outcomes)
        )

    # ---------------------------------------------------------------- what to watch for

    def watch(self) -> Iterator[Trial]:
        """Yield what may be seen in the steps left of today, in their order; or when the next loop begins."""
        stage = self.stages.today
        if stage is None:
            yield from self._start()
            return
        if stage.reaches(StepKind.MASTERMIND):
            yield from self._abilities(stage)
        if stage.day in self.stages.start.case.setup.incidents and stage.reaches(StepKind.INCIDENT):
            yield from Incidents(self.stages, self.table).as_it_stands(stage)
        if stage.reaches(StepKind.DAY_END):
            yield from self._night(stage)

    def _start(self) -> Iterator[Trial]:
        """Yield what may be seen when the next loop begins: one counter or none; more is anything else."""
        opened = self.stages.opened if self.stages.next_loop else None
        if opened is None or opened.board is None:
            return
        board = opened.board
        told = [(), *((change,) for change in self._changes(board, Timing.LOOP_START))]
        outcomes = [one for changes in told if (one := seen(opened, StartLine(NOWHERE, changes))) is not None]
        yield Trial(Kind.START, board.loop, 0, Cost(), None, (), opened.lines, opened.told, tuple(outcomes))

    def _abilities(self, stage: Stage) -> Iterator[Trial]:
        start = stage.future
        closed = start.then(GoodwillLine(NOWHERE, None))
        if closed is None:
            return
        told = [(), *((change,) for change in self._changes(stage.board, Timing.MASTERMIND))]
        outcomes = [
            one for changes in told if (one := seen(start, AbilityLine(NOWHERE, changes))) is not None
        ]
        yield Trial(Kind.ABILITIES, stage.loop, stage.day, Cost(), None, (), (), closed.told, tuple(outcomes))

    def _changes(self, board: Board, timing: Timing) -> Iterator[Change]:
        """Yield the counters that some ability of a step may lay or take."""
        script = self.stages.start.case.script
        found: dict[Change, None] = {}
        for use in uses(script, board, timing):
            for effect in use.ability.effects:
                for target in (*board.figures, *PLACES) if effect.action is Action.ADD else ():
                    aimed = fits(script, use, effect, board, target)
                    if aimed != FALSE and self.table.judge([Constraint(weaken(use.guard), _SOURCE)]):
                        changes = ((a, c) for a in effect.amounts for c in effect.counters)
                        found.update((AddCounter(amount, kind, target), None) for amount, kind in changes)
        yield from found

    def _night(self, stage: Stage) -> Iterator[Trial]:
        base = stage.before_incident()
        if base is not None and stage.day in self.stages.start.case.setup.incidents:
            # What an incident would change is not known, so the quiet day is looked at.
            quiet = stage.reaches(StepKind.INCIDENT)
            base = base.then(IncidentLine(NOWHERE, occurred=False)) if quiet else base
        if base is None or base.board is None:
            return
        told: list[tuple[Change, ...]] = [(), (ProtagonistsDie(),), (Lost(),)]
        for figure in base.board.living():
            told.extend([(Dies(figure.id),), (Dies(figure.id), Lost())])
        outcomes: list[Outcome] = []
        for changes in told:
            found = seen(base, NightLine(NOWHERE, changes))
            if found is not None:
                outcomes.append(found)
        yield Trial(
            Kind.NIGHT, stage.loop, stage.day, Cost(), None, (), base.lines, base.told, tuple(outcomes)
        )


class _Way(Record, frozen=True):
    """How to leave two alone.

    Attributes:
        pair: the two.
        place: where.
        moves: who must go where.
    """

    pair: tuple[CharacterId, CharacterId]
    place: PlaceId
    moves: dict[CharacterId, PlaceId]

    @property
    def cards(self) -> int:
        """How many cards of movement it takes."""
        return len(self.moves)


def _can_move(stage: Stage) -> bool:
    """Tell whether the day's cards are still to come, and no incident may disturb what they bring about."""
    return stage.reaches(StepKind.CARDS) and stage.day not in stage.start.case.setup.incidents


def _ways(board: Board, suspects: frozenset[CharacterId]) -> Iterator[_Way]:
    """Yield for each pair with a suspect the way that takes the fewest cards."""
    living = [one for one in board.living() if one.alive and one.place is not None]
    for one, other in combinations(living, 2):
        if suspects & {one.id, other.id}:
            ways = [way for place in PLACES if (way := _way(living, one, other, place)) is not None]
            if ways:
                yield min(ways, key=lambda way: way.cards)


def _way(living: list[Figure], one: Figure, other: Figure, place: PlaceId) -> _Way | None:
    moves: dict[CharacterId, PlaceId] = {}
    for figure in living:
        wanted = figure.id in {one.id, other.id}
        if wanted and figure.place != place:
            if place in figure.barred or place not in _beside(figure.place):
                return None
            moves[figure.id] = place
        elif not wanted and figure.place == place:
            away = [there for there in _beside(place) if there not in figure.barred]
            if not away:
                return None
            moves[figure.id] = away[0]
    return _Way((one.id, other.id), place, moves) if len(moves) <= CARDS else None


def _beside(place: PlaceId | None) -> tuple[PlaceId, ...]:
    return () if place is None else (HORIZONTAL[place], VERTICAL[place])
