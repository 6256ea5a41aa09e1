"""`board:` lines: taken over where the notes do not tell, held against the replay where they do."""

from __future__ import annotations

from msgspec.structs import replace

from deducer.board.changes import set_counter
from deducer.board.game import Game
from deducer.board.objections import Objection, absent
from deducer.board.state import Board, Figure
from deducer.board.unused import goodwill_told
from deducer.ids import GOODWILL, INTRIGUE, PLACES
from deducer.log.statements import BoardEntry, BoardLine


def board_line(game: Game, board: Board, line: BoardLine) -> tuple[Board, list[Objection]]:
    """Hold a `board:` line against a board.

    Args:
        game: the game.
        board: the board as replayed.
        line: the line.

    Returns:
        The board with what was not known filled in, and an objection to everything that does not agree with
        it; what was known stays as it was.
    """
    reading = _Reading(game, board)
    for entry in line.entries:
        if entry.target in PLACES:
            reading.place(entry, everything=line.everything)
        else:
            reading.character(entry, everything=line.everything)
    if line.everything:
        reading.rest({entry.target for entry in line.entries})
    return reading.board, reading.objections


class _Reading:
    """One `board:` line on its way over the board."""

    def __init__(self, game: Game, board: Board) -> None:
        self.game = game
        self.board = board
        self.objections: list[Objection] = []

    def place(self, entry: BoardEntry, *, everything: bool) -> None:
        """Take over what an entry says of a location board."""
        told = dict(entry.counters)
        if INTRIGUE in told or everything:
            held = self.board.intrigue[entry.target]
            number = self._agreed(entry.target, INTRIGUE, held, told.get(INTRIGUE, 0))
            self.board = replace(self.board, intrigue={**self.board.intrigue, entry.target: number})

    def character(self, entry: BoardEntry, *, everything: bool) -> None:
        """Take over what an entry says of a character."""
        figure = self.board.figures.get(entry.target)
        if figure is None or not figure.present:
            self.objections.append(absent(self.game, entry.target))
            return
        figure = self._standing(entry, self._living(entry, figure))
        told = dict(entry.counters)
        if everything:
            told = {**dict.fromkeys(figure.counters, 0), **told}
        for counter, number in told.items():
            agreed = self._agreed(entry.target, counter, figure.counters.get(counter, 0), number)
            figure = set_counter(figure, counter, agreed)
        guards = 0 if everything and entry.guards is None else entry.guards
        if guards is not None:
            figure = replace(figure, guards=self._agreed(entry.target, "guards", figure.guards, guards))
        self.board = self.board.with_figure(figure)
        if GOODWILL in told:
            self.board = goodwill_told(self.game, self.board, figure.id)

    def _living(self, entry: BoardEntry, figure: Figure) -> Figure:
        """Take over whether a character lives: one with a place that is not said to be dead does."""
        name = self.game.name(entry.target)
        if entry.dead and figure.alive is True:
            self.objections.append(Objection(f"{name} is alive by the lines before, not dead"))
        elif figure.alive is False and not entry.dead and entry.place is not None:
            message = f"{name} is dead by the lines before, not alive"
            self.objections.append(
                Objection(message, "write `dead` behind the name, or mend the lines before")
            )
        elif figure.alive is None and (entry.dead or entry.place is not None):
            died = True if entry.dead else figure.died
            return replace(figure, alive=not entry.dead, died=died, entered=True)
        return figure

    def _standing(self, entry: BoardEntry, figure: Figure) -> Figure:
        """Take over where a character stands; before the first day that is where it starts."""
        place = entry.place
        if place is None or figure.place == place:
            return figure
        name, told = self.game.name(entry.target), self.game.name(place)
        if figure.place is not None:
            here = self.game.name(figure.place)
            self.objections.append(
                Objection(f"{name} is at the {here} by the lines before, not at the {told}")
            )
            return figure
        start = place if self.board.day == 0 and figure.start is None else figure.start
        return replace(figure, place=place, start=start)

    def rest(self, named: set[str]) -> None:
        """Take over that everything not named is zero (`board all:`)."""
        others = [f for f in self.board.figures.values() if f.present and f.id not in named]
        for figure in others:
            if figure.entered:
                self.character(BoardEntry(figure.id, dead=figure.alive is False), everything=True)
            elif not any(other.entered for other in others):
                # Where everybody else is named, one that may have entered unrecorded did not.
                gone = replace(figure, present=False, alive=True)
                self.board = self.board.with_figure(gone)
        for place in PLACES:
            if place not in named:
                self.place(BoardEntry(place), everything=True)

    def _agreed(self, target: str, what: str, held: int | None, told: int) -> int:
        """Return a number as it is known now, objecting to one that is told otherwise."""
        if held is None or held == told:
            return told
        self.objections.append(
            Objection(f"{self.game.name(target)} has {held} {what} by the lines before, not {told}")
        )
        return held
