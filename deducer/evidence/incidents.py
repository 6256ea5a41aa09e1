"""Incidents: who can have been the culprit, from what occurred and from what did not (R56 to R73)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product

from msgspec.structs import replace

from deducer.board.conditions import at_limit
from deducer.board.incidents import rises_of
from deducer.board.state import Board, Figure
from deducer.board.timeline import Step
from deducer.evidence.deaths import Split, announced_loss, consequences, split
from deducer.evidence.effects import explain
from deducer.evidence.guards import Use, uses
from deducer.evidence.scene import Scene, to_explain
from deducer.evidence.sources import Evidence, constrain, line_source, step_label
from deducer.evidence.triggers import standpoints, triggers
from deducer.ids import PARANOIA, CharacterId, IncidentId
from deducer.log.statements import IncidentLine
from deducer.logic.build import conjunction, disjunction, implication, negation, weaken
from deducer.logic.terms import FALSE, TRUE, Formula
from deducer.rules.model import Ability, Effect, Incident
from deducer.rules.vocabulary import Obligation, Timing, Trait
from deducer.script.clues import AWAY, CALM, DEAD, OTHERWISE, Kind, clue
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
    types = script.incident_types(step.day)
    if not line.occurred:
        for figure in step.before.figures.values():
            due = must_occur(script, step, types, figure)
            yield from constrain(
                negation(due), source, clue(Kind.NO_INCIDENT, figure.id, *_paranoia(script, figure))
            )
        return
    if line.true_incident is not None:
        types = (line.true_incident,)
    if not types:
        return
    parts = split(script, step.moments)
    rises = rises_of(script.game, step.before, line)
    # Said of each possible culprit for itself: who is the culprit, or what else must hold.
    ways: dict[CharacterId, list[Formula]] = {script.holder(one): [] for one in script.characters}
    for figure in step.before.figures.values():
        happened = (script.tragedy_set.incident(name) for name in types)
        shown = [_shown(script, step, incident, parts, figure) for incident in happened]
        if rises.can_be_of(figure.id):
            ways.setdefault(script.holder(figure.id), []).extend(shown)
    for holder, shown in ways.items():
        some = disjunction(*shown)
        told = clue(Kind.INCIDENT, holder, str(step.day), *_unfit(script, step, holder, some))
        yield from constrain(implication(script.culprit(step.day, holder), some), source, told)
    yield from consequences(script, step, parts)
    yield from announced_loss(script, step, parts)


def _unfit(script: Script, step: Step, culprit: CharacterId, shown: Formula) -> tuple[str, ...]:
    """Return what public about a character speaks against its incident having occurred, if anything does."""
    figure = step.before.figures.get(culprit)
    if figure is None or not figure.present:
        return (AWAY,)
    if figure.alive is False:
        return (DEAD,)
    if weaken(shown) != FALSE:
        return ()
    calm = at_limit(script.card(culprit), figure) is False
    return (CALM, *_paranoia(script, figure)) if calm else (OTHERWISE,)


def _paranoia(script: Script, figure: Figure) -> tuple[str, ...]:
    """Return how much paranoia lies on a card, and the limit, as words; nothing if the notes do not tell."""
    number = figure.counters.get(PARANOIA, 0)
    return () if number is None else (str(number), str(script.card(figure.id).limit))


def must_occur(script: Script, step: Step, types: tuple[IncidentId, ...], figure: Figure) -> Formula:
    """Say that a character is the culprit, and that the incident, whatever it really is, had to occur."""
    ways = (
        conjunction(
            script.is_incident(step.day, name),
            triggers(script, step.before, figure, script.tragedy_set.incident(name)),
        )
        for name in types
    )
    return conjunction(script.culprit(step.day, figure.id), disjunction(*ways))


def incident_use(name: str, effects: tuple[Effect, ...], actor: CharacterId, board: Board) -> Use:
    """Make the use that stands for an incident in the hands of its culprit, where he really stands (R61)."""
    ability = Ability(id=name, timing=Timing.INCIDENT, obligation=Obligation.MANDATORY, effects=effects)
    return Use(name, ability, actor, board.figure(actor).place, TRUE)


def _shown(script: Script, step: Step, happened: Incident, parts: Split, figure: Figure) -> Formula:
    """Say that an incident occurred in the hands of a character and showed everything that was seen."""
    occurs = conjunction(
        script.is_incident(step.day, happened.id), triggers(script, step.before, figure, happened)
    )
    if occurs == FALSE:
        return FALSE
    seen = to_explain(step, parts)
    use = incident_use(happened.id, (), figure.id, step.before)
    scene = Scene.of(script, use, step, parts)
    ways = [
        conjunction(stands, followed, explain(replace(scene, afterwards=after), effects, board, seen, body))
        for stands, board, body in standpoints(script, step.before, figure)
        for followed, after in afterwards(script, step.before, figure.id)
        for effects in bundles(script, happened, figure.id)
    ]
    return conjunction(occurs, disjunction(*ways))


def afterwards(
    script: Script, board: Board, culprit: CharacterId
) -> Iterator[tuple[Formula, tuple[Effect, ...]]]:
    """Yield what follows when a character's incident has been resolved, each with its condition (R124).

    Args:
        script: the game.
        board: the board when the incident is due.
        culprit: whose incident it is.
    """
    own = [use for use in uses(script, board, Timing.AFTER_INCIDENT) if use.actor == culprit]
    yield negation(disjunction(*(use.guard for use in own))), ()
    for use in own:
        yield use.guard, use.ability.effects


def bundles(script: Script, happened: Incident, culprit: CharacterId) -> tuple[tuple[Effect, ...], ...]:
    """Return the effects an incident can have in the hands of a culprit, one bundle each (R63, R72, R112).

    Who resolves an incident twice chooses anew which of its effects that is.
    """
    chosen = [script.tragedy_set.incident(one) for one in happened.one_of] or [happened]
    card = script.card(culprit)
    times = 0 if card.has(Trait.INCIDENTS_DO_NOTHING) else 2 if card.has(Trait.INCIDENTS_TWICE) else 1
    ways = product((one.effects for one in chosen), repeat=times)
    return tuple(dict.fromkeys(tuple(chain.from_iterable(way)) for way in ways))
