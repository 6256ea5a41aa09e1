"""Every form of the notation reads as what it says."""

from __future__ import annotations

import pytest
from logs import HEADER, RULES, TOUR, bare, one, played

from deducer.log.notation import read_log
from deducer.log.statements import (
    AbilityLine,
    AddCounter,
    At,
    BoardEntry,
    BoardLine,
    Card,
    CardsLine,
    Change,
    CulpritAt,
    CulpritFact,
    CulpritIs,
    DawnLine,
    DayLine,
    Declared,
    Dies,
    EndLine,
    Enters,
    ExtraCard,
    Fact,
    FactLine,
    GoodwillLine,
    Guard,
    GuessLine,
    IgnoredLine,
    IncidentFact,
    IncidentLine,
    Leaves,
    LoopEnds,
    LoopLine,
    Lost,
    Moves,
    NightLine,
    OneOf,
    PlotFact,
    ProtagonistsDie,
    Reveals,
    Revives,
    RoleFact,
    SameRole,
    Side,
    StandsAt,
    StartLine,
    StoppedLine,
    TakesBack,
)

HERE = At(0)
KILLER, BRAIN, FRIEND = (RoleFact("nurse", role) for role in ("killer", "brain", "friend"))


def test_the_tour_reads_without_a_mistake() -> None:
    log = read_log(TOUR, RULES)
    assert log.mistakes == ()
    assert [bare(statement) for statement in log.play] == [
        LoopLine(HERE, 1),
        StartLine(
            HERE,
            (
                AddCounter(2, "paranoia", "nurse"),
                AddCounter(1, "goodwill", "alien"),
                ExtraCard("nurse"),
                StandsAt("henchman", "City"),
                AddCounter(1, "gauge", None),
            ),
        ),
        DayLine(HERE, 1),
        DawnLine(HERE, (Enters("transferStudent", "School"),)),
        CardsLine(
            HERE,
            Side.MASTERMIND,
            (Card("intrigue+2", "City"), Card("paranoia+1", "alien"), Card(None, None)),
        ),
        CardsLine(
            HERE,
            Side.PROTAGONISTS,
            (
                Card("forbid intrigue", "City", "A"),
                Card("paranoia-1", "alien", "B"),
                Card("goodwill+2", "nurse", "C"),
            ),
        ),
        IgnoredLine(HERE, (Card("forbid intrigue", "City"),)),
        StoppedLine(HERE, (Card("move", "alien"),)),
        AbilityLine(HERE, (AddCounter(1, "paranoia", "patient"), Moves("doctor", "City"))),
        GoodwillLine(HERE, "shrineMaiden", 5, targets=("nurse",), refused=True),
        GoodwillLine(HERE, "officeWorker", 3, changes=(Reveals(None, "killer"),)),
        GoodwillLine(HERE, "policeOfficer", 4, changes=(CulpritIs(2, "alien"),)),
        GoodwillLine(HERE, "informer", 5, changes=(Declared("paranoiaVirus", "loveAffair"),)),
        GoodwillLine(
            HERE, "doctor", 2, targets=("patient",), changes=(AddCounter(-1, "paranoia", "patient"),)
        ),
        NightLine(HERE, ()),
        DayLine(HERE, 2),
        IncidentLine(HERE, True, None, (Dies("nurse"), AddCounter(1, "intrigue", "City"))),
        NightLine(At(0, unsure=True), (Dies("patient"), Lost())),
        EndLine(HERE, False, (Reveals("nurse", "friend"),)),
        BoardLine(
            HERE,
            (
                BoardEntry("nurse", "Hospital", (("paranoia", 2), ("goodwill", 1), ("intrigue", 0))),
                BoardEntry("City", None, (("intrigue", 2),)),
                BoardEntry("patient", dead=True),
            ),
        ),
        FactLine(
            HERE,
            (
                RoleFact("nurse", "killer", positive=False),
                CulpritFact(3, "doctor"),
                PlotFact("murderPlan"),
                PlotFact("paranoiaVirus", positive=False),
            ),
        ),
        GuessLine(HERE, "nurse", "killer", right=True),
    ]


@pytest.mark.parametrize(
    ("text", "change"),
    [
        ("+2 paranoia Nurse", AddCounter(2, "paranoia", "nurse")),
        ("-1 goodwill Nurse", AddCounter(-1, "goodwill", "nurse")),
        ("+2 par Nurse", AddCounter(2, "paranoia", "nurse")),
        ("+1 gw Nurse", AddCounter(1, "goodwill", "nurse")),
        ("+ 1  int  on  Nurse", AddCounter(1, "intrigue", "nurse")),
        ("Shrine intrigue+1", AddCounter(1, "intrigue", "Shrine")),
        ("Shrine Maiden intrigue+1", AddCounter(1, "intrigue", "shrineMaiden")),
        ("Nurse paranoia +1", AddCounter(1, "paranoia", "nurse")),
        ("+1 paranoia\tPatient", AddCounter(1, "paranoia", "patient")),
        ("+1 暗躍 神社", AddCounter(1, "intrigue", "Shrine")),
        ("+1不安職員", AddCounter(1, "paranoia", "officeWorker")),
        ("+1 gauge", AddCounter(1, "gauge", None)),
        ("-2 gauge", AddCounter(-2, "gauge", None)),
        ("gauge +1", AddCounter(1, "gauge", None)),
        ("Doctor moves to City", Moves("doctor", "City")),
        ("doctor MOVES to the wrong", None),
        ("Doctor -> City", Moves("doctor", "City")),
        ("Doctor dies", Dies("doctor")),
        ("Doctor revives", Revives("doctor")),
        ("Doctor leaves", Leaves("doctor")),
        ("Doctor enters at City", Enters("doctor", "City")),
        ("extra card Doctor", ExtraCard("doctor")),
        ("guard Doctor", Guard("doctor")),
        ("guard Doctor lost", Guard("doctor", lost=True)),
        ("reveal Doctor Key Person", Reveals("doctor", "keyPerson")),
        ("reveal Shrine Maiden Time Traveler", Reveals("shrineMaiden", "timeTraveler")),
        ("reveal Doctor is SK", Reveals("doctor", "serialKiller")),
        ("culprit of day 3 is Alien", CulpritIs(3, "alien")),
        ("declared The Hidden Freak, told A Love Affair", Declared("hiddenFreak", "loveAffair")),
        ("declared hidden freak, told nothing", Declared("hiddenFreak", None)),
        ("culprit is at Hospital", CulpritAt("Hospital")),
        ("same role: Doctor, Shrine Maiden", SameRole(("doctor", "shrineMaiden"))),
        ("same role: none", SameRole(())),
        ("takes back goodwill+2", TakesBack("goodwill+2")),
        ("takes back forbid movement", TakesBack("forbid movement")),
        ("protagonists die", ProtagonistsDie()),
        ("lost", Lost()),
        ("loop ends", LoopEnds()),
    ],
)
def test_a_change_reads_the_same_in_every_step(text: str, change: Change | None) -> None:
    if change is None:
        assert len(played(f"ability: {text}").mistakes) == 1
        return
    assert one(f"ability: {text}") == AbilityLine(HERE, (change,))
    assert one(f"dawn: {text}") == DawnLine(HERE, (change,))
    assert one(f"night: Nurse dies; {text};") == NightLine(HERE, (Dies("nurse"), change))
    assert one(f"goodwill: Boss 3: {text}") == GoodwillLine(HERE, "boss", 3, changes=(change,))
    assert one(f"end: lost; {text}") == EndLine(HERE, False, (change,))


@pytest.mark.parametrize("nothing", ["nothing", "Nothing", "none"])
def test_nothing_is_no_change(nothing: str) -> None:
    assert one(f"ability: {nothing}") == AbilityLine(HERE, ())
    assert one(f"mm: {nothing}") == CardsLine(HERE, Side.MASTERMIND, ())
    assert one(f"goodwill: {nothing}") == GoodwillLine(HERE, None)
    assert one(f"goodwill: Nurse 3 on Doctor: {nothing}") == GoodwillLine(
        HERE, "nurse", 3, targets=("doctor",)
    )


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("Nurse paranoia+1", Card("paranoia+1", "nurse")),
        ("Shrine intrigue+1", Card("intrigue+1", "Shrine")),
        ("Shrine Maiden intrigue+1", Card("intrigue+1", "shrineMaiden")),
        ("Nurse +1 par", Card("paranoia+1", "nurse")),
        ("Nurse gw+2", Card("goodwill+2", "nurse")),
        ("Nurse int +1", Card("intrigue+1", "nurse")),
        ("+1 paranoia Nurse", Card("paranoia+1", "nurse")),
        ("職員不安+1", Card("paranoia+1", "officeWorker")),
        ("職員\u3000不安\uff0b1", Card("paranoia+1", "officeWorker")),
        ("Nurse move vertical", Card("move vertical", "nurse")),
        ("Nurse move h", Card("move horizontal", "nurse")),
        ("Nurse Move D", Card("move diagonal", "nurse")),
        ("move v on Nurse", Card("move vertical", "nurse")),
        ("move v Nurse", Card("move vertical", "nurse")),
        ("City forbid intrigue", Card("forbid intrigue", "City")),
        ("forbid int on City", Card("forbid intrigue", "City")),
        ("Nurse forbid move", Card("forbid movement", "nurse")),
        ("Nurse forbid gw", Card("forbid goodwill", "nurse")),
        ("unknown", Card(None, None)),
        ("Nurse unknown", Card(None, "nurse")),
        ("Nurse ?", Card(None, "nurse")),
        ("unknown goodwill+1", Card("goodwill+1", None)),
        ("goodwill+1 on unknown", Card("goodwill+1", None)),
    ],
)
def test_cards(text: str, card: Card) -> None:
    assert one(f"mm: {text}") == CardsLine(HERE, Side.MASTERMIND, (card,))
    with_player = Card(card.card, card.target, "B")
    assert one(f"p: B {text}, {text}") == CardsLine(HERE, Side.PROTAGONISTS, (with_player, card))
    assert one(f"cards: {text},") == CardsLine(HERE, Side.UNKNOWN, (card,))


def test_a_player_is_told_from_a_name_that_begins_alike() -> None:
    header = HEADER.replace("cast ", "cast A.I., ")
    line = one("p: A Alien paranoia-1, A.I. paranoia+1, a A.I. goodwill+1, B Boss goodwill+1", header)
    assert line == CardsLine(
        HERE,
        Side.PROTAGONISTS,
        (
            Card("paranoia-1", "alien", "A"),
            Card("paranoia+1", "ai"),
            Card("goodwill+1", "ai", "A"),
            Card("goodwill+1", "boss", "B"),
        ),
    )


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("move on Alien", Card("move", "alien")),
        ("paranoia on Alien", Card("paranoia", "alien")),
        ("goodwill+1 on Alien", Card("goodwill+1", "alien")),
        ("Alien move", Card("move", "alien")),
        ("move vertical on Alien", Card("move vertical", "alien")),
        ("forbid movement on Alien", Card("forbid movement", "alien")),
    ],
)
def test_stopped_cards_may_lack_their_rest(text: str, card: Card) -> None:
    assert one(f"stopped: {text}, {text}") == StoppedLine(HERE, (card, card))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Nurse: refused", GoodwillLine(HERE, "nurse", refused=True)),
        ("Nurse 3: refused", GoodwillLine(HERE, "nurse", 3, refused=True)),
        ("Nurse 3 on Doctor refused", GoodwillLine(HERE, "nurse", 3, targets=("doctor",), refused=True)),
        (
            "Shrine Maiden 5 on Shrine Maiden, Shrine: nothing",
            GoodwillLine(HERE, "shrineMaiden", 5, targets=("shrineMaiden", "Shrine")),
        ),
        (
            "Alien as Shrine Maiden 5 on Nurse: refused",
            GoodwillLine(HERE, "alien", None, "shrineMaiden", 5, ("nurse",), refused=True),
        ),
        (
            "Alien 3 as Office Worker 3: reveal Office Worker Brain",
            GoodwillLine(HERE, "alien", 3, "officeWorker", 3, changes=(Reveals("officeWorker", "brain"),)),
        ),
        (
            "Police Officer 4 incident 2: culprit of day 2 is Alien",
            GoodwillLine(HERE, "policeOfficer", 4, incident_day=2, changes=(CulpritIs(2, "alien"),)),
        ),
        (
            "Police Officer 4 on Nurse incident 3: refused",
            GoodwillLine(HERE, "policeOfficer", 4, targets=("nurse",), incident_day=3, refused=True),
        ),
        (
            "Boss 3: same role: Nurse, Doctor; Nurse dies",
            GoodwillLine(HERE, "boss", 3, changes=(SameRole(("nurse", "doctor")), Dies("nurse"))),
        ),
    ],
)
def test_goodwill_uses(text: str, line: GoodwillLine) -> None:
    assert one(f"goodwill: {text}") == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("did not occur", IncidentLine(HERE, False)),
        ("not occurred", IncidentLine(HERE, False)),
        ("occurred: nothing", IncidentLine(HERE, True)),
        ("Occurred : Nurse dies", IncidentLine(HERE, True, None, (Dies("nurse"),))),
        ("occurred as Missing Person: nothing", IncidentLine(HERE, True, "missingPerson")),
        ("occurred as 殺人事件: Nurse dies", IncidentLine(HERE, True, "murder", (Dies("nurse"),))),
    ],
)
def test_incidents(text: str, line: IncidentLine) -> None:
    log = played(f"day 2\nincident: {text}")
    assert log.mistakes == ()
    assert bare(log.play[-1]) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("lost", EndLine(HERE, False)),
        ("won", EndLine(HERE, True)),
        (
            "lost; reveal Nurse Friend; reveal Doctor Friend",
            EndLine(HERE, False, (Reveals("nurse", "friend"), Reveals("doctor", "friend"))),
        ),
    ],
)
def test_loop_ends(text: str, line: EndLine) -> None:
    assert one(f"end: {text}") == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (": Nurse School", BoardLine(HERE, (BoardEntry("nurse", "School"),))),
        (": Nurse at School", BoardLine(HERE, (BoardEntry("nurse", "School"),))),
        (": Shrine i1", BoardLine(HERE, (BoardEntry("Shrine", None, (("intrigue", 1),)),))),
        (": Shrine Maiden i1", BoardLine(HERE, (BoardEntry("shrineMaiden", None, (("intrigue", 1),)),))),
        (
            ": Shrine Maiden Shrine g10 guard 1 dead",
            BoardLine(HERE, (BoardEntry("shrineMaiden", "Shrine", (("goodwill", 10),), True, 1),)),
        ),
        (
            ": 職員病院 不安2 友好1",
            BoardLine(HERE, (BoardEntry("officeWorker", "Hospital", (("paranoia", 2), ("goodwill", 1))),)),
        ),
        (" all: nothing", BoardLine(HERE, (), everything=True)),
        (" all:", BoardLine(HERE, (), everything=True)),
        (
            " all: City i2",
            BoardLine(HERE, (BoardEntry("City", None, (("intrigue", 2),)),), everything=True),
        ),
    ],
)
def test_boards(text: str, line: BoardLine) -> None:
    assert one(f"board{text}") == line


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Nurse is Killer", RoleFact("nurse", "killer")),
        ("Nurse is not Key Person", RoleFact("nurse", "keyPerson", positive=False)),
        ("culprit of day 2 is Nurse", CulpritFact(2, "nurse")),
        ("culprit of day 2 is not Nurse", CulpritFact(2, "nurse", positive=False)),
        ("incident 2 is Suicide", IncidentFact(2, "suicide")),
        ("Incident 3 is not Foul Evil", IncidentFact(3, "foulEvil", positive=False)),
        ("plot Sealed Item", PlotFact("sealedItem")),
        ("not plot Sealed Item", PlotFact("sealedItem", positive=False)),
        ("Nurse is Killer or Brain", OneOf((KILLER, BRAIN))),
        ("Nurse is not Killer, Brain or Friend", OneOf((KILLER, BRAIN, FRIEND), positive=False)),
        ("Nurse is Killer, Brain, or Friend", OneOf((KILLER, BRAIN, FRIEND))),
        ("Brain is among Nurse, Doctor", OneOf((BRAIN, RoleFact("doctor", "brain")))),
        ("Brain is not among Nurse or Doctor", OneOf((BRAIN, RoleFact("doctor", "brain")), positive=False)),
        ("Brain is among Nurse", BRAIN),
        ("Brain is not among Nurse", RoleFact("nurse", "brain", positive=False)),
        ("culprit of day 2 is Nurse or Doctor", OneOf((CulpritFact(2, "nurse"), CulpritFact(2, "doctor")))),
        ("plot Sealed Item or Murder Plan", OneOf((PlotFact("sealedItem"), PlotFact("murderPlan")))),
        ("plot Sealed Item or plot Murder Plan", OneOf((PlotFact("sealedItem"), PlotFact("murderPlan")))),
        ("Nurse is Killer or culprit of day 2 is Nurse", OneOf((KILLER, CulpritFact(2, "nurse")))),
        (
            "Nurse is not Killer or Nurse is Brain",
            OneOf((RoleFact("nurse", "killer", positive=False), BRAIN)),
        ),
    ],
)
def test_facts(text: str, fact: Fact) -> None:
    assert one(f"fact: {text}; {text}") == FactLine(HERE, (fact, fact))


def test_guesses() -> None:
    assert one("guess: Shrine Maiden Person wrong") == GuessLine(HERE, "shrineMaiden", "person", right=False)
    assert one("guess: Nurse is KP right") == GuessLine(HERE, "nurse", "keyPerson", right=True)


@pytest.mark.parametrize(
    "text",
    [
        "LOOP 1\nDAY 1\nNIGHT: NOTHING",
        "L1\nD1\nNight nothing",
        "loop  1\r\nday\t1\r\nnight:nothing\r\n",
        "loop: 1\nday: 1\nnight : nothing",
        "  loop 1  # the first\n\n# all quiet\nday 1#\n\tnight: nothing # so far",
        "loop 1\nday 1\nnight\uff1anothing",
    ],
)
def test_case_blanks_comments_and_line_ends_do_not_matter(text: str) -> None:
    log = read_log("\ufeff" + HEADER + text, RULES)
    assert log.mistakes == ()
    assert [bare(statement) for statement in log.play] == [
        LoopLine(HERE, 1),
        DayLine(HERE, 1),
        NightLine(HERE, ()),
    ]


def test_a_statement_knows_its_line_and_text() -> None:
    log = read_log(HEADER + "\r\nloop 1 \r\n  ?  start\uff1anothing  # as ever\r\n", RULES)
    assert log.mistakes == ()
    assert [statement.at for statement in log.play] == [
        At(9, "loop 1"),
        At(10, "start\uff1anothing", unsure=True),
    ]
    assert log.lines[7:] == ("", "loop 1 ", "  ?  start\uff1anothing  # as ever")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("ability: Nurse +1 paranoia", "ability: +1 paranoia Nurse"),
        ("ability: Nurse paranoia+1; Alien -1 goodwill", "ability: +1 paranoia Nurse; -1 goodwill Alien"),
        ("night: Nurse dead", "night: Nurse dies"),
        ("night: Nurse is killed; lost", "night: Nurse dies; lost"),
        ("mm: Nurse paranoia+1; City intrigue+2", "mm: Nurse paranoia+1, City intrigue+2"),
        ("p: A Nurse goodwill+1; B Alien goodwill+1", "p: A Nurse goodwill+1, B Alien goodwill+1"),
        ("incident: did not happen", "incident: did not occur"),
        ("end: loss", "end: lost"),
        ("night: -", "night: nothing"),
        ("ability: quiet", "ability: nothing"),
        ("ability: +1 paranoia Nurse, Alien +1 goodwill", "ability: +1 paranoia Nurse; +1 goodwill Alien"),
        ("board: Nurse Hospital p2, City i1", "board: Nurse Hospital p2; City i1"),
        ("incident: occured: Nurse dies", "incident: occurred: Nurse dies"),
        ("end: win", "end: won"),
    ],
)
def test_what_players_write_as_well(written: str, meant: str) -> None:
    header = HEADER.replace("incident 2", "incident 1")
    assert one(written, header) == one(meant, header)
