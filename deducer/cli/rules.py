"""The command that shows the rules."""

from __future__ import annotations

from typing import Final

import click

from deducer.cli import common
from deducer.errors import UsageError
from deducer.present import rulebook
from deducer.rules.coverage import coverage
from deducer.rules.load import load_rules

# Kinds of things have names in many languages; rulings have ids alone.
_RULINGS: Final = "rulings"


@click.command()
@click.argument(
    "kind", type=click.Choice([*(one.value for one in rulebook.Chapter), _RULINGS]), default="sets"
)
@click.argument("name", required=False)
@click.option("--set", "set_name", metavar="SET", help="Look in this set only.")
@click.option("--coverage", "as_coverage", is_flag=True, help="Show how far each rule is used.")
@click.option("--markdown", is_flag=True, help="Print the coverage table as a Markdown page.")
@common.json_option
def rules(  # noqa: PLR0913  (one argument an option)
    *,
    kind: str,
    name: str | None,
    set_name: str | None,
    as_coverage: bool,
    markdown: bool,
    as_json: bool,
) -> None:
    """Show the sets, plots, roles, incidents and characters.

    The rulings are the open questions of the rules; a "ruling" line in the log answers one.

    \b
    Examples:
      deducer rules roles Brain --set "Basic Tragedy"
      deducer rules characters Nurse
      deducer rules rulings
      deducer rules --coverage
    """  # noqa: D301  (\b is click's mark for a block that is not rewrapped)
    known = load_rules()
    if as_coverage:
        rows = coverage(known)
        if as_json:
            common.show_json(rulebook.coverage_data(rows))
        elif markdown:
            click.echo("\n".join(rulebook.coverage_markdown(rows)))
        else:
            common.show_text(*rulebook.coverage_lines(rows))
        return
    if markdown:
        raise UsageError("--markdown is for --coverage; give both")
    if kind == _RULINGS:
        switches = rulebook.rulings(known, name)
        if as_json:
            common.show_json(rulebook.ruling_data(switches))
        else:
            common.show_text(*rulebook.ruling_lines(switches))
        return
    chapter = rulebook.Chapter(kind)
    found = rulebook.entries(known, chapter, name, set_name)
    if as_json:
        common.show_json(rulebook.data(found, chapter))
    else:
        common.show_text(*(rulebook.overview(found) if name is None else rulebook.page(found)))
