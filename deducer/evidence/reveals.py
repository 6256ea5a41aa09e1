"""What was told in words: roles, culprits, subplots, equal roles (R43 to R51, R105)."""

from __future__ import annotations

from deducer.board.timeline import Moment
from deducer.ids import CharacterId
from deducer.log.statements import (
    CulpritFact,
    CulpritIs,
    Declared,
    Fact,
    PlotFact,
    Reveals,
    RoleFact,
    SameRole,
)
from deducer.logic.build import conjunction, disjunction, negation
from deducer.logic.terms import TRUE, Formula
from deducer.script.effective import InForce
from deducer.script.variables import Script


def told(script: Script, moment: Moment, user: CharacterId | None) -> Formula:
    """Say what a change told in words; true for changes that told nothing.

    Args:
        script: the game.
        moment: the change with its board; reveals speak of the role in force then (R47).
        user: whose ability it was, None where nobody's was.

    Returns:
        The condition on the script.
    """
    force = InForce.on(script, moment.before)
    match moment.change:
        case Reveals(character=character, role=role):
            who = character or user
            return TRUE if who is None or who not in moment.before.figures else force.role(who, role)
        case CulpritIs(day=day, character=character):
            return script.culprit(day, character)
        case Declared(declared=declared, told=answer):
            return _informed(script, declared, answer)
        case SameRole(characters=characters):
            return TRUE if user is None else _same_role(force, moment, user, characters)
        case _:
            return TRUE


def stated(script: Script, fact: Fact) -> Formula:
    """Say what a `fact:` says: assigned roles, culprits, plots, for all loops."""
    match fact:
        case RoleFact(character=character, role=role):
            formula = script.assigned(character, (role,))
        case CulpritFact(day=day, character=character):
            formula = script.culprit(day, character)
        case PlotFact(plot=plot):
            formula = script.has_plot(plot)
    return formula if fact.positive else negation(formula)


def _informed(script: Script, declared: str, answer: str | None) -> Formula:
    """A subplot other than the declared one was named, or there was none to name (R45)."""
    others = (plot.id for plot in script.tragedy_set.sub_plots if plot.id != declared)
    if answer is None:
        return conjunction(*(negation(script.has_plot(plot)) for plot in others))
    return disjunction(*(script.has_plot(plot) for plot in others if plot == answer))


def _same_role(force: InForce, moment: Moment, user: CharacterId, named: tuple[CharacterId, ...]) -> Formula:
    """Those named have the user's role; the living on the board who were not named have not (R51)."""
    formulas = [force.same_role(user, other) for other in named if other in moment.before.figures]
    formulas.extend(
        negation(force.same_role(user, figure.id))
        for figure in moment.before.living()
        if figure.id not in named and figure.id != user and figure.alive
    )
    return conjunction(*formulas)
