"""The table: a line a script with two-letter codes, narrow enough for a small terminal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, Final

from deducer.answer import Script
from deducer.export.listing import Listing, Rows
from deducer.ids import ABSENT, PERSON
from deducer.present import phrase
from deducer.present.codes import codes
from deducer.rules.names import Kind

_WIDTH: Final = 80
_NUMBER: Final = 6
_CELL: Final = 3
# What stands for a Person and for a character that is not in the script.
_PERSON: Final = "."
_ABSENT: Final = "x"


@dataclass(frozen=True, slots=True)
class _Codes:
    """The codes of a table.

    Attributes:
        plots: by plot.
        people: by character.
        roles: by role.
    """

    plots: Mapping[str, str]
    people: Mapping[str, str]
    roles: Mapping[str, str]


def write_table(listing: Listing, out: IO[str]) -> Rows:
    """Write a table with codes and its legend."""
    for key, value in listing.header().items():
        _lines(out, f"{key}: {value}")
    rows = Rows(listing)
    short: _Codes | None = None
    for number, script in enumerate(rows, start=1):
        if short is None:
            short = _codes(listing, script)
            out.write("\n" + _head(short, script) + "\n")
        out.write(_row(short, number, script) + "\n")
    if short is not None:
        out.write("\n")
        _legend(listing, short, out)
    _lines(out, f"{rows.footer()}.")
    return rows


def _lines(out: IO[str], text: str) -> None:
    out.writelines(f"{line}\n" for line in phrase.wrapped(text, _WIDTH))


def _codes(listing: Listing, script: Script) -> _Codes:
    names = listing.names
    return _Codes(
        codes({plot: phrase.plot(names, plot) for plot in names.ids[Kind.PLOT]}),
        codes({who: phrase.character(names, who) for who in script.roles}),
        {
            **codes({role: phrase.role(names, role) for role in names.ids[Kind.ROLE]}),
            PERSON: _PERSON,
            ABSENT: _ABSENT,
        },
    )


def _cells(cells: list[str]) -> str:
    return "".join(cell.ljust(_CELL) for cell in cells)


def _head(short: _Codes, script: Script) -> str:
    plots = "plots".ljust(_CELL * len((*script.main_plots, *script.sub_plots)) + 1)
    people = _cells([short.people[who] for who in script.roles])
    days = _cells([f"D{day}" for day in sorted(script.culprits)])
    return f"{'':{_NUMBER}} {plots} {people} {days}".rstrip()


def _row(short: _Codes, number: int, script: Script) -> str:
    plots = _cells([short.plots[plot] for plot in (*script.main_plots, *script.sub_plots)])
    roles = _cells([short.roles[role] for role in script.roles.values()])
    culprits = _cells([short.people[script.culprits[day]] for day in sorted(script.culprits)])
    return f"{number:{_NUMBER}} {plots}  {roles} {culprits}".rstrip()


def _legend(listing: Listing, short: _Codes, out: IO[str]) -> None:
    names = listing.names
    _lines(out, "Plots: " + ", ".join(f"{code} {phrase.plot(names, p)}" for p, code in short.plots.items()))
    _lines(
        out,
        "Characters: "
        + ", ".join(f"{code} {phrase.character(names, c)}" for c, code in short.people.items()),
    )
    _lines(
        out,
        "Roles: "
        + ", ".join(f"{code} {phrase.role(names, r)}" for r, code in short.roles.items())
        + "; D2 is the culprit of day 2.",
    )
