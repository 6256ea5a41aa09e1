"""Reads what is stated of the hidden script: `fact:` lines, claims and filters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from deducer.errors import MistakeKind
from deducer.ids import ABSENT, CharacterId, RoleId
from deducer.log.lookup import Lookup
from deducer.log.scanner import GAP_AFTER, GAP_BEFORE, Span, form, read_each
from deducer.log.statements import CulpritFact, Fact, IncidentFact, OneOf, PlainFact, PlotFact, RoleFact
from deducer.record import Record
from deducer.rules.names import Kind

HOW: Final = (
    "write `NAME is ROLE`, `NAME is not ROLE`, `culprit of day 3 is NAME`, `incident 3 is INCIDENT`, "
    "`plot PLOT` or `not plot PLOT`"
)

_CULPRIT: Final = form(rf"culprit of day (?P<of>[0-9]+) is(?P<negative> not)?{GAP_AFTER}(?P<value>.+)")
_INCIDENT: Final = form(rf"incident (?P<of>[0-9]+) is(?P<negative> not)?{GAP_AFTER}(?P<value>.+)")
_PLOT: Final = form(rf"(?P<negative>not )?plot{GAP_AFTER}(?P<value>.+)")
_AMONG: Final = form(rf"(?P<of>.+?){GAP_BEFORE}is(?P<negative> not)? among{GAP_AFTER}(?P<value>.+)")
_ROLE: Final = form(rf"(?P<of>.+?){GAP_BEFORE}is(?P<negative> not)?{GAP_AFTER}(?P<value>.+)")
_FORMS: Final = (_CULPRIT, _INCIDENT, _PLOT, _AMONG, _ROLE)
_ABSENT: Final = form(r"absent")
_OR: Final = form(r"\s+or\s+")
_COMMA_OR: Final = form(r"\s*,\s*(?:or\s+)?|\s+or\s+")


class FactReader(Record, frozen=True):
    """Reads facts.

    Attributes:
        lookup: finds names.
    """

    lookup: Lookup

    def fact(self, span: Span) -> Fact:
        """Read a fact.

        Raises:
            MisreadError: it cannot be read, or cannot be.
            ExceptionGroup: several of its alternatives cannot.
        """
        first, *others = _cut(span, _OR)
        whole = [_form(one) is not None for one in others]
        if others and all(whole):
            return OneOf(tuple(self._alone(one) for one in (first, *others)))
        if any(whole):
            raise span.misread(
                "some of what is joined by `or` are facts of their own and some are not",
                "write `NAME is ROLE or ROLE`, or every fact in full",
            )
        match = _form(span)
        if match is None:
            raise span.misread(f"{span.text!r} is no fact", HOW)
        between = _COMMA_OR if others or match.re is _AMONG else None
        positive = match["negative"] is None
        facts = self._facts(match, span, _cut(span.named(match, "value"), between))
        return OneOf(facts, positive) if len(facts) > 1 else replace(facts[0], positive=positive)

    def _alone(self, span: Span) -> PlainFact:
        fact = self.fact(span)
        if isinstance(fact, OneOf):
            raise span.misread("alternatives stand among alternatives", "write every fact in full")
        return fact

    def _facts(self, match: re.Match[str], span: Span, values: Sequence[Span]) -> tuple[PlainFact, ...]:
        """Return the facts that a form states of each of some values."""
        lookup = self.lookup
        if match.re is _PLOT:
            return read_each(values, lambda value: PlotFact(lookup.plot(value)))
        if match.re is _AMONG:
            role = lookup.role(span.named(match, "of"))
            return read_each(values, lambda value: RoleFact(lookup.character(value), role))
        if match.re is _ROLE:
            character = lookup.character(span.named(match, "of"))
            return read_each(values, lambda value: RoleFact(character, self._role(character, value)))
        day = lookup.incident_day(span.named(match, "of"))
        if match.re is _CULPRIT:
            return read_each(values, lambda value: CulpritFact(day, lookup.character(value)))
        return read_each(values, lambda value: IncidentFact(day, lookup.incident(value)))

    def _role(self, character: CharacterId, value: Span) -> RoleId:
        if not _ABSENT.fullmatch(value.text):
            return self.lookup.role(value)
        if self.lookup.tiers and character in self.lookup.tiers[0]:
            shown = self.lookup.names.display(Kind.CHARACTER, character)
            raise value.misread(
                f"{shown} takes part; only a late character that nobody announced can be absent",
                "leave it out",
                MistakeKind.IMPOSSIBLE,
            )
        return ABSENT


def _form(span: Span) -> re.Match[str] | None:
    """Return the match of a fact's form."""
    return next(filter(None, (one.fullmatch(span.text) for one in _FORMS)), None)


def _cut(span: Span, between: re.Pattern[str] | None) -> list[Span]:
    """Return the pieces between matches of a pattern."""
    pieces, start = [], 0
    for match in () if between is None else between.finditer(span.text):
        pieces.append(span.part(start, match.start()))
        start = match.end()
    return [*pieces, span.part(start)]
