"""Arguments in sentences: what each line and each rule says, and what follows from it, in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from deducer.answer import Script
from deducer.explain.chain import Chain, Step
from deducer.explain.core import Argument
from deducer.explain.domains import Domains, Removal, Tell, without
from deducer.explain.story import Episode
from deducer.ids import ABSENT, PERSON
from deducer.logic.build import negation
from deducer.logic.terms import And, Formula, In, Not, Or
from deducer.present import phrase
from deducer.present.clue_text import Teller, said
from deducer.provenance import Source
from deducer.record import Record
from deducer.script.clues import Kind
from deducer.script.variables import YES

if TYPE_CHECKING:
    from deducer.engines.sat import Piece

_INDENT: Final = "  "
_FEW: Final = 3
"""Up to so many values that are left are named; otherwise those that are excluded are."""

_TOLD_TOGETHER: Final = frozenset({Kind.INCIDENT, Kind.NO_INCIDENT, Kind.CAUSE, Kind.UNUSED})

_NO: Final = "That cannot be."
_ENDINGS: Final = {
    Kind.CAUSE: "Nobody is left who could have done that.",
    Kind.LOST: "No loss condition is left that could have held.",
    Kind.ROLE_SUM: "That does not add up.",
    Kind.MAIN_PLOT: "That does not add up.",
    Kind.SUB_PLOTS: "That does not add up.",
    Kind.ROOM: "They would bring more.",
    Kind.INCIDENT: "Nobody is left who can have been its culprit.",
    Kind.SUPPOSED: "",
}


class Storyteller(Record, frozen=True):
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
        yield from self.told(told, found.parts, self.domains, claim, self.claim(negation(found.claim)))

    def told(
        self,
        told: Chain | None,
        parts: Sequence[tuple[Piece, ...]],
        known: Domains,
        claim: str,
        contrary: str = "",
    ) -> Iterator[str]:
        """Yield how a claim follows from some parts, a sentence or two each.

        Args:
            told: how it goes step by step; None if that is too long, so that only the parts are told.
            parts: what it follows from.
            known: what is known before.
            claim: what follows, in words.
            contrary: what is supposed, in words; empty for just what the chain's first step excludes.
        """
        lines: set[int] = set()
        if told is None:
            yield from (f"{self.heard(part, lines)}." for part in together(parts))
            yield f"The cases are too many to be told, but together these leave no other way: {claim}."
            return
        if len(parts) == 1 and told.size <= len(told.steps) + 1:
            yield f"{self.heard(parts[0])}. So {claim}."
            return
        first, *_ = told.steps
        supposed = self.learned(first.removed, known) if first.removed or not contrary else contrary
        yield f"Suppose the contrary: {supposed}."
        yield from self._chain(told, known, "", lines)
        yield f"So {claim}."

    def story(self, found: Sequence[Episode], world: Script) -> Iterator[str]:
        """Yield what was behind everything seen, a sentence a line of the log."""
        by_line: dict[Source, dict[str, None]] = {}
        refusals: set[str] = set()
        for one in found:
            who = one.clue.about[0] if one.clue.about else ""
            if one.clue.kind == Kind.REFUSED and one.act is None:
                # Who has refused once refuses for the same reason again.
                if who in refusals:
                    continue
                refusals.add(who)
            by_line.setdefault(one.source, {})[self._behind(one, world)] = None
        for source, causes in by_line.items():
            told = "; ".join(filter(None, causes)) or "nothing is left open"
            yield f"{self.teller.when(source)}: {said(source)}: {told}."

    def _behind(self, found: Episode, world: Script) -> str:
        """Return what was behind something seen, as a clause."""
        teller, clue = self.teller, found.clue
        if found.act is not None:
            actor, owner = found.act.actor, found.act.owner
            if actor is not None and owner in teller.roles and world.roles.get(actor) != owner:
                return f"{teller.who(actor)}, who acted as {teller.a_role(owner)}"
            return teller.user(found.act)
        who = clue.about[0] if clue.about else ""
        if clue.kind == Kind.INCIDENT:
            return f"{teller.who(who)} was the culprit"
        if clue.kind == Kind.REFUSED:
            return f"{teller.who(who)} is {teller.a_role(world.roles.get(who, PERSON))}"
        return "somebody's death" if clue.kind in (Kind.CAUSE, Kind.REACTION) else ""

    def _chain(self, told: Chain, known: Domains, indent: str, lines: set[int]) -> Iterator[str]:
        """Yield the sentences of a chain.

        Args:
            told: the chain.
            known: what is known before.
            indent: what stands before each sentence.
            lines: the lines of the log that were quoted already; grows.
        """
        steps = list(told.steps)
        while steps:
            step = steps.pop(0)
            if step.proof is not None:
                name, values = step.removed[0][0], tuple(value for _, value in step.removed)
                yield f"{indent}Suppose {self._among(name, values, known)}."
                inner = {**known, name: frozenset(values)}
                yield from self._chain(step.proof, inner, indent + _INDENT, lines)
                yield f"{indent}So {self.learned(step.removed, known)}."
                same = list(takewhile(partial(_same_way, step), steps))
                if same:
                    del steps[: len(same)]
                    known = without(known, step.removed)
                    also = tuple(one for other in same for one in other.removed)
                    yield f"{indent}In the same way {self.learned(also, known)}."
                    known = without(known, also)
            elif step.tell is not None and step.tell.kind == Kind.SUPPOSED:
                yield f"{indent}Of what was supposed that leaves: {self.learned(step.removed, known)}."
            elif step.tell is not None:
                beside = self.beside(step.tell, known, step.removed)
                heard = f"{self.heard(step.tell.pieces, lines)}{beside}"
                yield f"{indent}{heard}. So {self.learned(step.removed, known)}."
            known = without(known, step.removed)
        if told.clash is not None:
            heard = f"{self.heard(told.clash.pieces, lines, inside=True)}{self.beside(told.clash, known)}"
            clue = told.clash.pieces[0].clue
            ending = _ENDINGS.get(Kind(clue.kind), _NO) if clue is not None else _NO
            yield f"{indent}But {heard}. {ending}".rstrip()
            return
        name = told.variable
        for number, (values, branch) in enumerate(told.branches):
            opening = "If" if number == 0 else "Or if"
            inner = {**known, name: frozenset(values)}
            yield f"{indent}{opening} {self._among(name, values, known)}:"
            yield from self._chain(branch, inner, indent + _INDENT, lines)
        yield f"{indent}No case is left."

    def heard(self, pieces: Sequence[Piece], lines: set[int] | None = None, *, inside: bool = False) -> str:
        """Return what a part of an argument says, with its place and its rulings.

        Args:
            pieces: the part.
            lines: the lines of the log that were quoted already, which are not quoted again; grows.
            inside: whether it goes on in the middle of a sentence.
        """
        first = pieces[0]
        told = self.teller.said_of(pieces)
        sources = dict.fromkeys(piece.source for piece in pieces)
        if first.source.is_rule:
            where, told = "", told if inside else phrase.capital(told)
        elif lines is not None and all(source.line in lines for source in sources):
            where = f"{_and([f'line {source.line}' for source in sources])} again: "
            told = told.replace(f" ({said(first.source)})", "").partition(": “")[0]
        else:
            places = [self.teller.when(source) for source in sources]
            where = f"{_and([f'{place[:1].lower()}{place[1:]}' for place in places])}: "
        if lines is not None:
            lines.update(source.line for source in sources)
        where = where if inside else phrase.capital(where)
        rulings = ", ".join(self.teller.rulings(first.clue))
        return f"{where}{told} [{rulings}]" if rulings else f"{where}{told}"

    def beside(self, tell: Tell, known: Domains, removed: Sequence[Removal] = ()) -> str:
        """Return the rules read along with a rule, if it tells less, or does not fail, by itself."""

        def enough(beside: tuple[Piece, ...]) -> bool:
            read = Tell(tell.pieces, tell.full, beside)
            return {*removed} <= {*read.removals(known)} if removed else not read.fits(known)

        # Where several plots bring a role, how many of it there can be is said with the rule itself.
        plots = [name for name in Tell(tell.pieces, tell.full).scope if name.startswith("plot.")]
        counted = removed and len(plots) > 1 and all(name.startswith("role.") for name, _ in removed)
        needed = tell.beside
        for piece in tell.beside:
            without_it = tuple(one for one in needed if one is not piece)
            if counted or enough(without_it):
                needed = without_it
        said = dict.fromkeys(self.teller.said_of((piece,)) for piece in needed)
        return f"; {_and(list(said))}" if said else ""

    def _among(self, name: str, values: Sequence[str], known: Domains) -> str:
        """Return that a variable has one of some of the values it can have: which, or which not."""
        others = known[name] - set(values)
        if others and len(others) < len(values):
            return self.facts(name, sorted(others), positive=False)
        return self.facts(name, values)

    def claim(self, formula: Formula) -> str:
        """Return a claim in words: a fact, facts one of which holds, or facts all of which do."""
        match formula:
            case In(variable=name, values=values):
                return self._is(name, values)
            case Not(part=In(variable=name, values=values)):
                return self._is(name, self.domains[name] - values)
            case Or(parts=parts) if (alike := _alike(parts)) is not None:
                roles = phrase.alternatives([self.teller.a_role(value) for value in sorted(alike[1])])
                return f"one of {_and([self._holder(name) for name in alike[0]])} is {roles}"
            case And(parts=parts) if (alike := _alike([negation(part) for part in parts])) is not None:
                return self._nobody(alike[0], sorted(alike[1]))
            case Or(parts=parts):
                return " or ".join(self.claim(part) for part in parts)
            case And(parts=parts):
                return _and([self.claim(part) for part in parts])
            case Not(part=Or(parts=parts)):
                return self.claim(And(tuple(negation(part) for part in parts)))
            case Not(part=And(parts=parts)):
                return self.claim(Or(tuple(negation(part) for part in parts)))
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
        if len(names) == 1:
            return self.facts(names[0], values, positive=False)
        roles = phrase.alternatives([self.teller.a_role(value) for value in values])
        match [self._holder(name) for name in names]:
            case [one, other]:
                return f"neither {one} nor {other} is {roles}"
            case holders:
                return f"none of {_and(holders)} is {roles}"

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
                if not positive and list(values) == [ABSENT]:
                    return f"{self.teller.who(rest)} is in the script"
                roles = phrase.alternatives([self.teller.a_role(value) for value in values])
                return f"{self.teller.who(rest)} {is_} {roles}"
            case "culprit":
                whom = phrase.alternatives([self.teller.who(value) for value in values])
                return f"the culprit of day {rest} {is_} {whom}"
            case "incident":
                types = phrase.alternatives([phrase.incident(names, value) for value in values])
                return f"the incident of day {rest} {is_} truly {types}"
            case _:
                return f"the open ruling {rest} {is_} read as “{phrase.alternatives(list(values))}”"


def _alike(parts: Sequence[Formula]) -> tuple[tuple[str, ...], frozenset[str]] | None:
    """Return which characters some facts are about, and the roles, if those are the same in all of them."""
    found = [(part.variable, part.values) for part in parts if isinstance(part, In)]
    values = {one for _, one in found}
    if len(found) < len(parts) or len(values) != 1 or not all(name.startswith("role.") for name, _ in found):
        return None
    return tuple(name for name, _ in found), values.pop()


def _same_way(one: Step, other: Step) -> bool:
    """Tell whether two suppositions of the same about different variables are refuted by the same reading."""
    if one.proof is None or other.proof is None:
        return False
    values = [{value for _, value in step.removed} for step in (one, other)]
    return values[0] == values[1] and _reading(one.proof) == _reading(other.proof)


def _reading(told: Chain) -> tuple[object, ...]:
    """Return which statements a chain reads, in their order."""
    tells = [step.tell for step in told.steps] + [told.clash]
    read = tuple(None if one is None else (one.pieces[0].source, one.kind) for one in tells)
    proofs = (step.proof for step in told.steps if step.proof is not None)
    return (*read, *map(_reading, proofs), *(_reading(branch) for _, branch in told.branches))


def together(parts: Sequence[tuple[Piece, ...]]) -> Iterator[tuple[Piece, ...]]:
    """Yield parts, those joined that are one line says in one way, so that it is told once."""
    joined: dict[object, tuple[Piece, ...]] = {}
    for number, part in enumerate(parts):
        clue = part[0].clue
        alike = clue is not None and clue.kind in _TOLD_TOGETHER
        act = None if clue is None or clue.act is None else (clue.act.owner, clue.act.ability)
        key = (part[0].source, clue.kind, act) if clue is not None and alike else number
        joined[key] = (*joined.get(key, ()), *part)
    yield from joined.values()


def _and(words: Sequence[str]) -> str:
    return phrase.series(words) or "nothing"
