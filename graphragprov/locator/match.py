"""What locating a quote yields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..text import Span
from .tiers import Tier

__all__ = ["Candidate", "Match"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One place where a quote stands, and the strictest tier under which it reads as the quote."""

    span: Span
    tier: Tier


@dataclass(frozen=True, slots=True)
class Match:
    """A quote that was found, in one place or in several.

    ``candidates`` are all places, in text order. ``span`` is the one place, or the one that the context singled out,
    and ``None`` while the quote is ambiguous. ``tier`` is that place's, or the strictest one of all candidates.
    """

    status: Literal["found", "ambiguous"]
    tier: Tier
    span: Span | None
    candidates: tuple[Candidate, ...]
