"""Whatever stands in a log, commands answer with a status and never with a traceback."""

from __future__ import annotations

import json
from pathlib import Path

from command_line import FIRST_SCRIPT, run
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

EXAMPLES = Path(__file__).parents[2] / "examples"
LOGS = (FIRST_SCRIPT, *(path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.play"))))
# Pieces that stand in real logs, to be put where they do not belong.
PIECES = sorted(
    {word for log in LOGS for line in log.splitlines() for word in line.replace(",", " ").split()}
)
# With this letter in it a file is no text, which is told as such (another test).
LETTERS = st.characters(exclude_characters="\0")


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A real log with lines lost, doubled, swapped, cut, and words replaced."""
    lines = draw(st.sampled_from(LOGS)).splitlines()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        other = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["lose", "double", "swap", "cut", "word", "letters"])):
            case "lose":
                lines[at] = ""
            case "double":
                lines.insert(other, lines[at])
            case "swap":
                lines[at], lines[other] = lines[other], lines[at]
            case "cut":
                lines[at] = lines[at][: draw(st.integers(0, 20))]
            case "word":
                words = lines[at].split(" ")
                words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(PIECES))
                lines[at] = " ".join(words)
            case _:
                lines[at] += draw(st.text(LETTERS, max_size=5))
    return "\n".join(lines)


def answers(text: str) -> None:
    log = text.encode("utf-8", "replace")
    for name in ("board", "solve"):
        result = run(name, "-", "--json", stdin=log)
        assert result.exit_code in {0, 1}
        assert "mistakes" in json.loads(result.stdout)
    assert run("check", "-", stdin=log).exit_code in {0, 1}


# Shrinking a whole log takes minutes and tells little.
@settings(max_examples=25, phases=[Phase.explicit, Phase.reuse, Phase.generate])
@given(mutated())
def test_damaged_logs(text: str) -> None:
    answers(text)


@settings(max_examples=25)
@given(st.text(LETTERS))
def test_any_text(text: str) -> None:
    answers(text)


@given(st.binary(max_size=60))
@settings(max_examples=25)
def test_any_bytes(content: bytes) -> None:
    result = run("board", "-", stdin=content)
    assert result.exit_code in {0, 1, 2}
    assert result.output != ""


@settings(max_examples=15)
@given(st.lists(st.sampled_from(PIECES), max_size=8))
def test_any_words_as_a_statement(words: list[str]) -> None:
    answers(FIRST_SCRIPT + " ".join(words) + "\n")


def test_a_log_cut_off_anywhere() -> None:
    for length in range(0, len(FIRST_SCRIPT), 29):
        result = run("board", "-", stdin=FIRST_SCRIPT[:length])
        assert result.exit_code in {0, 1}
        assert result.output != ""


def test_ten_thousand_lines() -> None:
    lines = ["goodwill: nothing", "hello", "# comment", "cards: Doctor paranoia+1"] * 2500
    result = run("check", "-", stdin=FIRST_SCRIPT + "\n".join(lines))
    assert result.exit_code == 1
    assert "mistakes" in result.stdout
