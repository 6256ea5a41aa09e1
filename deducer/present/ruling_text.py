"""Rulings on a page: the switches of open questions, and what a cited number such as R26 means."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from deducer.errors import UnknownNameError
from deducer.record import Record
from deducer.rules.model import Rules, RulingSwitch
from deducer.rules.rulings import NUMBER, Ruling, numbered_rulings

# Numbers are copied from explanations, brackets and commas included: [R14, R76].
_BETWEEN: Final = re.compile(r"[\s,;\[\]]+")


class Rulings(Record, frozen=True):
    """What a page of rulings shows.

    Attributes:
        switches: the switches, in the order of the data.
        numbered: the explained rulings by number.
        known: every switch there is, by name.
        title: whether to tell apart in words what is listed.
    """

    switches: tuple[RulingSwitch, ...]
    numbered: Mapping[str, Ruling]
    known: Mapping[str, RulingSwitch]
    title: bool = False


def cited(text: str) -> tuple[str, ...]:
    """Return the numbers that a text lists, empty when it holds anything else."""
    words = [word.upper() for word in _BETWEEN.split(text) if word]
    return tuple(dict.fromkeys(words)) if all(map(NUMBER.fullmatch, words)) else ()


def find(rules: Rules, name: str | None) -> Rulings:
    """Look up rulings.

    Args:
        rules: the rule data.
        name: the name of a switch, or numbers such as "R26" or "[R14, R76]"; None for everything.

    Raises:
        UnknownNameError: there is no such switch or number; the message tells where they are listed.
    """
    explained = numbered_rulings()
    if name is None:
        return Rulings(tuple(rules.rulings.values()), explained, rules.rulings, title=True)
    if numbers := cited(name):
        for number in numbers:
            if number not in explained:
                raise UnknownNameError(f"no ruling has the number {number}; deducer rules rulings lists all")
        return Rulings((), {number: explained[number] for number in numbers}, rules.rulings)
    found = tuple(one for one in rules.rulings.values() if one.name.lower() == name.lower())
    if not found:
        raise UnknownNameError(
            f"no ruling is called '{name}'; there are {', '.join(rules.rulings)}, and numbers such as R26"
        )
    return Rulings(found, {}, rules.rulings)


def lines(found: Rulings) -> Iterator[str]:
    """Yield a line a switch, with what it is about and its values, and a line a number with its meaning."""
    if found.title:
        yield 'Switches, which a "ruling" line in a log sets:'
    # Where a ruling and a point name the same switch the point, which stands later, tells more of it.
    points = {one.switch: number for number, one in numbered_rulings().items()}
    for switch in found.switches:
        point = f" ({points[switch.name]})" if switch.name in points else ""
        yield f"{switch.name}{point}: {switch.about}. {_values(switch)}"
    if found.title:
        yield "Rulings, by the numbers that explanations cite:"
    for number, one in found.numbered.items():
        decided = f" Switch {one.switch}: {_values(found.known[one.switch])}." if one.switch else ""
        yield f"{number}: {one.text}{decided}"


def data(found: Rulings) -> dict[str, Any]:
    """Return switches and numbered rulings as JSON-ready data."""
    return {
        "switches": [
            {"name": one.name, "about": one.about, "values": list(one.values), "default": one.values[0]}
            for one in found.switches
        ],
        "rulings": [
            {"number": number, "text": one.text, "switch": one.switch or None}
            for number, one in found.numbered.items()
        ],
    }


def _values(switch: RulingSwitch) -> str:
    default, *others = switch.values
    return f"{default} (default), {', '.join(others)}"
