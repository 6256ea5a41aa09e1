"""Arguments are valid, and the smallest there are: by trying everything on small puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import cast

from hypothesis import given, settings
from proofs import full, games, kept, worlds
from random_puzzles import extras

from deducer.case import Case
from deducer.engines.sat import Piece, Sat
from deducer.explain.core import Argument, arguments, doubts, follows
from deducer.logic.evaluate import holds
from deducer.logic.terms import Formula, Puzzle

MANY = 25


@dataclass(frozen=True)
class _Small:
    """What arguments need of a case."""

    puzzle: Puzzle

    @cached_property
    def sat(self) -> Sat:
        return Sat(self.puzzle)


def small(puzzle: Puzzle) -> Case:
    return cast("Case", _Small(puzzle))


def proves(puzzle: Puzzle, pieces: list[Piece], claim: Formula) -> bool:
    every = worlds(puzzle.variables, full(puzzle))
    return all(holds(claim, world) for world in every if kept(pieces, world))


def fewest_lines(case: Case, claim: Formula) -> int:
    pieces = case.sat.pieces
    lines = sorted({piece.source.line for piece in pieces} - {0})
    for number in range(len(lines) + 1):
        for chosen in combinations(lines, number):
            if proves(case.puzzle, [p for p in pieces if p.source.line in (0, *chosen)], claim):
                return number
    raise AssertionError("it does not follow at all")


@settings(max_examples=MANY)
@given(games, extras)
def test_what_follows(puzzle: Puzzle, claim: Formula) -> None:
    case = small(puzzle)
    assert follows(case, claim) is proves(puzzle, list(case.sat.pieces), claim)


@settings(max_examples=MANY)
@given(games, extras)
def test_an_argument_is_the_smallest(puzzle: Puzzle, claim: Formula) -> None:
    case = small(puzzle)
    found = list(arguments(case, claim))
    assert bool(found) is proves(puzzle, list(case.sat.pieces), claim)
    if found:
        assert len(found[0].lines) == fewest_lines(case, claim)
    sizes = [len(one.lines) for one in found]
    assert sizes == sorted(sizes)
    sets = [frozenset(one.lines) for one in found]
    assert not any(one < other for one in sets for other in sets)
    assert len(set(sets)) == len(sets)


@settings(max_examples=MANY)
@given(games, extras)
def test_an_argument_is_valid_and_needs_each_part(puzzle: Puzzle, claim: Formula) -> None:
    for argument in arguments(small(puzzle), claim):
        pieces = [piece for part in argument.parts for piece in part]
        assert proves(puzzle, pieces, claim)
        for part in argument.parts:
            assert not proves(puzzle, [piece for piece in pieces if piece not in part], claim)
        assert doubts(argument) == ()


@settings(max_examples=MANY)
@given(games, extras)
def test_a_wrong_argument_is_doubted(puzzle: Puzzle, claim: Formula) -> None:
    case = small(puzzle)
    for argument in arguments(case, claim):
        if argument.parts:
            assert doubts(Argument(puzzle, claim, argument.parts[1:]))
        used = {id(part[0].stated) for part in argument.parts}
        more = [piece for piece in case.sat.pieces if id(piece.stated) not in used]
        if more:
            assert doubts(Argument(puzzle, claim, (*argument.parts, (more[0],))))
