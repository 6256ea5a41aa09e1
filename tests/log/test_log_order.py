"""What may follow what in a log, and what is left out when something does not."""

from __future__ import annotations

import pytest
from logs import HEADER, RULES, played

from deducer.errors import MistakeKind
from deducer.log.notation import read_log

STEPS = "a day goes `dawn`, `mm` and `p`, `ignored` and `stopped`, `ability`, `goodwill`, `incident`, `night`"
LEFT_OUT = "until then the lines below it are left out"


def told(body: str) -> list[tuple[int, str, str]]:
    """Return the mistakes of a first day, lines counted from below `day 1`."""
    log = played(body)
    above = len(HEADER.splitlines()) + 2
    assert all(mistake.kind is MistakeKind.IMPOSSIBLE and mistake.column == 1 for mistake in log.mistakes)
    return [(mistake.line - above, mistake.message, mistake.hint) for mistake in log.mistakes]


def kept(body: str) -> list[str]:
    """Return what remains of a first day."""
    return [statement.at.text for statement in played(body).play[2:]]


def test_a_whole_day_in_order() -> None:
    day = (
        "dawn: nothing\np: unknown\nmm: unknown\ncards: unknown\nstopped: move on Nurse\n"
        "ignored: forbid intrigue on City\nstopped: move on Doctor\nability: nothing\n"
        "goodwill: Nurse: refused\ngoodwill: Nurse: refused\nnight: nothing"
    )
    assert told(f"{day}\nday 2\nincident: did not occur\nnight: nothing\nend: won") == []


def test_boards_facts_and_guesses_stand_anywhere() -> None:
    about = "board: Nurse p1\nfact: Nurse is Killer\nguess: Nurse Killer right"
    log = read_log(
        f"{HEADER}fact: Nurse is Killer\nloop 1\n{about}\nstart: nothing\n{about}\nday 1\n{about}\n"
        f"night: lost\n{about}\nend: lost\n{about}\nloop 2\n{about}",
        RULES,
    )
    assert log.mistakes == ()
    assert len(log.play) == 7 + 6 * 3


@pytest.mark.parametrize(
    ("body", "mistakes"),
    [
        (
            "night: nothing\nmm: unknown",
            [
                (
                    2,
                    "`mm` comes before `night` (line 10)",
                    STEPS,
                )
            ],
        ),
        (
            "ability: nothing\nability: nothing",
            [(2, "`ability` is written already on line 10", "write the whole step on one line")],
        ),
        (
            "p: unknown\np: unknown",
            [(2, "`p` is written already on line 10", "write the whole step on one line")],
        ),
        (
            "goodwill: nothing\ngoodwill: Nurse: refused",
            [
                (
                    2,
                    "`goodwill: nothing` cannot stand beside another use (line 10)",
                    "leave out one of them",
                )
            ],
        ),
        (
            "goodwill: Nurse: refused\ngoodwill: nothing",
            [
                (
                    2,
                    "`goodwill: nothing` cannot stand beside another use (line 10)",
                    "leave out one of them",
                )
            ],
        ),
        ("start: nothing", [(1, "`start` comes before `day 1`", "write it below the `loop` line")]),
        (
            "incident: did not occur",
            [(1, "day 1 has no incident", "check the `incident` lines of the header")],
        ),
        (
            "night: lost\nnight: nothing",
            [(2, "loop 1 ended on line 10", "write `loop 2` above it, or correct that line")],
        ),
        (
            "night: lost\nend: won",
            [(2, "the loop was lost on line 10", "write `end: lost`, or correct that line")],
        ),
        (
            "ability: protagonists die\nday 2",
            [(2, "loop 1 ended on line 10", "write `loop 2` above it, or correct that line")],
        ),
        (
            "end: lost\nend: lost",
            [(2, "loop 1 ended on line 10", "write `loop 2` above it, or correct that line")],
        ),
        ("goodwill: Nurse: loop ends\nend: won", []),
        (
            "end: won\nloop 2",
            [(2, "the last loop was won, and with it the game", f"check its `end` line; {LEFT_OUT}")],
        ),
        (
            "day 3",
            [
                (
                    1,
                    "day 2 comes next, not day 3",
                    f"write `day 2` above it, even with nothing noted below; {LEFT_OUT}",
                )
            ],
        ),
        ("day 1", [(1, "day 2 comes next, not day 1", f"correct the number; {LEFT_OUT}")]),
        (
            "day 2\nday 3\nday 4\nday 5",
            [(4, "a loop has 4 days", f"check `days` in the header; {LEFT_OUT}")],
        ),
        (
            "loop 3",
            [
                (
                    1,
                    "loop 2 comes next, not loop 3",
                    f"write `loop 2` above it, even with nothing noted below; {LEFT_OUT}",
                )
            ],
        ),
        ("loop 1", [(1, "loop 2 comes next, not loop 1", f"correct the number; {LEFT_OUT}")]),
        (
            "loop 2\nloop 3\nloop 4",
            [(3, "the game has 3 loops", f"check `loops` in the header; {LEFT_OUT}")],
        ),
        (
            "loop 2\nnight: nothing",
            [(2, "`night` belongs to a day", "write `day 1` above it")],
        ),
        (
            "loop 2\nstart: nothing\nstart: nothing",
            [(3, "`start` is written already on line 11", "write the whole step on one line")],
        ),
        ("late none", [(1, "`late` belongs to the header", "write it above `loop 1`")]),
        ("incident 3 Murder", [(1, "`incident` belongs to the header", "write it above `loop 1`")]),
    ],
)
def test_what_stands_in_a_wrong_place(body: str, mistakes: list[tuple[int, str, str]]) -> None:
    assert told(body) == mistakes


@pytest.mark.parametrize("line", ["night: nothing", "day 1", "board: Nurse p1", "guess: Nurse Killer right"])
def test_no_play_before_the_first_loop(line: str) -> None:
    log = read_log(f"{HEADER}{line}\nloop 1", RULES)
    assert [(m.line, m.message, m.hint) for m in log.mistakes] == [
        (8, "no loop has begun", "write `loop 1` above it")
    ]
    assert len(log.play) == 1


def test_the_first_loop_is_loop_one() -> None:
    log = read_log(f"{HEADER}loop 2", RULES)
    assert [mistake.message for mistake in log.mistakes] == ["loop 1 comes next, not loop 2"]


def test_without_a_right_day_its_steps_have_no_place() -> None:
    body = (
        "night: nothing\nday 3\nnight: Nurse dies\nboard: Nurse dead\nfact: Nurse is Killer\n"
        "day 4\nnight: nothing\nend: lost\nloop 2\nday 1"
    )
    assert [message for _, message, _ in told(body)] == ["day 2 comes next, not day 3"]
    assert kept(body) == ["night: nothing", "fact: Nurse is Killer", "loop 2", "day 1"]


def test_the_day_that_fits_ends_the_gap() -> None:
    body = "day 3\nnight: Nurse dies\nday 2\nnight: nothing"
    assert kept(body) == ["day 2", "night: nothing"]


def test_without_a_right_loop_its_days_have_no_place() -> None:
    body = "loop 3\nstart: nothing\nday 1\nday 2\nfact: Nurse is Killer\nloop 3\nloop 2\nday 1"
    assert [message for _, message, _ in told(body)] == ["loop 2 comes next, not loop 3"]
    assert kept(body) == ["fact: Nurse is Killer", "loop 2", "day 1"]


@pytest.mark.parametrize("wrong", ["day two", "dya 2", "days 2", "loop two", "lop 2", "loops 2", "day", "d"])
def test_an_unreadable_day_or_loop_is_told_once(wrong: str) -> None:
    body = f"{wrong}\nmm: unknown\nability: nothing\nloop 2\nday 1"
    (mistake,) = played(body).mistakes
    assert mistake.hint.endswith(LEFT_OUT)
    assert kept(body) == ["loop 2", "day 1"]


def test_another_unreadable_word_leaves_the_day_alone() -> None:
    body = "nihgt: nothing\nday 2\nnight: nothing"
    assert len(played(body).mistakes) == 1
    assert kept(body) == ["day 2", "night: nothing"]


def test_mistakes_below_a_wrong_day_are_told_all_the_same() -> None:
    log = played("day 3\nnight: Nurze dies")
    assert [mistake.line for mistake in log.mistakes] == [10, 11]


def test_days_and_loops_are_open_when_the_header_does_not_tell() -> None:
    header = "\n".join(line for line in HEADER.splitlines() if line[:4] not in ("loop", "days"))
    days = "".join(f"day {day}\n" for day in range(2, 30))
    assert played(days + "".join(f"loop {loop}\n" for loop in range(2, 30)), header + "\n").mistakes == ()


def test_an_incident_line_that_cannot_be_read_leaves_the_schedule_open() -> None:
    log = played("incident: did not occur", HEADER + "incident 1 Mrder\n")
    assert [mistake.line for mistake in log.mistakes] == [8]
    assert len(log.play) == 3
