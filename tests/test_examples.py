"""The plays of the examples, with what must come out of them by the rules."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from deducer.answer import Script, Status
from deducer.case import Case
from deducer.logic.evaluate import survives
from deducer.play.referee import foul
from deducer.play.script import read_script

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
LESSONS = ("beginners", "lying-ninja", "twin")

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


def certain(case: Case, *facts: str) -> bool:
    """Tell whether each of the facts alone holds in every script."""
    denied = [f"not {f}" if f.startswith("plot") else f.replace(" is ", " is not ", 1) for f in facts]
    return possible(case) and not any(possible(case, fact) for fact in denied)


def after(name: str, step: str, loop: int, day: int = 1) -> Case:
    """Return a lesson up to the first line of a step, from a day of a loop on."""
    case = load(f"{name}.play")
    lines = case.log.lines
    start = lines.index(f"day {day}", lines.index(f"loop {loop}"))
    return case.up_to(next(n for n, text in enumerate(lines, 1) if n > start and text.startswith(step)))


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


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_legal_under_its_script_after_every_line(name: str) -> None:
    case = load(f"{name}.play")
    set_up, script = read_script((EXAMPLES / f"{name}.script").read_text(encoding="utf-8"))
    assert set_up.setup == case.setup
    assert foul(case, script) is None
    assert survives(case.puzzle, case.world_of(script))


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_writes_every_due_step(name: str) -> None:
    case = load(f"{name}.play")
    words = Counter(text.partition(":")[0] for text in case.log.lines if ":" in text)
    loops = sum(text.startswith("loop ") for text in case.log.lines)
    days = loops * (case.setup.days or 0)
    assert words["start"] == words["end"] == loops
    assert all(words[step] == days for step in ("mm", "p", "ability", "goodwill", "night"))
    assert words["incident"] == loops * len(case.setup.incidents)


def test_beginners_a_counter_on_a_place_and_one_on_a_person() -> None:
    first = after("beginners", "ability", 1)
    assert not possible(first, "Office Worker is not CT", "Police Officer is not CT")
    assert possible(first, "plot An Unsettling Rumor")
    assert possible(first, "not plot An Unsettling Rumor", "Boy Student is Brain")
    assert possible(first, "plot A Place to Protect")
    second = after("beginners", "ability", 1, 2)
    assert not possible(second, "plot A Place to Protect")
    assert not possible(second, "Boy Student is not Brain", "Girl Student is not Brain")


def test_beginners_a_refusal_and_what_it_leaves() -> None:
    refused = after("beginners", "goodwill", 1)
    roles = ("Killer", "Brain", "Cultist", "Curmudgeon")
    assert not possible(refused, *(f"Girl Student is not {role}" for role in roles))
    assert all(possible(refused, f"Girl Student is {role}") for role in roles)
    resolved = after("beginners", "goodwill", 1, 2)
    assert not possible(resolved, "Boy Student is Cultist")
    assert all(possible(resolved, f"Boy Student is {role}") for role in ("Killer", "Brain", "Curmudgeon"))


def test_beginners_a_quiet_night_clears_pairs_only() -> None:
    quiet = after("beginners", "night", 1)
    pairs = ("Boy Student", "Girl Student", "Police Officer", "Office Worker")
    assert not any(possible(quiet, f"{name} is Serial Killer") for name in pairs)
    assert all(possible(quiet, f"{name} is Serial Killer") for name in ("Doctor", "Shrine Maiden"))


def test_beginners_a_murder_a_lost_loop_and_an_empty_school() -> None:
    murder = after("beginners", "incident", 1, 2)
    assert certain(murder, "culprit of day 2 is Office Worker")
    lost = after("beginners", "end", 1, 3)
    assert certain(lost, "plot Light of the Avenger")
    assert possible(lost, "Boy Student is Brain")
    assert possible(lost, "Girl Student is Brain")
    assert certain(after("beginners", "ability", 2), "plot An Unsettling Rumor", "Girl Student is Brain")
    # One of two is the Conspiracy Theorist, and four people are left for the Suicide.
    assert load("beginners.play").count() == 2 * 4


def test_the_ninjas_word_has_two_readings() -> None:
    word = after("lying-ninja", "goodwill", 1, 2)
    assert not possible(word, "Office Worker is not Ninja", "Office Worker is not CT")
    assert possible(word, "Office Worker is Ninja")
    assert possible(word, "Office Worker is CT")


def test_an_incident_without_paranoia_is_an_obstinates() -> None:
    unease = after("lying-ninja", "incident", 1, 2)
    assert not possible(unease, "not plot Love-Hate Spiral", "not plot Dice of the Gods")
    assert possible(unease, "culprit of day 2 is Boy Student")
    assert possible(unease, "culprit of day 2 is Nurse")


def test_the_ninja_is_one_of_three_reasons_at_first() -> None:
    lost = after("lying-ninja", "end", 1, 3)
    assert not possible(lost, "not plot The Sealed Item", "not plot Male Confrontation")
    assert possible(lost, "plot The Sealed Item", "Office Worker is CT")
    assert possible(lost, "Police Officer is Ninja", "Office Worker is CT")
    assert possible(lost, "Office Worker is Ninja")


def test_paranoia_where_he_was_not_finds_the_ninja() -> None:
    before = after("lying-ninja", "p:", 2, 3)
    assert possible(before, "Office Worker is CT")
    assert certain(after("lying-ninja", "ability", 2, 3), "Office Worker is Ninja", "plot Male Confrontation")


def test_the_rest_of_the_ninjas_script() -> None:
    start = after("lying-ninja", "day 1", 3)
    assert certain(start, "Pop Idol is Friend", "culprit of day 3 is Police Officer", "plot Love-Hate Spiral")
    assert possible(start, "plot Witches' Tea Time")
    moved = after("lying-ninja", "ability", 3)
    assert certain(moved, "plot Unanswered Heart", "Girl Student is Magician", "Boy Student is Obstinate")
    whole = load("lying-ninja.play")
    assert whole.count() == 2
    assert possible(whole, "Police Officer is CT")
    assert possible(whole, "Journalist is CT")


def test_a_lonely_death_at_gauge_0_proves_a_twin_and_a_detective() -> None:
    death = after("twin", "incident", 1, 2)
    assert certain(death, "plot Tricky Twins", "plot I am a Master Detective")
    school = ("Boy Student", "Girl Student", "Class Rep")
    assert all(possible(death, f"{name} is Twin", f"culprit of day 2 is {name}") for name in school)
    assert not possible(death, *(f"{name} is not Twin" for name in school))
    assert not possible(death, *(f"{name} is not Private Investigator" for name in school))
    assert not any(possible(death, f"culprit of day 1 is {name}") for name in school)


def test_the_same_death_at_gauge_1_needs_somebody_at_the_limit() -> None:
    text = (EXAMPLES / "twin.play").read_text(encoding="utf-8")
    first, later = text.split("incident: did not occur\n", 1)
    raised = Case.from_text(first + "incident: occurred: +1 paranoia Office Worker\n" + later)
    death = next(n for n, line in enumerate(raised.log.lines, 1) if line.endswith("Nurse dies"))
    assert possible(raised.up_to(death - 1))
    assert not possible(raised.up_to(death))


def test_roles_are_counted_and_the_fool_gives_herself_away() -> None:
    death = after("twin", "incident", 1, 2)
    mains = ("Tightrope Plan", "A Quilt of Incidents", "The Black School")
    assert all(possible(death, f"plot {name}") for name in mains)
    assert not possible(death, *(f"not plot {name}" for name in mains))
    portent = after("twin", "incident", 2)
    assert certain(portent, "Pop Idol is Fool", "culprit of day 1 is Pop Idol", "plot A Quilt of Incidents")


def test_the_second_lonely_death_and_the_closed_place() -> None:
    portent = after("twin", "incident", 2)
    assert possible(portent, "Girl Student is Twin")
    assert certain(after("twin", "incident", 2, 2), "Boy Student is Twin", "culprit of day 2 is Boy Student")
    closed = after("twin", "incident", 2, 3)
    assert certain(closed, "culprit of day 3 is Office Worker")
    # The Girl or the Class Rep investigates; the Paranoiac is the other one or the Shrine Maiden.
    assert closed.count() == load("twin.play").count() == 2 * 2
