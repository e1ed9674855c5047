"""Whatever the text, there is a query or an InvalidQuery; equal results however it is spelled; speed."""

from __future__ import annotations

import logging
import time
from concurrent.futures import ThreadPoolExecutor

import pyparsing
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from graphragprov.errors import InvalidQuery
from graphragprov.sparql import parse
from graphragprov.sparql.algebra import AskQuery, ConstructQuery, DescribeQuery, SelectQuery
from graphragprov.sparql.parse import check_update_syntax, iri_references, parse_query
from graphragprov.sparql.syntax.iri import resolve

logging.getLogger("rdflib.term").setLevel(logging.ERROR)  # it reports ill-typed literals

PARTS = r"""
SELECT ASK CONSTRUCT DESCRIBE WHERE DISTINCT REDUCED * ?x ?y $z <a> <http://b/c> rel:d rel: : a _:l [] () 1 -2 .5 1e3
'e' "f" '''g''' @en @ar--rtl ^^ true UNDEF FILTER OPTIONAL UNION MINUS GRAPH SERVICE SILENT BIND VALUES AS EXISTS NOT
IN GROUP BY HAVING ORDER ASC DESC LIMIT OFFSET FROM NAMED BASE PREFIX VERSION COUNT SUM GROUP_CONCAT SEPARATOR STR
REGEX IF BOUND TRIPLE { } ( ) [ ] << >> <<( )>> {| |} ~ . , ; = != < > <= >= + - * / | ^ ? ! || && INSERT DELETE DATA
LOAD # \ \u0041 é 中
"""
WORDS = PARTS.split()

tokens = st.lists(st.sampled_from(WORDS), max_size=40)
texts = st.one_of(
    st.text(max_size=200),
    st.builds(" ".join, tokens),
    st.builds("".join, tokens),
    st.builds(lambda inner: "SELECT * { " + " ".join(inner) + " }", tokens),
    st.builds(lambda inner: "ASK { FILTER(" + " ".join(inner) + ") }", tokens),
).map(lambda text: text[:200])


@settings(max_examples=400, deadline=None)
@given(texts)
@example("\ufeff")
@example("ASK { ?x ?y '\ud800' }")
@example("ASK { ?x ?y 'a'^^rdf:XMLLiteral , '<'^^rdf:HTML , '1'^^xsd:hexBinary , 'x'^^xsd:duration }")
@example("ASK { <http://[::1> ?y <//a:b:c/../..> }")
@example("SELECT ($ AS ?x) { ?x ?_ ?1 }")
@example("ASK { FILTER(1E999999999 = 1.0e-999999999 || 'x'@a-b-c-d-e-f-g-h) }")
def test_any_text_is_a_query_or_an_invalid_query(text):
    try:
        query = parse_query(text)
    except InvalidQuery as error:
        assert error.query == text
    else:
        assert isinstance(query, SelectQuery | AskQuery | ConstructQuery | DescribeQuery)


@settings(max_examples=200, deadline=None)
@given(texts)
def test_any_text_is_an_update_or_an_invalid_query(text):
    try:
        check_update_syntax(text)
    except InvalidQuery as error:
        assert error.query == text


@settings(max_examples=200, deadline=None)
@given(texts)
def test_iri_references_are_what_they_say(text):
    for start, end in iri_references(text):
        assert text[start] == "<"
        assert text[end - 1] == ">"


PIECES = ["SELECT", "?x", "{", "?x", "rel:a", "?y", ";", "rel:b/rel:c*", "'d'", "FILTER", "(", "?x", "<", "1", ")", "}"]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from([" ", "\n", "\t", "\r\n", " # { ' < \n"]), min_size=len(PIECES), max_size=len(PIECES)))
def test_white_space_and_comments_mean_nothing(spaces):
    text = "".join(piece + space for piece, space in zip(PIECES, spaces, strict=True))
    assert parse_query(text) == parse_query(" ".join(PIECES))


@pytest.mark.parametrize(
    ("reference", "expected"),
    [  # RFC 3986, section 5.4
        ("g:h", "g:h"),
        ("g", "http://a/b/c/g"),
        ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"),
        ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"),
        (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"),
        ("..", "http://a/b/"),
        ("../g", "http://a/b/g"),
        ("../..", "http://a/"),
        ("../../../g", "http://a/g"),
        ("/./g", "http://a/g"),
        ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."),
        ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"),
        ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"),
        ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/../x", "http://a/b/c/g#s/../x"),
        ("http:g", "http:g"),
    ],
)
def test_references_are_resolved_as_rfc_3986_says(reference, expected):
    assert resolve(reference, "http://a/b/c/d;p?q") == expected


# -- shared state of pyparsing

SAME_SHAPE = [f"SELECT ?x {{ ?x rel:p{i} <o{i}> . ?x rel:q{i} 'v{i}' }}" for i in range(200)]


def test_threads_do_not_disturb_each_other():
    expected = [parse_query(text) for text in SAME_SHAPE]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda text: parse_query(text + " "), SAME_SHAPE)) == expected


def test_packrat_parsing_switched_on_by_another_library_changes_nothing():
    expected = [parse_query(text) for text in SAME_SHAPE]
    pyparsing.ParserElement.enable_packrat()
    try:
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(lambda text: parse_query(text + "\n"), SAME_SHAPE)) == expected
    finally:
        pyparsing.ParserElement.disable_memoization()


# -- speed (bounds are several times what a slow machine needs)


def _best(action, repetitions: int, rounds: int = 5) -> float:
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        for _ in range(repetitions):
            action()
        best = min(best, (time.perf_counter() - start) / repetitions)
    return best


THREE_PATTERNS = "SELECT ?who { ?film rel:director ?who . ?who rel:placeOfBirth ?town . ?town rel:country <France> }"


def test_a_fresh_query_takes_a_few_milliseconds_and_a_repeated_one_microseconds():
    assert _best(lambda: parse._parse(THREE_PATTERNS, None, None), 20) < 3e-3
    assert _best(lambda: parse_query(THREE_PATTERNS), 500) < 20e-6


@pytest.mark.parametrize(
    "unit", ["a.", "a-", "<a", "'a", "_:a.", "1.", "?x<", ".", "\\", '""', "^^", "@a-", ":%41", "# "]
)
def test_the_lexer_is_linear(unit):
    def seconds(length: int) -> float:
        text = unit * (length // len(unit))

        def action() -> None:
            with pytest.raises(InvalidQuery):
                parse_query(text)

        return _best(action, 1, 3)

    short, long = seconds(10_000), seconds(80_000)
    assert long < 8 * short * 4 + 0.01
