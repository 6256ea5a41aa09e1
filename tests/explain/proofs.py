"""An independent checker of arguments: it knows worlds and formulas, and nothing of how chains are found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product

from msgspec.structs import replace
from random_puzzles import LINES, puzzles

from deducer.engines.cpsat import CpSat
from deducer.engines.sat import Piece
from deducer.explain.chain import Chain
from deducer.explain.domains import Domains, Removal, Tell
from deducer.logic.build import member
from deducer.logic.evaluate import explained, holds
from deducer.logic.lower import without_items
from deducer.logic.terms import Constraint, Cover, Puzzle, Variable, World

MANY = 20_000
"""Statements with more worlds than this are asked in CP-SAT instead of going through them."""


def _of_lines(puzzle: Puzzle) -> Puzzle:
    """A puzzle whose covers want lines explained, as every log's do; rules are constraints."""
    covers = (
        replace(cover, items=tuple(replace(i, source=LINES[i.source.line or 1]) for i in cover.items))
        for cover in puzzle.covers
    )
    return replace(puzzle, covers=tuple(covers))


games = puzzles.map(_of_lines)
"""Small random puzzles that a log could have made."""


def full(puzzle: Puzzle) -> Domains:
    """All values of all variables."""
    return {name: frozenset(variable.domain) for name, variable in puzzle.variables.items()}


def kept(pieces: Iterable[Piece], world: World) -> bool:
    """Whether a world satisfies pieces: constraints, and the items of covers together."""
    wanted: dict[int, list[Piece]] = {}
    for piece in pieces:
        if isinstance(piece.stated, Constraint):
            if not holds(piece.stated.formula, world):
                return False
        else:
            wanted.setdefault(id(piece.stated), []).append(piece)
    return all(_explained(some, world) for some in wanted.values())


def _explained(pieces: Sequence[Piece], world: World) -> bool:
    cover = pieces[0].stated
    assert not isinstance(cover, Constraint)
    names = {piece.item.name for piece in pieces if piece.item is not None}
    left = without_items(cover, {item.name for item in cover.items} - names)
    return explained(left, [option for option in left.options if holds(option.guard, world)])


def worlds(names: Iterable[str], domains: Domains) -> Iterator[World]:
    """All worlds over some variables."""
    order = list(names)
    for values in product(*(sorted(domains[name]) for name in order)):
        yield dict(zip(order, values, strict=True))


def told(tell: Tell, domains: Domains) -> Mapping[str, frozenset[str]] | None:
    """What is left of each variable of a statement's scope, by trying every world; None if there is none."""
    left: dict[str, set[str]] | None = None
    for world in worlds(tell.scope, domains):
        if kept((*tell.pieces, *tell.beside), world):
            left = left or {name: set() for name in tell.scope}
            for name, value in world.items():
                left[name].add(value)
    return None if left is None else {name: frozenset(values) for name, values in left.items()}


def known_by(removed: Iterable[Removal], given: Domains) -> Domains:
    """What is known to somebody who knows that some values are excluded, and nothing else."""
    gone = frozenset(removed)
    return {name: frozenset(v for v in values if (name, v) not in gone) for name, values in given.items()}


def faults(chain: Chain, given: Domains, knows: frozenset[Removal] = frozenset()) -> list[str]:
    """What is wrong with a chain as a proof.

    Args:
        chain: the chain.
        given: what is known from the beginning.
        knows: what was excluded, or supposed, before the chain begins.
    """
    found: list[str] = []
    if not chain.needs <= knows:
        found.append(f"needs {sorted(chain.needs - knows)}")
    for number, step in enumerate(chain.steps):
        if step.proof is not None:
            (name,) = {name for name, _ in step.removed}
            values = frozenset(value for _, value in step.removed)
            supposed = frozenset((name, other) for other in given[name] - values)
            found.extend(faults(step.proof, given, knows | supposed))
        elif step.tell is not None:
            found.extend(_wrong(step.tell, step.removed, known_by(knows, given), number))
        knows |= frozenset(step.removed)
    known = known_by(knows, given)
    if chain.clash is not None:
        if _fits(chain.clash, known):
            found.append(f"{chain.clash.pieces[0].source.label} can still hold")
        return found
    covered = frozenset(value for values, _ in chain.branches for value in values)
    if not chain.branches or not known[chain.variable] <= covered:
        found.append(f"cases of {chain.variable}: {sorted(known[chain.variable] - covered)} left out")
    for cases, branch in chain.branches:
        supposed = frozenset((chain.variable, other) for other in given[chain.variable] - set(cases))
        found.extend(faults(branch, given, knows | supposed))
    return found


def _wrong(tell: Tell, removed: Sequence[Removal], known: Domains, number: int) -> Iterator[str]:
    for name, value in removed:
        if value in known[name] and _fits(tell, {**known, name: frozenset((value,))}):
            yield f"step {number} does not exclude {value} of {name}"


def _fits(tell: Tell, domains: Domains) -> bool:
    size = 1
    for name in tell.scope:
        size *= len(domains[name])
    if size <= MANY:
        return any(kept((*tell.pieces, *tell.beside), world) for world in worlds(tell.scope, domains))
    return _found(tell, domains)


def _found(tell: Tell, domains: Domains) -> bool:
    """Whether CP-SAT finds a world; the chain's own solver is another one."""
    stated = [piece.stated for piece in (*tell.pieces, *tell.beside)]
    names = {piece.item.name for piece in (*tell.pieces, *tell.beside) if piece.item is not None}
    covers = {id(one): one for one in stated if isinstance(one, Cover)}.values()
    puzzle = Puzzle(
        {name: Variable(name, tuple(sorted(tell.full[name]))) for name in tell.scope},
        tuple(one for one in stated if isinstance(one, Constraint)),
        tuple(without_items(one, {item.name for item in one.items} - names) for one in covers),
    )
    left = [member(puzzle.variables[name], domains[name]) for name in tell.scope]
    return CpSat(puzzle).witness(left) is not None
