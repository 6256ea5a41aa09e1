"""Listings of real cases against what follows from the plain list of all scripts."""

from __future__ import annotations

import json
import tracemalloc
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from command_line import FIRST_SCRIPT
from msgspec.structs import replace

from deducer.answer import Prior, Script
from deducer.case import Case
from deducer.errors import UnknownNameError, UsageError
from deducer.export.formats import JsonLines
from deducer.export.listing import Listing, Rows
from deducer.export.source import Request, digest, listing
from deducer.export.writers import TEXTS, texts

NARROW = "fact: Doctor is Brain; plot Light of the Avenger; Shrine Maiden is Serial Killer\n"
BASIC = """\
set Basic Tragedy
loops 3
days 6
cast Doctor, Shrine Maiden, Police Officer, Office Worker, Boy Student, Girl Student, Nurse, Alien
late none
incident 2 Murder
incident 3 Suicide

loop 1
fact: plot Murder Plan; Doctor is Killer; Nurse is Brain
"""
LOGS = {
    "narrow": FIRST_SCRIPT + NARROW,
    "wider": FIRST_SCRIPT + "fact: Doctor is Brain\nfact: culprit of day 2 is Doctor\n",
    "no incident": "set First Steps\nloops 3\ndays 4\ncast Doctor, Nurse, Alien, Boy Student, Girl Student\n",
    "basic": BASIC + "fact: Alien is Key Person; plot A Love Affair\n",
}
PRIORS = list(Prior)


@cache
def case_of(name: str) -> Case:
    case = Case.from_text(LOGS[name])
    assert not case.mistakes
    return case


@cache
def all_scripts(name: str) -> tuple[Script, ...]:
    return tuple(case_of(name).stream())


def data_of(found: Listing) -> list[dict[str, Any]]:
    rows = Rows(found)
    return [json.loads(row) for block in JsonLines(found).rows(rows) for row in block]


def plots_of(script: Script) -> tuple[str, ...]:
    return (*script.main_plots, *script.sub_plots)


def roles_of(script: Script) -> tuple[str, ...]:
    return tuple(script.roles.values())


def role_of(who: str) -> Callable[[Script], tuple[str, ...]]:
    return lambda script: (script.roles[who],)


def as_data(script: Script) -> dict[str, Any]:
    return {
        "mainPlots": list(script.main_plots),
        "subPlots": list(script.sub_plots),
        "roles": dict(script.roles),
        "culprits": {str(day): who for day, who in script.culprits.items()},
    }


def weights(scripts: tuple[Script, ...], prior: Prior) -> list[Fraction]:
    """Return the share of each script: every group of the prior weighs the same, and each script in it."""
    group: Callable[[Script], object] = {
        Prior.WORLDS: lambda script: (plots_of(script), roles_of(script), tuple(script.culprits.values())),
        Prior.PLOTS: plots_of,
        Prior.CASTS: roles_of,
    }[prior]
    sizes = Counter(map(group, scripts))
    return [Fraction(1, len(sizes) * sizes[group(script)]) for script in scripts]


def expected(
    name: str, key: Callable[[Script], tuple[str, ...]], prior: Prior
) -> dict[tuple[str, ...], tuple[int, str]]:
    scripts = all_scripts(name)
    worlds = Counter(map(key, scripts))
    shares: dict[tuple[str, ...], Fraction] = defaultdict(Fraction)
    for script, weight in zip(scripts, weights(scripts, prior), strict=True):
        shares[key(script)] += weight
    return {one: (worlds[one], str(shares[one])) for one in worlds}


@pytest.mark.parametrize("name", list(LOGS))
def test_all_scripts_are_listed_once_and_in_order(name: str) -> None:
    case = case_of(name)
    found = data_of(listing(case, Request()))
    assert [row.pop("number") for row in found] == list(range(1, len(found) + 1))
    assert found == [as_data(script) for script in all_scripts(name)]
    assert len(found) == len({json.dumps(row) for row in found}) == case.count()
    script = case.script
    plots = list(script.plot_variables)

    def place(row: dict[str, Any]) -> tuple[object, ...]:
        chosen = {*row["mainPlots"], *row["subPlots"]}
        return (
            [plot not in chosen for plot in plots],
            [variable.domain.index(row["roles"][who]) for who, variable in script.role_variables.items()],
            [v.domain.index(row["culprits"][str(day)]) for day, v in script.culprit_variables.items()],
        )

    assert found == sorted(found, key=place)


@pytest.mark.parametrize("format_name", [name for name in TEXTS if name != "jsonl"])
@pytest.mark.parametrize("name", ["narrow", "no incident"])
def test_fast_rows_are_those_put_together_one_by_one(name: str, format_name: str) -> None:
    case = case_of(name)
    fast = listing(case, Request())
    slow = listing(replace_diagram(case), Request())
    (one, other) = (
        "".join(row for block in TEXTS[format_name](found).rows(Rows(found)) for row in block)
        for found in (fast, replace(fast, source=slow.source))
    )
    # CP-SAT has an order of its own.
    assert sorted(_unnumbered(one)) == sorted(_unnumbered(other))


def _unnumbered(text: str) -> Iterator[str]:
    for line in text.splitlines():
        yield "".join(char for char in line if not char.isdecimal()).strip()


def replace_diagram(case: Case) -> Case:
    """Return the case without the means to count."""
    other = Case(case.rules, case.text)
    other.__dict__["diagram"] = replace(case.diagram, budget=0)
    assert other.count() is None
    return other


def test_what_cannot_be_counted_is_listed_as_found() -> None:
    found = listing(replace_diagram(case_of("narrow")), Request(limit=3))
    assert found.header()["total"] == "not counted"
    assert found.header()["shown"] == "at most 3"
    assert found.header()["order"].startswith("as found")
    rows = Rows(found)
    assert len([row for block in JsonLines(found).rows(rows) for row in block]) == 3
    assert rows.footer() == "3 shown, cut by the limit; more survive"


@pytest.mark.parametrize(
    "request_",
    [Request(casts=True), Request(group_by="plots"), Request(group_by="Doctor"), Request(sample=2)],
)
def test_what_needs_numbers_is_refused_without(request_: Request) -> None:
    with pytest.raises(UsageError, match="only whole scripts"):
        listing(replace_diagram(case_of("narrow")), request_)


@pytest.mark.parametrize("prior", PRIORS)
@pytest.mark.parametrize("name", list(LOGS))
def test_casts_have_their_worlds_and_shares(name: str, prior: Prior) -> None:
    found = data_of(listing(case_of(name), Request(casts=True, prior=prior)))
    told = {tuple(row["roles"].values()): (row["worlds"], row["share"]) for row in found}
    assert told == expected(name, roles_of, prior)
    assert len(told) == len(found)
    numbers = [row["worlds"] for row in found]
    assert numbers == sorted(numbers, reverse=True)
    assert sum(numbers) == case_of(name).count()
    assert sum(Fraction(row["share"]) for row in found) == 1


@pytest.mark.parametrize("prior", PRIORS)
@pytest.mark.parametrize("name", list(LOGS))
def test_groups_by_plots(name: str, prior: Prior) -> None:
    found = data_of(listing(case_of(name), Request(group_by="plots", prior=prior)))
    told = {(*row["mainPlots"], *row["subPlots"]): (row["worlds"], row["share"]) for row in found}
    assert told == expected(name, plots_of, prior)
    assert list(told) == list(dict.fromkeys(map(plots_of, all_scripts(name))))


@pytest.mark.parametrize("prior", PRIORS)
@pytest.mark.parametrize("name", list(LOGS))
def test_groups_by_the_role_of_a_character(name: str, prior: Prior) -> None:
    case = case_of(name)
    for who in ("boyStudent", "doctor"):
        found = data_of(listing(case, Request(group_by=who, prior=prior)))
        told = {(row["roles"][who],): (row["worlds"], row["share"]) for row in found}
        assert told == expected(name, role_of(who), prior)


def test_filters_hold_for_every_listing() -> None:
    case, where = case_of("wider"), ("Boy Student is Killer",)
    kept = [script for script in all_scripts("wider") if script.roles["boyStudent"] == "killer"]
    assert 0 < len(kept) < len(all_scripts("wider"))
    assert len(data_of(listing(case, Request(where=where)))) == len(kept)
    casts = data_of(listing(case, Request(where=where, casts=True)))
    assert {row["roles"]["boyStudent"] for row in casts} == {"killer"}
    for request in (Request(where=where, casts=True), Request(where=where, group_by="plots")):
        assert sum(row["worlds"] for row in data_of(listing(case, request))) == len(kept)
        assert listing(case, request).header()["worlds"] == str(len(kept))


@pytest.mark.parametrize(
    "request_", [Request(), Request(casts=True), Request(group_by="plots"), Request(sample=3)]
)
def test_nothing_survives(request_: Request) -> None:
    case = Case.from_text(FIRST_SCRIPT + "fact: Doctor is Brain\nfact: Doctor is Killer\n")
    rows = Rows(listing(case, request_))
    assert not list(JsonLines(rows.listing).rows(rows))
    assert rows.footer() == "0 shown; none survives"


def test_a_sample_is_drawn_from_all_scripts_without_repeats() -> None:
    case, scripts = case_of("basic"), [as_data(script) for script in all_scripts("basic")]
    found = listing(case, Request(sample=50, seed=3))
    rows = data_of(found)
    assert [row.pop("number") for row in rows] == list(range(1, 51))
    places = [scripts.index(row) for row in rows]
    assert places == sorted(set(places))
    assert found.header()["drawn"].endswith("seed 3")
    assert found.header()["total"] == str(len(scripts))
    again, other = (data_of(listing(case, Request(sample=50, seed=seed))) for seed in (3, 4))
    assert [row["roles"] for row in again] == [row["roles"] for row in rows]
    assert other != again


def test_a_sample_of_more_than_there_are_is_all_of_them() -> None:
    case, number = case_of("narrow"), len(all_scripts("narrow"))
    rows = Rows(listing(case, Request(sample=number + 1)))
    found = [json.loads(row) for block in JsonLines(rows.listing).rows(rows) for row in block]
    assert len(found) == number
    assert rows.complete


def test_every_script_is_as_likely_to_be_drawn() -> None:
    case = case_of("narrow")
    names = [json.dumps(as_data(script)) for script in all_scripts("narrow")]
    draws = 20 * len(names)
    drawn: Counter[str] = Counter()
    for seed in range(draws):
        (row,) = data_of(listing(case, Request(sample=1, seed=seed)))
        del row["number"]
        drawn[json.dumps(row)] += 1
    assert set(drawn) == set(names)
    # The sum of squares has this mean and, for so many draws, hardly ever twice its distance from 0.
    chi = sum((drawn[name] - 20) ** 2 / 20 for name in names)
    assert chi < 2 * len(names)


def test_nobody_of_that_name() -> None:
    with pytest.raises(UnknownNameError, match="group by plots, Doctor"):
        listing(case_of("narrow"), Request(group_by="Alien"))
    with pytest.raises(UnknownNameError, match="can mean Police Officer"):
        listing(Case.from_text(FIRST_SCRIPT.replace("Doctor,", "Pop Idol,")), Request(group_by="Po"))


def test_the_header_tells_of_game_log_filters_and_prior() -> None:
    case = case_of("narrow")
    header = listing(
        case, Request(where=("Office Worker is  Person",), casts=True, prior=Prior.CASTS)
    ).header()
    assert header["game"] == "First Steps, 3 loops, 4 days, 6 characters"
    assert header["incidents"] == "day 2 Murder, day 3 Suicide"
    assert header["log"] == f"sha256 {digest(case.text)}"
    assert header["filters"] == "Office Worker is Person"
    assert header["prior"] == "every surviving role assignment equally likely"


@pytest.mark.long
def test_memory_stays_flat() -> None:
    """200,000 scripts take no more memory than some thousands of rows."""
    case = Case.from_text(BASIC)
    found = listing(case, Request())
    assert found.total is not None
    assert found.total >= 200_000
    rows = Rows(found)
    pieces = texts(rows, "csv")
    next(pieces)
    tracemalloc.start()
    try:
        written = sum(map(len, pieces))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert rows.shown == found.total
    assert peak < 60_000_000 < written * 3
