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


@pytest.mark.parametrize("name", ["game.play", "none/game.play"])
def test_a_file_that_cannot_be_written_is_told_before_any_question(log: Path, name: str) -> None:
    result = run("new", "-o", log.parent / name, stdin="First Steps\n")
    assert result.exit_code == 2
    assert "Tragedy Set" not in result.stderr


def test_the_file_is_asked_for_until_a_new_one_is_named(log: Path) -> None:
    path = log.with_name("second.play")
    answers = ["First Steps", "3", "4", "Doctor, Nurse", "", "", str(log), "none/x.play", str(path)]
    result = run("new", stdin="\n".join(answers) + "\n")
    assert result.exit_code == 0, result.stderr
    assert "the file is there already" in result.stderr
    assert path.exists()


def test_answers_that_cannot_be_written_are_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    answers = ["First Steps", "3", "4", "Doctor, Nurse", "", ""]
    result = run("new", "-o", tmp_path / "game.play", stdin="\n".join(answers) + "\n")
    assert result.exit_code == 2
    assert result.stdout.splitlines() == [
        "set First Steps",
        "loops 3",
        "days 4",
        "cast Doctor, Nurse",
        "late none",
    ]
    assert "No space left" in result.stderr


def test_questions_that_stop_keep_the_answers_in_a_part(tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    result = run("new", "-o", path, stdin="First Steps\n3\n")
    assert result.exit_code == 130
    assert not path.exists()
    part = tmp_path / "game.play.part"
    assert part.read_text(encoding="utf-8") == "set First Steps\nloops 3\n"
    assert str(part) in result.stderr


def test_questions_that_stop_before_any_answer_leave_nothing(tmp_path: Path) -> None:
    assert run("new", "-o", tmp_path / "game.play", stdin="").exit_code == 130
    assert list(tmp_path.iterdir()) == []


def test_questions_that_stop_without_a_file_print_the_answers() -> None:
    result = run("new", stdin="First Steps\n3\n")
    assert result.exit_code == 130
    assert result.stdout == "set First Steps\nloops 3\n"


def test_answers_are_printed_if_their_part_is_there_already(tmp_path: Path) -> None:
    part = tmp_path / "game.play.part"
    part.write_text("mine\n", encoding="utf-8")
    result = run("new", "-o", tmp_path / "game.play", stdin="First Steps\n")
    assert result.exit_code == 130
    assert result.stdout == "set First Steps\n"
    assert part.read_text(encoding="utf-8") == "mine\n"


def test_the_end_of_the_input_will_do_where_an_empty_answer_does(tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    answers = ["First Steps", "3", "4", "Doctor, Nurse, Boy Student, Alien, Girl Student"]
    result = run("new", "-o", path, stdin="\n".join(answers) + "\n")
    assert result.exit_code == 0, result.stderr
    assert path.read_text(encoding="utf-8").splitlines()[-1] == "late none"


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"cast": "Doctor"}, "needs 2 characters with roles; the cast has 1"),
        ({"set": "Basic Tragedy", "cast": "Doctor"}, "the cast has 1"),
    ],
)
def test_a_cast_too_small_for_any_script_is_a_warning(
    tmp_path: Path, changed: dict[str, str], why: str
) -> None:
    path = tmp_path / "game.play"
    result = run("new", *options(**changed), "-o", path)
    assert result.exit_code == 0
    assert "Warning: No script fits" in result.stderr
    assert why in " ".join(result.stderr.split())
    assert path.exists()
    assert "Warning" not in run("new", *options()).stderr


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


def test_notes_are_read_line_by_line_to_the_end(log: Path) -> None:
    result = run("note", log, stdin="day 2\nmm: Doctor paranoia+1, unknown, unknown\n\nday 3\n")
    assert result.exit_code == 0, result.stderr
    assert log.read_text(encoding="utf-8") == (
        FIRST_SCRIPT + "day 2\nmm: Doctor paranoia+1, unknown, unknown\nday 3\n"
    )


@pytest.mark.parametrize("encoding", ["latin-1", "utf-16-le", "utf-16"])
def test_notes_in_another_encoding_are_refused(log: Path, encoding: str) -> None:
    result = run("note", log, stdin="# Sch\xf6n\n".encode(encoding))
    assert result.exit_code == 2
    assert "standard input, line 1" in result.stderr
    assert "save it as UTF-8" in result.stderr
    assert log.read_text(encoding="utf-8") == FIRST_SCRIPT


@pytest.mark.parametrize("statements", [("",), ("  ",), ("day 2", "")])
def test_an_empty_statement_is_refused(log: Path, statements: tuple[str, ...]) -> None:
    result = run("note", log, *statements)
    assert result.exit_code == 2
    assert "empty" in result.stderr
    assert log.read_text(encoding="utf-8") == FIRST_SCRIPT


def test_a_note_without_a_set_up_says_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "game.play"
    path.write_text("", encoding="utf-8")
    result = run("note", path, "set First Steps")
    assert result.exit_code == 0
    assert "no usable set-up yet" in result.stderr
    assert "the `cast` line is missing" in result.stderr
    assert json.loads(run("note", path, "loops 3", "--json").stdout)["setup"] is False
    result = run("note", path, "cast Doctor, Nurze", "--force")
    assert result.stderr.count("Nurze'") == 1
    path.write_text("set First Steps\n", encoding="utf-8")
    assert "set-up" not in run("note", path, HEADER["--cast"].join(["cast ", ""])).stderr


def test_nothing_is_left_beside_a_log(log: Path) -> None:
    run("note", log, "day 2")
    run("undo", log)
    assert [one.name for one in log.parent.iterdir()] == ["game.play"]


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
