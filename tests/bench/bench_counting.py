"""How fast the engines count, side by side in one run: python tests/bench/bench_counting.py [LOG]...

Prints the full answer (number of worlds, of casts, all shares) of the diagram beside CP-SAT's grid, its
listing, the oracle's listing and, where pyganak is installed, one count by Ganak; the diagram alone for the
other large sets; then the diagram after every line of some logs, by default the examples, and after every
third line of whole games of each set where a folder of them is at hand; then after every line, each counted
from the one before, as `timeline` does.
"""

from __future__ import annotations

import gc
import os
import statistics
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from deducer.board.replay import prefixes
from deducer.case import Case
from deducer.cli.main import RARELY
from deducer.engines.cpsat import CpSat
from deducer.engines.diagram import Diagram
from deducer.engines.oracle import Oracle
from deducer.errors import OverBudgetError
from deducer.evidence.translate import translate

ROOT = Path(__file__).resolve().parents[2]
PEOPLE = (
    "Rich Man's Daughter, Police Officer, Alien, Journalist, Teacher, Nurse, Doctor, Patient, "
    "Boy Student, Girl Student, Office Worker, Class Rep"
)
DAYS = {
    "Basic Tragedy": ("Murder", "Suicide", "Missing Person", "Hospital Incident", "Faraway Murder"),
    "Midnight Zone": ("Confession", "Serial Murder", "Missing Person", "Hospital Incident", "Serial Murder"),
    "Mystery Circle": (
        "Closed Circle",
        "Serial Murder",
        "Hospital Incident",
        "Increasing Unease",
        "A Suspicious Letter",
    ),
}
RECORDED = Path(os.environ.get("DEDUCER_SHARED", str(ROOT.parent / "shared"))) / "games"
GAMES = {"bt": "Basic Tragedy", "mz": "Midnight Zone", "mc": "Mystery Circle"}
ROUNDS = 7
LISTED = 2000


def setup(characters: int, incidents: int, tragedy_set: str = "Basic Tragedy") -> Case:
    """Return a set with some characters and incidents, and no observation."""
    cast = ", ".join(PEOPLE.split(", ")[:characters])
    days = enumerate(DAYS[tragedy_set][:incidents], start=2)
    told = "\n".join(f"incident {day} {name}" for day, name in days)
    case = Case.from_text(f"set {tragedy_set}\nloops 4\ndays 7\ncast {cast}\nlate none\n{told}\n")
    if case.mistakes:
        raise SystemExit(str(case.mistakes))
    return case


def fresh(case: Case) -> Diagram:
    """Return a diagram that has nothing compiled yet."""
    known = case.diagram
    return Diagram(known.puzzle, known.projection, known.selectors, leading=known.leading)


def full_answer(diagram: Diagram) -> int:
    """Ask for all that `solve` shows; return the number of worlds."""
    diagram.shares()
    return diagram.worlds_left if diagram.projections_left else 0


def seconds(work: Callable[[], object]) -> float:
    """Return how long a piece of work takes, in seconds."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def row(name: str, value: float, ratio: float | None = None) -> None:
    """Print a line of the report."""
    print(f"  {name:<44} {value:>12.4f} s" + ("" if ratio is None else f"  {ratio:>8.1f} x"))


def engines(characters: int, incidents: int) -> None:
    """Compare the engines on a set-up before any observation."""
    case = setup(characters, incidents)
    diagrams = [fresh(case) for _ in range(ROUNDS)]
    mine = statistics.median(seconds(lambda d=diagram: full_answer(d)) for diagram in diagrams)  # type: ignore[misc]
    worlds = diagrams[0].worlds_left
    print(f"Basic Tragedy, {characters} characters, {incidents} incidents: {worlds:,} worlds")
    row("diagram, full answer (median)", mine, 1.0)
    grid = seconds(lambda: CpSat(case.puzzle).possible())
    row("CP-SAT, possible or impossible", grid, grid / mine)
    listing = seconds(lambda: list(CpSat(case.puzzle).worlds(limit=LISTED)))
    row(f"CP-SAT, {LISTED} worlds", listing)
    listing = seconds(lambda: list(islice(fresh(case).worlds(), LISTED)))
    row(f"diagram, {LISTED} worlds", listing)
    try:
        from ganak import counter  # noqa: PLC0415  (an extra for development)
    except ImportError:
        print("  pyganak is not installed: pip install 'deducer[bench]'")
        return
    counted: list[int] = []
    ganak = seconds(lambda: counted.append(counter(case.puzzle).count()))
    row("Ganak, one count", ganak, ganak / mine)
    if counted != [worlds]:
        raise SystemExit(f"Ganak counts {counted[0]:,}")


def alone(tragedy_set: str, characters: int, incidents: int) -> None:
    """Time the diagram on a set before any observation."""
    case = setup(characters, incidents, tragedy_set)
    diagrams = [fresh(case) for _ in range(ROUNDS)]
    mine = statistics.median(seconds(lambda d=diagram: full_answer(d)) for diagram in diagrams)  # type: ignore[misc]
    worlds = diagrams[0].worlds_left
    print(f"{tragedy_set}, {characters} characters, {incidents} incidents: {worlds:,} worlds")
    row("diagram, full answer (median)", mine)


def small() -> None:
    """Compare the listing engines on a cast that the oracle can manage."""
    case = setup(4, 1)
    worlds = case.diagram.worlds_left
    print(f"Basic Tragedy, 4 characters, 1 incident: all {worlds:,} worlds")
    mine = seconds(lambda: list(fresh(case).worlds()))
    row("diagram", mine, 1.0)
    for name, engine in (("CP-SAT", CpSat(case.puzzle)), ("oracle", Oracle(case.puzzle))):
        value = seconds(lambda e=engine: list(e.worlds()))  # type: ignore[misc]
        row(name, value, value / mine)


def logs(paths: list[Path], step: int = 1) -> None:
    """Time the full answer after every line of some logs, or every so many."""
    times: list[tuple[float, str]] = []
    over = 0
    for path in paths:
        whole = Case.from_text(path.read_text(encoding="utf-8"))
        for number in range(1, len(whole.log.lines) + 1, step):
            case = whole.up_to(number)
            if case.log.setup is None or not whole.log.lines[number - 1].strip():
                continue
            diagram = fresh(case)
            try:
                times.append((seconds(lambda d=diagram: full_answer(d)), f"{path.name} line {number}"))  # type: ignore[misc]
            except OverBudgetError:
                over += 1
    print(f"{len(paths)} logs, the full answer after each of {len(times)} lines; {over} over budget")
    row("median", statistics.median(value for value, _ in times))
    row(f"worst ({max(times)[1]})", max(times)[0])


def walks(paths: list[Path]) -> None:
    """Time the full answer after every line of some logs, each counted from the one before."""
    times: list[tuple[float, str]] = []
    read = 0.0
    for path in paths:
        case = Case.from_text(path.read_text(encoding="utf-8"))
        diagram = Case.from_text("".join(f"{line}\n" for line in case.log.lines[: header(case)])).diagram
        start = time.perf_counter()
        for number, timeline in prefixes(case.log, case.rules):
            puzzle = translate(case.script, timeline)
            read += time.perf_counter() - start
            start = time.perf_counter()
            diagram = diagram.tightened(puzzle)
            full_answer(diagram)
            times.append((time.perf_counter() - start, f"{path.name} line {number}"))
            start = time.perf_counter()
    alone = [value for value, _ in times]
    print(f"{len(paths)} logs, the full answer after each of {len(times)} lines, from line to line")
    row("median", statistics.median(alone))
    row("mean", statistics.mean(alone))
    row(f"worst ({max(times)[1]})", max(alone))
    row("reading and evidence, mean", read / len(times))


def header(case: Case) -> int:
    """Return how many lines stand before the first of play."""
    return min(statement.at.line for statement in case.log.play) - 1


if __name__ == "__main__":
    gc.set_threshold(*RARELY)  # as in the commands
    engines(10, 4)
    engines(12, 5)
    alone("Midnight Zone", 12, 5)
    alone("Mystery Circle", 12, 5)
    small()
    some = [Path(name) for name in sys.argv[1:]] or sorted((ROOT / "examples").glob("*.play"))
    logs(some)
    walks(some)
    for prefix, name in GAMES.items():
        if games := sorted(RECORDED.glob(f"{prefix}-*.play")):
            print(name)
            logs(games, step=3)
            walks(games)
