"""The entry point: finds the command, turns errors into one line and an exit status.

Exit status: 0 fine; 1 the log has mistakes or no script survives; 2 wrong use; 3 the output could not be
written; 130 stopped from the keyboard; 141 the reader of the output went away.
"""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Final

import click

from deducer.errors import DeducerError, NoScriptError

# Which module holds each command, and what it is for: spelled out here so that `--help` imports none.
COMMANDS: Final = {
    "new": ("start", "Begin a log: asks for the set-up, or takes options."),
    "note": ("keep", "Add statements to a log and say what they rule out."),
    "undo": ("keep", "Take back the last statement of a log."),
    "board": ("look", "Show the board as it stands."),
    "check": ("look", "List the mistakes of a log, and find out which line is wrong."),
    "solve": ("deduce", "Show which plots, roles and culprits survive."),
    "worlds": ("worlds", "List or export the scripts that survive."),
    "timeline": ("timeline", "Show what each line of a log was worth."),
    "why": ("reason", "Say why something follows from the log, or why it is still open."),
    "suppose": ("advise", "Try a hypothesis and say what it would change."),
    "next": ("advise", "Say which test would tell most."),
    "guess": ("deduce", "List the casts to name at the Final Guess."),
    "learn": ("lesson", "Tell a whole deduction in small steps, the easiest first."),
    "practice": ("lesson", "Ask questions about a game whose answer is hidden."),
    "simulate": ("simulate", "Play a random legal game and write its log and its script."),
    "rules": ("rules", "Show the sets, plots, roles, incidents and characters."),
}


RARELY: Final = (100_000, 50, 100)
"""When to look for unreachable cycles. Immutable values make next to none, and a large answer makes so many
values that looking as often as usual took a fifth of its time."""


class Refusal(click.ClickException):
    """Something deducer refuses to do, said in one line."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message to the error stream."""
        click.echo(f"deducer: {self.format_message()}", file=file, err=file is None)


class NothingFits(Refusal):
    """The log leaves no script."""

    exit_code = 1


class LostOutput(Refusal):
    """The answer could not be written out."""

    exit_code = 3


class Commands(click.Group):
    """A group whose commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's signature)
        """Return the names of all commands, in the order of a game."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  (the same)
        """Import a command's module and return the command; None if there is no such command."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"deducer.cli.{COMMANDS[cmd_name][0]}"), cmd_name)
        return command if isinstance(command, click.Command) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command to run; a name that is none is answered with the nearest."""
        near = get_close_matches(args[0], COMMANDS, n=1)
        if near and args[0] not in COMMANDS:
            ctx.fail(f"No such command {args[0]!r}; did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  (the same)
        """List the commands from their table, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in COMMANDS.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words before a command; `--help` and `--version` answer here."""
        with _failures_told(ctx):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; expected failures become messages and exit statuses."""
        with _failures_told(ctx):
            try:
                return super().invoke(ctx)
            finally:
                # Here, not at the interpreter's exit, output that gets nowhere can still be answered.
                sys.stdout.flush()


@contextmanager
def _failures_told(ctx: click.Context) -> Iterator[None]:
    """Turn expected failures into messages and exit statuses."""
    try:
        yield
    except NoScriptError as error:
        raise NothingFits(str(error)) from error
    except DeducerError as error:
        raise Refusal(str(error)) from error
    except BrokenPipeError:
        _discard_output()
        ctx.exit(141)
    except OSError as error:
        # Trouble with a file has been told as a StoreError; streams alone have no name.
        if error.filename is not None:
            raise
        _discard_output()
        raise LostOutput(f"the output cannot be written: {error.strerror or error}") from error
    except (KeyboardInterrupt, click.Abort):
        click.echo("\nStopped.", err=True)
        ctx.exit(130)


def _discard_output() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def version() -> str:
    """Return the version: of the installed package, else of the tree it is run from."""
    from importlib import metadata  # noqa: PLC0415  (slow to import, and needed here alone)

    try:
        return metadata.version("deducer")
    except metadata.PackageNotFoundError:
        pass
    try:
        project = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    except OSError:
        return "unknown (not installed)"
    import tomllib  # noqa: PLC0415  (needed here alone)

    return f"{tomllib.loads(project)['project']['version']} (not installed)"


def _show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001  (the same)
    if wanted:
        click.echo(f"deducer, version {version()}")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def commands() -> None:
    """Deduce the hidden script of a Tragedy Looper game from what the table saw.

    A log is a text file with one public fact a line. LOG may be - for standard input.

    \b
    Example:
      deducer new -o game.play
      deducer note game.play "loop 1" "start: nothing" "day 1"
      deducer solve game.play
    """  # noqa: D301  (\b is click's mark for a block that is not rewrapped)


def main() -> None:
    """Run the command line of this process and exit."""
    gc.set_threshold(*RARELY)
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        # Python has None for a stream that the shell closed; nothing comes from it, and nothing goes to it.
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  (stays open)
    if isinstance(sys.stdin, io.TextIOWrapper):
        # What was typed in another encoding becomes a mistake of its line rather than a traceback.
        sys.stdin.reconfigure(errors="surrogateescape")
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Names exist in many scripts; a terminal that lacks one shows "?" rather than a traceback.
        sys.stdout.reconfigure(errors="replace")
    commands(prog_name="deducer")
