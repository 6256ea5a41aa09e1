"""What the doctor finds, in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from deducer.board.timeline import StepKind
from deducer.explain.doctor import Diagnosis, Duty, Line, Mend
from deducer.explain.forgotten import Forgotten
from deducer.ids import PERSON
from deducer.log.setup import Log
from deducer.log.write import write_statement
from deducer.present.phrase import number_of, source
from deducer.provenance import Source
from deducer.rules.names import Kind as Named
from deducer.rules.names import Names
from deducer.script.clues import Kind

_SHOWN: Final = 5  # mends
_PIECE: Final = re.compile(r"(?P<said>.+?)(?P<sign>[;,] |(?<=[a-z]): |$)")

_STEPS: Final = {
    StepKind.LOOP_START: "the loop's start",
    StepKind.CARDS: "the cards",
    StepKind.MASTERMIND: "the Mastermind's abilities",
    StepKind.GOODWILL: "the goodwill abilities",
    StepKind.INCIDENT: "whether the incident occurred",
    StepKind.DAY_END: "the day's end",
}

# What a line says, such that "in line 3 the loop was won" reads well.
_SAID: Final = {
    Kind.CAUSE: "something happened that needs a cause",
    Kind.UNUSED: "an ability that must act left no trace",
    Kind.LAID: "a card of the Mastermind was laid",
    Kind.FORBID_IGNORED: "a Forbid card was ignored",
    Kind.FORBID_WORKED: "a Forbid card did its work",
    Kind.CARD_STOPPED: "a card was stopped without a visible reason",
    Kind.CARD_WORKED: "a card took effect",
    Kind.REFUSED: "somebody refused",
    Kind.NOT_REFUSED: "somebody did not refuse",
    Kind.TOLD_ROLE: "a role was told",
    Kind.TOLD: "something was told",
    Kind.RESOLVED: "something happened that only some could have done",
    Kind.NO_INCIDENT: "the incident did not occur",
    Kind.INCIDENT: "the incident occurred as it did",
    Kind.DEATH_SURVIVED: "the loop went on after a death",
    Kind.DEATH_SILENT: "nothing followed a death",
    Kind.REACTION: "a death set something off",
    Kind.DEATH_LOST: "a death lost the loop",
    Kind.MORTAL: "somebody died",
    Kind.WON: "the loop was won",
    Kind.LOST: "the loop was lost",
    Kind.REVEALED: "a role was revealed",
    Kind.REVEAL_FORCED: "a role had to be revealed",
    Kind.NOT_REVEALED: "somebody's role was not revealed",
    Kind.START: "the loop began with these counters",
    Kind.EXTRA_CARD: "there was an Extra card",
    Kind.NO_EXTRA_CARD: "there was no Extra card",
    Kind.ARRIVED: "somebody entered",
    Kind.NEVER_ARRIVED: "somebody never entered",
    Kind.FACT: "something is stated as a fact",
    Kind.GUESS: "a guess was judged",
}


def diagnosis(names: Names, log: Log, found: Diagnosis) -> Iterator[str]:
    """Yield what may be wrong with a log that no script fits, a paragraph each.

    Args:
        names: the names of the set.
        log: the log.
        found: what the doctor found; its first clash has been shown.
    """
    yield from _why(found)
    if len(found.clashes) > 1:
        others = "; ".join(_lines(clash.lines) for clash in found.clashes[1:])
        yield f"Other lines clash too: {others}."
    if found.mends:
        yield "Perhaps a slip of the pen. Each of these was tried, and leaves some script:"
        for number, mend in enumerate(found.mends[:_SHOWN], start=1):
            yield f"  {number}. {_mend(names, log, mend)}"
    elif found.drop:
        yield "No small slip of the pen in one line was found that would explain it."
    yield from _leave_out(found.drop)
    if found.duties:
        yield "Or the Mastermind made a mistake; then some script is left too:"
        yield from (f"  {_duty(names, one)}" for one in found.duties)
    if not found.complete:
        yield "The search was cut short; there may be other ways to mend the log."
    yield "Once the log is mended, deducer why LOG STATEMENT argues what follows from it."


def _why(found: Diagnosis) -> Iterator[str]:
    """Say what the lines of the first clash say that no script does together."""
    said: dict[int, dict[str, None]] = {}
    for line, clue in found.reasons:
        told = _SAID.get(Kind(clue.kind))
        if told is not None:
            said.setdefault(line, {})[told] = None
    if said and {clue.kind for _, clue in found.reasons} != {Kind.FACT}:
        clauses = [f"in line {line} {' and '.join(told)}" for line, told in said.items()]
        what = {1: "that", 2: "both"}.get(len(said), "all of that")
        yield f"I{'; '.join(clauses)[1:]}. No script allows {what}."


def _lines(lines: Sequence[int]) -> str:
    numbers = [str(line) for line in lines]
    if len(numbers) == 1:
        return f"line {numbers[0]}"
    return f"lines {', '.join(numbers[:-1])} and {numbers[-1]}"


def _mend(names: Names, log: Log, mend: Mend) -> str:
    left = "" if mend.worlds is None else f" ({number_of(mend.worlds, 'script')})"
    return "; and ".join(_change(names, log, one) for one in mend.lines).replace("l", "L", 1) + left


def _change(names: Names, log: Log, line: Line) -> str:
    """Say how a line would read: only what differs, in the notation."""
    statement = next(one for one in log.play if one.at.line == line.source.line)
    old, new = (_PIECE.findall(text) for text in (write_statement(statement, names), line.text))
    while old and new and old[0][0] == new[0][0]:
        old, new = old[1:], new[1:]
    while old and new and old[-1][0] == new[-1][0]:
        old, new = old[:-1], new[:-1]
    where = f"line {line.source.line}"
    if not old:
        return f"{where}: add '{_joined(new)}'"
    if not new:
        return f"{where}: leave out '{_joined(old)}'"
    return f"{where}: read '{_joined(new)}' instead of '{_joined(old)}'"


def _joined(pieces: Sequence[tuple[str, str]]) -> str:
    """Return pieces of a line as they stand in it, without the sign behind the last one."""
    return "".join(map("".join, pieces[:-1])) + pieces[-1][0]


def _leave_out(drop: Sequence[Sequence[Source]]) -> Iterator[str]:
    """Say which lines can be left out."""
    unsure = [one for one in drop if all(line.unsure for line in one)]
    if unsure:
        numbers = _lines([line.line for line in unsure[0]])
        yield f"You were not sure of {numbers}: without that, some script fits."
        return
    single = sorted(line.line for one in drop for line in one if len(one) == 1)
    if len(single) == 1:
        yield f"Without line {single[0]}, some script fits."
    elif single:
        yield f"Some script fits as soon as one of these lines is left out: {', '.join(map(str, single))}."
    elif drop:
        pair = _lines([line.line for line in drop[0]])
        yield f"No single line is to blame. Without {pair} together, some script fits."


def _duty(names: Names, duty: Duty) -> str:
    """Say what the Mastermind should have done."""
    clue = duty.clue
    who = [names.display(Named.CHARACTER, one) for one in clue.about if one in names.ids[Named.CHARACTER]]
    match clue.kind:
        case Kind.NO_INCIDENT if who:
            told = f"the incident had to occur if {who[0]} is its culprit"
        case Kind.WON:
            told = f"the loop was lost, not won, by {_owner(names, duty)}"
        case Kind.NOT_REVEALED if who:
            told = f"the role of {who[0]} had to be revealed"
        case Kind.NOT_REFUSED if who:
            told = f"{who[0]} had to refuse"
        case Kind.UNUSED:
            told = f"{_owner(names, duty)} had to act, and nothing shows it"
        case _:
            told = "a death had to have consequences that were not told"
    return f"{source(duty.source)}: {told}."


def _owner(names: Names, duty: Duty) -> str:
    """Name whose ability it is."""
    act = duty.clue.act
    if act is None or act.owner == PERSON:
        return "somebody"
    kinds = (Named.ROLE, Named.PLOT, Named.INCIDENT, Named.CHARACTER)
    owner = next(
        (names.display(kind, act.owner) for kind in kinds if act.owner in names.ids[kind]), "somebody"
    )
    if act.actor is None or act.actor == act.owner:
        return owner
    return f"{names.display(Named.CHARACTER, act.actor)} as {owner}"


def forgotten(found: Sequence[Forgotten]) -> Iterator[str]:
    """Yield what was perhaps forgotten, a sentence each; nothing if nothing was."""
    if not found:
        return
    yield "Did you forget? It would tell most to note"
    for one in found:
        where = f"loop {one.loop}" + (f", day {one.day}" if one.day else "")
        if one.text:
            yield f"  {where}: {_STEPS[one.kind]}, even if it is '{one.text}'."
        else:
            yield f"  {where}: {_STEPS[one.kind]} that are not known."
