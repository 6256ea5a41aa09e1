"""The role in force: the assigned role under everything that changes it on a board (R47, R100, R81)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import field

from deducer.board.state import Board, Figure
from deducer.ids import ANY_ROLE, PERSON, CharacterId, RoleId
from deducer.logic.build import conjunction, disjunction, negation
from deducer.logic.terms import FALSE, TRUE, UNKNOWN, Formula
from deducer.record import Record
from deducer.rules.model import Ability, Condition, Plot
from deducer.rules.vocabulary import Trait
from deducer.script.conditions import Point, judge_all, known
from deducer.script.variables import Script

KEEPS = "keeps"


class InForce(Record, frozen=True):
    """Reads roles in force on one board; what was asked before is not worked out again.

    Attributes:
        script: the game.
        board: the public board at the moment meant.
    """

    script: Script
    board: Board
    _roles: dict[tuple[CharacterId, RoleId], Formula] = field(default_factory=dict)
    _abilities: dict[tuple[CharacterId, RoleId], Formula] = field(default_factory=dict)
    _immortal: dict[CharacterId, Formula] = field(default_factory=dict)

    @classmethod
    def on(cls, script: Script, board: Board) -> InForce:
        """Return the one reading of a board that all evidence of a game shares."""
        return script.remembered(board, "roles in force", lambda: cls(script, board))

    def role(self, character: CharacterId, role: RoleId) -> Formula:
        """Say that a character's role in force is a role.

        Part-Timer's reads Person (section 3 of the design); a changed role replaces the assigned one.
        """
        key = (character, role)
        if key not in self._roles:
            self._roles[key] = self._role(character, role)
        return self._roles[key]

    def _role(self, character: CharacterId, role: RoleId) -> Formula:
        held = self._before_changes(character, role)
        for plot, ability, effect in self.script.role_changes:
            if role not in (effect.role, ability.holder) and ability.holder != ANY_ROLE:
                continue
            changed = self._changed(character, plot, ability)
            gains = effect.role == role
            held = disjunction(held, changed) if gains else conjunction(held, negation(changed))
        return held

    def any_role(self, character: CharacterId, roles: Iterable[RoleId]) -> Formula:
        """Say that a character's role in force is one of some roles."""
        return disjunction(*(self.role(character, role) for role in roles))

    def abilities_of(self, character: CharacterId, role: RoleId) -> Formula:
        """Say that a character has the abilities of a role, by holding or by gaining them (R29, R81)."""
        key = (character, role)
        if key not in self._abilities:
            self._abilities[key] = self._abilities_of(character, role)
        return self._abilities[key]

    def _abilities_of(self, character: CharacterId, role: RoleId) -> Formula:
        ways = [self.role(character, role)]
        for owner, ability in self.script.gains.get(role, ()):
            point = Point(self.board, actor=character, place=self.board.figure(character).place)
            held = self.role(character, owner)
            ways.append(conjunction(held, judge_all(self.script, ability.conditions, point)))
        return disjunction(*ways)

    def refuses(self, character: CharacterId) -> Formula:
        """Say that a character's role in force has Goodwill Refusal (R38)."""
        return self.any_role(character, self._refusing(self.script.tragedy_set.refusing))

    def always_refuses(self, character: CharacterId) -> Formula:
        """Say that a character's role in force has mandatory Goodwill Refusal (R39)."""
        return self.any_role(character, self._refusing(self.script.tragedy_set.always_refusing))

    def immortal(self, character: CharacterId) -> Formula:
        """Say that a character cannot die (R82)."""
        if character not in self._immortal:
            holders = (self.abilities_of(character, role) for role in self.script.immortal)
            self._immortal[character] = disjunction(*holders)
        return self._immortal[character]

    def may_lie(self, character: CharacterId) -> Formula:
        """Say that another role than a character's own may be told when its role is to be revealed (R105)."""
        if self.board.figure(character).alive is not True and self.script.reading("ninjaCorpseLies") != "may":
            return conjunction(self._liar(character), known(self.board.figure(character).alive))
        return self._liar(character)

    def _liar(self, character: CharacterId) -> Formula:
        return disjunction(*(self.abilities_of(character, role) for role in self.script.liars))

    def same_role(self, one: CharacterId, other: CharacterId) -> Formula:
        """Say that two characters have the same role in force."""
        roles = (role.id for role in self.script.tragedy_set.roles)
        return disjunction(*(conjunction(self.role(one, r), self.role(other, r)) for r in roles))

    def _refusing(self, roles: frozenset[RoleId]) -> Iterator[RoleId]:
        return (role.id for role in self.script.tragedy_set.roles if role.id in roles)

    def _before_changes(self, character: CharacterId, role: RoleId) -> Formula:
        if self.script.card(character).has(Trait.PLAYS_AS_PERSON):
            return TRUE if role == PERSON else FALSE
        return self.script.assigned(character, (role,))

    def _changed(self, character: CharacterId, plot: Plot, ability: Ability) -> Formula:
        """Say that a plot has changed a character's role; looks at the assigned role only."""
        figure = self.board.figure(character)
        chosen = self.script.has_plot(plot.id)
        active = FALSE if chosen == FALSE else self._active(figure, ability)
        if active == FALSE:
            return FALSE
        holder = ability.holder or PERSON
        original = TRUE if holder == ANY_ROLE else self.script.assigned(character, (holder,))
        if self.script.card(character).has(Trait.PLAYS_AS_PERSON):
            # Whether playing as Person is enough to be changed is not settled.
            original = disjunction(UNKNOWN, FALSE if holder == ANY_ROLE else original)
        if figure.alive is not True and holder != ANY_ROLE:
            # Whether the role of a corpse changes is not settled (R48), but a card on it counts (R108).
            active = conjunction(active, UNKNOWN)
        return conjunction(chosen, original, active)

    def _active(self, figure: Figure, ability: Ability) -> Formula:
        point = Point(self.board, actor=figure.id, place=figure.place)
        now = judge_all(self.script, ability.conditions, point)
        if ability.lingers is None:
            return now
        keeps = self.script.ruled(ability.ruling, KEEPS)
        lasting = (_lasting(c, ability.lingers, figure) for c in ability.conditions)
        return disjunction(now, conjunction(keeps, *lasting))


def _lasting(condition: Condition, floor: int, figure: Figure) -> Formula:
    """Say that a counter once met its condition in this loop and has not fallen below a floor since (D3)."""
    needed = condition.at_least or 0
    state: bool | None = False
    for number in figure.trail:
        if number is None:
            state = None
        elif number >= needed:
            state = True
        elif number < floor:
            state = False
    return known(state)
