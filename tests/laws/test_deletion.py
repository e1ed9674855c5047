"""Law 2 (and 4): without any set of tokens, a polynomial is not 0 exactly where the mapping is an answer."""

from __future__ import annotations

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from graphragprov.errors import UnsupportedQuery
from graphragprov.sparql import evaluate, parse_query

from . import queries
from .oracle import counted, mapping, our_graph, ours, subsets, supported, their_answers

SETTINGS = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@st.composite
def cases(draw: st.DrawFn, *, closures: bool = False) -> tuple[list[str], str]:
    choose = lambda options: draw(st.sampled_from(options))  # noqa: E731
    graph = queries.graph(choose, draw(st.integers(3, 6)))
    generator = queries.Generator(choose, closures=closures)
    return graph, generator.query(draw(st.integers(1, 2)))


def check(graph: list[str], query: str) -> None:
    try:
        solutions = ours(our_graph(graph), query)
    except UnsupportedQuery:
        assume(False)
    for gone in subsets(len(graph)):
        left = [triple for token, triple in enumerate(graph) if token not in gone]
        theirs = their_answers(left, query)
        assert set(theirs) == supported(solutions, gone), f"without {set(gone)}"
        assert theirs == counted(solutions, gone), f"without {set(gone)}"


@SETTINGS
@given(cases())
def test_any_deletion_has_the_effect_of_evaluating_again(case: tuple[list[str], str]) -> None:
    check(*case)


@SETTINGS
@given(cases(closures=True))
def test_any_deletion_has_the_effect_of_evaluating_again_with_paths(case: tuple[list[str], str]) -> None:
    check(*case)


@SETTINGS
@given(cases(closures=True))
def test_the_answers_of_now_have_the_polynomials_of_all_potential_ones(case: tuple[list[str], str]) -> None:
    triples, query = case
    graph = our_graph(triples)
    try:
        now = evaluate(parse_query(query), graph)
    except UnsupportedQuery:
        assume(False)
    potential = ours(graph, query)
    answers = {mapping(solution.terms) for solution in now}
    assert answers == {mapping(solution.terms) for solution in potential if solution.alive}
    for gone in subsets(len(triples)):
        expected = {m: n for m, n in counted(potential, gone).items() if m in answers}
        assert expected == dict(counted(now, gone))


def test_optional_as_published_by_npcs() -> None:
    """The bound row needs t3, the unbound row appears when t3 goes (and only then)."""
    graph = [":a :p :b", ":b :q :c", ":c :p 1"]
    query = f"{queries.PREFIX}SELECT ?x ?y ?z {{ ?x :p ?y . ?y :q ?w . OPTIONAL {{ ?w :p ?z }} }}"
    check(graph, query)
