from __future__ import annotations

import pytest

from deducer.errors import UnknownNameError
from deducer.present.rulebook import (
    Chapter,
    coverage_data,
    coverage_lines,
    coverage_markdown,
    data,
    entries,
    overview,
    page,
)
from deducer.rules.coverage import CoverageRow, Grade
from deducer.rules.load import load_rules

RULES = load_rules()


def about(chapter: Chapter, name: str | None = None, set_name: str | None = None) -> list[str]:
    return list(page(entries(RULES, chapter, name, set_name)))


def test_a_role_tells_refusal_plots_and_abilities() -> None:
    lines = about(Chapter.ROLES, "Brain", "Basic Tragedy")
    assert lines[0] == "Brain (brain), Basic Tragedy"
    assert "  May refuse goodwill." in lines
    assert "  Added by: Murder Plan, The Sealed Item." in lines
    assert any("+1 intrigue" in line for line in lines)


def test_a_name_of_several_sets_shows_each() -> None:
    titles = [line for line in about(Chapter.ROLES, "Cultist") if not line.startswith(" ")]
    sets = ["Basic Tragedy", "First Steps", "Midnight Zone"]
    assert titles == [f"Cultist (cultist), {name}" for name in sets]


def test_a_mandatory_refusal_and_a_cap() -> None:
    assert "  Must refuse goodwill." in about(Chapter.ROLES, "Cultist", "First Steps")
    assert "  No Goodwill Refusal; at most 2 in a script." in about(Chapter.ROLES, "Friend", "Basic Tragedy")


def test_a_plot_tells_how_many_holders_it_adds() -> None:
    hideous = about(Chapter.PLOTS, "A Hideous Script")
    assert "  Subplot; roles: Conspiracy Theorist, Friend, Curmudgeon x0-2." in hideous
    circle = about(Chapter.PLOTS, "Circle of Friends")
    assert "  Subplot; roles: Friend x2, Conspiracy Theorist." in circle


def test_a_demand_on_the_holder_is_told() -> None:
    assert any("The Key Person must be a girl." in line for line in about(Chapter.PLOTS, "Sign with me!"))


def test_a_character_tells_limit_places_and_traits() -> None:
    lines = about(Chapter.CHARACTERS, "Patient")
    assert lines[1] == "  Limit 2, starts at Hospital, boy."
    assert "  May not enter Shrine, City or School." in lines
    assert any(
        "Moves along with Rich Man's Daughter or Boss" in line
        for line in about(Chapter.CHARACTERS, "Servant")
    )


def test_names_of_other_languages_are_found() -> None:
    assert about(Chapter.CHARACTERS, "巫女")[0] == "Shrine Maiden (shrineMaiden)"


def test_an_overview_has_a_line_for_everything() -> None:
    found = entries(RULES, Chapter.PLOTS, None, None)
    lines = list(overview(found))
    assert len(lines) == len(found) + len(RULES.sets)
    assert "  Murder Plan: Key Person, Killer, Brain" in lines
    sets = list(overview(entries(RULES, Chapter.SETS, None, None)))
    assert "First Steps: 3 main plots, 3 subplots (1 in a script)" in "\n".join(sets)


@pytest.mark.parametrize(
    ("chapter", "name", "hint"),
    [
        (Chapter.ROLES, "Brian", "no role is called 'Brian'; did you mean Brain?"),
        (Chapter.CHARACTERS, "Nurze", "no character is called 'Nurze'; did you mean Nurse?"),
        (Chapter.SETS, "qqqq", "no set is called 'qqqq'"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(chapter: Chapter, name: str, hint: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        entries(RULES, chapter, name, None)
    assert str(caught.value) == hint


def test_an_unknown_set_is_no_crash() -> None:
    with pytest.raises(UnknownNameError, match="no set is called"):
        entries(RULES, Chapter.ROLES, "Brain", "Basik")


def test_json_holds_the_records() -> None:
    (brain,) = data(entries(RULES, Chapter.ROLES, "Brain", "First Steps"), Chapter.ROLES)["roles"]
    assert brain["id"] == "brain"
    assert brain["name"] == "Brain"
    assert brain["set"] == "firstSteps"
    assert brain["refusal"] == "optional"


def test_the_coverage_table_in_three_forms() -> None:
    rows = (
        CoverageRow("role:brain", Grade.EXACT, shown_by=("a case", "another")),
        CoverageRow("plot:x", Grade.SOUND_ONLY, note="a | b"),
    )
    assert coverage_data(rows)[1] == {"id": "plot:x", "grade": "sound only", "note": "a | b", "shownBy": []}
    assert list(coverage_lines(rows)) == [
        "role:brain: exact; shown by: a case; another",
        "plot:x: sound only (a | b)",
    ]
    assert list(coverage_markdown(rows))[-2:] == [
        "| `role:brain` | exact |  | a case; another |",
        "| `plot:x` | sound only | a / b |  |",
    ]
