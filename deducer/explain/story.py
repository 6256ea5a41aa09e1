"""How a script produced a log: for everything that was seen, who or what caused it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deducer.case import Case
from deducer.logic.evaluate import choice, holds
from deducer.logic.terms import Constraint, Formula, Option, World
from deducer.provenance import Act, Clue, Source
from deducer.record import Record
from deducer.script.clues import Kind

_CAUSED = frozenset({Kind.CAUSE, Kind.LOST})


class Episode(Record, frozen=True):
    """Something seen, with what was behind it.

    Attributes:
        source: the line that tells of it.
        clue: what kind of thing it is.
        act: the ability that caused it; None where a role or a culprit is what explains it.
    """

    source: Source
    clue: Clue
    act: Act | None = None


def witness(case: Case, wanted: Sequence[Formula]) -> World | None:
    """Return a script that survives and satisfies some formulas, with readings of the open rulings.

    Returns:
        A value for every variable; None if there is none.
    """
    sat = case.sat
    literals = [sat.literal(formula) for formula in wanted]
    return sat.world() if sat.fits(range(len(sat.pieces)), literals) else None


def story(case: Case, world: World) -> tuple[Episode, ...]:
    """Tell how a script produced a log, as one way in which it can have gone.

    Args:
        case: the game.
        world: a script that survives, with readings of the open rulings, as `witness` returns it.

    Returns:
        What was seen, in the order of the log: the ability behind each change, the loss condition of each
        loop lost at its end, the roles behind refusals, the culprits of incidents that occurred.
    """
    return tuple(sorted(_episodes(case, world), key=lambda one: one.source.line))


def _episodes(case: Case, world: World) -> Iterator[Episode]:
    for constraint in case.puzzle.constraints:
        clue = constraint.clue
        if clue is None or constraint.source.is_rule:
            continue
        if clue.kind in _CAUSED:
            yield Episode(constraint.source, clue, _first(constraint.ways, world))
        elif clue.kind is Kind.REFUSED or (clue.kind is Kind.INCIDENT and _behind(case, constraint, world)):
            yield Episode(constraint.source, clue)
    for cover in case.puzzle.covers:
        usable = tuple(option for option in cover.options if holds(option.guard, world))
        for option in choice(cover, usable) or ():
            for item in cover.items:
                if item.name in option.items and item.clue is not None:
                    yield Episode(item.source, item.clue, option.act)


def _first(ways: Sequence[Option], world: World) -> Act | None:
    return next((option.act for option in ways if holds(option.guard, world)), None)


def _behind(case: Case, constraint: Constraint, world: World) -> bool:
    """Tell whether what a constraint says of a possible culprit is about the real one."""
    who, day, *_ = constraint.clue.about if constraint.clue is not None else ("", "0")
    return world[case.script.culprit_variables[int(day)].name] == who
