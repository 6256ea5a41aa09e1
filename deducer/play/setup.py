"""Set-ups drawn at random: a cast, a number of loops and days, a schedule of incidents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from deducer.case import Case
from deducer.errors import UsageError
from deducer.ids import PLACES, CharacterId
from deducer.log.statements import (
    CastLine,
    DaysLine,
    HeaderStatement,
    LateLine,
    LoopsLine,
    ScheduleLine,
    SetLine,
    TurfLine,
)
from deducer.log.write import write_log
from deducer.play.script import NOWHERE
from deducer.rules.model import Rules
from deducer.rules.names import Kind, names_for
from deducer.rules.vocabulary import Trait

LEFT_OUT: Final = (
    Trait.LATE_LOOP,
    Trait.LATE_DAY,
    Trait.START_BY_SCRIPT,
    Trait.FOLLOWS_MASTERS,
    Trait.NO_CARDS,
    Trait.PLAYS_AS_PERSON,
    Trait.SHARES_ROLE,
)
"""Traits of characters that the simulator cannot play yet."""

_TRIES: Final = 50


@dataclass(frozen=True, slots=True)
class Size:
    """How large a game is to be; None for drawn at random.

    Attributes:
        characters: how many characters.
        loops: how many loops.
        days: how many days a loop.
    """

    characters: int | None = None
    loops: int | None = None
    days: int | None = None


def draw_setup(rules: Rules, set_name: str, size: Size, chance: Random) -> Case:
    """Draw a set-up that some legal script fits.

    Args:
        rules: the rule data.
        set_name: the Tragedy Set, in any spelling.
        size: how large the game is to be.
        chance: decides.

    Returns:
        A case with a header and no play.

    Raises:
        UsageError: there is no such set, or no set-up of that size was found that a script fits.
    """
    found = names_for(rules).find(Kind.SET, set_name)
    if len(found) != 1:
        known = ", ".join(rules.sets)
        raise UsageError(f"“{set_name}” is no Tragedy Set; the sets are {known}")
    people = playable_cast(rules)
    if size.characters is not None and size.characters > len(people):
        raise UsageError(f"a cast has at most {len(people)} characters")
    for _ in range(_TRIES):
        header = _header(rules, found[0], size, chance)
        case = Case(rules, write_log(header, names_for(rules, found[0])))
        if case.diagram.worlds_left:
            return case
    raise UsageError("no set-up of this size was found that a legal script fits; try more characters")


def playable_cast(rules: Rules) -> tuple[CharacterId, ...]:
    """Return the characters that the simulator can play."""
    return tuple(
        card.id for card in rules.characters.values() if not any(card.has(trait) for trait in LEFT_OUT)
    )


def check_playable(case: Case) -> None:
    """Look whether the simulator can play a set-up.

    Raises:
        UsageError: it cannot.
    """
    setup = case.setup
    able = set(playable_cast(case.rules))
    unable = [who for who in setup.cast if who not in able]
    if case.mistakes or case.timeline.loops:
        raise UsageError("the set-up has mistakes, or is a log with play")
    if unable or setup.late or setup.late_unknown:
        names = ", ".join(case.names.display(Kind.CHARACTER, who) for who in (*unable, *setup.late))
        raise UsageError(f"the simulator cannot play late characters, nor these: {names or 'unknown ones'}")
    if not setup.loops or not setup.days or None in setup.incidents.values():
        raise UsageError("the simulator needs the loops, the days and known incidents of a set-up")
    if setup.specials:
        raise UsageError("the simulator plays without special rules")


def _header(rules: Rules, chosen: str, size: Size, chance: Random) -> Iterator[HeaderStatement]:
    names = names_for(rules, chosen)
    days = size.days or chance.randint(3, 6)
    number = size.characters or chance.randint(6, 9)
    cast = tuple(chance.sample(playable_cast(rules), number))
    yield SetLine(NOWHERE, chosen)
    yield LoopsLine(NOWHERE, size.loops or chance.randint(2, 4))
    yield DaysLine(NOWHERE, days)
    yield CastLine(NOWHERE, cast)
    yield LateLine(NOWHERE, ())
    most = min(days, number, 4)
    for day in sorted(chance.sample(range(1, days + 1), chance.randint(min(most, 1), most))):
        incident = chance.choice(rules.sets[chosen].incidents).id
        yield ScheduleLine(NOWHERE, day, incident, names.display(Kind.INCIDENT, incident))
    for character in cast:
        if rules.characters[character].has(Trait.HAS_TURF):
            yield TurfLine(NOWHERE, character, chance.choice(PLACES))
