"""The doctor finds the wrong line and what it should say; the Mastermind may have slipped instead."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from mistakes import Mistold, mistold

from deducer.case import Case
from deducer.explain import doctor
from deducer.explain.doctor import Diagnosis, Mend, diagnose
from deducer.explain.forgotten import forgotten
from deducer.explain.mends import Neighbours, Slip
from deducer.play.setup import Size
from deducer.present import doctor_data, doctor_text
from deducer.present.phrase import columns, wrapped
from deducer.script.clues import Kind

ANY = Size()
EXAMPLES = Path(__file__).parents[2] / "examples"
PUBLISHED = (
    "fact: plot Murder Plan; plot Shadow of the Ripper",
    "fact: Shrine Maiden is Serial Killer",
    "fact: Girl Student is Key Person",
    "fact: Office Worker is Killer",
)
HEADER = (
    "set First Steps\nloops 3\ndays 4\n"
    "cast Police Officer, Girl Student, Doctor, Office Worker, Boy Student, Shrine Maiden\nlate none\n"
    "incident 2 Murder\nincident 3 Suicide\nloop 1\n"
)


def diagnosed(text: str, readings: int = doctor.READINGS) -> tuple[Case, Diagnosis]:
    case = Case.from_text(text)
    assert not case.mistakes
    found = diagnose(case, readings)
    assert found is not None
    return case, found


def mended(case: Case, mend: Mend) -> Case:
    """Return the case with what a mend proposes pasted in the place of its lines."""
    lines = list(case.log.lines)
    for one in mend.lines:
        lines[one.source.line - 1] = one.text
    return Case.from_text("\n".join(lines) + "\n")


def same(one: str, other: str) -> bool:
    """Tell whether two lines say the same, whatever the order of the changes."""

    def parts(line: str) -> tuple[str, list[str]]:
        word, _, rest = line.partition(":")
        return word, sorted(part.strip() for part in rest.split(";"))

    return parts(one) == parts(other)


def rank(found: Diagnosis, wrong: Mistold) -> int | None:
    """Return the place of the right mend among those proposed."""
    right = (
        place
        for place, mend in enumerate(found.mends, start=1)
        if len(mend.lines) == 1
        and mend.lines[0].source.line == wrong.line
        and same(mend.lines[0].text, wrong.right)
    )
    return next(right, None)


def accused(found: Diagnosis) -> set[int]:
    return {*found.clashes[0].lines, *found.clashes[0].board}


@pytest.fixture(scope="module")
def mistold_day() -> tuple[Case, Diagnosis]:
    text = (EXAMPLES / "mistold-day.play").read_text(encoding="utf-8")
    return diagnosed(text + "\n".join(PUBLISHED) + "\n")


def test_one_wrong_word_of_a_board_is_mended(mistold_day: tuple[Case, Diagnosis]) -> None:
    """With the published script she can only have been alone with the Shrine Maiden."""
    case, found = mistold_day
    board = next(s.at.line for s in case.log.play if s.at.text.startswith("board"))
    assert board in accused(found)
    first = [mend.lines[0] for mend in found.mends[:3]]
    assert any(line.source.line == board and "Girl Student Shrine" in line.text for line in first)
    assert found.complete


def test_what_is_told_fits_a_narrow_terminal(mistold_day: tuple[Case, Diagnosis]) -> None:
    case, found = mistold_day
    told = list(doctor_text.diagnosis(case.names, case.log, found))
    lines = [line for paragraph in told for line in wrapped(paragraph, 80)]
    assert max(map(columns, lines)) <= 80
    words = "Line 15: read 'Girl Student Shrine p0 g0 i0' instead of 'Girl Student City p0 g0 i0'"
    assert any(words in paragraph for paragraph in told)


def test_the_same_is_told_as_data(mistold_day: tuple[Case, Diagnosis]) -> None:
    case, found = mistold_day
    told = json.loads(json.dumps(doctor_data.diagnosis(found)))
    assert told["mends"][0]["lines"][0]["line"] == 15
    assert mended(case, found.mends[0]).log.lines[14] == told["mends"][0]["lines"][0]["text"]
    assert told["complete"] is True
    assert doctor_data.diagnosis(None) is None


def test_a_contradiction_names_the_lines_that_made_the_board(mistold_day: tuple[Case, Diagnosis]) -> None:
    case, found = mistold_day
    clash = case.contradiction()
    assert clash is not None
    assert {one.line for one in (*clash.sources, *clash.board)} == accused(found)


def test_unsure_lines_come_first() -> None:
    facts = "fact: Office Worker is Killer\n? fact: Office Worker is Brain\n"
    case, found = diagnosed(HEADER + facts)
    told = list(doctor_text.diagnosis(case.names, case.log, found))
    assert [one.text for one in found.drop[0]] == ["fact: Office Worker is Brain"]
    assert found.drop[0][0].unsure
    assert found.mends[0].lines[0].source.unsure
    assert any("not sure of line 10" in paragraph for paragraph in told)


def test_a_loss_that_was_won_may_be_the_mastermind_s_slip() -> None:
    """Two intrigue on the School lose the loop under A Place to Protect, so "won" was a slip."""
    text = (
        "set First Steps\nloops 3\ndays 1\nlate none\n"
        "cast Police Officer, Doctor, Patient, Boy Student, Girl Student\n"
        "loop 1\nstart: nothing\nday 1\n"
        "mm: School intrigue+2, Doctor paranoia+1, Patient paranoia+1\np: nothing\n"
        "ability: nothing\ngoodwill: nothing\nnight: nothing\nend: won\nfact: plot A Place to Protect\n"
    )
    _, found = diagnosed(text)
    assert Kind.WON in {duty.clue.kind for duty in found.duties}


def test_there_is_nothing_to_mend_in_a_log_that_fits() -> None:
    assert diagnose(Case.from_text(HEADER)) is None


def test_a_search_cut_short_says_so(mistold_day: tuple[Case, Diagnosis]) -> None:
    case, _ = mistold_day
    found = diagnose(case, readings=3)
    assert found is not None
    assert not found.complete
    assert any("cut short" in told for told in doctor_text.diagnosis(case.names, case.log, found))


def test_two_wrong_lines_are_mended_together() -> None:
    """Nobody has two roles in the script; either line of each pair may be the wrong one."""
    facts = "fact: Office Worker is {}\nfact: Office Worker is {}\nfact: Doctor is {}\nfact: Doctor is {}\n"
    case, found = diagnosed(HEADER + facts.format("Killer", "Brain", "Friend", "Curmudgeon"))
    pairs = {tuple(line.line for line in lines) for lines in found.drop}
    assert pairs == {(9, 11), (9, 12), (10, 11), (10, 12)}
    assert all(len(mend.lines) == 2 for mend in found.mends)
    for mend in found.mends:
        assert mended(case, mend).count() == mend.worlds


def test_neighbours_of_a_death() -> None:
    case = Case.from_text(HEADER + "day 1\nnight: Girl Student dies\n")
    night = case.log.play[-1]
    edits = [edit for part in Neighbours(case.script).parts(night) for edit in part.edits]
    # Five others may have died instead, five others besides, or nobody.
    slips = [edit.slip for edit in edits]
    assert (slips.count(Slip.NAME), slips.count(Slip.DEATH), slips.count(Slip.EXTRA)) == (5, 5, 1)


def test_neighbours_of_an_incident() -> None:
    case = Case.from_text(HEADER + "day 1\nday 2\nincident: did not occur\n")
    edits = [edit for part in Neighbours(case.script).parts(case.log.play[-1]) for edit in part.edits]
    assert [edit.slip for edit in edits] == [Slip.OCCURRED]


def test_a_night_that_was_not_noted_is_asked_for() -> None:
    """Alone with a Serial Killer somebody would have died; so a quiet night would tell something."""
    day = (
        "start: nothing\nday 1\n"
        "mm: Girl Student move vertical, Doctor paranoia+1, Police Officer paranoia+1\n"
        "p: nothing\nability: nothing\ngoodwill: nothing\nday 2\n"
    )
    case = Case.from_text(HEADER + day)
    assert not case.mistakes
    asked = forgotten(case)
    assert "night: nothing" in {one.text for one in asked}
    assert all(one.bits is not None and 0 < one.bits <= 1 for one in asked)
    told = list(doctor_text.forgotten(asked))
    assert 1 < len(told) <= 4


def test_nothing_is_asked_for_where_everything_was_noted() -> None:
    case = Case.from_text((EXAMPLES / "machine-game.play").read_text(encoding="utf-8"))
    assert not list(doctor_text.forgotten(forgotten(case)))


def check(number: int, size: Size = ANY) -> tuple[bool, bool] | None:
    """Tell whether the wrong line is in the first clash, and a right mend among the first five."""
    wrong = mistold(number, size)
    if wrong is None:
        return None
    case, found = diagnosed(wrong.text)
    for mend in found.mends:
        again = mended(case, mend)
        assert not again.mistakes
        assert again.sat.fits(range(len(again.sat.pieces)))
    place = rank(found, wrong)
    return wrong.line in accused(found), place is not None and place <= 5


@pytest.mark.parametrize("number", range(3000, 3012))
def test_a_wrong_line_is_accused(number: int) -> None:
    found = check(number, Size(loops=2, days=3))
    assert found is None or found[0]


@pytest.mark.long
def test_two_hundred_mistakes() -> None:
    results: list[tuple[bool, bool]] = []
    number = 5000
    while len(results) < 200:
        found = check(number)
        if found is not None:
            results.append(found)
        number += 1
    assert sum(accused for accused, _ in results) >= 0.9 * len(results)
    assert sum(right for _, right in results) >= 0.6 * len(results)


def test_a_counter_forgotten_at_a_loop_s_start_is_proposed() -> None:
    # Black Cat puts intrigue on the Shrine whenever a loop starts.
    text = (
        HEADER.replace("cast ", "cast Black Cat, ").removesuffix("loop 1\n")
        + "loop 1\nstart: nothing\nday 1\n"
    )
    found = diagnose(Case.from_text(text))
    assert found is not None
    assert "start: +1 intrigue Shrine" in [mend.lines[0].text for mend in found.mends]
