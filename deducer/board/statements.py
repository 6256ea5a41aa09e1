"""`board:` lines: taken over where the notes do not tell, held against the replay where they do."""

from __future__ import annotations

from dataclasses import replace

from deducer.board.changes import set_counter
from deducer.board.state import Board, Figure
from deducer.ids import INTRIGUE, PLACES
from deducer.log.statements import BoardEntry, BoardLine
from deducer.rules.model import Rules
from deducer.rules.names import Kind, Names


def board_line(rules: Rules, names: Names, board: Board, line: BoardLine) -> tuple[Board, list[str]]:
    """Hold a `board:` line against a board.

    Args:
        rules: the rule data.
        names: for messages.
        board: the board as replayed.
        line: the line.

    Returns:
        The board with what was not known filled in, and a sentence for each disagreement.
    """
    del rules
    reading = _Reading(names, board)
    for entry in line.entries:
        if entry.target in PLACES:
            reading.place(entry, everything=line.everything)
        else:
            reading.character(entry, everything=line.everything)
    if line.everything:
        reading.rest({entry.target for entry in line.entries})
    return reading.board, reading.complaints


class _Reading:
    """One `board:` line on its way over the board."""

    def __init__(self, names: Names, board: Board) -> None:
        self.names = names
        self.board = board
        self.complaints: list[str] = []

    def place(self, entry: BoardEntry, *, everything: bool) -> None:
        """Take over what an entry says of a location board."""
        told = dict(entry.counters)
        if INTRIGUE in told or everything:
            number = told.get(INTRIGUE, 0)
            self._agree(entry.target, INTRIGUE, self.board.intrigue[entry.target], number)
            self.board = replace(self.board, intrigue={**self.board.intrigue, entry.target: number})

    def character(self, entry: BoardEntry, *, everything: bool) -> None:
        """Take over what an entry says of a character."""
        figure = self.board.figures.get(entry.target)
        name = self.names.display(Kind.CHARACTER, entry.target)
        if figure is None or not figure.present:
            self.complaints.append(f"{name} is not on the board")
            return
        figure = self._alive(entry, figure, name)
        if entry.place is not None:
            if figure.place not in (None, entry.place):
                self.complaints.append(
                    f"{name} is at {figure.place} by the lines before, not at {entry.place}"
                )
            figure = replace(figure, place=entry.place)
        told = dict(entry.counters)
        if everything:
            told = {**dict.fromkeys(figure.counters, 0), **told}
        for counter, number in told.items():
            self._agree(name, counter, figure.counters.get(counter, 0), number)
            figure = set_counter(figure, counter, number)
        if entry.guards is not None:
            figure = replace(figure, guards=entry.guards)
        self.board = self.board.with_figure(figure)

    def _alive(self, entry: BoardEntry, figure: Figure, name: str) -> Figure:
        if entry.dead:
            if figure.alive is True:
                self.complaints.append(f"{name} is alive by the lines before")
            return replace(figure, alive=False)
        if figure.alive is False and entry.place is not None:
            self.complaints.append(f"{name} is dead by the lines before; write `dead` behind the name")
            return figure
        return replace(figure, alive=True) if figure.alive is None and entry.place is not None else figure

    def rest(self, named: set[str]) -> None:
        """Take over that everything not named is zero (`board all:`)."""
        for figure in list(self.board.figures.values()):
            if figure.id not in named and figure.present:
                self.character(BoardEntry(figure.id, dead=figure.alive is False), everything=True)
        for place in PLACES:
            if place not in named:
                self.place(BoardEntry(place), everything=True)

    def _agree(self, name: str, counter: str, held: int | None, told: int) -> None:
        if held is not None and held != told:
            self.complaints.append(f"{name} has {held} {counter} by the lines before, not {told}")
