"""Loads the rule data that is shipped with deducer, or a copy of it in some folder."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from deducer.errors import DataError
from deducer.ids import CharacterId
from deducer.rules.model import (
    AliasTable,
    Character,
    Hands,
    NameTable,
    RuleRecord,
    Rules,
    RulingSwitch,
    TragedySet,
)
from deducer.rules.read import convert, read_toml

_PACKAGE: Final = "deducer_data"
_ALIASES: Final = "aliases"


class _Common(RuleRecord, frozen=True):
    """The shape of common.toml."""

    hands: Hands
    rulings: dict[str, dict[str, object]]


class _Characters(RuleRecord, frozen=True):
    """The shape of characters.toml."""

    characters: tuple[Character, ...]


@cache
def load_rules(directory: Path | None = None) -> Rules:
    """Load all rule data, once for each folder.

    Args:
        directory: a folder laid out like `data`; None for the data shipped with deducer.

    Raises:
        DataError: a file is missing or cannot be used; the message names file and path.
    """
    root: Traversable = shipped_data() if directory is None else directory
    common = convert(read_toml(root / "common.toml", "common.toml"), _Common, "common.toml")
    names: dict[str, NameTable] = {}
    aliases = AliasTable()
    for stem, file, name in _toml_files(root, "names"):
        if stem == _ALIASES:
            aliases = convert(read_toml(file, name), AliasTable, name)
        else:
            names[stem] = convert(read_toml(file, name), NameTable, name)
    return Rules(
        sets=_sets(root),
        characters=_characters(root),
        hands=common.hands,
        rulings={name: _ruling(name, raw) for name, raw in common.rulings.items()},
        names=names,
        aliases=aliases,
    )


def shipped_data() -> Traversable:
    """Return the installed data package, or the data folder of a source checkout."""
    try:
        return files(_PACKAGE)
    except ModuleNotFoundError:
        return Path(__file__).resolve().parents[2] / "data"


def _toml_files(root: Traversable, folder: str) -> Iterator[tuple[str, Traversable, str]]:
    """Yield stem, file and readable name of a folder's TOML files, by name."""
    place = root / folder
    if not place.is_dir():
        raise DataError(f"{folder}: the folder is missing")
    for file in sorted(place.iterdir(), key=lambda one: one.name):
        if file.name.endswith(".toml"):
            yield file.name.removesuffix(".toml"), file, f"{folder}/{file.name}"


def _sets(root: Traversable) -> dict[str, TragedySet]:
    sets: dict[str, TragedySet] = {}
    for _, file, name in _toml_files(root, "sets"):
        loaded = convert(read_toml(file, name), TragedySet, name)
        if loaded.id in sets:
            raise DataError(f"{name}: id: '{loaded.id}' is the id of another set")
        sets[loaded.id] = loaded
    return sets


def _characters(root: Traversable) -> dict[CharacterId, Character]:
    name = "characters.toml"
    characters: dict[CharacterId, Character] = {}
    listed = convert(read_toml(root / name, name), _Characters, name).characters
    for index, character in enumerate(listed):
        if character.id in characters:
            raise DataError(f"{name}: characters[{index}].id: '{character.id}' is there twice")
        characters[character.id] = character
    return characters


def _ruling(name: str, raw: dict[str, object]) -> RulingSwitch:
    return convert({**raw, "name": name}, RulingSwitch, "common.toml", f"rulings.{name}")
