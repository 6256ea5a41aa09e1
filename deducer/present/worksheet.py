"""Worksheets: a lesson as Markdown or as a page, with graded hints to unfold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Final

from deducer.case import Case
from deducer.lesson.learn import Lesson
from deducer.present import phrase
from deducer.present.lesson_text import HINTS, Hint, LessonTeller, ending, heading

_STYLE: Final = """
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1rem; color: #222;
  background: #fff; }
h1 { font-size: 1.5rem; line-height: 1.2; }
h2 { font-size: 1.1rem; margin: 1.6rem 0 .3rem; }
details { border-left: .2rem solid #bbb; padding: .2rem .8rem; margin: .3rem 0; }
summary { cursor: pointer; padding: .3rem 0; }
pre { background: #f4f4f4; padding: .6rem; overflow-x: auto; font-size: .85rem; }
p.inner { margin: .2rem 0 .2rem 1.2rem; }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #181818; }
  pre { background: #262626; }
}
"""


def worksheet(case: Case, found: Iterable[Lesson], format_name: str) -> Iterator[str]:
    """Yield a lesson as a worksheet, piece by piece.

    Args:
        case: the game.
        found: its steps.
        format_name: "markdown" or "html".
    """
    teller = LessonTeller.of(case)
    top, step, bottom = _FORMATS[format_name]
    yield top(_title(case), case)
    for number, one in enumerate(found, start=1):
        hints = {level: teller.hint(one, level) for level in Hint}
        yield step(heading(number, one), hints)
    yield bottom(ending(case))


def _title(case: Case) -> str:
    return f"A deduction: {phrase.setup(case.names, case.setup)}"


def _intro() -> str:
    return "Each step uses only the log, the rules and the steps before it. Unfold as little as you need."


def _markdown_top(title: str, case: Case) -> str:
    return f"# {title}\n\n{_intro()}\n\n```\n{case.text.rstrip()}\n```\n"


def _markdown_step(title: str, hints: Mapping[Hint, Sequence[str]]) -> str:
    parts = [f"\n## {title}\n"]
    for level, sentences in hints.items():
        # A blank line before and after lets what is unfolded be Markdown again.
        told = "\n".join(_markdown_sentence(sentence) for sentence in sentences)
        parts.append(f"\n<details><summary>{HINTS[level]}</summary>\n\n{told}\n\n</details>\n")
    return "".join(parts)


def _markdown_sentence(sentence: str) -> str:
    depth = len(sentence) - len(sentence.lstrip())
    return f"{' ' * depth}- {_plain(sentence.strip())}"


def _plain(text: str) -> str:
    """Return text in which no letter means markup."""
    return "".join(f"\\{char}" if char in "\\`*_[]<>#|" else char for char in text)


def _markdown_bottom(last: str) -> str:
    return f"\n## The end\n\n{_plain(last)}\n"


def _html_top(title: str, case: Case) -> str:
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n<h1>{escape(title)}</h1>\n<p>{_intro()}</p>\n"
        f"<details><summary>The log</summary>\n<pre>{escape(case.text.rstrip())}</pre>\n</details>\n"
    )


def _html_step(title: str, hints: Mapping[Hint, Sequence[str]]) -> str:
    parts = [f"<h2>{escape(title)}</h2>\n"]
    for level, sentences in hints.items():
        told = "\n".join(_html_sentence(sentence) for sentence in sentences)
        parts.append(f"<details><summary>{HINTS[level]}</summary>\n{told}\n</details>\n")
    return "".join(parts)


def _html_sentence(sentence: str) -> str:
    inner = ' class="inner"' if sentence.startswith(" ") else ""
    return f"<p{inner}>{escape(sentence.strip())}</p>"


def _html_bottom(last: str) -> str:
    return f"<h2>The end</h2>\n<p>{escape(last)}</p>\n</html>\n"


_FORMATS: Final[
    Mapping[
        str,
        tuple[
            Callable[[str, Case], str],
            Callable[[str, Mapping[Hint, Sequence[str]]], str],
            Callable[[str], str],
        ],
    ]
] = {
    "markdown": (_markdown_top, _markdown_step, _markdown_bottom),
    "html": (_html_top, _html_step, _html_bottom),
}
