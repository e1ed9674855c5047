"""Every operator on a small graph, its polynomials written out."""

from __future__ import annotations

import pytest

from graphragprov.errors import QueryTooExpensive, UnsupportedOperation, UnsupportedQuery
from graphragprov.occurrences import OccurrenceGraph
from graphragprov.provenance import Polynomial
from graphragprov.sparql import QueryLimits, Solutions, evaluate, parse_query
from graphragprov.terms import Literal, TripleTerm, URIRef

PREFIX = "PREFIX : <http://x/>\n"


def term(text: str) -> URIRef | Literal:
    return URIRef("http://x/" + text) if text.isalpha() else Literal(int(text))


def graph_of(text: str, into: OccurrenceGraph | None = None, name: str | None = None) -> OccurrenceGraph:
    """Triples ``s p o``, one after the other with tokens 0, 1, 2 …"""
    graph = into or OccurrenceGraph()
    for line in text.split(","):
        s, p, o = map(term, line.split())
        graph.add_triple((s, p, o), None if name is None else URIRef("http://x/" + name))
    return graph


def polynomial(solutions: Solutions, gate: int) -> str:
    return str(Polynomial(solutions.circuit, gate, lambda token: f"t{token}"))


def answers(graph: OccurrenceGraph, query: str, *, potential: bool = False) -> dict[str, str]:
    """Mapping (values joined by a space, - where unbound) to polynomial."""
    solutions = evaluate(parse_query(PREFIX + query), graph, potential=potential)
    found = {}
    for solution in solutions:
        values = ["-" if t is None else str(t).removeprefix("http://x/") for t in solution.terms]
        found[" ".join(values)] = polynomial(solutions, solution.gate)
    return found


CHAIN = graph_of("a p b,b p c,c p d,a q c,c q a")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("SELECT * { ?x :p :b }", {"a": "t0"}),
        ("SELECT * { ?x :p ?y . ?y :p ?z }", {"a b c": "t0⊗t1", "b c d": "t1⊗t2"}),
        ("SELECT ?x { ?x :p|:q ?y }", {"a": "t0 ⊕ t3", "b": "t1", "c": "t2 ⊕ t4"}),
        ("SELECT ?x { ?x :q/^:q ?x }", {"a": "t3²", "c": "t4²"}),
        ("SELECT ?p { :a ?p :c }", {"q": "t3"}),
        ("SELECT ?x { { ?x :p ?y } UNION { ?x :p ?z } }", {"a": "2·t0", "b": "2·t1", "c": "2·t2"}),
        ("SELECT * { ?x :q ?y MINUS { ?y :p ?z } }", {"c a": "t4⊗(1⊖t0)", "a c": "t3⊗(1⊖t2)"}),
        ("SELECT * { ?x :p ?y MINUS { ?z :q ?w } }", {"a b": "t0", "b c": "t1", "c d": "t2"}),
        ("SELECT ?x { ?x :p ?y FILTER EXISTS { ?x :q ?z } }", {"a": "t0⊗δ(t3)", "c": "t2⊗δ(t4)"}),
        (
            "SELECT ?x { ?x :p ?y FILTER NOT EXISTS { ?x :q ?z } }",
            {"a": "t0⊗(1⊖t3)", "b": "t1", "c": "t2⊗(1⊖t4)"},
        ),
        (
            "SELECT ?x { ?x :p ?y FILTER(EXISTS { ?x :q ?z } || ?x = :a) }",
            {"a": "t0⊗(1⊖t3) ⊕ t0⊗δ(t3)", "c": "t2⊗δ(t4)"},
        ),
        (
            "SELECT ?x { ?x :p ?y FILTER(EXISTS { ?x :q :c } || EXISTS { ?y :p :d }) }",
            {"a": "t0⊗δ(t3)", "b": "t1⊗δ(t2)"},
        ),
        (
            "SELECT ?x { ?x :p ?y BIND(EXISTS { ?x :q ?z } AS ?e) FILTER(!?e) }",
            {"a": "t0⊗(1⊖t3)", "b": "t1", "c": "t2⊗(1⊖t4)"},
        ),
        ("SELECT * { :a !:p ?x }", {"c": "t3"}),
        ("SELECT * { :c !(:p|^:q) ?x }", {"a": "t4", "b": "t1"}),
        ("SELECT * { VALUES (?x ?y) { (:a UNDEF) (UNDEF :d) } ?x :p ?y }", {"a b": "t0", "c d": "t2"}),
        ("SELECT DISTINCT ?x { ?x ?p ?y }", {"a": "t0 ⊕ t3", "b": "t1", "c": "t2 ⊕ t4"}),
        (
            "SELECT * { { SELECT DISTINCT ?x { ?x ?p ?y } } ?x :p ?z }",
            {"a b": "t0⊗δ(t0⊕t3)", "b c": "t1⊗δ(t1)", "c d": "t2⊗δ(t2⊕t4)"},
        ),
        ("SELECT ?y { :a :p+ ?y }", {"b": "δ(t0)", "c": "δ(t0⊗t1)", "d": "δ(t0⊗t1⊗t2)"}),
        ("SELECT ?x { ?x :p* :c }", {"c": "1", "b": "δ(t1)", "a": "δ(t0⊗t1)"}),
        ("SELECT ?y { :nowhere :p? ?y }", {"nowhere": "1"}),
        (
            "SELECT ?x { ?x :p? ?x }",
            {"a": "δ(t0⊕t3⊕t4)", "b": "δ(t0⊕t1)", "c": "δ(t1⊕t2⊕t3⊕t4)", "d": "δ(t2)"},
        ),
        ("SELECT ?x { ?x :q+ ?x }", {"a": "δ(t3⊗t4)", "c": "δ(t3⊗t4)"}),
        (
            "SELECT ?x (COUNT(?y) AS ?n) { ?x ?p ?y } GROUP BY ?x",
            {"a 2": "δ(t0⊕t3)", "b 1": "δ(t1)", "c 2": "δ(t2⊕t4)"},
        ),
        ("SELECT (COUNT(*) AS ?n) { ?x :nothing ?y }", {"0": "1"}),
    ],
)  # fmt: skip
def test_operators(query: str, expected: dict[str, str]) -> None:
    assert answers(CHAIN, query, potential=True) == expected


def test_optional_as_npcs_publishes_it() -> None:
    """Bound row t1⊗t2⊗t3, unbound row t1⊗t2⊗(1⊖t3), which is no answer while t3 is there."""
    graph = graph_of("x y z,a p b,b q c,c r d")
    query = "SELECT * { ?x :p ?y . ?y :q ?z OPTIONAL { ?z :r ?w } }"
    assert answers(graph, query) == {"a b c d": "t1⊗t2⊗t3"}
    assert answers(graph, query, potential=True) == {"a b c d": "t1⊗t2⊗t3", "a b c -": "t1⊗t2⊗(1⊖t3)"}


def test_optional_subtracts_all_compatible_rows() -> None:
    graph = graph_of("a p b,b q c,b q d")
    assert answers(graph, "SELECT * { ?x :p ?y OPTIONAL { ?y :q ?z } }", potential=True) == {
        "a b c": "t0⊗t1",
        "a b d": "t0⊗t2",
        "a b -": "t0⊗(1⊖(t1⊕t2))",
    }


def test_optional_subtracts_only_what_satisfies_its_condition() -> None:
    graph = graph_of("a p 1,a q 1,a q 2,a q 3")
    query = "SELECT ?z { ?x :p ?y OPTIONAL { ?x :q ?z FILTER(?z > ?y) } }"
    assert answers(graph, query, potential=True) == {"2": "t0⊗t2", "3": "t0⊗t3", "-": "t0⊗(1⊖(t2⊕t3))"}


def test_answers_of_now_keep_their_potential_derivations() -> None:
    """?x is an answer by t0; were t0 and t3 to go it would still be one by t1."""
    graph = graph_of("a p b,a p c,b u b,c q d")
    assert answers(graph, "SELECT ?x { ?x :p ?y MINUS { ?y :q ?z } }") == {"a": "t0 ⊕ t1⊗(1⊖t3)"}


def test_potential_answers_are_hidden_until_asked_for() -> None:
    graph = graph_of("a p b,a q c")
    query = "SELECT ?x { ?x :p ?y FILTER NOT EXISTS { ?x :q ?z } }"
    assert answers(graph, query) == {}
    (solution,) = evaluate(parse_query(PREFIX + query), graph, potential=True)
    assert (solution.alive, solution.multiplicity) == (False, 0)


def test_two_readings_are_a_sum_below_one_triple() -> None:
    graph = graph_of("a p b,b p c")
    number = graph.triple_id((term("a"), term("p"), term("b")))
    graph._tokens[number] = (0, 2)
    solutions = evaluate(parse_query(PREFIX + "SELECT * { ?x :p ?y . ?y :p ?z }"), graph)
    assert solutions[0].multiplicity == 1


def test_ask_has_one_solution_or_none() -> None:
    assert answers(CHAIN, "ASK { ?x :p ?y }") == {"": "t0 ⊕ t1 ⊕ t2"}
    assert answers(CHAIN, "ASK { ?x :p :a }") == {}


def test_slices_choose_among_answers_and_say_so() -> None:
    graph = graph_of("a p 1,b p 3,c p 2,d p 3")
    query = parse_query(PREFIX + "SELECT ?x ?y { ?x :p ?y } ORDER BY DESC(?y) ?x LIMIT 1")
    solutions = evaluate(query, graph)
    assert solutions.slice_dependent
    assert [str(s.terms[0]) for s in solutions] == ["http://x/b"]
    assert [str(s.terms[0])[-1] for s in solutions.compared] == ["b", "d", "c", "a"]
    assert polynomial(solutions, solutions[0].gate) == "t1"
    assert not evaluate(parse_query(PREFIX + "SELECT * { ?x ?y ?z }"), graph).slice_dependent


def test_slices_cut_the_bag() -> None:
    graph = graph_of("a p b,a p c,b p c")
    query = parse_query(PREFIX + "SELECT ?x { ?x :p ?y } ORDER BY ?x LIMIT 2")
    (only,) = evaluate(query, graph)
    assert only.multiplicity == 2


def test_a_sliced_sub_select_is_marked() -> None:
    graph = graph_of("a p 1,b p 2")
    query = "SELECT ?x { { SELECT ?x ?y { ?x :p ?y } ORDER BY DESC(?y) LIMIT 1 } }"
    solutions = evaluate(parse_query(PREFIX + query), graph)
    assert solutions.slice_dependent
    assert [s.terms for s in solutions] == [(URIRef("http://x/b"),)]


def test_aggregates_are_computed_again_under_deletion() -> None:
    graph = graph_of("a p 1,a p 2,b p 4")
    query = "SELECT ?x (SUM(?y) AS ?n) (SUM(?y) * 10 AS ?m) { ?x :p ?y } GROUP BY ?x HAVING(SUM(?y) > 2)"
    solutions = evaluate(parse_query(PREFIX + query), graph, potential=True)
    printed = lambda gone: {tuple(str(t) for t in terms): n for terms, n in solutions.without(gone).items()}  # noqa: E731
    assert printed(()) == {("http://x/a", "3", "30"): 1, ("http://x/b", "4", "40"): 1}
    assert printed({0}) == {("http://x/b", "4", "40"): 1}
    assert printed({2}) == {("http://x/a", "3", "30"): 1}
    (cell,) = solutions[0].aggregate(solutions.variables[1])
    assert len(list(cell.gates())) == 2


def test_a_group_that_may_pass_having_is_potential() -> None:
    graph = graph_of("a p 1,a p 2")
    query = "SELECT ?x (COUNT(*) AS ?n) { ?x :p ?y } GROUP BY ?x HAVING(COUNT(*) < 2)"
    assert answers(graph, query) == {}
    solutions = evaluate(parse_query(PREFIX + query), graph, potential=True)
    assert {n for *_, n in solutions.without({0})} == {Literal("1", datatype=Literal(1).datatype)}


def test_joining_on_an_aggregate_is_marked_and_withdrawn_with_it() -> None:
    graph = graph_of("a p 1,b p 3")
    query = "SELECT ?x { { SELECT (MAX(?y) AS ?m) { ?z :p ?y } } ?x :p ?m }"
    solutions = evaluate(parse_query(PREFIX + query), graph)
    assert solutions.slice_dependent
    assert [s.terms for s in solutions] == [(URIRef("http://x/b"),)]
    assert solutions.without({1}) == {}


def test_an_optional_condition_may_look_for_an_aggregate_of_the_left_side() -> None:
    graph = graph_of("a p 1,b p 3,c q 3")
    query = "SELECT ?m ?x { { SELECT (MAX(?y) AS ?m) { ?z :p ?y } } OPTIONAL { ?x :p 1 FILTER EXISTS { ?w :q ?m } } }"
    assert list(answers(graph, query)) == ["3 a"]


def test_named_graphs() -> None:
    graph = graph_of("a p b")
    graph_of("b p c", graph, "g")
    graph_of("b p c,c p d", graph, "h")
    assert answers(graph, "SELECT * { ?x :p ?y }") == {"a b": "t0"}
    assert answers(graph, "SELECT ?g ?x { GRAPH ?g { ?x :p ?y } }") == {"g b": "t1", "h b": "t2", "h c": "t3"}
    assert answers(graph, "SELECT ?x { GRAPH :h { ?x :p ?y } }") == {"b": "t2", "c": "t3"}
    assert answers(graph, "SELECT ?x { GRAPH :none { ?x :p ?y } }") == {}
    assert answers(graph, "SELECT ?x FROM :g FROM :h { ?x :p ?y }") == {"b": "t1 ⊕ t2", "c": "t3"}
    assert answers(graph, "SELECT ?x FROM NAMED :g { GRAPH ?g { ?x :p ?y } }") == {"b": "t1"}


def test_triple_terms() -> None:
    graph = graph_of("a p b")
    graph.add_triple((term("r"), term("says"), TripleTerm(term("a"), term("p"), term("b"))))
    graph.add_triple((term("r"), term("says"), term("b")))
    assert answers(graph, "SELECT ?s ?o { ?r :says <<( ?s :p ?o )>> . ?s :p ?o }") == {"a b": "t0⊗t1"}
    assert answers(graph, "SELECT ?r { ?s :p ?o . ?r :says <<( ?s :p ?o )>> }") == {"r": "t0⊗t1"}
    assert answers(graph, "SELECT ?o { ?r :says <<( ?o :p ?o )>> }") == {}


@pytest.mark.parametrize(
    ("query", "construct"),
    [
        ("DESCRIBE :a", "DESCRIBE"),
        ("SELECT * { SERVICE :a { ?x :p ?y } }", "SERVICE"),
        ("SELECT * { ?x :p ?y FILTER(:f(?x)) }", "<http://x/f>"),
        ("SELECT * { ?x :p ?y FILTER EXISTS { ?z :q ?w BIND(:a AS ?x) } }", "EXISTS with BIND"),
        ("SELECT * { ?x :p ?y FILTER EXISTS { { SELECT ?x { ?x :q ?z } } } }", "EXISTS with a sub-SELECT"),
    ],
)
def test_what_is_not_supported_is_refused_by_name(query: str, construct: str) -> None:
    with pytest.raises(UnsupportedQuery) as caught:
        evaluate(parse_query(PREFIX + query), CHAIN)
    assert caught.value.construct == construct


@pytest.mark.parametrize("limits", [QueryLimits(rows=100), QueryLimits(seconds=0.0), QueryLimits(depth=1)])
def test_limits_stop_a_query(limits: QueryLimits) -> None:
    graph = OccurrenceGraph()
    for i in range(30):
        graph.add_triple((URIRef(f"http://x/n{i}"), term("p"), term("a")))
    with pytest.raises(QueryTooExpensive):
        evaluate(parse_query(PREFIX + "SELECT * { ?x :p ?y . ?z :p ?w }"), graph, limits=limits)


def test_a_long_chain_needs_no_recursion() -> None:
    graph = OccurrenceGraph()
    for i in range(100_000):
        graph.add_triple((URIRef(f"http://x/n{i}"), term("p"), URIRef(f"http://x/n{i + 1}")))
    (solution,) = (solutions := evaluate(parse_query(PREFIX + "ASK { :n0 :p+ :n100000 }"), graph))
    assert len(solutions.circuit.tokens(solution.gate)) == 100_000


def test_without_provenance_there_are_no_gates() -> None:
    solutions = evaluate(parse_query(PREFIX + "SELECT * { ?x :p ?y }"), CHAIN, provenance=False)
    assert len(solutions) == 3
    with pytest.raises(UnsupportedOperation, match="without provenance"):
        _ = solutions[0].gate


def test_answers_outlive_changes_of_the_graph() -> None:
    graph = graph_of("a p b,b p c")
    solutions = evaluate(parse_query(PREFIX + "SELECT * { ?x :p ?y . ?y :p ?z }"), graph)
    graph.remove(0)
    graph_of("a p b", graph)
    assert polynomial(solutions, solutions[0].gate) == "t0⊗t1"
