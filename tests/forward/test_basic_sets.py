"""First Steps and Basic Tragedy: what a Mastermind with one script can and cannot have played."""

from __future__ import annotations

import pytest

from .situations import QUIET, Table, fits, last_line_refuted

EIGHT = "boyStudent girlStudent shrineMaiden alien journalist doctor patient nurse"
BASIC = Table("basicTragedy", EIGHT, "1=murder")
PLAN = BASIC.world(
    "murderPlan unsettlingRumor threadsFate",
    "keyPerson=patient killer=boyStudent brain=shrineMaiden conspiracyTheorist=nurse",
    "1=nurse",
)
SEALED = BASIC.world(
    "sealedItem hiddenFreak unsettlingRumor",
    "brain=nurse cultist=boyStudent serialKiller=alien friend=shrineMaiden conspiracyTheorist=patient",
    "1=journalist",
)
FUTURE = BASIC.world(
    "changeOfFuture hiddenFreak threadsFate",
    "cultist=boyStudent timeTraveler=shrineMaiden serialKiller=alien friend=nurse",
    "1=journalist",
)
LOVERS = BASIC.world(
    "changeOfFuture loveAffair paranoiaVirus",
    "cultist=boyStudent timeTraveler=doctor lover=shrineMaiden lovedOne=journalist conspiracyTheorist=nurse",
    "1=journalist",
)
CARDS = "mm: nothing\np: nothing\n"
BEFORE_NIGHT = QUIET + "incident: did not occur\n"
AFRAID = "mm: nurse paranoia+1\np: A nurse paranoia+1\nability: +1 paranoia nurse\ngoodwill: nothing\n"


@pytest.mark.parametrize(
    ("world", "changes", "expected"),
    [
        (PLAN, "+1 intrigue City", True),  # the Rumor, on any place
        (PLAN, "+1 intrigue City; +1 intrigue Shrine", True),  # the Rumor and the Brain at the Shrine
        (PLAN, "+1 intrigue City; +1 intrigue School", False),  # the Brain is at the Shrine
        (PLAN, "+1 intrigue alien", True),
        (PLAN, "+1 intrigue doctor", False),  # the Rumor reaches places only
        (PLAN, "+1 paranoia doctor", True),  # by the Nurse beside him
        (PLAN, "+1 paranoia alien", False),
        (PLAN, "+2 paranoia nurse", False),  # one source, one counter
        (PLAN, "-1 paranoia nurse", False),
        (FUTURE, "nothing", True),
        (FUTURE, "+1 intrigue City", False),
    ],
)
def test_ability_step(world: object, changes: str, expected: bool) -> None:  # noqa: FBT001
    assert fits(BASIC, world, CARDS + f"ability: {changes}\n") is expected  # type: ignore[arg-type]


def test_the_rumor_spreads_once_a_loop() -> None:
    first = "mm: nothing\np: nothing\nability: +1 intrigue City\ngoodwill: nothing\nincident: did not occur\n"
    again = first + "night: nothing\nday 2\nmm: nothing\np: nothing\nability: +1 intrigue City\n"
    assert last_line_refuted(BASIC, PLAN, again)


def test_a_factor_agitates_once_the_school_has_two_intrigue() -> None:
    world = BASIC.world(
        "murderPlan unknownFactor threadsFate",
        "keyPerson=patient killer=nurse brain=boyStudent factor=girlStudent",
        "1=doctor",
    )
    one = "mm: School intrigue+1\np: nothing\n"
    assert fits(BASIC, world, one + "ability: +1 intrigue School; +1 paranoia boyStudent\n")
    assert not fits(BASIC, world, one + "ability: +1 paranoia boyStudent; +1 intrigue School\n")


def test_a_doctor_with_a_refusal_acts_unasked_from_two_goodwill_on() -> None:
    world = BASIC.world(
        "sealedItem unknownFactor threadsFate", "brain=doctor cultist=alien factor=nurse", "1=journalist"
    )
    cards = "mm: nothing\np: A doctor goodwill+{}\n"
    use = "ability: +1 paranoia patient\n"
    assert fits(BASIC, world, cards.format(2) + use)
    assert not fits(BASIC, world, cards.format(1) + use)
    assert not fits(BASIC, FUTURE, cards.format(2) + use)


def test_a_cultist_lets_intrigue_through_where_he_stands_after_moving() -> None:
    cards = "mm: City intrigue+1\np: A City forbid intrigue{}\nignored: forbid intrigue on City\n"
    assert not fits(BASIC, SEALED, cards.format(""))
    assert fits(BASIC, SEALED, cards.format(", B boyStudent move horizontal"))
    two = "mm: City intrigue+1\np: A City forbid intrigue, B School forbid intrigue\nability: nothing\n"
    board = "goodwill: nothing\nincident: did not occur\nboard: City i1\n"
    assert fits(BASIC, PLAN, two + board)


def test_a_time_traveler_must_ignore_forbid_goodwill() -> None:
    cards = "mm: shrineMaiden forbid goodwill\np: A shrineMaiden goodwill+1\n"
    ignored = "ignored: forbid goodwill on shrineMaiden\n"
    assert fits(BASIC, FUTURE, cards)  # the step is still open
    assert not fits(BASIC, FUTURE, cards + "ability: nothing\n")
    assert fits(BASIC, FUTURE, cards + ignored + "ability: nothing\n")
    assert not fits(BASIC, SEALED, cards + ignored)


def test_no_rule_stops_a_move_or_ignores_forbid_movement_here() -> None:
    assert not fits(BASIC, PLAN, "mm: nothing\np: A alien move vertical\nstopped: move on alien\n")
    forbidden = "mm: alien forbid movement\np: A alien move vertical\nignored: forbid movement on alien\n"
    assert not fits(BASIC, PLAN, forbidden)


@pytest.mark.parametrize(
    ("world", "use", "expected"),
    [
        (PLAN, "boyStudent 2 on girlStudent: refused", True),  # Killer
        (PLAN, "girlStudent 2 on boyStudent: refused", False),  # Person
        (PLAN, "boyStudent 2 on girlStudent: nothing", True),
        (SEALED, "boyStudent 2 on girlStudent: nothing", False),  # a Cultist must refuse
        (SEALED, "nurse 2 on doctor: refused", False),  # hers can never be refused
        (SEALED, "shrineMaiden 5 on alien: reveal alien Serial Killer", True),
        (SEALED, "shrineMaiden 5 on alien: reveal alien Person", False),
        (PLAN, "alien 4 on shrineMaiden: shrineMaiden dies", True),
        (FUTURE, "alien 4 on shrineMaiden: shrineMaiden dies", False),  # cannot die
        (FUTURE, "alien 4 on shrineMaiden: nothing", True),
    ],
)
def test_goodwill_step(world: object, use: str, expected: bool) -> None:  # noqa: FBT001
    play = "mm: nothing\np: nothing\nability: nothing\ngoodwill: " + use + "\n"
    assert fits(BASIC, world, play) is expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("occurred: patient dies; lost", True),
        ("occurred: patient dies", False),  # the Key Person's death ends the loop
        ("occurred: doctor dies", True),
        ("occurred: alien dies", False),  # elsewhere
        ("occurred: nurse dies", False),  # somebody else
        ("occurred: nothing", False),  # somebody mortal is there
        ("did not occur", False),
    ],
)
def test_murder_by_a_culprit_at_the_limit(told: str, expected: bool) -> None:  # noqa: FBT001
    assert fits(BASIC, PLAN, AFRAID + f"incident: {told}\n") is expected


def test_an_incident_needs_its_culprit_at_the_limit() -> None:
    assert fits(BASIC, PLAN, BEFORE_NIGHT)
    assert not fits(BASIC, PLAN, QUIET + "incident: occurred: doctor dies\n")


def test_a_serial_killer_must_kill_the_only_other_unless_it_cannot_die() -> None:
    assert fits(BASIC, SEALED, BEFORE_NIGHT + "night: shrineMaiden dies\n")
    assert last_line_refuted(BASIC, SEALED, BEFORE_NIGHT + "night: nothing\n")
    assert fits(BASIC, FUTURE, BEFORE_NIGHT + "night: nothing\n")


def test_a_dead_friend_is_shown_at_loop_end_and_liked_from_then_on() -> None:
    dead = BEFORE_NIGHT + "night: shrineMaiden dies\nday 2\n" + QUIET + "night: nothing\n"
    shown = dead + "end: lost; reveal shrineMaiden Friend\n"
    begin = "loop 1\nstart: nothing\nday 1\n"
    assert last_line_refuted(BASIC, SEALED, dead + "end: lost\n")
    assert last_line_refuted(BASIC, SEALED, dead + "end: won\n")
    assert fits(BASIC, SEALED, begin + shown + "loop 2\nstart: +1 goodwill shrineMaiden\n")
    assert last_line_refuted(BASIC, SEALED, begin + shown + "loop 2\nstart: nothing\n")


def test_threads_of_fate_and_a_loop_lost_without_a_reason() -> None:
    liked = "mm: {}\np: A alien goodwill+1\nability: nothing\ngoodwill: nothing\nincident: did not occur\n"
    rest = "night: {}\nday 2\n" + QUIET + "night: {}\nend: lost\n"
    begin = "loop 1\nstart: nothing\nday 1\n"
    plain = begin + liked.format("nothing") + rest.format("nothing", "nothing")
    assert last_line_refuted(BASIC, PLAN, plain)
    stabbed = begin + liked.format("patient intrigue+2, boyStudent move diagonal")
    stabbed += "night: patient dies; lost\nend: lost\nloop 2\n"
    assert fits(BASIC, PLAN, stabbed + "start: +2 paranoia alien\n")
    assert last_line_refuted(BASIC, PLAN, stabbed + "start: nothing\n")


def test_what_is_left_when_the_killer_ends_the_loop() -> None:
    cards = "mm: boyStudent intrigue+2\np: nothing\nability: {}\ngoodwill: nothing\n"
    day = cards + "incident: did not occur\nnight: {}\n"
    two_days = day.format("nothing", "nothing") + "day 2\n"
    more = "mm: boyStudent intrigue+1\np: nothing\nability: {}\ngoodwill: nothing\nnight: protagonists die\n"
    near = BASIC.world(
        "murderPlan unsettlingRumor threadsFate",
        "keyPerson=patient killer=boyStudent brain=girlStudent conspiracyTheorist=nurse",
        "1=nurse",
    )
    assert fits(BASIC, near, two_days + more.format("+1 intrigue boyStudent"))
    assert not fits(BASIC, near, two_days + more.format("nothing"))


def test_effects_beside_the_end_of_the_loop_may_stay_untold() -> None:
    """D30: a Serial Killer's kill goes untold when the Killer ends the loop in the same step."""
    world = (
        "murderPlan hiddenFreak threadsFate",
        "keyPerson=patient killer=doctor brain=journalist serialKiller=alien friend=nurse",
        "1=boyStudent",
    )
    play = "mm: patient intrigue+2\np: nothing\nability: nothing\ngoodwill: nothing\n"
    play += "incident: did not occur\nnight: patient dies; lost\n"
    strict = Table("basicTragedy", EIGHT, "1=murder", "ruling endingStep = complete\n")
    assert fits(BASIC, BASIC.world(*world), play)
    assert last_line_refuted(strict, strict.world(*world), play)


def test_a_friend_who_died_untold_may_be_shown_or_not() -> None:
    table = Table("basicTragedy", EIGHT, "1=hospitalIncident")
    world = table.world(
        "sealedItem hiddenFreak threadsFate",
        "brain=nurse cultist=boyStudent serialKiller=alien friend=doctor",
        "1=nurse",
    )
    play = "mm: nurse paranoia+1, Hospital intrigue+2\np: A nurse paranoia+1, B nurse paranoia+1\n"
    play += "ability: nothing\ngoodwill: nothing\nincident: occurred: nurse dies; protagonists die\nend: lost"
    assert fits(table, world, play + "\n")
    assert fits(table, world, play + "; reveal doctor Friend\n")
    assert last_line_refuted(table, world, play + "; reveal patient Friend\n")


def test_lovers_grieve_and_persons_fall_ill() -> None:
    use = "mm: nothing\np: nothing\nability: nothing\ngoodwill: alien 4 on shrineMaiden: shrineMaiden dies"
    assert fits(BASIC, LOVERS, use + "; +6 paranoia journalist\n")
    assert last_line_refuted(BASIC, LOVERS, use + "\n")
    assert last_line_refuted(BASIC, PLAN, use + "; +6 paranoia journalist\n")


def test_paranoia_virus_and_what_holds_at_two() -> None:
    three = "mm: alien paranoia+1\np: A alien paranoia+1\nability: nothing\ngoodwill: nothing\n"
    first = three + "incident: did not occur\nnight: nothing\nday 2\n"
    third = "mm: alien paranoia+1\np: nothing\nability: nothing\ngoodwill: nothing\n"
    assert fits(BASIC, LOVERS, first + third + "night: shrineMaiden dies; +6 paranoia journalist\n")
    assert last_line_refuted(BASIC, LOVERS, first + third + "night: nothing\n")
    back = first + third.replace("ability", "p: A alien paranoia-1\nability").replace("p: nothing\n", "")
    assert fits(BASIC, LOVERS, back + "night: nothing\n")  # never more than two


def test_a_time_travelers_loss_comes_on_the_last_day_only() -> None:
    first = BEFORE_NIGHT + "night: {}\n"
    last = first.format("nothing") + "day 2\n" + QUIET + "night: lost\n"
    assert last_line_refuted(BASIC, LOVERS, first.format("lost"))
    assert fits(BASIC, LOVERS, last)
    assert last_line_refuted(BASIC, PLAN, last)


def test_hospital_with_a_key_person_may_be_told_either_way() -> None:
    table = Table("basicTragedy", EIGHT, "1=hospitalIncident")
    world = table.world(
        "murderPlan unsettlingRumor threadsFate",
        "keyPerson=patient killer=boyStudent brain=shrineMaiden conspiracyTheorist=nurse",
        "1=nurse",
    )
    play = "mm: nurse paranoia+1, Hospital intrigue+2\np: A nurse paranoia+1\n"
    play += "ability: +1 paranoia nurse\ngoodwill: nothing\nincident: occurred: "
    dead = "doctor dies; patient dies; nurse dies"
    for told in (f"{dead}; protagonists die", f"{dead}; lost", "protagonists die"):
        assert fits(table, world, play + told + "\n"), told
    assert last_line_refuted(table, world, play + dead + "\n")
    fixed = "ruling hospitalWithKeyPerson = keyPersonFirst\nruling endingStep = complete\n"
    table = Table("basicTragedy", EIGHT, "1=hospitalIncident", fixed)
    assert fits(table, world, play + f"{dead}; lost\n")
    assert last_line_refuted(table, world, play + f"{dead}; protagonists die\n")
    assert last_line_refuted(table, world, play + "patient dies; lost\n")


def test_boss_may_kill_or_not_where_turf_and_place_differ() -> None:
    cast = "boyStudent girlStudent alien boss journalist informer nurse"
    table = Table("basicTragedy", cast, "", "turf boss: Hospital\n")
    world = table.world(
        "sealedItem hiddenFreak threadsFate",
        "brain=alien cultist=journalist serialKiller=boss friend=informer",
    )
    for night in ("nurse dies", "nothing"):
        assert fits(table, world, QUIET + f"night: {night}\n")
    assert not fits(table, world, QUIET + "night: informer dies\n")
    fixed = Table("basicTragedy", cast, "", "turf boss: Hospital\nruling bossTurfDayEnd = no\n")
    assert not fits(fixed, world, QUIET + "night: nurse dies\n")


def test_guards_and_cards_with_rules_of_their_own() -> None:
    cast = "boyStudent girlStudent alien policeOfficer blackCat ai sacredTree nurse"
    table = Table("basicTragedy", cast, "1=murder 2=suicide")
    world = table.world(
        "sealedItem unsettlingRumor unknownFactor",
        "brain=sacredTree cultist=ai conspiracyTheorist=alien factor=nurse",
        "1=blackCat 2=ai",
    )
    begin = "loop 1\nstart: +1 intrigue Shrine\nday 1\n"
    assert not fits(table, world, "loop 1\nstart: nothing\n")
    cat = begin + QUIET + "incident: occurred: {}\n"
    assert fits(table, world, cat.format("nothing"))
    assert not fits(table, world, cat.format("alien dies"))
    # Four counters of any kind are enough for the A.I.
    night = "incident: occurred: nothing\nnight: nothing\nday 2\n"
    four = begin + "mm: ai intrigue+2\np: A ai goodwill+1\nability: nothing\ngoodwill: nothing\n" + night
    four += "mm: nothing\np: A ai goodwill+1\nability: nothing\ngoodwill: nothing\nincident: {}\n"
    assert fits(table, world, four.format("occurred: ai dies"))
    assert not fits(table, world, four.format("did not occur"))
    # A Sacred Tree with a refusal must give a counter away.
    tree = begin + "mm: sacredTree paranoia+1\np: nothing\nability: {}\n"
    assert fits(table, world, tree.format("-1 paranoia sacredTree; +1 paranoia alien"))
    assert not fits(table, world, tree.format("nothing"))


def test_a_guard_is_lost_instead_and_an_informer_names_another_plot() -> None:
    cast = "boyStudent girlStudent shrineMaiden alien policeOfficer informer nurse"
    table = Table("basicTragedy", cast)
    world = table.world(
        "sealedItem hiddenFreak threadsFate",
        "brain=boyStudent cultist=nurse serialKiller=alien friend=shrineMaiden",
    )
    day = "mm: policeOfficer move diagonal\np: nothing\nability: nothing\n"
    day += "goodwill: policeOfficer 5 on shrineMaiden: guard shrineMaiden\nnight: nothing\nday 2\n"
    day += "mm: policeOfficer move vertical\np: nothing\nability: nothing\ngoodwill: nothing\n"
    assert fits(table, world, day + "night: guard shrineMaiden lost\n")
    assert last_line_refuted(table, world, day + "night: shrineMaiden dies\n")
    asked = "mm: nothing\np: nothing\nability: nothing\ngoodwill: informer 5: declared {}, told {}\n"
    assert fits(table, world, asked.format("A Love Affair", "Threads of Fate"))
    assert fits(table, world, asked.format("The Hidden Freak", "Threads of Fate"))
    assert not fits(table, world, asked.format("Threads of Fate", "Threads of Fate"))
    assert not fits(table, world, asked.format("Threads of Fate", "A Love Affair"))


def test_first_steps_lose_by_the_brains_start_place() -> None:
    table = Table("firstSteps", "boyStudent girlStudent shrineMaiden policeOfficer doctor nurse")
    world = table.world("lightAvenger unsettlingRumor", "brain=doctor conspiracyTheorist=nurse")
    play = "mm: {} intrigue+2\np: nothing\nability: nothing\ngoodwill: nothing\nnight: nothing\nday 2\n"
    play += QUIET + "night: nothing\nend: {}\n"
    assert fits(table, world, play.format("Hospital", "lost"))
    assert last_line_refuted(table, world, play.format("Hospital", "won"))
    assert last_line_refuted(table, world, play.format("City", "lost"))
