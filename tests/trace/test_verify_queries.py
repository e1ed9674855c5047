"""Every kind of query has a trace that verifies, and names what it rests on."""

from __future__ import annotations

import itertools

import pytest
from rdflib import Dataset, Graph, URIRef

import graphragprov as gp

DATA = """
@prefix : <http://example.org/> .
:ann :knows :ben, :dee . :ben :knows :cem . :dee :knows :cem . :ann :age 30 . :ben :age 41 . :cem :age 17 .
:ann a :Person . :ben a :Person . :cem a :Person .
"""
PREFIX = "PREFIX : <http://example.org/>\n"
QUERIES = {
    "ask": "ASK { :ann :knows/:knows :cem }",
    "optional": "SELECT ?x ?a { ?x a :Person OPTIONAL { ?x :age ?a FILTER(?a > 20) } }",
    "minus": "SELECT ?x { ?x a :Person MINUS { ?x :knows ?y } }",
    "exists": "SELECT ?x { ?x a :Person FILTER EXISTS { ?x :knows ?y . ?y :age ?a FILTER(?a < 20) } }",
    "path": "SELECT ?y { :ann :knows+ ?y }",
    "negated": "SELECT ?y { :ann !(:knows|a) ?y }",
    "count": "SELECT (COUNT(*) AS ?n) { ?x a :Person }",
    "sum per group": "SELECT ?x (SUM(?a) AS ?n) { ?x :knows ?y . ?y :age ?a } GROUP BY ?x",
    "having": "SELECT ?x (COUNT(?y) AS ?n) { ?x :knows ?y } GROUP BY ?x HAVING (COUNT(?y) > 1)",
    "latest": "SELECT ?x { ?x :age ?a } ORDER BY DESC(?a) LIMIT 1",
    "distinct": "SELECT DISTINCT ?y { ?x :knows ?y }",
    "subselect": "SELECT ?x ?m { { SELECT ?x (MAX(?a) AS ?m) { ?x :knows/:age ?a } GROUP BY ?x } ?x a :Person }",
    "bind": "SELECT ?x ?b { ?x :age ?a BIND(?a + 1 AS ?b) }",
    "values": "SELECT ?x ?a { VALUES ?x { :ann :nobody } ?x :age ?a }",
    "union": "SELECT ?x { { ?x :age 30 } UNION { ?x :knows :cem } }",
    "occurrences": "SELECT ?o { :ann :knows :ben ~ ?o }",
}


@pytest.fixture(scope="module")
def kg() -> gp.KnowledgeGraph:
    return gp.KnowledgeGraph.from_rdflib(Graph().parse(data=DATA, format="turtle"))


@pytest.mark.parametrize("potential", [False, True])
@pytest.mark.parametrize("name", QUERIES)
def test_a_trace_verifies_and_survives_json(kg: gp.KnowledgeGraph, name: str, potential: bool) -> None:
    answers = kg.query(PREFIX + QUERIES[name], potential=potential)
    assert len(answers) > 0 or name == "occurrences"
    for provenance in (answers.provenance, *(answer.provenance for answer in answers)):
        report = gp.VerificationReport(kg.verify(gp.Trace.loads(provenance.trace.dumps())).checks)
        assert report, str(report)
        assert provenance.explain()


def test_an_aggregate_rests_on_its_rows(kg: gp.KnowledgeGraph) -> None:
    provenance = kg.query(PREFIX + QUERIES["count"])[0].provenance
    assert str(provenance.polynomial) == "1"
    assert len(provenance.occurrences) == 3
    assert "n rests on x1 ⊕ x2 ⊕ x3" in provenance.explain()


def test_a_latest_answer_shows_the_losers(kg: gp.KnowledgeGraph) -> None:
    explained = kg.query(PREFIX + QUERIES["latest"]).provenance.explain()
    assert "compared with x = ann" in explained
    assert "compared with x = cem" in explained


def test_a_query_over_named_graphs_verifies() -> None:
    data = Dataset()
    triple = tuple(URIRef(f"http://example.org/{name}") for name in "apb")
    for name in ("g", "h"):
        data.graph(URIRef(f"http://example.org/{name}")).add(triple)
    kg = gp.KnowledgeGraph.from_rdflib(data)
    answers = kg.query(PREFIX + "SELECT ?g ?x { GRAPH ?g { :a :p ?x } }")
    assert len(answers) == 2
    assert answers.provenance.verify(), str(answers.provenance.verify())


def test_a_sliced_trace_does_not_lose_or_reorder_answers(kg: gp.KnowledgeGraph) -> None:
    from dataclasses import replace

    trace = kg.query(PREFIX + QUERIES["distinct"]).provenance.trace
    first, second, third = trace.answers
    assert kg.verify(trace)
    for answers in ((second, first, third), (first, first, second, third), (first, second)):
        assert not kg.verify(replace(trace, answers=answers)), answers


@pytest.mark.parametrize("call", ["NOW()", "RAND()", "STRUUID()"])
def test_a_query_that_is_another_at_every_run_says_so(kg: gp.KnowledgeGraph, call: str) -> None:
    report = kg.query(f"SELECT ?x {{ BIND({call} AS ?x) }}").provenance.verify()
    assert not report
    assert f"{call} is another at every run" in str(report)


def test_a_row_that_can_never_be_an_answer(kg: gp.KnowledgeGraph) -> None:
    answers = kg.query(PREFIX + "SELECT ?x { ?x :age 30 MINUS { ?x :age ?a } }", potential=True)
    assert answers.provenance.verify(), str(answers.provenance.verify())


def test_documents_read_in_another_order_verify() -> None:
    texts = [gp.Document(text="Panda is a song by Astro.", id=name) for name in "abc"]
    query = "SELECT ?who { <Panda> rel:performer ?who }"
    trace = gp.Builder().ingest(texts).query(query).provenance.trace
    report = gp.Builder().ingest(texts[::-1]).verify(trace)
    assert report, str(report)
    assert not gp.Builder().ingest(texts[:2]).verify(trace)


@pytest.mark.parametrize("parameters", [[[1, 2], ["a", 3]], {"a": [1]}, "text"])
def test_damaged_parameters_of_a_run_are_refused(kg: gp.KnowledgeGraph, parameters: object) -> None:
    data = kg.query(PREFIX + QUERIES["optional"]).provenance.trace.to_json()
    data["occurrences"][0]["run"]["parameters"] = parameters
    with pytest.raises(gp.errors.InvalidTrace):
        gp.Trace.from_json(data)


def test_a_path_of_too_many_walks_is_traced_by_its_tokens() -> None:
    layers = [f":n{i}a|:n{i}b".split("|") for i in range(12)]
    arcs = [f"{s} :next {o} ." for one, two in itertools.pairwise(layers) for s in one for o in two]
    data = "@prefix : <http://example.org/> .\n" + "\n".join(arcs)
    kg = gp.KnowledgeGraph.from_rdflib(Graph().parse(data=data, format="turtle"))
    provenance = kg.query(PREFIX + "ASK { :n0a :next+ :n11a }").provenance
    report = provenance.verify()
    assert report, str(report)
    assert "whole graph gives these tokens (the polynomial is too large to compare)" in str(report)
    assert provenance.evaluate(gp.semirings.Boolean, {"x1": False}) is True
    assert len(provenance.explain()) > 0
