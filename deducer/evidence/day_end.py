"""Day end: mandatory abilities together, then optional ones by those who still live (R74 to R86)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import chain

from msgspec.structs import replace

from deducer.board.changes import apply_change
from deducer.board.state import Board
from deducer.board.timeline import LoopRecord, Moment, Step, StepKind
from deducer.evidence.causes import Causes, Unit, settle, units
from deducer.evidence.deaths import Split, consequences, ends_by_death, fates, split, stand_ins, unsaid
from deducer.evidence.guards import Use, conditions, fits, uses
from deducer.evidence.sources import Evidence, constrain, line_source, step_label
from deducer.ids import PlaceId
from deducer.log.statements import Dies, Guard, Lost, ProtagonistsDie
from deducer.logic.build import conjunction, disjunction, implication, negation, strengthen, weaken
from deducer.logic.terms import FALSE, TRUE, Formula, Item, Option
from deducer.record import Record
from deducer.rules.model import Effect
from deducer.rules.vocabulary import Action, Limit, Obligation, Timing
from deducer.script.clues import Kind, clue
from deducer.script.conditions import Point, known
from deducer.script.variables import Script

MANDATORY = "mandatory"
_Claim = tuple[str, str, str | None]


def day_ends(script: Script, record: LoopRecord) -> Iterator[Evidence]:
    """Yield what the recorded day ends of one loop prove.

    Args:
        script: the game.
        record: the loop; abilities that act once a loop are shared out over its day ends.

    Yields:
        Causes of what was seen, what the deaths say, and the mandatory uses that silence excludes.
    """
    nights = tuple(step for step in record.steps if step.kind is StepKind.DAY_END)
    if nights:
        yield from script.remembered(nights[-1], "shared day ends", partial(_of_loop, script, nights))


def _of_loop(script: Script, nights: tuple[Step, ...]) -> tuple[Evidence, ...]:
    items: list[Item] = []
    choices: list[Option] = []
    silent: list[Evidence] = []
    for number, step in enumerate(nights):
        if step.recorded and step.statements:
            night = _Night(script, step, split(script, step.moments), nights[:number])
            found, options, told = script.remembered(step, "day end", night.read)
            items.extend(unit.item for unit in found)
            choices.extend(options)
            silent.extend(told)
    return (*silent, *settle(items, choices))


class _Night(Record, frozen=True):
    """A recorded day end.

    Attributes:
        script: the game.
        step: the step.
        parts: its changes, sorted.
        earlier: the day ends of the loop before it, recorded or not.
    """

    script: Script
    step: Step
    parts: Split
    earlier: tuple[Step, ...]

    def read(self) -> tuple[tuple[Unit, ...], tuple[Option, ...], tuple[Evidence, ...]]:
        """Return the units of the step, what can explain them, and what deaths and silence say."""
        found = self.units()
        deaths = consequences(self.script, self.step, self.parts)
        return found, tuple(self.choices(found)), (*deaths, *self.silence())

    def units(self) -> tuple[Unit, ...]:
        """Return what needs a cause; a loss is judged on the board that the rest has left."""
        step, parts = self.step, self.parts
        deadly = tuple(m for m in parts.primary if isinstance(m.change, Dies | Guard))
        other = tuple(m for m in step.moments if isinstance(m.change, ProtagonistsDie | Lost))
        loss = tuple(m for m in other if not (isinstance(m.change, Lost) and parts.protagonists_die))
        rest = tuple(m for m in parts.primary if m not in deadly and m not in other)
        return (
            *chain.from_iterable(units(step, (m,), self._struck(m)) for m in deadly),
            *units(step, rest, step.before),
            *(replace(unit, together=step.before) for unit in units(step, loss, step.after)),
        )

    def _struck(self, moment: Moment) -> Board:
        """Return the board on which a death is judged: guard markers that its victim lost are gone (R52)."""
        board = self.step.before
        if isinstance(moment.change, Dies):
            lost = Guard(moment.change.character, lost=True)
            for other in self.step.moments:
                if other.change == lost:
                    board = apply_change(board, lost)
        return board

    def choices(self, found: tuple[Unit, ...]) -> Iterator[Option]:
        """Yield the causes of what was seen, with what else their users need to act."""
        options = list(Causes(self.script, self.step, Timing.DAY_END, found).options())
        by_resource = {
            use.resource(self.step.before): use
            for use in uses(self.script, self.step.before, Timing.DAY_END)
            if use.actor is not None
        }
        deaths = {unit.item.name: unit.change.character for unit in found if isinstance(unit.change, Dies)}
        optional = {r: u for r, u in by_resource.items() if u.ability.obligation is Obligation.OPTIONAL}
        for option in options:
            guard = option.guard
            for use in (by_resource[resource] for resource in option.resources if resource in by_resource):
                if use.ability.obligation is Obligation.MANDATORY:
                    needed = self.unspent(use, surely=False)
                elif use.actor in self.parts.dead - {deaths.get(item) for item in option.items}:
                    # It acted before it died, so of a later optional use (R75).
                    needed = _killed_later(option, options, optional, deaths, use)
                else:
                    needed = self.outlives(use)
                if use.ability.obligation is Obligation.OPTIONAL:
                    needed = conjunction(needed, *self.not_over(option, found, options, optional))
                guard = conjunction(guard, weaken(needed))
            if guard != FALSE:
                yield replace(option, guard=guard)
        for unit in found:
            if isinstance(unit.change, Lost):
                for death in self.parts.deaths:
                    yield from _by_death(self.script, death, unit)

    def not_over(
        self, option: Option, found: tuple[Unit, ...], options: list[Option], optional: dict[str, Use]
    ) -> Iterator[Formula]:
        """Yield that no other death had ended the loop before an optional use (R74, R79).

        A death by a mandatory use came before; one by an optional use may have come after, unless this use
        was itself the last thing that happened.
        """
        last = any(isinstance(u.change, ProtagonistsDie) and u.item.name in option.items for u in found)
        items = {unit.change: unit.item.name for unit in found}
        for death in self.parts.deaths:
            item = items.get(death.change)
            if item in option.items:
                continue
            later = (
                other.guard
                for other in options
                if item in other.items and not other.resources & option.resources
                if not last and other.resources <= optional.keys()
            )
            yield disjunction(negation(ends_by_death(self.script, death)), *later)

    def outlives(self, use: Use) -> Formula:
        """Say that no mandatory use had to kill a user, untold, before it acted (R75, D30)."""
        user = use.actor or ""
        untold = unsaid(self.script, self.step, self.parts)
        if untold == FALSE or any(stand_ins(self.step.before, user)):
            return TRUE
        board = self.step.before
        dies = disjunction(*(f.formula for f in fates(self.script, board, user) if Dies(user) in f.seen))
        ways = []
        for other in uses(self.script, board, Timing.DAY_END):
            # Whoever has a turf may count as standing there so as not to kill (D4).
            free = other.actor in self.script.setup.turfs and self.script.reading("bossTurfDayEnd") != "no"
            bound = other.actor != user and not free
            if other.ability.obligation is Obligation.MANDATORY and bound:
                for effect in other.ability.effects:
                    if effect.action is Action.KILL:
                        aimed = {one: fits(self.script, other, effect, board, one) for one in board.figures}
                        alone = (negation(formula) for one, formula in aimed.items() if one != user)
                        ways.append(conjunction(other.guard, aimed.get(user, FALSE), *alone))
        return negation(conjunction(untold, dies, disjunction(*ways)))

    def unspent(self, use: Use, *, surely: bool) -> Formula:
        """Say that a mandatory use of which there is one a loop was not due at an earlier day end (R128).

        Args:
            use: the use.
            surely: whether it cannot have been made before, wherever its user counted as standing; or else
                whether it can have been avoided (D4).
        """
        if use.ability.limit is not Limit.LOOP or use.ability.obligation is not Obligation.MANDATORY:
            return TRUE
        nights = []
        for step in self.earlier:
            idle = {
                other.place: negation(conjunction(other.guard, _aimable(self.script, step.before, other)))
                for other in uses(self.script, step.before, Timing.DAY_END)
                if _claim(other) == _claim(use)
            }
            nights.append(
                conjunction(*idle.values()) if surely else _somewhere(self.script, step.before, use, idle)
            )
        return conjunction(*nights)

    def silence(self) -> Iterator[Evidence]:
        """A mandatory use that would have shown, and did not, was not there (R76, R101, R128, D30)."""
        untold = unsaid(self.script, self.step, self.parts)
        if untold == TRUE:
            return
        by_claim: dict[_Claim, list[Use]] = {}
        for use in uses(self.script, self.step.before, Timing.DAY_END):
            # Where the notes do not tell that the use could be made, its silence excludes nothing.
            if _must(self.script, use) and strengthen(use.guard) != FALSE:
                by_claim.setdefault(_claim(use), []).append(use)
        for places in by_claim.values():
            source = line_source(self.step.statements[-1], step_label(self.step))
            formula = implication(
                self.unspent(places[0], surely=True), _agrees(self.script, self.step, self.parts, places)
            )
            told = clue(Kind.UNUSED, act=places[0].act)
            yield from constrain(disjunction(untold, formula), source, told)


def _claim(use: Use) -> _Claim:
    return use.owner, use.ability.id, use.actor


def _killed_later(
    option: Option, options: list[Option], optional: dict[str, Use], deaths: dict[str, str], use: Use
) -> Formula:
    """Say that an optional use of somebody else can have killed a user after its own use."""
    ways = (
        other.guard
        for other in options
        if not other.resources & option.resources
        and other.resources <= optional.keys()
        and use.actor in {deaths.get(item) for item in other.items}
    )
    return disjunction(*ways)


def _aimable(script: Script, board: Board, use: Use) -> Formula:
    """Say that each effect of a use has somebody to act on."""
    return conjunction(
        *(
            disjunction(*(fits(script, use, effect, board, target) for target in board.figures))
            for effect in use.ability.effects
            if effect.action is Action.KILL
        )
    )


def _by_death(script: Script, death: Moment, unit: Unit) -> Iterator[Option]:
    """A death that makes the protagonists lose at once explains an announced loss."""
    formula = ends_by_death(script, death)
    if formula != FALSE and isinstance(death.change, Dies):
        yield Option(f"death of {death.change.character}", formula, frozenset({unit.item.name}))


def _must(script: Script, use: Use) -> bool:
    """Tell whether a use is mandatory, by the rules or by a ruling switch (D6)."""
    if use.ability.obligation is Obligation.MANDATORY:
        return True
    return bool(use.ability.ruling) and script.reading(use.ability.ruling) == MANDATORY


def _agrees(script: Script, step: Step, parts: Split, places: list[Use]) -> Formula:
    """Say that a mandatory use did not apply, or showed what was seen.

    An actor that may count as being in its turf is excluded only if both places agree (D4).
    """
    told = {
        use.place: implication(
            use.guard, conjunction(*(_shown(script, step, parts, use, e) for e in use.ability.effects))
        )
        for use in places
    }
    return _somewhere(script, step.before, places[0], told)


def _somewhere(script: Script, board: Board, use: Use, told: Mapping[PlaceId | None, Formula]) -> Formula:
    """Say that something is so where the user of an ability stands, or may count as standing (D4)."""
    stands = board.figures.get(use.actor or "")
    here = None if stands is None else stands.place
    turf = script.setup.turfs.get(use.actor or "")
    formula = told.get(here, TRUE)
    if turf is None or turf == here or use.role is None:
        return formula
    return disjunction(formula, conjunction(script.ruled("bossTurfDayEnd", "yes"), told.get(turf, TRUE)))


def _shown(script: Script, step: Step, parts: Split, use: Use, effect: Effect) -> Formula:
    """Say that an effect at day end showed what was seen, or had nobody to act on."""
    own = tuple(c for c in effect.conditions if c.on != "target")
    applies = conditions(script, own, Point(step.before, use.actor, use.place, role=use.role))
    match effect.action:
        case Action.LOSE:
            return TRUE if parts.lost else implication(applies, FALSE)
        case Action.PROTAGONISTS_DIE:
            spared = known(step.before.immune)
            return TRUE if parts.protagonists_die else implication(applies, spared)
        case Action.KILL:
            return implication(applies, _killed(script, step, use, effect))
        case _:
            return TRUE


def _killed(script: Script, step: Step, use: Use, effect: Effect) -> Formula:
    """Say that a kill at day end showed what was seen on one it could be aimed at, if there was any."""
    seen = {moment.change for moment in step.moments}
    ways: list[Formula] = []
    nobody: list[Formula] = []
    for victim in step.before.figures:
        aimed = fits(script, use, effect, step.before, victim)
        if aimed != FALSE:
            shown = (fate.formula for fate in fates(script, step.before, victim) if set(fate.seen) <= seen)
            ways.append(conjunction(aimed, disjunction(*shown)))
            nobody.append(negation(aimed))
    return disjunction(*ways, conjunction(*nobody))
