"""Whether a span reads as a quote: the check on which evidence rests."""

from __future__ import annotations

from ..text import Span
from .compatibility import IGNORED, OPTIONAL_HYPHEN
from .folding import compose
from .locatable import LocatableText, Text, prepare
from .tiers import READINGS, Tier, rewriters

__all__ = ["agrees", "reads_as"]


def reads_as(quote: str, text: Text, span: Span, tier: Tier) -> bool:
    """Whether ``text[span.start:span.end]`` reads as the quote at the tier, from boundary to boundary.

    True when some reading of the characters under the tier's foldings equals the folded quote, the span starts and
    ends where a match may, and no invisible characters hang on its ends. A fuzzy span (`Tier.UNVERIFIED`) never reads
    as its quote.
    """
    prepared, tier = prepare(text), Tier(tier)
    return prepared.aligned(span) and agrees(quote, span.of(prepared.text), tier) and _is_tight(prepared, span, tier)


def agrees(quote: str, characters: str, tier: Tier) -> bool:
    """Whether the characters by themselves, apart from their boundaries, read as the quote at the tier."""
    if tier is Tier.UNVERIFIED or not quote:
        return False
    if tier is Tier.VERBATIM:
        return characters == quote
    # Where the sign for an open hyphen stands in a text itself, hyphens at line ends have one reading only.
    steps = rewriters(tier) if OPTIONAL_HYPHEN in quote + characters else READINGS.get(tier, rewriters(tier))
    wanted = compose(quote, steps).text.strip()
    found = compose(characters, steps).text
    if tier in READINGS and steps is READINGS[tier] and OPTIONAL_HYPHEN in wanted + found:
        return _same_but_for_open_hyphens(wanted, found)
    return found == wanted != ""


def _same_but_for_open_hyphens(one: str, other: str) -> bool:
    """Whether two texts agree when each open hyphen is read as a hyphen or as nothing.

    A letter follows every open hyphen, so one look decides.
    """
    at = [0, 0]
    texts = (one, other)
    while at[0] < len(one) and at[1] < len(other):
        if one[at[0]] == other[at[1]]:
            at = [at[0] + 1, at[1] + 1]
            continue
        for side in (0, 1):
            if texts[side][at[side]] == OPTIONAL_HYPHEN:
                at[side] += 1
                at[1 - side] += _hyphen(texts[1 - side], at[1 - side])
                break
        else:
            return False
    return at == [len(one), len(other)]


def _hyphen(text: str, at: int) -> int:
    """How many characters the hyphen at this place takes, with the space that may stand for the line end."""
    if text[at] != "-":
        return 0
    return 2 if text[at + 1 : at + 2] == " " else 1


def _is_tight(text: LocatableText, span: Span, tier: Tier) -> bool:
    """Whether no invisible character could be left off the ends of the span."""
    if tier not in READINGS:
        return True
    first, last = text.text[span.start], text.text[span.end - 1]
    starts, ends = text.boundaries.starts_at, text.boundaries.ends_at
    return not ((first in IGNORED and starts(span.start + 1)) or (last in IGNORED and ends(span.end - 1)))
