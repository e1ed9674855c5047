"""Law 1: with every triple 1, a polynomial's value in the natural numbers is SPARQL's multiplicity."""

from __future__ import annotations

from collections import Counter

from hypothesis import given

from graphragprov.errors import UnsupportedQuery
from graphragprov.semirings import Counting
from graphragprov.sparql import evaluate, parse_query

from .oracle import mapping, our_graph, ours, their_answers
from .test_deletion import SETTINGS, assume, cases


@SETTINGS
@given(cases(closures=True))
def test_polynomials_count(case: tuple[list[str], str]) -> None:
    triples, query = case
    graph = our_graph(triples)
    try:
        solutions = ours(graph, query)
    except UnsupportedQuery:
        assume(False)
    roots = [s.gate for s in solutions]
    values = solutions.circuit.fold_all(roots, Counting(), lambda token: 1, triples=lambda triple: 1)
    theirs = their_answers(triples, query)
    assert theirs == Counter({mapping(s.terms): values[s.gate] for s in solutions if values[s.gate]})
    assert theirs == Counter({mapping(s.terms): s.multiplicity for s in solutions if s.alive})


@SETTINGS
@given(cases(closures=True))
def test_without_provenance_the_answers_are_the_same(case: tuple[list[str], str]) -> None:
    triples, query = case
    try:
        solutions = evaluate(parse_query(query), our_graph(triples), provenance=False)
    except UnsupportedQuery:
        assume(False)
    assert their_answers(triples, query) == Counter({mapping(s.terms): s.multiplicity for s in solutions})


def test_two_readings_of_one_triple_count_once_at_triple_level() -> None:
    graph = our_graph([":a :p :b"])
    solutions = ours(graph, "PREFIX : <http://x/> SELECT ?x { ?x :p ?y }")
    gate = solutions[0].gate
    assert solutions.circuit.fold(gate, Counting(), lambda token: 2) == 2
    assert solutions.circuit.fold(gate, Counting(), lambda token: 2, triples=lambda triple: 1) == 1
