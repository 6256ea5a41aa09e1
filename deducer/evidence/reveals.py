"""What was told in words: roles, culprits, subplots, equal roles (R43 to R51, R105)."""

from __future__ import annotations

from deducer.board.state import Board
from deducer.board.timeline import Moment
from deducer.ids import PERSON, CharacterId
from deducer.log.statements import (
    CulpritFact,
    CulpritIs,
    Declared,
    Fact,
    IncidentFact,
    OneOf,
    PlotFact,
    Reveals,
    RoleFact,
    SameRole,
)
from deducer.logic.build import conjunction, disjunction, negation
from deducer.logic.terms import TRUE, UNKNOWN, Formula
from deducer.provenance import Clue
from deducer.script.clues import Kind, clue
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
    match moment.change:
        case Reveals(character=character, role=role):
            return revealed(script, moment.before, Reveals(character or user, role))
        case CulpritIs(day=day, character=character):
            return script.culprit(day, character)
        case Declared(declared=declared, told=answer):
            return _informed(script, declared, answer)
        case SameRole(characters=characters):
            return TRUE if user is None else _same_role(script, moment, user, characters)
        case _:
            return TRUE


def what_was_told(moment: Moment, user: CharacterId | None) -> Clue:
    """Return what the condition of `told` is about."""
    if isinstance(moment.change, Reveals):
        return clue(Kind.TOLD_ROLE, moment.change.character or user, moment.change.role)
    return clue(Kind.TOLD)


def revealed(script: Script, board: Board, told: Reveals) -> Formula:
    """Say that a role was told when a character's was to be revealed: its own, or a lie (R47, R105, R106).

    Args:
        script: the game.
        board: the board at that moment; it is the role in force then that was to be revealed.
        told: of whom, and the role.
    """
    who = told.character
    if who is None or who not in board.figures:
        return TRUE
    force = InForce.on(script, board)
    own = force.role(who, told.role)
    if told.role == PERSON or not script.liars:
        return own
    holders = (script.assigned(one, (told.role,)) for one in script.characters)
    # A role that comes into play by a rule of a plot may count as being in the script.
    arising = (
        script.has_plot(plot.id) for plot, _, effect in script.role_changes if effect.role == told.role
    )
    return disjunction(own, conjunction(force.may_lie(who), disjunction(*holders, *arising)))


def stated(script: Script, fact: Fact) -> Formula:
    """Say what a `fact:` says: assigned roles, culprits, true incidents, plots, for all loops."""
    match fact:
        case RoleFact(character=character, role=role):
            formula = script.assigned(character, (role,))
        case CulpritFact(day=day, character=character):
            formula = script.culprit(day, character)
        case IncidentFact(day=day, incident=incident):
            formula = script.is_incident(day, incident)
        case PlotFact(plot=plot):
            formula = script.has_plot(plot)
        case OneOf(facts=facts):
            formula = disjunction(*(stated(script, one) for one in facts))
    return formula if fact.positive else negation(formula)


def _informed(script: Script, declared: str, answer: str | None) -> Formula:
    """A subplot other than the declared one was named, or there was none to name (R45)."""
    others = (plot.id for plot in script.tragedy_set.sub_plots if plot.id != declared)
    if answer is None:
        return conjunction(*(negation(script.has_plot(plot)) for plot in others))
    return disjunction(*(script.has_plot(plot) for plot in others if plot == answer))


def _same_role(script: Script, moment: Moment, user: CharacterId, named: tuple[CharacterId, ...]) -> Formula:
    """Those named have the user's role; the living on the board who were not named have not (R51).

    Whether somebody whose role may be told wrongly is listed by the true one is settled nowhere.
    """
    force = InForce.on(script, moment.before)
    formulas = []
    for figure in moment.before.figures.values():
        listed = figure.id in named
        if figure.id == user or not (listed or (figure.present and figure.alive)):
            continue
        same = force.same_role(user, figure.id)
        open_to_lies = conjunction(disjunction(force.may_lie(user), force.may_lie(figure.id)), UNKNOWN)
        formulas.append(disjunction(same if listed else negation(same), open_to_lies))
    return conjunction(*formulas)
