"""Formulas and puzzles as text."""

from __future__ import annotations

from deducer.logic.build import member
from deducer.logic.show import show, show_cover, show_puzzle
from deducer.logic.terms import (
    FALSE,
    TRUE,
    UNKNOWN,
    And,
    Constraint,
    Count,
    Cover,
    Item,
    Not,
    Option,
    Or,
    Puzzle,
    Variable,
)
from deducer.provenance import Source

ROLE = Variable("role.nurse", ("person", "killer", "brain"))
RULING = Variable("ruling", ("strict", "mild"), auxiliary=True)
KILLER = member(ROLE, ("killer",))
EITHER = member(ROLE, ("person", "brain"))


def test_every_kind_of_formula_has_a_text() -> None:
    assert show(TRUE) == "true"
    assert show(FALSE) == "false"
    assert show(UNKNOWN) == "?"
    assert show(KILLER) == "role.nurse = killer"
    assert show(Not(KILLER)) == "role.nurse /= killer"
    assert show(EITHER) == "role.nurse in {brain, person}"
    assert show(Not(EITHER)) == "role.nurse not in {brain, person}"
    assert show(Not(And((KILLER, UNKNOWN)))) == "not (role.nurse = killer and ?)"
    assert show(Or((KILLER, TRUE))) == "(role.nurse = killer or true)"
    assert (
        show(Count((KILLER, EITHER), 1, 2)) == "1..2 of [role.nurse = killer, role.nurse in {brain, person}]"
    )


def test_a_cover_lists_its_options() -> None:
    option = Option("brain of nurse", KILLER, frozenset(("i", "j")), frozenset(("r",)))
    cover = Cover((Item("i", Source(3, "day 1")), Item("j", Source(4, "day 1"))), (option,))
    assert show_cover(cover).splitlines() == [
        "explain i (line 3), j (line 4)",
        "  brain of nurse: i, j spending r if role.nurse = killer",
    ]


def test_a_puzzle_lists_variables_and_sources() -> None:
    variables = {variable.name: variable for variable in (ROLE, RULING)}
    constraints = (Constraint(KILLER, Source(0, "one killer")), Constraint(EITHER, Source(7, "L1D1", "text")))
    assert show_puzzle(Puzzle(variables, constraints)).splitlines() == [
        "role.nurse: person killer brain",
        "auxiliary ruling: strict mild",
        "role.nurse = killer  [one killer]",
        "role.nurse in {brain, person}  [line 7]",
    ]
