"""JSON-ready values with the community's camelCase ids; shares are exact fractions as strings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isfinite
from typing import Any

from deducer.answer import (
    Answer,
    CastList,
    Cell,
    Contradiction,
    Difference,
    Moment,
    told_most,
)
from deducer.board.state import Board, Figure
from deducer.errors import Mistake
from deducer.ids import CharacterId, RoleId
from deducer.provenance import Source

Json = dict[str, Any]


def answer(found: Answer) -> Json:
    """Return the answer to "which scripts survive?"."""
    return {
        "worlds": found.worlds,
        "roleAssignments": found.role_assignments,
        "plots": {plot: {"kind": entry.kind, **_cell(entry.cell)} for plot, entry in found.plots.items()},
        "roles": {who: {role: _cell(cell) for role, cell in row.items()} for who, row in found.roles.items()},
        "culprits": {
            str(day): {who: _cell(cell) for who, cell in column.items()}
            for day, column in found.culprits.items()
        },
        "incidents": {
            str(day): {one: _cell(cell) for one, cell in types.items()}
            for day, types in found.incidents.items()
        },
        "contradiction": contradiction(found.contradiction),
        "prior": found.prior.value,
        "uncounted": found.uncounted or None,
        "assumptions": list(found.assumptions),
    }


def _cell(cell: Cell) -> Json:
    return {
        "status": None if cell.status is None else cell.status.value,
        "share": _share(cell.share),
    }


def _share(share: Fraction | None) -> str | None:
    return None if share is None else str(share)


def contradiction(found: Contradiction | None) -> Json | None:
    """Return why no world survives; null while one does.

    Returns:
        `lines` (the numbers of the clashing lines), `sources` (the lines), `board` (earlier lines that made
        the board on which they clash) and `reason` (why the set-up alone has no legal script, else null).
    """
    if found is None:
        return None
    return {
        "lines": [one.line for one in found.sources],
        "sources": [source(one) for one in found.sources],
        "board": [source(one) for one in found.board],
        "reason": found.reason or None,
    }


def source(found: Source) -> Json:
    """Return where a constraint comes from."""
    return {"line": found.line, "label": found.label, "text": found.text, "unsure": found.unsure}


def mistake(found: Mistake) -> Json:
    """Return a mistake of a log."""
    return {
        "line": found.line,
        "column": found.column,
        "kind": found.kind.value,
        "message": found.message,
        "hint": found.hint,
        "text": found.text,
    }


def difference(found: Difference) -> Json:
    """Return what a line changed, as pairs of subject and value ids."""
    return {
        "line": found.line,
        "first": found.first or found.line,
        "text": found.text,
        "certain": [list(pair) for pair in found.certain],
        "ruledOut": [list(pair) for pair in found.ruled_out],
        "worlds": list(found.worlds),
    }


def moments(found: Sequence[Moment]) -> Json:
    """Return what each line was worth, and the number of the line that told most; null for none."""
    return {
        "moments": [
            {"line": one.line, "text": one.text, "worlds": one.worlds, "bits": _finite(one.bits)}
            for one in found
        ],
        "toldMost": None if (most := told_most(found)) is None else most.line,
    }


def _finite(bits: float | None) -> float | None:
    """Return a number that JSON has; a line that no script survives told no number of bits."""
    return bits if bits is not None and isfinite(bits) else None


def guesses(
    found: CastList, still_open: Mapping[CharacterId, Sequence[RoleId]], *, final_guess: bool | None
) -> Json:
    """Return the casts to guess, whether the list was cut, and the roles still open.

    Args:
        found: whole casts that survive.
        still_open: the possible roles of everybody whose role is not certain.
        final_guess: whether the set has a Final Guess; None if the set is not known.
    """
    return {
        "casts": [{"roles": dict(one.roles), "share": _share(one.share)} for one in found.candidates],
        "shown": len(found.candidates),
        "complete": found.complete,
        "total": found.total,
        "tied": found.tied,
        "leaders": found.leaders,
        "separating": list(found.separating),
        "prior": found.prior.value,
        "uncounted": found.uncounted or None,
        "open": {who: list(roles) for who, roles in still_open.items()},
        "finalGuess": final_guess,
    }


def board(found: Board | None) -> Json:
    """Return the board now, null before the first loop; a number that is not known is null."""
    return {"board": None if found is None else _board(found)}


def _board(found: Board) -> Json:
    return {
        "loop": found.loop,
        "day": found.day,
        "characters": {who: _figure(figure) for who, figure in found.figures.items()},
        "intrigue": dict(found.intrigue),
        "gauge": found.gauge,
        "occurred": [{"day": day, "incident": incident} for day, incident in found.occurred],
        "maybeOccurred": sorted(found.maybe_occurred),
        "spent": [{"by": side, "card": card} for side, card in found.spent],
        "usedAbilities": [{"character": who, "ability": ability} for who, ability in sorted(found.used)],
        "protagonistsImmune": found.immune,
        "closed": dict(found.closed),
        "maybeClosed": dict(found.maybe_closed),
    }


def _figure(figure: Figure) -> Json:
    return {
        "present": figure.present,
        "place": figure.place if figure.present else None,
        "alive": figure.alive,
        "counters": dict(figure.counters),
        "guards": figure.guards,
        "extra": figure.extra,
        "held": sorted(figure.held),
        "maybeHeld": sorted(figure.maybe_held),
    }


def check(clash: Contradiction | None, compared: Sequence[str] | None) -> Json:
    """Return which lines clash, and where the engines differ (null if they were not compared)."""
    return {"contradiction": contradiction(clash), "engines": None if compared is None else list(compared)}
