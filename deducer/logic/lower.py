"""Rewriting covers and puzzles into simpler ones that mean the same, or less on purpose."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from math import prod

from deducer.logic.build import conjunction, disjunction
from deducer.logic.terms import FALSE, TRUE, Cover, Formula, Item, Option, Puzzle

CHOICES = 64
"""A cover with more different choices than this is not written as a formula."""

STEPS = 2000
"""A cover that takes more steps than this to list the choices of is not written as a formula."""


def components(cover: Cover) -> tuple[Cover, ...]:
    """Split a cover into parts that share neither options nor resources, and drop useless options.

    Args:
        cover: the cover.

    Returns:
        Covers, in the order of their first items, that together hold in the same worlds.
    """
    groups: list[tuple[set[str], list[Option]]] = [({item.name}, []) for item in cover.items]
    names = frozenset(item.name for item in cover.items)
    for option in cover.options:
        if option.guard == FALSE or not option.items or not option.items <= names:
            continue
        touched = [group for group in groups if _touches(option, group)]
        joined = touched[0]
        for group in touched[1:]:
            joined[0].update(group[0])
            joined[1].extend(group[1])
            groups.remove(group)
        joined[1].append(option)
    return tuple(
        Cover(
            tuple(item for item in cover.items if item.name in items),
            tuple(option for option in cover.options if option in options),
        )
        for items, options in groups
    )


def _touches(option: Option, group: tuple[set[str], list[Option]]) -> bool:
    items, options = group
    return not option.items.isdisjoint(items) or any(option.resources & other.resources for other in options)


def as_formula(cover: Cover, limit: int = CHOICES) -> Formula | None:
    """Say the same as a cover without a choice of options, by listing the choices.

    Args:
        cover: the cover; best one of the `components` of a larger one.
        limit: most different choices to list, at least 1.

    Returns:
        A formula that holds in the same worlds; None if there are too many choices.
    """
    explaining = (sum(item.name in option.items for option in cover.options) for item in cover.items)
    if prod(explaining) > STEPS:
        return None
    choices = _choices(cover.items, cover.options, frozenset())
    distinct = list(dict.fromkeys(frozenset(choice) - {TRUE} for choice in choices))
    needed = [choice for choice in distinct if not any(other < choice for other in distinct)]
    if len(needed) > limit:
        return None
    # Sets have no order of their own: each choice is written in the order of the options.
    order = list(dict.fromkeys(option.guard for option in cover.options))
    return disjunction(*(conjunction(*(g for g in order if g in choice)) for choice in needed))


def _choices(
    items: tuple[Item, ...], options: tuple[Option, ...], spent: frozenset[str]
) -> Iterator[tuple[Formula, ...]]:
    """Yield the guards of every choice of options that explains each item once."""
    if not items:
        yield ()
        return
    wanted = frozenset(item.name for item in items)
    for option in options:
        if items[0].name in option.items and option.items <= wanted and not option.resources & spent:
            rest = tuple(item for item in items if item.name not in option.items)
            for choice in _choices(rest, options, spent | option.resources):
                yield (option.guard, *choice)


def without(puzzle: Puzzle, lines: Collection[int]) -> Puzzle:
    """Leave out what some lines of the log said; rules stay.

    An item of a cover that is left out needs no explanation any more, and an option that explained it with
    others may still be chosen for those.

    Args:
        puzzle: the puzzle.
        lines: 1-based line numbers.

    Returns:
        A puzzle that holds in every world the given one holds in.
    """
    left_out = frozenset(lines) - {0}
    return replace(
        puzzle,
        constraints=tuple(c for c in puzzle.constraints if c.source.line not in left_out),
        covers=tuple(_cover_without(cover, left_out) for cover in puzzle.covers),
    )


def _cover_without(cover: Cover, lines: frozenset[int]) -> Cover:
    gone = frozenset(item.name for item in cover.items if item.source.line in lines)
    shortened = (replace(option, items=option.items - gone) for option in cover.options)
    return Cover(
        tuple(item for item in cover.items if item.name not in gone),
        tuple(option for option in shortened if option.items),
    )
