from __future__ import annotations

import io
import re

import pytest
from made_answers import ANSWER, CONTRADICTORY, NAMES, SETUP
from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from deducer.answer import Answer, Difference
from deducer.ids import ABSENT
from deducer.present import text


def screen(encoding: str = "utf-8", width: int = 80) -> tuple[Console, io.BytesIO]:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding, write_through=True)
    console = text.console(file)
    console.width = width
    return console, raw


def shown(answer: Answer, encoding: str = "utf-8", width: int = 80) -> list[str]:
    console, raw = screen(encoding, width)
    text.answer(console, NAMES, SETUP, answer)
    return raw.getvalue().decode(encoding).splitlines()


def test_an_answer_on_a_small_terminal(snapshot: SnapshotAssertion) -> None:
    console, raw = screen()
    changed = Difference(
        12,
        "ability: nothing",
        certain=(("role.nurse", "killer"),),
        ruled_out=(("role.nurse", "brain"), ("role.doctor", "killer"), ("plot", "signWithMe")),
    )
    text.answer(console, NAMES, SETUP, ANSWER, changed)
    assert raw.getvalue().decode() == snapshot


def test_a_contradiction(snapshot: SnapshotAssertion) -> None:
    assert "\n".join(shown(CONTRADICTORY)) == snapshot


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_ten_characters_fit_eighty_columns(encoding: str) -> None:
    lines = shown(ANSWER, encoding)
    assert max(map(len, lines)) <= 80
    assert "\x1b" not in "".join(lines)


def test_marks_do_not_rest_on_colour_or_on_unicode() -> None:
    def nurse(encoding: str) -> str:
        return next(line for line in shown(ANSWER, encoding) if line.startswith("Nurse"))

    assert nurse("utf-8").count("●") == 1
    assert nurse("ascii").count("X") == 1
    assert "●" not in nurse("ascii")


def test_a_role_that_nobody_can_have_leaves_the_grid() -> None:
    lines = shown(ANSWER)
    heading = next(line for line in lines if re.match(r" +Pe ", line))
    assert "Wi" not in heading.split()
    assert "Held by nobody: Witch." in lines


def test_every_cell_stands_under_its_code() -> None:
    lines = shown(ANSWER)
    heading = next(line for line in lines if re.match(r" +Pe ", line))
    nurse = next(line for line in lines if line.startswith("Nurse"))
    assert heading[nurse.index("●") :].startswith("Ki")
    doctor = next(line for line in lines if line.startswith("Doctor "))
    codes = {heading[at : at + 2].strip() for at, mark in enumerate(doctor) if mark == "·"}
    # The Doctor stands ninth, so his cells are possible where (8 + 2 * place) is no multiple of 3.
    assert codes == {"Pe", "KP", "Br", "Cu", "Fr", "Lv", "LO", "Fa", "D2", "D3", "D5", "D6"}


def test_a_narrow_terminal_splits_the_grid_and_loses_no_column() -> None:
    lines = shown(ANSWER, width=44)
    heads = [code for line in lines if re.fullmatch(r" {20}(\w\w +)*\w\w", line) for code in line.split()]
    assert heads == [
        "Pe",
        "KP",
        "Ki",
        "Br",
        "Cu",
        "TT",
        "Fr",
        "CT",
        "Lv",
        "LO",
        "SK",
        "Fa",
        "D2",
        "D3",
        "D5",
        "D6",
    ]


def test_colour_is_left_out_when_it_is_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("FORCE_COLOR", "1")
    console, raw = screen()
    text.answer(console, NAMES, SETUP, ANSWER)
    # Bold and underline stay, as NO_COLOR asks; no colour code does.
    assert set(re.findall(r"\x1b\[([\d;]*)m", raw.getvalue().decode())) <= {"0", "1", "4"}


def test_a_hidden_character_may_be_absent() -> None:
    some = next(iter(ANSWER.roles["classRep"].values()))
    rows = {**ANSWER.roles, "godlyBeing": {**ANSWER.roles["classRep"], ABSENT: some}}
    lines = shown(Answer(ANSWER.plots, rows, ANSWER.culprits))
    assert any("Absent" in line for line in lines)
