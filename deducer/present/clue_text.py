"""What a line of the log or a rule says, in a clause: the premises of arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final

from deducer.logic.terms import Constraint, Option
from deducer.present import phrase, suspects
from deducer.present.naming import Namer
from deducer.provenance import Act, Clue, Source
from deducer.rules.model import Adds, Plot, TragedySet
from deducer.rules.names import Kind as Name
from deducer.rules.rulings import NUMBER
from deducer.rules.vocabulary import CulpritDuty
from deducer.script.clues import (
    DIES,
    GUARDED,
    MOVES,
    PROTAGONISTS,
    RULINGS,
    Kind,
)

_PLACE: Final = re.compile(r"L(?P<loop>\d+)(?:D(?P<day>\d+))? (?P<step>.+)")
_STEPS: Final = {
    "start": "as the loop began",
    "dawn": "as the day began",
    "cards": "cards",
    "ability": "the Mastermind's abilities",
    "goodwill": "goodwill abilities",
    "incident": "incident",
    "night": "day end",
    "end": "loop end",
    "board": "the board",
}
_FEW: Final = 4
"""So many ways in which something can have come about are named."""

_LONG: Final = 60
"""Of a line of the log so many letters are quoted."""

_WHOLE: Final = 1_000
"""Of a fact that was noted so many are."""

if TYPE_CHECKING:
    from deducer.engines.sat import Piece


class Teller(Namer, frozen=True):
    """Puts clues into words."""

    def when(self, source: Source) -> str:
        """Return where in the play a line stands: "Loop 2, day 1, goodwill abilities (line 31)"."""
        match = _PLACE.fullmatch(source.label)
        unsure = ", unsure" if source.unsure else ""
        if match is None:
            return f"Line {source.line}{unsure}"
        day = f", day {match['day']}" if match["day"] else ""
        return f"Loop {match['loop']}{day}, {_STEPS[match['step']]} (line {source.line}{unsure})"

    def rulings(self, clue: Clue | None) -> tuple[str, ...]:
        """Return the rulings a clue rests on, and the source of the ability it is about."""
        if clue is None:
            return ()
        found = self.ability_of(clue.act) if clue.act is not None else None
        own = " ".join((*clue.sources, "" if found is None else found.source))
        return tuple(dict.fromkeys((*NUMBER.findall(own), *RULINGS.get(Kind(clue.kind), ()))))

    def premise(self, source: Source, clue: Clue | None) -> str:
        """Return what a line or a rule says, as a clause without a full stop.

        Args:
            source: the line or rule.
            clue: what it is about.
        """
        if clue is None:
            return source.text.strip() or source.label
        return _CLAUSES[Kind(clue.kind)](self, source, clue)

    def said_of(self, pieces: Sequence[Piece]) -> str:
        """Return what a part of an argument says, as a clause without a full stop."""
        first = pieces[0]
        kind = "" if first.clue is None else first.clue.kind
        if kind == Kind.CAUSE:
            return self._causes(pieces)
        if kind == Kind.INCIDENT:
            return suspects.occurred(self, pieces, said(first.source))
        if kind == Kind.NO_INCIDENT:
            return suspects.not_occurred(self, pieces)
        if kind == Kind.UNUSED:
            return self.unused(first.source, [piece.clue.act for piece in pieces if piece.clue is not None])
        return self.premise(first.source, first.clue)

    def unused(self, source: Source, acts: Sequence[Act | None]) -> str:
        """Say which users had to act and left no trace."""
        act = acts[0] or Act("", "")
        owner, duty = self.owner(act), self.duty(act)
        who = phrase.series(
            [self.who(one.actor) for one in acts if one is not None and one.actor is not None]
        )
        if act.actor is None:
            return f"{said(source)}, though {owner} has this happen: {duty}"
        if act.owner in self.names.ids[Name.ROLE]:
            return f"{said(source)}, though as {self.a_role(act.owner)} {who} must act: {duty}"
        if act.owner == act.actor:
            return f"{said(source)}, though {who} may have to act: {duty}"
        return f"{said(source)}, though under {owner} {who} may have to act: {duty}"

    def _causes(self, pieces: Sequence[Piece]) -> str:
        """Say which abilities can have caused what was seen, where they are few."""
        lines = [self._unit(about, number) for about, number in _counted(pieces).items()]
        owners: dict[str, dict[str, None]] = {}
        for option in chain.from_iterable(map(_ways, pieces)):
            act = option.act
            if act is None:
                owners["a death that ends the loop at once"] = {}
                continue
            users = owners.setdefault(self.owner_named(act), {})
            if act.actor is not None and act.owner != act.actor:
                users[phrase.character(self.names, act.actor)] = None
        if not owners or len(owners) > _FEW:
            return f"{phrase.series(lines)} must have come from somebody's ability"
        # Where it says "by a Brain", the names tell who stood so that it can have been the Brain.
        ways = [
            f"{one} ({phrase.alternatives(users)})" if 0 < len(users) <= _FEW else one
            for one, users in owners.items()
        ]
        each = ", each from a use of its own" if len(pieces) > 1 else ""
        return f"{phrase.series(lines)} can only have come from {phrase.alternatives(ways)}{each}"

    def _unit(self, about: tuple[str, ...], number: int) -> str:
        """Return something seen that needs a cause."""
        match about:
            case ("+" | "-" as sign, counter, target):
                kind = self.names.display(Name.COUNTER, counter).lower()
                return f"{sign}{number} {kind} on {self.who(target)}"
            case (one, who) if one == DIES:
                return f"the death of {self.who(who)}"
            case (one, who) if one == GUARDED:
                return f"the guard marker that {self.who(who)} lost"
            case (one, who, place) if one == MOVES:
                return f"the move of {self.who(who)} to {self.who(place)}"
            case (one,) if one == PROTAGONISTS:
                return "the protagonists' death"
            case _:
                return "the loss"


_Clause = Callable[[Teller, Source, Clue], str]


def _quoted(told: str) -> _Clause:
    """Return a clause that quotes the line."""
    return lambda _teller, source, _clue: told.format(said(source))


def said(source: Source, most: int = _LONG) -> str:
    """Return a line of the log, or the beginning of a long one, without the word of its step, quoted."""
    text = source.text.split("#")[0].strip().removeprefix("?").strip().split(":", 1)[-1].strip()
    shown = text if len(text) <= most else f"{text[:most].rsplit(' ', 1)[0]} ..."
    return f"“{shown}”"


def _counted(pieces: Sequence[Piece]) -> Mapping[tuple[str, ...], int]:
    """Return the units that some pieces tell of, with how many there are of each."""
    found: dict[tuple[str, ...], int] = {}
    for piece in pieces:
        about = () if piece.clue is None else piece.clue.about
        found[about] = found.get(about, 0) + 1
    return found


def _ways(piece: Piece) -> tuple[Option, ...]:
    """Return what can have caused what a piece tells."""
    if isinstance(piece.stated, Constraint):
        return piece.stated.ways
    name = "" if piece.item is None else piece.item.name
    return tuple(option for option in piece.stated.options if name in option.items)


def _plain(told: str) -> _Clause:
    return lambda _teller, _source, _clue: told


def _of_who(told: str) -> _Clause:
    """Return a clause about a character or place."""
    return lambda teller, _source, clue: told.format(teller.who(clue.about[0]))


def _about_role(told: str) -> _Clause:
    """Return a clause about a character and a role."""
    return lambda teller, source, clue: told.format(
        teller.who(clue.about[0]), teller.a_role(clue.about[1]), said(source)
    )


def _sub_plots(teller: Teller, _source: Source, _clue: Clue) -> str:
    number = teller.tragedy_set.number_of_sub_plots
    return f"a script of this set has {number} subplot{'s' if number > 1 else ''}"


def _room(_teller: Teller, _source: Source, clue: Clue) -> str:
    return f"the plots bring no more roles than there are characters to hold them, here {clue.about[0]}"


def _role_sum(teller: Teller, _source: Source, clue: Clue) -> str:
    """Say which plots bring a role, and how many of it there can be."""
    role_id = clue.about[0]
    name = teller.role(role_id)
    given = {
        plot.id: next((adds for adds in plot.adds if adds.role == role_id), None)
        for plot in teller.tragedy_set.plots
    }
    shown = {plot: _how_many(adds) for plot, adds in given.items() if adds is not None}
    if len(shown) == 1:
        plot, number = next(iter(shown.items()))
        bring = f"{phrase.plot(teller.names, plot)}, and no other plot, brings the {name}"
        return f"{bring}, {number} of them" if number else bring
    givers = [
        phrase.plot(teller.names, plot) + (f" ({number})" if number else "") for plot, number in shown.items()
    ]
    most = _most(teller.tragedy_set, role_id)
    return f"the {name} comes with {phrase.alternatives(givers)}, at most {most} in all"


def _how_many(adds: Adds) -> str:
    """Return how many holders a plot asks for, empty for one."""
    if adds.low != adds.high:
        return f"{adds.low} to {adds.high}"
    return "" if adds.low == 1 else str(adds.low)


def _most(tragedy_set: TragedySet, role_id: str) -> int:
    """Return how many holders of a role the plots of one script can ask for."""

    def asked(plots: Iterable[Plot]) -> list[int]:
        return sorted((sum(a.high for a in plot.adds if a.role == role_id) for plot in plots), reverse=True)

    subs = asked(tragedy_set.sub_plots)[: tragedy_set.number_of_sub_plots]
    number = asked(tragedy_set.main_plots)[0] + sum(subs)
    cap = next(role.cap for role in tragedy_set.roles if role.id == role_id)
    return number if cap is None else min(number, cap)


def _demand(teller: Teller, _source: Source, clue: Clue) -> str:
    role_id, plot_id = clue.about
    plot = next(plot for plot in teller.tragedy_set.plots if plot.id == plot_id)
    tags = phrase.alternatives([tag for demand in plot.demands for tag in demand.tags])
    return f"under {phrase.plot(teller.names, plot_id)} {teller.a_role(role_id)} is a {tags}"


def _needed(teller: Teller, _source: Source, clue: Clue) -> str:
    name = phrase.incident(teller.names, clue.about[0])
    return f"{phrase.plot(teller.names, clue.about[1])} needs an incident that truly is a {name}"


def _duty(teller: Teller, _source: Source, clue: Clue) -> str:
    role = next(role for role in teller.tragedy_set.roles if role.id == clue.about[0])
    must = role.culprit_duty is CulpritDuty.ALWAYS
    return f"{teller.a_role(role.id)} is {'always' if must else 'never'} the culprit of an incident"


def _unused(teller: Teller, source: Source, clue: Clue) -> str:
    return teller.unused(source, [clue.act])


def _forbid(told: str) -> _Clause:
    return lambda teller, _source, clue: told.format(f"forbid {clue.about[1]} on {teller.who(clue.about[0])}")


def _won(teller: Teller, _source: Source, clue: Clue) -> str:
    act = clue.act or Act("", "")
    if act.actor is None:
        where = f"under {teller.owner(act)}"
    elif act.owner in teller.names.ids[Name.ROLE]:
        where = f"with {teller.who(act.actor)} as {teller.a_role(act.owner)}"
    else:
        where = f"with what {teller.owner(act)} makes of {teller.who(act.actor)}"
    return f"the loop was won, though {where} it is lost{teller.condition(act)}"


def _start(teller: Teller, source: Source, clue: Clue) -> str:
    whom = teller.who(clue.about[0])
    return f"{whom} got just what {said(source)} says" if clue.about[1:] else f"{whom} got nothing"


def _not_revealed(teller: Teller, _source: Source, clue: Clue) -> str:
    who, *roles = clue.about
    told = f"{teller.who(who)} was not revealed when the loop ended"
    return f"{told}, as {teller.a_role(roles[0])} in its state would have been" if roles else told


_CLAUSES: Final[Mapping[Kind, _Clause]] = {
    Kind.MAIN_PLOT: _plain("a script has one main plot"),
    Kind.SUB_PLOTS: _sub_plots,
    Kind.ROOM: _room,
    Kind.ROLE_SUM: _role_sum,
    Kind.DEMAND: _demand,
    Kind.UNUSED_ROLE: _of_who("{} has a role that no plot of the script brings"),
    Kind.COPIED_ROLE: _of_who("{} has the role of somebody else"),
    Kind.NEEDED_INCIDENT: _needed,
    Kind.CULPRITS: _plain("each incident has a culprit of its own"),
    Kind.CULPRIT_ABSENT: _plain("who is not in the script is nobody's culprit"),
    Kind.CULPRIT_DUTY: _duty,
    Kind.CAUSE: _quoted("{} must have come from somebody's ability"),
    Kind.UNUSED: _unused,
    Kind.LAID: _of_who("the Mastermind laid a card on {}"),
    Kind.FORBID_IGNORED: _forbid("{} did not work, so somebody there let it be ignored"),
    Kind.FORBID_WORKED: _forbid("{} did its work, so nobody was there who must ignore it"),
    Kind.CARD_STOPPED: _of_who("a card on {} was stopped by a Forbid card of another kind"),
    Kind.CARD_WORKED: _of_who("a card on {} worked beside a Forbid card of another kind"),
    Kind.REFUSED: _of_who("{} refused goodwill, which only a role with Goodwill Refusal allows"),
    Kind.NOT_REFUSED: _of_who("{} did not refuse goodwill, so it has no role that must"),
    Kind.TOLD_ROLE: _about_role("{0} was told to be {1}"),
    Kind.TOLD: _quoted("{} was told"),
    Kind.RESOLVED: _of_who("the ability of {} showed just what is noted"),
    Kind.NO_INCIDENT: _of_who("the incident did not occur, as it would have had to by {}"),
    Kind.INCIDENT: _quoted("the incident occurred ({})"),
    Kind.DEATH_SURVIVED: _of_who("{} died and the loop went on"),
    Kind.DEATH_SILENT: _of_who("{} died and nothing more followed than is noted"),
    Kind.REACTION: _quoted("{}: a counter that somebody's death set off"),
    Kind.DEATH_LOST: _quoted("{}: a death that lost the loop at once"),
    Kind.MORTAL: _of_who("{} lay dead, so it can die"),
    Kind.WON: _won,
    Kind.LOST: _plain("the loop was lost at its end, so some loss condition held"),
    Kind.REVEALED: _about_role("{0} was revealed as {1}"),
    Kind.REVEAL_FORCED: _about_role("{0} was revealed as {1}, which only certain roles force"),
    Kind.NOT_REVEALED: _not_revealed,
    Kind.START: _start,
    Kind.EXTRA_CARD: _of_who("an Extra card was laid on {}"),
    Kind.NO_EXTRA_CARD: _plain("no Extra card was laid"),
    Kind.ARRIVED: _of_who("{} entered"),
    Kind.NEVER_ARRIVED: _of_who("{} never entered"),
    Kind.FACT: lambda _teller, source, _clue: f"it is noted as known: {said(source, _WHOLE)}",
    Kind.GUESS: _quoted("the Final Guess said {}"),
    Kind.SUPPOSED: _plain("this is against what was supposed"),
}
