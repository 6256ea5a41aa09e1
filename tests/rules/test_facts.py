"""The shipped data against an independent table typed by hand (facts.toml)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from deducer.rules.load import load_rules
from deducer.rules.model import Ability, Plot
from deducer.rules.vocabulary import Limit, Obligation, Refusal, Timing, Trait, Who

FACTS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("facts.toml").read_text(encoding="utf-8"))
SETS = ("firstSteps", "basicTragedy")
RULES = load_rules()


def _rank(ability: Ability) -> str:
    once = "L" if ability.limit is Limit.LOOP else ""
    return f"{ability.rank}{once}{'' if ability.refusable else '!'}"


def test_the_35_official_characters_are_covered() -> None:
    assert len(FACTS["characters"]) == 35
    assert set(RULES.characters) == set(FACTS["characters"])


@pytest.mark.parametrize("name", FACTS["characters"])
def test_a_character_card_has_the_printed_numbers(name: str) -> None:
    card, fact = RULES.characters[name], FACTS["characters"][name]
    assert card.limit == fact["limit"]
    assert set(card.starts) == set(fact["start"].split())
    assert set(card.forbidden) == set(fact["forbidden"].split())
    assert set(card.tags) == set(fact["tags"].split())
    assert " ".join(_rank(a) for a in card.abilities if a.rank is not None) == fact["ranks"]


def _added(plot: Plot) -> set[tuple[str, int, int]]:
    return {(adds.role, adds.low, adds.high) for adds in plot.adds}


def _typed(text: str) -> set[tuple[str, int, int]]:
    adds = set()
    for word in text.split():
        role, _, number = word.partition("*")
        low, _, high = number.partition("-")
        adds.add((role, int(low or 1), int(high or low or 1)))
    return adds


@pytest.mark.parametrize("set_id", SETS)
def test_a_set_has_its_plots_with_their_roles(set_id: str) -> None:
    played, fact = RULES.sets[set_id], FACTS[set_id]
    assert {plot.id: _added(plot) for plot in played.main_plots} == {
        plot: _typed(roles) for plot, roles in fact["main"].items()
    }
    assert {plot.id: _added(plot) for plot in played.sub_plots} == {
        plot: _typed(roles) for plot, roles in fact["sub"].items()
    }
    assert played.number_of_sub_plots == fact["subPlots"]
    assert played.final_guess is fact["finalGuess"]


@pytest.mark.parametrize("set_id", SETS)
def test_a_set_has_its_roles_and_incidents(set_id: str) -> None:
    played, fact = RULES.sets[set_id], FACTS[set_id]
    plots = {**fact["main"], **fact["sub"]}.values()
    assert set(played.plot_roles) == {role for text in plots for role, _, _ in _typed(text)}
    assert {incident.id for incident in played.incidents} == set(fact["incidents"].split())
    for refusal, key in ((Refusal.OPTIONAL, "optional"), (Refusal.MANDATORY, "mandatory")):
        assert {role.id for role in played.roles if role.refusal is refusal} == set(fact[key].split())
    assert {role.id: role.cap for role in played.roles if role.cap is not None} == fact["caps"]


def test_only_the_doctor_lends_a_goodwill_ability_to_the_mastermind() -> None:
    # R30, R32; the Metaworld Denizen needs one goodwill only, so hers is an ability of its own.
    lent = [
        (card.id, ability.rank)
        for card in RULES.characters.values()
        for ability in card.abilities
        if ability.mastermind
    ]
    assert lent == [("doctor", 2)]


def test_who_may_choose_itself() -> None:
    # R14, D7: without "another" the user is one of the characters in its place.
    alone = {
        (card.id, ability.rank)
        for card in RULES.characters.values()
        for ability in card.abilities
        for effect in ability.effects
        if effect.target.who is Who.CHARACTER and effect.target.other
    }
    assert alone == {
        ("boyStudent", 2),
        ("girlStudent", 2),
        ("alien", 4),
        ("popIdol", 3),
        ("popIdol", 4),
        ("journalist", 2),
        ("boss", 5),
        ("doctor", 2),
        ("nurse", 2),
        ("forensicSpecialist", 2),
        ("transferStudent", 2),
        ("sectFounder", 3),
        ("sectFounder", 4),
        ("sacredTree", None),
        ("littleSister", 5),
        ("servant", 4),
    }


def test_what_happens_to_characters_whatever_their_role() -> None:
    # R34, R88, R144; what is left are goodwill abilities.
    own = {
        (card.id, ability.timing, ability.obligation)
        for card in RULES.characters.values()
        for ability in card.abilities
        if ability.timing is not Timing.GOODWILL
    }
    assert own == {
        ("scientist", Timing.LOOP_START, Obligation.MANDATORY),
        ("blackCat", Timing.LOOP_START, Obligation.MANDATORY),
        ("sacredTree", Timing.MASTERMIND, Obligation.MANDATORY),
        ("metaworldDenizen", Timing.MASTERMIND, Obligation.OPTIONAL),
        ("partTimer", Timing.DAY_END, Obligation.MANDATORY),
        ("partTimer", Timing.DAY_START, Obligation.MANDATORY),
    }


def test_who_has_which_trait() -> None:
    # R25, R36, R63, R64, R72, R87, R97, R138 to R143.
    held = {(card.id, trait.trait) for card in RULES.characters.values() for trait in card.traits}
    assert held == {
        ("mysteryBoy", Trait.OUTSIDE_SUMS),
        ("mysteryBoy", Trait.UNUSED_ROLE),
        ("copycat", Trait.OUTSIDE_SUMS),
        ("copycat", Trait.COPIES_ROLE),
        ("godlyBeing", Trait.LATE_LOOP),
        ("transferStudent", Trait.LATE_DAY),
        ("boss", Trait.HAS_TURF),
        ("henchman", Trait.START_CHOSEN),
        ("servant", Trait.START_BY_SCRIPT),
        ("servant", Trait.FOLLOWS_MASTERS),
        ("illusion", Trait.NO_CARDS),
        ("ai", Trait.NEVER_PERSON),
        ("ai", Trait.ALL_COUNTERS_TRIGGER),
        ("blackCat", Trait.INCIDENTS_DO_NOTHING),
        ("sectFounder", Trait.INCIDENTS_TWICE),
        ("littleSister", Trait.NO_REFUSAL),
        ("partTimer", Trait.PLAYS_AS_PERSON),
        ("partTimerAlternate", Trait.SHARES_ROLE),
    }
    servant = RULES.characters["servant"].trait(Trait.FOLLOWS_MASTERS)
    assert servant is not None
    assert set(servant.masters) == {"richStudent", "boss"}


def test_hands_hold_ten_and_eight_cards() -> None:
    assert sum(card.copies for card in RULES.hands.mastermind) == 10
    assert sum(card.copies for card in RULES.hands.protagonist) == 8


def test_every_ruling_switch_has_the_default_that_keeps_worlds() -> None:
    # A default other than "either" is a visible board or the wider of two readings.
    narrow = {name: one.values[0] for name, one in RULES.rulings.items() if one.values[0] != "either"}
    assert narrow == {
        "countersOnCorpse": "stay",
        "timeTravelerLoss": "optional",
        "copycatPerson": "allowed",
        "guardSelf": "allowed",
        "ninjaCorpseLies": "may",
        "lateEntryForced": "no",
    }
