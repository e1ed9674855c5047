"""Conformance beside the peers keeps its figures."""

from __future__ import annotations

from collections import Counter

from benchmarks.conformance import ENGINES, US, print_table, run
from tests.w3c.evaluation import RDF_STAR, SUITES, category, evaluation_tests

OUT_OF_REACH = ["sparql11/service"]
"""SERVICE is refused by decision; a peer passes the one test that needs no endpoint."""


def test_no_category_is_below_pyoxigraph():
    tally = run(evaluation_tests(*SUITES, *RDF_STAR), {name: ENGINES[name] for name in (US, "pyoxigraph")})
    assert tally.below() == OUT_OF_REACH
    total = sum((tally.counts[suite] for suite in SUITES), Counter())
    assert total["tests"] == 581
    assert total[US] == 579
    assert total["pyoxigraph"] >= 540


def test_no_category_is_below_rdflib(capsys):
    tests = [e for e in evaluation_tests(*SUITES) if category(e) in {"sparql11/negation", "sparql12/grouping"}]
    tally = run(tests)
    assert tally.below() == []
    assert tally.counts["sparql11/negation"]["rdflib"] == 12
    assert set(tally.failures["rdflib"]) == {"sparql12/grouping/select-variable-reuse"}
    print_table(tally)
    assert "sparql11/negation" in capsys.readouterr().out
