"""The command that begins a log: new."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from deducer.case import Case
from deducer.cli import common
from deducer.errors import Mistake, StoreError
from deducer.log.store import LogFile
from deducer.present import phrase
from deducer.rules.load import load_rules
from deducer.rules.names import Kind, names_for
from deducer.rules.vocabulary import Trait


@click.command()
@click.option("--set", "set_name", metavar="SET", help="The Tragedy Set.")
@click.option("--loops", metavar="N", help="The number of loops.")
@click.option("--days", metavar="N", help="The days in a loop.")
@click.option("--cast", multiple=True, metavar="NAMES", help="The characters, divided by commas.")
@click.option(
    "--incident", multiple=True, metavar="'DAY NAME'", help="An announced incident; may be repeated."
)
@click.option("--late", metavar="NAMES", help="Characters that enter later, 'none', or 'unknown'.")
@click.option("--turf", multiple=True, metavar="'NAME: PLACE'", help="The turf of a character.")
@click.option("--special", multiple=True, metavar="RULE", help="A public special rule.")
@click.option("--ruling", multiple=True, metavar="'NAME = VALUE'", help="How the table reads an open rule.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
def new(output: Path | None, **options: str | tuple[str, ...] | None) -> None:
    """Begin a log: asks for the set-up, or takes options.

    Names may be in any language of the name tables, or shortened. The log goes to the file of -o, which must
    not be there yet; without -o it is printed.

    \b
    Examples:
      deducer new -o game.play
      deducer new --set "Basic Tragedy" --loops 3 --days 6 \\
        --cast "Nurse, Doctor, Boss, Alien" \\
        --incident "2 Suicide" --turf "Boss: School" -o game.play
    """  # noqa: D301  (\b is click's mark for a block that is not rewrapped)
    lines = list(given(options))
    by_options = bool(lines)
    if not by_options:
        output = ask_all(lines, output)
    mistakes = mistakes_of(lines)
    common.show_mistakes(mistakes, most=None)
    # What was typed at the prompt is not thrown away.
    common.leave(failed=by_options and bool(mistakes))
    text = "".join(f"{line}\n" for line in lines)
    if output is None:
        click.echo(text, nl=False)
    else:
        try:
            LogFile(output).create(text)
        except StoreError:
            if not by_options:
                keep_part(lines, None)
            raise
        click.echo(f"{output}: begun; next come lines such as: loop 1", err=True)
    warn(text)
    common.leave(failed=bool(mistakes))


def given(options: dict[str, str | tuple[str, ...] | None]) -> Iterator[str]:
    """Yield the header lines that options tell, in the order of a header."""
    for word in ("set", "loops", "days", "cast", "late", "incident", "turf", "special", "ruling"):
        value = options["set_name" if word == "set" else word]
        if isinstance(value, str):
            yield f"{word} {value}"
        elif word == "cast" and value:
            yield f"{word} {', '.join(value)}"
        else:
            yield from (f"{word} {one}" for one in value or ())


def mistakes_of(lines: Sequence[str]) -> tuple[Mistake, ...]:
    """Return the mistakes of a header."""
    return Case.from_text("".join(f"{line}\n" for line in lines)).mistakes


def warn(text: str) -> None:
    """Warn of a set-up that no script fits: a log of it can be kept, and will never have an answer."""
    case = Case.from_text(text)
    clash = None if case.log.setup is None else case.contradiction()
    if clash is not None:
        for line in phrase.wrapped(f"Warning: {phrase.contradiction(clash)}", common.WIDTH):
            click.echo(line, err=True)


def keep_part(lines: Sequence[str], output: Path | None) -> None:
    """Keep what was answered before the questions were broken off: beside the file, or on the screen."""
    if not lines:
        return
    text = "".join(f"{line}\n" for line in lines)
    click.echo(err=True)
    if output is not None:
        part = output.with_name(f"{output.name}.part")
        try:
            LogFile(part).create(text)
        except StoreError as error:
            click.echo(f"deducer: {error}", err=True)
        else:
            click.echo(f"{part}: keeps the answers; complete it by hand and rename it to go on", err=True)
            return
    click.echo("These were the answers:", err=True)
    click.echo(text, nl=False)


def ask_all(lines: list[str], output: Path | None) -> Path:
    """Ask for a header and the file to write; what was answered is kept if the questions are broken off.

    Args:
        lines: the header's lines are added to it.
        output: the file, if that is known.

    Returns:
        The file, which is not there yet.

    Raises:
        StoreError: the file is there already, or its folder is not.
    """
    if output is not None:
        LogFile(output).check_new()
    try:
        ask_header(lines)
        return output or ask_file()
    except click.Abort:
        keep_part(lines, output)
        raise


def ask_file() -> Path:
    """Ask for a file until a new one is named."""
    while True:
        output = Path(click.prompt("File to write", err=True))
        try:
            LogFile(output).check_new()
        except StoreError as error:
            click.echo(f"deducer: {error}", err=True)
        else:
            return output


def ask_header(lines: list[str]) -> None:
    """Ask for a header and add its lines; an answer that cannot be read is asked for again."""
    rules = load_rules()
    sets = [names_for(rules).display(Kind.SET, one) for one in rules.sets]
    ask(lines, "set", f"Tragedy Set ({phrase.alternatives(sets)})")
    ask(lines, "loops", "Loops")
    ask(lines, "days", "Days in a loop")
    ask(lines, "cast", "Cast, divided by commas")
    ask(lines, "late", "Late characters (names, none or unknown)", default="none")
    while ask(lines, "incident", "Incident, such as 2 Murder (empty: no more)", default=""):
        pass
    case = Case.from_text("\n".join(lines))
    for who in case.setup.cast:
        if rules.characters[who].has(Trait.HAS_TURF):
            name = phrase.character(case.names, who)
            ask(lines, f"turf {name}:", f"Turf of {name}")


def ask(lines: list[str], word: str, question: str, default: str | None = None) -> bool:
    """Ask for one header line until it can be read, and add it.

    Args:
        lines: the header so far; the line is added to it.
        word: what the line starts with.
        question: what to ask.
        default: what an empty answer stands for; None if there must be an answer, "" if it means no line.

    Returns:
        Whether a line was added.
    """
    while True:
        answer = prompted(question, default).strip()
        if not answer and default == "":
            return False
        line = f"{word} {answer}"
        number = len(lines) + 1
        # A mistake without a column is about what other lines have yet to say, such as a turf.
        mistakes = [one for one in mistakes_of([*lines, line]) if one.line == number and one.column > 0]
        if not mistakes:
            lines.append(line)
            return True
        common.show_mistakes(mistakes)


def prompted(question: str, default: str | None) -> str:
    """Return an answer; the end of the input says no more than an empty one, where that will do.

    Raises:
        click.Abort: the input ended where an answer is needed, or the keyboard stopped the command.
    """
    try:
        return str(click.prompt(question, default=default, show_default=bool(default), err=True))
    except click.Abort as stop:
        # click has one exception for both and keeps the cause beside it.
        if default is None or not isinstance(stop.__context__, EOFError):
            raise
    click.echo(err=True)
    return default
