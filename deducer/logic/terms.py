"""Formulas, constraints, covers and puzzles as immutable values.

A formula is one of `Const`, `Unknown`, `In`, `Not`, `And`, `Or`, `Count`. Build them with
`deducer.logic.build`, which simplifies. `Unknown` stands for a truth value that was not recorded; it exists
only while a guard is put together and never reaches a puzzle (see `build.weaken`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from deducer.provenance import Act, Clue, Source
from deducer.record import Record


class _Term(Record, frozen=True, gc=False, cache_hash=True):
    """A formula: its hash is worked out once, since formulas hold formulas."""


class Variable(Record, frozen=True):
    """A finite-domain variable.

    Attributes:
        name: unique in a puzzle, such as "role.nurse" or "culprit.3".
        domain: the values, in a fixed order, without repeats.
        auxiliary: whether the variable is existentially quantified rather than part of a world.
    """

    name: str
    domain: tuple[str, ...]
    auxiliary: bool = False


class Const(_Term, frozen=True):
    """True or false."""

    value: bool


class Unknown(_Term, frozen=True):
    """A truth value that was not recorded."""


class In(_Term, frozen=True):
    """The variable takes one of the values (a literal).

    Attributes:
        variable: name of the variable.
        values: a non-empty proper part of the domain.
    """

    variable: str
    values: frozenset[str]


class Not(_Term, frozen=True):
    """The part does not hold."""

    part: Formula


class And(_Term, frozen=True):
    """All parts hold."""

    parts: tuple[Formula, ...]


class Or(_Term, frozen=True):
    """At least one part holds."""

    parts: tuple[Formula, ...]


class Count(_Term, frozen=True):
    """Between `low` and `high` of the parts hold, both included."""

    parts: tuple[Formula, ...]
    low: int
    high: int


Formula = Const | Unknown | In | Not | And | Or | Count

TRUE = Const(value=True)
FALSE = Const(value=False)
UNKNOWN = Unknown()


class Constraint(Record, frozen=True):
    """A formula that holds in every surviving world, with the place it comes from.

    Attributes:
        formula: the formula.
        source: the line or rule it comes from.
        clue: what it is about, for explanations; None if that was never said.
        ways: for something seen that needs a cause: the causes it can have had.
    """

    formula: Formula
    source: Source
    clue: Clue | None = None
    ways: tuple[Option, ...] = ()


class Item(Record, frozen=True):
    """Something seen that needs an explanation.

    Attributes:
        name: unique in its cover, for people and tests.
        source: the line that reported it.
        clue: what it is about, for explanations; None if that was never said.
    """

    name: str
    source: Source
    clue: Clue | None = None


class Option(Record, frozen=True):
    """One way to explain some items of a cover: one use of one ability.

    Attributes:
        name: the use, for people and tests ("brain of doctor on City").
        guard: the condition on the script under which the use was possible.
        items: the names of the items it explains, at least one.
        resources: what it uses up; options that share a resource exclude each other.
        act: the use as a record; None if it is no use of an ability.
    """

    name: str
    guard: Formula
    items: frozenset[str]
    resources: frozenset[str] = frozenset()
    act: Act | None = None


class Cover(Record, frozen=True):
    """Every item is explained by exactly one chosen option, and every resource is used at most once.

    Which options are chosen is existentially quantified: a world satisfies the cover if some choice exists
    in which all guards of chosen options hold. Leaving an item out only ever makes a cover weaker.
    """

    items: tuple[Item, ...]
    options: tuple[Option, ...]


class Puzzle(Record, frozen=True, dict=True):
    """Everything an engine may read.

    Attributes:
        variables: by name, in a fixed order; world variables and auxiliary ones.
        constraints: each holds in every solution.
        covers: each holds in every solution.
    """

    variables: Mapping[str, Variable]
    constraints: tuple[Constraint, ...] = ()
    covers: tuple[Cover, ...] = ()

    @cached_property
    def world_variables(self) -> tuple[str, ...]:
        """Names of the variables that make up a world, in the puzzle's order."""
        return tuple(name for name, variable in self.variables.items() if not variable.auxiliary)


World = Mapping[str, str]


def variables_of(*formulas: Formula) -> frozenset[str]:
    """Return the names of the variables that formulas mention."""
    names: set[str] = set()
    seen: set[Formula] = set()
    left = [*formulas]
    while left:
        match left.pop():
            case In(variable=variable):
                names.add(variable)
            case Not(part=part):
                left.append(part)
            case (And(parts=parts) | Or(parts=parts) | Count(parts=parts)) as joined if joined not in seen:
                # What a log says repeats itself, so each part is looked at once.
                seen.add(joined)
                left.extend(parts)
    return frozenset(names)
