"""A trace as HTML, for notebooks. Everything that comes from outside is escaped."""

from __future__ import annotations

from html import escape

from ..occurrences import Occurrence
from ..trace import Trace
from .marking import Mark, Piece, marks_of, pieces
from .text import readable, term_text

__all__ = ["trace_html"]

_COLOURS = {"subject": "#cfe8ff", "predicate": "#ffe9b8", "object": "#d6f5d0"}
_CONTEXT = 120


def trace_html(trace: Trace) -> str:
    """The chain of every answer of a trace, as an HTML fragment without scripts."""
    rows = "".join(
        f"<tr><td>{escape(', '.join(term_text(t) for t in a.mapping.values()))}</td>"
        f"<td><code>{escape(a.polynomial.text)}</code></td></tr>"
        for a in trace.answers
    )
    names = {iri: name for name, iri in trace.tokens.items()}
    items = "".join(_occurrence(o, names.get(str(o.id), "?")) for o in trace.occurrences)
    question = f"<p><b>{escape(trace.question)}</b></p>" if trace.question is not None else ""
    return (
        f"<div>{question}<pre>{escape(trace.written_query)}</pre>"
        f"<table><tr><th>answer</th><th>provenance</th></tr>{rows}</table><ul>{items}</ul></div>"
    )


def _occurrence(occurrence: Occurrence, name: str) -> str:
    triple = escape(" — ".join(term_text(term) for term in occurrence.triple))
    passage = occurrence.passage
    if passage is None:
        return f"<li><code>{escape(name)}</code> {triple}</li>"
    text = "".join(_piece(p) for p in pieces(passage.text, passage.span, marks_of(occurrence), _CONTEXT))
    source = escape(readable(passage.document_id))
    return f"<li><code>{escape(name)}</code> {triple}<blockquote>{text}<br><small>{source}</small></blockquote></li>"


def _piece(piece: Piece) -> str:
    """Marks may cross, HTML elements may not: a mark is shown on its first piece's edge by a labelled bracket pair."""
    opens = "".join(f"<span style='background:{_COLOURS[m.component]}'>⟦</span>" for m in piece.opens)
    closes = "".join(_close(m) for m in piece.closes)
    return f"{opens}{escape(piece.text)}{closes}"


def _close(mark: Mark) -> str:
    return f"<span style='background:{_COLOURS[mark.component]}'>⟧<sup>{mark.component[0]}</sup></span>"
