"""The case: rules, set-up and log as one value that answers questions.

Everything a front end needs is here; front ends only parse and render.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from deducer import solution
from deducer.answer import (
    Answer,
    Candidate,
    CastList,
    Contradiction,
    Difference,
    Prior,
    Script,
    Status,
)
from deducer.board.replay import Folding, folded
from deducer.board.timeline import Timeline
from deducer.clash import Clashes
from deducer.engines.base import BUDGET, Level
from deducer.errors import Mistake, OverBudgetError, UsageError
from deducer.evidence.filters import filters
from deducer.evidence.translate import translate
from deducer.ids import CharacterId, RoleId
from deducer.log.notation import read_log
from deducer.log.setup import Log, Setup
from deducer.logic.compare import further
from deducer.logic.terms import Formula, Puzzle
from deducer.provenance import Source
from deducer.record import Record
from deducer.rereading import Rereading
from deducer.rules.load import load_rules
from deducer.rules.model import Rules, TragedySet
from deducer.rules.names import Names, names_for
from deducer.script.legality import smallest_need
from deducer.script.variables import Script as Variables

LEADERS: Final = 50
"""How many of the likeliest casts are told apart at most."""

if TYPE_CHECKING:
    from deducer.engines.cpsat import CpSat
    from deducer.engines.diagram import Diagram
    from deducer.engines.sat import Sat


class Case(Record, frozen=True, dict=True):
    """A game as recorded, with the questions that can be asked of it.

    Attributes:
        rules: all rule data.
        text: the log as written.
        budget: how large a diagram may be that counts; see `engines.diagram.Diagram`.
        kin: the same game with more lines or fewer; what was worked out for loops that are alike is shared.
        goes_on: whether play goes on after the last line. A log does not tell that by itself: the line after
            a death may be the one that says it lost the loop.
    """

    rules: Rules
    text: str
    budget: int = BUDGET
    kin: Case | None = None
    goes_on: bool = False

    @classmethod
    def from_text(cls, text: str, rules: Rules | None = None) -> Case:
        """Make a case from a log's text.

        Args:
            text: the log; mistakes in it become `mistakes`, never exceptions.
            rules: rule data; the shipped data by default.

        Returns:
            The case.
        """
        return cls(rules or load_rules(), text)

    @cached_property
    def log(self) -> Log:
        """The log as read."""
        return read_log(self.text, self.rules)

    @cached_property
    def names(self) -> Names:
        """The names of the set played."""
        return names_for(self.rules, None if self.log.setup is None else self.log.setup.tragedy_set)

    @cached_property
    def folding(self) -> Folding | None:
        """The replay with its end left open; None when the set-up could not be read."""
        return folded(self.log, self.rules)

    @cached_property
    def timeline(self) -> Timeline:
        """The board at every step; empty when the set-up could not be read."""
        if self.folding is None:
            return Timeline((), (), (), None, ())
        found = self.folding.copied().result(goes_on=self.goes_on)
        return found if self._shared is None else found.sharing(self._shared.timeline)

    @cached_property
    def _shared(self) -> Case | None:
        """Its kin, if that has the same set-up."""
        same = self.kin is not None and self.kin.log.setup == self.log.setup
        return self.kin if same else None

    @cached_property
    def mistakes(self) -> tuple[Mistake, ...]:
        """Mistakes of reading and of the board, in the order of the log."""
        return tuple(sorted({*self.log.mistakes, *self.timeline.mistakes}))

    @property
    def setup(self) -> Setup:
        """The set-up.

        Raises:
            UsageError: the log's header names no usable set or cast.
        """
        if self.log.setup is None:
            msg = "the log names no set and cast that could be read, so there is nothing to deduce from"
            raise UsageError(msg)
        return self.log.setup

    @cached_property
    def script(self) -> Variables:
        """The variables of the hidden script."""
        return self._shared.script if self._shared is not None else Variables(self.rules, self.setup)

    @property
    def tragedy_set(self) -> TragedySet:
        """The set played."""
        return self.script.tragedy_set

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle whose solutions are the surviving scripts."""
        return translate(self.script, self.timeline)

    @cached_property
    def engine(self) -> CpSat:
        """The CP-SAT engine, loaded on first use."""
        from deducer.engines.cpsat import CpSat  # noqa: PLC0415  (importing it costs a third of a second)

        return CpSat(self.puzzle)

    @cached_property
    def sat(self) -> Sat:
        """The SAT engine, which finds what follows from which lines; loaded on first use."""
        from deducer.engines.sat import Sat  # noqa: PLC0415  (only explanations need it)

        return Sat(self.puzzle)

    @cached_property
    def diagram(self) -> Diagram:
        """The diagram engine, which counts scripts, and role assignments; it compiles on first use."""
        return self.diagram_of(self.puzzle, self.budget)

    def diagram_of(self, puzzle: Puzzle, budget: int) -> Diagram:
        """Return a diagram that counts the scripts of a puzzle about this game.

        Args:
            puzzle: over the variables of this game's script.
            budget: how large it may be.
        """
        from deducer.engines.diagram import Diagram  # noqa: PLC0415  (it needs numpy, which is slow to import)

        roles = tuple(variable.name for variable in self.script.role_variables.values())
        plots = tuple(variable.name for variable in self.script.plot_variables.values())
        types = tuple(variable.name for variable in self.script.incident_variables.values())
        return Diagram(puzzle, roles, plots, budget, types)

    def with_lines(self, lines: Sequence[str]) -> Case:
        """Return the case with further lines at the end of the log."""
        text = self.text if not self.text or self.text.endswith("\n") else self.text + "\n"
        return replace(self, text=text + "".join(f"{line}\n" for line in lines), kin=self.kin or self)

    @cached_property
    def going_on(self) -> Case:
        """The case if play goes on after the last line; itself if that proves nothing more."""
        if self.goes_on:
            return self
        other = replace(self, goes_on=True, kin=self.kin or self)
        return self if further(self.puzzle, other.puzzle) == () else other

    def up_to(self, line: int) -> Case:
        """Return the case as it was after a line of the log (1-based)."""
        lines = self.log.lines[:line]
        return replace(self, text="".join(f"{text}\n" for text in lines), kin=self.kin or self)

    def solve(self, prior: Prior = Prior.WORLDS) -> Answer:
        """Say which plots, roles and culprits are certain, possible and impossible, and how likely.

        Args:
            prior: what is held equally likely; statuses do not depend on it.

        Returns:
            The answer, derived from whole worlds. Exact for what the coverage table calls exact. If counting
            would cost too much, `uncounted` says so, and CP-SAT finds the statuses.

        Raises:
            UsageError: the log's header names no usable set or cast.
        """
        if prior not in self._answers:
            self._answers[prior] = self._answer(prior)
        return self._answers[prior]

    @cached_property
    def _answers(self) -> dict[Prior, Answer]:
        return {}

    def _answer(self, prior: Prior) -> Answer:
        try:
            worlds = self.diagram.worlds_left
            shares = self.diagram.shares(solution.PRIORS[prior]) if worlds else {}
        except OverBudgetError as error:
            found = solution.answer(self.script, solution.uncounted(self.puzzle, self.engine.possible()))
            clash = self.contradiction()
            return replace(
                found, contradiction=clash, prior=prior, uncounted=str(error), assumptions=self.assumptions
            )
        nothing = dict.fromkeys(self.puzzle.world_variables, frozenset[str]())
        cells = solution.counted(shares) if worlds else solution.uncounted(self.puzzle, nothing)
        return replace(
            solution.answer(self.script, cells),
            contradiction=self.contradiction(),
            worlds=worlds,
            role_assignments=self.diagram.projections_left,
            prior=prior,
            assumptions=self.assumptions,
        )

    @cached_property
    def _surviving(self) -> int | None:
        """How many worlds survive; None if counting them would cost too much."""
        try:
            return self.diagram.worlds_left
        except OverBudgetError:
            return None

    def contradiction(self) -> Contradiction | None:
        """Say which lines clash with the rules; None while some world survives."""
        return self._contradiction

    @cached_property
    def _contradiction(self) -> Contradiction | None:
        if self._surviving:
            return None
        found = self.clashes.smallest(1)
        if not found:
            if self._surviving == 0:
                raise RuntimeError("the diagram counts no world where SAT finds one")
            return None
        if found[0].lines:
            return Contradiction(self.sources(found[0].lines), board=self.sources(found[0].board))
        need, have = smallest_need(self.script)
        if need > have:
            reason = f"every legal script of this set needs {need} characters with roles; the cast has {have}"
        else:
            reason = "no legal script of this set fits this cast and these incidents"
        return Contradiction((), reason)

    @cached_property
    def rereading(self) -> Rereading:
        """The log, to be read without some lines or with others."""
        return Rereading(self.log, self.script)

    @cached_property
    def clashes(self) -> Clashes:
        """The clashes of the log."""
        return Clashes(self.sat, self.rereading)

    def sources(self, lines: Iterable[int]) -> tuple[Source, ...]:
        """Return lines of the log with their places in the play, in the order of the log."""
        return tuple(map(self.rereading.source, sorted(lines)))

    @cached_property
    def assumptions(self) -> tuple[str, ...]:
        """What every answer rests on besides the log."""
        return solution.assumptions(self.names, self.setup, self.mistakes)

    def difference(self, before: Case) -> Difference | None:
        """Say what this case makes certain or impossible that an earlier one did not.

        Args:
            before: the same game with fewer lines.

        Returns:
            The difference, under the last line of this case's log; None if there was no such set-up before.
        """
        if before.log.setup != self.setup:
            return None
        # A line that proves nothing needs no second count.
        earlier = self if further(before.puzzle, self.puzzle) == () else before
        old, new = dict(earlier.solve().cells()), dict(self.solve().cells())
        certain, ruled_out = [], []
        for key, cell in new.items():
            was = old.get(key)
            if was is None or was.status == cell.status:
                continue
            if cell.status is Status.CERTAIN:
                certain.append(key)
            elif cell.status is Status.IMPOSSIBLE:
                ruled_out.append(key)
        number = len(self.log.lines)
        text = self.log.lines[-1] if self.log.lines else ""
        worlds = (earlier.solve().worlds, self.solve().worlds)
        first = len(before.log.lines) + 1
        return Difference(
            number, text, tuple(certain), tuple(ruled_out), worlds, first if first < number else 0
        )

    def count(self, where: Sequence[str] = ()) -> int | None:
        """Count the surviving scripts under filters; None if that would cost too much.

        Raises:
            UnknownNameError: a filter cannot be read.
        """
        try:
            return self.counting(where).worlds_left
        except OverBudgetError:
            return None

    def counting(self, where: Sequence[str] = ()) -> Diagram:
        """Return the diagram of the scripts that pass filters.

        Raises:
            UnknownNameError: a filter cannot be read.
        """
        found = self.filters(where)
        return self.diagram.assuming(*found) if found else self.diagram

    def stream(self, where: Sequence[str] = ()) -> Iterator[Script]:
        """Yield every surviving script under filters, one by one.

        Args:
            where: filters in the words of `fact:` lines, such as "Nurse is Killer"; all must hold.

        Yields:
            The scripts: by plots, then by roles, then by culprits, each in the order of the set and the cast;
            in an order of CP-SAT's own if counting would cost too much.

        Raises:
            UnknownNameError: a filter cannot be read.
        """
        counted = self.counting(where)
        try:
            worlds = counted.worlds() if counted.worlds_left else iter(())
        except OverBudgetError:
            worlds = self.engine.worlds(self.filters(where))
        for world in worlds:
            yield solution.script_of(self.script, world)

    def filters(self, where: Sequence[str]) -> tuple[Formula, ...]:
        """Read filters in the words of `fact:` lines.

        Raises:
            UnknownNameError: a filter cannot be read.
        """
        return filters(self.script, self.log, where) if where else ()

    def world_of(self, found: Script) -> dict[str, str]:
        """Return a script as values of the puzzle's world variables."""
        return solution.world_of(self.script, found)

    def guesses(self, limit: int | None = None, prior: Prior = Prior.WORLDS) -> CastList:
        """List the distinct role assignments that survive, whatever the plots and culprits.

        Args:
            limit: most casts to list, at least 1; None for all.
            prior: what is held equally likely.

        Returns:
            The casts, the likeliest first; in no order if counting would cost too much.
        """
        try:
            total = self.diagram.projections_left
            levels = list(self._levels(prior, max(limit or total, LEADERS)))
        except OverBudgetError as error:
            return self._uncounted_guesses(limit, prior, str(error))
        ranked = [Candidate(roles, level.share) for level, casts in levels for roles in casts]
        tied = levels[0][0].number if levels else 0
        leaders = [one.roles for one in ranked[: min(max(tied, 2), LEADERS)]]
        kept = tuple(ranked[: limit or total])
        separating = solution.separating(leaders)
        return CastList(kept, len(kept) == total, total, tied, len(leaders), separating, prior)

    def _levels(self, prior: Prior, most: int) -> Iterator[tuple[Level, list[dict[CharacterId, RoleId]]]]:
        """Yield the likeliest casts, those that are equally likely together, until there are enough."""
        for level in self.diagram.ranked(solution.PRIORS[prior]):
            casts = [solution.cast_of(self.script, world) for world in islice(level.found, most)]
            yield level, casts
            most -= len(casts)
            if most <= 0:
                return

    def _uncounted_guesses(self, limit: int | None, prior: Prior, why: str) -> CastList:
        from deducer.engines.cpsat import CpSat  # noqa: PLC0415  (importing it costs a third of a second)

        roles = {variable.name for variable in self.script.role_variables.values()}
        variables = {
            name: replace(variable, auxiliary=variable.auxiliary or name not in roles)
            for name, variable in self.puzzle.variables.items()
        }
        engine = CpSat(replace(self.puzzle, variables=variables))
        found = list(engine.worlds(limit=None if limit is None else limit + 1))
        kept = found if limit is None else found[:limit]
        casts = tuple(Candidate(solution.cast_of(self.script, world)) for world in kept)
        complete = len(kept) == len(found)
        return CastList(casts, complete, len(found) if complete else None, prior=prior, uncounted=why)
