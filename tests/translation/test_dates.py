"""Dates in quotes: any precision, many orders, astronomical years."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphragprov.translation.dates import PartialDate, YearRange, dates_in


@pytest.mark.parametrize(
    ("quote", "dates"),
    [
        ("January 1986", [(1986, 1)]),
        ("January, 1986", [(1986, 1)]),
        ("1986-01", [(1986, 1)]),
        ("June–July 1990", [(1990, 6), (1990, 7)]),
        ("16 September 1979", [(1979, 9, 16)]),
        ("16th of September, 1979", [(1979, 9, 16)]),
        ("September 16, 1979", [(1979, 9, 16)]),
        ("Sept. 16th 1979", [(1979, 9, 16)]),
        ("16-Sep-1979", [(1979, 9, 16)]),
        ("1979-09-16", [(1979, 9, 16)]),
        ("1979-09-16T12:30:00Z", [(1979, 9, 16)]),
        ("1979/09/16", [(1979, 9, 16)]),
        ("16.09.1979", [(1979, 9, 16)]),
        ("born 16 September 1979 in Sète", [(1979, 9, 16)]),
        ("the seventh of May, 1964", [(1964, 5, 7)]),
        ("1–3 June 1979", [(1979, 6, 1), (1979, 6, 3)]),
        ("5/6/1979", [(1979, 6, 5), (1979, 5, 6)]),
        ("2 April 742", [(742, 4, 2)]),
        ("(16 September 1891 – 13 June 1972)", [(1891, 9, 16), (1972, 6, 13)]),
        ("16 de septiembre de 1979", [(1979, 9, 16)]),
        ("16. September 1979", [(1979, 9, 16)]),
        ("1er août 1900", [(1900, 8, 1)]),
        ("5 мая 1905", [(1905, 5, 5)]),
        ("1986年1月16日", [(1986, 1, 16)]),
        ("一九八六年一月十六日", [(1986, 1, 16)]),
        ("昭和61年", [(1986,)]),
        ("1986년 1월 16일", [(1986, 1, 16)]),
        ("公元前275年", [(-274,)]),
        ("275 BC", [(-274,)]),
        ("275 B.C.", [(-274,)]),
        ("1 BCE", [(0,)]),
        ("15 March 44 BC", [(-43, 3, 15)]),
        ("AD 79", [(79,)]),
        ("79 CE", [(79,)]),
        ("356–323 BC", [(-355,), (-322,)]),
        ("27 BC – AD 14", [(-26,), (14,)]),
        ("c. 1500", [(1500,)]),
        ("1914–1918", [(1914,), (1918,)]),
        ("1914-18", [(1914,), (1918,)]),
        ("1997/98", [(1997,), (1998,)]),
        ("the Eurovision Song Contest 1997", [(1997,)]),
        ("nineteen eighty-six", [(1986,)]),
        ("853", [(853,)]),
        ("in 800", [(800,)]),
        ("2,200 km", []),
        ("1500 m", []),
        ("Channel 101 of the network", []),
        ("$1986", []),
        ("31 February 1979 or the 45 May", [(1979, 2, 31)]),
        ("", []),
    ],
)
def test_firm_readings(quote: str, dates: list[tuple[int, ...]]) -> None:
    assert dates_in(quote).firm == {PartialDate(*date) for date in dates}


@pytest.mark.parametrize(
    ("quote", "first", "last"),
    [
        ("the 1980s", 1980, 1989),
        ("1980's", 1980, 1989),
        ("the 1900s", 1900, 1999),
        ("the 19th century", 1800, 1900),
        ("16th - century", 1500, 1600),
        ("early 19th and 20th centuries", 1800, 2000),
        ("the fifth century BC", -500, -399),
        ("1914–1918", 1914, 1918),
        ("1980年代", 1980, 1989),
    ],
)
def test_stretches_of_years(quote: str, first: int, last: int) -> None:
    assert dates_in(quote).ranges == {YearRange(first, last)}


@pytest.mark.parametrize(
    ("quote", "date"),
    [
        ("30 May – 2 June 1979", (1979, 5, 30)),
        ("In 1979, on 16 May", (1979, 5, 16)),
        ("9/16/79", (1979, 9, 16)),
        ("the '75 season", (1975,)),
        ("275 BC", (-275,)),
    ],
)
def test_possible_readings(quote: str, date: tuple[int, ...]) -> None:
    assert PartialDate(*date) in dates_in(quote).soft


def test_a_full_date_covers_its_year_and_conflicts_with_another_day() -> None:
    full = PartialDate(1979, 9, 16)
    assert full.covers(PartialDate(1979)) and not PartialDate(1979).covers(full)
    assert full.conflicts(PartialDate(1979, 9, 17)) and not full.conflicts(PartialDate(1979))


_FORMATS = ("%d %B %Y", "%B %d, %Y", "%Y-%m-%d", "%d %b %Y", "%B %-d %Y", "%A, %d %B %Y", "%Y年%m月%d日", "%d. %B %Y")


@settings(max_examples=300, deadline=None)
@given(
    st.dates(datetime.date(1000, 1, 1)),
    st.sampled_from(_FORMATS),
    st.sampled_from(["{}", "born {} in Paris", "({})", "on {},"]),
)
def test_dates_are_read_back_in_every_order(date: datetime.date, form: str, frame: str) -> None:
    quote = frame.format(date.strftime(form))
    assert dates_in(quote).firm == {PartialDate(date.year, date.month, date.day)}


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=80) | st.text("0123456789 -–/.,'scADBCE年月日may", max_size=40))
def test_any_text_can_be_read(text: str) -> None:
    for date in dates_in(text).firm:
        assert date.month is None or 1 <= date.month <= 12
