"""The file that holds a log: every change is locked against other programs and atomic.

A log is replaced, never written in place: whoever reads it meanwhile, and whatever breaks off, sees either
the old text or the new one.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from deducer.errors import StoreError, UsageError

_LOCK_SECONDS = 10.0
_LOCK_FILES = 256
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class LogFile:
    """A log on disk.

    Attributes:
        path: where the log stands, as given; a symbolic link is followed at every use.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)

    def read(self) -> str:
        """Return the text of the log, byte order mark and line ends as they stand.

        Raises:
            StoreError: there is no such file, it cannot be read, or it is no UTF-8 text.
        """
        return decode(self._bytes(_target(self.path)), self.path)

    def create(self, text: str) -> None:
        """Write a new log.

        Args:
            text: its text; a last line without line end gets one.

        Raises:
            StoreError: the file is there already, or cannot be written.
        """
        target = _target(self.path)
        with self._locked(target):
            self.check_new()
            self._replace(target, _closed(text, "\n"))

    def check_new(self) -> None:
        """Look whether a new log may be written here.

        Raises:
            StoreError: the file is there already, or its folder is not.
        """
        target = _target(self.path)
        self._check_folder(target)
        if target.exists():
            raise StoreError(f"{self.path}: the file is there already; choose another name")

    def append(self, lines: Sequence[str]) -> None:
        """Write lines below the last one.

        Args:
            lines: the lines, without line ends; none at all changes nothing.

        Raises:
            StoreError: the log is not there or cannot be written.
            UsageError: a line holds a line end.
        """
        if any("\n" in line or "\r" in line for line in lines):
            raise UsageError("a line of a log cannot hold a line end")
        if not lines:
            return
        target = _target(self.path)
        with self._locked(target):
            text = decode(self._bytes(target), self.path)
            end = _line_end(text)
            self._replace(target, _closed(text, end) + "".join(line + end for line in lines))

    def undo(self) -> str | None:
        """Take back the last statement, with the comments and blank lines below it.

        Returns:
            The line taken back, without its line end; None when no statement is left.

        Raises:
            StoreError: the log is not there or cannot be written.
        """
        target = _target(self.path)
        with self._locked(target):
            kept: list[str] = re.findall(r"[^\n]*\n|[^\n]+", decode(self._bytes(target), self.path))
            while kept:
                line = kept.pop().rstrip("\r\n")
                if _is_statement(line):
                    mark = "\ufeff" if line.startswith("\ufeff") else ""
                    self._replace(target, mark + "".join(kept))
                    return line.removeprefix("\ufeff")
            return None

    @contextmanager
    def _locked(self, target: Path) -> Iterator[None]:
        from filelock import FileLock, Timeout  # noqa: PLC0415  (who only reads need not wait for it)

        self._check_folder(target)
        try:
            lock = FileLock(lock_file(target.parent), timeout=_LOCK_SECONDS)
            lock.acquire()
        except Timeout as error:
            raise StoreError(
                f"{self.path}: another program holds the log; try again when it is done"
            ) from error
        except OSError as error:
            raise self._failure("cannot be locked", error) from error
        try:
            yield
        finally:
            lock.release()

    def _check_folder(self, target: Path) -> None:
        if not target.parent.is_dir():
            raise StoreError(f"{self.path}: there is no folder {target.parent}; create it first")

    def _bytes(self, target: Path) -> bytes:
        try:
            return target.read_bytes()
        except FileNotFoundError as error:
            raise StoreError(
                f"{self.path}: there is no such log; create it first, such as with deducer new"
            ) from error
        except OSError as error:
            raise self._failure("cannot be read", error) from error

    def _replace(self, target: Path, text: str) -> None:
        """Put a text in the place of the file; its permissions stay."""
        if "\0" in text:
            raise StoreError(f"{self.path}: the text holds a NUL character; leave it out")
        try:
            content = text.encode("utf-8")
        except UnicodeEncodeError as error:
            raise StoreError(
                f"{self.path}: the text holds half a character (a surrogate); write it anew"
            ) from error
        draft = target.with_name(f".{target.name}.{secrets.token_hex(8)}.tmp")
        try:
            # A rename would get around the owner's wish that a file stay as it is.
            if target.exists() and not os.access(target, os.W_OK):
                raise StoreError(f"{self.path}: the file is read-only; make it writable first")
            with draft.open("xb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                draft.chmod(stat.S_IMODE(target.stat().st_mode))
            draft.replace(target)
        except OSError as error:
            raise self._failure("cannot be written", error) from error
        finally:
            draft.unlink(missing_ok=True)

    def _failure(self, what: str, error: OSError) -> StoreError:
        return StoreError(f"{self.path}: the log {what}: {error.strerror or error}")


def _target(path: Path) -> Path:
    """Follow symbolic links, so that the file is replaced and not the link."""
    return Path(os.path.realpath(path))


def lock_file(folder: Path) -> Path:
    """Return the file whose lock guards the logs of a folder.

    It is not beside the log, where it would stay for good: removing it when the lock is let go would part a
    program that waits for the old file from one that makes a new one, and both would hold "the" lock. In the
    temporary folder empty files disturb nobody, and their number is bounded: folders that share one wait
    moments for each other. A folder is known by its number, since a path can be spelled in several ways. Each
    user has files of his own, as nobody may open those of another.

    Args:
        folder: an existing folder.

    Raises:
        OSError: there is no temporary folder, or the folder cannot be looked at.
    """
    known = folder.stat()
    user = os.getuid() if hasattr(os, "getuid") else 0
    number = (known.st_dev + known.st_ino) % _LOCK_FILES
    return Path(tempfile.gettempdir()) / f"deducer-{user}-{number}.lock"


def decode(content: bytes, name: Path | str, line: int = 1) -> str:
    """Return the text of a log.

    Args:
        content: what the log holds.
        name: what to call it in a message.
        line: the number of its first line.

    Raises:
        StoreError: it is no UTF-8 text. UTF-16 without a mark can pass for UTF-8 with NUL characters.
    """
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _foreign(content, error.start, name, line) from error
    if "\0" in text:
        raise _foreign(content, content.index(b"\0"), name, line)
    return text


def _foreign(content: bytes, at: int, name: Path | str, line: int) -> StoreError:
    line += content.count(b"\n", 0, at)
    column = at - content.rfind(b"\n", 0, at)
    kind = "UTF-16 or no text at all" if b"\0" in content else "another encoding"
    if content.startswith(_UTF16_MARKS):
        kind = "UTF-16"
    return StoreError(
        f"{name}, line {line}, byte {column}: no UTF-8 text, it seems to be {kind}; save it as UTF-8"
    )


def _is_statement(line: str) -> bool:
    content = line.removeprefix("\ufeff").strip()
    return bool(content) and not content.startswith("#")


def _line_end(text: str) -> str:
    """Return the line end the text uses: that of its first line."""
    return "\r\n" if text.partition("\n")[0].endswith("\r") and "\n" in text else "\n"


def _closed(text: str, end: str) -> str:
    return text if not text or text.endswith("\n") else text + end
