"""Recorded translations of real passages through the extractor, counted.

The counts are the measured state of the recordings under the present rules; a change of a rule changes them knowingly.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from graphragprov.locator import reads_as
from graphragprov.terms import Literal, local_name
from graphragprov.translation import Extraction, extract, parse_claims
from graphragprov.translation.support import support_of
from graphragprov.translation.values import Agreement, agreement, canonical

from .samples import STRONG, WEAK, Says, passage, recorded


def extractions(*names: str) -> Iterator[Extraction]:
    for line in recorded(*names, task="extract"):
        reply = line["raw"] if "raw" in line else json.dumps(line["response"])
        yield extract(passage(line["text"], start=10, title=line["title"]), Says(reply))


@pytest.fixture(scope="module")
def strong() -> list[Extraction]:
    return list(extractions(*STRONG))


@pytest.fixture(scope="module")
def weak() -> list[Extraction]:
    return list(extractions(*WEAK))


def strong_components() -> Iterator[tuple[str, Any]]:
    for line in recorded(*STRONG, task="extract"):
        for claim in parse_claims(json.dumps(line["response"])).claims:
            yield from (("subject", claim.subject), ("predicate", claim.predicate), ("object", claim.object))


def test_no_value_of_the_strong_recordings_contradicts_its_quote() -> None:
    """All 511 dates and numbers parse from their quotes; 275 BC is recorded as -0275, the reading of XSD 1.0."""
    counts: Counter[tuple[str, str]] = Counter()
    for _, component in strong_components():
        if component.value is not None:
            lexical = canonical(component.value, component.datatype)
            assert lexical is not None, component
            agrees = agreement(lexical.form, lexical.datatype, component.quotes)
            counts[lexical.datatype, agrees] += 1
    assert counts == {
        ("date", Agreement.AGREES): 271,
        ("gYear", Agreement.AGREES): 172,
        ("gYearMonth", Agreement.AGREES): 6,
        ("integer", Agreement.AGREES): 59,
        ("decimal", Agreement.AGREES): 3,
        ("string", Agreement.SILENT): 121,
    }


def test_support_of_the_strong_recordings() -> None:
    counts = Counter(
        (which, support_of(component, relation=which == "predicate").value)
        for which, component in strong_components()
        if component.datatype != "gYear"  # years of three digits are put right by the extractor first
    )
    assert counts == {
        ("subject", "name"): 2098,
        ("subject", "reference"): 574,
        ("subject", "unsupported"): 16,
        ("predicate", "name"): 876,
        ("predicate", "unsupported"): 1812,
        ("object", "literal"): 459,
        ("object", "name"): 1876,
        ("object", "reference"): 173,
        ("object", "unsupported"): 8,
    }


def test_what_is_rejected_of_the_strong_recordings(strong: list[Extraction]) -> None:
    """Only quotes that end inside a word of a text whose words run together, such as "128729 November"."""
    rejected = [rejected for extraction in strong for rejected in extraction.rejected]
    assert sum(len(extraction.occurrences) for extraction in strong) + len(rejected) == 2688
    assert {claim.reason.value for claim in rejected} <= {"quote-not-found"}
    assert len(rejected) <= 12
    assert Counter(p.kind for e in strong for p in e.problems) == {"literal-fixed": 5}


def test_the_weak_recordings_are_counted(weak: list[Extraction]) -> None:
    assert sum(len(extraction.occurrences) for extraction in weak) == 31
    counts: Counter[str] = Counter()
    for rejected in (rejected for extraction in weak for rejected in extraction.rejected):
        counts[rejected.reason.value] += rejected.count
    assert counts == {"quote-not-found": 228, "repeated": 174}
    assert Counter(p.kind for e in weak for p in e.problems) == {"cut-off": 2}
    claims = sum(len(extraction.occurrences) for extraction in weak) + counts.total()
    assert claims == 433


def test_nothing_unfounded_is_accepted(strong: list[Extraction], weak: list[Extraction]) -> None:
    for extraction in (*strong, *weak):
        text = " " * 10 + extraction.passage.text  # the passage starts at offset 10 of its document
        for occurrence in extraction.occurrences:
            for evidence in occurrence.evidence:
                assert evidence.spans
                for span in evidence.spans:
                    assert reads_as(span.quote, text, span.span, span.tier)
            thing = occurrence.triple[2]
            if isinstance(thing, Literal) and thing.datatype:
                quotes = tuple(span.quote for span in occurrence.object_evidence.spans)
                agrees = agreement(str(thing), local_name(str(thing.datatype)), quotes)
                assert agrees is not Agreement.CONTRADICTS


def test_a_swapped_value_is_noticed() -> None:
    """Give every date and number the value of the next one: what differs is a contradiction, never an agreement."""
    values = [c for _, c in strong_components() if c.value is not None and c.datatype != "string"]
    by_type: dict[str, list[Any]] = {}
    for component in values:
        by_type.setdefault(component.datatype, []).append(component)
    outcome: Counter[Agreement] = Counter()
    for components in by_type.values():
        for one, other in pairwise(components):
            mine, theirs = canonical(one.value, one.datatype), canonical(other.value, other.datatype)
            assert mine is not None and theirs is not None
            if mine.form != theirs.form:
                outcome[agreement(theirs.form, theirs.datatype, one.quotes)] += 1
    assert outcome[Agreement.CONTRADICTS] / outcome.total() > 0.9, outcome


def test_a_swapped_name_is_seldom_supported() -> None:
    """Give every entity the quote of another one far away: few share words by chance."""
    entities = [c for which, c in strong_components() if which == "object" and c.value is None]
    far = len(entities) // 2
    supports = Counter(
        support_of(type(one)(name=one.name, quotes=other.quotes)).value
        for one, other in zip(entities, entities[far:] + entities[:far], strict=True)
    )
    assert supports["unsupported"] / supports.total() > 0.85, supports
