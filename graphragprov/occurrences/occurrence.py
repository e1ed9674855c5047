"""A statement occurrence: one reading of a triple from one passage, with its evidence.

An asserted triple is stored once; each of its readings is an occurrence of its own, an RDF 1.2 reifier
(``occurrence rdf:reifies <<( s p o )>>``).  Identifiers are content-addressed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from ..locator import Tier
from ..terms import Term, URIRef, n3
from ..text import Passage, Span

__all__ = ["Evidence", "EvidenceSpan", "Occurrence", "Run", "Support", "Triple", "occurrence_id"]

Triple: TypeAlias = tuple[Term, Term, Term]

OCCURRENCE = "urn:graphragprov:occurrence:"


class Support(StrEnum):
    """How a component's value and its quote agree: a quote that exists is not yet a quote that supports."""

    LITERAL = "literal"
    """The typed value parses from the quote."""
    NAME = "name"
    """The name of the entity or relation shares its words with the quote."""
    REFERENCE = "reference"
    """The quote is a pronoun, a demonym or a definite description."""
    UNSUPPORTED = "unsupported"
    """None of these: kept, shown and counted."""


@dataclass(frozen=True, slots=True)
class EvidenceSpan:
    """One quote of a component, located. Spans are offsets into the *document's* text.

    ``candidates`` are all places where the quote stands in the passage, in text order; ``span`` is the one chosen.
    """

    quote: str
    span: Span
    tier: Tier
    candidates: tuple[Span, ...]

    @property
    def ambiguous(self) -> bool:
        """Whether the quote stands in several places of its passage."""
        return len(self.candidates) > 1


@dataclass(frozen=True, slots=True)
class Evidence:
    """The located quotes of one component of a triple, and how they support its value."""

    spans: tuple[EvidenceSpan, ...] = ()
    support: Support = Support.UNSUPPORTED


@dataclass(frozen=True, slots=True)
class Run:
    """Who read: the model, the version of the prompt and the parameters. ``id`` is their hash."""

    model: str
    prompt_version: str = ""
    parameters: Mapping[str, str | int | float | bool | None] = field(default_factory=dict, hash=False)

    @property
    def id(self) -> str:
        """Hash of model, prompt version and parameters."""
        key = json.dumps([self.model, self.prompt_version, dict(self.parameters)], sort_keys=True)
        return hashlib.sha256(key.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """One reading of ``triple``. ``passage`` is ``None`` for triples that were not read from a text.

    ``labels`` are the names under which this reading speaks of its entities; they become ``rdfs:label`` triples that
    rest on this occurrence.
    """

    id: URIRef
    triple: Triple
    passage: Passage | None
    subject_evidence: Evidence
    predicate_evidence: Evidence
    object_evidence: Evidence
    run: Run
    labels: tuple[tuple[URIRef, str], ...] = ()

    @property
    def evidence(self) -> tuple[Evidence, Evidence, Evidence]:
        """The evidence of subject, predicate and object."""
        return (self.subject_evidence, self.predicate_evidence, self.object_evidence)


def occurrence_id(triple: Triple, passage: Passage | None, evidence: tuple[Evidence, ...], run: Run) -> URIRef:
    """The content-addressed IRI of an occurrence.

    Hash of document id, passage hash, ordinal among equal passages, passage-relative spans, triple and run: text added
    before the passage does not change it, a changed passage does.
    """
    where: list[object] = []
    if passage is not None:
        where = [passage.document_id, passage.sha256, passage.ordinal]
        where += [[[s.span.start - passage.start, s.span.end - passage.start] for s in e.spans] for e in evidence]
    key = json.dumps([where, [n3(term) for term in triple], run.id])
    return URIRef(OCCURRENCE + hashlib.sha256(key.encode()).hexdigest()[:32])
