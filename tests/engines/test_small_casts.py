"""Counts and shares of small casts, against scripts dealt out by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations
from math import lcm

import pytest

from deducer.answer import Prior
from deducer.case import Case

# Basic Tragedy as every published table has it: what each plot adds, and the most of a role there can be.
MAIN = {
    "murderPlan": ("keyPerson", "killer", "brain"),
    "sealedItem": ("brain", "cultist"),
    "signWithMe": ("keyPerson",),
    "changeOfFuture": ("cultist", "timeTraveler"),
    "giantTimeBomb": ("witch",),
}
SUB = {
    "circleFriends": ("friend", "friend", "conspiracyTheorist"),
    "loveAffair": ("lover", "lovedOne"),
    "hiddenFreak": ("serialKiller", "friend"),
    "unsettlingRumor": ("conspiracyTheorist",),
    "paranoiaVirus": ("conspiracyTheorist",),
    "threadsFate": (),
    "unknownFactor": ("factor",),
}
MOST = {"conspiracyTheorist": 1, "friend": 2}
GIRLS = {"girlStudent", "shrineMaiden", "alien"}
CASTS = {
    5: ("girlStudent", "doctor", "teacher", "shrineMaiden", "alien"),
    6: ("doctor", "girlStudent", "teacher", "journalist", "alien", "policeOfficer"),
    7: ("doctor", "teacher", "journalist", "alien", "girlStudent", "policeOfficer", "officeWorker"),
}
NAMES = {"girlStudent": "Girl Student", "shrineMaiden": "Shrine Maiden", "policeOfficer": "Police Officer"}
NAMES["officeWorker"] = "Office Worker"

World = tuple[frozenset[str], tuple[str, ...]]


def dealt(people: tuple[str, ...]) -> Iterator[World]:
    """Deal every combination of plots out to a cast; culprits are told apart by nothing."""
    for main, *subs in ((m, *s) for m in MAIN for s in combinations(SUB, 2)):
        added = Counter(role for plot in (main, *subs) for role in (MAIN | SUB)[plot])
        roles = [role for role, number in added.items() for _ in range(min(number, MOST.get(role, number)))]
        if len(roles) > len(people):
            continue
        for roles_held in {*permutations([*roles, *["person"] * (len(people) - len(roles))])}:
            key = dict(zip(roles_held, people, strict=True)).get("keyPerson")
            if main != "signWithMe" or key in GIRLS:
                yield frozenset((main, *subs)), roles_held


def shares(worlds: list[World], prior: Prior) -> dict[object, Fraction]:
    """The share of every plot, and of every role at every place of the cast."""
    parts: dict[Prior, Callable[[World], object]] = {
        Prior.WORLDS: lambda world: world,
        Prior.PLOTS: lambda world: world[0],
        Prior.CASTS: lambda world: world[1],
    }
    sizes = Counter(map(parts[prior], worlds))
    unit = lcm(*sizes.values())
    weighed: Counter[object] = Counter()
    for world in worlds:
        weight = unit // sizes[parts[prior](world)]
        for held in (*world[0], *enumerate(world[1])):
            weighed[held] += weight
    return {held: Fraction(weight, unit * len(sizes)) for held, weight in weighed.items()}


def log(people: tuple[str, ...]) -> str:
    names = ", ".join(NAMES.get(who, who.capitalize()) for who in people)
    setup = f"set Basic Tragedy\nloops 3\ndays 4\ncast {names}\nlate none\n"
    return f"{setup}incident 2 Murder\nincident 3 Suicide\n"


@pytest.mark.parametrize("number", [5, 6, 7])
def test_every_share_is_that_of_all_scripts_dealt_out(number: int) -> None:
    people = CASTS[number]
    worlds = list(dealt(people))
    case = Case.from_text(log(people))
    assert not case.mistakes
    found = case.solve()
    assert found.worlds == len(worlds) * number * (number - 1)
    assert found.role_assignments == len({cast for _, cast in worlds})
    for prior in Prior:
        expected = shares(worlds, prior)
        found = case.solve(prior)
        for plot, entry in found.plots.items():
            assert entry.cell.share == expected.get(plot, 0)
        for place, who in enumerate(people):
            for role, cell in found.roles[who].items():
                assert cell.share == expected.get((place, role), 0)
        for column in found.culprits.values():
            assert {cell.share for cell in column.values()} == {Fraction(1, number)}
