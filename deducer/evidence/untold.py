"""Deaths that were not told: who can have died at the moment that ended a loop, and by what (D30)."""

from __future__ import annotations

from collections.abc import Iterator

from deducer.board.state import Board
from deducer.board.timeline import LoopRecord, Step, StepKind
from deducer.board.untold import ending_incidents, ending_step, stated_after
from deducer.evidence.deaths import split, unsaid
from deducer.evidence.guards import Use, fits, uses
from deducer.ids import CharacterId
from deducer.logic.build import conjunction, disjunction, negation
from deducer.logic.terms import FALSE, TRUE, Formula
from deducer.rules.model import Ability
from deducer.rules.vocabulary import Action, Obligation, Timing, Who
from deducer.script.effective import InForce
from deducer.script.variables import Script


def died_untold(script: Script, record: LoopRecord, character: CharacterId) -> Formula:
    """Say that a character that was alive by the notes can have died untold as the loop ended.

    Args:
        script: the game.
        record: the loop.
        character: on the board at the loop's end.

    Returns:
        That the loop ended in a step that was written down, and that something in the script killed it there
        together with what ended the loop.
    """
    last = ending_step(script.game, record)
    if last is None or character in stated_after(record):
        return FALSE
    board = last.before_last
    hit = (
        conjunction(use.guard, _aimed(script, board, use, character)) for use in _kills(script, last, board)
    )
    mortal = negation(InForce.on(script, board).immortal(character))
    return conjunction(unsaid(script, last, split(script, last.moments)), mortal, disjunction(*hit))


def _kills(script: Script, step: Step, board: Board) -> Iterator[Use]:
    """Yield what can have killed in a step together with others: a duty of the night, or an incident."""
    if step.kind is StepKind.DAY_END:
        for use in uses(script, board, Timing.DAY_END):
            if use.ability.obligation is Obligation.MANDATORY:
                yield use
    for incident in ending_incidents(script.game, step):
        due = script.is_incident(step.day, incident.id) if step.kind is StepKind.INCIDENT else TRUE
        for one in script.game.resolved((incident,)):
            everybody = tuple(effect for effect in one.effects if effect.target.who is Who.ALL)
            ability = Ability(one.id, Timing.INCIDENT, Obligation.MANDATORY, effects=everybody)
            yield Use(one.id, ability, None, None, due)


def _aimed(script: Script, board: Board, use: Use, character: CharacterId) -> Formula:
    """Say that a use was to kill a character."""
    kills = (effect for effect in use.ability.effects if effect.action is Action.KILL)
    return disjunction(*(fits(script, use, effect, board, character) for effect in kills))
