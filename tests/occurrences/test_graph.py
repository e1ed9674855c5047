from __future__ import annotations

import tracemalloc

import pytest
from rdflib import Dataset, Graph

from graphragprov.errors import UnnamedToken
from graphragprov.occurrences import Evidence, Occurrence, OccurrenceGraph, Run, Triple, occurrence_id
from graphragprov.terms import RDFS, REIFIES, BNode, Literal, TripleTerm, URIRef, literal
from graphragprov.text import Passage

A, B, C, P, Q = (URIRef(f"http://x/{name}") for name in "abcpq")
RUN = Run("test model")
NONE = (Evidence(), Evidence(), Evidence())


def passage(text: str) -> Passage:
    return Passage(document_id="d", index=0, ordinal=0, start=0, end=len(text), text=text)


def reading(triple: Triple, text: str = "A p B.", labels: tuple[tuple[URIRef, str], ...] = ()) -> Occurrence:
    where = passage(text)
    return Occurrence(
        id=occurrence_id(triple, where, NONE, RUN),
        triple=triple,
        passage=where,
        subject_evidence=NONE[0],
        predicate_evidence=NONE[1],
        object_evidence=NONE[2],
        run=RUN,
        labels=labels,
    )


def test_one_triple_read_twice_is_one_triple_with_two_tokens() -> None:
    graph = OccurrenceGraph()
    tokens = [graph.add(reading((A, P, B), text)) for text in ("A p B.", "Again: A p B.")]
    assert (len(graph), tokens) == (1, [0, 1])
    assert graph.tokens_of(graph.triple_id((A, P, B))) == (0, 1)


def test_the_same_occurrence_twice_changes_nothing() -> None:
    graph = OccurrenceGraph()
    token = graph.add(reading((A, P, B)))
    version = graph.version
    assert graph.add(reading((A, P, B))) == token
    assert graph.version == version


def test_labels_rest_on_the_occurrences_that_name_the_entity() -> None:
    graph = OccurrenceGraph()
    graph.add(reading((A, P, B), "one", labels=((A, "Anna"),)))
    graph.add(reading((A, P, C), "two", labels=((A, "Anna"), (C, "Carl"))))
    label = graph.triple_id((A, RDFS.label, Literal("Anna")))
    assert graph.tokens_of(label) == (0, 1)
    assert len(graph) == 4


def test_tokens_and_occurrences_find_each_other() -> None:
    graph = OccurrenceGraph()
    occurrence = reading((A, P, B))
    token = graph.add(occurrence)
    assert graph.occurrence(token) is occurrence
    assert graph.token(occurrence.id) == token
    assert list(graph.occurrences) == [occurrence]
    with pytest.raises(UnnamedToken, match="no occurrence"):
        graph.token(A)
    with pytest.raises(UnnamedToken, match="no token 7"):
        graph.occurrence(7)


def test_imported_triples_have_occurrences_without_a_passage_made_on_demand() -> None:
    source = Graph()
    source.add((A, P, B))
    source.add((A, P, literal("01", "http://www.w3.org/2001/XMLSchema#integer")))
    graph = OccurrenceGraph.from_rdflib(source)
    assert set(graph) == set(source)
    for token, occurrence in enumerate(graph.occurrences):
        assert occurrence.passage is None
        assert occurrence.run.model == "rdflib import"
        assert graph.token(occurrence.id) == token
        assert graph.add(occurrence) == token
    assert graph.add_triple((A, P, B)) in (0, 1)
    assert len(graph.occurrences) == 2


def test_named_graphs_of_a_dataset_are_kept_apart() -> None:
    source = Dataset()
    source.default_graph.add((A, P, B))
    source.graph(C).add((A, P, B))
    graph = OccurrenceGraph.from_rdflib(source)
    assert len(graph) == 2
    first, second = graph.occurrences
    assert first.triple == second.triple
    assert first.id != second.id
    merged = graph.merged(tuple(graph.named))
    assert len(merged) == 1


def test_merging_graphs_joins_the_tokens_of_a_triple() -> None:
    graph = OccurrenceGraph()
    tokens = [graph.add_triple((A, P, B), name) for name in (B, C)]
    index = graph.merged(tuple(graph.named))
    assert [graph.tokens_of(number) for number in index] == [tuple(tokens)]


def test_a_triple_goes_with_its_last_occurrence() -> None:
    graph = OccurrenceGraph()
    first = graph.add(reading((A, P, B), "one", labels=((A, "Anna"),)))
    second = graph.add(reading((A, P, B), "two"))
    before = graph.triple_id((A, P, B))
    graph.remove(first)
    after = graph.triple_id((A, P, B))
    assert graph.tokens_of(after) == (second,)
    assert graph.tokens_of(before) == (first, second), "answers of before stay what they were"
    assert graph.triple_of(second) == after
    assert (A, RDFS.label, Literal("Anna")) not in graph
    graph.remove(second)
    assert len(graph) == 0
    assert not list(graph.occurrences)
    with pytest.raises(UnnamedToken):
        graph.remove(second)
    assert graph.add(reading((A, P, B), "one")) == 2


def test_indexes_follow_additions_and_removals() -> None:
    graph = OccurrenceGraph()
    token = graph.add_triple((A, P, B))
    p, a, b, c = (graph.dictionary.encode(term) for term in (P, A, B, C))
    index = graph.default.predicate(p)
    assert (set(index.from_subject), set(index.from_object)) == ({a}, {b})
    assert (set(graph.default.all_by_subject), set(graph.default.all_by_object)) == ({a}, {b})
    graph.add_triple((A, P, C))
    assert set(index.from_object) == {b, c}
    assert len(index.from_subject.get(a)) == len(graph.default.all_by_subject[a]) == 2
    graph.remove(token)
    assert set(index.from_object) == set(graph.default.all_by_object) == {c}
    assert len(index.from_subject.get(a)) == 1


def test_a_string_and_an_xsd_string_are_one_term() -> None:
    graph = OccurrenceGraph()
    graph.add_triple((A, P, Literal("x", datatype="http://www.w3.org/2001/XMLSchema#string")))
    assert graph.triple_id((A, P, Literal("x"))) == 0
    assert graph.triple_id((A, P, Literal("x", lang="en"))) == -1


def test_blank_nodes_iris_and_literals_of_one_text_differ() -> None:
    graph = OccurrenceGraph()
    for term in (URIRef("x"), BNode("x"), Literal("x")):
        graph.add_triple((A, P, term))
    assert len(graph) == 3


def test_the_view_of_reifiers_speaks_of_what_was_read() -> None:
    graph = OccurrenceGraph()
    graph.add_triple((A, Q, C))
    token = graph.add(reading((A, P, B)))
    view = graph.view(REIFIES)
    assert view is not None
    (statement,) = view
    assert statement == ~token
    assert graph.decode(view.objects[statement]) == TripleTerm(A, P, B)
    assert graph.view(P) is None
    graph.add(reading((A, P, C)))
    again = graph.view(REIFIES)
    assert again is not None
    assert len(again) == 2


def test_a_restricted_graph_has_the_occurrences_and_all_named_graphs() -> None:
    graph = OccurrenceGraph()
    tokens = [graph.add(reading((A, P, B))), graph.add_triple((A, Q, C)), graph.add_triple((A, P, C), C)]
    graph.add_triple((A, Q, B), B)
    alone = graph.restricted(tokens)
    assert [alone.occurrence(token) for token in alone.tokens] == [graph.occurrence(token) for token in tokens]
    assert alone.triple_id((A, P, C), C) >= 0
    assert {alone.decode(name): len(index) for name, index in alone.named.items()} == {C: 1, B: 0}


def test_a_hundred_thousand_imported_triples_stay_small() -> None:
    count = 20_000
    triples = [
        (URIRef(f"http://x/n{i // 8}"), URIRef(f"http://x/p{i % 8}"), URIRef(f"http://x/o{i}")) for i in range(count)
    ]
    tracemalloc.start()
    graph = OccurrenceGraph()
    for triple in triples:
        graph.add_triple(triple)
    for statements in graph.default.by_predicate.values():
        assert statements.from_subject
        assert statements.from_object
    used = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert used / count < 600
