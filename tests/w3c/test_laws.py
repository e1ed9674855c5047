"""The laws of provenance on the queries and data of the W3C query evaluation tests."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from graphragprov.semirings import Boolean, Counting
from graphragprov.sparql import Solutions, evaluate
from graphragprov.sparql.algebra import AskQuery, ConstructQuery, Distinct, Group, Project, SelectQuery, Slice
from graphragprov.sparql.expression_parts import parts_of
from graphragprov.terms import Term

from .data import Data, data_of
from .evaluation import SUITES, evaluation_tests
from .known import NOT_PASSED
from .manifest import Entry
from .ours import from_files, query_of

VOLATILE = ("RAND()", "UUID()", "BNODE(", "NOW()")
MOST_SINGLE = 60
TESTS = [
    entry
    for entry in evaluation_tests(*SUITES)
    if entry.id not in NOT_PASSED
    and not isinstance(query_of(entry), ConstructQuery)
    and not any(name in entry.query.read_bytes().decode("utf-8") for name in VOLATILE)
]
# Which rows a slice takes, and what the value of an aggregate is, is not for the polynomial to say.
DELETABLE = [
    entry for entry in TESTS if not any(isinstance(part, Slice | Group) for part in parts_of(query_of(entry).pattern))
]


def read(entry: Entry) -> tuple[SelectQuery | AskQuery, Data]:
    query = query_of(entry)
    assert isinstance(query, SelectQuery | AskQuery)
    return query, data_of(entry, from_files(query.dataset))


def bag(solutions: Solutions) -> Counter[tuple[Term | None, ...]]:
    return Counter({solution.terms: solution.multiplicity for solution in solutions})


def test_no_test_went_missing():
    assert (len(TESTS), len(DELETABLE)) == (553, 488)


def shows_each_derivation(query: SelectQuery | AskQuery) -> bool:
    """Whether the rows are shown as often as they are derived: no DISTINCT, no slice, no ASK at the top."""
    if isinstance(query, AskQuery):
        return False
    pattern = query.pattern
    while not isinstance(pattern, Project):
        if isinstance(pattern, Distinct | Slice):
            return False
        pattern = pattern.pattern  # type: ignore[union-attr]
    return True


@pytest.mark.parametrize("entry", TESTS, ids=lambda entry: entry.id)
def test_counting_gives_the_multiplicity(entry):
    query, data = read(entry)
    solutions = evaluate(query, data.graph())
    assert bag(solutions) == bag(evaluate(query, data.graph(), provenance=False))
    semiring = Counting() if shows_each_derivation(query) else Boolean()
    values = solutions.circuit.fold_all([each.gate for each in solutions], semiring, lambda _: semiring.one)
    for solution in solutions:
        expected = solution.multiplicity if shows_each_derivation(query) else True
        assert values[solution.gate] == expected, solution.terms


@pytest.mark.parametrize("entry", DELETABLE, ids=lambda entry: entry.id)
def test_a_deletion_has_the_effect_of_evaluating_again(entry):
    query, data = read(entry)
    solutions = evaluate(query, data.graph(), potential=True)
    gates = [each.gate for each in solutions]
    for gone in deletions(len(data.quads)):
        values = solutions.circuit.fold_all(gates, Boolean(), lambda token, gone=gone: token not in gone)
        left = {each.terms for each in evaluate(query, data.graph(gone), provenance=False)}
        assert {each.terms for each in solutions if values[each.gate]} == left, f"without {sorted(gone)}"


def deletions(count: int) -> Iterator[frozenset[int]]:
    """Every single token (some of many), all tokens, and some sets."""
    choose = random.Random(count)
    yield from (frozenset([token]) for token in choose.sample(range(count), min(count, MOST_SINGLE)))
    yield frozenset(range(count))
    yield from (frozenset(token for token in range(count) if choose.random() < 0.5) for _ in range(5))
