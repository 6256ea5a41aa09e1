"""Makes single-line mistakes in the logs of simulated games, by editing their text.

Nothing here uses what the doctor uses to find mends: lines are cut up with patterns of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from deducer.case import Case
from deducer.play.game import simulated
from deducer.play.setup import Size

KINDS: Final = ("location", "death", "name", "counter")
SETS: Final = ("firstSteps", "basicTragedy", "midnightZone", "mysteryCircle")

_PLACE: Final = re.compile(r"\b(City|School|Hospital|Shrine)\b(?! Maiden| Incident)")
_MOVE: Final = re.compile(r"(?<=move )(vertical|horizontal|diagonal)")
_DEATH: Final = re.compile(r"[^;:]+ dies(?=;|$)")
_AMOUNT: Final = re.compile(r"(?<=[+-])[0-9](?= |,|$)|(?<= [pgi])[0-9](?=[ ;]|$)")
_CAST: Final = re.compile(r"^cast (.*)$", re.MULTILINE)
_TRIES: Final = 60
_ANY: Final = Size()


@dataclass(frozen=True, slots=True)
class Mistold:
    """A log with one line told wrongly.

    Attributes:
        text: the log.
        line: the 1-based number of the wrong line.
        right: the line as it should be.
        kind: what was done to it.
        game: which game it was.
    """

    text: str
    line: int
    right: str
    kind: str
    game: str


def mistold(number: int, size: Size = _ANY) -> Mistold | None:
    """Return the log of a simulated game with a line that contradicts the others.

    Args:
        number: the same log for the same number; the sets and kinds of mistakes take turns.
        size: how large the game is to be.

    Returns:
        The log; None if no mistake tried in that game made a contradiction.
    """
    chance = Random(number)  # noqa: S311  (no secret)
    tragedy_set = SETS[number % len(SETS)]
    kind = KINDS[number // len(SETS) % len(KINDS)]
    lines = simulated(tragedy_set, number, size).log.splitlines()
    for _ in range(_TRIES):
        changed = _changed(lines, kind, chance)
        if changed is None:
            continue
        place, line = changed
        text = "\n".join([*lines[:place], line, *lines[place + 1 :]]) + "\n"
        case = Case.from_text(text)
        # A line that the board objects to is named by the list of mistakes already.
        if not case.mistakes and not case.sat.fits(range(len(case.sat.pieces))):
            return Mistold(text, place + 1, lines[place], kind, f"{tragedy_set} {number}")
    return None


def _changed(lines: list[str], kind: str, chance: Random) -> tuple[int, str] | None:
    """Return the place of a line of play and what is written there instead."""
    first = lines.index("loop 1")
    places = [place for place in range(first, len(lines)) if ":" in lines[place]]
    chance.shuffle(places)
    cast = _CAST.findall("\n".join(lines))[0].split(", ")
    for place in places:
        options = sorted(set(_edits(lines[place], kind, cast)) - {lines[place]})
        if options:
            return place, chance.choice(options)
    return None


def _edits(line: str, kind: str, cast: list[str]) -> Iterator[str]:
    """Yield the ways to tell a line wrongly."""
    if kind == "location":
        yield from _replaced(line, _PLACE, ("City", "School", "Hospital", "Shrine"))
        yield from _replaced(line, _MOVE, ("vertical", "horizontal", "diagonal"))
    elif kind == "death":
        for found in _DEATH.finditer(line):
            word, rest = line.split(":", 1)
            kept = [one for one in rest.split(";") if one.strip() != found.group().strip()]
            if "occurred" in line and ";" not in rest and ":" in rest:
                yield f"{word}: occurred: nothing"
            else:
                yield f"{word}:{';'.join(kept) or ' nothing'}"
    elif kind == "name":
        names = re.compile("|".join(map(re.escape, sorted(cast, key=len, reverse=True))))
        yield from _replaced(line, names, tuple(cast))
    else:
        for found in _AMOUNT.finditer(line):
            for other in (int(found.group()) - 1, int(found.group()) + 1):
                if other >= 0:
                    yield line[: found.start()] + str(other) + line[found.end() :]


def _replaced(line: str, pattern: re.Pattern[str], others: tuple[str, ...]) -> Iterator[str]:
    for found in pattern.finditer(line):
        yield from (line[: found.start()] + other + line[found.end() :] for other in others)
