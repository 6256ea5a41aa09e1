"""A file appears when it is complete."""

from __future__ import annotations

from pathlib import Path
from typing import IO

import pytest

from deducer.errors import StoreError
from deducer.export.file import save


def test_a_saved_file_appears_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "worlds.csv"
    path.write_text("old", encoding="utf-8")

    def write(out: IO[bytes]) -> None:
        out.write(b"new")
        assert path.read_text(encoding="utf-8") == "old"

    save(path, write)
    assert path.read_text(encoding="utf-8") == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupted_export_leaves_the_part(tmp_path: Path) -> None:
    path = tmp_path / "worlds.csv"

    def write(out: IO[bytes]) -> None:
        out.write(b"half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        save(path, write)
    assert not path.exists()
    assert (tmp_path / "worlds.csv.part").read_text(encoding="utf-8") == "half"


def test_a_folder_that_is_not_there_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be written"):
        save(tmp_path / "none" / "worlds.csv", lambda _: None)
