"""Incidents that are not what they are called, that do what others do, or that just end the loop."""

from __future__ import annotations

import pytest
from board_logs import RULES, attempted, board_after, complaints, log_text, replayed, steps
from msgspec.structs import replace

from deducer.board.game import Game
from deducer.board.replay import replay
from deducer.board.state import Board
from deducer.board.timeline import Outcome, StepKind
from deducer.ids import IncidentId
from deducer.log.notation import read_log

CAST = "Boy Student, Girl Student, Doctor, Office Worker, Nurse, Alien, A.I."
QUIET = "mm: nothing\np: nothing\nability: nothing\ngoodwill: nothing\n"
START = f"loop 1\nstart: nothing\nday 1\n{QUIET}"
UNSEEN = f"{START}night: nothing\nday 2\n"


def header(first: str, second: str = "Suicide", tragedy_set: str = "Midnight Zone") -> dict[str, str]:
    return {"set": tragedy_set, "incident": second, "more": f"incident 1 {first}\n"}


def unseen(incident: str, tragedy_set: str = "Midnight Zone") -> Board:
    return board_after(UNSEEN, CAST, **header(incident, tragedy_set=tragedy_set))


def game(tragedy_set: str) -> Game:
    log = read_log(log_text("", CAST, set=tragedy_set, incident="Suicide"), RULES)
    assert log.setup is not None
    return Game(RULES, log.setup)


@pytest.mark.parametrize(
    ("tragedy_set", "name", "found"),
    [
        ("Midnight Zone", "suicide", ["suicide", "fakeIncident"]),
        ("Midnight Zone", "fakeIncident", ["fakeIncident"]),
        ("Midnight Zone", None, ["fakeIncident"]),
        ("Mystery Circle", "suicide", ["suicide"]),
        ("Mystery Circle", None, []),
    ],
)
def test_what_an_announced_incident_may_be(
    tragedy_set: str, name: IncidentId | None, found: list[str]
) -> None:
    assert [one.id for one in game(tragedy_set).may_be(name)] == found


def test_an_incident_may_stand_for_others() -> None:
    zone = game("Midnight Zone")
    found = zone.resolved(zone.may_be("conspiracies"))
    assert [one.id for one in found] == ["serialMurder", "missingPerson", "fakeIncident"]


# ---------------------------------------------------------------- steps that were not recorded


def test_conspiracies_may_kill_or_move() -> None:
    board = unseen("Conspiracies")
    boy = board.figure("boyStudent")
    assert (boy.alive, boy.died, boy.place) == (None, None, None)
    assert board.intrigue["City"] is None


def test_a_suicide_kills_and_moves_nobody() -> None:
    board = unseen("Suicide")
    assert {figure.alive for figure in board.figures.values()} == {None}
    assert board.figure("boyStudent").place == "School"


def test_a_name_that_is_not_in_the_set_can_only_be_the_disguised_incident() -> None:
    log = read_log(log_text(UNSEEN, CAST, **header("Suicide")), RULES)
    assert log.setup is not None
    timeline = replay(replace(log, setup=replace(log.setup, incidents={1: None})), RULES)
    assert timeline.board is not None
    assert {figure.alive for figure in timeline.board.figures.values()} == {True}
    told = log_text(f"{START}incident: occurred: nothing\n", CAST, **header("Suicide"))
    log = read_log(told, RULES)
    assert log.setup is not None
    timeline = replay(replace(log, setup=replace(log.setup, incidents={1: None})), RULES)
    assert timeline.board is not None
    assert timeline.board.occurred == ((1, "fakeIncident"),)


def test_a_confession_may_have_revealed_a_role() -> None:
    assert unseen("Confession").unseen_reveals
    assert not unseen("Suicide").unseen_reveals
    told = (
        f"{START}incident: occurred: culprit of day 1 is Alien; reveal Alien Brain\nnight: nothing\nday 2\n"
    )
    board = board_after(told, CAST, **header("Confession"))
    assert not board.unseen_reveals
    assert board.revealed == {("alien", "brain")}


def test_a_reveal_that_was_not_recorded_is_of_its_loop() -> None:
    play = f"{UNSEEN}{QUIET}incident: did not occur\nnight: lost\nend: lost\nloop 2\n"
    board = board_after(play, CAST, **header("Confession"))
    assert (board.unseen_reveals, board.reveals_complete) == (False, False)


def test_a_line_that_cannot_be_used_may_have_revealed_a_role() -> None:
    text = log_text(
        "loop 1\nstart: nothing\nday 1\nmm: nothing\np: Office Worker goodwill+2\nability: nothing\n"
        "goodwill: nonsense\n",
        CAST,
        **header("Suicide"),
    )
    wide = replay(read_log(text.replace("start: nothing", "start: +1 goodwill Office Worker"), RULES), RULES)
    assert wide.board is not None
    assert wide.board.unseen_reveals, "the Office Worker has the goodwill to tell its role"
    narrow = replay(read_log(text, RULES), RULES)
    assert narrow.board is not None
    assert not narrow.board.unseen_reveals


def test_only_the_kinds_that_an_effect_clears_are_not_known() -> None:
    play = f"loop 1\nstart: +1 paranoia Alien; +1 goodwill Alien\nday 1\n{QUIET}night: nothing\nday 2\n"
    board = board_after(play, CAST, **header("Silver Bullet", tragedy_set="Mystery Circle"))
    # A Fool's paranoia may have gone after its incident.
    assert dict(board.figure("alien").counters) == {"paranoia": None, "goodwill": 1, "intrigue": 0}


def test_a_culprit_may_act_from_the_place_opposite() -> None:
    apart = "Boy Student, Doctor, Office Worker, Alien"
    circle = board_after(UNSEEN, apart, **header("Serial Murder", tragedy_set="Mystery Circle"))
    # School lies opposite to the Hospital, the City to the Shrine; nobody shares a place.
    assert {figure.alive for figure in circle.figures.values()} == {None}
    zone = board_after(UNSEEN, apart, **header("Serial Murder"))
    assert {figure.alive for figure in zone.figures.values()} == {True}


# ---------------------------------------------------------------- an incident that ends the loop

BULLET = header("Silver Bullet", tragedy_set="Mystery Circle")


@pytest.mark.parametrize(
    ("rest", "outcome"),
    [
        ("end: won\n", Outcome.WON),
        ("end: lost\n", Outcome.LOST),
        ("loop 2\n", Outcome.LOST),
        ("", Outcome.OPEN),
    ],
)
def test_a_loop_that_ends_without_a_loss_is_judged_by_what_follows(rest: str, outcome: Outcome) -> None:
    timeline = replayed(f"{START}incident: occurred: loop ends\n{rest}", CAST, **BULLET)
    record = timeline.loops[0]
    assert (record.outcome, record.ended_early, record.gaps) == (outcome, True, False)
    assert record.steps[-1].kind is StepKind.INCIDENT
    assert record.steps[-1].ends_loop
    assert record.final.occurred == ((1, "silverBullet"),)


def test_nothing_comes_after_the_end() -> None:
    log = read_log(log_text(f"{START}incident: occurred: loop ends\nnight: nothing\n", CAST, **BULLET), RULES)
    assert log.mistakes or replay(log, RULES).mistakes


def test_a_silver_bullet_that_was_not_recorded_may_have_ended_the_loop() -> None:
    timeline = attempted(f"{START}end: lost\n", CAST, **BULLET)
    (step,) = steps(timeline, StepKind.INCIDENT)
    assert (step.recorded, step.maybe_ends_loop) == (False, True)


def test_a_loop_that_went_on_was_not_ended() -> None:
    timeline = attempted(f"{START}night: nothing\n", CAST, **BULLET)
    (step,) = steps(timeline, StepKind.INCIDENT)
    assert (step.recorded, step.maybe_ends_loop) == (False, False)


def test_a_goodwill_use_tells_what_the_incident_it_resolved_shows() -> None:
    play = (
        "loop 1\nstart: +1 goodwill A.I.\nday 1\nmm: nothing\np: A.I. goodwill+2\nability: nothing\n"
        "goodwill: A.I. 3 incident 1: culprit of day 1 is A.I.; reveal A.I. Brain\n"
    )
    assert complaints(play, CAST, **header("Confession")) == []
    assert board_after(play, CAST, **header("Confession")).revealed == {("ai", "brain")}
