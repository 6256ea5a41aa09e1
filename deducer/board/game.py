"""What stays the same while a log is replayed: the rule data, the set-up, and the names for messages."""

from __future__ import annotations

from collections.abc import Iterable

from deducer.ids import PLACES, CharacterId, IncidentId
from deducer.log.setup import Setup
from deducer.log.statements import Side, SpecialKind
from deducer.record import Record
from deducer.rules.model import CardKind, Character, Incident, Plot, Role, Rules, TragedySet
from deducer.rules.names import Kind, names_for

EACH_SIDE = 3


class Game(Record, frozen=True):
    """The public facts of one game.

    Attributes:
        rules: the rule data.
        setup: the set-up.
    """

    rules: Rules
    setup: Setup

    @property
    def tragedy_set(self) -> TragedySet:
        """The set played."""
        return self.rules.sets[self.setup.tragedy_set]

    def reading(self, name: str) -> str:
        """Return the chosen value of a ruling switch, its default if none was chosen."""
        return self.setup.rulings.get(name, self.rules.rulings[name].values[0])

    @property
    def owners(self) -> tuple[Role | Plot, ...]:
        """The roles and plots of the set: whatever the script may hold that has abilities."""
        return (*self.tragedy_set.roles, *self.tragedy_set.plots)

    def may_be(self, name: IncidentId | None) -> tuple[Incident, ...]:
        """Return the incidents that one announced under a name may really be (R111).

        Args:
            name: the name on the open sheet, None for one that the set does not have.

        Returns:
            The incident of that name, and those that may stand there under any name; empty if nothing can be
            told.
        """
        own = () if name is None else (self.tragedy_set.incident(name),)
        disguised = (one for one in self.tragedy_set.incidents if one.disguised and one.id != name)
        return (*own, *disguised)

    def resolved(self, incidents: Iterable[Incident]) -> tuple[Incident, ...]:
        """Return the incidents whose effects some incidents may have: those they stand for, or themselves."""
        found: dict[IncidentId, Incident] = {}
        for incident in incidents:
            for name in incident.one_of or (incident.id,):
                found[name] = self.tragedy_set.incident(name)
        return tuple(found.values())

    def card(self, character: CharacterId) -> Character:
        """Return a character's card data."""
        return self.rules.characters[character]

    def tags(self, character: CharacterId) -> frozenset[str]:
        """Return a character's tags, those given by public special rules included."""
        return frozenset((*self.card(character).tags, *self.setup.extra_tags.get(character, ())))

    def name(self, target: str) -> str:
        """Return the name of a character or place, for a message."""
        names = names_for(self.rules, self.setup.tragedy_set)
        return names.display(Kind.PLACE if target in PLACES else Kind.CHARACTER, target)

    def hand(self, side: Side) -> tuple[CardKind, ...]:
        """Return a side's cards, without those that public special rules take away; both hands if unknown."""
        if side is Side.UNKNOWN:
            return self.hand(Side.MASTERMIND) + self.hand(Side.PROTAGONISTS)
        held = self.rules.hands.mastermind if side is Side.MASTERMIND else self.rules.hands.protagonist
        gone = {
            special.card
            for special in self.setup.specials
            if special.kind is SpecialKind.WITHOUT_CARD and special.side in (None, side.value)
        }
        return tuple(kind for kind in held if kind.id not in gone)


def hands_of(side: Side) -> int:
    """Return how many players hold a side's cards: the mastermind alone, or three protagonists."""
    return 1 if side is Side.MASTERMIND else EACH_SIDE
