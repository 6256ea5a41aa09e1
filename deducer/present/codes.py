"""Two-letter codes for names, so that a grid of a whole cast fits a small terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

# Words that carry no letter of a code unless nothing else is left.
_SMALL_WORDS: Final = frozenset({"a", "an", "the", "of", "to", "with"})
# Punctuation inside a word: "Man's", "A.I.".
_INSIDE: Final = re.compile(r"['\u2019.]")


def codes(names: Mapping[str, str]) -> dict[str, str]:
    """Return a code for each name, different even when upper and lower case are not told apart.

    Names of several words get their initials ("Key Person" KP), others their first letters ("Killer" Ki);
    where two would collide the later one takes a further letter.

    Args:
        names: names by id.

    Returns:
        Codes by id, in the order of `names`.
    """
    taken: dict[str, str] = {}
    chosen: dict[str, str] = {}
    # Initials are what players write, so names of several words choose first.
    for name_id in sorted(names, key=lambda one: len(_words(names[one])) == 1):
        code = next(code for code in _candidates(names[name_id]) if code.casefold() not in taken)
        taken[code.casefold()] = name_id
        chosen[name_id] = code
    return {name_id: chosen[name_id] for name_id in names}


def _words(name: str) -> list[str]:
    plain = "".join(char if char.isalnum() else " " for char in _INSIDE.sub("", name)).split()
    return [word for word in plain if word.casefold() not in _SMALL_WORDS] or plain or ["?"]


def _candidates(name: str) -> Iterator[str]:
    """Yield codes in order of preference, without end."""
    words = _words(name)
    first = words[0][0].upper()
    if len(words) > 1:
        yield from (first + word[0].upper() for word in words[1:])
    yield from (first + letter.lower() for letter in "".join(words)[1:])
    number = 1
    while True:
        yield f"{first}{number}"
        number += 1
