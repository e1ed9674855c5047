"""Verification: a trace re-checked, link by link, against the stored texts and the graph.

Nothing in the trace is believed: texts are hashed again, spans read again, triples compared with the graph and with the
query, and the query is run twice more, over just the occurrences of the trace and over the whole graph.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..errors import GraphRAGProvError, UnnamedToken
from ..locator import Tier, reads_as
from ..occurrences import Occurrence, OccurrenceGraph, occurrence_id
from ..provenance import Polynomial, canonical
from ..sparql import Query, Solution, Solutions, evaluate
from ..text import Document, sha256_of
from .build import MAX_COMPARED
from .evaluation import appearance, parse_text
from .matching import matches_query
from .trace import Trace

__all__ = ["Check", "VerificationReport", "verify"]

_COMPONENTS = ("subject", "predicate", "object")


@dataclass(frozen=True, slots=True)
class Check:
    """One line of a report: what was checked, of what, whether it holds, and what was found if not."""

    name: str
    of: str
    passed: bool
    detail: str = ""

    def __str__(self) -> str:
        line = f"{'ok  ' if self.passed else 'FAIL'} {self.name}: {self.of}"
        return f"{line} ({self.detail})" if self.detail else line


@dataclass(frozen=True, slots=True)
class VerificationReport:
    """All checks of a trace, in order. True when every one of them holds (and there is at least one)."""

    checks: tuple[Check, ...]

    @property
    def passed(self) -> bool:
        """Whether every check holds."""
        return bool(self.checks) and all(check.passed for check in self.checks)

    @property
    def failures(self) -> tuple[Check, ...]:
        """The checks that do not hold."""
        return tuple(check for check in self.checks if not check.passed)

    def __bool__(self) -> bool:
        return self.passed

    def __str__(self) -> str:
        held = sum(check.passed for check in self.checks)
        return "\n".join([*map(str, self.checks), f"{held} of {len(self.checks)} checks hold"])


def verify(trace: Trace, graph: OccurrenceGraph, documents: Mapping[str, Document]) -> VerificationReport:
    """Re-check a trace against a graph and the stored texts.

    Never raises for a trace that is wrong: what cannot be checked is a check that fails.
    """
    return VerificationReport(tuple(_checks(trace, graph, documents)))


def _checks(trace: Trace, graph: OccurrenceGraph, documents: Mapping[str, Document]) -> Iterator[Check]:
    yield from _tokens(trace, documents)
    for occurrence in trace.occurrences:
        yield from _occurrence(trace, occurrence, graph)
        yield from _text(trace, occurrence, documents)
        yield from _spans(trace, occurrence, documents)
    yield from _sources(trace, documents)
    yield from _query(trace, graph)


def _name(trace: Trace, occurrence: Occurrence) -> str:
    return next((name for name, iri in trace.tokens.items() if iri == str(occurrence.id)), str(occurrence.id))


def _tokens(trace: Trace, documents: Mapping[str, Document]) -> Iterator[Check]:
    order = {name: index for index, name in enumerate(documents)}
    expected = [str(o.id) for o in sorted(trace.occurrences, key=lambda o: appearance(o, order))]
    yield Check("tokens and occurrences are the same", "the trace", list(trace.tokens.values()) == expected)


def _occurrence(trace: Trace, occurrence: Occurrence, graph: OccurrenceGraph) -> Iterator[Check]:
    name = _name(trace, occurrence)
    try:
        held = graph.occurrence(graph.token(occurrence.id)) == occurrence
    except UnnamedToken:
        held = False
    yield Check("is an occurrence of the graph", name, held)
    recomputed = occurrence_id(occurrence.triple, occurrence.passage, occurrence.evidence, occurrence.run)
    yield Check("identifier is the hash of its content", name, recomputed == occurrence.id)


def _text(trace: Trace, occurrence: Occurrence, documents: Mapping[str, Document]) -> Iterator[Check]:
    passage = occurrence.passage
    if passage is None:
        return
    name = _name(trace, occurrence)
    document = documents.get(passage.document_id)
    if document is None:
        yield Check("text is stored", name, False, f"no document {passage.document_id!r}")
        return
    same = passage.span.of(document.text) == passage.text
    yield Check("passage stands in the stored text", name, same, "" if same else f"at {passage.start}-{passage.end}")
    yield Check("passage has the recorded hash", name, sha256_of(passage.text) == passage.sha256)


def _spans(trace: Trace, occurrence: Occurrence, documents: Mapping[str, Document]) -> Iterator[Check]:
    passage = occurrence.passage
    if passage is None:
        return
    document = documents.get(passage.document_id)
    text = document.text if document else ""
    for component, evidence in zip(_COMPONENTS, occurrence.evidence, strict=True):
        of = f"{_name(trace, occurrence)} {component}"
        if not evidence.spans:
            yield Check("has evidence", of, False, "no quote")
        for span in evidence.spans:
            inside = span.span.within(passage.span) and span.span in span.candidates
            held = inside and span.tier is not Tier.UNVERIFIED and reads_as(span.quote, text, span.span, span.tier)
            found = f"{span.span.start}-{span.span.end} {span.quote!r} [{span.tier}]"
            yield Check("span reads as its quote", of, held, found)


def _sources(trace: Trace, documents: Mapping[str, Document]) -> Iterator[Check]:
    used = {o.passage.document_id for o in trace.occurrences if o.passage is not None}
    yield Check("sources are the documents used", "the trace", used == {source.id for source in trace.sources})
    for source in trace.sources:
        document = documents.get(source.id)
        held = document is not None and sha256_of(document.text) == source.sha256 and document.title == source.title
        yield Check("document has the recorded hash", source.id, held)


def _query(trace: Trace, graph: OccurrenceGraph) -> Iterator[Check]:
    try:
        resolved, query = parse_text(trace.written_query, graph)
    except GraphRAGProvError as error:
        yield Check("query parses", "the query", False, str(error))
        return
    same = resolved.text == trace.query and resolved.names == trace.names
    yield Check("query that ran is the written one, names resolved", "the query", same)
    for occurrence in trace.occurrences:
        name = _name(trace, occurrence)
        yield Check("triple matches a pattern of the query", name, matches_query(occurrence, query))
    try:
        whole = evaluate(query, graph)
    except GraphRAGProvError as error:
        yield Check("query runs", "the query", False, str(error))
        return
    variables = tuple(map(str, whole.variables)) == trace.variables
    yield Check("variables are those of the query", "the query", variables)
    yield Check("says whether it is sliced", "the query", whole.slice_dependent == trace.slice_dependent)
    others = whole.compared if whole.slice_dependent else whole[:0]
    recorded = [_key(mapping) for mapping in trace.compared]
    expected = [_solution_key(whole, s) for s in others[:MAX_COMPARED]]
    held = recorded == expected and len(others) == trace.compared_total
    yield Check("what it was compared with is recorded", "the query", held)
    yield from _answers(trace, query, graph, whole)


def _answers(trace: Trace, query: Query, graph: OccurrenceGraph, whole: Solutions) -> Iterator[Check]:
    replayed_graph = OccurrenceGraph()
    for occurrence in trace.occurrences:
        replayed_graph.add(occurrence)
    replayed = None if trace.slice_dependent else evaluate(query, replayed_graph)
    names = {iri: name for name, iri in trace.tokens.items()}
    by_mapping = {_solution_key(whole, solution): solution for solution in whole}
    replayed_by_mapping = {_solution_key(replayed, s): s for s in replayed} if replayed is not None else {}
    for number, answer in enumerate(trace.answers, 1):
        of = f"answer {number}"
        solution = by_mapping.get(_key(answer.mapping))
        yield Check("query over the whole graph gives the answer", of, solution is not None)
        if solution is not None:
            found = _canonical(whole, solution, graph)
            yield Check("whole graph gives exactly this polynomial", of, found == answer.canonical)
            yield Check(
                "polynomial is printed as it is", of, _printed(whole, solution, graph, names) == answer.polynomial
            )
        if replayed is not None:
            again = replayed_by_mapping.get(_key(answer.mapping))
            yield Check("query over just these occurrences gives the answer", of, again is not None)
            if again is not None:
                same = _canonical(replayed, again, replayed_graph) == answer.canonical
                yield Check("these occurrences give exactly this polynomial", of, same)
    if not trace.answers:
        yield Check("query over the whole graph gives no answer", "the query", len(whole) == 0)


def _key(mapping: Mapping[str, Any]) -> frozenset[tuple[str, str]]:
    return frozenset((name, term.n3()) for name, term in mapping.items())


def _solution_key(solutions: Solutions, solution: Solution) -> frozenset[tuple[str, str]]:
    pairs = zip(solutions.variables, solution.terms, strict=True)
    return _key({str(variable): term for variable, term in pairs if term is not None})


def _canonical(solutions: Solutions, solution: Solution, graph: OccurrenceGraph) -> Any:
    return canonical(solutions.circuit, solution.gate, lambda token: str(graph.occurrence(token).id))


def _printed(solutions: Solutions, solution: Solution, graph: OccurrenceGraph, names: Mapping[str, str]) -> str:
    def name(token: int) -> str:
        iri = str(graph.occurrence(token).id)
        return names.get(iri, iri)

    return str(Polynomial(solutions.circuit, solution.gate, name))
