"""The benchmark over recorded translations keeps its floor, and every trace passes every check."""

from __future__ import annotations

import pytest

from benchmarks import metrics, qa_recorded
from tests.shared import shared

FLOOR = {"2wiki-dev": (81, 79), "musique-dev": (97, 87)}
NAMES_WITH_A_COLON = {"2wiki-dev": "The_Gate_II:_Trespassers", "musique-dev": "Batman:_Under_the_Red_Hood"}


@pytest.mark.parametrize("name", FLOOR)
def test_the_whole_chain_on_a_hundred_real_questions(name: str) -> None:
    shared("recordings", f"{name}.jsonl")
    result = qa_recorded.run(name)
    assert result.questions == 100
    assert result.invalid_queries == 0
    non_empty, matching = FLOOR[name]
    assert result.non_empty >= non_empty
    assert result.matching >= matching
    assert result.non_empty + result.empty.total() == 100
    assert result.complete_traces == result.verified == result.non_empty
    assert result.all_checks[False] == 0
    assert result.span_checks[True] > 800
    assert NAMES_WITH_A_COLON[name] in result.normalised_names
    assert result.contradictions == []
    assert result.support["literal"] > 0.95 * {"2wiki-dev": 297, "musique-dev": 325}[name]


def test_metrics() -> None:
    assert metrics.gold_among(["1979-09-16"], ["16 September 1979"])
    assert metrics.gold_among(["1975-01-06"], ["1975"])
    assert not metrics.gold_among(["1975"], ["6 January 1975"])
    assert metrics.exact_match(["The Beatles"], ["beatles"])
    assert not metrics.exact_match(["The Beatles", "Oasis"], ["beatles"])
    assert not metrics.exact_match([], ["beatles"])
    assert metrics.mean_f1(["New York City"], ["New York"]) == pytest.approx(0.8)
