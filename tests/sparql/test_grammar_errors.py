"""What is refused, and what the refusal says."""

from __future__ import annotations

import pytest

from graphragprov.errors import InvalidQuery
from graphragprov.sparql.parse import MAX_LENGTH, check_update_syntax, parse_query


def refusal(text: str, **options) -> InvalidQuery:
    with pytest.raises(InvalidQuery) as caught:
        parse_query(text, **options)
    assert caught.value.query == text
    return caught.value


def test_the_message_shows_the_place():
    error = refusal("SELECT ?x WHERE {\n  ?x rel:a ?y\n  ?z rel:b ?y }")
    assert (error.line, error.column) == (3, 3)
    assert str(error) == (
        "line 3, column 3: unexpected '?z'; expected '~', '{|', ',', ';', '.', "
        "a graph pattern (OPTIONAL, FILTER, BIND, UNION, …) or '}'\n    ?z rel:b ?y }\n    ^"
    )


def test_the_caret_stays_under_the_place_in_a_long_line():
    text = f"SELECT ?x {{ {'?x rel:a ?y . ' * 50} oops {'?x rel:a ?y . ' * 50} }}"
    _, code, caret = str(refusal(text)).splitlines()
    assert len(code) < 200
    assert code[caret.index("^") :].startswith("oops")


@pytest.mark.parametrize("text", ["", "  \n", "# only a comment"])
def test_an_empty_query_is_called_empty(text):
    assert "the query is empty" in str(refusal(text))


SYNTAX = {
    "SELECT ?x { ?x rel:a }": (22, "expected an object"),
    "SELECT ?x { ?x rel:a ?y": (24, "'{' (line 1, column 11) is never closed"),
    "SELECT ?x { ?x rel:a ?y )": (25, "')' does not close '{' (line 1, column 11)"),
    "SELECT ?x { ?x rel:a ?y } }": (27, "'}' closes nothing"),
    "SELECT ?x ?x rel:a ?y }": (14, "unexpected 'rel:a'"),
    'SELECT ?x { ?x rel:a "b }': (22, "never closed"),
    "SELECT ?x { <Jean Dupont> rel:a ?x }": (13, "try <Jean_Dupont>"),
    "SELECT ?x { ?x foo:a ?y }": (16, "unknown prefix 'foo:' in foo:a; known prefixes: prov:, rdf:, rdfs:, rel:, xsd:"),
    "SELCT ?x {}": (1, "did you mean SELECT?"),
    "Here's the query: SELECT * {}": (1, "expected PREFIX, BASE, VERSION, SELECT, ASK, CONSTRUCT or DESCRIBE"),
    "```sparql\nSELECT * {}\n```": (1, "leave out the code fence"),
    "@prefix a: <b> . SELECT * {}": (1, "SPARQL writes PREFIX without '@'"),
    "SELECT * { ?x rel:a “b” }": (21, "straight quotation marks"),
    r'SELECT * { FILTER(REGEX(?x, "\d")) }': (30, r"a backslash itself is written '\\'"),
    r"SELECT * { ?a\u0062c rel:a ?x }": (14, "only allowed inside strings and IRIs"),
    r"SELECT * { ?x rel:a <a\u0020b> }": (21, "cannot hold"),
    r'SELECT * { ?x rel:a "\uD800" }': (22, "is no Unicode character"),
    "SELECT * { ?x rel:a 'b'@en--up }": (24, "must be ltr or rtl"),
    "SELECT * { ?x rel:a @en }": (21, "does not follow a string"),
    "SELECT * { FILTER ?x }": (19, "an expression in brackets or a function call"),
    "SELECT * { FILTER(?x = 1 = 2) }": (26, "comparisons cannot be chained"),
    "SELECT * { FILTER(STRLEN(?x, 1)) }": (19, "STRLEN takes 1 argument, but 2 given"),
    "SELECT * { FILTER(STR(*)) }": (23, "only an argument of COUNT"),
    "SELECT * { FILTER(BOUND(1)) }": (24, "BOUND takes a variable"),
    "SELECT * {} LIMIT 1 LIMIT 2": (21, "unexpected 'LIMIT'"),
    f"SELECT * {{}} LIMIT {'9' * 30}": (19, "too large"),
    "SELECT (COUNT(?x)) {}": (18, "expected an operator or AS"),
}


@pytest.mark.parametrize("text", SYNTAX)
def test_syntax_errors(text):
    column, message = SYNTAX[text]
    error = refusal(text)
    assert message in str(error)
    assert (error.line, error.column) == (1, column)


RULES = {
    "SELECT * { ?x rel:a ?y BIND(1 AS ?y) }": "BIND cannot assign to ?y",
    "SELECT * { { ?x rel:a ?y } BIND(1 AS ?y) }": "BIND cannot assign to ?y",
    "SELECT (1 AS ?x) { ?x rel:a ?y }": "SELECT cannot assign to ?x",
    "SELECT (1 AS ?x) (2 AS ?x) {}": "SELECT cannot assign to ?x",
    "SELECT ?x (2 AS ?x) {}": "SELECT cannot assign to ?x",
    "SELECT (1 AS ?x) {} VALUES ?x { 1 }": "which VALUES binds",
    "SELECT ?y { ?x rel:a ?y } GROUP BY ?x": "?y is neither in GROUP BY nor inside an aggregate",
    "SELECT (?y + 1 AS ?z) { ?x rel:a ?y } GROUP BY ?x": "?y is neither in GROUP BY nor inside an aggregate",
    "SELECT ?y (COUNT(*) AS ?n) { ?x rel:a ?y }": "?y is neither in GROUP BY nor inside an aggregate",
    "SELECT ?x { ?x rel:a ?y } HAVING(COUNT(?y) > 1)": "?x is neither in GROUP BY nor inside an aggregate",
    "SELECT * { ?x rel:a ?y } GROUP BY ?x": "SELECT * cannot be used with GROUP BY",
    "SELECT (1 AS ?n) { ?x rel:a ?y } GROUP BY (?x AS ?y)": "GROUP BY cannot name a key ?y",
    "SELECT (SUM(COUNT(?x)) AS ?n) {}": "COUNT cannot stand in an aggregate (SUM)",
    "SELECT * { FILTER(COUNT(?x) > 1) }": "COUNT cannot stand in FILTER",
    "SELECT * { BIND(MAX(?x) AS ?y) }": "MAX cannot stand in BIND",
    "SELECT (EXISTS { FILTER(COUNT(?x) > 1) } AS ?y) {} GROUP BY ?x": "COUNT cannot stand in FILTER",
    "SELECT (1 AS ?y) {} GROUP BY (COUNT(?x))": "COUNT cannot stand in GROUP BY",
    "SELECT (SUM(?x, ?y) AS ?n) {}": "SUM takes 1 argument, but 2 given",
    "SELECT (SUM(*) AS ?n) {}": "only an argument of COUNT",
    "SELECT (SUM(?x; SEPARATOR='') AS ?n) {}": "SEPARATOR is only",
    "SELECT * { _:l rel:a ?x OPTIONAL { _:l rel:b ?x } }": "_:l is used in two basic graph patterns",
    "SELECT * { _:l rel:a ?x BIND(1 AS ?y) _:l rel:b ?x }": "_:l is used in two basic graph patterns",
    "SELECT * { VALUES (?x ?y) { (1) } }": "1 value(s) for 2 variable(s)",
    "SELECT * { VALUES (?x ?x) { (1 2) } }": "?x stands twice",
    "SELECT * { ?x rel:a/rel:b ?y ~ ?r }": "cannot follow a triple whose property is a path",
    "CONSTRUCT { ?x rel:a* ?y } { ?x rel:a ?y }": "a property path cannot stand in a CONSTRUCT template",
    "CONSTRUCT WHERE { ?x rel:a/rel:b ?y }": "a property path cannot stand in CONSTRUCT WHERE",
}


@pytest.mark.parametrize("text", RULES)
def test_rules_of_sparql(text):
    assert RULES[text] in str(refusal(text))


@pytest.mark.parametrize(
    "text",
    [
        "INSERT DATA { <a> <b> <c> }",
        "PREFIX a: <b> VERSION '1.2' DELETE WHERE { ?x ?y ?z }",
        "with <g> delete { ?x ?y ?z } where { ?x ?y ?z }",
        "DROP ALL",
        "LOAD <file:///etc/passwd>",
    ],
)
def test_updates_are_refused_as_updates(text):
    check_update_syntax(text)
    assert "updates are refused" in str(refusal(text))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("INSERT DATA { ?x <b> <c> }", "variables cannot stand in INSERT DATA (?x)"),
        ("INSERT DATA { GRAPH ?g { <a> <b> <c> } }", "variables cannot stand in INSERT DATA (?g)"),
        ("DELETE DATA { _:a <b> <c> }", "blank nodes cannot stand in DELETE DATA"),
        ("DELETE { ?x <b> [] } WHERE { ?x <b> ?y }", "blank nodes cannot stand in the template of DELETE"),
        ("INSERT DATA { _:a <b> 1 } ; INSERT DATA { _:a <b> 2 }", "in two INSERT DATA operations"),
        ("INSERT { ?x <b>* 1 } WHERE {}", "a property path cannot stand in the template of INSERT"),
        ("CREATE GRAPH <a> ;; CREATE GRAPH <b>", "unexpected ';'"),
        ("SELECT * {}", "unexpected 'SELECT'"),
    ],
)
def test_rules_of_updates(text, message):
    with pytest.raises(InvalidQuery) as caught:
        check_update_syntax(text)
    assert message in str(caught.value)


def test_prefixes_and_base_can_be_given():
    assert "known prefixes: a:" in str(refusal("ASK { ?x rel:a ?y }", prefixes={"a": "http://a/"}))
    assert "known prefixes: none" in str(refusal("ASK { ?x rel:a ?y }", prefixes={}))


def test_half_a_surrogate_pair_is_no_character():
    assert refusal("ASK { ?x rel:a '\ud800' }").column == 17


# -- bounds


def test_length_is_bounded():
    assert "characters; at most" in str(refusal(" " * (MAX_LENGTH + 1)))


NESTED = {
    "groups": ("ASK {", "{", "?x rel:a ?y", "}", "}"),
    "expressions": ("ASK { FILTER(", "(", "?x", ")", ") }"),
    "functions": ("ASK { FILTER(", "STR(", "?x", ")", ") }"),
    "arguments": ("ASK { FILTER(", "<f>(1, ", "?x", ")", ") }"),
    "choices": ("ASK { FILTER(", "?x IN (", "?x", ")", ") }"),
    "exists": ("ASK {", "FILTER EXISTS {", "", "}", "}"),
    "optional in optional": ("ASK {", "OPTIONAL {", "?x rel:a ?y", "}", "}"),
    "sub-selects": ("ASK {", "{ SELECT * ", "{ ?x rel:a ?y }", "}", "}"),
    "aggregates": ("SELECT (COUNT(", "(", "?x", ")", ") AS ?y) {}"),
    "property lists": ("ASK { ?x rel:a ", "[ rel:a ", "?y", "]", "}"),
    "collections": ("ASK { ?x rel:a ", "(", "?y", ")", "}"),
    "paths": ("ASK { ?x ", "(", "rel:a", ")*", "?y }"),
    "triple terms": ("ASK { ?x rel:a ", "<<( ?x rel:a ", "?y", " )>>", "}"),
    "data": ("ASK { VALUES ?x { ", "<<( <a> <b> ", "1", " )>>", "} }"),
    "reified triples": ("ASK { ?x rel:a ", "<< ?x rel:a ", "?y", " >>", "}"),
    "annotations": ("ASK { ?x rel:a ?y ", "{| rel:a ?y ", "", "|}", "}"),
    "negations": ("ASK { FILTER(", "!", "?x", "", ") }"),
    "sums": ("ASK { FILTER(?x", " + ?x", "", "", ") }"),
    "joins": ("ASK {", "{ ?x rel:a ?y }", "", "", "}"),
    "optional after optional": ("ASK {", "OPTIONAL { ?x rel:a ?y }", "", "", "}"),
    "templates": ("CONSTRUCT { ?x rel:a ", "[ rel:a ", "?y", "]", "} {}"),
}


def nested(name: str, depth: int) -> str:
    before, opening, core, closing, after = NESTED[name]
    return before + opening * depth + core + closing * depth + after


@pytest.mark.parametrize("name", NESTED)
def test_nesting_is_bounded(name):
    assert "nested" in str(refusal(nested(name, 5_000)))


@pytest.mark.parametrize("name", NESTED)
def test_reasonable_nesting_is_accepted(name):
    parse_query(nested(name, 90 if name != "sub-selects" else 45))


def test_a_stack_that_is_nearly_used_up_is_no_other_error():
    def deeper(levels: int) -> None:
        if levels:
            deeper(levels - 1)
        else:
            with pytest.raises(InvalidQuery, match="nested too deeply"):
                parse_query(nested("groups", 95))

    deeper(700)


@pytest.mark.parametrize(
    "text",
    [
        "ASK { FILTER(" + " || ".join(f"?x = {i}" for i in range(5000)) + ") }",
        "ASK { FILTER(" + " && ".join(f"?x = {i}" for i in range(5000)) + ") }",
        "ASK { " + " UNION ".join(f"{{ ?x rel:a {i} }}" for i in range(2000)) + " }",
        "ASK { ?x rel:a " + ", ".join(map(str, range(5000))) + " }",
        "ASK { ?x (" + "|".join(f"rel:p{i}" for i in range(2000)) + ")* ?y }",
        "ASK { ?x " + "/".join(f"rel:p{i}" for i in range(2000)) + " ?y }",
        "ASK { " + "FILTER(?x) " * 2000 + " }",
        "ASK { VALUES ?x { " + "1 " * 20000 + " } }",
    ],
)
def test_long_chains_are_no_nesting(text):
    parse_query(text)
