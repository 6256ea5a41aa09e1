"""The play log's notation: from text to statements, and what is wrong with the rest.

`read_log` scans the lines, puts the header together, reads the play with the names of the set and cast, and
keeps what stands in an order that can be played back. A statement with a mistake is left out; the next line
is read all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import partial
from typing import Final

from deducer.errors import Mistake, MistakeKind, UnknownNameError
from deducer.log.assembly import Assembly
from deducer.log.header import HEADER_READERS
from deducer.log.mistakes import render_mistake
from deducer.log.order import Misplaced, Order
from deducer.log.scanner import LEFT_OUT, Line, Sentence, form, scan, split_lines
from deducer.log.setup import Log
from deducer.log.statements import PlayStatement
from deducer.log.steps import STEP_READERS, StepReader
from deducer.log.words import words_for
from deducer.log.write import write_log, write_statement
from deducer.rules.model import Rules

__all__ = ["read_further", "read_log", "render_mistake", "write_log", "write_statement"]

_SENTENCE: Final = form(r"(?P<word>[a-z]+)\s*:?\s*(?P<rest>.*)")
_SHORT: Final = {"l": "loop", "d": "day", "mastermind": "mm", "protagonists": "p", "gw": "goodwill"}
_LONGEST: Final = 1000
# The lines that begin a loop or a day, and the header's words that are easily written for them.
_TURNS: Final = {"loop": "loop", "loops": "loop", "day": "day", "days": "day"}
_KEYWORDS: Final = tuple(dict.fromkeys([*HEADER_READERS, *STEP_READERS]))


def read_log(text: str, rules: Rules) -> Log:
    """Read a log.

    Args:
        text: the log, as it stands in its file.
        rules: all rule data.

    Returns:
        The setup, the statements that could be used, and the mistakes, in order of lines.
    """
    lines = split_lines(text)
    mistakes: list[Mistake] = []
    header, play = _sentences(scan(lines), mistakes)
    assembly = Assembly(rules, header)
    statements: tuple[PlayStatement, ...] = ()
    if assembly.tragedy_set is not None:
        statements = tuple(_play(play, assembly, rules, mistakes))
    return Log(
        setup=assembly.setup,
        header=assembly.statements,
        play=statements,
        mistakes=tuple(sorted(mistakes + assembly.mistakes)),
        lines=lines,
    )


def read_further(log: Log, lines: Sequence[str], rules: Rules) -> tuple[PlayStatement, ...]:
    """Read what was said outside the log in its notation, with the names of its set and cast.

    Args:
        log: the log; it stays as it is.
        lines: one statement each.
        rules: all rule data.

    Returns:
        The statements, one a line.

    Raises:
        UnknownNameError: a line cannot be read.
    """
    first = len(log.lines)
    read = read_log("\n".join((*log.lines, *lines)), rules)
    bad = [mistake for mistake in read.mistakes if mistake.line > first]
    if bad:
        raise UnknownNameError("; ".join(filter(None, (bad[0].message, bad[0].hint))))
    found = {statement.at.line: statement for statement in read.play if statement.at.line > first}
    missing = next((line for number, line in enumerate(lines, first + 1) if number not in found), None)
    if missing is not None:
        raise UnknownNameError(f"{missing!r} says nothing")
    return tuple(found[number] for number in range(first + 1, first + len(lines) + 1))


def _sentences(lines: Iterable[Line], mistakes: list[Mistake]) -> tuple[list[Sentence], list[Sentence | str]]:
    """Sort the lines into header and play by their first words.

    In the play, "loop" or "day" stands in the place of a line that was meant to be one and is none.
    """
    header: list[Sentence] = []
    play: list[Sentence | str] = []
    begun = False
    for line in lines:
        sentence = line.attempt(partial(_sentence, line, begun=begun), mistakes)
        if sentence is None:
            play.extend(_TURNS.get(word, word) for word in _near(_first_word(line)) if word in _TURNS)
        elif _of_header(sentence, begun=begun):
            header.append(sentence)
        else:
            play.append(sentence)
            begun = begun or sentence.keyword == "loop"
    return header, play


def _sentence(line: Line, *, begun: bool) -> Sentence:
    content = line.content
    if not content.text:
        raise content.misread("nothing stands behind the `?`", "write a statement behind it")
    if len(content.text) > _LONGEST:
        raise content.misread(
            f"the line has {len(content.text)} characters",
            f"at most {_LONGEST} can be read; leave something out",
        )
    word = _first_word(line)
    match = _SENTENCE.fullmatch(content.text)
    keyword = _SHORT.get(word, word)
    if match is None or keyword not in _KEYWORDS:
        near = _near(word)
        hint = f"did you mean `{near[0]}`?" if near else "start with the step, such as `ability:` or `night:`"
        then = f"; {LEFT_OUT}" if begun and not _TURNS.keys().isdisjoint(near) else ""
        raise content.misread(f"no line starts with {word or content.text.split()[0]!r}", hint + then)
    sentence = Sentence(line, keyword, content.named(match, "rest"))
    if begun and _of_header(sentence, begun=begun):
        turn = _TURNS.get(keyword)
        raise content.misread(
            f"`{keyword}` belongs to the header",
            f"write it above `loop 1`, or write `{turn}`; {LEFT_OUT}" if turn else "write it above `loop 1`",
            MistakeKind.IMPOSSIBLE,
        )
    return sentence


def _first_word(line: Line) -> str:
    match = _SENTENCE.fullmatch(line.content.text)
    return match["word"].casefold() if match else ""


def _near(word: str) -> list[str]:
    """Return the keyword that is spelled most like a word, if any is."""
    return get_close_matches(word, _KEYWORDS, n=1)


def _of_header(sentence: Sentence, *, begun: bool) -> bool:
    """Tell header from play; `incident 3 NAME` and `incident: occurred` begin alike."""
    if sentence.keyword == "incident":
        return not begun or sentence.rest.text[:1].isdigit()
    return sentence.keyword in HEADER_READERS


def _play(
    sentences: Iterable[Sentence | str], assembly: Assembly, rules: Rules, mistakes: list[Mistake]
) -> Iterator[PlayStatement]:
    """Yield the play statements that can be used."""
    reader = StepReader.of(assembly.lookup(), words_for(rules))
    order = Order(assembly.loops, assembly.days, assembly.schedule)
    for sentence in sentences:
        if isinstance(sentence, str):
            order.lose(sentence)
            continue
        line = sentence.line
        read = partial(reader.read, sentence.keyword, line.at, sentence.rest)
        statement = line.attempt(read, mistakes)
        if statement is None:
            order.lose(sentence.keyword)
            continue
        verdict = order.admit(statement)
        if isinstance(verdict, Misplaced):
            error = line.content.misread(verdict.message, verdict.hint, MistakeKind.IMPOSSIBLE)
            mistakes.append(line.mistake(error))
        elif verdict:
            yield statement
