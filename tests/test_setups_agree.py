"""CP-SAT and the independent oracle list the same worlds on small set-ups with observations."""

from __future__ import annotations

import pytest

from deducer.case import Case

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
    assert case.check_oracle(most=20_000) == ()
