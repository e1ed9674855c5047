from __future__ import annotations

import pytest
from rdflib import Graph, Literal, URIRef

import graphragprov as gp
from graphragprov.errors import SeveralVariables, UnboundVariable, UnknownToken

EX = "http://example.org/"
PREFIX = f"PREFIX : <{EX}>\n"


@pytest.fixture
def kg() -> gp.KnowledgeGraph:
    graph = Graph()
    graph.add((URIRef(EX + "a"), URIRef(EX + "p"), Literal("line one\nline two\u200c")))
    graph.add((URIRef(EX + "a"), URIRef(EX + "q"), URIRef(EX + "b")))
    graph.add((URIRef(EX + "c"), URIRef(EX + "q"), URIRef(EX + "b")))
    return gp.KnowledgeGraph.from_rdflib(graph)


def test_values_are_exact(kg: gp.KnowledgeGraph) -> None:
    assert kg.query(PREFIX + "SELECT ?x { :a :p ?x }").values() == ["line one\nline two\u200c"]
    assert kg.query(PREFIX + "ASK { :a :p ?x }").values() == ["true"]
    assert kg.query(PREFIX + "SELECT ?x ?y { ?x :q :b OPTIONAL { ?x :r ?y } } ORDER BY ?x").values() == ["a | ", "c | "]


def test_one_value_of_one_variable(kg: gp.KnowledgeGraph) -> None:
    answer = kg.query(PREFIX + "SELECT ?x ?y { ?x :q :b OPTIONAL { ?x :r ?y } } ORDER BY ?x")[0]
    assert answer["?x"] == answer["x"] == URIRef(EX + "a")
    with pytest.raises(SeveralVariables, match=r"\?x, \?y"):
        _ = answer.value
    with pytest.raises(UnboundVariable, match=r"does not bind \?y; it binds \?x"):
        _ = answer["y"]
    unbound = kg.query(PREFIX + "SELECT ?y { ?x :q :b OPTIONAL { ?x :r ?y } }")[0]
    with pytest.raises(UnboundVariable):
        _ = unbound.value


def test_answers_are_a_sequence(kg: gp.KnowledgeGraph) -> None:
    answers = kg.query(PREFIX + "SELECT ?x { ?x :q :b } ORDER BY ?x")
    assert answers[0] == answers[0]
    assert answers[0] in answers
    assert answers[0] != answers[1]
    assert [a["x"] for a in answers[::-1]] == [URIRef(EX + "c"), URIRef(EX + "a")]
    assert answers.index(answers[1]) == 1
    assert len({answers[0], answers[0], answers[1]}) == 2


def test_a_valuation_names_tokens_in_every_way(kg: gp.KnowledgeGraph) -> None:
    provenance = kg.query(PREFIX + "SELECT ?y { ?x :q ?y }")[0].provenance
    assert str(provenance.polynomial) == "x1 ⊕ x2"
    first = provenance.names["x1"]
    for key in ("x1", first, first.id, str(first.id)):
        assert provenance.evaluate(gp.semirings.Counting, {key: 5}) == 6
    assert provenance.evaluate(gp.semirings.Counting(), lambda o: 5 if o == first else 0) == 5
    assert provenance.evaluate(gp.semirings.Which) == frozenset(str(o.id) for o in provenance.occurrences)
    elsewhere = next(o for o in kg.occurrences() if o not in provenance.occurrences)
    assert provenance.evaluate(gp.semirings.Boolean, {elsewhere: False}) is True
    for unknown in ("x3", "nosuch", URIRef("urn:nosuch")):
        with pytest.raises(UnknownToken, match=r"the tokens are x1, x2"):
            provenance.evaluate(gp.semirings.Boolean, {unknown: False})


def test_what_is_no_rdflib_graph_is_refused() -> None:
    for other in ("text", None, 3):
        with pytest.raises(gp.GraphRAGProvError, match="from_rdflib"):
            gp.KnowledgeGraph.from_rdflib(other)  # type: ignore[arg-type]


def test_odd_terms_of_an_rdflib_graph_have_traces() -> None:
    graph = Graph()
    graph.add((URIRef("http://example.org/a b<>"), URIRef(EX + "p"), Literal("\ud800 and 'quotes\" \\")))
    kg = gp.KnowledgeGraph.from_rdflib(graph)
    provenance = kg.query("SELECT * { ?s ?p ?o }").provenance
    assert provenance.verify(), str(provenance.verify())
    assert provenance.explain()
    assert kg.verify(gp.Trace.loads(provenance.trace.dumps()))


@pytest.mark.parametrize("query", [None, 7, b"ASK {}"])
def test_a_query_that_is_no_text(kg: gp.KnowledgeGraph, query: object) -> None:
    with pytest.raises(gp.InvalidQuery, match="a query is text"):
        kg.query(query)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("query", "kind", "says"),
    [
        ("SELECT ?x { :a :p ?x . ?x :q ?y }", "no-join", "«?x <http://example.org/q> ?y» found nothing that fits"),
        ("SELECT ?x { :a :nosuch ?x }", "unknown-term", "the graph does not know <http://example.org/nosuch>"),
        ("SELECT ?x { :b :p ?x }", "no-match", "no statement matches it"),
        ("SELECT ?x { { :a :nosuch ?x } UNION { :b :p ?x } }", "unknown-term", "and in the other branch of UNION"),
        ("SELECT ?x { :a :q ?x FILTER(?x = :a) }", "filtered", "a FILTER (or HAVING) took all of it away"),
        ("SELECT ?x { :a :q ?x MINUS { ?y :q ?x } }", "filtered", "MINUS took all of it away"),
        ("SELECT ?x { :a :q ?x } LIMIT 0", "filtered", "LIMIT or OFFSET took all of it away"),
        ("SELECT ?x { GRAPH :g { :a :q ?x } }", "no-match", "in the named graph"),
        ("SELECT ?x { VALUES ?x { :nosuch } :a :q ?x }", "no-join", "VALUES found nothing that fits"),
        ("SELECT ?x { VALUES ?x { } }", "filtered", "VALUES lists no row"),
        ("ASK { :b :q+ ?x }", "no-match", "(a property path)"),
        ("SELECT ?x { { SELECT ?x { :b :p ?x } } }", "no-match", "no statement matches it"),
        ("SELECT ?x { :b :p ?x OPTIONAL { ?x :q ?y } }", "no-match", "no statement matches it"),
        ("SELECT (COUNT(?x) AS ?n) { :b :p ?x } GROUP BY ?x", "no-match", "no statement matches it"),
    ],
)
def test_an_empty_answer_says_why(kg: gp.KnowledgeGraph, query: str, kind: str, says: str) -> None:
    answers = kg.query(PREFIX + query)
    assert answers.why_empty is not None
    assert answers.why_empty.kind == kind
    assert says in answers.why_empty.message
    assert says in answers.provenance.explain()
    assert answers.provenance.verify(), str(answers.provenance.verify())
