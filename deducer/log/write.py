"""Writes statements in canonical notation; what was written reads back as the same statements."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from deducer.ids import ABSENT, PLACES, CharacterId, PlotId, RoleId
from deducer.log.setup import Log
from deducer.log.statements import (
    AddCounter,
    BoardEntry,
    BoardLine,
    Card,
    CardsLine,
    CastLine,
    Change,
    CulpritAt,
    CulpritFact,
    CulpritIs,
    DayLine,
    DaysLine,
    Declared,
    Dies,
    EndLine,
    Enters,
    ExtraCard,
    Fact,
    FactLine,
    GoodwillLine,
    Guard,
    GuessLine,
    HeaderStatement,
    IgnoredLine,
    IncidentFact,
    IncidentLine,
    LateLine,
    Leaves,
    LoopEnds,
    LoopLine,
    LoopsLine,
    Lost,
    Moves,
    OneOf,
    PlainFact,
    PlotFact,
    ProtagonistsDie,
    Reveals,
    Revives,
    RoleFact,
    RulingLine,
    SameRole,
    ScheduleLine,
    SetLine,
    SpecialLine,
    StandsAt,
    Statement,
    StepStatement,
    StoppedLine,
    TakesBack,
    TurfLine,
)
from deducer.log.words import statement_word
from deducer.rules.names import Kind, Names

_PLOT: Final = "plot"


def write_log(log: Log | Iterable[Statement], names: Names) -> str:
    """Return a whole log, a blank line above each loop; comments are not kept.

    Args:
        log: a log that was read, or its statements in order.
        names: the names of the set.
    """
    statements = (*log.header, *log.play) if isinstance(log, Log) else log
    rows = []
    for statement in statements:
        if isinstance(statement, LoopLine):
            rows.append("")
        rows.append(write_statement(statement, names))
    return "".join(row + "\n" for row in rows)


def write_statement(statement: Statement, names: Names) -> str:
    """Return the line of a statement, without line end.

    Args:
        statement: any statement.
        names: the names of the set.
    """
    writer = _Writer(names)
    mark = "? " if statement.at.unsure else ""
    if isinstance(statement, HeaderStatement):
        return mark + writer.header(statement)
    match statement:
        case LoopLine(loop=loop):
            return f"{mark}loop {loop}"
        case DayLine(day=day):
            return f"{mark}day {day}"
        case BoardLine(everything=True):
            return f"{mark}board all: {writer.play(statement)}"
    return f"{mark}{statement_word(statement)}: {writer.play(statement)}"


def write_change(change: Change, names: Names) -> str:
    """Return a change as it stands in the line of a step.

    Args:
        change: any change.
        names: the names of the set.
    """
    return _Writer(names).change(change)


class _Writer:
    """Writes with the names of one set."""

    def __init__(self, names: Names) -> None:
        self._names = names

    def header(self, statement: HeaderStatement) -> str:
        match statement:
            case SetLine(tragedy_set=tragedy_set):
                return f"set {self._names.display(Kind.SET, tragedy_set)}"
            case LoopsLine(loops=loops):
                return f"loops {loops}"
            case DaysLine(days=days):
                return f"days {days}"
            case CastLine(characters=characters):
                return f"cast {self._list(characters)}"
            case LateLine(characters=characters, unknown=unknown):
                parts = [*map(self._target, characters), *(["unknown"] if unknown else [])]
                return f"late {', '.join(parts) or 'none'}"
            case ScheduleLine(day=day, name=name):
                return f"incident {day} {name}"
            case TurfLine(character=character, place=place):
                return f"turf {self._target(character)}: {self._target(place)}"
            case SpecialLine(text=text):
                return f"special {text}"
            case RulingLine(name=name, value=value):
                return f"ruling {name} = {value}"

    def play(self, statement: StepStatement | BoardLine | FactLine | GuessLine) -> str:
        match statement:
            case CardsLine(cards=cards):
                return ", ".join(map(self._played, cards)) or "nothing"
            case IgnoredLine(cards=cards) | StoppedLine(cards=cards):
                return ", ".join(f"{card.card} on {self._target(card.target)}" for card in cards)
            case GoodwillLine():
                return self._goodwill(statement)
            case IncidentLine():
                return self._incident(statement)
            case EndLine(won=won, changes=changes):
                return "; ".join(["won" if won else "lost", *map(self.change, changes)])
            case BoardLine(entries=entries):
                return "; ".join(map(self._entry, entries)) or "nothing"
            case FactLine(facts=facts):
                return "; ".join(map(self._fact, facts))
            case GuessLine(character=character, role=role, right=right):
                verdict = "right" if right else "wrong"
                return f"{self._target(character)} {self._role(role)} {verdict}"
        return self._changes(statement.changes)

    def _goodwill(self, line: GoodwillLine) -> str:
        if line.user is None:
            return "nothing"
        words = [self._ranked(line.user, line.rank)]
        if line.borrowed is not None:
            words.append(f"as {self._ranked(line.borrowed, line.borrowed_rank)}")
        if line.targets:
            words.append(f"on {self._list(line.targets)}")
        if line.incident_day is not None:
            words.append(f"incident {line.incident_day}")
        return f"{' '.join(words)}: {'refused' if line.refused else self._changes(line.changes)}"

    def _incident(self, line: IncidentLine) -> str:
        if not line.occurred:
            return "did not occur"
        true = line.true_incident
        named = f" as {self._names.display(Kind.INCIDENT, true)}" if true is not None else ""
        return f"occurred{named}: {self._changes(line.changes)}"

    def _changes(self, changes: Iterable[Change]) -> str:
        return "; ".join(map(self.change, changes)) or "nothing"

    def change(self, change: Change) -> str:  # noqa: C901, PLR0912 - one case a form
        match change:
            case AddCounter(amount=amount, counter=counter, target=target):
                return f"{amount:+d} {counter}" + (f" {self._target(target)}" if target is not None else "")
            case Moves(character=character, place=place):
                return f"{self._target(character)} moves to {self._target(place)}"
            case StandsAt(character=character, place=place):
                return f"{self._target(character)} at {self._target(place)}"
            case Enters(character=character, place=place):
                return f"{self._target(character)} enters at {self._target(place)}"
            case Dies(character=character):
                return f"{self._target(character)} dies"
            case Revives(character=character):
                return f"{self._target(character)} revives"
            case Leaves(character=character):
                return f"{self._target(character)} leaves"
            case ExtraCard(character=character):
                return f"extra card {self._target(character)}"
            case Guard(character=character, lost=lost):
                return f"guard {self._target(character)}{' lost' if lost else ''}"
            case Reveals(character=None, role=role):
                return f"role {self._role(role)}"
            case Reveals(character=character, role=role):
                return f"reveal {self._target(character)} {self._role(role)}"
            case CulpritIs(day=day, character=character):
                return f"culprit of day {day} is {self._target(character)}"
            case Declared(declared=declared, told=told):
                answer = "nothing" if told is None else self._plot(told)
                return f"declared {self._plot(declared)}, told {answer}"
            case CulpritAt(place=place):
                return f"culprit is at {self._target(place)}"
            case SameRole(characters=characters):
                return f"same role: {self._list(characters) or 'none'}"
            case TakesBack(card=card):
                return f"takes back {card}"
            case ProtagonistsDie():
                return "protagonists die"
            case Lost():
                return "lost"
            case LoopEnds():
                return "loop ends"

    def _fact(self, fact: Fact) -> str:
        if not isinstance(fact, OneOf):
            return self._plain(fact)
        if fact.positive and not all(one.positive for one in fact.facts):
            return " or ".join(map(self._plain, fact.facts))
        no = "" if fact.positive else "not "
        told = [self._said(one) for one in fact.facts]
        subjects, values = (list(dict.fromkeys(column)) for column in zip(*told, strict=True))
        if subjects == [_PLOT]:
            return f"{no}plot {' or '.join(value for _, value in told)}"
        if len(subjects) == 1:
            return f"{subjects[0]} is {no}{' or '.join(value for _, value in told)}"
        if len(values) == 1 and all(isinstance(one, RoleFact) for one in fact.facts):
            return f"{values[0]} is {no}among {', '.join(of for of, _ in told)}"
        if fact.positive:
            return " or ".join(map(self._plain, fact.facts))
        return "; ".join(self._plain(replace(one, positive=not one.positive)) for one in fact.facts)

    def _plain(self, fact: PlainFact) -> str:
        no = "" if fact.positive else "not "
        subject, value = self._said(fact)
        return f"{no}plot {value}" if subject == _PLOT else f"{subject} is {no}{value}"

    def _said(self, fact: PlainFact) -> tuple[str, str]:
        """Return what a fact is about and what it says of that; of plots, which one."""
        match fact:
            case RoleFact(character=character, role=role):
                return self._target(character), "absent" if role == ABSENT else self._role(role)
            case CulpritFact(day=day, character=character):
                return f"culprit of day {day}", self._target(character)
            case IncidentFact(day=day, incident=incident):
                return f"incident {day}", self._names.display(Kind.INCIDENT, incident)
            case PlotFact(plot=plot):
                return _PLOT, self._plot(plot)

    def _entry(self, entry: BoardEntry) -> str:
        words = [self._target(entry.target)]
        if entry.place is not None:
            words.append(self._target(entry.place))
        words += [f"{counter[0]}{number}" for counter, number in entry.counters]
        if entry.guards is not None:
            words.append(f"guard {entry.guards}")
        if entry.dead:
            words.append("dead")
        return " ".join(words)

    def _played(self, card: Card) -> str:
        words = [card.player] if card.player is not None else []
        if card.target is not None:
            words.append(self._target(card.target))
        elif card.card is not None:
            words.append("unknown")
        words.append(card.card or "unknown")
        return " ".join(words)

    def _ranked(self, character: CharacterId, rank: int | None) -> str:
        return self._target(character) + (f" {rank}" if rank is not None else "")

    def _list(self, targets: Iterable[str]) -> str:
        return ", ".join(map(self._target, targets))

    def _target(self, target: str | None) -> str:
        if target is None:
            return "unknown"
        return self._names.display(Kind.PLACE if target in PLACES else Kind.CHARACTER, target)

    def _role(self, role: RoleId) -> str:
        return self._names.display(Kind.ROLE, role)

    def _plot(self, plot: PlotId) -> str:
        return self._names.display(Kind.PLOT, plot)
