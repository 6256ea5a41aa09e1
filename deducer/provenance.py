"""Where a constraint comes from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Source:
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
