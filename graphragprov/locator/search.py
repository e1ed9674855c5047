"""`locate`: a quote to its exact characters, or a loud refusal."""

from __future__ import annotations

from ..errors import QuoteNotFound
from ..text import Span
from .candidates import candidates_of
from .closest import Closest, closest_to
from .context import in_context
from .locatable import LocatableText, Text, prepare
from .match import Candidate, Match
from .tiers import SEARCHED, Tier

__all__ = ["locate"]

_ALIKE = 0.75  # of 1: how like the quote a fuzzy span must be


def locate(
    quote: str,
    text: Text,
    *,
    fuzzy: bool = False,
    within: Span | None = None,
    prefix: str | None = None,
    suffix: str | None = None,
) -> Match:
    """Find the quote in the text: the exact characters that read as it, from word boundary to word boundary.

    All places are returned as candidates, in text order, each with the strictest tier at which it reads as the quote;
    places that need case folding count only when there are no others. Several places make the match ambiguous, unless
    ``prefix`` and ``suffix`` (what stands right before and after the quote) single one out. ``within`` limits the
    search to a span of the text; offsets stay those of the text. ``fuzzy`` returns the most similar span, marked
    `Tier.UNVERIFIED`, where there is no place at all. A quote of white space only is found only by its context.

    Raises `QuoteNotFound` with the closest text, and `InvalidSpan` when ``within`` does not lie in the text.
    """
    prepared = prepare(text)
    if within is not None:
        prepared.check(within)
    if not quote.strip() and ((prefix is None and suffix is None) or not quote):
        raise QuoteNotFound("an empty quote stands nowhere; quote the words of the text", quote=quote)
    candidates = candidates_of(quote, prepared, within)
    if candidates:
        return _match(candidates, in_context(candidates, prepared, prefix, suffix))
    closest = closest_to(quote, prepared, within)
    if fuzzy and closest is not None and closest.ratio >= _ALIKE:
        candidates = (Candidate(closest.span, Tier.UNVERIFIED),)
        return _match(candidates, candidates)
    raise _not_found(quote, prepared, closest)


def _match(candidates: tuple[Candidate, ...], chosen: tuple[Candidate, ...]) -> Match:
    if len(chosen) == 1:
        return Match("found", chosen[0].tier, chosen[0].span, candidates)
    order = (*SEARCHED, Tier.UNVERIFIED)
    return Match("ambiguous", min((c.tier for c in chosen), key=order.index), None, candidates)


def _not_found(quote: str, text: LocatableText, closest: Closest | None) -> QuoteNotFound:
    near = closest.span.of(text.text) if closest is not None else None
    hint = f"the closest text is {near!r}" if near is not None else "nothing in the text is like it"
    shown = quote if len(quote) <= 200 else quote[:199] + "…"
    return QuoteNotFound(
        f"the quote {shown!r} does not stand in the text; {hint}. Quote the text word by word.",
        quote=quote,
        closest=near,
    )
