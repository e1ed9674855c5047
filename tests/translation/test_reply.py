"""Replies: claims of an extraction, the SPARQL of a query."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphragprov.errors import InvalidReply
from graphragprov.translation.claims import Claim, Component
from graphragprov.translation.prompts import EXTRACT_SCHEMA
from graphragprov.translation.reply import MAX_CLAIMS, MAX_REPLY, parse_claims, parse_sparql_reply

from .samples import STRONG, recorded, reply, triple

ONE = triple(("A", "a"), ("p", "b"), ("B", "c"))
TWO = triple(("A", "a"), ("q", "b"), value="1986", datatype="gYear", quotes=["1986"])
CLAIM = Claim(Component("A", quotes=("a",)), Component("p", quotes=("b",)), Component("B", quotes=("c",)))
OTHER = Claim(Component("A", quotes=("a",)), Component("q", quotes=("b",)), Component(None, "1986", "gYear", ("1986",)))
BOTH = reply(ONE, TWO)


@pytest.mark.parametrize(
    "text",
    [
        BOTH,
        f"```json\n{BOTH}\n```",
        f"```\n{BOTH}\n```",
        f"Sure, here are the triples:\n\n{BOTH}\n\nI hope that helps [1]!",
        json.dumps([ONE, TWO]),
        json.dumps({"result": {"claims": [ONE, TWO]}}),
        f"{json.dumps(ONE)}\n{json.dumps(TWO)}",
        BOTH[:-2] + ",]}",
        BOTH.replace('"quotes": ["a"]', '"quote": "a"'),
        BOTH.replace('"quotes": ["a"]', '"quotes": "a"'),
        BOTH.replace('["c"]', '["c", "c", ""]'),
        BOTH.replace('["c"]', '[{"text": "c"}]'),
        BOTH.replace('"1986", "datatype"', '1986, "datatype"'),
        BOTH.replace('"name": "B"', '"name": "B", "value": null, "datatype": null'),
        BOTH.replace('"subject"', '"Subject"').replace('"predicate"', '"relation"'),
    ],
)
def test_the_forms_that_models_give(text: str) -> None:
    parsed = parse_claims(text)
    assert parsed.claims == (CLAIM, OTHER)
    assert [p.kind for p in parsed.problems] == []


@pytest.mark.parametrize("text", ['{"triples": []}', "[]", 'Nothing stated: {"claims": []}'])
def test_an_empty_list_is_an_answer(text: str) -> None:
    assert parse_claims(text).claims == ()
    assert parse_claims(text).problems == ()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "empty"),
        (" \n", "empty"),
        ("I cannot do that.", "no-json"),
        ("{}", "no-json"),
        ('{"triples": ["A is B"]}', "no-json"),
        ('{"triples": "none"}', "no-json"),
        (json.dumps(EXTRACT_SCHEMA), "schema-echo"),
        (json.dumps({"triples": [{"subject": {"name": "A"}}]}), "missing-component"),
        (json.dumps({"triples": [{"predicate": {"name": "A"}, "object": {"name": "B"}}]}), "missing-component"),
        (json.dumps([ONE | {"object": {"quotes": ["c"]}}]), "malformed"),
        (json.dumps([ONE | {"object": {"name": {"en": "B"}, "quotes": ["c"]}}]), "malformed"),
        (json.dumps([ONE | {"subject": True, "object": "  "}]), "malformed"),
        (json.dumps([ONE | {"object": ["B", "C"]}]), "malformed"),
        ("[" * 500, "too-deep"),
    ],
)
def test_what_cannot_be_read_is_a_problem(text: str, kind: str) -> None:
    parsed = parse_claims(text)
    assert parsed.claims == ()
    assert kind in [problem.kind for problem in parsed.problems]
    assert all(problem.message for problem in parsed.problems)


def test_a_repeated_claim_is_kept_once_and_counted() -> None:
    parsed = parse_claims(reply(ONE, TWO, ONE, ONE))
    assert parsed.claims == (CLAIM, OTHER)
    assert [(p.kind, p.count) for p in parsed.problems] == [("repeated", 2)]


def test_bare_texts_become_names_without_quotes() -> None:
    parsed = parse_claims('{"subject": "A", "predicate": "p", "object": 95}')
    assert parsed.claims == (Claim(Component("A"), Component("p"), Component(value="95")),)


def test_a_good_claim_beside_bad_ones_is_kept() -> None:
    parsed = parse_claims(reply({"subject": 3}, "x", ONE, {"object": None}, None, TWO))
    assert parsed.claims == (CLAIM, OTHER)
    assert "missing-component" in [problem.kind for problem in parsed.problems]


def test_a_claim_that_lacks_only_its_last_braces_is_complete() -> None:
    parsed = parse_claims(BOTH[:-3])
    assert parsed.claims == (CLAIM, OTHER)
    assert [problem.kind for problem in parsed.problems] == ["cut-off"]


@settings(max_examples=300, deadline=None)
@given(st.integers(0, len(BOTH)))
def test_a_cut_reply_gives_its_complete_claims_and_nothing_else(cut: int) -> None:
    parsed = parse_claims(BOTH[:cut])
    assert parsed.claims == (CLAIM, OTHER)[: len(parsed.claims)]
    first_ends = BOTH.index("}}") + 1
    assert len(parsed.claims) >= (cut > first_ends)
    if cut < len(BOTH):
        assert parsed.problems


_FRAGMENTS = st.sampled_from(
    ['{"triples": [', json.dumps(ONE), json.dumps(TWO)[:40], "]}", "}", ",", '"', "'", "\\", "null", "NaN", "```json",
     '{"subject":', '"quotes": [', "\x00", "\ud800", "[[[[", '"name": ""', "-1e999", " "]
)  # fmt: skip


@settings(max_examples=500, deadline=None)
@given(st.lists(_FRAGMENTS | st.text(max_size=8), max_size=12).map("".join))
def test_no_reply_fails(text: str) -> None:
    parsed = parse_claims(text)
    assert len(set(parsed.claims)) == len(parsed.claims)
    assert parsed.claims or parsed.problems or "[" in text
    try:
        assert parse_sparql_reply(text).strip()
    except InvalidReply as error:
        assert error.reply == text


def test_recorded_replies_are_read_completely() -> None:
    for line in recorded(*STRONG, task="extract"):
        parsed = parse_claims(json.dumps(line["response"]))
        assert len(parsed.claims) == len(line["response"]["triples"])
        assert parsed.problems == ()


def test_a_reply_that_is_too_long_is_read_as_far_as_the_bound() -> None:
    text = reply(ONE, triple(("A", "a" * MAX_REPLY), ("p", "b"), ("B", "c")))
    start = time.perf_counter()
    parsed = parse_claims(text)
    assert time.perf_counter() - start < 20
    assert parsed.claims == (CLAIM,)
    assert [problem.kind for problem in parsed.problems] == ["too-long", "cut-off"]


def test_a_reply_with_too_many_claims_is_read_as_far_as_the_bound() -> None:
    parsed = parse_claims(json.dumps([{"subject": f"A{i}", "predicate": "p", "object": "B"} for i in range(20_100)]))
    assert len(parsed.claims) == MAX_CLAIMS
    assert [(problem.kind, problem.count) for problem in parsed.problems] == [("too-many", 100)]


QUERY = "SELECT ?answer WHERE { <Panda> rel:performer ?answer }"


@pytest.mark.parametrize(
    ("text", "query"),
    [
        (json.dumps({"sparql": QUERY}), QUERY),
        (f"```json\n{json.dumps({'sparql': QUERY})}\n```", QUERY),
        (json.dumps({"query": QUERY}), QUERY),
        (json.dumps({"result": {"sparql": QUERY}}), QUERY),
        (json.dumps({"sparql": f"```sparql\n{QUERY}\n```"}), QUERY),
        (f'{{"sparql": "{QUERY}",}}', QUERY),
        (QUERY, QUERY),
        (f"```sparql\n{QUERY}\n```", QUERY),
        (f"```\n{QUERY}", QUERY),
        (f"The query is:\n\n{QUERY}\n\nIt finds the performer.", QUERY),
        (f"{QUERY} . It finds the performer {{of Panda}}.", QUERY),
        (f"<|im_start|>assistant\n{QUERY}<|im_end|>", QUERY),
        (f"<think>SELECT ?no {{ }}</think>{QUERY}</s>", QUERY),
        (f"{QUERY}\nORDER BY ?answer\nLIMIT 3\n\nDone.", f"{QUERY}\nORDER BY ?answer\nLIMIT 3"),
        (f"PREFIX rel: <https://e.org/#>\n{QUERY}\nwith '}}' in a string", f"PREFIX rel: <https://e.org/#>\n{QUERY}"),
        ('ASK { ?s ?p "a } b" } thanks', 'ASK { ?s ?p "a } b" }'),
        ("DELETE WHERE { ?s ?p ?o }", "DELETE WHERE { ?s ?p ?o }"),
        ("SELECT * { { ?s ?p ?o } UNION { ?o ?p ?s } }", "SELECT * { { ?s ?p ?o } UNION { ?o ?p ?s } }"),
    ],
)
def test_queries_are_found(text: str, query: str) -> None:
    assert parse_sparql_reply(text) == query


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I cannot answer that.",
        "We should select the performer and ask where she was born.",
        '{"sparql": ""}',
        '{"sparql": null}',
        '{"sparql": "SELECT ?x WHERE { <Panda> rel:perf',
        "{}",
        json.dumps({"type": "object", "properties": {"sparql": {"type": "string"}}}),
        json.dumps({"sparql": "SELECT ?x { }" + " " * 100_000 + "#"}),
    ],
)
def test_no_query(text: str) -> None:
    with pytest.raises(InvalidReply) as raised:
        parse_sparql_reply(text)
    assert raised.value.reply == text
    assert len(str(raised.value)) < 1000


def test_recorded_queries_are_read_as_they_are() -> None:
    for line in recorded(*STRONG, task="query"):
        assert parse_sparql_reply(json.dumps(line["response"])) == line["response"]["sparql"]


@pytest.mark.parametrize("unit", ["```\t", "<think>", "SELECT ", "'\\", "INSERT  ", "{", "PREFIX a", '{"sparql":'])
def test_search_for_a_query_is_linear(unit: str) -> None:
    start = time.perf_counter()
    with pytest.raises(InvalidReply):
        parse_sparql_reply(unit * (1_000_000 // len(unit)))
    assert time.perf_counter() - start < 20
