"""Tests: what the Protagonists can bring about, what it costs them, and what can come of it."""

from __future__ import annotations

from enum import StrEnum

from deducer.advise.future import Future
from deducer.evidence.sources import Evidence
from deducer.log.statements import PlayStatement
from deducer.record import Record


class Kind(StrEnum):
    """Kinds of tests, and of steps to watch."""

    GOODWILL = "goodwill"  # ask for a goodwill ability
    INCIDENT = "incident"  # let the incident of a day come with the board as it stands
    AT_LIMIT = "atLimit"  # the same with somebody brought to the paranoia limit
    BELOW_LIMIT = "belowLimit"  # the same with somebody kept below it
    ALONE = "alone"  # leave two alone at the day's end
    FORBID = "forbid"  # lay a Forbid card where the Mastermind's card may lie
    ABILITIES = "abilities"  # watch the Mastermind's ability step
    NIGHT = "night"  # watch the day's end
    START = "start"  # watch the start of the next loop


class Cost(Record, frozen=True):
    """What a test costs.

    Attributes:
        goodwill: the goodwill that is still missing on the card.
        paranoia: the paranoia that must still come (negative: go).
        cards: the Protagonists' cards it takes at least.
        days: how many days go by until then; 0 for today.
        next_loop: whether it must wait for the next loop; days then count from its start.
    """

    goodwill: int = 0
    paranoia: int = 0
    cards: int = 0
    days: int = 0
    next_loop: bool = False

    @property
    def effort(self) -> tuple[bool, int, int, int]:
        """How dear it is, for comparison."""
        return self.next_loop, self.days, self.cards, self.goodwill


class Outcome(Record, frozen=True):
    """Something that may be seen.

    Attributes:
        line: how to note it; None for "anything else".
        pieces: what it proves, with what comes before it, beyond the log as written.
        open: whether more is seen and noted with it than the line says.
    """

    line: PlayStatement | None
    pieces: tuple[Evidence, ...]
    open: bool = False


class Trial(Record, frozen=True):
    """Something to bring about and see what comes of it.

    Attributes:
        kind: what kind of test.
        loop: in which loop.
        day: on which day.
        cost: what it costs.
        ask: what the Protagonists announce or lay, as a line with nothing that comes of it; None for nothing.
        about: ids of whom and what it is about: suspects, a place, a target.
        before: the lines that bring the board about, hypothetical like the outcomes.
        base: what those lines prove.
        outcomes: what may be seen; a script may allow several. What none of them covers is "anything else".
    """

    kind: Kind
    loop: int
    day: int
    cost: Cost
    ask: PlayStatement | None
    about: tuple[str, ...]
    before: tuple[PlayStatement, ...]
    base: tuple[Evidence, ...]
    outcomes: tuple[Outcome, ...]


def seen(future: Future, line: PlayStatement) -> Outcome | None:
    """Return the outcome that a line is seen next; None if the board does not allow it."""
    found = future.then(line)
    return None if found is None else Outcome(found.lines[-1], found.told)
