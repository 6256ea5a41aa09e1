"""The header: what its lines say, what they say together, and what is wrong with it."""

from __future__ import annotations

import pytest
from logs import HEADER, RULES, bare
from msgspec.structs import replace

from deducer.errors import Mistake, MistakeKind
from deducer.log.notation import read_log
from deducer.log.setup import Setup
from deducer.log.statements import (
    At,
    CastLine,
    DaysLine,
    LateLine,
    LoopsLine,
    RulingLine,
    ScheduleLine,
    SetLine,
    SpecialKind,
    SpecialLine,
    TurfLine,
)
from deducer.log.write import write_log
from deducer.rules.names import names_for

HERE = At(0)
SMALL = "set Basic Tragedy\ncast Nurse, Doctor\n"


def setup_of(text: str) -> Setup:
    log = read_log(text, RULES)
    assert log.mistakes == ()
    assert log.setup is not None
    return log.setup


def told(text: str) -> list[Mistake]:
    return list(read_log(text, RULES).mistakes)


def test_a_whole_header() -> None:
    log = read_log(HEADER + "late none\nspecial loops +1\nruling virusAtTwo = keeps\n", RULES)
    cast = ("nurse", "doctor", "patient", "boss", "alien", "shrineMaiden", "officeWorker", "policeOfficer")
    special = SpecialLine(HERE, SpecialKind.MORE_LOOPS, "loops +1", amount=1)
    assert [bare(statement) for statement in log.header] == [
        SetLine(HERE, "basicTragedy"),
        LoopsLine(HERE, 3),
        DaysLine(HERE, 4),
        CastLine(HERE, cast),
        ScheduleLine(HERE, 2, "suicide", "Suicide"),
        ScheduleLine(HERE, 3, "murder", "Murder"),
        TurfLine(HERE, "boss", "School"),
        LateLine(HERE, ()),
        special,
        RulingLine(HERE, "virusAtTwo", "keeps"),
    ]
    assert log.setup is not None
    assert [bare(line) for line in log.setup.specials] == [special]
    assert log.setup == Setup(
        tragedy_set="basicTragedy",
        loops=4,
        days=4,
        cast=cast,
        late_assumed=False,
        incidents={2: "suicide", 3: "murder"},
        turfs={"boss": "School"},
        rulings={"virusAtTwo": "keeps"},
        specials=log.setup.specials,
    )


def test_the_least_header() -> None:
    assert setup_of(SMALL) == Setup("basicTragedy", cast=("nurse", "doctor"))
    assert setup_of("SET bt\nCast: 医者、ナース") == Setup("basicTragedy", cast=("doctor", "nurse"))


def test_lines_may_stand_in_any_order() -> None:
    lines = [*HEADER.splitlines(), "special days -1", "late unknown"]
    one, other = setup_of("\n".join(lines)), setup_of("\n".join(reversed(lines)))
    assert replace(one, specials=()) == replace(other, specials=())
    assert [bare(line) for line in one.specials] == [bare(line) for line in other.specials]


@pytest.mark.parametrize(
    ("line", "late", "unknown", "assumed"),
    [
        ("", (), False, True),
        ("late none", (), False, False),
        ("late unknown", (), True, False),
        ("late Godly Being", ("godlyBeing",), False, False),
        ("late Transfer Student, Godly Being", ("transferStudent", "godlyBeing"), False, False),
        ("late Godly Being, unknown", ("godlyBeing",), True, False),
    ],
)
def test_late_arrivals(line: str, late: tuple[str, ...], unknown: bool, assumed: bool) -> None:  # noqa: FBT001
    setup = setup_of(SMALL + line)
    assert (setup.late, setup.late_unknown, setup.late_assumed) == (late, unknown, assumed)


def test_a_late_arrival_in_the_cast_is_known_to_enter_some_time() -> None:
    setup = setup_of("set BT\ncast Nurse, Godly Being, Doctor\nlate Transfer Student, Godly Being")
    assert setup.cast == ("nurse", "doctor")
    assert setup.late == ("godlyBeing", "transferStudent")


@pytest.mark.parametrize(
    ("text", "special"),
    [
        (
            "no Forbid Goodwill",
            SpecialLine(HERE, SpecialKind.WITHOUT_CARD, "no Forbid Goodwill", card="forbid goodwill"),
        ),
        (
            "no int+2 Mastermind",
            SpecialLine(
                HERE, SpecialKind.WITHOUT_CARD, "no int+2 Mastermind", card="intrigue+2", side="mastermind"
            ),
        ),
        (
            "no move vertical protagonists",
            SpecialLine(
                HERE,
                SpecialKind.WITHOUT_CARD,
                "no move vertical protagonists",
                card="move vertical",
                side="protagonists",
            ),
        ),
        (
            "Nurse counts as a girl",
            SpecialLine(HERE, SpecialKind.COUNTS_AS, "Nurse counts as a girl", character="nurse", tag="girl"),
        ),
        ("loops +1", SpecialLine(HERE, SpecialKind.MORE_LOOPS, "loops +1", amount=1)),
        ("days -1", SpecialLine(HERE, SpecialKind.MORE_DAYS, "days -1", amount=-1)),
        ("culprits may repeat", SpecialLine(HERE, SpecialKind.REPEAT_CULPRITS, "culprits may repeat")),
        ("no talking", SpecialLine(HERE, SpecialKind.TEXT, "no talking")),
        ("Nurse counts as a teapot", SpecialLine(HERE, SpecialKind.TEXT, "Nurse counts as a teapot")),
        ("the moon\uff1afull", SpecialLine(HERE, SpecialKind.TEXT, "the moon\uff1afull")),
    ],
)
def test_special_rules(text: str, special: SpecialLine) -> None:
    setup = setup_of(f"{SMALL}special {text}  # told to all")
    assert [bare(line) for line in setup.specials] == [special]


def test_special_rules_count() -> None:
    setup = setup_of(
        f"special loops +1\nspecial days -1\nspecial loops -2\nspecial Nurse counts as girl\n"
        f"special Nurse counts as boy\nloops 4\ndays 6\n{SMALL}"
    )
    assert (setup.loops, setup.days) == (3, 5)
    assert setup.extra_tags == {"nurse": ("girl", "boy")}


def test_a_ruling_at_its_default_is_left_out() -> None:
    assert setup_of(SMALL + "ruling Virus at two = EITHER").rulings == {}
    assert setup_of(SMALL + "ruling Virus at two = KEEPS").rulings == {"virusAtTwo": "keeps"}


UNREADABLE = MistakeKind.UNREADABLE
IMPOSSIBLE = MistakeKind.IMPOSSIBLE


@pytest.mark.parametrize(
    ("line", "column", "kind", "message", "hint"),
    [
        (
            "loops four",
            7,
            UNREADABLE,
            "'four' is no number of loops",
            "write `loops N`, a number from 1 to 99",
        ),
        ("days", 5, UNREADABLE, "the number of days is missing", "write `days N`, a number from 1 to 99"),
        ("days 0", 6, UNREADABLE, "'0' is no number of days", "write `days N`, a number from 1 to 99"),
        ("days 100", 6, UNREADABLE, "'100' is no number of days", "write `days N`, a number from 1 to 99"),
        ("incident 0 Murder", 10, IMPOSSIBLE, "there is no day 0", "the first day of a loop is 1"),
        (
            "turf Boss: Xyzzy",
            12,
            UNREADABLE,
            "there is no place 'Xyzzy'",
            "the places are Hospital, Shrine, City and School",
        ),
        (
            "incident x",
            10,
            UNREADABLE,
            "day and name of the incident are missing",
            "write `incident DAY NAME`",
        ),
        ("incident 2 Mrder", 12, UNREADABLE, "this set has no incident 'Mrder'", "did you mean 'Murder'?"),
        ("late Nurse", 6, IMPOSSIBLE, "Nurse is no late arrival", "write it in the `cast` line"),
        (
            "late Part-Timer(?)",
            6,
            IMPOSSIBLE,
            "Part-Timer(?) is no late arrival",
            "write Part-Timer in the `cast` line",
        ),
        (
            "late",
            5,
            UNREADABLE,
            "nothing is written here",
            "write `late none`, `late unknown` or `late NAME`",
        ),
        ("turf Nurse: City", 6, IMPOSSIBLE, "Nurse has no turf", "leave the line out"),
        (
            "turf Boss: City",
            6,
            IMPOSSIBLE,
            "Boss is not in the cast",
            "add it to the `cast` line, or leave this line out",
        ),
        ("turf Boss", 6, UNREADABLE, "a place is missing behind the name", "write `NAME PLACE`"),
        ("turf Boss: Citi", 12, UNREADABLE, "there is no place 'Citi'", "did you mean 'City'?"),
        (
            "ruling",
            7,
            UNREADABLE,
            "name and value of the ruling are missing",
            "write `ruling NAME = VALUE`",
        ),
        (
            "ruling virusAtTo = keeps",
            8,
            UNREADABLE,
            "there is no ruling 'virusAtTo'",
            "did you mean `virusAtTwo`?",
        ),
        (
            "ruling virusAtTwo = maybe",
            21,
            UNREADABLE,
            "there is no value of virusAtTwo 'maybe'",
            "write `either`, `notSerialKiller` or `keeps`",
        ),
        ("special", 8, UNREADABLE, "the special rule is missing", "write it in your own words"),
        ("set Basic Tragedy", 1, IMPOSSIBLE, "`set` is told already on line 1", "keep one of them"),
        ("cast Nurse", 1, IMPOSSIBLE, "`cast` is told already on line 2", "keep one of them"),
    ],
)
def test_a_wrong_line_is_told_and_left_out(
    line: str, column: int, kind: MistakeKind, message: str, hint: str
) -> None:
    log = read_log(SMALL + line, RULES)
    assert log.mistakes == (Mistake(3, column, kind, message, hint, line),)
    assert len(log.header) == 2
    assert log.setup == Setup("basicTragedy", cast=("nurse", "doctor"))


@pytest.mark.parametrize(
    ("twice", "what"),
    [
        ("loops 3\nloops 3", "loops"),
        ("days 3\ndays 4", "days"),
        ("late none\nlate unknown", "late"),
        ("incident 2 Murder\nincident 2 Suicide", "incident 2"),
        ("ruling virusAtTwo = keeps\nruling virusattwo = either", "ruling virusAtTwo"),
        ("special loops +1\nspecial loops +1", "special loops +1"),
    ],
)
def test_what_is_told_twice(twice: str, what: str) -> None:
    second = twice.splitlines()[1]
    assert told(SMALL + twice) == [
        Mistake(4, 1, IMPOSSIBLE, f"`{what}` is told already on line 3", "keep one of them", second)
    ]


def test_a_second_turf() -> None:
    (mistake,) = told("set BT\ncast Boss\nturf Boss: City\nturf boss: School")
    assert (mistake.line, mistake.message) == (4, "`turf Boss` is told already on line 3")


def test_counts_that_do_not_fit_each_other() -> None:
    assert told(SMALL + "incident 4 Murder\ndays 4\nspecial days -1") == [
        Mistake(
            3,
            10,
            IMPOSSIBLE,
            "a loop has no day 4, only 3",
            "check the day of the incident and the `days` line",
            "incident 4 Murder",
        )
    ]
    assert told(SMALL + "loops 1\nspecial loops -1") == [
        Mistake(3, 7, IMPOSSIBLE, "the special rules leave 0 of 1", "check the `special` lines", "loops 1")
    ]


def test_a_turf_that_is_missing() -> None:
    log = read_log("set BT\ncast Nurse, Boss", RULES)
    assert log.mistakes == (
        Mistake(
            2,
            0,
            IMPOSSIBLE,
            "the turf of Boss is not told",
            "write `turf Boss: PLACE` in the header",
            "cast Nurse, Boss",
        ),
    )
    assert log.setup == Setup("basicTragedy", cast=("nurse", "boss"))


def test_a_header_that_is_missing() -> None:
    no_cast = Mistake(
        0, 0, IMPOSSIBLE, "the `cast` line is missing", "write `cast NAME, NAME` above `loop 1`"
    )
    no_set = Mistake(0, 0, IMPOSSIBLE, "the `set` line is missing", "write `set NAME` above `loop 1`")
    assert told("") == [no_cast, no_set]
    assert told("set BT") == [no_cast]
    assert told("cast Nurse\nincident 2 Murder\nloop 1") == [no_set]
    assert read_log("cast Nurse\nloop 1", RULES).setup is None


def test_a_set_that_is_not_covered() -> None:
    log = read_log("set Basik Tragedy\ncast Nurse, Nurze\nincident 2 Murder\nloop 1\n", RULES)
    assert [(mistake.line, mistake.message, mistake.hint) for mistake in log.mistakes] == [
        (1, "there is no set 'Basik Tragedy'", "did you mean 'Basic Tragedy'?"),
        (2, "there is no character 'Nurze'", "did you mean 'Nurse'?"),
    ]
    assert log.setup is None
    known = [RULES.names["en"].sets[one] for one in RULES.sets]
    hint = read_log("set Qqq\ncast Nurse", RULES).mistakes[0].hint
    assert all(name in hint for name in known)


def test_an_unknown_ruling_is_answered_with_all_of_them() -> None:
    (mistake,) = read_log(SMALL + "ruling xxx = yes", RULES).mistakes
    assert all(f"`{name}`" in mistake.hint for name in RULES.rulings)


def test_an_unknown_character_of_the_cast_is_answered_with_where_all_stand() -> None:
    assert "deducer rules characters" in read_log("set BT\ncast Qxzw", RULES).mistakes[0].hint


def test_every_wrong_name_of_the_cast_is_told() -> None:
    line = "cast Nurse, Nurze, Nurse, Part-Timer(?), P, Transfer Student"
    log = read_log(f"set BT\n{line}\nloop 1\n", RULES)
    assert log.setup is None
    assert [(mistake.column, mistake.kind, mistake.message, mistake.hint) for mistake in log.mistakes] == [
        (13, UNREADABLE, "there is no character 'Nurze'", "did you mean 'Nurse'?"),
        (20, IMPOSSIBLE, "Nurse is in the cast already", "leave it out here"),
        (27, IMPOSSIBLE, "Part-Timer(?) is never cast", "write Part-Timer in the `cast` line"),
        (
            42,
            MistakeKind.AMBIGUOUS,
            "'P' can mean Police Officer, Pop Idol, Patient, Part-Timer or Part-Timer(?)",
            "write as much of the name as tells them apart",
        ),
    ]


def test_a_corrected_line_below_a_wrong_one_counts() -> None:
    log = read_log("set BT\ncast Nurze\ncast Nurse", RULES)
    assert len(log.mistakes) == 1
    assert log.setup == Setup("basicTragedy", cast=("nurse",))


def test_a_fact_of_the_header_may_stand_above_what_it_speaks_of() -> None:
    log = read_log("set BT\nfact: culprit of day 3 is Nurse\ncast Nurse\nincident 3 Murder\nloop 1", RULES)
    assert log.mistakes == ()
    assert len(log.play) == 2


MIDNIGHT = "set Midnight Zone\ndays 5\ncast Nurse, Doctor\nlate none\n"


def test_any_name_is_announced_where_an_incident_may_be_disguised() -> None:
    log = read_log(MIDNIGHT + "incident 2 Gargoyles at Dawn\nincident 3 Suicide\n", RULES)
    assert log.mistakes == ()
    assert log.setup is not None
    assert log.setup.incidents == {2: None, 3: "suicide"}
    assert log.setup.other_names == {2: "Gargoyles at Dawn"}
    written = write_log(log.header, names_for(RULES, "midnightZone"))
    assert "incident 2 Gargoyles at Dawn\n" in written
    again = read_log(written, RULES)
    assert again.mistakes == ()
    assert again.setup == log.setup


def test_a_name_that_means_several_incidents_is_a_mistake_all_the_same() -> None:
    (found,) = told(MIDNIGHT + "incident 2 Fake\n")
    assert found.kind is MistakeKind.AMBIGUOUS
    assert found.message == "'Fake' can mean Fake Incident or Faked Suicide"


@pytest.mark.parametrize(
    "written", ["incident day 2: Murder", "incident on day 2 Murder", "incident 2: Murder"]
)
def test_an_incident_as_players_write_it(written: str) -> None:
    log = read_log(f"set Basic Tragedy\nloops 3\ndays 3\ncast Nurse; Doctor; Alien\n{written}\n", RULES)
    assert log.mistakes == ()
    assert log.setup is not None
    assert log.setup.incidents == {2: "murder"}
    assert log.setup.cast == ("nurse", "doctor", "alien")


def test_a_comma_that_is_missing_between_two_names_is_told() -> None:
    log = read_log("set Basic Tragedy\ncast Nurse, Patient Boy Student, Alien\n", RULES)
    (mistake, *_) = log.mistakes
    assert (mistake.line, mistake.column) == (2, 13)
    assert mistake.message == "'Patient Boy Student' is no character"
    assert mistake.hint == "write `Patient, Boy Student`"
