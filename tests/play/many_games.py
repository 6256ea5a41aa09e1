"""Many simulated games: played in batches, judged after every line, those that fail made small and shown."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from random import Random

from msgspec.structs import replace

from deducer.answer import Script
from deducer.case import Case
from deducer.play.game import play
from deducer.play.referee import foul
from deducer.play.script import draw, write_script
from deducer.play.setup import Size, draw_setup
from deducer.rules.load import load_rules

ANY = Size()
_OPENINGS = ("loop ", "day ")


@dataclass(frozen=True)
class Batch:
    """Games of one set-up: so the scripts that fit it are counted once.

    Attributes:
        tragedy_set: the set.
        seed: the same games for the same number.
        games: how many.
        size: how large the set-up is to be.
    """

    tragedy_set: str
    seed: int
    games: int
    size: Size = ANY


@dataclass(frozen=True)
class Report:
    """What came of some games.

    Attributes:
        games: how many were played.
        lines: how many lines they have, header included.
        failures: those in which the truth did not survive, small, as cases.
    """

    games: int = 0
    lines: int = 0
    failures: tuple[str, ...] = ()


def joined(reports: Iterable[Report]) -> Report:
    """Add reports up."""
    return reduce(
        lambda a, b: Report(a.games + b.games, a.lines + b.lines, a.failures + b.failures), reports, Report()
    )


def checked(batch: Batch) -> Report:
    """Play the games of a batch; the truth must survive every line of each."""
    chance = Random(batch.seed)  # noqa: S311  (no secret)
    rules = load_rules()
    setup = draw_setup(rules, batch.tragedy_set, batch.size, chance)
    report = Report()
    for number in range(batch.games):
        script = draw(setup, chance)
        case = Case(rules, play(setup, script, chance))
        found = foul(case, script)
        failures = () if found is None else (shown(batch, number, shrunk(case, script), setup, script),)
        report = joined((report, Report(1, len(case.log.lines), failures)))
    return report


# ---------------------------------------------------------------- failures


def shrunk(case: Case, script: Script) -> Case:
    """Return a log in which the truth still does not survive, without what is not needed for that.

    Loops go first, then days, then lines, then parts of lines. What is left need not be a whole game.
    """
    found = foul(case, script)
    if found is None or found.reason:
        return case
    case = case.up_to(found.line)
    stands = _stands(case)
    while True:
        fitting = (c for c in _parts(case) if _fails(c, script, found.text) and _stands(c) == stands)
        smaller = next(fitting, None)
        if smaller is None:
            return case
        case = smaller


def _fails(case: Case, script: Script, last: str) -> bool:
    """Tell whether a log, whose last line is the one that failed, fails just there."""
    if not case.log.lines or case.log.lines[-1] != last or case.log.setup is None or case.log.mistakes:
        return False
    found = foul(case, script)
    return found is not None and not found.reason and found.line == len(case.log.lines)


def _stands(case: Case) -> list[tuple[str, str | None, bool | None]]:
    """Return who stands where, and lives: a smaller log that says otherwise fails for another reason."""
    board = case.timeline.board
    return [] if board is None else [(f.id, f.place, f.alive) for f in board.figures.values() if f.present]


def _parts(case: Case) -> Iterator[Case]:
    """Yield logs that are smaller by one loop, day, line, or part of a line."""
    lines = case.log.lines
    first = next((n for n, line in enumerate(lines) if line.startswith("loop ")), len(lines))
    for opening in _OPENINGS:
        starts = [n for n, line in enumerate(lines) if line.startswith(opening)]
        closing = _OPENINGS[: _OPENINGS.index(opening) + 1]
        ends = [n for n, line in enumerate(lines) if line.startswith(closing)]
        for start in starts:
            end = next((n for n in ends if n > start), len(lines))
            yield _of(case, (*lines[:start], *lines[end:]))
    for number in range(first, len(lines)):
        yield _of(case, (*lines[:number], *lines[number + 1 :]))
    for number in range(first, len(lines)):
        word, colon, rest = lines[number].partition(": ")
        separator = "; " if "; " in rest else ", "
        parts = rest.split(separator)
        for one in range(len(parts)) if colon and len(parts) > 1 else ():
            line = f"{word}: {separator.join((*parts[:one], *parts[one + 1 :]))}"
            yield _of(case, (*lines[:number], line, *lines[number + 1 :]))


def _of(case: Case, lines: tuple[str, ...]) -> Case:
    return replace(case, text="".join(f"{line}\n" for line in lines))


def shown(batch: Batch, number: int, case: Case, setup: Case, script: Script) -> str:
    """Return a failure as a case of tests/cases, with where it comes from."""
    found = foul(case, script)
    facts = [
        line.removeprefix("fact: ")
        for line in write_script(setup, script).splitlines()
        if line.startswith("fact: ")
    ]
    return "\n".join(
        (
            f"# {batch.tragedy_set}, seed {batch.seed}, game {number}: {found}",
            "[[case]]",
            'title = "..."',
            f'log = """\n{case.text}"""',
            f"together = {json.dumps([facts], ensure_ascii=False)}",
        )
    )
