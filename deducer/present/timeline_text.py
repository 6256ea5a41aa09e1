"""The timeline on a screen: a line of the log a row, with a bar for what it was worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from rich.console import Console

from deducer.answer import Moment, told_most
from deducer.present import phrase
from deducer.present.text import say

_WIDTH: Final = 80
_BAR: Final = 10
_FULL: Final = {True: "#", False: "█"}


def moments(screen: Console, found: Sequence[Moment], *, every: bool = False) -> None:
    """Show what each line was worth.

    Args:
        screen: where to show it.
        found: the moments; the first one is that of the finished set-up.
        every: whether lines that told nothing are shown one by one.
    """
    width = max(len(_count(moment)) for moment in found)
    most = max((moment.bits for moment in found if moment.bits and moment.bits != float("inf")), default=1.0)
    full = _FULL[screen.options.ascii_only]

    def row(moment: Moment) -> str:
        bar = "" if not moment.bits else full * max(1, round(min(1.0, moment.bits / most) * _BAR))
        bits = "" if not moment.bits else phrase.number_of_bits(moment.bits)
        head = f"{moment.line:>4} {_count(moment):>{width}} {bits:>5} {bar:<{_BAR}} "
        return head + phrase.cut(moment.text.strip(), _WIDTH - len(head))

    say(screen, f"{'line':>4} {'scripts':>{width}} {'bits':>5}", style="bold")
    for silent, group in groupby(found, key=lambda moment: moment.bits == 0):
        lines = list(group)
        if silent and not every and len(lines) > 1:
            say(screen, f"{'':>4} {'':>{width}} {'':>5} {'':<{_BAR}} ({len(lines)} lines that told nothing)")
        else:
            for moment in lines:
                screen.print(row(moment), soft_wrap=True)
    for sentence in _conclusion(found):
        say(screen, sentence)


def _count(moment: Moment) -> str:
    return "?" if moment.worlds is None else f"{moment.worlds:,}"


def _conclusion(found: Sequence[Moment]) -> Iterator[str]:
    most = told_most(found)
    if any(moment.worlds is None for moment in found):
        yield "?: counting would be over budget there."
    if most is None:
        yield "No line told anything yet."
    elif most.worlds == 0:
        yield f"From line {most.line} on no script fits: deducer check LOG names the lines that clash."
    else:
        yield f"Line {most.line} told most, {phrase.bits(most.bits or 0.0)}: {most.text.strip()}"
