"""Goodwill abilities: what the Protagonists may ask for, and what comes of it (R37 to R55)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from deducer.board.state import Board, Figure
from deducer.board.usable import Uses, misuse
from deducer.evidence.guards import Use
from deducer.evidence.incidents import bundles, incident_use
from deducer.ids import CharacterId
from deducer.log.statements import (
    Change,
    CulpritIs,
    Declared,
    GoodwillLine,
    Reveals,
    SameRole,
    Side,
    TakesBack,
)
from deducer.logic.terms import TRUE
from deducer.play.effects import Resolution, givers, playable, role_told
from deducer.play.policy import Policy
from deducer.play.script import NOWHERE
from deducer.play.truth import Truth
from deducer.record import Record
from deducer.rules.model import Ability, Effect
from deducer.rules.vocabulary import Action, Timing, Who
from deducer.script.effective import InForce

_AIMED = (Who.CHARACTER, Who.PLACE, Who.PLACE_OR_CHARACTER)


class Ask(Record, frozen=True):
    """A use that the Protagonists may ask for.

    Attributes:
        use: the use.
        line: what they announce, and nothing of what comes of it.
        card: the card that the leader would take back, None for other abilities.
        lending: the character and the ability by which it is borrowed, None for an ability of one's own.
    """

    use: Use
    line: GoodwillLine
    card: str | None = None

    lending: tuple[CharacterId, str] | None = None

    @property
    def claim(self) -> tuple[CharacterId, str]:
        """The character and the ability, which acts once a step."""
        return self.use.owner, self.use.ability.id

    @property
    def claims(self) -> set[tuple[CharacterId, str]]:
        """The claim, and that of the ability by which it was borrowed."""
        return {self.claim} if self.lending is None else {self.claim, self.lending}


def asks(truth: Truth, board: Board, leader: str, asked: Uses) -> Iterator[Ask]:
    """Yield everything the Protagonists may ask for on a board.

    Args:
        truth: the truth; only what is public is read.
        board: the board.
        leader: the player who is the leader.
        asked: (character, ability id) of those asked in this step already.
    """
    for figure in board.living():
        for ability in _of_goodwill(truth, figure):
            for ask in _asks(truth, board, leader, figure, ability):
                meant = (ask.use.ability,)
                free = not ask.claims & set(asked)
                if free and misuse(truth.game, ask.line, board, meant, asked) is None:
                    yield ask


def _of_goodwill(truth: Truth, figure: Figure) -> Iterator[Ability]:
    for ability in truth.script.card(figure.id).abilities:
        if ability.timing is Timing.GOODWILL and playable(ability):
            yield ability


def _asks(truth: Truth, board: Board, leader: str, figure: Figure, ability: Ability) -> Iterator[Ask]:
    plain = GoodwillLine(NOWHERE, figure.id, ability.rank)
    use = Use(figure.id, ability, figure.id, figure.place, TRUE)
    effects = {effect.action: effect for effect in ability.effects}
    if Action.BORROW in effects:
        yield from _borrowed(truth, board, leader, use)
    elif Action.REVEAL_CULPRIT in effects:
        days = tuple(truth.script.culprit_variables)
        if effects[Action.REVEAL_CULPRIT].occurred_only:
            days = tuple(day for day, _ in board.occurred)
        yield from (Ask(use, replace(plain, incident_day=day)) for day in days)
    elif Action.RESOLVE_INCIDENT in effects:
        yield from (Ask(use, replace(plain, incident_day=day)) for day in truth.script.culprit_variables)
    elif Action.TAKE_BACK in effects:
        yield from (Ask(use, plain, card) for card in _takeable(board, leader))
    else:
        ways = [
            way for effect in ability.effects for way in (_aims(truth, board, use, effect),) if way != ((),)
        ]
        for targets in ways[0] if ways else ((),):
            yield Ask(use, replace(plain, targets=targets))


def _borrowed(truth: Truth, board: Board, leader: str, use: Use) -> Iterator[Ask]:
    """Yield the uses of others' abilities that somebody may borrow (R40)."""
    for lender in truth.targets(use, use.ability.effects[0], board):
        for ability in _of_goodwill(truth, board.figure(lender)):
            for ask in _asks(truth, board, leader, board.figure(lender), ability):
                line = replace(
                    ask.line,
                    user=use.owner,
                    rank=use.ability.rank,
                    borrowed=lender,
                    borrowed_rank=ability.rank,
                )
                yield replace(ask, line=line, lending=(use.owner, use.ability.id))


def _takeable(board: Board, leader: str) -> Iterator[str]:
    """Yield the kinds of card that nobody but the leader has spent: whose card comes back is then told."""
    for card in dict.fromkeys(card for owner, card in board.spent if owner == leader):
        if {owner for owner, kind in board.spent if kind == card and owner != Side.MASTERMIND} == {leader}:
            yield card


def _aims(truth: Truth, board: Board, use: Use, effect: Effect) -> tuple[tuple[str, ...], ...]:
    """Return the targets that can be announced for an effect; one empty way if it needs none."""
    if effect.target.who not in _AIMED:
        return ((),)
    targets = truth.targets(use, effect, board)
    if effect.origin is None or effect.origin.who is Who.SELF:
        return tuple((target,) for target in targets)
    pairs = product(givers(truth, use, effect, board), targets)
    return tuple((giver, target) for giver, target in pairs if giver != target)


def answer(truth: Truth, policy: Policy, ask: Ask, board: Board) -> GoodwillLine:
    """Let the Mastermind resolve or refuse what was asked for.

    Args:
        truth: the truth.
        policy: decides on a refusal that is optional, and on what is told.
        ask: what was asked for.
        board: the board.

    Returns:
        The line that tells it.
    """
    resolution = Resolution(truth, policy, board, day=ask.line.incident_day)
    force, user = InForce.on(truth.script, board), ask.line.user or ""
    may = ask.lending is None and ask.use.ability.refusable and truth.holds(force.refuses(user))
    if may and (truth.holds(force.always_refuses(user)) or policy.likely(policy.temper.refuses)):
        return replace(ask.line, refused=True)
    for effect in ask.use.ability.effects:
        resolution.see(*_told(truth, policy, ask, effect, board))
    resolution.resolve(_resolved(truth, policy, ask, board), ask.line.targets)
    return replace(ask.line, changes=resolution.told())


def _resolved(truth: Truth, policy: Policy, ask: Ask, board: Board) -> Use:
    """Return the use whose effects are resolved: the ability's own, or those of an incident (R44, R72).

    Of an incident under a false name it may be either, since no rule tells.
    """
    actions = {effect.action for effect in ask.use.ability.effects}
    day = ask.line.incident_day or 0
    name = truth.incident_name(day)
    if Action.RESOLVE_INCIDENT not in actions or name is None:
        return ask.use
    name = policy.choose((name, truth.incident(day).id))
    effects = policy.choose(bundles(truth.script, truth.script.tragedy_set.incident(name), ask.use.owner))
    return incident_use(name, effects, ask.use.owner, board)


def _told(truth: Truth, policy: Policy, ask: Ask, effect: Effect, board: Board) -> Iterator[Change]:
    """Yield what an effect tells in words."""
    user, day = ask.use.owner, ask.line.incident_day
    match effect.action:
        case Action.REVEAL_ROLE:
            who = user if effect.target.who is Who.SELF else ask.line.targets[-1]
            role = role_told(truth, policy, board, who)
            yield Reveals(None if effect.target.who is Who.SELF else who, role)
        case Action.REVEAL_CULPRIT if day is not None:
            yield CulpritIs(day, truth.culprit(day))
        case Action.NAME_SUBPLOT:
            declared = policy.choose(truth.script.tragedy_set.sub_plots).id
            others = [plot for plot in truth.sub_plots() if plot != declared]
            yield Declared(declared, policy.choose(others) if others else None)
        case Action.NAME_SAME_ROLE:
            force = InForce.on(truth.script, board)
            alike = (
                f.id for f in board.living() if f.id != user and truth.holds(force.same_role(user, f.id))
            )
            yield SameRole(tuple(alike))
        case Action.TAKE_BACK if ask.card is not None:
            yield TakesBack(ask.card)
        case _:
            return
