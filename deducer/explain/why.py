"""Why a claim holds, why not, or why it is still open."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from deducer.answer import Script, Status
from deducer.case import Case
from deducer.errors import NoScriptError
from deducer.explain.chain import Chain, chain
from deducer.explain.core import Argument, argued, doubts, follows, premises
from deducer.explain.story import Episode, story, witness
from deducer.logic.build import negation
from deducer.logic.terms import Formula
from deducer.record import Record
from deducer.solution import script_of


class Reason(Record, frozen=True):
    """One argument, told.

    Attributes:
        argument: what the claim, or its contrary, follows from.
        chain: the argument step by step; None if it has too many cases to be told.
        doubts: what another engine has against it; empty if it agrees.
    """

    argument: Argument
    chain: Chain | None
    doubts: tuple[str, ...]


class Witness(Record, frozen=True):
    """A script that still fits, with how it produced the log.

    Attributes:
        script: the script.
        episodes: what was seen, with what was behind it, in the order of the log.
    """

    script: Script
    episodes: tuple[Episode, ...]


class Reply(Record, frozen=True):
    """The answer to "why?".

    Attributes:
        status: whether the claim is certain, possible or impossible.
        reasons: arguments for the claim, or against it if it is impossible, shortest first; none if open.
        complete: whether there are no more arguments, resting on other lines.
        supporting: a script that fits and satisfies the claim, if it is open.
        opposing: a script that fits and does not, if it is open.
    """

    status: Status
    reasons: tuple[Reason, ...] = ()
    complete: bool = True
    supporting: Witness | None = None
    opposing: Witness | None = None


def why(case: Case, claim: Formula, most: int = 1) -> Reply:
    """Say why a claim holds, why it does not, or why that is still open.

    Args:
        case: the game.
        claim: a formula over the script's variables.
        most: how many arguments to give at most.

    Returns:
        Arguments, each minimal and checked by another engine; or two scripts that still fit.

    Raises:
        NoScriptError: no script survives.
    """
    if not case.sat.fits(range(len(case.sat.pieces))):
        raise NoScriptError
    if follows(case, claim):
        return _settled(case, Status.CERTAIN, claim, most)
    if follows(case, negation(claim)):
        return _settled(case, Status.IMPOSSIBLE, negation(claim), most)
    return Reply(Status.POSSIBLE, supporting=_witness(case, claim), opposing=_witness(case, negation(claim)))


def _settled(case: Case, status: Status, claim: Formula, most: int) -> Reply:
    found = list(islice(premises(case, claim), most + 1))
    chosen = [argued(case, claim, lines) for lines in found[:most]]
    return Reply(status, tuple(_reasons(chosen)), complete=len(found) <= most)


def _reasons(found: list[Argument]) -> Iterator[Reason]:
    for argument in found:
        yield Reason(argument, chain(argument), doubts(argument))


def _witness(case: Case, claim: Formula) -> Witness | None:
    world = witness(case, (claim,))
    return None if world is None else Witness(script_of(case.script, world), story(case, world))
