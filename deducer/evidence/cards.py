"""Cards: forbids that were ignored, forbids that worked, cards that failed without a reason (R19 to R23)."""

from __future__ import annotations

from collections.abc import Iterator

from deducer.board.table import FORBID, kind_of
from deducer.board.timeline import Resolved, Step
from deducer.evidence.guards import Use, fits, uses
from deducer.evidence.sources import Evidence, constrain, line_source, step_label
from deducer.ids import INTRIGUE, CharacterId
from deducer.log.statements import Card, CardsLine, IgnoredLine, Side, StoppedLine
from deducer.logic.build import conjunction, disjunction, negation
from deducer.logic.terms import FALSE, TRUE, UNKNOWN, Formula
from deducer.rules.model import Effect
from deducer.rules.vocabulary import Action, Obligation, Timing, Trait
from deducer.script.clues import Kind, clue
from deducer.script.variables import Script


def cards(script: Script, step: Step) -> Iterator[Evidence]:
    """Yield what a closed card step proves.

    A forbid that did not work was ignored by somebody who may do so; one that worked was not on anybody who
    must ignore it; a card stopped without a visible reason has no cause in the sets covered.

    Args:
        script: the game.
        step: a card step; while it is open its cards prove nothing but where they could be laid.

    Yields:
        One constraint for each `ignored:` entry and for each forbid that did its work.
    """
    yield from _laid(script, step)
    if not step.closed:
        return
    for statement in step.statements:
        source = line_source(statement, step_label(step))
        if isinstance(statement, IgnoredLine):
            for card in statement.cards:
                kind = (card.card or "").removeprefix("forbid ")
                told = clue(Kind.FORBID_IGNORED, card.target, kind)
                yield from constrain(_ignored(script, step, kind, card.target, obliged=False), source, told)
        elif isinstance(statement, StoppedLine):
            for card in statement.cards:
                told = clue(Kind.CARD_STOPPED, card.target)
                yield from constrain(_also_forbidden(script, step, card), source, told)
    for resolved in step.cards:
        yield from _worked(script, step, resolved)
        yield from _visibly_worked(script, step, resolved)


def _laid(script: Script, step: Step) -> Iterator[Evidence]:
    """The Mastermind's cards lie where he may lay them; nothing that follows takes that back (R24)."""
    for statement in step.statements:
        if isinstance(statement, CardsLine) and statement.side is Side.MASTERMIND:
            source = line_source(statement, step_label(step))
            for card in statement.cards:
                yield from constrain(
                    negation(_barred(script, step, card)), source, clue(Kind.LAID, card.target)
                )


def _barred(script: Script, step: Step, card: Card) -> Formula:
    """Say that the Mastermind could not lay a card where it lies (R24)."""
    target = card.target
    if target is None or target not in step.before.figures:
        return FALSE
    return disjunction(
        *(
            conjunction(use.guard, fits(script, use, effect, step.before, target))
            for use in uses(script, step.before, Timing.CARDS)
            for effect in use.ability.effects
            if effect.action is Action.BAR_CARDS
        )
    )


def _also_forbidden(script: Script, step: Step, card: Card) -> Formula:
    """Say that a card was stopped by a Forbid card of another kind that lay on the same target (R23)."""
    if card.target is None or card.card is None:
        return UNKNOWN
    figure = step.before.figures.get(card.target)
    # Who takes no cards of its own takes those of the place where it stood (R25).
    taker = figure is not None and script.card(card.target).has(Trait.NO_CARDS)
    there = figure.place if figure is not None and taker else card.target
    if there is None:
        return UNKNOWN
    lying = {other.card.card for other in step.cards if other.card.target == there}
    return disjunction(
        *(
            conjunction(use.guard, fits(script, use, effect, step.after, card.target))
            for use, effect in _widening(script, step)
            if effect.stops == kind_of(card.card) and lying & {f"{FORBID}{kind}" for kind in effect.forbids}
        )
    )


def _widening(script: Script, step: Step) -> Iterator[tuple[Use, Effect]]:
    """Yield the abilities that let a Forbid card stop another kind of card too."""
    for use in uses(script, step.after, Timing.CARDS):
        for effect in use.ability.effects:
            if effect.action is Action.ALSO_FORBID:
                yield use, effect


def _worked(script: Script, step: Step, resolved: Resolved) -> Iterator[Evidence]:
    """A forbid that stopped a card: nobody was there who must ignore it."""
    if resolved.forbidden_by is None or resolved.worked is not False or resolved.card.target is None:
        return
    kind = (resolved.forbidden_by.card or "").removeprefix("forbid ")
    statement = _played_in(step, resolved.forbidden_by)
    if statement is not None:
        target = resolved.forbidden_by.target
        formula = negation(_ignored(script, step, kind, target, obliged=True))
        told = clue(Kind.FORBID_WORKED, target, kind)
        yield from constrain(formula, line_source(statement, step_label(step)), told)


def _visibly_worked(script: Script, step: Step, resolved: Resolved) -> Iterator[Evidence]:
    """A card worked though a Forbid card of another kind lay there: nothing lets that one stop it (R23)."""
    statement = _played_in(step, resolved.card)
    if resolved.also_forbidden_by is not None and resolved.visible and statement is not None:
        formula = negation(_also_forbidden(script, step, resolved.card))
        told = clue(Kind.CARD_WORKED, resolved.card.target)
        yield from constrain(formula, line_source(statement, step_label(step)), told)


def _played_in(step: Step, card: Card | None) -> CardsLine | None:
    lines = (s for s in step.statements if isinstance(s, CardsLine))
    return next((line for line in lines if card in line.cards), None)


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
