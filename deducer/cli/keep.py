"""Commands that change a log: note, undo."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click
from msgspec.structs import replace

from deducer.case import Case
from deducer.cli import common
from deducer.errors import Mistake, UsageError
from deducer.log.store import LogFile, decode
from deducer.present import data, phrase


@click.command()
@common.log_argument
@click.argument("statements", nargs=-1, metavar="[STATEMENT]...")
@click.option("--force", is_flag=True, help="Write the statements even if they hold mistakes.")
@common.budget_option
@common.json_option
def note(*, log: str, statements: tuple[str, ...], force: bool, budget: int, as_json: bool) -> None:
    """Add statements to a log and say what they rule out.

    Statements with mistakes are shown and nothing is written, unless --force is given. Without statements
    they are asked for one by one, and an empty line ends; or they are read from a pipe.

    \b
    Examples:
      deducer note game.play "goodwill: Shrine Maiden 5 on Nurse: refused"
      deducer note game.play
    """  # noqa: D301  (\b is click's mark for a block that is not rewrapped)
    if not all(map(str.strip, statements)):
        raise UsageError("an empty statement says nothing; leave it out")
    file = common.log_file(log)
    failed = False
    for batch in [statements] if statements else asked():
        failed = not take_down(file, batch, budget, force=force, as_json=as_json) or failed
    common.leave(failed=failed)


def asked() -> Iterator[tuple[str]]:
    """Yield statements: from a pipe all that are not empty, at the prompt until an empty line.

    Raises:
        StoreError: the pipe holds no UTF-8 text.
    """
    if not sys.stdin.isatty():
        for number, content in enumerate(sys.stdin.buffer, start=1):
            line = decode(content, common.STDIN_NAME, number)
            if line.strip():
                yield (line.rstrip("\r\n"),)
        return
    while True:
        click.echo("> ", nl=False, err=True)
        line = sys.stdin.readline()
        if not line.strip():
            return
        yield (line.rstrip("\r\n"),)


def take_down(file: LogFile, statements: Sequence[str], budget: int, *, force: bool, as_json: bool) -> bool:
    """Write statements to a log and say what they changed.

    Returns:
        Whether they were written, hold no mistakes, and leave some script.
    """
    before = replace(Case.from_text(file.read()), budget=budget)
    after = before.with_lines(statements)
    mistakes = new_mistakes(before, after)
    if mistakes and not force:
        report(after, mistakes, None, written=False, as_json=as_json)
        return False
    file.append(statements)
    report(after, mistakes, before, written=True, as_json=as_json)
    return not mistakes and (after.log.setup is None or after.contradiction() is None)


def new_mistakes(before: Case, after: Case) -> tuple[Mistake, ...]:
    """Return the mistakes that further lines bring; what is merely not there yet is no mistake of theirs."""
    known = set(before.mistakes)
    return tuple(mistake for mistake in after.mistakes if mistake not in known and mistake.line > 0)


def report(
    after: Case, mistakes: Sequence[Mistake], before: Case | None, *, written: bool, as_json: bool
) -> None:
    """Say what became of statements and what they changed; `before` is None when nothing was written."""
    changed = None
    clash = None
    if before is not None and after.log.setup is not None:
        clash = after.contradiction()
        changed = None if clash is not None else after.difference(before)
    if as_json:
        told: dict[str, Any] = {
            "written": written,
            "mistakes": [data.mistake(one) for one in mistakes],
            "difference": None if changed is None else data.difference(changed),
            "contradiction": data.contradiction(clash),
            "setup": after.log.setup is not None,
        }
        common.show_json(told)
        return
    common.show_mistakes(mistakes, most=None)
    if not written:
        click.echo("Nothing was written. Mend the statement, or give --force to write it as it is.", err=True)
    elif after.log.setup is None:
        click.echo("Written; there is no usable set-up yet, so nothing can be deduced.", err=True)
        common.show_mistakes([one for one in after.mistakes if one not in mistakes])
    if changed is not None:
        common.show_text(phrase.difference(after.names, changed))
    if clash is not None:
        common.show_text(phrase.contradiction(clash))


@click.command()
@common.log_argument
@common.json_option
def undo(*, log: str, as_json: bool) -> None:
    """Take back the last statement of a log.

    Comments and blank lines below it go too.

    \b
    Example:
      deducer undo game.play
    """  # noqa: D301  (the same)
    taken = common.log_file(log).undo()
    if as_json:
        common.show_json({"removed": taken})
    else:
        common.show_text("The log holds no statement." if taken is None else f"Took back: {taken}")
