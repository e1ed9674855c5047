"""A passage with the evidence spans of a triple marked in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..occurrences import Occurrence
from ..text import Span

__all__ = ["COMPONENTS", "Mark", "Piece", "marks_of", "pieces"]

COMPONENTS = ("subject", "predicate", "object")


@dataclass(frozen=True, slots=True)
class Mark:
    """A span of a document that is evidence of a component."""

    component: str
    span: Span


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text, with the marks that open before it and those that close after it (innermost first)."""

    text: str
    opens: tuple[Mark, ...]
    closes: tuple[Mark, ...]


def marks_of(occurrence: Occurrence) -> tuple[Mark, ...]:
    """The evidence spans of an occurrence: subject, predicate, object, each in text order, none twice."""
    marks = [
        Mark(component, located.span)
        for component, evidence in zip(COMPONENTS, occurrence.evidence, strict=True)
        for located in evidence.spans
    ]
    return tuple(dict.fromkeys(marks))


def window(text: str, passage: Span, marks: Sequence[Mark], context: int) -> Span:
    """The part of a passage that holds all marks and about ``context`` code points on each side, in whole words."""
    first = min((m.span.start for m in marks), default=passage.start)
    last = max((m.span.end for m in marks), default=passage.end)
    start, end = max(passage.start, first - context), min(passage.end, last + context)
    if start > passage.start:
        space = text.find(" ", start - passage.start, first - passage.start)
        start = start if space < 0 else passage.start + space + 1
    if end < passage.end:
        space = text.rfind(" ", last - passage.start, end - passage.start)
        end = end if space < 0 else passage.start + space
    return Span(start, end)


def pieces(passage_text: str, passage: Span, marks: Sequence[Mark], context: int) -> list[Piece]:
    """Cut a passage (or the window of it around the marks) at every boundary of a mark.

    Spans are offsets in the document, ``passage`` says where the passage stands in it.  ``…`` stands for what is left
    out.
    """
    shown = window(passage_text, passage, marks, context)
    inside = [m for m in marks if m.span.within(shown)]
    cuts = sorted({shown.start, shown.end, *(edge for m in inside for edge in (m.span.start, m.span.end))})
    result = []
    for start, end in pairwise(cuts):
        opens = sorted((m for m in inside if m.span.start == start), key=lambda m: -m.span.end)
        closes = sorted((m for m in inside if m.span.end == end), key=lambda m: -m.span.start)
        text = passage_text[start - passage.start : end - passage.start]
        result.append(Piece(text, tuple(opens), tuple(closes)))
    if shown.start > passage.start:
        result.insert(0, Piece("… ", (), ()))
    if shown.end < passage.end:
        result.append(Piece(" …", (), ()))
    return result


def render(parts: Sequence[Piece], opening: Callable[[Mark], str], closing: Callable[[Mark], str]) -> str:
    """The pieces as text, with what stands for the beginning and the end of a mark."""
    out: list[str] = []
    for piece in parts:
        out += [opening(mark) for mark in piece.opens]
        out.append(piece.text)
        out += [closing(mark) for mark in piece.closes]
    return "".join(out)
