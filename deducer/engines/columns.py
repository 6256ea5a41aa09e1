"""Columns of numbers in which few are different, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from deducer.engines.settle import Numbers
from deducer.record import Record


class Column(Record, frozen=True):
    """A number of each node, by its place in a list of different ones.

    Attributes:
        values: the different numbers.
        places: by node.
    """

    values: tuple[int, ...]
    places: Numbers

    @classmethod
    def of(cls, numbers: Numbers) -> Column:
        """Return the column of some numbers."""
        values, places = np.unique(numbers, return_inverse=True)
        return cls(tuple(values.tolist()), places.reshape(-1))

    def at(self, nodes: Numbers) -> Column:
        """Return the column of some nodes."""
        return Column(self.values, self.places[nodes])

    def numbers(self) -> Numbers:
        """Return the numbers by node."""
        return np.array(self.values, dtype=np.int64)[self.places]


class Change(Record, frozen=True):
    """What becomes of a column at a layer.

    Attributes:
        values: the different numbers afterwards.
        table: by place of the layer's value and of the old number, the place of the new one; -1 for none.
    """

    values: tuple[int, ...]
    table: Numbers

    @classmethod
    def of(cls, column: Column, masks: Sequence[int], change: Callable[[int, int], int], gone: int) -> Change:
        """Work out what each number becomes under each value; `gone` stands for nothing."""
        rows = [[change(number, mask) for number in column.values] for mask in masks]
        values = dict.fromkeys(number for row in rows for number in row if number != gone)
        places = {gone: -1} | {number: place for place, number in enumerate(values)}
        return cls(
            tuple(values), np.array([[places[number] for number in row] for row in rows], dtype=np.int64)
        )

    def fits(self, column: Column) -> NDArray[np.bool_]:
        """Tell by place of the value and by node whether something is left."""
        return self.table[:, column.places] >= 0

    def after(self, column: Column, values: Numbers, nodes: Numbers) -> Column:
        """Return the column that follows for pairs of place of the value and node."""
        return Column(self.values, self.table[values, column.places[nodes]])
