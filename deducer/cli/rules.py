"""The command that shows the rules."""

from __future__ import annotations

from typing import Final

import click

from deducer.cli import common
from deducer.errors import UsageError
from deducer.present import rulebook, ruling_text
from deducer.rules.coverage import coverage
from deducer.rules.load import load_rules

# Kinds of things have names in many languages; rulings have ids alone.
_RULINGS: Final = "rulings"


class _Kind(click.Choice[str]):
    """A kind of thing, or the number of a ruling, which says its kind itself."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Read the argument's value."""
        return value if ruling_text.cited(value) else super().convert(value, param, ctx)


@click.command()
@click.argument("kind", type=_Kind([*(one.value for one in rulebook.Chapter), _RULINGS]), default="sets")
@click.argument("words", metavar="[NAME]", nargs=-1)
@click.option("--set", "set_name", metavar="SET", help="Look in this set only.")
@click.option("--coverage", "as_coverage", is_flag=True, help="Show how far each rule is used.")
@click.option("--markdown", is_flag=True, help="Print the coverage table as a Markdown page.")
@common.json_option
def rules(  # noqa: PLR0913  (one argument an option)
    *,
    kind: str,
    words: tuple[str, ...],
    set_name: str | None,
    as_coverage: bool,
    markdown: bool,
    as_json: bool,
) -> None:
    """Show the sets, plots, roles, incidents and characters.

    The rulings are what explanations cite, such as [R26], and the open questions of the rules; a "ruling"
    line in the log answers one of these.

    \b
    Examples:
      deducer rules roles Brain --set "Basic Tragedy"
      deducer rules characters Nurse
      deducer rules rulings
      deducer rules R26
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
    if ruling_text.cited(kind):
        kind, words = _RULINGS, (kind, *words)
    name = " ".join(words) or None
    if kind == _RULINGS:
        rulings = ruling_text.find(known, name)
        if as_json:
            common.show_json(ruling_text.data(rulings))
        else:
            common.show_text(*ruling_text.lines(rulings))
        return
    chapter = rulebook.Chapter(kind)
    found = rulebook.entries(known, chapter, name, set_name)
    if as_json:
        common.show_json(rulebook.data(found, chapter))
    else:
        common.show_text(*(rulebook.overview(found) if name is None else rulebook.page(found)))
