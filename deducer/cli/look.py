"""Commands that look at a log: board, check."""

from __future__ import annotations

import sys
from typing import Final

import click

from deducer.answer import Contradiction
from deducer.case import Case
from deducer.cli import common
from deducer.crosscheck import disagreements
from deducer.explain import doctor, forgotten
from deducer.explain.doctor import Diagnosis
from deducer.explain.forgotten import Forgotten
from deducer.present import data, doctor_data, doctor_text, phrase

# So many are read at a sitting; the others often follow from the first.
_MISTAKES: Final = 50


@click.command()
@common.log_argument
@common.json_option
def board(*, log: str, as_json: bool) -> None:
    """Show the board as it stands.

    Shows the four places with everybody's counters, who is at the paranoia limit, corpses, spent cards of
    each side, and today's incident.

    \b
    Example:
      deducer board game.play
    """  # noqa: D301  (\b is click's mark for a block that is not rewrapped)
    case = common.read_case(log)
    common.stop_without_setup(case, data.board(None) if as_json else None)
    found = case.timeline.board
    if as_json:
        common.show_json(common.with_mistakes(case, data.board(found)))
    elif found is None:
        common.show_text("The first loop has not begun.")
    else:
        from deducer.present import board_text, text  # noqa: PLC0415  (rich is loaded only to draw a screen)

        board_text.board(text.console(), case.names, case.rules, case.setup, found)
    if not as_json:
        common.show_mistakes(case.mistakes)
    common.leave(failed=bool(case.mistakes))


@click.command()
@common.log_argument
@click.option("--oracle", is_flag=True, help="Compare the engines too; slow, for small casts.")
@click.option("--all", "every", is_flag=True, help=f"List every mistake, not only the first {_MISTAKES}.")
@common.json_option
def check(*, log: str, oracle: bool, every: bool, as_json: bool) -> None:
    """List the mistakes of a log, and find out which line is wrong.

    If no script fits, shows the lines that clash, what they may have been meant to say, and what the
    Mastermind may have forgotten. If some do, asks for what may have been forgotten and would tell most.

    \b
    Example:
      deducer check game.play
    """  # noqa: D301  (the same)
    case = common.read_case(log)
    clash = None if case.log.setup is None else case.contradiction()
    compared = disagreements(case) if oracle and case.log.setup is not None else None
    found, missing = examined(case, clash)
    if as_json:
        told = data.check(clash, compared)
        told |= {"diagnosis": doctor_data.diagnosis(found), "forgotten": doctor_data.forgotten(missing)}
        common.show_json(common.with_mistakes(case, told))
    else:
        common.show_mistakes(case.mistakes, most=None if every else _MISTAKES, err=False)
        common.show_text(*phrase.check(clash, compared, len(case.mistakes)))
        if found is not None:
            common.show_text(*doctor_text.diagnosis(case.names, case.log, found))
        common.show_text(*doctor_text.forgotten(missing))
    common.leave(failed=bool(case.mistakes) or clash is not None or compared not in (None, ()))


def examined(case: Case, clash: Contradiction | None) -> tuple[Diagnosis | None, tuple[Forgotten, ...]]:
    """Return what is wrong with a log, and what was perhaps forgotten; a bar shows how far the search is."""
    if case.log.setup is None:
        return None, ()
    with click.progressbar(
        length=doctor.READINGS, label="looking", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:
        if clash is not None:
            return doctor.diagnose(case, passed=bar.update), ()
        return None, () if case.mistakes else forgotten.forgotten(case)
