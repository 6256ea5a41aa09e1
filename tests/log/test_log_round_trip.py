"""What was written reads back as the same statements; arbitrary text never breaks the reader."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from log_strategies import NAMES, games
from logs import HEADER, RULES, TOUR, bare

from deducer.log.notation import read_log, render_mistake, write_log, write_statement
from deducer.log.setup import Log
from deducer.log.statements import Card, CardsLine, EndLine, FactLine, GoodwillLine, Statement
from deducer.rules.names import Kind, names_for

_WORDS = "loop 1|day 1|night:|goodwill:|board:|職員|Nurse|paranoia|move v|occurred|culprit of day 2|lost"
_SIGNS = " on | as | is |not |;|,|:|#|?|+1|\t|\r\n|\ufeff|\x85"
_SCRAPS = st.sampled_from([*_WORDS.split("|"), *_SIGNS.split("|")])


def sound(text: str) -> Log:
    """Read a text and hold what must be true of every log."""
    log = read_log(text, RULES)
    lines = [number for number, line in enumerate(log.lines, start=1) if line.partition("#")[0].strip()]
    for mistake in log.mistakes:
        assert mistake.message
        if mistake.line:
            assert 0 <= mistake.column <= len(mistake.text) + 1
            assert log.lines[mistake.line - 1].strip() == mistake.text.strip()
        assert render_mistake(mistake)
    used = [statement.at.line for statement in log.play]
    assert used == sorted(set(used))
    assert {*used, *(statement.at.line for statement in log.header)} <= set(lines)
    assert list(log.mistakes) == sorted(log.mistakes)
    if not log.mistakes:
        assert len(log.header) + len(log.play) == len(lines)
    return log


@settings(max_examples=60)
@given(games())
def test_a_written_game_reads_back(statements: list[Statement]) -> None:
    text = write_log(statements, NAMES)
    log = sound(text)
    assert log.mistakes == ()
    assert [bare(statement) for statement in (*log.header, *log.play)] == statements
    assert write_log(log, NAMES) == text


def test_the_tour_in_canonical_notation() -> None:
    log = read_log(TOUR, RULES)
    kept = [line.partition("#")[0].rstrip() for line in TOUR.splitlines()]
    assert write_log(log, NAMES).splitlines() == [line.replace("p:  A", "p: A") for line in kept]


def test_the_writer_writes_one_line_a_statement() -> None:
    log = read_log(TOUR, RULES)
    lines = [write_statement(statement, NAMES) for statement in (*log.header, *log.play)]
    assert "".join(line + "\n" for line in lines) == write_log(log, NAMES).replace("\n\n", "\n")
    assert "? night: Patient dies; lost" in lines


@pytest.mark.parametrize("set_id", sorted(RULES.sets))
@pytest.mark.parametrize("language", sorted(RULES.names))
def test_every_name_of_every_language_is_read(set_id: str, language: str) -> None:
    names = names_for(RULES, set_id)
    text = [f"set {names.display(Kind.SET, set_id)}", "cast Boss, Nurse", "turf Boss: City", "loop 1"]
    wanted = []
    for kind, form in ((Kind.ROLE, "Nurse is {}"), (Kind.PLOT, "not plot {}")):
        for one in names.ids[kind]:
            name = names.display(kind, one, language)
            if names.find(kind, name) == (one,):
                text.append("fact: " + form.format(name))
                wanted.append(one)
    log = read_log("\n".join(text), RULES)
    assert log.mistakes == ()
    facts = [fact for line in log.play if isinstance(line, FactLine) for fact in line.facts]
    assert [getattr(fact, "role", None) or getattr(fact, "plot", None) for fact in facts] == wanted
    assert len(wanted) > 10


def test_every_character_of_every_language_is_read() -> None:
    names = names_for(RULES)
    for language in RULES.names:
        for one in RULES.characters:
            name = names.display(Kind.CHARACTER, one, language)
            if names.find(Kind.CHARACTER, name) != (one,):
                continue
            text = (
                f"set BT\ncast Nurse\nlate unknown\nloop 1\nday 1\nmm: {name} intrigue+1\n"
                f"goodwill: {name} 3 on {name}: refused\nend: lost; reveal {name} Key Person"
            )
            log = read_log(text.replace("cast Nurse", "special no cast line"), RULES)
            assert [mistake.message for mistake in log.mistakes] == ["the `cast` line is missing"], name
            cards, use, end = log.play[2:]
            assert isinstance(cards, CardsLine)
            assert cards.cards == (Card("intrigue+1", one),)
            assert isinstance(use, GoodwillLine)
            assert (use.user, use.targets) == (one, (one,))
            assert isinstance(end, EndLine)
            assert [getattr(change, "character", None) for change in end.changes] == [one]


@given(st.text())
def test_arbitrary_text_never_breaks_the_reader(text: str) -> None:
    sound(text)


@given(st.lists(st.one_of(st.text(max_size=8), _SCRAPS)).map("".join))
def test_scraps_of_notation_never_break_the_reader(text: str) -> None:
    sound(HEADER + "loop 1\nday 1\n" + text)
    sound(
        HEADER
        + "loop 1\nday 1\n"
        + "\n".join(f"{word}: {text}" for word in ("ability", "p", "board", "fact"))
    )


@given(st.integers(0, 2**32), st.integers(1, 8))
def test_a_log_with_slips_never_breaks_the_reader(seed: int, slips: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - a test
    lines = TOUR.splitlines()
    for _ in range(slips):
        number = chance.randrange(len(lines))
        line = lines[number]
        at = chance.randrange(len(line) + 1)
        match chance.randrange(5):
            case 0:
                lines[number] = line[:at] + line[at + 1 :]
            case 1:
                lines[number] = line[:at] + chance.choice(":;,?# +-1Aé職\u3000\t") + line[at:]
            case 2:
                lines[number] = line[:at]
            case 3:
                lines.insert(number, lines[chance.randrange(len(lines))])
            case 4:
                lines.pop(number)
    sound("\n".join(lines))


@pytest.mark.parametrize(
    "piece",
    [
        " as on",
        " at",
        "+1 p ",
        "forbid ",
        "a on ",
        "p2 ",
        "a p2",
        " is not",
        "told ",
        "职",
        "a ",
        "x;",
        "x,",
        "? ",
    ],
)
@pytest.mark.parametrize(
    "word", ["goodwill", "ability", "mm", "stopped", "board", "fact", "incident", "end", "guess"]
)
def test_no_line_takes_long(word: str, piece: str) -> None:
    # Nothing is timed: what grows faster than the square of the line would not end.
    sound(f"{HEADER}loop 1\nday 1\n" + f"{word}: ".ljust(1000, "~").replace("~", piece)[:1000])
