"""Commands that answer: solve, guess."""

from __future__ import annotations

from typing import Final

import click

from deducer import history
from deducer.answer import Answer, CastList, Prior
from deducer.cli import common
from deducer.present import data, phrase

_CASTS: Final = 10


@click.command()
@common.log_argument
@common.prior_option
@common.budget_option
@common.json_option
def solve(*, log: str, prior: str, budget: int, as_json: bool) -> None:
    """Show which plots, roles and culprits survive.

    Shows what is certain, possible and impossible in the scripts that fit the log, and what its last line
    changed. Lines with mistakes are left out and listed.

    \b
    Example:
      deducer solve game.play
    """  # noqa: D301  (\b is click's mark for a block that is not rewrapped)
    case = common.read_case(log, budget)
    common.stop_without_setup(case, data.answer(Answer({}, {}, {})) if as_json else None)
    found = case.solve(Prior(prior))
    if as_json:
        common.show_json(common.with_mistakes(case, data.answer(found)))
    else:
        from deducer.present import text  # noqa: PLC0415  (rich is loaded only to draw a screen)

        text.answer(text.console(), case.names, case.setup, found, history.last_change(case))
        common.show_mistakes(case.mistakes)
    common.leave(failed=bool(case.mistakes) or found.contradiction is not None)


@click.command()
@common.log_argument
@click.option(
    "--limit", type=common.Limit(), default=_CASTS, show_default=True, help="List at most so many, or 'all'."
)
@common.prior_option
@common.budget_option
@common.json_option
def guess(*, log: str, limit: int, prior: str, budget: int, as_json: bool) -> None:
    """List the casts to name at the Final Guess.

    Shows which characters are still open, and whole casts that fit the log, whatever the plots and culprits,
    the likeliest first, with their exact chances. Characters that are not named are Persons.

    \b
    Example:
      deducer guess game.play --limit 5
    """  # noqa: D301  (the same)
    case = common.read_case(log, budget)
    nothing = CastList((), complete=True, total=0)
    common.stop_without_setup(case, data.guesses(nothing, {}, final_guess=None) if as_json else None)
    found = case.guesses(limit or None, Prior(prior))
    still_open = case.solve().open_roles()
    final_guess = case.tragedy_set.final_guess
    if as_json:
        common.show_json(common.with_mistakes(case, data.guesses(found, still_open, final_guess=final_guess)))
    else:
        common.show_text(*phrase.guesses(case.names, found, still_open, final_guess=final_guess))
        common.show_mistakes(case.mistakes)
    common.leave(failed=bool(case.mistakes) or not found.candidates)
