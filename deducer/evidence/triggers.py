"""Whether an incident occurs: the culprit's counters and limit, and the roles that force or prevent it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product

from msgspec.structs import replace

from deducer.board.conditions import at_limit
from deducer.board.state import Board, Figure
from deducer.evidence.guards import Use, fits, uses
from deducer.ids import DIAGONAL, PlaceId
from deducer.logic.build import conjunction, disjunction, negation
from deducer.logic.terms import FALSE, TRUE, UNKNOWN, Formula
from deducer.record import Record
from deducer.rules.model import Effect, Incident
from deducer.rules.vocabulary import Action, Timing
from deducer.script.conditions import known
from deducer.script.effective import InForce
from deducer.script.variables import Script

_Claim = tuple[Use, Effect]


def triggers(script: Script, board: Board, figure: Figure, happened: Incident) -> Formula:
    """Say that an incident occurs in the hands of a character (R16, R54, R56, R66, R67, R112, R118, R123).

    Args:
        script: the game.
        board: the board when the incident is due.
        figure: the culprit's card; that the character is the culprit is not part of the answer.
        happened: the incident, by its true type.

    Returns:
        The condition on the script: false for who is dead or away.
    """
    asked = f"whether {happened.id} of {figure.id} occurs"
    return script.remembered(board, asked, partial(_triggers, script, board, figure, happened))


def _triggers(script: Script, board: Board, figure: Figure, happened: Incident) -> Formula:
    if not figure.present or figure.alive is False:
        return FALSE
    asked = f"what bears on the incidents of {figure.id}"
    bearing = script.remembered(board, asked, partial(_bearing, script, board, figure))
    critical = _critical(script, figure, happened, bearing)
    occurs = conjunction(disjunction(bearing.own, bearing.others, critical), bearing.stands_up)
    return conjunction(known(figure.alive), _unless_quiet(script, board, figure, occurs, bearing))


class _Bearing(Record, frozen=True):
    """What bears on the incidents of one character on one board, whatever they are.

    Attributes:
        own: its own role forces them.
        others: somebody else's ability forces them.
        stands_up: nothing prevents them, or that does not count.
        shifts: by how much its limit may count as higher, each with its condition (R118).
        widened: kinds of counter that may count for some incidents, with the condition (R129).
    """

    own: Formula
    others: Formula
    stands_up: Formula
    shifts: tuple[tuple[int, Formula], ...]
    widened: tuple[tuple[Effect, Formula], ...]


def _bearing(script: Script, board: Board, figure: Figure) -> _Bearing:
    own = disjunction(*_forced(script, board, figure, own=True))
    prevented = disjunction(
        *(formula for _, formula in _aimed(script, board, figure, Action.PREVENT_INCIDENT))
    )
    by_role = conjunction(own, script.ruled("prophetOrObstinate", "obstinate"))
    return _Bearing(
        own,
        disjunction(*_forced(script, board, figure, own=False)),
        disjunction(negation(prevented), by_role),
        tuple(_shifts(script, board, figure)),
        tuple(_aimed(script, board, figure, Action.COUNT_TOWARD_LIMIT)),
    )


def _unless_quiet(
    script: Script, board: Board, figure: Figure, occurs: Formula, bearing: _Bearing
) -> Formula:
    """Say that an incident occurs though its culprit's incidents may have been stopped for the loop (D25)."""
    if figure.id not in board.quiet | board.maybe_quiet:
        return occurs
    # Whether one's own role outweighs what was promised is settled nowhere.
    promised = conjunction(bearing.others, script.ruled("henchmanOrDetective", "detective"))
    defiant = disjunction(promised, conjunction(bearing.own, UNKNOWN))
    stopped = conjunction(occurs, defiant)
    return stopped if figure.id in board.quiet else disjunction(stopped, conjunction(occurs, UNKNOWN))


def standpoints(
    script: Script, board: Board, figure: Figure
) -> Iterator[tuple[Formula, Board, PlaceId | None]]:
    """Yield where a character may count as standing when its incident acts, each as a board (R125, D22).

    Args:
        script: the game.
        board: the board when the incident is due.
        figure: the culprit's card.

    Yields:
        The condition on the script, the board with the character at that place, and where it really is if
        that is somewhere else.
    """
    opposite = [use for use, _ in _claims(script, board, Action.STAND_OPPOSITE) if use.actor == figure.id]
    force = InForce.on(script, board)
    roles = dict.fromkeys(use.role for use in opposite if use.role is not None)
    yield negation(disjunction(*(force.abilities_of(figure.id, role) for role in roles))), board, None
    for use in opposite:
        yield use.guard, across(board, figure, use.place), figure.place


def across(board: Board, figure: Figure, place: PlaceId | None) -> Board:
    """Return the board with a character diagonally opposite of a place."""
    return board.with_figure(replace(figure, place=None if place is None else DIAGONAL[place]))


def _claims(script: Script, board: Board, action: Action) -> tuple[_Claim, ...]:
    """Return the abilities of a kind that bear on incidents; worked out once for each board."""

    def found() -> tuple[_Claim, ...]:
        return tuple(
            (use, effect)
            for use in uses(script, board, Timing.INCIDENT)
            for effect in use.ability.effects
            if effect.action is action
        )

    return script.remembered(board, f"claims to {action}", found)


def _aimed(script: Script, board: Board, figure: Figure, action: Action) -> Iterator[tuple[Effect, Formula]]:
    """Yield the effects of a kind that somebody's ability may aim at a character, each with its condition."""
    for use, effect in _claims(script, board, action):
        applies = fits(script, use, effect, board, figure.id)
        if applies != FALSE:
            yield effect, conjunction(use.guard, applies)


def _forced(script: Script, board: Board, figure: Figure, *, own: bool) -> Iterator[Formula]:
    """Yield the conditions under which a character's incidents occur whatever lies on its card.

    For others' abilities one who acts from the opposite place stands there, or where it really is (D22).
    """
    seats = () if own else tuple(standpoints(script, board, figure))
    for use, effect in _claims(script, board, Action.TRIGGER_INCIDENT):
        if (use.actor == figure.id) is not own:
            continue
        here = fits(script, use, effect, board, figure.id)
        if own:
            yield conjunction(use.guard, here)
            continue
        for formula, seen, _ in seats:
            there = fits(script, use, effect, seen, figure.id)
            if here == there:
                yield conjunction(use.guard, formula, here)
                continue
            real = conjunction(script.ruled(use.ability.ruling, "real"), here)
            diagonal = conjunction(script.ruled(use.ability.ruling, "diagonal"), there)
            yield conjunction(use.guard, formula, disjunction(real, diagonal))


def _critical(script: Script, figure: Figure, happened: Incident, bearing: _Bearing) -> Formula:
    """Say that the counters on a culprit's card reach its limit, as the script counts both."""
    card = script.card(figure.id)
    wider = (
        (tuple(dict.fromkeys((*happened.trigger_counters, *effect.counters))), formula)
        for effect, formula in bearing.widened
        if happened.id in effect.incidents
    )
    ways = []
    for (shift, lower), (counters, counted) in product(
        [(0, TRUE), *bearing.shifts], [(happened.trigger_counters, TRUE), *wider]
    ):
        reached = known(at_limit(card, figure, counters, happened.limit_shift + shift))
        ways.append(conjunction(lower, counted, reached))
    return disjunction(*ways)


def _shifts(script: Script, board: Board, figure: Figure) -> Iterator[tuple[int, Formula]]:
    by_amount: dict[int, list[Formula]] = {}
    for effect, formula in _aimed(script, board, figure, Action.SHIFT_LIMIT):
        for amount in effect.amounts:
            by_amount.setdefault(amount, []).append(formula)
    for amount, formulas in by_amount.items():
        yield amount, disjunction(*formulas)
