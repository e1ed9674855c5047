"""Offsets in other units: UTF-16 code units (JavaScript, Java) and bytes of UTF-8."""

from __future__ import annotations

from bisect import bisect_left

import regex

from ..errors import InvalidSpan
from ..text import Span
from .locatable import LocatableText

__all__ = ["from_utf8_offsets", "from_utf16_offsets", "utf8_offsets", "utf16_offsets"]

_ASTRAL = regex.compile(r"[\U00010000-\U0010ffff]")


def utf16_offsets(span: Span, text: str) -> tuple[int, int]:
    """Start and end of the span in UTF-16 code units. Raises `InvalidSpan` outside of the text."""
    LocatableText(text).check(span)
    start = span.start + _astral(text, 0, span.start)
    return start, start + len(span) + _astral(text, span.start, span.end)


def from_utf16_offsets(start: int, end: int, text: str) -> Span:
    """The span of these UTF-16 code units. Raises `InvalidSpan` outside of the text or inside a character."""
    # The n-th character beyond the basic plane starts n units later than its code point offset.
    units = [match.start() + n for n, match in enumerate(_ASTRAL.finditer(text))]
    length = len(text) + len(units)
    points = [_point(unit, units, length) for unit in (start, end)]
    if points[0] is None or points[1] is None or start > end:
        raise InvalidSpan(f"UTF-16 units {start}:{end} are no characters of a text of {length} units")
    return Span(points[0], points[1])


def utf8_offsets(span: Span, text: str) -> tuple[int, int]:
    """Start and end of the span in bytes of UTF-8. Raises `InvalidSpan` outside of the text."""
    LocatableText(text).check(span)
    start = len(_bytes(text[: span.start]))
    return start, start + len(_bytes(span.of(text)))


def from_utf8_offsets(start: int, end: int, text: str) -> Span:
    """The span of these bytes of UTF-8. Raises `InvalidSpan` outside of the text or inside a character."""
    encoded = _bytes(text)
    if not 0 <= start <= end <= len(encoded):
        raise InvalidSpan(f"bytes {start}:{end} do not lie in a text of {len(encoded)} bytes")
    try:
        before = len(encoded[:start].decode("utf-8", "surrogatepass"))
        return Span(before, before + len(encoded[start:end].decode("utf-8", "surrogatepass")))
    except UnicodeDecodeError as error:
        raise InvalidSpan(f"bytes {start}:{end} cut a character of the text in two") from error


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _astral(text: str, start: int, end: int) -> int:
    return sum(1 for _ in _ASTRAL.finditer(text, start, end))


def _point(unit: int, astral: list[int], length: int) -> int | None:
    """The code point offset of a UTF-16 offset, or ``None``."""
    before = bisect_left(astral, unit)
    inside = before > 0 and astral[before - 1] == unit - 1
    return None if inside or not 0 <= unit <= length else unit - before
