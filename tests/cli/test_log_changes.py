"""new, note, undo: what they write, and that nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import FIRST_SCRIPT, run

from deducer.case import Case

HEADER = {
    "--set": "First Steps",
    "--loops": "3",
    "--days": "4",
    "--cast": "Doctor, Shrine Maiden, Police Officer, Office Worker, Boy Student, Girl Student",
    "--incident": "2 Murder",
}


def options(**changed: str) -> list[str]:
    told = {**HEADER, **{f"--{name}": value for name, value in changed.items()}}
    return [word for pair in told.items() for word in pair]


def test_a_new_log_from_options(tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    result = run("new", *options(), "--incident", "3 Suicide", "--late", "none", "-o", path)
    assert result.exit_code == 0, result.stderr
    case = Case.from_text(path.read_text(encoding="utf-8"))
    assert case.mistakes == ()
    assert case.setup.tragedy_set == "firstSteps"
    assert (case.setup.loops, case.setup.days) == (3, 4)
    assert len(case.setup.cast) == 6
    assert dict(case.setup.incidents) == {2: "murder", 3: "suicide"}
    assert not case.setup.late_assumed


def test_a_new_log_without_a_file_is_printed() -> None:
    result = run("new", *options())
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "set First Steps"
    assert "incident 2 Murder" in result.stdout.splitlines()


def test_a_cast_may_be_told_in_pieces() -> None:
    result = run("new", *options(), "--cast", "Nurse", "--cast", "Boss", "--turf", "Boss: School")
    assert "Nurse" in result.stdout
    assert "turf Boss: School" in result.stdout.splitlines()


def test_a_new_log_does_not_replace_a_file(log: Path) -> None:
    result = run("new", *options(), "-o", log)
    assert result.exit_code == 2
    assert log.read_text(encoding="utf-8") == FIRST_SCRIPT


def test_wrong_options_are_mistakes_and_nothing_is_written(tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    result = run("new", *options(cast="Doctor, Nurze"), "-o", path)
    assert result.exit_code == 1
    assert "Nurse" in result.stderr
    assert "^" in result.stderr
    assert not path.exists()


def test_questions_are_asked_again_until_the_answer_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    answers = [
        "Frist Stepz",
        "First Steps",
        "3",
        "4",
        "Doctor, Nurze, Boss",
        "Doctor, Nurse, Boss, Boy Student, Alien",
        "",
        "2 Murder",
        "",
        "School",
    ]
    result = run("new", "-o", path, stdin="\n".join(answers) + "\n")
    assert result.exit_code == 0, result.output
    assert path.read_text(encoding="utf-8").splitlines() == [
        "set First Steps",
        "loops 3",
        "days 4",
        "cast Doctor, Nurse, Boss, Boy Student, Alien",
        "late none",
        "incident 2 Murder",
        "turf Boss: School",
    ]
    assert "Nurse" in result.stderr


def test_questions_ask_for_the_file_too(tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    answers = ["First Steps", "3", "4", "Doctor, Nurse, Boy Student, Alien", "", "", str(path)]
    assert run("new", stdin="\n".join(answers) + "\n").exit_code == 0
    assert path.exists()


def test_questions_that_stop_write_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    result = run("new", "-o", path, stdin="First Steps\n")
    assert result.exit_code == 130
    assert not path.exists()


def test_a_note_is_appended(log: Path) -> None:
    result = run("note", log, "day 2")
    assert result.exit_code == 0, result.stderr
    assert log.read_text(encoding="utf-8") == FIRST_SCRIPT + "day 2\n"


def test_a_note_says_what_it_rules_out(log: Path) -> None:
    result = run("note", log, "fact: Doctor is Brain")
    assert result.exit_code == 0
    number = len(FIRST_SCRIPT.splitlines()) + 1
    assert result.stdout.startswith(f"Line {number} made certain: ")
    assert "Doctor is Brain" in result.stdout


def test_a_note_that_clashes_says_with_what(log: Path) -> None:
    run("note", log, "fact: Doctor is Brain")
    result = run("note", log, "fact: Doctor is Killer")
    assert result.exit_code == 1
    assert "No script fits" in result.stdout
    assert "fact: Doctor is Brain" in result.stdout
    assert log.read_text(encoding="utf-8").endswith("fact: Doctor is Killer\n")


def test_a_note_with_a_mistake_is_shown_and_not_written(log: Path) -> None:
    result = run("note", log, "fact: Doktor is Brain")
    assert result.exit_code == 1
    assert "^" in result.stderr
    assert "Doctor" in result.stderr
    assert "Nothing was written" in result.stderr
    assert log.read_text(encoding="utf-8") == FIRST_SCRIPT


def test_one_mistake_keeps_all_statements_of_a_note_out(log: Path) -> None:
    assert run("note", log, "day 2", "hello").exit_code == 1
    assert log.read_text(encoding="utf-8") == FIRST_SCRIPT


def test_a_note_can_be_forced(log: Path) -> None:
    result = run("note", log, "fact: Doktor is Brain", "--force")
    assert result.exit_code == 1
    assert "Nothing was written" not in result.stderr
    assert log.read_text(encoding="utf-8").endswith("fact: Doktor is Brain\n")


def test_old_mistakes_do_not_stop_a_note(log: Path) -> None:
    log.write_text(FIRST_SCRIPT + "hello\n", encoding="utf-8")
    result = run("note", log, "day 2")
    assert result.exit_code == 0
    assert "hello" not in result.stderr


def test_notes_are_read_line_by_line(log: Path) -> None:
    result = run("note", log, stdin="day 2\nmm: Doctor paranoia+1, unknown, unknown\n\nday 3\n")
    assert result.exit_code == 0, result.stderr
    assert log.read_text(encoding="utf-8") == (
        FIRST_SCRIPT + "day 2\nmm: Doctor paranoia+1, unknown, unknown\n"
    )


def test_a_bad_line_among_many_costs_only_itself(log: Path) -> None:
    result = run("note", log, stdin="hello\nday 2\n")
    assert result.exit_code == 1
    assert log.read_text(encoding="utf-8") == FIRST_SCRIPT + "day 2\n"


def test_a_note_in_json(log: Path) -> None:
    found = json.loads(run("note", log, "fact: Doctor is Brain", "--json").stdout)
    assert found["written"] is True
    assert ["role.doctor", "brain"] in found["difference"]["certain"]
    assert found["contradiction"] is None
    refused = json.loads(run("note", log, "hello", "--json").stdout)
    assert refused["written"] is False
    assert refused["mistakes"][0]["text"] == "hello"


def test_a_log_can_be_begun_by_notes(tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    path.write_text("", encoding="utf-8")
    for line in FIRST_SCRIPT.splitlines():
        if line:
            result = run("note", path, line)
            assert result.exit_code == 0, (line, result.stderr)
    assert Case.from_text(path.read_text(encoding="utf-8")).mistakes == ()


def test_undo_takes_the_last_statement(log: Path) -> None:
    result = run("undo", log)
    assert result.exit_code == 0
    assert result.stdout == "Took back: night: nothing\n"
    assert log.read_text(encoding="utf-8") == FIRST_SCRIPT.removesuffix("night: nothing\n")


def test_undo_in_json(log: Path) -> None:
    assert json.loads(run("undo", log, "--json").stdout) == {"removed": "night: nothing"}


def test_undo_of_an_empty_log(tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    path.write_text("# nothing yet\n", encoding="utf-8")
    result = run("undo", path)
    assert result.exit_code == 0
    assert "no statement" in result.stdout


@pytest.mark.parametrize("statement", ["day 2\nday 3", "day 2\r"])
def test_a_statement_is_one_line(log: Path, statement: str) -> None:
    result = run("note", log, statement)
    assert result.exit_code != 0
    assert log.read_text(encoding="utf-8") == FIRST_SCRIPT
