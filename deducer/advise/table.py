"""A table of scripts: a bit a script, so that what a formula says of all of them is a few operations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, reduce
from itertools import product
from operator import and_, or_
from typing import Final

from msgspec import field

from deducer.answer import Prior
from deducer.case import Case
from deducer.engines.diagram import Diagram
from deducer.evidence.sources import Evidence
from deducer.logic.evaluate import explained, spoken_of
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
    Variable,
    World,
)
from deducer.record import Record

WHOLE: Final = 150_000
"""Up to so many scripts are all put in a table."""

SAMPLE: Final = 500
"""Of more of them so many are drawn."""

_SEED: Final = 1

Mask = int
"""A set of scripts, a bit each."""


class Table(Record, frozen=True, dict=True):
    """Surviving scripts of a case, all of them or a sample.

    Attributes:
        puzzle: what the scripts survive.
        rows: one text a script, with a letter for the value of each variable, in the order of `names`.
        names: the world variables.
        rulings: the open rulings, as variables.
        groups: by prior, the letters that tell what it holds equally likely.
        complete: whether these are all scripts that survive.
    """

    puzzle: Puzzle
    rows: tuple[str, ...]
    names: tuple[str, ...]
    rulings: Mapping[str, Variable]
    groups: Mapping[Prior, slice] = field(default_factory=dict)
    complete: bool = True

    @classmethod
    def of(cls, case: Case, most: int = WHOLE, sample: int = SAMPLE) -> Table:
        """Return the table of a case.

        Args:
            case: the game.
            most: where more scripts survive than this, some are drawn, each as likely as any other.
            sample: how many.

        Raises:
            OverBudgetError: counting the scripts would cost too much.
        """
        diagram = case.diagram
        variables = case.puzzle.variables
        plots, roles = diagram.selectors, diagram.projection
        later = [n for n in case.puzzle.world_variables if n not in {*plots, *roles, *diagram.leading}]
        names = (*plots, *roles, *later, *diagram.leading)
        letters = {name: dict(_letters(variables[name].domain)) for name in names}
        groups = {Prior.PLOTS: slice(0, len(plots)), Prior.CASTS: slice(len(plots), len(plots) + len(roles))}
        rulings = {one.name: one for one in case.script.ruling_variables.values()}
        complete = diagram.worlds_left <= most
        if complete:
            rows = _all_rows(diagram, letters, plots)
        else:
            drawn = diagram.drawn(sample, _SEED)
            rows = ("".join(letters[name][world[name]] for name in names) for world in drawn)
        return cls(case.puzzle, tuple(rows), names, rulings, groups, complete)

    def world(self, place: int) -> World:
        """Return one script by its place among the rows."""
        domains = (self.puzzle.variables[name].domain for name in self.names)
        row = self.rows[place]
        return {n: d[ord(one) - ord("A")] for n, d, one in zip(self.names, domains, row, strict=True)}

    @property
    def whole(self) -> Mask:
        """All scripts of the table."""
        return (1 << len(self.rows)) - 1

    @cached_property
    def columns(self) -> Mapping[tuple[str, str], Mask]:
        """The scripts that give a variable a value, by both."""
        found = {}
        for place, name in enumerate(self.names):
            column = "".join(row[place] for row in self.rows)
            domain = dict(_letters(self.puzzle.variables[name].domain))
            for value, letter in domain.items():
                bits = column.translate({ord(one): "1" if one == letter else "0" for one in domain.values()})
                found[name, value] = int(bits, 2) if bits else 0
        return found

    def mass(self, scripts: Mask, prior: Prior) -> Fraction:
        """Return the share of some of the scripts among all of the table under a prior; exact."""
        if not self.rows:
            return Fraction(0)
        weighed = ((scripts & among).bit_count() * weight for weight, among in self._weights(prior))
        return sum(weighed, Fraction(0))

    def _weights(self, prior: Prior) -> Sequence[tuple[Fraction, Mask]]:
        """Return what one script weighs, with the scripts that weigh so much."""
        if prior not in self._weighed:
            self._weighed[prior] = self._by_weight(prior)
        return self._weighed[prior]

    @cached_property
    def _weighed(self) -> dict[Prior, Sequence[tuple[Fraction, Mask]]]:
        return {}

    def _by_weight(self, prior: Prior) -> Sequence[tuple[Fraction, Mask]]:
        if prior not in self.groups:
            return ((Fraction(1, len(self.rows)), self.whole),)
        keys = [row[self.groups[prior]] for row in self.rows]
        sizes = Counter(keys)
        return tuple(
            (Fraction(1, len(sizes) * size), int("".join("01"[sizes[key] == size] for key in keys), 2))
            for size in sorted(set(sizes.values()))
        )

    # ---------------------------------------------------------------- what is said of the scripts

    def judge(self, pieces: Iterable[Evidence]) -> Mask:
        """Return the scripts of which evidence holds, besides all that the puzzle says.

        Open rulings are read the same way by the puzzle and by the further evidence.
        """
        plain, bound = self.sorted_out(pieces)
        held = reduce(and_, (self._piece(piece, {}) for piece in plain), self.whole)
        if not bound:
            return held
        stated = tuple(piece for piece in bound if id(piece) in self._old)
        further = [piece for piece in bound if id(piece) not in self._old]
        found = 0
        for reading in self._readings(bound):
            allowed = held & self._stated(stated, reading)
            for piece in further:
                if not allowed & ~found:
                    break
                allowed &= self._piece(piece, reading)
            found |= allowed
        return found

    def sorted_out(self, pieces: Iterable[Evidence]) -> tuple[list[Evidence], list[Evidence]]:
        """Part evidence into what speaks of scripts alone, and what speaks of open rulings too.

        Returns:
            The former; the latter together with everything in the puzzle that has rulings in common with it.
        """
        plain: list[Evidence] = []
        bound: list[Evidence] = []
        for piece in pieces:
            (bound if self._open(piece) else plain).append(piece)
        open_ = frozenset[str]().union(*map(self._open, bound))
        left = list(self._old.values()) if bound else []
        while near := [piece for piece in left if self._open(piece) & open_]:
            bound.extend(near)
            left = [piece for piece in left if not self._open(piece) & open_]
            open_ = open_.union(*map(self._open, near))
        return plain, bound

    @cached_property
    def _old(self) -> Mapping[int, Evidence]:
        """What the puzzle says of open rulings, by identity."""
        stated: tuple[Evidence, ...] = (*self.puzzle.constraints, *self.puzzle.covers)
        return {id(piece): piece for piece in stated if self._open(piece)}

    def _open(self, piece: Evidence) -> frozenset[str]:
        """Return the open rulings of which evidence speaks."""
        held = self._spoken.get(id(piece))
        if held is None:
            # What is kept keeps its identity to itself.
            held = self._spoken[id(piece)] = (piece, spoken_of(piece) & self.rulings.keys())
        return held[1]

    @cached_property
    def _spoken(self) -> dict[int, tuple[Evidence, frozenset[str]]]:
        return {}

    def _readings(self, bound: Sequence[Evidence]) -> Iterator[World]:
        open_ = frozenset[str]().union(*map(self._open, bound))
        names = [name for name in self.rulings if name in open_]
        for values in product(*(self.rulings[name].domain for name in names)):
            yield dict(zip(names, values, strict=True))

    def _stated(self, pieces: tuple[Evidence, ...], reading: World) -> Mask:
        """Return the scripts of which holds what the puzzle says of rulings; it is asked time and again."""
        key = (tuple(map(id, pieces)), tuple(reading.items()))
        if key not in self._known:
            self._known[key] = reduce(and_, (self._piece(piece, reading) for piece in pieces), self.whole)
        return self._known[key]

    @cached_property
    def _known(self) -> dict[tuple[tuple[int, ...], tuple[tuple[str, str], ...]], Mask]:
        return {}

    def _piece(self, piece: Evidence, reading: World) -> Mask:
        if isinstance(piece, Constraint):
            return self.formula(piece.formula, reading)
        return self._cover(piece, reading)

    def formula(self, formula: Formula, reading: World) -> Mask:
        """Return the scripts in which a formula holds, with some values of auxiliary variables."""
        match formula:
            case Const(value=value):
                return self.whole if value else 0
            case In(variable=variable, values=values):
                if variable in reading:
                    return self.whole if reading[variable] in values else 0
                return reduce(or_, (self.columns[variable, value] for value in values))
            case Not(part=part):
                return self.whole & ~self.formula(part, reading)
            case And(parts=parts):
                return reduce(and_, (self.formula(part, reading) for part in parts))
            case Or(parts=parts):
                return reduce(or_, (self.formula(part, reading) for part in parts))
            case Count(parts=parts, low=low, high=high):
                return self._count([self.formula(part, reading) for part in parts], low, high)
            case _:
                raise TypeError("an unrecorded truth value reached a table")

    def _count(self, parts: Sequence[Mask], low: int, high: int) -> Mask:
        """Return the scripts that lie in so many of some sets."""
        exactly = [self.whole, *(0 for _ in parts)]
        for part in parts:
            for number in range(len(exactly) - 1, 0, -1):
                exactly[number] = exactly[number] & ~part | exactly[number - 1] & part
            exactly[0] &= ~part
        return reduce(or_, exactly[max(low, 0) : high + 1], 0)

    def _cover(self, cover: Cover, reading: World) -> Mask:
        guards = list(dict.fromkeys(option.guard for option in cover.options))
        masks = [self.formula(guard, reading) for guard in guards]
        found = 0
        for held, scripts in split(masks, self.whole).items():
            at_hand = {guards[place] for place in held}
            usable: list[Option] = [option for option in cover.options if option.guard in at_hand]
            if explained(cover, usable):
                found |= scripts
        return found


def split(sets: Sequence[Mask], among: Mask) -> dict[frozenset[int], Mask]:
    """Return scripts by the places of the sets they lie in; only combinations that occur."""
    parts: dict[frozenset[int], Mask] = {frozenset(): among} if among else {}
    for place, one in enumerate(sets):
        inside = {places | {place}: kept for places, held in parts.items() if (kept := held & one)}
        outside = {places: kept for places, held in parts.items() if (kept := held & ~one)}
        parts = inside | outside
    return parts


def _letters(domain: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the values of a domain with a letter for each."""
    for place, value in enumerate(domain):
        yield value, chr(ord("A") + place)


def _all_rows(
    diagram: Diagram, letters: Mapping[str, Mapping[str, str]], selectors: Sequence[str]
) -> Iterator[str]:
    texts = {name: row for name, row in letters.items() if name not in selectors}

    def head(values: World) -> str:
        return "".join(letters[name][values[name]] for name in selectors)

    for rows in diagram.rows(texts, head):
        yield from rows
