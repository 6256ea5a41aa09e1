"""What the tool answers, as immutable values; rendering and JSON read only these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from deducer.ids import CharacterId, PlotId, RoleId
from deducer.provenance import Source


class Status(StrEnum):
    """Three values everywhere; "certain" comes only from proof."""

    CERTAIN = "certain"
    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class Cell:
    """Status and exact share of one possibility.

    Attributes:
        status: None when no world survives.
        share: exact share of the surviving worlds under the named prior; None until counted.
    """

    status: Status | None
    share: Fraction | None = None


@dataclass(frozen=True, slots=True)
class PlotCell:
    """A cell of the plot list; `kind` is "main" or "sub"."""

    kind: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class Script:
    """One world as a script.

    Attributes:
        main_plots: ids of the main plots (one in every covered set).
        sub_plots: ids of the subplots, in the set's order.
        roles: assigned role by character, in the cast's order; "absent" for a hidden late character that is
            not in the script.
        culprits: culprit by incident day.
    """

    main_plots: tuple[PlotId, ...]
    sub_plots: tuple[PlotId, ...]
    roles: Mapping[CharacterId, RoleId]
    culprits: Mapping[int, CharacterId]


@dataclass(frozen=True, slots=True)
class ScriptList:
    """Scripts under a filter.

    Attributes:
        scripts: those listed, in a fixed order.
        complete: whether these are all; False when a limit cut the list.
        total: how many there are in all; None if not counted.
    """

    scripts: tuple[Script, ...]
    complete: bool
    total: int | None


@dataclass(frozen=True, slots=True)
class CastList:
    """Role assignments.

    Attributes:
        casts: assigned role by character, those listed, in a fixed order.
        complete: whether these are all; False when a limit cut the list.
        total: how many there are in all; None if not counted.
    """

    casts: tuple[Mapping[CharacterId, RoleId], ...]
    complete: bool
    total: int | None


@dataclass(frozen=True, slots=True)
class Contradiction:
    """No world survives.

    Attributes:
        sources: a minimal set of lines that clash with the rules: unsatisfiable together, satisfiable
            without any one of them. Empty when the set-up alone has no legal script.
        reason: why the set-up has no legal script, empty otherwise.
    """

    sources: tuple[Source, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """What one line changed: cells that it made certain or impossible.

    Attributes:
        line: its 1-based line number.
        text: the line as written.
        certain: facts it made certain, as (subject, value) of `subject` ids: ("plot", id), ("role.X", role),
            ("culprit.D", character).
        ruled_out: facts it made impossible, likewise.
    """

    line: int
    text: str
    certain: tuple[tuple[str, str], ...] = ()
    ruled_out: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to "which scripts survive?".

    Attributes:
        plots: every plot of the set by id, main plots first.
        roles: by character (the cast, then known and hidden late ones), then by role in the set's order.
        culprits: by incident day, then by character.
        contradiction: set if and only if no world survives.
        worlds: exact number of surviving worlds; None if not counted.
        role_assignments: exact number of distinct role assignments; None if not counted.
        prior: the prior behind the shares.
        assumptions: sentences every answer must show (late characters assumed away, rules not modelled,
            lines left out because of mistakes).
    """

    plots: Mapping[PlotId, PlotCell]
    roles: Mapping[CharacterId, Mapping[RoleId, Cell]]
    culprits: Mapping[int, Mapping[CharacterId, Cell]]
    contradiction: Contradiction | None = None
    worlds: int | None = None
    role_assignments: int | None = None
    prior: str = "every surviving world equally likely"
    assumptions: tuple[str, ...] = field(default=())
