"""Verification fails when any byte of text, span, triple or polynomial is changed."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

import pytest

import graphragprov as gp
from graphragprov.trace import PolynomialTrace, verify
from graphragprov.trace.evaluation import Evaluation

FILM = "The Lake House is a film directed by Ana Ruiz."
PERSON = "Ana Ruiz was born in Lyon. She directed The Lake House."


def component(name: str, *quotes: str) -> dict[str, Any]:
    return {"name": name, "quotes": list(quotes)}


def triple(subject: dict[str, Any], predicate: dict[str, Any], obj: dict[str, Any]) -> dict[str, Any]:
    return {"subject": subject, "predicate": predicate, "object": obj}


REPLIES = {
    FILM: [
        triple(
            component("The Lake House", "The Lake House"),
            component("director", "directed by"),
            component("Ana Ruiz", "Ana Ruiz"),
        )
    ],
    PERSON: [
        triple(
            component("The Lake House", "The Lake House"),
            component("director", "directed"),
            component("Ana Ruiz", "She"),
        ),
        triple(
            component("Ana Ruiz", "Ana Ruiz"), component("place of birth", "was born in"), component("Lyon", "Lyon")
        ),
    ],
}
QUERY = "SELECT ?place WHERE { <The_Lake_House> rel:director ?who . ?who rel:placeOfBirth ?place }"
OPTIONAL = "SELECT ?who ?spouse WHERE { ?film rel:director ?who OPTIONAL { ?who rel:placeOfBirth ?spouse } }"


@pytest.fixture
def kg() -> gp.KnowledgeGraph:
    reader = gp.RecordedTranslations({text: json.dumps({"triples": triples}) for text, triples in REPLIES.items()}, {})
    return gp.Builder(reader).ingest([gp.Document(text=FILM, id="film"), gp.Document(text=PERSON, id="person")])


@pytest.fixture
def trace(kg: gp.KnowledgeGraph) -> gp.Trace:
    trace = kg.query(QUERY).provenance.trace
    assert kg.verify(trace), str(kg.verify(trace))
    return trace


def test_the_polynomial_has_two_derivations(kg: gp.KnowledgeGraph) -> None:
    answers = kg.query(QUERY)
    assert answers.values() == ["Lyon"]
    assert str(answers[0].provenance.polynomial) == "x1⊗x2 ⊕ x2⊗x3"
    report = answers[0].provenance.verify()
    assert report.passed
    assert len(report.checks) == len(str(report).splitlines()) - 1


def test_a_trace_survives_json(kg: gp.KnowledgeGraph, trace: gp.Trace) -> None:
    again = gp.Trace.loads(trace.dumps())
    assert again == trace
    assert kg.verify(again)


def leaves(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every number, text and flag of JSON data."""
    if isinstance(data, dict):
        return [p for key, value in data.items() for p in leaves(value, (*path, key))]
    if isinstance(data, list):
        return [p for index, value in enumerate(data) for p in leaves(value, (*path, index))]
    return [path]


def changed(data: Any, path: tuple[Any, ...]) -> Any:
    """The same data with the leaf at the path changed a little."""
    result = copy.deepcopy(data)
    parent = result
    for step in path[:-1]:
        parent = parent[step]
    value = parent[path[-1]]
    match value:
        case bool():
            parent[path[-1]] = not value
        case int() | float():
            parent[path[-1]] = value + 1
        case str():
            parent[path[-1]] = value[:-1] + ("y" if value.endswith("x") else "x")
        case None:
            parent[path[-1]] = "x"
    return result


@pytest.mark.parametrize("query", [QUERY, OPTIONAL])
def test_any_changed_leaf_of_a_trace_is_found(kg: gp.KnowledgeGraph, query: str) -> None:
    data = kg.query(query).provenance.trace.to_json()
    # Where a query has no potential rows, asking for them changes nothing.
    not_checkable = {"question", "translator", "format"} | ({"potential"} if query == QUERY else set())
    paths = [path for path in leaves(data) if path[0] not in not_checkable]
    assert len(paths) > 80
    for path in paths:
        try:
            tampered = gp.Trace.from_json(changed(data, path))
        except gp.GraphRAGProvError:
            continue
        assert not kg.verify(tampered), path


def test_a_changed_stored_text_is_found(kg: gp.KnowledgeGraph, trace: gp.Trace) -> None:
    graph = kg._graph
    for name, document in kg.documents.items():
        for at in range(len(document.text)):
            text = document.text[:at] + ("x" if document.text[at] != "x" else "y") + document.text[at + 1 :]
            texts = {**kg.documents, name: replace(document, text=text)}
            assert not verify(trace, graph, texts), (name, at)


def test_a_dropped_derivation_is_found(kg: gp.KnowledgeGraph, trace: gp.Trace) -> None:
    answer = trace.answers[0]
    for text in ("x1⊗x2", "x2⊗x3", "x1⊗x2⊗x3"):
        changed = replace(answer, polynomial=replace(answer.polynomial, text=text))
        assert not kg.verify(replace(trace, answers=(changed,)))
    shorter = {**answer.polynomial.canonical, "terms": answer.polynomial.canonical["terms"][:1]}
    changed = replace(answer, polynomial=PolynomialTrace(text="x1⊗x2", canonical=shorter))
    report = kg.verify(replace(trace, answers=(changed,)))
    assert "whole graph gives exactly this polynomial" in {check.name for check in report.failures}


def test_a_trace_of_fewer_occurrences_is_found(kg: gp.KnowledgeGraph, trace: gp.Trace) -> None:
    """The polynomial of a graph with one derivation is no polynomial of the whole graph."""
    smaller = type(kg._graph)()
    for occurrence in trace.occurrences[:2]:
        smaller.add(occurrence)
    partial = gp.KnowledgeGraph(graph=smaller, documents=kg.documents).query(QUERY).provenance.trace
    report = kg.verify(partial)
    assert not report
    assert "whole graph gives exactly this polynomial" in {check.name for check in report.failures}


def test_a_dropped_monus_branch_is_found(kg: gp.KnowledgeGraph) -> None:
    films = "SELECT ?film WHERE { ?film rel:director ?who %s }"
    without = "FILTER NOT EXISTS { ?who rel:placeOfBirth ?place }"
    trace = kg.query(films % without, potential=True).provenance.trace
    (answer,) = trace.answers
    assert "⊖" in answer.polynomial.text
    assert kg.verify(trace)
    unguarded = kg.query(films % "").provenance.trace.answers[0].polynomial
    assert "⊖" not in unguarded.text
    report = kg.verify(replace(trace, answers=(replace(answer, polynomial=unguarded),)))
    assert "whole graph gives exactly this polynomial" in {check.name for check in report.failures}


def test_an_empty_answer_is_verified_as_empty(kg: gp.KnowledgeGraph) -> None:
    trace = kg.query("SELECT ?x WHERE { <The_Lake_House> rel:composer ?x }").provenance.trace
    assert kg.verify(trace)
    assert not kg.verify(replace(trace, written_query=QUERY, query=QUERY, variables=("place",)))


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "graphragprov-trace/1"}', "[" * 100_000, '{"format": 3}'])
def test_a_damaged_trace_is_refused(text: str) -> None:
    with pytest.raises(gp.errors.InvalidTrace):
        gp.Trace.loads(text)


def test_the_evaluation_is_not_changed_by_verification(kg: gp.KnowledgeGraph) -> None:
    answers = kg.query(QUERY)
    before = answers.provenance.trace
    answers.provenance.verify()
    assert answers.provenance.trace == before
    assert isinstance(answers._evaluation, Evaluation)
