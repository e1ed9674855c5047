"""Texts and names that are wholly a number or a date."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphragprov.translation import extract
from graphragprov.translation.text_values import name_agreement, text_agreement
from graphragprov.translation.values import Agreement

from .samples import Says, passage, reply, triple

AGREES, SILENT, CONTRADICTS = Agreement


@pytest.mark.parametrize(
    ("text", "quote", "expected"),
    [
        ("1986", "1968", CONTRADICTS),
        ("1986", "in January 1986", AGREES),
        ("1986", "16 January", SILENT),
        ("1986", "the 1980s", SILENT),
        ("1986", "nineteen eighty-six", AGREES),
        ("1986", "5 km", CONTRADICTS),
        ("1916", "1914–1918", SILENT),
        ("1920", "1914–1918", CONTRADICTS),
        ("1,234", "1234", AGREES),
        ("1,234", "1243", CONTRADICTS),
        ("70%", "at least 70 percent", AGREES),
        ("seven", "eight sons", CONTRADICTS),
        ("seventy-five million", "75 million", AGREES),
        ("seven sons", "eight sons", SILENT),
        ("1986-01-16", "16 January 1986", AGREES),
        ("1986-01-16", "17 January 1986", CONTRADICTS),
        ("1986-01", "February 1986", CONTRADICTS),
        ("16 January 1986", "17 January 1986", CONTRADICTS),
        ("16.1.1986", "17 January 1986", CONTRADICTS),
        ("in the end", "1986", SILENT),
        ("", "1986", SILENT),
        ("9" * 5_000, "1986", SILENT),
    ],
)
def test_texts(text: str, quote: str, expected: Agreement) -> None:
    assert text_agreement(text, (quote,)) is expected


@pytest.mark.parametrize(
    ("name", "quote", "expected"),
    [
        ("1986", "1968", CONTRADICTS),
        ("1986", "the year 1968", CONTRADICTS),
        ("1986-01-16", "born on 17 January 1986", CONTRADICTS),
        ("4 May 1901", "5 May 1901", CONTRADICTS),
        ("1984", "the 1949 novel", SILENT),
        ("25", "her third studio album", SILENT),
        ("Seven", "Se7en", SILENT),
        ("Seven", "8", SILENT),
        ("300", "B300", SILENT),
        ("300", "the 300", AGREES),
        ("1968 Olympics", "1986", SILENT),
    ],
)
def test_names(name: str, quote: str, expected: Agreement) -> None:
    assert name_agreement(name, (quote,)) is expected


@pytest.mark.parametrize(
    "thing",
    [
        {"value": "1986", "datatype": "string", "quotes": ["1968"]},
        {"name": ("1986", "1968")},
        {"name": ("1986-05-01", "1968")},
    ],
)
def test_a_year_in_disguise_is_rejected(thing: dict[str, object]) -> None:
    claim = triple(("film", "film"), ("year", "of"), **thing)
    (rejected,) = extract(passage("the film of 1968"), Says(reply(claim))).rejected
    assert rejected.reason.value == "contradiction"
    assert "1968" in rejected.message


@settings(max_examples=200, deadline=None)
@given(st.text("0123456789 .,-%²MayeE'", max_size=30) | st.text(max_size=30), st.text(max_size=30))
def test_any_text_can_be_compared(text: str, quote: str) -> None:
    assert text_agreement(text, (quote,)) in Agreement
    assert name_agreement(text, (quote, text)) is not CONTRADICTS
