"""Typed values against quotes, and their lexical forms."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rdflib import Literal
from rdflib.namespace import XSD

from graphragprov.translation import extract
from graphragprov.translation.values import DATATYPES, Agreement, agreement, canonical, contradicts, infer_datatype

from .samples import Says, passage, reply, triple

AGREES, SILENT, CONTRADICTS = Agreement


@pytest.mark.parametrize(
    ("value", "datatype", "quote", "expected"),
    [
        ("1986", "gYear", "1968", CONTRADICTS),
        ("1986", "gYear", "January 1986", AGREES),
        ("1986", "gYear", "16 January 1986", AGREES),
        ("1986", "gYear", "the film", SILENT),
        ("1985", "gYear", "the 1980s", SILENT),
        ("1975", "gYear", "the 1980s", CONTRADICTS),
        ("1916", "gYear", "1914–1918", SILENT),
        ("1918", "gYear", "1914–1918", AGREES),
        ("1920", "gYear", "1914–1918", CONTRADICTS),
        ("-0274", "gYear", "275 BC", AGREES),
        ("-0275", "gYear", "275 BC", AGREES),
        ("-0273", "gYear", "275 BC", CONTRADICTS),
        ("0275", "gYear", "275 BC", CONTRADICTS),
        ("1986-01", "gYearMonth", "January 1986", AGREES),
        ("1986-01", "gYearMonth", "1986", SILENT),
        ("1986-01", "gYearMonth", "February 1986", CONTRADICTS),
        ("1979-09-16", "date", "16 September 1979", AGREES),
        ("1979-09-16", "date", "1979", SILENT),
        ("1979-09-16", "date", "16 September", SILENT),
        ("1979-09-16", "date", "17 September", CONTRADICTS),
        ("1979-09-16", "date", "1968", CONTRADICTS),
        ("1979-09-16", "date", "September 17, 1979", CONTRADICTS),
        ("1979-05-30", "date", "30 May – 2 June 1979", AGREES),
        ("1979-09-16T00:00:00", "dateTime", "16 September 1979", AGREES),
        ("10361", "integer", "10,361", AGREES),
        ("10362", "integer", "10,361", CONTRADICTS),
        ("75000000", "integer", "75 million", AGREES),
        ("75", "integer", "75 million", CONTRADICTS),
        ("75", "integer", "75–80 million", SILENT),
        ("75", "integer", "75, 80 and 90 million", SILENT),
        ("75000000", "integer", "75 to 80 million", AGREES),
        ("1997", "integer", "in 1997, 98 million people", AGREES),
        ("1.3", "decimal", "1.3 × 10⁶", CONTRADICTS),
        ("100", "integer", "10² m", AGREES),
        ("10", "integer", "10² m", CONTRADICTS),
        ("102", "integer", "10² m", CONTRADICTS),
        ("1986", "integer", "1986² was the year", AGREES),
        ("25", "integer", "5² = 25", AGREES),
        ("14:30:00", "time", "at 14:30", AGREES),
        ("14:30:00", "time", "2:30 p.m.", AGREES),
        ("14:30:00Z", "time", "2:30", AGREES),
        ("14:30:15", "time", "14:30", SILENT),
        ("14:30:00", "time", "15:30", CONTRADICTS),
        ("14:30:00", "time", "2 am", CONTRADICTS),
        ("14:30:00", "time", "in the afternoon", SILENT),
        ("--05-04", "gMonthDay", "4 May", AGREES),
        ("--05-04", "gMonthDay", "May 4, 1901", AGREES),
        ("--05-04", "gMonthDay", "5 May", CONTRADICTS),
        ("--05-04", "gMonthDay", "1901", SILENT),
        ("true", "boolean", "Yes.", AGREES),
        ("true", "boolean", "false", CONTRADICTS),
        ("true", "boolean", "it is false", SILENT),
        ("-INF", "double", "5", CONTRADICTS),
        ("INF", "double", "∞", SILENT),
        ("2", "integer", "twice", AGREES),
        ("5", "integer", "twice", SILENT),
        ("3", "integer", "two sons and a daughter", SILENT),
        ("4", "integer", "two sons and two daughters", SILENT),
        ("7", "integer", "placing 7th", AGREES),
        ("302", "integer", "302.47 sq mi", SILENT),
        ("95", "integer", "many points", SILENT),
        ("0.7", "decimal", "at least 70%", AGREES),
        ("1986", "integer", "in January 1986", AGREES),
        ("9.13", "decimal", "9.13 percent", AGREES),
        ("9.2", "decimal", "9.13 percent", CONTRADICTS),
        ("anything", "string", "1986", SILENT),
    ],
)
def test_agreement(value: str, datatype: str, quote: str, expected: Agreement) -> None:
    assert agreement(value, datatype, (quote,)) is expected
    assert contradicts(value, datatype, quote) is (expected is CONTRADICTS)


def test_several_quotes_make_one_date() -> None:
    assert agreement("1979-09-16", "date", ("16 September", "1979")) is AGREES
    assert agreement("1979-09-16", "date", ("18 September", "1979")) is SILENT
    assert agreement("1979-09-16", "date", ("18 September", "17 September")) is CONTRADICTS


def test_one_agreeing_quote_is_enough() -> None:
    assert agreement("1986", "gYear", ("in 1968", "in 1986")) is AGREES


@pytest.mark.parametrize(
    ("value", "datatype", "form", "becomes"),
    [
        ("1979-09-16", "date", "1979-09-16", "date"),
        ("1979-09-16", "xsd:date", "1979-09-16", "date"),
        ("1979-09-16", "http://www.w3.org/2001/XMLSchema#date", "1979-09-16", "date"),
        ("853", "gYear", "0853", "gYear"),
        ("-275", "gYear", "-0275", "gYear"),
        ("1986", "year", "1986", "gYear"),
        ("1979-9-6", "date", "1979-09-06", "date"),
        ("1986", "date", "1986", "gYear"),
        ("1986-01", "date", "1986-01", "gYearMonth"),
        ("1986-00-00", "date", "1986", "gYear"),
        ("1986-01-01T00:00:00", "date", "1986-01-01", "date"),
        ("16 September 1979", "date", "1979-09-16", "date"),
        ("January 1986", "gYearMonth", "1986-01", "gYearMonth"),
        ("10,361", "integer", "10361", "integer"),
        ("5.0", "integer", "5", "integer"),
        ("70%", "integer", "70", "integer"),
        (" 7 ", "integer", "7", "integer"),
        ("95", None, "95", "integer"),
        ("1986-01", None, "1986-01", "gYearMonth"),
        ("plain text", None, "plain text", "string"),
        ("true", "boolean", "true", "boolean"),
        ("2000-02-29", "date", "2000-02-29", "date"),
        ("-0400-02-29", "date", "-0400-02-29", "date"),
        ("0000", "gYear", "0000", "gYear"),
    ],
)
def test_lexical_forms(value: str, datatype: str | None, form: str, becomes: str) -> None:
    lexical = canonical(value, datatype)
    assert lexical is not None
    assert (lexical.form, lexical.datatype) == (form, becomes)
    assert bool(lexical.fixed) is (form != value.strip() or (datatype == "date" and becomes != "date"))


@pytest.mark.parametrize(
    ("value", "datatype"),
    [
        ("1979-02-30", "date"),
        ("1900-02-29", "date"),
        ("1979-13-01", "date"),
        ("1/2/1986", "date"),
        ("275 BC", "gYear"),
        ("1980s", "gYear"),
        ("1914–1918", "gYear"),
        ("January 1986", "gYear"),
        ("many", "integer"),
        ("3.5", "integer"),
        ("300", "byte"),
        ("-1", "nonNegativeInteger"),
        ("yes", "boolean"),
        ("x", "colour"),
        ("", "string"),
        ("  ", "date"),
        ("9" * 100, "integer"),
        ("1e99999999", "double"),
        ("1e99999999", "decimal"),
        ("-1e-99999999", "float"),
        ("1e309", "double"),
        ("9" * 1_000_000, "decimal"),
        ("1e" + "9" * 5_000, "double"),
    ],
)
def test_what_is_not_a_value(value: str, datatype: str) -> None:
    assert canonical(value, datatype) is None


@settings(max_examples=300, deadline=None)
@given(
    st.text(max_size=25) | st.from_regex(r"-?\d{1,5}(-\d{1,2}){0,2}", fullmatch=True),
    st.sampled_from([*sorted(DATATYPES), None]),
)
def test_a_form_that_is_given_is_a_fixed_point_and_legal_for_rdflib(value: str, datatype: str | None) -> None:
    lexical = canonical(value, datatype)
    if lexical is None:
        return
    again = canonical(lexical.form, lexical.datatype)
    assert again is not None and (again.form, again.fixed) == (lexical.form, "")
    if lexical.datatype in ("integer", "decimal", "boolean"):
        assert Literal(lexical.form, datatype=XSD[lexical.datatype]).ill_typed is False


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 9999), st.integers(1, 12), st.integers(1, 28))
def test_a_value_agrees_with_itself(year: int, month: int, day: int) -> None:
    date = f"{year:04d}-{month:02d}-{day:02d}"
    assert agreement(date, "date", (date,)) is AGREES
    assert agreement(f"{year:04d}", "gYear", (date,)) is AGREES
    assert agreement(str(year), "integer", (str(year),)) is AGREES


def test_inference() -> None:
    assert [infer_datatype(v) for v in ("1986-01-01", "12", "1.5", "1986-01", "a")] == [
        "date",
        "integer",
        "decimal",
        "gYearMonth",
        "string",
    ]


_HUGE = ["1e99999999", "-1e-99999999", "0e99999999", "9" * 5_000, "1e" + "9" * 5_000, "sNaN", "-INF", "1e308", "10⁹⁹⁹"]


@pytest.mark.parametrize("datatype", sorted(DATATYPES))
def test_no_exponent_and_no_digit_string_is_too_much(datatype: str) -> None:
    for value in _HUGE:
        for quote in ("2008", "9" * 3_900, "1e99", "0⁻¹", "99⁹⁹⁹", "兆" * 60, "one " + "million " * 400):
            assert agreement(value, datatype, (quote,)) in Agreement


def test_a_reply_with_a_huge_exponent_is_a_rejected_claim() -> None:
    text = "In 2008 the film won."
    claims = [
        triple(("film", "film"), ("year", "In"), value=value, datatype=datatype, quotes=["2008"])
        for value in _HUGE
        for datatype in ("double", "decimal", "integer", "gYear", "date")
    ]
    extraction = extract(passage(text), Says(reply(*claims)))
    assert extraction.occurrences == ()
    assert {rejected.reason.value for rejected in extraction.rejected} == {"invalid-literal", "contradiction"}
