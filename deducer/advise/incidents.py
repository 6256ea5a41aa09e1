"""Incidents as tests: with the board as it stands, with a suspect brought to the limit or kept below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from deducer.advise.future import Future
from deducer.advise.stage import NOWHERE, Stage, Stages, cards_for
from deducer.advise.table import Table
from deducer.advise.trials import Cost, Kind, Outcome, Trial, seen
from deducer.board.conditions import at_limit
from deducer.board.state import Figure
from deducer.board.timeline import Step, StepKind
from deducer.evidence.incidents import must_occur
from deducer.ids import PARANOIA, CharacterId
from deducer.log.statements import Dies, IncidentLine, Lost
from deducer.logic.build import disjunction, weaken
from deducer.logic.terms import Constraint
from deducer.provenance import Source
from deducer.record import Record
from deducer.rules.vocabulary import Action

MOST: Final = 12
"""No paranoia limit is higher."""

SUSPECTS: Final = 6
"""So many suspects of an incident are tried out at most."""

_OCCURRED: Final = IncidentLine(NOWHERE, occurred=True)
_SILENT: Final = IncidentLine(NOWHERE, occurred=False)
_SOURCE: Final = Source(line=0, label="an incident that occurs")

Counters = Mapping[tuple[CharacterId, str], int]


class Incidents(Record, frozen=True, dict=True):
    """The tests that incidents make.

    Attributes:
        stages: when they can be made.
        table: scripts, for who may be a culprit.
    """

    stages: Stages
    table: Table

    def tests(self) -> Iterator[Trial]:
        """Yield the tests of every incident day, in this loop if it is still to come, else in the next."""
        seen_days: set[int] = set()
        for stage in self.stages.all:
            types = self.stages.start.case.script.incident_types(stage.day)
            if types and stage.day not in seen_days and stage.reaches(StepKind.INCIDENT):
                seen_days.add(stage.day)
                if not stage.next_loop:
                    yield from self.as_it_stands(stage)
                yield from self._with_limits(stage)

    def as_it_stands(self, stage: Stage) -> Iterator[Trial]:
        """Yield the test that an incident comes with the board as it is; today, who dies is told apart."""
        if stage.today and self.stages.due:
            yield from self.stages.due
            return
        kills = stage.today and self._kills(stage.day)
        cost = Cost(days=stage.days, next_loop=stage.next_loop)
        found = list(self._test(stage, Kind.INCIDENT, cost, None, {}, kills=kills))
        if stage.today:
            # It is asked for twice: as a test, and as what to watch for.
            self.stages.due.extend(found)
        yield from found

    def _with_limits(self, stage: Stage) -> Iterator[Trial]:
        for figure, limit, held in self._suspects(stage):
            kind, wanted = (Kind.BELOW_LIMIT, limit - 1) if held >= limit else (Kind.AT_LIMIT, limit)
            cards = cards_for(stage, PARANOIA, wanted - held) if wanted >= 0 else None
            if cards is not None and figure.alive:
                cost = Cost(paranoia=wanted - held, cards=cards, days=stage.days, next_loop=stage.next_loop)
                yield from self._test(stage, kind, cost, figure.id, {(figure.id, PARANOIA): wanted})

    def _suspects(self, stage: Stage) -> Iterator[tuple[Figure, int, int]]:
        """Yield who may be the culprit, with the paranoia limit and the paranoia on the card.

        A test of somebody who hardly ever is, or nearly always, tells little, so the evenest chances are
        looked at.
        """
        script = self.stages.start.case.script
        name = script.culprit_variables[stage.day].name
        found = []
        for figure in stage.board.living():
            suspected = self.table.columns.get((name, script.holder(figure.id)), 0).bit_count()
            limit, held = _limit(stage, figure), figure.counters.get(PARANOIA, 0)
            if suspected and limit is not None and held is not None:
                found.append((abs(2 * suspected - len(self.table.rows)), (figure, limit, held)))
        yield from (one for _, one in sorted(found, key=lambda item: item[0])[:SUSPECTS])

    def _test(  # noqa: PLR0913  (what makes up a test)
        self,
        stage: Stage,
        kind: Kind,
        cost: Cost,
        suspect: CharacterId | None,
        counters: Counters,
        *,
        kills: bool = False,
    ) -> Iterator[Trial]:
        base = stage.before_incident(counters=counters)
        silent = None if base is None else base.then(_SILENT)
        if base is None or silent is None or silent.step is None:
            return
        outcomes = [Outcome(silent.lines[-1], silent.told)]
        outcomes.extend(_deaths(base) if kills else (self._occurs(base, silent.step),))
        announced = self.stages.start.case.setup.incidents.get(stage.day) or ""
        about = tuple(one for one in (suspect, announced) if one is not None)
        yield Trial(kind, stage.loop, stage.day, cost, None, about, base.lines, base.told, tuple(outcomes))

    def _occurs(self, base: Future, step: Step) -> Outcome:
        """Return the outcome that an incident occurs, whatever comes of it: it had to occur."""
        script = base.case.script
        types = script.incident_types(step.day)
        ways = (must_occur(script, step, types, figure) for figure in step.before.figures.values())
        occurs = Constraint(weaken(disjunction(*ways)), _SOURCE)
        return Outcome(_OCCURRED, (*base.told, occurs), open=True)

    def _kills(self, day: int) -> bool:
        game = self.stages.start.case.script.game
        types = (game.tragedy_set.incident(one) for one in self.stages.start.case.script.incident_types(day))
        return any(effect.action is Action.KILL for one in game.resolved(types) for effect in one.effects)


def _deaths(base: Future) -> Iterator[Outcome]:
    """Yield the outcomes that an incident occurs and nobody dies, or one character, perhaps with a loss."""
    told = [()] if base.board is None else [(), *((Dies(one.id),) for one in base.board.living())]
    for changes in told:
        for lost in ((), (Lost(),)) if changes else ((),):
            found = seen(base, replace(_OCCURRED, changes=(*changes, *lost)))
            if found is not None:
                yield found


def _limit(stage: Stage, figure: Figure) -> int | None:
    """Return how much paranoia brings a character to its limit; None if that is not known."""
    card = stage.start.case.script.card(figure.id)
    for number in range(MOST + 1):
        counters = {**figure.counters, PARANOIA: number}
        if at_limit(card, replace(figure, counters=counters)):
            return number
    return None
