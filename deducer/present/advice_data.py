"""Advice as JSON-ready values; shares are exact fractions as strings, bits numbers.

A supposition: `lines`, `worlds` (before, after), `bits`, `certain` and `ruledOut` (pairs of subject and
value), `contradiction`. A comparison adds `or` (the second supposition) and `comparison`: `onlyFirst`,
`onlySecond`, `both`, `neither`, `telling` (subjects with `apart` from 0 to 1), `tests` with `apart`.

Advice: `worlds`, `prior`, `tests`, `total`, `watch` (what may be seen in the steps left of today, or when the
next loop begins, in the form of tests), `losses` (null between loops: `share` of the scripts that lose the
loop if it ends now, `byPlot`, `ways` with `owner` and `ability`, `deaths` that would end it, `exact`).

A test: `kind`, `loop`, `day`, `about` (ids), `cost` (`goodwill`, `paranoia`, `cards`, `days`, `nextLoop`),
`before` (the hypothetical lines that bring the board about), `alike` (ids of others of whom the same test
tells as much), `worlds` when it is made, `expected` (a fraction), `worst`, `bits`, `leastBits`, `exact`
(false: all of it is an estimate from a sample of the scripts), and `outcomes`: each with `line` (null for
anything else), `open` (more is seen with it), `chance`, `worlds`, `bits`, and `proves` (null if not worked
out). Where a test is an estimate, `worlds`, `expected` and `worst` count scripts of the sample.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite

from deducer.advise.apart import Separation
from deducer.advise.losses import Losses
from deducer.advise.next import Advice
from deducer.advise.suppose import Comparison, Supposition
from deducer.advise.trials import Trial
from deducer.advise.worth import Prospect, Valued
from deducer.answer import bits_told
from deducer.present.data import Json, contradiction


def supposition(found: Supposition) -> Json:
    """Return a hypothesis with what it would change."""
    told = None if not found.before or found.after is None else bits_told(found.before, found.after)
    return {
        "lines": list(found.lines),
        "worlds": [found.before, found.after],
        "bits": None if told is None or not isfinite(told) else told,
        "certain": [list(pair) for pair in found.certain],
        "ruledOut": [list(pair) for pair in found.ruled_out],
        "contradiction": contradiction(found.contradiction),
    }


def comparison(found: Comparison, tests: Iterable[Separation] = ()) -> Json:
    """Return how two hypotheses differ, and which tests would tell them apart."""
    return {
        "tests": [{**_trial(one.trial), "apart": str(one.apart)} for one in tests],
        "onlyFirst": [list(pair) for pair in found.first],
        "onlySecond": [list(pair) for pair in found.second],
        "both": found.both,
        "neither": found.neither,
        "telling": [{"subject": subject, "apart": apart} for subject, apart in found.telling],
    }


def advice(found: Advice) -> Json:
    """Return the tests that tell most."""
    return {
        "worlds": found.worlds,
        "prior": found.prior.value,
        "total": found.total,
        "tests": [test(one) for one in found.tests],
        "watch": [test(one) for one in found.watch],
        "losses": None if found.losses is None else losses(found.losses),
        "ended": None if found.ended is None else found.ended.value,
        "ifPlayGoesOn": found.assumed,
    }


def losses(found: Losses) -> Json:
    """Return what loses the loop if it ends now."""
    return {
        "share": str(found.share),
        "byPlot": {plot: str(share) for plot, share in found.by_plot},
        "ways": [
            {
                "owner": one.owner,
                "ability": one.ability.id,
                "share": str(one.share),
                "people": list(one.people),
            }
            for one in found.ways
        ],
        "deaths": {who: str(share) for who, share in found.deaths},
        "exact": found.exact,
    }


def test(found: Valued) -> Json:
    """Return a test with what it is worth."""
    return {
        **_trial(found.test),
        "worlds": found.before,
        "expected": str(found.expected),
        "worst": found.worst,
        "bits": found.bits,
        "leastBits": found.least_bits,
        "exact": found.exact,
        "alike": list(found.others),
        "outcomes": [_prospect(one) for one in found.prospects],
    }


def _trial(found: Trial) -> Json:
    cost = found.cost
    return {
        "kind": found.kind.value,
        "loop": found.loop,
        "day": found.day,
        "about": list(found.about),
        "cost": {
            "goodwill": cost.goodwill,
            "paranoia": cost.paranoia,
            "cards": cost.cards,
            "days": cost.days,
            "nextLoop": cost.next_loop,
        },
        "before": [line.at.text for line in found.before],
    }


def _prospect(one: Prospect) -> Json:
    proves = None
    if one.proves is not None:
        proves = {"certain": _cells(one.proves.certain), "ruledOut": _cells(one.proves.ruled_out)}
    return {
        "line": None if one.outcome.line is None else one.outcome.line.at.text,
        "open": one.outcome.open,
        "chance": str(one.chance),
        "worlds": one.worlds,
        "bits": one.bits,
        "proves": proves,
    }


def _cells(cells: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Return values of variables in a fixed order; a plot's is "yes" or "no"."""
    return [list(cell) for cell in sorted(cells)]
