"""What the doctor finds, as JSON-ready values."""

from __future__ import annotations

from collections.abc import Sequence

from deducer.explain.doctor import Diagnosis, Duty, Line, Mend
from deducer.explain.forgotten import Forgotten
from deducer.present.data import Json, source


def diagnosis(found: Diagnosis | None) -> Json | None:
    """Return what is wrong with a log; null while some script survives.

    Returns:
        `clashes` (each `lines` and `board`, line numbers; the board of the first alone is worked out), `drop`
        (sets of sources), `mends` (each `lines` with `line`, `text` to be pasted in its place and `slip`, and
        `worlds`, null if not counted), `mastermind` (duties that may have been forgotten), and `complete`,
        false where the search was cut short; `reasons` (what the lines of the first clash say that clashes:
        `line`, `kind` of evidence and ids it is `about`).
    """
    if found is None:
        return None
    return {
        "clashes": [{"lines": list(one.lines), "board": list(one.board)} for one in found.clashes],
        "drop": [[source(one) for one in lines] for lines in found.drop],
        "mends": [_mend(one) for one in found.mends],
        "mastermind": [_duty(one) for one in found.duties],
        "complete": found.complete,
        "reasons": [
            {"line": line, "kind": clue.kind, "about": list(clue.about)} for line, clue in found.reasons
        ],
    }


def _mend(found: Mend) -> Json:
    return {"lines": [_line(one) for one in found.lines], "worlds": found.worlds}


def _line(found: Line) -> Json:
    return {
        "line": found.source.line,
        "was": found.source.text,
        "text": found.text,
        "slip": found.slip.value,
    }


def _duty(found: Duty) -> Json:
    act = found.clue.act
    return {
        "source": source(found.source),
        "kind": found.clue.kind,
        "owner": None if act is None else act.owner,
        "ability": None if act is None else act.ability,
        "actor": None if act is None else act.actor,
        "about": list(found.clue.about),
    }


def forgotten(found: Sequence[Forgotten]) -> list[Json]:
    """Return what was perhaps forgotten: steps with what each is worth in bits, null if not worked out."""
    return [
        {
            "loop": one.loop,
            "day": one.day or None,
            "step": one.kind.value,
            "text": one.text or None,
            "bits": one.bits,
        }
        for one in found
    ]
