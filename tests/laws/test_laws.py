"""Laws that hold for every log: monotone, symmetric, deterministic, engines and cores that agree."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from deducer.answer import Answer, Status
from deducer.case import Case
from deducer.engines.diagram import Diagram
from deducer.logic.evaluate import survives as satisfies
from deducer.logic.terms import Cover, Puzzle
from deducer.play.game import play, simulated
from deducer.play.script import draw
from deducer.play.setup import Size, draw_setup
from deducer.rules.load import load_rules
from deducer.rules.model import Rules

SETS = ("firstSteps", "basicTragedy", "midnightZone", "mysteryCircle")
SHORT = Size(characters=6, loops=2, days=2)
RUN = "from deducer.cli.main import main; main()"
ROOT = Path(__file__).resolve().parents[2]

FIRST, SECOND = "twinCloneA", "twinCloneB"
NAMES = {FIRST: "Left Stranger", SECOND: "Right Stranger"}


def short_game(tragedy_set: str, seed: int) -> Case:
    return Case.from_text(simulated(tragedy_set, seed, SHORT).log)


def play_lines(case: Case) -> range:
    return range(min(statement.at.line for statement in case.log.play), len(case.log.lines) + 1)


@pytest.mark.parametrize("tragedy_set", SETS)
@pytest.mark.parametrize("seed", range(2))
def test_a_further_line_never_adds_a_world(tragedy_set: str, seed: int) -> None:
    case = short_game(tragedy_set, seed)
    counted = [case.up_to(line).count() for line in play_lines(case)]
    assert None not in counted
    assert counted == sorted((number for number in counted if number is not None), reverse=True)
    assert counted[-1]


def terse(log: str, days: int) -> str:
    """Return a log in which the loss that a death brought is told by the line after it alone.

    A last night is left alone: what loses the loop there without a death is told in the night.
    """
    found, day = [], 0
    for line in log.splitlines():
        day = int(line.removeprefix("day ")) if re.fullmatch(r"day \d+", line) else day
        told = " dies" in line and "protagonists" not in line
        last = line.startswith("night:") and day == days
        found.append(line.removesuffix("; lost") if told and not last else line)
    return "\n".join(found) + "\n"


# Games in which a death loses a loop: at night, in an incident, by a goodwill ability.
@pytest.mark.parametrize("seed", [24, 67, 77, 117, 162, 184, 209, 232])
def test_who_tells_a_loss_in_a_line_of_its_own_loses_nothing(seed: int) -> None:
    luck = Random(seed)  # noqa: S311  (no secret)
    set_up = draw_setup(load_rules(), SETS[seed % len(SETS)], Size(characters=7, loops=2, days=2), luck)
    script = draw(set_up, luck)
    log = play(set_up, script, luck)
    text = terse(log, 2)
    assert text != log
    case = Case.from_text(text)
    counted = [case.up_to(line).count() for line in play_lines(case)]
    told = [number for number in counted if number is not None]
    assert told == sorted(told, reverse=True)
    assert satisfies(case.puzzle, case.world_of(script))


@pytest.mark.parametrize("tragedy_set", SETS)
def test_a_line_that_carries_nothing_changes_nothing(tragedy_set: str) -> None:
    case = short_game(tragedy_set, 4)
    again = case.with_lines(["# a remark"])
    assert again.count() == case.count()
    assert again.solve() == case.solve()


@pytest.mark.parametrize("tragedy_set", SETS)
@pytest.mark.parametrize("seed", range(2))
def test_the_diagram_and_cp_sat_agree_on_what_is_possible(tragedy_set: str, seed: int) -> None:
    case = short_game(tragedy_set, 20 + seed)
    counted = case.solve()
    searched = replace_budget(case).solve()
    assert searched.worlds is None
    assert statuses(searched) == statuses(counted)


def replace_budget(case: Case) -> Case:
    """Return the case with no budget for counting, so that CP-SAT answers alone."""
    return Case(case.rules, case.text, budget=0)


def statuses(answer: Answer) -> dict[str, Status | None]:
    found = {f"plot {plot}": cell.cell.status for plot, cell in answer.plots.items()}
    found |= {f"{who} {role}": c.status for who, row in answer.roles.items() for role, c in row.items()}
    found |= {f"day {day} {who}": c.status for day, row in answer.culprits.items() for who, c in row.items()}
    found |= {
        f"type {day} {kind}": c.status for day, row in answer.incidents.items() for kind, c in row.items()
    }
    return found


@pytest.mark.parametrize("tragedy_set", SETS)
@pytest.mark.parametrize("seed", range(2))
def test_clashing_lines_clash_and_each_of_them_is_needed(tragedy_set: str, seed: int) -> None:
    case = short_game(tragedy_set, 40 + seed)
    answer = case.solve()
    # One role too many that is impossible makes the log contradict itself.
    wrong = next(
        (who, role)
        for who, row in answer.roles.items()
        for role, cell in row.items()
        if cell.status is Status.IMPOSSIBLE
    )
    broken = case.with_lines([f"fact: {wrong[0]} is {wrong[1]}"])
    clash = broken.contradiction()
    assert clash is not None
    lines = {source.line for source in clash.sources if source.line > 0}
    assert len(case.log.lines) + 1 in lines
    assert not survivors(broken, lines)
    assert all(survivors(broken, lines - {line}) for line in lines)


def survivors(case: Case, lines: set[int]) -> int:
    """Count what some lines and the rules leave, by the engine that did not find the clash."""
    script = case.script
    roles, plots, types = (
        tuple(variable.name for variable in variables.values())
        for variables in (script.role_variables, script.plot_variables, script.incident_variables)
    )
    return Diagram(restricted(case.puzzle, lines), roles, plots, case.budget, types).worlds_left


def restricted(puzzle: Puzzle, lines: set[int]) -> Puzzle:
    """Return what some lines and the rules say without all other lines."""
    covers = []
    for cover in puzzle.covers:
        items = tuple(item for item in cover.items if item.source.line in lines)
        kept = {item.name for item in items}
        options = (replace(o, items=o.items & kept) for o in cover.options if o.items & kept)
        covers.append(Cover(items, tuple(options)))
    constraints = tuple(c for c in puzzle.constraints if c.source.line in {0, *lines})
    return Puzzle(puzzle.variables, constraints, tuple(covers))


def cloned(rules: Rules) -> Rules:
    """Return rules with two characters that are equal in every trait."""
    model = replace(rules.characters["classRep"], abilities=(), traits=())
    characters = {**rules.characters, **{one: replace(model, id=one) for one in NAMES}}
    english = replace(rules.names["en"], characters={**rules.names["en"].characters, **NAMES})
    return replace(rules, characters=characters, names={**rules.names, "en": english})


def swapped(text: str) -> str:
    first, second = NAMES.values()
    return text.replace(first, "#").replace(second, first).replace("#", second)


def renamed(row: Mapping[str, object]) -> dict[str, object]:
    other = {FIRST: SECOND, SECOND: FIRST}
    return {other.get(who, who): value for who, value in row.items()}


@pytest.mark.parametrize("tragedy_set", SETS)
@pytest.mark.parametrize("seed", range(2))
def test_equal_characters_can_be_swapped(tragedy_set: str, seed: int) -> None:
    rules = cloned(load_rules())
    cast = f"{NAMES[FIRST]}, {NAMES[SECOND]}, Doctor, Nurse, Alien, Shrine Maiden, Police Officer, Pop Idol"
    incident = next(i for i in rules.sets[tragedy_set].incidents if i.id == "suicide").id
    header = f"set {tragedy_set}\nloops 2\ndays 3\ncast {cast}\nlate none\nincident 2 {incident}\n"
    set_up = Case.from_text(header, rules)
    luck = Random(seed)  # noqa: S311  (no secret)
    case = Case.from_text(play(set_up, draw(set_up, luck), luck), rules)
    other = Case.from_text(swapped(case.text), rules)
    one, two = case.solve(), other.solve()
    assert one.worlds == two.worlds
    assert one.plots == two.plots
    assert renamed(one.roles) == dict(two.roles)
    assert {day: renamed(row) for day, row in one.culprits.items()} == dict(two.culprits)


@pytest.mark.parametrize("tragedy_set", ["midnightZone", "mysteryCircle"])
def test_two_runs_print_the_same_bytes(tragedy_set: str, tmp_path: Path) -> None:
    log = tmp_path / "game.play"
    log.write_text(simulated(tragedy_set, 5, SHORT).log, encoding="utf-8")
    printed = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", RUN, "solve", "--json", str(log)]
        printed.append(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
    assert printed[0] == printed[1]
    assert printed[0]
