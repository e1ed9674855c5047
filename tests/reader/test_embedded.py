"""The reader as a backend."""

from __future__ import annotations

import json

import pytest

from graphragprov.errors import LLMError
from graphragprov.llm.base import LLM, Request
from graphragprov.reader import EmbeddedReader


def test_it_is_a_backend() -> None:
    reader = EmbeddedReader()
    assert isinstance(reader, LLM)
    assert reader.model == "embedded-reader/1"
    assert reader.can_repair is False


def test_extraction_has_the_form_of_the_recordings() -> None:
    text = "Fanny Biascamano (born 16 September 1979 in Sète, Hérault) is a French singer."
    completion = EmbeddedReader().complete(Request(task="extract", messages=(), text=text))
    assert completion.model == "embedded-reader/1"
    assert json.loads(completion.text)["triples"][:2] == [
        {
            "subject": {"name": "Fanny Biascamano", "quotes": ["Fanny Biascamano"]},
            "predicate": {"name": "date of birth", "quotes": ["born"]},
            "object": {"value": "1979-09-16", "datatype": "date", "quotes": ["16 September 1979"]},
        },
        {
            "subject": {"name": "Fanny Biascamano", "quotes": ["Fanny Biascamano"]},
            "predicate": {"name": "place of birth", "quotes": ["born"]},
            "object": {"name": "Sète", "quotes": ["Sète"]},
        },
    ]


def test_a_question_becomes_a_query() -> None:
    vocabulary = {"entities": [{"name": "Dawn", "iri": "<Dawn>"}], "relations": [{"name": "director"}]}
    request = Request(task="query", messages=(), question="Who directed dawn?", vocabulary=vocabulary)
    reply = json.loads(EmbeddedReader().complete(request).text)
    assert reply == {"sparql": "SELECT ?answer WHERE { <Dawn> rel:director ?answer }"}


def test_the_same_again_gives_the_same() -> None:
    request = Request(task="extract", messages=(), text="Ana Ruiz (born 1950) is a singer.", title="Ana Ruiz")
    assert EmbeddedReader().complete(request) == EmbeddedReader().complete(request)


@pytest.mark.parametrize("task", ["extract", "query"])
def test_a_request_without_its_data(task: str) -> None:
    with pytest.raises(LLMError, match="as data"):
        EmbeddedReader().complete(Request(task=task, messages=()))  # type: ignore[arg-type]
