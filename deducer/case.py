"""The case: rules, set-up and log as one value that answers questions.

Everything a front end needs is here; front ends only parse and render.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from deducer.answer import (
    Answer,
    CastList,
    Cell,
    Contradiction,
    Difference,
    PlotCell,
    Script,
    ScriptList,
    Status,
)
from deducer.board.replay import replay
from deducer.board.timeline import Timeline
from deducer.errors import Mistake, UnknownNameError, UsageError
from deducer.evidence.reveals import stated
from deducer.evidence.translate import translate
from deducer.ids import ABSENT, PERSON, CharacterId, PlotId, RoleId
from deducer.log.notation import read_log
from deducer.log.setup import Log, Setup
from deducer.log.statements import FactLine, RoleFact, SpecialKind
from deducer.logic.build import weaken
from deducer.logic.terms import Formula, Puzzle, World
from deducer.rules.load import load_rules
from deducer.rules.model import Rules, TragedySet
from deducer.rules.names import Names, names_for
from deducer.script.legality import smallest_need
from deducer.script.variables import YES
from deducer.script.variables import Script as Variables

ORACLE_WORLDS = 5_000
_ABSENCE = re.compile(r"(.+) is (not )?absent", re.IGNORECASE)

if TYPE_CHECKING:
    from deducer.engines.cpsat import CpSat


@dataclass(frozen=True)
class Case:
    """A game as recorded, with the questions that can be asked of it.

    Attributes:
        rules: all rule data.
        text: the log as written.
    """

    rules: Rules
    text: str

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
    def timeline(self) -> Timeline:
        """The board at every step; empty when the set-up could not be read."""
        if self.log.setup is None:
            return Timeline((), (), (), None, ())
        return replay(self.log, self.rules)

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
        return Variables(self.rules, self.setup)

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

    def with_lines(self, lines: Sequence[str]) -> Case:
        """Return the case with further lines at the end of the log."""
        text = self.text if not self.text or self.text.endswith("\n") else self.text + "\n"
        return replace(self, text=text + "".join(f"{line}\n" for line in lines))

    def up_to(self, line: int) -> Case:
        """Return the case as it was after a line of the log (1-based)."""
        return replace(self, text="".join(f"{text}\n" for text in self.log.lines[:line]))

    def solve(self) -> Answer:
        """Say which plots, roles and culprits are certain, possible and impossible.

        Returns:
            The answer, derived from whole worlds. Exact for what the coverage table calls exact.

        Raises:
            UsageError: the log's header names no usable set or cast.
        """
        return self._answer

    @cached_property
    def _answer(self) -> Answer:
        possible = self.engine.possible()
        some = all(possible.values())
        plots = {
            plot.id: PlotCell(
                "main" if plot in self.tragedy_set.main_plots else "sub",
                self._cell(possible[self.script.plot_variables[plot.id].name], YES, some=some),
            )
            for plot in self.tragedy_set.plots
        }
        roles = {
            character: {
                role: self._cell(possible[variable.name], role, some=some)
                for role in self._role_columns(character)
            }
            for character, variable in self.script.role_variables.items()
        }
        culprits = {
            day: {c: self._cell(possible[variable.name], c, some=some) for c in variable.domain}
            for day, variable in self.script.culprit_variables.items()
        }
        contradiction = None if some else self.contradiction()
        return Answer(plots, roles, culprits, contradiction, assumptions=self.assumptions)

    def _role_columns(self, character: CharacterId) -> tuple[RoleId, ...]:
        """Every role of the set, and the further value of a hidden character."""
        roles = tuple(role.id for role in self.tragedy_set.roles)
        extra = (value for value in self.script.role_variables[character].domain if value not in roles)
        return (*roles, *extra)

    @staticmethod
    def _cell(possible: frozenset[str], value: str, *, some: bool) -> Cell:
        if not some:
            return Cell(None)
        if value not in possible:
            return Cell(Status.IMPOSSIBLE)
        return Cell(Status.CERTAIN if len(possible) == 1 else Status.POSSIBLE)

    def contradiction(self) -> Contradiction | None:
        """Say which lines clash with the rules; None while some world survives."""
        core = self.engine.core()
        if core.satisfiable:
            return None
        if core.sources:
            return Contradiction(core.sources)
        need, have = smallest_need(self.script)
        if need > have:
            reason = f"every legal script of this set needs {need} characters with roles; the cast has {have}"
        else:
            reason = "no legal script of this set fits this cast and these incidents"
        return Contradiction((), reason)

    @cached_property
    def assumptions(self) -> tuple[str, ...]:
        """What every answer rests on besides the log."""
        setup = self.setup
        notes = []
        if setup.late_assumed:
            notes.append("No hidden Godly Being or Transfer Student is assumed; `late unknown` allows them.")
        notes.extend(
            f"Not modelled: special rule “{special.text}”."
            for special in setup.specials
            if special.kind is SpecialKind.TEXT
        )
        if self.mistakes:
            lines = ", ".join(str(line) for line in sorted({m.line for m in self.mistakes})[:8])
            notes.append(f"Left out because of mistakes: line {lines}.")
        return tuple(notes)

    def difference(self, before: Case) -> Difference:
        """Say what this case makes certain or impossible that an earlier one did not.

        Args:
            before: the same game with fewer lines.

        Returns:
            The difference, under the last line of this case's log.
        """
        old, new = dict(_cells(before.solve())), dict(_cells(self.solve()))
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
        return Difference(number, text, tuple(certain), tuple(ruled_out))

    def worlds(self, where: Sequence[str] = (), limit: int | None = None) -> ScriptList:
        """List surviving scripts under filters.

        Args:
            where: filters in the words of `fact:` lines, such as "Nurse is Killer"; all must hold.
            limit: most scripts to list; None for all, which may take long.

        Returns:
            The scripts, in the engine's fixed order.

        Raises:
            UnknownNameError: a filter cannot be read.
        """
        extra = self.filters(where)
        found = list(self.engine.worlds(extra, None if limit is None else limit + 1))
        complete = limit is None or len(found) <= limit
        kept = found if limit is None else found[:limit]
        scripts = tuple(self._as_script(world) for world in kept)
        return ScriptList(scripts, complete, len(found) if complete else None)

    def stream(self, where: Sequence[str] = ()) -> Iterator[Script]:
        """Yield every surviving script under filters, without holding them in memory."""
        for world in self.engine.worlds(self.filters(where)):
            yield self._as_script(world)

    def filters(self, where: Sequence[str]) -> tuple[Formula, ...]:
        """Read filters in the words of `fact:` lines.

        Raises:
            UnknownNameError: a filter cannot be read.
        """
        # A hidden late character may be absent, which is no role that a line of the log could give it.
        absences = [_ABSENCE.fullmatch(text.strip()) for text in where]
        lines = [
            f"fact: {text}" if absence is None else f"fact: {absence[1]} is {absence[2] or ''}{PERSON}"
            for text, absence in zip(where, absences, strict=True)
        ]
        read = self.with_lines(lines).log
        first = len(self.log.lines)
        bad = [mistake for mistake in read.mistakes if mistake.line > first]
        if bad:
            raise UnknownNameError("; ".join(filter(None, (bad[0].message, bad[0].hint))))
        stated_lines = [s for s in read.play if isinstance(s, FactLine) and s.at.line > first]
        found = []
        for line in stated_lines:
            absent = absences[line.at.line - first - 1] is not None
            for fact in line.facts:
                meant = replace(fact, role=ABSENT) if absent and isinstance(fact, RoleFact) else fact
                found.append(weaken(stated(self.script, meant)))
        return tuple(found)

    def _as_script(self, world: World) -> Script:
        script = self.script
        chosen = [plot for plot, variable in script.plot_variables.items() if world[variable.name] == YES]
        main = {plot.id for plot in self.tragedy_set.main_plots}
        return Script(
            tuple(plot for plot in chosen if plot in main),
            tuple(plot for plot in chosen if plot not in main),
            {character: world[variable.name] for character, variable in script.role_variables.items()},
            {day: world[variable.name] for day, variable in script.culprit_variables.items()},
        )

    def world_of(self, found: Script) -> dict[str, str]:
        """Return a script as values of the puzzle's world variables."""
        script = self.script
        chosen = {*found.main_plots, *found.sub_plots}
        world = {v.name: v.domain[1 if p in chosen else 0] for p, v in script.plot_variables.items()}
        world.update({v.name: found.roles[c] for c, v in script.role_variables.items()})
        world.update({v.name: found.culprits[day] for day, v in script.culprit_variables.items()})
        return world

    def guesses(self, limit: int | None = None) -> CastList:
        """List the distinct role assignments that survive, whatever the plots and culprits.

        Args:
            limit: most casts to list; None for all.

        Returns:
            The casts, in the engine's fixed order.
        """
        from deducer.engines.cpsat import CpSat  # noqa: PLC0415  (importing it costs a third of a second)

        roles = {variable.name for variable in self.script.role_variables.values()}
        variables = {
            name: replace(variable, auxiliary=variable.auxiliary or name not in roles)
            for name, variable in self.puzzle.variables.items()
        }
        engine = CpSat(replace(self.puzzle, variables=variables))
        found = list(engine.worlds(limit=None if limit is None else limit + 1))
        complete = limit is None or len(found) <= limit
        kept = found if limit is None else found[:limit]
        casts = tuple({c: w[v.name] for c, v in self.script.role_variables.items()} for w in kept)
        return CastList(casts, complete, len(found) if complete else None)

    def check_oracle(self, most: int = ORACLE_WORLDS) -> tuple[str, ...]:
        """Compare the worlds of CP-SAT with those of the independent oracle.

        Args:
            most: most worlds for which the slow oracle is asked.

        Returns:
            One sentence for each disagreement; empty when the engines agree.

        Raises:
            UsageError: more worlds survive than the oracle can list in reasonable time.
        """
        from deducer.engines.oracle import Oracle  # noqa: PLC0415  (only this question needs it)

        names = self.puzzle.world_variables
        ours = {tuple(world[name] for name in names) for world in self.engine.worlds(limit=most + 1)}
        if len(ours) > most:
            msg = f"more than {most} scripts survive; the oracle is for smaller cases, so note more first"
            raise UsageError(msg)
        theirs = {tuple(world[name] for name in names) for world in Oracle(self.puzzle).worlds()}
        found = []
        if ours - theirs:
            found.append(f"CP-SAT lists {len(ours - theirs)} scripts that the oracle refutes")
        if theirs - ours:
            found.append(f"the oracle lists {len(theirs - ours)} scripts that CP-SAT lacks")
        return tuple(found)

    def legal_plots(self) -> tuple[tuple[PlotId, ...], ...]:
        """List the plot combinations that are legal under what is known of the plots alone.

        Returns:
            Each combination as plot ids in the set's order; the oracle's plot layer, roles left aside.
        """
        from deducer.engines.oracle import Oracle  # noqa: PLC0415  (only this question needs it)

        plots = self.script.plot_variables
        names = tuple(variable.name for variable in plots.values())
        found = Oracle(self.puzzle).project(names)
        return tuple(sorted(tuple(p for p, v in plots.items() if world[v.name] == YES) for world in found))

    def open_characters(self) -> Mapping[CharacterId, tuple[RoleId, ...]]:
        """Return the characters whose role is not certain, with their possible roles."""
        open_cells = (Status.POSSIBLE,)
        return {
            character: tuple(role for role, cell in row.items() if cell.status in open_cells)
            for character, row in self.solve().roles.items()
            if any(cell.status in open_cells for cell in row.values())
        }


def _cells(answer: Answer) -> Iterator[tuple[tuple[str, str], Cell]]:
    """Yield every cell of an answer with its subject and value."""
    for plot, entry in answer.plots.items():
        yield ("plot", plot), entry.cell
    for character, row in answer.roles.items():
        for role, cell in row.items():
            yield (f"role.{character}", role), cell
    for day, column in answer.culprits.items():
        for character, cell in column.items():
            yield (f"culprit.{day}", character), cell
