"""The builder: from texts to a knowledge graph whose every statement has its characters."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, Self, TypeAlias

from .errors import DuplicateDocument, InvalidText
from .knowledge_graph import KnowledgeGraph
from .llm import LLM, backend
from .occurrences import OccurrenceGraph
from .reader import EmbeddedReader
from .report import Report
from .text import Document, Passage, checked_text, passages_of, read_document
from .translation import Extraction, ExtractionOptions, extract

__all__ = ["Builder", "Source"]

Source: TypeAlias = str | Document | os.PathLike[str]
"""A text, a :class:`~graphragprov.Document`, or the path of a UTF-8 text file (``pathlib.Path``)."""


@dataclass(frozen=True, slots=True)
class _Settings:
    repair_rounds: int = 1
    passages_by: Literal["paragraph", "document"] = "paragraph"
    passage_chars: int = 4000


class Builder:
    """Reads texts into a :class:`~graphragprov.KnowledgeGraph`. Immutable: every setting returns a new builder.

    ``llm`` is a backend, a specification such as ``"openai:gpt-5-mini"`` (keywords go to the backend), or nothing: then
    the embedded reader reads, by rules and without any model.

    >>> import graphragprov as gp
    >>> kg = gp.Builder().ingest("Panda is a song by Astro. Astro was founded in Valdivia.")
    >>> [answer.value.n3() for answer in kg.query("SELECT ?o WHERE { <Panda> rel:performer ?o }")]
    ['<https://graphragprov.example/entity/Astro>']
    """

    __slots__ = ("_llm", "_settings")

    def __init__(self, llm: LLM | str | None = None, **options: Any) -> None:
        self._llm: LLM = EmbeddedReader() if llm is None else backend(llm, **options) if isinstance(llm, str) else llm
        self._settings = _Settings()

    def __repr__(self) -> str:
        return f"Builder({self._llm.model!r}, {self._settings!r})"

    def _with(self, **changes: Any) -> Self:
        copy = type(self)(self._llm)
        copy._settings = replace(self._settings, **changes)
        return copy

    def repairing(self, rounds: int) -> Self:
        """How often a claim whose quote is not found, or a query that is invalid, goes back to the model."""
        return self._with(repair_rounds=max(0, rounds))

    def reading_by(self, unit: Literal["paragraph", "document"], *, max_chars: int = 4000) -> Self:
        """What is read at once: a paragraph of at most ``max_chars`` code points, or a document as a whole."""
        return self._with(passages_by=unit, passage_chars=max(1, max_chars))

    def ingest(self, sources: Source | Iterable[Source]) -> KnowledgeGraph:
        """Read the texts and return their graph; what was rejected and why is in its ``report``.

        A ``str`` is a text, not a path.  All sources are checked before the first one is read.

        Raises:
            InvalidText: a source cannot be read (empty, NUL, lone surrogate, not UTF-8 …).
            DuplicateDocument: two different sources have the same id.
        """
        documents = _documents(sources)
        settings = self._settings
        passages = [
            passage
            for document in documents.values()
            for passage in passages_of(document, by=settings.passages_by, max_chars=settings.passage_chars)
        ]
        extractions = tuple(self._read(passage) for passage in passages)
        graph = OccurrenceGraph()
        for extraction in extractions:
            for occurrence in extraction.occurrences:
                graph.add(occurrence)
        return KnowledgeGraph(
            graph=graph,
            documents=documents,
            report=Report.of(len(documents), extractions),
            llm=self._llm,
            repair_rounds=settings.repair_rounds,
        )

    def _read(self, passage: Passage) -> Extraction:
        return extract(passage, self._llm, ExtractionOptions(rounds=self._settings.repair_rounds))


def _document(source: Source, where: str) -> Document:
    match source:
        case Document():
            checked_text(source.text, f"the document {source.id!r}")
            checked_text(source.id, f"the id {source.id!r} of a document")
            return source
        case str():
            return Document(text=checked_text(source, where))
        case os.PathLike():
            return read_document(Path(source))
        case _:
            kind = type(source).__name__
            raise InvalidText(f"{where} is a {kind}; give a str (a text), a Document or a pathlib.Path")


def _documents(sources: Source | Iterable[Source]) -> dict[str, Document]:
    if isinstance(sources, str | Document | os.PathLike):
        sources = [sources]
    if isinstance(sources, bytes) or not isinstance(sources, Iterable):
        kind = type(sources).__name__
        raise InvalidText(
            f"the sources are a {kind}; give a str (a text), a Document, a pathlib.Path, or several of them"
        )
    documents: dict[str, Document] = {}
    for number, source in enumerate(sources, 1):
        document = _document(source, f"text {number}")
        if isinstance(source, str):
            document = _numbered(document, documents)
        if document.id in documents:
            message = f"two documents have the id {document.id!r} (the second is source {number}); give each its own id"
            raise DuplicateDocument(message)
        documents[document.id] = document
    if not documents:
        raise InvalidText("there is no text to read: the sources are empty")
    return documents


def _numbered(document: Document, documents: dict[str, Document]) -> Document:
    """Equal texts stay two documents: the second is named apart."""
    name, count = document.id, 1
    while name in documents:
        count += 1
        name = f"{document.id}-{count}"
    return replace(document, id=name)
