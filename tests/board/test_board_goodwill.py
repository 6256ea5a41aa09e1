"""Goodwill abilities: which one a line means, whether it was usable, what it leaves (R40 to R54)."""

from __future__ import annotations

import pytest
from board_logs import RULES, attempted, board_after, complaints, log_text, replayed, steps

from deducer.board.goodwill import find_ability
from deducer.board.state import Board
from deducer.board.timeline import StepKind
from deducer.log.notation import read_log
from deducer.log.statements import GoodwillLine

CAST = (
    "Boy Student, Girl Student, Rich Man's Daughter, Class Rep, Mystery Boy, Shrine Maiden, Alien, "
    "Police Officer, Journalist, Doctor, Patient, Nurse, Henchman, Soldier, Young Girl, Servant, "
    "Little Sister, Office Worker"
)
START = "loop 1\nstart: Henchman at City; Servant at School\n"


def given(*names: str, **counters: int) -> str:
    """Return a first day at whose start everybody named has much goodwill; cards add no more than 2."""
    del counters
    return (
        START
        + "day 1\nmm: nothing\np: nothing\nability: "
        + "; ".join(f"+5 goodwill {name}" for name in names)
        + "\n"
    )


def after(line: str, *names: str) -> Board:
    return board_after(given(*names) + f"goodwill: {line}\n", CAST)


def wrong(line: str, *names: str) -> list[str]:
    return complaints(given(*names) + f"goodwill: {line}\n", CAST)


def meant(line: str, *names: str) -> list[str]:
    log = read_log(log_text(given(*names) + f"goodwill: {line}\n", CAST), RULES)
    use = log.play[-1]
    assert isinstance(use, GoodwillLine)
    assert log.setup is not None
    return [ability.id for ability in find_ability(use, after("nothing", *names), RULES, log.setup)]


@pytest.mark.parametrize(
    ("line", "abilities"),
    [
        ("Doctor 2 on Patient: -1 paranoia Patient", ["treat"]),
        ("Doctor 3 on Patient: nothing", ["discharge"]),
        ("Doctor 3: nothing", ["discharge"]),
        ("Shrine Maiden 5 on Alien: reveal Alien Killer", ["tellRole"]),
        ("Shrine Maiden on Alien: refused", ["tellRole"]),
        ("Shrine Maiden on Shrine: refused", ["purifyShrine"]),
        ("Journalist 2 on Alien: +1 paranoia Alien", ["slander"]),
        ("Journalist 2 on Police Officer: +1 intrigue Police Officer", ["scandal"]),
        ("Journalist 2 on City: refused", ["scandal"]),
        ("Journalist 2 on Alien: refused", ["slander"]),
        ("Journalist 2 on Police Officer: refused", ["slander", "scandal"]),
        ("Police Officer 4 incident 2: refused", ["tellCulprit"]),
        ("Police Officer 5 on Alien: refused", ["guard"]),
        ("Alien 4 on Shrine Maiden: Shrine Maiden dies", ["kill"]),
        ("Little Sister 5 as Doctor 2 on Patient: +1 paranoia Patient", ["treat"]),
        ("Boy Student 4: refused", []),
        ("Patient: refused", []),
    ],
)
def test_which_ability_a_line_means(line: str, abilities: list[str]) -> None:
    assert meant(line, "Doctor", "Journalist") == abilities


def test_changes_of_a_use_are_told_of_its_line() -> None:
    step = steps(
        replayed(given("Office Worker") + "goodwill: Office Worker 3: role Killer\n", CAST), StepKind.GOODWILL
    )[0]
    assert step.after.revealed == {("officeWorker", "killer")}
    assert step.moments[0].statement is step.statements[0]


def test_uses_of_once_a_loop_are_kept_refused_or_not() -> None:
    assert after("Alien 4 on Shrine Maiden: Shrine Maiden dies", "Alien").used == {("alien", "kill")}
    assert after("Alien 4 on Shrine Maiden: refused", "Alien").used == {("alien", "kill")}
    assert after("Doctor 2 on Patient: refused", "Doctor").used == frozenset()


def test_what_lasts_for_the_loop() -> None:
    assert after("Henchman 3: nothing", "Henchman").quiet == {"henchman"}
    assert after("Henchman 3: refused", "Henchman").quiet == frozenset()
    assert after("Soldier 5: nothing", "Soldier").immune is True
    assert after("Soldier 5: refused", "Soldier").immune is False
    assert after("Young Girl 1: nothing", "Young Girl").figure("youngGirl").barred == frozenset()
    assert after("Doctor 3 on Patient: nothing", "Doctor").figure("patient").barred == frozenset()
    barred = after("Doctor 3 on Patient: refused", "Doctor").figure("patient").barred
    assert barred == {"Shrine", "City", "School"}
    masters = after("Servant 4 on Boy Student: nothing", "Servant").masters["servant"]
    assert masters == {"richStudent", "boss", "boyStudent"}


def test_what_lasts_ends_with_the_loop() -> None:
    play = given("Henchman", "Soldier", "Servant") + (
        "goodwill: Henchman 3: nothing\ngoodwill: Soldier 5: nothing\n"
        "goodwill: Servant 4 on Boy Student: nothing\n"
        "night: lost\nend: lost\nloop 2\n"
    )
    board = board_after(play, CAST)
    assert (board.quiet, board.immune, board.used) == (frozenset(), False, frozenset())
    assert board.masters["servant"] == {"richStudent", "boss"}


@pytest.mark.parametrize(
    ("line", "has", "words"),
    [
        (
            "Doctor 2 on Patient: -1 paranoia Patient",
            "Nurse",
            "Doctor has 0 goodwill, and the ability needs 2",
        ),
        ("Patient 2: refused", "Patient", "Patient has no such goodwill ability"),
        ("Nurse 2 on Doctor: refused", "Nurse", "Nurse's ability cannot be refused"),
        ("Mystery Boy 3: role Killer", "Mystery Boy", "Mystery Boy's ability can be used from loop 2 on"),
        ("Doctor 2 on Alien: +1 paranoia Alien", "Doctor", "Doctor's ability cannot be used on Alien here"),
        ("Doctor 2 on Doctor: refused", "Doctor", "Doctor's ability cannot be used on Doctor here"),
        (
            "Boy Student 2 on Young Girl: refused",
            "Doctor",
            "Boy Student has 0 goodwill, and the ability needs 2",
        ),
        (
            "Class Rep 2: takes back goodwill+2",
            "Class Rep",
            "no card of the protagonists is spent, so none can be taken back",
        ),
        ("Doctor 2 as Nurse 2: refused", "Doctor", "Nurse's ability cannot be refused"),
        ("Doctor 2 as Nurse 2 on Patient: nothing", "Doctor", "Doctor cannot use the abilities of others"),
        ("Little Sister 5: nothing", "Little Sister", "whose ability is used is missing"),
        (
            "Little Sister 5 as Doctor 2 on Patient: nothing",
            "Little Sister",
            "Little Sister cannot use an ability of Doctor here",
        ),
        (
            "Doctor: refused",
            "Doctor",
            "Doctor has several goodwill abilities; write the rank of the one used",
        ),
        (
            "Police Officer 4: culprit of day 2 is Alien",
            "Police Officer",
            "the incident of day 2 has not occurred in this loop, so its culprit is not told",
        ),
    ],
)
def test_uses_that_cannot_be(line: str, has: str, words: str) -> None:
    assert wrong(line, has) == [words]


def test_a_use_that_cannot_be_is_left_out() -> None:
    timeline = attempted(given("Nurse") + "goodwill: Doctor 2 on Patient: +1 paranoia Patient\n", CAST)
    step = steps(timeline, StepKind.GOODWILL)[0]
    assert (step.statements, step.moments, step.incomplete) == ((), (), True)


def test_the_dead_and_the_absent_use_nothing() -> None:
    dead = (
        given("Alien")
        + "goodwill: Alien 4 on Shrine Maiden: Shrine Maiden dies\ngoodwill: Shrine Maiden 3: nothing\n"
    )
    assert complaints(dead, CAST) == ["Shrine Maiden is dead"]
    late = START + "day 1\nmm: nothing\np: nothing\nability: nothing\ngoodwill: Godly Being 3: refused\n"
    assert complaints(late, CAST, late="Godly Being") == ["Godly Being is not on the board"]


def test_an_ability_works_only_in_its_place() -> None:
    moved = given("Rich Man's Daughter").replace(
        "ability: ", "ability: Rich Man's Daughter moves to Hospital; "
    )
    play = moved + "goodwill: Rich Man's Daughter 3 on Doctor: refused\n"
    assert complaints(play, CAST) == ["Rich Man's Daughter's ability works only at School or City"]


def test_goodwill_gained_in_the_step_counts_at_once() -> None:
    play = START + (
        "day 1\nmm: nothing\np: nothing\nability: +3 goodwill Rich Man's Daughter; +1 goodwill Boy Student\n"
        "goodwill: Rich Man's Daughter 3 on Boy Student: +1 goodwill Boy Student\n"
        "goodwill: Boy Student 2 on Girl Student: nothing\n"
    )
    assert not complaints(play, CAST)


def test_an_ability_acts_once_a_step() -> None:
    use = "goodwill: Doctor 2 on Patient: +1 paranoia Patient\n"
    assert complaints(given("Doctor") + use + use, CAST) == ["Doctor's ability was used in this step already"]
    refused = "goodwill: Doctor 2 on Patient: refused\n"
    assert complaints(given("Doctor") + refused + use, CAST) == [
        "Doctor's ability was used in this step already"
    ]
    both = use + "goodwill: Doctor 3: nothing\n"
    assert not complaints(given("Doctor") + both, CAST)


def test_two_abilities_of_one_rank_are_two() -> None:
    play = given("Journalist") + (
        "goodwill: Journalist 2 on Alien: +1 paranoia Alien\n"
        "goodwill: Journalist 2 on City: +1 intrigue City\n"
    )
    assert not complaints(play, CAST)


def test_once_a_loop_counts_over_the_days() -> None:
    use = "goodwill: Alien 4 on {}: refused\n"
    play = (
        given("Alien")
        + use.format("Shrine Maiden")
        + "night: nothing\nday 2\nmm: nothing\np: nothing\nability: nothing\n"
    )
    assert complaints(play + use.format("Little Sister"), CAST) == [
        "Alien's ability was used in this loop already"
    ]
    assert board_after(play + "goodwill: nothing\n", CAST).used == {("alien", "kill")}


def test_borrowing_counts_the_lender_s_limit_and_only_the_user_s_goodwill() -> None:
    cast = f"{CAST}, Sect Founder"
    moved = given("Little Sister").replace("ability: ", "ability: Police Officer moves to Shrine; ")
    use = "goodwill: Little Sister 5 as Police Officer 5 on Alien: guard Alien\n"
    board = board_after(moved + use, cast)
    assert board.used == {("policeOfficer", "guard")}
    assert board.figure("alien").guards == 1
    again = moved + use + "goodwill: Little Sister 5 as Sect Founder 3 on Alien: nothing\n"
    assert complaints(again, cast) == ["Little Sister's ability was used in this step already"]


def spent(owner: str, use: str) -> str:
    return START + (
        f"day 1\nmm: nothing\np: {owner} Doctor goodwill+2\nability: +2 goodwill Class Rep\ngoodwill: {use}\n"
    )


def test_a_card_taken_back_is_not_spent() -> None:
    assert board_after(spent("A", "Class Rep 2: takes back goodwill+2"), CAST).spent == ()
    assert board_after(spent("A", "Class Rep 2: refused"), CAST).spent == (("A", "goodwill+2"),)
    assert complaints(spent("A", "Class Rep 2: takes back paranoia-1"), CAST) == [
        "“paranoia-1” was not spent in this loop"
    ]


def test_whose_card_came_back_is_not_known() -> None:
    play = spent("A", "Class Rep 2: takes back goodwill+2").replace("p: A", "p: B Nurse goodwill+2, A")
    assert board_after(play, CAST).spent == (("?", "goodwill+2"),)


def test_the_protagonists_do_not_die_while_they_are_protected() -> None:
    play = given("Soldier") + "goodwill: Soldier 5: nothing\nnight: protagonists die\n"
    assert complaints(play, CAST) == ["the protagonists cannot die for the rest of this loop"]


def test_a_use_proves_life() -> None:
    play = START + (
        "day 1\nmm: nothing\np: nothing\nability: +2 goodwill Doctor\ngoodwill: nothing\n"
        "day 2\nmm: nothing\np: nothing\nability: nothing\n"
    )
    assert board_after(play, CAST).figure("doctor").alive is True, "three others stand beside him"
    alone = play.replace("ability: +2", "ability: Nurse moves to City; Soldier moves to City; +2")
    assert board_after(alone, CAST).figure("doctor").alive is None
    used = board_after(alone + "goodwill: Doctor 2 on Patient: nothing\n", CAST)
    assert used.figure("doctor").alive is True
