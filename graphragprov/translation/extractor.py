"""A passage to statement occurrences: ask, read the reply, check every claim, let the model put mistakes right."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..errors import LLMError
from ..llm.asking import ask
from ..llm.base import LLM, Completion, Message, Request, Usage
from ..occurrences.occurrence import Occurrence, Run
from ..text import Passage
from .checking import Accepted, ClaimChecker, RejectedClaim, RejectionReason
from .claims import Claim, Component
from .prompts import EXTRACT_SCHEMA, PROMPT_VERSION, extract_messages, extract_repair_message
from .reply import ParsedReply, Problem, parse_claims

__all__ = ["Extraction", "ExtractionOptions", "extract"]

_REJECTED_KINDS = {
    "missing-component": RejectionReason.MISSING_COMPONENT,
    "malformed": RejectionReason.MALFORMED,
    "repeated": RejectionReason.REPEATED,
}
_MAX_MISTAKES = 50
"""Rejected claims that are given back at once; more would not fit into a prompt."""

_LONGEST_SHOWN = 500
_NOTHING_USED = Usage()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionOptions:
    """How passages are read.

    ``rounds`` is how often rejected claims go back to the model; ``max_claims`` how many claims of one reply are
    checked.
    """

    rounds: int = 1
    temperature: float = 0.0
    max_tokens: int | None = None
    max_claims: int = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """What reading one passage gave. Every claim of the model is an occurrence, or rejected, or a problem.

    ``replies`` are the model's raw answers, in order. ``repaired`` counts the occurrences that were accepted only after
    the model was told what was wrong. ``failure`` says why the model could not be asked (then there is nothing else).
    """

    passage: Passage
    occurrences: tuple[Occurrence, ...] = ()
    rejected: tuple[RejectedClaim, ...] = ()
    problems: tuple[Problem, ...] = ()
    calls: int = 0
    usage: Usage = _NOTHING_USED
    replies: tuple[str, ...] = ()
    repaired: int = 0
    failure: str | None = None


def extract(passage: Passage, llm: LLM, options: ExtractionOptions | None = None) -> Extraction:
    """Read one passage. Never raises on what a model answers, nor where a call fails (``Extraction.failure``)."""
    options = options or ExtractionOptions()
    if not passage.text.strip():
        return Extraction(passage=passage)
    reading = _Reading(passage, llm, options)
    request = _request(passage, options)
    try:
        completion = reading.ask(request)
    except LLMError as error:
        return Extraction(passage=passage, calls=1, failure=str(error) or type(error).__name__)
    reading.take(completion, parse_claims(completion.text))
    if getattr(llm, "can_repair", True):
        reading.repair(request, completion)
    return reading.extraction()


def _request(passage: Passage, options: ExtractionOptions) -> Request:
    return Request(
        task="extract",
        messages=extract_messages(passage.text, passage.title),
        schema=EXTRACT_SCHEMA,
        text=passage.text,
        title=passage.title or None,
        temperature=options.temperature,
        max_tokens=options.max_tokens,
    )


class _Reading:
    """The state of reading one passage; private to :func:`extract`."""

    def __init__(self, passage: Passage, llm: LLM, options: ExtractionOptions) -> None:
        self.passage = passage
        self.llm = llm
        self.options = options
        self.checker = ClaimChecker(passage)
        self.accepted: dict[Any, Occurrence] = {}
        self.rejected: list[RejectedClaim] = []
        self.problems: list[Problem] = []
        self.replies: list[str] = []
        self.usage = Usage()
        self.calls = 0
        self.repaired = 0

    def ask(self, request: Request) -> Completion:
        self.calls += 1
        completion = ask(self.llm, request)
        self.replies.append(completion.text)
        self.usage = Usage(
            self.usage.prompt_tokens + completion.usage.prompt_tokens,
            self.usage.completion_tokens + completion.usage.completion_tokens,
        )
        return completion

    def take(self, completion: Completion, parsed: ParsedReply) -> None:
        """Check the claims of the first reply."""
        run = self._run(completion)
        for claim in self._bounded(parsed.claims):
            checked = self.checker.check(claim, run)
            if isinstance(checked, RejectedClaim):
                self.rejected.append(checked)
            elif not self._keep(checked):
                self.rejected.append(self._repeated(claim))
        for problem in parsed.problems:
            if problem.kind in _REJECTED_KINDS:
                self.rejected.append(self._unreadable(problem))
            else:
                self.problems.append(problem)

    def repair(self, request: Request, completion: Completion) -> None:
        """Give rejected claims back, as long as that helps and at most ``rounds`` times."""
        for _ in range(self.options.rounds):
            pending = [claim for claim in self.rejected if claim.reason is not RejectionReason.REPEATED][:_MAX_MISTAKES]
            if not pending:
                return
            mistakes = [_mistake(claim) for claim in pending]
            told = (Message("assistant", completion.text), extract_repair_message(mistakes))
            request = replace(request, messages=(*request.messages, *told))
            try:
                completion = self.ask(request)
            except LLMError as error:
                self.problems.append(Problem("repair-failed", f"the model could not be asked again: {error}"))
                return
            if not self._take_repairs(completion, pending):
                return

    def _take_repairs(self, completion: Completion, pending: list[RejectedClaim]) -> bool:
        """Let accepted claims take the place of the rejected ones that they correct; whether any did."""
        run, parsed = self._run(completion), parse_claims(completion.text)
        self.problems.extend(problem for problem in parsed.problems if problem.kind not in ("repeated", "no-json"))
        before = self.repaired
        for claim in self._bounded(parsed.claims):
            checked = self.checker.check(claim, run)
            corrected = _corrected(claim, pending)
            if isinstance(checked, Accepted) and self._keep(checked):
                self.repaired += 1
                if corrected is not None:
                    pending.remove(corrected)
                    self.rejected.remove(corrected)
            elif isinstance(checked, RejectedClaim) and corrected is None:
                self.rejected.append(checked)
        return self.repaired > before

    def _keep(self, accepted: Accepted) -> bool:
        """Keep an occurrence unless an equal one (same triple, same spans) is there."""
        occurrence = accepted.occurrence
        spans = tuple(tuple(one.span for one in evidence.spans) for evidence in occurrence.evidence)
        key = (tuple(term.n3() for term in occurrence.triple), spans)
        if key in self.accepted:
            return False
        self.accepted[key] = occurrence
        if accepted.fixed:
            self.problems.append(Problem("literal-fixed", accepted.fixed))
        return True

    def _bounded(self, claims: tuple[Claim, ...]) -> tuple[Claim, ...]:
        limit = self.options.max_claims
        if len(claims) > limit:
            message = f"the reply holds {len(claims)} claims; the first {limit} are checked (max_claims)"
            self.problems.append(Problem("too-many", message, count=len(claims) - limit))
        return claims[:limit]

    def _run(self, completion: Completion) -> Run:
        parameters: Mapping[str, str | int | float | bool | None] = {
            "temperature": self.options.temperature,
            "max_tokens": self.options.max_tokens,
        }
        return Run(completion.model, PROMPT_VERSION, parameters)

    def _repeated(self, claim: Claim) -> RejectedClaim:
        message = "the same triple with the same evidence was given already; it is kept once"
        return RejectedClaim(claim=claim, passage=self.passage, reason=RejectionReason.REPEATED, message=message)

    def _unreadable(self, problem: Problem) -> RejectedClaim:
        return RejectedClaim(
            claim=None,
            passage=self.passage,
            reason=_REJECTED_KINDS[problem.kind],
            message=problem.message,
            fragment=problem.fragment,
            count=problem.count,
        )

    def extraction(self) -> Extraction:
        return Extraction(
            passage=self.passage,
            occurrences=tuple(self.accepted.values()),
            rejected=tuple(self.rejected),
            problems=tuple(self.problems),
            calls=self.calls,
            usage=self.usage,
            replies=tuple(self.replies),
            repaired=self.repaired,
        )


def _mistake(rejected: RejectedClaim) -> dict[str, Any]:
    said = rejected.fragment if rejected.claim is None else _as_data(rejected.claim)
    mistake: dict[str, Any] = {"claim": said, "reason": rejected.message[:_LONGEST_SHOWN]}
    if rejected.closest:
        mistake["closest"] = rejected.closest[:_LONGEST_SHOWN]
    return mistake


def _as_data(claim: Claim) -> dict[str, Any] | str:
    parts = {"subject": claim.subject, "predicate": claim.predicate, "object": claim.object}
    data = {which: _component_data(component) for which, component in parts.items()}
    text = json.dumps(data)
    return data if len(text) <= 8 * _LONGEST_SHOWN else text[: 8 * _LONGEST_SHOWN]


def _component_data(component: Component) -> dict[str, Any]:
    data = {"name": component.name, "value": component.value, "datatype": component.datatype}
    return {key: value for key, value in data.items() if value is not None} | {"quotes": list(component.quotes)}


def _corrected(claim: Claim, pending: Iterable[RejectedClaim]) -> RejectedClaim | None:
    """The rejected claim that this one corrects: the one that says most nearly the same."""
    likeness = [(_likeness(claim, rejected), -place, rejected) for place, rejected in enumerate(pending)]
    best = max(likeness, key=lambda each: each[:2], default=None)
    return best[2] if best is not None and best[0] > 0 else None


def _likeness(claim: Claim, rejected: RejectedClaim) -> int:
    if rejected.claim is None:
        return 1
    pairs = zip(_said(claim), _said(rejected.claim), strict=True)
    return sum(2 for ours, theirs in pairs if ours == theirs)


def _said(claim: Claim) -> tuple[str, str, str]:
    subject, predicate, thing = (
        (component.name or component.value or "").casefold()
        for component in (claim.subject, claim.predicate, claim.object)
    )
    return subject, predicate, thing
