"""From a case to listings: scripts, a sample of them, role assignments, and groups of scripts."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from deducer import solution
from deducer.answer import Prior, Script
from deducer.case import Case
from deducer.crosscheck import legal_plots
from deducer.engines.diagram import Diagram
from deducer.errors import OverBudgetError, UnknownNameError, UsageError
from deducer.export.listing import Cell, Column, Kind, Listing, Value
from deducer.ids import CharacterId, IncidentId, PlotId
from deducer.logic.build import conjunction, equivalence, member
from deducer.logic.terms import Formula, Variable, World
from deducer.present import phrase
from deducer.record import Record
from deducer.rules import names as rule_names
from deducer.script.variables import NO, YES

PLOTS: Final = "plots"
"""The word that asks for groups by plots."""

_BY_SCRIPT: Final = (
    "by plots in the order of the set, then by roles, character by character in the order of the cast, "
    "then by culprits day by day"
)
_BY_TYPE: Final = ", then by what the incidents truly are"
_AS_FOUND: Final = "as found; the same for the same log and filters"
_BY_WORLDS: Final = "by worlds, the most first; in a fixed order where they are as many"
_BY_SET: Final = "in the order of the set"
_COMBINATION: Final = "combination"
_DIGITS: Final = 12


class Request(Record, frozen=True, kw_only=True):
    """What is to be listed.

    Attributes:
        where: filters in the words of `fact:` lines.
        limit: the most rows; None for all.
        sample: how many scripts to draw by chance; None to list them in turn.
        seed: what the drawing begins with.
        casts: list role assignments instead of scripts.
        group_by: list plots ("plots") or roles of a character instead; None for no groups.
        prior: what is held equally likely; only shares depend on it.
    """

    where: tuple[str, ...] = ()
    limit: int | None = None
    sample: int | None = None
    seed: int = 0
    casts: bool = False
    group_by: str | None = None
    prior: Prior = Prior.WORLDS


class Listed(Record, frozen=True):
    """Rows that come one by one.

    Attributes:
        values: by row, the values of its columns.
    """

    values: Iterable[Sequence[Value]]

    def rows(self, cells: Sequence[Cell]) -> Iterator[list[str]]:
        """Yield the rows as they come."""
        for row in self.values:
            yield ["".join([cell(value) for cell, value in zip(cells, row, strict=True)])]


class Counted(Record, frozen=True):
    """The scripts of a diagram, which puts their rows together fast.

    Attributes:
        case: the case.
        diagram: the diagram of its scripts, or of some of them.
    """

    case: Case
    diagram: Diagram

    def rows(self, cells: Sequence[Cell]) -> Iterator[list[str]]:
        """Yield the scripts in the diagram's order."""
        script = self.case.script
        main, sub, *others = cells
        columns: list[Variable | IncidentId] = [
            *script.role_variables.values(),
            *script.culprit_variables.values(),
            *(script.incident_variables.get(day, script.incident_types(day)[0]) for day in script.typed_days),
        ]
        texts: dict[str, dict[str, str]] = {}
        before: dict[str, str] = {}
        for column, cell in zip(columns, others, strict=True):
            if isinstance(column, Variable):
                before = texts[column.name] = {value: cell(value) for value in column.domain}
            else:
                # What the set-up settles is no variable; its text goes with that of the column before.
                settled = cell(column)
                before.update({value: text + settled for value, text in before.items()})

        def head(world: World) -> str:
            chosen = (plot for plot, variable in script.plot_variables.items() if world[variable.name] == YES)
            mains, subs = _parted(self.case, chosen)
            return main(mains) + sub(subs)

        return self.diagram.rows(texts, head)


def listing(case: Case, request: Request) -> Listing:
    """Return the listing that is asked for.

    Raises:
        UnknownNameError: a filter cannot be read, or nobody of that name is in the game.
        UsageError: it needs exact numbers, and counting would cost too much.
    """
    counted = case.counting(request.where)
    try:
        if request.casts:
            return _casts(case, request, counted)
        if request.group_by is not None:
            return _groups(case, request, counted)
        if request.sample is not None:
            return _sample(case, request, counted)
    except OverBudgetError as error:
        raise UsageError(f"only whole scripts can be listed here, in turn: {error}") from error
    return _scripts(case, request, counted)


def _scripts(case: Case, request: Request, counted: Diagram) -> Listing:
    try:
        total = counted.worlds_left
    except OverBudgetError:
        total = None
    order = _BY_SCRIPT + (_BY_TYPE if case.script.typed_days else "")
    source = Listed(map(_row, case.stream(request.where))) if total is None else Counted(case, counted)
    return Listing(
        case.names,
        case.script.characters,
        "surviving scripts",
        _script_columns(case),
        source,
        _about(case, request, counted),
        _AS_FOUND if total is None else order,
        request.limit,
        total,
        filtered=bool(request.where),
    )


def _sample(case: Case, request: Request, counted: Diagram) -> Listing:
    numbers = counted.sample(request.sample or 0, request.seed)
    drawn = (_row(solution.script_of(case.script, counted.world(number))) for number in numbers)
    whole = _scripts(case, request, counted)
    return replace(whole, source=Listed(drawn), drawn=len(numbers), seed=request.seed)


def _script_columns(case: Case) -> tuple[Column, ...]:
    return (
        *_plot_columns(case),
        *_role_columns(case),
        *(Column(Kind.CULPRIT, str(day)) for day in case.script.culprit_variables),
        *(Column(Kind.INCIDENT, str(day)) for day in case.script.typed_days),
    )


def _plot_columns(case: Case) -> tuple[Column, ...]:
    return Column(Kind.MAIN_PLOTS), Column(Kind.SUB_PLOTS, most=case.tragedy_set.number_of_sub_plots)


def _role_columns(case: Case) -> tuple[Column, ...]:
    return tuple(Column(Kind.ROLE, who) for who in case.script.role_variables)


def _weight_columns(worlds: int) -> tuple[Column, ...]:
    return Column(Kind.WORLDS, most=worlds), Column(Kind.SHARE)


def _row(script: Script) -> tuple[Value, ...]:
    parts = (script.roles, script.culprits, script.incidents)
    return (script.main_plots, script.sub_plots, *(value for part in parts for value in part.values()))


def _parted(case: Case, plots: Iterable[PlotId]) -> tuple[tuple[PlotId, ...], tuple[PlotId, ...]]:
    """Part plots into main plots and subplots."""
    chosen = tuple(plots)
    main = {plot.id for plot in case.tragedy_set.main_plots}
    return tuple(p for p in chosen if p in main), tuple(p for p in chosen if p not in main)


def _casts(case: Case, request: Request, counted: Diagram) -> Listing:
    worlds = counted.worlds_left
    return Listing(
        case.names,
        case.script.characters,
        "surviving role assignments",
        (*_role_columns(case), *_weight_columns(worlds)),
        Listed(_cast_rows(case, counted, request.prior)),
        {**_about(case, request, counted), "worlds": str(worlds)},
        _BY_WORLDS,
        request.limit,
        counted.projections_left,
        filtered=bool(request.where),
    )


def _cast_rows(case: Case, counted: Diagram, prior: Prior) -> Iterator[tuple[Value, ...]]:
    worlds = counted.worlds_left
    for level in counted.ranked():
        for found in level.found:
            roles = tuple(solution.cast_of(case.script, found).values())
            share = level.share
            if prior is not Prior.WORLDS:
                share = counted.projection_share(found, solution.PRIORS[prior])
            yield (*roles, int(level.share * worlds), share)


def _groups(case: Case, request: Request, counted: Diagram) -> Listing:
    worlds = counted.worlds_left
    by = request.group_by or PLOTS
    values: Mapping[str, tuple[Value, ...]]
    if by == PLOTS:
        what, columns = "surviving combinations of plots", _plot_columns(case)
        combinations = _combinations(case)
        tagged, name = _tagged(case, counted, combinations), _COMBINATION
        values = {_joined(plots): _parted(case, plots) for plots in combinations}
    else:
        who = _character(case, by)
        what, columns = f"possible roles of {phrase.character(case.names, who)}", (Column(Kind.ROLE, who),)
        tagged, name = counted, case.script.role_variables[who].name
        values = {role: (role,) for role in case.script.role_variables[who].domain}
    rows = list(_group_rows(tagged, name, values, request.prior)) if worlds else []
    return Listing(
        case.names,
        case.script.characters,
        what,
        (*columns, *_weight_columns(worlds)),
        Listed(rows),
        {**_about(case, request, counted), "worlds": str(worlds)},
        _BY_SET,
        request.limit,
        len(rows),
        filtered=bool(request.where),
    )


def _group_rows(
    diagram: Diagram, name: str, values: Mapping[str, tuple[Value, ...]], prior: Prior
) -> Iterator[tuple[Value, ...]]:
    """Yield the values that a variable takes, with their worlds and shares."""
    total = diagram.worlds_left
    shares = diagram.shares(solution.PRIORS[prior])[name]
    for value, share in diagram.shares()[name].items():
        if share:
            yield (*values[value], int(share * total), shares[value])


def _combinations(case: Case) -> list[tuple[PlotId, ...]]:
    """Return the combinations of plots that are legal by themselves, in the order of the scripts."""
    plots = tuple(case.script.plot_variables)
    return sorted(legal_plots(case), key=lambda chosen: tuple(plot not in chosen for plot in plots))


def _joined(plots: Sequence[PlotId]) -> str:
    return "+".join(plots)


def _tagged(case: Case, counted: Diagram, combinations: Sequence[Sequence[PlotId]]) -> Diagram:
    """Return a diagram with a variable that tells the combination of plots."""
    tag = Variable(_COMBINATION, tuple(map(_joined, combinations)))
    variables = {**counted.puzzle.variables, tag.name: tag}
    meanings = [
        equivalence(member(tag, (_joined(plots),)), _exactly(case, frozenset(plots)))
        for plots in combinations
    ]
    return replace(counted, puzzle=replace(counted.puzzle, variables=variables)).assuming(*meanings)


def _exactly(case: Case, plots: frozenset[PlotId]) -> Formula:
    chosen = case.script.plot_variables.items()
    return conjunction(*(member(variable, (YES if plot in plots else NO,)) for plot, variable in chosen))


def _character(case: Case, text: str) -> CharacterId:
    """Return the character that a text names.

    Raises:
        UnknownNameError: nobody of that name is in the game, or several are.
    """
    people = case.script.characters
    found = case.names.find(rule_names.Kind.CHARACTER, text, people)
    if len(found) == 1:
        return found[0]
    listed = ", ".join(phrase.character(case.names, who) for who in found or people)
    raise UnknownNameError(
        f"{text!r} can mean {listed}" if found else f"no {text!r} in this game; group by {PLOTS}, {listed}"
    )


def _about(case: Case, request: Request, counted: Diagram) -> dict[str, str]:
    """Return what every header says of the game and the log."""
    return {
        "game": phrase.setup(case.names, case.setup),
        "incidents": phrase.incidents(case.names, case.setup),
        "log": f"sha256 {digest(case.text)}",
        "assumed": " ".join(case.assumptions) or "nothing",
        "filters": "; ".join(" ".join(fact.split()) for fact in request.where) or "none",
        **_passing(case, request, counted),
        "prior": request.prior.sentence,
    }


def _passing(case: Case, request: Request, counted: Diagram) -> dict[str, str]:
    """Return how many of the scripts that survive pass the filters, and which share of all, by the prior."""
    if not request.where:
        return {}
    try:
        passed, whole = counted.worlds_left, case.diagram.worlds_left
        if not whole:
            return {}
        share = Fraction(passed, whole)
        if request.prior is not Prior.WORLDS:
            wanted = conjunction(*case.filters(request.where))
            share = case.diagram.share(wanted, solution.PRIORS[request.prior])
    except OverBudgetError:
        return {}
    return {"passing": f"{passed:,} of {whole:,} scripts, {phrase.percent(share)}"}


def digest(text: str) -> str:
    """Return the short digest that names a log's text in an export."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]
