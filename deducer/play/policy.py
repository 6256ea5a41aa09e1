"""What Mastermind and Protagonists choose: at random, led by what each of them is after.

Policies never decide what is legal: they are given the legal choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, TypeVar

from deducer.board.state import Board
from deducer.board.table import FORBID, amount_of, kind_of
from deducer.ids import GOODWILL, INTRIGUE, PARANOIA, PLACES, CharacterId
from deducer.log.statements import Side
from deducer.record import Draft, Record

_Option = TypeVar("_Option")
_LEAST: Final = 0.05  # how much a card is liked that serves no end
_WANTED: Final = 40.0  # how much one that serves an end
_HOPES: Final = 3
_SHARES: Final = (0.4, 0.7, 1.0)


class Temper(Record, frozen=True):
    """How likely each side is to do what it may do, from 0 to 1.

    Attributes:
        acts: the Mastermind uses an optional ability.
        refuses: he refuses a goodwill ability.
        ignores: he ignores a forbid.
        strikes: he kills, or ends the loop, where he may.
        plots: his cards and abilities serve an end.
        lies: he tells another role where he may.
        names: he tells the true name of an incident that was announced under another.
        asks: the Protagonists use a goodwill ability.
        hopes: their cards serve an end.
        guesses: a role they name at the Final Guess is the right one.
    """

    acts: float
    refuses: float
    ignores: float
    strikes: float
    plots: float
    lies: float
    names: float
    asks: float
    hopes: float
    guesses: float

    @classmethod
    def drawn(cls, chance: Random) -> Temper:
        """Draw the tempers of one game."""
        return cls(*(chance.choice(_SHARES) for _ in cls.__struct_fields__))


class Policy(Draft):
    """The choices of one game.

    Attributes:
        chance: decides.
        aims: the counters that the Mastermind is after, as (counter, on what).
        temper: how likely each side is to act.
        liked: whose goodwill the Protagonists raise in this loop.
    """

    chance: Random
    aims: frozenset[tuple[str, str]]
    temper: Temper
    liked: frozenset[CharacterId] = frozenset()

    @classmethod
    def drawn(cls, chance: Random, aims: frozenset[tuple[str, str]]) -> Policy:
        """Draw the tempers of a game."""
        return cls(chance, aims, Temper.drawn(chance))

    def new_loop(self, cast: Sequence[CharacterId]) -> None:
        """Let the Protagonists set their hopes on few characters, so that these reach their ranks."""
        self.liked = frozenset(self.chance.sample(cast, self.chance.randint(1, min(_HOPES, len(cast)))))

    def choose(self, options: Sequence[_Option]) -> _Option:
        """Return one of several options."""
        return self.chance.choice(options)

    def likely(self, share: float) -> bool:
        """Decide with a chance."""
        return self.chance.random() < share

    def target(self, counters: Sequence[str], options: Sequence[str]) -> str:
        """Return what the Mastermind's counters go to, one of several options."""
        wanted = [one for one in options if any((counter, one) in self.aims for counter in counters)]
        return self.choose(wanted if wanted and self.likely(self.temper.plots) else options)

    def card(self, side: Side, options: Sequence[tuple[str, str]], board: Board) -> tuple[str, str]:
        """Return the (card, target) that a player of a side plays, one of several options."""
        mastermind = side is Side.MASTERMIND
        if not self.likely(self.temper.plots if mastermind else self.temper.hopes):
            return self.choose(options)
        liking = self._mastermind_likes if mastermind else self._protagonist_likes
        return self.chance.choices(options, [_LEAST + liking(*option, board) for option in options])[0]

    def _mastermind_likes(self, card: str, target: str, _: Board) -> float:
        kind = kind_of(card)
        if card.startswith(FORBID):
            return 1.0 if card == f"{FORBID}{GOODWILL}" and target in self.liked else 0.0
        if kind in (PARANOIA, INTRIGUE) and amount_of(card, kind) > 0:
            return _WANTED if (kind, target) in self.aims else 0.5
        return 0.4 if target not in PLACES else 0.0

    def _protagonist_likes(self, card: str, target: str, board: Board) -> float:
        kind = kind_of(card)
        if card == f"{FORBID}{INTRIGUE}":
            return 2.0 if target in PLACES else 0.6
        if kind == GOODWILL:
            return _WANTED if target in self.liked else 0.3
        if kind == PARANOIA and amount_of(card, kind) < 0:
            return 1.5 if target not in PLACES and board.count(target, PARANOIA) else 0.0
        return 0.4 if target not in PLACES else 0.0
