"""Characters with rules of their own: what a Mastermind with one script can and cannot have played."""

from __future__ import annotations

import pytest

from .situations import QUIET, Table, fits, last_line_refuted

PLOTS = "murderPlan threadsFate unknownFactor"
CAST = "girlStudent shrineMaiden alien journalist doctor nurse"
WORKER = Table("basicTragedy", f"boyStudent {CAST} partTimer", "2=murder")
TIRED = WORKER.world(PLOTS, "keyPerson=partTimer killer=journalist brain=doctor factor=nurse", "2=partTimer")
HOUSE = Table("basicTragedy", f"richStudent {CAST} servant", "1=suicide")
SERVED = HOUSE.world(
    PLOTS, "keyPerson=richStudent killer=journalist brain=doctor factor=nurse", "1=richStudent"
)
BEGIN = "loop 1\nstart: servant at {}\nday 1\n"
OVERWORKED = (
    "mm: partTimer intrigue+2\np: A partTimer paranoia+1\nability: nothing\ngoodwill: nothing\nnight: "
)
SECOND = OVERWORKED + "partTimer dies\nday 2\ndawn: partTimerAlternate enters at City\n"


def test_a_part_timer_dies_of_three_counters_and_plays_as_person() -> None:
    assert fits(WORKER, TIRED, OVERWORKED + "partTimer dies\n")
    assert last_line_refuted(WORKER, TIRED, OVERWORKED + "nothing\n")
    assert last_line_refuted(WORKER, TIRED, OVERWORKED + "partTimer dies; lost\n")
    two = OVERWORKED.replace("intrigue+2", "intrigue+1")
    assert fits(WORKER, TIRED, two + "nothing\n")
    assert last_line_refuted(WORKER, TIRED, two + "partTimer dies\n")
    asked = (
        "mm: nothing\np: nothing\nability: nothing\ngoodwill: shrineMaiden 5 on partTimer: reveal partTimer "
    )
    assert fits(WORKER, TIRED, asked + "Person\n")
    assert last_line_refuted(WORKER, TIRED, asked + "Key Person\n")


def test_his_replacement_has_the_role_and_the_incidents() -> None:
    killed = SECOND + "mm: nothing\np: nothing\nability: nothing\n"
    killed += "goodwill: alien 4 on partTimerAlternate: partTimerAlternate dies"
    assert fits(WORKER, TIRED, killed + "; lost\n")
    assert last_line_refuted(WORKER, TIRED, killed + "\n")
    calm = SECOND + "mm: partTimerAlternate paranoia+1\np: A partTimerAlternate paranoia+1\nability: {}\n"
    calm += "goodwill: nothing\nincident: "
    assert fits(WORKER, TIRED, calm.format("nothing") + "did not occur\n")
    assert last_line_refuted(WORKER, TIRED, calm.format("nothing") + "occurred: journalist dies\n")
    told = (
        SECOND + "mm: nothing\np: nothing\nability: nothing\ngoodwill: partTimerAlternate 3 on journalist: "
    )
    assert fits(WORKER, TIRED, told + "role Key Person; +2 goodwill journalist\n")
    assert last_line_refuted(WORKER, TIRED, told + "role Person; +2 goodwill journalist\n")
    assert last_line_refuted(
        WORKER, TIRED, QUIET + "night: nothing\nday 2\ndawn: partTimerAlternate enters at City\n"
    )


def test_part_timer_alternate_is_the_culprit_of_his_incidents() -> None:
    table = Table("basicTragedy", f"boyStudent {CAST} partTimer", "2=murder", "ruling virusAtTwo = keeps\n")
    world = table.world(
        "giantTimeBomb circleFriends threadsFate",
        "witch=doctor friend=alien friend=shrineMaiden conspiracyTheorist=journalist",
        "2=partTimer",
    )
    play = SECOND + "mm: partTimerAlternate paranoia+1\np: A partTimerAlternate paranoia+1\n"
    play += "ability: +1 paranoia partTimerAlternate\ngoodwill: nothing\nincident: "
    assert fits(table, world, play + "occurred: journalist dies\n")
    assert last_line_refuted(table, world, play + "did not occur\n")


def test_a_servant_may_die_for_a_master_beside_her() -> None:
    scared = (
        "mm: richStudent paranoia+1\np: nothing\nability: nothing\ngoodwill: nothing\nincident: occurred: "
    )
    beside, away = BEGIN.format("School") + scared, BEGIN.format("City") + scared
    assert fits(HOUSE, SERVED, beside + "servant dies\n")
    assert fits(HOUSE, SERVED, beside + "richStudent dies; lost\n")  # whether she must is open
    assert last_line_refuted(HOUSE, SERVED, beside + "servant dies; lost\n")
    assert last_line_refuted(HOUSE, SERVED, beside + "girlStudent dies\n")
    assert last_line_refuted(HOUSE, SERVED, away + "servant dies\n")


def test_a_servant_serves_one_more_when_asked() -> None:
    begin = BEGIN.format("City") + "mm: nothing\np: nothing\nability: nothing\n"
    shot = "goodwill: alien 4 on journalist: servant dies\n"
    assert fits(HOUSE, SERVED, begin + "goodwill: servant 4 on journalist: nothing\n" + shot)
    assert last_line_refuted(HOUSE, SERVED, begin + "goodwill: servant 4 on doctor: nothing\n" + shot)


@pytest.mark.parametrize(
    ("cards", "possible", "impossible"),
    [
        ("nothing", ["City"], ["School", "Shrine", "Hospital"]),
        ("A servant move vertical", ["City", "Shrine"], ["Hospital"]),  # her own card or her master: open
        ("A servant forbid movement", ["City", "School"], ["Shrine", "Hospital"]),
    ],
)
def test_a_servant_goes_where_her_master_goes(cards: str, possible: list[str], impossible: list[str]) -> None:
    day = BEGIN.format("School") + f"mm: richStudent move horizontal\np: {cards}\nability: nothing\n"
    assert all(fits(HOUSE, SERVED, day + f"board: servant {place}\n") for place in possible)
    assert not any(fits(HOUSE, SERVED, day + f"board: servant {place}\n") for place in impossible)


def test_a_servant_starts_in_the_same_place_in_every_loop() -> None:
    whole = BEGIN.format("School") + "mm: nothing\np: nothing\nability: nothing\ngoodwill: nothing\n"
    whole += "incident: did not occur\nnight: nothing\nday 2\n" + QUIET
    whole += "night: lost\nend: lost\nloop 2\nstart: servant at "
    traveler = HOUSE.world(
        "changeOfFuture threadsFate unknownFactor",
        "cultist=journalist timeTraveler=doctor factor=nurse",
        "1=richStudent",
    )
    assert fits(HOUSE, traveler, whole + "School\n")
    assert last_line_refuted(HOUSE, traveler, whole + "City\n")


def test_what_a_little_sister_borrows_cannot_be_refused() -> None:
    table = Table("basicTragedy", "littleSister girlStudent alien journalist doctor officeWorker")
    world = table.world(
        "sealedItem threadsFate unknownFactor", "cultist=officeWorker brain=doctor factor=alien"
    )
    asks = "mm: nothing\np: nothing\nability: nothing\ngoodwill: "
    assert fits(table, world, asks + "officeWorker 3: refused\n")
    assert last_line_refuted(table, world, asks + "officeWorker 3: role Cultist\n")
    borrows = asks + "littleSister 5 as officeWorker 3: "
    assert fits(table, world, borrows + "reveal officeWorker Cultist\n")
    assert last_line_refuted(table, world, borrows + "reveal officeWorker Person\n")
    assert last_line_refuted(table, world, borrows + "refused\n")


def test_a_twin_stands_opposite_in_his_own_disaster() -> None:
    table = Table(
        "mysteryCircle",
        "boyStudent girlStudent alien officeWorker journalist doctor nurse",
        "1=hospitalIncident 2=portent",
    )
    world = table.world(
        "tightropePlan anAbsoluteWill trickyTwins",
        "brain=doctor killer=nurse obstinate=alien twin=boyStudent paranoiac=journalist",
        "1=boyStudent 2=alien",
    )
    day = "mm: Hospital intrigue+1, boyStudent paranoia+1\np: A boyStudent paranoia+1\nability: nothing\n"
    day += "goodwill: nothing\nincident: occurred: doctor dies; nurse dies"
    assert fits(table, world, day + "; boyStudent dies\n")
    assert last_line_refuted(table, world, day + "\n")


def test_what_an_incident_resolved_twice_says_may_be_said_once() -> None:
    table = Table(
        "mysteryCircle", "sectFounder girlStudent alien officeWorker journalist doctor", "1=closedCircle"
    )
    world = table.world(
        "blackSchool anAbsoluteWill smellGunpowder",
        "brain=doctor obstinate=sectFounder serialKiller=journalist",
        "1=sectFounder",
    )
    once = QUIET + "incident: occurred: culprit is at Shrine"
    assert fits(table, world, once + "\n")
    assert fits(table, world, once + "; culprit is at Shrine\n")
    assert last_line_refuted(table, world, once + "; culprit is at City\n")
    assert last_line_refuted(table, world, QUIET + "incident: occurred: nothing\n")
