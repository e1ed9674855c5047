from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphragprov.errors import LLMError
from graphragprov.llm import Backoff
from graphragprov.llm.retries import retry_after

NOW = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0", 0.0),
        (" 12 ", 12.0),
        ("1.5", 1.5),
        ("-3", 0.0),
        ("Sun, 01 Mar 2026 12:00:30 GMT", 30.0),
        ("Sunday, 01-Mar-26 12:00:30 GMT", 30.0),
        ("Sun Mar  1 12:00:30 2026", 30.0),
        ("Sun, 01 Mar 2026 14:00:30 +0200", 30.0),
        ("Sun, 01 Mar 2026 11:00:00 GMT", 0.0),
        ("soon", None),
        ("", None),
        ("nan", None),
        ("inf", None),
        ("9" * 400, None),
        ("Sun, 99 Mar 2026 12:00:30 GMT", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(value: str, seconds: float | None) -> None:
    assert retry_after({"retry-after": value}, NOW) == seconds


def test_without_the_header_nothing_is_asked() -> None:
    assert retry_after({}, NOW) is None


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_no_header_breaks_it(value: str) -> None:
    seconds = retry_after({"retry-after": value}, NOW)
    assert seconds is None or (seconds >= 0 and math.isfinite(seconds))


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 10_000), st.floats(0, 10), st.floats(0, 100))
def test_waits_double_up_to_the_longest(attempt: int, first: float, longest: float) -> None:
    wait = Backoff(first=first, longest=longest).wait(attempt, None)
    ceiling = min(longest, first * 2.0 ** min(attempt, 60))
    assert ceiling / 2 <= wait <= ceiling


def test_what_the_server_asks_for_comes_first() -> None:
    assert Backoff(first=1, longest=2).wait(0, 17.0) == 17.0


@pytest.mark.parametrize("options", [{"first": -1}, {"longest": float("nan")}, {"total": float("inf")}])
def test_waits_without_sense_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(LLMError, match="a number of seconds"):
        Backoff(**options)
