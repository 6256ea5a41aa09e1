"""One log read in several ways: without some of its lines, or with a line that says something else.

A line left out is not known rather than empty, as if it could not be read; so leaving lines out never makes a
script fall that survived before.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from itertools import takewhile
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from deducer.board.replay import Folding
from deducer.board.timeline import LoopRecord, Timeline
from deducer.errors import Mistake, MistakeKind
from deducer.evidence.sources import Evidence, line_source, step_label
from deducer.evidence.translate import evidence, evidence_about, evidence_of, translate
from deducer.log.setup import Log
from deducer.log.statements import DayLine, FactLine, GuessLine, LoopLine, PlayStatement
from deducer.logic.lower import without_items
from deducer.logic.terms import Constraint, Cover, Puzzle
from deducer.provenance import Source
from deducer.record import Record
from deducer.script.legality import legality
from deducer.script.variables import Script

if TYPE_CHECKING:
    from deducer.engines.growing import Growing

_UNCHANGED: Final[Mapping[int, PlayStatement]] = MappingProxyType({})


class Rereading(Record, frozen=True, dict=True):
    """A log that can be read in several ways.

    Attributes:
        log: the log; it has a set-up.
        script: the variables of its script.
    """

    log: Log
    script: Script

    @cached_property
    def statements(self) -> Mapping[int, PlayStatement]:
        """The statements of play by line."""
        return {statement.at.line: statement for statement in self.log.play}

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The lines that can be left out: all of play but those that begin a loop or a day."""
        return tuple(line for line, one in self.statements.items() if not isinstance(one, LoopLine | DayLine))

    @cached_property
    def _solver(self) -> Growing:
        from deducer.engines.growing import Growing  # noqa: PLC0415  (only contradictory logs need it)

        return Growing(self.script.variables())

    @cached_property
    def _told(self) -> tuple[tuple[int, PlayStatement | Mistake], ...]:
        """The lines of play in order; one that cannot be read as its first mistake."""
        unread = {one.line: one for one in reversed(self.log.mistakes) if one.line > 0}
        return tuple(sorted({**unread, **self.statements}.items(), key=lambda pair: pair[0]))

    @property
    def whole(self) -> Timeline:
        """The timeline of the whole log."""
        return self._played[1]

    @cached_property
    def _played(self) -> tuple[Mapping[int, Folding], Timeline]:
        """The replay when the first line of a loop or day had been read, by that line; and its timeline."""
        begun: dict[int, Folding] = {}
        folding = Folding(self.script.game)
        for line, statement in self._told:
            _take(folding, statement)
            if isinstance(statement, LoopLine | DayLine):
                begun[line] = folding.copied()
        return begun, folding.result()

    def timeline(
        self,
        dropped: Collection[int] = (),
        told: Mapping[int, PlayStatement] = _UNCHANGED,
        until: int | None = None,
    ) -> Timeline:
        """Return the timeline of the log read in another way.

        Args:
            dropped: the lines that are left out.
            told: what some lines say instead.
            until: the last line that has to be read, and the next, which closes its step; None for the whole
                log. Later loops are there nevertheless if nothing that is read otherwise can matter to them.
        """
        changed = [line for line in (*dropped, *told) if self._played_on_board(line)]
        first, last = min(changed, default=0), max(changed, default=0)
        start = max((line for line in self._played[0] if line < first), default=0)
        folding = self._played[0][start].copied() if start else Folding(self.script.game)
        closed = 0
        unchanged: tuple[LoopRecord, ...] = () if changed else self.whole.loops
        for line, statement in self._told if changed else ():
            if line <= start:
                continue
            if until is not None and closed > until:
                break
            closed = line
            if line in dropped and not isinstance(statement, Mistake):
                _take(folding, Mistake(line, 0, MistakeKind.UNREADABLE, "", "", statement.at.text))
            else:
                _take(folding, told.get(line, statement))
            if line > last and isinstance(statement, LoopLine) and self._as_before(folding, line):
                unchanged = self.whole.loops[len(folding.loops) :]
                folding.loop = None
                break
        found = folding.result()
        facts = (told.get(one.at.line, one) for one in self.whole.facts if one.at.line not in dropped)
        guesses = (told.get(one.at.line, one) for one in self.whole.guesses if one.at.line not in dropped)
        return Timeline(
            (*map(self._known, found.loops), *unchanged),
            tuple(one for one in facts if isinstance(one, FactLine)),
            tuple(one for one in guesses if isinstance(one, GuessLine)),
            self.whole.board,
            found.mistakes if changed else self.whole.mistakes,
        )

    def _played_on_board(self, line: int) -> bool:
        """Tell whether a line says something of the board, rather than of the script."""
        return not isinstance(self.statements[line], FactLine | GuessLine)

    def _as_before(self, folding: Folding, line: int) -> bool:
        """Tell whether a loop begins as it does in the whole log."""
        old = self._played[0][line]
        return (
            old.loop is not None
            and folding.loop is not None
            and (old.loop.board, old.loop.arrivals, old.reveals_complete, old.arrivals)
            == (folding.loop.board, folding.loop.arrivals, folding.reveals_complete, folding.arrivals)
        )

    def _known(self, record: LoopRecord) -> LoopRecord:
        """Return a loop with the very steps of the whole log, while they are the same: those are known."""
        old = next((one for one in self.whole.loops if one.loop == record.loop), None)
        if old is None or old == record:
            return old or record
        same = sum(
            1
            for _ in takewhile(
                lambda pair: pair[0] is pair[1] or pair[0] == pair[1],
                zip(old.steps, record.steps, strict=False),
            )
        )
        return replace(record, steps=(*old.steps[:same], *record.steps[same:]))

    def puzzle(self, dropped: Collection[int] = (), told: Mapping[int, PlayStatement] = _UNCHANGED) -> Puzzle:
        """Return the puzzle of the log read in another way."""
        return translate(self.script, self.timeline(dropped, told))

    def fits(self, dropped: Collection[int] = (), told: Mapping[int, PlayStatement] = _UNCHANGED) -> bool:
        """Tell whether some script survives the log read in another way, and the board does not object."""
        timeline = self.timeline(dropped, told)
        if not self._allowed(timeline):
            return False
        return self._solver.fits((*legality(self.script), *evidence(self.script, timeline)))

    def may_fit(
        self,
        lines: Collection[int],
        dropped: Collection[int] = (),
        told: Mapping[int, PlayStatement] = _UNCHANGED,
        *,
        alone: bool = False,
    ) -> bool:
        """Tell whether lines agree in the log read in another way, as far as that is quickly told.

        Args:
            lines: the lines that are looked at.
            dropped: lines that are left out.
            told: what some lines say instead.
            alone: whether nothing else is looked at, not even loops that are as they were.

        Returns:
            False only if no script survives.
        """
        timeline = self.timeline(dropped, told, until=max(filter(self._played_on_board, lines), default=0))
        if not self._allowed(timeline):
            return False
        known = {id(record) for record in self.whole.loops} if not alone else set()
        stated: list[Evidence] = [*legality(self.script)]
        for record in timeline.loops:
            stated.extend(
                evidence_of(self.script, record)
                if id(record) in known
                else evidence_about(self.script, record, lines)
            )
        rest = replace(timeline, loops=())
        stated.extend(one for one in evidence(self.script, rest) if not alone or _lines_of(one) & {*lines})
        if alone:
            stated = [part for one in stated for part in _about(one, lines)]
        return self._solver.fits(stated)

    def _allowed(self, timeline: Timeline) -> bool:
        """Tell whether the board objects to nothing but what it objects to in the whole log."""
        return self.whole.mistakes == timeline.mistakes or {*timeline.mistakes} <= {*self.whole.mistakes}

    def source(self, line: int) -> Source:
        """Return a line with its place in the play."""
        return line_source(self.statements[line], self._labels.get(line, f"L{self.loops[line]} board"))

    @cached_property
    def _labels(self) -> Mapping[int, str]:
        """Where in the play lines stand; the `board:` lines are left out."""
        found = {line.at.line: "fact" for line in self.whole.facts}
        found |= {line.at.line: "guess" for line in self.whole.guesses}
        for record in self.whole.loops:
            found |= {one.at.line: step_label(step) for step in record.steps for one in step.statements}
            for told in (record.told_by, record.end):
                if told is not None:
                    found[told.at.line] = f"L{record.loop} end"
        return found

    @cached_property
    def loops(self) -> Mapping[int, int]:
        """The loop of every line."""
        found, loop = {}, 0
        for line, statement in self.statements.items():
            loop = statement.loop if isinstance(statement, LoopLine) else loop
            found[line] = loop
        return found


def _take(folding: Folding, told: PlayStatement | Mistake) -> None:
    if isinstance(told, Mistake):
        folding.lose(told)
    else:
        folding.take(told)


def _lines_of(stated: Constraint | Cover) -> set[int]:
    """Return the lines that a piece of evidence comes from."""
    if isinstance(stated, Cover):
        return {item.source.line for item in stated.items}
    return {stated.source.line}


def _about(stated: Constraint | Cover, lines: Collection[int]) -> tuple[Constraint | Cover, ...]:
    """Return the part of a piece of evidence that comes from some lines or from the rules."""
    if isinstance(stated, Cover):
        others = {item.name for item in stated.items if item.source.line not in lines}
        return (without_items(stated, others),) if len(others) < len(stated.items) else ()
    return (stated,) if stated.source.is_rule or stated.source.line in lines else ()
