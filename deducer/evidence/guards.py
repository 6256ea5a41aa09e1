"""Guards: who could use which ability on a board, and on what, as formulas over the hidden script.

Written once and read by evidence, play, advice and explanation alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from deducer.board.conditions import fits as public_fit
from deducer.board.state import Board, Figure
from deducer.ids import GOODWILL, CharacterId, PlaceId, RoleId
from deducer.logic.build import conjunction, disjunction
from deducer.logic.terms import FALSE, TRUE, UNKNOWN, Formula
from deducer.provenance import Act
from deducer.record import Record
from deducer.rules.model import Ability, Condition, Effect
from deducer.rules.vocabulary import Action, Limit, Obligation, Timing, Trait, Where, Who, Word
from deducer.script.conditions import Point, judge_all, known
from deducer.script.effective import InForce
from deducer.script.variables import Script

_EVEN_DEAD: Final = (Timing.DEATH, Timing.AFTER_INCIDENT)
_WITH_TURF: Final = (Timing.CARDS, Timing.MASTERMIND, Timing.DAY_END, Timing.INCIDENT)


class Use(Record, frozen=True):
    """One ability in the hands of one actor at one place.

    Attributes:
        owner: id of the role, plot or character the ability belongs to.
        ability: the ability.
        actor: who uses it, None for a plot's own ability.
        place: where the actor counts as standing, None without an actor or if not known.
        guard: the condition on the script under which the use is possible on the board, target aside.
        role: the role that owns the ability, None for other owners.
    """

    owner: str
    ability: Ability
    actor: CharacterId | None
    place: PlaceId | None
    guard: Formula
    role: RoleId | None = None

    @property
    def name(self) -> str:
        """A readable name, unique on one board."""
        where = "" if self.place is None else f" at {self.place}"
        return f"{self.owner}.{self.ability.id} by {self.actor or 'plot'}{where}"

    @property
    def act(self) -> Act:
        """The use as a record, for explanations."""
        return Act(self.owner, self.ability.id, self.actor, self.place)

    def resource(self, board: Board) -> str:
        """What the use takes up: an ability acts once a step, or once a loop (R26, R27)."""
        actor = "" if self.ability.shared or self.actor is None else self.actor
        span = f"L{board.loop}"
        if self.ability.limit is Limit.STEP:
            span += f"D{board.day}.{self.ability.timing}"
        return f"{span}:{self.owner}.{self.ability.id}:{actor}"


def uses(script: Script, board: Board, timing: Timing) -> tuple[Use, ...]:
    """Return every use of an ability of some timing that the script may allow on a board.

    Args:
        script: the game.
        board: the public board.
        timing: the step; goodwill abilities that the Mastermind may use himself count in his step (R30).

    Returns:
        Uses in the order of the set's roles, its plots, then the characters' own abilities. Worked out once
        for each board, since one board closes a step and opens the next.
    """
    return script.remembered(board, timing.value, lambda: tuple(_uses(script, board, timing)))


def _uses(script: Script, board: Board, timing: Timing) -> Iterator[Use]:
    force = InForce.on(script, board)
    for role in script.tragedy_set.roles:
        for ability in role.abilities:
            if ability.timing is timing:
                for figure in _actors(script, board, ability):
                    held = partial(force.abilities_of, figure.id, role.id)
                    yield from _placed(script, board, _Claim(role.id, ability, held, role.id), figure)
    for plot in script.tragedy_set.plots:
        for ability in plot.abilities:
            if ability.timing is timing:
                yield from _plot_uses(script, board, plot.id, ability)
    yield from _own_uses(script, board, timing)


class _Claim(Record, frozen=True):
    """An ability with its owner and what says that somebody has it, asked only where it can be used."""

    owner: str
    ability: Ability
    held: Callable[[], Formula]
    role: RoleId | None = None

    @property
    def by_role(self) -> bool:
        """Whether somebody has the ability by holding a role."""
        return self.role is not None or self.ability.holder is not None


def _plot_uses(script: Script, board: Board, plot: str, ability: Ability) -> Iterator[Use]:
    chosen = script.has_plot(plot)
    if ability.holder is None:
        guard = conjunction(chosen, judge_all(script, ability.conditions, Point(board)))
        if guard != FALSE and not any(c.on == "target" for c in ability.conditions):
            yield Use(plot, ability, None, None, guard)
        return
    for figure in _actors(script, board, ability):
        held = partial(_chosen_and_held, script, board, plot, figure, ability.holder)
        yield from _placed(script, board, _Claim(plot, ability, held), figure)


def _chosen_and_held(script: Script, board: Board, plot: str, figure: Figure, role: RoleId) -> Formula:
    return conjunction(script.has_plot(plot), InForce.on(script, board).role(figure.id, role))


def _own_uses(script: Script, board: Board, timing: Timing) -> Iterator[Use]:
    """Yield uses of the characters' own abilities, public but for those that need Goodwill Refusal."""
    for figure in board.figures.values():
        for ability in script.card(figure.id).abilities:
            claim: _Claim | None = None
            if ability.mastermind and timing is Timing.MASTERMIND:
                claim = _Claim(figure.id, ability, partial(_usurped, script, board, figure, ability))
            elif ability.timing is timing and timing is not Timing.GOODWILL:
                claim = _Claim(figure.id, ability, lambda: TRUE)
            if claim is not None and (figure.present and figure.alive is not False):
                yield from _placed(script, board, claim, figure)


def _usurped(script: Script, board: Board, figure: Figure, ability: Ability) -> Formula:
    """Say that the Mastermind may use a goodwill ability himself (R30)."""
    goodwill = figure.counters[GOODWILL]
    enough = known(None if goodwill is None else goodwill >= (ability.rank or 0))
    return FALSE if enough == FALSE else conjunction(InForce.on(script, board).refuses(figure.id), enough)


def _actors(script: Script, board: Board, ability: Ability) -> Iterator[Figure]:
    """Yield who may use an ability: the living on the board; for a loss condition every card (R17, R92)."""
    for figure in board.figures.values():
        if ability.obligation is Obligation.LOSS or _even_absent(ability):
            if figure.present or not script.card(figure.id).has(Trait.SHARES_ROLE):
                yield figure
        elif figure.present and (figure.alive is not False or ability.timing in _EVEN_DEAD):
            yield figure


def _even_absent(ability: Ability) -> bool:
    """Tell whether a plot's rule may count a holder of a role who is not on the board."""
    return ability.holder is not None and ability.timing is Timing.INCIDENT


def _placed(script: Script, board: Board, claim: _Claim, figure: Figure) -> Iterator[Use]:
    """Yield a use for each place the actor may count as standing in."""
    alive: Formula = TRUE
    if claim.ability.obligation is not Obligation.LOSS and claim.ability.timing not in _EVEN_DEAD:
        # Whether a plot counts a holder who is away is settled for losses alone (R16, R17).
        alive = known(figure.alive) if figure.present else UNKNOWN
    if script.settled and claim.held() == FALSE:
        return
    for place, allowed in _places(script, figure, claim):
        point = Point(board, figure.id, place, role=claim.role)
        applies = conditions(script, claim.ability.conditions, point)
        guard = FALSE if applies == FALSE else conjunction(claim.held(), alive, allowed, applies)
        if guard != FALSE:
            yield Use(claim.owner, claim.ability, figure.id, place, guard, claim.role)


def _places(script: Script, figure: Figure, claim: _Claim) -> Iterator[tuple[PlaceId | None, Formula]]:
    """Yield where an actor may stand for what a role gives him: his place, or his turf (R36, D4, D24)."""
    turf = script.setup.turfs.get(figure.id)
    timing = claim.ability.timing
    if turf is None or turf == figure.place or not _by_place(claim):
        yield figure.place, TRUE
        return
    real: Formula = TRUE
    match timing:
        case Timing.DAY_END:
            there = script.ruled("bossTurfDayEnd", "yes")
        case Timing.INCIDENT:
            # What may count as his place need not: then it is the Mastermind's choice each time.
            there = conjunction(script.ruled("bossRealLocation", "turf"), UNKNOWN)
            real = disjunction(script.ruled("bossRealLocation", "real"), there)
        case _ if claim.role is None:
            there = script.ruled("bossRealLocation", "turf")
        case _:
            there = TRUE
    yield figure.place, real
    yield turf, there


def _by_place(claim: _Claim) -> bool:
    """Tell whether it matters for an ability that a role gives where its user stands."""
    ability = claim.ability
    return (
        claim.by_role
        and ability.timing in _WITH_TURF
        and (
            any(condition.word in (Word.OTHERS_HERE, Word.AT) for condition in ability.conditions)
            or any(e.target.where is Where.HERE or e.action is Action.STAND_OPPOSITE for e in ability.effects)
        )
    )


def conditions(script: Script, wanted: tuple[Condition, ...], point: Point) -> Formula:
    """Judge an ability's conditions, those included that look at the script."""
    public = tuple(c for c in wanted if c.word is not Word.HAS_REFUSAL)
    formula = judge_all(script, public, point)
    if len(public) < len(wanted) and point.actor is not None:
        formula = conjunction(formula, InForce.on(script, point.board).refuses(point.actor))
    return formula


def fits(script: Script, use: Use, effect: Effect, board: Board, target: str) -> Formula:
    """Say that something is a target an effect may be aimed at.

    Args:
        script: the game.
        use: the use whose effect it is; its guard is not part of the answer.
        effect: the effect.
        board: the board at that moment.
        target: id of a character or place.

    Returns:
        A constant, the unrecorded truth value, or a formula where the script decides (a role's holder).
    """
    wanted, point = effect.target, Point(board, use.actor, use.place, target, use.role)
    held: Formula = TRUE
    if wanted.who is Who.HOLDER:
        if wanted.role is not None and target in board.figures:
            held = InForce.on(script, board).role(target, wanted.role)
        wanted = replace(wanted, who=Who.CHARACTER)
    stands = known(public_fit(script.game, board, wanted, point.user, target))
    if FALSE in (stands, held):
        return FALSE
    return conjunction(stands, held, judge_all(script, effect.conditions, point))
