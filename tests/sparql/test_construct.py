"""CONSTRUCT: which triples it makes, and what each of them rests on."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from graphragprov.errors import UnsupportedOperation
from graphragprov.occurrences import OccurrenceGraph
from graphragprov.semirings import Boolean, Counting
from graphragprov.sparql import parse_query
from graphragprov.sparql.algebra import ConstructQuery
from graphragprov.sparql.construct import ConstructedTriples, construct
from graphragprov.terms import BNode, Literal, TripleTerm, URIRef

A, B, C, P, Q, R = (URIRef(f"http://x/{name}") for name in "abcpqr")
ONE = Literal("1", normalize=False)
TRIPLES = [(A, P, B), (B, P, C), (A, Q, C), (C, P, A), (A, R, ONE)]


def graph_of(triples=TRIPLES) -> OccurrenceGraph:
    graph = OccurrenceGraph()
    for triple in triples:
        graph.add_triple(triple)
    return graph


def made(text: str, graph: OccurrenceGraph | None = None, **options) -> ConstructedTriples:
    query = parse_query(text, base="http://x/", prefixes={"": "http://x/"})
    assert isinstance(query, ConstructQuery)
    return construct(query, graph_of() if graph is None else graph, **options)


def tokens(found: ConstructedTriples, triple) -> list[int]:
    return found.circuit.tokens(found[triple])


def test_a_triple_rests_on_every_solution_that_makes_it():
    found = made("CONSTRUCT { ?x :r :all } WHERE { { ?x :p ?y } UNION { ?x :q ?y } }")
    all_of_it = URIRef("http://x/all")
    assert set(found) == {(A, R, all_of_it), (B, R, all_of_it), (C, R, all_of_it)}
    assert tokens(found, (A, R, all_of_it)) == [0, 2]
    assert found.circuit.fold(found[A, R, all_of_it], Counting(), lambda _: 1) == 2


def test_a_triple_that_two_templates_make_of_one_solution_counts_once():
    found = made("CONSTRUCT { ?x :r ?y . ?x ?p ?y } WHERE { ?x :p ?y BIND(:r AS ?p) }")
    assert len(found) == 3
    assert found.circuit.fold(found[A, R, B], Counting(), lambda _: 1) == 1


def test_what_is_no_triple_is_left_out():
    template = "?x :p ?y . ?o :p ?x . ?x ?o ?x . ?x :p ?none . ?x :q <<( ?o :p ?x )>>"
    assert set(made(f"CONSTRUCT {{ {template} }} WHERE {{ ?x :q ?y . ?x :r ?o }}")) == {(A, P, C)}


def test_triple_terms_and_reifiers():
    found = made("CONSTRUCT { ?x ?p ?y ~ _:r } WHERE { ?x ?p ?y FILTER(?p = :q) }")
    [node] = {s for s, _, _ in found if isinstance(s, BNode)}
    reifies = URIRef("http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies")
    assert set(found) == {(A, Q, C), (node, reifies, TripleTerm(A, Q, C))}


def test_every_solution_has_blank_nodes_of_its_own():
    found = made("CONSTRUCT { _:n :p ?x . _:n :q :c } WHERE { ?x :p ?y }")
    nodes = {s for s, _, _ in found}
    assert len(nodes) == 3
    assert len(found) == 6
    assert all(isinstance(node, BNode) for node in nodes)


def test_blank_nodes_of_the_template_are_not_those_of_the_pattern():
    found = made("CONSTRUCT { _:n :q ?y } WHERE { _:n :p ?y }")
    assert {o for _, _, o in found} == {A, B, C}
    assert all(isinstance(s, BNode) for s, _, _ in found)


def test_the_short_form():
    found = made("CONSTRUCT WHERE { ?x :p ?y . ?y :p ?z }")
    assert set(found) == {(A, P, B), (B, P, C), (C, P, A)}
    assert tokens(found, (A, P, B)) == [0, 1, 3]


def test_a_slice_counts_solutions_and_is_marked():
    found = made("CONSTRUCT { ?x :r ?y } WHERE { ?x :p ?y } ORDER BY DESC(?x) LIMIT 1")
    assert set(found) == {(C, R, A)}
    assert found.slice_dependent
    assert not made("CONSTRUCT { ?x :r ?y } WHERE { ?x :p ?y }").slice_dependent


def test_a_sub_select_may_be_sliced():
    found = made("CONSTRUCT { ?x :r ?y } WHERE { SELECT ?x ?y { ?x :p ?y } ORDER BY ?x LIMIT 1 }")
    assert set(found) == {(A, R, B)}
    assert found.slice_dependent


def test_without_provenance_there_is_no_gate():
    found = made("CONSTRUCT { ?x :r ?y } WHERE { ?x :p ?y }", provenance=False)
    assert set(found) == {(A, R, B), (B, R, C), (C, R, A)}
    with pytest.raises(UnsupportedOperation):
        found[A, R, B]


@pytest.mark.parametrize(
    "text",
    [
        "CONSTRUCT { ?x :r ?y . ?y :q :c } WHERE { ?x :p ?y }",
        "CONSTRUCT { ?x :r ?z . ?x :s ?y } WHERE { ?x :p ?y OPTIONAL { ?y :p ?z } }",
        "CONSTRUCT { ?x :r :c } WHERE { { ?x :p ?y MINUS { ?x :q ?z } } UNION { ?x :r ?y } }",
    ],
)
def test_any_deletion_has_the_effect_of_constructing_again(text):
    found = made(text, potential=True)
    for gone in chain.from_iterable(combinations(range(len(TRIPLES)), n) for n in range(len(TRIPLES) + 1)):
        left = made(text, graph_of([triple for token, triple in enumerate(TRIPLES) if token not in gone]))
        assert _held(found, gone) == set(left), f"without {gone}"
    assert {triple for triple in found if found.alive(triple)} == set(made(text))


def _held(found: ConstructedTriples, gone: tuple[int, ...]) -> set:
    return {each for each in found if found.circuit.fold(found[each], Boolean(), lambda token: token not in gone)}
