"""Which scripts lose the loop if it ends on the board as it stands, and whose death would end it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Final

from deducer.advise.table import Mask, Table
from deducer.answer import Prior
from deducer.board.state import Board
from deducer.evidence.guards import uses
from deducer.ids import CharacterId, PlotId
from deducer.logic.build import weaken
from deducer.logic.terms import Constraint, Formula
from deducer.provenance import Source
from deducer.record import Record
from deducer.rules.model import Ability
from deducer.rules.vocabulary import Action, Obligation, Timing
from deducer.script.effective import InForce
from deducer.script.variables import YES, Script

_SOURCE: Final = Source(line=0, label="a loss")


class Loss(Record, frozen=True):
    """One way to lose the loop.

    Attributes:
        owner: id of the role or plot whose rule it is.
        ability: the rule.
        share: in which share of the surviving scripts it may hold now.
        people: by whom, where it is somebody's; those most likely first.
    """

    owner: str
    ability: Ability
    share: Fraction
    people: tuple[CharacterId, ...]


class Losses(Record, frozen=True):
    """What loses the loop.

    Attributes:
        share: the share of the surviving scripts that may lose it if it ends now.
        by_plot: the same among the scripts of each main plot.
        ways: the rules by which.
        deaths: whose death would end the loop at once, with the share of the scripts, the likeliest first.
        exact: whether all scripts were counted, rather than a sample of them.
    """

    share: Fraction
    by_plot: tuple[tuple[PlotId, Fraction], ...]
    ways: tuple[Loss, ...]
    deaths: tuple[tuple[CharacterId, Fraction], ...]
    exact: bool


def losses(script: Script, board: Board, table: Table, prior: Prior) -> Losses:
    """Say which scripts lose the loop if it ends on a board.

    Args:
        script: the game.
        board: the board; what is not known of it is read so that a loss may hold.
        table: the surviving scripts.
        prior: what is held equally likely.
    """
    held: dict[tuple[str, str], tuple[Ability, dict[CharacterId | None, Mask]]] = {}
    for use in uses(script, board, Timing.LOOP_END):
        if use.ability.obligation is Obligation.LOSS:
            _, people = held.setdefault((use.owner, use.ability.id), (use.ability, {}))
            people[use.actor] = people.get(use.actor, 0) | _scripts(table, use.guard)
    found = (_loss(owner, ability, people, table, prior) for (owner, _), (ability, people) in held.items())
    masks = (mask for _, people in held.values() for mask in people.values())
    lost: Mask = reduce(or_, masks, 0)
    by_plot = []
    for plot in script.tragedy_set.main_plots:
        scripts = table.columns[script.plot_variables[plot.id].name, YES]
        if scripts:
            share = table.mass(scripts & lost, prior) / table.mass(scripts, prior)
            by_plot.append((plot.id, share))
    deaths = ((who, table.mass(scripts, prior)) for who, scripts in _deadly(script, board, table))
    return Losses(
        table.mass(lost, prior),
        tuple(by_plot),
        tuple(sorted((one for one in found if one.share), key=lambda one: -one.share)),
        tuple(sorted(((who, share) for who, share in deaths if share), key=lambda one: -one[1])),
        table.complete,
    )


def _loss(
    owner: str, ability: Ability, people: dict[CharacterId | None, Mask], table: Table, prior: Prior
) -> Loss:
    ranked = sorted(people.items(), key=lambda item: -item[1].bit_count())
    named = tuple(who for who, scripts in ranked if who is not None and scripts)
    return Loss(owner, ability, table.mass(reduce(or_, people.values(), 0), prior), named)


def _scripts(table: Table, guard: Formula) -> Mask:
    return table.judge([Constraint(weaken(guard), _SOURCE)])


def _deadly(script: Script, board: Board, table: Table) -> Iterator[tuple[CharacterId, Mask]]:
    """Yield whose death would make the protagonists lose at once, with the scripts."""
    roles = [
        role.id
        for role in script.tragedy_set.roles
        if any(_loses(ability) for ability in role.abilities if ability.timing is Timing.DEATH)
    ]
    force = InForce.on(script, board)
    for figure in board.living():
        ways: Iterable[Formula] = (force.abilities_of(figure.id, role) for role in roles)
        yield figure.id, reduce(or_, (_scripts(table, way) for way in ways), 0)


def _loses(ability: Ability) -> bool:
    return any(effect.action is Action.LOSE for effect in ability.effects)
