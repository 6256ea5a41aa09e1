"""Which scripts are legal (rulings section 3): plots, role sums, demands on characters, culprits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, product

from deducer.ids import ABSENT, PERSON, CharacterId, PlotId, RoleId
from deducer.log.statements import SpecialKind
from deducer.logic.build import conjunction, count, disjunction, implication, negation, weaken
from deducer.logic.terms import FALSE, TRUE, Constraint, Formula
from deducer.provenance import Clue, Source
from deducer.rules.model import Adds, Plot, Role
from deducer.rules.vocabulary import CulpritDuty, Trait
from deducer.script.clues import Kind, clue
from deducer.script.variables import Script


def legality(script: Script) -> tuple[Constraint, ...]:
    """Return the rules that every legal script of a set-up obeys; worked out once for each game.

    Args:
        script: the variables of the game.

    Returns:
        Constraints whose sources are rules, grouped by rule.
    """
    return script.remembered(script.setup, "legality", lambda: tuple(_legality(script)))


def _legality(script: Script) -> Iterator[Constraint]:
    yield from _plot_numbers(script)
    yield from _room(script)
    for role in script.tragedy_set.roles:
        if role.id != PERSON:
            yield from _role_sum(script, role)
        yield from _culprit_duty(script, role)
    for plot in script.tragedy_set.plots:
        yield from _demands(script, plot)
        yield from _needed_incident(script, plot)
    for character in script.characters:
        card = script.card(character)
        if card.has(Trait.UNUSED_ROLE):
            yield from _unused_role(script, character)
        if card.has(Trait.COPIES_ROLE):
            yield from _copied_role(script, character)
    yield from _culprits(script)


def inside_sums(script: Script) -> tuple[CharacterId, ...]:
    """Return the characters whose roles fill the plots' slots (R138, R140)."""
    return tuple(c for c in script.characters if not script.card(c).has(Trait.OUTSIDE_SUMS))


def both_may_hold(script: Script, role: RoleId | None, *characters: CharacterId | None) -> bool:
    """Tell whether some plots give a role to as many as some characters are, those outside the sums aside."""
    most = script.remembered(script.setup, f"most holders of {role}", lambda: _most_holders(script, role))
    inside = inside_sums(script)
    return sum(character in inside for character in characters) <= most


def _most_holders(script: Script, role: RoleId | None) -> int:
    givers = [(plot.id, a) for plot in script.tragedy_set.plots for a in plot.adds if a.role == role]
    cap = next((one.cap for one in script.tragedy_set.roles if one.id == role), 0)
    return max(
        _bounds([adds for plot, adds in givers if plot in choice], cap)[1]
        for choice in _choices(script, [plot for plot, _ in givers])
    )


def smallest_need(script: Script) -> tuple[int, int]:
    """Return how many characters the least demanding plots need, and how many the cast offers them."""
    return min(need for _, need in _needs(script)), len(inside_sums(script))


def _needs(script: Script) -> Iterator[tuple[tuple[Plot, ...], int]]:
    """Yield the plots that one script can have, with how many characters hold the roles they bring."""
    chosen = script.tragedy_set
    for main in chosen.main_plots:
        for subs in combinations(chosen.sub_plots, chosen.number_of_sub_plots):
            plots = (main, *subs)
            by_role: dict[RoleId, list[Adds]] = {}
            for adds in (adds for plot in plots for adds in plot.adds):
                by_role.setdefault(adds.role, []).append(adds)
            yield plots, sum(_bounds(by_role[r.id], r.cap)[0] for r in chosen.roles if r.id in by_role)


def _rule(formula: Formula, name: str, told: Clue) -> Constraint:
    return Constraint(formula, Source(line=0, label=name), told)


def _plot_numbers(script: Script) -> Iterator[Constraint]:
    chosen = script.tragedy_set
    main = tuple(script.has_plot(plot.id) for plot in chosen.main_plots)
    sub = tuple(script.has_plot(plot.id) for plot in chosen.sub_plots)
    number = chosen.number_of_sub_plots
    yield _rule(count(main, 1, 1), "one main plot", clue(Kind.MAIN_PLOT))
    yield _rule(count(sub, number, number), "number of subplots", clue(Kind.SUB_PLOTS))


def _room(script: Script) -> Iterator[Constraint]:
    """Plots that bring more roles than there are characters are in no script: their sums together say so.

    Said once more by itself, since otherwise an argument would have to deal out all roles.
    """
    have = len(inside_sums(script))
    crowded = [
        conjunction(*(script.has_plot(plot.id) for plot in plots))
        for plots, need in _needs(script)
        if need > have
    ]
    if crowded:
        yield _rule(negation(disjunction(*crowded)), "room for the roles", clue(Kind.ROOM, str(have)))


def _role_sum(script: Script, role: Role) -> Iterator[Constraint]:
    """The plots' sum, capped, is held exactly; what exceeds the cap vanishes (section 3, points 2 to 4)."""
    holders = tuple(script.assigned(c, (role.id,)) for c in inside_sums(script))
    givers = [
        (plot.id, adds) for plot in script.tragedy_set.plots for adds in plot.adds if adds.role == role.id
    ]
    cases: dict[tuple[int, int], list[Formula]] = {}
    for choice in _choices(script, [plot for plot, _ in givers]):
        bounds = _bounds([adds for plot, adds in givers if plot in choice], role.cap)
        pattern = conjunction(
            *(script.has_plot(p) if p in choice else negation(script.has_plot(p)) for p, _ in givers)
        )
        cases.setdefault(bounds, []).append(pattern)
    for (low, high), patterns in cases.items():
        formula = implication(disjunction(*patterns), count(holders, low, high))
        yield _rule(formula, f"number of {role.id}", clue(Kind.ROLE_SUM, role.id))


def _choices(script: Script, plots: Sequence[PlotId]) -> Iterator[frozenset[PlotId]]:
    """Yield the parts of some plots that one script can contain together."""
    main = {plot.id for plot in script.tragedy_set.main_plots}
    for flags in product((False, True), repeat=len(plots)):
        chosen = frozenset(plot for plot, flag in zip(plots, flags, strict=True) if flag)
        if len(chosen & main) <= 1 and len(chosen - main) <= script.tragedy_set.number_of_sub_plots:
            yield chosen


def _bounds(adds: Sequence[Adds], cap: int | None) -> tuple[int, int]:
    low, high = sum(a.low for a in adds), sum(a.high for a in adds)
    return (low, high) if cap is None else (min(low, cap), min(high, cap))


def _demands(script: Script, plot: Plot) -> Iterator[Constraint]:
    """A plot's demand on who holds a role, a girl as Key Person (R103); outside the sums it is void."""
    for demand in plot.demands:
        unfit = [c for c in inside_sums(script) if not script.tags(c) & set(demand.tags)]
        nobody = conjunction(*(negation(script.assigned(c, (demand.role,))) for c in unfit))
        formula = implication(script.has_plot(plot.id), nobody)
        told = clue(Kind.DEMAND, demand.role, plot.id, sources=(demand.source,))
        yield _rule(formula, f"{demand.role} under {plot.id}", told)


def _unused_role(script: Script, character: CharacterId) -> Iterator[Constraint]:
    """The character's role is one that no chosen plot adds (R138).

    An optional role of which the script has none counts as not added unless the switch says otherwise.
    """
    name, told = f"role of {character}", clue(Kind.UNUSED_ROLE, character)
    others = inside_sums(script)
    optional_counts = script.reading("mysteryBoyOptional") == "added"
    for plot in script.tragedy_set.plots:
        for adds in plot.adds:
            held = conjunction(script.has_plot(plot.id), script.assigned(character, (adds.role,)))
            if adds.low > 0 or optional_counts:
                yield _rule(negation(held), name, told)
            else:
                nobody = conjunction(*(negation(script.assigned(c, (adds.role,))) for c in others))
                yield _rule(implication(held, nobody), name, told)


def _copied_role(script: Script, character: CharacterId) -> Iterator[Constraint]:
    """The character's role is that of some other character (R140)."""
    others = [c for c in script.characters if c != character]
    for role in script.role_variables[character].domain:
        held_elsewhere = disjunction(*(script.assigned(c, (role,)) for c in others))
        formula = implication(script.assigned(character, (role,)), held_elsewhere)
        yield _rule(formula, f"role of {character}", clue(Kind.COPIED_ROLE, character))


def _needed_incident(script: Script, plot: Plot) -> Iterator[Constraint]:
    """A plot's demand that some incident is truly of one kind (R118)."""
    if plot.needs_incident is None:
        return
    there = disjunction(*(script.is_incident(day, plot.needs_incident) for day in script.culprit_variables))
    formula = weaken(implication(script.has_plot(plot.id), there))
    told = clue(Kind.NEEDED_INCIDENT, plot.needs_incident, plot.id)
    yield _rule(formula, f"{plot.needs_incident} under {plot.id}", told)


def _culprits(script: Script) -> Iterator[Constraint]:
    """Culprits are all different, but for repeats of an incident (R58), and in the script."""
    repeats = any(special.kind is SpecialKind.REPEAT_CULPRITS for special in script.setup.specials)
    if not repeats:
        yield from _different_culprits(script)
    for character in script.hidden:
        duties = disjunction(*(script.culprit(day, character) for day in script.culprit_variables))
        absent = script.assigned(character, (ABSENT,))
        formula = implication(duties, negation(absent))
        yield _rule(formula, "culprit in the script", clue(Kind.CULPRIT_ABSENT, character))


def _different_culprits(script: Script) -> Iterator[Constraint]:
    """Two incidents have one culprit only where both are truly the same incident, one that may repeat."""
    name, told = "culprits all different", clue(Kind.CULPRITS)
    shared = {pair: _may_share(script, *pair) for pair in combinations(script.culprit_variables, 2)}
    groups = [[day] for day in script.culprit_variables]
    for pair in (pair for pair, formula in shared.items() if formula != FALSE):
        joined = [group for group in groups if not set(group).isdisjoint(pair)]
        groups = [group for group in groups if group not in joined] + [sorted({*chain(*joined)})]
    for character in script.characters:
        duties = {day: script.culprit(day, character) for day in script.culprit_variables}
        # What stands in different groups never shares, so one of each group at a time says it all.
        for days in product(*groups):
            yield _rule(count((duties[day] for day in days), 0, 1), name, told)
        for pair in (pair for group in groups for pair in combinations(group, 2)):
            formula = weaken(implication(conjunction(*(duties[day] for day in pair)), shared[pair]))
            if formula != TRUE:
                yield _rule(formula, name, told)


def _may_share(script: Script, day: int, other: int) -> Formula:
    """Say that two days have truly the same incident, and one of which a character may be behind several."""
    return disjunction(
        *(
            conjunction(script.is_incident(day, incident.id), script.is_incident(other, incident.id))
            for incident in script.tragedy_set.incidents
            if incident.repeats
        )
    )


def _culprit_duty(script: Script, role: Role) -> Iterator[Constraint]:
    """Roles that must, or must not, be the culprit of an incident (R137)."""
    if role.culprit_duty is CulpritDuty.NONE:
        return
    for character in script.characters:
        duties = disjunction(*(script.culprit(day, character) for day in script.culprit_variables))
        wanted = duties if role.culprit_duty is CulpritDuty.ALWAYS else negation(duties)
        formula = implication(script.assigned(character, (role.id,)), wanted)
        yield _rule(formula, f"culprit duty of {role.id}", clue(Kind.CULPRIT_DUTY, role.id))
