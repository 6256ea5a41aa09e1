"""What the numbers of cited rulings mean, such as R26 or D4."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from deducer.rules.load import shipped_data
from deducer.rules.model import RuleRecord
from deducer.rules.read import convert, read_toml

NUMBER: Final = re.compile(r"\b[RD][0-9]+\b")
"""How a ruling (R) or a point on which editions differ (D) is cited."""

_FILE: Final = "rulings.toml"


class Ruling(RuleRecord, frozen=True):
    """What a number means.

    Attributes:
        text: one sentence: what is so and what it proves.
        switch: the switch that decides it; empty for none.
    """

    text: str
    switch: str = ""


@cache
def numbered_rulings() -> Mapping[str, Ruling]:
    """Return the explained rulings by number, in the order of the data.

    Raises:
        DataError: rulings.toml cannot be used.
    """
    tables = read_toml(shipped_data() / _FILE, _FILE)
    return MappingProxyType({number: convert(raw, Ruling, _FILE, number) for number, raw in tables.items()})
