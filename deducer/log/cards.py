"""Reads lists of cards: what was played, what was ignored, what was stopped."""

from __future__ import annotations

import re
from typing import Final

from deducer.log.changes import NOTHING
from deducer.log.lookup import Lookup
from deducer.log.scanner import LIST, Span, form, read_each
from deducer.log.statements import Card
from deducer.log.words import Words
from deducer.record import Record

_PLAYER: Final = form(r"(?P<player>[A-C]) (?P<card>.+)")
_UNKNOWN: Final = frozenset({"unknown", "?"})
_NOT_NOTED: Final = form(r"(?P<target>.+?)(?: unknown|\s*\?)")
_HOW: Final = "write `TARGET CARD`, such as `NAME paranoia+1` or `PLACE forbid intrigue`"


class CardReader(Record, frozen=True):
    """Reads the cards of a statement.

    Attributes:
        lookup: finds names.
        words: finds cards.
    """

    lookup: Lookup
    words: Words

    def played(self, span: Span, *, players: bool) -> tuple[Card, ...]:
        """Read the cards that were played; none for `nothing`.

        Args:
            span: what stands behind the colon.
            players: whether A, B or C may stand before a card.

        Raises:
            MisreadError: one card cannot be read.
            ExceptionGroup: several cannot.
        """
        if span.text.casefold() in NOTHING:
            return ()
        return read_each(span.pieces(LIST, _HOW), lambda piece: self._played(piece, players=players))

    def ignored(self, span: Span) -> tuple[Card, ...]:
        """Read the forbids that did not do their work.

        Raises:
            MisreadError: one card cannot be read or is no forbid.
            ExceptionGroup: several cannot or are none.
        """
        return read_each(span.pieces(LIST, _HOW), self._ignored)

    def stopped(self, span: Span) -> tuple[Card, ...]:
        """Read the cards without effect; a kind without its rest will do.

        Raises:
            MisreadError: one card cannot be read.
            ExceptionGroup: several cannot.
        """
        return read_each(
            span.pieces(LIST, _HOW), lambda piece: self._card(piece, self.words.bare_items, bare=True)
        )

    def _played(self, span: Span, *, players: bool) -> Card:
        match = _PLAYER.fullmatch(span.text)
        if match is None:
            return self._known_or_not(span)
        if not players:
            raise span.misread("only the protagonists' cards have a player", "write them behind `p:`")
        card = self._known_or_not(span.named(match, "card"))
        return Card(card.card, card.target, match["player"].upper())

    def _known_or_not(self, span: Span) -> Card:
        if span.text.casefold() in _UNKNOWN:
            return Card(None, None)
        not_noted = _NOT_NOTED.fullmatch(span.text)
        if not_noted and not any(pattern.fullmatch(span.text) for pattern in self.words.items):
            return Card(None, self.lookup.target(span.named(not_noted, "target")))
        return self._card(span, self.words.items)

    def _ignored(self, span: Span) -> Card:
        card = self._card(span, self.words.items)
        if card.card not in self.words.forbids:
            raise span.misread(
                "only a forbid can be ignored", "write another card that had no effect behind `stopped:`"
            )
        return card

    def _card(self, span: Span, patterns: tuple[re.Pattern[str], ...], *, bare: bool = False) -> Card:
        for pattern in patterns:
            if match := pattern.fullmatch(span.text):
                target = span.named(match, "target")
                card = self.words.card(span.named(match, "card"), bare=bare)
                if target.text.casefold() in _UNKNOWN:
                    return Card(card, None)
                return Card(card, self.lookup.target(target))
        raise span.misread(f"{span.text!r} is no card on a target", _HOW)
