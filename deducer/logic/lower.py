"""Rewriting puzzles: covers and auxiliary variables away for engines that list worlds; lines left out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, product
from math import prod

from msgspec.structs import replace

from deducer.logic.build import conjunction, count, disjunction, negation
from deducer.logic.evaluate import spoken_of
from deducer.logic.terms import (
    FALSE,
    TRUE,
    And,
    Constraint,
    Count,
    Cover,
    Formula,
    In,
    Item,
    Not,
    Option,
    Or,
    Puzzle,
)
from deducer.provenance import Source

CHOICES = 64
"""A cover with more different choices than this is not written as a formula."""

STEPS = 20_000
"""A cover that takes more steps than this to go through is not written as a formula."""

READINGS = 16
"""Auxiliary variables with more joint values than this are not written away."""

LOWERED = Source(line=0, label="several statements together")
"""Stands for the sources of constraints that were joined."""


def lowered(puzzle: Puzzle, limit: int = CHOICES, most_readings: int = READINGS) -> Puzzle:
    """Say the same with as few choices of options and auxiliary variables as can be had cheaply.

    An engine that lists the solutions of what is left meets each world fewer times, mostly once.

    Args:
        puzzle: the puzzle.
        limit: a part of a cover with more different choices than this stays a cover.
        most_readings: auxiliary variables with more joint values than this stay.

    Returns:
        A puzzle with the same worlds, without the auxiliary variables that nothing speaks of any more; which
        lines it rests on is lost.
    """
    kept: list[Cover] = []
    constraints = list(puzzle.constraints)
    for part in chain.from_iterable(map(components, puzzle.covers)):
        formula = as_formula(part, limit)
        if formula is None:
            kept.append(part)
        else:
            constraints.append(Constraint(formula, LOWERED))
    settled, kept_names = _settled(puzzle, constraints, kept, most_readings)
    variables = {name: v for name, v in puzzle.variables.items() if not v.auxiliary or name in kept_names}
    return Puzzle(variables, settled, tuple(kept))


def assuming(formula: Formula, values: Mapping[str, str]) -> Formula:
    """Simplify a formula for given values of some variables."""
    match formula:
        case In(variable=variable, values=among) if variable in values:
            return TRUE if values[variable] in among else FALSE
        case Not(part=part):
            return negation(assuming(part, values))
        case And(parts=parts):
            return conjunction(*(assuming(part, values) for part in parts))
        case Or(parts=parts):
            return disjunction(*(assuming(part, values) for part in parts))
        case Count(parts=parts, low=low, high=high):
            return count([assuming(part, values) for part in parts], low, high)
        case _:
            return formula


def _settled(
    puzzle: Puzzle, constraints: Iterable[Constraint], covers: Iterable[Cover], most_readings: int
) -> tuple[tuple[Constraint, ...], frozenset[str]]:
    """Join constraints that share auxiliary variables into "one of the readings holds", where few exist.

    Returns:
        The constraints, and the auxiliary variables that are left.
    """
    auxiliary = frozenset(name for name, variable in puzzle.variables.items() if variable.auxiliary)
    if not auxiliary or most_readings < 1:
        return tuple(constraints), auxiliary
    left = fixed = auxiliary & frozenset(chain.from_iterable(map(spoken_of, covers)))
    settled: list[Constraint] = []
    groups: list[tuple[frozenset[str], list[Constraint]]] = []
    for constraint in constraints:
        names = spoken_of(constraint) & auxiliary
        members = [constraint]
        if not names:
            settled.append(constraint)
            continue
        for group in [group for group in groups if group[0] & names]:
            groups.remove(group)
            names |= group[0]
            members = group[1] + members
        groups.append((names, members))
    for names, members in groups:
        domains = {name: puzzle.variables[name].domain for name in sorted(names)}
        if names & fixed or prod(map(len, domains.values())) > most_readings:
            settled.extend(members)
            left |= names
            continue
        readings = [dict(zip(domains, values, strict=True)) for values in product(*domains.values())]
        formulas = [member.formula for member in members]
        ways = (conjunction(*(assuming(formula, reading) for formula in formulas)) for reading in readings)
        settled.append(Constraint(disjunction(*ways), LOWERED))
    return tuple(settled), left


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
    alike = _alike(cover)
    if alike is not None:
        return alike
    needed = _choices(cover)
    if needed is None or len(needed) > limit:
        return None
    # Sets have no order of their own: each choice is written in the order of the options.
    order = list(dict.fromkeys(option.guard for option in cover.options))
    return disjunction(*(conjunction(*(g for g in order if g in choice)) for choice in needed))


def _alike(cover: Cover) -> Formula | None:
    """Write a cover whose items are alike, such as units of one counter, as a count of uses.

    Returns:
        The formula; None unless every option explains one item, every item has the same uses, and no two
        uses compete for a resource.
    """
    uses: dict[str, dict[frozenset[str], frozenset[Formula]]] = {item.name: {} for item in cover.items}
    for option in cover.options:
        if len(option.items) != 1 or not option.items <= uses.keys():
            return None
        (item,) = option.items
        held = uses[item].get(option.resources, frozenset())
        uses[item][option.resources] = held | {option.guard}
    first, *others = uses.values() or [{}]
    spent = list(chain.from_iterable(first))
    if any(other != first for other in others) or len(spent) != len(set(spent)):
        return None
    order = list(dict.fromkeys((option.resources, option.guard) for option in cover.options))
    guards = {
        resources: disjunction(*(guard for spends, guard in order if spends == resources))
        for resources, _ in order
    }
    free = guards.pop(frozenset(), FALSE)
    return disjunction(free, count(guards.values(), len(uses), len(guards)))


_Way = tuple[frozenset[str], frozenset[str]]
"""What is explained ahead of its turn, and what is spent of what later items could use."""


def _choices(cover: Cover) -> Sequence[frozenset[Formula]] | None:
    """Return the smallest sets of guards that suffice to explain each item, item by item.

    Of the sets that come to the same way only the smallest go on.

    Returns:
        The sets; None if that takes too many steps.
    """
    steps = 0
    found: dict[_Way, list[frozenset[Formula]]] = {(frozenset(), frozenset()): [frozenset()]}
    for place, item in enumerate(cover.items):
        ahead = frozenset(other.name for other in cover.items[place:])
        usable = [option for option in cover.options if option.items <= ahead]
        uses = [option for option in usable if item.name in option.items]
        wanted = frozenset().union(*(one.resources for one in usable if item.name not in one.items))
        following: dict[_Way, dict[frozenset[Formula], None]] = {}
        for way, sets in found.items():
            for (explained, spent), guard in _ways_on(item, uses, way):
                steps += len(sets)
                if steps > STEPS:
                    return None
                going = following.setdefault((explained, spent & wanted), {})
                going.update((held | guard, None) for held in sets)
        found = {way: _smallest(sets) for way, sets in following.items()}
    return _smallest(chain.from_iterable(found.values()))


def _ways_on(item: Item, uses: Iterable[Option], way: _Way) -> Iterator[tuple[_Way, frozenset[Formula]]]:
    """Yield what a way becomes when an item is explained, with the guard that this needs, if any."""
    explained, spent = way
    if item.name in explained:
        yield (explained - {item.name}, spent), frozenset()
        return
    for option in uses:
        if not (option.items & explained or option.resources & spent):
            after = explained | option.items - {item.name}, spent | option.resources
            yield after, frozenset((option.guard,)) - {TRUE}


def _smallest(sets: Iterable[frozenset[Formula]]) -> list[frozenset[Formula]]:
    """Return the sets of which no other is a part, the small ones first."""
    kept: list[frozenset[Formula]] = []
    for one in sorted(dict.fromkeys(sets), key=len):
        if not any(other <= one for other in kept):
            kept.append(one)
    return kept


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
        covers=tuple(
            without_items(cover, {item.name for item in cover.items if item.source.line in left_out})
            for cover in puzzle.covers
        ),
    )


def without_items(cover: Cover, gone: Collection[str]) -> Cover:
    """Return a cover in which some items, by name, need no explanation any more."""
    left_out = frozenset(gone)
    shortened = (replace(option, items=option.items - left_out) for option in cover.options)
    return Cover(
        tuple(item for item in cover.items if item.name not in left_out),
        tuple(option for option in shortened if option.items),
    )


def with_items(wanted: Iterable[tuple[Cover, Item]]) -> Iterator[Cover]:
    """Yield covers, each once, in which the items named with them are all that needs an explanation."""
    named: dict[int, tuple[Cover, set[str]]] = {}
    for cover, item in wanted:
        named.setdefault(id(cover), (cover, set()))[1].add(item.name)
    for cover, names in named.values():
        yield without_items(cover, {item.name for item in cover.items} - names)
