# ruff: noqa: ISC004  (a log is written a part a line)
"""Small logs with a claim each: one of every kind of explanation worth reading."""

from __future__ import annotations

from command_line import FIRST

BASIC = """\
set Basic Tragedy
loops 3
days 4
cast Nurse, Doctor, Boy Student, Girl Student, Shrine Maiden, Office Worker, Alien
late none
incident 2 Murder
incident 3 Suicide
"""
MYSTERY = """\
set Mystery Circle
loops 3
days 4
cast Nurse, Doctor, Boy Student, Girl Student, Shrine Maiden, Office Worker, Alien, Black Cat
late none
incident 2 Murder
incident 3 Suicide
"""

DAY_2 = "loop 1\nday 1\nday 2\ngoodwill: nothing\n"
BOARD = "Shrine Maiden Shrine; Police Officer City; Office Worker City; Boy Student School"
CASES: dict[str, tuple[str, str]] = {
    "a counter": (
        f"{FIRST}loop 1\nday 1\nboard all: {BOARD}; Girl Student School; Doctor Hospital\n"
        "ability: +1 intrigue Doctor; +1 paranoia Girl Student\n",
        "Shrine Maiden is Brain",
    ),
    "a refusal": (
        f"{BASIC}loop 1\nday 1\nboard all: Boy Student City g2; Girl Student City\n"
        "goodwill: Boy Student 2 on Girl Student: refused\n",
        "Boy Student is Person",
    ),
    "unfit culprits": (
        f"{FIRST}{DAY_2}board all: {BOARD} dead; Girl Student School p3; Doctor School p1\n"
        "incident: occurred: Doctor dies\n",
        "culprit of day 2 is Girl Student",
    ),
    "no incident": (
        f"{FIRST}{DAY_2}board all: {BOARD}; Girl Student School; Doctor Hospital p3\n"
        "incident: did not occur\n",
        "culprit of day 2 is Doctor",
    ),
    "a quiet night": (
        f"{FIRST}loop 1\nday 1\nboard all: {BOARD}; Girl Student School; Doctor Shrine\nnight: nothing\n",
        "Shrine Maiden is Serial Killer",
    ),
    "a loop won": (
        f"{FIRST}loop 1\nday 1\nday 2\nday 3\nday 4\nboard all: School i2\nnight: nothing\nend: won\n",
        "plot A Place to Protect",
    ),
    "a cast": (f"{FIRST}fact: Doctor is Brain; Girl Student is Killer\n", "plot Light of the Avenger"),
    "one of several": (f"{FIRST}fact: Boy Student is Brain\n", "Brain is among Doctor, Girl Student"),
    "cases": (
        f"{FIRST}fact: not plot Light of the Avenger; Doctor is not Killer; Girl Student is not Killer; "
        "Shrine Maiden is not Cultist; Boy Student is Brain\n",
        "Key Person is among Doctor, Shrine Maiden, Police Officer, Office Worker, Girl Student",
    ),
    "still open": (
        f"{BASIC}loop 1\nday 1\nability: +1 intrigue Doctor; +1 paranoia Alien\nnight: Nurse dies\nday 2\n",
        "Doctor is Brain",
    ),
}
