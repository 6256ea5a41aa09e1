"""Day end: mandatory abilities together, then optional ones by those who still live (R74 to R86)."""

from __future__ import annotations

from collections.abc import Iterator

from deducer.board.timeline import Moment, Step
from deducer.evidence.causes import Causes, Unit, settle, units
from deducer.evidence.deaths import Split, consequences, ends_by_death, fates, split, tells_all
from deducer.evidence.guards import Use, conditions, fits, uses
from deducer.evidence.sources import Evidence, constrain, line_source, step_label
from deducer.log.statements import Dies, Guard, Lost, ProtagonistsDie
from deducer.logic.build import conjunction, disjunction, implication, strengthen
from deducer.logic.terms import FALSE, TRUE, Formula, Option
from deducer.rules.model import Effect
from deducer.rules.vocabulary import Action, Obligation, Timing
from deducer.script.conditions import Point
from deducer.script.variables import Script

MANDATORY = "mandatory"


def day_end(script: Script, step: Step) -> Iterator[Evidence]:
    """Yield what a recorded day end proves.

    Args:
        script: the game.
        step: a recorded day end.

    Yields:
        Causes of what was seen, what the deaths say, and the mandatory uses that silence excludes.
    """
    parts = split(script, step.moments)
    deadly = tuple(m for m in parts.primary if isinstance(m.change, Dies | Guard))
    other = tuple(m for m in step.moments if isinstance(m.change, ProtagonistsDie | Lost))
    loss = tuple(m for m in other if not (isinstance(m.change, Lost) and parts.protagonists_die))
    rest = tuple(m for m in parts.primary if m not in deadly and m not in other)
    found = (
        *units(step, deadly, step.before),
        *units(step, rest, step.before),
        *units(step, loss, step.after),
    )
    choices = list(_choices(script, step, parts, found))
    yield from settle((unit.item for unit in found), choices)
    yield from consequences(script, step, parts)
    yield from _silence(script, step, parts)


def _choices(script: Script, step: Step, parts: Split, found: tuple[Unit, ...]) -> Iterator[Option]:
    """Yield the causes of what was seen; who died cannot have used an optional ability (R75).

    Unless it died of that very use: whoever stands in for another may be its own killer (R87).
    """
    causes = Causes(script, step, Timing.DAY_END, found)
    optional = {
        use.resource(step.before): use.actor
        for use in uses(script, step.before, Timing.DAY_END)
        if use.actor in parts.dead and use.ability.obligation is Obligation.OPTIONAL
    }
    deaths = {unit.item.name: unit.change.character for unit in found if isinstance(unit.change, Dies)}
    for option in causes.options():
        dead_users = {optional[resource] for resource in option.resources if resource in optional}
        if dead_users <= {deaths.get(item) for item in option.items}:
            yield option
    for unit in found:
        if isinstance(unit.change, Lost):
            for death in parts.deaths:
                yield from _by_death(script, death, unit)


def _by_death(script: Script, death: Moment, unit: Unit) -> Iterator[Option]:
    """A death that makes the protagonists lose at once explains an announced loss."""
    formula = ends_by_death(script, death)
    if formula != FALSE and isinstance(death.change, Dies):
        yield Option(f"death of {death.change.character}", formula, frozenset({unit.item.name}))


def _silence(script: Script, step: Step, parts: Split) -> Iterator[Evidence]:
    """A mandatory use that would have shown, and did not, was not there (R76, R101, D30)."""
    if not tells_all(script, step):
        return
    by_claim: dict[tuple[str, str, str | None], list[Use]] = {}
    for use in uses(script, step.before, Timing.DAY_END):
        # Where the notes do not tell that the use could be made, its silence excludes nothing.
        if _must(script, use) and strengthen(use.guard) != FALSE:
            by_claim.setdefault((use.owner, use.ability.id, use.actor), []).append(use)
    for places in by_claim.values():
        source = line_source(step.statements[-1], step_label(step))
        yield from constrain(_agrees(script, step, parts, places), source)


def _must(script: Script, use: Use) -> bool:
    """Tell whether a use is mandatory, by the rules or by a ruling switch (D6)."""
    if use.ability.obligation is Obligation.MANDATORY:
        return True
    return bool(use.ability.ruling) and script.reading(use.ability.ruling) == MANDATORY


def _agrees(script: Script, step: Step, parts: Split, places: list[Use]) -> Formula:
    """Say that a mandatory use did not apply, or showed what was seen.

    An actor that may count as being in its turf is excluded only if both places agree (D4).
    """
    told = {
        use.place: implication(
            use.guard, conjunction(*(_shown(script, step, parts, use, e) for e in use.ability.effects))
        )
        for use in places
    }
    actor = places[0].actor
    here = step.before.figure(actor).place if actor is not None else None
    turf = script.setup.turfs.get(actor or "")
    formula = told.get(here, TRUE)
    if turf is None or turf == here or places[0].role is None:
        return formula
    return disjunction(formula, conjunction(script.ruled("bossTurfDayEnd", "yes"), told.get(turf, TRUE)))


def _shown(script: Script, step: Step, parts: Split, use: Use, effect: Effect) -> Formula:
    """Say that an effect at day end showed what was seen, or had nobody to act on."""
    own = tuple(c for c in effect.conditions if c.on != "target")
    applies = conditions(script, own, Point(step.before, use.actor, use.place, role=use.role))
    if effect.action is Action.LOSE:
        return TRUE if parts.lost else implication(applies, FALSE)
    if effect.action is not Action.KILL:
        return TRUE
    seen = {moment.change for moment in step.moments}
    formulas = []
    for victim in step.before.figures:
        aimed = fits(script, use, effect, step.before, victim)
        if aimed != FALSE:
            ways = (fate.formula for fate in fates(script, step.before, victim) if set(fate.seen) <= seen)
            formulas.append(implication(conjunction(applies, aimed), disjunction(*ways)))
    return conjunction(*formulas)
