"""What a line of the log or a rule says, in a clause: the premises of arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from deducer.ids import GAUGE, PLACES
from deducer.present import ability, phrase
from deducer.provenance import Act, Clue, Source
from deducer.rules.model import Ability, TragedySet
from deducer.rules.names import Kind as Name
from deducer.rules.names import Names
from deducer.rules.vocabulary import CulpritDuty
from deducer.script.clues import AWAY, CALM, DEAD, RULINGS, Kind

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
_UNFIT: Final = {
    AWAY: "who was not on the board",
    DEAD: "who was dead",
    CALM: "who was too calm for it",
}


@dataclass(frozen=True, slots=True)
class Teller:
    """Puts clues into words.

    Attributes:
        names: the names of the set.
        tragedy_set: the set, for what its rules say.
    """

    names: Names
    tragedy_set: TragedySet

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
        found = self._ability(clue.act) if clue.act is not None else None
        own = "" if found is None else found.source
        return tuple(dict.fromkeys((*filter(None, own.split(", ")), *RULINGS.get(Kind(clue.kind), ()))))

    def premise(self, source: Source, clue: Clue | None) -> str:
        """Return what a line or a rule says, as a clause without a full stop.

        Args:
            source: the line or rule.
            clue: what it is about.
        """
        if clue is None:
            return source.text.strip() or source.label
        return _CLAUSES[Kind(clue.kind)](self, source, clue)

    def who(self, name_id: str) -> str:
        """Return the name of a character or place, with the article a sentence needs."""
        if name_id == GAUGE:
            return "the gauge"
        if name_id in PLACES:
            return f"the {self.names.display(Name.PLACE, name_id)}"
        return f"the {phrase.character(self.names, name_id)}"

    def role(self, role_id: str) -> str:
        """Return the name of a role."""
        return phrase.role(self.names, role_id)

    def owner(self, act: Act) -> str:
        """Return whose ability an act is: a role, a plot, a character or an incident, by name."""
        for kind in (Name.ROLE, Name.PLOT, Name.INCIDENT, Name.CHARACTER):
            if act.owner in self.names.ids[kind]:
                return self.names.display(kind, act.owner)
        return act.owner

    def _ability(self, act: Act) -> Ability | None:
        owned = {owner.id: owner.abilities for owner in self.tragedy_set.roles}
        owned |= {owner.id: owner.abilities for owner in self.tragedy_set.plots}
        return next((one for one in owned.get(act.owner, ()) if one.id == act.ability), None)

    def duty(self, act: Act | None) -> str:
        """Return what an ability does, in a clause."""
        found = None if act is None else self._ability(act)
        if found is None:
            return "it acts"
        told = "; ".join(ability.effect(self.names, one) for one in found.effects)
        applies = ability.conditions(self.names, found.conditions)
        return f"{told}, if {applies}" if applies else told


_Clause = Callable[[Teller, Source, Clue], str]


def _quoted(told: str) -> _Clause:
    """Return a clause that quotes the line."""
    return lambda _teller, source, _clue: told.format(said(source))


def said(source: Source) -> str:
    """Return a line of the log without the word of its step, quoted."""
    text = source.text.split("#")[0].strip().removeprefix("?").strip()
    return f"“{text.split(':', 1)[-1].strip()}”"


def _plain(told: str) -> _Clause:
    return lambda _teller, _source, _clue: told


def _of_who(told: str) -> _Clause:
    """Return a clause about a character or place."""
    return lambda teller, _source, clue: told.format(teller.who(clue.about[0]))


def _about_role(told: str) -> _Clause:
    """Return a clause about a character and a role."""
    return lambda teller, source, clue: told.format(
        teller.who(clue.about[0]), teller.role(clue.about[1]), said(source)
    )


def _sub_plots(teller: Teller, _source: Source, _clue: Clue) -> str:
    number = teller.tragedy_set.number_of_sub_plots
    return f"a script of this set has {number} subplot{'s' if number > 1 else ''}"


def _role_sum(teller: Teller, _source: Source, clue: Clue) -> str:
    """Say which plots bring a role."""
    role_id = clue.about[0]
    name = teller.role(role_id)
    givers = []
    for plot in teller.tragedy_set.plots:
        for adds in plot.adds:
            if adds.role == role_id:
                number = str(adds.low) if adds.low == adds.high else f"{adds.low} to {adds.high}"
                shown = "" if number == "1" else f" ({number})"
                givers.append(f"{phrase.plot(teller.names, plot.id)}{shown}")
    cap = next(role.cap for role in teller.tragedy_set.roles if role.id == role_id)
    most = "" if cap is None else f", at most {cap} in all"
    if len(givers) == 1:
        return f"{givers[0]}, and no other plot, brings the {name}{most}"
    return f"the {name} comes with {phrase.alternatives(givers)}{most}"


def _demand(teller: Teller, _source: Source, clue: Clue) -> str:
    role_id, plot_id = clue.about
    plot = next(plot for plot in teller.tragedy_set.plots if plot.id == plot_id)
    tags = phrase.alternatives([tag for demand in plot.demands for tag in demand.tags])
    return f"under {phrase.plot(teller.names, plot_id)} the {teller.role(role_id)} is a {tags}"


def _needed(teller: Teller, _source: Source, clue: Clue) -> str:
    name = phrase.incident(teller.names, clue.about[0])
    return f"{phrase.plot(teller.names, clue.about[1])} needs an incident that truly is a {name}"


def _duty(teller: Teller, _source: Source, clue: Clue) -> str:
    role = next(role for role in teller.tragedy_set.roles if role.id == clue.about[0])
    must = role.culprit_duty is CulpritDuty.ALWAYS
    return f"the {teller.role(role.id)} {'is always' if must else 'is never'} the culprit of an incident"


def _unused(teller: Teller, source: Source, clue: Clue) -> str:
    act = clue.act or Act("", "")
    owner, duty = teller.owner(act), teller.duty(act)
    if act.actor is None:
        return f"{said(source)}, though {owner} has this happen: {duty}"
    if act.owner in teller.names.ids[Name.ROLE]:
        return f"{said(source)}, though {teller.who(act.actor)} must act if it is the {owner}: {duty}"
    return f"{said(source)}, though under {owner} {teller.who(act.actor)} may have to act: {duty}"


def _forbid(told: str) -> _Clause:
    return lambda teller, _source, clue: told.format(f"forbid {clue.about[1]} on {teller.who(clue.about[0])}")


def _incident(teller: Teller, source: Source, clue: Clue) -> str:
    who, _, *unfit = clue.about
    shown = said(source)
    if unfit:
        return f"the incident occurred ({shown}), and not by {teller.who(who)}, {_UNFIT[unfit[0]]}"
    return f"the incident occurred ({shown}); by {teller.who(who)} it comes so only under certain roles"


def _won(teller: Teller, _source: Source, clue: Clue) -> str:
    act = clue.act or Act("", "")
    actor = "" if act.actor is None else f" with {teller.who(act.actor)}"
    return f"the loop was won, though {teller.owner(act)}{actor} would have lost it ({teller.duty(act)})"


def _start(teller: Teller, source: Source, clue: Clue) -> str:
    return f"{said(source)} is all that the loop's start put on {teller.who(clue.about[0])}"


_CLAUSES: Final[Mapping[Kind, _Clause]] = {
    Kind.MAIN_PLOT: _plain("a script has one main plot"),
    Kind.SUB_PLOTS: _sub_plots,
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
    Kind.NOT_REFUSED: _of_who("{} did not refuse goodwill, so no role that must refuse"),
    Kind.TOLD_ROLE: _about_role("{0} was told to be the {1}"),
    Kind.TOLD: _quoted("{} was told"),
    Kind.RESOLVED: _of_who("the ability of {} showed just what is noted"),
    Kind.NO_INCIDENT: _of_who("the incident did not occur, as it would have had to by {}"),
    Kind.INCIDENT: _incident,
    Kind.DEATH_SURVIVED: _of_who("{} died and the loop went on"),
    Kind.DEATH_SILENT: _of_who("{} died and nothing more followed than is noted"),
    Kind.REACTION: _quoted("{}: a counter that somebody's death set off"),
    Kind.DEATH_LOST: _quoted("{}: a death that lost the loop at once"),
    Kind.MORTAL: _of_who("{} lay dead, so it can die"),
    Kind.WON: _won,
    Kind.LOST: _plain("the loop was lost at its end, so some loss condition held"),
    Kind.REVEALED: _about_role("{0} was revealed as the {1}"),
    Kind.REVEAL_FORCED: _about_role("{0} was revealed as the {1}, which only certain roles force"),
    Kind.NOT_REVEALED: _of_who("{} was not revealed when the loop ended"),
    Kind.START: _start,
    Kind.EXTRA_CARD: _of_who("an Extra card was laid on {}"),
    Kind.NO_EXTRA_CARD: _plain("no Extra card was laid"),
    Kind.ARRIVED: _of_who("{} entered"),
    Kind.NEVER_ARRIVED: _of_who("{} never entered"),
    Kind.FACT: _quoted("it is known that {}"),
    Kind.GUESS: _quoted("at the Final Guess {}"),
    Kind.SUPPOSED: _plain("that was supposed not to be so"),
}
