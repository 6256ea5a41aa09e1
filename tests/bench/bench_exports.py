"""How fast a million scripts are written as csv, beside csv.writer with the same rows ready made.

Run it as `python tests/bench/bench_exports.py`. The export's time holds everything: reading the log,
compiling, finding the scripts, writing the file.
"""

from __future__ import annotations

import csv
import resource
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from deducer.case import Case
from deducer.export.file import save
from deducer.export.listing import Rows
from deducer.export.source import Request, listing
from deducer.export.writers import writer

LOG = """\
set Basic Tragedy
loops 3
days 6
cast Doctor, Shrine Maiden, Police Officer, Office Worker, Boy Student, Girl Student, Nurse, Alien, Informer
late none
incident 2 Murder
incident 3 Suicide
incident 5 Hospital Incident

loop 1
fact: plot Murder Plan; Doctor is Killer; Nurse is Brain; Informer is Key Person
"""
CHUNK = 10_000


def exported(path: Path) -> tuple[int, float]:
    """Export all scripts to a file; return how many they are and how long it took."""
    start = time.perf_counter()
    rows = Rows(listing(Case.from_text(LOG), Request()))
    save(path, writer(rows, "csv"))
    return rows.shown, time.perf_counter() - start


def chunks(path: Path) -> Iterator[list[list[str]]]:
    """Yield the rows of an export, read back."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = (row for row in csv.reader(file) if row[0].isdecimal())
        yield from iter(lambda: list(islice(rows, CHUNK)), [])


def plainly_written(path: Path, copy: Path) -> float:
    """Write the rows of an export once more with csv.writer; return how long the writing alone took."""
    spent = 0.0
    with copy.open("w", encoding="utf-8", newline="") as out:
        plain = csv.writer(out, lineterminator="\n")
        for chunk in chunks(path):
            start = time.perf_counter()
            for row in chunk:
                plain.writerow(row)
            spent += time.perf_counter() - start
    return spent


def peak() -> float:
    """Return the most memory this process has had so far, in MB."""
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def main() -> None:
    """Measure and print."""
    with TemporaryDirectory() as folder:
        path, copy = Path(folder, "worlds.csv"), Path(folder, "plain.csv")
        worlds, spent = exported(path)
        memory = peak()
        plain = plainly_written(path, copy)
        size = path.stat().st_size
    lines = (
        f"export        {worlds:>10,} worlds  {spent:6.2f} s  {worlds / spent:>10,.0f} worlds/s",
        f"csv.writer    {worlds:>10,} rows    {plain:6.2f} s  {worlds / plain:>10,.0f} rows/s",
        f"the export is {plain / spent:.2f} times as fast as csv.writer alone",
        f"peak memory   {memory:,.0f} MB, for a file of {size / 1e6:,.0f} MB",
    )
    print("\n".join(lines))


if __name__ == "__main__":
    main()
