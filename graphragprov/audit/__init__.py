"""Findings about answers: why there is none."""

from .empty import EmptyKind, EmptyReason, why_empty

__all__ = ["EmptyKind", "EmptyReason", "why_empty"]
