"""How a loop begins: everybody at the start place, counters gone, the last loop's end remembered."""

from __future__ import annotations

from collections.abc import Iterator

from deducer.board.state import Board, Figure
from deducer.board.timeline import LoopRecord, StepKind
from deducer.ids import GOODWILL, PLACES, CharacterId, PlaceId
from deducer.log.setup import Setup
from deducer.rules.model import Character, Rules
from deducer.rules.vocabulary import Action, Timing, Trait


def open_loop(rules: Rules, setup: Setup, loop: int, previous: LoopRecord | None) -> Board:
    """Return the board on which a loop begins.

    Args:
        rules: the rule data.
        setup: the set-up.
        loop: 1-based number of the loop.
        previous: the loop before, None for the first.

    Returns:
        The board before the loop's start effects; a start place that was not told yet is None.
    """
    last = previous.final if previous is not None else None
    figures = {
        character: _opened(rules.characters[character], last, late=late)
        for character, late in _everybody(rules, setup)
    }
    masters = {
        character: frozenset(held.masters)
        for character in figures
        if (held := rules.characters[character].trait(Trait.FOLLOWS_MASTERS)) is not None
    }
    board = Board(loop, 0, figures, dict.fromkeys(PLACES, 0), masters=masters)
    if previous is None or last is None:
        return board
    return Board(
        loop,
        0,
        figures,
        dict.fromkeys(PLACES, 0),
        masters=masters,
        revealed_before=last.revealed_before | last.revealed,
        reveals_complete=last.reveals_complete and not _may_have_revealed(rules, previous),
        goodwill_at_loop_end={f.id: _goodwill_left(f) for f in last.figures.values() if f.entered},
        dead_at_loop_end={f.id: None if f.alive is None else not f.alive for f in last.figures.values()},
    )


def _everybody(rules: Rules, setup: Setup) -> Iterator[tuple[CharacterId, bool]]:
    """Yield the cast, then the late characters that may come; the flag says that one is late."""
    for character in setup.cast:
        yield character, False
    for character in setup.late:
        yield character, True
    if setup.late_unknown:
        for card in rules.characters.values():
            late = card.has(Trait.LATE_LOOP) or card.has(Trait.LATE_DAY)
            if late and card.id not in setup.cast and card.id not in setup.late:
                yield card.id, True


def _opened(card: Character, last: Board | None, *, late: bool) -> Figure:
    before = None if last is None else last.figures.get(card.id)
    entered = not late or (before is not None and before.entered)
    present = not late or (entered and card.has(Trait.LATE_LOOP))
    start = _start(card, before)
    return Figure(card.id, start, start, present=present, barred=frozenset(card.forbidden), entered=entered)


def _start(card: Character, before: Figure | None) -> PlaceId | None:
    """Return where a character starts: its only start place, or the one the script fixed once it was told."""
    if len(card.starts) == 1:
        return card.starts[0]
    return before.start if before is not None and card.has(Trait.START_BY_SCRIPT) else None


def _goodwill_left(figure: Figure) -> int | None:
    """Return the goodwill on a card at the loop's end; one that left the board is not known to keep any."""
    return figure.counters[GOODWILL] if figure.present else None


def _may_have_revealed(rules: Rules, record: LoopRecord) -> bool:
    """Tell whether a role may have been revealed in a loop without the notes saying so."""
    if record.end is None:
        return True
    revealing = any(
        effect.action is Action.REVEAL_ROLE
        for character in record.final.figures
        for ability in rules.characters[character].abilities
        if ability.timing is Timing.GOODWILL
        for effect in ability.effects
    )
    return revealing and any(
        s.kind is StepKind.GOODWILL and (s.incomplete or not s.recorded) for s in record.steps
    )
