"""Late arrivals: who has entered is in the script; who can no longer come is not (R10, R11, R17)."""

from __future__ import annotations

from collections.abc import Iterator

from deducer.board.timeline import Moment, StepKind, Timeline
from deducer.evidence.sources import Evidence, constrain, line_source, step_label
from deducer.ids import ABSENT, CharacterId
from deducer.log.statements import Enters, PlayStatement
from deducer.logic.build import negation
from deducer.rules.vocabulary import Trait
from deducer.script.clues import Kind, clue
from deducer.script.variables import Script

FORCED = "yes"


def arrivals(script: Script, timeline: Timeline) -> Iterator[Evidence]:
    """Yield what entries, and under the stricter ruling their absence, prove of hidden characters.

    Args:
        script: the game.
        timeline: the public history.

    Yields:
        One constraint for each entry; under `lateEntryForced = yes` one for each hidden character whose last
        chance to enter has passed.
    """
    entered: set[CharacterId] = set()
    for record in timeline.loops:
        for step in record.steps:
            for moment in step.moments:
                character = _entering(moment)
                if character in script.hidden:
                    entered.add(character or "")
                    formula = negation(script.assigned(character or "", (ABSENT,)))
                    source = line_source(moment.statement, step_label(step))
                    yield from constrain(formula, source, clue(Kind.ARRIVED, character))
    if script.reading("lateEntryForced") == FORCED:
        for character in script.hidden:
            statement = None if character in entered else _last_chance(script, timeline, character)
            if statement is not None:
                formula = script.assigned(character, (ABSENT,))
                source = line_source(statement, "late arrival")
                yield from constrain(formula, source, clue(Kind.NEVER_ARRIVED, character))


def _entering(moment: Moment) -> CharacterId | None:
    return moment.change.character if isinstance(moment.change, Enters) else None


def _last_chance(script: Script, timeline: Timeline, character: CharacterId) -> PlayStatement | None:
    """Return the statement that closed a character's last chance to enter, None if it may still come."""
    by_loop = script.card(character).has(Trait.LATE_LOOP)
    for record in timeline.loops:
        for step in record.steps:
            started = step.recorded and step.closed and step.statements
            last_loop = by_loop and record.loop == script.setup.loops and step.kind is StepKind.LOOP_START
            last_day = not by_loop and step.day == script.setup.days and step.kind is StepKind.CARDS
            if started and (last_loop or last_day):
                return step.statements[0]
    return None
