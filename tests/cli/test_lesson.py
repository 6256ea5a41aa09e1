"""`learn` and `practice` as a player meets them."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from command_line import FIRST_SCRIPT, run

BEGINNERS = Path(__file__).resolve().parents[2] / "examples" / "beginners.play"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "game.play"
    path.write_text(FIRST_SCRIPT, encoding="utf-8")
    return path


def test_learn_tells_every_step_and_how_it_ends() -> None:
    result = run("learn", BEGINNERS)
    assert result.exit_code == 0
    assert "Step 1 (easy):" in result.output
    left = json.loads(run("solve", BEGINNERS, "--json").output)["worlds"]
    assert f"That is all that follows. {left} scripts left." in " ".join(result.output.split())
    assert all(len(line) <= 80 for line in result.output.splitlines())


def test_hints_give_away_more_and_more() -> None:
    told = [
        run("learn", BEGINNERS, "--step", "1", "--hint", hint).output
        for hint in ("nudge", "area", "cell", "argument")
    ]
    nudge, area, cell, argument = (" ".join(text.split()) for text in told)
    assert "line 16" in nudge
    assert "Cultist" not in nudge + area
    assert "the role of the Girl Student" in area
    assert "The Girl Student is not the" in cell
    assert "refused" in argument
    assert "So the Girl Student is not the" in argument


def test_a_step_that_is_not_there_is_refused(log: Path) -> None:
    result = run("learn", log, "--step", "999")
    assert result.exit_code == 2
    assert "the lesson has" in result.output


def test_learn_as_json_has_steps_with_hints(log: Path) -> None:
    found = json.loads(run("learn", log, "--json").output)
    first = found["steps"][0]
    assert first["number"] == 1
    assert first["excludes"]
    assert set(first["hints"]) == {"nudge", "area", "cell", "argument"}
    assert found["mistakes"] == []


class Page(HTMLParser):
    """Checks that tags are closed in order, and keeps the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_page_is_whole_and_holds_every_hint(log: Path, tmp_path: Path) -> None:
    page = tmp_path / "lesson.html"
    assert run("learn", log, "-o", page).exit_code == 0
    reader = Page()
    reader.feed(page.read_text(encoding="utf-8"))
    assert reader.open == []
    steps = len(json.loads(run("learn", log, "--json").output)["steps"])
    assert reader.text.count("Where to look") == reader.text.count("Why") == steps
    assert "width=device-width" in page.read_text(encoding="utf-8")
    assert not list(tmp_path.glob("*.part"))


def test_a_worksheet_in_markdown(log: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "lesson.md"
    assert run("learn", log, "-o", sheet).exit_code == 0
    text = sheet.read_text(encoding="utf-8")
    assert text.startswith("# A deduction: First Steps")
    assert text.count("<details>") == text.count("</details>") > 0
    assert text == run("learn", log, "--format", "markdown").output


def test_a_contradictory_log_is_sent_to_check(log: Path) -> None:
    log.write_text(FIRST_SCRIPT + "fact: Doctor is Killer; Doctor is Brain\n", encoding="utf-8")
    for command in ("learn", "practice"):
        result = run(command, log)
        assert result.exit_code == 1
        assert "deducer check" in result.output


def asked(number: int) -> list[dict[str, list[str]]]:
    options = ("practice", BEGINNERS, "--after", "30", "--questions", str(number))
    found: list[dict[str, list[str]]] = json.loads(run(*options, "--json").output)["questions"]
    return found


def test_practice_asks_marks_and_explains() -> None:
    right, wrong = asked(2)
    excluded = next(one for one in wrong["choices"] if one not in wrong["answer"])
    answers = f"{', '.join(right['answer'])}\n{excluded}\n"
    result = run("practice", BEGINNERS, "--after", "30", "--questions", "2", stdin=answers)
    told = " ".join(result.output.split())
    assert result.exit_code == 0, result.output
    assert "Right, and complete." in told
    assert "It follows from" in told
    assert "Missing: " in told
    assert "1 of 2 answered in full." in told


def test_a_misspelt_answer_is_asked_again() -> None:
    (only,) = asked(1)
    answers = f"{only['answer'][0]}x\n{', '.join(only['answer'])}\n"
    result = run("practice", BEGINNERS, "--after", "30", "--questions", "1", stdin=answers)
    assert "did you mean" in " ".join(result.output.split())
    assert "Right, and complete." in result.output


def test_practice_plays_a_game_of_a_set() -> None:
    found = json.loads(run("practice", "--set", "First Steps", "--seed", "4", "--json").output)
    assert found["script"].startswith("set First Steps")
    assert "guess:" not in found["log"]
    assert found["questions"]
    for one in found["questions"]:
        assert set(one["answer"]) <= set(one["choices"])


def test_practice_wants_a_log_or_a_set(log: Path) -> None:
    for words in ((), (log, "--set", "First Steps")):
        result = run("practice", *words)
        assert result.exit_code == 2
        assert "either a LOG or --set" in result.output
