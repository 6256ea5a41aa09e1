"""Goodwill abilities: refusals, acceptances, kills, and what was told (R37 to R55)."""

from __future__ import annotations

from collections.abc import Iterator

from deducer.board.goodwill import find_ability, leave_behind, unusable
from deducer.board.state import Board
from deducer.board.timeline import Moment, Step
from deducer.evidence.deaths import ends_by_death, split
from deducer.evidence.effects import Scene, explain
from deducer.evidence.guards import Use
from deducer.evidence.incidents import after_deaths, effects_of, incident_use
from deducer.evidence.reveals import told
from deducer.evidence.sources import Evidence, constrain, line_source, step_label
from deducer.log.statements import GoodwillLine
from deducer.logic.build import disjunction, negation
from deducer.logic.terms import TRUE, Formula
from deducer.rules.model import Ability
from deducer.rules.vocabulary import Action, Timing
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
    board = moments[0].before if moments else _board_at(script, step, line)
    if user not in board.figures:
        return
    source = line_source(line, step_label(step))
    candidates = find_ability(line, board, script.rules, script.setup)
    if unusable(line, board, candidates) is not None:
        # The replay tells it as a mistake, and what cannot have happened proves nothing.
        return
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


def _board_at(script: Script, step: Step, line: GoodwillLine) -> Board:
    """Return the board a use was made on, with what the uses before it in the step left for the loop."""
    board = step.before
    for earlier in step.statements:
        if earlier is line:
            break
        if isinstance(earlier, GoodwillLine):
            moments = [moment for moment in step.moments if moment.statement is earlier]
            candidates = find_ability(earlier, board, script.rules, script.setup)
            usable = unusable(earlier, board, candidates) is None
            board = moments[-1].after if moments else board
            board = leave_behind(earlier, board, candidates) if usable else board
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
    board = moments[0].before if moments else _board_at(script, step, line)
    parts = split(script, moments)
    seen = tuple(moment.change for moment in parts.primary)
    key = disjunction(*(ends_by_death(script, moment) for moment in parts.deaths))
    ways = [
        explain(_scene(script, step, line, use, key), use.ability.effects, board, seen)
        for ability in candidates
        for use in _effect_uses(script, line, ability, board)
    ]
    if ways:
        yield from constrain(disjunction(*ways), line_source(line, step_label(step)))
    yield from after_deaths(script, step, parts)


def _scene(script: Script, step: Step, line: GoodwillLine, use: Use, key: Formula) -> Scene:
    """Return the frame of a use; targets that were announced are those of the ability itself."""
    aimed = () if use.ability.timing is Timing.INCIDENT else line.targets
    return Scene(script, use, aimed, key, ended=step.ends_loop or step.maybe_ends_loop)


def _effect_uses(script: Script, line: GoodwillLine, ability: Ability, board: Board) -> Iterator[Use]:
    """Yield the uses whose effects may have been resolved: the ability's own, or those of an incident.

    Where the line does not say which incident was resolved, it may have been any of the public ones; if the
    name of one could not be read, nothing is yielded.
    """
    actor = line.borrowed or line.user or ""
    if not any(effect.action is Action.RESOLVE_INCIDENT for effect in ability.effects):
        yield Use(actor, ability, actor, board.figure(actor).place, TRUE)
        return
    announced = script.setup.incidents
    days = announced if line.incident_day is None else (line.incident_day,)
    names = dict.fromkeys(announced[day] for day in days if day in announced)
    for name in names:
        if name is None or None in names:
            return
        effects = effects_of(script, script.tragedy_set.incident(name), actor)
        yield incident_use(name, effects, actor, board)
