"""Screens for a terminal of 80 columns: the answer as lists and grids. Nothing rests on colour alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Final

from rich.console import Console
from rich.text import Text

from deducer.answer import Answer, Cell, Difference, Status
from deducer.ids import ABSENT, CharacterId, PlotId, RoleId
from deducer.log.setup import Setup
from deducer.present import phrase
from deducer.present.codes import codes
from deducer.record import Record
from deducer.rules.names import Names

_HEADINGS: Final = {"main": "Main plot", "sub": "Subplots"}
_STYLES: Final = {Status.CERTAIN: "bold", Status.POSSIBLE: "", Status.IMPOSSIBLE: ""}
# The columns that a code, and a mark or a share, takes in a grid, its gap included.
_CELL: Final = 3
_SHARE: Final = 4
_GAP: Final = 2


class Marks(Record, frozen=True):
    """The one-letter signs of a grid.

    Attributes:
        certain: for what holds in every world.
        possible: for what holds in some.
    """

    certain: str
    possible: str

    @classmethod
    def for_console(cls, screen: Console) -> Marks:
        """Return the signs that a console can show."""
        return cls("X", "o") if screen.options.ascii_only else cls("●", "·")

    def of(self, cell: Cell | None, width: int) -> Text:
        """Return a cell's sign, or its share in percent, as wide as a column; impossible ones stay blank."""
        if cell is None or cell.status is None or cell.status is Status.IMPOSSIBLE:
            return Text(" " * width)
        sign = self.certain if cell.status is Status.CERTAIN else self.possible
        if cell.share is not None and cell.status is Status.POSSIBLE:
            sign = phrase.percent(cell.share, 0).rstrip("%")
        return Text(sign.ljust(width), style=_STYLES[cell.status])


class _Grid(Record, frozen=True):
    """A grid with a row a character.

    Attributes:
        heads: the heading of each column.
        columns: the cells of each column, by character.
    """

    heads: tuple[str, ...]
    columns: tuple[Mapping[CharacterId, Cell], ...]

    @property
    def cell(self) -> int:
        """The columns of the terminal that a cell takes."""
        shared = (cell.share is not None for column in self.columns for cell in column.values())
        return _SHARE if any(shared) else _CELL

    @property
    def width(self) -> int:
        """The columns of the terminal it takes beside the names."""
        return self.cell * len(self.heads)

    def split(self, width: int) -> Iterator[_Grid]:
        """Yield the grid in pieces that are no wider than a width."""
        step = max(1, width // self.cell)
        for first in range(0, len(self.heads), step):
            yield _Grid(self.heads[first : first + step], self.columns[first : first + step])


def console(file: IO[str] | None = None) -> Console:
    """Return a console; without a terminal it is 80 columns wide and has no colour.

    Args:
        file: where it writes; standard output if None.
    """
    return Console(file=file, highlight=False, markup=False, emoji=False)


def say(screen: Console, text: str, style: str = "") -> None:
    """Show text, its long lines wrapped to the console with an indent."""
    for line in phrase.wrapped(text, screen.width):
        screen.print(Text(line, style=style), soft_wrap=True)


def answer(
    screen: Console, names: Names, setup: Setup, found: Answer, changed: Difference | None = None
) -> None:
    """Show an answer.

    Args:
        screen: where to show it.
        names: the names of the set.
        setup: the set-up of the game.
        found: the answer.
        changed: what the last line changed, None to leave that out.
    """
    say(screen, phrase.setup(names, setup), style="bold")
    say(screen, f"Incidents: {phrase.incidents(names, setup)}")
    if found.contradiction is not None:
        say(screen, phrase.contradiction(found.contradiction))
    else:
        _counts(screen, found)
        _plots(screen, names, found)
        _grids(screen, names, found)
        _types(screen, names, found)
        known = phrase.facts(names, phrase.certain(found))
        say(screen, f"Certain: {known}." if known else "Nothing is certain yet.")
    if changed is not None:
        say(screen, phrase.difference(names, changed))
    for note in found.assumptions:
        say(screen, note)


def _counts(screen: Console, found: Answer) -> None:
    if found.uncounted:
        say(screen, f"Not counted: {found.uncounted}. What is possible is known all the same.")
    if found.worlds is not None:
        scripts = "1 script survives" if found.worlds == 1 else f"{found.worlds:,} scripts survive"
        casts = "1 cast" if found.role_assignments == 1 else f"{found.role_assignments or 0:,} casts"
        say(screen, f"{scripts}, {casts}. Shares: {found.prior.sentence}.")


def _plots(screen: Console, names: Names, found: Answer) -> None:
    """Show the plots of each kind by status, in words."""
    screen.print()
    for kind, heading in _HEADINGS.items():
        shown = heading
        for status, style in _STYLES.items():
            held = [
                p for p, entry in found.plots.items() if entry.kind == kind and entry.cell.status is status
            ]
            if held:
                listed = ", ".join(_plot(names, plot, found.plots[plot].cell) for plot in held)
                head = f"{shown:<11}{status.value:<12}"
                for line in phrase.wrapped(head + listed, screen.width, hang=len(head)):
                    screen.print(Text(line, style=style), soft_wrap=True)
                shown = ""


def _plot(names: Names, plot: PlotId, cell: Cell) -> str:
    """Return a plot's name, with its share where it has one."""
    return _shared(phrase.plot(names, plot), cell)


def _shared(name: str, cell: Cell) -> str:
    """Return a name with its share where that says more than its status."""
    shared = cell.share is not None and cell.status is Status.POSSIBLE
    return f"{name} {phrase.percent(cell.share, 0)}" if shared and cell.share is not None else name


def _grids(screen: Console, names: Names, found: Answer) -> None:
    """Show the roles and culprits of everybody, side by side where they fit, with their legend."""
    marks = Marks.for_console(screen)
    roles = tuple(dict.fromkeys(role for row in found.roles.values() for role in row))
    role_names = {role: "Absent" if role == ABSENT else phrase.role(names, role) for role in roles}
    role_codes = codes(role_names)
    held = [role for role in roles if _somebody(found.roles, role)]
    role_grid = _Grid(
        tuple(role_codes[role] for role in held),
        tuple({who: row[role] for who, row in found.roles.items() if role in row} for role in held),
    )
    culprit_grid = _Grid(tuple(f"D{day}" for day in found.culprits), tuple(found.culprits.values()))
    people = {who: phrase.character(names, who) for who in found.roles}
    width = max(map(phrase.columns, people.values()), default=0) + 1
    free = screen.width - width
    beside = role_grid.width + _GAP + culprit_grid.width <= free
    pieces = (
        [[role_grid, culprit_grid]]
        if beside
        else [[p] for g in (role_grid, culprit_grid) for p in g.split(free)]
    )
    for grids in pieces:
        screen.print()
        for line in _lines(people, width, marks, [grid for grid in grids if grid.heads]):
            screen.print(line, soft_wrap=True)
    screen.print()
    possible = f"{marks.possible} possible" if role_grid.cell == _CELL else "1 to 99 share in percent"
    days = [f"D{day} culprit of day {day}" for day in list(found.culprits)[:1]]
    say(
        screen,
        "   ".join([f"{marks.certain} certain", possible, "blank impossible", *days]),
    )
    say(screen, ", ".join(f"{role_codes[role]} {role_names[role]}" for role in held))
    nobody = [role_names[role] for role in roles if role not in held]
    if nobody:
        say(screen, f"Held by nobody: {', '.join(nobody)}.")


def _types(screen: Console, names: Names, found: Answer) -> None:
    """Show what the incidents can truly be, day by day."""
    for day, types in found.incidents.items():
        open_ = {one: cell for one, cell in types.items() if cell.status is not Status.IMPOSSIBLE}
        listed = phrase.alternatives([_shared(phrase.incident(names, one), c) for one, c in open_.items()])
        say(screen, f"Day {day} is truly {listed}.")


def _somebody(rows: Mapping[CharacterId, Mapping[RoleId, Cell]], role: RoleId) -> bool:
    return any(role in row and row[role].status is not Status.IMPOSSIBLE for row in rows.values())


def _lines(
    people: Mapping[CharacterId, str], width: int, marks: Marks, grids: Sequence[_Grid]
) -> Iterator[Text]:
    """Yield the lines of grids that stand side by side."""
    gap = Text(" " * _GAP)
    heads = [Text("".join(head.ljust(grid.cell) for head in grid.heads)) for grid in grids]
    yield _trimmed(Text.assemble(" " * width, gap.join(heads), style="underline"))
    for who, name in people.items():
        rows = [
            Text.assemble(*(marks.of(column.get(who), grid.cell) for column in grid.columns))
            for grid in grids
        ]
        yield _trimmed(Text.assemble(name + " " * (width - phrase.columns(name)), gap.join(rows)))


def _trimmed(line: Text) -> Text:
    line.rstrip()
    return line
