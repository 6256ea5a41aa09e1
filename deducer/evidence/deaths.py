"""Deaths: what an effect that kills does, what a death sets off, and what silence about it means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from deducer.board.state import Board, Figure
from deducer.board.timeline import LoopRecord, Moment, Step, StepKind
from deducer.board.untold import COMPLETE, ENDING_STEP, ending_incidents
from deducer.evidence.guards import uses
from deducer.evidence.sources import constrain, line_source, step_label
from deducer.ids import COUNTERS, CharacterId, CounterId, RoleId
from deducer.log.statements import AddCounter, Change, Dies, Guard, LoopEnds, Lost, ProtagonistsDie
from deducer.logic.build import conjunction, disjunction, negation
from deducer.logic.terms import FALSE, TRUE, UNKNOWN, Constraint, Formula
from deducer.provenance import Clue
from deducer.record import Record
from deducer.rules.model import Ability, Effect
from deducer.rules.vocabulary import Action, Timing
from deducer.script.clues import Kind, clue
from deducer.script.conditions import Point, judge_all, known
from deducer.script.effective import InForce
from deducer.script.variables import Script

_LOSSES: Final = frozenset((Action.LOSE, Action.PROTAGONISTS_DIE))


class Fate(Record, frozen=True):
    """One way in which an effect that kills a character can have turned out.

    Attributes:
        formula: the condition on the script.
        seen: the changes it shows.
    """

    formula: Formula
    seen: tuple[Change, ...]


def fates(script: Script, board: Board, victim: CharacterId) -> tuple[Fate, ...]:
    """Return what can come of an effect that would kill a living character (R52, R82, R87).

    Args:
        script: the game.
        board: the board at that moment.
        victim: whom the effect is aimed at.

    Returns:
        Death; a guard marker lost; a stand-in's death; nothing at all. Worked out once for each board, since
        many abilities kill.
    """
    return script.remembered(board, f"fates of {victim}", lambda: tuple(_fates(script, board, victim)))


def _fates(script: Script, board: Board, victim: CharacterId) -> Iterator[Fate]:
    force = InForce.on(script, board)
    mortal = negation(force.immortal(victim))
    guarded = _guarded(board.figure(victim))
    # Whether the stand-in must die in the victim's stead is a community ruling only, so both stay possible.
    yield Fate(conjunction(mortal, negation(guarded)), (Dies(victim),))
    yield Fate(conjunction(mortal, guarded), (Guard(victim, lost=True),))
    yield Fate(negation(mortal), ())
    for other in stand_ins(board, victim):
        spared, kept = force.immortal(other), _guarded(board.figure(other))
        yield Fate(conjunction(mortal, negation(spared), negation(kept)), (Dies(other),))
        yield Fate(conjunction(mortal, negation(spared), kept), (Guard(other, lost=True),))
        yield Fate(conjunction(mortal, spared), ())


def _guarded(figure: Figure) -> Formula:
    """Say that a guard marker lies on a card: public, so a constant or not known."""
    return known(None if figure.guards is None else figure.guards > 0)


def stand_ins(board: Board, victim: CharacterId) -> Iterator[CharacterId]:
    """Yield the living characters that die in a character's stead when they are with it (R87)."""
    place = board.figure(victim).place
    for character, masters in board.masters.items():
        figure = board.figures.get(character)
        if victim not in masters or figure is None or not figure.present or figure.alive is False:
            continue
        if place is None or figure.place is None or figure.place == place:
            yield character


class Split(Record, frozen=True):
    """The changes of a step, sorted.

    Attributes:
        primary: changes that need a cause of their own.
        reactions: counters that deaths of the step can have set off.
        deaths: the moments in which somebody dies.
        lost: whether "lost" was announced.
        protagonists_die: whether the protagonists' death was announced.
    """

    primary: tuple[Moment, ...]
    reactions: tuple[Moment, ...]
    deaths: tuple[Moment, ...]
    lost: bool
    protagonists_die: bool

    @property
    def dead(self) -> frozenset[CharacterId]:
        """Who died."""
        return frozenset(m.change.character for m in self.deaths if isinstance(m.change, Dies))


def split(script: Script, moments: tuple[Moment, ...]) -> Split:
    """Sort the changes of a step into those with a cause of their own and those that deaths set off."""
    deaths = tuple(m for m in moments if isinstance(m.change, Dies))
    dead = {m.change.character for m in deaths if isinstance(m.change, Dies)}
    shapes, wiped = _shapes(script), _wiped(script)
    primary: list[Moment] = []
    reactions: list[Moment] = []
    for moment in moments:
        change = moment.change
        if isinstance(change, AddCounter) and (
            (deaths and (change.counter, change.amount) in shapes)
            or (change.target in dead and change.amount < 0 and change.counter in wiped)
        ):
            reactions.append(moment)
        elif not isinstance(change, Lost | LoopEnds):
            primary.append(moment)
    return Split(
        tuple(primary),
        tuple(reactions),
        deaths,
        lost=any(isinstance(m.change, Lost) for m in moments),
        protagonists_die=any(isinstance(m.change, ProtagonistsDie) for m in moments),
    )


def ends_by_death(script: Script, moment: Moment) -> Formula:
    """Say that a death makes the protagonists lose at once (R79, R81), judged at the moment of death."""
    if not isinstance(moment.change, Dies):
        return FALSE
    force = InForce.on(script, moment.before)
    ways = (
        force.abilities_of(moment.change.character, role)
        for role, ability in _at_death(script)
        if any(effect.action is Action.LOSE for effect in ability.effects)
    )
    return disjunction(*ways)


def endings(script: Script, parts: Split) -> dict[CharacterId, Formula]:
    """Return of each who died the condition under which that made the protagonists lose at once (R80)."""
    dead = ((moment, moment.change) for moment in parts.deaths)
    return {one.character: ends_by_death(script, moment) for moment, one in dead if isinstance(one, Dies)}


def unsaid(script: Script, step: Step, parts: Split) -> Formula:
    """Say that silence in a step proves nothing: what came together with the loop's end may be untold (D30).

    Args:
        script: the game.
        step: the step.
        parts: its changes, sorted.

    Returns:
        A constant where the notes tell whether the loop ended in it; else, that something in it can have
        ended the loop though only a later line says so.
    """
    if step.ends_loop:
        return FALSE if script.reading(ENDING_STEP) == COMPLETE else TRUE
    if not step.maybe_ends_loop:
        return FALSE

    def ended() -> Formula:
        return disjunction(*endings(script, parts).values(), *_losing(script, step, parts))

    return script.remembered(step, "ended unsaid", ended)


def _losing(script: Script, step: Step, parts: Split) -> Iterator[Formula]:
    """Yield what can have lost the loop in a step besides the deaths told in it.

    A loss announced in the last night is part of that night (R5), so a last night without a death had none;
    beside a death nobody can tell what lost the loop.
    """
    boards = (step.before, step.after)
    last = step.day == script.setup.days
    if step.kind is StepKind.DAY_END and (parts.deaths or not last):
        losses = (Action.LOSE,) if last else _LOSSES
        for board in boards:
            for use in uses(script, board, Timing.DAY_END):
                if any(effect.action in losses for effect in use.ability.effects):
                    yield use.guard
    for incident in ending_incidents(script.game, step):
        due = script.is_incident(step.day, incident.id) if step.kind is StepKind.INCIDENT else TRUE
        for one in script.game.resolved((incident,)):
            for effect in one.effects:
                if effect.action in _LOSSES:
                    applies = (judge_all(script, effect.conditions, Point(board)) for board in boards)
                    yield conjunction(due, disjunction(*applies))


def consequences(script: Script, step: Step, parts: Split) -> Iterator[Constraint]:
    """Yield what the deaths of a step say by what they set off and by what they did not (R79, R80, R83).

    Args:
        script: the game.
        step: the step the deaths belong to.
        parts: its changes, or those of one goodwill use in it, sorted.

    Yields:
        Constraints that blame the lines which tell of the deaths and reactions.
    """
    for moment, told, formula in _consequences(script, step, parts):
        yield from constrain(formula, line_source(moment.statement, step_label(step)), told)


def announced_loss(script: Script, step: Step, parts: Split) -> Iterator[Constraint]:
    """Yield that an announced loss was due to one of the deaths told with it (R79)."""
    if parts.lost and not parts.protagonists_die and step.statements:
        source = line_source(step.statements[-1], step_label(step))
        yield from constrain(disjunction(*endings(script, parts).values()), source, clue(Kind.DEATH_LOST))


def stated_dead(script: Script, record: LoopRecord) -> Iterator[Constraint]:
    """Yield that those whom `board:` lines of a loop call dead can die (R82)."""
    for line, board in record.stated:
        source = line_source(line, f"L{record.loop} board")
        for entry in line.entries:
            if entry.dead and entry.target in board.figures:
                mortal = negation(InForce.on(script, board).immortal(entry.target))
                yield from constrain(mortal, source, clue(Kind.MORTAL, entry.target))


def _consequences(script: Script, step: Step, parts: Split) -> Iterator[tuple[Moment, Clue, Formula]]:
    sources = tuple(ability.source for _, ability in _at_death(script) if _reacts(ability))
    if not step.may_end_loop:
        for moment in parts.deaths:
            yield moment, _of(Kind.DEATH_SURVIVED, moment), negation(ends_by_death(script, moment))
    for moment in parts.reactions:
        earlier = step.moments[: step.place_of(moment)]
        over = _over(script, (death for death in parts.deaths if death in earlier))
        caused = disjunction(*(_sets_off(script, death, moment.change) for death in parts.deaths))
        yield moment, clue(Kind.REACTION, sources=sources), conjunction(caused, negation(over))
    untold = unsaid(script, step, parts)
    if untold != TRUE:
        over = _over(script, parts.deaths) if step.ends_loop else untold
        for death in parts.deaths:
            told = _of(Kind.DEATH_SILENT, death, sources)
            yield death, told, disjunction(over, _silence(script, death, parts))


def _of(kind: Kind, death: Moment, sources: Iterable[str] = ()) -> Clue:
    return clue(kind, death.change.character if isinstance(death.change, Dies) else None, sources=sources)


def _over(script: Script, deaths: Iterable[Moment]) -> Formula:
    """Say that one of some deaths ended the loop, and that nothing reacts to deaths of that moment (D23)."""
    ends = disjunction(*(ends_by_death(script, death) for death in deaths))
    return conjunction(ends, script.ruled("reactionsAtKeyPersonDeath", "no"))


def _silence(script: Script, death: Moment, parts: Split) -> Formula:
    """Say that a death set off nothing but what was seen."""
    seen = [moment.change for moment in parts.reactions]
    formula: Formula = TRUE
    for figure in death.after.living():
        if figure.id in parts.dead:
            continue
        for counter, amount in _shapes(script):
            change = AddCounter(amount, counter, figure.id)
            if change not in seen:
                survivor = TRUE if figure.alive else UNKNOWN
                formula = conjunction(
                    formula, negation(conjunction(survivor, _sets_off(script, death, change)))
                )
    return conjunction(formula, *_kept(script, death, seen))


def _kept(script: Script, death: Moment, seen: list[Change]) -> Iterator[Formula]:
    """Yield that counters which stayed on a corpse were not to go from it (R117)."""
    if not isinstance(death.change, Dies):
        return
    corpse = death.after.figure(death.change.character)
    force = InForce.on(script, death.before)
    for role, effect in _reactions(script, Action.CLEAR):
        for counter in effect.counters or COUNTERS:
            gone = any(
                isinstance(c, AddCounter) and c.amount < 0 and (c.counter, c.target) == (counter, corpse.id)
                for c in seen
            )
            if not gone:
                held = corpse.counters.get(counter, 0)
                some = known(None if held is None else held > 0)
                yield negation(conjunction(some, force.abilities_of(corpse.id, role)))


def _sets_off(script: Script, death: Moment, change: Change) -> Formula:
    """Say that a death makes a counter appear on a survivor."""
    if not (isinstance(change, AddCounter) and isinstance(death.change, Dies) and change.target is not None):
        return FALSE
    force = InForce.on(script, death.before)
    ways = [
        conjunction(
            force.abilities_of(death.change.character, role),
            force.role(change.target, effect.target.role or ""),
        )
        for role, effect in _reactions(script, Action.ADD)
        if change.counter in effect.counters and change.amount in effect.amounts
    ]
    if change.target == death.change.character:
        ways.extend(
            conjunction(
                force.abilities_of(change.target, role),
                _all_of_them(death.after.figure(change.target), change),
            )
            for role, effect in _reactions(script, Action.CLEAR)
            if change.counter in (effect.counters or COUNTERS)
        )
    return disjunction(*ways)


def _all_of_them(corpse: Figure, change: AddCounter) -> Formula:
    """Say that a change took all counters of a kind from a corpse."""
    held = corpse.counters.get(change.counter, 0)
    return known(None if held is None else held == -change.amount)


def _wiped(script: Script) -> frozenset[CounterId]:
    """Return the kinds of counter that a death can take from the corpse."""
    effects = (effect for _, effect in _reactions(script, Action.CLEAR))
    return frozenset(counter for effect in effects for counter in effect.counters or COUNTERS)


def _shapes(script: Script) -> dict[tuple[CounterId, int], None]:
    """Return the counters, by kind and number, that deaths can put on survivors."""
    effects = (effect for _, effect in _reactions(script, Action.ADD))
    return {(c, amount): None for effect in effects for c in effect.counters for amount in effect.amounts}


def _reactions(script: Script, action: Action) -> Iterator[tuple[RoleId, Effect]]:
    """Yield what deaths of a role's holders set off, of one kind of effect."""
    for role, ability in _at_death(script):
        for effect in ability.effects:
            if effect.action is action:
                yield role, effect


def _at_death(script: Script) -> Iterator[tuple[RoleId, Ability]]:
    """Yield the abilities of roles that a death of their holder sets off."""
    for role in script.tragedy_set.roles:
        for ability in role.abilities:
            if ability.timing is Timing.DEATH:
                yield role.id, ability


def _reacts(ability: Ability) -> bool:
    """Tell whether an ability puts or takes counters."""
    return any(effect.action in (Action.ADD, Action.CLEAR) for effect in ability.effects)
