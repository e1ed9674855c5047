"""Dates, times and durations in expressions: parts, order, arithmetic."""

from __future__ import annotations

import pytest

from graphragprov.sparql.algebra import Comparison

from .expression_tools import ERROR, binary, call, evaluate


def typed(text: str) -> str:
    """``date 2024-01-31`` in short notation."""
    kind, _, lexical = text.partition(" ")
    return f'"{lexical}"^^xsd:{kind}'


@pytest.mark.parametrize(
    ("name", "argument", "expected"),
    [
        ("YEAR", "dateTime 2010-06-21T11:28:01Z", "2010"),
        ("YEAR", "dateTime -0044-03-15T00:00:00", "-44"),
        ("YEAR", "dateTime 12345-01-01T00:00:00", "12345"),
        ("YEAR", "date 2010-06-21", "2010"),
        ("YEAR", "gYearMonth 1999-05", "1999"),
        ("YEAR", "gYear 1986Z", "1986"),
        ("YEAR", "time 10:00:00", ERROR),
        ("YEAR", "dateTime 2010-06-31T11:28:01Z", ERROR),
        ("YEAR", "string 2010", ERROR),
        ("MONTH", "dateTime 2010-06-21T11:28:01Z", "6"),
        ("MONTH", "date 2010-12-21", "12"),
        ("MONTH", "gYearMonth 1999-05", "5"),
        ("MONTH", "gYear 1986", ERROR),
        ("DAY", "dateTime 2010-06-21T11:28:01Z", "21"),
        ("DAY", "date 2010-06-01+14:00", "1"),
        ("DAY", "gYearMonth 1999-05", ERROR),
        ("HOURS", "dateTime 2010-12-21T15:38:02-08:00", "15"),
        ("HOURS", "time 23:59:59", "23"),
        ("HOURS", "date 2010-06-01", ERROR),
        ("MINUTES", "dateTime 2010-12-21T15:38:02-08:00", "38"),
        ("MINUTES", "time 10:07:00.5", "7"),
        ("SECONDS", "dateTime 2010-06-21T11:28:01Z", '"1"^^xsd:decimal'),
        ("SECONDS", "dateTime 2010-06-21T11:28:01.250Z", "1.25"),
        ("SECONDS", "time 00:00:00.0000000000000001", "0.0000000000000001"),
        ("TIMEZONE", "dateTime 2010-06-21T11:28:01Z", typed("dayTimeDuration PT0S")),
        ("TIMEZONE", "dateTime 2010-12-21T15:38:02-08:00", typed("dayTimeDuration -PT8H")),
        ("TIMEZONE", "date 2010-12-21+05:30", typed("dayTimeDuration PT5H30M")),
        ("TIMEZONE", "dateTime 2011-02-01T01:02:03", ERROR),
        ("TZ", "dateTime 2010-06-21T11:28:01Z", '"Z"'),
        ("TZ", "dateTime 2010-12-21T15:38:02-08:00", '"-08:00"'),
        ("TZ", "dateTime 2011-02-01T01:02:03", '""'),
        ("TZ", "string Z", ERROR),
    ],
)
def test_parts(name: str, argument: str, expected: str) -> None:
    assert evaluate(call(name, typed(argument))) == expected


BEFORE = [
    # the same precision
    ("dateTime 2002-04-02T11:00:00Z", "dateTime 2002-04-02T12:00:00Z"),
    ("dateTime 2002-04-02T23:00:00+01:00", "dateTime 2002-04-02T22:00:00.001Z"),
    ("dateTime -0045-01-01T00:00:00Z", "dateTime -0044-01-01T00:00:00Z"),
    ("dateTime 9999-12-31T23:59:59Z", "dateTime 10000-01-01T00:00:00Z"),
    ("dateTime 2000-01-15T12:00:00", "dateTime 2000-01-16T12:00:00Z"),
    ("date 2006-08-22", "date 2006-08-23"),
    ("date 2006-08-22", "date 2006-08-23Z"),
    ("date 2006-08-23+01:00", "date 2006-08-23Z"),
    ("gYear 1986", "gYear 1990"),
    ("gYearMonth 1986-01", "gYearMonth 1986-02"),
    ("time 10:00:00Z", "time 11:00:00Z"),
    ("time 10:00:00+01:00", "time 09:30:00Z"),
    # another precision, where the whole of one lies before the other
    ("gYear 1986", "date 1987-01-01"),
    ("gYear 1986", "gYearMonth 1987-01"),
    ("date 1985-12-31", "gYear 1986"),
    ("gYearMonth 1986-01", "dateTime 1986-02-01T00:00:00"),
    ("dateTime 1986-01-31T23:59:59.9", "gYearMonth 1986-02"),
    ("date 2006-08-22", "dateTime 2006-08-23T14:00:00Z"),
    # durations
    ("dayTimeDuration PT23H", "dayTimeDuration P1D"),
    ("dayTimeDuration -P1D", "dayTimeDuration PT0S"),
    ("yearMonthDuration P11M", "yearMonthDuration P1Y"),
    ("duration P1M", "duration P40D"),
    ("duration P1YT1S", "duration P1YT2S"),
    ("dayTimeDuration P27D", "yearMonthDuration P1M"),
]


@pytest.mark.parametrize(("earlier", "later"), BEFORE)
def test_order(earlier: str, later: str) -> None:
    signs = {"<": "true", "<=": "true", ">": "false", ">=": "false", "=": "false", "!=": "true"}
    mirrored = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}
    for sign, expected in signs.items():
        assert evaluate(binary(typed(earlier), sign, typed(later))) == expected
        assert evaluate(binary(typed(later), mirrored[sign], typed(earlier))) == expected


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("dateTime 1999-12-31T24:00:00", "dateTime 2000-01-01T00:00:00"),
        ("dateTime 2002-04-02T23:00:00-04:00", "dateTime 2002-04-03T02:00:00-01:00"),
        ("dateTime 2008-04-01T00:00:00.00Z", "dateTime 2008-04-01T00:00:00Z"),
        ("date 2006-08-23Z", "date 2006-08-23+00:00"),
        ("time 24:00:00", "time 00:00:00"),
        ("duration P1Y", "yearMonthDuration P12M"),
        ("duration P1D", "dayTimeDuration PT24H"),
        ("dayTimeDuration PT0S", "yearMonthDuration P0M"),
    ],
)
def test_same_value(left: str, right: str) -> None:
    for sign, expected in {"=": "true", "<=": "true", ">=": "true", "<": "false", ">": "false", "!=": "false"}.items():
        assert evaluate(binary(typed(left), sign, typed(right))) == expected


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        # a timezone is missing
        ("date 2006-08-23", "date 2006-08-23Z", ERROR),
        ("dateTime 2002-04-02T23:00:00", "dateTime 2002-04-02T23:00:00+06:00", ERROR),
        ("date 2006-08-22", "dateTime 2006-08-23T09:00:00+01:00", "false"),
        # one holds the other
        ("gYear 1986", "date 1986-05-01", "false"),
        ("gYear 1986", "gYearMonth 1986-01", "false"),
        ("date 1986-05-01", "dateTime 1986-05-01T00:00:00", "false"),
        # a month has 28 to 31 days
        ("duration P1M", "duration P30D", "false"),
        ("dayTimeDuration P30D", "yearMonthDuration P1M", "false"),
        # no order at all
        ("time 10:00:00", "date 1986-05-01", "false"),
        ("date 1986-05-01", "string 1986-05-01", "false"),
        ("gYear 1986", "integer 1986", "false"),
        ("dayTimeDuration P1D", "date 1986-05-01", "false"),
        ("gMonth --05", "gMonth --06", ERROR),
    ],
)
def test_undecided_order_is_an_error(left: str, right: str, equal: str) -> None:
    for sign in ("<", ">", "<=", ">="):
        assert evaluate(binary(typed(left), sign, typed(right))) == ERROR
        assert evaluate(binary(typed(right), sign, typed(left))) == ERROR
    assert evaluate(binary(typed(left), "=", typed(right))) == equal


@pytest.mark.parametrize(
    ("left", "sign", "right", "expected"),
    [
        ("date 2024-01-31", "+", "yearMonthDuration P1M", "date 2024-02-29"),
        ("date 2024-02-29", "+", "yearMonthDuration P1Y", "date 2025-02-28"),
        ("date 2024-03-31", "-", "yearMonthDuration P1M", "date 2024-02-29"),
        ("date 2024-01-31Z", "+", "dayTimeDuration P1DT23H", "date 2024-02-01Z"),
        ("date 2024-02-01", "-", "dayTimeDuration PT1S", "date 2024-01-31"),
        ("date 0001-01-01", "-", "dayTimeDuration P1D", "date 0000-12-31"),
        ("date 0000-02-29", "+", "yearMonthDuration -P1Y", "date -0001-02-28"),
        ("date 9999-12-31", "+", "dayTimeDuration P1D", "date 10000-01-01"),
        ("dateTime 2024-01-31T10:00:00Z", "+", "duration P1M1DT0.5S", "dateTime 2024-03-01T10:00:00.5Z"),
        ("dayTimeDuration PT1H", "+", "dateTime 2024-01-31T23:30:00", "dateTime 2024-02-01T00:30:00"),
        ("time 23:30:00", "+", "dayTimeDuration PT1H", "time 00:30:00"),
        ("time 00:30:00", "-", "dayTimeDuration P2DT1H", "time 23:30:00"),
        ("date 2024-03-01", "-", "date 2024-02-01", "dayTimeDuration P29D"),
        ("dateTime 2024-03-01T00:00:00Z", "-", "dateTime 2024-03-01T01:00:00+02:00", "dayTimeDuration PT1H"),
        ("time 10:00:00", "-", "time 11:30:00", "dayTimeDuration -PT1H30M"),
        ("yearMonthDuration P1Y", "+", "yearMonthDuration P3M", "yearMonthDuration P1Y3M"),
        ("dayTimeDuration P1D", "-", "dayTimeDuration P2D", "dayTimeDuration -P1D"),
        ("dayTimeDuration P1D", "*", "integer 3", "dayTimeDuration P3D"),
        ("decimal 0.5", "*", "dayTimeDuration P1D", "dayTimeDuration PT12H"),
        ("yearMonthDuration P5M", "/", "integer 2", "yearMonthDuration P3M"),
        ("dayTimeDuration PT1S", "/", "integer 3", "dayTimeDuration PT0.333333333333333333S"),
        ("dayTimeDuration P1D", "/", "dayTimeDuration PT10H", "decimal 2.4"),
        ("yearMonthDuration P1Y", "/", "yearMonthDuration P5M", "decimal 2.4"),
        ("duration P1M", "+", "duration P1D", "duration P1M1D"),
    ],
)
def test_arithmetic(left: str, sign: str, right: str, expected: str) -> None:
    shown = expected.removeprefix("decimal ") if expected.startswith("decimal") else typed(expected)
    assert evaluate(binary(typed(left), sign, typed(right))) == shown


@pytest.mark.parametrize(
    ("left", "sign", "right"),
    [
        ("date 2024-01-01", "-", "date 2024-01-01Z"),
        ("date 2024-01-01", "-", "dateTime 2024-01-01T00:00:00"),
        ("gYear 2024", "-", "gYear 2023"),
        ("gYear 2024", "+", "yearMonthDuration P1Y"),
        ("time 10:00:00", "+", "yearMonthDuration P1M"),
        ("date 2024-01-01", "+", "date 2024-01-01"),
        ("date 2024-01-01", "+", "integer 1"),
        ("yearMonthDuration P1M", "-", "date 2024-01-01"),
        ("yearMonthDuration P1M", "+", "dayTimeDuration P1D"),
        ("duration P1M", "-", "duration P1D"),
        ("duration P1M", "*", "integer 2"),
        ("dayTimeDuration P1D", "*", "double NaN"),
        ("dayTimeDuration P1D", "/", "integer 0"),
        ("dayTimeDuration P1D", "/", "dayTimeDuration PT0S"),
        ("dayTimeDuration P1D", "/", "yearMonthDuration P1M"),
        (f"dayTimeDuration P{'9' * 99}D", "*", f"integer {'9' * 99}"),
        ("date 2024-01-01", "*", "integer 2"),
    ],
)
def test_arithmetic_that_is_not_defined(left: str, sign: str, right: str) -> None:
    assert evaluate(binary(typed(left), sign, typed(right))) == ERROR


def test_a_year_compares_with_a_number_by_its_part() -> None:
    assert (
        evaluate(Comparison("=", call("YEAR", '"1986-05-01"^^xsd:date'), call("YEAR", '"1986"^^xsd:gYear'))) == "true"
    )
