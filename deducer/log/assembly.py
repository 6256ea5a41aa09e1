"""Puts the header statements together to a setup, and holds them against each other."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial
from typing import Final

from deducer.errors import Mistake, MistakeKind
from deducer.ids import CharacterId, PlaceId
from deducer.log.header import LATE_TRAITS, HeaderReader
from deducer.log.lookup import Lookup
from deducer.log.scanner import Sentence, Span
from deducer.log.setup import Setup
from deducer.log.statements import (
    CastLine,
    DaysLine,
    HeaderStatement,
    LateLine,
    LoopsLine,
    RulingLine,
    ScheduleLine,
    SetLine,
    SpecialKind,
    SpecialLine,
    TurfLine,
)
from deducer.log.words import words_for
from deducer.rules.model import Rules
from deducer.rules.names import Kind, names_for
from deducer.rules.vocabulary import Trait

# What others are held against comes first: the set before any name, the days before an incident's day.
_ORDER: Final = ("set", "special", "loops", "days", "cast", "late", "ruling", "incident", "turf")


class Assembly:
    """A header that is being put together.

    Attributes:
        statements: the statements that could be used, in the order of the log.
        mistakes: what is wrong with the others.
        tragedy_set: id of the set, None while it is not known.
        loops: number of loops, special rules counted in; None if not told.
        days: days in a loop, special rules counted in; None if not told.
    """

    def __init__(self, rules: Rules, sentences: Iterable[Sentence]) -> None:
        self.mistakes: list[Mistake] = []
        self.tragedy_set: str | None = None
        self.loops: int | None = None
        self.days: int | None = None
        self._rules = rules
        self._reader = HeaderReader(rules, Lookup(names_for(rules)), words_for(rules))
        self._cast: CastLine | None = None
        self._late: LateLine | None = None
        self._incidents: dict[int, ScheduleLine] = {}
        self._turfs: dict[CharacterId, PlaceId] = {}
        self._rulings: dict[str, str] = {}
        self._specials: list[SpecialLine] = []
        self._told: dict[str, HeaderStatement] = {}
        self._failed: set[str] = set()
        taken: list[HeaderStatement] = []
        ordered = sorted(sentences, key=lambda sentence: _ORDER.index(sentence.keyword))
        for sentence in ordered:
            statement = sentence.line.attempt(partial(self._take, sentence), self.mistakes)
            if statement is not None:
                taken.append(statement)
            else:
                self._failed.add(sentence.keyword)
        self.statements = tuple(sorted(taken, key=lambda statement: statement.at.line))
        self._find_missing({sentence.keyword for sentence in ordered})

    @property
    def setup(self) -> Setup | None:
        """What the header says together; None without set or cast."""
        if self.tragedy_set is None or self._cast is None:
            return None
        late = self._late
        return Setup(
            tragedy_set=self.tragedy_set,
            loops=self.loops,
            days=self.days,
            cast=tuple(one for one in self._cast.characters if not self._comes_late(one)),
            late=self._announced(),
            late_unknown=late is not None and late.unknown,
            late_assumed=late is None,
            incidents={day: line.incident for day, line in sorted(self._incidents.items())},
            other_names={
                day: line.name for day, line in sorted(self._incidents.items()) if line.incident is None
            },
            turfs=self._turfs,
            rulings={
                name: value
                for name, value in self._rulings.items()
                if value != self._rules.rulings[name].values[0]
            },
            specials=tuple(self._specials),
            extra_tags=self._extra_tags(),
        )

    @property
    def schedule(self) -> Collection[int] | None:
        """The days with an incident; None if an `incident` line could not be used."""
        return frozenset(self._incidents) if "incident" not in self._failed else None

    def lookup(self) -> Lookup:
        """Return what finds the names of play, the cast's before those that may come late."""
        names = names_for(self._rules, self.tragedy_set)
        late = frozenset(one for one in self._rules.characters if self._comes_late(one))
        if self._cast is None:
            return Lookup(names, (), late, self.schedule)
        known = frozenset(self._cast.characters) | frozenset(self._announced())
        stand_ins = frozenset(
            one.id
            for one in self._rules.characters.values()
            if (shares := one.trait(Trait.SHARES_ROLE)) and shares.of in known
        )
        hidden = late if self._late is not None and self._late.unknown else frozenset[CharacterId]()
        return Lookup(names, (known | stand_ins, hidden), late, self.schedule)

    def _take(self, sentence: Sentence) -> HeaderStatement | None:
        """Read a sentence and note what it says; None for one that cannot be read without the set."""
        if sentence.keyword == "incident" and self.tragedy_set is None:
            return None
        statement = self._reader.read(sentence.keyword, sentence.line, sentence.rest)
        what = self._subject(sentence.keyword, statement)
        first = self._told.get(what)
        if first is not None:
            raise sentence.line.content.misread(
                f"`{what}` is told already on line {first.at.line}",
                "keep one of them",
                MistakeKind.IMPOSSIBLE,
            )
        self._note(statement, sentence.rest)
        self._told[what] = statement
        return statement

    def _note(self, statement: HeaderStatement, span: Span) -> None:
        match statement:
            case SetLine(tragedy_set=tragedy_set):
                self.tragedy_set = tragedy_set
                names = names_for(self._rules, tragedy_set)
                any_name = any(one.disguised for one in self._rules.sets[tragedy_set].incidents)
                self._reader = HeaderReader(self._rules, Lookup(names), words_for(self._rules), any_name)
            case LoopsLine(loops=loops):
                self.loops = self._counted(loops, SpecialKind.MORE_LOOPS, span)
            case DaysLine(days=days):
                self.days = self._counted(days, SpecialKind.MORE_DAYS, span)
            case CastLine():
                self._cast = statement
            case LateLine():
                self._late = statement
            case ScheduleLine(day=day):
                self._check_day(day, span)
                self._incidents[day] = statement
            case TurfLine(character=character, place=place):
                self._check_turf(character, span)
                self._turfs[character] = place
            case RulingLine(name=name, value=value):
                self._rulings[name] = value
            case SpecialLine():
                self._specials.append(statement)

    def _counted(self, written: int, kind: SpecialKind, span: Span) -> int:
        total = written + sum(line.amount for line in self._specials if line.kind is kind)
        if total < 1:
            raise span.misread(
                f"the special rules leave {total} of {written}",
                "check the `special` lines",
                MistakeKind.IMPOSSIBLE,
            )
        return total

    def _check_day(self, day: int, span: Span) -> None:
        if self.days is not None and day > self.days:
            raise span.misread(
                f"a loop has no day {day}, only {self.days}",
                "check the day of the incident and the `days` line",
                MistakeKind.IMPOSSIBLE,
            )

    def _check_turf(self, character: CharacterId, span: Span) -> None:
        if not self._rules.characters[character].has(Trait.HAS_TURF):
            raise span.misread(
                f"{self._show(character)} has no turf", "leave the line out", MistakeKind.IMPOSSIBLE
            )
        if self._cast is not None and character not in self._cast.characters:
            raise span.misread(
                f"{self._show(character)} is not in the cast",
                "add it to the `cast` line, or leave this line out",
                MistakeKind.IMPOSSIBLE,
            )

    def _find_missing(self, written: Collection[str]) -> None:
        """Note what the header must tell and does not."""
        for keyword, how in (("set", "set NAME"), ("cast", "cast NAME, NAME")):
            if keyword not in written:
                message = f"the `{keyword}` line is missing"
                hint = f"write `{how}` above `loop 1`"
                self.mistakes.append(Mistake(0, 0, MistakeKind.IMPOSSIBLE, message, hint))
        if self._cast is None or "turf" in self._failed:
            return
        for character in self._cast.characters:
            has_turf = self._rules.characters[character].has(Trait.HAS_TURF)
            if has_turf and character not in self._turfs:
                shown = self._show(character)
                at = self._cast.at
                message = f"the turf of {shown} is not told"
                hint = f"write `turf {shown}: PLACE` in the header"
                self.mistakes.append(Mistake(at.line, 0, MistakeKind.IMPOSSIBLE, message, hint, at.text))

    def _announced(self) -> tuple[CharacterId, ...]:
        """Return the late characters that are known, from the cast line and the late line."""
        cast = self._cast.characters if self._cast else ()
        late = self._late.characters if self._late else ()
        return tuple(dict.fromkeys([*filter(self._comes_late, cast), *late]))

    def _comes_late(self, character: CharacterId) -> bool:
        card = self._rules.characters[character]
        return any(card.has(trait) for trait in LATE_TRAITS)

    def _extra_tags(self) -> dict[CharacterId, tuple[str, ...]]:
        tags: dict[CharacterId, tuple[str, ...]] = {}
        for special in self._specials:
            if special.character is not None and special.tag is not None:
                tags[special.character] = (*tags.get(special.character, ()), special.tag)
        return tags

    def _subject(self, keyword: str, statement: HeaderStatement) -> str:
        """Return what a statement tells; that may be told only once."""
        match statement:
            case ScheduleLine(day=day):
                return f"{keyword} {day}"
            case TurfLine(character=character):
                return f"{keyword} {self._show(character)}"
            case RulingLine(name=name):
                return f"{keyword} {name}"
            case SpecialLine(text=text):
                return f"{keyword} {text}"
        return keyword

    def _show(self, character: CharacterId) -> str:
        return self._reader.lookup.names.display(Kind.CHARACTER, character)
