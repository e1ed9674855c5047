"""Bad input: a clear error of ours (what, where, what to do), and the graph as it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import graphragprov as gp
from graphragprov.errors import DuplicateDocument, InvalidReply

TEXT = "Panda is a song by Astro. Astro is a band from Valdivia."


@pytest.fixture
def kg() -> Iterator[gp.KnowledgeGraph]:
    graph = gp.Builder().ingest(TEXT)
    before = graph.occurrences()
    assert before
    yield graph
    assert graph.occurrences() == before
    assert graph.query("ASK { <Panda> rel:performer <Astro> }")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "text 1 is empty"),
        (" \n\t　", "only white space"),
        ("before\0after", "NUL character at offset 6"),
        ("before\ud800after", "lone surrogate U+D800 at offset 6"),
    ],
)
def test_a_text_that_cannot_be_read(text: str, says: str) -> None:
    with pytest.raises(gp.InvalidText, match=says.replace("+", r"\+")):
        gp.Builder().ingest(text)


def test_one_bad_text_among_good_ones_is_named_before_any_is_read() -> None:
    reader = gp.ScriptedLLM([])
    with pytest.raises(gp.InvalidText, match="text 2 is empty"):
        gp.Builder(reader).ingest([TEXT, ""])
    assert not reader.requests


def test_no_text_at_all() -> None:
    with pytest.raises(gp.InvalidText, match="no text to read"):
        gp.Builder().ingest([])


def test_something_that_is_not_a_text() -> None:
    with pytest.raises(gp.InvalidText, match="text 1 is a int"):
        gp.Builder().ingest([7])  # type: ignore[list-item]


def test_two_documents_with_the_same_id() -> None:
    documents = [gp.Document(text=TEXT, id="a"), gp.Document(text="Another text.", id="a")]
    with pytest.raises(DuplicateDocument, match=r"two documents have the id 'a'.*source 2.*own id"):
        gp.Builder().ingest(documents)


def test_equal_texts_without_ids_stay_two_documents() -> None:
    kg = gp.Builder().ingest([TEXT, TEXT])
    assert len(kg.documents) == 2
    answers = kg.query("SELECT ?who WHERE { <Panda> rel:performer ?who }")
    assert str(answers[0].provenance.polynomial) == "x1 ⊕ x2"


def test_a_file_that_is_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "latin1.txt"
    path.write_bytes("Sète".encode("latin-1"))
    with pytest.raises(gp.InvalidText, match=r"latin1.txt is not UTF-8: byte 0xE8 at byte offset 1; convert"):
        gp.Builder().ingest(path)


def test_a_document_id_or_a_file_name_that_is_not_unicode(tmp_path: Path) -> None:
    with pytest.raises(gp.InvalidText, match="the id"):
        gp.Builder().ingest(gp.Document(text=TEXT, id="a\ud800"))
    path = tmp_path / "caf\udce9.txt"
    path.write_text(TEXT, encoding="utf-8")
    with pytest.raises(gp.InvalidText, match="the name of the file"):
        gp.Builder().ingest(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(gp.InvalidText, match="cannot be read"):
        gp.Builder().ingest(tmp_path / "absent.txt")


@pytest.mark.parametrize("question", ["", "   ", "why " * 25_000])
def test_a_question_that_is_none_or_too_long(kg: gp.KnowledgeGraph, question: str) -> None:
    with pytest.raises(gp.GraphRAGProvError) as raised:
        kg.ask(question)
    assert "question" in str(raised.value)
    assert len(str(raised.value)) < 2000


@pytest.mark.parametrize("query", ["", "  # only a comment"])
def test_an_empty_query(kg: gp.KnowledgeGraph, query: str) -> None:
    with pytest.raises(gp.InvalidQuery, match="empty"):
        kg.query(query)


@pytest.mark.parametrize(
    "query",
    ["INSERT DATA { <a> <b> <c> }", "DELETE WHERE { ?s ?p ?o }", "CLEAR ALL", "LOAD <http://example.org/x>"],
)
def test_an_update_is_refused(kg: gp.KnowledgeGraph, query: str) -> None:
    with pytest.raises(gp.InvalidQuery, match=r"(?i)update"):
        kg.query(query)


def test_describe_is_refused(kg: gp.KnowledgeGraph) -> None:
    with pytest.raises(gp.UnsupportedQuery, match="DESCRIBE"):
        kg.query("DESCRIBE <Panda>")


def test_service_is_refused(kg: gp.KnowledgeGraph) -> None:
    with pytest.raises(gp.UnsupportedQuery, match="SERVICE"):
        kg.query("SELECT * { SERVICE <http://example.org/sparql> { ?s ?p ?o } }")


def test_an_unknown_prefix_is_named_with_its_place(kg: gp.KnowledgeGraph) -> None:
    with pytest.raises(gp.InvalidQuery, match="foaf") as raised:
        kg.query("SELECT ?x WHERE {\n  ?x foaf:name ?y }")
    assert (raised.value.line, raised.value.column) == (2, 6)


def test_a_query_that_does_not_parse_says_where(kg: gp.KnowledgeGraph) -> None:
    with pytest.raises(gp.InvalidQuery) as raised:
        kg.query("SELECT ?x WHERE {\n  <AC/DC> rel:performer ?x ?y ?z }")
    assert raised.value.line == 2
    assert "?y" in str(raised.value)


@pytest.mark.parametrize("reply", ["", "   ", "{}", "I cannot answer that."])
def test_a_model_that_answers_nothing(reply: str) -> None:
    reader = gp.ScriptedLLM(lambda request: reply)
    kg = gp.Builder(reader).ingest(TEXT)
    assert not kg.occurrences()
    assert kg.report.problems or kg.report.rejected or kg.report.failures
    with pytest.raises((gp.InvalidQuery, InvalidReply)):
        kg.ask("Who sang Panda?")


def test_an_answer_asked_of_an_empty_sequence_says_why(kg: gp.KnowledgeGraph) -> None:
    answers = kg.query("SELECT ?x WHERE { <Panda> rel:composer ?x }")
    with pytest.raises(gp.EmptyAnswer, match=r"<Panda> rel:composer \?x"):
        answers[0]
    assert list(answers) == []


@pytest.mark.parametrize("sources", [None, b"bytes", 7])
def test_sources_of_another_kind(sources: object) -> None:
    with pytest.raises(gp.InvalidText, match="give a str"):
        gp.Builder().ingest(sources)  # type: ignore[arg-type]


class Faulty:
    """A backend that does what none should."""

    model = "faulty"

    def __init__(self, behaviour: object) -> None:
        self.behaviour = behaviour

    def complete(self, request: gp.Request) -> gp.Completion:
        if isinstance(self.behaviour, Exception):
            raise self.behaviour
        return self.behaviour  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("behaviour", "says"),
    [
        (RuntimeError("boom"), "RuntimeError: boom"),
        (KeyError("choices"), "KeyError"),
        ("a text", "must return a Completion"),
        (None, "must return a Completion"),
        (gp.Completion(text=None, model="faulty"), "not a NoneType"),  # type: ignore[arg-type]
    ],
)
def test_a_backend_that_fails_in_its_own_way(behaviour: object, says: str) -> None:
    kg = gp.Builder(Faulty(behaviour)).ingest([TEXT, "Another text."])
    assert len(kg.report.failures) == 2
    assert says in str(kg.report)
    with pytest.raises(gp.LLMError, match="the backend faulty"):
        kg.ask("Who sang Panda?")


@pytest.mark.parametrize("query", ["DESCRIBE <Panda>", "SELECT * { SERVICE <http://x.example/> { ?s ?p ?o } }"])
def test_a_model_that_writes_what_is_never_run_is_told_so(query: str) -> None:
    good = "SELECT ?who WHERE { <Panda> rel:performer ?who }"
    reader = gp.ScriptedLLM(["{}", query, good])
    answers = gp.Builder(reader).repairing(1).ingest(TEXT)
    assert len(answers.ask("Who sang Panda?")) == 0
    told = reader.requests[-1].messages[-1].content
    assert "SERVICE" in told or "DESCRIBE" in told
    refused = gp.Builder(gp.ScriptedLLM(["{}", query])).repairing(0).ingest(TEXT)
    with pytest.raises(gp.InvalidQuery) as raised:
        refused.ask("Who sang Panda?")
    assert raised.value.attempts


def test_a_reply_that_says_nothing_is_in_the_report() -> None:
    kg = gp.Builder(gp.ScriptedLLM(lambda _: "Sorry, I cannot.")).ingest(TEXT)
    assert "could not be read" in str(kg.report)
