"""Compares what survives a simulated game with what an independent search forward reproduces (law 2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from forward import HiddenScript, parse, survives

from deducer.answer import Script
from deducer.case import Case
from deducer.logic.evaluate import survives as satisfies
from deducer.play.game import play
from deducer.play.script import draw
from deducer.play.setup import Size, draw_setup
from deducer.rules.load import load_rules
from deducer.solution import script_of

COMPLETE = "ruling endingStep = complete\n"
"""Everything is told also in the step that ends a loop; what may be untold is kept for everybody (D30)."""


@dataclass(frozen=True)
class Difference:
    """A script on which the two disagree."""

    dropped: bool
    script: Script
    log: str
    line: int | None

    def __str__(self) -> str:
        what = "dropped though it could have happened" if self.dropped else "kept though it could not"
        return f"{what} (line {self.line}): {self.script}\n{self.log}"


def played(tragedy_set: str, seed: int, size: Size, rulings: str = COMPLETE) -> tuple[Case, Script]:
    """Play a short game, cut after some line; return it with its script."""
    luck = Random(seed)  # noqa: S311  (no secret)
    set_up = draw_setup(load_rules(), tragedy_set, size, luck)
    set_up = Case.from_text(set_up.text + rulings)
    script = draw(set_up, luck)
    whole = Case.from_text(play(set_up, script, luck))
    first = min(statement.at.line for statement in whole.log.play) + 1
    last = len(whole.log.lines)
    # The search forward takes what a step tells of the loop's end for all there is to tell.
    return whole.up_to(luck.choice((last, luck.randrange(first, last + 1)))).going_on, script


def differences(case: Case, true: Script, number: int, seed: int) -> Iterator[Difference]:
    """Yield the scripts on which the project and the search forward disagree.

    Args:
        case: the game.
        true: its script.
        number: how many scripts to take of each kind: scripts that survive, those near the true one, any.
        seed: the same scripts for the same number.
    """
    log = parse(case.text)
    domains = {v.name: v.domain for v in case.puzzle.variables.values() if not v.auxiliary}
    for script in {str(one): one for one in candidates(case, true, number, seed)}.values():
        world = case.world_of(script)
        if any(world[name] not in domain for name, domain in domains.items()):
            continue
        kept, verdict = satisfies(case.puzzle, world), survives(hidden(script), log)
        if kept is not verdict.ok:
            yield Difference(verdict.ok, script, case.text, verdict.line)


def hidden(script: Script) -> HiddenScript:
    """Return a script as the search forward knows it."""
    roles = {who: role for who, role in script.roles.items() if role != "absent"}
    subs, types = tuple(script.sub_plots), dict(script.incidents) or None
    return HiddenScript.make(script.main_plots[0], subs, roles, dict(script.culprits), types)


def candidates(case: Case, true: Script, number: int, seed: int) -> Iterator[Script]:
    """Yield the true script, some that survive, some near the true one, some of all legal ones."""
    luck = Random(seed)  # noqa: S311  (no secret)
    yield true
    set_up = Case.from_text("".join(f"{line}\n" for line in case.log.lines[: _header(case)]))
    for one in (case, set_up):
        total = one.diagram.worlds_left
        for _ in range(min(number, total)):
            yield script_of(one.script, one.diagram.world(luck.randrange(total)))
    for _ in range(number):
        yield near(true, luck)


def _header(case: Case) -> int:
    return min(statement.at.line for statement in case.log.play) - 1


def near(script: Script, luck: Random) -> Script:
    """Return a script that differs in two characters' roles, or in who is the culprit."""
    roles, culprits = dict(script.roles), dict(script.culprits)
    one, other = luck.sample(list(roles), 2)
    if not culprits or luck.random() < 0.6:
        roles[one], roles[other] = roles[other], roles[one]
    if culprits and luck.random() < 0.6:
        day = luck.choice(list(culprits))
        old = culprits[day]
        culprits = {d: old if who == one else who for d, who in culprits.items()} | {day: one}
    return Script(script.main_plots, script.sub_plots, roles, culprits, script.incidents)
