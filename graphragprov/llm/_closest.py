"""The recorded text most like a wanted one, for messages."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["closest"]

_COMPARED = 2_000
_ALIKE = 0.2


def closest(wanted: str, recorded: Iterable[str]) -> str | None:
    """The text that shares most three-character pieces with ``wanted`` (Jaccard), or ``None`` where none is alike.

    Only the first 2,000 characters count, so the time is linear in the number of texts.
    """
    pieces = _pieces(wanted)
    best, best_score = None, _ALIKE
    for text in recorded:
        others = _pieces(text)
        score = len(pieces & others) / max(1, len(pieces | others))
        if score > best_score:
            best, best_score = text, score
    return best


def _pieces(text: str) -> frozenset[str]:
    line = " ".join(text[:_COMPARED].casefold().split())
    return frozenset(line[start : start + 3] for start in range(max(1, len(line) - 2)))
