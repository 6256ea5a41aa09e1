"""Hand-made answers to render."""

from __future__ import annotations

from deducer.answer import Answer, Cell, Contradiction, PlotCell, Status
from deducer.log.setup import Setup
from deducer.provenance import Source
from deducer.rules.load import load_rules
from deducer.rules.names import names_for

BASIC = "basicTragedy"
# Ten characters, among them those with the longest names.
CAST = (
    "classRep",
    "mysteryBoy",
    "richStudent",
    "forensicSpecialist",
    "policeOfficer",
    "officeWorker",
    "popIdol",
    "nurse",
    "doctor",
    "partTimer",
)


RULES = load_rules()
NAMES = names_for(RULES, BASIC)
INCIDENTS = {2: "murder", 3: "suicide", 5: "foulEvil", 6: "missingPerson"}
SETUP = Setup(BASIC, loops=3, days=6, cast=CAST, late_assumed=False, incidents=INCIDENTS)


def _answer() -> Answer:
    """An answer in which the Nurse is the Killer and nobody the Witch, under Murder Plan."""
    tragedy_set = RULES.sets[BASIC]

    def cell(number: int) -> Cell:
        return Cell(Status.IMPOSSIBLE if number % 3 == 0 else Status.POSSIBLE)

    plots = {
        plot.id: PlotCell("main" if plot in tragedy_set.main_plots else "sub", cell(number))
        for number, plot in enumerate(tragedy_set.plots)
    }
    plots["murderPlan"] = PlotCell("main", Cell(Status.CERTAIN))
    roles = {
        who: {role.id: cell(number + 2 * place) for place, role in enumerate(tragedy_set.roles)}
        for number, who in enumerate(CAST)
    }
    for who in CAST:
        roles[who]["witch"] = roles[who]["killer"] = Cell(Status.IMPOSSIBLE)
    roles["nurse"] = dict.fromkeys(roles["nurse"], Cell(Status.IMPOSSIBLE)) | {"killer": Cell(Status.CERTAIN)}
    culprits = {day: {who: cell(number + day) for number, who in enumerate(CAST)} for day in (2, 3, 5, 6)}
    return Answer(plots, roles, culprits, assumptions=("Not modelled: special rule 'x'.",))


def _contradictory(answer: Answer) -> Answer:
    """The answer when no script survives."""
    clash = Contradiction(
        (
            Source(12, "L1D2 ability", "ability: +1 intrigue Nurse"),
            Source(31, "L2D1 goodwill", "? goodwill: Nurse 2 on Doctor: refused", unsure=True),
        )
    )
    nothing = Cell(None)
    return Answer(
        {plot: PlotCell(entry.kind, nothing) for plot, entry in answer.plots.items()},
        {who: dict.fromkeys(row, nothing) for who, row in answer.roles.items()},
        {day: dict.fromkeys(column, nothing) for day, column in answer.culprits.items()},
        clash,
    )


ANSWER = _answer()
CONTRADICTORY = _contradictory(ANSWER)
