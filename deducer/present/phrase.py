"""Sentences: facts, lines of the log, mistakes, differences and scripts as plain text."""

from __future__ import annotations

import itertools
import re
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Final

from deducer.answer import Answer, CastList, Contradiction, Difference, Script, Status, bits_told
from deducer.errors import Mistake
from deducer.ids import ABSENT, PERSON, CharacterId, IncidentId, RoleId
from deducer.log.setup import Setup
from deducer.provenance import Source
from deducer.rules.names import Kind, Names

Fact = tuple[str, str]

_PLOT: Final = "plot"
_ROLE: Final = "role."
_CULPRIT: Final = "culprit."
_INCIDENT: Final = "incident."
_CUT: Final = "..."
_BOARD_LINES: Final = 4  # so many are shown, more are named by their numbers
# Follows a letter of two columns while text is wrapped by its length; no text holds this code.
_FILLER: Final = "\ufdd0"


def role(names: Names, role_id: RoleId) -> str:
    """Return a role's name; a hidden character that is not in the script is "not in the script"."""
    return "not in the script" if role_id == ABSENT else names.display(Kind.ROLE, role_id)


def character(names: Names, character_id: CharacterId) -> str:
    """Return a character's name."""
    return names.display(Kind.CHARACTER, character_id)


def plot(names: Names, plot_id: str) -> str:
    """Return a plot's name."""
    return names.display(Kind.PLOT, plot_id)


def alternatives(words: Iterable[str]) -> str:
    """Return words joined by commas and a last "or"."""
    return joined(words, "or")


def series(words: Iterable[str]) -> str:
    """Return words joined by commas and a last "and"."""
    return joined(words, "and")


def sentence(text: str) -> str:
    """Return a text with a full stop at its end, unless it ends in one, as A.I. does."""
    return text if text.endswith(".") else f"{text}."


def capital(text: str) -> str:
    """Return a text with a capital letter at its beginning; the rest stays, since names have capitals too."""
    return text[:1].upper() + text[1:]


def joined(words: Iterable[str], last: str) -> str:
    """Return words joined by commas and a last "and" or "or"."""
    *others, final = [*words] or [""]
    return f" {last} ".join(filter(None, (", ".join(others), final)))


def facts(names: Names, found: Iterable[Fact]) -> str:
    """Return facts as one clause a subject, in the words of `fact:` lines.

    Args:
        names: the names of the set.
        found: (subject, value) pairs of ids; the values of one subject are joined by "or", but plots, several
            of which can hold, stand apart.

    Returns:
        Such as "plot Murder Plan; Nurse is Killer or Brain; culprit of day 2 is Alien".
    """
    clauses: dict[Fact, tuple[str, list[str]]] = {}
    for subject, value in found:
        key = (subject, value if subject == _PLOT else "")
        clauses.setdefault(key, (subject, []))[1].append(value)
    return "; ".join(_clause(names, subject, values) for subject, values in clauses.values())


def _clause(names: Names, subject: str, values: Sequence[str]) -> str:
    if subject == _PLOT:
        return f"plot {alternatives([plot(names, value) for value in values])}"
    if subject.startswith(_ROLE):
        holder = character(names, subject.removeprefix(_ROLE))
        return f"{holder} is {alternatives([role(names, value) for value in values])}"
    if subject.startswith(_INCIDENT):
        types = alternatives([incident(names, value) for value in values])
        return f"incident {subject.removeprefix(_INCIDENT)} is {types}"
    day = subject.removeprefix(_CULPRIT)
    return f"culprit of day {day} is {alternatives([character(names, value) for value in values])}"


def certain(answer: Answer) -> Iterator[Fact]:
    """Yield every fact an answer makes certain, plots first."""
    for plot_id, entry in answer.plots.items():
        if entry.cell.status is Status.CERTAIN:
            yield _PLOT, plot_id
    for holder, row in answer.roles.items():
        yield from ((f"{_ROLE}{holder}", held) for held, cell in row.items() if cell.status is Status.CERTAIN)
    for day, column in answer.culprits.items():
        yield from (
            (f"{_CULPRIT}{day}", who) for who, cell in column.items() if cell.status is Status.CERTAIN
        )
    for day, types in answer.incidents.items():
        yield from (
            (f"{_INCIDENT}{day}", one) for one, cell in types.items() if cell.status is Status.CERTAIN
        )


def difference(names: Names, found: Difference) -> str:
    """Say what lines changed; what follows from a value made certain is not repeated as ruled out."""
    settled = {subject for subject, _ in found.certain if subject != _PLOT}
    out = [(subject, value) for subject, value in found.ruled_out if subject not in settled]
    parts = []
    if found.certain:
        parts.append(f"made certain: {facts(names, found.certain)}")
    if out:
        parts.append(f"ruled out: {facts(names, out)}")
    before, after = found.worlds
    line = f"Lines {found.first} to {found.line}" if found.first else f"Line {found.line}"
    it, leaves = ("They", "leave") if found.first else ("It", "leaves")
    if after == 0:
        return f"{line} {leaves} no script{'' if before else '; none was left before'}."
    told = f"{line} " + (f". {it} ".join(parts) if parts else "changed nothing in the grids") + "."
    if before is None or after is None:
        return told
    if before == after:
        return f"{told} {number_of(after, 'script')} as before."
    return f"{told} {before:,} -> {number_of(after, 'script')} ({bits(bits_told(before, after))})."


def bits(told: float) -> str:
    """Return how much was told in words, such as "1.4 bits"."""
    return f"{number_of_bits(told)} bits"


def number_of_bits(told: float) -> str:
    """Return a number of bits; only nothing reads 0, and what no script survives has no number."""
    if told == inf:
        return "-"
    return f"{told:.1f}" if told >= 0.05 or told == 0 else "<0.1"


def source(found: Source) -> str:
    """Return where a constraint comes from, such as "L2D1 ability (line 31)"; unsure lines say so."""
    if found.is_rule:
        return found.label
    return f"{found.label} (line {found.line}{', unsure' if found.unsure else ''})"


def contradiction(found: Contradiction, opening: str = "No script fits this log.") -> str:
    """Say why no script survives, with the lines that clash, one a line; the opening says of what."""
    if not found.sources:
        return (
            f"No script fits this set-up: {found.reason}." if found.reason else "No script fits this set-up."
        )
    alone = len(found.sources) == 1
    head = (
        f"{opening} This line clashes with the rules:"
        if alone
        else f"{opening} These lines clash; without any one of them the others fit:"
    )
    told = [head, *(f"  {source(line)}: {line.text.strip()}" for line in found.sources)]
    if len(found.board) > _BOARD_LINES:
        told.append(f"That also rests on lines {joined([str(line.line) for line in found.board], 'and')}.")
    elif found.board:
        told.append(f"That also rests on {'this line' if len(found.board) == 1 else 'these lines'}:")
        told.extend(f"  {source(line)}: {line.text.strip()}" for line in found.board)
    return "\n".join(told)


def setup(names: Names, found: Setup) -> str:
    """Return the size of a game, such as "Basic Tragedy, 3 loops, 6 days, 9 characters"."""
    parts = [
        names.display(Kind.SET, found.tragedy_set),
        number_of(found.loops, "loop"),
        number_of(found.days, "day"),
        number_of(len(found.cast) + len(found.late), "character"),
    ]
    return ", ".join(parts)


def incidents(names: Names, found: Setup) -> str:
    """Return the announced incidents, such as "day 2 Suicide, day 3 Murder"."""
    listed = (
        f"day {day} {found.other_names.get(day) or incident(names, name)}"
        for day, name in sorted(found.incidents.items())
    )
    return ", ".join(listed) or "none"


def incident(names: Names, incident_id: IncidentId | None) -> str:
    """Return an incident's name; None stands for an announced name that the set does not have."""
    return "an unknown incident" if incident_id is None else names.display(Kind.INCIDENT, incident_id)


def number_of(count: int | None, thing: str) -> str:
    """Return how many there are of a thing, such as "1,080 scripts"; None is not known."""
    return f"{'?' if count is None else f'{count:,}'} {thing}{'' if count == 1 else 's'}"


def cast(names: Names, roles: Mapping[CharacterId, RoleId]) -> str:
    """Return who has which role, such as "Key Person Nurse; Friend Boss, Alien"; the others are Persons."""
    holders: dict[RoleId, list[str]] = {}
    for who, held in roles.items():
        holders.setdefault(held, []).append(character(names, who))
    order = [held for held in names.ids[Kind.ROLE] if held in holders and held != PERSON]
    parts = [f"{role(names, held)} {', '.join(holders[held])}" for held in order]
    if ABSENT in holders:
        parts.append(f"not in the script {', '.join(holders[ABSENT])}")
    return "; ".join(parts) or "everybody is a Person"


def plots(names: Names, script: Script) -> str:
    """Return the plots of a script, main plots first."""
    return " + ".join(plot(names, plot_id) for plot_id in (*script.main_plots, *script.sub_plots))


def guesses(
    names: Names,
    found: CastList,
    still_open: Mapping[CharacterId, Sequence[RoleId]],
    *,
    final_guess: bool,
) -> Iterator[str]:
    """Yield the candidates for the Final Guess, a sentence each.

    Args:
        names: the names of the set.
        found: whole casts that survive.
        still_open: the possible roles of everybody whose role is not certain.
        final_guess: whether the set has a Final Guess.
    """
    if not final_guess:
        yield "This set has no Final Guess; the casts that fit are listed all the same."
    if not found.candidates:
        yield "No cast fits this log: deducer check LOG names the lines that clash."
        return
    for who, roles in still_open.items():
        yield f"Open: {character(names, who)} ({', '.join(role(names, one) for one in roles)})"
    if not still_open:
        yield "Every role is certain."
    for number, one in enumerate(found.candidates, start=1):
        chance = "" if one.share is None else f"{percent(one.share):>6}  "
        # The same indent for all, so that the lines that follow are indented alike.
        yield f"  {number:<4}{chance}{cast(names, one.roles)}"
    yield shown(len(found.candidates), found.total, "cast", complete=found.complete)
    if found.uncounted:
        yield f"Not counted: {found.uncounted}."
    else:
        yield f"Chances: {found.prior.sentence}."
        yield from _leaders(names, found)


def _leaders(names: Names, found: CastList) -> Iterator[str]:
    """Say how many casts are the best, and what would tell the leaders apart."""
    if found.tied is not None and found.tied > 1:
        yield f"{found.tied:,} casts tie for the first place."
    if found.separating:
        whole = found.leaders == found.tied
        leaders = "the tied casts" if whole else f"the first {found.leaders} of the casts"
        wanted = joined([character(names, who) for who in found.separating], "and")
        several = "roles of" if len(found.separating) > 1 else "role of"
        yield f"To tell {leaders} apart, learn the {several} {wanted}."


def percent(share: Fraction, digits: int = 1) -> str:
    """Return a share in percent; only what is certain reads 100, only what is impossible 0.

    Args:
        share: from 0 to 1.
        digits: how many digits stand after the point, where there are any.
    """
    if share in (0, 1):
        return f"{share * 100}%"
    unit = Fraction(1, 10**digits)
    rounded = round(share * 100 / unit) * unit
    if rounded == 0:
        return f"<{float(unit):.{digits}f}%"
    return f">{float(100 - unit):.{digits}f}%" if rounded == 100 else f"{float(rounded):.{digits}f}%"


def shown(count: int, total: int | None, thing: str, *, complete: bool) -> str:
    """Say how many of a list are shown, and whether it was cut."""
    things = thing if count == 1 else f"{thing}s"
    if complete:
        return f"{count} {things}, all that survive."
    return f"{count} {things} shown; {'more survive' if total is None else f'{total:,} survive in all'}."


def mistake(found: Mistake, width: int) -> str:
    """Return a mistake with its place, the line with a caret under it, and the remedy.

    Args:
        found: the mistake.
        width: the columns that no line exceeds; a longer line of the log is cut around the caret.
    """
    place = "log" if found.line == 0 else f"line {found.line}"
    if found.column > 0:
        place += f", column {found.column}"
    lines = wrapped(f"{place}: {found.kind}: {found.message}", width, whole=False)
    if found.text.strip():
        lines.extend(f"    {line}" for line in _pointed(found.text, found.column, width - 4))
    lines.extend(wrapped(f"  {found.hint}" if found.hint else "", width, whole=False))
    return "\n".join(lines)


def _pointed(text: str, column: int, width: int) -> Iterator[str]:
    """Yield the part of a line around a column, and a caret under the column (none for column 0)."""
    shown = "".join(char if char.isprintable() else " " for char in text).rstrip()
    at = min(max(column - 1, 0), len(shown))
    first, last = 0, len(shown)
    if columns(shown) > width:
        room = width - 2 * len(_CUT)
        first = at - _fitting(shown[:at][::-1], room * 2 // 3)
        last = first + _fitting(shown[first:], room)
    before, after = (_CUT if first else ""), (_CUT if last < len(shown) else "")
    yield before + shown[first:last] + after
    if column > 0:
        yield " " * columns(before + shown[first:at]) + "^"


def _fitting(text: str, width: int) -> int:
    """Return how many letters at the beginning of a text fit in a width."""
    widths = itertools.accumulate(map(columns, text))
    return sum(1 for _ in itertools.takewhile(lambda used: used <= width, widths))


def cut(text: str, width: int) -> str:
    """Return a text, or as much of its beginning as fits in some columns, with a mark that more follows."""
    return text if columns(text) <= width else text[: _fitting(text, width - len(_CUT))] + _CUT


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes; East Asian wide letters take two, accents none."""
    return sum(0 if unicodedata.combining(char) else 2 if _is_wide(char) else 1 for char in text)


def _is_wide(char: str) -> bool:
    return unicodedata.east_asian_width(char) in "WF"


# A name may end with a full stop; behind it a sentence needs none.
_STOPS: Final = re.compile(r"(?<=\w)\.\.(?=\s|$)")


def wrapped(text: str, width: int, hang: int | None = None, *, whole: bool = True) -> list[str]:
    """Return text in lines no wider than a width.

    Args:
        text: paragraphs divided by line ends; the indent of each stays.
        width: columns.
        hang: the indent of the further lines of a paragraph; None for two more than its first line has.
        whole: whether a word that is wider than a line is kept whole nevertheless.
    """
    lines: list[str] = []
    for paragraph in _STOPS.sub(".", text).splitlines():
        indent = " " * (len(paragraph) - len(paragraph.lstrip()) + 2 if hang is None else hang)
        pieces = textwrap.wrap(
            "".join(char + _FILLER if _is_wide(char) else char for char in paragraph),
            # Where a word is cut, a letter may be parted from its filler: a column is kept free for that.
            width if whole else width - 1,
            subsequent_indent=indent,
            break_on_hyphens=False,
            break_long_words=not whole,
        )
        lines.extend(piece.replace(_FILLER, "") for piece in pieces or [""])
    return lines


def check(clash: Contradiction | None, compared: Sequence[str] | None, mistakes: int) -> Iterator[str]:
    """Yield what is to be said of a log that was checked.

    Args:
        clash: why no script survives, None if one does.
        compared: where the engines differ; None if they were not compared.
        mistakes: how many mistakes were found.
    """
    if mistakes:
        yield f"{number_of(mistakes, 'mistake')}."
    if clash is not None:
        yield contradiction(clash)
    elif not mistakes:
        yield "No mistakes, and the lines agree with each other."
    if compared is not None:
        yield from compared or ("The engines agree.",)
