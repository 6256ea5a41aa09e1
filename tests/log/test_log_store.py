"""The file of a log: nothing is lost, nothing is half written, nothing else is touched."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

import deducer
from deducer.errors import StoreError, UsageError
from deducer.log.store import LogFile, lock_file

_ROOT = Path(deducer.__file__).resolve().parents[1]
_APPEND_MANY = """
import sys
from deducer.log.store import LogFile
log = LogFile(sys.argv[1])
for number in range(25):
    log.append([f"# {sys.argv[2]} {number}", f"# {sys.argv[2]} {number} more"])
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A place for a log in a folder of its own."""
    return tmp_path / "game.play"


def held(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


def test_a_new_log_is_read_back(path: Path) -> None:
    log = LogFile(path)
    log.create("set BT\n# 惨劇")
    assert path.read_bytes() == "set BT\n# 惨劇\n".encode()
    assert log.read() == "set BT\n# 惨劇\n"
    assert held(path.parent) == ["game.play"]


def test_a_log_that_is_there_is_not_overwritten(path: Path) -> None:
    path.write_text("old\n", encoding="utf-8")
    with pytest.raises(StoreError, match=r"game\.play: the file is there already; choose another name"):
        LogFile(path).create("new\n")
    assert path.read_text(encoding="utf-8") == "old\n"


@pytest.mark.parametrize(
    ("before", "lines", "after"),
    [
        (b"a\n", ["b", "c"], b"a\nb\nc\n"),
        (b"a", ["b"], b"a\nb\n"),
        (b"", ["b"], b"b\n"),
        (b"a\r\nb", ["c"], b"a\r\nb\r\nc\r\n"),
        (b"\xef\xbb\xbfa\n", ["b"], b"\xef\xbb\xbfa\nb\n"),
        (b"a", [], b"a"),
        (b"a\n", [""], b"a\n\n"),
    ],
)
def test_append(path: Path, before: bytes, lines: list[str], after: bytes) -> None:
    path.write_bytes(before)
    LogFile(path).append(lines)
    assert path.read_bytes() == after


@pytest.mark.parametrize(
    ("before", "line", "after"),
    [
        (b"a\nb\n", "b", b"a\n"),
        (b"a\nb", "b", b"a\n"),
        (b"a\nb # why\n\n# so\n  \n", "b # why", b"a\n"),
        (b"# head\n\na\n", "a", b"# head\n\n"),
        (b"a\r\nb\r\n", "b", b"a\r\n"),
        (b"\xef\xbb\xbfa\n", "a", b"\xef\xbb\xbf"),
        (b"a\n? b\n", "? b", b"a\n"),
        ("a\nspecial x\u2028y\n".encode(), "special x\u2028y", b"a\n"),
        (b"# head\n\n", None, b"# head\n\n"),
        (b"", None, b""),
    ],
)
def test_undo(path: Path, before: bytes, line: str | None, after: bytes) -> None:
    path.write_bytes(before)
    assert LogFile(path).undo() == line
    assert path.read_bytes() == after


def test_undo_takes_back_append(path: Path) -> None:
    log = LogFile(path)
    log.create("a\n")
    log.append(["b", "c"])
    assert [log.undo(), log.undo(), log.undo(), log.undo()] == ["c", "b", "a", None]


@pytest.mark.parametrize("line", ["a\nb", "a\rb", "a\r\n"])
def test_a_line_holds_no_line_end(path: Path, line: str) -> None:
    path.write_text("old\n", encoding="utf-8")
    with pytest.raises(UsageError):
        LogFile(path).append([line])
    assert path.read_text(encoding="utf-8") == "old\n"


def test_a_nul_is_refused(path: Path) -> None:
    path.write_text("old\n", encoding="utf-8")
    with pytest.raises(StoreError, match="NUL"):
        LogFile(path).append(["a\0b"])
    assert path.read_text(encoding="utf-8") == "old\n"


def test_half_a_character_is_refused(path: Path) -> None:
    path.write_text("old\n", encoding="utf-8")
    with pytest.raises(StoreError, match="half a character"):
        LogFile(path).append(["\ud800"])
    assert path.read_text(encoding="utf-8") == "old\n"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "set BT\ncafé\n".encode("latin-1"),
            r"game\.play, line 2, byte 4: no UTF-8 text, .* another encoding",
        ),
        ("set BT\n".encode("utf-16"), r"game\.play, line 1, byte 1: no UTF-8 text, .* UTF-16"),
        # Without a mark UTF-16 can pass for UTF-8 with NUL characters.
        (
            "set BT\n".encode("utf-16-le"),
            r"game\.play, line 1, byte 2: no UTF-8 text, .* UTF-16 or .*; save it",
        ),
        (
            "set BT\n".encode("utf-16-be"),
            r"game\.play, line 1, byte 1: no UTF-8 text, .* UTF-16 or .*; save it",
        ),
        ("惨劇x".encode("utf-16-le"), r"line 1, byte 1: no UTF-8 text, .* UTF-16"),
        ("惨劇".encode("cp932"), r"game\.play, line 1, byte 1: .*; save it as UTF-8"),
    ],
)
def test_another_encoding_is_told_with_its_place(path: Path, content: bytes, message: str) -> None:
    path.write_bytes(content)
    log = LogFile(path)
    for use in (log.read, log.undo, lambda: log.append(["x"])):
        with pytest.raises(StoreError, match=message):
            use()
    assert path.read_bytes() == content


def test_a_log_that_is_not_there(path: Path) -> None:
    log = LogFile(path)
    for use in (log.read, log.undo, lambda: log.append(["x"])):
        with pytest.raises(StoreError, match=r"game\.play: there is no such log; create it first"):
            use()
    assert held(path.parent) == []


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no folder"):
        LogFile(tmp_path / "none" / "game.play").create("x\n")
    assert held(tmp_path) == []


def test_a_folder_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="the log cannot be read"):
        LogFile(tmp_path).read()


def test_a_read_only_log_stays_as_it_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_text("old\n", encoding="utf-8")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(StoreError, match="the file is read-only; make it writable first"):
        LogFile(path).append(["x"])
    assert path.read_text(encoding="utf-8") == "old\n"


@pytest.mark.skipif(os.name == "nt", reason="no such permissions here")
def test_permissions_stay(path: Path) -> None:
    path.write_text("old\n", encoding="utf-8")
    path.chmod(0o640)
    LogFile(path).append(["x"])
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target = tmp_path / "kept" / "game.play"
    target.parent.mkdir()
    target.write_text("old\n", encoding="utf-8")
    link = tmp_path / "link.play"
    link.symlink_to(target)
    log = LogFile(link)
    log.append(["x"])
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "old\nx\n"
    assert log.undo() == "x"
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "old\n"
    assert held(tmp_path) == ["kept", "link.play"]


def test_what_breaks_off_changes_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_text("old\n", encoding="utf-8")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="the log cannot be written: No space left on device"):
        LogFile(path).append(["x"])
    assert path.read_text(encoding="utf-8") == "old\n"
    assert held(path.parent) == ["game.play"]


def test_a_log_held_by_another_program(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path.write_text("old\n", encoding="utf-8")
    monkeypatch.setattr("deducer.log.store._LOCK_SECONDS", 0.05)
    with (
        FileLock(lock_file(path.parent)),
        pytest.raises(StoreError, match="another program holds the log; try again"),
    ):
        LogFile(path).append(["x"])
    assert path.read_text(encoding="utf-8") == "old\n"
    LogFile(path).append(["x"])
    assert path.read_text(encoding="utf-8") == "old\nx\n"


def test_two_programs_that_append_lose_nothing(path: Path) -> None:
    path.write_text("", encoding="utf-8")
    writers = [
        subprocess.Popen([sys.executable, "-c", _APPEND_MANY, str(path), name], cwd=_ROOT) for name in "ab"
    ]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0]
    lines = path.read_text(encoding="utf-8").splitlines()
    wanted = [line for number in range(25) for line in (f"{number}", f"{number} more")]
    for name in "ab":
        assert [line[4:] for line in lines if line.startswith(f"# {name} ")] == wanted
    assert len(lines) == 100
    # What is appended at once stays together.
    assert all(more == f"{first} more" for first, more in zip(lines[::2], lines[1::2], strict=True))
    assert held(path.parent) == ["game.play"]
