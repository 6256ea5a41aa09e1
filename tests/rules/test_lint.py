from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from deducer.rules.lint import lint
from deducer.rules.load import load_rules

DATA = Path(__file__).resolve().parents[2] / "data"
BASIC = "sets/basicTragedy.toml"
CAST = "characters.toml"


def test_the_shipped_data_is_clean() -> None:
    assert lint(load_rules()) == ()


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        # ids that nothing has
        (
            BASIC,
            '{ role = "timeTraveler" }',
            '{ role = "timeTraveller" }',
            (
                "sets.basicTragedy.plots.changeOfFuture.adds: unknown role 'timeTraveller', "
                "did you mean 'timeTraveler'?"
            ),
        ),
        (
            BASIC,
            'holder = "witch"',
            'holder = "wich"',
            (
                "sets.basicTragedy.plots.giantTimeBomb.abilities.witchStartPlace.holder: "
                "unknown role 'wich', did you mean 'witch'?"
            ),
        ),
        (
            BASIC,
            'incident = "butterflyEffect"',
            'incident = "butterfly"',
            (
                "sets.basicTragedy.plots.changeOfFuture.abilities.butterflyOccurred.conditions[0]: "
                "unknown incident 'butterfly', did you mean 'butterflyEffect'?"
            ),
        ),
        (
            BASIC,
            'role = "conspiracyTheorist" }]\nsource = "R29"',
            'role = "qqq" }]\nsource = "R29"',
            "sets.basicTragedy.roles.factor.abilities.schoolFactor.effects[0]: unknown role 'qqq'",
        ),
        (
            BASIC,
            'who = "holder", role = "lovedOne"',
            'who = "holder", role = "lovedone"',
            (
                "sets.basicTragedy.roles.lover.abilities.mourning.effects[0].target: "
                "unknown role 'lovedone', did you mean 'lovedOne'?"
            ),
        ),
        (
            BASIC,
            'demands = [{ role = "keyPerson", tags = ["girl"]',
            'demands = [{ role = "keyPerson", tags = ["girls"]',
            "sets.basicTragedy.plots.signWithMe.demands: unknown tag 'girls', did you mean 'girl'?",
        ),
        (
            BASIC,
            'counter = "intrigue", on = "Shrine"',
            'counter = "intrige", on = "Shrine"',
            (
                "sets.basicTragedy.plots.sealedItem.abilities.shrineIntrigue.conditions[0]: "
                "unknown counter 'intrige', did you mean 'intrigue'?"
            ),
        ),
        (
            BASIC,
            'counter = "intrigue", on = "Shrine"',
            'counter = "intrigue", on = "Shrin"',
            (
                "sets.basicTragedy.plots.sealedItem.abilities.shrineIntrigue.conditions[0].on: "
                "unknown word 'Shrin', did you mean 'Shrine'?"
            ),
        ),
        (
            BASIC,
            'forbids = ["goodwill"]',
            'forbids = ["godwill"]',
            (
                "sets.basicTragedy.roles.timeTraveler.abilities.ignoreForbidGoodwill.effects[0]: "
                "unknown Forbid card 'godwill', did you mean 'goodwill'?"
            ),
        ),
        (
            BASIC,
            'ruling = "virusAtTwo"',
            'ruling = "virusAtThree"',
            (
                "sets.basicTragedy.plots.paranoiaVirus.abilities.infection.ruling: "
                "unknown ruling 'virusAtThree', did you mean 'virusAtTwo'?"
            ),
        ),
        (
            BASIC,
            'where = "named", place = "Shrine"',
            'where = "named", place = "Shrines"',
            (
                "sets.basicTragedy.incidents.foulEvil.effects[0].target: "
                "unknown place 'Shrines', did you mean 'Shrine'?"
            ),
        ),
        (
            CAST,
            'masters = ["richStudent", "boss"]',
            'masters = ["richStudent", "bos"]',
            "characters.servant.traits.followsMasters: unknown character 'bos', did you mean 'boss'?",
        ),
        (
            CAST,
            'of = "patient"',
            'of = "patients"',
            (
                "characters.doctor.abilities.discharge.effects[0]: "
                "unknown character 'patients', did you mean 'patient'?"
            ),
        ),
        (
            CAST,
            'forbidden = ["City"]',
            'forbidden = ["Town"]',
            "characters.shrineMaiden: unknown place 'Town'",
        ),
        (
            CAST,
            'where = "here", other = true, tags = ["adult"]',
            'where = "here", other = true, tags = ["adults"]',
            (
                "characters.littleSister.abilities.askAdult.effects[0].target: "
                "unknown tag 'adults', did you mean 'adult'?"
            ),
        ),
        # ids that are there twice
        (
            BASIC,
            'id = "schoolFactor"',
            'id = "cityFactor"',
            "sets.basicTragedy.roles.factor.abilities: 'cityFactor' is there twice",
        ),
        (
            CAST,
            'id = "scandal"',
            'id = "slander"',
            "characters.journalist.abilities: 'slander' is there twice",
        ),
        (
            "common.toml",
            '{ id = "forbid paranoia" }',
            '{ id = "forbid goodwill" }',
            "hands.mastermind: 'forbid goodwill' is there twice",
        ),
        # numbers
        (
            BASIC,
            "low = 2, high = 2",
            "low = 2, high = 3",
            "sets.basicTragedy.plots.circleFriends.adds: 3 of 'friend' is above its cap of 2",
        ),
        (
            BASIC,
            "low = 2, high = 2",
            "low = 2, high = 1",
            "sets.basicTragedy.plots.circleFriends.adds: 2 to 1 of 'friend' is no range",
        ),
        (
            BASIC,
            "cap = 1",
            "cap = 0",
            "sets.basicTragedy.roles.conspiracyTheorist.cap: 0 is below 1",
        ),
        (
            BASIC,
            "numberOfSubPlots = 2",
            "numberOfSubPlots = 9",
            "sets.basicTragedy.numberOfSubPlots: 9 of 7 subplots",
        ),
        (
            CAST,
            'forbidden = ["Hospital"]',
            'forbidden = ["Shrine"]',
            "characters.alien.starts: 'Shrine' is forbidden",
        ),
        (
            CAST,
            'starts = ["City", "School"]',
            'starts = ["City"]',
            "characters.servant.starts: one place, or several and a trait that says who chooses",
        ),
        # fields
        (
            BASIC,
            'source = "R104, R77"',
            "",
            "sets.basicTragedy.roles.killer.abilities.killKeyPerson: no source",
        ),
        (BASIC, 'source = "R61"', "", "sets.basicTragedy.incidents.murder: no source"),
        (
            CAST,
            'trait = "hasTurf", source = "R36, R142, D4"',
            'trait = "hasTurf"',
            "characters.boss.traits.hasTurf: no source",
        ),
        (
            CAST,
            'id = "tellSubplot"\ntiming = "goodwill"\nobligation = "optional"\nrank = 5',
            'id = "tellSubplot"\ntiming = "goodwill"\nobligation = "optional"',
            "characters.informer.abilities.tellSubplot: a goodwill ability without rank",
        ),
        (
            CAST,
            'id = "omen"\ntiming = "loopStart"',
            'id = "omen"\nrank = 1\ntiming = "loopStart"',
            "characters.blackCat.abilities.omen: 'rank' and 'mastermind' belong to goodwill abilities",
        ),
        (
            CAST,
            'id = "omen"',
            'id = "omen"\nholder = "brain"',
            "characters.blackCat.abilities.omen.holder: only an ability of a plot has a holder",
        ),
        (
            BASIC,
            'counter = "paranoia", on = "self", atLeast = 3 }]',
            'on = "self", atLeast = 3 }]',
            (
                "sets.basicTragedy.plots.paranoiaVirus.abilities.infection.conditions[0]: "
                "'counters' needs 'counter'"
            ),
        ),
        (
            BASIC,
            'on = "Shrine", atLeast = 2',
            'on = "Shrine"',
            (
                "sets.basicTragedy.plots.sealedItem.abilities.shrineIntrigue.conditions[0]: "
                "'counters' needs 'atLeast' or 'atMost'"
            ),
        ),
        (
            BASIC,
            'word = "othersHere", number = 1',
            'word = "othersHere"',
            (
                "sets.basicTragedy.roles.serialKiller.abilities.killCompanion.conditions[0]: "
                "'othersHere' needs 'number'"
            ),
        ),
        (
            BASIC,
            'action = "countsAs", role = "serialKiller"',
            'action = "countsAs"',
            "sets.basicTragedy.plots.paranoiaVirus.abilities.infection.effects[0]: 'countsAs' needs 'role'",
        ),
        (
            BASIC,
            'action = "kill", target = { who = "self" }',
            'action = "kill"',
            "sets.basicTragedy.incidents.suicide.effects[0]: 'kill' needs 'target'",
        ),
        (
            BASIC,
            'who = "holder", role = "keyPerson", where',
            'who = "holder", where',
            (
                "sets.basicTragedy.roles.killer.abilities.killKeyPerson.effects[0].target: "
                "'role' and `who = \"holder\"` belong together"
            ),
        ),
        (
            BASIC,
            'where = "named", place = "Hospital"',
            'where = "named"',
            (
                "sets.basicTragedy.incidents.hospitalIncident.effects[0].target: "
                "'place' and `where = \"named\"` belong together"
            ),
        ),
        (
            BASIC,
            'conditions = [{ word = "dead" }]',
            'conditions = [{ word = "dead", on = "target" }]',
            (
                "sets.basicTragedy.roles.friend.abilities.friendDeath.conditions[0].on: "
                "only a condition of an effect has a target"
            ),
        ),
        (
            BASIC,
            'effects = [{ action = "kill", target = { who = "self" } }]',
            "effects = []",
            "sets.basicTragedy.incidents.suicide.effects: does nothing",
        ),
        (
            BASIC,
            'lingers = 2\nruling = "virusAtTwo"',
            "lingers = 2",
            "sets.basicTragedy.plots.paranoiaVirus.abilities.infection.lingers: no ruling says when",
        ),
        (
            CAST,
            'counters = ["intrigue", "goodwill"]',
            'counters = ["intrigue"]',
            "characters.transferStudent.abilities.reconcile.effects[0].counters: from one kind to another",
        ),
        (
            CAST,
            'to = "adjacent"',
            'to = "adjacant"',
            (
                "characters.youngGirl.abilities.walk.effects[0]: "
                "unknown place to move to 'adjacant', did you mean 'adjacent'?"
            ),
        ),
        (
            CAST,
            'trait = "sharesRole", of = "partTimer"',
            'trait = "sharesRole"',
            "characters.partTimerAlternate.traits.sharesRole: 'sharesRole' needs 'of'",
        ),
        (
            "common.toml",
            'values = ["no", "yes"]',
            'values = ["no"]',
            "rulings.lateEntryForced.values: nothing to choose",
        ),
        # names
        (
            "names/en.toml",
            'brain = "Brain"\n',
            "",
            "names.en: no name for the role 'brain'",
        ),
        (
            "names/ja.toml",
            "brain =",
            "brian =",
            "names.ja: unknown role 'brian', did you mean 'brain'?",
        ),
        (
            "names/aliases.toml",
            'richStudent = ["Rich Student",',
            'richStudent = ["Girl Student",',
            "names: 'girl student' can mean the characters girlStudent, richStudent",
        ),
    ],
)
def test_a_broken_copy_is_told_with_its_place(
    tmp_path: Path, file: str, old: str, new: str, message: str
) -> None:
    copy = Path(shutil.copytree(DATA, tmp_path / "data"))
    text = (copy / file).read_text(encoding="utf-8")
    assert old in text
    (copy / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    found = lint(load_rules(copy))
    assert message in found
    # One mistake sets off few others: a cap of 0 clashes with three plots.
    assert len(found) <= 4
