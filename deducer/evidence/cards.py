"""Cards: forbids that were ignored, forbids that worked, cards that failed without a reason (R19 to R23)."""

from __future__ import annotations

from collections.abc import Iterator

from deducer.board.timeline import Resolved, Step
from deducer.evidence.guards import fits, uses
from deducer.evidence.sources import Evidence, constrain, line_source, step_label
from deducer.ids import INTRIGUE, CharacterId
from deducer.log.statements import CardsLine, IgnoredLine, StoppedLine
from deducer.logic.build import conjunction, disjunction, negation
from deducer.logic.terms import FALSE, TRUE, UNKNOWN, Formula
from deducer.rules.vocabulary import Action, Obligation, Timing, Trait
from deducer.script.variables import Script


def cards(script: Script, step: Step) -> Iterator[Evidence]:
    """Yield what a closed card step proves.

    A forbid that did not work was ignored by somebody who may do so; one that worked was not on anybody who
    must ignore it; a card stopped without a visible reason has no cause in the sets covered.

    Args:
        script: the game.
        step: a card step; while it is open its cards prove nothing.

    Yields:
        One constraint for each `ignored:` entry and for each forbid that did its work.
    """
    if not step.closed:
        return
    for statement in step.statements:
        source = line_source(statement, step_label(step))
        if isinstance(statement, IgnoredLine):
            for card in statement.cards:
                kind = (card.card or "").removeprefix("forbid ")
                yield from constrain(_ignored(script, step, kind, card.target, obliged=False), source)
        elif isinstance(statement, StoppedLine):
            yield from constrain(FALSE if statement.cards else TRUE, source)
    for resolved in step.cards:
        yield from _worked(script, step, resolved)


def _worked(script: Script, step: Step, resolved: Resolved) -> Iterator[Evidence]:
    """A forbid that stopped a card: nobody was there who must ignore it."""
    if resolved.forbidden_by is None or resolved.worked is not False or resolved.card.target is None:
        return
    kind = (resolved.forbidden_by.card or "").removeprefix("forbid ")
    statement = _played_in(step, resolved)
    if statement is not None:
        formula = negation(_ignored(script, step, kind, resolved.forbidden_by.target, obliged=True))
        yield from constrain(formula, line_source(statement, step_label(step)))


def _played_in(step: Step, resolved: Resolved) -> CardsLine | None:
    lines = (s for s in step.statements if isinstance(s, CardsLine))
    return next((line for line in lines if resolved.forbidden_by in line.cards), None)


def _ignored(script: Script, step: Step, kind: str, target: str | None, *, obliged: bool) -> Formula:
    """Say that somebody may (or must) ignore a kind of forbid on a target, after all movement (R21)."""
    if target is None:
        return UNKNOWN
    ways: list[Formula] = []
    targets = (target, *_under_cards_of(script, step, target))
    for use in uses(script, step.after, Timing.CARDS):
        if obliged and use.ability.obligation is not Obligation.MANDATORY:
            continue
        ways.extend(
            conjunction(use.guard, fits(script, use, effect, step.after, one))
            for one in targets
            for effect in use.ability.effects
            if effect.action is Action.IGNORE_FORBID and kind in effect.forbids
        )
    if kind == INTRIGUE and not obliged and step.free_forbids is not False:
        # With a second Forbid Intrigue on the table the first stops nothing (R22).
        ways.append(TRUE if step.free_forbids else UNKNOWN)
    return disjunction(*ways)


def _under_cards_of(script: Script, step: Step, place: str) -> Iterator[CharacterId]:
    """Yield who takes the cards that lie on a place, from before all movement (R25)."""
    for figure in step.before.figures.values():
        if script.card(figure.id).has(Trait.NO_CARDS) and figure.present and figure.place == place:
            yield figure.id
