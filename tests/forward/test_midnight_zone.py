"""Midnight Zone: what a Mastermind with one script can and cannot have played."""

from __future__ import annotations

import pytest

from .situations import QUIET, Table, fits, last_line_refuted

CAST = "boyStudent girlStudent shrineMaiden alien officeWorker journalist informer doctor nurse"
ZONE = Table("midnightZone", CAST, "1=suicide")
NINJA = ZONE.world(
    "maleConfrontation unansweredHeart unsafeTrigger",
    "ninja=officeWorker magician=alien conspiracyTheorist=nurse factor=girlStudent",
    "1=boyStudent",
)
PROPHET = ZONE.world(
    "sealedItem worshippersApocalypse diceOfGods",
    "brain=doctor cultist=informer prophet=shrineMaiden serialKiller=girlStudent obstinate=journalist",
    "1=journalist",
)
FATED = ZONE.world(
    "fatedConnections unsafeTrigger worshippersApocalypse",
    "friend=nurse serialKiller=alien conspiracyTheorist=informer factor=doctor prophet=journalist",
    "1=boyStudent",
)
CARDS = "mm: nothing\np: nothing\n"
NOT_TODAY = QUIET + "incident: did not occur\n"
ASK = CARDS + "ability: nothing\ngoodwill: officeWorker 3: "


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("role Ninja", True),
        ("role Factor", True),  # a lie: the Factor is in the script
        ("role Witch", False),  # no such role in the script
        ("role Person", False),  # a lie may not be Person
        ("refused", True),
    ],
)
def test_a_ninja_may_name_another_role_of_the_script(told: str, expected: bool) -> None:  # noqa: FBT001
    assert fits(ZONE, NINJA, ASK + told + "\n") is expected


def test_a_person_is_told_truly() -> None:
    assert fits(ZONE, FATED, ASK + "role Person\n")
    assert not fits(ZONE, FATED, ASK + "role Factor\n")


def test_a_ninja_may_kill_who_has_two_intrigue_beside_him_or_not() -> None:
    day = "mm: {} intrigue+2\np: nothing\nability: nothing\ngoodwill: nothing\nincident: did not occur\n"
    assert fits(ZONE, NINJA, day.format("journalist") + "night: journalist dies\n")
    assert fits(ZONE, NINJA, day.format("officeWorker") + "night: officeWorker dies\n")  # himself
    assert fits(ZONE, NINJA, day.format("journalist") + "night: nothing\n")
    assert not fits(ZONE, NINJA, day.format("journalist") + "night: informer dies\n")
    assert not fits(ZONE, NINJA, day.format("doctor") + "night: doctor dies\n")


def test_forbid_goodwill_stops_moves_under_unanswered_heart_only() -> None:
    cards = "mm: alien forbid goodwill\np: A alien move vertical\n"
    stopped = cards + "stopped: move on alien\n"
    assert fits(ZONE, NINJA, cards)  # `stopped:` may still follow
    assert not fits(ZONE, NINJA, cards + "ability: nothing\n")
    assert fits(ZONE, NINJA, stopped + "ability: nothing\n")
    assert fits(ZONE, FATED, cards + "ability: nothing\n")
    assert last_line_refuted(ZONE, FATED, stopped)


def test_the_mastermind_plays_nothing_on_a_prophet() -> None:
    cards = "mm: {} paranoia-1\np: nothing\n"
    assert not fits(ZONE, PROPHET, cards.format("shrineMaiden"))
    assert fits(ZONE, PROPHET, cards.format("Shrine"))
    assert fits(ZONE, NINJA, cards.format("shrineMaiden"))


def test_a_prophet_blocks_incidents_of_others_beside_him() -> None:
    """D18: against an Obstinate both readings stand, but only one through the game."""
    table = Table("midnightZone", CAST, "1=suicide 2=increasingUnease")
    plots = "sealedItem worshippersApocalypse diceOfGods"
    roles = "brain=doctor cultist=girlStudent prophet=officeWorker serialKiller=informer obstinate=journalist"
    world = table.world(plots, roles, "1=alien 2=journalist")
    day = QUIET + "incident: did not occur\nnight: nothing\nday 2\n" + QUIET + "incident: {}\n"
    assert fits(table, world, day.format("did not occur"))
    assert fits(table, world, day.format("occurred: +2 paranoia alien; +1 intrigue nurse"))
    # A Person culprit beside the Prophet is blocked whatever his paranoia.
    blocked = table.world(plots, roles.replace("officeWorker", "shrineMaiden"), "1=alien 2=journalist")
    scared = "mm: alien paranoia+1\np: A alien paranoia+1\nability: nothing\ngoodwill: nothing\n"
    assert fits(table, blocked, scared + "incident: did not occur\n")
    assert not fits(table, blocked, scared + "incident: occurred: alien dies\n")


def test_worshippers_lower_a_persons_limit_while_the_prophet_lives() -> None:
    once = "mm: boyStudent paranoia+1\np: nothing\nability: nothing\ngoodwill: nothing\nincident: {}\n"
    assert fits(ZONE, FATED, once.format("occurred: boyStudent dies"))
    assert not fits(ZONE, FATED, once.format("did not occur"))
    assert fits(ZONE, NINJA, once.format("did not occur"))


def test_an_obstinate_always_triggers() -> None:
    assert fits(ZONE, PROPHET, QUIET + "incident: occurred: journalist dies\n")
    assert not fits(ZONE, PROPHET, QUIET + "incident: did not occur\n")


def test_any_announced_incident_may_be_a_fake() -> None:
    table = Table("midnightZone", CAST, "1=serialMurder")
    plots, roles = "sealedItem loveHateSpiral unsafeTrigger", "brain=doctor cultist=informer factor=nurse"
    roles += " friend=alien obstinate=journalist"
    fake = table.world(plots, roles, "1=journalist", "1=fakeIncident")
    true = table.world(plots, roles, "1=journalist", "1=serialMurder")
    start = "mm: City intrigue+{}\np: nothing\nability: nothing\ngoodwill: nothing\nincident: "
    assert fits(table, fake, start.format(1) + "occurred: nothing\n")
    assert fits(table, fake, start.format(2) + "occurred as Fake Incident: protagonists die\n")
    assert not fits(table, fake, start.format(2) + "occurred: nothing\n")
    assert not fits(table, fake, start.format(1) + "occurred: informer dies\n")
    assert fits(table, true, start.format(1) + "occurred: informer dies\n")
    assert not fits(table, true, start.format(1) + "occurred: nothing\n")


def test_conspiracies_look_at_intrigue() -> None:
    table = Table("midnightZone", CAST, "1=conspiracies")
    world = table.world(
        "maleConfrontation showtimeDeath unsafeTrigger",
        "ninja=officeWorker magician=alien immortalRole=journalist factor=nurse",
        "1=informer",
    )
    cards = "mm: informer {}\np: nothing\nability: nothing\ngoodwill: nothing\nincident: "
    assert fits(table, world, cards.format("intrigue+2") + "did not occur\n")
    asked = "mm: informer intrigue+2\np: A journalist goodwill+2\nability: nothing\n"
    asked += "goodwill: journalist 2 on informer: +1 intrigue informer\nincident: occurred: "
    assert fits(table, world, asked + "officeWorker dies\n")
    assert fits(table, world, asked + "informer moves to School; +1 intrigue School\n")
    assert fits(table, world, asked + "+1 intrigue City\n")  # missing where she already is
    assert fits(table, world, asked + "nothing\n")  # aimed at the Immortal
    assert not fits(table, world, asked + "journalist dies\n")


def test_a_carrier_dies_as_a_key_person() -> None:
    table = Table("midnightZone", "boyStudent girlStudent shrineMaiden alien officeWorker doctor nurse")
    plots, roles = "unsafeTrigger showtimeDeath", "factor=doctor magician=boyStudent immortalRole=girlStudent"
    more = " friend=nurse serialKiller=alien conspiracyTheorist=officeWorker"
    fated = table.world(f"fatedConnections {plots}", roles + more)
    begin = "loop 1\nstart: nothing\nday 1\n" + QUIET + "night: shrineMaiden dies\nday 2\n"
    begin += QUIET + "night: nothing\nend: lost\nloop 2\n"
    assert last_line_refuted(table, fated, begin + "start: nothing\n")
    assert last_line_refuted(table, fated, begin + "start: extra card alien\n")
    marked = begin + "start: extra card shrineMaiden\nday 1\n" + QUIET + "night: shrineMaiden dies"
    assert fits(table, fated, marked + "; lost\n")
    assert last_line_refuted(table, fated, marked + "\n")


def test_dice_mark_without_changing_the_role() -> None:
    table = Table(
        "midnightZone", "boyStudent girlStudent shrineMaiden alien officeWorker doctor nurse", "2=suicide"
    )
    dice = table.world(
        "sealedItem showtimeDeath diceOfGods",
        "brain=doctor cultist=boyStudent magician=nurse immortalRole=girlStudent serialKiller=alien "
        "obstinate=officeWorker",
        "2=officeWorker",
    )
    begin = "loop 1\nstart: nothing\nday 1\n" + QUIET + "night: shrineMaiden dies\nday 2\n"
    begin += QUIET + "incident: occurred: officeWorker dies\nnight: nothing\nend: lost\nloop 2\n"
    assert not fits(table, dice, begin + "start: extra card shrineMaiden; extra card officeWorker\n")
    marked = begin + "start: extra card shrineMaiden\nday 1\n" + QUIET + "night: shrineMaiden dies"
    assert fits(table, dice, marked + "\n")
    assert last_line_refuted(table, dice, marked + "; lost\n")


def test_the_magician_moves_one_a_loop_and_leaves_no_paranoia_on_his_corpse() -> None:
    fear = "mm: shrineMaiden paranoia+1, alien paranoia+1\np: nothing\nability: {}\n"
    assert fits(ZONE, NINJA, fear.format("alien moves to School"))
    assert not fits(ZONE, NINJA, fear.format("alien moves to City"))  # diagonal
    assert not fits(ZONE, NINJA, fear.format("shrineMaiden moves to School; alien moves to School"))
    assert not fits(ZONE, NINJA, "mm: nothing\np: nothing\nability: alien moves to School\n")
    world = ZONE.world(
        "maleConfrontation unansweredHeart unsafeTrigger",
        "ninja=officeWorker magician=boyStudent conspiracyTheorist=nurse factor=girlStudent",
        "1=boyStudent",
    )
    scared = "mm: boyStudent paranoia+1\np: A boyStudent paranoia+1\nability: nothing\ngoodwill: nothing\n"
    scared += "incident: occurred: boyStudent dies"
    assert fits(ZONE, world, scared + "; -2 paranoia boyStudent\n")
    assert last_line_refuted(ZONE, world, scared + "\n")


def test_unsafe_trigger_reaches_the_factors_place_once() -> None:
    assert fits(ZONE, NINJA, CARDS + "ability: +1 intrigue School\n")
    assert not fits(ZONE, NINJA, CARDS + "ability: +1 intrigue City\n")
    assert not fits(ZONE, NINJA, CARDS + "ability: +2 intrigue School\n")


def test_secret_record_is_lost_by_a_reveal_and_maybe_by_a_lie() -> None:
    table = Table("midnightZone", CAST)
    plots = "secretRecord unansweredHeart unsafeTrigger"
    roles = "keyPerson=alien brain=officeWorker conspiracyTheorist=nurse magician=doctor factor=girlStudent"
    world = table.world(plots, roles)
    rest = "night: nothing\nday 2\n" + QUIET + "night: nothing\nend: {}\n"
    assert fits(table, world, ASK + "role Brain\n" + rest.format("lost"))
    assert last_line_refuted(table, world, ASK + "role Brain\n" + rest.format("won"))
    assert fits(table, world, ASK + "refused\n" + rest.format("won"))


def test_confession_tells_culprit_and_role() -> None:
    table = Table("midnightZone", CAST, "1=confession 2=suicide")
    world = table.world(
        "sealedItem loveHateSpiral unsafeTrigger",
        "brain=doctor cultist=informer factor=nurse friend=alien obstinate=journalist",
        "1=journalist 2=boyStudent",
    )
    told = QUIET + "incident: occurred: culprit of day 1 is {}; reveal {} {}\n"
    assert fits(table, world, told.format("journalist", "journalist", "Obstinate"))
    assert not fits(table, world, told.format("journalist", "journalist", "Brain"))
    assert not fits(table, world, told.format("informer", "informer", "Cultist"))
