"""Aggregates: values, errors, and independence of the order of rows."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphragprov.errors import QueryTooExpensive, UnsupportedQuery
from graphragprov.sparql.aggregates import AGGREGATES, aggregate
from graphragprov.sparql.values import ExpressionError

from .expression_tools import ERROR, read, show


def result(name: str, terms: list[str | None], **options: object) -> str:
    """The aggregate of terms in short notation; ``None`` is an error inside it."""
    try:
        return show(aggregate(name, [None if term is None else read(term) for term in terms], **options))  # type: ignore[arg-type]
    except ExpressionError:
        return ERROR


INTEGERS, DECIMALS, DOUBLES = ["1", "2", "3"], ["1.0", "2.2", "3.5"], ["1.0E2", "2.0E3", "3.0E4"]


@pytest.mark.parametrize(
    ("name", "terms", "expected"),
    [
        # data and results of the W3C's aggregate tests
        ("SUM", INTEGERS, "6"),
        ("SUM", DECIMALS, "6.7"),
        ("SUM", DOUBLES, "3.21E4"),
        ("SUM", ["1", "2.2"], "3.2"),
        ("SUM", ["2E-1", "0.2"], "4.0E-1"),
        ("SUM", [], "0"),
        ("SUM", ["1", '"a"'], ERROR),
        ("SUM", ["1", "_:b"], ERROR),
        ("SUM", ["1", None], ERROR),
        ("SUM", ['"1"^^xsd:float', "0.5"], '"1.5E0"^^xsd:float'),
        ("AVG", INTEGERS, "2.0"),
        ("AVG", ["1.0", "2.2", "3.5", "2.2", "2.2"], "2.22"),
        ("AVG", ["1", "2.2"], "1.6"),
        ("AVG", ["2E-1", "0.2"], "2.0E-1"),
        ("AVG", ["1", "1", "2"], "1.333333333333333333"),
        ("AVG", [], "0"),
        ("AVG", ["1", None], ERROR),
        ("MIN", ["1", "2.2", "2E-1"], "2E-1"),
        ("MAX", ["1.0", "3.0E4", "3"], "3.0E4"),
        ("MIN", ["01", "1", "1.0"], "1.0"),
        ("MAX", ["01", "1", "1.0"], "1"),
        ("MIN", ['"b"', "7", "<http://example/a>"], "<http://example/a>"),
        ("MIN", ['"2024-01-01"^^xsd:date', '"1986"^^xsd:gYear'], '"1986"^^xsd:gYear'),
        ("MIN", [], ERROR),
        ("MAX", [], ERROR),
        ("MAX", ["1", None], ERROR),
        ("SAMPLE", ["3.5", "1.0", "2.2"], "1.0"),
        ("SAMPLE", [None, "2"], "2"),
        ("SAMPLE", [None], ERROR),
        ("SAMPLE", [], ERROR),
        ("COUNT", ["1", "1", '"a"', None], "3"),
        ("COUNT", [], "0"),
        ("GROUP_CONCAT", ['"22"', '"1"'], '"1 22"'),
        ("GROUP_CONCAT", ['"b"@fr', '"a"@en', "7", "<http://example/i>"], '"http://example/i 7 a b"'),
        ("GROUP_CONCAT", [], '""'),
        ("GROUP_CONCAT", ['"a"', "_:b"], ERROR),
        ("GROUP_CONCAT", ['"a"', None], ERROR),
        ("group_concat", ['"a"'], '"a"'),
    ],
)
def test_aggregate(name: str, terms: list[str | None], expected: str) -> None:
    assert result(name, terms) == expected


@pytest.mark.parametrize(
    ("name", "terms", "expected"),
    [
        ("COUNT", ["1", "1", "1.0"], "2"),
        ("COUNT", ['"a"', '"a"^^xsd:string', '"a"@en', '"a"@EN'], "2"),
        ("SUM", ["1", "2", "2"], "3"),
        ("SUM", ["1.0E2", "2.0E3", "2.0E3"], "2.1E3"),
        ("AVG", ["1", "2", "2"], "1.5"),
        ("AVG", ["1.0", "2.2", "2.2"], "1.6"),
        ("MIN", ["2", "1", "1"], "1"),
        ("GROUP_CONCAT", ['"1"', '"2"', '"1"'], '"1 2"'),
    ],
)
def test_distinct_counts_every_term_once(name: str, terms: list[str | None], expected: str) -> None:
    assert result(name, terms, distinct=True) == expected


def test_the_separator_of_group_concat() -> None:
    assert result("GROUP_CONCAT", ['"1"', '"22"'], separator=":") == '"1:22"'
    assert result("GROUP_CONCAT", ['"1"', '"22"'], separator="") == '"122"'


def test_group_concat_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphragprov.sparql.aggregates.MAX_TEXT", 10)
    assert result("GROUP_CONCAT", ['"1234"', '"567"']) == '"1234 567"'
    with pytest.raises(QueryTooExpensive, match="GROUP_CONCAT"):
        result("GROUP_CONCAT", ['"12345"', '"6789"'], separator="--")


def test_an_unknown_aggregate_is_named() -> None:
    with pytest.raises(UnsupportedQuery, match="MEDIAN") as caught:
        aggregate("MEDIAN", [])
    assert caught.value.construct == "MEDIAN"


POOL = ["1", "01", "1.0", "2.5", "1e0", "0.1e0", '"0.1"^^xsd:float', "-7", '"a"', '"a"@en', '"b"', "<http://example/a>"]


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    st.sampled_from(sorted(AGGREGATES)),
    st.lists(st.sampled_from(POOL[:8])) | st.lists(st.sampled_from(POOL)),
    st.booleans(),
)
def test_the_order_of_rows_does_not_matter(name: str, terms: list[str | None], distinct: bool) -> None:
    expected = result(name, terms, distinct=distinct)
    assert result(name, terms[::-1], distinct=distinct) == expected
    assert result(name, sorted(terms), distinct=distinct) == expected  # type: ignore[type-var]
