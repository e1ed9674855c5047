"""The W3C syntax tests of SPARQL 1.0, 1.1 and 1.2, and those of RDF-star where RDF 1.2 kept its syntax."""

from __future__ import annotations

import pytest

from graphragprov.errors import InvalidQuery
from graphragprov.sparql.parse import check_update_syntax, parse_query
from tests.w3c.manifest import Entry, entries

W3C = ("sparql/sparql10", "sparql/sparql11", "sparql/sparql12")
POSITIVE = {"PositiveSyntaxTest", "PositiveSyntaxTest11", "PositiveUpdateSyntaxTest", "PositiveUpdateSyntaxTest11"}
NEGATIVE = {"NegativeSyntaxTest", "NegativeSyntaxTest11", "NegativeUpdateSyntaxTest", "NegativeUpdateSyntaxTest11"}

_EXPRESSION = "RDF-star writes quoted triples in expressions and data as << >>; RDF 1.2 writes <<( )>>"
_BLANK = "an annotation without reifier makes a blank node in RDF 1.2, and DELETE forbids blank nodes"
_ALONE = "RDF-star forbids a quoted triple that stands alone; in RDF 1.2 it is a reified triple and may"
DIFFERENT_IN_RDF_12 = {
    "syntax/sparql-star-5": _EXPRESSION,
    "syntax/sparql-star-expr-1": _EXPRESSION,
    "syntax/sparql-star-expr-2": _EXPRESSION,
    "syntax/sparql-star-expr-6": _EXPRESSION,
    "syntax/sparql-star-update-7": _BLANK,
    "syntax/sparql-star-update-8": _BLANK,
    "syntax/sparql-star-bad-2": _ALONE,
    "syntax/sparql-star-bad-update-1": _ALONE,
}


def _accepted(entry: Entry) -> bool:
    text = entry.query.read_bytes().decode()
    is_update = entry.query.suffix == ".ru"
    try:
        (check_update_syntax if is_update else parse_query)(text, base=entry.base, prefixes={})
    except InvalidQuery:
        return False
    return True


def _of(types: set[str], *folders: str) -> list[Entry]:
    return [entry for entry in entries(*folders) if entry.type in types]


@pytest.mark.parametrize("entry", _of(POSITIVE, *W3C), ids=lambda entry: entry.id)
def test_a_positive_syntax_test_is_accepted(entry):
    assert _accepted(entry)


@pytest.mark.parametrize("entry", _of(NEGATIVE, *W3C), ids=lambda entry: entry.id)
def test_a_negative_syntax_test_is_refused(entry):
    assert not _accepted(entry)


@pytest.mark.parametrize("entry", _of(POSITIVE | NEGATIVE, "rdf-star-cg/tests/sparql"), ids=lambda entry: entry.id)
def test_rdf_star_syntax_is_accepted_where_rdf_12_kept_it(entry):
    differs = entry.id in DIFFERENT_IN_RDF_12
    assert _accepted(entry) == ((entry.type in POSITIVE) != differs)


@pytest.mark.parametrize(
    "entry",
    [entry for entry in _of({"QueryEvaluationTest", "UpdateEvaluationTest"}, *W3C) if "entailment" not in entry.id],
    ids=lambda entry: entry.id,
)
def test_the_query_of_an_evaluation_test_is_accepted(entry):
    assert _accepted(entry)


def test_no_test_went_missing():
    queries = [entry for entry in entries(*W3C) if entry.query.suffix == ".rq"]
    assert sum(entry.type in POSITIVE for entry in queries) == 317
    assert sum(entry.type in NEGATIVE for entry in queries) == 171
    updates = [entry for entry in entries(*W3C) if entry.query.suffix == ".ru"]
    assert sum(entry.type in POSITIVE for entry in updates) == 60
    assert sum(entry.type in NEGATIVE for entry in updates) == 23
