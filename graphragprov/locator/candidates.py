"""The candidates of a quote: every place where it stands, each once, at its strictest tier."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from ..text import Span
from .compatibility import drop_hyphens, has_line_hyphens
from .folding import Folded, compose
from .locatable import LocatableText
from .match import Candidate
from .occurring import occurrences_of
from .reading import agrees
from .tiers import LOOSE, READINGS, STRICT, Tier, rewriters

__all__ = ["candidates_of"]


def candidates_of(quote: str, text: LocatableText, within: Span | None = None) -> tuple[Candidate, ...]:
    """All places of the quote in text order: of the strict tiers together, or, when they find none, of the loose."""
    return _of_tiers(quote, text, STRICT, within) or _of_tiers(quote, text, LOOSE, within)


def _of_tiers(quote: str, text: LocatableText, tiers: tuple[Tier, ...], within: Span | None) -> tuple[Candidate, ...]:
    kept: list[Candidate] = []
    searched: set[tuple[str, int]] = set()
    for tier in tiers:
        for needle, folded in _searches(quote, text, tier):
            # A tier that changes neither the text nor the quote finds what the one before found.
            key = (needle, id(folded))
            if needle and key not in searched:
                searched.add(key)
                spans = _spans(needle, folded, text)
                found = (Candidate(span, tier) for span in spans if within is None or span.within(within))
                kept = _merged(kept, _reading(quote, text, tier, found))
    return tuple(kept)


def _searches(quote: str, text: LocatableText, tier: Tier) -> Iterator[tuple[str, Folded]]:
    """What to look for in which form of the text."""
    if tier is Tier.VERBATIM:
        yield quote, text.folded(tier)
        return
    needle = compose(quote, rewriters(tier)).text.strip()
    yield needle, text.folded(tier)
    if tier in READINGS and ((text.hyphenated and "-" in needle) or has_line_hyphens(quote)):
        yield compose(needle, (drop_hyphens,)).text, text.folded(tier, without_hyphens=True)


def _spans(needle: str, folded: Folded, text: LocatableText) -> Iterator[Span]:
    """The boundary-aligned source spans of the needle's places."""
    for at in occurrences_of(needle, folded.text):
        first, last = folded.source(at), folded.source(at + len(needle))
        if first is None or last is None:
            continue
        # As few of the deleted characters at the ends as the boundaries allow.
        start = next(filter(text.boundaries.starts_at, _few(range(first[1], first[0] - 1, -1))), None)
        end = next(filter(text.boundaries.ends_at, _few(range(last[0], last[1] + 1))), None)
        if start is not None and end is not None and start < end:
            yield Span(start, end)


def _few(positions: range) -> Iterable[int]:
    """The positions, or of very many the first ones and the last."""
    return positions if len(positions) <= 32 else (*positions[:32], positions[-1])


def _reading(quote: str, text: LocatableText, tier: Tier, found: Iterable[Candidate]) -> Iterator[Candidate]:
    """Those whose characters read as the quote also without what stands around them (² alone is not 2)."""
    if tier not in READINGS:
        yield from found
        return
    known: dict[str, bool] = {}
    for candidate in found:
        characters = candidate.span.of(text.text)
        if characters not in known:
            known[characters] = agrees(quote, characters, tier)
        if known[characters]:
            yield candidate


def _merged(kept: list[Candidate], found: Iterable[Candidate]) -> list[Candidate]:
    """Add places that neither contain nor lie in one already kept: those are the same place read more loosely.

    So no candidate ever contains another, and both starts and ends increase.
    """
    starts = [candidate.span.start for candidate in kept]
    ends = [candidate.span.end for candidate in kept]
    new: list[Candidate] = []
    for candidate in found:
        after = bisect_left(starts, candidate.span.start)  # the first that starts here or later
        contains = after < len(kept) and ends[after] <= candidate.span.end
        until = bisect_right(starts, candidate.span.start) - 1  # the last that starts here or earlier
        contained = until >= 0 and ends[until] >= candidate.span.end
        if not contains and not contained:
            new.append(candidate)
    return sorted((*kept, *new), key=lambda candidate: candidate.span) if new else kept
