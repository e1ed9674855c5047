"""CONSTRUCT: triples with their how-provenance, made from the solutions of a query.

https://www.w3.org/TR/sparql12-query/#construct. A triple is annotated by the ⊕ over the solutions that make it; one
that several templates make of one solution counts once, as the result is a set.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from typing_extensions import override

from ..occurrences import OccurrenceGraph
from ..terms import BNode, Term, TripleTerm, URIRef, Variable
from . import algebra as a
from .evaluate import evaluate
from .limits import QueryLimits
from .solutions import Solution, Solutions
from .walk import possible, term_variables

__all__ = ["ConstructedTriples", "construct"]

Triple: TypeAlias = tuple[Term, Term, Term]
Bound: TypeAlias = Mapping[Variable, Term | None]


class ConstructedTriples(Mapping[Triple, int]):
    """The triples of a CONSTRUCT query, each with the gate of its polynomial (made when it is asked for).

    ``circuit`` holds the gates. ``slice_dependent`` says that LIMIT or OFFSET chose among the solutions. ``solutions``
    are those that the triples were made of.
    """

    def __init__(self, solutions: Solutions, makers: Mapping[Triple, Sequence[Solution]]) -> None:
        self.solutions = solutions
        self.circuit = solutions.circuit
        self.slice_dependent = solutions.slice_dependent
        self._makers = makers
        self._gates: dict[Triple, int] = {}

    @override
    def __len__(self) -> int:
        return len(self._makers)

    @override
    def __iter__(self) -> Iterator[Triple]:
        return iter(self._makers)

    @override
    def __getitem__(self, triple: Triple) -> int:
        found = self._gates.get(triple)
        if found is None:
            makers = self._makers[triple]
            found = self._gates[triple] = self.circuit.plus([solution.gate for solution in makers])
        return found

    def alive(self, triple: Triple) -> bool:
        """Whether the triple is in the result now; ``False`` only where potential triples were asked for."""
        return any(solution.alive for solution in self._makers[triple])


def construct(
    query: a.ConstructQuery,
    graph: OccurrenceGraph,
    *,
    potential: bool = False,
    provenance: bool = True,
    limits: QueryLimits | None = None,
) -> ConstructedTriples:
    """The triples of a CONSTRUCT query. What is no RDF triple (a literal as subject, say) is left out, as SPARQL does.

    Equal mappings are one solution here, so they make one set of the template's blank nodes, where SPARQL makes one for
    each of them.

    Args:
        query: a parsed query.
        graph: what is asked.
        potential: also give triples that are not in the result now, and would be if something were withdrawn.
        provenance: ``False`` computes the triples only (their gate is an error).
        limits: bounds of time, rows and depth.

    Raises:
        UnsupportedQuery: the query uses a construct that is not evaluated; it names it and its place.
        QueryTooExpensive: a limit was reached.
    """
    solutions = evaluate(_selection(query), graph, potential=provenance, provenance=provenance, limits=limits)
    makers: dict[Triple, list[Solution]] = {}
    for solution in solutions:
        bound = dict(zip(solutions.variables, solution.terms, strict=True))
        for triple in _instances(query.template, bound):
            makers.setdefault(triple, []).append(solution)
    if not potential:
        makers = {triple: found for triple, found in makers.items() if any(each.alive for each in found)}
    return ConstructedTriples(solutions, makers)


def _selection(query: a.ConstructQuery) -> a.SelectQuery:
    """The SELECT query of what the template needs: its variables, or all where it makes blank nodes."""
    mentioned = {v: None for triple in query.template for part in _parts(triple) for v in term_variables(part)}
    needed = tuple(variable for variable in mentioned if a.is_projectable(variable))
    if len(needed) < len(mentioned):
        needed = tuple(sorted({*needed, *filter(a.is_projectable, possible(query.pattern))}))
    pattern = query.pattern
    if isinstance(pattern, a.Slice):
        return a.SelectQuery(
            a.Slice(a.Project(pattern.pattern, needed), pattern.offset, pattern.limit), needed, query.dataset
        )
    return a.SelectQuery(a.Project(pattern, needed), needed, query.dataset)


def _parts(triple: a.TriplePattern) -> Triple:
    return triple.subject, triple.predicate, triple.object


def _instances(template: Sequence[a.TriplePattern], bound: Bound) -> dict[Triple, None]:
    """The triples that one solution makes, each once."""
    nodes: dict[Variable, BNode] = {}
    made = (tuple(_instance(part, bound, nodes) for part in _parts(triple)) for triple in template)
    return {
        (s, p, o): None for s, p, o in made if s is not None and p is not None and o is not None and _is_triple(s, p)
    }


def _instance(term: Term, bound: Bound, nodes: dict[Variable, BNode]) -> Term | None:
    """The term of a template in one solution; ``None`` where it has none."""
    match term:
        case Variable() if a.is_projectable(term):
            return bound.get(term)
        case Variable():
            return nodes.setdefault(term, BNode())
        case TripleTerm(s, p, o):
            parts = [_instance(part, bound, nodes) for part in (s, p, o)]
            whole = [part for part in parts if part is not None]
            return TripleTerm(*whole) if len(whole) == len(parts) and _is_triple(*whole[:2]) else None
        case _:
            return term


def _is_triple(subject: Term, predicate: Term) -> bool:
    return isinstance(subject, URIRef | BNode) and isinstance(predicate, URIRef)
