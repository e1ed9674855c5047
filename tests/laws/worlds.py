"""Small graphs of occurrences, the same to us and to pyoxigraph: several readings of one triple, named graphs.

A world is a tuple of tokens. Without some of them it is a smaller world, in which a triple is gone with its last token.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, lru_cache

import pyoxigraph as ox

from graphragprov.locator import Tier
from graphragprov.occurrences import Evidence, EvidenceSpan, Occurrence, OccurrenceGraph, Run, Support, occurrence_id
from graphragprov.occurrences.views import passage_iri, run_iri
from graphragprov.terms import PROV, REIFIES, BNode, Literal, Term, URIRef, n3
from graphragprov.text import Document, Passage, Span, passages_of

from .queries import without_alternatives

__all__ = ["Mapping", "NoOracle", "OutOfRange", "Token", "World", "shown"]

BASE = "http://x/"
INTEGER = URIRef("http://www.w3.org/2001/XMLSchema#integer")
DECIMAL = "http://www.w3.org/2001/XMLSchema#decimal"
NAMED = (":g1", ":g2")
"""The named graphs, which are there also while they are empty."""
PREFIXES = f"PREFIX : <{BASE}>\nPREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>\nPREFIX prov: <{PROV}>\n"
MODELS = ("one", "two")

Mapping = tuple[str | None, ...]
"""A solution mapping in the order of the variables, terms in the notation of N-Triples."""


@dataclass(frozen=True, slots=True)
class Token:
    """One statement of a triple (as text): in a named graph, or read by a model from a text (both by number)."""

    triple: str
    graph: str | None = None
    reading: tuple[int, int] | None = None

    def __str__(self) -> str:
        where = f" in {self.graph}" if self.graph else ""
        return self.triple + where + (f" read {self.reading}" if self.reading else "")


@lru_cache(maxsize=256)
def term_of(text: str) -> URIRef | BNode | Literal:
    """``:a``, ``_:n`` or ``1``."""
    if text.startswith(":"):
        return URIRef(BASE + text[1:])
    return BNode(text[2:]) if text.startswith("_:") else Literal(text, datatype=INTEGER, normalize=False)


def _triple(text: str) -> tuple[Term, Term, Term]:
    s, p, o = map(term_of, text.split())
    return s, p, o


@lru_cache(maxsize=1024)
def _theirs(term: Term) -> ox.NamedNode | ox.BlankNode | ox.Literal:
    match term:
        case URIRef():
            return ox.NamedNode(str(term))
        case BNode():
            return ox.BlankNode(str(term))
        case _:
            return ox.Literal(str(term), datatype=ox.NamedNode(INTEGER))


def shown(term: object) -> str | None:
    """A term of theirs or of ours in the notation of N-Triples."""
    match term:
        case None:
            return None
        case ox.Triple():
            return f"<<( {shown(term.subject)} {shown(term.predicate)} {shown(term.object)} )>>"
        case ox.Literal() if term.datatype.value == DECIMAL:
            return _decimal(term.value)
        case Literal() if str(term.datatype) == DECIMAL:
            return _decimal(str(term))
        case ox.NamedNode() | ox.BlankNode() | ox.Literal():
            return str(term)
        case _:
            return n3(term)  # type: ignore[arg-type]


def _decimal(lexical: str) -> str:
    """The average of whole numbers: 1 and 1.0 are both in use for a decimal without a fraction."""
    return f'"{Decimal(lexical).normalize():f}"^^<{DECIMAL}>'


class OutOfRange(Exception):
    """A law does not speak of the case, or nobody can check it."""


class NoOracle(OutOfRange):
    """The other engine has no answer."""


class World:
    """Tokens 0, 1, 2 …, in our graph and in their store."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tuple(tokens)
        self._answers: dict[tuple[str, frozenset[ox.Quad]], Counter[Mapping] | bool] = {}

    def __len__(self) -> int:
        return len(self.tokens)

    def __str__(self) -> str:
        return " | ".join(map(str, self.tokens))

    # -- ours ------------------------------------------------------------------------------------------------

    @cached_property
    def graph(self) -> OccurrenceGraph:
        """Our graph; its tokens are ours."""
        graph = OccurrenceGraph()
        for name in NAMED:
            graph.graph(URIRef(BASE + name[1:]))
        for number, token in enumerate(self.tokens):
            occurrence = self.occurrences[number]
            if occurrence is not None:
                given = graph.add(occurrence)
            else:
                name = None if token.graph is None else URIRef(BASE + token.graph[1:])
                given = graph.add_triple(_triple(token.triple), name)
            assert given == number, "the tokens of a world are distinct"
        return graph

    @cached_property
    def documents(self) -> dict[str, Document]:
        """The texts that the readings are of."""
        numbers = sorted({token.reading[0] for token in self.tokens if token.reading})
        texts = {n: "\n".join(map(self._sentence, range(len(self)))) for n in numbers}
        return {f"text {n}": Document(text=text, id=f"text {n}") for n, text in texts.items()}

    def _sentence(self, number: int) -> str:
        return " ".join(part.lstrip(":_") for part in self.tokens[number].triple.split()) + "."

    @cached_property
    def occurrences(self) -> tuple[Occurrence | None, ...]:
        """The occurrences of the readings, each with its evidence; ``None`` for the other tokens."""
        return tuple(None if token.reading is None else self._read(n) for n, token in enumerate(self.tokens))

    def _read(self, number: int) -> Occurrence:
        token = self.tokens[number]
        assert token.reading is not None
        document = self.documents[f"text {token.reading[0]}"]
        (passage,) = passages_of(document, by="document")
        at = sum(len(self._sentence(n)) + 1 for n in range(number))
        evidence = []
        for quote in self._sentence(number).removesuffix(".").split():
            span = Span(at, at + len(quote))
            evidence.append(Evidence((EvidenceSpan(quote, span, Tier.VERBATIM, (span,)),), Support.NAME))
            at = span.end + 1
        triple, run = _triple(token.triple), Run(MODELS[token.reading[1]])
        s, p, o = evidence
        return Occurrence(
            id=occurrence_id(triple, passage, tuple(evidence), run),
            triple=triple,
            passage=passage,
            subject_evidence=s,
            predicate_evidence=p,
            object_evidence=o,
            run=run,
        )

    @property
    def passages(self) -> dict[int, str]:
        """The IRI of the passage of each text that is read."""
        read = zip(self.tokens, self.occurrences, strict=True)
        return {t.reading[0]: str(passage_iri(o.passage)) for t, o in read if t.reading and o and o.passage}

    # -- theirs ----------------------------------------------------------------------------------------------

    @cached_property
    def quads(self) -> tuple[tuple[ox.Quad, ...], ...]:
        """What each token states: its triple and, of a reading, what is known about it."""
        return tuple(map(self._quads, range(len(self))))

    def _quads(self, number: int) -> tuple[ox.Quad, ...]:
        token, occurrence = self.tokens[number], self.occurrences[number]
        s, p, o = map(_theirs, _triple(token.triple))
        graph = ox.DefaultGraph() if token.graph is None else ox.NamedNode(BASE + token.graph[1:])
        quads = [ox.Quad(s, p, o, graph)]  # type: ignore[arg-type]
        if occurrence is not None:
            assert isinstance(occurrence.passage, Passage)
            name = ox.NamedNode(str(occurrence.id))
            quads += [
                ox.Quad(name, ox.NamedNode(REIFIES), ox.Triple(s, p, o)),  # type: ignore[arg-type]
                ox.Quad(name, ox.NamedNode(PROV + "wasDerivedFrom"), ox.NamedNode(passage_iri(occurrence.passage))),
                ox.Quad(name, ox.NamedNode(PROV + "wasGeneratedBy"), ox.NamedNode(run_iri(occurrence.run))),
            ]
        return tuple(quads)

    def left(self, gone: Collection[int] = ()) -> frozenset[ox.Quad]:
        """What is stated without some tokens."""
        return frozenset(quad for n, quads in enumerate(self.quads) if n not in gone for quad in quads)

    def theirs(self, query: str, gone: Collection[int] = ()) -> Counter[Mapping] | bool:
        """What pyoxigraph answers without some tokens: a bag of mappings, or yes or no."""
        quads = self.left(gone)
        found = self._answers.get((query, quads))
        if found is None:
            found = self._answers[query, quads] = self._ask(query, quads)
        return found

    @staticmethod
    def _ask(query: str, quads: Collection[ox.Quad]) -> Counter[Mapping] | bool:
        try:
            return _asked(query, quads)
        except (RuntimeError, SyntaxError) as error:
            # A join on a literal makes a triple term with a literal subject, over which it stops.
            raise NoOracle(str(error)) from error


_FROM = re.compile(r"FROM (NAMED )?:(\w+)")


def _asked(query: str, quads: Collection[ox.Quad]) -> Counter[Mapping] | bool:
    """The dataset is put together here: pyoxigraph shows a triple twice that two of the graphs of FROM hold."""
    store = ox.Store()
    clauses = _FROM.findall(query)
    default = {BASE + name for named, name in clauses if not named}
    for name in [name for named, name in clauses if named] if clauses else [name[1:] for name in NAMED]:
        store.add_graph(ox.NamedNode(BASE + name))
    named = list(store.named_graphs())
    for quad in quads:
        graph = quad.graph_name
        if not clauses or graph in named:
            store.add(quad)
        if isinstance(graph, ox.NamedNode) and graph.value in default:
            store.add(ox.Quad(quad.subject, quad.predicate, quad.object))
    found = store.query(without_alternatives(_FROM.sub("", query)))
    if isinstance(found, ox.QueryBoolean):
        return bool(found)
    variables = [v.value for v in found.variables]  # type: ignore[union-attr]
    return Counter(tuple(shown(s[v]) for v in variables) for s in found)  # type: ignore[union-attr,index,misc]
