"""Goodwill abilities: refusals, acceptances, kills, and what was told (R37 to R55)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from deducer.board.goodwill import does, find_ability
from deducer.board.state import Board
from deducer.board.timeline import Step
from deducer.evidence.deaths import announced_loss, consequences, split
from deducer.evidence.effects import explain
from deducer.evidence.guards import Use
from deducer.evidence.incidents import bundles, incident_use
from deducer.evidence.reveals import told, what_was_told
from deducer.evidence.scene import Scene, to_explain
from deducer.evidence.sources import Evidence, constrain, line_source, step_label
from deducer.evidence.triggers import standpoints
from deducer.ids import PlaceId
from deducer.log.statements import CulpritIs, GoodwillLine
from deducer.logic.build import conjunction, disjunction, negation
from deducer.logic.terms import TRUE, UNKNOWN, Formula
from deducer.rules.model import Ability
from deducer.rules.vocabulary import Action, Timing
from deducer.script.clues import Kind, clue
from deducer.script.effective import InForce
from deducer.script.variables import Script

_DEADLY = (Action.KILL, Action.RESOLVE_INCIDENT)


def goodwill(script: Script, step: Step) -> Iterator[Evidence]:
    """Yield what the recorded uses of goodwill abilities in a step prove.

    Args:
        script: the game.
        step: a recorded goodwill step.

    Yields:
        What each refusal or acceptance says of the user, and what the effects tell.
    """
    for line, board in zip(step.statements, step.boards, strict=True):
        if isinstance(line, GoodwillLine) and line.user is not None:
            yield from _use(script, step, line, board)


def _use(script: Script, step: Step, line: GoodwillLine, board: Board) -> Iterator[Evidence]:
    user = line.user or ""
    source = line_source(line, step_label(step))
    candidates = find_ability(line, board, script.rules, script.setup)
    force = InForce.on(script, board)
    if line.refused:
        yield from constrain(force.refuses(user), source, clue(Kind.REFUSED, user))
        return
    if line.borrowed is None and candidates and all(a.refusable and a.rank is not None for a in candidates):
        yield from constrain(negation(force.always_refuses(user)), source, clue(Kind.NOT_REFUSED, user))
    moments = tuple(moment for moment in step.moments if moment.statement is line)
    resolving = bool(candidates) and all(does(ability, Action.RESOLVE_INCIDENT) for ability in candidates)
    for moment in moments:
        # What is told of the culprit of a resolved incident is told of whoever resolves it (R44).
        if not (resolving and isinstance(moment.change, CulpritIs)):
            yield from constrain(told(script, moment, user), source, what_was_told(moment, user))
    if candidates and all(_deadly(ability) for ability in candidates):
        uses = [use for ability in candidates for use in _effect_uses(script, line, ability, board)]
        yield from _deaths(script, step.of_line(line), line, board, uses)


def _deadly(ability: Ability) -> bool:
    return any(effect.action in _DEADLY for effect in ability.effects)


def _deaths(
    script: Script, step: Step, line: GoodwillLine, board: Board, uses: list[Use]
) -> Iterator[Evidence]:
    """A kill, or an incident resolved by a character, showed what was seen (R44, R52, R72)."""
    parts = split(script, step.moments)
    seen = to_explain(step, parts)
    ways = []
    for use in uses:
        # Targets that were announced are those of the ability itself.
        incident = use.ability.timing is Timing.INCIDENT
        scene = Scene.of(script, use, step, parts, () if incident else line.targets)
        for stands, seat, body in _seats(script, board, use) if incident else ((TRUE, board, None),):
            ways.append(conjunction(use.guard, stands, explain(scene, use.ability.effects, seat, seen, body)))
    if ways:
        source = line_source(line, step_label(step))
        yield from constrain(disjunction(*ways), source, clue(Kind.RESOLVED, line.user))
    yield from consequences(script, step, parts)
    yield from announced_loss(script, step, parts)


def _seats(script: Script, board: Board, use: Use) -> Iterator[tuple[Formula, Board, PlaceId | None]]:
    """Yield where one that resolves an incident may count as standing.

    Whether it does so like the culprit, who may act from the opposite place, is settled nowhere (R44, R125).
    """
    yield TRUE, board, None
    for stands, seat, body in standpoints(script, board, board.figure(use.actor or "")):
        if seat is not board:
            yield conjunction(stands, UNKNOWN), seat, body


def _effect_uses(script: Script, line: GoodwillLine, ability: Ability, board: Board) -> Iterator[Use]:
    """Yield the uses whose effects may have been resolved: the ability's own, or those of an incident.

    Where the line does not say which incident was resolved, it may have been any of the public ones; if it is
    not known what one of them may be, nothing is yielded.
    """
    actor = line.borrowed or line.user or ""
    if not any(effect.action is Action.RESOLVE_INCIDENT for effect in ability.effects):
        yield Use(actor, ability, actor, board.figure(actor).place, TRUE)
        return
    announced = script.setup.incidents
    days = announced if line.incident_day is None else (line.incident_day,)
    if not all(script.incident_types(day) for day in days):
        return
    # Whether a false name is resolved by its own rules or by those of the true incident is settled nowhere.
    truth = {
        (day, name): script.is_incident(day, name) for day in days for name in script.incident_types(day)
    }
    truth |= {(day, name): TRUE for day in days if (name := announced[day]) is not None}
    for name in dict.fromkeys(name for _, name in truth):
        guard = disjunction(*(formula for (_, one), formula in truth.items() if one == name))
        for effects in bundles(script, script.tragedy_set.incident(name), actor):
            yield replace(incident_use(name, effects, actor, board), guard=guard)
