"""CP-SAT, the diagram and the independent oracle list the same worlds on small set-ups with observations."""

from __future__ import annotations

from random import Random

import pytest

from deducer.case import Case
from deducer.crosscheck import disagreements

FIRST = "set First Steps\nloops 2\ndays 2\ncast Doctor, Nurse, Patient"
BASIC = "set Basic Tragedy\nloops 2\ndays 2\ncast Doctor, Nurse, Patient"
SETUPS = {
    "first steps, three": f"{FIRST}\nincident 1 Murder",
    "first steps, four": f"{FIRST}, Soldier\nincident 1 Suicide",
    "basic, three": f"{BASIC}\nincident 1 Murder",
    "basic, copycat": f"{BASIC}, Copycat\nincident 1 Murder",
    "basic, outsider": f"{BASIC}, Mystery Boy\nincident 1 Suicide",
}
QUIET = "mm: unknown, unknown, unknown\np: unknown, unknown, unknown"
OBSERVATIONS = {
    "nothing": "",
    "intrigue": f"loop 1\nstart: nothing\nday 1\n{QUIET}\nability: +1 intrigue Hospital",
    "two in one step": (
        f"loop 1\nstart: nothing\nday 1\n{QUIET}\n"
        "board: Doctor Hospital p0 g2 i0; Nurse Hospital p0; Patient Hospital p0\n"
        "ability: +1 paranoia Patient; +1 paranoia Nurse"
    ),
    "once a loop": (
        f"loop 1\nstart: nothing\nday 1\n{QUIET}\nability: +1 intrigue School\n"
        f"goodwill: nothing\nnight: nothing\nday 2\n{QUIET}\nability: +1 intrigue Shrine"
    ),
    "refusal": (
        f"loop 1\nstart: nothing\nday 1\n{QUIET}\n"
        "board: Doctor Hospital g2; Nurse Hospital; Patient Hospital\n"
        "ability: nothing\ngoodwill: Doctor 2 on Nurse: refused"
    ),
    "lost loop": "loop 1\nloop 2\nstart: nothing",
}


def logs() -> list[tuple[str, str]]:
    return [
        (f"{setup}; {seen}", f"{SETUPS[setup]}\n{OBSERVATIONS[seen]}\n")
        for setup in SETUPS
        for seen in OBSERVATIONS
    ]


@pytest.mark.parametrize("text", [text for _, text in logs()], ids=[name for name, _ in logs()])
def test_the_engines_list_the_same_worlds(text: str) -> None:
    case = Case.from_text(text)
    assert not case.mistakes
    assert disagreements(case, most=20_000) == ()


def played(seed: int) -> str:
    """A log of two days, drawn at random; whether a script fits it is for the engines to say."""
    chance = Random(seed)  # noqa: S311  (no secret)
    setup = chance.choice((FIRST, BASIC))
    # The oracle tries everything: of the larger set it gets three characters.
    more = chance.choice(([], ["Soldier"], ["Copycat"], ["Mystery Boy"])) if setup == FIRST else []
    people = ["Doctor", "Nurse", "Patient", *more]
    lines = [
        ", ".join([setup, *more]),
        f"incident 1 {chance.choice(('Murder', 'Suicide'))}",
    ]
    lines += ["loop 1", "start: nothing"]
    for day in (1, 2):
        targets = chance.sample(people, 2)
        lines += [
            f"day {day}",
            f"mm: {targets[0]} paranoia+1, {targets[1]} intrigue+1, School intrigue+2"
            if day == 1
            else f"mm: {targets[0]} paranoia+1, {targets[1]} paranoia-1, Shrine intrigue+1",
            f"p: A {chance.choice(people)} goodwill+{3 - day}, B City forbid intrigue, C unknown",
        ]
        changes = ("nothing", "+1 intrigue Hospital", f"+1 paranoia {chance.choice(people)}")
        lines.append(f"ability: {chance.choice(changes)}")
        if chance.random() < 1 / 3:
            lines.append(chance.choice(("goodwill: nothing", "goodwill: Doctor 2 on Nurse: refused")))
        if day == 1 and chance.random() < 1 / 2:
            lines.append("incident: did not occur")
        if chance.random() < 1 / 2:
            lines.append("night: nothing")
    if chance.random() < 1 / 2:
        lines.append(f"fact: {chance.choice(people)} is not {chance.choice(('Killer', 'Person', 'Brain'))}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", range(50))
def test_the_engines_list_the_same_worlds_of_games_drawn_at_random(seed: int) -> None:
    case = Case.from_text(played(seed))
    assert disagreements(case, most=20_000) == ()
