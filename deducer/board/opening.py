"""How a loop begins: everybody at the start place, counters gone, the last loop's end remembered."""

from __future__ import annotations

from collections.abc import Iterator

from deducer.board.game import Game
from deducer.board.goodwill import does
from deducer.board.state import Board, Figure, Known
from deducer.ids import GOODWILL, PLACES, CharacterId, PlaceId
from deducer.rules.model import Character
from deducer.rules.vocabulary import Action, Trait


def open_loop(game: Game, loop: int, last: Board | None, *, reveals_complete: bool) -> Board:
    """Return the board on which a loop begins.

    Args:
        game: the game.
        loop: 1-based number of the loop.
        last: the board on which the loop before ended, None for the first.
        reveals_complete: whether no role can have been revealed before without the notes saying so.

    Returns:
        The board before the loop's start effects; a start place that was not told yet is None.
    """
    figures = {one: _opened(game.card(one), last, late=late) for one, late in _everybody(game)}
    traits = ((one, game.card(one).trait(Trait.FOLLOWS_MASTERS)) for one in figures)
    masters = {one: frozenset(held.masters) for one, held in traits if held is not None}
    places: dict[PlaceId, int | None] = dict.fromkeys(PLACES, 0)
    if last is None:
        return Board(loop, 0, figures, places, masters=masters)
    return Board(
        loop,
        0,
        figures,
        places,
        masters=masters,
        revealed_before=last.revealed_before | last.revealed,
        reveals_complete=reveals_complete,
        goodwill_at_loop_end={
            f.id: _goodwill_left(f) for f in last.figures.values() if f.present or f.entered
        },
        dead_at_loop_end={f.id: None if f.alive is None else not f.alive for f in last.figures.values()},
        died_last_loop={f.id: _died(game, last, f) for f in last.figures.values()},
        gauge_at_loop_end=last.gauge,
        rise_at_loop_end=last.rise,
        gauge_span_at_loop_end=last.gauge_span,
        odd_gauge_at_loop_end=last.odd_gauge,
    )


def _everybody(game: Game) -> Iterator[tuple[CharacterId, bool]]:
    """Yield the cast, then the late characters that may come; the flag says that one is late."""
    setup = game.setup
    for character in setup.cast:
        yield character, False
    for character in setup.late:
        yield character, True
    if setup.late_unknown:
        for card in game.rules.characters.values():
            late = card.has(Trait.LATE_LOOP) or card.has(Trait.LATE_DAY)
            if late and card.id not in (*setup.cast, *setup.late):
                yield card.id, True


def _opened(card: Character, last: Board | None, *, late: bool) -> Figure:
    before = None if last is None else last.figures.get(card.id)
    entered = not late or (before is not None and before.entered)
    # One that may have entered unrecorded may be there from now on.
    perhaps = late and before is not None and before.present and not before.entered
    present = not late or perhaps or (entered and card.has(Trait.LATE_LOOP))
    start = _start(card, before)
    return Figure(
        card.id,
        start,
        start,
        present=present,
        alive=None if perhaps else True,
        barred=frozenset(card.forbidden),
        entered=entered,
    )


def _start(card: Character, before: Figure | None) -> PlaceId | None:
    """Return where a character starts: its only start place, or the one the script fixed once it was told."""
    if len(card.starts) == 1:
        return card.starts[0]
    return before.start if before is not None and card.has(Trait.START_BY_SCRIPT) else None


def _goodwill_left(figure: Figure) -> int | None:
    """Return the goodwill on a card at the loop's end; one that left the board is not known to keep any."""
    number = figure.counters[GOODWILL]
    return number if figure.present or number == 0 else None


def _died(game: Game, last: Board, figure: Figure) -> Known:
    """Tell whether a character died in a loop; one that lives, where nobody can revive it, did not."""
    abilities = (ability for one in last.figures for ability in game.card(one).abilities)
    if figure.died is None and figure.alive and not any(does(one, Action.REVIVE) for one in abilities):
        return False
    return figure.died
