"""What an incident says of each character it can have been: who fits, who does not, and as whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from deducer.logic.lower import assuming
from deducer.logic.terms import FALSE, TRUE, Constraint, Formula, variables_of
from deducer.present import phrase
from deducer.present.naming import Namer
from deducer.rules.vocabulary import CulpritDuty
from deducer.script.clues import AWAY, CALM, DEAD, OTHERWISE

if TYPE_CHECKING:
    from deducer.engines.sat import Piece

_FEW: Final = 3
"""So many roles are named, whether it must be one of them or none."""

_OTHERS: Final = "certain other roles or plots"


def occurred(namer: Namer, pieces: Sequence[Piece], said: str) -> str:
    """Say that an incident occurred, and what speaks against each possible culprit.

    Args:
        namer: names people and roles.
        pieces: what the line says with regard to each culprit.
        said: the line, quoted.
    """
    unfit: dict[str, list[str]] = {}
    fit: dict[str, list[str]] = {}
    for piece, (who, _, *why) in _about(pieces):
        if why:
            unfit.setdefault(why[0], []).append(f"{namer.who(who)}{_counts(why[1:])}")
        else:
            fit.setdefault(_as_whom(namer, piece, who), []).append(namer.who(who))
    told = f"the incident occurred ({said})"
    facts = [_UNFIT[one](names) for one, names in unfit.items()]
    if facts:
        told += f", and {phrase.series(facts)}"
    return "; ".join(
        [told, *(f"{phrase.alternatives(names)} can have done it{as_}" for as_, names in fit.items())]
    )


def not_occurred(namer: Namer, pieces: Sequence[Piece]) -> str:
    """Say with whom as culprit an incident would have had to occur.

    Args:
        namer: names people and roles.
        pieces: what the line says with regard to each culprit.
    """
    at_limit: list[str] = []
    below: dict[str, list[str]] = {}
    for piece, (who, *counted) in _about(pieces):
        reached = not counted or int(counted[0]) >= int(counted[1])
        name = f"{namer.who(who)}{_counts(counted)}"
        if reached:
            at_limit.append(name)
        else:
            below.setdefault(_made_by(namer, piece, who), []).append(name)
    told = [f"with {phrase.alternatives(at_limit)} as its culprit it would have had to"] if at_limit else []
    told.extend(
        f"{how} {phrase.alternatives(names)} would have made it occur" for how, names in below.items()
    )
    return "; ".join(["the incident did not occur", *told])


def _about(pieces: Sequence[Piece]) -> Iterator[tuple[Piece, tuple[str, ...]]]:
    """Yield the pieces with whom each is about, and what is known of that one."""
    return ((piece, piece.clue.about) for piece in pieces if piece.clue is not None)


def _as_whom(namer: Namer, piece: Piece, who: str) -> str:
    """Return as whom somebody can have been the culprit, as far as his role decides it, to end a clause."""
    known = _by_role(namer, piece, who)
    free = sorted(role for role, left in known.items() if left == TRUE)
    bound = sorted(role for role, left in known.items() if left not in (TRUE, FALSE))
    unfit = sorted(known.keys() - {*free, *bound})
    if 0 < len(free) + len(bound) <= _FEW:
        named = [phrase.alternatives([namer.a_role(role) for role in roles]) for roles in (free, bound)]
        if bound and free:
            return f" only as {named[0]}, or with {_OTHERS} as {named[1]}"
        return f" only as {named[0]}" if free else f" only as {named[1]}, with {_OTHERS}"
    if 0 < len(unfit) <= _FEW:
        also = f" and only with {_OTHERS}" if bound else ""
        return f", but not as {phrase.alternatives([namer.a_role(role) for role in unfit])}{also}"
    if 0 < len(free) <= _FEW:
        return (
            f" as {phrase.alternatives([namer.a_role(role) for role in free])}, or else only with {_OTHERS}"
        )
    return " only with certain roles or plots"


def _made_by(namer: Namer, piece: Piece, who: str) -> str:
    """Return as whom somebody would have made an incident occur, to begin a clause."""
    known = _by_role(namer, piece, who)
    forced = sorted(role for role, left in known.items() if left == FALSE)
    if not 0 < len(forced) <= _FEW:
        return "with certain roles or plots"
    as_ = f"as {phrase.alternatives([namer.a_role(role) for role in forced])}"
    others = any(left not in (TRUE, FALSE) for left in known.values())
    return f"{as_}, or with {_OTHERS}," if others else as_


def _by_role(namer: Namer, piece: Piece, who: str) -> Mapping[str, Formula]:
    """Return what is left of a constraint where somebody is the culprit, by the roles that can be."""
    if not isinstance(piece.stated, Constraint):
        return {}
    formula = piece.stated.formula
    spoken = variables_of(formula)
    guilty = {name: who for name in spoken if name.startswith("culprit.")}
    if f"role.{who}" not in spoken:
        return {}
    able = [role for role in namer.tragedy_set.roles if role.culprit_duty is not CulpritDuty.NEVER]
    return {role.id: assuming(formula, {**guilty, f"role.{who}": role.id}) for role in able}


def _counts(counted: Sequence[str]) -> str:
    """Return how much paranoia somebody had, and how much is the limit."""
    return f" ({counted[0]} paranoia, limit {counted[1]})" if counted else ""


def _were(told: str) -> Callable[[Sequence[str]], str]:
    return lambda names: f"{phrase.series(names)} {'was' if len(names) == 1 else 'were'} {told}"


def _otherwise(names: Sequence[str]) -> str:
    return f"by {phrase.alternatives(names)} it would have shown something else"


_UNFIT: Final = {
    AWAY: _were("not on the board"),
    DEAD: _were("dead"),
    CALM: _were("below the limit"),
    OTHERWISE: _otherwise,
}
