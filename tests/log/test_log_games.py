"""Recorded games read without a mistake, and in canonical notation they are the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from logs import RULES
from shared import SHARED, needs_shared

from deducer.log.notation import read_log, write_log
from deducer.rules.names import names_for

GAMES = sorted([*SHARED.glob("games/fs-*.play"), *SHARED.glob("games/bt-*.play")])


@needs_shared
@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_is_read_whole(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    log = read_log(text, RULES)
    assert log.mistakes == ()
    assert log.setup is not None
    written = write_log(log, names_for(RULES, log.setup.tragedy_set))
    assert [line for line in written.splitlines() if line] == [line for line in text.splitlines() if line]
