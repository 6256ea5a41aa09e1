"""Commands that argue: why."""

from __future__ import annotations

import click

from deducer.cli import common


@click.command()
@common.log_argument
@click.argument("claims", metavar='"CLAIM"...', nargs=-1, required=True)
@click.option(
    "--all",
    "most",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="Give up to N arguments a claim.",
)
@common.json_option
def why(*, log: str, claims: tuple[str, ...], most: int, as_json: bool) -> None:
    """Say why something follows from the log, or why it is still open.

    A claim is a fact in the words of `fact:` lines, such as "Nurse is not Killer", "culprit of day 3 is
    Alien", "plot Murder Plan", "Nurse is Killer or Brain", "Brain is among Nurse, Doctor". What follows is
    argued from the fewest lines and rules that suffice, and the argument is checked by a second engine. For
    what is open, two scripts that still fit are told, with who did what. Numbers such as [R26] are explained
    by deducer rules R26.

    \b
    Example:
      deducer why game.play "Nurse is not Killer" --all 3
    """  # noqa: D301  (\b is click's mark for a block that is not rewrapped)
    from deducer.explain import why as reasoning  # noqa: PLC0415  (loaded when it is used)
    from deducer.present import reason_data, reason_text  # noqa: PLC0415  (the same)

    case = common.read_case(log)
    empty: dict[str, object] | None = {"claims": []} if as_json else None
    common.stop_without_setup(case, empty)
    formulas = dict(zip(claims, case.filters(claims), strict=True))
    with common.contradiction_told(case, empty):
        found = {claim: reasoning.why(case, formula, most) for claim, formula in formulas.items()}
    if as_json:
        common.show_json(common.with_mistakes(case, reason_data.replies(case, found)))
    else:
        for number, (claim, reply) in enumerate(found.items()):
            if number:
                click.echo()
            common.show_text(*reason_text.reply(case, claim, reply))
        common.show_mistakes(case.mistakes)
    common.leave(failed=bool(case.mistakes))
