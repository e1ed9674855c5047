"""Source texts: documents, the passages they are read in, and spans of characters.

Offsets are Unicode code points, start inclusive, end exclusive, into the immutable source text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from typing_extensions import Self

__all__ = ["Document", "Passage", "Span", "sha256_of"]


def sha256_of(text: str) -> str:
    """SHA-256 of the text in UTF-8, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Characters ``text[start:end]``, counted in code points."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def of(self, text: str) -> str:
        """The characters themselves."""
        return text[self.start : self.end]

    def shifted(self, by: int) -> Self:
        """The same characters in a text that has ``by`` code points more before them."""
        return type(self)(self.start + by, self.end + by)

    def within(self, other: Span) -> bool:
        """Whether this span lies inside the other."""
        return other.start <= self.start and self.end <= other.end


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A source text. Without an ``id`` the document is named by the hash of its text."""

    text: str
    id: str = ""
    title: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.id:
            object.__setattr__(self, "id", f"sha256-{sha256_of(self.text)[:16]}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A piece of a document that is read at once: ``document.text[start:end]``.

    ``index`` counts the passages of a document; ``ordinal`` counts the passages of a document with this same text.
    """

    document_id: str
    index: int
    ordinal: int
    start: int
    end: int
    text: str
    title: str = ""
    sha256: str = ""

    def __post_init__(self) -> None:
        if not self.sha256:
            object.__setattr__(self, "sha256", sha256_of(self.text))

    @property
    def span(self) -> Span:
        """Where the passage stands in its document."""
        return Span(self.start, self.end)
