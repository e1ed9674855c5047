"""All places of a string in another, in linear time."""

from __future__ import annotations

__all__ = ["occurrences_of"]

_FREE = 1_000_000  # characters that may be compared again before the slower, strictly linear search takes over


def occurrences_of(needle: str, text: str) -> list[int]:
    """Where the needle starts, overlapping places included, in text order."""
    found: list[int] = []
    compared, limit = 0, _FREE + len(text)
    at = text.find(needle) if needle else -1
    while at >= 0:
        found.append(at)
        compared += len(needle)
        if compared > limit and len(needle) > 16:
            return found + _linear(needle, text, at + 1)
        at = text.find(needle, at + 1)
    return found


def _linear(needle: str, text: str, start: int) -> list[int]:
    """Knuth, Morris and Pratt's search: the built-in one starts anew after each place it finds."""
    borders = _borders(needle)
    found, matched = [], 0
    for at in range(start, len(text)):
        char = text[at]
        while matched and (matched == len(needle) or needle[matched] != char):
            matched = borders[matched - 1]
        if needle[matched] == char:
            matched += 1
        if matched == len(needle):
            found.append(at + 1 - matched)
    return found


def _borders(needle: str) -> list[int]:
    """For each prefix of the needle the length of its longest proper border."""
    borders, length = [0] * len(needle), 0
    for at in range(1, len(needle)):
        while length and needle[length] != needle[at]:
            length = borders[length - 1]
        if needle[length] == needle[at]:
            length += 1
        borders[at] = length
    return borders
