"""The command that looks back: timeline."""

from __future__ import annotations

import sys

import click

from deducer import history
from deducer.cli import common
from deducer.present import data


@click.command()
@common.log_argument
@click.option("--all", "every", is_flag=True, help="Show the lines that told nothing, too.")
@common.budget_option
@common.json_option
def timeline(*, log: str, every: bool, budget: int, as_json: bool) -> None:
    """Show what each line of a log was worth.

    Shows how many scripts survived after every line and how much it told, in bits: one bit halves them.

    \b
    Example:
      deducer timeline game.play
    """  # noqa: D301  (\b is click's mark for a block that is not rewrapped)
    case = common.read_case(log, budget)
    common.stop_without_setup(case, data.moments(()) if as_json else None)
    length = len(history.statements(case))
    with click.progressbar(
        length=length, label="judging", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        found = history.moments(case, bar.update)
    if as_json:
        common.show_json(common.with_mistakes(case, data.moments(found)))
    else:
        from deducer.present import text, timeline_text  # noqa: PLC0415  (rich is loaded only to draw a screen)

        timeline_text.moments(text.console(), found, every=every)
        common.show_mistakes(case.mistakes)
    common.leave(failed=bool(case.mistakes) or found[-1].worlds == 0)
