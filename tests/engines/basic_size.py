"""A puzzle of the size of a ten-character Basic Tragedy game, built by hand without rule data."""

from __future__ import annotations

from itertools import product

from deducer.logic.build import conjunction, count, disjunction, implication, member, negation
from deducer.logic.terms import Constraint, Cover, Formula, Item, Option, Puzzle, Variable
from deducer.provenance import Source

ROLES = {"key": 1, "killer": 1, "brain": 1, "cultist": 1, "traveler": 1, "witch": 1, "friend": 2}
ROLES |= {"theorist": 1, "lover": 1, "loved": 1, "serial": 1, "factor": 1}
MAIN: dict[str, dict[str, int]] = {
    "plan": {"key": 1, "killer": 1, "brain": 1},
    "item": {"brain": 1, "cultist": 1},
    "sign": {"key": 1},
    "change": {"cultist": 1, "traveler": 1},
    "bomb": {"witch": 1},
}
SUB: dict[str, dict[str, int]] = {
    "circle": {"friend": 2, "theorist": 1},
    "affair": {"lover": 1, "loved": 1},
    "freak": {"serial": 1, "friend": 1},
    "rumor": {"theorist": 1},
    "virus": {"theorist": 1},
    "threads": {},
    "unknown": {"factor": 1},
}
PLOTS = MAIN | SUB
PEOPLE = tuple(f"c{number}" for number in range(10))
RULE = Source(0, "rules of the game")


def variables() -> dict[str, Variable]:
    found = [Variable(f"plot.{plot}", ("no", "yes")) for plot in PLOTS]
    found += [Variable(f"role.{one}", ("person", *ROLES)) for one in PEOPLE]
    found += [Variable(f"culprit.{day}", PEOPLE) for day in range(1, 5)]
    return {variable.name: variable for variable in found}


def legal() -> Puzzle:
    """Return the puzzle of all legal scripts: 5,455,440 casts with plots times 10 * 9 * 8 * 7 culprits."""
    names = variables()
    chosen = {plot: member(names[f"plot.{plot}"], ("yes",)) for plot in PLOTS}
    formulas = [
        count((chosen[plot] for plot in MAIN), 1, 1),
        count((chosen[plot] for plot in SUB), 2, 2),
    ]
    for role, cap in ROLES.items():
        formulas.extend(_sums(role, cap, chosen, [member(names[f"role.{c}"], (role,)) for c in PEOPLE]))
    formulas.extend(
        count((member(names[f"culprit.{day}"], (one,)) for day in range(1, 5)), 0, 1) for one in PEOPLE
    )
    return Puzzle(names, tuple(Constraint(formula, RULE) for formula in formulas))


def _sums(role: str, cap: int, chosen: dict[str, Formula], holders: list[Formula]) -> list[Formula]:
    givers = [plot for plot, adds in PLOTS.items() if role in adds]
    found: list[Formula] = []
    for flags in product((False, True), repeat=len(givers)):
        pattern = conjunction(
            *(chosen[p] if flag else negation(chosen[p]) for p, flag in zip(givers, flags, strict=True))
        )
        number = min(cap, sum(PLOTS[plot][role] for plot, flag in zip(givers, flags, strict=True) if flag))
        found.append(implication(pattern, count(holders, number, number)))
    return found


def played(days: int = 6) -> Puzzle:
    """Return the puzzle after some days of play: facts, guards that failed, and changes to explain."""
    puzzle = legal()
    names = puzzle.variables
    constraints = list(puzzle.constraints)
    covers: list[Cover] = []
    for day in range(1, days + 1):
        source = Source(day, f"day {day}")
        killer = member(names[f"role.{PEOPLE[day % 10]}"], ("serial",))
        constraints.append(Constraint(negation(killer), source))
        refusing = member(names[f"role.{PEOPLE[day]}"], ("killer", "cultist", "witch", "theorist"))
        constraints.append(Constraint(disjunction(negation(refusing), member(names["plot.item"], ("yes",))), source))
        covers.append(_ability_step(names, day))
    return Puzzle(names, tuple(constraints), tuple(covers))


def _ability_step(names: dict[str, Variable] | object, day: int) -> Cover:
    """Two units of paranoia on one character and one intrigue at its place."""
    table = variables()
    here = [PEOPLE[(day + step) % 10] for step in range(4)]
    items = tuple(Item(name, Source(day, f"day {day}")) for name in ("paranoia1", "paranoia2", "intrigue"))
    options: list[Option] = []
    for one in here:
        theorist = member(table[f"role.{one}"], ("theorist", "person"))
        options += [
            Option(f"theorist {one} {item}", theorist, frozenset((item,)), frozenset((f"theorist {one}",)))
            for item in ("paranoia1", "paranoia2")
        ]
        brain = member(table[f"role.{one}"], ("brain", "witch"))
        options.append(Option(f"brain {one}", brain, frozenset(("intrigue",)), frozenset((f"brain {one}",))))
    rumor = member(table["plot.rumor"], ("yes",))
    options.append(Option("rumor", rumor, frozenset(("intrigue",)), frozenset(("rumor",))))
    return Cover(items, tuple(options))
