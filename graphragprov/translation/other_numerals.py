"""Chinese and Roman numerals."""

from __future__ import annotations

import regex

from .number_words import CJK_DIGITS, CJK_SCALES, CJK_UNITS

__all__ = ["CJK_NUMERAL", "cjk_number", "roman_numbers"]

_CJK_CLASS = "".join([*CJK_DIGITS, *CJK_UNITS, *CJK_SCALES])
CJK_NUMERAL = regex.compile(rf"(?P<digits>\d+(?:\.\d+)?)?(?P<cjk>[{_CJK_CLASS}]+)")
"""A Chinese numeral (``cjk``), perhaps after ``digits``: 7500万."""

_MOST_DIGITS = 60
_ROMAN = regex.compile(r"\b(?=[IVXLCDM])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})\b")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def cjk_number(numeral: str) -> int:
    """The value of a Chinese numeral: ``三百二十一`` is 321, ``一九八六`` (digit by digit) is 1986."""
    if all(character in CJK_DIGITS for character in numeral):
        return int("".join(str(CJK_DIGITS[character]) for character in numeral[:_MOST_DIGITS]))
    total = section = digit = 0
    for character in numeral:
        if character in CJK_DIGITS:
            digit = CJK_DIGITS[character]
        elif character in CJK_UNITS:
            section, digit = section + (digit or 1) * CJK_UNITS[character], 0
        else:
            scale = CJK_SCALES[character]
            total, section, digit = _scaled(total, section + digit, scale), 0, 0
    return total + section + digit


def _scaled(total: int, section: int, scale: int) -> int:
    if total and total < scale and not section:
        return total * scale
    return total + (section or 1) * scale


def roman_numbers(text: str) -> set[int]:
    """The numbers that capital letters of the text may stand for: MCMLXXXVI, the XIV of "Louis XIV"."""
    found: set[int] = set()
    for match in _ROMAN.finditer(text):
        numeral = match[0]
        if not numeral or (len(numeral) == 1 and numeral not in "IVX"):
            continue
        values = [_ROMAN_VALUES[character] for character in numeral]
        found.add(sum(-v if any(w > v for w in values[i + 1 : i + 2]) else v for i, v in enumerate(values)))
    return found
