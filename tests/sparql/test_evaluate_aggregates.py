"""Law 6: an aggregate computed again under a deletion is the aggregate of the query evaluated again."""

from __future__ import annotations

from collections import Counter

from hypothesis import assume, given
from hypothesis import strategies as st

from graphragprov.errors import UnsupportedQuery
from graphragprov.sparql import evaluate, parse_query
from tests.laws import queries
from tests.laws.oracle import mapping, our_graph, ours, subsets, their_answers
from tests.laws.test_deletion import SETTINGS


@SETTINGS
@given(st.data())
def test_values_and_groups_follow_any_deletion(data: st.DataObject) -> None:
    choose = lambda options: data.draw(st.sampled_from(options))  # noqa: E731
    triples = queries.graph(choose, data.draw(st.integers(3, 6)))
    query = queries.Generator(choose, closures=True).aggregate(1)
    graph = our_graph(triples)
    try:
        solutions = ours(graph, query)
    except UnsupportedQuery:
        assume(False)
    for gone in subsets(len(triples)):
        left = [triple for token, triple in enumerate(triples) if token not in gone]
        found = Counter({mapping(terms): n for terms, n in solutions.without(gone).items()})
        assert their_answers(left, query) == found, f"without {set(gone)}"
    plain = evaluate(parse_query(query), graph, provenance=False)
    assert their_answers(triples, query) == Counter({mapping(s.terms): s.multiplicity for s in plain})
