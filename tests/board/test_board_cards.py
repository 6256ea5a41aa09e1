"""The card step: order, fusion, forbids (rulings section 1.4, R19 to R25)."""

from __future__ import annotations

import pytest
from board_logs import board_after, complaints, day, figure_after, replayed, steps

from deducer.board.timeline import Resolved, StepKind

CAST = "Boy Student, Girl Student, Alien, Patient, Doctor, Illusion, Office Worker"
QUIET = "ability: nothing\n"


def resolved(play: str, cast: str = CAST) -> tuple[Resolved, ...]:
    return steps(replayed(play, cast), StepKind.CARDS)[-1].cards


@pytest.mark.parametrize(
    ("mm", "p", "place"),
    [
        ("Boy Student move vertical", "", "Shrine"),
        ("Boy Student move horizontal", "", "City"),
        ("Boy Student move diagonal", "", "Hospital"),
        ("Boy Student move vertical", "Boy Student move horizontal", "Hospital"),
        ("Boy Student move vertical", "Boy Student move vertical", "Shrine"),
        ("Boy Student move horizontal", "Boy Student move horizontal", "City"),
        ("Boy Student move diagonal", "Boy Student move vertical", "City"),
        ("Boy Student move diagonal", "Boy Student move horizontal", "Shrine"),
        ("Boy Student move diagonal", "Boy Student forbid movement", "School"),
    ],
)
def test_movement_cards_fuse(mm: str, p: str, place: str) -> None:
    assert figure_after("boyStudent", day(mm, p) + QUIET, CAST).place == place


@pytest.mark.parametrize(
    ("mm", "p", "place"),
    [
        ("Alien move horizontal", "", "Shrine"),
        ("Alien move horizontal", "Alien move vertical", "City"),
        ("Alien move diagonal", "Alien move vertical", "Shrine"),
        ("Alien move diagonal", "Alien move horizontal", "School"),
    ],
)
def test_only_the_fused_destination_is_held_against_the_forbidden_place(mm: str, p: str, place: str) -> None:
    assert figure_after("alien", day(mm, p) + QUIET, CAST).place == place


@pytest.mark.parametrize(
    ("mm", "p", "paranoia"),
    [
        ("Alien paranoia+1", "", 1),
        ("Alien paranoia-1", "", 0),
        ("Alien paranoia-1", "Alien paranoia+1", 0),
        ("Alien paranoia+1", "Alien paranoia-1", 0),
        ("Alien paranoia+1", "Alien paranoia+1", 2),
        ("Alien forbid paranoia", "Alien paranoia+1", 0),
    ],
)
def test_paranoia_is_added_before_it_is_taken(mm: str, p: str, paranoia: int) -> None:
    assert figure_after("alien", day(mm, p) + QUIET, CAST).counters["paranoia"] == paranoia


def test_the_trail_tells_what_lay_between() -> None:
    figure = figure_after("alien", day("Alien paranoia+1", "Alien paranoia-1") + QUIET, CAST)
    assert figure.trail == (0, 1, 0)


def test_forbid_paranoia_stops_both_signs() -> None:
    play = day("Alien paranoia+1") + QUIET + "goodwill: nothing\nnight: nothing\nday 2\n"
    after = board_after(play + "mm: Alien forbid paranoia\np: A Alien paranoia-1\n" + QUIET, CAST)
    assert after.figure("alien").counters["paranoia"] == 1


def test_a_forbid_acts_only_on_its_own_target() -> None:
    after = board_after(day("Alien intrigue+1", "A Shrine forbid intrigue") + QUIET, CAST)
    assert after.figure("alien").counters["intrigue"] == 1


def test_intrigue_on_a_place_and_bluffs() -> None:
    after = board_after(day("City intrigue+2, School paranoia+1", "A City goodwill+2") + QUIET, CAST)
    assert dict(after.intrigue) == {"Hospital": 0, "Shrine": 0, "City": 2, "School": 0}
    assert all(figure.total == 0 for figure in after.figures.values())


def test_two_forbid_intrigue_cancel_each_other() -> None:
    play = day("City intrigue+2", "A City forbid intrigue, B School forbid intrigue") + QUIET
    assert board_after(play, CAST).intrigue["City"] == 2
    step = steps(replayed(play, CAST), StepKind.CARDS)[0]
    assert step.free_forbids is True
    assert step.cards[0].forbidden_by is None
    assert step.cards[0].worked is True


def test_one_forbid_works_until_a_line_says_that_it_was_ignored() -> None:
    cards = day("City intrigue+2", "A City forbid intrigue")
    assert board_after(cards + QUIET, CAST).intrigue["City"] == 0
    assert board_after(cards + "ignored: forbid intrigue on City\n" + QUIET, CAST).intrigue["City"] == 2
    assert resolved(cards + QUIET)[0].worked is False
    assert resolved(cards + "ignored: forbid intrigue on City\n" + QUIET)[0].worked is True


def test_a_card_under_a_forbid_is_open_until_the_step_is_closed() -> None:
    cards = resolved(day("City intrigue+2", "A City forbid intrigue"))
    assert cards[0].worked is None
    assert cards[0].forbidden_by == cards[1].card


def test_a_forbid_that_makes_no_difference_proves_nothing() -> None:
    assert resolved(day("Alien forbid paranoia", "A Alien paranoia-1") + QUIET)[1].worked is None
    assert resolved(day("School forbid goodwill", "A School goodwill+1") + QUIET)[1].worked is None


@pytest.mark.parametrize("told", ["move", "move vertical"])
def test_a_stopped_card_has_no_effect(told: str) -> None:
    play = day("Boy Student move vertical") + f"stopped: {told} on Boy Student\n" + QUIET
    assert figure_after("boyStudent", play, CAST).place == "School"
    assert resolved(play)[0].worked is False


def test_the_target_stands_where_it_went() -> None:
    cards = resolved(
        day("Boy Student move vertical, Girl Student intrigue+1", "A Boy Student goodwill+1") + QUIET
    )
    assert [card.place for card in cards] == ["Shrine", "School", "Shrine"]


def test_who_takes_no_cards_gets_those_of_its_place() -> None:
    play = day("Shrine intrigue+1, Hospital paranoia+1", "A Shrine move horizontal, B Hospital goodwill+1")
    after = board_after(play + QUIET, CAST)
    illusion = after.figure("illusion")
    assert illusion.place == "Hospital"
    assert dict(illusion.counters) == {"paranoia": 0, "goodwill": 0, "intrigue": 1}
    assert after.intrigue["Shrine"] == 1
    assert after.figure("alien").place == "Shrine"


def test_a_forbid_on_the_place_stops_the_card_for_both() -> None:
    play = day("Shrine intrigue+1", "A Shrine forbid intrigue") + QUIET
    after = board_after(play, CAST)
    assert (after.intrigue["Shrine"], after.figure("illusion").counters["intrigue"]) == (0, 0)
    assert [(c.card.target, c.worked) for c in resolved(play)] == [
        ("Shrine", False),
        ("illusion", False),
        ("Shrine", True),
    ]


def test_a_forbid_may_be_ignored_for_one_of_them() -> None:
    play = (
        day("Shrine intrigue+1", "A Shrine forbid intrigue")
        + "ignored: forbid intrigue on Illusion\n"
        + QUIET
    )
    after = board_after(play, CAST)
    assert (after.intrigue["Shrine"], after.figure("illusion").counters["intrigue"]) == (0, 1)


@pytest.mark.parametrize(
    ("mm", "p", "words"),
    [
        ("Illusion paranoia+1", "", "no card can be played on Illusion"),
        ("Alien intrigue+1, Doctor intrigue+1", "", "played “intrigue+1” 2 times"),
        ("Alien paranoia+1, Alien intrigue+1", "", "2 cards on Alien"),
        ("", "A Alien goodwill+1, B Alien paranoia+1", "2 cards on Alien"),
        ("", "A Alien goodwill+1, A Doctor goodwill+1", "A played “goodwill+1” 2 times"),
        ("Alien goodwill+1", "", "“goodwill+1” is not in the hand of the mastermind"),
        ("", "A Alien intrigue+1", "“intrigue+1” is not in the hand of the protagonists"),
        ("Alien paranoia+1, Doctor paranoia+1, Patient intrigue+1, City intrigue+2", "", "played 4 cards"),
    ],
)
def test_what_a_hand_does_not_hold(mm: str, p: str, words: str) -> None:
    found = complaints(day(mm, p), CAST)
    assert len(found) == 1
    assert words in found[0]


def test_copies_of_a_card_are_held() -> None:
    play = day(
        "Alien paranoia+1, Doctor paranoia+1", "A Alien goodwill+2, B Doctor goodwill+2, C City goodwill+2"
    )
    assert not complaints(play, CAST)


@pytest.mark.parametrize(
    "told",
    ["ignored: forbid intrigue on School", "stopped: move on Alien", "ignored: forbid goodwill on City"],
)
def test_what_was_not_played_is_neither_ignored_nor_stopped(told: str) -> None:
    cards = day("City intrigue+2, Alien paranoia+1", "A City forbid intrigue") + f"{told}\n"
    word = told.partition(": ")[2].partition(" on ")
    assert complaints(cards, CAST) == [f"no card “{word[0]}” lies on {word[2]}"]
    assert not complaints(cards.replace("p: A", "p: unknown, A"), CAST), (
        "it may be the card that was not noted"
    )


def second_day(first: str, mm: str = "nothing", p: str = "nothing") -> str:
    return first + QUIET + f"goodwill: nothing\nnight: nothing\nday 2\nmm: {mm}\np: {p}\n"


def test_a_spent_card_does_not_come_again_in_the_loop() -> None:
    spent = day("City intrigue+2", "A Alien goodwill+2, goodwill+2 on Doctor")
    assert complaints(second_day(spent, mm="Alien intrigue+2"), CAST) == [
        "“intrigue+2” was spent in this loop already"
    ]
    again = "A has spent “goodwill+2” in this loop already"
    assert complaints(second_day(spent, p="A Alien goodwill+2"), CAST) == [again]
    assert not complaints(second_day(spent, p="B Alien goodwill+2"), CAST)
    two = complaints(second_day(spent, p="B Alien goodwill+2, C Doctor goodwill+2"), CAST)
    assert two == ["“goodwill+2” was spent in this loop already"]
    later = second_day(spent) + "loop 2\nstart: nothing\nday 1\nmm: City intrigue+2\np: A Alien goodwill+2\n"
    assert not complaints(later, CAST)


def test_a_stopped_card_is_spent_all_the_same() -> None:
    play = day("Alien forbid goodwill", "A Alien goodwill+2")
    assert board_after(play + QUIET, CAST).spent == (("A", "goodwill+2"),)


def test_no_card_lies_on_the_dead_or_the_absent() -> None:
    dead = day() + QUIET + "goodwill: nothing\nnight: Alien dies\nday 2\nmm: Alien paranoia+1\n"
    assert complaints(dead, CAST) == ["Alien is dead, so no card can lie there"]
    absent = day("Godly Being paranoia+1")
    assert complaints(absent, CAST, late="Godly Being") == ["Godly Being is not on the board"]


def test_a_special_rule_takes_a_card_away() -> None:
    play = day("Alien forbid goodwill")
    more = "special no forbid goodwill\n"
    assert complaints(play, CAST, more=more) == ["“forbid goodwill” is not in the hand of the mastermind"]


def unsided(cards: str) -> str:
    return f"loop 1\nstart: nothing\nday 1\ncards: {cards}\n"


def test_cards_of_unknown_side_resolve_like_others() -> None:
    after = board_after(
        unsided("Alien paranoia+1, Alien paranoia-1, City intrigue+2, City forbid intrigue") + QUIET, CAST
    )
    assert after.figure("alien").trail == (0, 1, 0)
    assert after.intrigue["City"] == 0


def test_sides_are_told_as_far_as_the_hands_force_them() -> None:
    after = board_after(unsided("City intrigue+2, Alien goodwill+2, Doctor paranoia-1") + QUIET, CAST)
    assert after.spent == (("mastermind", "intrigue+2"), ("?", "goodwill+2"))
    assert ("?", "paranoia-1") in after.maybe_spent
    forced = unsided("City intrigue+2, Alien goodwill+2, Alien paranoia-1") + QUIET
    assert ("?", "paranoia-1") not in board_after(forced, CAST).maybe_spent


@pytest.mark.parametrize(
    "cards",
    [
        "City intrigue+2, Alien intrigue+1, Doctor forbid goodwill, Patient intrigue+1",
        "Alien goodwill+1, Alien goodwill+2",
        "Alien paranoia+1, Alien paranoia+1, Alien paranoia-1",
    ],
)
def test_cards_that_no_two_hands_explain(cards: str) -> None:
    assert complaints(unsided(cards), CAST) == [
        "these cards cannot be shared out between the hands of both sides"
    ]


def test_seven_cards_are_too_many() -> None:
    cards = "Alien paranoia+1, Doctor paranoia+1, City intrigue+2, Patient goodwill+1, School goodwill+2, "
    found = complaints(unsided(cards + "Boy Student goodwill+1, Shrine paranoia+1"), CAST)
    assert found == ["7 cards were played; both sides together play 6 a day"]
