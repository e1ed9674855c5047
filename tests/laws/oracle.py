"""An independent SPARQL engine, and our own evaluation in a form that can be compared with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

import pyoxigraph
from rdflib import Literal, URIRef

from graphragprov.occurrences import OccurrenceGraph
from graphragprov.semirings import Boolean, Counting
from graphragprov.sparql import Solutions, evaluate, parse_query

from .queries import PREFIX, without_alternatives

Mapping = tuple[str | None, ...]

INTEGER = URIRef("http://www.w3.org/2001/XMLSchema#integer")


def _term(text: str) -> URIRef | Literal:
    if text.startswith(":"):
        return URIRef("http://x/" + text[1:])
    return Literal(text, datatype=INTEGER, normalize=False)


def our_graph(triples: Iterable[str]) -> OccurrenceGraph:
    """The triples with tokens 0, 1, 2 … in this order."""
    graph = OccurrenceGraph()
    for triple in triples:
        s, p, o = map(_term, triple.split())
        graph.add_triple((s, p, o))
    return graph


def their_answers(triples: Iterable[str], query: str) -> Counter[Mapping]:
    """The bag of answers of pyoxigraph."""
    store = pyoxigraph.Store()
    turtle = PREFIX.replace("PREFIX", "@prefix").replace("\n", " .\n") + "".join(f"{t} .\n" for t in triples)
    store.load(turtle.encode(), pyoxigraph.RdfFormat.TURTLE)
    solutions = store.query(without_alternatives(query))
    variables = [v.value for v in solutions.variables]
    return Counter(tuple(None if s[v] is None else str(s[v]) for v in variables) for s in solutions)


def mapping(terms: Iterable[URIRef | Literal | None]) -> Mapping:
    """Terms as pyoxigraph prints them."""
    return tuple(None if term is None else term.n3() for term in terms)


def ours(graph: OccurrenceGraph, query: str) -> Solutions:
    """Our solutions, the potential ones included."""
    return evaluate(parse_query(query), graph, potential=True)


def subsets(count: int) -> Iterator[frozenset[int]]:
    """All subsets of tokens, small ones first."""
    for size in range(count + 1):
        yield from map(frozenset, combinations(range(count), size))


def supported(solutions: Solutions, gone: frozenset[int]) -> set[Mapping]:
    """The mappings whose polynomial is not 0 in Boolean without these tokens."""
    roots = [s.gate for s in solutions]
    values = solutions.circuit.fold_all(roots, Boolean(), lambda token: token not in gone)
    return {mapping(s.terms) for s in solutions if values[s.gate]}


def counted(solutions: Solutions, gone: frozenset[int] = frozenset()) -> Counter[Mapping]:
    """The value of every polynomial in the natural numbers, tokens 1 or gone."""
    roots = [s.gate for s in solutions]
    values = solutions.circuit.fold_all(roots, Counting(), lambda token: int(token not in gone))
    return Counter({mapping(s.terms): values[s.gate] for s in solutions if values[s.gate]})
