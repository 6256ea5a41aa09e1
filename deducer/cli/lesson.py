"""Commands that teach: learn, practice."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, TypeVar

import click

from deducer.case import Case
from deducer.cli import common
from deducer.errors import NoScriptError, UnknownNameError, UsageError
from deducer.rules.names import Kind

if TYPE_CHECKING:
    from deducer.lesson.learn import Lesson
    from deducer.lesson.practice import Question

_FORMATS: Final = ("text", "markdown", "html")
_SUFFIXES: Final = {".md": "markdown", ".html": "html", ".htm": "html"}
_HINTS: Final = ("nudge", "area", "cell", "argument")


class _Said(Enum):
    """What can be said instead of an answer."""

    SKIP = "skip"
    STOP = "quit"


_Answer = TypeVar("_Answer")


@click.command()
@common.log_argument
@click.option("--after", type=click.IntRange(min=1), metavar="LINE", help="Use the log up to this line only.")
@click.option("--step", type=click.IntRange(min=1), metavar="N", help="Show one step only.")
@click.option(
    "--hint", type=click.Choice(_HINTS), default="argument", show_default=True, help="How much to give away."
)
@click.option("--format", "format_name", type=click.Choice(_FORMATS), help="Default: what FILE's name says.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write a worksheet to a file."
)
@common.json_option
def learn(  # noqa: PLR0913  (one argument an option)
    *,
    log: str,
    after: int | None,
    step: int | None,
    hint: str,
    format_name: str | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Tell a whole deduction in small steps, the easiest first.

    Each step uses only the log, the rules and the steps before it. At a terminal the steps are gone through
    one by one with graded hints: where to look, what it is about, what follows, and the argument in full.
    With --format markdown or html the lesson becomes a worksheet whose hints unfold.

    \b
    Examples:
      deducer learn game.play
      deducer learn game.play --step 4 --hint nudge
      deducer learn game.play -o lesson.html
    """  # noqa: D301  (\b is click's mark for a block that is not rewrapped)
    from deducer.export.file import save  # noqa: PLC0415  (loaded when it is used)
    from deducer.lesson.learn import lessons  # noqa: PLC0415  (the same)
    from deducer.present import lesson_data, lesson_text, worksheet  # noqa: PLC0415  (the same)

    case = common.read_case(log)
    case = case if after is None else case.up_to(after)
    empty: dict[str, object] | None = {"steps": []} if as_json else None
    common.stop_without_setup(case, empty)
    if format_name is None:
        format_name = "text" if output is None else _SUFFIXES.get(output.suffix.lower(), "text")
    found = lessons(case)
    if as_json and output is not None:
        raise UsageError("say either --json or -o")
    if as_json:
        with common.contradiction_told(case, empty):
            common.show_json(common.with_mistakes(case, lesson_data.course(case, found)))
    elif step is not None:
        _one(case, list(found), step, hint)
    elif format_name != "text":
        pieces = worksheet.worksheet(case, found, format_name)
        if output is None:
            click.echo("".join(pieces), nl=False)
        else:
            save(output, lambda out: out.writelines(piece.encode() for piece in pieces))
            click.echo(f"{output}: written.")
    elif output is not None:
        raise UsageError("a worksheet is Markdown or HTML; name the file so, or say --format")
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _step_through(case, found)
    else:
        common.show_text(*lesson_text.course(case, found))
    common.show_mistakes(case.mistakes)
    common.leave(failed=bool(case.mistakes))


def _one(case: Case, found: Sequence[Lesson], step: int, hint: str) -> None:
    from deducer.present.lesson_text import Hint, LessonTeller, heading  # noqa: PLC0415  (loaded when used)

    if step > len(found):
        raise UsageError(f"the lesson has {len(found)} steps")
    one = found[step - 1]
    told = LessonTeller.of(case).hint(one, Hint[hint.upper()])
    common.show_text(f"{heading(step, one)}:", *(f"  {sentence}" for sentence in told))


def _step_through(case: Case, found: Iterable[Lesson]) -> None:
    """Go through a lesson at a terminal, a hint a key."""
    from deducer.present.lesson_text import HINTS, Hint, LessonTeller, ending, heading  # noqa: PLC0415

    teller = LessonTeller.of(case)
    click.echo("Enter gives the next hint, a the whole argument, q ends the lesson.")
    for number, one in enumerate(found, start=1):
        click.echo()
        common.show_text(f"{heading(number, one)}:")
        for level in Hint:
            key = click.prompt("", default="", show_default=False, prompt_suffix="> ").strip().lower()
            if key == "q":
                return
            shown = Hint.ARGUMENT if key == "a" else level
            common.show_text(f"{HINTS[shown]}:", *(f"  {line}" for line in teller.hint(one, shown)))
            if shown is Hint.ARGUMENT:
                break
    click.echo()
    common.show_text(ending(case))


@click.command()
@click.argument("log", metavar="[LOG]", required=False)
@click.option("--set", "set_name", metavar="SET", help="Play a game of this Tragedy Set to ask about.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="The same questions for the same number."
)
@click.option("--after", type=click.IntRange(min=1), metavar="LINE", help="Use the log up to this line only.")
@click.option(
    "--questions", "number", type=click.IntRange(min=1), default=5, show_default=True, help="How many."
)
@common.json_option
def practice(  # noqa: PLR0913  (the same)
    *, log: str | None, set_name: str | None, seed: int, after: int | None, number: int, as_json: bool
) -> None:
    """Ask questions about a game whose answer is hidden.

    Takes a log, or plays a random game of a set and shows it. Asks who can still have a role, which plots
    are left, who can be a culprit, and for the Final Guess. Answers are held against all scripts that
    survive; each miss is explained. Questions come from easy to hard, by the length of the argument needed.

    \b
    Examples:
      deducer practice --set "First Steps" --seed 3
      deducer practice game.play --after 40
    """  # noqa: D301  (the same)
    from deducer.lesson.practice import questions  # noqa: PLC0415  (loaded when it is used)
    from deducer.present import lesson_data  # noqa: PLC0415  (the same)

    if (log is None) == (set_name is None):
        raise UsageError("say either a LOG or --set")
    case, script = (common.read_case(log), None) if log is not None else _played(set_name or "", seed)
    case = case if after is None else case.up_to(after)
    empty: dict[str, object] | None = {"questions": []} if as_json else None
    common.stop_without_setup(case, empty)
    with common.contradiction_told(case, empty):
        if case.contradiction() is not None:
            raise NoScriptError
    found = list(questions(case, number, Random(seed)))  # noqa: S311  (no secret)
    if as_json:
        common.show_json(common.with_mistakes(case, lesson_data.questions(case, found, script)))
        return
    if log is None:
        click.echo(case.text)
    _ask(case, found)
    if script is not None and click.confirm("Show the hidden script?", default=True):
        click.echo(script, nl=False)


def _played(set_name: str, seed: int) -> tuple[Case, str]:
    """Return a random game without its Final Guess, and its hidden script."""
    from deducer.play.game import simulated  # noqa: PLC0415  (only this needs it)

    game = simulated(set_name, seed)
    told = (line for line in game.log.splitlines() if not line.startswith("guess:"))
    return Case.from_text("".join(f"{line}\n" for line in told)), game.script


def _ask(case: Case, found: Sequence[Question]) -> None:
    from deducer.lesson.practice import guessed, marked  # noqa: PLC0415  (loaded when it is used)
    from deducer.present import practice_text  # noqa: PLC0415  (the same)

    full = asked = 0
    common.show_text(practice_text.HOW)
    for number, one in enumerate(found, start=1):
        click.echo()
        common.show_text(practice_text.question(case, number, one))
        answer = _answer(_reader(case, one), practice_text.named(case, one, one.choices))
        if answer is _Said.STOP:
            break
        asked += 1
        if not isinstance(answer, _Said):
            result = marked(case, one, answer)
            full += not result.wrong and not result.missed
            common.show_text(*practice_text.marked(case, one, result))
    click.echo()
    common.show_text(f"{full} of {asked} answered in full.")
    if case.tragedy_set.final_guess and asked == len(found):
        common.show_text(practice_text.GUESS)
        roles = _answer(_cast_reader(case), practice_text.roles(case))
        if not isinstance(roles, _Said):
            common.show_text(*practice_text.guessed(case, guessed(case, roles)))


def _answer(read: Callable[[str], _Answer], choices: str) -> _Answer | _Said:
    """Ask until an answer can be read; "?" tells the choices."""
    while True:
        text = click.prompt("", prompt_suffix="> ", default="?", show_default=False).strip()
        match text.lower():
            case "q" | "quit":
                return _Said.STOP
            case "skip":
                return _Said.SKIP
            case "?" | "help":
                common.show_text(f"To choose from: {choices}.")
            case _:
                try:
                    return read(text)
                except UnknownNameError as error:
                    told = str(error)
                    common.show_text(told if told.endswith("?") else f"{told}.")


def _reader(case: Case, asked: Question) -> Callable[[str], tuple[str, ...]]:
    """Return what reads an answer to a question."""
    from deducer.present.practice_text import KINDS  # noqa: PLC0415  (loaded when it is used)

    def read(text: str) -> tuple[str, ...]:
        words = [word.strip() for word in text.split(",") if word.strip()]
        if [word.lower() for word in words] in (["none"], ["all"]):
            return asked.choices if words[0].lower() == "all" else ()
        return tuple(_named(case, KINDS[asked.topic], word, asked.choices) for word in words)

    return read


def _cast_reader(case: Case) -> Callable[[str], dict[str, str]]:
    """Return what reads a Final Guess."""
    from deducer.lesson.practice import cast_of  # noqa: PLC0415  (loaded when it is used)

    return lambda text: cast_of(case, [one for one in text.split(",") if one.strip()])


def _named(case: Case, kind: Kind, word: str, choices: Sequence[str]) -> str:
    found = case.names.find(kind, word, choices)
    if len(found) == 1:
        return found[0]
    near = case.names.nearest(kind, word, among=choices)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    raise UnknownNameError(f"{word!r} {'fits several' if found else 'is not among the choices'}{hint}")
