"""Abilities in words. Expected sentences follow from the rulings, read by hand."""

# ruff: noqa: E501  (sentences as they are shown)
from __future__ import annotations

import pytest

from deducer.present import ability as words
from deducer.rules.load import load_rules
from deducer.rules.model import Ability, Condition, Effect, Plot, Role
from deducer.rules.names import Names, names_for
from deducer.rules.vocabulary import Action, Limit, Obligation, Timing, Trait, Word

RULES = load_rules()
BASIC = RULES.sets["basicTragedy"]


@pytest.fixture
def names() -> Names:
    return names_for(RULES, "basicTragedy")


def test_every_word_of_the_vocabulary_has_a_phrase() -> None:
    assert set(words.CONDITIONS) == set(Word)
    assert set(words.EFFECTS) == set(Action)
    assert set(words.TRAITS) == set(Trait)
    assert set(words.TIMINGS) == set(Timing)
    assert set(words.OBLIGATIONS) == set(Obligation)


def sentence(names: Names, owner: Role | Plot, number: int = 0) -> str:
    return words.ability(names, owner.abilities[number]).partition(" [")[0]


@pytest.mark.parametrize(
    ("role", "number", "expected"),
    [
        ("brain", 0, "Mastermind abilities, may: +1 intrigue on its place or one character in its place."),
        (
            "serialKiller",
            0,
            "Day end, must: if exactly 1 other living character is in its place, another character in its place dies.",
        ),
        (
            "killer",
            0,
            "Day end, may: one Key Person in its place dies if the target has at least 2 intrigue.",
        ),
        (
            "timeTraveler",
            2,
            "Day end, may: if it is the last day and it has at most 2 goodwill, the protagonists lose the loop.",
        ),
        ("timeTraveler", 0, "Always: it cannot die."),
    ],
)
def test_roles_in_words(names: Names, role: str, number: int, expected: str) -> None:
    assert sentence(names, BASIC.role(role), number) == expected


def test_a_plot_whose_role_brings_the_loss(names: Names) -> None:
    assert (
        sentence(names, BASIC.plot("signWithMe"))
        == "Loop end, loss, by each Key Person: if it has at least 2 intrigue, the protagonists lose the loop."
    )


def test_a_limit_and_a_refusal_are_told(names: Names) -> None:
    nurse = words.ability(names, RULES.characters["nurse"].abilities[0])
    assert nurse.startswith(
        "Goodwill 2, may, cannot be refused: -1 paranoia on another character in its place"
    )
    assert "at or above its paranoia limit" in nurse
    assert words.ability(names, RULES.characters["alien"].abilities[0]).startswith(
        "Goodwill 4, may, once a loop:"
    )


def test_a_shared_limit_is_told(names: Names) -> None:
    found = Ability(
        "x", Timing.MASTERMIND, Obligation.OPTIONAL, (Effect(Action.LOSE),), limit=Limit.LOOP, shared=True
    )
    assert "once a loop for all holders together" in words.ability(names, found)


def test_sources_and_rulings_are_cited(names: Names) -> None:
    brain = BASIC.role("brain").abilities[0]
    assert words.ability(names, brain).endswith(f"[{brain.source}]")
    traveler = BASIC.role("timeTraveler").abilities[2]
    assert "ruling timeTravelerLoss" in words.ability(names, traveler)


def test_conditions_are_joined(names: Names) -> None:
    found = (
        Condition(Word.COUNTERS, counter="intrigue", on="City", at_least=1, at_most=3),
        Condition(Word.AT, places=("City", "School")),
    )
    assert (
        words.conditions(names, found)
        == "City has at least 1 and at most 3 intrigue and it is at City or School"
    )


def test_everything_in_the_rules_can_be_said() -> None:
    for tragedy_set in RULES.sets.values():
        names = names_for(RULES, tragedy_set.id)
        abilities = [
            *(ability for role in tragedy_set.roles for ability in role.abilities),
            *(ability for plot in tragedy_set.plots for ability in plot.abilities),
            *(ability for character in RULES.characters.values() for ability in character.abilities),
        ]
        for found in abilities:
            told = words.ability(names, found)
            assert "None" not in told
            assert "{" not in told
    for character in RULES.characters.values():
        for held in character.traits:
            assert "{" not in words.trait(names, held)
