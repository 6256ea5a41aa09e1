"""A fixed script: drawn evenly from all legal ones, written to a `.script` file, read from one.

The file is in the notation of logs: the header of the set-up, then one `fact:` line for each plot, role and
culprit, and for what each incident truly is where it may stand under another name. Plots that are not named,
and hidden late characters without a role, are not in the script.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from deducer.answer import Script
from deducer.case import Case
from deducer.errors import UsageError
from deducer.ids import ABSENT
from deducer.log.statements import At, CulpritFact, Fact, FactLine, IncidentFact, PlotFact, RoleFact
from deducer.log.write import write_log
from deducer.logic.evaluate import survives
from deducer.rules.model import Rules
from deducer.solution import script_of

NOWHERE: Final = At(0)


def draw(case: Case, chance: Random) -> Script:
    """Draw a legal script, each as likely as any other.

    Args:
        case: a set-up; what a log beneath it tells counts too.
        chance: decides.

    Raises:
        UsageError: no legal script fits.
        OverBudgetError: counting the scripts would cost too much.
    """
    total = case.diagram.worlds_left
    if not total:
        raise UsageError("no legal script fits this set-up")
    return script_of(case.script, case.diagram.world(chance.randrange(total)))


def write_script(case: Case, script: Script) -> str:
    """Return a script with its set-up as the text of a `.script` file."""
    facts = (FactLine(NOWHERE, (fact,)) for fact in _facts(script))
    return write_log((*case.log.header, *facts), case.names)


def _facts(script: Script) -> Iterator[Fact]:
    for plot in (*script.main_plots, *script.sub_plots):
        yield PlotFact(plot)
    for character, role in script.roles.items():
        if role != ABSENT:
            yield RoleFact(character, role)
    for day, culprit in script.culprits.items():
        yield CulpritFact(day, culprit)
    for day, incident in script.incidents.items():
        yield IncidentFact(day, incident)


def read_script(text: str, rules: Rules | None = None) -> tuple[Case, Script]:
    """Read a `.script` file.

    Args:
        text: the text of the file.
        rules: rule data; the shipped data by default.

    Returns:
        The set-up alone, and the script.

    Raises:
        UsageError: the text has mistakes, leaves something of the script open, or tells of no legal script.
    """
    told = Case.from_text(text, rules)
    if told.mistakes:
        first = told.mistakes[0]
        raise UsageError(f"the script cannot be read: line {first.line}: {first.message}")
    case = Case(told.rules, write_log(told.log.header, told.names))
    facts = [fact for line in told.log.play if isinstance(line, FactLine) for fact in line.facts]
    roles = {fact.character: fact.role for fact in facts if isinstance(fact, RoleFact) and fact.positive}
    culprits = {fact.day: fact.character for fact in facts if isinstance(fact, CulpritFact) and fact.positive}
    plots = {fact.plot for fact in facts if isinstance(fact, PlotFact) and fact.positive}
    incidents = {
        fact.day: fact.incident for fact in facts if isinstance(fact, IncidentFact) and fact.positive
    }
    variables = case.script
    roles = {**dict.fromkeys(variables.hidden, ABSENT), **roles}
    if roles.keys() != set(variables.characters) or culprits.keys() != variables.culprit_variables.keys():
        raise UsageError("the script leaves the role of a character, or the culprit of an incident, open")
    if not incidents.keys() >= variables.incident_variables.keys():
        raise UsageError("the script leaves open what an incident truly is")
    found = Script(
        tuple(plot.id for plot in case.tragedy_set.main_plots if plot.id in plots),
        tuple(plot.id for plot in case.tragedy_set.sub_plots if plot.id in plots),
        {character: roles[character] for character in variables.characters},
        {day: culprits[day] for day in variables.culprit_variables},
        {day: incidents.get(day) or variables.incident_types(day)[0] for day in variables.typed_days},
    )
    if not survives(told.puzzle, case.world_of(found)):
        raise UsageError("the script is not legal")
    return case, found
