"""The cells of a row, shared by the formats with columns."""

from __future__ import annotations

from deducer.answer import Script
from deducer.export.listing import Listing
from deducer.present import phrase


def heads(listing: Listing, people: tuple[str, ...]) -> list[str]:
    """Return the headings: number, plots, a column a character, a column an incident day."""
    days = [f"culprit of day {day}" for day in sorted(listing.setup.incidents)]
    return [
        "number",
        "main plots",
        "subplots",
        *(phrase.character(listing.names, who) for who in people),
        *days,
    ]


def row(listing: Listing, number: int, script: Script) -> list[str]:
    """Return the cells of a script, in the order of the headings."""
    names = listing.names
    return [
        str(number),
        "; ".join(phrase.plot(names, plot) for plot in script.main_plots),
        "; ".join(phrase.plot(names, plot) for plot in script.sub_plots),
        *(phrase.role(names, role) for role in script.roles.values()),
        *(phrase.character(names, script.culprits[day]) for day in sorted(script.culprits)),
    ]
