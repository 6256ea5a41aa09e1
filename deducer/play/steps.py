"""The steps that only the Mastermind acts in: loop start, day start, incident, day end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deducer.board.state import Board
from deducer.evidence.guards import Use
from deducer.evidence.incidents import bundles, incident_use
from deducer.ids import CharacterId
from deducer.log.statements import DawnLine, Enters, ExtraCard, IncidentLine, StandsAt, StartLine
from deducer.play.effects import Resolution
from deducer.play.policy import Policy
from deducer.play.script import NOWHERE
from deducer.play.truth import Truth
from deducer.rules.model import Effect
from deducer.rules.vocabulary import Action, Limit, Obligation, Timing, Trait

Duty = tuple[Use, Effect, Sequence[str]]


def start(truth: Truth, policy: Policy, board: Board) -> StartLine:
    """Set up a loop: who enters, where all start, Extra cards, what must happen (R18, R90, R91, R108).

    Args:
        truth: the truth.
        policy: decides.
        board: the board on which the loop begins.
    """
    result = Resolution(truth, policy, board)
    for figure in board.figures.values():
        card = truth.script.card(figure.id)
        if card.has(Trait.LATE_LOOP) and not figure.present and truth.entries.get(figure.id) == board.loop:
            result.see(Enters(figure.id, policy.choose(card.starts)))
    for figure in board.living():
        card = truth.script.card(figure.id)
        # A start place that the script fixes is known from the first loop on.
        if card.has(Trait.START_CHOSEN) or (card.has(Trait.START_BY_SCRIPT) and figure.place is None):
            result.see(StandsAt(figure.id, policy.choose(card.starts)))
    card_first = truth.script.reading("fatedCardBeforeFriend") == "before"
    if card_first:
        _lay_extra_card(truth, policy, result)
    for use in truth.uses(result.board, Timing.LOOP_START):
        if not _lays(use):
            result.resolve(use)
    if not card_first:
        _lay_extra_card(truth, policy, result)
    return StartLine(NOWHERE, result.told())


def _lays(use: Use) -> bool:
    return any(effect.action is Action.EXTRA_CARD for effect in use.ability.effects)


def _lay_extra_card(truth: Truth, policy: Policy, result: Resolution) -> None:
    """Lay one Extra card if some ability asks for it and somebody fits; abilities do not add up (R108)."""
    found = {
        target: None
        for use in truth.uses(result.board, Timing.LOOP_START)
        for effect in use.ability.effects
        if effect.action is Action.EXTRA_CARD
        for target in truth.targets(use, effect, result.board)
    }
    if found:
        result.see(ExtraCard(policy.choose(list(found))))


def dawn(truth: Truth, policy: Policy, board: Board) -> DawnLine | None:
    """Start a day: late characters and stand-ins enter; None if nobody does."""
    changes: list[Enters] = []
    for figure in board.figures.values():
        card = truth.script.card(figure.id)
        if card.has(Trait.LATE_DAY) and not figure.present and truth.entries.get(figure.id) == board.day:
            changes.append(Enters(figure.id, policy.choose(card.starts)))
    changes.extend(_stand_ins(truth, board))
    return DawnLine(NOWHERE, tuple(changes)) if changes else None


def _stand_ins(truth: Truth, board: Board) -> Iterator[Enters]:
    """Yield who enters in the place of a dead character of the cast."""
    for figure in board.figures.values():
        for ability in truth.script.card(figure.id).abilities:
            for effect in ability.effects if ability.timing is Timing.DAY_START else ():
                coming, place = effect.of or figure.id, effect.place
                there = board.figures.get(coming)
                absent = there is None or not there.present
                if effect.action is Action.ENTER and place is not None and figure.alive is False and absent:
                    yield Enters(coming, place)


def incident(truth: Truth, policy: Policy, board: Board) -> tuple[IncidentLine, Resolution | None]:
    """Let the incident of the day occur, or not.

    Args:
        truth: the truth.
        policy: decides.
        board: the board on a day with an incident.

    Returns:
        What is told, and what came of it; None for an incident that did not occur.
    """
    happened, culprit = truth.incident(board.day), truth.culprit_on(board, board.day)
    if not truth.occurs(board, culprit, happened):
        return IncidentLine(NOWHERE, occurred=False), None
    seen = policy.choose(truth.standpoints(board, culprit))
    result = Resolution(truth, policy, seen, real={culprit.id: culprit.place})
    effects = policy.choose(bundles(truth.script, happened, culprit.id))
    result.resolve(incident_use(happened.id, effects, culprit.id, seen))
    result.follow(use for use in truth.uses(board, Timing.AFTER_INCIDENT) if use.actor == culprit.id)
    disguised = len(truth.script.incident_types(board.day)) > 1
    named = disguised and policy.likely(policy.temper.names / 4)
    true = happened.id if named else None
    return IncidentLine(NOWHERE, occurred=True, true_incident=true, changes=result.told()), result


def duties(truth: Truth, policy: Policy, board: Board, spent: set[str]) -> list[Duty]:
    """Return the mandatory effects of a day end; whoever has a turf may count as being here or there (D4).

    Args:
        truth: the truth.
        policy: decides.
        board: the board at the day's end.
        spent: what uses of abilities have taken up in this loop; what is used now is added.
    """
    claims: dict[tuple[str, str, CharacterId | None], list[Use]] = {}
    for use in truth.uses(board, Timing.DAY_END):
        if use.ability.obligation is Obligation.MANDATORY and use.resource(board) not in spent:
            claims.setdefault((use.owner, use.ability.id, use.actor), []).append(use)
    found: list[Duty] = []
    for claimed in claims.values():
        elsewhere = len(claimed) == 1 and _may_be_elsewhere(truth, claimed[0], board)
        chosen = policy.choose([*claimed, None] if elsewhere else claimed)
        if chosen is not None:
            found.extend(_effects(truth, chosen, board))
        if claimed[0].ability.limit is Limit.LOOP and any(_applies(truth, use, board) for use in claimed):
            spent.add(claimed[0].resource(board))
    return found


def _may_be_elsewhere(truth: Truth, use: Use, board: Board) -> bool:
    """Tell whether a user may count as being in a turf where the ability does not apply."""
    turf = truth.script.setup.turfs.get(use.actor or "") if use.role is not None else None
    counts = truth.script.reading("bossTurfDayEnd") == "yes"
    return counts and turf is not None and turf != board.figure(use.actor or "").place


def _effects(truth: Truth, use: Use, board: Board) -> Iterator[Duty]:
    for effect in use.ability.effects:
        if truth.applies(use, effect, board):
            yield use, effect, truth.targets(use, effect, board)


def _applies(truth: Truth, use: Use, board: Board) -> bool:
    """Tell whether a use acts at all: it takes up its one time a loop, whatever comes of it (R128)."""
    return any(found or effect.action is not Action.KILL for _, effect, found in _effects(truth, use, board))
