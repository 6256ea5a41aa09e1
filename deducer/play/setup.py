"""Set-ups drawn at random: a cast, a number of loops and days, a schedule of incidents."""

from __future__ import annotations

from collections.abc import Iterator
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
from deducer.record import Record
from deducer.rules.model import Rules
from deducer.rules.names import Kind, names_for
from deducer.rules.vocabulary import Trait

_LATE: Final = (Trait.LATE_LOOP, Trait.LATE_DAY)
_TRIES: Final = 50
_FEW: Final = 5  # fewer characters than that are all on the board from the start
_NOBODY_LATE: Final = 3  # so many times likelier than each other way to speak of late characters


class Size(Record, frozen=True):
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
    people = _early(rules)
    if size.characters is not None and size.characters > len(people):
        raise UsageError(f"a cast has at most {len(people)} characters")
    for _ in range(_TRIES):
        header = _header(rules, found[0], size, chance)
        case = Case(rules, write_log(header, names_for(rules, found[0])))
        if case.diagram.worlds_left:
            return case
    raise UsageError("no set-up of this size was found that a legal script fits; try more characters")


def _early(rules: Rules) -> tuple[CharacterId, ...]:
    """Return the characters that are on the board from the start."""
    never = (*_LATE, Trait.SHARES_ROLE)
    return tuple(card.id for card in rules.characters.values() if not any(map(card.has, never)))


def check_playable(case: Case) -> None:
    """Look whether the simulator can play a set-up.

    Raises:
        UsageError: it cannot.
    """
    setup = case.setup
    if case.mistakes or case.timeline.loops:
        raise UsageError("the set-up has mistakes, or is a log with play")
    if not setup.loops or not setup.days or None in setup.incidents.values():
        raise UsageError("the simulator needs the loops, the days and known incidents of a set-up")
    if setup.specials:
        raise UsageError("the simulator plays without special rules")


def _header(rules: Rules, chosen: str, size: Size, chance: Random) -> Iterator[HeaderStatement]:
    names = names_for(rules, chosen)
    days = size.days or chance.randint(3, 6)
    number = size.characters or chance.randint(6, 9)
    cast = tuple(chance.sample(_early(rules), number))
    yield SetLine(NOWHERE, chosen)
    yield LoopsLine(NOWHERE, size.loops or chance.randint(2, 4))
    yield DaysLine(NOWHERE, days)
    yield CastLine(NOWHERE, cast)
    yield _late(rules, chance) if number >= _FEW else LateLine(NOWHERE, ())
    most = min(days, number, 4)
    for day in sorted(chance.sample(range(1, days + 1), chance.randint(min(most, 1), most))):
        incident = chance.choice(rules.sets[chosen].incidents).id
        yield ScheduleLine(NOWHERE, day, incident, names.display(Kind.INCIDENT, incident))
    for character in cast:
        if rules.characters[character].has(Trait.HAS_TURF):
            yield TurfLine(NOWHERE, character, chance.choice(PLACES))


def _late(rules: Rules, chance: Random) -> LateLine:
    """Draw what is said of late characters: nobody, some that were announced, or that they are unknown."""
    comers = tuple(card.id for card in rules.characters.values() if any(map(card.has, _LATE)))
    announced = (LateLine(NOWHERE, (who,)) for who in comers)
    nobody = (LateLine(NOWHERE, ()),) * _NOBODY_LATE
    return chance.choice(
        (*nobody, *announced, LateLine(NOWHERE, comers), LateLine(NOWHERE, (), unknown=True))
    )
