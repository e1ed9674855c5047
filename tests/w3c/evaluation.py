"""Which tests are run, and what is expected of them: the same for every engine.

These are the 581 tests of type ``QueryEvaluationTest`` that the manifests of SPARQL 1.0 (285), 1.1 (233) and 1.2 (63)
declare, but for 70 about entailment regimes (nothing is reasoned here) and 6 that need remote endpoints with data. One
of them is declared and not listed (its sibling contradicts it), another is about SERVICE SILENT. Tests of updates, of
protocols and ``CSVResultFormatTest`` (how a table is printed) are of other types.

Of RDF-star's community group the 31 ``QueryEvaluationTest`` are counted apart: RDF 1.2 replaced that language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from .expected import expected
from .manifest import Entry, entries
from .outcome import Outcome

SUITES = {"sparql10": "sparql/sparql10", "sparql11": "sparql/sparql11", "sparql12": "sparql/sparql12"}
RDF_STAR = {"rdf-star": "rdf-star-cg/tests/sparql"}
_ORDER_BY = re.compile(r"\bORDER\s+BY\b", re.IGNORECASE)


@cache
def evaluation_tests(*suites: str) -> tuple[Entry, ...]:
    """The tests of these suites (names of ``SUITES`` and ``RDF_STAR``)."""
    return tuple(entry for suite in suites for entry in _tests(suite))


def _tests(suite: str) -> Iterator[Entry]:
    for entry in entries((SUITES | RDF_STAR)[suite], unlisted=True):
        if entry.type == "QueryEvaluationTest" and entry.query.parent.name != "entailment" and not entry.remote:
            yield replace(entry, id=f"{suite}/{entry.id}")


def category(entry: Entry) -> str:
    """The suite and the folder of a test."""
    return entry.id.rpartition("/")[0]


def expected_of(entry: Entry) -> Outcome:
    """What a test must yield; rows in order where the suite numbers them or the query orders them."""
    found = replace(expected(entry), lax=entry.lax)
    return replace(found, ordered=True) if found.form == "bindings" and _orders(entry) else found


def _orders(entry: Entry) -> bool:
    """Whether ORDER BY stands behind the pattern of the query."""
    text = entry.query.read_bytes().decode("utf-8")
    return _ORDER_BY.search(text.rpartition("}")[2]) is not None
