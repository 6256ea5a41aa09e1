"""Writes an export to a file that appears only when it is complete."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import IO

from deducer.errors import StoreError


def save(path: Path, write: Callable[[IO[bytes]], None]) -> None:
    """Write to FILE.part and rename it to FILE when complete; an interrupted export leaves the .part.

    Args:
        path: the file; what it held is replaced.
        write: writes the content.

    Raises:
        StoreError: the file cannot be written, or is no regular file.
    """
    if path.exists() and not path.is_file():
        raise StoreError(f"{path}: not a regular file; leave -o out to write to standard output")
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as out:
            write(out)
        part.replace(path)
    except OSError as error:
        raise StoreError(f"{path}: the export cannot be written: {error.strerror or error}") from error
