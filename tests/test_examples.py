"""The three recorded plays of the examples, with what must come out of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from deducer.answer import Script, Status
from deducer.case import Case
from deducer.logic.evaluate import survives

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"

FIRST_SCRIPT = Script(
    ("murderPlan",),
    ("shadowRipper",),
    {
        "boyStudent": "person",
        "girlStudent": "keyPerson",
        "shrineMaiden": "serialKiller",
        "policeOfficer": "conspiracyTheorist",
        "officeWorker": "killer",
        "doctor": "brain",
    },
    {2: "officeWorker", 3: "girlStudent"},
)
MACHINE_GAME = Script(
    ("giantTimeBomb",),
    ("circleFriends", "unknownFactor"),
    {
        "journalist": "witch",
        "richStudent": "factor",
        "servant": "friend",
        "illusion": "friend",
        "teacher": "conspiracyTheorist",
        "copycat": "conspiracyTheorist",
        "policeOfficer": "person",
        "alien": "person",
        "partTimer": "person",
    },
    {2: "richStudent", 3: "partTimer", 4: "journalist", 5: "alien"},
)


def load(name: str) -> Case:
    case = Case.from_text((EXAMPLES / name).read_text(encoding="utf-8"))
    assert not case.mistakes
    return case


def possible(case: Case, *facts: str) -> bool:
    return case.engine.witness(case.filters(facts)) is not None


def lines_of_play(case: Case) -> list[int]:
    return [statement.at.line for statement in case.log.play]


def test_the_recorded_day_leaves_two_main_plots() -> None:
    plots = load("first-script.play").solve().plots
    main = {p for p, entry in plots.items() if entry.kind == "main" and entry.cell.status is Status.POSSIBLE}
    assert main == {"murderPlan", "lightAvenger"}


@pytest.mark.parametrize("role", ["Brain", "Conspiracy Theorist"])
def test_the_recorded_day_places_both_sources_in_the_city(role: str) -> None:
    case = load("first-script.play")
    in_the_city = ("Doctor", "Office Worker", "Police Officer")
    assert all(possible(case, f"{name} is {role}") for name in in_the_city)
    assert not possible(case, *(f"{name} is not {role}" for name in in_the_city))


@pytest.mark.parametrize("student", ["Boy Student", "Girl Student"])
def test_the_recorded_day_clears_both_students(student: str) -> None:
    assert not possible(load("first-script.play"), f"{student} is Serial Killer")


@pytest.mark.parametrize(
    ("name", "truth"), [("first-script.play", FIRST_SCRIPT), ("machine-game.play", MACHINE_GAME)]
)
def test_the_truth_survives_every_line(name: str, truth: Script) -> None:
    case = load(name)
    world = case.world_of(truth)
    for line in lines_of_play(case):
        assert survives(case.up_to(line).puzzle, world), case.log.lines[line - 1]


def test_two_sources_of_paranoia_make_the_copycat_one() -> None:
    """Loop 2 has one at the School, loop 3 one in the City; nobody stood in both places."""
    case = load("machine-game.play")
    assert not possible(case, "Copycat is not Conspiracy Theorist")
    at_school = ("Rich Man's Daughter", "Teacher", "Servant")
    assert not possible(case, *(f"{name} is not Conspiracy Theorist" for name in at_school))


def test_the_wrong_final_guess_was_possible_until_it_was_made() -> None:
    guess = (
        "Servant is Friend",
        "Journalist is Witch",
        "Copycat is Conspiracy Theorist",
        "Police Officer is Person",
        "Illusion is Person",
        "Part-Timer is Person",
        "Rich Man's Daughter is Conspiracy Theorist",
        "Teacher is Person",
        "Alien is Friend",
    )
    case = load("machine-game.play")
    first = next(s.at.line for s in case.log.play if s.at.text.startswith("guess"))
    assert possible(case.up_to(first - 1), *guess)
    clash = case.with_lines([f"fact: {fact}" for fact in guess]).contradiction()
    assert clash is not None
    assert "guess: Illusion Person wrong" in {source.text for source in clash.sources}


def test_the_mistold_day_accuses_the_office_worker() -> None:
    case = load("mistold-day.play")
    assert not possible(case, "Office Worker is not Serial Killer")
    assert not possible(case, "Girl Student is not Key Person")


def test_the_mistold_day_clashes_with_the_published_script() -> None:
    names = {
        "Boy Student": "Person",
        "Girl Student": "Key Person",
        "Shrine Maiden": "Serial Killer",
        "Police Officer": "Conspiracy Theorist",
        "Office Worker": "Killer",
        "Doctor": "Brain",
    }
    case = load("mistold-day.play")
    told = case.with_lines(
        ["fact: plot Murder Plan", *(f"fact: {name} is {role}" for name, role in names.items())]
    )
    answer = told.solve()
    assert answer.contradiction is not None
    assert answer.roles["doctor"]["brain"].status is None
    blamed = [source.text for source in answer.contradiction.sources]
    assert any(text.startswith("night: Girl Student dies") for text in blamed)
    assert any("is Serial Killer" in text or "is Killer" in text for text in blamed)


def test_the_mistold_day_mended_fits_the_published_script() -> None:
    text = (EXAMPLES / "mistold-day.play").read_text(encoding="utf-8")
    mended = Case.from_text(text.replace("Girl Student City", "Girl Student Shrine"))
    assert not mended.mistakes
    assert survives(mended.puzzle, mended.world_of(FIRST_SCRIPT))
