"""What the tool answers, as immutable values; rendering and JSON read only these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from math import inf, log2
from typing import Final

from msgspec import field

from deducer.ids import CharacterId, IncidentId, PlotId, RoleId
from deducer.provenance import Source
from deducer.record import Record


class Status(StrEnum):
    """Three values everywhere; "certain" comes only from proof."""

    CERTAIN = "certain"
    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"


class Prior(StrEnum):
    """What is held equally likely before anything is known; shares depend on it, statuses do not."""

    WORLDS = "worlds"
    PLOTS = "plots"
    CASTS = "casts"

    @property
    def sentence(self) -> str:
        """The prior in words."""
        return _PRIORS[self]


_PRIORS: Final = {
    Prior.WORLDS: "every surviving script equally likely",
    Prior.PLOTS: "every surviving combination of plots equally likely",
    Prior.CASTS: "every surviving role assignment equally likely",
}


class Cell(Record, frozen=True):
    """Status and exact share of one possibility.

    Attributes:
        status: None when no world survives.
        share: exact share of the surviving worlds under the named prior; None until counted.
    """

    status: Status | None
    share: Fraction | None = None


class PlotCell(Record, frozen=True):
    """A cell of the plot list; `kind` is "main" or "sub"."""

    kind: str
    cell: Cell


class Script(Record, frozen=True):
    """One world as a script.

    Attributes:
        main_plots: ids of the main plots (one in every covered set).
        sub_plots: ids of the subplots, in the set's order.
        roles: assigned role by character, in the cast's order; "absent" for a hidden late character that is
            not in the script.
        culprits: culprit by incident day.
        incidents: true type by incident day, in a set where incidents may stand under other names.
    """

    main_plots: tuple[PlotId, ...]
    sub_plots: tuple[PlotId, ...]
    roles: Mapping[CharacterId, RoleId]
    culprits: Mapping[int, CharacterId]
    incidents: Mapping[int, IncidentId] = field(default_factory=dict)


class Candidate(Record, frozen=True):
    """A role assignment that may be named at the Final Guess.

    Attributes:
        roles: assigned role by character.
        share: exact share of the surviving worlds under the prior of its list; None if not counted.
    """

    roles: Mapping[CharacterId, RoleId]
    share: Fraction | None = None


class CastList(Record, frozen=True):
    """Role assignments, the likeliest first.

    Attributes:
        candidates: those listed, in a fixed order; of equally likely ones too.
        complete: whether these are all; False when a limit cut the list.
        total: how many there are in all; None if not counted.
        tied: how many are as likely as the first one, itself included; None if not counted.
        leaders: how many of the first casts `separating` tells apart: those tied for the first place, or the
            first two, but no more than some dozens; 0 if not counted.
        separating: characters whose roles, if they were known, would tell the leaders apart.
        prior: the prior behind the shares.
        uncounted: why nothing was counted, empty otherwise.
    """

    candidates: tuple[Candidate, ...]
    complete: bool
    total: int | None
    tied: int | None = None
    leaders: int = 0
    separating: tuple[CharacterId, ...] = ()
    prior: Prior = Prior.WORLDS
    uncounted: str = ""


class Contradiction(Record, frozen=True):
    """No world survives.

    Attributes:
        sources: a minimal set of lines that clash with the rules: unsatisfiable together, satisfiable
            without any one of them. Empty when the set-up alone has no legal script.
        reason: why the set-up has no legal script, empty otherwise.
        board: earlier lines that made the board on which they clash: they would not, if any one of these
            were not known.
    """

    sources: tuple[Source, ...]
    reason: str = ""
    board: tuple[Source, ...] = ()


def bits_told(before: int, after: int) -> float:
    """Return how much is told by what leaves some of a number of worlds, in bits.

    Args:
        before: the worlds before, at least 1.
        after: those left, at most as many.

    Returns:
        The logarithm to base 2 of the factor by which they became fewer; infinite if none is left.
    """
    return log2(Fraction(before, after)) if after else inf


class Difference(Record, frozen=True):
    """What one line, or several together, changed: cells that it made certain or impossible.

    Attributes:
        line: its 1-based line number; of several lines the last.
        text: the line as written.
        certain: facts it made certain, as (subject, value) of `subject` ids: ("plot", id), ("role.X", role),
            ("culprit.D", character), ("incident.D", incident).
        ruled_out: facts it made impossible, likewise.
        worlds: how many worlds survived before and after it; None for each if not counted.
        first: the number of the first of several lines, 0 if it is one alone.
    """

    line: int
    text: str
    certain: tuple[tuple[str, str], ...] = ()
    ruled_out: tuple[tuple[str, str], ...] = ()
    worlds: tuple[int | None, int | None] = (None, None)
    first: int = 0


class Answer(Record, frozen=True):
    """The answer to "which scripts survive?".

    Attributes:
        plots: every plot of the set by id, main plots first.
        roles: by character (the cast, then known and hidden late ones), then by role in the set's order.
        culprits: by incident day, then by character.
        contradiction: set if and only if no world survives.
        worlds: exact number of surviving worlds; None if not counted.
        role_assignments: exact number of distinct role assignments; None if not counted.
        prior: the prior behind the shares.
        uncounted: why nothing was counted, empty otherwise.
        assumptions: sentences every answer must show (late characters assumed away, rules not modelled,
            names of incidents that the set does not have, lines left out because of mistakes).
        incidents: what each incident truly is, by day, then by type; in a set where incidents may stand under
            other names, empty in others.
    """

    plots: Mapping[PlotId, PlotCell]
    roles: Mapping[CharacterId, Mapping[RoleId, Cell]]
    culprits: Mapping[int, Mapping[CharacterId, Cell]]
    contradiction: Contradiction | None = None
    worlds: int | None = None
    role_assignments: int | None = None
    prior: Prior = Prior.WORLDS
    uncounted: str = ""
    assumptions: tuple[str, ...] = field(default=())
    incidents: Mapping[int, Mapping[IncidentId, Cell]] = field(default_factory=dict)

    def cells(self) -> Iterator[tuple[tuple[str, str], Cell]]:
        """Yield every cell with its subject and value, as in a `Difference`."""
        for plot, entry in self.plots.items():
            yield ("plot", plot), entry.cell
        for character, row in self.roles.items():
            yield from (((f"role.{character}", role), cell) for role, cell in row.items())
        for day, column in self.culprits.items():
            yield from (((f"culprit.{day}", who), cell) for who, cell in column.items())
        for day, types in self.incidents.items():
            yield from (((f"incident.{day}", one), cell) for one, cell in types.items())

    def open_roles(self) -> Mapping[CharacterId, tuple[RoleId, ...]]:
        """Return the characters whose role is not certain, with their possible roles."""
        possible = {
            who: tuple(role for role, cell in row.items() if cell.status is Status.POSSIBLE)
            for who, row in self.roles.items()
        }
        return {who: roles for who, roles in possible.items() if roles}


class Moment(Record, frozen=True):
    """What a line of the log was worth.

    Attributes:
        line: its 1-based number.
        text: the line as written.
        worlds: how many worlds survive after it; None if not counted.
        bits: how much it told: the logarithm to base 2 of the factor by which it divided the worlds; 0 for a
            line that told nothing, None if it is not known, infinite if none survives it.
    """

    line: int
    text: str
    worlds: int | None
    bits: float | None


def told_most(moments: Sequence[Moment]) -> Moment | None:
    """Return the line that told most, the first of several; None if none told anything."""
    told = [moment for moment in moments if moment.bits]
    return max(told, key=lambda moment: moment.bits or 0.0, default=None)
