"""The knowledge graph: what the texts say, ready to be asked."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rdflib import Graph

from .answers import Answers
from .errors import InvalidText
from .llm import LLM
from .occurrences import Occurrence, OccurrenceGraph
from .reader import EmbeddedReader
from .report import Report
from .text import Document
from .trace import Trace, VerificationReport, check_runs, evaluate_text, parse_text, verify
from .translation import Vocabulary, write_query

__all__ = ["KnowledgeGraph"]


class KnowledgeGraph:
    """Statement occurrences with their evidence, the texts they were read in, and the means to query them.

    Made by :meth:`Builder.ingest <graphragprov.Builder.ingest>` or :meth:`from_rdflib`.
    """

    __slots__ = ("_documents", "_graph", "_llm", "_repair_rounds", "_report", "_vocabulary")

    def __init__(
        self,
        *,
        graph: OccurrenceGraph,
        documents: Mapping[str, Document] | None = None,
        report: Report | None = None,
        llm: LLM | None = None,
        repair_rounds: int = 1,
    ) -> None:
        self._graph = graph
        self._documents = dict(documents or {})
        self._report = report or Report()
        self._llm = llm or EmbeddedReader()
        self._repair_rounds = repair_rounds
        self._vocabulary: Vocabulary | None = None

    @classmethod
    def from_rdflib(cls, graph: Graph) -> KnowledgeGraph:
        """The triples of an rdflib graph or dataset, each one occurrence, for SPARQL with provenance and no model.

        Raises:
            InvalidText: it is something else.
        """
        if not isinstance(graph, Graph):
            kind = type(graph).__name__
            raise InvalidText(f"from_rdflib takes an rdflib Graph or Dataset, not a {kind}; parse it with rdflib first")
        return cls(graph=OccurrenceGraph.from_rdflib(graph))

    def __repr__(self) -> str:
        counts = f"{len(self._documents)} documents, {len(self._graph.occurrences)} occurrences"
        return f"<KnowledgeGraph: {counts}>"

    @property
    def documents(self) -> Mapping[str, Document]:
        """The stored texts by document id, in the order in which they were read."""
        return MappingProxyType(self._documents)

    @property
    def report(self) -> Report:
        """What was read, what entered the graph, what was rejected and why."""
        return self._report

    def occurrences(self) -> tuple[Occurrence, ...]:
        """Every statement occurrence, in the order in which they were read."""
        return tuple(self._graph.occurrences)

    def ask(self, question: str) -> Answers:
        """Translate a question into SPARQL and answer it.

        Raises:
            InvalidQuery: the translator gave no valid, read-only query, also after repair; it holds what was tried.
            LLMError: the translator failed.
        """
        if self._vocabulary is None:
            self._vocabulary = Vocabulary.of(self._graph.occurrences)
        written = write_query(question, self._vocabulary, self._llm, check=self._check, rounds=self._repair_rounds)
        return self._run(written.sparql, question=question, translator=written.model)

    def query(self, sparql: str, *, potential: bool = False) -> Answers:
        """Answer a SPARQL query (SELECT or ASK). Entities are written ``<Jean_Dupont>``, relations ``rel:director``.

        ``potential=True`` also shows rows that are no answers now but would be if something were withdrawn.

        Raises:
            InvalidQuery: it does not parse or is not read-only; with line, column and the offending text.
            UnsupportedQuery: it uses a construct whose provenance is not computed.
        """
        return self._run(sparql, potential=potential)

    def verify(self, trace: Trace) -> VerificationReport:
        """Re-check a trace (of this or of an earlier session) against this graph and its texts."""
        return verify(trace, self._graph, self._documents)

    def _check(self, sparql: str) -> None:
        _, query = parse_text(sparql, self._graph)
        check_runs(query)

    def _run(
        self, sparql: str, *, question: str | None = None, translator: str | None = None, potential: bool = False
    ) -> Answers:
        evaluation = evaluate_text(
            sparql,
            self._graph,
            self._documents,
            question=question,
            translator=translator,
            potential=potential,
        )
        return Answers(evaluation)
