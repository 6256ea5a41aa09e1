"""Causes: which uses of abilities can have made the changes of a step, each only once (R1, R26 to R31)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final

from msgspec.structs import replace

from deducer.board.state import Board
from deducer.board.timeline import Moment, Step
from deducer.evidence.deaths import fates
from deducer.evidence.guards import Use, conditions, fits, uses
from deducer.evidence.sources import Evidence, constrain, line_source, step_label
from deducer.ids import GAUGE, HORIZONTAL, PLACES, VERTICAL, PlaceId
from deducer.log.statements import AddCounter, Change, Dies, Guard, Lost, Moves, ProtagonistsDie
from deducer.logic.build import conjunction, disjunction, negation, weaken
from deducer.logic.lower import components
from deducer.logic.terms import FALSE, TRUE, Cover, Formula, Item, Option
from deducer.record import Record
from deducer.rules.model import Effect
from deducer.rules.vocabulary import Action, Obligation, Timing
from deducer.script.clues import DIES, GUARDED, MOVES, PROTAGONISTS, Kind, clue
from deducer.script.conditions import Point, known
from deducer.script.variables import Script

ADJACENT: Final = "adjacent"


class Unit(Record, frozen=True):
    """One unit of change that needs a cause: a single counter, a death, an announcement.

    Attributes:
        item: the item of the cover.
        change: the change it is part of.
        board: the board on which its causes are judged.
        sign: +1 or -1 for counters, 0 otherwise.
        together: the board on which mandatory causes are judged, where those act together before what is
            optional (R74); None for the same board.
    """

    item: Item
    change: Change
    board: Board
    sign: int = 0
    together: Board | None = None

    def for_duties(self) -> Unit:
        """Return the unit as mandatory causes see it."""
        return self if self.together is None else replace(self, board=self.together, together=None)


def units(step: Step, moments: Iterable[Moment], board: Board | None = None) -> tuple[Unit, ...]:
    """Cut changes of a step into units; `+2 paranoia X` is two of them.

    Args:
        step: the step.
        moments: the changes that need causes of their own.
        board: the board to judge them on; by default each is judged on what the changes before it left.

    Returns:
        The units, in the order announced.
    """
    found: list[Unit] = []
    for moment in moments:
        source = line_source(moment.statement, step_label(step))
        number = step.place_of(moment) + 1
        change = moment.change
        parts = abs(change.amount) if isinstance(change, AddCounter) else 1
        sign = (1 if change.amount > 0 else -1) if isinstance(change, AddCounter) else 0
        for part in range(parts):
            item = Item(
                f"line {source.line}, change {number}.{part + 1}", source, clue(Kind.CAUSE, *_what(change))
            )
            found.append(Unit(item, change, board or moment.before, sign))
    return tuple(found)


def _what(change: Change) -> tuple[str, ...]:
    """Return one unit of a change as words and ids: what a cause is looked for."""
    match change:
        case AddCounter(target=target, counter=counter, amount=amount):
            return ("+" if amount > 0 else "-", counter, target or GAUGE)
        case Dies(character=who):
            return DIES, who
        case Guard(character=who):
            return GUARDED, who
        case Moves(character=who, place=place):
            return MOVES, who, place
        case ProtagonistsDie():
            return (PROTAGONISTS,)
        case _:
            return ()


class Causes(Record, frozen=True):
    """The search for causes of some units of one step.

    Attributes:
        script: the game.
        step: the step.
        timing: the timing of the abilities that act in it.
        found: the units.
    """

    script: Script
    step: Step
    timing: Timing
    found: tuple[Unit, ...]

    def options(self) -> Iterator[Option]:
        """Yield every use that can explain some of the units."""
        for unit in self.found:
            for seen, duties in ((unit, False), (unit.for_duties(), True)):
                for use in uses(self.script, seen.board, self.timing):
                    if (use.ability.obligation is Obligation.MANDATORY) is duties:
                        for effect in use.ability.effects:
                            yield from self._explained(use, effect, seen)

    def _explained(self, use: Use, effect: Effect, unit: Unit) -> Iterator[Option]:
        """Yield the options in which an effect explains a unit, alone or as the first of several."""
        match effect.action:
            case Action.ADD:
                yield from self._added(use, effect, unit)
            case Action.MOVE_COUNTER:
                yield from self._carried(use, effect, unit)
            case Action.MOVE if isinstance(unit.change, Moves):
                yield from self._moved(use, effect, unit, unit.change)
            case Action.KILL if isinstance(unit.change, Dies | Guard):
                yield from self._killed(use, effect, unit)
            case Action.PROTAGONISTS_DIE if isinstance(unit.change, ProtagonistsDie):
                yield from self._option(use, effect, (unit,), negation(known(unit.board.immune)))
            case Action.LOSE if isinstance(unit.change, Lost):
                yield from self._option(use, effect, (unit,))
            case _:
                return

    def _option(
        self, use: Use, effect: Effect, explained: tuple[Unit, ...], *further: Formula
    ) -> Iterator[Option]:
        """Yield the option that a use explains some units, unless its guard is false."""
        own = tuple(c for c in effect.conditions if c.on != "target")
        point = Point(explained[0].board, use.actor, use.place, role=use.role)
        guard = weaken(conjunction(use.guard, conditions(self.script, own, point), *further))
        if guard != FALSE:
            names = frozenset(unit.item.name for unit in explained)
            resource = use.resource(self.step.before)
            name = f"{use.name}: {', '.join(sorted(names))}"
            yield Option(name, guard, names, frozenset({resource}), use.act)

    def _added(self, use: Use, effect: Effect, unit: Unit) -> Iterator[Option]:
        change = unit.change
        if (
            not isinstance(change, AddCounter)
            or change.counter not in effect.counters
            or change.target is None
        ):
            return
        aimed = fits(self.script, use, effect, unit.board, change.target)
        if aimed == FALSE:
            return
        alike = [other for other in self._later(unit) if _alike(other, unit)]
        for amount in effect.amounts:
            if amount * unit.sign > 0:
                for more in combinations(alike, abs(amount) - 1):
                    yield from self._option(use, effect, (unit, *more), aimed)

    def _carried(self, use: Use, effect: Effect, unit: Unit) -> Iterator[Option]:
        """A counter goes from the user's card to another: one unit less here, one more there (R34)."""
        change = unit.change
        if not isinstance(change, AddCounter) or unit.sign >= 0 or change.target != use.actor:
            return
        for other in self.found:
            there = other.change
            if (
                isinstance(there, AddCounter)
                and other.sign > 0
                and there.counter == change.counter in effect.counters
                and there.target is not None
                and there.target not in PLACES
            ):
                aimed = fits(self.script, use, effect, unit.board, there.target)
                yield from self._option(use, effect, (unit, other), aimed)

    def _moved(self, use: Use, effect: Effect, unit: Unit, change: Moves) -> Iterator[Option]:
        """A move, alone or with those who follow the one that moves (R87, R117)."""
        aimed = fits(self.script, use, effect, unit.board, change.character)
        if aimed == FALSE:
            return
        origin = unit.board.figure(change.character).place
        reached = (
            TRUE
            if effect.to != ADJACENT
            else known(None if origin is None else change.place in _beside(origin))
        )
        # Who follows may be told of first.
        follow = [other for other in self.found if other is not unit and _follows(other, change)]
        for number in range(len(follow) + 1):
            for along in combinations(follow, number):
                yield from self._option(use, effect, (unit, *along), aimed, reached)

    def _killed(self, use: Use, effect: Effect, unit: Unit) -> Iterator[Option]:
        """A kill shows as the victim's death, a guard marker lost, or a stand-in's death."""
        for victim in unit.board.figures:
            aimed = fits(self.script, use, effect, unit.board, victim)
            if aimed == FALSE:
                continue
            for fate in fates(self.script, unit.board, victim):
                if fate.seen == (unit.change,):
                    yield from self._option(use, effect, (unit,), aimed, fate.formula)

    def _later(self, unit: Unit) -> tuple[Unit, ...]:
        return self.found[self.found.index(unit) + 1 :]


def _beside(place: PlaceId) -> tuple[PlaceId, PlaceId]:
    return VERTICAL[place], HORIZONTAL[place]


def _follows(unit: Unit, leader: Moves) -> bool:
    """Tell whether a unit is the move of somebody who goes where a master went."""
    change = unit.change
    return (
        isinstance(change, Moves)
        and change.place == leader.place
        and leader.character in unit.board.masters.get(change.character, frozenset())
    )


def _alike(one: Unit, other: Unit) -> bool:
    """Tell whether two units are counters of one kind, come or gone, on one target."""
    a, b = one.change, other.change
    return (
        isinstance(a, AddCounter)
        and isinstance(b, AddCounter)
        and (a.counter, a.target, one.sign) == (b.counter, b.target, other.sign)
    )


def settle(items: Iterable[Item], choices: Iterable[Option]) -> Iterator[Evidence]:
    """Turn items and options into the simplest evidence that says the same.

    Items that share no resource through their options fall apart; an item that stands alone becomes a plain
    disjunction of guards.
    """
    for part in components(Cover(tuple(items), tuple(_distinct(choices)))):
        if len(part.items) == 1:
            formula = disjunction(*(option.guard for option in part.options))
            yield from constrain(
                formula, part.items[0].source, part.items[0].clue or clue(Kind.CAUSE), part.options
            )
        else:
            yield part


def _distinct(choices: Iterable[Option]) -> Iterator[Option]:
    """Join options of one user that differ only in their guards."""
    joined: dict[tuple[frozenset[str], frozenset[str], str | None], Option] = {}
    for option in choices:
        # A use that all holders share is told of the one who made it.
        key = (option.items, option.resources, None if option.act is None else option.act.actor)
        held = joined.get(key)
        joined[key] = option if held is None else replace(held, guard=disjunction(held.guard, option.guard))
    yield from joined.values()
