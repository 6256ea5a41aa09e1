"""Where a constraint comes from, and what it is about."""

from __future__ import annotations

from deducer.record import Record


class Source(Record, frozen=True, order=True):
    """The origin of a constraint: a line of the log, or a rule of the game.

    Attributes:
        line: 1-based line number in the log, 0 for a rule.
        label: where in the play the line stands ("L2D1 ability"), or the name of the rule.
        text: the line as written, empty for a rule.
        unsure: whether the line was marked with "?" by the players.
    """

    line: int
    label: str
    text: str = ""
    unsure: bool = False

    @property
    def is_rule(self) -> bool:
        """Whether the source is a rule of the game rather than a line of the log."""
        return self.line == 0


class Act(Record, frozen=True):
    """An ability in somebody's hands: what may have caused, or should have caused, something seen.

    Attributes:
        owner: id of the role, plot, character or incident the ability belongs to.
        ability: its id there.
        actor: who uses it, None for a plot's own ability.
        place: where the actor counts as standing, None if that does not matter or is not known.
    """

    owner: str
    ability: str
    actor: str | None = None
    place: str | None = None


class Clue(Record, frozen=True):
    """What a constraint is about, so that it can be told in the game's words.

    Attributes:
        kind: what kind of thing was seen or not seen, or which rule speaks; see `script.clues`.
        act: the ability it is about, if it is about one.
        about: ids of whom or what else it is about.
        sources: where the rules it rests on stand, as the rule data says, besides those of its kind.
    """

    kind: str
    act: Act | None = None
    about: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
