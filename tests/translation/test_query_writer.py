"""Questions to queries: checking, repair, and what is said when nothing works."""

from __future__ import annotations

import json

import pytest

from graphragprov.errors import InvalidQuery, InvalidText, LLMError, LLMUnavailable, UnsupportedQuery
from graphragprov.llm import Completion, ScriptedLLM, Usage
from graphragprov.translation import Vocabulary, unknown_terms, write_query
from graphragprov.translation.prompts import QUERY_SCHEMA

from .samples import Says
from .test_vocabulary import FILMS

VOCABULARY = Vocabulary.of(FILMS)
QUESTION = "Where was the director of Vertigo born?"
GOOD = "SELECT ?answer WHERE { <Vertigo> rel:director ?d . ?d rel:placeOfBirth ?answer }"
UNKNOWN = "SELECT ?answer WHERE { <Vertigo> rel:directedBy ?d . ?d rel:birthPlace ?answer }"


def check(sparql: str) -> None:
    """A stand-in for the parser: a query is bad where it says so."""
    if "BAD" in sparql:
        raise InvalidQuery("line 1, column 5: unexpected BAD", query=sparql, line=1, column=5)
    if "SERVICE" in sparql:
        raise UnsupportedQuery("SERVICE is not run", construct="SERVICE")


def says(sparql: str) -> str:
    return json.dumps({"sparql": sparql})


def test_a_good_query_at_once() -> None:
    llm = ScriptedLLM([Completion(text=says(GOOD), model="m1", usage=Usage(3, 4))])
    written = write_query(QUESTION, VOCABULARY, llm, check)
    assert (written.sparql, written.model, written.usage) == (GOOD, "m1", Usage(3, 4))
    assert [(a.sparql, a.error) for a in written.attempts] == [(GOOD, None)]
    (request,) = llm.requests
    assert (request.task, request.question, request.schema) == ("query", QUESTION, QUERY_SCHEMA)
    assert request.vocabulary is not None and request.vocabulary["relations"][0]["name"] == "director"
    assert "rel:placeOfBirth" in request.messages[1].content and QUESTION in request.messages[1].content


@pytest.mark.parametrize(
    ("first", "told"),
    [
        ("I think it was London.", "no SPARQL query"),
        (says("SELECT BAD { }"), "line 1, column 5"),
        (says("SELECT * { SERVICE <x> { } }"), "SERVICE"),
        (says(UNKNOWN), "did you mean rel:director?"),
    ],
)
def test_a_bad_query_goes_back_with_the_reason(first: str, told: str) -> None:
    llm = ScriptedLLM([first, says(GOOD)])
    written = write_query(QUESTION, VOCABULARY, llm, check)
    assert written.sparql == GOOD
    assert [attempt.reply for attempt in written.attempts] == [first, says(GOOD)]
    last = llm.requests[1].messages
    assert [message.role for message in last] == ["system", "user", "assistant", "user"]
    assert last[2].content == first and told in last[3].content


def test_rounds_are_bounded_and_everything_tried_is_told() -> None:
    llm = ScriptedLLM(lambda request: says("SELECT BAD { }"))
    with pytest.raises(InvalidQuery) as raised:
        write_query(QUESTION, VOCABULARY, llm, check, rounds=2)
    assert len(raised.value.attempts) == len(llm.requests) == 3
    assert raised.value.query == "SELECT BAD { }"
    assert (raised.value.line, raised.value.column) == (1, 5)
    assert "unexpected BAD" in str(raised.value) and "3 attempt" in str(raised.value)


def test_prose_only_gives_the_raw_text() -> None:
    with pytest.raises(InvalidQuery) as raised:
        write_query(QUESTION, VOCABULARY, Says("It was London."), check)
    assert raised.value.query == "It was London."
    assert len(raised.value.attempts) == 1


def test_unknown_terms_do_not_make_a_query_invalid() -> None:
    written = write_query(QUESTION, VOCABULARY, Says(says(UNKNOWN)), check)
    assert written.sparql == UNKNOWN
    assert written.attempts[0].error == "the graph does not hold rel:directedBy, rel:birthPlace"


def test_a_usable_query_is_not_lost_to_a_bad_repair() -> None:
    llm = ScriptedLLM([says(UNKNOWN), says("SELECT BAD { }"), "?"])
    assert write_query(QUESTION, VOCABULARY, llm, check).sparql == UNKNOWN
    llm = ScriptedLLM([says(UNKNOWN), LLMUnavailable("down")])
    assert write_query(QUESTION, VOCABULARY, llm, check).sparql == UNKNOWN


def test_failures_of_the_model() -> None:
    with pytest.raises(LLMError, match="gone"):
        write_query(QUESTION, VOCABULARY, ScriptedLLM([LLMError("gone")]), check)
    with pytest.raises(InvalidQuery, match="asking again failed: gone"):
        write_query(QUESTION, VOCABULARY, ScriptedLLM(["?", LLMError("gone")]), check)


@pytest.mark.parametrize("question", ["", " \n\t", "why " * 25_000, "who \ud800"])
def test_what_is_no_question(question: str) -> None:
    with pytest.raises(InvalidText, match="question") as raised:
        write_query(question, VOCABULARY, Says(says(GOOD)), check)
    assert len(str(raised.value)) < 200


@pytest.mark.parametrize(
    ("sparql", "unknown"),
    [
        (GOOD, ()),
        (UNKNOWN, ("rel:directedBy", "rel:birthPlace")),
        ("SELECT * { <Vertigo_2> ?p <Vertigo> }", ("<Vertigo_2>",)),
        ("SELECT * { <Batman:_Under_the_Red_Hood> ?p ?o }", ()),
        ("SELECT * { <Batman%3A_Under_the_Red_Hood> ?p ?o }", ()),
        ("SELECT * { ?s ?p ?o FILTER(?o < 5 && ?s > 3) }", ()),
        ("SELECT * { ?s ?p ?o FILTER(?o <= 5 && ?s >= 3) }", ()),
        ('SELECT * { ?s ?p "<Nobody> rel:no" } # <Nobody> rel:no', ()),
        ("PREFIX x: <http://e.org/> SELECT * { ?s x:p <http://e.org/a> }", ()),
        ('SELECT * { ?s ?p "1"^^<integer> }', ()),
        ("SELECT * { ?s rel:director/rel:nothing ?o }", ("rel:nothing",)),
        ("SELECT * { ?s rel:director. ?x ?y ?z }", ()),
        ("SELECT * { <https://graphragprov.example/entity/Nobody> ?p ?o }",
         ("<https://graphragprov.example/entity/Nobody>",)),
    ],
)  # fmt: skip
def test_unknown_terms(sparql: str, unknown: tuple[str, ...]) -> None:
    assert unknown_terms(sparql, VOCABULARY) == unknown
