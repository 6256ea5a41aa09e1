"""Deaths that need not have been told: those that would have come together with the end of the loop (D30)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from deducer.board.conditions import User, fits, may_hold
from deducer.board.game import Game
from deducer.board.incidents import of_line, of_use
from deducer.board.state import Board
from deducer.board.timeline import LoopRecord, Step, StepKind
from deducer.ids import CharacterId
from deducer.log.statements import Dies, GoodwillLine, IncidentLine
from deducer.rules.model import Effect, Incident
from deducer.rules.vocabulary import Action, Obligation, Timing, Who

ENDING_STEP: Final = "endingStep"
COMPLETE: Final = "complete"


def with_untold_deaths(game: Game, record: LoopRecord) -> Board:
    """Return the board at the end of a loop with the lives not known that its ending step may have taken.

    Args:
        game: the game.
        record: the loop.

    Returns:
        The board. Whom an incident kills with everybody, or a mandatory ability at day end with others, is no
        longer known to live, since a Mastermind may stop telling once the loop has ended (R71, R74, D30).
    """
    board, step = record.final, ending_step(game, record)
    if step is None:
        return board
    before, settled = step.before_last, stated_after(record)
    for effect, user in _together(game, step):
        for target in before.living():
            figure = board.figure(target.id)
            open_ = figure.alive and target.id not in settled
            if open_ and _may_hit(game, before, effect, user, target.id):
                board = board.with_figure(replace(figure, alive=None, died=figure.died or None))
    return board


def stated_after(record: LoopRecord) -> frozenset[CharacterId]:
    """Return whom `board:` lines below a loop's end name: they tell whether these live."""
    end = record.end
    lines = (line for line, _ in record.stated if end is not None and line.at.line > end.at.line)
    return frozenset(entry.target for line in lines for entry in line.entries)


def ending_step(game: Game, record: LoopRecord) -> Step | None:
    """Return the step that was written down and ended a loop, or may have, and may hold untold deaths.

    Args:
        game: the game.
        record: the loop.

    Returns:
        The step; None if there is none, or if all is told even of an ending step (D30).
    """
    over = record.told_by is not None or record.ended_early
    if not over or game.reading(ENDING_STEP) == COMPLETE:
        return None
    for step in reversed(record.steps):
        if step.recorded and step.may_end_loop:
            # A last night without a death told runs out, whatever line follows it.
            last = step.kind is StepKind.DAY_END and step.day == game.setup.days
            told = any(isinstance(moment.change, Dies) for moment in step.moments)
            return step if step.ends_loop or told or not last else None
    return None


def _together(game: Game, step: Step) -> Iterator[tuple[Effect, User]]:
    """Yield the kills of the ending step that come together with others."""
    for incident in game.resolved(ending_incidents(game, step)):
        effects = (e for e in incident.effects if e.action is Action.KILL and e.target.who is Who.ALL)
        yield from ((effect, User()) for effect in effects)
    if step.kind is StepKind.DAY_END:
        for owner in game.owners:
            for ability in owner.abilities:
                if ability.timing is Timing.DAY_END and ability.obligation is Obligation.MANDATORY:
                    for figure in step.before.living():
                        user = User.of(figure, owner.id, game.setup.turfs.get(figure.id))
                        if may_hold(game, step.before, ability.conditions, user):
                            yield from ((e, user) for e in ability.effects if e.action is Action.KILL)


def ending_incidents(game: Game, step: Step) -> tuple[Incident, ...]:
    """Return the incidents that may have ended a loop in a step.

    Args:
        game: the game.
        step: the step that ended the loop.

    Returns:
        What the day's incident may really be, or what a goodwill use may have resolved; else nothing.
    """
    match step.statements[-1:]:
        case (IncidentLine(occurred=True) as line,):
            return of_line(game, step.day, line)
        case (GoodwillLine(user=str() as user) as line,):
            return of_use(game, line, game.card(line.borrowed or user).abilities)
        case _:
            return ()


def _may_hit(game: Game, board: Board, effect: Effect, user: User, target: CharacterId) -> bool:
    return may_hold(game, board, effect.conditions, user, target) and (
        fits(game, board, effect.target, user, target) is not False
    )
