"""What evidence can be about: the kinds of clue, each with the rulings it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final

from deducer.provenance import Act, Clue

AWAY: Final = "away"
DEAD: Final = "dead"
CALM: Final = "calm"
OTHERWISE: Final = "otherwise"
"""Why somebody cannot be behind an incident: not on the board, dead, too calm, or it would look otherwise."""

DIES: Final = "dies"
GUARDED: Final = "guarded"
MOVES: Final = "moves"
PROTAGONISTS: Final = "protagonists"
"""What was seen and needs a cause, where it is no counter; nothing stands for an announced loss."""


class Kind(StrEnum):
    """What was seen, or was not seen though it should have been; or which rule of legal scripts speaks."""

    MAIN_PLOT = "mainPlot"  # one main plot
    SUB_PLOTS = "subPlots"  # as many subplots as the set says
    ROLE_SUM = "roleSum"  # about a role: the plots say how many hold it
    ROOM = "room"  # about how many there are: who can hold the roles that plots bring
    DEMAND = "demand"  # about a role and a plot: who may hold it
    UNUSED_ROLE = "unusedRole"  # about a character: its role is one that no plot adds
    COPIED_ROLE = "copiedRole"  # about a character: its role is somebody else's
    NEEDED_INCIDENT = "neededIncident"  # about an incident and a plot
    CULPRITS = "culprits"  # culprits are all different
    CULPRIT_ABSENT = "culpritAbsent"  # about a hidden character: who is absent is no culprit
    CULPRIT_DUTY = "culpritDuty"  # about a role: its holders must, or must not, be culprits
    CAUSE = "cause"  # about one unit of a change: "+" or "-", counter and target, or DIES and who, ...
    UNUSED = "unused"  # a mandatory ability left no trace
    LAID = "laid"  # about a character: a card of the Mastermind lies on it
    FORBID_IGNORED = "forbidIgnored"  # about a target and a kind of card
    FORBID_WORKED = "forbidWorked"  # about a target and a kind of card
    CARD_STOPPED = "cardStopped"  # about a target
    CARD_WORKED = "cardWorked"  # about a target
    REFUSED = "refused"  # about the user
    NOT_REFUSED = "notRefused"  # about the user
    TOLD_ROLE = "toldRole"  # about a character and a role
    TOLD = "told"  # something else was told
    RESOLVED = "resolved"  # about the user: an ability that kills, or an incident, showed what was seen
    NO_INCIDENT = "noIncident"  # about a character, its paranoia and limit: the incident did not occur
    # About a character, the day, and what spoke against it (CALM with paranoia and limit): it occurred.
    INCIDENT = "incident"
    DEATH_SURVIVED = "deathSurvived"  # about who died: the loop went on
    DEATH_SILENT = "deathSilent"  # about who died: nothing followed
    REACTION = "reaction"  # a counter that a death set off
    DEATH_LOST = "deathLost"  # a loss announced with a death
    MORTAL = "mortal"  # about a character: it was dead, so it can die
    WON = "won"  # a loss condition that did not hold
    LOST = "lost"  # some loss condition held
    REVEALED = "revealed"  # about a character and a role: revealed at the loop's end
    REVEAL_FORCED = "revealForced"  # about a character and a role: something forced the reveal
    NOT_REVEALED = "notRevealed"  # about a character and a role: nothing forced it to be revealed
    START = "start"  # about a target, and whether counters were put there when the loop began
    EXTRA_CARD = "extraCard"  # about a character
    NO_EXTRA_CARD = "noExtraCard"
    ARRIVED = "arrived"  # about a character
    NEVER_ARRIVED = "neverArrived"  # about a character
    FACT = "fact"
    SUPPOSED = "supposed"  # what an argument supposes, to refute it
    GUESS = "guess"  # about a character and a role: named at the Final Guess


RULINGS: Final[Mapping[Kind, tuple[str, ...]]] = {
    Kind.UNUSED_ROLE: ("R138",),
    Kind.COPIED_ROLE: ("R140",),
    Kind.NEEDED_INCIDENT: ("R118",),
    Kind.CULPRITS: ("R58",),
    Kind.CULPRIT_ABSENT: ("R16",),
    Kind.CULPRIT_DUTY: ("R137",),
    Kind.CAUSE: ("R1",),
    Kind.LAID: ("R24",),
    Kind.FORBID_IGNORED: ("R19", "R20"),
    Kind.FORBID_WORKED: ("R19", "R20"),
    Kind.CARD_STOPPED: ("R23",),
    Kind.CARD_WORKED: ("R23",),
    Kind.REFUSED: ("R38",),
    Kind.NOT_REFUSED: ("R39",),
    Kind.TOLD_ROLE: ("R47",),
    Kind.RESOLVED: ("R52",),
    Kind.NO_INCIDENT: ("R56", "R57"),
    Kind.INCIDENT: ("R56",),
    Kind.DEATH_SURVIVED: ("R79",),
    Kind.DEATH_LOST: ("R79",),
    Kind.MORTAL: ("R82",),
    Kind.WON: ("R3",),
    Kind.LOST: ("R3",),
    Kind.REVEALED: ("R89",),
    Kind.REVEAL_FORCED: ("R89",),
    Kind.NOT_REVEALED: ("R89",),
    Kind.EXTRA_CARD: ("R108",),
    Kind.NO_EXTRA_CARD: ("R108",),
    Kind.ARRIVED: ("R10", "R11"),
    Kind.NEVER_ARRIVED: ("R10", "R11"),
}


def clue(kind: Kind, *about: str | None, act: Act | None = None, sources: Iterable[str] = ()) -> Clue:
    """Make a clue.

    Args:
        kind: what kind of thing it is about.
        about: ids of whom or what it is about; None is left out.
        act: the ability it is about, if it is about one.
        sources: where the rule data says that the rules stand on which it rests; each is told once.
    """
    return Clue(kind, act, tuple(one for one in about if one is not None), tuple(dict.fromkeys(sources)))
