"""Typed values: reading, writing, and the calendar."""

from __future__ import annotations

import datetime
import math
import struct
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphragprov.sparql.numbers import double_text, exact_sum, plain_text, single, single_text
from graphragprov.sparql.temporal import Duration, Timestamp, civil, day_number, parse_duration, parse_timestamp
from graphragprov.sparql.values import (
    LanguageString,
    OpaqueLiteral,
    Single,
    Value,
    datatype_of,
    same_term,
    term_key,
    term_of,
    value_of,
)
from graphragprov.terms import BNode, DirectionalLiteral, Literal, TripleTerm, URIRef

from .expression_tools import read, show

laws = settings(max_examples=200, deadline=None, derandomize=True)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('"a"', "a"),
        ('"a"^^xsd:string', "a"),
        ("007", 7),
        ('"+7"^^xsd:unsignedByte', 7),
        ("1.50", Decimal("1.5")),
        ("15e-1", 1.5),
        ('"1.1"^^xsd:float', Single(struct.unpack("<f", struct.pack("<f", 1.1))[0])),
        ("true", True),
        ('"0"^^xsd:boolean', False),
        ('"a"@en', LanguageString("a", "en")),
        ('"a"@ar--rtl', LanguageString("a", "ar", "rtl")),
        ('"1986"^^xsd:gYear', Timestamp("gYear", 1986)),
        (
            '"2024-02-29T12:00:00.5-01:30"^^xsd:dateTime',
            Timestamp("dateTime", 2024, 2, 29, 43200 + Fraction(1, 2), -90),
        ),
        ('"2024-02-29T12:00:00Z"^^xsd:dateTimeStamp', Timestamp("dateTime", 2024, 2, 29, 43200, 0)),
        ('"-P1Y2M3DT4H5M6.7S"^^xsd:duration', Duration("duration", -14, -(3 * 86400 + 14706 + Fraction(7, 10)))),
        ("<http://example/a>", URIRef("http://example/a")),
        ("_:b", BNode("b")),
    ],
)
def test_a_term_has_a_value(text: str, value: Value) -> None:
    read_value = value_of(read(text))
    assert read_value == value
    assert type(read_value) is type(value)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        *[("integer", text) for text in ("", "1.0", " 1", "1\n", "1e0", "٣", "--1", "9" * 1001)],
        *[("byte", text) for text in ("128", "-129")],
        *[("positiveInteger", text) for text in ("0", "-1")],
        *[("decimal", text) for text in (".", "1e0", "INF", "1,5")],
        *[("double", text) for text in ("e1", "1e", "inf", "nan", "infinity", "0x1p3", "1_000")],
        *[("boolean", text) for text in ("TRUE", "yes", "")],
        *[
            ("dateTime", text)
            for text in ("2024-01-01", "2024-1-1T00:00:00", "2024-01-01T24:00:01", "2024-01-01T25:00:00")
        ],
        *[("dateTime", text) for text in ("2024-02-30T00:00:00", "2024-01-01T00:00:00+15:00", "2024-01-01T00:60:00")],
        ("dateTimeStamp", "2024-01-01T00:00:00"),
        *[
            ("date", text)
            for text in ("2023-02-29", "1900-02-29", "024-01-01", "02024-01-01", "2024-13-01", "2024-00-01")
        ],
        *[("gYear", text) for text in ("86", "+1986", "01986")],
        *[("duration", text) for text in ("P", "PT", "P1", "1Y", "P1S", "P1YT", "-P-1Y", "P1.5Y", "PT.5S")],
        ("dayTimeDuration", "P1M"),
        ("yearMonthDuration", "P1D"),
        ("gMonth", "--05"),
    ],
)
def test_what_a_datatype_does_not_have_is_opaque(kind: str, text: str) -> None:
    term = Literal(text, datatype=URIRef(f"http://www.w3.org/2001/XMLSchema#{kind}"), normalize=False)
    assert value_of(term) == OpaqueLiteral(term)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (-(10**30), str(-(10**30))),
        (Decimal("1.50"), "1.5"),
        (Decimal(2), "2.0"),
        (Decimal("-0.0"), "0.0"),
        (Decimal("1E3"), "1000.0"),
        (1.5, "1.5E0"),
        (1050.0, "1.05E3"),
        (-0.0, "-0.0E0"),
        (1e-300, "1.0E-300"),
        (math.inf, '"INF"^^xsd:double'),
        (Single(1.5), '"1.5E0"^^xsd:float'),
        (True, "true"),
        ("a", '"a"'),
        (LanguageString("a", "en"), '"a"@en'),
        (LanguageString("a", "en", "ltr"), '"a"@en--ltr'),
        (Timestamp("gYear", -44), '"-0044"^^xsd:gYear'),
        (Timestamp("dateTime", 12024, 1, 2, Fraction(7, 2), 330), '"12024-01-02T00:00:03.5+05:30"^^xsd:dateTime'),
        (Duration("yearMonthDuration", 0, 0), '"P0M"^^xsd:yearMonthDuration'),
        (Duration("dayTimeDuration", 0, -90061), '"-P1DT1H1M1S"^^xsd:dayTimeDuration'),
    ],
)
def test_a_value_has_a_canonical_term(value: Value, text: str) -> None:
    assert show(term_of(value)) == text


def test_terms_pass_through_as_they_are() -> None:
    for text in ("01", '"a"@EN', '"x"^^<http://example/t>', "<http://example/a>", "_:b"):
        assert term_of(read(text)) is not None
        assert show(term_of(read(text))) == text


@laws
@given(st.floats(allow_nan=False))
def test_doubles_read_back(number: float) -> None:
    text = double_text(number)
    assert value_of(read(f'"{text}"^^xsd:double')) == number
    if math.isfinite(number):
        assert float(plain_text(number)) == number


@laws
@given(st.floats(width=32, allow_nan=False))
def test_floats_read_back(number: float) -> None:
    assert value_of(read(f'"{single_text(Single(number))}"^^xsd:float')) == Single(number)


@laws
@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**50), max_value=10**50))
def test_decimals_read_back(number: Decimal) -> None:
    assert value_of(term_of(number)) == number


@laws
@given(st.integers(-3_000_000, 3_000_000))
def test_the_calendar_is_invertible(number: int) -> None:
    assert day_number(*civil(number)) == number
    assert civil(number + 146_097)[0] == civil(number)[0] + 400


@laws
@given(st.datetimes(), st.integers(-14 * 60, 14 * 60))
def test_date_times_agree_with_python(moment: datetime.datetime, offset: int) -> None:
    zone = datetime.timezone(datetime.timedelta(minutes=offset))
    stamp = parse_timestamp("dateTime", moment.replace(tzinfo=zone).isoformat().replace("+00:00", "Z"))
    assert stamp is not None
    epoch = datetime.datetime(1, 1, 1)
    micros = (moment - epoch) // datetime.timedelta(microseconds=1)
    assert stamp.start == Fraction(micros, 10**6) - offset * 60
    assert parse_timestamp("dateTime", stamp.lexical()) == stamp


@laws
@given(st.datetimes(), st.timedeltas(min_value=datetime.timedelta(-900_000), max_value=datetime.timedelta(900_000)))
def test_adding_seconds_agrees_with_python(moment: datetime.datetime, delta: datetime.timedelta) -> None:
    try:
        expected = (moment + delta).isoformat()
    except OverflowError:
        return
    stamp = parse_timestamp("dateTime", moment.isoformat())
    assert stamp is not None
    assert stamp.plus(0, Fraction(delta // datetime.timedelta(microseconds=1), 10**6)) == parse_timestamp(
        "dateTime", expected
    )


@laws
@given(st.integers(-(10**6), 10**6), st.fractions(-(10**6), 10**6, max_denominator=1).map(lambda f: f / 1000))
def test_durations_read_back(months: int, seconds: Fraction) -> None:
    for duration in (Duration("yearMonthDuration", months, 0), Duration("dayTimeDuration", 0, seconds)):
        assert parse_duration(duration.kind, duration.lexical()) == duration


def test_seconds_that_do_not_end_are_rounded() -> None:
    assert Duration("dayTimeDuration", 0, Fraction(2, 3)).lexical() == "PT0.666666666666666667S"
    assert Duration("dayTimeDuration", 0, 1 - Fraction(1, 10**30)).lexical() == "PT1S"


@laws
@given(st.lists(st.floats(-1e308, 1e308) | st.integers(-(10**20), 10**20) | st.decimals(-1000, 1000, places=3)))
def test_sums_do_not_depend_on_the_order(numbers: list[float | int | Decimal]) -> None:
    assert exact_sum(numbers) == exact_sum(reversed(numbers)) == exact_sum(sorted(numbers))


def test_sums_are_exact_and_keep_the_widest_type() -> None:
    assert exact_sum([]) == 0
    assert exact_sum([0.1] * 10) == 1.0
    assert exact_sum([1e308, 1e308, -1e308]) == 1e308
    assert exact_sum([1e308, 1e308]) == math.inf
    assert math.isnan(exact_sum([math.inf, -math.inf, 1.0]))  # type: ignore[arg-type]
    assert exact_sum([Decimal("0.1"), Decimal("0.2"), 1]) == Decimal("1.3")
    assert exact_sum([single(0.1), single(0.2)]) == single(single(0.1).value + single(0.2).value)
    assert type(exact_sum([single(0.1), 0.2])) is float
    assert type(exact_sum([1, 2])) is int


# -- identity of terms ------------------------------------------------------------------------------------------


def test_every_literal_has_a_datatype() -> None:
    assert datatype_of(Literal("a")) == URIRef("http://www.w3.org/2001/XMLSchema#string")
    assert datatype_of(Literal("a", lang="en")).endswith("#langString")
    assert datatype_of(DirectionalLiteral("a", "en", "ltr")).endswith("#dirLangString")


def test_same_term_and_key_agree() -> None:
    texts = [
        '"a"',
        '"a"@en',
        '"a"@EN',
        '"a"@en--ltr',
        '"a"@EN--ltr',
        '"a"@en--rtl',
        '"a"^^xsd:string',
        "1",
        "01",
        "<a>",
    ]
    texts += ["_:a", '"1"', "1.0"]
    terms = [read(text) for text in texts]
    terms += [TripleTerm(URIRef("s"), URIRef("p"), term) for term in terms]
    groups = {tuple(same_term(left, right) for right in terms) for left in terms}
    assert len(groups) == len({term_key(term) for term in terms}) == 20
    assert same_term(read('"a"'), read('"a"^^xsd:string'))
    assert not same_term(read("1"), read("01"))
