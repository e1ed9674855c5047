"""Statements about occurrences, as views: which triple an occurrence reifies, its passage, its run.

They are matched only by a pattern whose predicate is one of these three constants, so ``?s ?p ?o`` stays the asserted
graph. Each of them rests on its occurrence: a statement of a view is numbered ``~token``, and the columns are laid out
backwards so that ``column[~token]`` is the value of that token.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ..terms import PROV, REIFIES, Term, TripleTerm, URIRef
from ..text import Passage
from .index import Statements, pair_key
from .occurrence import Occurrence, Run

if TYPE_CHECKING:
    from .graph import OccurrenceGraph

__all__ = ["VIEWS", "WAS_DERIVED_FROM", "WAS_GENERATED_BY", "passage_iri", "run_iri", "view_of"]

WAS_DERIVED_FROM = URIRef(PROV + "wasDerivedFrom")
WAS_GENERATED_BY = URIRef(PROV + "wasGeneratedBy")


def passage_iri(passage: Passage) -> URIRef:
    """The IRI of a passage: hash of its document, its text and its ordinal among equal passages."""
    key = f"{passage.document_id}\n{passage.sha256}\n{passage.ordinal}"
    return URIRef("urn:graphragprov:passage:" + hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:32])


def run_iri(run: Run) -> URIRef:
    """The IRI of an extraction run."""
    return URIRef("urn:graphragprov:run:" + run.id)


def _reified(occurrence: Occurrence) -> Term:
    return TripleTerm(*occurrence.triple)


def _passage(occurrence: Occurrence) -> Term | None:
    return None if occurrence.passage is None else passage_iri(occurrence.passage)


def _run(occurrence: Occurrence) -> Term:
    return run_iri(occurrence.run)


VIEWS: dict[URIRef, Callable[[Occurrence], Term | None]] = {
    REIFIES: _reified,
    WAS_DERIVED_FROM: _passage,
    WAS_GENERATED_BY: _run,
}
"""Predicate to what it says of an occurrence (``None``: nothing)."""


def view_of(predicate: URIRef, graph: OccurrenceGraph, tokens: Iterable[int]) -> Statements:
    """The statements with this predicate about the occurrences of these tokens."""
    value, encode = VIEWS[predicate], graph.dictionary.encode
    found = [(t, encode(o.id), encode(v)) for t in tokens if (v := value(o := graph.occurrence(t))) is not None]
    size = 1 + max((token for token, _, _ in found), default=-1)
    subjects, objects = [0] * size, [0] * size
    for token, subject, object_ in found:
        subjects[~token], objects[~token] = subject, object_
    return Statements(subjects, objects, {pair_key(s, o): ~token for token, s, o in found})
