"""The demo's texts: what the five questions rest on is read, with right quotes, and nothing false is read."""

from __future__ import annotations

import json

import pytest

from graphragprov import demo
from graphragprov.llm import RecordedTranslations, Request
from graphragprov.reader.extract import Statement, read_passage
from graphragprov.text import Passage, passages_of

PASSAGES = tuple(passage for document in demo.documents() for passage in passages_of(document))
ENGLISH = tuple(passage for passage in PASSAGES if passage.text.isascii() or "–" in passage.text or "ö" in passage.text)
CHINESE = tuple(passage for passage in PASSAGES if passage not in ENGLISH)

TRUE = {
    ("The Glass Harbour", "director", "Marta Lindqvist"),
    ("The Glass Harbour", "cast member", "Owen Hale"),
    ("The Glass Harbour", "cast member", "Ida Brandt"),
    ("The Glass Harbour", "publication date", "1987"),
    ("The Glass Harbour", "country of origin", "Sweden"),
    ("The Glass Harbour", "based on", "Salt and Timber"),
    ("Marta Lindqvist", "date of birth", "1951-03-12"),
    ("Marta Lindqvist", "date of death", "2009-10-04"),
    ("Marta Lindqvist", "country of citizenship", "Sweden"),
    ("Marta Lindqvist", "occupation", "film director"),
    ("Marta Lindqvist", "occupation", "screenwriter"),
    ("Marta Lindqvist", "place of birth", "Ystad"),
    ("Marta Lindqvist", "educated at", "Dramatiska Institutet"),
    ("Marta Lindqvist", "spouse", "Jonas Ek"),
    ("Marta Lindqvist", "child", "Karin Ek"),
    ("Karin Ek", "date of birth", "1980-05-07"),
    ("Karin Ek", "place of birth", "Malmö"),
    ("Karin Ek", "country of citizenship", "Sweden"),
    ("Karin Ek", "occupation", "composer"),
    ("Karin Ek", "father", "Jonas Ek"),
    ("Karin Ek", "mother", "Marta Lindqvist"),
    ("Salt and Timber", "author", "Una Byrne"),
    ("Salt and Timber", "publication date", "1979"),
    ("Salt and Timber", "publisher", "Harrow Lane Press"),
    ("Harrow Lane Press", "country", "United Kingdom"),
    ("Harrow Lane Press", "founded by", "Edith Marsh"),
    ("Harrow Lane Press", "inception", "1962"),
    ("Harrow Lane Press", "dissolution date", "1994-06"),
}
"""All that the English texts say in the relations that the reader knows, and may be read."""

NEEDED = {
    ("the-glass-harbour", "director", "directed by", "Marta Lindqvist"),
    ("marta-lindqvist", "director", "directed", "The Glass Harbour"),
    ("marta-lindqvist", "place of birth", "was born", "Ystad"),
    ("marta-lindqvist", "child", "had one daughter", "Karin Ek"),
    ("karin-ek", "mother", "is the daughter of", "Marta Lindqvist"),
    ("salt-and-timber", "publisher", "published by", "Harrow Lane Press"),
    ("salt-and-timber", "author", "novel by", "Una Byrne"),
    ("harrow-lane-press", "dissolution date", "ceased trading in", "June 1994"),
}
"""Document, relation, and the predicate's and the named thing's quote, of what the questions rest on."""


def _read(passage: Passage) -> list[Statement]:
    return read_passage(passage.text, passage.title)


def _triple(statement: Statement) -> tuple[str, str, str]:
    return statement.subject.name, statement.relation, statement.object.name


def test_sizes() -> None:
    assert len(demo.documents()) == 6
    assert len(PASSAGES) >= 8
    assert len(demo.questions()) == 5
    assert len({question.id for question in demo.questions()}) == 5
    assert ENGLISH
    assert CHINESE


@pytest.mark.parametrize("passage", ENGLISH, ids=lambda p: f"{p.document_id}-{p.index}")
def test_nothing_false_is_read(passage: Passage) -> None:
    assert {_triple(s) for s in _read(passage)} <= TRUE


def test_everything_expected_is_read() -> None:
    assert {_triple(s) for passage in ENGLISH for s in _read(passage)} == TRUE


def test_what_the_questions_rest_on_is_read_with_the_right_quotes() -> None:
    read = {
        (p.document_id, s.relation, s.predicate_quote, part.quote)
        for p in ENGLISH
        for s in _read(p)
        for part in (s.subject, s.object)
    }
    quotes = {(d, r, p.split(" the film")[0], o) for d, r, p, o in read}
    assert quotes >= NEEDED


@pytest.mark.parametrize("passage", PASSAGES, ids=lambda p: f"{p.document_id}-{p.index}")
def test_quotes_are_verbatim(passage: Passage) -> None:
    for statement in _read(passage):
        for quote in (statement.subject.quote, statement.predicate_quote, statement.object.quote):
            assert quote in passage.text


def test_the_fact_that_the_empty_answer_misses_is_really_missing() -> None:
    for passage in ENGLISH:
        if "Una Byrne" in passage.text:
            assert "born" not in passage.text
            assert not [s for s in _read(passage) if s.subject.name == "Una Byrne"]


def test_one_fact_is_stated_by_two_documents() -> None:
    fact = ("The Glass Harbour", "director", "Marta Lindqvist")
    assert {"the-glass-harbour", "marta-lindqvist"} == {
        p.document_id for p in ENGLISH if fact in map(_triple, _read(p))
    }


@pytest.mark.parametrize("passage", CHINESE, ids=lambda p: f"{p.document_id}-{p.index}")
def test_recorded_quotes_are_verbatim(passage: Passage) -> None:
    recorded = RecordedTranslations.read(demo.recordings_path())
    reply = recorded.complete(Request(task="extract", messages=(), text=passage.text))
    triples = json.loads(reply.text)["triples"]
    assert triples
    for triple in triples:
        for component in triple.values():
            assert component["quotes"]
            assert all(quote in passage.text for quote in component["quotes"])


def test_the_chinese_question_is_recorded() -> None:
    recorded = RecordedTranslations.read(demo.recordings_path())
    (question,) = (q for q in demo.questions() if not q.question.isascii())
    reply = recorded.complete(Request(task="query", messages=(), question=question.question))
    assert "rel:placeOfBirth" in json.loads(reply.text)["sparql"]
