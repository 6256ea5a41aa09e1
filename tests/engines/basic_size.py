"""A puzzle of the size of a ten-character Basic Tragedy game, built by hand without rule data."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random

from deducer.logic.build import conjunction, count, disjunction, implication, member, negation
from deducer.logic.evaluate import holds
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
    """Return the puzzle after some days of play: a guard that failed and changes to explain on each day."""
    puzzle = legal()
    names = puzzle.variables
    constraints = list(puzzle.constraints)
    for day in range(1, days + 1):
        source = Source(day, f"day {day}")
        constraints.append(
            Constraint(negation(member(names[f"role.{PEOPLE[day % 10]}"], ("serial",))), source)
        )
        refusing = member(names[f"role.{PEOPLE[day]}"], ("killer", "cultist", "witch", "theorist"))
        constraints.append(Constraint(implication(refusing, member(names["plot.item"], ("yes",))), source))
    covers = tuple(_ability_step(names, day) for day in range(1, days + 1))
    return Puzzle(names, tuple(constraints), covers)


def _ability_step(names: Mapping[str, Variable], day: int) -> Cover:
    """Two units of paranoia and one of intrigue, which four characters or a plot could have caused."""
    here = [PEOPLE[(day + step) % 10] for step in range(4)]
    items = tuple(Item(name, Source(day, f"day {day}")) for name in ("paranoia1", "paranoia2", "intrigue"))
    options: list[Option] = []
    for one in here:
        theorist = member(names[f"role.{one}"], ("theorist", "person"))
        options += [
            Option(f"theorist {one} {item}", theorist, frozenset((item,)), frozenset((f"theorist {one}",)))
            for item in ("paranoia1", "paranoia2")
        ]
        brain = member(names[f"role.{one}"], ("brain", "witch"))
        options.append(Option(f"brain {one}", brain, frozenset(("intrigue",)), frozenset((f"brain {one}",))))
    rumor = member(names["plot.rumor"], ("yes",))
    options.append(Option("rumor", rumor, frozenset(("intrigue",)), frozenset(("rumor",))))
    return Cover(items, tuple(options))


def with_truth(seed: int, clauses: int = 14, facts: int = 10) -> tuple[Puzzle, dict[str, str]]:
    """Return a puzzle of random statements that are true of one random legal script, and that script."""
    chance = Random(seed)  # noqa: S311  (no secret)
    truth = _random_script(chance)
    puzzle = legal()
    names = puzzle.variables
    formulas: list[Formula] = []
    while len(formulas) < clauses + facts:
        people = chance.sample(PEOPLE, 4)
        some = [member(names[f"role.{one}"], chance.sample(list(ROLES), 2)) for one in people]
        formula = disjunction(*some) if len(formulas) < clauses else negation(some[0])
        if holds(formula, truth):
            formulas.append(formula)
    stated = tuple(Constraint(formula, Source(n, f"line {n}")) for n, formula in enumerate(formulas, 1))
    return Puzzle(names, (*puzzle.constraints, *stated)), truth


def _random_script(chance: Random) -> dict[str, str]:
    chosen = {chance.choice(list(MAIN)), *chance.sample(list(SUB), 2)}
    added = {role: sum(PLOTS[plot].get(role, 0) for plot in chosen) for role in ROLES}
    roles = [role for role, number in added.items() for _ in range(min(number, ROLES[role]))]
    held = dict(zip(chance.sample(PEOPLE, len(roles)), roles, strict=True))
    return {
        **{f"plot.{plot}": "yes" if plot in chosen else "no" for plot in PLOTS},
        **{f"role.{one}": held.get(one, "person") for one in PEOPLE},
        **{f"culprit.{day}": one for day, one in enumerate(chance.sample(PEOPLE, 4), 1)},
    }
