"""Formulas turned into residuals."""

from __future__ import annotations

from collections.abc import Sequence

from deducer.engines.residual import FALSE, TRUE, Kind, Residuals
from deducer.logic.terms import And, Const, Count, Formula, In, Not, Or


class Converter:
    """Turns formulas into residuals of a table whose tallies are known; what was turned before comes at once.

    Attributes:
        table: the table.
    """

    def __init__(self, table: Residuals) -> None:
        self.table = table
        self._converted: dict[Formula, int] = {}

    def residual(self, formula: Formula) -> int:
        """Return a formula as a residual.

        Args:
            formula: over the table's variables, free of unrecorded truth values.

        Returns:
            Its number.

        Raises:
            TypeError: the formula holds an unrecorded truth value.
        """
        held = self._converted.get(formula)
        if held is None:
            # What a log says repeats itself.
            held = self._converted[formula] = self._residual(formula)
        return held

    def _residual(self, formula: Formula) -> int:
        table = self.table
        match formula:
            case Const(value=value):
                return TRUE if value else FALSE
            case In(variable=name, values=values):
                number = table.numbers[name]
                return table.literal(number, table.mask(number, values))
            case Not(part=part):
                return table.negation(self.residual(part))
            case And(parts=parts):
                # "Nobody of them" is the negation of "somebody of them", and a tally knows the latter.
                return self._asking([self.residual(part) for part in parts], positive=False)
            case Or(parts=parts):
                return self._asking([self.residual(part) for part in parts], positive=True)
            case Count(parts=parts, low=low, high=high):
                return table.count([self.residual(part) for part in parts], low, high)
            case _:
                raise TypeError("an unrecorded truth value reached a puzzle")

    def _asking(self, parts: Sequence[int], *, positive: bool) -> int:
        """Join residuals, by "or" if positive, asking a tally where all that it counts stand among them."""
        table = self.table
        join = table.disjunction if positive else table.conjunction
        if not table.tallies or len(parts) < min(map(len, table.tallies)):
            return join(parts)
        alone = [part for part in parts if table.nodes[part][0] == Kind.LITERAL]
        literals = {table.nodes[part if positive else table.negation(part)][1:]: part for part in alone}
        asked: list[int] = []
        for number, counted in enumerate(table.tallies):
            if len(counted) <= len(literals) and all(literal in literals for literal in counted):
                somebody = table.tally(number, 1, len(counted))
                asked.append(somebody if positive else table.negation(somebody))
                literals = {held: part for held, part in literals.items() if held not in counted}
        others = [part for part in parts if table.nodes[part][0] != Kind.LITERAL]
        return join((*asked, *literals.values(), *others)) if asked else join(parts)
