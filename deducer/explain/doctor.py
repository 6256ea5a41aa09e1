"""The doctor: what is wrong with a log that no script fits, and what would mend it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, product
from math import log2
from typing import Final

from msgspec.structs import replace

from deducer.answer import Contradiction
from deducer.case import Case
from deducer.clash import Clash
from deducer.errors import OverBudgetError
from deducer.explain.mends import Edit, Neighbours, Part, Slip
from deducer.log.notation import read_log
from deducer.log.statements import PlayStatement
from deducer.log.write import write_statement
from deducer.provenance import Clue, Source
from deducer.record import Draft, Record
from deducer.script.clues import Kind

READINGS: Final = 300
"""How many times the log is read in another way at most."""

_CLASHES: Final = 3  # shown
_LOOKED_AT: Final = 6  # clashes that every mend must dissolve before it is tried on the whole log
_COUNTED: Final = 12  # mends whose scripts are counted
_MENDS: Final = 8  # told
_PAIRS: Final = 3  # pairs of lines that are mended together
_FEW: Final = 3  # mends of each of two lines that are combined

# How much a slip speaks against a mend, in bits: names are many and are told apart, numbers are few.
_COST: Final = {
    Slip.DEATH: 1.0,
    Slip.AMOUNT: 1.0,
    Slip.FORGOTTEN: 1.5,
    Slip.PLACE: 1.5,
    Slip.MOVE: 1.5,
    Slip.OCCURRED: 2.0,
    Slip.REFUSED: 2.0,
    Slip.OUTCOME: 2.5,
    Slip.NAME: 3.5,
    Slip.ROLE: 4.0,
    Slip.DAY: 3.0,
    Slip.PLOT: 4.5,
    Slip.INCIDENT: 4.0,
    Slip.COUNTER: 4.0,
    Slip.CARD: 5.0,
    Slip.EXTRA: 5.0,
}
_UNSURE: Final = 6.0  # how much more likely the players think their unsure lines wrong
_LOST: Final = 0.25  # how much each halving of the surviving scripts speaks against a mend
_EDGES: Final = 200_000  # of a diagram that counts them; it must be quick
_BOARD: Final = 0.5  # lines that clash by what they say are likelier wrong than those that made the board

# What the rules make the Mastermind do; nothing shows that he did not forget it.
_DUTIES: Final = (
    Kind.UNUSED,
    Kind.NO_INCIDENT,
    Kind.WON,
    Kind.NOT_REVEALED,
    Kind.DEATH_SILENT,
    Kind.NOT_REFUSED,
)


class Line(Record, frozen=True):
    """A line told otherwise.

    Attributes:
        source: the line as it stands.
        text: the line as it would read, to be pasted in its place.
        slip: how the two differ.
    """

    source: Source
    text: str
    slip: Slip


class Mend(Record, frozen=True):
    """Lines told otherwise, so that some script survives.

    Attributes:
        lines: the lines, in the order of the log.
        statements: what they say then, in the same order.
        worlds: how many scripts survive then; None if they were not counted.
    """

    lines: tuple[Line, ...]
    statements: tuple[PlayStatement, ...]
    worlds: int | None = None


class Duty(Record, frozen=True):
    """Something that the Mastermind must have done, and may have forgotten: then some script survives.

    Attributes:
        source: the line that shows that it was not done.
        clue: what was to be done.
    """

    source: Source
    clue: Clue


class Diagnosis(Record, frozen=True):
    """What is wrong with a log that no script fits.

    Attributes:
        clashes: the smallest clashes, the first of them as `Case.contradiction` has it.
        drop: the smallest sets of lines without which some script survives, unsure lines first.
        mends: mends that were checked, the likeliest first.
        duties: what the Mastermind may have forgotten.
        complete: whether everything was tried; False if the number of readings ran out.
        reasons: what the lines of the first clash say that clashes: lines with what each piece is about.
    """

    clashes: tuple[Clash, ...]
    drop: tuple[tuple[Source, ...], ...]
    mends: tuple[Mend, ...]
    duties: tuple[Duty, ...]
    complete: bool
    reasons: tuple[tuple[int, Clue], ...] = ()


def diagnose(
    case: Case, readings: int = READINGS, passed: Callable[[int], object] = lambda _: None
) -> Diagnosis | None:
    """Say what is wrong with a log that no script fits.

    Args:
        case: the game.
        readings: how many times the log is read in another way at most.
        passed: is told now and then how many readings were used since.

    Returns:
        The diagnosis; None if some script survives, or if none fits the set-up.
    """
    clash = case.contradiction()
    if clash is None or not clash.sources:
        return None
    return _Doctor(case, clash, readings, passed).diagnosis()


class _OutOfReadingsError(Exception):
    """The number of readings ran out."""


class _Doctor(Draft):
    """One diagnosis under way.

    Attributes:
        case: the game.
        contradiction: its first clash.
        left: how many readings are left.
        passed: is told how many were used.
        told: the lines of the smallest clashes.
    """

    case: Case
    contradiction: Contradiction
    left: int
    passed: Callable[[int], object]
    told: frozenset[int] = frozenset()
    complete: bool = True

    def diagnosis(self) -> Diagnosis:
        """Look for the clashes, then for the lines without which they dissolve, then for mends of these."""
        found = self.case.clashes.told(_LOOKED_AT)
        self.told = frozenset(chain.from_iterable(found))
        first = Clash(found[0], tuple(one.line for one in self.contradiction.board))
        clashes = (first, *(Clash(lines, ()) for lines in found[1:_CLASHES]))
        duties = tuple(self._duties(found))
        drop: list[tuple[int, ...]] = []
        mends: list[Mend] = []
        try:
            drop.extend((line,) for line in self._single(first))
            if drop:
                mends.extend(self._mends(tuple(line for (line,) in drop), {}, ()))
            else:
                drop.extend(self._pairs(first, found))
                for pair in drop[:_PAIRS]:
                    mends.extend(self._mended_together(pair))
        except _OutOfReadingsError:
            self.complete = False
        return Diagnosis(
            clashes,
            tuple(self.case.sources(lines) for lines in sorted(drop, key=self._doubt)),
            tuple(self._ranked(mends)),
            duties,
            self.complete,
            tuple(self._reasons(first)),
        )

    # ---------------------------------------------------------------- readings

    def _read(self) -> None:
        if self.left == 0:
            raise _OutOfReadingsError
        self.left -= 1
        self.passed(1)

    def _fits(self, dropped: Sequence[int], told: dict[int, PlayStatement]) -> bool:
        self._read()
        reading = self.case.rereading
        return reading.may_fit(self.told, dropped, told) and reading.fits(dropped, told)

    # ---------------------------------------------------------------- what to leave out

    def _single(self, clash: Clash) -> Iterator[int]:
        """Yield the lines without any one of which some script survives."""
        droppable = frozenset(self.case.rereading.lines)
        for line in sorted({*clash.lines, *clash.board} & droppable, reverse=True):
            if self._fits((line,), {}):
                yield line

    def _pairs(self, clash: Clash, found: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
        """Yield pairs of lines without which some script survives."""
        others = sorted(self.told)
        tried = set()
        for pair in product((*clash.lines, *clash.board), (*found[-1], *others)):
            lines = tuple(sorted(set(pair)))
            if len(lines) == len(pair) and lines not in tried and {*lines} <= {*self.case.rereading.lines}:
                tried.add(lines)
                if self._fits(lines, {}):
                    yield lines

    def _doubt(self, lines: tuple[int, ...]) -> tuple[int, bool, tuple[int, ...]]:
        unsure = sum(self.case.rereading.statements[line].at.unsure for line in lines)
        return len(lines) - unsure, any(line not in self.told for line in lines), lines

    # ---------------------------------------------------------------- mends

    def _mends(
        self, lines: Sequence[int], told: dict[int, PlayStatement], dropped: tuple[int, ...]
    ) -> Iterator[Mend]:
        """Yield the mends of single lines, likely slips first."""
        statements = self.case.rereading.statements
        neighbours = Neighbours(self.case.script)
        edits = [
            (self._cost(line, edit.slip), order, line, part, edit)
            for order, line in enumerate(sorted(lines, key=lambda line: self._doubt((line,))))
            for part in neighbours.parts(statements[line])
            for edit in part.edits
        ]
        hopeless: dict[int, bool] = {}
        for _, _, line, part, edit in sorted(edits, key=lambda one: one[:2]):
            if self._hopeless(hopeless, line, part, told, dropped):
                continue
            now = {**told, line: edit.statement}
            if self._fits(dropped, now):
                mend = self._checked(now, {line: edit.slip})
                if mend is not None:
                    yield mend

    def _hopeless(
        self,
        known: dict[int, bool],
        line: int,
        part: Part,
        told: dict[int, PlayStatement],
        dropped: tuple[int, ...],
    ) -> bool:
        """Tell whether no edit of a part of a line can help, since not even leaving it open does."""
        if part.without is None:
            return False
        if id(part) not in known:
            self._read()
            known[id(part)] = not self.case.rereading.may_fit(
                self.told, dropped, {**told, line: part.without}
            )
        return known[id(part)]

    def _mended_together(self, pair: tuple[int, ...]) -> Iterator[Mend]:
        """Yield mends of two lines: the likeliest of the first with the other left out, then of the other."""
        first, second = pair
        statements = self.case.rereading.statements
        neighbours = Neighbours(self.case.script)
        few = 0
        edits = [edit for part in neighbours.parts(statements[first]) for edit in part.edits]
        for edit in sorted(edits, key=lambda edit: _COST[edit.slip]):
            if few == _FEW:
                return
            if not self._fits((second,), {first: edit.statement}):
                continue
            few += 1
            others = [other for part in neighbours.parts(statements[second]) for other in part.edits]
            fit = 0
            for other in sorted(others, key=lambda other: _COST[other.slip]):
                now = {first: edit.statement, second: other.statement}
                if self._fits((), now):
                    mend = self._checked(now, {first: edit.slip, second: other.slip})
                    if mend is not None:
                        yield mend
                        fit += 1
                if fit == _FEW:
                    break

    def _line(self, line: int, edit: Edit) -> Line:
        return Line(
            self.case.rereading.source(line), write_statement(edit.statement, self.case.names), edit.slip
        )

    def _checked(self, now: dict[int, PlayStatement], slips: dict[int, Slip]) -> Mend | None:
        """Return a mend whose lines read back as they are meant; None if they do not."""
        lines = tuple(self._line(line, Edit(now[line], slips[line])) for line in sorted(now))
        mended = self.mended(lines)
        log = read_log(mended, self.case.rules)
        if {*log.mistakes} - {*self.case.log.mistakes}:
            return None
        read = {one.at.line: one for one in log.play}
        if any(replace(read[line], at=said.at) != said for line, said in now.items()):
            return None
        return Mend(lines, tuple(now[one.source.line] for one in lines))

    def mended(self, lines: Sequence[Line]) -> str:
        """Return the text of the log with lines told otherwise."""
        texts = list(self.case.log.lines)
        for one in lines:
            texts[one.source.line - 1] = one.text
        return "".join(f"{text}\n" for text in texts)

    # ---------------------------------------------------------------- ranking

    def _cost(self, line: int, slip: Slip) -> float:
        unsure = _UNSURE if self.case.rereading.statements[line].at.unsure else 0.0
        return _COST[slip] + (_BOARD if line not in self.told else 0.0) - unsure

    def _ranked(self, mends: Sequence[Mend]) -> Iterator[Mend]:
        """Yield the likeliest mends, the likeliest first: small slips that leave many scripts."""
        likely = sorted(dict.fromkeys(mends), key=self._total)[:_COUNTED]
        counted = [replace(mend, worlds=self._worlds(mend)) for mend in likely]
        most = max((mend.worlds or 1 for mend in counted), default=1)

        def unlikely(mend: Mend) -> float:
            return self._total(mend) + _LOST * (log2(most) - log2(mend.worlds or most))

        yield from sorted(counted, key=unlikely)[:_MENDS]

    def _total(self, mend: Mend) -> float:
        return sum(self._cost(one.source.line, one.slip) for one in mend.lines)

    def _worlds(self, mend: Mend) -> int | None:
        told = {one.source.line: said for one, said in zip(mend.lines, mend.statements, strict=True)}
        puzzle = self.case.rereading.puzzle(told=told)
        try:
            return self.case.diagram_of(puzzle, min(_EDGES, self.case.budget)).worlds_left
        except OverBudgetError:
            return None

    # ---------------------------------------------------------------- what they say

    def _reasons(self, clash: Clash) -> Iterator[tuple[int, Clue]]:
        """Yield the fewest pieces of the clashing lines that clash."""
        sat = self.case.sat
        rules = [number for number, piece in enumerate(sat.pieces) if piece.source.is_rule]
        said = [number for number, piece in enumerate(sat.pieces) if piece.source.line in clash.lines]
        found = next(sat.smallest_clashes([(number,) for number in said], [1] * len(said), rules), ())
        for piece in (sat.pieces[said[place]] for place in found):
            if piece.clue is not None:
                yield piece.source.line, piece.clue

    # ---------------------------------------------------------------- the Mastermind's slips

    def _duties(self, found: Sequence[tuple[int, ...]]) -> Iterator[Duty]:
        """Yield what the Mastermind may have forgotten: single duties without which some script survives."""
        sat = self.case.sat
        shared = set.intersection(*map(set, found))
        everything = range(len(sat.pieces))
        for number, piece in enumerate(sat.pieces):
            clue = piece.clue
            if piece.source.line not in shared or clue is None or clue.kind not in _DUTIES:
                continue
            if sat.fits(one for one in everything if one != number):
                yield Duty(piece.source, clue)
