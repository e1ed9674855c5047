"""What queries mean: their algebra, construct by construct."""

from __future__ import annotations

import pytest

from graphragprov.sparql.algebra import (
    BGP,
    Aggregate,
    Alternative,
    And,
    Arithmetic,
    AskQuery,
    BuiltInCall,
    Comparison,
    Constant,
    ConstructQuery,
    DatasetClause,
    DescribeQuery,
    Distinct,
    Exists,
    Extend,
    Filter,
    FunctionCall,
    Graph,
    Group,
    In,
    Inverse,
    Join,
    LeftJoin,
    Link,
    Minus,
    NegatedPropertySet,
    Not,
    OneOrMore,
    Or,
    OrderBy,
    OrderCondition,
    Path,
    Project,
    Reduced,
    SelectQuery,
    Sequence,
    Service,
    Slice,
    TriplePattern,
    UnaryMinus,
    Union,
    Values,
    VariableReference,
    ZeroOrMore,
    ZeroOrOne,
    is_projectable,
)
from graphragprov.sparql.parse import iri_references, parse_query
from graphragprov.terms import (
    BASE,
    RDF,
    REIFIES,
    REL,
    XSD,
    DirectionalLiteral,
    TripleTerm,
    URIRef,
    Variable,
    literal,
)

TYPE = URIRef(str(RDF.type))
X, Y, Z = Variable("x"), Variable("y"), Variable("z")


def rel(name: str) -> URIRef:
    return URIRef(REL + name)


def entity(name: str) -> URIRef:
    return URIRef(BASE + name)


def number(lexical: str) -> Constant:
    return Constant(literal(lexical, datatype=str(XSD.integer)))


def ref(name: str) -> VariableReference:
    return VariableReference(Variable(name))


def where(body: str):
    """The pattern of a group."""
    return parse_query(f"ASK {{ {body} }}").pattern


def condition(text: str):
    """The tree of an expression."""
    found = where(f"FILTER({text})")
    assert isinstance(found, Filter)
    return found.condition


def triples(*parts) -> BGP:
    return BGP(tuple(TriplePattern(*part) for part in parts))


A, B, C = (triples((X, rel(name), Y)) for name in "abc")


# -- triples


def test_triples_share_subjects_and_predicates():
    assert where("?x rel:a ?y, ?z ; a <T> . <S> ?y 1") == triples(
        (X, rel("a"), Y), (X, rel("a"), Z), (X, TYPE, entity("T")), (entity("S"), Y, number("1").term)
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("01", literal("01", datatype=str(XSD.integer))),
        ("-1.50", literal("-1.50", datatype=str(XSD.decimal))),
        ("1e3", literal("1e3", datatype=str(XSD.double))),
        ("TRUE", literal("true", datatype=str(XSD.boolean))),
        ("'a'", literal("a")),
        ('"""a"b"""', literal('a"b')),
        ("'''it's'''", literal("it's")),
        ('"\\t\\u00e9\\U0001F600\\\\n"', literal("\té\U0001f600\\n")),
        ('"a"@en-GB', literal("a", lang="en-GB")),
        ('"a" @ar--rtl', DirectionalLiteral("a", "ar", "rtl")),
        ('"1"^^xsd:byte', literal("1", datatype=str(XSD.byte))),
        ('"z"^^xsd:boolean', literal("z", datatype=str(XSD.boolean))),
        ('"a\tb" ^^ <http://a/b>', literal("a\tb", datatype="http://a/b")),
    ],
)
def test_literals_keep_their_lexical_form(text, expected):
    found = where(f"?x rel:a {text}").patterns[0].object
    assert found == expected
    assert str(found) == str(expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<Jean_Dupont>", BASE + "Jean_Dupont"),
        ("<Élysée>", BASE + "Élysée"),
        ("<O'Brien_(actor)!*,;=@$&+>", BASE + "O'Brien_(actor)!*,;=@$&+"),
        ("<http://other/a%20b>", "http://other/a%20b"),
        ("<httP://other/./a/../b/%63>", "httP://other/./a/../b/%63"),
        ("<./a/../b>", BASE + "b"),
        ("<\\u00e9>", BASE + "é"),
        ("rel:a\\,b", REL + "a,b"),
        ("rel:a%41.b", REL + "a%41.b"),
        ("rel:", REL),
        ("rel:9:a-b", REL + "9:a-b"),
    ],
)
def test_iris_are_resolved_and_kept_as_written(text, expected):
    assert where(f"?x rel:a {text}").patterns[0].object == URIRef(expected)


def test_a_dot_after_a_name_ends_the_triple():
    assert where("?x rel:a rel:b.?y rel:a _:c.") == triples(
        (X, rel("a"), rel("b")), (Y, rel("a"), Variable(".label.c"))
    )


def test_base_and_prefixes():
    text = "PREFIX a: <p/> BASE <http://b/c/> PREFIX rel: <../r#> ASK { <x> a:y rel:z }"
    assert parse_query(text, base="http://a/", prefixes={}).pattern == triples(
        (URIRef("http://b/c/x"), URIRef("http://a/p/y"), URIRef("http://b/r#z"))
    )


@pytest.mark.parametrize("name", ["IRI", "URI"])
def test_iri_is_resolved_against_the_base_of_the_query(name):
    text = f"SELECT ({name}('x') AS ?i) {{}}"
    declared = parse_query("BASE <http://b/> BASE <c/> " + text).pattern.pattern
    assert declared.expression == BuiltInCall("IRI", (Constant(literal("x")), Constant(URIRef("http://b/c/"))))
    assert parse_query(text).pattern.pattern.expression == BuiltInCall("IRI", (Constant(literal("x")),))


def test_blank_nodes_are_hidden_variables():
    pattern = where("[] rel:a [ rel:b ?x ; rel:c _:l ] . _:l rel:d ?y")
    subjects = {variable for triple in pattern.patterns for variable in (triple.subject, triple.object)}
    hidden = {variable for variable in subjects if not is_projectable(variable)}
    assert len(hidden) == 3
    assert subjects - hidden == {X, Y}


def test_a_collection_becomes_first_and_rest():
    first, second = Variable(".1"), Variable(".2")
    rdf_first, rdf_rest, nil = (URIRef(str(RDF[name])) for name in ("first", "rest", "nil"))
    assert where("?x rel:a (?y <b>) . ?x rel:b ()") == triples(
        (first, rdf_first, Y),
        (first, rdf_rest, second),
        (second, rdf_first, entity("b")),
        (second, rdf_rest, nil),
        (X, rel("a"), first),
        (X, rel("b"), nil),
    )


# -- RDF 1.2


def test_a_reifier_after_a_triple_is_a_second_pattern():
    term = TripleTerm(X, rel("a"), Y)
    assert where("?x rel:a ?y ~ ?r") == triples((X, rel("a"), Y), (Variable("r"), REIFIES, term))


def test_annotations_follow_their_reifiers():
    term, r, fresh = TripleTerm(X, rel("a"), Y), Variable("r"), Variable(".1")
    assert where("?x rel:a ?y ~ ?r {| rel:b 1 |} {| rel:c 2 |}") == triples(
        (X, rel("a"), Y),
        (r, REIFIES, term),
        (r, rel("b"), number("1").term),
        (fresh, REIFIES, term),
        (fresh, rel("c"), number("2").term),
    )


def test_a_reified_triple_is_not_asserted():
    assert where("<< ?x rel:a << ?y rel:b 1 ~ <i> >> ~ ?r >> rel:c ?z") == triples(
        (entity("i"), REIFIES, TripleTerm(Y, rel("b"), number("1").term)),
        (Variable("r"), REIFIES, TripleTerm(X, rel("a"), entity("i"))),
        (Variable("r"), rel("c"), Z),
    )


def test_a_triple_term_is_a_term():
    assert where("?x rdf:reifies <<( ?y a <<( ?z rel:a 'b' )>> )>>") == triples(
        (X, REIFIES, TripleTerm(Y, TYPE, TripleTerm(Z, rel("a"), literal("b"))))
    )


def test_triple_terms_in_expressions():
    assert condition("<<( ?x rel:a 1 )>>") == BuiltInCall("TRIPLE", (ref("x"), Constant(rel("a")), number("1")))
    assert condition("<<( <s> a <o> )>>") == Constant(TripleTerm(entity("s"), TYPE, entity("o")))


@pytest.mark.parametrize(
    "call",
    [
        "TRIPLE(?x, ?x, ?x)",
        "SUBJECT(?x)",
        "PREDICATE(?x)",
        "OBJECT(?x)",
        "isTRIPLE(?x)",
        "LANGDIR(?x)",
        "hasLANG(?x)",
        "hasLANGDIR(?x)",
        "STRLANGDIR(?x, ?x, ?x)",
    ],
)
def test_functions_of_sparql_12(call):
    name, arguments = call.split("(")
    assert condition(call) == BuiltInCall(name.upper(), (ref("x"),) * arguments.count("?"))


# -- property paths


def test_simple_paths_become_triples():
    hidden = Variable(".1")
    assert where("?x rel:a/^rel:b ?y") == triples((X, rel("a"), hidden), (Y, rel("b"), hidden))
    assert where("?x ^(rel:a/rel:b) ?y") == triples((Y, rel("a"), hidden), (hidden, rel("b"), X))


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("rel:a*", ZeroOrMore(Link(rel("a")))),
        ("a+", OneOrMore(Link(TYPE))),
        ("(rel:a/rel:b)?", ZeroOrOne(Sequence(Link(rel("a")), Link(rel("b"))))),
        ("rel:a|^rel:b", Alternative(Link(rel("a")), Inverse(Link(rel("b"))))),
        ("!rel:a", NegatedPropertySet((rel("a"),), None)),
        ("!^a", NegatedPropertySet(None, (TYPE,))),
        ("!(rel:a|^rel:b|rel:c)", NegatedPropertySet((rel("a"), rel("c")), (rel("b"),))),
        ("!()", NegatedPropertySet((), None)),
        ("(^rel:a)*", ZeroOrMore(Inverse(Link(rel("a"))))),
    ],
)
def test_other_paths_stay_paths(text, path):
    assert where(f"?x {text} ?y") == Path(X, path, Y)


def test_an_inverse_path_is_walked_from_the_other_end():
    assert where("?x ^rel:a* ?y") == Path(Y, ZeroOrMore(Link(rel("a"))), X)


def test_paths_stand_between_basic_graph_patterns():
    assert where("?x rel:a ?y . ?x rel:b+ ?y . ?x rel:c ?y") == Join(Join(A, Path(X, OneOrMore(Link(rel("b"))), Y)), C)


# -- graph patterns

ASSERTED = "?x rel:a ?y"
ONE = Comparison("=", ref("x"), number("1"))


@pytest.mark.parametrize(
    ("body", "pattern"),
    [
        ("", BGP(())),
        ("{} {}", BGP(())),
        ("?x rel:a ?y . { ?x rel:b ?y }", Join(A, B)),
        ("{ ?x rel:a ?y } UNION { ?x rel:b ?y } UNION { ?x rel:c ?y }", Union(Union(A, B), C)),
        ("?x rel:a ?y OPTIONAL { ?x rel:b ?y }", LeftJoin(A, B)),
        ("?x rel:a ?y OPTIONAL { ?x rel:b ?y FILTER(?x = 1) }", LeftJoin(A, B, ONE)),
        ("?x rel:a ?y OPTIONAL { { ?x rel:b ?y FILTER(?x = 1) } }", LeftJoin(A, Filter(ONE, B))),
        ("OPTIONAL { ?x rel:a ?y }", LeftJoin(BGP(()), A)),
        ("?x rel:a ?y MINUS { ?x rel:b ?y }", Minus(A, B)),
        ("FILTER(?x = 1) ?x rel:a ?y", Filter(ONE, A)),
        ("GRAPH ?z { ?x rel:a ?y }", Graph(Z, A)),
        ("SERVICE SILENT <s> { ?x rel:a ?y }", Service(entity("s"), A, silent=True)),
        ("?x rel:a ?y BIND(?x + 1 AS ?z)", Extend(A, Z, Arithmetic("+", ref("x"), number("1")))),
        ("VALUES ?x { 1 UNDEF } ?x rel:a ?y", Join(Values((X,), ((number("1").term,), (None,))), A)),
        ("VALUES (?x ?y) { (<a> 'b') }", Values((X, Y), ((entity("a"), literal("b")),))),
        ("VALUES () { () () }", Values((), ((), ()))),
        ("{ SELECT ?x { ?x rel:a ?y } }", Project(A, (X,))),
    ],
)
def test_graph_patterns(body, pattern):
    assert where(body) == pattern


def test_triples_on_both_sides_of_a_filter_are_one_pattern():
    pattern = where("?x rel:a ?y FILTER(?x = 1) FILTER(?y = 1) ?x rel:b ?y . _:l rel:c ?x")
    assert pattern.condition == And(ONE, Comparison("=", ref("y"), number("1")))
    assert len(pattern.pattern.patterns) == 3


def test_exists_holds_its_own_pattern():
    assert condition("NOT EXISTS { ?x rel:a ?y } && EXISTS { ?x rel:b ?y }") == And(Exists(A, True), Exists(B))
    assert where("FILTER NOT EXISTS { ?x rel:a ?y FILTER(?x = 1) }") == Filter(Exists(Filter(ONE, A), True), BGP(()))


# -- expressions


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("?x || ?y && ?z", Or(ref("x"), And(ref("y"), ref("z")))),
        ("!?x && ?y", And(Not(ref("x")), ref("y"))),
        ("!!?x", Not(Not(ref("x")))),
        ("?x + ?y * ?z", Arithmetic("+", ref("x"), Arithmetic("*", ref("y"), ref("z")))),
        ("?x - ?y - ?z", Arithmetic("-", Arithmetic("-", ref("x"), ref("y")), ref("z"))),
        ("?x / ?y * ?z", Arithmetic("*", Arithmetic("/", ref("x"), ref("y")), ref("z"))),
        ("(?x + ?y) * ?z", Arithmetic("*", Arithmetic("+", ref("x"), ref("y")), ref("z"))),
        ("?x -1", Arithmetic("+", ref("x"), number("-1"))),
        ("?x -1 * ?y", Arithmetic("+", ref("x"), Arithmetic("*", number("-1"), ref("y")))),
        ("-?x + ?y", Arithmetic("+", UnaryMinus(ref("x")), ref("y"))),
        ("?x < ?y + ?z", Comparison("<", ref("x"), Arithmetic("+", ref("y"), ref("z")))),
        ("?x != ?y || ?x >= ?z", Or(Comparison("!=", ref("x"), ref("y")), Comparison(">=", ref("x"), ref("z")))),
        ("(?x = ?y) = ?z", Comparison("=", Comparison("=", ref("x"), ref("y")), ref("z"))),
        ("?x + ?y IN (1, ?z)", In(Arithmetic("+", ref("x"), ref("y")), (number("1"), ref("z")))),
        ("?x NOT IN () && ?y", And(In(ref("x"), (), True), ref("y"))),
        ("uri(?x)", BuiltInCall("IRI", (ref("x"),))),
        ("coalesce()", BuiltInCall("COALESCE", ())),
        ("xsd:integer(?x)", FunctionCall(URIRef(str(XSD.integer)), (ref("x"),))),
        ("<f>(DISTINCT ?x)", FunctionCall(entity("f"), (ref("x"),), distinct=True)),
        ("<c>", Constant(entity("c"))),
    ],
)
def test_precedence_and_calls(text, tree):
    assert condition(text) == tree


# -- query forms and modifiers


def test_the_pattern_of_select_is_whole():
    text = "SELECT DISTINCT ?x { ?x rel:a ?y } ORDER BY DESC(?y) ?x LIMIT 3 OFFSET 2"
    order = OrderBy(A, (OrderCondition(ref("y"), True), OrderCondition(ref("x"))))
    assert parse_query(text) == SelectQuery(Slice(Distinct(Project(order, (X,))), 2, 3), (X,))
    assert parse_query("SELECT REDUCED ?x { ?x rel:a ?y }").pattern == Reduced(Project(A, (X,)))


def test_select_star_shows_variables_in_order_of_appearance():
    text = """SELECT * { ?s rel:a [ rel:b ?o ] ~ ?r . GRAPH ?g { ?x ?p ?s } FILTER(?hidden) MINUS { ?m ?m ?m }
              BIND(1 AS ?b) { SELECT ?sub { ?sub ?inner ?inner } } } VALUES ?v { 1 }"""
    assert [str(name) for name in parse_query(text).variables] == ["s", "o", "r", "g", "x", "p", "b", "sub", "v"]


def test_select_expressions_may_use_earlier_ones():
    assert parse_query("SELECT (?x AS ?z) (?z + 1 AS ?n) { ?x rel:a ?y }").pattern == Project(
        Extend(Extend(A, Z, ref("x")), Variable("n"), Arithmetic("+", ref("z"), number("1"))), (Z, Variable("n"))
    )


def test_grouping():
    text = """SELECT ?x (COUNT(DISTINCT ?y) AS ?n) (GROUP_CONCAT(?y; SEPARATOR=", ") AS ?l)
              { ?x rel:a ?y } GROUP BY ?x HAVING(COUNT(DISTINCT ?y) > 1) ORDER BY ?n"""
    count, concat = Variable(".aggregate1"), Variable(".aggregate2")
    group = Group(
        A,
        ((X, ref("x")),),
        (
            (count, Aggregate("COUNT", ref("y"), distinct=True)),
            (concat, Aggregate("GROUP_CONCAT", ref("y"), separator=", ")),
        ),
    )
    having = Filter(Comparison(">", VariableReference(count), number("1")), group)
    extended = Extend(Extend(having, Variable("n"), VariableReference(count)), Variable("l"), VariableReference(concat))
    names = (X, Variable("n"), Variable("l"))
    assert parse_query(text).pattern == Project(OrderBy(extended, (OrderCondition(ref("n")),)), names)


def test_aggregates_without_group_by_make_one_group():
    found = parse_query("SELECT (COUNT(*) AS ?n) { ?x rel:a ?y }").pattern.pattern.pattern
    assert found == Group(A, (), ((Variable(".aggregate1"), Aggregate("COUNT", None)),), implicit=True)


def test_having_knows_names_of_select_and_samples_other_variables():
    group = "{ ?x rel:a ?y } GROUP BY ?x"
    alias = parse_query(f"SELECT (COUNT(?y) AS ?n) (?n + 1 AS ?m) {group} HAVING(?m > 1)").pattern.pattern
    assert alias.condition == Comparison(">", ref("m"), number("1"))
    assert alias.pattern.variable == Variable("m")
    before = parse_query(f"SELECT (COUNT(?y) AS ?n) {group} HAVING(COUNT(?y) > 1)").pattern.pattern
    assert isinstance(before, Extend)
    assert before.pattern.condition == Comparison(">", ref(".aggregate1"), number("1"))
    sample = parse_query(f"SELECT ?x {group} HAVING(?y > 1)").pattern.pattern
    assert sample.pattern.aggregates == ((Variable(".aggregate1"), Aggregate("SAMPLE", ref("y"))),)


def test_a_named_key_extends_the_pattern():
    found = parse_query("SELECT ?z { ?x rel:a ?y } GROUP BY (?x + ?y AS ?z) STR(?y)").pattern.pattern
    assert found.pattern == Extend(A, Z, Arithmetic("+", ref("x"), ref("y")))
    assert found.keys[0] == (Z, ref("z"))
    assert not is_projectable(found.keys[1][0])


def test_values_at_the_end_are_joined():
    values = Values((X,), ((entity("a"),),))
    assert parse_query("SELECT ?x { ?x rel:a ?y } VALUES ?x { <a> }").pattern == Project(Join(A, values), (X,))


def test_ask_construct_describe():
    data = DatasetClause((entity("g"),), (entity("h"),))
    assert parse_query("ASK FROM <g> FROM NAMED <h> { ?x rel:a ?y }") == AskQuery(A, data)
    template = (TriplePattern(X, rel("b"), Variable(".template.n")),)
    assert parse_query("CONSTRUCT { ?x rel:b _:n } { ?x rel:a ?y }") == ConstructQuery(A, template)
    assert parse_query("CONSTRUCT WHERE { ?x rel:a ?y }") == ConstructQuery(A, A.patterns)
    assert parse_query("DESCRIBE ?x <e> { ?x rel:a ?y }") == DescribeQuery(A, (X, entity("e")))
    assert parse_query("DESCRIBE <e>") == DescribeQuery(None, (entity("e"),))


def test_keywords_need_no_case_and_comments_no_line():
    text = "\ufeffversion '1.2' # a\nsElEcT ?x #b\r wHeRe#c\n{?x a <b#c>#d"
    assert parse_query(text + "\n}").pattern == Project(triples((X, TYPE, entity("b#c"))), (X,))


def test_places_are_offsets_in_the_text():
    text = "SELECT ?x { ?x rel:a ?y . BIND(STR(?y) AS ?z) }"
    bind = parse_query(text).pattern.pattern
    assert text[bind.at :].startswith("BIND")
    assert text[bind.expression.at :].startswith("STR")
    assert text[bind.pattern.patterns[0].at :].startswith("rel:a")


def test_equal_queries_are_parsed_once():
    text = "SELECT ?x { ?x rel:cached ?y }"
    assert parse_query(text) is parse_query("".join(list(text)))
    assert parse_query(text) is not parse_query(text, prefixes={"rel": "http://other/"})


def test_iri_references_are_found_outside_strings_and_comments():
    text = "SELECT * { <a> rel:p '<b>' # <c>\n. ?x ?y <d e> , <f> }"
    assert [text[start:end] for start, end in iri_references(text)] == ["<a>", "<f>"]
