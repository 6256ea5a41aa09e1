"""Cards that were not noted: what they could change is not known, everything else is."""

from __future__ import annotations

from board_logs import board_after, figure_after, replayed, steps

from deducer.board.timeline import StepKind

CAST = "Boy Student, Alien, Patient, Doctor, Servant, Rich Man's Daughter"
BEGIN = "loop 1\nstart: Servant at School\nday 1\n"
QUIET = "ability: nothing\n"


def test_an_unknown_card_on_a_known_target_blurs_only_that() -> None:
    after = board_after(BEGIN + "mm: Alien unknown\np: nothing\n" + QUIET, CAST)
    alien = after.figure("alien")
    assert alien.place is None
    assert dict(alien.counters) == {"paranoia": None, "goodwill": 0, "intrigue": None}
    assert after.figure("doctor").place == "Hospital"
    assert after.figure("doctor").total == 0
    assert after.intrigue == {"Hospital": 0, "Shrine": 0, "City": 0, "School": 0}


def test_a_side_lays_one_card_on_a_target() -> None:
    after = board_after(BEGIN + "mm: Alien paranoia+1, unknown\np: nothing\n" + QUIET, CAST)
    assert after.figure("alien").place == "Shrine"
    assert after.figure("alien").counters["paranoia"] == 1
    assert after.figure("doctor").counters["paranoia"] is None
    assert after.intrigue["City"] is None


def test_who_may_go_nowhere_stays() -> None:
    patient = figure_after("patient", BEGIN + "mm: Patient unknown\np: nothing\n" + QUIET, CAST)
    assert patient.place == "Hospital"


def test_a_hidden_forbid_may_have_stopped_a_card() -> None:
    play = BEGIN + "mm: City intrigue+2, Alien intrigue+1\np: A City unknown\n" + QUIET
    step = steps(replayed(play, CAST), StepKind.CARDS)[0]
    assert step.after.intrigue["City"] is None
    assert step.after.figure("alien").counters["intrigue"] == 1
    assert [card.worked for card in step.cards] == [None, True]


def test_a_second_hidden_forbid_may_have_freed_the_first() -> None:
    play = BEGIN + "mm: City intrigue+2\np: A City forbid intrigue, B Alien unknown\n" + QUIET
    step = steps(replayed(play, CAST), StepKind.CARDS)[0]
    assert step.free_forbids is None
    assert step.after.intrigue["City"] is None
    assert step.cards[0].worked is None


def test_one_side_alone_leaves_the_other_open_once_the_step_is_closed() -> None:
    play = BEGIN + "mm: Alien forbid goodwill, City intrigue+2\n"
    assert board_after(play, CAST).intrigue["City"] == 2
    after = board_after(play + QUIET, CAST)
    assert after.intrigue["City"] is None
    assert after.intrigue["School"] == 0
    assert after.figure("alien").counters["goodwill"] == 0
    assert after.figure("doctor").counters["goodwill"] is None
    assert after.figure("doctor").counters["intrigue"] == 0
    assert ("?", "goodwill+2") in after.maybe_spent


def test_a_board_line_counts_the_side_that_was_not_noted() -> None:
    play = BEGIN + "mm: Alien paranoia+1\nboard: Alien Shrine p2 g1 i0; Doctor Hospital\n"
    after = board_after(play + QUIET, CAST)
    assert after.figure("alien").counters["paranoia"] == 2
    assert after.figure("alien").counters["goodwill"] == 1
    assert after.figure("doctor").counters["goodwill"] is None


def test_a_known_card_on_an_unknown_target() -> None:
    after = board_after(BEGIN + "mm: unknown paranoia+1\np: nothing\n" + QUIET, CAST)
    assert after.figure("alien").counters["paranoia"] is None
    assert after.figure("alien").counters["intrigue"] == 0
    assert after.figure("alien").place == "Shrine"


def test_a_hidden_card_is_none_that_is_spent() -> None:
    play = (
        BEGIN
        + "mm: City intrigue+2\np: nothing\nability: nothing\ngoodwill: nothing\nnight: nothing\nday 2\n"
    )
    after = board_after(play + "mm: School unknown\np: nothing\n" + QUIET, CAST)
    assert ("mastermind", "intrigue+2") not in after.maybe_spent
    assert ("mastermind", "move diagonal") in after.maybe_spent


def test_a_card_proves_life() -> None:
    begin = BEGIN + "mm: nothing\np: nothing\nability: nothing\ngoodwill: nothing\nday 2\n"
    assert figure_after("doctor", begin, CAST).alive is None
    assert figure_after("doctor", begin + "mm: Doctor paranoia+1\n", CAST).alive is True


def follow(mm: str, p: str = "nothing") -> str | None:
    return figure_after("servant", BEGIN + f"mm: {mm}\np: {p}\n" + QUIET, CAST).place


def test_a_servant_follows_a_master_that_leaves_her_place() -> None:
    assert follow("Rich Man's Daughter move vertical") == "Shrine"
    assert follow("Boy Student move vertical") == "School"
    assert follow("Rich Man's Daughter move vertical", "A Rich Man's Daughter forbid movement") == "School"
    assert follow("Rich Man's Daughter move vertical", "A Servant forbid movement") == "Shrine"


def test_where_a_servant_goes_with_a_card_of_her_own_is_not_settled() -> None:
    assert follow("Rich Man's Daughter move vertical", "A Servant move horizontal") is None
    assert follow("Rich Man's Daughter move vertical", "A Servant move vertical") == "Shrine"


def test_a_servant_elsewhere_does_not_follow() -> None:
    play = BEGIN.replace("Servant at School", "Servant at City") + "mm: Rich Man's Daughter move vertical\n"
    assert figure_after("servant", play, CAST).place == "City"


def test_a_servant_may_have_followed_a_master_who_may_have_left() -> None:
    play = BEGIN + "mm: Rich Man's Daughter unknown\np: nothing\n" + QUIET
    assert figure_after("servant", play, CAST).place is None
