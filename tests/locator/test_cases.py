"""The shared cases of the locator."""

import json

import pytest

from graphragprov.errors import QuoteNotFound
from graphragprov.locator import locate, reads_as
from tests.shared import shared

CASES = [json.loads(line) for line in shared("locator", "cases.jsonl").read_text("utf-8").splitlines() if line.strip()]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict) -> None:
    expected = case["expect"]
    if expected["status"] == "not_found":
        with pytest.raises(QuoteNotFound) as raised:
            locate(case["quote"], case["text"])
        assert raised.value.quote == case["quote"]
        return
    match = locate(case["quote"], case["text"])
    assert [[c.span.start, c.span.end] for c in match.candidates] == expected["spans"]
    assert (match.status, match.tier) == (expected["status"], expected["tier"])
    assert match.span == (match.candidates[0].span if expected["status"] == "found" else None)
    assert all(reads_as(case["quote"], case["text"], c.span, c.tier) for c in match.candidates)
