"""A statement tells everything that it excludes by itself, and nothing more."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from proofs import full, told
from random_puzzles import puzzles

from deducer.engines.sat import Sat
from deducer.explain.domains import Domains, Tell, alike, tells, without
from deducer.logic.terms import Puzzle

MANY = 25


def statements(puzzle: Puzzle) -> tuple[Tell, ...]:
    return tells(((piece,) for piece in Sat(puzzle).pieces), full(puzzle))


@st.composite
def known_things(draw: st.DrawFn, puzzle: Puzzle) -> Domains:
    """Some values excluded, at least one left of each variable."""
    return {
        name: frozenset(draw(st.sets(st.sampled_from(variable.domain), min_size=1)))
        for name, variable in puzzle.variables.items()
    }


@settings(max_examples=MANY)
@given(puzzles, st.data())
def test_a_statement_tells_exactly_what_it_excludes(puzzle: Puzzle, data: st.DataObject) -> None:
    known = data.draw(known_things(puzzle))
    for tell in statements(puzzle):
        left = told(tell, known)
        assert tell.fits(known) is (left is not None)
        if left is not None:
            gone = {(name, value) for name in tell.scope for value in known[name] - left[name]}
            assert set(tell.removals(known)) == gone
        else:
            assert tell.told(known) is None
            assert tell.removals(known) == ()


@settings(max_examples=MANY)
@given(puzzles, st.data())
def test_the_reason_for_a_removal_suffices_and_is_needed(puzzle: Puzzle, data: st.DataObject) -> None:
    known = data.draw(known_things(puzzle))
    everything = full(puzzle)
    for tell in statements(puzzle):
        for removal in tell.removals(known):
            reason = tell.reason(everything, known, removal)
            assert reason <= {(n, v) for n in tell.scope for v in everything[n] - known[n]}
            assert removal in tell.removals(without(everything, reason))
            # Without any class of values in it, it would not suffice.
            for name, values in ((n, c) for n, classes in tell.classes.items() for c in classes):
                fewer = reason - {(name, value) for value in values}
                if fewer != reason:
                    assert removal not in tell.removals(without(everything, fewer))


@settings(max_examples=MANY)
@given(puzzles, st.data())
def test_the_reason_for_a_clash_suffices(puzzle: Puzzle, data: st.DataObject) -> None:
    known = data.draw(known_things(puzzle))
    everything = full(puzzle)
    for tell in statements(puzzle):
        if not tell.fits(known):
            assert not tell.fits(without(everything, tell.reason(everything, known)))


@settings(max_examples=MANY)
@given(puzzles, st.data())
def test_what_is_given_needs_no_reason(puzzle: Puzzle, data: st.DataObject) -> None:
    known = data.draw(known_things(puzzle))
    for tell in statements(puzzle):
        for removal in tell.removals(known):
            assert tell.reason(known, known, removal) == frozenset()


@settings(max_examples=MANY)
@given(puzzles)
def test_values_of_one_class_make_no_difference(puzzle: Puzzle) -> None:
    found = statements(puzzle)
    everything = full(puzzle)
    for name, domain in everything.items():
        classes = alike(found, name, domain)
        assert frozenset().union(*classes) == domain
        assert sum(map(len, classes)) == len(domain)
        for values in classes:
            for tell in found:
                ways = {tell.fits({**everything, name: frozenset((value,))}) for value in values}
                assert len(ways) == 1
