"""The bases of the values that every layer passes on."""

from __future__ import annotations

import msgspec


class Record(msgspec.Struct, frozen=True):
    """An immutable value, compared and hashed by its fields.

    A subclass says `frozen=True` again, for the type checker, and `dict=True` if it has cached properties.
    """


class Draft(msgspec.Struct):
    """A value under construction, which its methods change."""
