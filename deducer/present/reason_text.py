"""Answers to "why?" in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from deducer.answer import Status
from deducer.case import Case
from deducer.explain.why import Reply, Witness
from deducer.present import phrase
from deducer.present.argument_text import Storyteller
from deducer.present.clue_text import Teller


def storyteller(case: Case) -> Storyteller:
    """Return what tells the arguments of a game."""
    domains = {name: frozenset(variable.domain) for name, variable in case.puzzle.variables.items()}
    return Storyteller(Teller(case.names, case.tragedy_set), domains)


def reply(case: Case, claim: str, found: Reply) -> Iterator[str]:
    """Yield the answer to "why?", a sentence or two each.

    Args:
        case: the game.
        claim: the claim as it was asked.
        found: the answer.
    """
    match found.status:
        case Status.CERTAIN:
            yield f"{claim}: certain."
        case Status.IMPOSSIBLE:
            yield f"{claim}: impossible, the contrary is certain."
        case _:
            yield f"{claim}: still open."
            yield from _open(case, found)
    teller = storyteller(case)
    for number, reason in enumerate(found.reasons, start=1):
        if len(found.reasons) > 1:
            yield f"Argument {number}:"
        lines = reason.argument.lines
        yield _rests_on([line.line for line in lines])
        words = teller.claim(reason.argument.claim)
        for sentence in teller.argument(reason.argument, reason.chain, words):
            yield f"  {sentence}"
        yield from (f"  Doubt: {doubt}." for doubt in reason.doubts)
    if not found.complete:
        yield "There are further arguments, from other lines; --all N shows more."


def _rests_on(lines: list[int]) -> str:
    if not lines:
        return "It follows from the rules alone."
    if len(lines) == 1:
        return f"It follows from line {lines[0]} and the rules."
    return f"It follows from lines {', '.join(map(str, lines[:-1]))} and {lines[-1]}, and the rules."


def _open(case: Case, found: Reply) -> Iterator[str]:
    if found.supporting is not None:
        yield "It can still be, for this script fits everything that is noted:"
        yield from _witness(case, found.supporting)
    if found.opposing is not None:
        yield "It need not be, for this one fits as well:"
        yield from _witness(case, found.opposing)


def _witness(case: Case, found: Witness) -> Iterator[str]:
    teller = storyteller(case)
    yield f"  {phrase.plots(case.names, found.script)}: {phrase.cast(case.names, found.script.roles)}."
    culprits = (("culprit." + str(day), who) for day, who in found.script.culprits.items())
    types = (("incident." + str(day), one) for day, one in found.script.incidents.items())
    told = phrase.facts(case.names, (*culprits, *types))
    if told:
        yield f"  {told}."
    for episode in found.episodes:
        yield f"    {teller.episode(episode, found.script)}"
