"""Mystery Circle: what a Mastermind with one script can and cannot have played."""

from __future__ import annotations

import pytest

from .situations import QUIET, Table, fits, last_line_refuted

PAIRS = "boyStudent girlStudent shrineMaiden alien officeWorker journalist doctor nurse"
CAST = f"{PAIRS} informer"
CIRCLE = Table("mysteryCircle", CAST, "1=portent 2=serialMurder")
DETECTIVE = CIRCLE.world(
    "tightropePlan masterDetective trickyTwins",
    "brain=doctor killer=nurse privateInvestigator=alien conspiracyTheorist=boyStudent friend=girlStudent "
    "twin=officeWorker paranoiac=journalist",
    "1=shrineMaiden 2=officeWorker",
)
POISON = CIRCLE.world(
    "dropStrychnine isolatedInstitutionPsycho smellGunpowder",
    "keyPerson=doctor poisoner=alien fool=journalist paranoiac=boyStudent therapist=girlStudent "
    "conspiracyTheorist=nurse serialKiller=officeWorker",
    "1=journalist 2=shrineMaiden",
)
CARDS = "mm: nothing\np: nothing\n"
FEAR = "mm: {0} paranoia+1\np: A {0} paranoia+1\nability: nothing\ngoodwill: nothing\nincident: "


def test_a_detective_lets_incidents_beside_him_happen_while_the_gauge_is_zero() -> None:
    assert fits(CIRCLE, DETECTIVE, QUIET + "incident: occurred: +1 paranoia shrineMaiden\n")
    assert fits(CIRCLE, DETECTIVE, QUIET + "incident: occurred: +1 paranoia alien\n")
    assert not fits(CIRCLE, DETECTIVE, QUIET + "incident: occurred: +1 paranoia nurse\n")
    assert not fits(CIRCLE, DETECTIVE, QUIET + "incident: did not occur\n")
    away = (
        "mm: alien move vertical\np: nothing\nability: nothing\ngoodwill: nothing\nincident: did not occur\n"
    )
    assert fits(CIRCLE, DETECTIVE, away)


def test_a_twin_acts_on_the_diagonal() -> None:
    day = QUIET + "incident: occurred: +1 paranoia shrineMaiden\nnight: nothing\nday 2\n"
    day += FEAR.format("officeWorker")
    assert fits(CIRCLE, DETECTIVE, day + "occurred: shrineMaiden dies\n")
    assert fits(CIRCLE, DETECTIVE, day + "occurred: nothing\n")  # aimed at the detective, who cannot die
    assert not fits(CIRCLE, DETECTIVE, day + "occurred: journalist dies\n")


def test_a_portent_needs_one_less_and_a_fool_calms_down_after_it() -> None:
    once = "mm: journalist paranoia+1\np: nothing\nability: nothing\ngoodwill: nothing\nincident: "
    assert fits(CIRCLE, POISON, once + "occurred: +1 paranoia officeWorker; -1 paranoia journalist\n")
    assert fits(CIRCLE, POISON, once + "occurred: +1 paranoia journalist; -2 paranoia journalist\n")
    assert last_line_refuted(CIRCLE, POISON, once + "occurred: +1 paranoia officeWorker\n")
    assert last_line_refuted(CIRCLE, POISON, once + "did not occur\n")


def test_strychnine_counts_intrigue_for_serial_murder() -> None:
    day = QUIET + "incident: did not occur\nnight: nothing\nday 2\n"
    day += "mm: shrineMaiden intrigue+2\np: nothing\nability: nothing\ngoodwill: nothing\nincident: "
    assert fits(CIRCLE, POISON, day + "occurred: alien dies\n")
    assert last_line_refuted(CIRCLE, POISON, day + "did not occur\n")
    assert fits(
        CIRCLE,
        DETECTIVE,
        day.replace("did not occur\nnight", "occurred: +1 paranoia alien\nnight") + "did not occur\n",
    )


def test_a_therapist_must_calm_somebody_from_gauge_one_on() -> None:
    first = "mm: journalist paranoia+1\np: nothing\nability: nothing\ngoodwill: nothing\n"
    first += "incident: occurred: +1 paranoia officeWorker; -1 paranoia journalist\nnight: nothing\nday 2\n"
    second = "mm: boyStudent paranoia+1\np: nothing\nability: {}\n"
    assert fits(CIRCLE, POISON, first + second.format("-1 paranoia boyStudent"))
    assert last_line_refuted(CIRCLE, POISON, first + second.format("nothing"))
    assert fits(CIRCLE, POISON, first + CARDS + "ability: nothing\n")  # he has none: nothing shows
    # She calms him first, then he excites himself; or the other way round.
    assert fits(CIRCLE, POISON, first + CARDS + "ability: +1 paranoia boyStudent\n")
    assert fits(CIRCLE, POISON, first + CARDS + "ability: +1 paranoia boyStudent; -1 paranoia boyStudent\n")
    assert not fits(CIRCLE, POISON, CARDS + "ability: -1 paranoia boyStudent\n")


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ("+1 intrigue boyStudent", True),  # the Paranoiac on himself
        ("+1 intrigue girlStudent", False),  # unlike a Brain he reaches nobody else
        ("+1 paranoia boyStudent; +1 intrigue boyStudent", False),
        ("+1 paranoia doctor", True),  # the Conspiracy Theorist
    ],
)
def test_paranoiac(changes: str, expected: bool) -> None:  # noqa: FBT001
    assert fits(CIRCLE, POISON, CARDS + f"ability: {changes}\n") is expected


def test_a_poisoner_must_kill_from_gauge_two_on_once_a_loop() -> None:
    table = Table("mysteryCircle", PAIRS, "1=bestialMurder 2=portent")
    world = table.world(
        "dropStrychnine anAbsoluteWill smellGunpowder",
        "keyPerson=doctor poisoner=alien fool=journalist obstinate=girlStudent serialKiller=officeWorker",
        "1=girlStudent 2=journalist",
    )
    first = QUIET + "incident: occurred: boyStudent dies; +2 paranoia nurse; +1 intrigue doctor\nnight: "
    move = first.replace("mm: nothing", "mm: journalist move horizontal")
    assert fits(table, world, move + "shrineMaiden dies\n")
    assert fits(table, world, move + "alien dies\n")  # herself
    assert last_line_refuted(table, world, move + "nothing\n")
    assert last_line_refuted(table, world, move + "shrineMaiden dies; alien dies\n")
    assert last_line_refuted(table, world, first + "shrineMaiden dies\n")  # and the Serial Killer?
    after = move + "shrineMaiden dies\nday 2\n" + QUIET + "incident: did not occur\nnight: {}\n"
    assert fits(table, world, after.format("nothing"))
    assert last_line_refuted(table, world, after.format("alien dies"))


def test_gauge_four_kills_the_protagonists_by_a_living_poisoner() -> None:
    table = Table("mysteryCircle", CAST, "1=bestialMurder 2=bestialMurder")
    plots = "dropStrychnine anAbsoluteWill smellGunpowder"
    roles = "keyPerson=doctor poisoner={} fool=journalist obstinate=girlStudent serialKiller=officeWorker"
    dead = table.world(plots, roles.format("boyStudent"), "1=girlStudent 2=journalist")
    living = table.world(plots, roles.format("shrineMaiden"), "1=girlStudent 2=journalist")
    first = QUIET + "incident: occurred: boyStudent dies; +2 paranoia journalist; +1 intrigue nurse\n"
    second = "day 2\nmm: journalist paranoia+1\np: nothing\nability: nothing\ngoodwill: nothing\n"
    second += "incident: occurred: officeWorker dies; +2 paranoia nurse; +1 intrigue doctor; "
    second += "-3 paranoia journalist\n"
    assert fits(table, dead, first + "night: nothing\n" + second + "night: nothing\n")
    assert last_line_refuted(table, living, first + "night: nothing\n")
    assert fits(table, living, first + "night: alien dies\n" + second + "night: protagonists die\n")
    assert last_line_refuted(table, living, first + "night: alien dies\n" + second + "night: nothing\n")


def test_silver_bullet_ends_the_loop_and_leaves_the_gauge() -> None:
    table = Table("mysteryCircle", CAST, "1=silverBullet")
    roles = "brain=doctor killer=nurse obstinate=alien serialKiller=boyStudent friend=journalist"
    tight = table.world("tightropePlan anAbsoluteWill hiddenFreak", roles, "1=alien")
    black = table.world(
        "blackSchool anAbsoluteWill hiddenFreak", roles.replace("killer=nurse ", ""), "1=alien"
    )
    play = QUIET + "incident: occurred: loop ends\nend: {}\n"
    assert fits(table, tight, play.format("lost"))
    assert last_line_refuted(table, tight, play.format("won"))
    # The Black School in loop 1 without intrigue: lost under one reading, won under the other (D2).
    assert fits(table, black, play.format("lost"))
    assert fits(table, black, play.format("won"))
    fixed = Table("mysteryCircle", CAST, "1=silverBullet", "ruling blackSchool = atLeastLoop\n")
    assert last_line_refuted(fixed, black, play.format("lost"))


def test_a_psycho_starts_the_gauge_at_one_after_a_quiet_loop() -> None:
    two = "loop 1\nstart: nothing\nday 1\n" + QUIET + "incident: did not occur\nnight: {0}\n"
    two = two.replace("mm: nothing", "mm: alien move vertical")
    world = CIRCLE.world(
        "tightropePlan isolatedInstitutionPsycho anAbsoluteWill",
        "brain=doctor killer=nurse paranoiac=boyStudent therapist=girlStudent conspiracyTheorist=alien "
        "obstinate=journalist",
        "1=shrineMaiden 2=journalist",
    )
    play = (
        two.format("nothing") + "day 2\n" + QUIET + "incident: occurred: officeWorker dies\nnight: nothing\n"
    )
    play += "end: lost\nloop 2\n"
    assert fits(CIRCLE, world, play + "start: +1 gauge\n")
    assert last_line_refuted(CIRCLE, world, play + "start: nothing\n")


def test_closed_circles_and_letters_hold_people() -> None:
    table = Table("mysteryCircle", CAST, "1=closedCircle 2=suspiciousLetter")
    world = table.world(
        "tightropePlan anAbsoluteWill trickyTwins",
        "brain=doctor killer=nurse obstinate=alien twin=boyStudent paranoiac=journalist",
        "1=alien 2=boyStudent",
    )
    first = QUIET + "incident: occurred: culprit is at {}\nnight: nothing\n"
    assert fits(table, world, first.format("Shrine"))
    assert not fits(table, world, first.format("City"))
    closed = first.format("Shrine") + "day 2\nmm: boyStudent paranoia+1\np: A boyStudent paranoia+1\n"
    closed += "ability: nothing\ngoodwill: nothing\nincident: occurred: {}\n"
    assert fits(table, world, closed.format("nurse moves to City"))  # the Twin counts at the Hospital
    assert not fits(table, world, closed.format("girlStudent moves to City"))
    assert not fits(table, world, closed.format("nurse moves to Shrine"))  # nobody enters the circle
    assert fits(table, world, closed.format("nothing"))
    card = first.format("Shrine") + "day 2\nmm: nothing\np: A alien move vertical\nability: nothing\n"
    assert fits(table, world, card + "goodwill: nothing\nincident: did not occur\nboard: alien Shrine\n")


def test_gunpowder_counts_twelve_paranoia_on_the_living() -> None:
    fixed = Table("mysteryCircle", CAST, "", "ruling blackSchool = atLeastLoop\n")
    world = fixed.world(
        "blackSchool smellGunpowder masterDetective",
        "brain=doctor serialKiller=boyStudent privateInvestigator=girlStudent conspiracyTheorist=nurse "
        "friend=journalist",
    )
    five = "mm: alien paranoia+1, nurse paranoia+1\n"
    five += "p: A alien paranoia+1, B informer paranoia+1, C doctor paranoia+1\n"
    day = five + "ability: {}\ngoodwill: nothing\nnight: nothing\n"
    eleven = day.format("+1 paranoia doctor") + "day 2\n" + day.format("nothing") + "end: "
    twelve = day.format("+1 paranoia doctor") + "day 2\n" + day.format("+1 paranoia nurse") + "end: "
    assert fits(fixed, world, eleven + "won\n")
    assert last_line_refuted(fixed, world, eleven + "lost\n")
    assert fits(fixed, world, twelve + "lost\n")
    assert last_line_refuted(fixed, world, twelve + "won\n")
