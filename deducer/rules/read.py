"""Reads one TOML file into a record; what is wrong in it becomes a `DataError` with file and path."""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from importlib.resources.abc import Traversable
from typing import Any, TypeVar, get_args, get_type_hints

import msgspec

from deducer.errors import DataError

_Target = TypeVar("_Target")

_MESSAGE = re.compile(r"(?P<what>.*?)(?: - at `\$\.?(?P<path>.*)`)?$", re.DOTALL)
_BAD_WORD = re.compile(r"Invalid enum value '(?P<word>.*)'")
_BAD_FIELD = re.compile(r"Object contains unknown field `(?P<field>.*)`")
_NO_FIELD = re.compile(r"Object missing required field `(?P<field>.*)`")
_WRONG_TYPE = re.compile(r"Expected `(?P<wanted>.*)`, got `(?P<got>.*)`")
_STEP = re.compile(r"(?P<name>\w+)|\[(?P<index>[^\]]*)\]")


def read_toml(file: Traversable, name: str) -> dict[str, Any]:
    """Parse a TOML file.

    Args:
        file: the file.
        name: what an error calls it, a path inside the data folder.

    Raises:
        DataError: it cannot be read or is not TOML.
    """
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{name}: cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{name}: not valid TOML: {error}") from error


def convert(raw: object, target: type[_Target], name: str, prefix: str = "") -> _Target:
    """Turn decoded TOML into a record.

    Args:
        raw: the decoded value.
        target: the record wanted.
        name: what an error calls the file.
        prefix: the path of the value inside the file, empty for the whole file.

    Raises:
        DataError: a word or field is unknown, missing or of the wrong kind; the message starts with file and
            path, such as `sets/x.toml: roles[4].abilities[0].timing: unknown word 'dayend', ...`.
    """
    try:
        return msgspec.convert(raw, target)
    except msgspec.ValidationError as error:
        found = _MESSAGE.match(str(error))
        what, path = (found["what"], found["path"] or "") if found else (str(error), "")
        place = ".".join(part for part in (prefix, path) if part)
        said = _say(what, _type_at(target, path))
        raise DataError(": ".join(part for part in (name, place, said) if part)) from error


def did_you_mean(word: str, known: list[str]) -> str:
    """Return `, did you mean 'x'?` for the nearest known word, empty when none is near."""
    by_key = {one.casefold(): one for one in known}
    near = difflib.get_close_matches(word.casefold(), by_key, n=1)
    return f", did you mean '{by_key[near[0]]}'?" if near else ""


def _say(what: str, kind: Any) -> str:
    """Say in a reader's words what msgspec found; `kind` is the type at the place of the mistake."""
    if found := _BAD_WORD.match(what):
        known = [word.value for word in kind] if _is_enum(kind) else []
        return f"unknown word '{found['word']}'" + did_you_mean(found["word"], known)
    if found := _BAD_FIELD.match(what):
        return f"unknown field '{found['field']}'" + did_you_mean(found["field"], list(_fields(kind)))
    if found := _NO_FIELD.match(what):
        return f"the field '{found['field']}' is missing"
    if found := _WRONG_TYPE.match(what):
        return f"expected {found['wanted']}, got {found['got']}"
    return what


def _is_enum(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, StrEnum)


def _fields(kind: Any) -> dict[str, Any]:
    """Return a record's field types under the names the file uses; empty for any other type."""
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        return {}
    hints = get_type_hints(kind)
    return {field.encode_name: hints[field.name] for field in msgspec.structs.fields(kind)}


def _type_at(kind: Any, path: str) -> Any:
    """Follow a path through a record type; None when it leads nowhere known."""
    for step in _STEP.finditer(path):
        inner = [one for one in get_args(kind) if one not in (type(None), Ellipsis)]
        if step["name"] is None:
            kind = inner[-1] if inner else None
            continue
        # A table with free keys is a mapping, one with named fields a record, perhaps optional.
        record = kind if not inner else inner[0]
        kind = inner[-1] if _is_mapping(kind) else _fields(record).get(step["name"])
    return kind


def _is_mapping(kind: Any) -> bool:
    origin = getattr(kind, "__origin__", None)
    return isinstance(origin, type) and issubclass(origin, Mapping)
