"""Any text gives a valid reply, in time linear in its length."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphragprov.errors import LLMError
from graphragprov.llm.base import Request
from graphragprov.reader import EmbeddedReader
from graphragprov.reader.extract import read_passage
from graphragprov.reader.rules import rules
from graphragprov.reader.sentences import split_sentences
from graphragprov.reader.shape import shape_of
from tests.shared import shared

PIECES = st.sampled_from(
    [
        *"()\"'“”’,.;:!?-–—\n\t ", " is a ", " was born in ", "Paul Berg", "Ana", "He ", "She ", "his wife ",
        "the son of ",
        "film ", "directed by ", "1950", "3 May 1901", " and ", "French ", "(born ", "not ", "who ", "née ", "İstanbul",
        "ﬁlm", "電影", "é", "e\u0301", "\u200b", "🎬", "St. ", "\x00", "\ud7ff", "of the ", "King ", ", 3rd Earl of ",
    ]
)  # fmt: skip
QUESTION = st.sampled_from(["Who", "is", "the", "mother", "of", "'s", "film", "Dawn", "born", "(a)", "?", "When"])
PROSE = st.lists(PIECES | st.text(max_size=5), max_size=40).map("".join)


@settings(max_examples=400, deadline=None, derandomize=True)
@given(text=PROSE, title=st.text(max_size=12) | st.just("Paul Berg"))
def test_any_text_gives_a_valid_reply(text: str, title: str) -> None:
    reply = EmbeddedReader().complete(Request(task="extract", messages=(), text=text, title=title))
    for triple in json.loads(reply.text)["triples"]:
        assert triple["subject"]["name"]
        assert triple["predicate"]["name"]
        assert triple["object"].get("name") or triple["object"]["value"]
        for component in triple.values():
            assert all(quote and quote in text for quote in component["quotes"])


@settings(max_examples=300, deadline=None, derandomize=True)
@given(question=st.text(max_size=60) | st.lists(QUESTION, max_size=15).map(" ".join))
def test_any_question_gives_a_query_or_our_error(question: str) -> None:
    try:
        reply = EmbeddedReader().complete(Request(task="query", messages=(), question=question))
    except LLMError:
        return
    assert json.loads(reply.text)["sparql"].startswith("SELECT ?answer WHERE {")


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.text())
def test_a_shape_is_as_long_as_its_text(text: str) -> None:
    assert len(shape_of(text)) == len(text)
    assert shape_of(text).isascii()


@settings(max_examples=200, deadline=None, derandomize=True)
@given(PROSE)
def test_sentences_lose_nothing_but_white_space(text: str) -> None:
    assert "".join("".join(s.text for s in split_sentences(text)).split()) == "".join(text.split())


HARD = {
    "capitals": "A" * 60_000,
    "names": "Anna Berg " * 6_000,
    "list": "Anna, " * 10_000,
    "parentheses": "(" * 30_000 + ")" * 30_000,
    "quotes": '"' * 60_000,
    "births": "Anna was born in " * 3_500,
    "dates": "(1 May 1900 – " * 4_300,
    "films": "Dawn is a film directed by Anna Berg and " * 1_500,
    "sons": "He was the son of " * 3_300,
    "titled": "Dawn is a film. " + "It is the " * 6_000,
    "stops": ". " * 30_000,
    "lines": "\n" * 60_000,
}


@pytest.mark.parametrize("name", HARD)
def test_hard_texts_take_linear_time(name: str) -> None:
    for rule in rules():
        assert rule.pattern
    start = time.process_time()
    read_passage(HARD[name])
    assert time.process_time() - start < 4


def _train_passages(count: int) -> list[tuple[str, str]]:
    with shared("data", "2wiki-train.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line, _ in zip(lines, range(count), strict=False)]
    return [(title, " ".join(sentences)) for row in rows for title, sentences in row["context"]]


def test_every_quote_of_real_prose_is_verbatim() -> None:
    read = 0
    for title, text in _train_passages(60):
        for statement in read_passage(text, title):
            read += 1
            for quote in (statement.subject.quote, statement.predicate_quote, statement.object.quote):
                assert quote in text
    assert read > 1000


def test_a_megabyte_takes_seconds() -> None:
    text = "\n".join(text for _, text in _train_passages(320))[:1_000_000]
    assert len(text) == 1_000_000
    start = time.process_time()
    assert len(read_passage(text)) > 100
    assert time.process_time() - start < 20
