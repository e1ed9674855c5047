"""The trace of an answer: the whole chain as frozen data, and its JSON form.

q → Q → μ → P_μ → id_i → (u_i, E_i^s, E_i^p, E_i^o): question, query, answers, polynomials, occurrences, and for each
of these the passage and the spans of subject, predicate and object.  A trace holds all that is needed to read it; it is
checked against a graph by :func:`graphragprov.trace.verify.verify`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import InvalidTrace
from ..locator import Tier
from ..occurrences import Evidence, EvidenceSpan, Occurrence, Run, Support
from ..sparql.names import NormalisedName
from ..terms import Term, URIRef
from ..text import Passage, Span
from .terms import term_from_json, term_to_json

__all__ = ["FORMAT", "AnswerTrace", "PolynomialTrace", "SourceTrace", "Trace"]

FORMAT = "graphragprov-trace/1"

_COMPONENTS = ("subject", "predicate", "object")


@dataclass(frozen=True, slots=True, kw_only=True)
class PolynomialTrace:
    """A polynomial as printed, and its canonical form (JSON data) over the identifiers of occurrences."""

    text: str
    canonical: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerTrace:
    """One answer: its place among all answers (from 0), its solution mapping, and its polynomial.

    ``aggregates`` gives, for every variable that is the value of an aggregate, the ⊕ of the rows that it rests on.
    """

    place: int
    mapping: Mapping[str, Term]
    polynomial: PolynomialTrace
    aggregates: Mapping[str, PolynomialTrace] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceTrace:
    """A document that a trace rests on: its id, title and the SHA-256 of its text."""

    id: str
    title: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """The chain from a question to characters.

    ``written_query`` is the query as the translator wrote it, ``query`` the one that was run, ``names`` what was
    normalised between the two.  ``tokens`` maps the short names in polynomials (x1, x2 …) to occurrence ids.
    ``total`` counts all answers of the query (a trace may be of some of them); ``empty`` says why there is none.
    ``potential`` marks that rows were asked for that are no answers now.  ``slice_dependent`` marks answers that LIMIT
    or OFFSET selected among others; ``compared`` lists the mappings that they were compared with (bounded;
    ``compared_total`` counts them).
    """

    question: str | None
    translator: str | None
    written_query: str
    query: str
    names: tuple[NormalisedName, ...]
    variables: tuple[str, ...]
    answers: tuple[AnswerTrace, ...]
    tokens: Mapping[str, str]
    occurrences: tuple[Occurrence, ...]
    sources: tuple[SourceTrace, ...]
    total: int = 0
    empty: str | None = None
    potential: bool = False
    slice_dependent: bool = False
    compared: tuple[Mapping[str, Term], ...] = ()
    compared_total: int = 0

    def to_json(self) -> dict[str, Any]:
        """The trace as JSON data (format ``graphragprov-trace/1``)."""
        return {
            "format": FORMAT,
            "question": self.question,
            "translator": self.translator,
            "written_query": self.written_query,
            "query": self.query,
            "names": [{"written": n.written, "iri": n.iri, "at": n.at} for n in self.names],
            "variables": list(self.variables),
            "answers": [
                {
                    "place": a.place,
                    "mapping": _mapping_to_json(a.mapping),
                    "polynomial": _polynomial_to_json(a.polynomial),
                    "aggregates": {name: _polynomial_to_json(p) for name, p in a.aggregates.items()},
                }
                for a in self.answers
            ],
            "tokens": dict(self.tokens),
            "occurrences": [_occurrence_to_json(o) for o in self.occurrences],
            "sources": [{"id": s.id, "title": s.title, "sha256": s.sha256} for s in self.sources],
            "total": self.total,
            "empty": self.empty,
            "potential": self.potential,
            "slice_dependent": self.slice_dependent,
            "compared": [_mapping_to_json(m) for m in self.compared],
            "compared_total": self.compared_total,
        }

    def dumps(self, *, indent: int | None = 2) -> str:
        """The trace as JSON text."""
        return json.dumps(self.to_json(), ensure_ascii=False, indent=indent)

    @classmethod
    def from_json(cls, data: Any) -> Trace:
        """The trace of JSON data.

        Raises:
            InvalidTrace: the data is not of this format.
        """
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            found = data.get("format") if isinstance(data, dict) else type(data).__name__
            raise InvalidTrace(f"not a trace of the format {FORMAT!r}: found {found!r}")
        try:
            return _trace_of(data)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
            raise InvalidTrace(f"a trace of the format {FORMAT!r} is damaged: {error!r}") from error

    @classmethod
    def loads(cls, text: str) -> Trace:
        """The trace of JSON text. Raises :class:`~graphragprov.errors.InvalidTrace`."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InvalidTrace(f"not JSON: {error}") from error
        return cls.from_json(data)


def _polynomial_to_json(polynomial: PolynomialTrace) -> dict[str, Any]:
    return {"text": polynomial.text, "canonical": polynomial.canonical}


def _polynomial_of(data: Any) -> PolynomialTrace:
    return PolynomialTrace(text=str(data["text"]), canonical=data["canonical"])


def _mapping_to_json(mapping: Mapping[str, Term]) -> dict[str, Any]:
    return {name: term_to_json(term) for name, term in mapping.items()}


def _evidence_to_json(evidence: Evidence) -> dict[str, Any]:
    return {
        "support": evidence.support.value,
        "spans": [
            {
                "quote": s.quote,
                "start": s.span.start,
                "end": s.span.end,
                "tier": s.tier.value,
                "candidates": [[c.start, c.end] for c in s.candidates],
            }
            for s in evidence.spans
        ],
    }


def _passage_to_json(passage: Passage) -> dict[str, Any]:
    return {
        "document": passage.document_id,
        "title": passage.title,
        "index": passage.index,
        "ordinal": passage.ordinal,
        "start": passage.start,
        "end": passage.end,
        "sha256": passage.sha256,
        "text": passage.text,
    }


def _occurrence_to_json(occurrence: Occurrence) -> dict[str, Any]:
    run = occurrence.run
    return {
        "id": str(occurrence.id),
        "triple": {name: term_to_json(term) for name, term in zip(_COMPONENTS, occurrence.triple, strict=True)},
        "passage": _passage_to_json(occurrence.passage) if occurrence.passage else None,
        "evidence": {name: _evidence_to_json(e) for name, e in zip(_COMPONENTS, occurrence.evidence, strict=True)},
        "run": {"model": run.model, "prompt_version": run.prompt_version, "parameters": dict(run.parameters)},
        "labels": [{"iri": str(iri), "label": label} for iri, label in occurrence.labels],
    }


def _mapping_of(data: Any) -> dict[str, Term]:
    return {str(name): term_from_json(term) for name, term in data.items()}


def _evidence_of(data: Any) -> Evidence:
    spans = tuple(
        EvidenceSpan(
            quote=str(s["quote"]),
            span=Span(int(s["start"]), int(s["end"])),
            tier=Tier(s["tier"]),
            candidates=tuple(Span(int(start), int(end)) for start, end in s["candidates"]),
        )
        for s in data["spans"]
    )
    return Evidence(spans, Support(data["support"]))


def _passage_of(data: Any) -> Passage:
    return Passage(
        document_id=str(data["document"]),
        title=str(data["title"]),
        index=int(data["index"]),
        ordinal=int(data["ordinal"]),
        start=int(data["start"]),
        end=int(data["end"]),
        sha256=str(data["sha256"]),
        text=str(data["text"]),
    )


def _parameters_of(data: Any) -> dict[str, str | int | float | bool | None]:
    if not isinstance(data, dict) or not all(isinstance(v, str | int | float | None) for v in data.values()):
        raise InvalidTrace(f"the parameters of a run are an object of plain values, not {str(data)[:200]}")
    return {str(name): value for name, value in data.items()}


def _occurrence_of(data: Any) -> Occurrence:
    subject, predicate, obj = (term_from_json(data["triple"][name]) for name in _COMPONENTS)
    evidence = [_evidence_of(data["evidence"][name]) for name in _COMPONENTS]
    run = data["run"]
    return Occurrence(
        id=URIRef(str(data["id"])),
        triple=(subject, predicate, obj),
        passage=_passage_of(data["passage"]) if data["passage"] is not None else None,
        subject_evidence=evidence[0],
        predicate_evidence=evidence[1],
        object_evidence=evidence[2],
        run=Run(str(run["model"]), str(run["prompt_version"]), _parameters_of(run["parameters"])),
        labels=tuple((URIRef(str(entry["iri"])), str(entry["label"])) for entry in data["labels"]),
    )


def _trace_of(data: dict[str, Any]) -> Trace:
    return Trace(
        question=data["question"],
        translator=data["translator"],
        written_query=str(data["written_query"]),
        query=str(data["query"]),
        names=tuple(NormalisedName(str(n["written"]), str(n["iri"]), int(n["at"])) for n in data["names"]),
        variables=tuple(map(str, data["variables"])),
        answers=tuple(
            AnswerTrace(
                place=int(a["place"]),
                mapping=_mapping_of(a["mapping"]),
                polynomial=_polynomial_of(a["polynomial"]),
                aggregates={str(name): _polynomial_of(p) for name, p in a["aggregates"].items()},
            )
            for a in data["answers"]
        ),
        tokens={str(name): str(iri) for name, iri in data["tokens"].items()},
        occurrences=tuple(_occurrence_of(o) for o in data["occurrences"]),
        sources=tuple(
            SourceTrace(id=str(s["id"]), title=str(s["title"]), sha256=str(s["sha256"])) for s in data["sources"]
        ),
        total=int(data["total"]),
        empty=data["empty"],
        potential=bool(data["potential"]),
        slice_dependent=bool(data["slice_dependent"]),
        compared=tuple(_mapping_of(m) for m in data["compared"]),
        compared_total=int(data["compared_total"]),
    )
