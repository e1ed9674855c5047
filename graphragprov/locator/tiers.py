"""The tiers of a match: how much had to be folded away before the quote was found."""

from __future__ import annotations

from enum import StrEnum

from .compatibility import drop_line_hyphens, fold_case, fold_compatible, join_unspaced_lines, mark_line_hyphens
from .folding import Rewriter, collapse_whitespace, compose_canonically

__all__ = ["LOOSE", "READINGS", "SEARCHED", "STRICT", "Tier", "rewriters"]


class Tier(StrEnum):
    """From exact to loose. ``unverified`` marks a fuzzy span, which never supports a trace by itself."""

    VERBATIM = "verbatim"
    WHITESPACE = "whitespace"
    NFC = "nfc"
    COMPATIBILITY = "compatibility"
    CASEFOLD = "casefold"
    UNVERIFIED = "unverified"


STRICT = (Tier.VERBATIM, Tier.WHITESPACE, Tier.NFC, Tier.COMPATIBILITY)
"""The tiers whose candidates count together."""

LOOSE = (Tier.CASEFOLD,)
"""The tiers that are tried only when the strict ones find nothing."""

SEARCHED = STRICT + LOOSE

_COMPATIBLE = (join_unspaced_lines, fold_compatible, collapse_whitespace, compose_canonically)
_CASE = (fold_case, compose_canonically)
_FOLDINGS: dict[Tier, tuple[Rewriter, ...]] = {
    Tier.VERBATIM: (),
    Tier.WHITESPACE: (collapse_whitespace,),
    Tier.NFC: (collapse_whitespace, compose_canonically),
    Tier.COMPATIBILITY: (drop_line_hyphens, *_COMPATIBLE),
    Tier.CASEFOLD: (drop_line_hyphens, *_COMPATIBLE, *_CASE),
}
READINGS: dict[Tier, tuple[Rewriter, ...]] = {
    Tier.COMPATIBILITY: (mark_line_hyphens, *_COMPATIBLE),
    Tier.CASEFOLD: (mark_line_hyphens, *_COMPATIBLE, *_CASE),
}
"""The tiers under which a text may have several readings, with the rewriters that leave them open."""


def rewriters(tier: Tier) -> tuple[Rewriter, ...]:
    """The rewritings of a tier, in order. ``unverified`` has none: nothing reads as a fuzzy span."""
    return _FOLDINGS[tier]
