from __future__ import annotations

import pytest

from graphragprov.occurrences import Evidence, Occurrence, OccurrenceGraph, Run, occurrence_id
from graphragprov.sparql.evaluate import evaluate
from graphragprov.sparql.parse import parse_query
from graphragprov.terms import URIRef
from graphragprov.text import Passage

A, P, B = (URIRef(f"http://x/{name}") for name in "apb")
NONE = (Evidence(), Evidence(), Evidence())


def graph_with_a_reading() -> tuple[OccurrenceGraph, URIRef]:
    graph, run = OccurrenceGraph(), Run("test model")
    passage = Passage(document_id="d", index=0, ordinal=0, start=0, end=6, text="A p B.")
    iri = occurrence_id((A, P, B), passage, NONE, run)
    graph.add(
        Occurrence(
            id=iri,
            triple=(A, P, B),
            passage=passage,
            subject_evidence=NONE[0],
            predicate_evidence=NONE[1],
            object_evidence=NONE[2],
            run=run,
        )
    )
    return graph, iri


@pytest.mark.parametrize(
    "pattern",
    [
        "<{0}> rdf:reifies <<( ?s ?p ?o )>>",
        "VALUES ?occurrence {{ <{0}> }} ?occurrence rdf:reifies <<( ?s ?p ?o )>>",
        "?s ?p ?o FILTER EXISTS {{ <{0}> rdf:reifies <<( ?s ?p ?o )>> }}",
    ],
)
def test_the_first_query_that_names_an_occurrence_finds_it(pattern: str) -> None:
    graph, iri = graph_with_a_reading()
    query = parse_query(f"SELECT ?s ?p ?o {{ {pattern.format(iri)} }}")
    assert [solution.terms for solution in evaluate(query, graph)] == [(A, P, B)]
