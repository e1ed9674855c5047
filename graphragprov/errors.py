"""The whole tree of exceptions.

Every error says what was looked for, where, the closest thing found and what to do about it.
Nothing in the library raises a bare ``ValueError`` to its user.
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "DuplicateDocument",
    "EmptyAnswer",
    "GraphRAGProvError",
    "InvalidQuery",
    "InvalidReply",
    "InvalidSpan",
    "InvalidText",
    "InvalidTrace",
    "InvalidTriples",
    "LLMError",
    "LLMUnavailable",
    "MissingExtra",
    "NotRecorded",
    "PolynomialTooLarge",
    "QueryTooExpensive",
    "QuoteNotFound",
    "SeveralVariables",
    "UnboundVariable",
    "UnknownToken",
    "UnnamedToken",
    "UnsupportedOperation",
    "UnsupportedQuery",
]


class GraphRAGProvError(Exception):
    """Base of every error that this library raises on purpose."""


# -- texts and quotes ---------------------------------------------------------------------------


class InvalidText(GraphRAGProvError):
    """A text or file that cannot be read as Unicode text, or holds nothing to read."""


class DuplicateDocument(GraphRAGProvError):
    """Two different documents claim one identifier."""


class InvalidSpan(GraphRAGProvError):
    """Offsets that do not lie in their text, cut a character or a word in two, or hold nothing."""


class QuoteNotFound(GraphRAGProvError):
    """A quote does not occur in the text at any tier.

    ``closest`` is the passage of the text most like the quote (never used as evidence), or ``None``.
    ``component`` says whose quote it is (``subject``, ``predicate``, ``object``) where it belongs to a triple.
    """

    def __init__(self, message: str, *, quote: str, closest: str | None = None, component: str | None = None) -> None:
        super().__init__(message)
        self.quote = quote
        self.closest = closest
        self.component = component


class InvalidTriples(GraphRAGProvError):
    """RDF text that does not parse. ``line`` is 1-based."""

    def __init__(self, message: str, *, line: int) -> None:
        super().__init__(message)
        self.line = line


# -- queries --------------------------------------------------------------------------------------


class InvalidQuery(GraphRAGProvError):
    """A query that does not parse, or that breaks a rule of SPARQL, or that is not read-only.

    ``line`` and ``column`` are 1-based (``None`` where the query as a whole is meant); ``query`` is the raw text.
    ``attempts`` are what a translator tried, where it wrote the query
    (:class:`~graphragprov.translation.query_writer.Attempt`).
    """

    def __init__(
        self,
        message: str,
        *,
        query: str,
        line: int | None = None,
        column: int | None = None,
        attempts: tuple[Any, ...] = (),
    ) -> None:
        super().__init__(message)
        self.query = query
        self.line = line
        self.column = column
        self.attempts = attempts


class UnsupportedQuery(GraphRAGProvError):
    """A query that is valid SPARQL but uses a construct whose provenance this engine does not compute.

    ``construct`` names it; ``line`` and ``column`` (1-based) say where it stands, when known.
    """

    def __init__(self, message: str, *, construct: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message)
        self.construct = construct
        self.line = line
        self.column = column


class QueryTooExpensive(GraphRAGProvError):
    """A query reached one of its limits (time, rows or depth) and was stopped."""


class EmptyAnswer(GraphRAGProvError, IndexError):
    """An answer was asked of an answer sequence that is empty; the message says why it is empty."""


class UnboundVariable(GraphRAGProvError, KeyError):
    """A variable was asked of an answer that does not bind it."""

    def __str__(self) -> str:
        return Exception.__str__(self)


class SeveralVariables(GraphRAGProvError):
    """One value was asked of an answer that binds several variables."""


# -- provenance -------------------------------------------------------------------------------------


class UnknownToken(GraphRAGProvError):
    """A valuation names something that is no occurrence of the graph and no token of the polynomial."""


class UnsupportedOperation(GraphRAGProvError):
    """A semiring lacks an operation (⊖, δ, a path) that the polynomial uses."""


class UnnamedToken(GraphRAGProvError):
    """A valuation leaves a token without a value and the semiring declares no default."""


class PolynomialTooLarge(GraphRAGProvError):
    """Expanding a polynomial would pass the bound; work on the circuit instead."""


class InvalidTrace(GraphRAGProvError):
    """A trace that is read back is not of the form that traces are written in."""


# -- language models ----------------------------------------------------------------------------------


class LLMError(GraphRAGProvError):
    """A language model backend failed and trying again will not help."""


class LLMUnavailable(LLMError):
    """A language model backend could not be reached, was overloaded or timed out, also after retries."""


class InvalidReply(LLMError):
    """A model's reply holds nothing of the form that was asked for. ``reply`` is its text."""

    def __init__(self, message: str, *, reply: str) -> None:
        super().__init__(message)
        self.reply = reply


class NotRecorded(LLMError):
    """A replayed run asks for a model answer that was never recorded."""


class MissingExtra(GraphRAGProvError):
    """An optional dependency is needed and not installed."""
