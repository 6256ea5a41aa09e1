"""What formulas, covers and puzzles say about a world, on cases worked out by hand."""

from __future__ import annotations

import pytest

from deducer.logic.build import conjunction, disjunction, member, negation
from deducer.logic.evaluate import broken, covered, holds, readings, spoken_of, survives
from deducer.logic.terms import (
    TRUE,
    UNKNOWN,
    Constraint,
    Count,
    Cover,
    Formula,
    Item,
    Option,
    Puzzle,
    Variable,
)
from deducer.provenance import Source

ROLES = ("person", "brain", "factor")
NURSE, BOSS = Variable("role.nurse", ROLES), Variable("role.boss", ROLES)
RULING = Variable("ruling", ("strict", "mild"), auxiliary=True)
UNUSED = Variable("unused", tuple("abcdefghij"), auxiliary=True)
VARIABLES = {variable.name: variable for variable in (NURSE, BOSS, RULING, UNUSED)}

BRAIN = {one.name: member(one, ("brain",)) for one in (NURSE, BOSS)}
STRICT = member(RULING, ("strict",))
SOURCES = tuple(Source(line, f"line {line}") for line in range(4))


def world(nurse: str, boss: str) -> dict[str, str]:
    return {"role.nurse": nurse, "role.boss": boss}


def uses(*used: tuple[Formula, str, str]) -> tuple[Option, ...]:
    """Options from guard, items and resources, items and resources as letters."""
    return tuple(
        Option(f"use {number}", guard, frozenset(items), frozenset(resources))
        for number, (guard, items, resources) in enumerate(used)
    )


def cover(items: str, *used: tuple[Formula, str, str]) -> Cover:
    return Cover(tuple(Item(name, SOURCES[1]) for name in items), uses(*used))


def test_a_count_counts_equal_parts_each_time() -> None:
    twice = Count((BRAIN["role.nurse"], BRAIN["role.nurse"]), 2, 2)
    assert holds(twice, world("brain", "person"))
    assert not holds(twice, world("person", "brain"))


def test_an_unrecorded_value_in_a_puzzle_is_an_error() -> None:
    with pytest.raises(TypeError, match="unrecorded"):
        holds(UNKNOWN, {})


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        (cover(""), True),
        (cover("i"), False),
        (cover("i", (TRUE, "i", "")), True),
        (cover("ij", (TRUE, "i", ""), (TRUE, "j", "")), True),
        # One ability explains one unit.
        (cover("ij", (TRUE, "i", "r"), (TRUE, "j", "r")), False),
        (cover("ij", (TRUE, "i", "r"), (TRUE, "j", "r"), (TRUE, "j", "s")), True),
        # A bundle explains two items, but each only once.
        (cover("ij", (TRUE, "ij", "r")), True),
        (cover("ijk", (TRUE, "ij", "r"), (TRUE, "jk", "s")), False),
        (cover("ijk", (TRUE, "ij", "r"), (TRUE, "jk", "s"), (TRUE, "k", "t")), True),
        # The first choice for the first item leads nowhere; the second does.
        (cover("ij", (TRUE, "i", "r"), (TRUE, "i", "s"), (TRUE, "j", "r")), True),
        # What nobody saw cannot have happened.
        (cover("i", (TRUE, "iz", "")), False),
        (cover("i", (BRAIN["role.boss"], "i", "")), False),
        (cover("i", (BRAIN["role.nurse"], "i", "")), True),
    ],
)
def test_a_cover_needs_one_use_for_each_item(stated: Cover, *, expected: bool) -> None:
    assert covered(stated, world("brain", "person")) is expected


def test_only_the_auxiliary_variables_spoken_of_are_read() -> None:
    puzzle = Puzzle(VARIABLES, (Constraint(disjunction(STRICT, BRAIN["role.nurse"]), SOURCES[1]),))
    assert list(readings(puzzle)) == [{"ruling": "strict"}, {"ruling": "mild"}]
    assert list(readings(Puzzle(VARIABLES))) == [{}]


def test_a_world_survives_if_one_reading_of_the_auxiliary_variables_allows_it() -> None:
    nurse = Constraint(disjunction(negation(STRICT), BRAIN["role.nurse"]), SOURCES[1])
    boss = Constraint(disjunction(STRICT, BRAIN["role.boss"]), SOURCES[2])
    puzzle = Puzzle(VARIABLES, (nurse, boss))
    assert survives(puzzle, world("brain", "person"))
    assert survives(puzzle, world("person", "brain"))
    assert not survives(puzzle, world("person", "person"))


def test_broken_names_what_the_kindest_reading_breaks() -> None:
    rule = Constraint(negation(conjunction(*BRAIN.values())), SOURCES[0])
    nurse = Constraint(disjunction(negation(STRICT), BRAIN["role.nurse"]), SOURCES[1])
    boss = Constraint(disjunction(STRICT, BRAIN["role.boss"]), SOURCES[2])
    seen = cover("i", (conjunction(STRICT, member(NURSE, ("factor",))), "i", ""))
    puzzle = Puzzle(VARIABLES, (rule, nurse, boss), (seen,))
    assert broken(puzzle, world("brain", "brain")) == (rule, seen)
    assert broken(puzzle, world("factor", "brain")) in {(nurse,), (seen,)}
    assert broken(Puzzle(VARIABLES, (rule, nurse, boss)), world("brain", "person")) == ()


def test_spoken_of_names_the_variables_of_all_guards() -> None:
    seen = cover("i", (BRAIN["role.nurse"], "i", ""), (STRICT, "i", ""))
    assert spoken_of(seen) == {"role.nurse", "ruling"}
    assert spoken_of(Constraint(TRUE, SOURCES[0])) == frozenset()
