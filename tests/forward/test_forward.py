"""The referee as a whole: recorded games, strictness, scripts counted by hand, what is out of reach."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from shared import SHARED, needs_shared

from . import all_scripts, load_script, survives, surviving
from .fold import parse, prefixes
from .scripts import draw_script
from .situations import QUIET, Table

GAMES = sorted(SHARED.glob("games/*.play"))
FOUR = Table("firstSteps", "boyStudent girlStudent doctor nurse", "1=murder")


def script_of(path: Path) -> Path:
    return path.with_suffix(".script.json")


@needs_shared
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_fits_its_script(path: Path) -> None:
    verdict = survives(load_script(script_of(path)), path.read_text(encoding="utf-8"))
    assert verdict.ok, verdict


@needs_shared
@pytest.mark.long
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_fits_its_script_after_every_line(path: Path) -> None:
    script, text = load_script(script_of(path)), path.read_text(encoding="utf-8")
    header = text.split("loop 1\n", maxsplit=1)[0].count("\n")
    for log in list(prefixes(text))[header:]:
        verdict = survives(script, log)
        assert verdict.ok, verdict


@needs_shared
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_refutes_other_scripts(path: Path) -> None:
    """No law, but of five scripts drawn at random none should fit a whole game."""
    log, rng = parse(path.read_text(encoding="utf-8")), Random(path.stem)  # noqa: S311
    assert log.setup is not None
    cast = dict(load_script(script_of(path)).roles)
    assert not any(survives(draw_script(log.setup, cast, rng), log).ok for _ in range(5))


def test_every_legal_script_of_four_characters_is_listed() -> None:
    """Five combinations fill four places with 24 casts, and so on; four culprits each.

    Murder Plan + Rumor 24; Avenger + Ripper 24, + Rumor 12, + Hideous without a Curmudgeon 24, with one 24;
    Protect + Ripper 24, + Rumor 24, + Hideous 24: 180 casts.
    """
    scripts = list(all_scripts(FOUR.log("")))
    assert len(scripts) == len(set(scripts)) == 180 * 4


def test_survivors_of_one_refusal() -> None:
    """The user's roles among those casts: 12 + 6 + 3 + 6 + 12 + 6 + 6 + 6 = 57 with a refusal."""
    log = FOUR.log(
        "mm: nothing\np: nothing\nability: nothing\ngoodwill: boyStudent 2 on girlStudent: refused\n"
    )
    assert len(surviving(all_scripts(log), log)) == 57 * 4


def test_mystery_boy_takes_a_role_that_no_plot_adds() -> None:
    """Two places beside him hold only Avenger + Rumor; of the set's eight roles that leaves him six."""
    scripts = list(all_scripts(Table("firstSteps", "boyStudent nurse mysteryBoy").log("")))
    boys = {dict(s.roles)["mysteryBoy"] for s in scripts}
    assert boys == {"keyPerson", "killer", "cultist", "serialKiller", "curmudgeon", "friend"}
    assert len(scripts) == 2 * 6


def test_a_copycat_holds_the_role_of_another() -> None:
    """Beside Brain, Conspiracy Theorist and Person: 6 casts, three roles to copy."""
    scripts = list(all_scripts(Table("firstSteps", "boyStudent girlStudent nurse copycat").log("")))
    rumor = [s for s in scripts if s.main_plot == "lightAvenger" and "unsettlingRumor" in s.sub_plots]
    assert len(rumor) == 6 * 3


def test_announced_incidents_are_true_or_fake_and_duties_bind() -> None:
    """Male Confrontation + Unsafe Trigger + Unanswered Heart on four: the Ninja is the one man."""
    table = Table("midnightZone", "girlStudent doctor nurse alien", "1=suicide")
    scripts = list(all_scripts(table.log("")))
    heart = [s for s in scripts if s.sub_plots == {"unsafeTrigger", "unansweredHeart"}]
    assert {s.main_plot for s in heart} == {"maleConfrontation"}
    # Ninja doctor; Factor, Magician, Conspiracy Theorist in six ways; four culprits; true or fake.
    assert len(heart) == 6 * 4 * 2
    believers = [s for s in scripts if "worshippersApocalypse" in s.sub_plots]
    assert believers
    assert all(dict(s.types or {(1, "suicide")})[1] == "suicide" for s in believers)
    obstinate = [s for s in scripts if "obstinate" in dict(s.roles).values()]
    assert obstinate
    assert all(dict(s.roles)[dict(s.culprits)[1]] == "obstinate" for s in obstinate)


@pytest.mark.parametrize(
    "play",
    [
        "mm: nothing\np: nothing\nability: nothing\nincident: did not occur\n",  # no goodwill step
        QUIET + "night: nothing\n",  # an incident was due
        "mm: nothing\nability: nothing\n",
        "mm: unknown\np: nothing\n",
        QUIET + "incident: did not occur\nend: lost\n",
        "loop 1\nday 1\nmm: nothing\n",
    ],
)
def test_unrecorded_steps_are_out_of_reach(play: str) -> None:
    script = FOUR.world("lightAvenger unsettlingRumor", "brain=doctor conspiracyTheorist=nurse", "1=nurse")
    with pytest.raises(NotImplementedError):
        FOUR.judge(script, play)


def test_facts_guesses_and_boards_are_checked() -> None:
    script = FOUR.world("lightAvenger unsettlingRumor", "brain=doctor conspiracyTheorist=nurse", "1=nurse")
    day = QUIET + "incident: did not occur\n"
    for line, expected in {
        "fact: doctor is Brain": True,
        "fact: doctor is not Brain": False,
        "fact: culprit of day 1 is doctor": False,
        "fact: plot Murder Plan": False,
        "board: doctor Hospital p0; City i0": True,
        "board: doctor City": False,
    }.items():
        assert FOUR.judge(script, day + line + "\n").ok is expected, line


def test_what_is_not_legal_does_not_survive() -> None:
    script = FOUR.world("lightAvenger unsettlingRumor", "brain=doctor", "1=nurse")
    assert FOUR.judge(script, QUIET).why == "not legal: role sums"
