"""Smart constructors that simplify, and the treatment of what was not recorded."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from deducer.logic.terms import FALSE, TRUE, And, Const, Count, Formula, In, Not, Or, Unknown, Variable
from deducer.record import Draft


def member(variable: Variable, values: Iterable[str]) -> Formula:
    """Say that a variable takes one of some values; values outside the domain are ignored."""
    chosen = frozenset(values) & frozenset(variable.domain)
    if not chosen:
        return FALSE
    if len(chosen) == len(variable.domain):
        return TRUE
    return In(variable.name, chosen)


def negation(part: Formula) -> Formula:
    """Negate a formula; double negations vanish."""
    match part:
        case Const(value=value):
            return FALSE if value else TRUE
        case Not(part=inner):
            return inner
        case _:
            return Not(part)


def conjunction(*parts: Formula) -> Formula:
    """Join formulas with "and"; constants, repeats and nesting vanish."""
    return _join(parts, And, unit=TRUE, zero=FALSE)


def disjunction(*parts: Formula) -> Formula:
    """Join formulas with "or"; constants, repeats and nesting vanish."""
    return _join(parts, Or, unit=FALSE, zero=TRUE)


def implication(condition: Formula, consequence: Formula) -> Formula:
    """Say that the condition does not hold without the consequence."""
    return disjunction(negation(condition), consequence)


def equivalence(left: Formula, right: Formula) -> Formula:
    """Say that both formulas hold or neither does."""
    return conjunction(implication(left, right), implication(right, left))


def count(parts: Iterable[Formula], low: int, high: int) -> Formula:
    """Say that between `low` and `high` of the parts hold; constants are counted out."""
    open_parts: list[Formula] = []
    for part in parts:
        if part == TRUE:
            low, high = low - 1, high - 1
        elif part != FALSE:
            open_parts.append(part)
    low, high = max(low, 0), min(high, len(open_parts))
    if low > high:
        return FALSE
    if low == 0 and high == len(open_parts):
        return TRUE
    if high == 0:
        return conjunction(*(negation(part) for part in open_parts))
    if low == len(open_parts):
        return conjunction(*open_parts)
    if low == 1 and high == len(open_parts):
        return disjunction(*open_parts)
    return Count(tuple(open_parts), low, high)


def weaken(formula: Formula) -> Formula:
    """Replace every unrecorded truth value by the one that makes the formula easiest to satisfy.

    The result is implied by the formula whatever the unrecorded values were, so asserting it never drops a
    world that could have happened. Exact for formulas in which each unrecorded value stands once.
    """
    return _settle(formula, unknown=TRUE)


def strengthen(formula: Formula) -> Formula:
    """Replace every unrecorded truth value by the one that makes the formula hardest to satisfy."""
    return _settle(formula, unknown=FALSE)


def _settle(formula: Formula, unknown: Const) -> Formula:
    match formula:
        case Unknown():
            return unknown
        case Not(part=part):
            return negation(_settle(part, FALSE if unknown == TRUE else TRUE))
        case And(parts=parts):
            return conjunction(*(_settle(part, unknown) for part in parts))
        case Or(parts=parts):
            return disjunction(*(_settle(part, unknown) for part in parts))
        case Count(parts=parts, low=low, high=high):
            return _settle_count(parts, low, high, unknown)
        case _:
            return formula


def _settle_count(parts: tuple[Formula, ...], low: int, high: int, unknown: Const) -> Formula:
    """Judge the lower bound with the generous reading of the parts and the upper with the strict one."""
    opposite = FALSE if unknown == TRUE else TRUE
    generous = tuple(_settle(part, unknown) for part in parts)
    strict = tuple(_settle(part, opposite) for part in parts)
    if generous == strict:
        return count(parts, low, high)
    return conjunction(count(generous, low, len(parts)), count(strict, 0, high))


def _join(parts: Iterable[Formula], kind: type[And | Or], unit: Const, zero: Const) -> Formula:
    """Flatten, drop units and repeats, merge literals of one variable, stop at zero."""
    telling = []
    for part in parts:
        if part is zero:
            return zero
        if part is not unit:
            telling.append(part)
    if len(telling) <= 1:
        # Most guards have one part that is no constant; it is simplified already.
        return telling[0] if telling else unit
    flat = dict.fromkeys(_flatten(telling, kind))
    if zero in flat:
        return zero
    flat.pop(unit, None)
    merged = _merge_literals(flat, kind)
    if merged is None or any(_excluded(part, merged) for part in merged):
        return zero
    if not merged:
        return unit
    return next(iter(merged)) if len(merged) == 1 else kind(tuple(merged))


def _flatten(parts: Iterable[Formula], kind: type[And | Or]) -> Iterator[Formula]:
    for part in parts:
        if isinstance(part, kind):
            yield from _flatten(part.parts, kind)
        else:
            yield part


def _excluded(part: Formula, parts: Collection[Formula]) -> bool:
    """Tell whether a part is the negation of another one.

    Two unrecorded values look alike and need not be: what holds one is never set against its negation.
    """
    return isinstance(part, Not) and part.part in parts and _recorded(part.part)


def _recorded(formula: Formula) -> bool:
    match formula:
        case Unknown():
            return False
        case Not(part=part):
            return _recorded(part)
        case And(parts=parts) | Or(parts=parts) | Count(parts=parts):
            return all(_recorded(part) for part in parts)
        case _:
            return True


class _Literals(Draft):
    """The literals of one variable under "and"; under "or" everything is its dual.

    Attributes:
        within: the values left by the positive literals (under "or": by the negated ones); None without any.
        beyond: the values named by the literals of the other sign.
    """

    within: frozenset[str] | None = None
    beyond: frozenset[str] = frozenset()

    def add(self, values: frozenset[str], *, narrows: bool) -> None:
        if not narrows:
            self.beyond |= values
        else:
            self.within = values if self.within is None else self.within & values

    def joined(self, variable: str, kind: type[And | Or]) -> Formula | None:
        """Return one literal that says the same; None if no value is left."""
        values = self.beyond if self.within is None else self.within - self.beyond
        if not values:
            return None
        literal = In(variable, values)
        return literal if (self.within is None) is (kind is Or) else Not(literal)


def _literal(part: Formula) -> tuple[str, frozenset[str], bool] | None:
    """Return variable, values and sign of a literal; None for anything else."""
    match part:
        case In(variable=variable, values=values):
            return variable, values, True
        case Not(part=In(variable=variable, values=values)):
            return variable, values, False
        case _:
            return None


def _merge_literals(parts: dict[Formula, None], kind: type[And | Or]) -> dict[Formula, None] | None:
    """Join the literals of each variable into one, which stands where its first one stood.

    Returns:
        The parts; None if the literals of a variable settle the whole (under "and": no value is left).
    """
    literals = [literal for literal in map(_literal, parts) if literal is not None]
    if len({variable for variable, _, _ in literals}) == len(literals):
        return parts
    by_variable: dict[str, _Literals] = {}
    for variable, values, positive in literals:
        by_variable.setdefault(variable, _Literals()).add(values, narrows=positive is (kind is And))
    merged: dict[Formula, None] = {}
    for part in parts:
        literal = _literal(part)
        if literal is None:
            merged[part] = None
        elif literal[0] in by_variable:
            joined = by_variable.pop(literal[0]).joined(literal[0], kind)
            if joined is None:
                return None
            merged[joined] = None
    return merged
