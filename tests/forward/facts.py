"""The rules' tables, written out by hand: characters, plots, roles, incidents of the four sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

HOSPITAL: Final = "Hospital"
SHRINE: Final = "Shrine"
CITY: Final = "City"
SCHOOL: Final = "School"
PLACES: Final = (HOSPITAL, SHRINE, CITY, SCHOOL)
DIAGONAL: Final = {HOSPITAL: SCHOOL, SCHOOL: HOSPITAL, SHRINE: CITY, CITY: SHRINE}
VERTICAL: Final = {HOSPITAL: CITY, CITY: HOSPITAL, SHRINE: SCHOOL, SCHOOL: SHRINE}
HORIZONTAL: Final = {HOSPITAL: SHRINE, SHRINE: HOSPITAL, CITY: SCHOOL, SCHOOL: CITY}
KINDS: Final = ("paranoia", "goodwill", "intrigue")
LATE: Final = frozenset({"godlyBeing", "transferStudent"})
"""Characters that may come in after the start."""
PART_TIMER: Final = "partTimer"
ALTERNATE: Final = "partTimerAlternate"
"""She comes when the Part-Timer has died: with his assigned role, and as the culprit of his incidents."""
SERVANT: Final = "servant"
MASTERS: Final = frozenset({"richStudent", "boss"})
NEVER_REFUSED: Final = frozenset({("nurse", 2), ("mysteryBoy", 3), ("copycat", 3)})


@dataclass(frozen=True, slots=True)
class Traits:
    """What a character card says besides its abilities."""

    limit: int
    start: str | None
    tags: frozenset[str]
    forbidden: frozenset[str] = frozenset()


def _card(limit: int, start: str | None, tags: str, *forbidden: str) -> Traits:
    return Traits(limit, start, frozenset(tags.split()), frozenset(forbidden))


CHARACTERS: Final[Mapping[str, Traits]] = {
    "boyStudent": _card(2, SCHOOL, "student boy"),
    "girlStudent": _card(3, SCHOOL, "student girl"),
    "richStudent": _card(1, SCHOOL, "student girl"),
    "classRep": _card(2, SCHOOL, "student girl"),
    "mysteryBoy": _card(3, SCHOOL, "student boy"),
    "shrineMaiden": _card(2, SHRINE, "student girl", CITY),
    "alien": _card(2, SHRINE, "girl", HOSPITAL),
    "godlyBeing": _card(3, SHRINE, "man woman"),
    "policeOfficer": _card(3, CITY, "adult man"),
    "officeWorker": _card(2, CITY, "adult man", SCHOOL),
    "informer": _card(3, CITY, "adult woman"),
    "popIdol": _card(2, CITY, "student girl"),
    "journalist": _card(2, CITY, "adult man"),
    "boss": _card(4, CITY, "adult man"),
    "doctor": _card(2, HOSPITAL, "adult man"),
    "patient": _card(2, HOSPITAL, "boy", SHRINE, CITY, SCHOOL),
    "nurse": _card(3, HOSPITAL, "adult woman"),
    "henchman": _card(1, None, "adult man"),
    "scientist": _card(2, HOSPITAL, "adult man"),
    "illusion": _card(3, SHRINE, "fabrication woman"),
    "forensicSpecialist": _card(3, CITY, "adult man"),
    "ai": _card(4, CITY, "construct", HOSPITAL, SHRINE, SCHOOL),
    "teacher": _card(2, SCHOOL, "adult woman"),
    "transferStudent": _card(2, SCHOOL, "student girl"),
    "soldier": _card(3, HOSPITAL, "adult man"),
    "blackCat": _card(0, SHRINE, "animal"),
    "youngGirl": _card(1, SCHOOL, "student girl", HOSPITAL, SHRINE, CITY),
    "copycat": _card(2, CITY, "student boy"),
    "sectFounder": _card(3, SHRINE, "adult woman"),
    "sacredTree": _card(4, SHRINE, "tree", HOSPITAL, CITY, SCHOOL),
    "littleSister": _card(3, SHRINE, "girl littleSister"),
    "metaworldDenizen": _card(2, SHRINE, "girl"),
    "servant": _card(3, None, "adult woman"),
    PART_TIMER: _card(1, CITY, "adult man"),
    ALTERNATE: _card(3, CITY, "girl"),
}
"""The characters the referee knows; others raise NotImplementedError."""


@dataclass(frozen=True, slots=True)
class TragedySet:
    """Plots with the roles they add, and the incidents, of one set."""

    mains: Mapping[str, tuple[str, ...]]
    subs: Mapping[str, tuple[str, ...]]
    incidents: frozenset[str]
    sub_count: int = 2
    gauge: bool = False


def _plots(text: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in text.strip().splitlines():
        name, *roles = line.split()
        found[name] = tuple(roles)
    return found


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


SETS: Final[Mapping[str, TragedySet]] = {
    "firstSteps": TragedySet(
        mains=_plots("""
            murderPlan keyPerson killer brain
            lightAvenger brain
            placeProtect keyPerson cultist
        """),
        subs=_plots("""
            shadowRipper conspiracyTheorist serialKiller
            unsettlingRumor conspiracyTheorist
            hideousScript conspiracyTheorist friend
        """),
        incidents=_names(
            "murder increasingUnease suicide hospitalIncident farawayMurder missingPerson spreading"
        ),
        sub_count=1,
    ),
    "basicTragedy": TragedySet(
        mains=_plots("""
            murderPlan keyPerson killer brain
            sealedItem brain cultist
            signWithMe keyPerson
            changeOfFuture cultist timeTraveler
            giantTimeBomb witch
        """),
        subs=_plots("""
            circleFriends friend friend conspiracyTheorist
            loveAffair lover lovedOne
            hiddenFreak serialKiller friend
            unsettlingRumor conspiracyTheorist
            paranoiaVirus conspiracyTheorist
            threadsFate
            unknownFactor factor
        """),
        incidents=_names(
            "butterflyEffect farawayMurder foulEvil hospitalIncident increasingUnease"
            " missingPerson murder spreading suicide"
        ),
    ),
    "midnightZone": TragedySet(
        mains=_plots("""
            sealedItem brain cultist
            secretRecord keyPerson brain conspiracyTheorist
            devilsHand keyPerson cultist ninja
            maleConfrontation ninja
            fatedConnections friend serialKiller conspiracyTheorist
        """),
        subs=_plots("""
            loveHateSpiral friend obstinate
            showtimeDeath magician immortalRole
            witchesTeaTime friend conspiracyTheorist witch witch
            diceOfGods serialKiller obstinate
            unansweredHeart conspiracyTheorist magician
            worshippersApocalypse prophet
            unsafeTrigger factor
        """),
        incidents=_names(
            "serialMurder suicide increasingUnease uproar breakthrough missingPerson"
            " conspiracies hospitalIncident fakeIncident fakedSuicide confession"
        ),
    ),
    "mysteryCircle": TragedySet(
        mains=_plots("""
            murderPlan keyPerson brain killer
            tightropePlan brain killer
            dropStrychnine keyPerson poisoner fool
            quiltIncidents conspiracyTheorist fool
            blackSchool brain
        """),
        subs=_plots("""
            hiddenFreak friend serialKiller
            danceFools fool friend
            isolatedInstitutionPsycho paranoiac therapist conspiracyTheorist
            anAbsoluteWill obstinate
            trickyTwins twin paranoiac
            smellGunpowder serialKiller
            masterDetective privateInvestigator conspiracyTheorist friend
        """),
        incidents=_names(
            "serialMurder hospitalIncident portent increasingUnease terrorism bestialMurder"
            " suicide fakedSuicide suspiciousLetter closedCircle silverBullet"
        ),
        gauge=True,
    ),
}

HIGHEST: Final = {"conspiracyTheorist": 1, "friend": 2, "fool": 1}
"""Maximum of a role over all plots (R: legality 2)."""

OPTIONAL_REFUSAL: Final = frozenset({"killer", "brain", "factor", "curmudgeon", "ninja", "poisoner"})
MANDATORY_REFUSAL: Final = frozenset({"cultist", "witch", "obstinate", "paranoiac"})
IMMORTAL: Final = frozenset({"timeTraveler", "immortalRole", "privateInvestigator"})
MUST_BE_CULPRIT: Final = frozenset({"obstinate", "fool", "twin"})
NEVER_CULPRIT: Final = frozenset({"privateInvestigator"})
ONLY_IN_PLAY: Final = frozenset({"person"})
SET_ROLES: Final[Mapping[str, frozenset[str]]] = {
    name: frozenset(r for roles in (*one.mains.values(), *one.subs.values()) for r in roles)
    | (frozenset({"curmudgeon"}) if "hideousScript" in one.subs else frozenset())
    for name, one in SETS.items()
}
"""Every role of a set, Person left out."""


def limit_of(character: str) -> int:
    return CHARACTERS[character].limit


def fuse(moves: frozenset[str], place: str) -> str:
    """Where movement cards of these directions lead together (rulings 1.4)."""
    both = {frozenset({"vertical", "horizontal"}), frozenset({"diagonal"})}
    if moves in both:
        return DIAGONAL[place]
    if moves in ({"vertical"}, {"diagonal", "horizontal"}):
        return VERTICAL[place]
    if moves in ({"horizontal"}, {"diagonal", "vertical"}):
        return HORIZONTAL[place]
    return place
