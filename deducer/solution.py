"""From the worlds and shares that engines find to answers in the game's words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Final

from deducer.answer import Answer, Cell, PlotCell, Prior, Script, Status
from deducer.engines.base import Prior as EnginePrior
from deducer.errors import Mistake
from deducer.ids import CharacterId, IncidentId, RoleId
from deducer.log.setup import Setup
from deducer.log.statements import SpecialKind
from deducer.logic.terms import Puzzle, World
from deducer.rules.names import Kind, Names
from deducer.script.variables import YES
from deducer.script.variables import Script as Variables

PRIORS: Final = {
    Prior.WORLDS: EnginePrior.WORLDS,
    Prior.PLOTS: EnginePrior.SELECTORS,
    Prior.CASTS: EnginePrior.PROJECTION,
}

Cells = Mapping[str, Mapping[str, Cell]]
"""By variable and value of the script."""


def counted(shares: Mapping[str, Mapping[str, Fraction]]) -> Cells:
    """Return the cells of shares: no share is impossible, the whole is certain."""
    return {
        name: {value: Cell(_status(share), share) for value, share in row.items()}
        for name, row in shares.items()
    }


def _status(share: Fraction) -> Status:
    if share == 0:
        return Status.IMPOSSIBLE
    return Status.CERTAIN if share == 1 else Status.POSSIBLE


def uncounted(puzzle: Puzzle, possible: Mapping[str, frozenset[str]]) -> Cells:
    """Return the cells of possible values without shares; they have no status if nothing is possible."""
    return {
        name: {value: Cell(_status_among(value, found)) for value in puzzle.variables[name].domain}
        for name, found in possible.items()
    }


def _status_among(value: str, possible: frozenset[str]) -> Status | None:
    if not possible:
        return None
    if value not in possible:
        return Status.IMPOSSIBLE
    return Status.CERTAIN if len(possible) == 1 else Status.POSSIBLE


def answer(script: Variables, cells: Cells) -> Answer:
    """Return an answer with its cells alone."""
    main = set(script.tragedy_set.main_plots)
    never = Cell(None if _nothing(cells) else Status.IMPOSSIBLE, None if _uncounted(cells) else Fraction(0))
    return Answer(
        plots={
            plot.id: PlotCell(
                "main" if plot in main else "sub", cells[script.plot_variables[plot.id].name][YES]
            )
            for plot in script.tragedy_set.plots
        },
        roles={
            character: {role: cells[variable.name].get(role, never) for role in _columns(script, character)}
            for character, variable in script.role_variables.items()
        },
        culprits={
            day: {who: cells[variable.name][who] for who in variable.domain}
            for day, variable in script.culprit_variables.items()
        },
        incidents={day: _types(script, cells, day) for day in script.typed_days},
    )


def _types(script: Variables, cells: Cells, day: int) -> Mapping[IncidentId, Cell]:
    """Return the cells of what an incident truly is; what the set-up settles is certain."""
    if day in script.incident_variables:
        return cells[script.incident_variables[day].name]
    settled = Cell(None if _nothing(cells) else Status.CERTAIN, None if _uncounted(cells) else Fraction(1))
    return dict.fromkeys(script.incident_types(day), settled)


def _nothing(cells: Cells) -> bool:
    return any(cell.status is None for row in cells.values() for cell in row.values())


def _uncounted(cells: Cells) -> bool:
    return any(cell.share is None for row in cells.values() for cell in row.values())


def _columns(script: Variables, character: CharacterId) -> tuple[RoleId, ...]:
    """Return every role of the set, and the further value of a hidden character."""
    roles = tuple(role.id for role in script.tragedy_set.roles)
    return (*roles, *(value for value in script.role_variables[character].domain if value not in roles))


def assumptions(names: Names, setup: Setup, mistakes: Collection[Mistake]) -> tuple[str, ...]:
    """Return what every answer rests on besides the log, in sentences."""
    notes = []
    if setup.late_assumed:
        notes.append("No hidden Godly Being or Transfer Student is assumed; `late unknown` allows them.")
    for day, name in setup.other_names.items():
        near = names.nearest(Kind.INCIDENT, name)
        meant = f"; if {near[0]} was meant, correct the line" if near else ""
        notes.append(
            f"Day {day}: the set has no incident “{name}”, so another stands under that name{meant}."
        )
    notes.extend(
        f"Not modelled: special rule “{special.text}”."
        for special in setup.specials
        if special.kind is SpecialKind.TEXT
    )
    if mistakes:
        lines = ", ".join(str(line) for line in sorted({mistake.line for mistake in mistakes})[:8])
        notes.append(f"Left out because of mistakes: line {lines}.")
    return tuple(notes)


def script_of(script: Variables, world: World) -> Script:
    """Return a world as a script."""
    chosen = [plot for plot, variable in script.plot_variables.items() if world[variable.name] == YES]
    main = {plot.id for plot in script.tragedy_set.main_plots}
    return Script(
        tuple(plot for plot in chosen if plot in main),
        tuple(plot for plot in chosen if plot not in main),
        cast_of(script, world),
        {day: world[variable.name] for day, variable in script.culprit_variables.items()},
        {day: _true_type(script, world, day) for day in script.typed_days},
    )


def _true_type(script: Variables, world: World, day: int) -> IncidentId:
    variable = script.incident_variables.get(day)
    return script.incident_types(day)[0] if variable is None else world[variable.name]


def cast_of(script: Variables, world: World) -> dict[CharacterId, RoleId]:
    """Return the roles that a world, or a part of one that holds them, gives."""
    return {character: world[variable.name] for character, variable in script.role_variables.items()}


def world_of(script: Variables, found: Script) -> dict[str, str]:
    """Return a script as values of the puzzle's world variables."""
    chosen = {*found.main_plots, *found.sub_plots}
    world = {v.name: v.domain[1 if p in chosen else 0] for p, v in script.plot_variables.items()}
    world.update({v.name: found.roles[c] for c, v in script.role_variables.items()})
    world.update({v.name: found.culprits[day] for day, v in script.culprit_variables.items()})
    world.update({v.name: found.incidents[day] for day, v in script.incident_variables.items()})
    return world


def separating(casts: Sequence[Mapping[CharacterId, RoleId]]) -> tuple[CharacterId, ...]:
    """Return few characters whose roles tell some casts apart.

    Args:
        casts: different casts of the same characters.

    Returns:
        Characters in the order of the casts; each is the one that parts most of what is not yet apart. Empty
        for fewer than two casts.
    """
    chosen: list[CharacterId] = []
    people = list(casts[0]) if casts else []
    parts = 1
    while parts < len(casts):
        numbers = {who: len({tuple(cast[c] for c in (*chosen, who)) for cast in casts}) for who in people}
        best = max(people, key=lambda who: numbers[who])
        chosen.append(best)
        parts = numbers[best]
    return tuple(who for who in people if who in chosen)
