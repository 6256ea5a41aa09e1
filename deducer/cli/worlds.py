"""The command that lists and exports the surviving scripts."""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click
from msgspec.structs import replace

from deducer.answer import Contradiction, Prior
from deducer.case import Case
from deducer.cli import common
from deducer.errors import UsageError
from deducer.export.file import save
from deducer.export.formats import JsonLines
from deducer.export.listing import Rows
from deducer.export.source import Request, digest, listing
from deducer.export.writers import FORMATS, PARQUET, texts, writer
from deducer.present import data, phrase

_SCREENFUL: Final = 20
_FILEFUL: Final = 1000
_TABLE: Final = "table"
_BY_SUFFIX: Final = {
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".md": "markdown",
    ".html": "html",
    ".htm": "html",
    ".parquet": PARQUET,
}
# A letter of UTF-8 takes no more bytes; a larger file cannot hold the same text.
_BYTES: Final = 4


def request_of(
    *,
    limit: int | None,
    everything: bool,
    seed: int | None,
    prior: str | None,
    output: Path | None,
    **rest: Any,
) -> Request:
    """Return what the options ask for.

    Raises:
        UsageError: they contradict each other.
    """
    wanted = Request(seed=seed or 0, prior=Prior(prior or Prior.WORLDS), **rest)
    grouped = wanted.casts or wanted.group_by is not None
    drawn, limited = wanted.sample is not None, limit is not None
    for senseless, message in (
        (everything and limited, "--all lists everything, --limit does not; choose one"),
        (drawn and (everything or limited), "--sample says how many to draw; leave --limit and --all out"),
        (drawn and grouped, "--sample draws scripts; leave --casts and --group-by out"),
        (wanted.casts and wanted.group_by is not None, "--casts or --group-by; choose one"),
        (seed is not None and not drawn, "--seed is for --sample"),
        (prior is not None and not grouped, "--prior is for the shares of --casts and --group-by"),
    ):
        if senseless:
            raise UsageError(message)
    if everything or drawn or (wanted.group_by is not None and not limited):
        return wanted
    return replace(wanted, limit=(_FILEFUL if output else _SCREENFUL) if limit is None else limit or None)


def check_output(case: Case, format_name: str | None, output: Path | None, *, as_json: bool) -> None:
    """Refuse an output that makes no sense.

    Raises:
        UsageError: the options contradict each other, or the output would replace the log.
    """
    if as_json and (output is not None or format_name is not None):
        raise UsageError("--json prints JSON on standard output; for a file use --format jsonl -o FILE")
    if format_name == PARQUET and output is None:
        raise UsageError("parquet is no text; name a file with -o")
    if output is not None and output.is_file() and _same_text(case, output):
        raise UsageError(f"{output} is the log itself; choose another file for -o")


def _same_text(case: Case, path: Path) -> bool:
    try:
        if path.stat().st_size > _BYTES * len(case.text):
            return False
        return digest(case.text) == digest(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return False


@contextmanager
def progress(rows: Rows, output: Path | None) -> Iterator[None]:
    """Show how far rows have been written, if they go to a file and somebody looks at the error stream."""
    if output is None or not sys.stderr.isatty():
        yield
        return
    # A bar whose length is not known goes by a source that does not know it either.
    with click.progressbar(
        itertools.count(),
        length=rows.listing.expected,
        label=rows.listing.what,
        file=sys.stderr,
        show_pos=True,
    ) as bar:
        rows.told = bar.update
        yield


def show(rows: Rows, format_name: str, output: Path | None) -> None:
    """Write rows to a file and say how many, or to the screen."""
    if output is None:
        for piece in texts(rows, format_name):
            sys.stdout.write(piece)
        return
    write = writer(rows, format_name)
    with progress(rows, output):
        save(output, write)
    click.echo(f"{output}: {rows.footer()}.")


def as_data(rows: Rows, key: str) -> dict[str, Any]:
    """Return rows under a key as JSON-ready data, in the words of the jsonl format."""
    found = [json.loads(row) for block in JsonLines(rows.listing).rows(rows) for row in block]
    return {"header": rows.listing.header(), key: found, **rows.end()}


@click.command()
@common.log_argument
@click.option(
    "--limit", type=common.Limit(), help="List at most so many, or 'all' (default 20; to a file 1000)."
)
@click.option("--all", "everything", is_flag=True, help="List all: the same as --limit all.")
@click.option(
    "--where", multiple=True, metavar="FACT", help="List only scripts with this fact; may be repeated."
)
@click.option(
    "--sample", type=click.IntRange(min=1), metavar="N", help="Draw N scripts, each as likely as any other."
)
@click.option("--seed", type=click.IntRange(min=0), help="Draw the same sample again (default 0).")
@click.option("--casts", is_flag=True, help="List role assignments, with the worlds behind each.")
@click.option("--group-by", metavar="WHAT", help="Count worlds by 'plots', or by the role of a character.")
@click.option(
    "--prior", type=click.Choice([one.value for one in Prior]), help="What is equally likely, for shares."
)
@click.option(
    "--format", "format_name", type=click.Choice(FORMATS), help="Default: what FILE's name says, else table."
)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file.")
@common.budget_option
@common.json_option
def worlds(
    *, log: str, format_name: str | None, output: Path | None, budget: int, as_json: bool, **asked: Any
) -> None:
    """List or export the scripts that survive.

    A fact is written as in a "fact:" line. Every list begins with the set-up, the digest of the log, how many
    there are in all and their order; one that was cut says so. An export appears under its name when it is
    complete; one that broke off stays behind as FILE.part. Parquet needs the extra deducer[parquet].

    \b
    Examples:
      deducer worlds game.play --where "Nurse is Brain" --where "plot Murder Plan"
      deducer worlds game.play --all --format csv -o worlds.csv
      deducer worlds game.play --sample 100 --seed 7 --format jsonl
      deducer worlds game.play --casts --prior plots
      deducer worlds game.play --group-by Nurse
    """  # noqa: D301  (\b is click's mark for a block that is not rewrapped)
    request = request_of(output=output, **asked)
    case = common.read_case(log, budget)
    if format_name is None and output is not None:
        format_name = _BY_SUFFIX.get(output.suffix.lower())
    check_output(case, format_name, output, as_json=as_json)
    key = "casts" if request.casts else "scripts" if request.group_by is None else "groups"
    nothing = {key: [], "shown": 0, "complete": True, "total": 0}
    common.stop_without_setup(case, nothing if as_json else None)
    rows = Rows(listing(case, request))
    if as_json:
        told = as_data(rows, key)
        clash = _clash(case, rows)
        common.show_json(common.with_mistakes(case, {**told, "contradiction": data.contradiction(clash)}))
    else:
        show(rows, format_name or _TABLE, output)
        clash = _clash(case, rows)
        if clash is not None:
            click.echo(phrase.contradiction(clash), err=True)
        common.show_mistakes(case.mistakes)
    common.leave(failed=bool(case.mistakes) or clash is not None)


def _clash(case: Case, rows: Rows) -> Contradiction | None:
    return None if rows.shown else case.contradiction()
