"""Names: from what a player types, in any language, to ids, and back to names to show.

A *spelling* is a name, alias or id in the form that matching compares (see `normalize`). Roles, plots and
incidents belong to one set: the same name may mean something else in another.
"""

from __future__ import annotations

import difflib
import re
import sys
import unicodedata
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from types import MappingProxyType
from typing import Final, overload

from deducer.ids import COUNTERS, PLACES
from deducer.record import Record
from deducer.rules.model import AliasTable, NameTable, Rules

ENGLISH: Final = "en"

_HYPHENS = re.compile(r"[-\u2010-\u2015\u2212]")
_ARTICLE = re.compile(r"(?:the|an?) (?=.)")
# Voicing marks tell one kana from another; every other combining mark is an accent.
_VOICING: Final = "\u3099\u309a"
# How much alike two spellings must be for one to be a remedy for the other, from 0 to 1.
_NEAR: Final = 0.6
# The games' titles use chi for a plain X.
_CHI: Final = str.maketrans("\u03c7", "x")


class Kind(StrEnum):
    """What a name can name."""

    CHARACTER = "character"
    ROLE = "role"
    PLOT = "plot"
    INCIDENT = "incident"
    PLACE = "place"
    SET = "set"
    COUNTER = "counter"
    TERM = "term"


@lru_cache(maxsize=4096)
def normalize(text: str) -> str:
    """Return the form in which names are compared.

    Case, accents, widths and punctuation are ignored; letters and digits of every script, single spaces and
    the question mark (it tells Part-Timer(?) from Part-Timer) stay.
    """
    letters = []
    for char in unicodedata.normalize("NFKD", text).casefold():
        if char.isspace():
            letters.append(" ")
        elif char == "?" or char.isalnum() or char in _VOICING:
            letters.append(char)
    folded = unicodedata.normalize("NFKC", "".join(letters)).translate(_CHI)
    return " ".join(folded.split()).replace(" ?", "?")


class Names(Record, frozen=True, dict=True):
    """The names that count in one set.

    Attributes:
        shown: names by language, kind and id.
        ids: the ids of each kind, in the order of the data.
        spelled: spelling -> ids, for each kind.
    """

    shown: Mapping[str, Mapping[Kind, Mapping[str, str]]]
    ids: Mapping[Kind, tuple[str, ...]]
    spelled: Mapping[Kind, Mapping[str, tuple[str, ...]]]

    def display(self, kind: Kind, name_id: str, language: str = ENGLISH) -> str:
        """Return the name to show: in the language, else in English, else the id itself."""
        for tag in (language, ENGLISH):
            name = self.shown.get(tag, {}).get(kind, {}).get(name_id)
            if name is not None:
                return name
        return name_id

    def spellings(self, kind: Kind) -> Mapping[str, tuple[str, ...]]:
        """Return every spelling of a kind with the ids it can mean."""
        return self.spelled[kind]

    def find(self, kind: Kind, text: str, among: Collection[str] | None = None) -> tuple[str, ...]:
        """Return the ids a text can mean.

        Args:
            kind: what the text must name.
            text: as typed.
            among: the ids that are possible here, such as the cast; None for all.

        Returns:
            The ids with exactly this name, else those with a name that starts so. Empty: unknown, or the
            exact name of something not `among` the possible ones; several: ambiguous.
        """
        key = normalize(text)
        if not key:
            return ()
        found: Iterable[str] | None = self.spelled[kind].get(key)
        if found is None:
            starting = set(self._starting(kind, key))
            found = (one for one in self.ids[kind] if one in starting)
        return tuple(one for one in found if among is None or one in among)

    def _starting(self, kind: Kind, key: str) -> Iterator[str]:
        """Yield the ids with a spelling that starts so."""
        order = self._in_order[kind]
        for spelling in order[bisect_left(order, key) : bisect_left(order, key + chr(sys.maxunicode))]:
            yield from self.spelled[kind][spelling]

    @cached_property
    def _in_order(self) -> Mapping[Kind, tuple[str, ...]]:
        """The spellings of each kind in order, where those that start alike stand together."""
        return {kind: tuple(sorted(spellings)) for kind, spellings in self.spelled.items()}

    def nearest(
        self, kind: Kind, text: str, count: int = 3, among: Collection[str] | None = None
    ) -> tuple[str, ...]:
        """Return up to `count` English names that are spelled much like a text, nearest first."""
        near: dict[str, None] = {}
        for spelling in _alike(normalize(text), self._in_order[kind]):
            for one in self.spelled[kind][spelling]:
                if among is None or one in among:
                    near[self.display(kind, one)] = None
        return tuple(near)[:count]


@cache
def names_for(rules: Rules, set_id: str | None = None) -> Names:
    """Return the names that count in a set, built once for each.

    Args:
        rules: all rule data.
        set_id: the set played; None while it is not known: then no role, plot or incident has a name.

    Raises:
        KeyError: there is no such set.
    """
    ids = _ids(rules, set_id)
    shown = {tag: {kind: section(table, kind) for kind in Kind} for tag, table in sorted(rules.names.items())}
    spelled = {}
    for kind in Kind:
        spellings: dict[str, dict[str, None]] = {}
        for one in ids[kind]:
            for tag, tables in shown.items():
                _spell(spellings, one, tables[kind].get(one, ""), articles=tag == ENGLISH)
            for alias in section(rules.aliases, kind).get(one, ()):
                _spell(spellings, one, alias)
            _spell(spellings, one, one)
        spelled[kind] = MappingProxyType({spelling: tuple(found) for spelling, found in spellings.items()})
    return Names(MappingProxyType(shown), MappingProxyType(ids), MappingProxyType(spelled))


@lru_cache(maxsize=4096)
def _alike(key: str, spellings: tuple[str, ...]) -> tuple[str, ...]:
    """Return the spellings that are much like a text, nearest first."""
    # No ratio of difflib exceeds the share of letters that the text has too, and that is found much sooner:
    # first without the letters that it certainly lacks, each counted once, then letter by letter.
    lacking, has, size = ~_letters(key), key.__contains__, len(key)
    pool = [
        spelling
        for spelling, letters in _lettered(spellings)
        if 2 * (len(spelling) - (letters & lacking).bit_count()) / (size + len(spelling)) >= _NEAR
        and 2 * sum(map(has, spelling)) / (size + len(spelling)) >= _NEAR
    ]
    return tuple(difflib.get_close_matches(key, pool, n=len(pool), cutoff=_NEAR)) if pool else ()


@lru_cache(maxsize=64)
def _lettered(spellings: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((spelling, _letters(spelling)) for spelling in spellings)


def _letters(text: str) -> int:
    """Return which letters a text has, as bits; rare letters share a bit with others."""
    bits = 0
    for char in text:
        bits |= 1 << ord(char) % 61
    return bits


def _ids(rules: Rules, set_id: str | None) -> dict[Kind, tuple[str, ...]]:
    played = None if set_id is None else rules.sets[set_id]
    english = rules.names.get(ENGLISH)
    return {
        Kind.CHARACTER: tuple(rules.characters),
        Kind.ROLE: () if played is None else tuple(role.id for role in played.roles),
        Kind.PLOT: () if played is None else tuple(plot.id for plot in played.plots),
        Kind.INCIDENT: () if played is None else tuple(incident.id for incident in played.incidents),
        Kind.PLACE: PLACES,
        Kind.SET: tuple(rules.sets),
        Kind.COUNTER: COUNTERS,
        Kind.TERM: () if english is None else tuple(english.terms),
    }


@overload
def section(table: NameTable, kind: Kind) -> Mapping[str, str]: ...
@overload
def section(table: AliasTable, kind: Kind) -> Mapping[str, tuple[str, ...]]: ...
def section(table: NameTable | AliasTable, kind: Kind) -> Mapping[str, str] | Mapping[str, tuple[str, ...]]:
    """Return a table's part for a kind: names or aliases by id."""
    part: Mapping[str, str] | Mapping[str, tuple[str, ...]] = getattr(table, f"{kind}s")
    return part


def _spell(spellings: dict[str, dict[str, None]], one: str, name: str, *, articles: bool = False) -> None:
    for spelling in _variants(name, articles=articles):
        spellings.setdefault(spelling, {})[one] = None


def _variants(name: str, *, articles: bool) -> Iterator[str]:
    """Yield the spellings of a name: with and without its spaces and hyphens, and without its article."""
    plain = normalize(name)
    if not plain:
        return
    yield plain
    yield plain.replace(" ", "")
    yield normalize(_HYPHENS.sub(" ", name))
    short = _ARTICLE.sub("", plain, count=1) if articles and _ARTICLE.match(plain) else plain
    yield short
    yield short.replace(" ", "")
