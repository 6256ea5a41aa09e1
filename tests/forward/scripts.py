"""Hidden scripts: as values, from a file, whether they are legal, and every legal one of a set-up."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from random import Random
from typing import Final

from deducer.log.notation import read_log
from deducer.log.setup import Setup
from deducer.log.statements import SpecialKind
from deducer.rules.load import load_rules
from deducer.rules.model import Rules

from .facts import (
    CHARACTERS,
    HIGHEST,
    LATE,
    MANDATORY_REFUSAL,
    MUST_BE_CULPRIT,
    NEVER_CULPRIT,
    OPTIONAL_REFUSAL,
    SET_ROLES,
    SETS,
)

OUTSIDE: Final = ("mysteryBoy", "copycat")
"""Characters whose role fills no place of a plot."""


@dataclass(frozen=True, slots=True)
class HiddenScript:
    """What only the Mastermind knows; `make` builds one from plain mappings.

    Attributes:
        main_plot: id of the main plot.
        sub_plots: ids of the subplots.
        roles: (character, role), sorted.
        culprits: (day, character), sorted.
        types: (day, true incident), sorted; empty where every announced incident is what it says.
    """

    main_plot: str
    sub_plots: frozenset[str]
    roles: tuple[tuple[str, str], ...]
    culprits: tuple[tuple[int, str], ...]
    types: tuple[tuple[int, str], ...] = ()

    @classmethod
    def make(
        cls,
        main_plot: str,
        sub_plots: tuple[str, ...],
        roles: Mapping[str, str],
        culprits: Mapping[int, str],
        types: Mapping[int, str] | None = None,
    ) -> HiddenScript:
        return cls(
            main_plot,
            frozenset(sub_plots),
            tuple(sorted(roles.items())),
            tuple(sorted(culprits.items())),
            tuple(sorted((types or {}).items())),
        )


def load_script(path: Path) -> HiddenScript:
    """The script of a recorded game (`*.script.json`)."""
    told = json.loads(path.read_text(encoding="utf-8"))
    return HiddenScript.make(
        told["mainPlot"],
        tuple(told["subPlots"]),
        told["roles"],
        {int(day): who for day, who in told["culprits"].items()},
        {int(day): kind for day, kind in told.get("incidentTypes", {}).items()},
    )


@cache
def names() -> Rules:
    """The project's name tables: the notation cannot be read without them."""
    return load_rules()


def setup_of(log_text: str) -> Setup:
    """The set-up a log's header tells."""
    log = read_log(log_text, names())
    if log.setup is None or log.mistakes:
        raise ValueError(f"unreadable: {log.mistakes}")
    return log.setup


def true_types(script: HiddenScript, setup: Setup) -> dict[int, str]:
    """The true incident of each day."""
    told = dict(script.types)
    return {day: told.get(day) or str(name) for day, name in setup.incidents.items()}


def tags(setup: Setup, character: str) -> frozenset[str]:
    return CHARACTERS[character].tags | set(setup.extra_tags.get(character, ()))


# ---------------------------------------------------------------- legality


def objection(script: HiddenScript, setup: Setup) -> str:
    """Why a script is not legal (rulings, section 3); empty when it is."""
    one = SETS[setup.tragedy_set]
    if script.main_plot not in one.mains or not script.sub_plots <= set(one.subs):
        return "plots of another set"
    if len(script.sub_plots) != one.sub_count:
        return "number of subplots"
    roles = dict(script.roles)
    public, hidden = {*setup.cast, *setup.late}, LATE if setup.late_unknown else frozenset()
    if not public <= set(roles) <= public | hidden:
        return "roles for another cast"
    return (
        _against_sums(script, setup, roles)
        or _against_characters(script, setup, roles)
        or _against_incidents(script, setup, roles)
    )


def wanted(main: str, subs: frozenset[str], tragedy_set: str) -> list[Counter[str]]:
    """The role sums these plots allow; several only where a plot adds an optional number."""
    one = SETS[tragedy_set]
    total = Counter(one.mains[main])
    for sub in subs:
        total.update(one.subs[sub])
    total = Counter({role: min(n, HIGHEST.get(role, n)) for role, n in total.items()})
    extra = range(3) if "hideousScript" in subs else range(1)
    return [total + Counter({"curmudgeon": n}) for n in extra]


def _against_sums(script: HiddenScript, setup: Setup, roles: Mapping[str, str]) -> str:
    inside = Counter(r for c, r in roles.items() if c not in OUTSIDE and r != "person")
    fitting = [s for s in wanted(script.main_plot, script.sub_plots, setup.tragedy_set) if s == inside]
    if not fitting:
        return "role sums"
    boy = roles.get("mysteryBoy")
    if boy is not None and boy not in _boys_roles(script, setup, fitting[0]):
        return "Mystery Boy's role"
    copied = roles.get("copycat")
    if copied is not None and copied not in [r for c, r in roles.items() if c != "copycat"]:
        return "Copycat copies nobody"
    if copied == "person" and setup.rulings.get("copycatPerson") == "forbidden":
        return "Copycat as Person"
    return ""


def _boys_roles(script: HiddenScript, setup: Setup, added: Counter[str]) -> frozenset[str]:
    allowed = SET_ROLES[setup.tragedy_set] - set(added)
    if "hideousScript" in script.sub_plots and setup.rulings.get("mysteryBoyOptional") == "added":
        allowed -= {"curmudgeon"}
    return allowed


def _against_characters(script: HiddenScript, setup: Setup, roles: Mapping[str, str]) -> str:
    if roles.get("ai") == "person":
        return "A.I. as Person"
    if roles.get("littleSister") in OPTIONAL_REFUSAL | MANDATORY_REFUSAL:
        return "Little Sister with a refusal"
    limits = {"signWithMe": ("keyPerson", "girl"), "maleConfrontation": ("ninja", "man")}
    if script.main_plot in limits:
        role, tag = limits[script.main_plot]
        for character, held in roles.items():
            if held == role and character != "copycat" and tag not in tags(setup, character):
                return f"{role} is no {tag}"
    return ""


def _against_incidents(script: HiddenScript, setup: Setup, roles: Mapping[str, str]) -> str:
    types, culprits = true_types(script, setup), dict(script.culprits)
    if set(culprits) != set(setup.incidents):
        return "culprits for other days"
    for day, announced in setup.incidents.items():
        if types[day] != announced and (types[day] != "fakeIncident" or setup.tragedy_set != "midnightZone"):
            return "incident types"
    if not set(culprits.values()) <= set(roles):
        return "a culprit outside the cast"
    if not any(s.kind is SpecialKind.REPEAT_CULPRITS for s in setup.specials) and _repeats(culprits, types):
        return "a culprit twice"
    for character, role in roles.items():
        guilty = character in culprits.values()
        if (role in MUST_BE_CULPRIT and not guilty) or (role in NEVER_CULPRIT and guilty):
            return "culprit duty"
    if "worshippersApocalypse" in script.sub_plots and "suicide" not in types.values():
        return "no Suicide"
    return ""


def _repeats(culprits: Mapping[int, str], types: Mapping[int, str]) -> bool:
    return any(
        culprits[a] == culprits[b] and not types[a] == types[b] == "serialMurder"
        for a, b in combinations(culprits, 2)
    )


# ---------------------------------------------------------------- every legal script


def all_scripts(log_text_or_setup: str | Setup) -> Iterator[HiddenScript]:
    """Every legal script of the set-up, by brute force; for casts of 4 to 7 and few incidents.

    Late characters that were announced take part; hidden ones ("late unknown") are not tried.

    Raises:
        NotImplementedError: a late character may be hidden, or a card is in the cast that is not known here.
    """
    setup = setup_of(log_text_or_setup) if isinstance(log_text_or_setup, str) else log_text_or_setup
    if setup.late_unknown or not {*setup.cast, *setup.late} <= set(CHARACTERS):
        raise NotImplementedError("late unknown, or an unknown character")
    one = SETS[setup.tragedy_set]
    for main in one.mains:
        for subs in combinations(one.subs, one.sub_count):
            for roles in _casts(main, frozenset(subs), setup):
                yield from _guilts(main, subs, roles, setup)


def _casts(main: str, subs: frozenset[str], setup: Setup) -> Iterator[dict[str, str]]:
    cast = (*setup.cast, *(c for c in setup.late if c not in setup.cast))
    inside = [c for c in cast if c not in OUTSIDE]
    free = [c for c in cast if c in OUTSIDE]
    everything = sorted(SET_ROLES[setup.tragedy_set] | {"person"})
    for sums in wanted(main, subs, setup.tragedy_set):
        roles = [*sums.elements()]
        if len(roles) > len(inside):
            continue
        roles += ["person"] * (len(inside) - len(roles))
        for given in sorted(set(permutations(roles))):
            for others in product(everything, repeat=len(free)):
                yield {**dict(zip(inside, given, strict=True)), **dict(zip(free, others, strict=True))}


def _guilts(
    main: str, subs: tuple[str, ...], roles: Mapping[str, str], setup: Setup
) -> Iterator[HiddenScript]:
    days = sorted(setup.incidents)
    trial = HiddenScript.make(main, subs, roles, {})
    if _against_sums(trial, setup, roles) or _against_characters(trial, setup, roles):
        return
    for types in product(*(_types(setup, day) for day in days)):
        plain = types == tuple(setup.incidents[day] for day in days)
        for culprits in product(roles, repeat=len(days)):
            script = HiddenScript.make(
                main,
                subs,
                roles,
                dict(zip(days, culprits, strict=True)),
                {} if plain else dict(zip(days, types, strict=True)),
            )
            if not objection(script, setup):
                yield script


def _types(setup: Setup, day: int) -> list[str]:
    announced = setup.incidents[day]
    fakes = {"fakeIncident"} if setup.tragedy_set == "midnightZone" else set()
    return sorted(({announced} if announced is not None else set()) | fakes)


def draw_script(setup: Setup, cast: Collection[str], rng: Random) -> HiddenScript:
    """A legal script drawn by trial; not evenly.

    Args:
        setup: the set-up.
        cast: every character with a role, hidden late ones too.
        rng: where chance comes from.
    """
    one, days = SETS[setup.tragedy_set], sorted(setup.incidents)
    inside = sorted(c for c in cast if c not in OUTSIDE)
    everything = sorted(SET_ROLES[setup.tragedy_set] | {"person"})
    while True:
        main, subs = rng.choice(list(one.mains)), tuple(rng.sample(list(one.subs), one.sub_count))
        given = [*rng.choice(wanted(main, frozenset(subs), setup.tragedy_set)).elements()]
        if len(given) > len(inside):
            continue
        given += ["person"] * (len(inside) - len(given))
        rng.shuffle(given)
        roles = {c: rng.choice(everything) for c in sorted(cast) if c in OUTSIDE}
        roles |= zip(inside, given, strict=True)
        culprits = {day: rng.choice(sorted(cast)) for day in days}
        types = {day: rng.choice(_types(setup, day)) for day in days}
        script = HiddenScript.make(main, subs, roles, culprits, types)
        if not objection(script, setup):
            return script
