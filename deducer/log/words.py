"""The words of counters and cards, in every language of the rule data, and the patterns that find them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

from deducer.ids import COUNTERS, CounterId
from deducer.log.scanner import GAP_AFTER, GAP_BEFORE, Span
from deducer.log.statements import (
    AbilityLine,
    BoardLine,
    CardsLine,
    DawnLine,
    DayLine,
    EndLine,
    FactLine,
    GoodwillLine,
    GuessLine,
    IgnoredLine,
    IncidentLine,
    LoopLine,
    NightLine,
    PlayStatement,
    Side,
    StartLine,
    StoppedLine,
)
from deducer.record import Record
from deducer.rules.model import Rules
from deducer.rules.names import Kind, names_for

GAUGE: Final = "gauge"

_SIDE_WORDS: Final = {Side.MASTERMIND: "mm", Side.PROTAGONISTS: "p", Side.UNKNOWN: "cards"}
_STEP_WORDS: Final[dict[type[PlayStatement], str]] = {
    LoopLine: "loop",
    DayLine: "day",
    StartLine: "start",
    DawnLine: "dawn",
    IgnoredLine: "ignored",
    StoppedLine: "stopped",
    AbilityLine: "ability",
    GoodwillLine: "goodwill",
    IncidentLine: "incident",
    NightLine: "night",
    EndLine: "end",
    BoardLine: "board",
    FactLine: "fact",
    GuessLine: "guess",
}


class Words(Record, frozen=True):
    """What counters and cards are called.

    Attributes:
        counters: counter by lower-case word.
        cards: the cards of both sides, as the notation has them.
        forbids: the cards that forbid.
        kinds: cards without their rest ("move", "paranoia"), for `stopped:`.
        added: pattern of `+N COUNTER TARGET`; groups sign, amount, counter, target.
        added_after: pattern of `TARGET COUNTER+N`; the same groups.
        added_behind: pattern of `TARGET +N COUNTER`; the same groups.
        last_mark: pattern of the last thing a board entry names ("p2"); groups dead, guards, counter, number.
        items: patterns of a played card; groups card, target.
        bare_items: the same, where a card may lack its rest.
    """

    counters: dict[str, CounterId]
    cards: tuple[str, ...]
    forbids: frozenset[str]
    kinds: frozenset[str]
    added: re.Pattern[str]
    added_after: re.Pattern[str]
    added_behind: re.Pattern[str]
    last_mark: re.Pattern[str]
    items: tuple[re.Pattern[str], ...]
    bare_items: tuple[re.Pattern[str], ...]

    def counter(self, word: str) -> CounterId:
        """Return the counter a word of the patterns means."""
        return self.counters[word.casefold()]

    def card(self, span: Span, *, bare: bool = False) -> str:
        """Return the notation's word for a card.

        Args:
            span: the card as written.
            bare: whether a kind without its rest will do.

        Raises:
            MisreadError: there is no such card.
        """
        text = self._canonical(span.text.casefold())
        if text in self.cards or (bare and text in self.kinds):
            return text
        fits = [card for card in self.cards if _abbreviates(text, card)]
        if len(fits) == 1:
            return fits[0]
        near = get_close_matches(text, self.cards, n=3, cutoff=0.5)
        hint = f"did you mean {listed(near)}?" if near else f"the cards are {listed(self.cards)}"
        raise span.misread(f"there is no card {span.text!r}", hint)

    def _canonical(self, text: str) -> str:
        """Return a card with the counter's id and the notation's spacing."""
        counter = "".join(text.split())
        for pattern in (_COUNTER_FIRST, _COUNTER_LAST):
            if (match := pattern.fullmatch(counter)) and match["word"] in self.counters:
                return f"{self.counters[match['word']]}{match['amount']}"
        return " ".join(self.counters.get(word, word) for word in text.split())


_COUNTER_FIRST: Final = re.compile(r"(?P<word>[^+-]+)(?P<amount>[+-][0-9]+)")
_COUNTER_LAST: Final = re.compile(r"(?P<amount>[+-][0-9]+)(?P<word>[^+-]+)")


@lru_cache(maxsize=8)
def words_for(rules: Rules) -> Words:
    """Return the words of a rule data's counters and cards."""
    counters = _counter_words(rules)
    cards = tuple(
        dict.fromkeys(card.id for hand in (rules.hands.mastermind, rules.hands.protagonist) for card in hand)
    )
    leading = {card.split()[0] for card in cards if " " in card}
    counter = _any_of(counters)
    lead = _any_of(leading)
    card = rf"(?:{counter})\s*[+-]\s*[0-9]+|[+-]\s*[0-9]+\s*(?:{counter})|(?:{lead})\s+\S+"
    number = r"\s*=?\s*(?P<{}>[0-9]{{1,2}})"
    mark = rf"(?P<dead>dead)|guards?{number.format('guards')}|(?P<counter>{counter}){number.format('number')}"
    amount = r"(?P<sign>[+-])\s*(?P<amount>[1-9][0-9]?)"
    return Words(
        counters=counters,
        cards=cards,
        forbids=frozenset(card for card in cards if card.startswith("forbid ")),
        kinds=frozenset(leading | set(COUNTERS)),
        added=_pattern(rf"{amount}\s*(?P<counter>{counter}){GAP_AFTER}(?:(?:on|to)\s+)?(?P<target>.+)"),
        added_after=_pattern(rf"(?P<target>.+?){GAP_BEFORE}(?P<counter>{counter})\s*{amount}"),
        added_behind=_pattern(rf"(?P<target>.+?)\s*{amount}\s*(?P<counter>{counter})"),
        last_mark=_pattern(rf"{GAP_BEFORE}(?:{mark})$"),
        items=_item_patterns(card),
        bare_items=_item_patterns(rf"{card}|{lead}|{counter}"),
    )


def statement_word(statement: PlayStatement) -> str:
    """Return the word a statement of play starts with."""
    if isinstance(statement, CardsLine):
        return _SIDE_WORDS[statement.side]
    return _STEP_WORDS[type(statement)]


def listed(words: Iterable[str]) -> str:
    """Return words as a list for the reader: `a`, `b` or `c`."""
    *most, last = (f"`{word}`" for word in words)
    return f"{', '.join(most)} or {last}" if most else last


def _counter_words(rules: Rules) -> dict[str, CounterId]:
    """Return every word of a counter; its first letter is enough ("p2")."""
    initials = {counter[0]: counter for counter in COUNTERS}
    spellings = names_for(rules).spellings(Kind.COUNTER)
    return initials | {word: found[0] for word, found in spellings.items() if len(found) == 1}


def _any_of(words: Iterable[str]) -> str:
    """Return a pattern for any of the words, longer ones first."""
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


def _item_patterns(card: str) -> tuple[re.Pattern[str], ...]:
    return (
        _pattern(rf"(?P<card>{card})\s+on\s+(?P<target>.+)"),
        _pattern(rf"(?P<target>.+?){GAP_BEFORE}(?P<card>{card})"),
        _pattern(rf"(?P<card>{card}){GAP_AFTER}(?P<target>.+)"),
    )


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


def _abbreviates(text: str, card: str) -> bool:
    """Tell whether each word of the text begins the card's word in the same place."""
    short, full = text.split(), card.split()
    return len(short) == len(full) > 1 and all(map(str.startswith, full, short))
