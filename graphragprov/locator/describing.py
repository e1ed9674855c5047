"""`describe`: a span to a quote with as much context as tells it apart; the inverse of `locate`."""

from __future__ import annotations

from dataclasses import dataclass

from ..errors import InvalidSpan
from ..text import Span
from .candidates import candidates_of
from .context import in_context
from .locatable import LocatableText, Text, prepare

__all__ = ["Description", "describe"]

_CONTEXT = 32
_WORK = 20_000_000  # characters compared in search of a short context; beyond it the whole text is the context


@dataclass(frozen=True, slots=True)
class Description:
    """A quote and what stands right before and after it, as in the W3C's ``TextQuoteSelector``.

    https://www.w3.org/TR/annotation-model/#text-quote-selector
    """

    quote: str
    prefix: str
    suffix: str


def describe(span: Span, text: Text) -> Description:
    """The description from which `locate` gives the span back.

    Prefix and suffix hold 32 characters (fewer at the ends of the text), or as many more as it takes to tell the span
    apart from all other places of its quote.

    Raises `InvalidSpan` when the span is empty, does not lie in the text, or does not start and end where a match may.
    """
    prepared = prepare(text)
    _check(span, prepared)
    quote = span.of(prepared.text)
    others = candidates_of(quote, prepared)
    length = _CONTEXT
    while length < len(prepared.text) and length * len(others) < _WORK:
        description = _with_context(span, prepared.text, length)
        others = in_context(others, prepared, description.prefix, description.suffix)
        if len(others) == 1:
            return description
        length *= 2
    return _with_context(span, prepared.text, len(prepared.text))


def _with_context(span: Span, text: str, length: int) -> Description:
    return Description(
        span.of(text), text[max(0, span.start - length) : span.start], text[span.end : span.end + length]
    )


def _check(span: Span, text: LocatableText) -> None:
    text.check(span)
    if not len(span):
        raise InvalidSpan(f"span {span.start}:{span.end} is empty and cannot be quoted")
    if not text.aligned(span):
        raise InvalidSpan(
            f"span {span.start}:{span.end} ({span.of(text.text)[:80]!r}) does not start and end at word boundaries; "
            "widen it to whole words",
        )
