"""How long whole commands take, beside an empty start: python tests/bench/bench_answers.py [LOG]...

For each log, by default the examples and every fourth recorded game where a folder of them is at hand:
`solve`, `why` for two settled claims that rest on several statements, and `next`, each a command of its own.
Prints medians and the worst, and how many times longer than `--version` they took.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from deducer.case import Case
from deducer.explain.core import arguments, follows
from deducer.logic.build import member, negation

ROOT = Path(__file__).resolve().parents[2]
RECORDED = Path(os.environ.get("DEDUCER_SHARED", str(ROOT.parent / "shared"))) / "games"
COMMAND = (sys.executable, "-m", "deducer")
CLAIMS = 2
PARTS = 3  # a claim that rests on fewer statements is no test


def taken(*arguments: str) -> float:
    """Return how long a command takes, in seconds."""
    start = time.perf_counter()
    subprocess.run((*COMMAND, *arguments), check=True, capture_output=True)
    return time.perf_counter() - start


def claims(path: Path) -> Iterator[str]:
    """Yield settled claims about roles that rest on several statements."""
    case = Case.from_text(path.read_text(encoding="utf-8"))
    cells = [(who, role) for who, variable in case.script.role_variables.items() for role in variable.domain]
    Random(path.name).shuffle(cells)  # noqa: S311  (no secret)
    for who, role in cells:
        claim = negation(member(case.script.role_variables[who], (role,)))
        if follows(case, claim) and len(next(arguments(case, claim)).parts) >= PARTS:
            yield f"{who} is not {role}"


def report(name: str, times: list[tuple[float, str]], start: float) -> None:
    """Print a line of the report."""
    middle = statistics.median(value for value, _ in times)
    worst, where = max(times)
    ratio = f"{middle / start:>6.1f} x"
    print(f"  {name:<8} {len(times):>4} times  median {middle:.2f} s {ratio}  worst {worst:.2f} s ({where})")


def measure(paths: list[Path]) -> None:
    """Time the commands on some logs, in turn, so that all see the same machine."""
    times: dict[str, list[tuple[float, str]]] = {"start": [], "solve": [], "why": [], "next": []}
    for path in paths:
        log = str(path)
        times["start"].append((taken("--version"), path.name))
        times["solve"].append((taken("solve", log), path.name))
        for claim, _ in zip(claims(path), range(CLAIMS), strict=False):
            times["why"].append((taken("why", log, claim), f"{path.name}: {claim}"))
        times["next"].append((taken("next", log), path.name))
    start = statistics.median(value for value, _ in times["start"])
    print(f"{len(paths)} logs")
    for name, found in times.items():
        if found:
            report(name, found, start)


if __name__ == "__main__":
    given = [Path(name) for name in sys.argv[1:]]
    measure(given or [*sorted((ROOT / "examples").glob("*.play")), *sorted(RECORDED.glob("*.play"))[::4]])
