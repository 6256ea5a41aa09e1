"""Incidents: who can have been the culprit, from what occurred and from what did not (R56 to R73)."""

from __future__ import annotations

from collections.abc import Iterator

from deducer.board.conditions import at_limit
from deducer.board.state import Board, Figure
from deducer.board.timeline import Step
from deducer.evidence.deaths import Split, announced_loss, consequences, key_death, split
from deducer.evidence.effects import Scene, explain
from deducer.evidence.guards import Use
from deducer.evidence.sources import Evidence, constrain, line_source, step_label
from deducer.ids import CharacterId
from deducer.log.statements import IncidentLine
from deducer.logic.build import conjunction, disjunction, negation
from deducer.logic.terms import FALSE, TRUE, UNKNOWN, Formula
from deducer.rules.model import Ability, Effect, Incident
from deducer.rules.vocabulary import Obligation, Timing, Trait
from deducer.script.conditions import known
from deducer.script.variables import Script


def incident(script: Script, step: Step) -> Iterator[Evidence]:
    """Yield what a recorded incident step proves.

    Args:
        script: the game.
        step: a recorded incident step on a day with an incident.

    Yields:
        Who the culprit may be; what the deaths say.
    """
    line = next((s for s in step.statements if isinstance(s, IncidentLine)), None)
    if line is None:
        return
    source = line_source(line, step_label(step))
    if not line.occurred:
        for figure in step.before.figures.values():
            blamed = conjunction(script.culprit(step.day, figure.id), triggers(script, step.before, figure))
            yield from constrain(negation(blamed), source)
        return
    name = line.true_incident or script.setup.incidents.get(step.day)
    if name is None:
        return
    parts = split(script, step.moments)
    happened = script.tragedy_set.incident(name)
    culprits = (_culprit(script, step, happened, parts, figure) for figure in step.before.figures.values())
    yield from constrain(disjunction(*culprits), source)
    yield from consequences(script, step, parts)
    yield from announced_loss(script, step, parts)


def triggers(script: Script, board: Board, figure: Figure) -> Formula:
    """Say that a character's incident occurs on a board (R16, R54, R56): public, so a constant or unknown."""
    if not figure.present or figure.alive is False or figure.id in board.quiet:
        return FALSE
    loud = UNKNOWN if figure.id in board.maybe_quiet else TRUE
    return conjunction(known(figure.alive), known(at_limit(script.card(figure.id), figure)), loud)


def incident_use(name: str, effects: tuple[Effect, ...], actor: CharacterId, board: Board) -> Use:
    """Make the use that stands for an incident in the hands of its culprit, where he really stands (R61)."""
    ability = Ability(id=name, timing=Timing.INCIDENT, obligation=Obligation.MANDATORY, effects=effects)
    return Use(name, ability, actor, board.figure(actor).place, TRUE)


def _culprit(script: Script, step: Step, happened: Incident, parts: Split, figure: Figure) -> Formula:
    """Say that a character was the culprit, with everything that was seen."""
    blamed = conjunction(script.culprit(step.day, figure.id), triggers(script, step.before, figure))
    if blamed == FALSE:
        return FALSE
    effects = effects_of(script, happened, figure.id)
    use = incident_use(happened.id, effects, figure.id, step.before)
    scene = Scene(script, use, key_death=key_death(script, parts), ended=step.may_end_loop)
    seen = tuple(moment.change for moment in parts.primary)
    return conjunction(blamed, explain(scene, effects, step.before, seen))


def effects_of(script: Script, happened: Incident, culprit: CharacterId) -> tuple[Effect, ...]:
    """Return an incident's effects in the hands of a culprit (R63, R72)."""
    card = script.card(culprit)
    if card.has(Trait.INCIDENTS_DO_NOTHING):
        return ()
    if card.has(Trait.INCIDENTS_TWICE):
        return happened.effects * 2
    return happened.effects
