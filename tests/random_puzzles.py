"""Small random puzzles, and their worlds by trying everything."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st

from deducer.logic.build import conjunction, count, disjunction, member, negation
from deducer.logic.evaluate import survives
from deducer.logic.terms import TRUE, Constraint, Cover, Formula, Item, Option, Puzzle, Variable
from deducer.provenance import Source

Values = tuple[str, ...]

LINES = (Source(0, "rule"), *(Source(n, f"line {n}", unsure=n % 2 == 0) for n in range(1, 6)))


def survivors(puzzle: Puzzle) -> set[Values]:
    """The surviving worlds as values in the order of the world variables."""
    names = puzzle.world_variables
    every = product(*(puzzle.variables[name].domain for name in names))
    return {values for values in every if survives(puzzle, dict(zip(names, values, strict=True)))}


def _shape(*sizes: int, auxiliary: int) -> dict[str, Variable]:
    worldly = [Variable(f"v{n}", ("a", "b", "c")[:size]) for n, size in enumerate(sizes)]
    hidden = [Variable(f"aux{n}", ("n", "y"), auxiliary=True) for n in range(auxiliary)]
    return {variable.name: variable for variable in (*worldly, *hidden)}


SHAPES = (_shape(3, 2, auxiliary=0), _shape(2, 3, 3, auxiliary=1), _shape(2, 2, 2, 3, auxiliary=2))


def _formulas(variables: dict[str, Variable]) -> st.SearchStrategy[Formula]:
    def literal(variable: Variable) -> list[Formula]:
        alone = [member(variable, (value,)) for value in variable.domain]
        return [*alone, member(variable, variable.domain[1:]), negation(alone[0])]

    def larger(smaller: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
        parts = st.lists(smaller, min_size=2, max_size=4)
        return st.one_of(
            smaller.map(negation),
            parts.map(lambda some: conjunction(*some)),
            parts.map(lambda some: disjunction(*some)),
            st.builds(count, parts, st.integers(0, 2), st.integers(1, 3)),
        )

    literals = [one for variable in variables.values() for one in literal(variable)]
    return st.recursive(st.sampled_from([*literals, TRUE]), larger, max_leaves=5)


def _covers(guards: st.SearchStrategy[Formula]) -> st.SearchStrategy[Cover]:
    explained = st.sampled_from([frozenset(some) for some in ("i", "j", "k", "ij", "jk")])
    spent = st.sampled_from([frozenset(some) for some in ("", "r", "s", "rs")])
    options = st.lists(st.builds(Option, st.just("use"), guards, explained, spent), max_size=6).map(tuple)
    lines = st.lists(st.sampled_from(LINES), min_size=1, max_size=3)
    items = lines.map(lambda some: tuple(Item(name, line) for name, line in zip("ijk", some, strict=False)))
    return st.builds(Cover, items, options)


def _puzzles(variables: dict[str, Variable]) -> st.SearchStrategy[Puzzle]:
    formulas = _formulas(variables)
    constraints = st.lists(st.builds(Constraint, formulas, st.sampled_from(LINES)), max_size=5)
    covers = st.lists(_covers(formulas), max_size=2)
    return st.builds(Puzzle, st.just(variables), constraints.map(tuple), covers.map(tuple))


puzzles = st.one_of([_puzzles(variables) for variables in SHAPES])
"""Two to four world variables of two or three values, up to two auxiliary ones, up to five lines."""

extras = _formulas(SHAPES[0])
"""Formulas over the first two world variables, which every puzzle has."""


Counted = tuple[Puzzle, Values, Values, Values]
"""A puzzle, what is projected of it and in which order, its selectors, and its leading variables."""


def _counted(shape: dict[str, Variable]) -> st.SearchStrategy[Counted]:
    """Puzzles with a projection and selectors, in which the selectors may decide how often values occur."""
    names = [name for name, variable in shape.items() if not variable.auxiliary]
    two_valued = [name for name in names if len(shape[name].domain) == 2]

    def sums(drawn: tuple[Puzzle, list[str], list[str], list[str], int, int]) -> Counted:
        puzzle, chosen, selectors, first, number, more = drawn
        projection = tuple(name for name in chosen if name not in selectors)
        constraints = list(puzzle.constraints)
        if len(projection) > 1 and selectors and number:
            every = [member(shape[name], ("b",)) for name in projection]
            # With one more, what is left of a count can look like another count that the selectors decide.
            held = every if not more or len(every) < 3 else every[1:]
            picked = member(shape[selectors[0]], ("b",))
            low = number - 1
            constraints.append(Constraint(disjunction(negation(picked), count(held, low, number)), LINES[0]))
            constraints.append(Constraint(disjunction(picked, count(held, 0, 1)), LINES[0]))
            if more:
                constraints.append(Constraint(count(every, more, more + 1), LINES[1]))
        leading = tuple(name for name in first if name not in {*projection, *selectors})
        summed = Puzzle(puzzle.variables, tuple(constraints), puzzle.covers)
        return summed, projection, tuple(selectors), leading

    return st.tuples(
        _puzzles(shape),
        st.permutations(names).flatmap(lambda order: st.integers(0, len(order)).map(lambda n: order[:n])),
        st.lists(st.sampled_from(two_valued), unique=True),
        st.lists(st.sampled_from(names), unique=True),
        st.integers(0, 2),
        st.integers(0, 2),
    ).map(sums)


counted_puzzles = st.one_of([_counted(shape) for shape in (*SHAPES, _shape(2, 2, 3, 3, 3, auxiliary=1))])
"""Puzzles, what is projected of them and in which order, their selectors and leading variables."""
