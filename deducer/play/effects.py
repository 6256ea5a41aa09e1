"""Effects read forwards: what happens when they are resolved one after the other under the fixed script.

`evidence.effects` reads the same effects backwards; both ask the same guards what an effect may be aimed at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from msgspec import field
from msgspec.structs import replace

from deducer.board.changes import apply_change
from deducer.board.conditions import User
from deducer.board.conditions import fits as public_fit
from deducer.board.movement import hindered
from deducer.board.reach import REMOVED
from deducer.board.state import Board, Figure
from deducer.evidence.deaths import fates
from deducer.evidence.guards import Use
from deducer.ids import COUNTERS, DIAGONAL, GAUGE, PLACES, CharacterId, PlaceId, RoleId
from deducer.log.statements import (
    AddCounter,
    Change,
    CulpritAt,
    CulpritIs,
    Dies,
    ExtraCard,
    Guard,
    Leaves,
    LoopEnds,
    Lost,
    Moves,
    ProtagonistsDie,
    Reveals,
    Revives,
)
from deducer.play.policy import Policy
from deducer.play.truth import Truth
from deducer.record import Draft
from deducer.rules.model import Ability, Effect
from deducer.rules.vocabulary import Action, Timing, Who

ANYWHERE: Final = "any"
_KEPT_BACK: Final = 0.5
_PLAIN: Final = {
    Action.GUARD: Guard,
    Action.REVIVE: Revives,
    Action.LEAVE: Leaves,
    Action.EXTRA_CARD: ExtraCard,
}


def playable(ability: Ability) -> bool:
    """Tell whether the simulator knows how to resolve an ability."""
    known = {*COUNTERS, GAUGE}
    return all(set(effect.counters) <= known for effect in ability.effects)


class Resolution(Draft):
    """Effects being resolved: those of one step, or of one use of a goodwill ability.

    Attributes:
        truth: the truth.
        policy: chooses, for whoever has the choice.
        board: the board by now.
        changes: what was seen so far.
        lost: whether a death or an ability has made the protagonists lose.
        day: the day of the incident that is resolved, if it is one.
        real: where characters really stand that count as standing elsewhere.
        together: what happened together with the last deaths, and need not be told if they end the loop.
    """

    truth: Truth
    policy: Policy
    board: Board
    changes: list[Change] = field(default_factory=list)
    lost: bool = False
    day: int | None = None
    real: dict[CharacterId, PlaceId | None] = field(default_factory=dict)
    together: tuple[Dies | Guard, ...] = ()

    @property
    def protagonists_died(self) -> bool:
        """Whether the protagonists have died."""
        return ProtagonistsDie() in self.changes

    @property
    def over(self) -> bool:
        """Whether the loop has ended."""
        return self.lost or self.protagonists_died

    def told(self) -> tuple[Change, ...]:
        """Return what is announced; a loss has a word of its own unless the protagonists died.

        Once the loop has ended a Mastermind may have stopped telling of deaths of the same moment (D30).
        """
        loss = (Lost(),) if self.lost and not self.protagonists_died else ()
        if self.truth.reticent and (self.lost or self.protagonists_died):
            kept_back = [change for change in self.together if self.policy.likely(_KEPT_BACK)]
            return (*(change for change in self.changes if change not in kept_back), *loss)
        return (*self.changes, *loss)

    def see(self, *changes: Change) -> None:
        """Let changes happen."""
        keep = self.truth.script.reading("countersOnCorpse") != REMOVED
        for change in changes:
            self.changes.append(change)
            self.board = apply_change(self.board, change, corpses_keep=keep)
            if isinstance(change, Moves):
                self.real.pop(change.character, None)

    def resolve(self, use: Use, aimed: Sequence[str] = ()) -> None:
        """Resolve the effects of a use, in order.

        Args:
            use: the use.
            aimed: what it was announced to be aimed at; if empty, whoever has the choice chooses now.
        """
        previous: str | None = None
        self.together = ()
        for effect in use.ability.effects:
            if self.protagonists_died or (self.lost and not self._even_after_loss(effect)):
                return
            if self.truth.applies(use, effect, self.board):
                stood = self._place(use)
                previous = self._one(use, effect, aimed, previous) or previous
                if self._place(use) != stood:
                    use = replace(use, place=self._place(use))

    def _place(self, use: Use) -> PlaceId | None:
        return None if use.actor is None else self.board.figure(use.actor).place

    def _even_after_loss(self, effect: Effect) -> bool:
        """Tell whether an effect is still resolved together with a death that ends the loop (D5)."""
        together = self.truth.script.reading("hospitalWithKeyPerson") == "simultaneous"
        return effect.action is Action.PROTAGONISTS_DIE and together

    # ---------------------------------------------------------------- single effects

    def _one(self, use: Use, effect: Effect, aimed: Sequence[str], previous: str | None) -> str | None:
        """Resolve one effect; return what it acted on, None for nothing."""
        match effect.action:
            case Action.PROTAGONISTS_DIE:
                if not self.board.immune:
                    self.see(ProtagonistsDie())
                return None
            case Action.LOSE:
                self.lost = True
                return None
            case Action.END_LOOP:
                self._tell(LoopEnds())
                return None
        chosen = self._aim(use, effect, aimed, previous)
        if effect.action is Action.KILL:
            self.kill(chosen)
        else:
            for target in chosen:
                self.see(*self._changes(use, effect, target, aimed))
        return chosen[-1] if chosen else None

    def _aim(self, use: Use, effect: Effect, aimed: Sequence[str], previous: str | None) -> tuple[str, ...]:
        """Return on what an effect acts: everything meant, one chosen target, or nothing (R62)."""
        found = [
            one
            for one in self.truth.targets(use, effect, self.board)
            if not (effect.target.distinct and one == previous and not aimed)
            and not (effect.target.same and one != previous)
        ]
        if effect.target.who is Who.ALL:
            return tuple(found)
        if aimed and effect.target.who is not Who.SELF:
            found = [one for one in found if one == aimed[-1]]
        if not found:
            return ()
        grows = effect.action is Action.ADD and max(effect.amounts) > 0 and not aimed
        return (self.policy.target(effect.counters, found) if grows else self.policy.choose(found),)

    def _changes(self, use: Use, effect: Effect, target: str, aimed: Sequence[str]) -> Iterator[Change]:
        """Yield what an effect changes on a target."""
        match effect.action:
            case Action.ADD:
                yield from self._added(effect, target)
            case Action.MOVE:
                yield from self._moved(effect, target)
            case Action.MOVE_COUNTER:
                yield from self._carried(use, effect, target, aimed)
            case Action.CONVERT:
                yield from self._converted(effect, target)
            case Action.CLEAR:
                yield from self._cleared(effect, target)
            case Action.CLOSE_PLACE | Action.REVEAL_CULPRIT | Action.REVEAL_ROLE:
                self._tell(*self._told(use, effect, target))
            case _ if effect.action in _PLAIN:
                yield _PLAIN[effect.action](target)
            case _:
                return

    def _told(self, use: Use, effect: Effect, target: str) -> Iterator[Change]:
        """Yield what an incident tells of its culprit (R113, R135); goodwill abilities tell by themselves."""
        if use.ability.timing is not Timing.INCIDENT:
            return
        match effect.action:
            case Action.CLOSE_PLACE:
                yield CulpritAt(target)
            case Action.REVEAL_CULPRIT:
                yield CulpritIs(self.day or self.board.day, target)
            case Action.REVEAL_ROLE if not any(isinstance(one, Reveals) for one in self.changes):
                yield Reveals(target, role_told(self.truth, self.policy, self.board, target))

    def _tell(self, *changes: Change) -> None:
        """Announce something, unless that was done in this resolution already (R72)."""
        self.see(*(change for change in changes if change not in self.changes))

    def _cleared(self, effect: Effect, target: CharacterId) -> Iterator[Change]:
        for counter in effect.counters or COUNTERS:
            held = self.board.count(target, counter)
            if held:
                yield AddCounter(-held, counter, target)

    def _converted(self, effect: Effect, target: CharacterId) -> Iterator[Change]:
        gone, come = effect.counters
        if self.board.count(target, gone):
            yield AddCounter(-1, gone, target)
            yield AddCounter(1, come, target)

    def _added(self, effect: Effect, target: str) -> Iterator[Change]:
        counter = self.policy.choose(effect.counters)
        amount = self.policy.choose(effect.amounts)
        if amount < 0:
            most = min(-amount, self.board.count(target, counter) or 0)
            amount = -self.policy.choose(range(most + 1)) if effect.up_to else -most
        if amount:
            yield AddCounter(amount, counter, None if target == GAUGE else target)

    def _moved(self, effect: Effect, target: CharacterId) -> Iterator[Change]:
        """Yield a move from where a character really stands; who cannot go anywhere stays."""
        figure = self.board.figure(target)
        figure = hindered(self.board, replace(figure, place=self.real.get(target, figure.place)))
        far = () if effect.to == ANYWHERE or figure.place is None else (DIAGONAL[figure.place],)
        places = [one for one in PLACES if one not in (*figure.barred, *far)]
        place = self.policy.choose(places) if places else figure.place
        if place is not None and place != figure.place:
            yield Moves(target, place)
            yield from (Moves(one, place) for one in self._followers(figure, place))

    def _followers(self, leader: Figure, place: PlaceId) -> Iterator[CharacterId]:
        """Yield who goes along with a master that leaves (R87)."""
        for character, masters in self.board.masters.items():
            figure = self.board.figures.get(character)
            if figure is None or leader.id not in masters or not (figure.present and figure.alive):
                continue
            if figure.place == leader.place and place not in hindered(self.board, figure).barred:
                yield character

    def _carried(
        self, use: Use, effect: Effect, target: CharacterId, aimed: Sequence[str]
    ) -> Iterator[Change]:
        held = [
            (giver, counter)
            for giver in (aimed[:1] if len(aimed) > 1 else givers(self.truth, use, effect, self.board))
            for counter in effect.counters
            if giver != target and self.board.count(giver, counter)
        ]
        if held:
            giver, counter = self.policy.choose(held)
            yield AddCounter(-1, counter, giver)
            yield AddCounter(1, counter, target)

    # ---------------------------------------------------------------- deaths

    def kill(self, victims: Iterable[CharacterId]) -> None:
        """Let effects kill characters at once, then what their deaths set off (R79, R83)."""
        deaths: list[tuple[CharacterId, Board]] = []
        shown: list[Dies | Guard] = []
        for victim in victims:
            board = self.board
            if board.figure(victim).alive is False:
                continue  # it has died in another's stead in this very moment
            open_ = [f for f in fates(self.truth.script, board, victim) if self.truth.holds(f.formula)]
            fate = self.policy.choose(open_)
            deaths.extend((change.character, board) for change in fate.seen if isinstance(change, Dies))
            shown.extend(change for change in fate.seen if isinstance(change, Dies | Guard))
            self.see(*fate.seen)
        uses = [
            (use, effect, board)
            for victim, board in deaths
            for use in self.truth.uses(board, Timing.DEATH)
            for effect in use.ability.effects
            if use.actor == victim
        ]
        losers = [use.actor for use, effect, _ in uses if effect.action is Action.LOSE]
        self.lost |= bool(losers)
        self.together = tuple(one for one in shown if one.character not in losers[:1])
        if self.lost and self.truth.script.reading("reactionsAtKeyPersonDeath") == "no":
            return
        before = len(self.changes)
        for use, effect, board in uses:
            if effect.action is Action.CLEAR and use.actor is not None:
                self.see(*self._cleared(effect, use.actor))
            for target in self.truth.targets(use, effect, board):
                if effect.action is Action.ADD and self.board.figure(target).alive:
                    self.see(*self._added(effect, target))
            if len(self.changes) > before:
                self.together = ()

    def follow(self, uses: Iterable[Use]) -> None:
        """Resolve what comes after an incident, even after the end of the loop if a switch says so (D21)."""
        keeps = self.truth.script.reading("foolAtLoopEnd") == "keeps"
        if (self.lost or self.protagonists_died) and keeps:
            return
        for use in uses:
            for effect in use.ability.effects:
                for target in self.truth.targets(use, effect, self.board):
                    self.see(*self._changes(use, effect, target, ()))

    def duties(self, chosen: Iterable[tuple[Use, Effect, Sequence[str]]]) -> None:
        """Resolve mandatory effects all together (R74).

        Args:
            chosen: uses with one effect each, and what it may be aimed at.
        """
        victims: dict[CharacterId, None] = {}
        others: list[Effect] = []
        for _, effect, found in chosen:
            if effect.action is Action.KILL and found:
                victims[self.policy.choose(found)] = None
            elif effect.action is not Action.KILL:
                others.append(effect)
        self.kill(victims)
        for effect in others:
            if effect.action is Action.PROTAGONISTS_DIE and not self.board.immune:
                self._tell(ProtagonistsDie())
            self.lost |= effect.action is Action.LOSE


def role_told(truth: Truth, policy: Policy, board: Board, character: CharacterId) -> RoleId:
    """Choose what is told when a role is to be revealed: the true one, or a lie where that is allowed."""
    lies = truth.lies(board, character)
    told = lies if lies and policy.likely(policy.temper.lies) else truth.roles(board, character)
    return policy.choose(told)


def givers(truth: Truth, use: Use, effect: Effect, board: Board) -> tuple[str, ...]:
    """Return from whose cards an effect may take a counter."""
    user = User() if use.actor is None else User.of(board.figure(use.actor))
    if effect.origin is None:
        return () if use.actor is None else (use.actor,)
    return tuple(one for one in board.figures if public_fit(truth.game, board, effect.origin, user, one))
