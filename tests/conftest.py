"""What all tests share: a log on disk, and hypothesis without deadlines."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import FIRST_SCRIPT, KNOWN
from hypothesis import settings

# The machines that run the tests are shared: a slow example is no failure.
settings.register_profile("deducer", deadline=None)
settings.load_profile("deducer")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of one day of First Steps."""
    path = tmp_path / "game.play"
    path.write_text(FIRST_SCRIPT, encoding="utf-8")
    return path


@pytest.fixture
def narrow(log: Path) -> Path:
    """A log with few surviving scripts."""
    log.write_text(FIRST_SCRIPT + KNOWN, encoding="utf-8")
    return log


@pytest.fixture
def clashing(log: Path) -> Path:
    """A log that no script fits."""
    log.write_text(FIRST_SCRIPT + "fact: Doctor is Brain\nfact: Doctor is Killer\n", encoding="utf-8")
    return log
