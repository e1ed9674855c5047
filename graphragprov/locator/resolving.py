"""The quotes of a triple, located together: each place is chosen in sight of the others.

The rule, which depends on nothing but the quotes and the text (not on the order of the quotes of a component):

1. The shortest stretch of text that holds a place of every quote; of equally short ones the first. So a predicate's
   quote that contains the subject's and the object's draws them inside itself.
2. A quote with one place inside the stretch has that place. Then, the quotes with the fewest places first, each takes
   the place that overlaps most other components, then the one with the least distance to them in sum, then to the
   nearest of them, then the first.
3. Subject and object with one and the same quote take two places, neighbours, in text order, where there are two.

All places are kept as candidates. The time is that of sorting them: no combinations are tried.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from heapq import heapify, heapreplace

from ..errors import QuoteNotFound
from ..text import Span
from .locatable import LocatableText, Text, prepare
from .match import Candidate
from .search import locate
from .tiers import Tier

__all__ = ["COMPONENTS", "LocatedQuote", "resolve_component_spans"]

COMPONENTS = ("subject", "predicate", "object")


@dataclass(frozen=True, slots=True)
class LocatedQuote:
    """A quote and the place chosen for it. ``candidates`` are all its places, in text order."""

    quote: str
    span: Span
    tier: Tier
    candidates: tuple[Span, ...]


Located = tuple[LocatedQuote, ...]


def resolve_component_spans(
    quotes_per_component: Sequence[Sequence[str]], text: Text, *, within: Span | None = None
) -> tuple[Located, Located, Located]:
    """Locate the quotes of subject, predicate and object, and choose one place for each (see above).

    ``quotes_per_component`` holds three sequences, in this order; each may be empty. The result has the same shape and
    order. Offsets are those of ``text``. Raises `QuoteNotFound`, with its ``component``, when a quote is not there.
    """
    prepared = prepare(text)
    subject, predicate, object_ = quotes_per_component
    units = _units((subject, predicate, object_), prepared, within)
    chosen = _choose(units)
    return (
        _located(0, subject, units, chosen),
        _located(1, predicate, units, chosen),
        _located(2, object_, units, chosen),
    )


@dataclass(frozen=True, slots=True)
class _Unit:
    """Copies of one quote that take places of their own: one, or two where subject and object share the quote."""

    owners: tuple[int, ...]
    quote: str
    places: tuple[Candidate, ...]

    @property
    def blocks(self) -> list[tuple[Candidate, ...]]:
        """The choices: single places, or neighbours that do not overlap."""
        if len(self.owners) == 1:
            return [(place,) for place in self.places]
        pairs = list(zip(self.places, self.places[1:], strict=False))
        return [pair for pair in pairs if pair[0].span.end <= pair[1].span.start] or [(p, p) for p in self.places]


_Block = tuple[Candidate, ...]
_Chosen = dict[tuple[int, str], Candidate]


def _units(quotes: tuple[Sequence[str], ...], text: LocatableText, within: Span | None) -> list[_Unit]:
    """The distinct quotes in an order of their own."""
    places: dict[str, tuple[Candidate, ...]] = {}
    for component, each in enumerate(quotes):
        for quote in each:
            if quote not in places:
                places[quote] = _places(quote, text, within, COMPONENTS[component])
    shared = set(quotes[0]) & set(quotes[2])
    units = [_Unit((0, 2), quote, places[quote]) for quote in shared]
    for component, each in enumerate(quotes):
        apart = set(each) - (shared if component != 1 else set())
        units += [_Unit((component,), quote, places[quote]) for quote in apart]
    return sorted(units, key=lambda unit: (len(unit.places), unit.owners, unit.quote))


def _places(quote: str, text: LocatableText, within: Span | None, component: str) -> tuple[Candidate, ...]:
    try:
        return locate(quote, text, within=within).candidates
    except QuoteNotFound as error:
        raise QuoteNotFound(f"{component}: {error}", quote=quote, closest=error.closest, component=component) from error


def _choose(units: list[_Unit]) -> _Chosen:
    options = [unit.blocks for unit in units]
    stretch = _shortest_stretch(options)
    options = [[block for block in blocks if _extent(block).within(stretch)] for blocks in options]
    chosen: _Chosen = {}
    order = sorted(range(len(units)), key=lambda index: len(options[index]) > 1)
    for index in order:
        unit, blocks = units[index], options[index]
        block = blocks[0] if len(blocks) == 1 else _nearest(unit, blocks, chosen)
        chosen.update({(owner, unit.quote): place for owner, place in zip(unit.owners, block, strict=True)})
    return chosen


def _extent(block: _Block) -> Span:
    return Span(block[0].span.start, block[-1].span.end)


def _shortest_stretch(options: list[list[_Block]]) -> Span:
    """The shortest span that holds one block of every list; the first of equally short ones.

    The smallest range that covers an element of each of k sorted lists, by a heap: O(n log k).
    """
    if not options:
        return Span(0, 0)
    heap = [(_extent(blocks[0]).start, index, 0) for index, blocks in enumerate(options)]
    heapify(heap)
    end = max(_extent(blocks[0]).end for blocks in options)
    best = Span(heap[0][0], end)
    while True:
        _, index, at = heap[0]
        if at + 1 == len(options[index]):
            return best
        following = _extent(options[index][at + 1])
        heapreplace(heap, (following.start, index, at + 1))
        end = max(end, following.end)
        if end - heap[0][0] < len(best):
            best = Span(heap[0][0], end)


def _nearest(unit: _Unit, blocks: list[_Block], chosen: _Chosen) -> _Block:
    others = [_Spans(chosen, owner) for owner in range(len(COMPONENTS)) if owner not in unit.owners]
    others = [spans for spans in others if spans.starts]

    def distance(block: _Block) -> tuple[int, int, int, Span]:
        gaps = [spans.gap(place.span) for place in block for spans in others]
        overlapping = sum(1 for gap in gaps if gap == 0)
        return -overlapping, sum(gaps), min(gaps, default=0), block[0].span

    return min(blocks, key=distance)


class _Spans:
    """The spans chosen for one component, sorted, to measure distances to them."""

    def __init__(self, chosen: _Chosen, owner: int) -> None:
        spans = [place.span for (whose, _), place in chosen.items() if whose == owner]
        self.starts = sorted(span.start for span in spans)
        self.ends = sorted(span.end for span in spans)

    def gap(self, span: Span) -> int:
        """Code points between the span and the nearest one, plus one; 0 when it overlaps one."""
        after, before = bisect_left(self.starts, span.end), bisect_right(self.ends, span.start)
        if after > before:
            return 0
        gaps: list[int] = []
        if after < len(self.starts):
            gaps.append(self.starts[after] - span.end + 1)
        if before > 0:
            gaps.append(span.start - self.ends[before - 1] + 1)
        return min(gaps)


def _located(owner: int, quotes: Iterable[str], units: list[_Unit], chosen: _Chosen) -> Located:
    places = {unit.quote: tuple(place.span for place in unit.places) for unit in units}
    located = ((quote, chosen[owner, quote]) for quote in quotes)
    return tuple(LocatedQuote(quote, place.span, place.tier, places[quote]) for quote, place in located)
