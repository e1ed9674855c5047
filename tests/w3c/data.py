"""RDF 1.2 files as terms of ours, with exact lexical forms. pyoxigraph reads them: rdflib has no RDF 1.2."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph as ox

from graphragprov.occurrences import OccurrenceGraph
from graphragprov.terms import BNode, DirectionalLiteral, Term, TripleTerm, URIRef, literal

from .manifest import Entry

Triple = tuple[Term, Term, Term]
Quad = tuple[Triple, URIRef | BNode | None]
FORMATS = {
    ".ttl": ox.RdfFormat.TURTLE,
    ".trig": ox.RdfFormat.TRIG,
    ".nt": ox.RdfFormat.N_TRIPLES,
    ".nq": ox.RdfFormat.N_QUADS,
    ".rdf": ox.RdfFormat.RDF_XML,
}


def term_of(term: object) -> Term:
    """The term of ours that a term of pyoxigraph is."""
    match term:
        case ox.NamedNode():
            return URIRef(term.value)
        case ox.BlankNode():
            return BNode(term.value)
        case ox.Triple():
            return TripleTerm(term_of(term.subject), term_of(term.predicate), term_of(term.object))
        case ox.Literal() if term.direction is not None:
            return DirectionalLiteral(term.value, str(term.language), str(term.direction))
        case ox.Literal() if term.language:
            return literal(term.value, lang=term.language)
        case ox.Literal():
            plain = term.datatype.value == "http://www.w3.org/2001/XMLSchema#string"
            return literal(term.value, None if plain else term.datatype.value)
    raise TypeError(type(term))


def read_quads(path: Path) -> Iterator[Quad]:
    """The triples of a file, each with the name of its graph; every reading has its own blank nodes."""
    text = path.read_bytes().decode("utf-8-sig")
    for quad in ox.parse(text, format=FORMATS[path.suffix], base_iri=path.as_uri(), rename_blank_nodes=True):
        triple = (term_of(quad.subject), term_of(quad.predicate), term_of(quad.object))
        name = quad.graph_name
        yield triple, None if isinstance(name, ox.DefaultGraph) else term_of(name)  # type: ignore[misc]


@dataclass(frozen=True)
class Data:
    """A dataset: its triples, each once, with the names of their graphs; ``names`` also holds those of empty graphs."""

    quads: tuple[Quad, ...]
    names: tuple[URIRef, ...]

    def graph(self, without: Container[int] = ()) -> OccurrenceGraph:
        """As a graph whose tokens are the places in ``quads``; those that are left out are withdrawn."""
        graph = OccurrenceGraph()
        for name in self.names:
            graph.graph(name)
        for token in [graph.add_triple(triple, name) for triple, name in self.quads]:
            if token in without:
                graph.remove(token)
        return graph


def data_of(entry: Entry, named: tuple[tuple[str, Path], ...] = ()) -> Data:
    """The dataset of a test: its default graph, its named graphs, and the files that the query names as graphs."""
    graphs = dict([*entry.graphs, *named])
    quads = [quad for path in entry.data for quad in read_quads(path)]
    quads += [(triple, URIRef(iri)) for iri, path in graphs.items() for triple, _ in read_quads(path)]
    return Data(tuple(dict.fromkeys(quads)), tuple(map(URIRef, graphs)))
