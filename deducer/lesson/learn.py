"""A whole deduction in small steps: each uses only what is known so far, and the easiest comes first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from deducer.case import Case
from deducer.engines.sat import Piece, Sat
from deducer.errors import NoScriptError
from deducer.explain.chain import Chain, contradiction
from deducer.explain.domains import Domains, Removal, Tell, tells, without
from deducer.logic.build import member
from deducer.provenance import Source
from deducer.record import Record
from deducer.script.clues import Kind

_EFFORT: Final[Mapping[Kind, int]] = {
    Kind.FACT: 1,
    Kind.GUESS: 1,
    Kind.TOLD_ROLE: 1,
    Kind.TOLD: 1,
    Kind.REVEALED: 1,
    Kind.ARRIVED: 1,
    Kind.REFUSED: 2,
    Kind.NOT_REFUSED: 2,
    Kind.DEATH_SURVIVED: 2,
    Kind.MORTAL: 2,
    Kind.INCIDENT: 2,
    Kind.MAIN_PLOT: 2,
    Kind.SUB_PLOTS: 2,
    Kind.ROOM: 2,
    Kind.CULPRITS: 2,
    Kind.ROLE_SUM: 3,
}
_MOST: Final = 4
"""The effort of reading anything that is not named above."""

_TRIED: Final = 4
"""For how many possibilities an argument is worked out where no single statement tells more."""


class Lesson(Record, frozen=True):
    """One step of a deduction.

    Attributes:
        source: where to look: the line of the log, or the rule.
        learned: what the step excludes; of an argument the first is what it refutes, others go the same way.
        known: what was known before it.
        reads: the statements that tell it by themselves, with what each excludes; empty if it takes an
            argument.
        argument: what must be read together, as a chain that refutes a supposition; None if one statement
            tells, or if an argument has too many cases to be told.
        parts: the parts the argument rests on.
        effort: how hard the step is, from 1.
    """

    source: Source
    learned: tuple[Removal, ...]
    known: Domains
    reads: tuple[tuple[Tell, tuple[Removal, ...]], ...] = ()
    argument: Chain | None = None
    parts: tuple[tuple[Piece, ...], ...] = ()
    effort: int = 1


def lessons(case: Case) -> Iterator[Lesson]:
    """Yield the steps of a whole deduction, until everything impossible is excluded.

    Args:
        case: the game.

    Yields:
        Steps in which what is learned follows from the statements named and from the steps before. A step
        reads one line or one rule wherever that tells something; where nothing more is told so, a supposition
        is refuted, by the shortest argument found.

    Raises:
        NoScriptError: no script survives.
    """
    course = _Course(case)
    known = course.full
    while any(known[name] != left for name, left in course.possible.items()):
        step = course.read(known) or course.argue(known)
        if step is None:
            return
        yield step
        known = without(known, step.learned)


class _Course(Record, frozen=True, dict=True):
    """What a lesson is made from."""

    case: Case

    @property
    def sat(self) -> Sat:
        return self.case.sat

    @cached_property
    def full(self) -> Domains:
        """The values of each variable before anything is known."""
        return {name: frozenset(one.domain) for name, one in self.case.puzzle.variables.items()}

    @cached_property
    def possible(self) -> Domains:
        """What is left of each variable of the script in the end."""
        sat, everything = self.sat, range(len(self.sat.pieces))
        if not sat.fits(everything):
            raise NoScriptError
        names = self.case.puzzle.world_variables
        seen: dict[str, set[str]] = {name: set() for name in names}
        for name in names:
            variable = self.case.puzzle.variables[name]
            for value in variable.domain:
                literal = sat.literal(member(variable, (value,)))
                if value not in seen[name] and sat.fits(everything, (literal,)):
                    for other, found in sat.world().items():
                        if other in seen:
                            seen[other].add(found)
        return {name: frozenset(values) for name, values in seen.items()}

    @cached_property
    def parts(self) -> tuple[tuple[Piece, ...], ...]:
        """The statements: each rule as a whole, and what lines say piece by piece."""
        rules: dict[Source, list[Piece]] = {}
        lines: list[tuple[Piece, ...]] = []
        for piece in self.sat.pieces:
            if piece.source.is_rule:
                rules.setdefault(piece.source, []).append(piece)
            else:
                lines.append((piece,))
        return (*map(tuple, rules.values()), *lines)

    @cached_property
    def tells(self) -> tuple[Tell, ...]:
        """The statements in the order in which they are tried: the easiest first, then as in play."""
        found = tells(self.parts, self.full)
        return tuple(sorted(found, key=lambda one: (_effort(one), one.pieces[0].source.line)))

    def read(self, known: Domains) -> Lesson | None:
        """Return the step of the easiest line or rule that tells something by itself; None if none does."""
        for tell in self.tells:
            removed = self._told(tell, known)
            if removed:
                return self._joined(tell, known)
        return None

    def _told(self, tell: Tell, known: Domains) -> tuple[Removal, ...]:
        # Of how open rulings are read nothing is to be learned.
        return tuple(one for one in tell.removals(known) if one[0] in self.possible)

    def _joined(self, first: Tell, known: Domains) -> Lesson:
        """Read with a statement all others of its kind that its line makes."""
        source, kind = first.pieces[0].source, first.kind
        line = source.line
        alike = (t for t in self.tells if t.kind == kind and t.pieces[0].source.line == line)
        reads = []
        now = known
        for tell in (first,) if source.is_rule else alike:
            removed = self._told(tell, now)
            if removed:
                reads.append((tell, removed))
                now = without(now, removed)
        learned = tuple(one for _, removed in reads for one in removed)
        return Lesson(source, learned, known, tuple(reads), effort=_effort(first))

    def argue(self, known: Domains) -> Lesson | None:
        """Return the step that refutes a supposition by the shortest argument found; None for none."""
        ranked = sorted(self._left(known), key=lambda one: self._rough(one, known))
        steps = (self._refuted(one, known) for one in ranked)
        found = [step for step, _ in zip((s for s in steps if s is not None), range(_TRIED), strict=False)]
        return min(found, key=lambda step: step.effort, default=None)

    def _assumed(self, removal: Removal, known: Domains) -> list[int]:
        """Return literals for what is known, and for what is supposed."""
        variables = self.case.puzzle.variables
        told = [
            self.sat.literal(member(variables[name], values))
            for name, values in known.items()
            if len(values) < len(variables[name].domain)
        ]
        return [*told, self.sat.literal(member(variables[removal[0]], (removal[1],)))]

    def _rough(self, removal: Removal, known: Domains) -> int:
        """Return how many pieces the solver itself blames for a clash: not the fewest, but soon known."""
        everything = range(len(self.sat.pieces))
        return len(self.sat.clash(everything, self._assumed(removal, known)) or ())

    def _refuted(self, removal: Removal, known: Domains) -> Lesson | None:
        numbers = {id(piece): number for number, piece in enumerate(self.sat.pieces)}
        groups = [[numbers[id(piece)] for piece in part] for part in self.parts]
        weights = [1] * len(groups)
        found = next(self.sat.smallest_clashes(groups, weights, (), self._assumed(removal, known)), None)
        if found is None:
            return None
        parts = tuple(self.parts[place] for place in found)
        supposed = member(self.case.puzzle.variables[removal[0]], (removal[1],))
        chain = contradiction(tells(parts, self.full), known, supposed)
        if chain is None and self._left(known)[-1] != removal:
            return None
        size = 2 * len(parts) if chain is None else chain.size
        alike = self._alike(removal, known, [one for place in found for one in groups[place]])
        return Lesson(_where(parts), (removal, *alike), known, (), chain, parts, _MOST + size)

    def _alike(self, removal: Removal, known: Domains, pieces: Sequence[int]) -> Iterator[Removal]:
        """Yield what the same statements exclude in the same way: the same value of other variables."""
        for other in self._left(known):
            same = other != removal and other[1] == removal[1]
            if same and not self.sat.fits(pieces, self._assumed(other, known)):
                yield other

    def _left(self, known: Domains) -> list[Removal]:
        """Return what is still to be excluded."""
        return [(name, value) for name, goal in self.possible.items() for value in sorted(known[name] - goal)]


def _effort(tell: Tell) -> int:
    return _EFFORT.get(Kind(tell.kind), _MOST) if tell.kind else _MOST


def _where(parts: Sequence[tuple[Piece, ...]]) -> Source:
    """Return where to look first: the first line that an argument rests on, else its first rule."""
    sources = [part[0].source for part in parts]
    return next((source for source in sources if not source.is_rule), sources[0])
