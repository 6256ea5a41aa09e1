"""Each kind of mistake, told in full: place, kind, message and remedy."""

from __future__ import annotations

import pytest
from logs import FIRST_PLAY_LINE, HEADER, RULES, bare, played

from deducer.errors import Mistake, MistakeKind
from deducer.log.notation import read_log, render_mistake
from deducer.log.statements import AbilityLine, At, Dies, Enters, NightLine

UNREADABLE = MistakeKind.UNREADABLE
IMPOSSIBLE = MistakeKind.IMPOSSIBLE
AMBIGUOUS = MistakeKind.AMBIGUOUS

_CHANGES = (
    "write for example `+1 COUNTER NAME`, `NAME moves to PLACE`, `NAME dies`, `reveal NAME ROLE` or `nothing`"
)
_CARD = "write `TARGET CARD`, such as `NAME paranoia+1` or `PLACE forbid intrigue`"
_USE = "write `NAME 2 on TARGET:` and then `refused`, `nothing` or the changes"
_INCIDENT = "write `did not occur`, `occurred: nothing` or `occurred:` and the changes"
_ENTRY = "write `NAME PLACE p2 g1 i0`, `NAME dead` or `PLACE i2`"
_FACT = (
    "write `NAME is ROLE`, `NAME is not ROLE`, `culprit of day 3 is NAME`, `incident 3 is INCIDENT`, "
    "`plot PLOT` or `not plot PLOT`"
)
_CAST = "the cast is Shrine Maiden, Alien, Police Officer, Office Worker, Boss, Doctor, Patient, Nurse"
_PLACES = "the places are Hospital, Shrine, City and School"
_APART = "write as much of the name as tells them apart"


@pytest.mark.parametrize(
    ("line", "column", "kind", "message", "hint"),
    [
        # Names.
        ("night: Nurze dies", 8, UNREADABLE, "there is no character 'Nurze'", "did you mean 'Nurse'?"),
        ("night: Qxzw dies", 8, UNREADABLE, "there is no character 'Qxzw'", _CAST),
        (
            "ability: +1 paranoia Qxzw",
            22,
            UNREADABLE,
            "there is no character or place 'Qxzw'",
            f"{_CAST}; {_PLACES}",
        ),
        ("board: Nurse Qxzw p2", 14, UNREADABLE, "there is no place 'Qxzw'", _PLACES),
        ("night: Nurse moves to Qxzw", 23, UNREADABLE, "there is no place 'Qxzw'", _PLACES),
        (
            "ability: +1 paranoia Docter",
            22,
            UNREADABLE,
            "there is no character or place 'Docter'",
            "did you mean 'Doctor'?",
        ),
        (
            "night: Journalist dies",
            8,
            IMPOSSIBLE,
            "Journalist is not in the cast",
            "add it to the `cast` line if it is",
        ),
        (
            "dawn: Transfer Student enters at City",
            7,
            IMPOSSIBLE,
            "Transfer Student is not in the cast",
            "write `late Transfer Student` in the header if the script has it, `late unknown` if it may",
        ),
        ("mm: Sh intrigue+1", 5, AMBIGUOUS, "'Sh' can mean Shrine or Shrine Maiden", _APART),
        ("night: P dies", 8, AMBIGUOUS, "'P' can mean Police Officer or Patient", _APART),
        (
            "night: Nurse moves to S",
            23,
            AMBIGUOUS,
            "'S' can mean Shrine or School",
            _APART,
        ),
        (
            "end: lost; reveal Nurse Frend",
            25,
            UNREADABLE,
            "this set has no role 'Frend'",
            "did you mean 'Friend'?",
        ),
        (
            "end: lost; reveal Nurze Key Person",
            19,
            UNREADABLE,
            "there is no character 'Nurze'",
            "did you mean 'Nurse'?",
        ),
        (
            "end: lost; reveal Nurse",
            19,
            UNREADABLE,
            "a role is missing behind the name",
            "write `NAME ROLE`",
        ),
        (
            "fact: plot Mrder Plan",
            12,
            UNREADABLE,
            "this set has no plot 'Mrder Plan'",
            "did you mean 'Murder Plan'?",
        ),
        (
            "board: Nurse Hopsital p2",
            14,
            UNREADABLE,
            "there is no place 'Hopsital'",
            "did you mean 'Hospital'?",
        ),
        # Whole lines.
        ("nihgt: nothing", 1, UNREADABLE, "no line starts with 'nihgt'", "did you mean `night`?"),
        (
            "+1 paranoia Nurse",
            1,
            UNREADABLE,
            "no line starts with '+1'",
            "start with the step, such as `ability:` or `night:`",
        ),
        ("?", 2, UNREADABLE, "nothing stands behind the `?`", "write a statement behind it"),
        (
            "special " + "x" * 993,
            1,
            UNREADABLE,
            "the line has 1001 characters",
            "at most 1000 can be read; leave something out",
        ),
        # Changes.
        ("ability: foo", 10, UNREADABLE, "'foo' is no change", _CHANGES),
        ("ability: +0 paranoia Nurse", 10, UNREADABLE, "'+0 paranoia Nurse' is no change", _CHANGES),
        (
            "ability:",
            9,
            UNREADABLE,
            "nothing is written here",
            "write `nothing` if the step passed without change",
        ),
        (
            "night: nothing; Nurse dies",
            8,
            UNREADABLE,
            "`nothing` cannot stand beside a change",
            "leave it out",
        ),
        (
            "ability: Nurse at City",
            10,
            UNREADABLE,
            "`at` tells where a character is set up when a loop starts",
            "write `NAME moves to PLACE` for a move, `NAME enters at PLACE` for an arrival",
        ),
        ("ability: role Killer", 10, UNREADABLE, "whose role is it?", "write `reveal NAME ROLE`"),
        (
            "ability: +1 paranoia City",
            22,
            IMPOSSIBLE,
            "paranoia never lies on a place",
            "name the character that got it",
        ),
        (
            "ability: culprit of day 4 is Nurse",
            25,
            IMPOSSIBLE,
            "day 4 has no incident",
            "incidents are announced for day 2, 3",
        ),
        (
            "fact: incident 4 is Suicide",
            16,
            IMPOSSIBLE,
            "day 4 has no incident",
            "incidents are announced for day 2, 3",
        ),
        (
            "fact: incident 2 is Mudrer",
            21,
            UNREADABLE,
            "this set has no incident 'Mudrer'",
            "did you mean 'Murder'?",
        ),
        # Cards.
        (
            "mm: Nurse intrigue+3",
            11,
            UNREADABLE,
            "there is no card 'intrigue+3'",
            "did you mean `intrigue+2`, `intrigue+1` or `forbid intrigue`?",
        ),
        ("mm: Nurse", 5, UNREADABLE, "'Nurse' is no card on a target", _CARD),
        ("p:", 3, UNREADABLE, "nothing is written here", _CARD),
        (
            "mm: A Nurse paranoia+1",
            5,
            UNREADABLE,
            "only the protagonists' cards have a player",
            "write them behind `p:`",
        ),
        (
            "ignored: move vertical on Nurse",
            10,
            UNREADABLE,
            "only a forbid can be ignored",
            "write another card that had no effect behind `stopped:`",
        ),
        # Goodwill, incidents, loop ends.
        (
            "goodwill: Nurse 3 on Doctor",
            11,
            UNREADABLE,
            "what came of the ability is missing",
            _USE,
        ),
        ("goodwill: : refused", 11, UNREADABLE, "the name of the character is missing", _USE),
        (
            "goodwill: Police Officer 4 incident 1: refused",
            37,
            IMPOSSIBLE,
            "day 1 has no incident",
            "incidents are announced for day 2, 3",
        ),
        (
            "incident: nothing",
            11,
            AMBIGUOUS,
            "`nothing` can mean that it did not occur or that it had no effect",
            "write `did not occur` or `occurred: nothing`",
        ),
        ("incident: occurred", 11, UNREADABLE, "how the incident went cannot be read", _INCIDENT),
        (
            "incident: occurred as Mudrer: nothing",
            23,
            UNREADABLE,
            "this set has no incident 'Mudrer'",
            "did you mean 'Murder'?",
        ),
        (
            "end: draw",
            6,
            UNREADABLE,
            "how the loop ended cannot be read",
            "write `lost` or `won`, then `; reveal NAME ROLE`",
        ),
        # Boards, facts, guesses.
        ("board: Nurse", 8, UNREADABLE, "nothing is said of it", _ENTRY),
        ("board: Nurse p1 p2", 8, UNREADABLE, "the same is said twice", "leave one of them out"),
        ("board: Nurse p1; Nurse g2", 18, UNREADABLE, "the same is said twice", "leave one of them out"),
        (
            "board: City p1",
            8,
            IMPOSSIBLE,
            "a place holds nothing but intrigue",
            "write `PLACE i2`",
        ),
        ("fact: Nurse", 7, UNREADABLE, "'Nurse' is no fact", _FACT),
        (
            "fact: Nurse is Killer or Doctor is Brain or Friend",
            7,
            UNREADABLE,
            "some of what is joined by `or` are facts of their own and some are not",
            "write `NAME is ROLE or ROLE`, or every fact in full",
        ),
        (
            "fact: Nurse is absent",
            16,
            IMPOSSIBLE,
            "Nurse takes part; only a late character that nobody announced can be absent",
            "leave it out",
        ),
        (
            "fact: incident 4 is Suicide or Murder",
            16,
            IMPOSSIBLE,
            "day 4 has no incident",
            "incidents are announced for day 2, 3",
        ),
        (
            "guess: Nurse Killer",
            8,
            UNREADABLE,
            "how the guess went is missing",
            "write `NAME ROLE right` or `NAME ROLE wrong`",
        ),
        # Numbers.
        (
            "day x",
            5,
            UNREADABLE,
            "'x' is no number of a day",
            "write `day 1`; until then the lines below it are left out",
        ),
        (
            "loop 0",
            6,
            UNREADABLE,
            "'0' is no number of a loop",
            "write `loop 1`; until then the lines below it are left out",
        ),
    ],
)
def test_a_mistake_tells_place_cause_and_remedy(
    line: str, column: int, kind: MistakeKind, message: str, hint: str
) -> None:
    log = played(line)
    assert log.mistakes == (Mistake(FIRST_PLAY_LINE + 2, column, kind, message, hint, line),)
    assert len(log.play) == 2


def test_the_nearest_names_are_those_of_the_cast() -> None:
    (mistake,) = played("night: Docotr dies").mistakes
    assert mistake.hint == "did you mean 'Doctor'?"
    (mistake,) = played("night: Jurnalist dies").mistakes
    assert mistake.message == "there is no character 'Jurnalist'"
    assert mistake.hint == _CAST


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("end: lost; reveal Nurse Qxzw", "the roles are Person, Key Person, Killer, "),
        ("fact: plot Qxzw", "the plots are Murder Plan, "),
        ("incident: occurred as Qxzw: nothing", "the incidents are Butterfly Effect, "),
    ],
)
def test_a_name_like_none_is_answered_with_those_of_the_set(line: str, shown: str) -> None:
    (mistake,) = played(line).mistakes
    assert mistake.hint.startswith(shown)
    assert " and " in mistake.hint


def test_every_wrong_piece_of_a_line_is_told_and_the_line_is_left_out() -> None:
    log = played("ability: Nurze dies; Doctor dies; Docotr dies\nnight: Nurse dies")
    assert [(mistake.line, mistake.column) for mistake in log.mistakes] == [(10, 10), (10, 35)]
    assert [bare(statement) for statement in log.play[2:]] == [NightLine(At(0), (Dies("nurse"),))]


def test_columns_count_from_the_line_as_written() -> None:
    line = "\t?  ability\uff1a\u3000Nurze dies  # so far"
    (mistake,) = played(line).mistakes
    assert (mistake.column, mistake.text) == (line.index("Nurze") + 1, line)


def test_a_late_arrival_may_come_unannounced_when_the_header_says_so() -> None:
    header = HEADER + "late unknown\n"
    log = played("dawn: Transfer Student enters at City\nability: Godly Being dies", header)
    assert log.mistakes == ()
    (mistake,) = played("night: Journalist dies", header).mistakes
    assert mistake.message == "Journalist is not in the cast"


def test_a_stand_in_plays_when_its_character_is_cast() -> None:
    assert played("night: Part-Timer(?) dies").mistakes[0].message == "Part-Timer(?) is not in the cast"
    header = HEADER.replace("cast ", "cast Part-Timer, ")
    log = played("ability: Part-Timer dies\nnight: Part-Timer(?) enters at City", header)
    assert log.mistakes == ()
    assert [bare(statement) for statement in log.play[2:]] == [
        AbilityLine(At(0), (Dies("partTimer"),)),
        NightLine(At(0), (Enters("partTimerAlternate", "City"),)),
    ]


def test_without_a_cast_names_are_not_held_against_it() -> None:
    log = played("ability: Journalist dies\nnight: Jurnalist dies", "set Basic Tragedy\n")
    assert [(mistake.line, mistake.message) for mistake in log.mistakes] == [
        (0, "the `cast` line is missing"),
        (5, "there is no character 'Jurnalist'"),
    ]
    assert bare(log.play[2]) == AbilityLine(At(0), (Dies("journalist"),))


@pytest.mark.parametrize(
    ("mistake", "shown"),
    [
        (
            Mistake(
                9,
                8,
                UNREADABLE,
                "there is no character 'Nurze'",
                "did you mean 'Nurse'?",
                "night: Nurze dies",
            ),
            """line 9, column 8: there is no character 'Nurze'
    night: Nurze dies
           ^
    did you mean 'Nurse'?""",
        ),
        (
            Mistake(3, 7, UNREADABLE, "no", "", "夜 職員\u3000x"),
            "line 3, column 7: no\n    夜 職員\u3000x\n" + " " * 14 + "^",
        ),
        (Mistake(3, 3, UNREADABLE, "no", "", "\té x"), "line 3, column 3: no\n    \té x\n    \t ^"),
        (Mistake(3, 3, UNREADABLE, "no", "", "e\u0301x"), "line 3, column 3: no\n    e\u0301x\n     ^"),
        (Mistake(3, 2, UNREADABLE, "no", "", "\x1b[1mx"), "line 3, column 2: no\n    \ufffd[1mx\n     ^"),
        (Mistake(4, 0, IMPOSSIBLE, "no", "so", "end: won"), "line 4: no\n    end: won\n    so"),
        (Mistake(0, 0, IMPOSSIBLE, "no", "so"), "log: no\n    so"),
    ],
)
def test_a_mistake_is_shown_with_a_caret_under_its_place(mistake: Mistake, shown: str) -> None:
    assert render_mistake(mistake) == shown


def test_the_caret_stands_under_a_name_behind_wide_letters() -> None:
    (mistake,) = read_log(HEADER + "loop 1\nday 1\nmm: 職員 不安+1、職印 不安+1", RULES).mistakes
    shown = render_mistake(mistake).splitlines()
    assert shown[2].index("^") == len("    mm: ") + 4 + 1 + 4 + 2 + 2
