"""What the commands share: the LOG argument, limits, reading a case, JSON, mistakes and exit statuses."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import click
from msgspec.structs import replace

from deducer.answer import Prior
from deducer.case import Case
from deducer.engines.base import BUDGET
from deducer.errors import Mistake, NoScriptError, UsageError
from deducer.log.store import LogFile, decode
from deducer.present import data, phrase

STDIN: Final = "-"
STDIN_NAME: Final = "standard input"
FIRST_MISTAKES: Final = 5
WIDTH: Final = 80

log_argument = click.argument("log", metavar="LOG")
prior_option = click.option(
    "--prior",
    type=click.Choice([prior.value for prior in Prior]),
    default=Prior.WORLDS.value,
    show_default=True,
    help="What shares hold equally likely: scripts (worlds), combinations of plots, or casts.",
)
budget_option = click.option(
    "--budget",
    type=click.IntRange(min=0),
    default=BUDGET,
    show_default=True,
    help="The largest diagram to count with; above it nothing is counted, but still told what is possible.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


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


def read_text(log: str) -> str:
    """Return the text of a log file, or of standard input for "-".

    Raises:
        StoreError: the file cannot be read, or it is no UTF-8 text.
    """
    return decode(sys.stdin.buffer.read(), STDIN_NAME) if log == STDIN else LogFile(log).read()


def read_case(log: str, budget: int = BUDGET) -> Case:
    """Return the case that a log tells, with a budget for counting."""
    return replace(Case.from_text(read_text(log)), budget=budget)


def log_file(log: str) -> LogFile:
    """Return the file of a log that is to be changed.

    Raises:
        UsageError: the log is standard input.
    """
    if log == STDIN:
        raise UsageError("standard input cannot be changed; name a file")
    return LogFile(log)


def show_json(value: Any) -> None:
    """Print a JSON-ready value, in ASCII where the output cannot hold more."""
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
    click.echo(json.dumps(value, indent=2, ensure_ascii=not encoding.startswith("utf")))


def with_mistakes(case: Case, found: dict[str, Any]) -> dict[str, Any]:
    """Return a JSON-ready answer with the mistakes of the log it was drawn from."""
    return {**found, "mistakes": [data.mistake(one) for one in case.mistakes]}


def show_text(*paragraphs: str) -> None:
    """Print sentences, wrapped to the width of a small terminal."""
    for paragraph in paragraphs:
        for line in phrase.wrapped(paragraph, WIDTH):
            click.echo(line)


def show_mistakes(
    mistakes: Sequence[Mistake], most: int | None = FIRST_MISTAKES, *, err: bool = True
) -> None:
    """Print mistakes, the first few with the number of the others, or all of them for None."""
    kept = mistakes if most is None else mistakes[:most]
    for mistake in kept:
        click.echo(phrase.mistake(mistake, WIDTH), err=err)
    if len(kept) < len(mistakes):
        click.echo(
            f"... and {len(mistakes) - len(kept)} more: deducer check LOG --all lists every one.", err=err
        )


def stop_without_setup(case: Case, empty: dict[str, Any] | None) -> None:
    """Leave the command with status 1 when the log has no usable set-up to answer from.

    Args:
        case: the case.
        empty: the JSON-ready answer of a log that tells nothing; None to answer in text.
    """
    if case.log.setup is not None:
        return
    if empty is not None:
        show_json(with_mistakes(case, empty))
    else:
        show_mistakes(case.mistakes)
        click.echo("The log names no set and cast that could be read: nothing to deduce.", err=True)
    leave(failed=True)


@contextmanager
def contradiction_told(case: Case, empty: dict[str, Any] | None) -> Iterator[None]:
    """Print a JSON-ready answer with the clashing lines when no script fits; the failure goes on.

    Args:
        case: the case.
        empty: the answer of a log that tells nothing; None to answer in text.
    """
    try:
        yield
    except NoScriptError:
        if empty is not None:
            told = {**empty, "contradiction": data.contradiction(case.contradiction())}
            show_json(with_mistakes(case, told))
        raise


def leave(*, failed: bool) -> None:
    """End the command, with status 1 if it failed."""
    if failed:
        click.get_current_context().exit(1)
