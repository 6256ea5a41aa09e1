"""Answers held against python-constraint, which shares nothing with the engines that gave them."""

from __future__ import annotations

from typing import Final

from deducer.case import Case
from deducer.errors import UsageError
from deducer.ids import PlotId
from deducer.script.variables import YES

MOST: Final = 5_000
"""Of more worlds the oracle is not asked: it lists a few hundred a second."""


def disagreements(case: Case, most: int = MOST) -> tuple[str, ...]:
    """Compare the worlds of CP-SAT and of the diagram with those of the independent oracle.

    Args:
        case: the game.
        most: most worlds for which the slow oracle is asked.

    Returns:
        One sentence for each disagreement; empty when the engines agree.

    Raises:
        UsageError: more worlds survive than the oracle can list in reasonable time.
    """
    from deducer.engines.oracle import Oracle  # noqa: PLC0415  (only these questions need it)

    names = case.puzzle.world_variables
    listed = {tuple(world[name] for name in names) for world in case.engine.worlds(limit=most + 1)}
    if len(listed) > most:
        msg = f"more than {most} scripts survive; the oracle is for smaller cases, so note more first"
        raise UsageError(msg)
    others = {"the oracle": Oracle(case.puzzle).worlds(), "the diagram": case.diagram.worlds()}
    found = []
    for engine, worlds in others.items():
        theirs = {tuple(world[name] for name in names) for world in worlds}
        if listed - theirs:
            found.append(f"CP-SAT lists {len(listed - theirs)} scripts that {engine} refutes")
        if theirs - listed:
            found.append(f"{engine} lists {len(theirs - listed)} scripts that CP-SAT lacks")
    return tuple(found)


def legal_plots(case: Case) -> tuple[tuple[PlotId, ...], ...]:
    """List the plot combinations that are legal under what is known of the plots alone.

    Returns:
        Each combination as plot ids in the set's order; the oracle's plot layer, roles left aside.
    """
    from deducer.engines.oracle import Oracle  # noqa: PLC0415  (the same)

    plots = case.script.plot_variables
    names = tuple(variable.name for variable in plots.values())
    found = Oracle(case.puzzle).project(names)
    return tuple(sorted(tuple(p for p, v in plots.items() if world[v.name] == YES) for world in found))
