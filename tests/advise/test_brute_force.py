"""What a test is worth agrees with small casts gone through script by script, outcome by outcome."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import isclose, log2

import pytest

from deducer.advise.counting import DiagramJudge
from deducer.advise.evenings import Evenings
from deducer.advise.forbids import Forbids
from deducer.advise.future import Future
from deducer.advise.goodwill import Goodwill
from deducer.advise.incidents import Incidents
from deducer.advise.stage import Stages
from deducer.advise.table import Table
from deducer.advise.trials import Kind, Outcome, Trial
from deducer.advise.worth import TableJudge, valued
from deducer.answer import Prior
from deducer.case import Case
from deducer.engines.oracle import Oracle
from deducer.errors import OverBudgetError
from deducer.log.statements import AbilityLine
from deducer.logic.evaluate import survives
from deducer.play.game import simulated
from deducer.play.script import read_script
from deducer.play.setup import Size
from deducer.rules.load import load_rules
from deducer.rules.names import Kind as Name

RULES = load_rules()
FIRST = """\
set First Steps
loops 2
days 3
cast Doctor, Shrine Maiden, Police Officer, Boy Student, Girl Student
late none
incident 2 Murder
incident 3 Suicide

loop 1
start: nothing
day 1
mm: Boy Student paranoia+1, City intrigue+2, Girl Student paranoia+1
p: A Doctor goodwill+2, B Boy Student goodwill+2, C Shrine Maiden goodwill+2
ability: +1 paranoia Boy Student
"""
KNOWN = """\
fact: plot A Place to Protect; Doctor is Key Person; culprit of day 2 is not Doctor
fact: culprit of day 3 is not Doctor; culprit of day 3 is not Boy Student
fact: culprit of day 3 is not Police Officer
"""

Script = tuple[tuple[str, str], ...]


@lru_cache
def listed(log: str) -> frozenset[Script]:
    """Return the scripts that fit a log, listed by the independent oracle."""
    return frozenset(
        tuple(sorted(world.items())) for world in Oracle(Case.from_text(log, RULES).going_on.puzzle).worlds()
    )


@lru_cache(maxsize=1024)
def fitting(log: str, lines: tuple[str, ...]) -> frozenset[Script]:
    """Return the scripts that fit a log with further lines, each judged by itself."""
    puzzle = Case.from_text(log, RULES).with_lines(lines).going_on.puzzle
    return frozenset(script for script in listed(log) if survives(puzzle, dict(script)))


def trials(case: Case, table: Table) -> Iterator[Trial]:
    stages = Stages(Future.of(case))
    for family in (Goodwill, Incidents, Evenings, Forbids):
        yield from family(stages, table).tests()
    yield from Evenings(stages, table).watch()


def lines(test: Trial, outcome: Outcome) -> tuple[str, ...]:
    found = [line.at.text for line in test.before]
    if test.kind is Kind.FORBID:
        ignored = [outcome.line.at.text] if outcome.line is not test.before[-1] and outcome.line else []
        return (*found, *ignored, "goodwill: nothing")
    assert outcome.line is not None
    return (*found, outcome.line.at.text)


def before(case: Case, test: Trial) -> frozenset[Script]:
    # What the step under way is silent about counts once it is over.
    closing = [] if "goodwill: nothing" in (line.at.text for line in test.before) else ["goodwill: nothing"]
    return fitting(case.text, (*(line.at.text for line in test.before), *closing))


def left(case: Case, test: Trial, base: frozenset[Script]) -> list[frozenset[Script]]:
    """Return the scripts that outcomes leave; that an incident occurs is the contrary of the other."""
    found = [frozenset() if one.open else fitting(case.text, lines(test, one)) for one in test.outcomes]
    silent = found[0]
    return [base - silent if one.open else held for one, held in zip(test.outcomes, found, strict=True)]


def weight(all_scripts: Sequence[Script], prior: Prior) -> dict[Script, Fraction]:
    def key(script: Script) -> tuple[object, ...]:
        if prior is Prior.WORLDS:
            return script
        return tuple(
            cell for cell in script if cell[0].startswith("plot." if prior is Prior.PLOTS else "role.")
        )

    groups: dict[tuple[object, ...], int] = {}
    for script in all_scripts:
        groups[key(script)] = groups.get(key(script), 0) + 1
    return {script: Fraction(1, len(groups) * groups[key(script)]) for script in all_scripts}


def check(case: Case, test: Trial, prior: Prior, table: Table) -> bool:
    """Compare a test's worth with sums over single scripts; tell whether it tells anything."""
    base = before(case, test)
    outcomes = left(case, test, base)
    whole = listed(case.text)
    weights = weight(sorted(whole), prior)
    assert all(held <= base <= whole for held in outcomes)
    chances = [Fraction(0)] * (len(outcomes) + 1)
    rest = base - frozenset().union(*outcomes)
    for script in base:
        allowed = [place for place, held in enumerate(outcomes) if script in held] or [len(outcomes)]
        for place in allowed:
            chances[place] += weights[script] / len(allowed)
    mass = sum((weights[script] for script in base), Fraction(0))
    sets = [*outcomes, rest]
    found = valued(test, TableJudge(table, prior))
    assert found is not None
    assert found.before == len(base)
    expected = sum(
        (chance / mass * len(held) for chance, held in zip(chances, sets, strict=True)), Fraction(0)
    )
    assert found.expected == expected
    assert found.worst == max(map(len, sets))
    told = {one.outcome.line: one for one in found.prospects}
    for outcome, held, chance in zip([*test.outcomes, None], sets, chances, strict=True):
        line = None if outcome is None else outcome.line
        assert (told[line].worlds if line in told else 0) == len(held)
        if line in told:
            assert told[line].chance == chance / mass
    bits = sum(
        float(chance / mass) * log2(mass / sum(weights[one] for one in held))
        for chance, held in zip(chances, sets, strict=True)
        if held
    )
    assert isclose(found.bits, bits, abs_tol=1e-9)
    try:
        counted = valued(test, DiagramJudge(case, table, prior))
    except OverBudgetError:
        return found.bits > 0
    assert counted is not None
    assert (counted.before, counted.expected, counted.worst) == (found.before, found.expected, found.worst)
    assert {one.outcome.line: one.chance for one in counted.prospects} == {
        one.outcome.line: one.chance for one in found.prospects
    }
    return found.bits > 0


@pytest.mark.parametrize("prior", list(Prior))
def test_every_test_of_a_first_game_agrees_with_single_scripts(prior: Prior) -> None:
    case = Case.from_text(FIRST + KNOWN, RULES).going_on
    table = Table.of(case)
    assert 50 < len(table.rows) < 400
    kinds = {test.kind for test in trials(case, table) if check(case, test, prior, table)}
    assert {Kind.GOODWILL, Kind.INCIDENT, Kind.AT_LIMIT} <= kinds


def narrow(tragedy_set: str, seed: int, most: int) -> str:
    """Return a simulated game, stopped in its first day, with true facts until few scripts are left."""
    played = simulated(tragedy_set, seed, Size(characters=5, loops=2, days=3))
    whole = Case.from_text(played.log, RULES)
    setup, script = read_script(played.script)
    acted = next(line for line in whole.log.play if isinstance(line, AbilityLine))
    case = whole.up_to(acted.at.line)
    for who, role in setup.world_of(script).items():
        if (case.count() or 0) <= most:
            break
        kind, _, one = who.partition(".")
        if kind == "role":
            names = (case.names.display(Name.CHARACTER, one), case.names.display(Name.ROLE, role))
            case = case.with_lines([f"fact: {names[0]} is {names[1]}"])
        elif kind == "culprit":
            case = case.with_lines(
                [f"fact: culprit of day {one} is {case.names.display(Name.CHARACTER, role)}"]
            )
    assert not case.mistakes
    return case.text


def some_agree(tragedy_set: str, seed: int, prior: Prior, every: int) -> set[Kind]:
    case = Case.from_text(narrow(tragedy_set, seed, 300), RULES).going_on
    table = Table.of(case)
    assert 1 < len(table.rows) <= 300
    tried = [test for number, test in enumerate(trials(case, table)) if number % every == 0]
    return {test.kind for test in tried if check(case, test, prior, table)}


OTHERS = ["basicTragedy", "midnightZone", "mysteryCircle"]


@pytest.mark.parametrize(("tragedy_set", "seed"), list(zip(OTHERS, (6, 5, 5), strict=True)))
def test_tests_of_the_other_sets_agree_with_single_scripts(tragedy_set: str, seed: int) -> None:
    assert some_agree(tragedy_set, seed, Prior.WORLDS, every=6)


@pytest.mark.long
@pytest.mark.parametrize("prior", list(Prior))
@pytest.mark.parametrize("tragedy_set", OTHERS)
@pytest.mark.parametrize("seed", range(4, 7))
def test_every_test_of_the_other_sets_agrees_with_single_scripts(
    tragedy_set: str, seed: int, prior: Prior
) -> None:
    some_agree(tragedy_set, seed, prior, every=1)
