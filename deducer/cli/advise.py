"""Commands that look ahead: suppose, next."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import click

from deducer.answer import Prior
from deducer.cli import common
from deducer.errors import OverBudgetError, UsageError

_TESTS: Final = 10
_TELLING: Final = 3

if TYPE_CHECKING:
    from deducer.advise.apart import Separation
    from deducer.case import Case


@click.command()
@common.log_argument
@click.argument("statements", metavar='"STATEMENT OR FACT"...', nargs=-1, required=True)
@click.option(
    "--or",
    "others",
    metavar='"STATEMENT OR FACT"',
    multiple=True,
    help="A second hypothesis, to hold against the first; may be given several times for a joint one.",
)
@common.prior_option
@common.budget_option
@common.json_option
def suppose(  # noqa: PLR0913
    *, log: str, statements: tuple[str, ...], others: tuple[str, ...], prior: str, budget: int, as_json: bool
) -> None:
    """Try a hypothesis and say what it would change.

    Takes statements as a log has them, or facts such as "Nurse is Killer" or "Brain is among Nurse, Doctor";
    several are supposed together.
    Tells how many scripts it would leave, what it would make certain and rule out. The log stays as it is.

    \b
    Example:
      deducer suppose game.play "Nurse is Killer" --or "Nurse is Brain"
    """  # noqa: D301  (\b is click's mark for a block that is not rewrapped)
    from deducer.advise import suppose as hypotheses  # noqa: PLC0415  (loaded when it is used)
    from deducer.present import advice_data, advice_text  # noqa: PLC0415  (the same)

    case = common.read_case(log, budget)
    common.stop_without_setup(case, {} if as_json else None)
    told = [hypotheses.lines_of(case, words) for words in (statements, others) if words]
    found = [hypotheses.suppose(case, lines) for lines in told]
    possible = all(one.contradiction is None for one in found)
    compared = hypotheses.compare(case, told[0], told[1], Prior(prior)) if others and possible else None
    # What lines of play would tell apart hangs on the board they leave, so tests are sought for facts alone.
    facts = all(line.startswith("fact:") for lines in told for line in lines)
    tests = () if compared is None or not facts else _separations(case, told, Prior(prior))
    if as_json:
        value = advice_data.supposition(found[0])
        value["or"] = None if len(found) == 1 else advice_data.supposition(found[1])
        value["comparison"] = None if compared is None else advice_data.comparison(compared, tests)
        common.show_json(common.with_mistakes(case, value))
    else:
        for one, head in zip(found, ("Suppose", "Or suppose"), strict=False):
            common.show_text(*advice_text.supposition(case.names, one, head))
        if compared is not None:
            common.show_text(*advice_text.comparison(case.names, compared, tests, Prior(prior)))
        common.show_mistakes(case.mistakes)
    common.leave(failed=bool(case.mistakes) or not possible)


def _separations(case: Case, told: Sequence[Sequence[str]], prior: Prior) -> tuple[Separation, ...]:
    """Return the tests that tell two hypotheses apart; none where counting would cost too much."""
    from deducer.advise.apart import separations  # noqa: PLC0415  (loaded when it is used)

    try:
        return separations(case, told[0], told[1], prior, _TELLING)
    except OverBudgetError:
        return ()


@click.command()
@common.log_argument
@click.option(
    "--limit", type=common.Limit(), default=_TESTS, show_default=True, help="List at most so many, or 'all'."
)
@common.prior_option
@common.budget_option
@common.json_option
def next(*, log: str, limit: int, prior: str, budget: int, as_json: bool) -> None:  # noqa: A001  (the command's name)
    """Say which test would tell most.

    Lists what the Protagonists can try from the board as it stands or in the next loop, those that tell most
    first: what it costs, what may be seen, how likely that is and what it would prove. A script that allows
    several outcomes counts for each of them in equal parts; bits are what a test tells on average.

    \b
    Example:
      deducer next game.play --limit 5
    """  # noqa: D301  (the same)
    from deducer.advise import next as advising  # noqa: PLC0415  (loaded when it is used)
    from deducer.present import advice_data, advice_text  # noqa: PLC0415  (the same)

    case = common.read_case(log, budget)
    common.stop_without_setup(case, {} if as_json else None)
    with click.progressbar(
        length=100, label="trying", file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:

        def passed(done: float) -> None:
            bar.update(int(done) - bar.pos)

        try:
            found = advising.advise(case, limit or None, Prior(prior), passed)
        except OverBudgetError as error:
            msg = f"tests cannot be weighed: {error}; give a larger --budget, or note more"
            raise UsageError(msg) from error
    if as_json:
        common.show_json(common.with_mistakes(case, advice_data.advice(found)))
    else:
        common.show_text(*advice_text.advice(case.names, found))
        common.show_mistakes(case.mistakes)
    common.leave(failed=bool(case.mistakes) or found.worlds == 0)
