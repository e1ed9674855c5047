"""Does an occurrence match a query? Whether some pattern of the query can be about it."""

from __future__ import annotations

from collections.abc import Iterator

from ..occurrences import Occurrence
from ..occurrences.views import VIEWS
from ..sparql import algebra
from ..sparql.algebra import nodes
from ..terms import RDFS, Literal, Term, TripleTerm, Variable

__all__ = ["matches_query"]


def matches_query(occurrence: Occurrence, query: algebra.Query) -> bool:
    """Whether a triple or path pattern of the query, wherever it stands, matches a statement of the occurrence.

    The statements of an occurrence are its triple, the labels that it gives, and what the graph says about it
    (``rdf:reifies``, its passage, its run).
    """
    statements = [*_statements(occurrence)]
    return any(_matches(pattern, statement) for pattern in _patterns(query) for statement in statements)


def _statements(occurrence: Occurrence) -> Iterator[tuple[Term, Term, Term]]:
    yield occurrence.triple
    for iri, label in occurrence.labels:
        yield (iri, RDFS.label, Literal(label, normalize=False))
    for predicate, value in VIEWS.items():
        term = value(occurrence)
        if term is not None:
            yield (occurrence.id, predicate, term)


def _patterns(query: algebra.Query) -> Iterator[algebra.TriplePattern | algebra.Path]:
    """Every triple and path pattern of a query, also inside EXISTS and sub-SELECTs."""
    return (node for node in nodes(query) if isinstance(node, algebra.TriplePattern | algebra.Path))


def _matches(pattern: algebra.TriplePattern | algebra.Path, statement: tuple[Term, Term, Term]) -> bool:
    if isinstance(pattern, algebra.Path):
        return statement[1] in _links(pattern.path) or _any_predicate(pattern.path)
    bound: dict[Variable, Term] = {}
    written = (pattern.subject, pattern.predicate, pattern.object)
    return all(_unify(part, term, bound) for part, term in zip(written, statement, strict=True))


def _unify(pattern: Term, term: Term, bound: dict[Variable, Term]) -> bool:
    if isinstance(pattern, Variable):
        return bound.setdefault(pattern, term) == term
    if isinstance(pattern, TripleTerm) and isinstance(term, TripleTerm):
        parts = ((pattern.subject, term.subject), (pattern.predicate, term.predicate), (pattern.object, term.object))
        return all(_unify(left, right, bound) for left, right in parts)
    return pattern == term


def _links(path: algebra.PathExpression) -> set[Term]:
    return {node.iri for node in nodes(path) if isinstance(node, algebra.Link)}


def _any_predicate(path: algebra.PathExpression) -> bool:
    """Whether the path may walk, or (zero-length, both ends free) rest on, triples of any predicate."""
    kinds = algebra.NegatedPropertySet | algebra.ZeroOrMore | algebra.ZeroOrOne
    return any(isinstance(node, kinds) for node in nodes(path))
