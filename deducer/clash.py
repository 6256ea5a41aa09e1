"""Which lines of a log clash: the smallest sets, and the lines that made the board on which they do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby, islice
from typing import TYPE_CHECKING, Final

from deducer.log.statements import DayLine
from deducer.record import Record
from deducer.rereading import Rereading

if TYPE_CHECKING:
    from deducer.engines.sat import Sat

_SURE: Final = 100
_UNSURE: Final = 99  # of sets of one size, those with unsure lines come first


class Clash(Record, frozen=True):
    """Lines that no script fits.

    Attributes:
        lines: the lines that say what clashes: without any one of them the others agree, on this board.
        board: earlier lines that made the board they are judged on: if any one of them were not known, the
            lines would not clash.
    """

    lines: tuple[int, ...]
    board: tuple[int, ...]


class Clashes(Record, frozen=True, dict=True):
    """The clashes of a log that no script survives.

    Attributes:
        sat: the SAT engine on the log's puzzle.
        reading: the log.
    """

    sat: Sat
    reading: Rereading

    def smallest(self, most: int) -> tuple[Clash, ...]:
        """Return clashes with different lines, those with the fewest lines first.

        Args:
            most: most clashes to return.

        Returns:
            The clashes; none if a script survives, one without lines if none fits the set-up.
        """
        return tuple(Clash(lines, self.rests_on(lines)) for lines in self.told(most))

    def told(self, most: int) -> tuple[tuple[int, ...], ...]:
        """Return the lines alone of the smallest clashes."""
        from deducer.engines.sat import by_line  # noqa: PLC0415  (only contradictory logs need it)

        parts = dict(by_line(self.sat.pieces))
        rules = parts.pop(0, ())
        lines = tuple(parts)
        unsure = {piece.source.line for piece in self.sat.pieces if piece.source.unsure}
        weights = [_UNSURE if line in unsure else _SURE for line in lines]
        if not self.sat.fits(rules):
            return ((),)
        found = self.sat.smallest_clashes([parts[line] for line in lines], weights, rules)
        return tuple(tuple(lines[place] for place in places) for places in islice(found, most))

    def rests_on(self, lines: Sequence[int]) -> tuple[int, ...]:
        """Return the earlier lines that made the board on which some lines clash."""
        if not lines:
            return ()
        earlier = [line for line in self.reading.lines if line not in lines and line < max(lines)]
        # Where part of what the lines say is told by no step of theirs, the whole log has to be looked at.
        alone = not self.reading.may_fit(lines, alone=True)

        def matters(group: Sequence[int]) -> bool:
            if alone:
                return self.reading.may_fit(lines, dropped=group, alone=True)
            return self.reading.fits(dropped=group)

        return tuple(_each(self._by_day(earlier), matters))

    @cached_property
    def _days(self) -> dict[int, tuple[int, int]]:
        """The loop and day of every line."""
        found, day, last = {}, 0, 0
        for line, statement in self.reading.statements.items():
            loop = self.reading.loops[line]
            if loop != last:
                day, last = 0, loop
            if isinstance(statement, DayLine):
                day = statement.day
            found[line] = (loop, day)
        return found

    def _by_day(self, lines: Iterable[int]) -> Iterator[tuple[int, ...]]:
        for _, group in groupby(lines, key=self._days.__getitem__):
            yield tuple(group)


def _each(groups: Iterable[tuple[int, ...]], matters: Callable[[Sequence[int]], bool]) -> Iterator[int]:
    """Yield the lines that matter alone, where a group matters if any line of it does."""
    for group in groups:
        if not matters(group):
            continue
        if len(group) == 1:
            yield from group
        else:
            middle = len(group) // 2
            yield from _each((group[:middle], group[middle:]), matters)
