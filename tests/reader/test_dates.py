"""Dates in prose."""

from __future__ import annotations

import re

import pytest

from graphragprov.reader.dates import DATE, ParsedDate, parse_date


@pytest.mark.parametrize(
    ("text", "value", "datatype"),
    [
        ("16 September 1979", "1979-09-16", "date"),
        ("September 16, 1979", "1979-09-16", "date"),
        ("16th of September, 1979", "1979-09-16", "date"),
        ("1979-09-16", "1979-09-16", "date"),
        ("29 February 2000", "2000-02-29", "date"),
        ("May 1952", "1952-05", "gYearMonth"),
        ("1952", "1952", "gYear"),
        ("680", "0680", "gYear"),
    ],
)
def test_dates(text: str, value: str, datatype: str) -> None:
    assert parse_date(text) == ParsedDate(value, datatype)
    assert re.fullmatch(DATE, text)


@pytest.mark.parametrize("text", ["31 June 1901", "29 February 1900", "1901-13-01", "0 May 1900", "May", ""])
def test_no_such_day(text: str) -> None:
    assert parse_date(text) is None


@pytest.mark.parametrize("text", ["300 BC", "1.952", "19520x", "x1952", "1952.5", "1,952,000"])
def test_numbers_that_are_no_years(text: str) -> None:
    assert not re.search(DATE, text)
