"""Logs and shorthands that the tests of the board share."""

from __future__ import annotations

from deducer.board.replay import replay
from deducer.board.state import Board, Figure
from deducer.board.timeline import Step, StepKind, Timeline
from deducer.log.notation import read_log
from deducer.rules.load import load_rules

RULES = load_rules()
HEADER = """\
set {set}
loops 3
days 3
cast {cast}
late {late}
incident 2 {incident}
"""


def log_text(play: str, cast: str, **header: str) -> str:
    """Return a log of three loops of three days with an incident on day 2."""
    told = {"set": "Basic Tragedy", "late": "none", "incident": "Murder", **header}
    return HEADER.format(cast=cast, **told) + header.get("more", "") + play


def replayed(play: str, cast: str, **header: str) -> Timeline:
    """Replay a log without mistakes."""
    timeline = attempted(play, cast, **header)
    assert not timeline.mistakes
    return timeline


def attempted(play: str, cast: str, **header: str) -> Timeline:
    """Replay a log that can be read, whatever the board says against it."""
    log = read_log(log_text(play, cast, **header), RULES)
    assert not log.mistakes
    return replay(log, RULES)


def board_after(play: str, cast: str, **header: str) -> Board:
    """Return the board after a log without mistakes."""
    board = replayed(play, cast, **header).board
    assert board is not None
    return board


def figure_after(who: str, play: str, cast: str, **header: str) -> Figure:
    """Return a card after a log without mistakes."""
    return board_after(play, cast, **header).figure(who)


def complaints(play: str, cast: str, **header: str) -> list[str]:
    """Return what the board says against a log."""
    return [mistake.message for mistake in attempted(play, cast, **header).mistakes]


def steps(timeline: Timeline, kind: StepKind, loop: int = 1) -> list[Step]:
    """Return the steps of a kind in a loop."""
    return [step for step in timeline.loops[loop - 1].steps if step.kind is kind]


def day(mm: str = "", p: str = "", number: int = 1) -> str:
    """Return a first loop up to the cards of a day, everything else having passed without change."""
    whole = "".join(
        f"day {n}\nmm: nothing\np: nothing\nability: nothing\ngoodwill: nothing\n"
        + ("incident: did not occur\n" if n == 2 else "")
        + "night: nothing\n"
        for n in range(1, number)
    )
    return f"loop 1\nstart: nothing\n{whole}day {number}\nmm: {mm or 'nothing'}\np: {p or 'nothing'}\n"
