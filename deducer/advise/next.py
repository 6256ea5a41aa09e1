"""What to try next: every test that can be made, ranked by what it tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from deducer.advise.counting import DiagramJudge
from deducer.advise.evenings import Evenings
from deducer.advise.forbids import Forbids
from deducer.advise.future import Future
from deducer.advise.goodwill import Goodwill
from deducer.advise.incidents import Incidents
from deducer.advise.losses import Losses, losses
from deducer.advise.stage import Stages
from deducer.advise.table import Table
from deducer.advise.trials import Trial
from deducer.advise.worth import Judge, TableJudge, Valued, joined, proved, valued
from deducer.answer import Prior
from deducer.board.timeline import Outcome
from deducer.case import Case
from deducer.errors import OverBudgetError
from deducer.record import Record

LEAST: Final = 1e-9
"""A test that tells less, in bits, is none."""

_READ: Final = 10.0
_TRIED: Final = 60.0

PROOFS: Final = 20
"""Where scripts are too many to be listed, what so many outcomes prove is worked out, of the best tests."""

NODES: Final = 600_000
"""Fewer outcomes, where following each through the diagram would visit more nodes than this in all."""


class Advice(Record, frozen=True):
    """What to try next.

    Attributes:
        worlds: how many scripts survive now.
        prior: what is held equally likely.
        tests: the best tests, those that tell most first.
        total: how many tests there are that can tell something.
        watch: what may be seen in the steps left of today, in their order.
        losses: what loses the loop under way if it ends now; None between loops.
        ended: how the last loop went, if nothing is left to play.
        assumed: whether scripts are left out in which the last line would have ended the loop.
    """

    worlds: int
    prior: Prior
    tests: tuple[Valued, ...]
    total: int
    watch: tuple[Valued, ...] = ()
    losses: Losses | None = None
    ended: Outcome | None = None
    assumed: bool = False


def advise(
    case: Case,
    limit: int | None,
    prior: Prior = Prior.WORLDS,
    passed: Callable[[float], object] = lambda _: None,
) -> Advice:
    """Find the tests that tell most.

    Args:
        case: the game.
        limit: most tests to return; None for all.
        prior: what is held equally likely.
        passed: is told now and then which share of the work is done.

    Raises:
        UsageError: the log's header names no usable set or cast.
        OverBudgetError: counting would cost too much.
    """
    if not case.diagram.worlds_left:
        return Advice(0, prior, (), 0)
    assumed = 0 < case.going_on.diagram.worlds_left < case.diagram.worlds_left
    if assumed:
        case = case.going_on
    table = Table.of(case)
    passed(_READ)
    quick = TableJudge(table, prior)
    exact: Judge = quick if table.complete else DiagramJudge(case, table, prior)
    stages = Stages(Future.of(case))
    found = []
    for number, test in enumerate(trials(stages, table)):
        one = valued(test, quick)
        if one is not None and one.bits > LEAST:
            found.append(one)
        passed(min(_TRIED, _READ + number / 2))
    found.sort(key=_rank)
    total = len(found)
    if table.complete:
        found = list(joined(found))
    watched = [one for test in Evenings(stages, table).watch() if (one := valued(test, quick)) is not None]
    kept = found[:limit]
    told = []
    for one in _told(case, exact, [*kept, *watched], most=None if table.complete else _proofs(case)):
        told.append(one)
        passed(_TRIED + (100 - _TRIED) * len(told) / (len(kept) + len(watched)))
    today = stages.today
    return Advice(
        case.diagram.worlds_left,
        prior,
        tuple(joined(sorted(told[: len(kept)], key=_rank))),
        total,
        tuple(told[len(kept) :]),
        None if today is None else losses(case.script, today.board, table, prior),
        stages.ended,
        assumed,
    )


def _proofs(case: Case) -> int:
    """Return of how many outcomes to work out what they prove, where each is followed through the diagram."""
    graph = case.diagram.graph
    return PROOFS if graph is None else min(PROOFS, NODES // graph.size)


def _told(case: Case, judge: Judge, found: Sequence[Valued], most: int | None) -> Iterator[Valued]:
    """Yield tests with their exact worth; what so many outcomes prove is told too, or all for None."""
    domains = {name: variable.domain for name, variable in case.puzzle.variables.items()}
    proofs = 0
    for one in found:
        proofs += len(one.prospects)
        yield _counted(one, judge, domains, tell=most is None or proofs <= most)


def _rank(one: Valued) -> tuple[float, tuple[bool, int, int, int]]:
    return -round(one.bits, 9), one.test.cost.effort


def _counted(one: Valued, judge: Judge, domains: Mapping[str, Sequence[str]], *, tell: bool) -> Valued:
    """Return a test with its exact worth and what it proves; as it is where counting would cost too much."""
    try:
        exact = valued(one.test, judge)
    except OverBudgetError:
        return replace(one, exact=False)
    return one if exact is None else proved(exact, judge, domains) if tell else exact


def trials(stages: Stages, table: Table) -> Iterator[Trial]:
    """Yield every test that can be made, in no order of worth.

    Args:
        stages: when something can be tried.
        table: scripts that survive.
    """
    yield from Goodwill(stages, table).tests()
    yield from Incidents(stages, table).tests()
    yield from Evenings(stages, table).tests()
    yield from Forbids(stages, table).tests()
