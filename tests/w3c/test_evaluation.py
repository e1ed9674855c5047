"""The W3C query evaluation tests of SPARQL 1.0, 1.1 and 1.2; and those of RDF-star where RDF 1.2 kept its meaning."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from graphragprov.errors import GraphRAGProvError

from .evaluation import RDF_STAR, SUITES, category, evaluation_tests, expected_of
from .known import BY_VALUE, DIFFERENT_IN_RDF_12, NOT_PASSED
from .manifest import Entry
from .ours import ours
from .outcome import Outcome, same, values_of

TESTS = evaluation_tests(*SUITES)
OF_RDF_STAR = evaluation_tests(*RDF_STAR)


def outcome_of(entry: Entry) -> Outcome | GraphRAGProvError:
    try:
        return ours(entry)
    except GraphRAGProvError as error:
        return error


def verdict(found: Outcome | GraphRAGProvError, expected: Outcome) -> str:
    if isinstance(found, GraphRAGProvError):
        return "refused"
    if same(found, expected):
        return "the same terms"
    return "the same values" if same(values_of(found), values_of(expected)) else "different"


@pytest.mark.parametrize("entry", TESTS, ids=lambda entry: entry.id)
def test_a_query_gives_the_result_of_the_suite(entry):
    found, expected = outcome_of(entry), expected_of(entry)
    if entry.id in NOT_PASSED:
        assert verdict(found, expected) in {"refused", "different"}
    elif entry.id in BY_VALUE:
        assert verdict(found, expected) == "the same values"
    else:
        assert verdict(found, expected) == "the same terms", f"expected {expected}\nfound {found}"


@pytest.mark.parametrize("entry", OF_RDF_STAR, ids=lambda entry: entry.id)
def test_a_query_gives_the_result_of_rdf_star_where_rdf_12_kept_it(entry):
    kept = entry.id not in DIFFERENT_IN_RDF_12
    assert (verdict(outcome_of(entry), expected_of(entry)) == "the same terms") == kept


@pytest.mark.parametrize("entry", [entry for entry in TESTS if not entry.lax], ids=lambda entry: entry.id)
def test_a_result_with_one_part_changed_is_not_the_same(entry):
    expected = expected_of(entry)
    for changed in changes(expected):
        assert not same(values_of(changed), values_of(expected))


def changes(outcome: Outcome):
    if outcome.form == "boolean":
        yield replace(outcome, truth=not outcome.truth)
        return
    strange = (("iri", "http://other/"),) * (3 if outcome.form == "graph" else len(outcome.variables))
    yield replace(outcome, rows=(*outcome.rows, strange))
    if outcome.rows:
        yield replace(outcome, rows=outcome.rows[:-1])
    if outcome.rows and strange:
        yield replace(outcome, rows=(*outcome.rows[:-1], strange))


def test_no_test_went_missing():
    assert Counter(entry.id.partition("/")[0] for entry in TESTS) == {"sparql10": 285, "sparql11": 233, "sparql12": 63}
    assert len({category(entry) for entry in TESTS}) == 45
    assert len(OF_RDF_STAR) == 31
    assert len({entry.id for entry in TESTS + OF_RDF_STAR}) == 581 + 31


def test_the_tables_of_what_is_known_name_tests():
    assert NOT_PASSED.keys() | BY_VALUE.keys() <= {entry.id for entry in TESTS}
    assert not NOT_PASSED.keys() & BY_VALUE.keys()
    assert DIFFERENT_IN_RDF_12.keys() <= {entry.id for entry in OF_RDF_STAR}
