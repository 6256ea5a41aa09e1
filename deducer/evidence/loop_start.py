"""Loop start: all that happens there must happen, so what was seen tells what was in force (R90, R91)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

from msgspec.structs import replace

from deducer.board.timeline import Moment, Step
from deducer.evidence.guards import Use, fits, uses
from deducer.evidence.sources import Evidence, constrain, line_source, step_label
from deducer.ids import GAUGE, PLACES
from deducer.log.statements import AddCounter, ExtraCard
from deducer.logic.build import conjunction, disjunction, negation
from deducer.logic.terms import FALSE, Formula
from deducer.record import Record
from deducer.rules.vocabulary import Action, Timing
from deducer.script.clues import Kind, clue
from deducer.script.variables import Script


class _Duty(Record, frozen=True):
    """A mandatory use on one target: the condition, and the counters it puts, one of several ways."""

    formula: Formula
    ways: tuple[tuple[str, int], ...]


def loop_start(script: Script, step: Step) -> Iterator[Evidence]:
    """Yield what a recorded loop start proves, target by target.

    The counters seen on a target are exactly the sum of what the mandatory abilities in force put there, so
    every set of abilities whose sum differs is excluded.

    Args:
        script: the game.
        step: a recorded loop start.

    Yields:
        One constraint for each target that something may have acted on.
    """
    board = step.before
    seen: dict[str, list[Moment]] = {}
    for moment in step.moments:
        if isinstance(moment.change, AddCounter):
            seen.setdefault(moment.change.target or GAUGE, []).append(moment)
    active = [_late(script, step, use) for use in uses(script, board, Timing.LOOP_START)]
    yield from _extra_cards(script, step, active)
    for target in (*board.figures, *PLACES, GAUGE):
        moments = seen.get(target, [])
        by_use = [(use, tuple(_duties(script, step, use, target))) for use in active]
        duties = [duty for _, found in by_use for duty in found]
        if not duties and not moments:
            continue
        statement = moments[0].statement if moments else step.statements[-1]
        formula = _sums_to(_counts(moments), duties)
        sources = (use.ability.source for use, found in by_use if found)
        told = clue(Kind.START, target, *(("put",) if moments else ()), sources=sources)
        yield from constrain(formula, line_source(statement, step_label(step)), told)


def _late(script: Script, step: Step, use: Use) -> Use:
    """Let an Extra card laid on the user count before or after its own use, by switch (D19)."""
    carrying = [m.change.character for m in step.moments if isinstance(m.change, ExtraCard)]
    if use.actor not in carrying:
        return use
    board = step.before.with_figure(replace(step.before.figure(use.actor or ""), extra=True))
    after = [other.guard for other in uses(script, board, Timing.LOOP_START) if other.name == use.name]
    before_card = conjunction(script.ruled("fatedCardBeforeFriend", "after"), use.guard)
    after_card = conjunction(script.ruled("fatedCardBeforeFriend", "before"), disjunction(*after))
    return replace(use, guard=disjunction(before_card, after_card))


def _extra_cards(script: Script, step: Step, active: list[Use]) -> Iterator[Evidence]:
    """One Extra card is laid if some ability asks for it and somebody fits; never two (R108, R109)."""
    asked: list[Formula] = []
    by_target: dict[str, list[Formula]] = {}
    for use in active:
        for effect in use.ability.effects:
            if effect.action is Action.EXTRA_CARD:
                aimed = {one: fits(script, use, effect, step.before, one) for one in step.before.figures}
                asked.append(conjunction(use.guard, disjunction(*aimed.values())))
                for one, formula in aimed.items():
                    by_target.setdefault(one, []).append(conjunction(use.guard, formula))
    laid = [moment for moment in step.moments if isinstance(moment.change, ExtraCard)]
    for number, moment in enumerate(laid):
        target = moment.change.character if isinstance(moment.change, ExtraCard) else ""
        formula = disjunction(*by_target.get(target, ())) if number == 0 else FALSE
        source = line_source(moment.statement, step_label(step))
        yield from constrain(formula, source, clue(Kind.EXTRA_CARD, target))
    if not laid and step.statements:
        source = line_source(step.statements[-1], step_label(step))
        yield from constrain(negation(disjunction(*asked)), source, clue(Kind.NO_EXTRA_CARD))


def _duties(script: Script, step: Step, use: Use, target: str) -> Iterator[_Duty]:
    for effect in use.ability.effects:
        if effect.action is Action.ADD:
            formula = conjunction(use.guard, fits(script, use, effect, step.before, target))
            if formula != FALSE:
                yield _Duty(formula, tuple(product(effect.counters, effect.amounts)))


def _counts(moments: Iterable[Moment]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for moment in moments:
        if isinstance(moment.change, AddCounter):
            counts[moment.change.counter] += moment.change.amount
    return counts


def _sums_to(seen: Counter[str], duties: list[_Duty]) -> Formula:
    """Say that the duties in force are such that their counters add up to those seen."""
    fitting: list[Formula] = []
    for flags in product((False, True), repeat=len(duties)):
        chosen = [duty for duty, flag in zip(duties, flags, strict=True) if flag]
        if any(_total(ways) == seen for ways in product(*(duty.ways for duty in chosen))):
            signed = (d.formula if f else negation(d.formula) for d, f in zip(duties, flags, strict=True))
            fitting.append(conjunction(*signed))
    return disjunction(*fitting)


def _total(ways: Iterable[tuple[str, int]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for counter, amount in ways:
        total[counter] += amount
    return total
