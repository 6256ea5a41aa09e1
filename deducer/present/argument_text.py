"""Arguments in sentences: what each line and each rule says, and what follows from it, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from deducer.answer import Script
from deducer.explain.chain import Chain
from deducer.explain.core import Argument
from deducer.explain.domains import Domains, Removal, without
from deducer.explain.story import Episode
from deducer.ids import PERSON
from deducer.logic.terms import And, Constraint, Formula, In, Not, Or
from deducer.present import phrase
from deducer.present.clue_text import Teller, said
from deducer.provenance import Clue
from deducer.script.clues import Kind
from deducer.script.variables import YES

if TYPE_CHECKING:
    from deducer.engines.sat import Piece

_INDENT: Final = "  "
_FEW: Final = 3
"""Up to so many values that are left are named; otherwise those that are excluded are."""

_OPENINGS: Final = ("Loop", "Line", "The", "A", "Each", "Who", "Under")
_NO: Final = "That cannot be."
_ENDINGS: Final = {
    Kind.CAUSE: "Nobody is left who could have done that.",
    Kind.LOST: "No loss condition is left that could have held.",
    Kind.ROLE_SUM: "That does not add up.",
    Kind.MAIN_PLOT: "That does not add up.",
    Kind.SUB_PLOTS: "That does not add up.",
}


@dataclass(frozen=True, slots=True)
class Storyteller:
    """Tells arguments.

    Attributes:
        teller: puts what lines and rules say into words.
        domains: the values of every variable before anything is known.
    """

    teller: Teller
    domains: Domains

    def argument(self, found: Argument, told: Chain | None, claim: str) -> Iterator[str]:
        """Yield an argument, a sentence or two each.

        Args:
            found: the argument.
            told: how it goes step by step; None if that is too long, so that only what it rests on is told.
            claim: what follows, in words.
        """
        yield from self.told(told, found.parts, self.domains, claim)

    def told(
        self, told: Chain | None, parts: Sequence[tuple[Piece, ...]], known: Domains, claim: str
    ) -> Iterator[str]:
        """Yield how a claim follows from some parts, a sentence or two each.

        Args:
            told: how it goes step by step; None if that is too long, so that only the parts are told.
            parts: what it follows from.
            known: what is known before.
            claim: what follows, in words.
        """
        if told is None:
            yield from (f"{self.heard(part)}." for part in parts)
            yield f"Together these leave no other way: {claim}. (Two engines agree; the cases are many.)"
            return
        if len(parts) == 1 and not told.branches:
            yield f"{self.heard(parts[0])}. So {claim}."
            return
        supposed = self.learned(told.steps[0].removed, known) if told.steps else "it is not so"
        yield f"Suppose the contrary: {supposed}."
        yield from self._chain(told, known, "")
        yield f"So {claim}."

    def episode(self, found: Episode, world: Script) -> str:
        """Return what was behind something seen, as a sentence."""
        teller, clue = self.teller, found.clue
        where = f"{teller.when(found.source)}: {said(found.source)}"
        if found.act is not None:
            actor = "" if found.act.actor is None else f" of {teller.who(found.act.actor)}"
            return f"{where}: {teller.owner(found.act)}{actor} ({teller.duty(found.act)})."
        who = clue.about[0] if clue.about else ""
        if clue.kind is Kind.INCIDENT:
            return f"{where}: {teller.who(who)} was the culprit."
        if clue.kind is Kind.REFUSED:
            return f"{where}: {teller.who(who)} is the {teller.role(world.roles.get(who, PERSON))}."
        return f"{where}."

    def _chain(self, told: Chain, known: Domains, indent: str) -> Iterator[str]:
        for step in told.steps:
            if step.tell is not None:
                yield f"{indent}{self.heard(step.tell.pieces)}. So {self.learned(step.removed, known)}."
            known = without(known, step.removed)
        if told.clash is not None:
            heard = _lower(self.heard(told.clash.pieces))
            clue = _clue(told.clash.pieces[0])
            ending = _ENDINGS.get(Kind(clue.kind), _NO) if clue is not None else _NO
            yield f"{indent}But {heard}. {ending}"
            return
        name = told.variable
        for number, (values, branch) in enumerate(told.branches):
            opening = "If" if number == 0 else "Or if"
            inner = {**known, name: frozenset(values)}
            yield f"{indent}{opening} {self.facts(name, values)}:"
            yield from self._chain(branch, inner, indent + _INDENT)
        yield f"{indent}No case is left."

    def heard(self, pieces: Sequence[Piece]) -> str:
        """Return what a part of an argument says, with its place and its rulings."""
        first = pieces[0]
        source, clue = first.source, _clue(first)
        said = self.teller.premise(source, clue)
        if source.is_rule:
            where, said = "", _upper(said)
        else:
            where = f"{self.teller.when(source)}: "
        rulings = ", ".join(self.teller.rulings(clue))
        return f"{where}{said} [{rulings}]" if rulings else f"{where}{said}"

    def claim(self, formula: Formula) -> str:
        """Return a claim in words: a fact, facts one of which holds, or facts all of which do."""
        match formula:
            case In(variable=name, values=values):
                return self._is(name, values)
            case Not(part=In(variable=name, values=values)):
                return self._is(name, self.domains[name] - values)
            case Or(parts=parts):
                return " or ".join(self.claim(part) for part in parts)
            case And(parts=parts):
                return _and([self.claim(part) for part in parts])
            case Not(part=part):
                return f"it is not so that {self.claim(part)}"
            case _:
                return "this is so"

    def _is(self, name: str, values: frozenset[str]) -> str:
        others = self.domains[name] - values
        if len(others) < len(values):
            return self.facts(name, sorted(others), positive=False)
        return self.facts(name, sorted(values))

    def learned(self, removed: Iterable[Removal], known: Domains) -> str:
        """Return what is excluded as facts: what is left where that is little, else what is not so."""
        gone: dict[str, list[str]] = {}
        for name, value in removed:
            gone.setdefault(name, []).append(value)
        clauses = []
        alike: dict[tuple[str, ...], list[str]] = {}
        for name, values in gone.items():
            left = known[name] - set(values)
            if len(left) == 1 or (len(left) <= _FEW and len(left) <= len(values)):
                clauses.append(self.facts(name, sorted(left)))
            elif name.startswith("role."):
                alike.setdefault(tuple(sorted(values)), []).append(name)
            else:
                clauses.append(self.facts(name, values, positive=False))
        clauses.extend(self._nobody(names, values) for values, names in alike.items())
        return _and(clauses)

    def _nobody(self, names: Sequence[str], values: Sequence[str]) -> str:
        """Return that nobody of some has one of some roles."""
        roles = phrase.alternatives([self.teller.role(value) for value in values])
        holders = [self._holder(name) for name in names]
        match holders:
            case [only]:
                return f"{only} is not the {roles}"
            case [one, other]:
                return f"neither {one} nor {other} is the {roles}"
            case _:
                return f"none of {_and(holders)} is the {roles}"

    def _holder(self, name: str) -> str:
        return self.teller.who(name.split(".", 1)[1])

    def facts(self, name: str, values: Sequence[str], *, positive: bool = True) -> str:
        """Return that a variable has one of some values, or none of them."""
        kind, _, rest = name.partition(".")
        names = self.teller.names
        is_ = "is" if positive else "is not"
        match kind:
            case "plot":
                inside = (YES in values) is positive
                return f"{phrase.plot(names, rest)} is {'' if inside else 'not '}in the script"
            case "role":
                roles = phrase.alternatives([self.teller.role(value) for value in values])
                return f"{self.teller.who(rest)} {is_} the {roles}"
            case "culprit":
                whom = phrase.alternatives([self.teller.who(value) for value in values])
                return f"the culprit of day {rest} {is_} {whom}"
            case "incident":
                types = phrase.alternatives([phrase.incident(names, value) for value in values])
                return f"the incident of day {rest} {is_} truly {types}"
            case _:
                return f"ruling {rest} {is_} read as “{phrase.alternatives(list(values))}”"


def _clue(piece: Piece) -> Clue | None:
    if isinstance(piece.stated, Constraint):
        return piece.stated.clue
    return None if piece.item is None else piece.item.clue


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else "nothing"


def _lower(text: str) -> str:
    """Return a text that goes on in the middle of a sentence; names stay as they are."""
    first, space, rest = text.partition(" ")
    return f"{first.lower() if first in _OPENINGS else first}{space}{rest}"


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
