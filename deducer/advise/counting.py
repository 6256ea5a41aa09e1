"""Judging tests with the diagram, where the scripts are too many for a table: exact all the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain
from typing import Final

from msgspec.structs import replace

from deducer import solution
from deducer.advise.table import Table, split
from deducer.advise.worth import Cells, Part, Parts
from deducer.answer import Prior
from deducer.case import Case
from deducer.engines.diagram import Diagram
from deducer.errors import OverBudgetError
from deducer.evidence.sources import Evidence
from deducer.logic.build import conjunction, equivalence, member, negation
from deducer.logic.evaluate import holds, spoken_of
from deducer.logic.lower import lowered
from deducer.logic.terms import Constraint, Cover, Formula, In, Puzzle, Variable, variables_of
from deducer.record import Record

_TAG: Final = "allowed outcomes"
_MISSED: Final = "missed"
_OUTSIDE: Final = "outside"
_CHOICES: Final = 512
_READINGS: Final = 64

EDGES: Final = 20_000
"""A diagram that tells outcomes apart may have so many edges; tests that need more are not counted."""

SPOKEN_OF: Final = 4
"""Tests whose outcomes hang on more variables than this together are not counted."""

_FAR: Final = 3 * SPOKEN_OF
"""Where evidence as it stands speaks of more, some of it hidden, it will not come down to so few."""

Key = frozenset[int]


class DiagramJudge(Record, frozen=True, dict=True):
    """Judges by counting; which outcomes go together is looked for in a sample, then made sure of.

    Attributes:
        case: the game.
        sample: some of its scripts.
        prior: what is held equally likely.
    """

    case: Case
    sample: Table
    prior: Prior

    def parts(self, base: Sequence[Evidence], outcomes: Sequence[Sequence[Evidence]]) -> Parts:
        """Return the scripts that are left before, by the places of the outcomes they allow.

        Raises:
            OverBudgetError: counting would cost too much.
        """
        spoken = frozenset[str]().union(*map(spoken_of, chain(base, *outcomes)))
        hidden = spoken - {*self.case.diagram.projection, *self.case.diagram.selectors, *self.sample.rulings}
        if hidden and len(spoken) > _FAR:
            raise OverBudgetError("what would be seen hangs on too much at once, over the budget")
        before = self._plain(base)
        formulas = [self._plain(pieces) for pieces in outcomes]
        try:
            return self._along(before, formulas)
        except OverBudgetError:
            pass
        said = frozenset[str]().union(*map(variables_of, (before, *formulas)))
        if len(said) == 1:
            return self._by_value(next(iter(said)), before, formulas)
        if len(said) > SPOKEN_OF:
            raise OverBudgetError("what would be seen hangs on too much at once, over the budget")
        masks = [self.sample.formula(formula, {}) for formula in formulas]
        keys = list(split(masks, self.sample.formula(before, {})))
        while True:
            diagram = self._tagged(before, formulas, keys)
            counted = diagram.shares()[_TAG]
            if not counted[_MISSED]:
                break
            missed = diagram.witness([In(_TAG, frozenset({_MISSED}))])
            assert missed is not None  # noqa: S101  (its share is not 0)
            keys.append(frozenset(n for n, formula in enumerate(formulas) if holds(formula, missed)))
        weighed = diagram.shares(solution.PRIORS[self.prior])[_TAG]
        worlds = self.case.diagram.worlds_left
        return {
            key: Part(int(counted[str(place)] * worlds), weighed[str(place)])
            for place, key in enumerate(keys)
            if counted[str(place)]
        }

    def _along(self, before: Formula, formulas: Sequence[Formula]) -> Parts:
        """Return the parts where all is said of plots and roles, which lie open along the diagram's paths."""
        diagram = self.case.diagram
        followed = (before, *formulas)
        counted = diagram.joint(followed)
        weighed = diagram.joint(followed, solution.PRIORS[self.prior])
        return {
            frozenset(place for place, one in enumerate(key[1:]) if one): Part(
                int(share * diagram.worlds_left), weighed[key]
            )
            for key, share in counted.items()
            if key[0]
        }

    def _by_value(self, name: str, before: Formula, formulas: Sequence[Formula]) -> Parts:
        """Return the parts where all is said of one variable, whose shares are known."""
        diagram = self.case.diagram
        counted = diagram.shares()[name]
        weighed = diagram.shares(solution.PRIORS[self.prior])[name]
        found: dict[Key, Part] = {}
        for value, share in counted.items():
            world = {name: value}
            if share and holds(before, world):
                key = frozenset(n for n, formula in enumerate(formulas) if holds(formula, world))
                held = found.get(key, Part(0, Fraction(0)))
                worlds = int(share * diagram.worlds_left)
                found[key] = Part(held.worlds + worlds, held.share + weighed[value])
        return found

    def _tagged(self, before: Formula, formulas: Sequence[Formula], keys: Sequence[Key]) -> Diagram:
        """Return the diagram with a further variable that says which outcomes a script allows."""
        diagram = self.case.diagram
        tag = Variable(_TAG, (*map(str, range(len(keys))), _MISSED, _OUTSIDE))
        meant = [equivalence(member(tag, (_OUTSIDE,)), negation(before))]
        for place, key in enumerate(keys):
            allowed = (one if n in key else negation(one) for n, one in enumerate(formulas))
            meant.append(equivalence(member(tag, (str(place),)), conjunction(before, *allowed)))
        variables = {**diagram.puzzle.variables, _TAG: tag}
        puzzle = replace(diagram.puzzle, variables=variables)
        return replace(diagram, puzzle=puzzle, budget=min(diagram.budget, EDGES)).assuming(*meant)

    def possible(self, pieces: Sequence[Evidence]) -> Cells:
        """Return the values that some script has of which evidence holds."""
        plain = self._plain(pieces)
        try:
            found = self.case.diagram.possible_along(plain)
        except OverBudgetError:
            found = self.case.diagram.assuming(plain).possible()
        return frozenset((name, value) for name, values in found.items() for value in values)

    def _plain(self, pieces: Iterable[Evidence]) -> Formula:
        """Return what evidence says of scripts alone."""
        plain, bound = self.sample.sorted_out(pieces)
        puzzle = self.case.puzzle
        stated = Puzzle(
            {**puzzle.variables, **self.sample.rulings},
            tuple(piece for piece in (*plain, *bound) if isinstance(piece, Constraint)),
            tuple(piece for piece in (*plain, *bound) if isinstance(piece, Cover)),
        )
        found = lowered(stated, _CHOICES, _READINGS)
        if found.covers or any(variable.auxiliary for variable in found.variables.values()):
            raise OverBudgetError("what would be seen can come about in too many ways, over the budget")
        return conjunction(*(constraint.formula for constraint in found.constraints))
