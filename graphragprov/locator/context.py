"""Prefix and suffix: what stands around a quote, to tell its places apart."""

from __future__ import annotations

from ..text import Span
from .folding import compose
from .locatable import LocatableText
from .match import Candidate
from .occurring import occurrences_of
from .tiers import Tier, rewriters

__all__ = ["in_context"]

_WORK = 100_000_000  # characters compared place by place; beyond it the context is searched for once
_FOLDED_WORK = 1_000_000  # characters folded for comparison; beyond it the quote stays ambiguous


def in_context(
    candidates: tuple[Candidate, ...], text: LocatableText, prefix: str | None, suffix: str | None
) -> tuple[Candidate, ...]:
    """Those candidates that stand between prefix and suffix, or all when none does.

    The context is first compared character by character, then, when that leaves none, with case, white space and
    compatible characters folded. It is a hint: it chooses among places, and never makes or unmakes one.
    """
    if len(candidates) < 2 or not (prefix or suffix):
        return candidates
    prefix, suffix = prefix or "", suffix or ""
    exact = _between(candidates, text.text, prefix, suffix)
    if exact or len(candidates) * (len(prefix) + len(suffix)) > _FOLDED_WORK:
        return exact or candidates
    folded = (_folded(prefix), _folded(suffix))
    return tuple(c for c in candidates if _reads_between(c.span, text.text, prefix, suffix, folded)) or candidates


def _between(candidates: tuple[Candidate, ...], text: str, prefix: str, suffix: str) -> tuple[Candidate, ...]:
    if len(candidates) * (len(prefix) + len(suffix)) <= _WORK:
        return tuple(c for c in candidates if _stands_between(c.span, text, prefix, suffix))
    starts = {at + len(prefix) for at in occurrences_of(prefix, text)} if prefix else None
    ends = set(occurrences_of(suffix, text)) if suffix else None
    return tuple(
        c for c in candidates if (starts is None or c.span.start in starts) and (ends is None or c.span.end in ends)
    )


def _stands_between(span: Span, text: str, prefix: str, suffix: str) -> bool:
    before = span.start - len(prefix)
    return before >= 0 and text.startswith(prefix, before) and text.startswith(suffix, span.end)


def _folded(context: str) -> str:
    return compose(context, rewriters(Tier.CASEFOLD)).text.strip()


def _reads_between(span: Span, text: str, prefix: str, suffix: str, folded: tuple[str, str]) -> bool:
    # Folding may shorten the text, so look at more of it than the context is long.
    before = text[max(0, span.start - 2 * len(prefix) - 16) : span.start] if prefix else ""
    after = text[span.end : span.end + 2 * len(suffix) + 16] if suffix else ""
    return _folded(before).endswith(folded[0]) and _folded(after).startswith(folded[1])
