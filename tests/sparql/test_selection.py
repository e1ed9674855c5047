from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphragprov.occurrences.dictionary import TermDictionary
from graphragprov.sparql.algebra import BuiltInCall, Comparison, Constant, Expression, VariableReference
from graphragprov.sparql.context import ExpressionContext
from graphragprov.sparql.expressions import compile_condition
from graphragprov.sparql.order_keys import OrderKeys
from graphragprov.sparql.selection import selected
from graphragprov.terms import XSD, BNode, Literal, Term, URIRef, Variable, literal

X = Variable("x")


def typed(kind: str, *texts: str) -> list[Literal]:
    return [literal(text, str(XSD) + kind) for text in texts]


TERMS: list[Term] = [
    *typed("integer", "1", "01", "2", "-3", "10000000000000000000000", "one"),
    *typed("decimal", "1.0", "1.5", "2"),
    *typed("double", "1", "1.5", "NaN", "INF", "-0"),
    *typed("float", "1.5", "0.1"),
    *typed("boolean", "true", "false", "1"),
    *typed("date", "2001-02-03", "2001-02-03Z", "2001-02-02-05:00", "-0001-01-01", "2001-02-30", "2001-02-04"),
    *typed(
        "dateTime", "2001-02-03T00:00:00", "2001-02-03T00:00:00.5", "2001-02-03T12:00:00+01:00", "2001-02-03T11:00:00Z"
    ),
    *typed("time", "12:00:00", "13:00:00Z"),
    *typed("gYear", "2001", "2002Z"),
    *typed("gYearMonth", "2001-02"),
    *typed("dayTimeDuration", "P1D", "PT24H"),
    *typed("unknown", "1"),
    Literal("a"),
    Literal("b"),
    Literal("é"),
    Literal("\U0001f600"),
    Literal("￿"),
    Literal("a", lang="en"),
    Literal("a", lang="EN"),
    URIRef("http://x/a"),
    BNode("a"),
]


def comparison(sign: str, constant: Term, mirrored: bool) -> Expression:
    sides = (Constant(constant), VariableReference(X)) if mirrored else (VariableReference(X), Constant(constant))
    return Comparison(sign, *sides)


@settings(max_examples=400, deadline=None)
@given(
    st.sampled_from(["=", "!=", "<", ">", "<=", ">="]),
    st.sampled_from(TERMS),
    st.booleans(),
    st.lists(st.sampled_from(TERMS), max_size=12),
)
def test_keys_select_what_the_condition_selects(sign: str, constant: Term, mirrored: bool, terms: list[Term]) -> None:
    dictionary = TermDictionary()
    numbers = [dictionary.encode(term) for term in terms] + [0]
    condition = comparison(sign, constant, mirrored)
    context = ExpressionContext(dictionary.decode)
    test = compile_condition(condition, {X: 0}, ExpressionContext(dictionary.decode))
    expected = {number for number in numbers if test((number,))}
    assert selected(condition, X, set(numbers), context) == expected
    assert selected(condition, X, set(numbers), context) == expected, "the keys are kept now"


def test_conditions_of_other_forms_are_tested_term_by_term() -> None:
    dictionary = TermDictionary()
    numbers = [dictionary.encode(term) for term in TERMS]
    condition = BuiltInCall("ISIRI", (VariableReference(X),))
    chosen = selected(condition, X, set(numbers), ExpressionContext(dictionary.decode))
    assert [dictionary.decode(number) for number in chosen] == [URIRef("http://x/a")]


def test_terms_that_only_a_query_made_are_not_kept() -> None:
    keys, names = OrderKeys(), {-1: literal("1", str(XSD) + "integer"), 1: literal("5", str(XSD) + "integer")}
    condition = comparison("<", literal("3", str(XSD) + "integer"), mirrored=False)
    assert selected(condition, X, {-1, 1}, ExpressionContext(names.__getitem__, order_keys=keys)) == {-1}
    names[-1] = literal("7", str(XSD) + "integer")
    assert selected(condition, X, {-1, 1}, ExpressionContext(names.__getitem__, order_keys=keys)) == set()


@pytest.mark.parametrize("sign", ["<", "<="])
def test_a_value_is_read_once_for_all_queries(sign: str) -> None:
    read = []

    def decode(number: int) -> Term:
        read.append(number)
        return literal(str(number), str(XSD) + "integer")

    keys, condition = OrderKeys(), comparison(sign, literal("3", str(XSD) + "integer"), mirrored=False)
    for _ in range(2):
        chosen = selected(condition, X, set(range(1, 9)), ExpressionContext(decode, order_keys=keys))
        assert chosen == set(range(1, 4 if sign == "<=" else 3))
    assert sorted(read) == list(range(1, 9))
