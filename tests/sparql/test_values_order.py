"""ORDER BY: one total order of all terms."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from graphragprov.sparql.expressions import ExpressionContext, ExpressionError
from graphragprov.sparql.operators import compare
from graphragprov.sparql.ordering import order_key, total_order_key
from graphragprov.sparql.values import same_term, value_of
from graphragprov.terms import Term, TripleTerm, URIRef

from .expression_tools import read

IN_ORDER = [
    "_:blank",
    "<http://host/entity>",
    "<mailto:bob@work.example>",
    '"NaN"^^xsd:double',
    '"-INF"^^xsd:double',
    "-456",
    "0.1",
    "1",
    "1.5e0",
    '"2"^^xsd:float',
    "300",
    '"-0044-03-15"^^xsd:date',
    '"1985-12-31T23:59:59Z"^^xsd:dateTime',
    '"1986-01-01"^^xsd:date',
    '"1986"^^xsd:gYear',
    '"1986-02"^^xsd:gYearMonth',
    '"2024-01-01+01:00"^^xsd:date',
    '"2024-01-01"^^xsd:date',
    '"09:00:00"^^xsd:time',
    '"10:00:00"^^xsd:time',
    '"P27D"^^xsd:dayTimeDuration',
    '"P1M"^^xsd:yearMonthDuration',
    "false",
    "true",
    '""',
    '"Eve"',
    '"Eve"@de',
    '"Eve"@en',
    '"Eve"@en--ltr',
    '"a"',
    '"x"^^<http://example/type>',
    '"--05"^^xsd:gMonth',
    '"abc"^^xsd:integer',
]


def _triple(object_: Term, subject: str = "s", predicate: str = "p") -> TripleTerm:
    return TripleTerm(URIRef(f"http://example/{subject}"), URIRef(f"http://example/{predicate}"), object_)


TERMS: list[Term] = [
    *map(read, IN_ORDER),
    _triple(read("-456")),
    _triple(read("123")),
    _triple(_triple(read("1"))),
    _triple(read("999"), "s1", "a"),
    _triple(read("999"), "s1"),
    _triple(read("900"), "s2"),
]


def test_all_terms_are_in_one_order() -> None:
    keys = [order_key(None), *map(order_key, TERMS)]
    assert keys == sorted(keys)
    assert len(set(keys)) == len(keys)
    totals = list(map(total_order_key, TERMS))
    assert totals == sorted(totals)


def test_the_order_agrees_with_less_than() -> None:
    decided = 0
    for left, right in itertools.product(TERMS, TERMS):
        try:
            less = compare("<", value_of(left), value_of(right))
        except ExpressionError:
            continue
        decided += less
        if less:
            assert order_key(left) < order_key(right), (left, right)
    assert decided > 40


def test_values_share_a_place_and_terms_do_not() -> None:
    for left, right in [("1", "1.0"), ("1", '"01"^^xsd:integer'), ('"a"@en', '"a"@EN'), ("true", '"1"^^xsd:boolean')]:
        assert order_key(read(left)) == order_key(read(right))
        equal = same_term(read(left), read(right))
        assert equal or total_order_key(read(left)) != total_order_key(read(right))


def test_the_context_remembers_places() -> None:
    asked: list[int] = []

    def decode(identifier: int) -> Term:
        asked.append(identifier)
        return TERMS[identifier]

    context = ExpressionContext(decode)
    keys = [context.order_key(identifier) for identifier in (0, 5, 6, 5, 6, 0)]
    assert keys == [order_key(TERMS[each] if each else None) for each in (0, 5, 6, 5, 6, 0)]
    assert asked == [5, 6]


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(TERMS), max_size=8), st.randoms(use_true_random=False))
def test_sorting_does_not_depend_on_what_came_first(terms: list[Term], random: object) -> None:
    shuffled = list(terms)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert sorted(shuffled, key=total_order_key) == sorted(terms, key=total_order_key)
