from __future__ import annotations

import pytest
from made_answers import ANSWER, CONTRADICTORY, NAMES

from deducer.answer import Candidate, CastList, Contradiction, Difference, Script
from deducer.errors import Mistake, MistakeKind
from deducer.ids import ABSENT
from deducer.log.setup import Setup
from deducer.present import phrase
from deducer.provenance import Source


def test_facts_are_in_the_words_of_fact_lines() -> None:
    found = [("plot", "murderPlan"), ("role.nurse", "killer"), ("culprit.2", "alien")]
    assert phrase.facts(NAMES, found) == "plot Murder Plan; Nurse is Killer; culprit of day 2 is Alien"


def test_values_of_one_subject_are_alternatives() -> None:
    found = [("role.nurse", "killer"), ("role.nurse", "brain"), ("role.nurse", "witch")]
    assert phrase.facts(NAMES, found) == "Nurse is Killer, Brain or Witch"


def test_plots_are_no_alternatives() -> None:
    found = [("plot", "loveAffair"), ("plot", "hiddenFreak")]
    assert phrase.facts(NAMES, found) == "plot A Love Affair; plot The Hidden Freak"


def test_certain_facts_are_found() -> None:
    assert phrase.facts(NAMES, phrase.certain(ANSWER)) == "plot Murder Plan; Nurse is Killer"


def test_a_difference_does_not_repeat_what_follows() -> None:
    found = Difference(
        12,
        "",
        certain=(("role.nurse", "killer"),),
        ruled_out=(("role.nurse", "brain"), ("role.boss", "killer")),
    )
    assert (
        phrase.difference(NAMES, found)
        == "Line 12 made certain: Nurse is Killer. It ruled out: Boss is Killer."
    )


def test_a_plot_made_certain_does_not_hide_one_ruled_out() -> None:
    found = Difference(3, "", certain=(("plot", "murderPlan"),), ruled_out=(("plot", "sealedItem"),))
    assert phrase.difference(NAMES, found).endswith("It ruled out: plot The Sealed Item.")


def test_a_line_that_changed_nothing_says_so() -> None:
    assert phrase.difference(NAMES, Difference(3, "")) == "Line 3 changed nothing in the grids."


def test_several_lines_are_told_together() -> None:
    found = Difference(
        9, "", certain=(("plot", "murderPlan"),), ruled_out=(("role.boss", "killer"),), first=7
    )
    told = phrase.difference(NAMES, found)
    assert told == "Lines 7 to 9 made certain: plot Murder Plan. They ruled out: Boss is Killer."
    assert (
        phrase.difference(NAMES, Difference(9, "", worlds=(5, 0), first=7)) == "Lines 7 to 9 leave no script."
    )


def test_sources_name_place_and_line() -> None:
    assert phrase.source(Source(31, "L2D1 ability", "x")) == "L2D1 ability (line 31)"
    assert phrase.source(Source(31, "L2D1 ability", "x", unsure=True)) == "L2D1 ability (line 31, unsure)"
    assert phrase.source(Source(0, "R26")) == "R26"


def test_a_contradiction_names_its_lines() -> None:
    clash = CONTRADICTORY.contradiction
    assert clash is not None
    assert phrase.contradiction(clash).splitlines()[1:] == [
        "  L1D2 ability (line 12): ability: +1 intrigue Nurse",
        "  L2D1 goodwill (line 31, unsure): ? goodwill: Nurse 2 on Doctor: refused",
    ]


def test_a_set_up_without_a_script_says_why() -> None:
    assert phrase.contradiction(Contradiction((), "too few")) == "No script fits this set-up: too few."


def test_a_set_up_in_one_sentence() -> None:
    found = Setup("basicTragedy", loops=1, days=None, cast=("nurse",), incidents={3: None, 2: "murder"})
    assert phrase.setup(NAMES, found) == "Basic Tragedy, 1 loop, ? days, 1 character"
    assert phrase.incidents(NAMES, found) == "day 2 Murder, day 3 an unknown incident"


def test_a_cast_names_the_roles_and_leaves_persons_out() -> None:
    roles = {
        "boss": "friend",
        "nurse": "keyPerson",
        "alien": "friend",
        "doctor": "person",
        "godlyBeing": ABSENT,
    }
    assert phrase.cast(NAMES, roles) == "Key Person Nurse; Friend Boss, Alien; not in the script Godly Being"


def test_a_cast_of_persons() -> None:
    assert phrase.cast(NAMES, {"nurse": "person"}) == "everybody is a Person"


def test_guesses_say_that_they_were_cut() -> None:
    found = CastList((Candidate({"nurse": "killer"}),), complete=False, total=None, uncounted="too many")
    lines = list(phrase.guesses(NAMES, found, {"nurse": ("killer", "brain")}, final_guess=False))
    assert lines == [
        "This set has no Final Guess; the casts that fit are listed all the same.",
        "Open: Nurse (Killer, Brain)",
        "  1   Killer Nurse",
        "1 cast shown; more survive.",
        "Not counted: too many.",
    ]


def test_guesses_without_a_cast() -> None:
    found = CastList((), complete=True, total=0)
    (line,) = phrase.guesses(NAMES, found, {}, final_guess=True)
    assert line.startswith("No cast fits this log")


def test_plots_of_a_script() -> None:
    script = Script(("murderPlan",), ("circleFriends", "paranoiaVirus"), {}, {})
    assert phrase.plots(NAMES, script) == "Murder Plan + Circle of Friends + Paranoia Virus"


def mistake(text: str, column: int) -> list[str]:
    found = Mistake(14, column, MistakeKind.UNREADABLE, "no such character", "did you mean Nurse?", text)
    return phrase.mistake(found, 80).splitlines()


def test_a_mistake_has_place_caret_and_remedy() -> None:
    assert mistake("p: B Nurze goodwill+2", 6) == [
        "line 14, column 6: unreadable: no such character",
        "    p: B Nurze goodwill+2",
        "         ^",
        "  did you mean Nurse?",
    ]


def test_the_caret_stands_under_its_letter_after_wide_letters() -> None:
    _, line, caret, _ = mistake("p: 護士 x", 7)
    assert line == "    p: 護士 x"
    # Two letters of two columns each stand before it.
    assert caret.index("^") == 4 + 8


@pytest.mark.parametrize("column", [1, 60, 4_000, 9_999, 10_000, 10_001])
def test_a_long_line_is_cut_around_the_caret(column: int) -> None:
    text = "".join(chr(ord("a") + number % 26) for number in range(10_000))
    _, line, caret, _ = mistake(text, column)
    assert len(line) <= 80
    at = caret.index("^")
    if column <= len(text):
        assert line[at] == text[column - 1]


@pytest.mark.parametrize("column", [1, 40, 100, 200, 300])
@pytest.mark.parametrize("width", [40, 80])
def test_a_line_of_wide_letters_is_cut_around_the_caret(column: int, width: int) -> None:
    text = "".join(chr(0x4E00 + number) for number in range(300))
    found = Mistake(1, column, MistakeKind.UNREADABLE, "no", text=text)
    _, line, caret = phrase.mistake(found, width).splitlines()
    assert phrase.columns(line) <= width
    pointed = next(at for at in range(len(line)) if phrase.columns(line[:at]) == caret.index("^"))
    assert line[pointed] == text[column - 1]


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("name", ["Nurse of the long name " * 20, "x" * 500, "\u60e8" * 500])
def test_what_is_said_of_a_mistake_is_wrapped(width: int, name: str) -> None:
    found = Mistake(3, 1, MistakeKind.UNREADABLE, f"no {name}", f"did you mean {name}?", f"p: {name}")
    lines = phrase.mistake(found, width).splitlines()
    assert max(map(phrase.columns, lines)) <= width
    assert lines.index("    ^") == next(n for n, line in enumerate(lines) if line.startswith("    p: ")) + 1
    said = "".join("".join(lines).split())
    assert said.count("".join(name.split())) == 2


def test_a_mistake_of_the_whole_line_has_no_caret() -> None:
    assert mistake("day 9", 0) == [
        "line 14: unreadable: no such character",
        "    day 9",
        "  did you mean Nurse?",
    ]


def test_control_characters_never_reach_the_terminal() -> None:
    lines = mistake("p: \x1b[31mB\tx", 6)
    assert "\x1b" not in "".join(lines)
    assert "\t" not in "".join(lines)


def test_wrapped_text_keeps_indents_and_words() -> None:
    assert phrase.wrapped("  one Part-Timer three", 12) == ["  one", "    Part-Timer", "    three"]
    assert phrase.wrapped("  one two", 6, hang=1) == ["  one", " two"]
    assert phrase.wrapped("", 10) == []


def test_wrapped_text_counts_wide_letters_twice() -> None:
    assert phrase.wrapped("\u8b77\u58eb \u8b77\u58eb x", 9) == ["\u8b77\u58eb \u8b77\u58eb", "  x"]


def test_a_name_that_ends_with_a_full_stop_ends_a_sentence() -> None:
    assert phrase.wrapped("So the culprit is the A.I..", 80) == ["So the culprit is the A.I."]
    assert phrase.wrapped("A line that was cut...", 80) == ["A line that was cut..."]
