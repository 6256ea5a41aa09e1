"""What was perhaps forgotten: steps that were not written down, and would split the scripts left the most."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import log2
from typing import Final

from deducer.board.timeline import LoopRecord, Step, StepKind
from deducer.case import Case
from deducer.log.statements import Card, CardsLine, DayLine, LoopLine
from deducer.record import Record

_TRIED: Final = 8
"""How many steps are tried at most, the latest of them: each costs about as much as solving the log."""

_EDGES: Final = 400_000  # of a diagram that counts; it must be quick
_LEAST: Final = 0.05  # bits below which nobody need look it up

_QUIET: Final = {
    StepKind.LOOP_START: "start: nothing",
    StepKind.MASTERMIND: "ability: nothing",
    StepKind.GOODWILL: "goodwill: nothing",
    StepKind.INCIDENT: "incident: did not occur",
    StepKind.DAY_END: "night: nothing",
}


class Forgotten(Record, frozen=True):
    """A step that was not written down, or not wholly.

    Attributes:
        loop: its loop.
        day: its day, 0 for the loop's start.
        kind: which step.
        text: a line that would say that nothing happened; empty for cards that are not known.
        bits: how much it is worth to know whether that is so, at most 1; None if that was not worked out.
    """

    loop: int
    day: int
    kind: StepKind
    text: str = ""
    bits: float | None = None


def forgotten(
    case: Case, most: int = 3, passed: Callable[[int], object] = lambda _: None
) -> tuple[Forgotten, ...]:
    """Return what may have been forgotten and would tell most.

    Args:
        case: the game, without mistakes.
        most: most steps to return.
        passed: is told now and then how many steps were tried since.

    Returns:
        Steps that were not written down, those worth most first; then card steps with cards that are not
        known. Only the latest steps are looked at, and none if the scripts cannot be counted quickly.
    """
    worlds = case.count()
    if not worlds:
        return ()
    found = []
    for record, step in list(_unwritten(case))[-_TRIED:]:
        after = _line_before(case, record, step)
        passed(1)
        if after is None:
            continue
        lines = [*case.log.lines[:after], _QUIET[step.kind], *case.log.lines[after:]]
        asked = Case(case.rules, "".join(f"{line}\n" for line in lines), min(_EDGES, case.budget))
        left = None if asked.mistakes else asked.count()
        if left is not None and _entropy(left, worlds) >= _LEAST:
            bits = _entropy(left, worlds)
            found.append(Forgotten(step.loop, step.day, step.kind, _QUIET[step.kind], bits))
    found.sort(key=lambda one: -(one.bits or 0.0))
    return (*found, *_unknown_cards(case))[:most]


def _unwritten(case: Case) -> Iterator[tuple[LoopRecord, Step]]:
    for record in case.timeline.loops:
        yield from ((record, step) for step in record.steps if not step.recorded and step.kind in _QUIET)


def _unknown_cards(case: Case) -> Iterator[Forgotten]:
    """Yield the card steps, latest first, in which a card is not known."""
    for record in reversed(case.timeline.loops):
        for step in reversed(record.steps):
            cards = [card for line in step.statements if isinstance(line, CardsLine) for card in line.cards]
            if step.kind is StepKind.CARDS and any(map(_unknown, cards)):
                yield Forgotten(step.loop, step.day, step.kind)


def _unknown(card: Card) -> bool:
    return card.card is None or card.target is None


def _line_before(case: Case, record: LoopRecord, step: Step) -> int | None:
    """Return the line below which a step would be written; None if its day was not begun."""
    found, loop, day = None, 0, 0
    earlier = {
        line.at.line
        for one in record.steps[: record.steps.index(step)]
        for line in one.statements
        if one.day == step.day
    }
    for statement in case.log.play:
        if isinstance(statement, LoopLine):
            loop, day = statement.loop, 0
        if isinstance(statement, DayLine):
            day = statement.day
        here = (loop, day) == (step.loop, step.day)
        if here and (isinstance(statement, LoopLine | DayLine) or statement.at.line in earlier):
            found = statement.at.line
    return found


def _entropy(part: int, whole: int) -> float:
    """Return how many bits it tells whether one of some equally likely scripts is in a part of them."""
    if part in (0, whole):
        return 0.0
    share = part / whole
    return -share * log2(share) - (1 - share) * log2(1 - share)
