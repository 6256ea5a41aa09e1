"""Smallest arguments: the fewest lines of a log, and of the rules, from which a claim follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from deducer.case import Case
from deducer.errors import OverBudgetError
from deducer.logic.build import negation
from deducer.logic.evaluate import covered, holds, spoken_of
from deducer.logic.lower import with_items
from deducer.logic.terms import Constraint, Cover, Formula, Puzzle
from deducer.provenance import Source
from deducer.record import Record

if TYPE_CHECKING:
    from deducer.engines.sat import Piece


class Argument(Record, frozen=True, dict=True):
    """Why a claim holds in every surviving script.

    Attributes:
        puzzle: the whole puzzle the argument is about.
        claim: what follows.
        parts: what it follows from, rules first, then in the order of the log: a rule with all its
            constraints, a constraint of a line, or something seen that needs a cause. Without any one of
            them it does not follow from the others.
    """

    puzzle: Puzzle
    claim: Formula
    parts: tuple[tuple[Piece, ...], ...]

    @property
    def sources(self) -> tuple[Source, ...]:
        """Where each part comes from."""
        return tuple(part[0].source for part in self.parts)

    @property
    def lines(self) -> tuple[Source, ...]:
        """The lines of the log it rests on, in their order; one source a line."""
        by_line = {source.line: source for source in self.sources if not source.is_rule}
        return tuple(by_line[line] for line in sorted(by_line))

    @property
    def rules(self) -> tuple[Source, ...]:
        """The rules of legal scripts it rests on."""
        return tuple(source for source in self.sources if source.is_rule)

    def counterexamples(self, without: tuple[Piece, ...] = ()) -> Puzzle:
        """Return the puzzle of what satisfies the argument's parts, all or all but one, and not the claim.

        Only the variables that these speak of are in it; the others can have any value.
        """
        kept = [piece for part in self.parts if part is not without for piece in part]
        constraints = [piece.stated for piece in kept if isinstance(piece.stated, Constraint)]
        covers = with_items(piece.wanted for piece in kept if piece.wanted is not None)
        denied = Constraint(negation(self.claim), Source(line=0, label="the claim denied"))
        stated: tuple[tuple[Constraint, ...], tuple[Cover, ...]] = ((*constraints, denied), tuple(covers))
        spoken = frozenset[str]().union(*(spoken_of(one) for group in stated for one in group))
        variables = {name: one for name, one in self.puzzle.variables.items() if name in spoken}
        return Puzzle(variables, *stated)


def follows(case: Case, claim: Formula) -> bool:
    """Tell whether a claim holds in every surviving script; everything does where none survives."""
    sat = case.sat
    return not sat.fits(range(len(sat.pieces)), (-sat.literal(claim),))


def arguments(case: Case, claim: Formula) -> Iterator[Argument]:
    """Yield the arguments for a claim: those with the fewest lines of the log first.

    Of the lines chosen, and of the rules, each argument keeps the fewest statements that suffice. So it is
    minimal in both senses: dropping a line, a rule or a single statement breaks it.

    Args:
        case: the game.
        claim: what is to follow.

    Yields:
        Arguments with different sets of lines; none if the claim does not follow. Each costs some tenths of
        a second on the log of a whole game.
    """
    return (argued(case, claim, lines) for lines in premises(case, claim))


def premises(case: Case, claim: Formula) -> Iterator[tuple[int, ...]]:
    """Yield the minimal sets of lines from which a claim follows with the rules, the fewest lines first.

    Args:
        case: the game.
        claim: what is to follow.

    Yields:
        Numbers of lines; nothing if the claim does not follow.
    """
    numbers, rules = _lines(case)
    weights = [_weight(case.sat.pieces, pieces) for pieces in numbers.values()]
    lines = tuple(numbers)
    for found in case.sat.smallest_clashes(
        tuple(numbers.values()), weights, rules, (-case.sat.literal(claim),)
    ):
        yield tuple(lines[place] for place in found)


def argued(case: Case, claim: Formula, lines: Iterable[int]) -> Argument:
    """Return the argument for a claim that rests on some lines, with the fewest statements that suffice.

    Args:
        case: the game.
        claim: what is to follow.
        lines: the lines, from which it follows.
    """
    sat = case.sat
    numbers, rules = _lines(case)
    parts = [*_by_rule(sat.pieces, rules), *((number,) for line in lines for number in numbers[line])]
    fewest = next(sat.smallest_clashes(parts, [1] * len(parts), (), (-sat.literal(claim),)))
    kept = (parts[place] for place in fewest)
    return Argument(case.puzzle, claim, tuple(tuple(sat.pieces[one] for one in part) for part in kept))


def _lines(case: Case) -> tuple[Mapping[int, tuple[int, ...]], tuple[int, ...]]:
    """Return the pieces of every line, and those of the rules."""
    from deducer.engines.sat import by_line  # noqa: PLC0415  (python-sat is loaded only to explain)

    lines = dict(by_line(case.sat.pieces))
    rules = lines.pop(0, ())
    return lines, rules


def _by_rule(pieces: tuple[Piece, ...], numbers: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Put the constraints of each rule together."""
    found: dict[Source, tuple[int, ...]] = {}
    for number in numbers:
        found[pieces[number].source] = (*found.get(pieces[number].source, ()), number)
    return list(found.values())


def _weight(pieces: tuple[Piece, ...], numbers: tuple[int, ...]) -> int:
    """Weigh a line: one line fewer counts more than anything, then lines that are sure."""
    return 101 if any(pieces[number].source.unsure for number in numbers) else 100


def doubts(argument: Argument) -> tuple[str, ...]:
    """Check an argument by other means: that it is valid, and that it needs each of its parts.

    The diagram, or CP-SAT where that is over its budget, must find no script that satisfies the parts and not
    the claim. For each part there must be one that satisfies the others and not the claim; that is judged
    from the formulas themselves, by no solver.

    Returns:
        One sentence for each fault; empty if the argument stands.
    """
    found = []
    whole = argument.counterexamples()
    if not _refuted(whole):
        found.append("another engine finds a script that satisfies the argument and not the claim")
    found.extend(f"{part[0].source.label} is not needed" for part in _needless(argument, whole))
    return tuple(found)


def _refuted(puzzle: Puzzle) -> bool:
    """Tell whether a puzzle has no world, by an engine that shares nothing with the one that argues."""
    from deducer.engines.diagram import Diagram  # noqa: PLC0415  (it needs numpy, which is slow to import)

    selectors = tuple(name for name in puzzle.world_variables if len(puzzle.variables[name].domain) == 2)
    others = tuple(name for name in puzzle.world_variables if name not in selectors)
    try:
        return Diagram(puzzle, others, selectors).worlds_left == 0
    except OverBudgetError:
        from deducer.engines.cpsat import CpSat  # noqa: PLC0415  (importing it costs a third of a second)

        return CpSat(puzzle).witness() is None


def _needless(argument: Argument, whole: Puzzle) -> Iterator[tuple[Piece, ...]]:
    """Yield the parts without which no world is found, or none that bears looking at."""
    from deducer.engines.sat import Sat  # noqa: PLC0415  (python-sat is loaded only to explain)

    sat = Sat(whole)
    numbers = {id(piece.item or piece.stated): number for number, piece in enumerate(sat.pieces)}
    for part in argument.parts:
        left_out = {numbers[id(piece.item or piece.stated)] for piece in part}
        if not sat.fits(number for number in numbers.values() if number not in left_out):
            yield part
            continue
        world, puzzle = sat.world(), argument.counterexamples(part)
        kept = all(holds(constraint.formula, world) for constraint in puzzle.constraints)
        if not (kept and all(covered(cover, world) for cover in puzzle.covers)):
            yield part
