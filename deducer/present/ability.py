"""Abilities in words: a phrase for every word of the rules' vocabulary, put together into sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from deducer.ids import ANY_ROLE, GAUGE, PLACES, CounterId
from deducer.present.phrase import alternatives
from deducer.rules.model import Ability, CharacterTrait, Condition, Effect, Target
from deducer.rules.names import Kind, Names
from deducer.rules.vocabulary import Action, Limit, Obligation, Timing, Trait, Where, Who, Word

TIMINGS: Final[Mapping[Timing, str]] = {
    Timing.LOOP_START: "Loop start",
    Timing.DAY_START: "Day start",
    Timing.CARDS: "Cards",
    Timing.MASTERMIND: "Mastermind abilities",
    Timing.GOODWILL: "Goodwill",
    Timing.INCIDENT: "Incident",
    Timing.AFTER_INCIDENT: "After its incident",
    Timing.REVEAL: "When its role is to be told",
    Timing.DAY_END: "Day end",
    Timing.LOOP_END: "Loop end",
    Timing.DEATH: "When its holder dies",
    Timing.ALWAYS: "Always",
}
OBLIGATIONS: Final[Mapping[Obligation, str]] = {
    Obligation.OPTIONAL: "may",
    Obligation.MANDATORY: "must",
    Obligation.LOSS: "loss",
}


def ability(names: Names, found: Ability) -> str:
    """Return an ability as one sentence, with its rulings in brackets."""
    head = [TIMINGS[found.timing] + (f" {found.rank}" if found.rank is not None else "")]
    if found.timing is not Timing.ALWAYS:
        head.append(OBLIGATIONS[found.obligation])
    if found.holder is not None:
        everybody = found.holder == ANY_ROLE
        head.append("by everybody" if everybody else f"by each {names.display(Kind.ROLE, found.holder)}")
    if found.limit is Limit.LOOP:
        head.append("once a loop" + (" for all holders together" if found.shared else ""))
    if found.timing is Timing.GOODWILL and not found.refusable:
        head.append("cannot be refused")
    if found.mastermind:
        head.append("also in the Mastermind's step where its role has Goodwill Refusal")
    told = [f"if {conditions(names, found.conditions)}"] if found.conditions else []
    told.append("; ".join(effect(names, one) for one in found.effects))
    if found.lingers is not None:
        told.append(f"perhaps still while {found.lingers} are left")
    source = "; ".join(filter(None, (found.source, f"ruling {found.ruling}" if found.ruling else "")))
    return f"{', '.join(head)}: {', '.join(told)}." + (f" [{source}]" if source else "")


def conditions(names: Names, found: Sequence[Condition]) -> str:
    """Return conditions that must all hold."""
    return " and ".join(CONDITIONS[one.word](names, one) for one in found)


def effect(names: Names, found: Effect) -> str:
    """Return what an effect does, with its own conditions."""
    done = EFFECTS[found.action](names, found)
    return f"{done} if {conditions(names, found.conditions)}" if found.conditions else done


def trait(names: Names, found: CharacterTrait) -> str:
    """Return a trait as a sentence, with its ruling in brackets."""
    whose = "" if found.of is None else names.display(Kind.CHARACTER, found.of)
    masters = alternatives([names.display(Kind.CHARACTER, one) for one in found.masters])
    told = TRAITS[found.trait].format(of=whose, masters=masters)
    return f"{told}." + (f" [{found.source}]" if found.source else "")


def target(names: Names, found: Target) -> str:
    """Return whom or what an effect acts on."""
    match found.who:
        case Who.NOBODY:
            return "nobody"
        case Who.SELF:
            return "itself"
        case Who.PROTAGONISTS:
            return "the protagonists"
        case Who.GAUGE:
            return "the gauge"
        case Who.PLACE:
            return _where(names, found, bare=True)
        case Who.PLACE_OR_CHARACTER:
            place = _where(names, found, bare=True)
            return f"{place} or {_quantity(found)} {_kind(names, found)}{_where(names, found)}"
        case Who.CHARACTER | Who.HOLDER | Who.ALL:
            return f"{_quantity(found)} {_kind(names, found)}{_where(names, found)}{_at_limit(found)}"


def _quantity(found: Target) -> str:
    if found.same:
        return "the same"
    if found.distinct:
        return "a different"
    if found.who is Who.ALL:
        return "every other" if found.other else "every"
    return "another" if found.other else "one"


def _kind(names: Names, found: Target) -> str:
    if found.role is not None:
        return names.display(Kind.ROLE, found.role)
    if found.corpse:
        return " ".join((*found.tags, "corpse"))
    return alternatives(found.tags) or "character"


def _at_limit(found: Target) -> str:
    return " at or above its paranoia limit" if found.at_limit else ""


def _where(names: Names, found: Target, *, bare: bool = False) -> str:
    """Return where a target is; bare: the place itself as the target."""
    named = names.display(Kind.PLACE, found.place) if found.place is not None else "a place"
    match found.where:
        case Where.ANYWHERE:
            return "any place" if bare else ""
        case Where.HERE:
            return "its place" if bare else " in its place"
        case Where.TURF:
            return "its turf" if bare else " in its turf"
        case Where.NAMED:
            return named if bare else f" at {named}"


def _holder(names: Names, on: str) -> str:
    if on in PLACES:
        return names.display(Kind.PLACE, on)
    return {"self": "it", "target": "the target", "startPlace": "its start place"}[on]


def _counters(names: Names, found: Condition) -> str:
    return f"{_holder(names, found.on)} has {_bounds(found)} {_kind_of_counter(names, found.counter)}"


def _bounds(found: Condition) -> str:
    bounds = []
    if found.at_least is not None:
        bounds.append(f"at least {found.at_least}")
    if found.at_most is not None:
        bounds.append(f"at most {found.at_most}")
    return " and ".join(bounds)


def _kind_of_counter(names: Names, counter: CounterId | None) -> str:
    return GAUGE if counter == GAUGE else names.display(Kind.COUNTER, counter or "").lower()


def _by_loop(names: Names, found: Condition) -> str:
    least = "the loop's number" + (f" {found.number:+d}" if found.number else "")
    kind = _kind_of_counter(names, found.counter)
    return f"{_holder(names, found.on)} has at least as much {kind} as {least}"


def _roles_told(names: Names, found: Condition) -> str:
    roles = alternatives([names.display(Kind.ROLE, role) for role in found.roles])
    return f"{roles} was revealed in this loop"


def _others_here(_names: Names, found: Condition) -> str:
    are = " is" if found.number == 1 else "s are"
    return f"exactly {found.number} other living character{are} in its place"


def _in_all(names: Names, found: Condition) -> str:
    return f"{_holder(names, found.on)} has {found.at_least} or more counters in all"


CONDITIONS: Final[Mapping[Word, Callable[[Names, Condition], str]]] = {
    Word.COUNTERS: _counters,
    Word.TOTAL_COUNTERS: _in_all,
    Word.HELD: _in_all,
    Word.OTHERS_HERE: _others_here,
    Word.LAST_DAY: lambda _names, _found: "it is the last day",
    Word.FROM_LOOP: lambda _, found: f"it is loop {found.number} or later",
    Word.AT: lambda names, found: (
        f"it is at {alternatives([_holder(names, place) for place in found.places])}"
    ),
    Word.DEAD: lambda _names, _found: "it lies dead",
    Word.REVEALED: lambda _names, _found: "its role was revealed in an earlier loop",
    Word.HAD_GOODWILL: lambda names, found: (
        f"{_holder(names, found.on)} held goodwill when the last loop ended"
    ),
    Word.OCCURRED: lambda names, found: (
        f"{names.display(Kind.INCIDENT, found.incident or '')} occurred in this loop"
    ),
    Word.GAUGE: lambda _, found: f"the gauge is {_bounds(found)}",
    Word.GAUGE_IN_USE: lambda _names, _found: "the set has a gauge",
    Word.GAUGE_AT_LOOP_END: lambda _, found: f"the gauge was {_bounds(found)} when the last loop ended",
    Word.LIVING: lambda _, found: f"{_bounds(found)} characters are alive",
    Word.COUNTERS_ON_LIVING: lambda names, found: (
        f"the living have {_bounds(found)} {_kind_of_counter(names, found.counter)} in all"
    ),
    Word.COUNTERS_BY_LOOP: _by_loop,
    Word.EXTRA_CARD: lambda names, found: f"an Extra card lies on {_holder(names, found.on)}",
    Word.DIED_LAST_LOOP: lambda names, found: f"{_holder(names, found.on)} died in the last loop",
    Word.ROLE_TOLD: _roles_told,
    Word.RULING: lambda _, found: f"ruling {found.ruling} is {found.reading}",
    Word.HAS_REFUSAL: lambda _names, _found: "its role has Goodwill Refusal",
}


def _amount(names: Names, found: Effect) -> str:
    kinds = alternatives([_kind_of_counter(names, kind) for kind in found.counters])
    amounts = alternatives([f"{amount:+d}" for amount in found.amounts])
    return f"{'up to ' if found.up_to else ''}{amounts} {kinds}"


def _move_counter(names: Names, found: Effect) -> str:
    kinds = alternatives([names.display(Kind.COUNTER, kind).lower() for kind in found.counters])
    origin = "its own card" if found.origin is None else target(names, found.origin)
    return f"1 {kinds} goes from {origin} to {target(names, found.target)}"


def _convert(names: Names, found: Effect) -> str:
    first, second = (names.display(Kind.COUNTER, kind).lower() for kind in found.counters)
    return f"1 {first} on {target(names, found.target)} becomes {second}"


def _clear(names: Names, found: Effect) -> str:
    kinds = " and ".join(_kind_of_counter(names, kind) for kind in found.counters)
    return f"all {kinds or 'counters'} leave{'s' if kinds else ''} {target(names, found.target)}"


def _move(names: Names, found: Effect) -> str:
    place = "a neighbouring" if found.to == "adjacent" else "any"
    held = " and cannot be moved on the next day" if found.holds else ""
    return _subject(f"{{}} moves to {place} place{held}")(names, found)


def _counts_toward(names: Names, found: Effect) -> str:
    kinds = alternatives([_kind_of_counter(names, kind) for kind in found.counters])
    incidents = alternatives([names.display(Kind.INCIDENT, one) for one in found.incidents])
    return f"{kinds} on {target(names, found.target)} counts as paranoia for {incidents}"


def _of(names: Names, found: Effect) -> str:
    return "it" if found.of is None else names.display(Kind.CHARACTER, found.of)


def _named_role(names: Names, found: Effect) -> str:
    return names.display(Kind.ROLE, found.role or "")


def _subject(told: str) -> Callable[[Names, Effect], str]:
    return lambda names, found: told.format(
        "it" if found.target.who is Who.SELF else target(names, found.target)
    )


def _role_told(names: Names, found: Effect) -> str:
    if found.target.who is Who.SELF:
        return "its role is told"
    return f"the role of {target(names, found.target)} is told"


def _on(told: str) -> Callable[[Names, Effect], str]:
    return lambda names, found: told.format(target(names, found.target))


def _plain(told: str) -> Callable[[Names, Effect], str]:
    return lambda _names, _found: told


EFFECTS: Final[Mapping[Action, Callable[[Names, Effect], str]]] = {
    Action.ADD: lambda names, found: f"{_amount(names, found)} on {target(names, found.target)}",
    Action.MOVE_COUNTER: _move_counter,
    Action.CONVERT: _convert,
    Action.CLEAR: _clear,
    Action.KILL: _subject("{} dies"),
    Action.REVIVE: _subject("{} returns to life"),
    Action.GUARD: _on("a guard marker on {}"),
    Action.MOVE: _move,
    Action.LEAVE: _subject("{} leaves the board until the loop ends"),
    Action.ENTER: lambda names, found: (
        f"{_of(names, found)} enters at {names.display(Kind.PLACE, found.place or '')}"
    ),
    Action.REVEAL_ROLE: _role_told,
    Action.REVEAL_CULPRIT: lambda _, found: (
        f"the culprit of an incident {'that occurred in this loop' if found.occurred_only else ''}".rstrip()
        + " is told"
    ),
    Action.NAME_SUBPLOT: _plain("one subplot is declared and another one of the script told"),
    Action.NAME_SAME_ROLE: _plain("a character with the same role is told"),
    Action.TAKE_BACK: _plain("the leader takes back a spent once-per-loop card"),
    Action.FREE_PLACES: lambda names, found: (
        f"{_of(names, found)} may enter its forbidden places until the loop ends"
    ),
    Action.STOP_INCIDENTS: _plain("its incidents do not occur until the loop ends"),
    Action.PROTECT_PROTAGONISTS: _plain("the protagonists cannot die until the loop ends"),
    Action.ADD_MASTER: _on("it will die in the stead of {}"),
    Action.RESOLVE_INCIDENT: _plain("an incident of the script resolves as if it were the culprit"),
    Action.BORROW: _on("it uses a goodwill ability of {}"),
    Action.PROTAGONISTS_DIE: _plain("the protagonists die"),
    Action.LOSE: _plain("the protagonists lose the loop"),
    Action.REVEAL_SELF: _plain("its role is revealed"),
    Action.IGNORE_FORBID: lambda names, found: (
        f"forbid {alternatives(found.forbids)} on {target(names, found.target)} does not work"
    ),
    Action.END_LOOP: _plain("the loop ends without an announced loss"),
    Action.EXTRA_CARD: _on("an Extra card is laid on {}"),
    Action.CLOSE_PLACE: lambda names, found: (
        f"{target(names, found.target)} is told, and nobody enters or leaves it for {found.days} days"
    ),
    Action.BAR_CARDS: _on("the Mastermind lays no cards on {}"),
    Action.ALSO_FORBID: lambda names, found: (
        f"forbid {alternatives(found.forbids)} on {target(names, found.target)} stops {found.stops} too"
    ),
    Action.TRIGGER_INCIDENT: _on("an incident of {} occurs whatever its paranoia"),
    Action.PREVENT_INCIDENT: _on("an incident of {} does not occur"),
    Action.SHIFT_LIMIT: lambda names, found: (
        f"the limit of {target(names, found.target)} counts as"
        f" {alternatives([f'{amount:+d}' for amount in found.amounts])} for its incidents"
    ),
    Action.COUNT_TOWARD_LIMIT: _counts_toward,
    Action.STAND_OPPOSITE: _subject("{} counts as standing on the diagonally opposite place"),
    Action.LIE: _plain("another role of the script than Person may be told instead"),
    Action.IMMORTAL: _subject("{} cannot die"),
    Action.COUNTS_AS: lambda names, found: f"it counts as {_named_role(names, found)}",
    Action.GAINS_ABILITIES_OF: lambda names, found: f"it has the abilities of {_named_role(names, found)}",
}

TRAITS: Final[Mapping[Trait, str]] = {
    Trait.OUTSIDE_SUMS: "Its role stands outside the sum of the plots' roles",
    Trait.UNUSED_ROLE: "Has a role of the set that no plot of the script adds",
    Trait.COPIES_ROLE: "Has the same role as some other character",
    Trait.NEVER_PERSON: "Is never a Person",
    Trait.NO_REFUSAL: "Never has a role with Goodwill Refusal",
    Trait.PLAYS_AS_PERSON: "Plays as a Person whatever its role",
    Trait.SHARES_ROLE: "Has the role and the incidents of {of}",
    Trait.LATE_LOOP: "Enters in a loop that the script fixes",
    Trait.LATE_DAY: "Enters on a day that the script fixes",
    Trait.START_CHOSEN: "The Mastermind chooses its start place in every loop",
    Trait.START_BY_SCRIPT: "The script fixes its start place",
    Trait.HAS_TURF: "Counts as being in its turf for abilities of its role, if the Mastermind wants",
    Trait.NO_CARDS: "Takes no cards; cards on its place work on it too",
    Trait.FOLLOWS_MASTERS: "Moves along with {masters} from its place, and dies in their stead",
    Trait.ALL_COUNTERS_TRIGGER: "All its counters count as paranoia for its incidents",
    Trait.INCIDENTS_DO_NOTHING: "Its incidents occur without effect",
    Trait.INCIDENTS_TWICE: "Its incidents take effect twice",
}
