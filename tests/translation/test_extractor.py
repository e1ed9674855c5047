"""Passages to occurrences: what is accepted, what is rejected and why, and repair."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphragprov.errors import LLMError, LLMUnavailable
from graphragprov.llm import Completion, ScriptedLLM, Usage
from graphragprov.occurrences.occurrence import Support, occurrence_id
from graphragprov.terms import XSD, entity_iri, literal, relation_iri
from graphragprov.text import Span
from graphragprov.translation import Extraction, ExtractionOptions, RejectionReason, extract
from graphragprov.translation.prompts import EXTRACT_SCHEMA, PROMPT_VERSION

from .samples import Says, passage, reply, triple

TEXT = "Fanny (born 16 September 1979 in Sète) is a French singer. She placed 7th in 1997."
PASSAGE = passage(TEXT, start=100, title="Fanny (singer)")

BORN = triple(("Fanny", "Fanny"), ("place of birth", "born"), ("Sète", "Sète"))
DATE = triple(
    ("Fanny", "Fanny"), ("date of birth", "born"), value="1979-09-16", datatype="date", quotes=["16 September 1979"]
)
RANK = triple(("Fanny", "She"), ("ranking", "placed"), value="7", datatype="integer", quotes=["7th"])


def once(*triples: object) -> Extraction:
    return extract(PASSAGE, Says(reply(*triples)))


def test_accepted_claims_become_occurrences() -> None:
    extraction = once(BORN, DATE, RANK)
    assert extraction.rejected == () and extraction.problems == () and extraction.failure is None
    born, date, rank = extraction.occurrences
    assert born.triple == (entity_iri("Fanny"), relation_iri("place of birth"), entity_iri("Sète"))
    assert date.triple[2] == literal("1979-09-16", str(XSD.date))
    assert rank.triple[2] == literal("7", str(XSD.integer))
    assert born.labels == ((entity_iri("Fanny"), "Fanny"), (entity_iri("Sète"), "Sète"))
    assert date.labels == ((entity_iri("Fanny"), "Fanny"),)
    assert [e.support for e in rank.evidence] == [Support.REFERENCE, Support.UNSUPPORTED, Support.LITERAL]
    assert rank.run.model == "recorded" and rank.run.prompt_version == PROMPT_VERSION
    assert rank.id == occurrence_id(rank.triple, PASSAGE, rank.evidence, rank.run)


def test_spans_are_those_of_the_document() -> None:
    (born,) = once(BORN).occurrences
    document = "x" * 100 + TEXT
    (subject,), (predicate,), (thing,) = (evidence.spans for evidence in born.evidence)
    assert [span.span.of(document) for span in (subject, predicate, thing)] == ["Fanny", "born", "Sète"]
    assert subject.span == Span(100, 105)
    assert all(candidate.of(document) == "Fanny" for candidate in subject.candidates)


@pytest.mark.parametrize(
    ("claim", "reason", "says"),
    [
        (triple(("Fanny", "Fanny"), ("p", "born"), ("Paris", "Paris")), "quote-not-found", "Paris"),
        (triple(("Fanny", "Fanni"), ("p", "born"), ("Sète", "Sète")), "quote-not-found", "Fanni"),
        (triple(("Fanny", "\ud800"), ("p", "born"), ("Sète", "Sète")), "quote-not-found", "1 characters"),
        (triple(("Fanny", "x" * 10_000), ("p", "born"), ("Sète", "Sète")), "quote-not-found", "10000"),
        (DATE | {"object": {"value": "1968", "datatype": "gYear", "quotes": ["16 September 1979"]}},
         "contradiction", "1968"),
        (DATE | {"object": {"name": "4 May 1901", "quotes": ["16 September 1979"]}}, "contradiction", "4 May 1901"),
        (RANK | {"object": {"value": "9", "datatype": "integer", "quotes": ["7th"]}}, "contradiction", "7th"),
        (BORN | {"object": {"name": "Sète", "quotes": []}}, "no-quote", "object"),
        (BORN | {"predicate": "place of birth"}, "no-quote", "predicate"),
        (BORN | {"subject": {"value": "7", "quotes": ["Fanny"]}}, "missing-component", "subject"),
        ({"subject": {"name": "Fanny"}}, "missing-component", "predicate and object"),
        (BORN | {"object": {"quotes": ["Sète"]}}, "malformed", "neither a name nor a value"),
        (RANK | {"object": {"value": "seven", "datatype": "integer", "quotes": ["7th"]}}, "invalid-literal", "seven"),
        (RANK | {"object": {"value": "7", "datatype": "rank", "quotes": ["7th"]}}, "invalid-literal", "rank"),
        (RANK | {"object": {"value": "7\x00", "datatype": "string", "quotes": ["7th"]}}, "invalid-literal", "7"),
        (triple(("a\x07b", "Fanny"), ("p", "born"), ("Sète", "Sète")), "invalid-name", "U+0007"),
        (triple(("a\udcffb", "Fanny"), ("p", "born"), ("Sète", "Sète")), "invalid-name", "U+DCFF"),
        (triple(("F" * 501, "Fanny"), ("p", "born"), ("Sète", "Sète")), "invalid-name", "501"),
    ],
)  # fmt: skip
def test_rejected_claims_say_why(claim: object, reason: str, says: str) -> None:
    extraction = once(BORN, claim)
    assert len(extraction.occurrences) == 1
    (rejected,) = extraction.rejected
    assert rejected.reason == reason
    assert says in rejected.message
    assert rejected.passage is PASSAGE
    assert rejected.claim is not None or rejected.fragment


def test_the_closest_text_is_given() -> None:
    (rejected,) = once(triple(("Fanny", "Fanny"), ("p", "born"), ("Sète", "Sete in France"))).rejected
    assert rejected.closest is not None and rejected.closest in TEXT


def test_names_are_tidied() -> None:
    decomposed = triple(("  Fanny\n B. ", "Fanny"), ("place  of birth", "born"), ("Se\u0300te", "Sète"))
    (occurrence,) = once(decomposed).occurrences
    assert occurrence.triple == (entity_iri("Fanny B."), relation_iri("place of birth"), entity_iri("Sète"))


def test_a_short_year_is_put_right_and_reported() -> None:
    text = "He died in 853."
    claim = triple(("Ali", "He"), ("date of death", "died"), value="853", datatype="gYear", quotes=["853"])
    extraction = extract(passage(text), Says(reply(claim)))
    assert extraction.occurrences[0].triple[2] == literal("0853", str(XSD.gYear))
    assert extraction.occurrences[0].object_evidence.support is Support.LITERAL
    assert [problem.kind for problem in extraction.problems] == ["literal-fixed"]


def test_a_value_without_datatype_and_a_name_beside_a_null_value() -> None:
    claims = [
        RANK | {"object": {"value": 7, "quotes": ["7th"]}},
        BORN | {"object": {"name": "Sète", "value": None, "datatype": None, "quotes": ["Sète"]}},
        BORN | {"object": {"name": "", "value": "Sète", "datatype": "string", "quotes": ["Sète"]}},
        BORN | {"object": {"name": "Sète, France", "value": "Sète", "datatype": "string", "quotes": ["Sète"]}},
    ]
    extraction = once(*claims)
    assert [str(o.triple[2]) for o in extraction.occurrences] == [
        "7",
        str(entity_iri("Sète")),
        "Sète",
        str(entity_iri("Sète, France")),
    ]


def test_equal_claims_count_once() -> None:
    again = BORN | {"object": {"name": " Sète", "quotes": ["Sète"]}}
    extraction = once(BORN, BORN, again)
    assert len(extraction.occurrences) == 1
    assert [(r.reason, r.count) for r in extraction.rejected] == [("repeated", 1), ("repeated", 1)]


def test_the_request_says_the_same_as_data() -> None:
    llm = ScriptedLLM([reply(BORN)], model="m")
    extract(PASSAGE, llm, ExtractionOptions(temperature=0.5, max_tokens=99))
    (request,) = llm.requests
    assert (request.task, request.text, request.title) == ("extract", TEXT, "Fanny (singer)")
    assert (request.temperature, request.max_tokens) == (0.5, 99)
    assert request.schema == EXTRACT_SCHEMA
    assert [message.role for message in request.messages] == ["system", "user"]
    assert TEXT in request.messages[1].content


# -- repair -------------------------------------------------------------------------------------------------

WRONG = triple(("Fanny", "Fanny"), ("place of birth", "born"), ("Sète", "Sete, France"))


def test_a_rejected_claim_goes_back_once_with_reason_and_closest_text() -> None:
    llm = ScriptedLLM([reply(DATE, WRONG), reply(BORN)])
    extraction = extract(PASSAGE, llm)
    assert [o.triple[1] for o in extraction.occurrences] == [
        relation_iri("date of birth"),
        relation_iri("place of birth"),
    ]
    assert extraction.rejected == () and extraction.repaired == 1 and extraction.calls == 2
    assert extraction.replies == (reply(DATE, WRONG), reply(BORN))
    first, second = llm.requests
    assert second.messages[:2] == first.messages
    assert second.messages[2].content == reply(DATE, WRONG)
    told = second.messages[3].content
    assert "Sete, France" in told and "closest" in told and "date of birth" not in told


def test_what_stays_wrong_stays_rejected_and_rounds_are_bounded() -> None:
    llm = ScriptedLLM(lambda request: reply(BORN, WRONG), model="stubborn")
    extraction = extract(PASSAGE, llm, ExtractionOptions(rounds=5))
    assert len(extraction.occurrences) == 1
    assert [r.reason for r in extraction.rejected] == [RejectionReason.QUOTE_NOT_FOUND]
    assert extraction.calls == 2
    assert extraction.repaired == 0


def test_repair_goes_on_while_it_helps() -> None:
    other = triple(("Fanny", "Fanny"), ("occupation", "is"), ("singer", "singer in France"))
    right = triple(("Fanny", "Fanny"), ("occupation", "is"), ("singer", "singer"))
    llm = ScriptedLLM([reply(WRONG, other), reply(BORN), reply(right)])
    extraction = extract(PASSAGE, llm, ExtractionOptions(rounds=3))
    assert (len(extraction.occurrences), extraction.rejected, extraction.repaired) == (2, (), 2)
    assert extraction.calls == 3


@pytest.mark.parametrize("text", ["", "sorry", '{"triples": []}', "{", "[[["])
def test_a_useless_repair_changes_nothing(text: str) -> None:
    extraction = extract(PASSAGE, ScriptedLLM([reply(BORN, WRONG), text]))
    assert len(extraction.occurrences) == 1 and len(extraction.rejected) == 1
    assert extraction.replies[-1] == text


def test_no_repair_where_nothing_can_be_told() -> None:
    assert extract(PASSAGE, Says(reply(WRONG))).calls == 1
    llm = ScriptedLLM([reply(WRONG)])
    assert extract(PASSAGE, llm, ExtractionOptions(rounds=0)).calls == 1
    assert extract(PASSAGE, ScriptedLLM([reply(BORN, BORN)])).calls == 1


def test_an_unreadable_claim_can_be_repaired_too() -> None:
    extraction = extract(PASSAGE, ScriptedLLM([reply({"subject": {"name": "Fanny"}}), reply(BORN)]))
    assert (len(extraction.occurrences), extraction.rejected, extraction.repaired) == (1, (), 1)


def test_a_failing_call_is_a_failure_of_the_passage_only() -> None:
    extraction = extract(PASSAGE, ScriptedLLM([LLMUnavailable("the server is down")]))
    assert extraction.failure == "the server is down"
    assert extraction.occurrences == () and extraction.rejected == ()


def test_a_failing_repair_keeps_what_is_there() -> None:
    extraction = extract(PASSAGE, ScriptedLLM([reply(BORN, WRONG), LLMError("gone")]))
    assert extraction.failure is None
    assert len(extraction.occurrences) == 1 and len(extraction.rejected) == 1
    assert [problem.kind for problem in extraction.problems] == ["repair-failed"]


def test_usage_adds_up_and_runs_name_the_model_that_answered() -> None:
    replies = [
        Completion(text=reply(DATE, WRONG), model="one", usage=Usage(10, 5)),
        Completion(text=reply(BORN), model="two", usage=Usage(20, 7)),
    ]
    extraction = extract(PASSAGE, ScriptedLLM(replies))
    assert extraction.usage == Usage(30, 12)
    assert [o.run.model for o in extraction.occurrences] == ["one", "two"]


def test_a_blank_passage_is_not_asked_about() -> None:
    assert extract(passage(" \n"), ScriptedLLM([])).calls == 0


def test_many_claims_are_bounded() -> None:
    claims = [triple((f"Fanny {i}", "Fanny"), ("p", "born"), ("Sète", "Sète")) for i in range(30)]
    extraction = extract(PASSAGE, Says(reply(*claims)), ExtractionOptions(max_claims=20))
    assert len(extraction.occurrences) == 20
    assert [(p.kind, p.count) for p in extraction.problems] == [("too-many", 10)]


# -- whatever a model says ------------------------------------------------------------------------------------

_QUOTE = st.sampled_from(["Fanny", "She", "born", "Sète", "7th", "1997", "16 September 1979", "Paris", "", "\ud800"])
_TEXT = _QUOTE | st.text(max_size=6) | st.none() | st.integers() | st.just("1979-09-16")
_PART = st.fixed_dictionaries(
    {},
    optional={
        "name": _TEXT,
        "value": _TEXT,
        "datatype": st.sampled_from(["date", "gYear", "integer", "string", "x", None]),
        "quotes": st.lists(_QUOTE, max_size=2),
    },
)
_CLAIM = st.fixed_dictionaries({"subject": _PART | _TEXT, "predicate": _PART | _TEXT, "object": _PART | _TEXT})


@settings(max_examples=300, deadline=None)
@given(st.lists(_CLAIM, max_size=4), st.integers(0, 600))
def test_whatever_is_said_only_checked_claims_enter(claims: list[object], cut: int) -> None:
    extraction = extract(PASSAGE, Says(json.dumps({"triples": claims})[: cut + 30]))
    document = "x" * 100 + TEXT
    for occurrence in extraction.occurrences:
        for evidence in occurrence.evidence:
            assert evidence.spans
            assert all(span.span.of(document).casefold() == span.quote.casefold() for span in evidence.spans)
            assert all(span.span.within(PASSAGE.span) for span in evidence.spans)
    json.dumps([str(o.id) for o in extraction.occurrences]).encode()


def test_the_same_reading_has_the_same_ids_wherever_the_passage_starts() -> None:
    moved = replace(PASSAGE, start=7, end=7 + len(TEXT))
    here, there = extract(PASSAGE, Says(reply(BORN, DATE))), extract(moved, Says(reply(BORN, DATE)))
    assert [o.id for o in here.occurrences] == [o.id for o in there.occurrences]
