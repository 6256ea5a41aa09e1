"""Claims about simulated games, and what their arguments are held to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from proofs import faults

from deducer.answer import Script
from deducer.case import Case
from deducer.explain.chain import Chain, chain
from deducer.explain.core import Argument, arguments, doubts, follows
from deducer.logic.build import member, negation
from deducer.logic.terms import Formula
from deducer.play.game import play
from deducer.play.script import draw
from deducer.play.setup import Size, draw_setup
from deducer.rules.load import load_rules

SETS = ("First Steps", "Basic Tragedy", "Midnight Zone", "Mystery Circle")
ANY = Size()


def games(tragedy_set: str, seed: int, number: int) -> Iterator[tuple[Case, Script]]:
    """Some games, each of a set-up of its own, with their scripts."""
    chance = Random(seed)  # noqa: S311  (no secret)
    rules = load_rules()
    for _ in range(number):
        setup = draw_setup(rules, tragedy_set, ANY, chance)
        script = draw(setup, chance)
        yield Case(rules, play(setup, script, chance)), script


def settled(case: Case) -> list[Formula]:
    """All that is impossible or certain in the grids, as claims that hold."""
    found: list[Formula] = []
    for name in case.puzzle.world_variables:
        variable = case.puzzle.variables[name]
        for value in variable.domain:
            cell = member(variable, (value,))
            found.extend(claim for claim in (cell, negation(cell)) if follows(case, claim))
    return found


@dataclass(frozen=True)
class Verdict:
    """What came of one claim."""

    argument: Argument
    chain: Chain | None
    wrong: tuple[str, ...]


def judged(case: Case, claim: Formula) -> Verdict:
    """Argue for a claim and check the argument and its chain."""
    argument = next(arguments(case, claim))
    told = chain(argument)
    everything = {name: frozenset(v.domain) for name, v in case.puzzle.variables.items()}
    wrong = list(doubts(argument))
    if told is not None:
        wrong.extend(f"needs {one}" for one in sorted(told.needs))
        wrong.extend(faults(told, everything))
    return Verdict(argument, told, tuple(wrong))
