"""Verification: a trace re-checked, link by link, against the stored texts and the graph.

Nothing in the trace is believed: texts are hashed again, spans read again, triples compared with the graph and with the
query, and the query is run twice more, over just the occurrences of the trace and over the whole graph.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from ..audit import why_empty
from ..errors import GraphRAGProvError, UnnamedToken
from ..locator import Tier, reads_as
from ..occurrences import Occurrence, OccurrenceGraph, occurrence_id
from ..sparql import Query, Solution, Solutions, evaluate
from ..terms import Term, URIRef, n3
from ..text import Document, sha256_of
from .build import MAX_COMPARED, mapping_of, polynomial_trace
from .evaluation import parse_text, volatile_functions
from .matching import matches_query
from .trace import AnswerTrace, PolynomialTrace, Trace

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
    yield from _tokens(trace)
    for occurrence in trace.occurrences:
        yield from _occurrence(trace, occurrence, graph)
        yield from _text(trace, occurrence, documents)
        yield from _spans(trace, occurrence, documents)
    yield from _sources(trace, documents)
    yield from _query(trace, graph)


def _name(trace: Trace, occurrence: Occurrence) -> str:
    return next((name for name, iri in trace.tokens.items() if iri == str(occurrence.id)), str(occurrence.id))


def _tokens(trace: Trace) -> Iterator[Check]:
    listed = [str(occurrence.id) for occurrence in trace.occurrences]
    held = list(trace.tokens.values()) == listed and len(set(listed)) == len(listed)
    yield Check("tokens and occurrences are the same", "the trace", held)
    places = [answer.place for answer in trace.answers]
    held = places == sorted(set(places)) and (not places or 0 <= places[0] <= places[-1] < trace.total)
    yield Check("answers are in their order, none twice", "the trace", held)


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
    volatile = volatile_functions(query)
    if volatile:
        names = ", ".join(f"{name}()" for name in volatile)
        yield Check("query can be run again", "the query", False, f"{names} is another at every run")
        return
    try:
        whole = evaluate(query, graph, potential=trace.potential)
    except GraphRAGProvError as error:
        yield Check("query runs", "the query", False, str(error))
        return
    variables = tuple(map(str, whole.variables)) == trace.variables
    yield Check("variables are those of the query", "the query", variables)
    yield Check("says how many answers there are", "the query", len(whole) == trace.total)
    reason = None if len(whole) else str(why_empty(query, graph))
    yield Check("says why there is no answer, if there is none", "the query", reason == trace.empty)
    yield from _slice(trace, whole)
    yield from _answers(trace, query, graph, whole)


def _slice(trace: Trace, whole: Solutions) -> Iterator[Check]:
    yield Check("says whether it is sliced", "the query", whole.slice_dependent == trace.slice_dependent)
    others = whole.compared if whole.slice_dependent else None
    recorded = [_key(mapping) for mapping in trace.compared]
    expected = [_key(mapping_of(others, s)) for s in others[:MAX_COMPARED]] if others is not None else []
    total = len(others) if others is not None else 0
    held = recorded == expected and total == trace.compared_total
    yield Check("what it was compared with is recorded", "the query", held)


def _answers(trace: Trace, query: Query, graph: OccurrenceGraph, whole: Solutions) -> Iterator[Check]:
    names = {iri: name for name, iri in trace.tokens.items()}
    shown = [whole[answer.place] for answer in trace.answers if 0 <= answer.place < len(whole)]
    gates = {gate for solution in shown for gate in (solution.gate, *solution.counted().values())}
    used = {str(graph.occurrence(token).id) for token in whole.circuit.tokens(*gates)}
    yield Check("occurrences are those that the answers rest on", "the trace", used == set(names))
    replayed, replay_graph = None, None
    if not trace.slice_dependent:
        replay_graph = graph.restricted(token for token in map(partial(_token, graph), names) if token is not None)
        replayed = evaluate(query, replay_graph, potential=trace.potential)
    again = {_key(mapping_of(replayed, s)): s for s in replayed} if replayed is not None else {}
    for number, answer in enumerate(trace.answers, 1):
        of = f"answer {number}"
        solution = whole[answer.place] if 0 <= answer.place < len(whole) else None
        held = solution is not None and _key(mapping_of(whole, solution)) == _key(answer.mapping)
        yield Check("query over the whole graph gives the answer", of, held)
        if solution is not None:
            yield from _polynomials("whole graph gives", of, answer, solution, _Found(whole, graph, names))
        if replayed is not None and replay_graph is not None:
            solution = again.get(_key(answer.mapping))
            yield Check("query over just these occurrences gives the answer", of, solution is not None)
            if solution is not None:
                found = _Found(replayed, replay_graph, names)
                yield from _polynomials("these occurrences give", of, answer, solution, found)


@dataclass(frozen=True, slots=True)
class _Found:
    """Solutions found again, and how their tokens are called in the trace."""

    solutions: Solutions
    graph: OccurrenceGraph
    names: Mapping[str, str]

    def polynomial(self, gate: int) -> PolynomialTrace:
        return polynomial_trace(self.solutions.circuit, gate, self.graph, self.names)


def _polynomials(who: str, of: str, answer: AnswerTrace, solution: Solution, found: _Found) -> Iterator[Check]:
    try:
        polynomial = found.polynomial(solution.gate)
        aggregates = {str(v): found.polynomial(gate) for v, gate in solution.counted().items()}
    except GraphRAGProvError as error:
        yield Check(f"{who} exactly this polynomial", of, False, str(error))
        return
    whole = polynomial.canonical.get("form") != "lineage"
    what = "exactly this polynomial" if whole else "these tokens (the polynomial is too large to compare)"
    yield Check(f"{who} {what}", of, polynomial.canonical == answer.polynomial.canonical)
    yield Check("polynomial is printed as it is", of, polynomial.text == answer.polynomial.text)
    if aggregates or answer.aggregates:
        yield Check(f"{who} exactly these rows to aggregate", of, aggregates == answer.aggregates)


def _token(graph: OccurrenceGraph, iri: str) -> int | None:
    try:
        return graph.token(URIRef(iri))
    except UnnamedToken:
        return None


def _key(mapping: Mapping[str, Term]) -> frozenset[tuple[str, str]]:
    return frozenset((name, n3(term)) for name, term in mapping.items())
