"""A claim against its passage: accepted as an occurrence with its evidence, or rejected with the reason."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from enum import StrEnum

import regex

from ..errors import QuoteNotFound
from ..locator import LocatableText, LocatedQuote, resolve_component_spans
from ..occurrences.occurrence import Evidence, EvidenceSpan, Occurrence, Run, occurrence_id
from ..terms import XSD, Term, URIRef, entity_iri, literal, relation_iri
from ..text import Passage
from .claims import Claim, Component
from .support import support_of
from .text_values import name_agreement, text_agreement
from .values import Agreement, Lexical, agreement, canonical

__all__ = ["Accepted", "ClaimChecker", "RejectedClaim", "RejectionReason"]

MAX_NAME = 500
"""Characters of a name."""

MAX_VALUE = 5_000
"""Characters of a literal's value."""

_UNWANTED = regex.compile(r"[\p{Cc}\p{Cs}\uFDD0-\uFDEF\uFFFE\uFFFF]")
_SURROGATE = regex.compile(r"\p{Cs}")
_WHITE_SPACE = regex.compile(r"\s+")


class RejectionReason(StrEnum):
    """Why a claim did not enter the graph."""

    QUOTE_NOT_FOUND = "quote-not-found"
    CONTRADICTION = "contradiction"
    NO_QUOTE = "no-quote"
    MISSING_COMPONENT = "missing-component"
    INVALID_NAME = "invalid-name"
    INVALID_LITERAL = "invalid-literal"
    MALFORMED = "malformed"
    REPEATED = "repeated"


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectedClaim:
    """A claim that is kept out of the graph, and why.

    ``claim`` is ``None`` where the reply held none that could be read; then ``fragment`` is the place in the reply.
    ``closest`` is the text of the passage most like a quote that is not there. ``count`` is how often it was given.
    """

    claim: Claim | None
    passage: Passage
    reason: RejectionReason
    message: str
    closest: str | None = None
    fragment: str = ""
    count: int = 1


@dataclass(frozen=True, slots=True)
class Accepted:
    """An accepted claim: its occurrence, and what had to be put right in its literal (empty: nothing)."""

    occurrence: Occurrence
    fixed: str = ""


class _Refused(Exception):
    """Internal: ends the check of one claim."""

    def __init__(self, reason: RejectionReason, message: str, closest: str | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.closest = closest


class ClaimChecker:
    """Checks the claims of one passage. Texts are prepared once; quotes that are not there are remembered."""

    def __init__(self, passage: Passage) -> None:
        self.passage = passage
        self._text = LocatableText(passage.text)
        self._absent: dict[str, tuple[str, str | None]] = {}

    def check(self, claim: Claim, run: Run) -> Accepted | RejectedClaim:
        """Accept or reject one claim; ``run`` is that of the reply that made it."""
        try:
            return self._accepted(claim, run)
        except _Refused as refused:
            return RejectedClaim(
                claim=claim,
                passage=self.passage,
                reason=refused.reason,
                message=str(refused),
                closest=refused.closest,
            )

    def _accepted(self, claim: Claim, run: Run) -> Accepted:
        subject = _named(claim.subject, "subject")
        predicate = _named(claim.predicate, "predicate")
        thing, lexical = _object(claim.object)
        components = (subject, predicate, thing)
        for component, which in zip(components, ("subject", "predicate", "object"), strict=True):
            if not component.quotes:
                raise _Refused(RejectionReason.NO_QUOTE, f"the {which} has no quote from the passage")
        located = self._located(components)
        for component in components:
            _no_contradiction(component)
        evidence = (
            self._evidence(located[0], subject),
            self._evidence(located[1], predicate, relation=True),
            self._evidence(located[2], thing),
        )
        occurrence = self._occurrence(components, lexical, evidence, run)
        return Accepted(occurrence, lexical.fixed if lexical else "")

    def _located(self, components: tuple[Component, Component, Component]) -> tuple[tuple[LocatedQuote, ...], ...]:
        quotes = [component.quotes for component in components]
        for quote in (quote for each in quotes for quote in each):
            self._refuse_absent(quote)
        try:
            return resolve_component_spans(quotes, self._text)
        except QuoteNotFound as error:
            self._absent[error.quote] = (str(error), error.closest)
            raise _Refused(RejectionReason.QUOTE_NOT_FOUND, str(error), error.closest) from error

    def _refuse_absent(self, quote: str) -> None:
        """Refuse what cannot be in the passage without looking for it, or was looked for already."""
        if quote in self._absent:
            message, closest = self._absent[quote]
            raise _Refused(RejectionReason.QUOTE_NOT_FOUND, message, closest)
        if len(quote) > 2 * len(self.passage.text) + 100 or _SURROGATE.search(quote):
            raise _Refused(RejectionReason.QUOTE_NOT_FOUND, f"a quote of {len(quote)} characters is not in the passage")

    def _evidence(self, located: tuple[LocatedQuote, ...], component: Component, *, relation: bool = False) -> Evidence:
        by = self.passage.start
        spans = tuple(
            EvidenceSpan(one.quote, one.span.shifted(by), one.tier, tuple(span.shifted(by) for span in one.candidates))
            for one in located
        )
        return Evidence(spans, support_of(component, relation=relation))

    def _occurrence(
        self,
        components: tuple[Component, Component, Component],
        lexical: Lexical | None,
        evidence: tuple[Evidence, Evidence, Evidence],
        run: Run,
    ) -> Occurrence:
        subject, predicate, thing = (component.name or "" for component in components)
        labels: list[tuple[URIRef, str]] = [(entity_iri(subject), subject)]
        if lexical is None:
            labels.append((entity_iri(thing), thing))
            value: Term = entity_iri(thing)
        else:
            value = literal(lexical.form, None if lexical.datatype == "string" else str(XSD[lexical.datatype]))
        triple = (entity_iri(subject), relation_iri(predicate), value)
        return Occurrence(
            id=occurrence_id(triple, self.passage, evidence, run),
            triple=triple,
            passage=self.passage,
            subject_evidence=evidence[0],
            predicate_evidence=evidence[1],
            object_evidence=evidence[2],
            run=run,
            labels=tuple(dict.fromkeys(labels)),
        )


def _clean_name(name: str, which: str) -> str:
    """NFC, white space runs as one space; raises on names that are empty, too long or hold control characters."""
    clean = _WHITE_SPACE.sub(" ", name).strip()
    if not clean:
        raise _Refused(RejectionReason.INVALID_NAME, f"the name of the {which} is empty")
    if len(clean) > MAX_NAME:
        raise _Refused(
            RejectionReason.INVALID_NAME, f"the name of the {which} has {len(clean)} characters (at most {MAX_NAME})"
        )
    if bad := _UNWANTED.search(clean):
        code = f"U+{ord(bad[0]):04X}"
        raise _Refused(RejectionReason.INVALID_NAME, f"the name of the {which} holds the character {code}")
    return unicodedata.normalize("NFC", clean)


def _named(component: Component, which: str) -> Component:
    if component.name is None:
        raise _Refused(RejectionReason.MISSING_COMPONENT, f"the {which} has no name (a literal cannot stand there)")
    return replace(component, name=_clean_name(component.name, which), value=None, datatype=None)


def _object(component: Component) -> tuple[Component, Lexical | None]:
    """The object made ready: an entity with a clean name, or a literal in a valid lexical form."""
    value = component.value
    if component.name is not None and (value is None or component.datatype in (None, "string")):
        return replace(component, name=_clean_name(component.name, "object"), value=None, datatype=None), None
    if value is None:
        raise _Refused(RejectionReason.MISSING_COMPONENT, "the object has neither a name nor a value")
    lexical = None if len(value) > MAX_VALUE or _unprintable(value) else canonical(value, component.datatype)
    if lexical is None:
        raise _Refused(
            RejectionReason.INVALID_LITERAL, f"{value[:100]!r} is not a valid value of datatype {component.datatype}"
        )
    return replace(component, name=None, value=lexical.form, datatype=lexical.datatype), lexical


def _unprintable(value: str) -> bool:
    return _UNWANTED.search(_WHITE_SPACE.sub(" ", value)) is not None


def _no_contradiction(component: Component) -> None:
    """Refuse a value, or a name or plain text that is nothing but a number or a date, that its quote contradicts."""
    said = component.value if component.value is not None else component.name or ""
    if component.value is None:
        agrees = name_agreement(said, component.quotes)
    elif component.datatype in ("string", "token"):
        agrees = text_agreement(said, component.quotes)
    else:
        agrees = agreement(said, component.datatype or "", component.quotes)
    if agrees is Agreement.CONTRADICTS:
        what = f"the name {said!r}" if component.value is None else f"the value {said} ({component.datatype})"
        quotes = ", ".join(repr(quote[:100]) for quote in component.quotes)
        raise _Refused(RejectionReason.CONTRADICTION, f"{what} contradicts its quote {quotes}")
