"""Goodwill abilities: refusals, acceptances, kills, and what was told (R37 to R55)."""

from __future__ import annotations

from collections.abc import Iterator

from deducer.board.goodwill import find_ability
from deducer.board.state import Board
from deducer.board.timeline import Moment, Step
from deducer.evidence.deaths import ends_by_death, split
from deducer.evidence.effects import Scene, explain
from deducer.evidence.guards import Use
from deducer.evidence.incidents import after_deaths, effects_of, incident_use
from deducer.evidence.reveals import told
from deducer.evidence.sources import Evidence, constrain, line_source, step_label
from deducer.ids import CharacterId
from deducer.log.statements import GoodwillLine
from deducer.logic.build import disjunction, negation
from deducer.logic.terms import TRUE, Formula
from deducer.rules.model import Ability
from deducer.rules.vocabulary import Action
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
    for line in step.statements:
        if isinstance(line, GoodwillLine) and line.user is not None:
            moments = tuple(m for m in step.moments if m.statement is line)
            yield from _use(script, step, line, moments)


def _use(script: Script, step: Step, line: GoodwillLine, moments: tuple[Moment, ...]) -> Iterator[Evidence]:
    user = line.user or ""
    board = moments[0].before if moments else _board_at(step, line)
    if user not in board.figures:
        return
    source = line_source(line, step_label(step))
    candidates = find_ability(line, board, script.rules, script.setup)
    force = InForce(script, board)
    if line.refused:
        yield from constrain(force.refuses(user), source)
        return
    if line.borrowed is None and candidates and all(a.refusable and a.rank is not None for a in candidates):
        yield from constrain(negation(force.always_refuses(user)), source)
    for moment in moments:
        yield from constrain(told(script, moment, user), source)
    if candidates and all(_deadly(ability) for ability in candidates):
        yield from _deaths(script, step, line, moments, candidates)


def _board_at(step: Step, line: GoodwillLine) -> Board:
    """Return the board a use without changes was made on: the one the uses before it left."""
    board = step.before
    for moment in step.moments:
        if moment.statement.at.line < line.at.line:
            board = moment.after
    return board


def _deadly(ability: Ability) -> bool:
    return any(effect.action in _DEADLY for effect in ability.effects)


def _deaths(
    script: Script,
    step: Step,
    line: GoodwillLine,
    moments: tuple[Moment, ...],
    candidates: tuple[Ability, ...],
) -> Iterator[Evidence]:
    """A kill, or an incident resolved by a character, showed what was seen (R44, R52, R72)."""
    board = moments[0].before if moments else _board_at(step, line)
    parts = split(script, moments)
    seen = tuple(moment.change for moment in parts.primary)
    key = disjunction(*(ends_by_death(script, moment) for moment in parts.deaths))
    ways: list[Formula] = []
    for ability in candidates:
        use = _effect_use(script, line, ability, line.borrowed or line.user or "", board)
        aimed = line.targets if use.ability.id == ability.id else ()
        scene = Scene(script, use, aimed, key, ended=step.ends_loop or step.maybe_ends_loop)
        ways.append(explain(scene, use.ability.effects, board, seen))
    yield from constrain(disjunction(*ways), line_source(line, step_label(step)))
    yield from after_deaths(script, step, parts)


def _effect_use(
    script: Script, line: GoodwillLine, ability: Ability, actor: CharacterId, board: Board
) -> Use:
    """Return the use whose effects were resolved: the ability's own, or those of the incident it names."""
    resolves = any(effect.action is Action.RESOLVE_INCIDENT for effect in ability.effects)
    name = script.setup.incidents.get(line.incident_day or 0)
    if resolves and name is not None:
        effects = effects_of(script, script.tragedy_set.incident(name), actor)
        return incident_use(name, effects, actor, board)
    return Use(actor, ability, actor, board.figure(actor).place, TRUE)
