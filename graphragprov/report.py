"""What an ingest did: what was read, what entered the graph, what was rejected and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from .llm import Usage
from .occurrences import Occurrence, Support
from .text import Passage
from .translation import Extraction, Problem, RejectedClaim

__all__ = ["Failure", "Report"]


@dataclass(frozen=True, slots=True)
class Failure:
    """A passage that could not be read, and why."""

    passage: Passage
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The account of an ingest. Every claim of the reader is either an occurrence of the graph or stands here.

    ``replies`` are the reader's raw answers, by passage, in the order of the calls.
    """

    documents: int = 0
    passages: int = 0
    calls: int = 0
    claims: int = 0
    repaired: int = 0
    accepted: tuple[Occurrence, ...] = ()
    rejected: tuple[RejectedClaim, ...] = ()
    problems: tuple[Problem, ...] = ()
    failures: tuple[Failure, ...] = ()
    usage: Usage = field(default_factory=Usage)
    replies: tuple[tuple[Passage, tuple[str, ...]], ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, documents: int, extractions: tuple[Extraction, ...]) -> Report:
        """The report over the extractions of all passages."""
        return cls(
            documents=documents,
            passages=len(extractions),
            calls=sum(e.calls for e in extractions),
            claims=sum(len(e.occurrences) + sum(r.count for r in e.rejected) for e in extractions),
            repaired=sum(e.repaired for e in extractions),
            accepted=tuple(o for e in extractions for o in e.occurrences),
            rejected=tuple(r for e in extractions for r in e.rejected),
            problems=tuple(p for e in extractions for p in e.problems),
            failures=tuple(Failure(e.passage, e.failure) for e in extractions if e.failure is not None),
            usage=Usage(
                sum(e.usage.prompt_tokens for e in extractions), sum(e.usage.completion_tokens for e in extractions)
            ),
            replies=tuple((e.passage, e.replies) for e in extractions),
        )

    @property
    def rejected_by_reason(self) -> dict[str, int]:
        """How many claims were rejected, by reason."""
        return dict(Counter(claim.reason.value for claim in self.rejected))

    @property
    def components_by_support(self) -> dict[str, int]:
        """How many components of accepted claims, by the support of their quotes."""
        counts = Counter(e.support for o in self.accepted for e in o.evidence)
        return {support.value: counts[support] for support in Support}

    @property
    def spans_by_tier(self) -> dict[str, int]:
        """How many evidence spans of accepted claims, by tier."""
        return dict(Counter(s.tier.value for o in self.accepted for e in o.evidence for s in e.spans))

    @property
    def ambiguous_spans(self) -> int:
        """How many evidence spans were chosen among several places."""
        return sum(s.ambiguous for o in self.accepted for e in o.evidence for s in e.spans)

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield (
            f"{self.documents} documents, {self.passages} passages, {self.calls} calls, {self.claims} claims: "
            f"{len(self.accepted)} accepted ({self.repaired} after repair), {len(self.rejected)} rejected"
        )
        yield "support of components: " + _counts(self.components_by_support)
        for reason, count in self.rejected_by_reason.items():
            yield f"rejected {count}: {reason}"
        for kind, count in Counter(str(problem.kind) for problem in self.problems).items():
            yield f"replies that could not be read whole: {count} {kind}"
        for failure in self.failures:
            yield f"not read: {failure.passage.document_id}, passage {failure.passage.index + 1}: {failure.message}"


def _counts(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())
