"""Forbid cards as tests: whether somebody lets them do nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from deducer.advise.stage import NOWHERE, Stage, Stages
from deducer.advise.table import Mask, Table
from deducer.advise.trials import Cost, Kind, Outcome, Trial
from deducer.board.table import FORBID, amount_of, kind_of, remaining
from deducer.board.timeline import StepKind
from deducer.evidence.guards import fits, uses
from deducer.ids import PLACES
from deducer.log.statements import Card, CardsLine, GoodwillLine, IgnoredLine, Side
from deducer.logic.build import conjunction, weaken
from deducer.logic.terms import Constraint
from deducer.provenance import Source
from deducer.record import Record
from deducer.rules.vocabulary import Action, Timing

_SOURCE: Final = Source(line=0, label="a forbid that may be ignored")

MOST: Final = 8
"""So many Forbid cards are tried out at most."""

_UNKNOWN: Final = Card(None, None)


class Forbids(Record, frozen=True, dict=True):
    """The tests that Forbid cards make.

    Attributes:
        stages: when they can be made.
        table: scripts, for who may ignore them.
    """

    stages: Stages
    table: Table

    def tests(self) -> Iterator[Trial]:
        """Yield tests of Forbid cards that somebody may ignore; those that tell the same are one.

        Trying out where unknown cards may lie is slow, so only the most even chances are looked at.
        """
        stage = next((one for one in self.stages.all if one.reaches(StepKind.CARDS)), None)
        if stage is None:
            return
        alike: dict[tuple[str, str, Mask], list[str]] = {}
        for forbid, played in self._pairs(stage):
            for target in (*PLACES, *(figure.id for figure in stage.board.living())):
                scripts = self._ignoring(stage, forbid.removeprefix(FORBID), target)
                if scripts:
                    alike.setdefault((forbid, played, scripts), []).append(target)
        half = len(self.table.rows) / 2
        ranked = sorted(alike.items(), key=lambda item: abs(item[0][2].bit_count() - half))
        for (forbid, played, _), targets in ranked[:MOST]:
            yield from _test(stage, Card(played, targets[0]), Card(forbid, targets[0]), tuple(targets))

    def _pairs(self, stage: Stage) -> Iterator[tuple[str, str]]:
        """Yield the Forbid cards the Protagonists hold, each with a card of the Mastermind that it stops."""
        game = self.stages.start.case.script.game
        theirs = remaining(game, stage.board, Side.MASTERMIND)
        for forbid, number in remaining(game, stage.board, Side.PROTAGONISTS).items():
            kind = forbid.removeprefix(FORBID)
            if number > 0 and forbid.startswith(FORBID):
                stopped = [card for card, left in theirs.items() if left > 0 and _raises(card, kind)]
                yield from ((forbid, card) for card in stopped[:1])

    def _ignoring(self, stage: Stage, kind: str, target: str) -> Mask:
        """Return the scripts that let somebody ignore a kind of forbid on a target."""
        script = self.stages.start.case.script
        found: Mask = 0
        for use in uses(script, stage.board, Timing.CARDS):
            for effect in use.ability.effects:
                if effect.action is Action.IGNORE_FORBID and kind in effect.forbids:
                    aimed = weaken(conjunction(use.guard, fits(script, use, effect, stage.board, target)))
                    found |= self.table.judge([Constraint(aimed, _SOURCE)])
        return found


def _raises(card: str, kind: str) -> bool:
    return kind_of(card) == kind and not card.startswith(FORBID) and amount_of(card, kind) >= 0


def _test(stage: Stage, theirs: Card, ours: Card, targets: tuple[str, ...]) -> Iterator[Trial]:
    """Yield the test that a Forbid card lies with a card of the Mastermind, on any of some targets."""
    day = stage.with_board()
    laid = day and day.then(
        CardsLine(NOWHERE, Side.MASTERMIND, (theirs, _UNKNOWN, _UNKNOWN)),
        CardsLine(NOWHERE, Side.PROTAGONISTS, (ours, _UNKNOWN, _UNKNOWN)),
    )
    if laid is None:
        return
    # The step must be over for its silence to count; a goodwill step without a use says nothing.
    over = GoodwillLine(NOWHERE, None)
    ways = (laid.then(over), laid.then(IgnoredLine(NOWHERE, (ours,)), over))
    lines = (laid.lines[-1], None if ways[1] is None else ways[1].lines[-2])
    outcomes = tuple(
        Outcome(line, way.told) for way, line in zip(ways, lines, strict=True) if way is not None
    )
    cost = Cost(cards=1, days=stage.days, next_loop=stage.next_loop)
    ask = CardsLine(NOWHERE, Side.PROTAGONISTS, (ours,))
    yield Trial(Kind.FORBID, stage.loop, stage.day, cost, ask, targets, laid.lines, laid.told, outcomes)
