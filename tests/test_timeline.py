"""What each line was worth: counted from line to line, and the same as when every line is read anew."""

from __future__ import annotations

import pytest

from deducer.case import Case
from deducer.history import moments, statements
from deducer.play.game import simulated
from deducer.play.setup import Size

SETS = ("firstSteps", "basicTragedy", "midnightZone", "mysteryCircle")


def assert_counted_as_if_read_anew(case: Case) -> None:
    found = moments(case)
    assert [moment.line for moment in found] == list(statements(case))[-len(found) :]
    for moment in found:
        assert moment.worlds == case.up_to(moment.line).count(), moment.line


@pytest.mark.parametrize("tragedy_set", SETS)
@pytest.mark.parametrize("seed", range(3))
def test_every_line_leaves_what_the_log_up_to_it_leaves(tragedy_set: str, seed: int) -> None:
    assert_counted_as_if_read_anew(
        Case.from_text(simulated(tragedy_set, seed, Size(characters=7, loops=2, days=3)).log)
    )


@pytest.mark.parametrize("tragedy_set", SETS)
def test_lines_that_cannot_be_read_are_lost_at_their_place(tragedy_set: str) -> None:
    lines = simulated(tragedy_set, 5, Size(characters=6, loops=2, days=2)).log.splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith("day 1")) + 2
    for place in (first, first + 3, len(lines) - 1):
        broken = [*lines[:place], f"{lines[place]} hocus pocus", *lines[place + 1 :]]
        case = Case.from_text("\n".join(broken) + "\n")
        assert case.mistakes
        assert_counted_as_if_read_anew(case)


def test_without_a_budget_nothing_is_counted() -> None:
    text = simulated("basicTragedy", 1, Size(characters=6, loops=1, days=2)).log
    case = Case(Case.from_text(text).rules, text, budget=0)
    assert {moment.worlds for moment in moments(case)} == {None}


@pytest.mark.parametrize("tragedy_set", SETS)
def test_a_log_cut_short_shares_equal_loops_and_proves_what_it_proves_alone(tragedy_set: str) -> None:
    whole = Case.from_text(simulated(tragedy_set, 6, Size(characters=6, loops=3, days=2)).log)
    lines = len(whole.log.lines)
    for cut in (
        whole.up_to(lines - 1),
        whole.up_to(lines // 2),
        whole.with_lines(["fact: not plot nothing"]),
    ):
        alone = Case.from_text(cut.text)
        assert cut.timeline == alone.timeline
        assert cut.puzzle == alone.puzzle
    shared = whole.up_to(lines - 1).timeline.loops
    assert [one is other for one, other in zip(shared, whole.timeline.loops, strict=False)][:-1] == (
        [True] * (len(shared) - 1)
    )


def test_another_set_up_shares_nothing() -> None:
    whole = Case.from_text(simulated("basicTragedy", 6, Size(characters=6, loops=2, days=2)).log)
    early = [whole.up_to(line) for line in range(1, 12)]
    begun = [case for case in early if case.log.setup not in (None, whole.log.setup)]
    assert begun
    assert all(case.script is not whole.script for case in begun)
