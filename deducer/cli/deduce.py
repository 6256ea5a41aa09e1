"""Commands that answer: solve, worlds, guess."""

from __future__ import annotations

import itertools
import sys
from dataclasses import replace
from pathlib import Path
from typing import Final

import click

from deducer.answer import Answer, CastList, Difference, ScriptList
from deducer.case import Case
from deducer.cli import common
from deducer.errors import UsageError
from deducer.export.file import save
from deducer.export.listing import Listing, Rows, digest
from deducer.export.writers import FORMATS, Writer
from deducer.present import data, phrase

_SCREENFUL: Final = 20
_FILEFUL: Final = 1000
_CASTS: Final = 10


class Limit(click.ParamType[int]):
    """A number of at least 1, or "all", which is read as 0."""

    name = "limit"

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the option's value."""
        if value == "all":
            return 0
        if not str(value).isdecimal() or int(value) == 0:
            self.fail(f"{value!r} is no number of at least 1, nor 'all'.", param, ctx)
        return int(value)


def last_change(case: Case) -> Difference | None:
    """Return what the last statement of a log changed; None if there was no answer before it."""
    lines = case.log.lines
    written = [
        n for n, line in enumerate(lines, start=1) if line.strip() and not line.lstrip().startswith("#")
    ]
    if not written:
        return None
    before = case.up_to(written[-1] - 1)
    if before.log.setup is None:
        return None
    return replace(case.difference(before), line=written[-1], text=lines[written[-1] - 1])


@click.command()
@common.log_argument
@common.json_option
def solve(*, log: str, as_json: bool) -> None:
    """Show which plots, roles and culprits survive.

    Shows what is certain, possible and impossible in the scripts that fit the log, and what its last line
    changed. Lines with mistakes are left out and listed.

    \b
    Example:
      deducer solve game.play
    """  # noqa: D301  (\b is click's mark for a block that is not rewrapped)
    case = common.read_case(log)
    common.stop_without_setup(case, data.answer(Answer({}, {}, {})) if as_json else None)
    found = case.solve()
    if as_json:
        common.show_json(common.with_mistakes(case, data.answer(found)))
    else:
        from deducer.present import text  # noqa: PLC0415  (rich is loaded only to draw a screen)

        text.answer(text.console(), case.names, case.setup, found, last_change(case))
        common.show_mistakes(case.mistakes)
    common.leave(failed=bool(case.mistakes) or found.contradiction is not None)


def export(case: Case, where: tuple[str, ...], most: int | None, write: Writer, output: Path | None) -> Rows:
    """Write surviving scripts to a file, or to the screen without one."""
    if output is not None and output.exists() and digest(case.text) == _digest_of(output):
        raise UsageError(f"{output} is the log itself; choose another file for -o")
    scripts = case.stream(where) if most is None else itertools.islice(case.stream(where), most + 1)
    listing = Listing(case.names, case.setup, digest(case.text), scripts, case.assumptions, where, most)
    return write(listing, sys.stdout) if output is None else save(output, lambda out: write(listing, out))


def _digest_of(path: Path) -> str:
    """Return the digest of a text file, empty for anything else."""
    try:
        return digest(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return ""


@click.command()
@common.log_argument
@click.option(
    "--limit", type=Limit(), help="List at most so many scripts, or 'all' (default 20; to a file 1000)."
)
@click.option(
    "--where", multiple=True, metavar="FACT", help="List only scripts with this fact; may be repeated."
)
@click.option("--format", "format_name", type=click.Choice(list(FORMATS)), default="table", show_default=True)
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to a file.")
@common.json_option
def worlds(  # noqa: PLR0913  (one argument an option)
    *,
    log: str,
    limit: int | None,
    where: tuple[str, ...],
    format_name: str,
    output: Path | None,
    as_json: bool,
) -> None:
    """List or export the scripts that survive.

    A fact is written as in a "fact:" line. A list that was cut says so. An export appears under its name when
    it is complete; one that broke off stays behind as FILE.part.

    \b
    Examples:
      deducer worlds game.play --where "Nurse is Killer" --where "not plot Murder Plan"
      deducer worlds game.play --limit all --format csv -o worlds.csv
    """  # noqa: D301  (the same)
    case = common.read_case(log)
    common.stop_without_setup(case, data.scripts(ScriptList((), complete=True, total=0)) if as_json else None)
    case.filters(where)  # so that a wrong name is told before a file is begun
    most = (_FILEFUL if output else _SCREENFUL) if limit is None else limit or None
    if as_json:
        found = case.worlds(where, most)
        clash = None if found.scripts else case.contradiction()
        told = {**data.scripts(found), "contradiction": data.contradiction(clash)}
        common.show_json(common.with_mistakes(case, told))
    else:
        rows = export(case, where, most, FORMATS[format_name], output)
        clash = None if rows.shown else case.contradiction()
        if output:
            click.echo(f"{output}: {rows.footer()}.")
        if clash is not None:
            click.echo(phrase.contradiction(clash), err=True)
        common.show_mistakes(case.mistakes)
    common.leave(failed=bool(case.mistakes) or clash is not None)


@click.command()
@common.log_argument
@click.option(
    "--limit", type=Limit(), default=_CASTS, show_default=True, help="List at most so many, or 'all'."
)
@common.json_option
def guess(*, log: str, limit: int, as_json: bool) -> None:
    """List the casts to name at the Final Guess.

    Shows which characters are still open, and whole casts that fit the log, whatever the plots and culprits.
    Characters that are not named are Persons.

    \b
    Example:
      deducer guess game.play --limit 5
    """  # noqa: D301  (the same)
    case = common.read_case(log)
    nothing = CastList((), complete=True, total=0)
    common.stop_without_setup(case, data.guesses(nothing, {}, final_guess=None) if as_json else None)
    found = case.guesses(limit or None)
    still_open = case.open_characters()
    final_guess = case.tragedy_set.final_guess
    if as_json:
        common.show_json(common.with_mistakes(case, data.guesses(found, still_open, final_guess=final_guess)))
    else:
        common.show_text(*phrase.guesses(case.names, found, still_open, final_guess=final_guess))
        common.show_mistakes(case.mistakes)
    common.leave(failed=bool(case.mistakes) or not found.casts)
