"""The command that plays games itself: simulate."""

from __future__ import annotations

from pathlib import Path

import click

from deducer.case import Case
from deducer.cli import common
from deducer.errors import UsageError
from deducer.log.store import LogFile

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.option("--set", "set_name", metavar="SET", help="The Tragedy Set; the set-up is drawn at random.")
@click.option("--setup", metavar="LOG", help="A log with nothing but a header, instead of --set.")
@click.option("--seed", type=int, default=0, show_default=True, help="The same game for the same number.")
@click.option(
    "--characters", type=click.IntRange(min=1), help="How many characters, instead of a random number."
)
@click.option("--loops", type=click.IntRange(min=1), help="How many loops, likewise.")
@click.option("--days", type=click.IntRange(min=1), help="How many days a loop, likewise.")
@click.option("-o", "--output", type=_FILE, help="The file to write the log to; without it it is printed.")
@click.option("--script", "script_file", type=_FILE, help="The file to write the hidden script to.")
@common.json_option
def simulate(  # noqa: PLR0913  (one argument an option)
    *,
    set_name: str | None,
    setup: str | None,
    seed: int,
    characters: int | None,
    loops: int | None,
    days: int | None,
    output: Path | None,
    script_file: Path | None,
    as_json: bool,
) -> None:
    """Play a random legal game and write its log and its script.

    The script is drawn evenly from all legal ones; both sides then choose at random, led by what they are
    after. Each open ruling has one reading through the whole game; late characters enter at a time drawn too,
    and a game that is lost ends with the Final Guess, if the set has one.

    \b
    Examples:
      deducer simulate --set "Basic Tragedy" -o game.play --script game.script
      deducer simulate --set mysteryCircle --seed 7 --characters 9 --json
    """  # noqa: D301  (\b is click's mark for a block that is not rewrapped)
    from deducer.play.game import simulated  # noqa: PLC0415  (only this command needs it)
    from deducer.play.setup import Size  # noqa: PLC0415  (the same)

    files = [LogFile(path) for path in (output, script_file) if path is not None]
    for file in files:
        file.check_new()
    size = Size(characters, loops, days)
    if (set_name is None) == (setup is None):
        raise UsageError("say either --set or --setup")
    if setup is not None and size != Size():
        raise UsageError("--setup tells the characters, loops and days already")
    given = set_name if setup is None else Case.from_text(common.read_text(setup))
    game = simulated(given or "", seed, size)
    if output is not None:
        LogFile(output).create(game.log)
    if script_file is not None:
        LogFile(script_file).create(game.script)
    if as_json:
        common.show_json({"seed": seed, "log": game.log, "script": game.script})
    elif output is None:
        click.echo(game.log, nl=False)
