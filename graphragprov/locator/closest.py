"""The text most like a quote that was not found: for messages and repair, never evidence."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from difflib import SequenceMatcher

from ..text import Span
from .folding import Folded, compose
from .locatable import LocatableText
from .tiers import Tier, rewriters

__all__ = ["Closest", "closest_to"]

_LONGEST = 300  # characters of a quote that are compared
_SEEDS = 64  # pieces of the quote that are looked for
_PLACES = 64  # places of a piece that are looked at
_WINDOWS = 6  # places that are compared in full


@dataclass(frozen=True, slots=True)
class Closest:
    """A span, and how like the quote its text is: from 0 to 1 (Ratcliff and Obershelp), case and forms folded."""

    span: Span
    ratio: float


def closest_to(quote: str, text: LocatableText, within: Span | None = None) -> Closest | None:
    """The most similar span (inside of ``within``), from word to word; ``None`` when no piece of the quote is there.

    Pieces of the quote vote for where it might start, and only the best places are compared: the time is linear in
    the text.
    """
    if within is not None and len(within) < len(text.text):
        part = closest_to(quote, LocatableText(within.of(text.text)))
        return part and Closest(part.span.shifted(within.start), part.ratio)
    folded = text.folded(Tier.CASEFOLD)
    wanted = compose(quote[: 4 * _LONGEST], rewriters(Tier.CASEFOLD)).text.strip()[:_LONGEST]
    best: Closest | None = None
    for start in _likely_starts(wanted, folded.text):
        found = _compared(wanted, start, folded, text)
        if found and (best is None or found.ratio > best.ratio):
            best = found
    return best


def _likely_starts(wanted: str, text: str) -> list[int]:
    """Where the quote may start, the likeliest first: rare pieces that stand in a row count most."""
    size = 4 if len(wanted) >= 8 else max(1, min(3, len(wanted) - 1))
    step = max(1, (len(wanted) - size) // _SEEDS)
    votes: Counter[int] = Counter()
    room = max(8, len(wanted) // 2)
    first: dict[int, int] = {}
    for offset in range(0, max(1, len(wanted) - size + 1), step):
        places = _places(wanted[offset : offset + size], text)
        for place in places:
            bucket = (place - offset) // room
            votes[bucket] += 1_000 // len(places)
            first.setdefault(bucket, place - offset)
    return [first[bucket] for bucket, _ in sorted(votes.items(), key=lambda item: (-item[1], item[0]))[:_WINDOWS]]


def _places(piece: str, text: str) -> list[int]:
    places: list[int] = []
    at = text.find(piece)
    while at >= 0 and len(places) < _PLACES:
        places.append(at)
        at = text.find(piece, at + 1)
    return places


def _compared(wanted: str, start: int, folded: Folded, text: LocatableText) -> Closest | None:
    """The best span of words about this place."""
    room = max(8, len(wanted) // 2)
    low, high = max(0, start - room), min(len(folded.text), start + len(wanted) + room)
    window = folded.text[low:high]
    blocks = [b for b in SequenceMatcher(None, window, wanted, autojunk=False).get_matching_blocks() if b.size]
    # Stray letters far off the quote's place would stretch the span.
    solid = [b for b in blocks if b.size >= min(3, len(wanted))] or blocks
    if not solid:
        return None
    # What of the quote comes before the first agreement stands before it in the text, too.
    begin = low + max(0, solid[0].a - solid[0].b)
    end = low + min(len(window), solid[-1].a + len(wanted) - solid[-1].b)
    begin, end = _to_words(folded.text, begin, end, wanted)
    span = _source_span(folded, begin, end)
    ratio = SequenceMatcher(None, folded.text[begin:end], wanted, autojunk=False).ratio()
    return Closest(span, ratio) if span is not None and len(span) else None


def _to_words(text: str, begin: int, end: int, wanted: str) -> tuple[int, int]:
    """Widen to whole words, within reason, and leave white space (or punctuation not asked for) off the ends."""
    for _ in range(32):
        if begin > 0 and text[begin].isalnum() and text[begin - 1].isalnum():
            begin -= 1
        if end < len(text) and text[end].isalnum() and text[end - 1].isalnum():
            end += 1
    while begin < end and not text[begin].isalnum() and (wanted[0].isalnum() or text[begin].isspace()):
        begin += 1
    while end > begin and not text[end - 1].isalnum() and (wanted[-1].isalnum() or text[end - 1].isspace()):
        end -= 1
    return begin, end


def _source_span(folded: Folded, begin: int, end: int) -> Span | None:
    """The source of a folded span, widened where it would cut a replaced piece."""
    for _ in range(64):
        first, last = folded.source(begin), folded.source(end)
        if first and last:
            return Span(first[1], last[0]) if first[1] < last[0] else None
        begin = begin if first else begin - 1
        end = end if last else end + 1
    return None
