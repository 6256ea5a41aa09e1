"""What is known of one statement: the classes of values it allows, asked of its solver as seldom as possible.

A world that was found shows that the statement can hold wherever all its classes are left, and a core of a
refusal that it cannot where none of the core is left. Most questions are answered by one of the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deducer.engines.sat import Sat


class Recall:
    """Answers about one statement; sets of classes are masks, a bit each."""

    def __init__(self, sat: Sat, marks: Sequence[int]) -> None:
        """Begin with nothing.

        Args:
            sat: the statement alone.
            marks: by class, the literal that says that its variable has one of its values.
        """
        self._sat = sat
        self._marks = marks
        self._pieces = range(len(sat.pieces))
        self._gone = [(1 << place, -literal) for place, literal in enumerate(marks)]
        self._bit_of = {literal: bit for bit, literal in self._gone}
        self._worlds: dict[int, None] = {}
        self._cores: dict[int, dict[int, None]] = {}

    def holds(self, left: int, supposed: int = 0) -> bool:
        """Tell whether the statement can hold.

        Args:
            left: the classes that are left.
            supposed: one of them that is supposed, or 0.
        """
        for world in self._worlds:
            if not world & ~left and world & supposed == supposed:
                return True
        for core in self._cores.get(supposed, ()):
            if not core & left:
                return False
        return self._asked(left, supposed)

    def fits(self, pieces: Iterable[int], left: int, supposed: int = 0) -> bool:
        """Tell whether some pieces of the statement, by number, can hold; this is not remembered."""
        literals = [literal for bit, literal in self._gone if not left & bit]
        if supposed:
            literals.append(self._marks[supposed.bit_length() - 1])
        return self._sat.fits(pieces, literals)

    def _asked(self, left: int, supposed: int) -> bool:
        if self.fits(self._pieces, left, supposed):
            holding = set(self._sat.model())
            found = sum(bit for bit, literal in self._gone if -literal in holding)
            self._worlds[found] = None
            return True
        core = sum(self._bit_of.get(literal, 0) for literal in self._sat.core())
        self._cores.setdefault(supposed, {})[core] = None
        return False

    def excluded(self, left: int) -> int | None:
        """Return the classes among those left that the statement excludes; None if it cannot hold."""
        if not self.holds(left):
            return None
        found, open_ = 0, self._unseen(left)
        while open_:
            bit = open_ & -open_
            if self.holds(left, bit):
                open_ = self._unseen(left) & ~found
            else:
                found |= bit
                open_ &= ~bit
        return found

    def _unseen(self, left: int) -> int:
        """Return the classes among those left that no world known so far has."""
        seen = 0
        for world in self._worlds:
            if not world & ~left:
                seen |= world
        return left & ~seen
