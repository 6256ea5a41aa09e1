"""Partial notes never tell anything wrong: what a board knows is what the whole notes say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from board_logs import RULES
from hypothesis import given, settings
from hypothesis import strategies as st
from shared import SHARED, needs_shared

from deducer.board.replay import replay
from deducer.board.state import Board, Figure
from deducer.board.timeline import Step, StepKind, Timeline
from deducer.ids import PLACES
from deducer.log.notation import read_log

EXAMPLE = Path(__file__).parents[2] / "examples" / "machine-game.play"
GAMES = sorted(SHARED.glob("games/*.play"))
_STEP = re.compile(r"(start|mm|p|ability|goodwill|incident|night):")


def droppable(lines: list[str]) -> list[tuple[int, ...]]:
    """Return the numbers of lines that tell a step together, for every step that need not be told.

    A step that tells of an entry stays, since nothing else does; so do the cards that an `ignored:` or
    `stopped:` line is about.
    """
    found: list[tuple[int, ...]] = []
    for number, line in enumerate(lines):
        word = _STEP.match(line)
        if (
            word is None
            or "enters" in line
            or any(text.startswith(("ignored", "stopped")) for text in lines[number : number + 3])
        ):
            continue
        if (
            found
            and word[1] == "goodwill"
            and lines[found[-1][-1]].startswith("goodwill")
            and found[-1][-1] == number - 1
        ):
            found[-1] = (*found[-1], number)
        else:
            found.append((number,))
    return found


def without(lines: list[str], dropped: list[tuple[int, ...]], hidden: list[int]) -> str:
    """Return a log with some steps left out, and one card of some lines not noted."""
    gone = {number for group in dropped for number in group}
    told = []
    for number, line in enumerate(lines):
        if number in hidden and number not in gone and line.startswith(("mm:", "p:")):
            told.append(
                line.partition(":")[0] + ": " + ", ".join(["unknown", *line.partition(":")[2].split(",")[1:]])
            )
        else:
            told.append("" if number in gone else line)
    return "\n".join(told)


def timeline_of(text: str) -> Timeline:
    log = read_log(text, RULES)
    timeline = replay(log, RULES)
    assert not log.mistakes
    assert not timeline.mistakes
    return timeline


def steps_of(timeline: Timeline) -> dict[tuple[int, int, StepKind], Step]:
    return {(step.loop, step.day, step.kind): step for record in timeline.loops for step in record.steps}


def differs(partial: object, whole: object) -> bool:
    return partial is not None and partial != whole


def wrong_of(partial: Figure, whole: Figure) -> Iterator[str]:
    if not whole.present:
        if partial.present and partial.alive is not None:
            yield "present"
        return
    for what in ("place", "start", "alive", "guards", "present", "extra", "died"):
        if differs(getattr(partial, what), getattr(whole, what)):
            yield what
    yield from (kind for kind, number in whole.counters.items() if differs(partial.counters[kind], number))
    if not partial.barred <= whole.barred <= partial.barred | partial.maybe_barred:
        yield "barred"
    if not partial.held <= whole.held <= partial.held | partial.maybe_held:
        yield "held"


def wrong_of_the_set(partial: Board, whole: Board) -> Iterator[str]:
    """Yield what is told otherwise of what only some sets have."""
    for what in ("gauge", "gauge_at_loop_end", "carriers_barred"):
        if differs(getattr(partial, what), getattr(whole, what)):
            yield what
    if partial.gauge is not None and partial.rise != whole.rise:
        yield "rise"
    for place in PLACES:
        sure, last = partial.closed.get(place, 0), whole.closed.get(place, 0)
        if not sure <= last <= max(sure, partial.maybe_closed.get(place, 0)):
            yield f"{place} closed"
    if not partial.revealed <= whole.revealed:
        yield "revealed"
    if not partial.unseen_reveals and partial.revealed != whole.revealed:
        yield "unseen reveals"
    yield from (
        f"whether {who} died in the last loop"
        for who, died in whole.died_last_loop.items()
        if differs(partial.died_last_loop.get(who), died)
    )


def wrong(partial: Board, whole: Board) -> Iterator[str]:
    """Yield what a board of partial notes tells otherwise than the whole notes."""
    for figure in whole.figures.values():
        yield from (f"{figure.id} {what}" for what in wrong_of(partial.figure(figure.id), figure))
    yield from (place for place, number in whole.intrigue.items() if differs(partial.intrigue[place], number))
    if differs(partial.immune, whole.immune):
        yield "immune"
    if not partial.quiet <= whole.quiet <= partial.quiet | partial.maybe_quiet:
        yield "quiet"
    if not partial.used <= whole.used <= partial.used | partial.maybe_used:
        yield "used"
    yield from wrong_of_the_set(partial, whole)
    days = {day for day, _ in partial.occurred} | partial.maybe_occurred
    if not (set(partial.occurred) <= set(whole.occurred) and {day for day, _ in whole.occurred} <= days):
        yield "occurred"
    spent = Counter((who == "mastermind", card) for who, card in partial.spent)
    if spent - Counter((who == "mastermind", card) for who, card in whole.spent):
        yield "spent"
    if partial.reveals_complete and partial.revealed_before != whole.revealed_before:
        yield "revealed before"
    yield from (
        f"goodwill of {who} at the last loop's end"
        for who, number in whole.goodwill_at_loop_end.items()
        if differs(partial.goodwill_at_loop_end.get(who, 0), number)
    )
    yield from (
        f"whether {who} lay dead at the last loop's end"
        for who, dead in whole.dead_at_loop_end.items()
        if differs(partial.dead_at_loop_end.get(who), dead)
    )


def hold_against_the_whole(text: str, lines: list[str]) -> None:
    whole = steps_of(timeline_of("\n".join(lines)))
    for key, step in steps_of(timeline_of(text)).items():
        told = whole.get(key)
        if told is not None:
            assert not [*wrong(step.before, told.before)], f"before {key}"
            assert not [*wrong(step.after, told.after)], f"after {key}"


LINES = EXAMPLE.read_text(encoding="utf-8").splitlines()
BODY = [line for line in LINES if not line.startswith("board")]
CARDS = [number for number, line in enumerate(BODY) if line.startswith(("mm:", "p:"))]


@settings(max_examples=25)
@given(
    st.lists(st.sampled_from(droppable(BODY)), unique=True),
    st.lists(st.sampled_from(CARDS), unique=True, max_size=20),
)
def test_an_example_with_steps_and_cards_left_out(dropped: list[tuple[int, ...]], hidden: list[int]) -> None:
    hold_against_the_whole(without(BODY, dropped, hidden), BODY)


@settings(max_examples=15)
@given(st.lists(st.sampled_from(droppable(LINES)), unique=True, max_size=12))
def test_board_lines_of_a_whole_game_agree_with_partial_notes(dropped: list[tuple[int, ...]]) -> None:
    hold_against_the_whole(without(LINES, dropped, []), LINES)


@needs_shared
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_recorded_games_with_steps_and_cards_left_out(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    groups = droppable(lines)
    for share in (20, 4):
        dropped, hidden = groups[share // 2 :: share], [*range(0, len(lines), share)]
        hold_against_the_whole(without(lines, dropped, hidden), lines)
