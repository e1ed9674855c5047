"""Where a match may start and end: graphemes and words.

Words are those of UAX #29, with these additions (and no others):

- a break before a possessive 's or ’s;
- a break on both sides of a colon between letters (UAX #29 joins them for the sake of Swedish abbreviations), and of a
  full stop between a small letter and a capitalised word: sentences run together (region.The);
- a number never starts after a sign, nor after a decimal point or comma, nor is cut before a fraction (3½);
- between two letters of scripts that are written without spaces (Chinese, Japanese, Thai …) there is always a break;
- a match may end before a Hangul letter: particles follow their word without a space (서울 in 서울에서);
- a match may end before invisible marks that hang on the end of a word (a mark of direction, a soft hyphen).
"""

from __future__ import annotations

import unicodedata
from functools import cached_property

import regex

from .compatibility import IGNORED, UNSPACED

__all__ = ["Boundaries"]

_WORD = regex.compile(r"\b", regex.WORD)
_CLUSTER = regex.compile(r"\X")
# Only next to these is a boundary of code points not one of graphemes (UAX #29, table 2).
_JOINING = r"\p{M}\p{GCB=Extend}\p{GCB=SpacingMark}\p{GCB=Prepend}\p{GCB=ZWJ}\p{GCB=L}\p{GCB=V}\p{GCB=T}\p{RI}"
_WINDOW = regex.compile(rf"(?:[^{_JOINING}]?+[{_JOINING}]++)++[^{_JOINING}]?+", regex.DOTALL)
_FLAGS = regex.compile(r"\p{RI}{16,}")
_CONTINUES = regex.compile(r"[\p{M}\p{GCB=Extend}\p{GCB=SpacingMark}\p{GCB=ZWJ}]")

_UNSPACED = regex.compile(rf"[{UNSPACED}--\p{{Nd}}]", regex.V1)
_HANGUL = regex.compile(r"\p{Hangul}")
_POSSESSIVE = regex.compile(r"['’ʼ＇][sS](?![\p{L}\p{M}\p{N}_])")
_RUN_TOGETHER = regex.compile(
    r"(?<=\p{L})(?=:\p{L})|(?<=\p{L}:)(?=\p{L})|(?<=\p{Ll})(?=\.\p{Lu}\p{Ll})|(?<=\p{Ll}\.)(?=\p{Lu}\p{Ll})"
)
_SIGNS = frozenset("+-−‐‑‒–±∓﹢﹣＋－")
_EXPONENT = regex.compile(r"\p{Nd}[eE]")
_LOOK = 32  # how far runs of invisible characters and marks are followed; it bounds the time


class Boundaries:
    """The places of one text where a match may start or end."""

    def __init__(self, text: str) -> None:
        self._text = text

    def starts_at(self, position: int) -> bool:
        """Whether a match may start here."""
        return self._breaks_at(position) and not self._continues_number(position)

    def ends_at(self, position: int) -> bool:
        """Whether a match may end here."""
        if self._breaks_at(position):
            return True
        if not 0 < position < len(self._text) or self.inside_grapheme(position):
            return False
        if _HANGUL.match(self._text, position):
            return True
        after = self._after_ignored(position)
        return after > position and self._breaks_at(after)

    def inside_grapheme(self, position: int) -> bool:
        """Whether the position cuts a grapheme cluster in two."""
        return 0 < position < len(self._text) and bool(self._inner and self._inner[position])

    def _breaks_at(self, position: int) -> bool:
        text = self._text
        if position in (0, len(text)):
            return len(text) > 0
        if not 0 < position < len(text) or self.inside_grapheme(position):
            return False
        if self._cuts_fraction(position):
            return False
        if _is_flag(text[position]) or _is_flag(text[position - 1]):
            return True
        return bool(
            _WORD.match(text, position)
            or self._between_unspaced(position)
            or _RUN_TOGETHER.match(text, position)
            or (_POSSESSIVE.match(text, position) and _is_of_word(text[position - 1]))
        )

    def _between_unspaced(self, position: int) -> bool:
        return bool(_UNSPACED.match(self._text, position) and _UNSPACED.match(self._base_before(position)))

    def _base_before(self, position: int) -> str:
        """The character before the position, without the marks on it."""
        at = position - 1
        while at > 0 and position - at < _LOOK and unicodedata.category(self._text[at])[0] == "M":
            at -= 1
        return self._text[at]

    def _cuts_fraction(self, position: int) -> bool:
        return self._text[position - 1].isdecimal() and unicodedata.decomposition(self._text[position]).startswith(
            "<fraction>"
        )

    def _continues_number(self, position: int) -> bool:
        """Whether a number starts here whose sign, integer part or point stands before."""
        text = self._text
        after = self._after_ignored(position)
        first = text[after : after + 1]
        if first and unicodedata.category(first) == "Sc":
            first = text[after + 1 : after + 2]
        if not first or not (first.isdecimal() or unicodedata.decomposition(first).startswith("<fraction>")):
            return False
        at = self._before_ignored(position)
        before = text[at - 1 : at]
        if before.isdecimal():
            return at < after
        if before in (".", ",", "．", "，", "٫", "٬"):
            return self._is_decimal_mark(at - 1)
        return before in _SIGNS and self._is_sign(at - 1)

    def _is_decimal_mark(self, at: int) -> bool:
        before = self._text[at - 1 : at]
        if self._text[at] not in ".．٫":
            return before.isdecimal()
        return not before or before.isdecimal() or before.isspace() or before in _SIGNS or before in "([$€£¥"

    def _is_sign(self, at: int) -> bool:
        """A hyphen after a letter or digit joins (1939–1945, F-16), two make a dash; elsewhere it is a sign."""
        text = self._text
        before = text[at - 1 : at]
        if before in ("e", "E"):
            return at >= 2 and _EXPONENT.match(text, at - 2) is not None
        if text[at] == "–" and before == " ":  # 1939 –1945
            return not text[at - 2 : at - 1].isdecimal()
        return not before or not (_is_of_word(before) or before == text[at] == "-")

    def _after_ignored(self, position: int) -> int:
        end = position
        while end < len(self._text) and end - position < _LOOK and self._text[end] in IGNORED:
            end += 1
        return end

    def _before_ignored(self, position: int) -> int:
        start = position
        while start > 0 and position - start < _LOOK and self._text[start - 1] in IGNORED:
            start -= 1
        return start

    @cached_property
    def _inner(self) -> bytearray:
        """One flag a position: whether it lies inside a grapheme. Empty when none does."""
        text = self._text
        inner = bytearray() if text.isascii() and "\r\n" not in text else bytearray(len(text) + 1)
        if inner:
            at = text.find("\r\n")
            while at >= 0:
                inner[at + 1] = 1
                at = text.find("\r\n", at + 2)
            for window in _WINDOW.finditer(text):
                _mark_window(text, window.start(), window.end(), inner)
        return inner


def _mark_window(text: str, start: int, end: int, inner: bytearray) -> None:
    """Mark the inner positions of the graphemes of one window."""
    done = start
    for flags in _FLAGS.finditer(text, start, end):  # `\X` looks back over all flags before: quadratic
        _mark_clusters(text, done, flags.start(), inner)
        for position in range(flags.start() + 1, flags.end(), 2):
            inner[position] = 1
        done = flags.end()
        if done < end and _CONTINUES.match(text, done):
            inner[done] = 1
    _mark_clusters(text, done, end, inner)


def _mark_clusters(text: str, start: int, end: int, inner: bytearray) -> None:
    for cluster in _CLUSTER.finditer(text, start, end):
        for position in range(cluster.start() + 1, cluster.end()):
            inner[position] = 1


def _is_of_word(char: str) -> bool:
    return unicodedata.category(char)[0] in "LMN"


def _is_flag(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"
