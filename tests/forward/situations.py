"""Hand-made situations: a set-up, a script on it, a few lines of play, and whether they fit."""

from __future__ import annotations

from dataclasses import dataclass

from .fold import Verdict, survives
from .scripts import HiddenScript

QUIET = "mm: nothing\np: nothing\nability: nothing\ngoodwill: nothing\n"
"""A day's steps before the incident, without anything happening."""


@dataclass(frozen=True)
class Table:
    """A set-up: `cast` by ids, `incidents` as "1=murder 2=suicide"."""

    tragedy_set: str
    cast: str
    incidents: str = ""
    header: str = ""

    def log(self, play: str) -> str:
        """The whole log: two days, three loops; `play` begins on day 1 unless it says `loop`."""
        schedule = "".join(f"incident {pair.replace('=', ' ')}\n" for pair in self.incidents.split())
        begin = "" if play.lstrip().startswith("loop") else "loop 1\nstart: nothing\nday 1\n"
        return (
            f"set {self.tragedy_set}\nloops 3\ndays 2\ncast {', '.join(self.cast.split())}\n"
            f"{schedule}{self.header}{begin}{play}"
        )

    def world(self, plots: str, roles: str, culprits: str = "", types: str = "") -> HiddenScript:
        """A script: "main sub sub", "role=character ...", "day=character ...", "day=incident ..."."""
        main, *subs = plots.split()
        held = dict.fromkeys(self.cast.split(), "person")
        held |= {c: r for r, c in (pair.split("=") for pair in roles.split())}
        return HiddenScript.make(
            main, tuple(subs), held, _by_day(culprits), _by_day(types) if types else None
        )

    def judge(self, script: HiddenScript, play: str) -> Verdict:
        return survives(script, self.log(play))


def _by_day(text: str) -> dict[int, str]:
    return {int(day): name for day, name in (pair.split("=") for pair in text.split())}


def fits(table: Table, script: HiddenScript, play: str) -> bool:
    """Whether the script survives; a script that is not legal is a fault of the test."""
    verdict = table.judge(script, play)
    assert not verdict.why.startswith("not legal"), verdict.why
    return verdict.ok


def last_line_refuted(table: Table, script: HiddenScript, play: str) -> bool:
    """Whether exactly the last line is what cannot be."""
    verdict = table.judge(script, play)
    assert not verdict.why.startswith("not legal"), verdict.why
    return not verdict.ok and verdict.line == len(table.log(play).rstrip("\n").splitlines())
