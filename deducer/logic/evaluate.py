"""What a formula, a cover or a whole puzzle says about one world."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product

from deducer.logic.terms import (
    And,
    Const,
    Constraint,
    Count,
    Cover,
    Formula,
    In,
    Not,
    Option,
    Or,
    Puzzle,
    World,
    variables_of,
)

Stated = Constraint | Cover


def holds(formula: Formula, world: World) -> bool:
    """Tell whether a formula holds in a world.

    Args:
        formula: free of unrecorded truth values.
        world: a value for every variable of the formula.

    Returns:
        The truth value.

    Raises:
        TypeError: the formula holds an unrecorded truth value, which no puzzle may contain.
    """
    match formula:
        case Const(value=value):
            return value
        case In(variable=variable, values=values):
            return world[variable] in values
        case Not(part=part):
            return not holds(part, world)
        case And(parts=parts):
            return all(holds(part, world) for part in parts)
        case Or(parts=parts):
            return any(holds(part, world) for part in parts)
        case Count(parts=parts, low=low, high=high):
            return low <= sum(holds(part, world) for part in parts) <= high
        case _:
            msg = "an unrecorded truth value reached a puzzle"
            raise TypeError(msg)


def covered(cover: Cover, world: World) -> bool:
    """Tell whether every item of a cover can be explained in a world."""
    return explained(cover, (option for option in cover.options if holds(option.guard, world)))


def explained(cover: Cover, options: Iterable[Option]) -> bool:
    """Tell whether some options of a cover can be chosen so that they explain every item."""
    return choice(cover, options) is not None


def choice(cover: Cover, options: Iterable[Option]) -> tuple[Option, ...] | None:
    """Return options of a cover that explain every item, found by backtracking; None if there are none."""
    usable = tuple(options)
    failed: set[tuple[tuple[str, ...], frozenset[str]]] = set()

    def choose(items: tuple[str, ...], spent: frozenset[str]) -> tuple[Option, ...] | None:
        if not items:
            return ()
        wanted = frozenset(items)
        at_hand = [option for option in usable if option.items <= wanted]
        # What is spent matters only as far as the items left could use it.
        tried = (items, spent & frozenset().union(*(option.resources for option in at_hand)))
        if tried in failed:
            return None
        for option in at_hand:
            if items[0] in option.items and not option.resources & spent:
                rest = tuple(item for item in items if item not in option.items)
                others = choose(rest, spent | option.resources)
                if others is not None:
                    return (option, *others)
        failed.add(tried)
        return None

    return choose(tuple(item.name for item in cover.items), frozenset())


def spoken_of(stated: Stated) -> frozenset[str]:
    """Return the names of the variables that a constraint, or a cover's guards, speak of."""
    if isinstance(stated, Constraint):
        return variables_of(stated.formula)
    return variables_of(*(option.guard for option in stated.options))


def broken(puzzle: Puzzle, world: World) -> tuple[Constraint | Cover, ...]:
    """List what a world breaks under the reading of the auxiliary variables that breaks least.

    Args:
        puzzle: the puzzle; every auxiliary variable has a value it can take.
        world: a value for every world variable.

    Returns:
        The broken constraints and covers, constraints first, each in the puzzle's order; empty if and only
        if the world survives.
    """
    settled, unsettled = _by_auxiliaries(puzzle)
    always = [place for place, stated in settled.items() if not _kept(stated, world)]
    least: list[int] = min(
        (
            [place for place, stated in unsettled.items() if not _kept(stated, {**world, **reading})]
            for reading in readings(puzzle)
        ),
        key=len,
        default=list(unsettled),
    )
    stated = _stated(puzzle)
    return tuple(stated[place] for place in sorted(always + least))


def survives(puzzle: Puzzle, world: World) -> bool:
    """Tell whether a world satisfies a puzzle under some values of the auxiliary variables."""
    settled, unsettled = _by_auxiliaries(puzzle)
    return all(_kept(stated, world) for stated in settled.values()) and any(
        all(_kept(stated, {**world, **reading}) for stated in unsettled.values())
        for reading in readings(puzzle)
    )


def readings(puzzle: Puzzle) -> Iterator[Mapping[str, str]]:
    """Yield every way to set the auxiliary variables that something speaks of; one empty way if none is."""
    _, unsettled = _by_auxiliaries(puzzle)
    open_names = frozenset[str]().union(*map(spoken_of, unsettled.values()))
    names = [name for name in _auxiliaries(puzzle) if name in open_names]
    for values in product(*(puzzle.variables[name].domain for name in names)):
        yield dict(zip(names, values, strict=True))


def _stated(puzzle: Puzzle) -> tuple[Stated, ...]:
    return (*puzzle.constraints, *puzzle.covers)


def _by_auxiliaries(puzzle: Puzzle) -> tuple[Mapping[int, Stated], Mapping[int, Stated]]:
    """Split constraints and covers, by their place, into those about the world alone and the others."""
    auxiliary = frozenset(_auxiliaries(puzzle))
    settled: dict[int, Stated] = {}
    unsettled: dict[int, Stated] = {}
    for place, stated in enumerate(_stated(puzzle)):
        # Without auxiliary variables, the usual case, nothing needs to be searched for them.
        open_ = bool(auxiliary) and not auxiliary.isdisjoint(spoken_of(stated))
        (unsettled if open_ else settled)[place] = stated
    return settled, unsettled


def _auxiliaries(puzzle: Puzzle) -> tuple[str, ...]:
    return tuple(name for name, variable in puzzle.variables.items() if variable.auxiliary)


def _kept(stated: Stated, world: World) -> bool:
    return holds(stated.formula, world) if isinstance(stated, Constraint) else covered(stated, world)
