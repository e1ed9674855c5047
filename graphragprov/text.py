"""Source texts: documents, the passages they are read in, and spans of characters.

Offsets are Unicode code points, start inclusive, end exclusive, into the immutable source text.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Self

import regex

from .errors import InvalidText

__all__ = [
    "MAX_TEXT",
    "Document",
    "Passage",
    "Span",
    "checked_text",
    "passages_of",
    "read_document",
    "sha256_of",
]

MAX_TEXT = 50_000_000
"""The largest text that is read, in code points."""

_LONE_SURROGATE = regex.compile(r"[\uD800-\uDFFF]")
_PARAGRAPH_BREAK = regex.compile(r"(?:\r\n|[\n\r\u2029])[ \t]*(?:\r\n|[\n\r\u2029])\s*|\u2029")
_SENTENCE_END = regex.compile(r"[.!?…]['\"’”)\]]{0,8}\s+|[。！？]['\"’”」』）]{0,8}\s*")


def checked_text(text: str, where: str) -> str:
    """The text itself, if it can be read; ``where`` names it in errors.

    Raises:
        InvalidText: it is empty or only white space, too long, or holds NUL or a lone surrogate.
    """
    if not text or text.isspace():
        raise InvalidText(
            f"{where} is {'only white space' if text else 'empty'}: there is nothing to read; leave it out"
        )
    if len(text) > MAX_TEXT:
        raise InvalidText(f"{where} has {len(text):,} characters, more than the limit of {MAX_TEXT:,}; split it")
    nul = text.find("\0")
    if nul >= 0:
        raise InvalidText(
            f"{where} holds a NUL character at offset {nul}: is it a binary file? Remove it to read the text"
        )
    surrogate = _LONE_SURROGATE.search(text)
    if surrogate:
        code = f"U+{ord(surrogate.group()):04X}"
        raise InvalidText(
            f"{where} holds the lone surrogate {code} at offset {surrogate.start()}: it is not valid Unicode text; "
            "decode the source with the right encoding"
        )
    return text


def sha256_of(text: str) -> str:
    """SHA-256 of the text in UTF-8, in hexadecimal."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


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


def read_document(path: str | Path) -> Document:
    """The document in a UTF-8 text file; its id is the path as given, its title the file's stem.

    Raises:
        InvalidText: the file cannot be opened, is not UTF-8, or holds nothing to read.
    """
    try:
        raw = Path(path).read_bytes()
    except OSError as error:
        raise InvalidText(f"the file {path} cannot be read: {error.strerror or error}; check the path") from error
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidText(
            f"the file {path} is not UTF-8: byte 0x{raw[error.start]:02X} at byte offset {error.start}; "
            "convert it to UTF-8 first"
        ) from error
    name = checked_text(str(path), f"the name of the file {str(path)!r}")
    return Document(text=checked_text(text, f"the file {path}"), id=name, title=Path(path).stem)


def _trimmed(text: str, start: int, end: int) -> Span | None:
    piece = text[start:end]
    if not piece.strip():
        return None
    left = len(piece) - len(piece.lstrip())
    return Span(start + left, start + len(piece.rstrip()))


def _pieces(text: str, start: int, end: int, limit: int) -> Iterator[Span]:
    """Runs of whole sentences that fit the limit; a sentence is cut only where it alone is longer."""
    if end - start <= limit:
        yield Span(start, end)
        return
    cuts = [start, *(m.end() for m in _SENTENCE_END.finditer(text, start, end)), end]
    begin = start
    for previous, cut in pairwise(cuts):
        if cut - begin > limit and previous > begin:
            yield Span(begin, previous)
            begin = previous
        while cut - begin > limit:
            yield Span(begin, begin + limit)
            begin += limit
    if begin < end:
        yield Span(begin, end)


def passages_of(document: Document, *, by: str = "paragraph", max_chars: int = 4000) -> tuple[Passage, ...]:
    """The passages of a document, in order: its paragraphs (``by="paragraph"``) or all of it (``by="document"``).

    A paragraph longer than ``max_chars`` code points is divided between sentences.
    """
    text = document.text
    if by == "document":
        blocks = [(0, len(text))]
    else:
        breaks = [(m.start(), m.end()) for m in _PARAGRAPH_BREAK.finditer(text)]
        starts = [0, *(end for _, end in breaks)]
        blocks = list(zip(starts, [*(start for start, _ in breaks), len(text)], strict=True))
    passages: list[Passage] = []
    seen: Counter[str] = Counter()
    for start, end in blocks:
        limit = max_chars if by == "paragraph" else max(1, end - start)
        for piece in _pieces(text, start, end, limit):
            span = piece if by == "document" else _trimmed(text, piece.start, piece.end)
            if span is None:
                continue
            words = span.of(text)
            passages.append(
                Passage(
                    document_id=document.id,
                    index=len(passages),
                    ordinal=seen[words],
                    start=span.start,
                    end=span.end,
                    text=words,
                    title=document.title,
                )
            )
            seen[words] += 1
    return tuple(passages)
