"""When two results are the same."""

from __future__ import annotations

import pytest

from graphragprov.terms import XSD, BNode, DirectionalLiteral, Literal, TripleTerm, URIRef, literal

from .outcome import Outcome, by_value, isomorphic, key, same

A, B = ("iri", "http://x/a"), ("iri", "http://x/b")
P, Q, R, S = (("bnode", name) for name in "pqrs")


def table(*rows, **options) -> Outcome:
    return Outcome("bindings", rows, tuple("xyz"[: len(rows[0])]), **options)


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        ([(A, P), (A, Q)], [(A, R), (A, S)], True),
        ([(A, P), (B, P)], [(A, R), (B, S)], False),
        ([(P, Q), (Q, P)], [(R, S), (S, R)], True),
        ([(P, Q), (Q, P)], [(R, R), (S, S)], False),
        ([(P,), (P,), (Q,)], [(R,), (S,), (S,)], True),
        ([(("triple", P, A, Q), Q)], [(("triple", R, A, S), S)], True),
        ([(("triple", P, A, Q), Q)], [(("triple", R, A, S), R)], False),
        ([(A, None)], [(A, None)], True),
        ([(A, None)], [(A, P)], False),
    ],
)
def test_blank_nodes_may_be_renamed_one_to_one(mine, theirs, expected):
    assert isomorphic(mine, theirs) is expected


def test_regular_graphs_that_colours_do_not_tell_apart():
    def ring(names: str) -> list:
        return [(("bnode", a), ("bnode", b)) for a, b in zip(names, names[1:] + names[0], strict=True)]

    assert isomorphic(ring("abcdef"), ring("fdbeca"))
    assert not isomorphic(ring("abcdef"), ring("abc") + ring("def"))


def test_rows_are_a_bag():
    assert same(table((A,), (B,), (A,)), table((B,), (A,), (A,)))
    assert not same(table((A,), (B,), (A,)), table((A,), (B,), (B,)))


def test_order_counts_where_the_suite_says_so():
    assert same(table((A,), (B,)), table((A,), (B,), ordered=True))
    assert not same(table((B,), (A,)), table((A,), (B,), ordered=True))


def test_lax_cardinality():
    expected = table((A,), (A,), (B,), lax=True)
    assert same(table((A,), (B,)), expected)
    assert same(table((A,), (B,), (A,)), expected)
    assert not same(table((A,), (A,), (A,), (B,)), expected)
    assert not same(table((A,), (A,)), expected)


def test_variables_count_and_their_order_does_not():
    assert same(Outcome("bindings", ((A, B),), ("x", "y")), Outcome("bindings", ((B, A),), ("y", "x")))
    assert not same(Outcome("bindings", ((A,),), ("x",)), Outcome("bindings", ((A,),), ("y",)))


def test_a_graph_is_a_set():
    assert same(Outcome("graph", ((A, A, A), (A, A, A))), Outcome("graph", ((A, A, A),)))


def test_forms_are_told_apart():
    assert not same(Outcome("boolean", truth=True), table((A,)))
    assert not same(Outcome("boolean", truth=True), Outcome("boolean", truth=False))


def test_terms_as_keys():
    assert key(Literal("a", normalize=False)) == key(literal("a", str(XSD.string)))
    assert key(literal("a", lang="en-GB")) == key(literal("a", lang="en-gb")) != key(literal("a"))
    assert key(DirectionalLiteral("a", "en", "rtl")) != key(literal("a", lang="en"))
    assert key(URIRef("a")) != key(BNode("a")) != key(literal("a"))
    assert key(TripleTerm(URIRef("a"), URIRef("b"), BNode("c"))) == (
        "triple",
        ("iri", "a"),
        ("iri", "b"),
        ("bnode", "c"),
    )


@pytest.mark.parametrize(
    ("kind", "mine", "theirs", "expected"),
    [
        ("integer", "01", "1", True),
        ("decimal", "1.0", "1", True),
        ("decimal", "1.0", "1.01", False),
        ("double", "1e0", "1.0", True),
        ("boolean", "1", "true", True),
        ("integer", "x", "y", False),
        ("string", "1", "01", False),
    ],
)
def test_values(kind, mine, theirs, expected):
    left, right = (by_value(key(literal(text, str(XSD[kind])))) for text in (mine, theirs))
    assert (left == right) is expected


def test_values_of_different_types_differ():
    assert by_value(key(literal("1", str(XSD.integer)))) != by_value(key(literal("1", str(XSD.decimal))))
