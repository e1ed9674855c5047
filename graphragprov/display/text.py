"""A trace as plain text: the whole chain, for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..occurrences import Occurrence
from ..terms import Literal, Term, URIRef, local_name, n3
from ..trace import AnswerTrace, Trace
from .marking import COMPONENTS, Mark, marks_of, pieces, render

__all__ = ["explain", "readable", "term_text"]

_CLOSING = {"subject": "⟧ˢ", "predicate": "⟧ᵖ", "object": "⟧ᵒ"}
_CONTEXT = 120


def readable(text: str) -> str:
    """The text with control characters and line breaks made visible, so that it cannot disturb a terminal."""
    return "".join(c if c.isprintable() else " " if c.isspace() else f"\\x{ord(c):02x}" for c in text)


def term_text(term: Term) -> str:
    """A term for people: the name in an IRI, the lexical form of a literal."""
    if isinstance(term, URIRef):
        return readable(local_name(str(term)))
    return readable(str(term) if isinstance(term, Literal) else n3(term))


def explain(trace: Trace) -> str:
    """The chain of every answer of a trace, as text."""
    return "\n".join(_lines(trace))


def _lines(trace: Trace) -> Iterator[str]:
    if trace.question is not None:
        yield f"question    {readable(trace.question)}"
        yield f"translator  {trace.translator}"
    yield f"query       {readable(' '.join(trace.written_query.split()))}"
    for name in trace.names:
        yield f"            <{readable(name.written)}> is read as the entity <{name.iri}>"
    if trace.slice_dependent:
        yield "            the answers were selected by LIMIT or OFFSET; the polynomial is that of the unsliced query"
        yield from _compared(trace)
    for answer in trace.answers:
        yield from _answer(answer.place + 1 if trace.total > 1 else None, answer)
    if trace.empty is not None:
        yield f"no answer   {readable(trace.empty)}"
    names = {iri: name for name, iri in trace.tokens.items()}
    for occurrence in trace.occurrences:
        yield ""
        yield from _occurrence(occurrence, names)


def _compared(trace: Trace) -> Iterator[str]:
    for mapping in trace.compared:
        yield f"            compared with {_mapping(mapping)}"
    if trace.compared_total > len(trace.compared):
        yield f"            and with {trace.compared_total - len(trace.compared)} more"


def _mapping(mapping: Mapping[str, Term]) -> str:
    return ", ".join(f"{name} = {term_text(term)}" for name, term in mapping.items()) or "(no variables: yes)"


def _answer(number: int | None, answer: AnswerTrace) -> Iterator[str]:
    label = "answer" if number is None else f"answer {number}"
    yield f"{label:<12}{_mapping(answer.mapping)}"
    yield f"{'polynomial':<12}{answer.polynomial.text}"
    for name, polynomial in answer.aggregates.items():
        yield f"{'':<12}{name} rests on {polynomial.text}"


def _occurrence(occurrence: Occurrence, names: Mapping[str, str]) -> Iterator[str]:
    triple = " — ".join(term_text(term) for term in occurrence.triple)
    yield f"{names.get(str(occurrence.id), '?'):<4}{triple}"
    passage = occurrence.passage
    if passage is None:
        yield "    (not read from a text)"
        return
    where = f"{readable(passage.document_id)}, passage {passage.index + 1}, characters {passage.start}-{passage.end}"
    yield f"    {where}; read by {readable(occurrence.run.model)}"
    marks = marks_of(occurrence)
    parts = pieces(passage.text, passage.span, marks, _CONTEXT)
    yield f"    {readable(render(parts, lambda _: '⟦', _closing))}"
    for component, evidence in zip(COMPONENTS, occurrence.evidence, strict=True):
        spans = ", ".join(
            f"{s.span.start}-{s.span.end} {readable(s.quote)!r} ({s.tier}"
            + (f", 1 of {len(s.candidates)} places)" if s.ambiguous else ")")
            for s in evidence.spans
        )
        yield f"    {component:<10}{spans}; support: {evidence.support}"


def _closing(mark: Mark) -> str:
    return _CLOSING[mark.component]
