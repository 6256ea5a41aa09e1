"""What every export says besides its rows: of which game and log, in which order, and whether it was cut."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from deducer.answer import Script
from deducer.log.setup import Setup
from deducer.present import phrase
from deducer.rules.names import Names

ORDER: Final = "as found; the same for the same log and filters"
_DIGITS: Final = 12


@dataclass(frozen=True, slots=True)
class Listing:
    """Scripts to write, with what a reader must know about them.

    Attributes:
        names: the names of the set.
        setup: the set-up of the game.
        digest: the digest of the log's text.
        scripts: the scripts; may be produced while they are written.
        assumptions: what every answer rests on besides the log.
        where: the filters they pass.
        limit: the most that are listed; None for all.
        total: how many there are in all; None if not counted.
        prior: the prior behind any share.
    """

    names: Names
    setup: Setup
    digest: str
    scripts: Iterable[Script]
    assumptions: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    limit: int | None = None
    total: int | None = None
    prior: str = "every surviving world equally likely"

    def header(self) -> dict[str, str]:
        """Return what stands before the rows, as named lines."""
        return {
            "game": phrase.setup(self.names, self.setup),
            "incidents": phrase.incidents(self.names, self.setup),
            "log": f"sha256 {self.digest}",
            "assumed": " ".join(self.assumptions) or "nothing",
            "filters": "; ".join(" ".join(fact.split()) for fact in self.where) or "none",
            "total": "not counted" if self.total is None else str(self.total),
            "limit": "none" if self.limit is None else str(self.limit),
            "order": ORDER,
            "prior": self.prior,
        }


@dataclass(slots=True)
class Rows:
    """Hands out the scripts of a listing up to its limit and remembers whether more were there.

    Attributes:
        listing: where the scripts come from.
        shown: how many were handed out.
        cut: whether the limit left some out.
    """

    listing: Listing
    shown: int = 0
    cut: bool = False

    def __iter__(self) -> Iterator[Script]:
        for script in self.listing.scripts:
            if self.shown == self.listing.limit:
                self.cut = True
                return
            self.shown += 1
            yield script

    def footer(self) -> str:
        """Return what stands after the rows; without it a file is not complete."""
        if self.cut:
            total = "more" if self.listing.total is None else f"{self.listing.total} in all"
            return f"{self.shown} shown, cut by the limit; {total} survive"
        return f"{self.shown} shown, all that survive"


def digest(text: str) -> str:
    """Return the short digest that names a log's text in an export."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
