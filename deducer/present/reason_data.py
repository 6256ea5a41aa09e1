"""Answers to "why?" as data for other programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deducer.answer import Script
from deducer.case import Case
from deducer.explain.chain import Chain
from deducer.explain.why import Reason, Reply, Witness
from deducer.present import reason_text
from deducer.provenance import Act, Source

Json = dict[str, Any]


def replies(case: Case, found: Mapping[str, Reply]) -> Json:
    """Return the answers to claims, in the order asked: for each its status, arguments and scripts."""
    return {"claims": [{"claim": claim, **reply(case, one)} for claim, one in found.items()]}


def reply(case: Case, found: Reply) -> Json:
    """Return one answer; arguments are for the claim, or against it if it is impossible."""
    return {
        "status": found.status.value,
        "arguments": [reason(case, one) for one in found.reasons],
        "complete": found.complete,
        "supporting": None if found.supporting is None else witness(case, found.supporting),
        "opposing": None if found.opposing is None else witness(case, found.opposing),
    }


def reason(case: Case, found: Reason) -> Json:
    """Return an argument: what it rests on, its steps, and how it is told in sentences.

    The steps are null if there are too many cases.
    """
    return {
        "sentences": list(reason_text.argued(case, found)),
        "lines": [line.line for line in found.argument.lines],
        "statements": [source(one) for one in found.argument.sources],
        "steps": None if found.chain is None else chain(found.chain),
        "confirmed": not found.doubts,
    }


def source(found: Source) -> Json:
    """Return where something comes from; line 0 is a rule."""
    return {"line": found.line, "label": found.label, "text": found.text, "unsure": found.unsure}


def chain(found: Chain) -> Json:
    """Return steps: what each statement excludes; then the statement that cannot hold, or the cases.

    A step without a statement supposes something: the first one for the whole, a later one to refute it by
    its proof.
    """
    return {
        "steps": [
            {
                "statement": None if step.tell is None else source(step.tell.pieces[0].source),
                "excludes": [list(one) for one in step.removed],
                "proof": None if step.proof is None else chain(step.proof),
            }
            for step in found.steps
        ],
        "clash": None if found.clash is None else source(found.clash.pieces[0].source),
        "cases": None
        if found.clash is not None
        else {
            "of": found.variable,
            "each": [{"values": list(values), **chain(one)} for values, one in found.branches],
        },
    }


def witness(case: Case, found: Witness) -> Json:
    """Return a script, with what was behind everything seen, also in sentences."""
    return {
        "sentences": list(reason_text.storyteller(case).story(found.episodes, found.script)),
        "script": script(found.script),
        "story": [
            {
                "line": one.source.line,
                "kind": str(one.clue.kind),
                "about": list(one.clue.about),
                "by": None if one.act is None else act(one.act),
            }
            for one in found.episodes
        ],
    }


def act(found: Act) -> Json:
    """Return an ability in somebody's hands."""
    return {"owner": found.owner, "ability": found.ability, "actor": found.actor, "place": found.place}


def script(found: Script) -> Json:
    """Return a script by ids."""
    return {
        "mainPlots": list(found.main_plots),
        "subPlots": list(found.sub_plots),
        "roles": dict(found.roles),
        "culprits": {str(day): who for day, who in found.culprits.items()},
        "incidents": {str(day): one for day, one in found.incidents.items()},
    }
