"""The tiers of a match: how much had to be folded away before the quote was found."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Tier"]


class Tier(StrEnum):
    """From exact to loose. ``unverified`` marks a fuzzy span, which never supports a trace by itself."""

    VERBATIM = "verbatim"
    WHITESPACE = "whitespace"
    NFC = "nfc"
    COMPATIBILITY = "compatibility"
    CASEFOLD = "casefold"
    UNVERIFIED = "unverified"
