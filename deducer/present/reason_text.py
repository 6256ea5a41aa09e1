"""Answers to "why?" in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from deducer.answer import Status
from deducer.case import Case
from deducer.explain.why import Reason, Reply, Witness
from deducer.logic.terms import Formula, variables_of
from deducer.present import ability, phrase
from deducer.present.argument_text import Storyteller
from deducer.present.clue_text import Teller
from deducer.provenance import Source
from deducer.rules.vocabulary import Trait

_LIMITING: Final = frozenset({Trait.NEVER_PERSON, Trait.UNUSED_ROLE, Trait.NO_REFUSAL, Trait.COPIES_ROLE})
"""The traits that keep roles from a character."""

_OFF_BOARD: Final = frozenset({"fact", "guess"})


def storyteller(case: Case) -> Storyteller:
    """Return what tells the arguments of a game."""
    domains = {name: frozenset(variable.domain) for name, variable in case.puzzle.variables.items()}
    return Storyteller(Teller(case.names, case.tragedy_set, case.rules.characters), domains)


def reply(case: Case, claim: str, found: Reply) -> Iterator[str]:
    """Yield the answer to "why?", a sentence or two each.

    Args:
        case: the game.
        claim: the claim as it was asked.
        found: the answer.
    """
    yield from verdict(case, claim, found)
    yield from reasons(case, found)
    if not found.complete:
        yield "There are further arguments, from other lines; --all N shows more."


def verdict(case: Case, claim: str, found: Reply) -> Iterator[str]:
    """Yield whether a claim holds; if that is open, with scripts that fit."""
    match found.status:
        case Status.CERTAIN:
            yield f"{claim}: certain."
        case Status.IMPOSSIBLE:
            yield f"{claim}: impossible, the contrary is certain."
        case _:
            yield f"{claim}: still open."
            yield from _open(case, found)


def reasons(case: Case, found: Reply) -> Iterator[str]:
    """Yield the arguments of an answer, each with the lines it rests on."""
    for number, reason in enumerate(found.reasons, start=1):
        if len(found.reasons) > 1:
            yield f"Argument {number}:"
        yield _rests_on(reason.argument.lines)
        yield from (f"  {sentence}" for sentence in argued(case, reason))


def argued(case: Case, reason: Reason) -> Iterator[str]:
    """Yield one argument, a sentence or two each."""
    teller = storyteller(case)
    if not reason.argument.parts:
        yield from _by_the_cards(case, reason.argument.claim)
        return
    yield from teller.argument(reason.argument, reason.chain, teller.claim(reason.argument.claim))
    yield from (f"Doubt: {doubt}." for doubt in reason.doubts)


def _by_the_cards(case: Case, claim: Formula) -> Iterator[str]:
    """Yield why something holds whatever the script: by the cards of those it speaks of, or by its form."""
    names = sorted(variables_of(claim))
    cards = [case.script.card(name.removeprefix("role.")) for name in names if name.startswith("role.")]
    told = [
        f"{phrase.character(case.names, card.id)}: {ability.trait(case.names, one)}"
        for card in cards
        for one in card.traits
        if one.trait in _LIMITING
    ]
    yield from told or [
        "No script is without it, whatever was seen: that is how the set-up and the cards are."
    ]


def _rests_on(lines: Sequence[Source]) -> str:
    """Return which lines an argument rests on; what they say of play is judged on the board of the log."""
    if not lines:
        return "It follows from the rules alone."
    board = "" if all(line.label in _OFF_BOARD for line in lines) else ", on the board that the log shows"
    if len(lines) == 1:
        return f"It follows from line {lines[0].line} and the rules{board}."
    listed = phrase.series(str(line.line) for line in lines)
    return f"It follows from lines {listed}, and the rules{board}."


def _open(case: Case, found: Reply) -> Iterator[str]:
    if found.supporting is not None:
        yield "It can still be, for this script fits everything that is noted:"
        yield from _witness(case, found.supporting)
    if found.opposing is not None:
        yield "It need not be, for this one fits as well:"
        yield from _witness(case, found.opposing)


def _witness(case: Case, found: Witness) -> Iterator[str]:
    teller = storyteller(case)
    cast = phrase.sentence(phrase.cast(case.names, found.script.roles))
    yield f"  {phrase.plots(case.names, found.script)}: {cast}"
    culprits = (("culprit." + str(day), who) for day, who in found.script.culprits.items())
    types = (("incident." + str(day), one) for day, one in found.script.incidents.items())
    told = phrase.facts(case.names, (*culprits, *types))
    if told:
        yield f"  {phrase.sentence(told)}"
    yield from (f"    {sentence}" for sentence in teller.story(found.episodes, found.script))
