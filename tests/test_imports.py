"""What is loaded when: solvers and screens only where they are needed, `--help` at once."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HEAVY = ("ortools", "constraint", "rich", "numpy", "pandas", "hypothesis")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}


def loaded_by(*words: str) -> set[str]:
    """Return the top-level modules and the modules of deducer that a command loads."""
    code = (
        "import sys\n"
        "from deducer.cli.main import commands\n"
        f"commands({list(words)!r}, standalone_mode=False)\n"
        "print('LOADED', *sorted(sys.modules))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=ENVIRONMENT, check=True, capture_output=True, text=True
    )
    modules = done.stdout.rpartition("LOADED ")[2].split()
    return {module if module.startswith("deducer.") else module.partition(".")[0] for module in modules}


def test_help_loads_no_command_and_nothing_heavy() -> None:
    loaded = loaded_by("--help")
    assert "click" in loaded
    assert not loaded.intersection((*HEAVY, "deducer.case", "deducer.cli.deduce", "msgspec"))


@pytest.mark.parametrize("words", [("rules", "roles"), ("solve", "--help"), ("note", "--help")])
def test_commands_load_solvers_and_screens_only_to_use_them(words: tuple[str, ...]) -> None:
    assert not loaded_by(*words).intersection(HEAVY)


@pytest.mark.long
def test_help_comes_at_once() -> None:
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, "-m", "deducer", "--help"], env=ENVIRONMENT, check=True, capture_output=True
        )
        if time.perf_counter() - start < 0.2:
            return
    pytest.fail("five runs of `deducer --help` took more than 0.2 s each")
