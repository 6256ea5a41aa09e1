"""Runs `deducer` in this process, and holds a log of one day to run it on."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from deducer.cli.main import commands

FIRST = """\
set First Steps
loops 3
days 4
cast Doctor, Shrine Maiden, Police Officer, Office Worker, Boy Student, Girl Student
late none
incident 2 Murder
incident 3 Suicide
"""
FIRST_SCRIPT = f"""{FIRST}
loop 1
start: nothing
day 1
mm: Office Worker paranoia+1, City intrigue+2, Girl Student paranoia+1
p: A Doctor goodwill+1, B Boy Student goodwill+2, C Shrine Maiden goodwill+1
ability: +1 paranoia Office Worker
goodwill: nothing
night: nothing
"""
KNOWN = "fact: Doctor is Brain; plot Light of the Avenger; Shrine Maiden is Serial Killer\n"


def run(*words: str | Path, stdin: str | bytes | None = None) -> Result:
    """Run `deducer` with 80 columns and no colour; whatever is not meant to reach the user is raised."""
    environment = {"COLUMNS": "80", "NO_COLOR": "1"}
    result = CliRunner().invoke(commands, [str(word) for word in words], input=stdin, env=environment)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result
