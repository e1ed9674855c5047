"""What was asked and what came of it: the state that answers, provenance and traces are views of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..errors import InvalidQuery, UnsupportedQuery
from ..occurrences import Occurrence, OccurrenceGraph
from ..sparql import Query, Solution, Solutions, algebra, evaluate, parse_query
from ..sparql.algebra import nodes
from ..sparql.names import ResolvedQuery, resolve_names
from ..terms import RDFS, Term, URIRef, n3
from ..text import Document

__all__ = ["Evaluation", "appearance", "check_runs", "evaluate_text", "parse_text", "volatile_functions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """A query over a graph, and its solutions. ``question`` and ``translator`` are set when a question was asked."""

    question: str | None
    translator: str | None
    written_query: str
    resolved: ResolvedQuery
    query: Query
    solutions: Solutions
    graph: OccurrenceGraph
    documents: Mapping[str, Document]
    potential: bool = False

    def labels(self, entity: Term) -> list[str]:
        """The names under which the texts speak of an entity, the most frequent first."""
        find, graph = self.graph.dictionary.find, self.graph
        links = graph.default.predicate(find(RDFS.label)).from_subject.get(find(entity))
        ranked = sorted((-len(graph.tokens_of(statement)), name) for name, statement in links)
        return [str(graph.decode(name)) for _, name in ranked]

    def tokens(self, solutions: Iterable[Solution]) -> list[Occurrence]:
        """The occurrences that the solutions rest on, in order of appearance.

        These are the tokens of their polynomials (those under ⊖ too) and of the rows behind their aggregates.
        """
        gates = {gate for solution in solutions for gate in (solution.gate, *solution.counted().values())}
        tokens = self.solutions.circuit.tokens(*gates)
        order = {name: index for index, name in enumerate(self.documents)}
        return sorted((self.graph.occurrence(token) for token in tokens), key=lambda o: appearance(o, order))


def appearance(occurrence: Occurrence, order: Mapping[str, int]) -> tuple[int, int, int, str]:
    """The sort key of an occurrence by where it is read: document, passage, first character of evidence.

    ``order`` numbers the documents.  Occurrences without a passage come last, ordered by their triple.
    """
    passage = occurrence.passage
    if passage is None:
        return (len(order), 0, 0, " ".join(map(n3, occurrence.triple)) + str(occurrence.id))
    first = min((s.span.start for e in occurrence.evidence for s in e.spans), default=passage.start)
    return (order.get(passage.document_id, len(order)), passage.start, first, str(occurrence.id))


def parse_text(text: str, graph: OccurrenceGraph) -> tuple[ResolvedQuery, Query]:
    """Resolve the names in a query and parse it.

    Raises:
        InvalidQuery: it does not parse; line and column refer to the text as written.
    """
    if not isinstance(text, str):
        raise InvalidQuery(f"a query is text; this is a {type(text).__name__}", query=str(text)[:200])
    resolved = resolve_names(text, lambda iri: graph.dictionary.find(URIRef(iri)) > 0)
    try:
        return resolved, parse_query(resolved.text)
    except InvalidQuery as error:
        if not resolved.names:
            raise
        return resolved, _reparsed(text, resolved, error)


def check_runs(query: Query) -> None:
    """Refuse what is parsed but never run, before it is tried.

    Raises:
        UnsupportedQuery: it is no SELECT or ASK, or holds SERVICE.
    """
    if not isinstance(query, algebra.SelectQuery | algebra.AskQuery):
        name = type(query).__name__.removesuffix("Query").upper()
        raise UnsupportedQuery(f"{name} gives no answers; write a SELECT or ASK query", construct=name)
    if any(isinstance(node, algebra.Service) for node in nodes(query)):
        raise UnsupportedQuery("SERVICE is not run: a query is answered from the graph alone", construct="SERVICE")


def volatile_functions(query: Query) -> list[str]:
    """The functions in a query whose value is another at every run."""
    calls = {node.name for node in nodes(query) if isinstance(node, algebra.BuiltInCall)}
    return sorted(calls & {"BNODE", "NOW", "RAND", "STRUUID", "UUID"})


def _reparsed(text: str, resolved: ResolvedQuery, error: InvalidQuery) -> Query:
    """Raise the error again with its place in the query as it was written."""
    if error.line is None or error.column is None:
        raise error
    line_start = sum(len(line) for line in resolved.text.splitlines(keepends=True)[: error.line - 1])
    offset = resolved.original_offset(line_start + error.column - 1)
    before = text[:offset]
    line = before.count("\n") + 1
    column = offset - (before.rfind("\n") + 1) + 1
    names = ", ".join(f"<{name.written}> is read as <{name.iri}>" for name in resolved.names)
    message = f"{error}\n(in the query as written: line {line}, column {column}; {names})"
    raise InvalidQuery(message, query=text, line=line, column=column) from error


def evaluate_text(
    text: str,
    graph: OccurrenceGraph,
    documents: Mapping[str, Document],
    *,
    question: str | None = None,
    translator: str | None = None,
    potential: bool = False,
) -> Evaluation:
    """Resolve, parse and evaluate a query.

    Raises:
        InvalidQuery: it does not parse or is not read-only.
        UnsupportedQuery: it uses a construct whose provenance is not computed.
    """
    resolved, query = parse_text(text, graph)
    return Evaluation(
        question=question,
        translator=translator,
        written_query=text,
        resolved=resolved,
        query=query,
        solutions=evaluate(query, graph, potential=potential),
        graph=graph,
        documents=documents,
        potential=potential,
    )
