"""The table: a line a row with two-letter codes, narrow enough for a small terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import ClassVar, Final

from deducer.export.formats import Format
from deducer.export.listing import Column, Kind, Rows, Value
from deducer.ids import ABSENT, PERSON
from deducer.present import phrase
from deducer.present.codes import codes
from deducer.rules import names as rule_names

_WIDTH: Final = 80
_CODE: Final = 2
# What stands for a Person and for a character that is not in the script.
_PERSON: Final = "."
_ABSENT: Final = "x"
_NUMBERS: Final = {Kind.WORLDS, Kind.SHARE}
# As wide as the smallest and the largest share that are no 0 and no 100 %.
_SHARE: Final = 8


class Table(Format):
    """A table with codes and its legend."""

    digits: ClassVar[int] = 6

    def top(self) -> str:
        """Return the header and the headings."""
        header = "".join(_lines(f"{key}: {value}") for key, value in self.listing.header().items())
        cells = (self._fitted(column, self._head(column)) for column in self.listing.columns)
        gaps = self.frame()[1:-1]
        heads = "".join(text for pair in zip(gaps, cells, strict=True) for text in pair)
        return f"{header}\n{'':{self.digits}}{heads.rstrip()}\n"

    def frame(self) -> Sequence[str]:
        """Return spaces; two between columns that tell different things."""
        kinds = [column.kind for column in self.listing.columns]
        return ["", " ", *(" " if one is other else "  " for one, other in pairwise(kinds)), "\n"]

    def cell(self, column: Column, value: Value) -> str:
        """Return the codes."""
        match value:
            case str() if column.kind is Kind.ROLE:
                text = self._roles[value]
            case str() if column.kind is Kind.INCIDENT:
                text = self._incidents[value]
            case str():
                text = self._people[value]
            case tuple():
                text = " ".join(self._plots[plot] for plot in value)
            case _:
                text = self.words(column, value)
        text = self._fitted(column, text)
        return text.rstrip() if column is self.listing.columns[-1] else text

    def bottom(self, rows: Rows) -> str:
        """Return the legend, if there is something to be explained, and the footer."""
        legend = "".join(map(_lines, self._legend())) if rows.shown else ""
        return f"\n{legend}{_lines(f'{rows.footer()}.')}"

    def _head(self, column: Column) -> str:
        match column.kind:
            case Kind.MAIN_PLOTS:
                return "M"
            case Kind.SUB_PLOTS:
                return "S"
            case Kind.ROLE:
                return self._people[column.key]
            case Kind.CULPRIT:
                return f"D{column.key}"
            case Kind.INCIDENT:
                return f"I{column.key}"
            case Kind.WORLDS | Kind.SHARE:
                return column.heading(self.listing.names)

    def _fitted(self, column: Column, text: str) -> str:
        match column.kind:
            case Kind.WORLDS:
                return text.rjust(max(len(str(column.most)), len(self._head(column))))
            case Kind.SHARE:
                return text.rjust(_SHARE)
            case _:
                return text.ljust((_CODE + 1) * column.most - 1)

    @cached_property
    def _plots(self) -> Mapping[str, str]:
        names = self.listing.names
        return codes({plot: phrase.plot(names, plot) for plot in names.ids[rule_names.Kind.PLOT]})

    @cached_property
    def _incidents(self) -> Mapping[str, str]:
        names = self.listing.names
        return codes({one: phrase.incident(names, one) for one in names.ids[rule_names.Kind.INCIDENT]})

    @cached_property
    def _people(self) -> Mapping[str, str]:
        """The codes of the characters that can stand in the table."""
        return codes({who: phrase.character(self.listing.names, who) for who in self.listing.people})

    @cached_property
    def _roles(self) -> Mapping[str, str]:
        names = self.listing.names
        chosen = codes({role: phrase.role(names, role) for role in names.ids[rule_names.Kind.ROLE]})
        return {**chosen, PERSON: _PERSON, ABSENT: _ABSENT}

    def _legend(self) -> Iterator[str]:
        names = self.listing.names
        kinds = {column.kind for column in self.listing.columns}
        if Kind.MAIN_PLOTS in kinds:
            yield "Plots: " + _listed({code: phrase.plot(names, p) for p, code in self._plots.items()})
        if kinds & {Kind.ROLE, Kind.CULPRIT}:
            yield "Characters: " + _listed(
                {code: phrase.character(names, who) for who, code in self._people.items()}
            )
        if Kind.ROLE in kinds:
            yield "Roles: " + _listed({code: phrase.role(names, r) for r, code in self._roles.items()})
        if Kind.INCIDENT in kinds:
            yield "Incidents: " + _listed(
                {code: phrase.incident(names, one) for one, code in self._incidents.items()}
            )
        heads = []
        if Kind.MAIN_PLOTS in kinds:
            heads.append("M is the main plot, S are the subplots")
        for kind, what in ((Kind.CULPRIT, "culprit"), (Kind.INCIDENT, "true incident")):
            first = next((column for column in self.listing.columns if column.kind is kind), None)
            if first is not None:
                heads.append(f"{self._head(first)} is the {what} of day {first.key}")
        if heads:
            yield f"{'; '.join(heads)}."


def _listed(named: Mapping[str, str]) -> str:
    return ", ".join(f"{code} {name}" for code, name in named.items())


def _lines(text: str) -> str:
    return "".join(f"{line}\n" for line in phrase.wrapped(text, _WIDTH))
