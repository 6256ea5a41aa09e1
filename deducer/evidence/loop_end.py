"""Loop end: losses, victories, and the reveals made there (R2, R3, R89 to R94)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from deducer.board.state import Board
from deducer.board.timeline import LoopRecord, Outcome
from deducer.evidence.deaths import split, unsaid
from deducer.evidence.guards import Use, uses
from deducer.evidence.sources import Evidence, constrain, line_source
from deducer.evidence.untold import died_untold
from deducer.ids import CharacterId, RoleId
from deducer.log.statements import EndLine, Reveals
from deducer.logic.build import conjunction, disjunction, negation, weaken
from deducer.logic.terms import Formula, Option
from deducer.provenance import Source
from deducer.rules.vocabulary import Action, Obligation, Timing
from deducer.script.clues import Kind, clue
from deducer.script.effective import InForce
from deducer.script.variables import Script


def loop_end(script: Script, record: LoopRecord) -> Iterator[Evidence]:
    """Yield what the end of a loop proves.

    Args:
        script: the game.
        record: the loop.

    Yields:
        A lost loop that ran to its end met a loss condition; a won one met none; reveals are true, and dead
        characters that were not revealed are not of a role that must be.
    """
    if record.told_by is None or record.outcome is Outcome.OPEN:
        return
    source = line_source(record.told_by, f"L{record.loop} end")
    losses = [use for use in uses(script, record.final, Timing.LOOP_END) if _is_loss(use)]
    if record.outcome is Outcome.WON:
        for use in losses:
            yield from constrain(negation(use.guard), source, clue(Kind.WON, act=use.act))
    elif record.ended_early is False or (record.steps and record.steps[-1].ends_without_loss):
        ways = [Option(use.name, weaken(use.guard), frozenset(), act=use.act) for use in losses]
        ways.extend(_last_night(script, record))
        yield from constrain(disjunction(*(way.guard for way in ways)), source, clue(Kind.LOST), tuple(ways))
    if record.end is not None:
        yield from _reveals(script, record, record.end, source)


def _last_night(script: Script, record: LoopRecord) -> Iterator[Option]:
    """Yield how a last night with a death can have lost the loop, though only a later line says so (R5)."""
    last = record.steps[-1] if record.steps else None
    if last is not None and last.maybe_ends_loop:
        parts = split(script, last.moments)
        if parts.deaths:
            yield Option("last night", weaken(unsaid(script, last, parts)), frozenset())


def _is_loss(use: Use) -> bool:
    return use.ability.obligation is Obligation.LOSS


def _reveals(script: Script, record: LoopRecord, end: EndLine, source: Source) -> Iterator[Evidence]:
    """Every reveal is forced by somebody's end; who was not revealed had no role that forces it (R89)."""
    force = InForce.on(script, record.final)
    told = {(c.character, c.role) for c in end.changes if isinstance(c, Reveals) and c.character is not None}
    for character, role in sorted(told):
        if character in record.final.figures:
            yield from constrain(force.role(character, role), source, clue(Kind.REVEALED, character, role))
            forced = _forced(script, record, character, role)
            yield from constrain(forced, source, clue(Kind.REVEAL_FORCED, character, role))
    if record.final.unseen_reveals or not record.final.reveals_complete:
        return  # whoever was not revealed may be known by what was not written down
    known_before = record.final.revealed | record.final.revealed_before
    for use in uses(script, record.final, Timing.LOOP_END):
        if use.role is None or use.actor is None or not _reveals_itself(use):
            continue
        entry = (use.actor, use.role)
        if entry not in told and entry not in known_before:
            yield from constrain(negation(use.guard), source, clue(Kind.NOT_REVEALED, use.actor, use.role))


def _reveals_itself(use: Use) -> bool:
    return any(effect.action is Action.REVEAL_SELF for effect in use.ability.effects)


def _forced(script: Script, record: LoopRecord, character: CharacterId, role: RoleId) -> Formula:
    """Say that something at the loop's end made the Mastermind reveal a character's role.

    Who lives by the notes may have died untold as the loop ended (D30).
    """
    final = record.final
    figure = final.figure(character)
    forced = _forcing(script, final, character, role)
    if not figure.alive:
        return forced
    dead = final.with_figure(replace(figure, alive=False, died=True))
    untold = conjunction(died_untold(script, record, character), _forcing(script, dead, character, role))
    return disjunction(forced, untold)


def _forcing(script: Script, board: Board, character: CharacterId, role: RoleId) -> Formula:
    """Say that a character with a role had to be revealed on a board at a loop's end."""
    ways = [
        use.guard
        for use in uses(script, board, Timing.LOOP_END)
        if use.actor == character and use.role == role and _reveals_itself(use)
    ]
    return disjunction(*ways)
