"""The numbers that a quote can be read as holding: digits in many notations, words, ordinals, Chinese numerals.

Three grades.  *Firm* readings are what the quote says; *soft* ones are possible readings (``75m`` as 75 million,
``once`` as 1); *derived* ones follow by arithmetic (``two sons and a daughter``: 3) or leave it open what is meant (the
75 of ``75 to 80 million``).  A value agrees with a firm or a soft reading; it contradicts a quote only when there is a
firm one and none of any grade fits.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache

import regex

from .number_words import (
    CJK_DIGITS,
    ORDINAL_SCALES,
    ORDINALS,
    SCALE_ABBREVIATIONS,
    SCALES,
    SMALL,
    SUGGESTIONS,
    TENS,
    VULGAR,
)
from .other_numerals import CJK_NUMERAL, cjk_number, roman_numbers

__all__ = ["MAX_DIGITS", "MAX_QUOTE", "Numbers", "ascii_digits", "numbers_in", "year_words"]

MAX_DIGITS = 60
"""Longer digit strings are identifiers, not quantities."""

MAX_QUOTE = 4000
"""Longer quotes are not read for values: they are passages, not evidence of a number."""

_MAX_SUMMANDS = 6


@dataclass(slots=True)
class Numbers:
    """Readings of a quote as numbers, by grade (see the module)."""

    firm: set[Decimal] = field(default_factory=set)
    soft: set[Decimal] = field(default_factory=set)
    derived: set[Decimal] = field(default_factory=set)


def ascii_digits(text: str) -> str:
    """The text with every decimal digit of any script as ASCII and minus signs as ``-``; length unchanged."""
    if text.isascii():
        return text
    return "".join(_ascii_digit(character) for character in text)


# `regex` may know digits of a later version of Unicode than Python can convert.
_ANY_DIGIT = regex.compile(r"\d")


@lru_cache(maxsize=8192)
def _ascii_digit(character: str) -> str:
    if character in "−﹣－":
        return "-"
    if character == "٫":
        return "."
    if character == "٬":
        return ","
    value = unicodedata.decimal(character, None)
    if value is None:
        return "\ufffd" if _ANY_DIGIT.match(character) else character
    return str(value)


# -- digits -----------------------------------------------------------------------------------------

_SPACES = "   "
_DIGITS = rf"\d+(?:[.,'’]\d+)*(?:[{_SPACES}]\d{{3}}(?!\d))*"
_DIGIT_TOKEN = regex.compile(
    rf"""(?P<before>[\p{{L}}]?)(?P<sign>(?<![\w)\]]\s?)-)?(?P<digits>{_DIGITS})
    (?P<vulgar>\s?[{"".join(VULGAR)}])?
    (?:\s?[x×·*]\s?10\s?(?:\^\s?(?P<caret>-?\d{{1,3}})|(?P<super>⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,3}}))
      |e(?P<exponent>[+-]?\d{{1,2}})(?!\w)
      |\^\s?(?P<power>-?\d{{1,3}})|(?P<raised>⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]{{1,3}}))?
    (?P<suffix>[^\W\d_]*)""",
    regex.VERBOSE,
)
_SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
_PERCENT = regex.compile(r"\s*(?:%|per\s?cent\b|‰|percentage)")
_THOUSANDS = regex.compile(r"\d{1,3}(?:([.,'’])\d{3})(?:\1\d{3})*|\d{1,2}(?:,\d{2})+,\d{3}")


def _digit_readings(digits: str) -> tuple[set[Decimal], set[Decimal]]:
    """Firm and soft readings of digits with separators: ``10,361``, ``1.234.567,8``, ``3.5``, ``1986, 1987``."""
    parts = regex.split(rf"[{_SPACES}]", digits)
    if len(parts) > 1:
        joined = _digit_readings("".join(parts))[0] if len(parts[0]) <= 3 else set()
        alone = set().union(*(_digit_readings(part)[0] for part in parts))
        return (joined | alone, set()) if joined else (alone, set())
    separators = regex.findall(r"[.,'’]", digits)
    if not separators:
        return {Decimal(digits)}, set()
    whole, fraction = digits[: digits.rindex(separators[-1])], digits[digits.rindex(separators[-1]) + 1 :]
    plain = regex.sub(r"[.,'’]", "", digits)
    if _THOUSANDS.fullmatch(digits):
        as_fraction = {Decimal(f"{whole}.{fraction}")} if len(separators) == 1 and separators[0] in ".," else set()
        dotted = separators[-1] == "." and len(separators) == 1
        return (as_fraction, {Decimal(plain)}) if dotted else ({Decimal(plain)}, as_fraction)
    if len(separators) == 1:
        parts_too = {Decimal(whole), Decimal(fraction)} if separators[0] == "," else set()
        return {Decimal(f"{whole}.{fraction}")}, parts_too
    if separators[-1] not in separators[:-1] and _THOUSANDS.fullmatch(whole):
        return {Decimal(f"{regex.sub('[.,’]', '', whole).replace(chr(39), '')}.{fraction}")}, set()
    return set(), {Decimal(part) for part in regex.split(r"[.,'’]", digits)}


@dataclass(frozen=True, slots=True)
class _Token:
    """One number or word in the stream. ``kind`` is digits, small, tens, scale, ordinal, and, or other."""

    kind: str
    values: tuple[Decimal, ...] = ()
    soft: tuple[Decimal, ...] = ()
    joined: bool = False


def _power(base: Decimal, exponent: int) -> Decimal | None:
    """The power, where it is a number that texts write so: at most 100 digits, and no division by zero."""
    if abs(exponent) > 100 or abs(base.adjusted() * exponent) > 100 or (base == 0 and exponent <= 0):
        return None
    power = base**exponent
    return power if abs(power.adjusted()) <= 100 else None


def _digit_token(match: regex.Match[str], text: str) -> _Token:
    digits = match["digits"]
    if sum(map(str.isdigit, digits)) > MAX_DIGITS:
        return _Token("other")
    firm, soft = _digit_readings(digits)
    if match["vulgar"]:
        firm = {value + VULGAR[match["vulgar"].strip()] for value in firm}
    power = match["caret"] or match["exponent"] or (match["super"] or "").translate(_SUPERSCRIPTS)
    if power:
        scaled = {value.scaleb(int(power)) for value in firm if int(power) in range(-100, 101)}
        firm, soft = scaled, firm | soft if match["exponent"] else set()
    if raised := match["power"] or match["raised"]:
        powers = {_power(value, int(raised.translate(_SUPERSCRIPTS))) for value in firm} - {None}
        # After 2 and 10, and after a caret, it is an exponent; elsewhere it may be the mark of a footnote as well.
        surely = match["power"] or raised.startswith("⁻") or digits in ("2", "10")
        firm = {value for value in powers if value is not None} | (set() if surely else firm)
    if match["sign"]:
        firm, soft = {-value for value in firm}, {-value for value in soft}
    suffix = match["suffix"]
    if suffix in SCALE_ABBREVIATIONS:
        soft |= {value * SCALE_ABBREVIATIONS[suffix] for value in firm}
    if suffix in SCALES:
        firm, soft = {value * SCALES[suffix] for value in firm}, {value * SCALES[suffix] for value in soft}
    if _PERCENT.match(text, match.end()):
        soft |= {value / 100 for value in firm}
    if match["before"] or suffix == "s":
        firm, soft = set(), firm | soft
    return _Token("digits", tuple(sorted(firm)), tuple(sorted(soft)))


# -- words -------------------------------------------------------------------------------------------

_TOKEN = regex.compile(
    r"(?P<digits>(?<!\d)[^\W\d_]?(?:(?<![\w)\]]\s?)-)?\d)|(?P<word>[^\W\d_]+)|(?P<mark>[-\s]+)|(?P<other>.)", regex.S
)


def _word_token(word: str) -> _Token:
    if word in SMALL:
        return _Token("small", (Decimal(SMALL[word]),))
    if word in TENS:
        return _Token("tens", (Decimal(TENS[word]),))
    if word in SCALES:
        return _Token("scale", (Decimal(SCALES[word]),))
    if word in ORDINALS:
        return _Token("ordinal", (Decimal(ORDINALS[word]),))
    if word in ORDINAL_SCALES:
        return _Token("ordinal scale", (Decimal(ORDINAL_SCALES[word]),))
    if word in ("and", "to", "or"):
        return _Token("and" if word == "and" else "list")
    if word in ("minus", "negative"):
        return _Token("minus")
    if word in SUGGESTIONS:
        return _Token("suggestion", (), (SUGGESTIONS[word],))
    return _Token("other")


def _sign_token(sign: str) -> _Token:
    if sign in VULGAR:
        return _Token("suggestion", (), (VULGAR[sign],))
    return _Token("list" if sign in ",–—/&" else "currency" if sign in "$£€¥" else "other")


def _tokens(text: str) -> Iterator[_Token]:
    position = 0
    while position < len(text):
        if match := _DIGIT_TOKEN.match(text, position):
            yield _digit_token(match, text)
        else:
            match = _TOKEN.match(text, position)
            assert match is not None
            if match["word"]:
                yield _word_token(match["word"])
            elif match["mark"] is None:
                yield _sign_token(match["other"])
            elif "-" in match["mark"] and text[match.end() : match.end() + 1].isdecimal():
                yield _Token("list")
        position = match.end()


class _Reader:
    """Folds a stream of tokens into numbers: ``seventy-five million`` is one, ``two and three`` are two."""

    def __init__(self) -> None:
        self.found = Numbers()
        self.years: set[int] = set()
        self._summands: list[Decimal] = []
        self._before: Decimal | None = None
        self._listed: list[Decimal] = []
        self._joined = False
        self._reset()

    def _reset(self) -> None:
        self.total = Decimal(0)
        self.current: Decimal | None = None
        self.last = ""
        self.negative = False
        self.only_one = False

    def feed(self, token: _Token) -> None:
        match token.kind:
            case "digits":
                self._digits(token)
            case "small" | "tens" | "ordinal":
                self._add(token)
            case "scale" | "ordinal scale":
                self._scale(token)
            case "and" if self.last == "scale":
                self.last = "scale and"
            case "and" | "list":
                self.close()
                self._before, self._joined = None, True
            case "currency":
                self.close()
            case "minus":
                self.close()
                self.negative = True
            case "suggestion":
                self.close()
                self.found.soft.update(token.soft)
                self._summands.extend(token.soft)
            case _:
                self.close()
                self._before, self._joined = None, False

    def _digits(self, token: _Token) -> None:
        self.close()
        self.found.soft.update(token.soft)
        if len(token.values) == 1:
            self.current, self.last = token.values[0], "digits"
        else:
            self.found.firm.update(token.values)

    def _add(self, token: _Token) -> None:
        (value,) = token.values
        fits = (
            self.last == ""
            or (self.last == "tens" and token.kind != "tens" and value < 10)
            or self.last in ("scale", "scale and")
        )
        if not fits:
            self.close()
        self.only_one = self.last == "" and value == 1 and token.kind == "small"
        self.current = (self.current or Decimal(0)) + value
        self.last = token.kind

    def _scale(self, token: _Token) -> None:
        (scale,) = token.values
        if self.current is None and self.last != "":
            self.close()
        base = Decimal(1) if self.current is None else self.current
        if self._joined and self.last in ("digits", "small", "tens"):
            self._share(scale)
        if scale == 100:
            self.current = base * scale
        else:
            self.total, self.current = self.total + base * scale, None
        self.last = "scale"
        self.only_one = False
        if token.kind == "ordinal scale":
            self.close()

    def _share(self, scale: Decimal) -> None:
        """In ``75 to 80 million`` the scale may be that of all: 75 is left open.  A year stays firm."""
        for value in self._listed:
            self.found.soft.add(value * scale)
            if not 1000 <= value <= 2100:
                self.found.firm.discard(value)
                self.found.derived.add(value)
        self._listed = []

    def close(self) -> None:
        """End the number that is being read."""
        if self.last:
            value = self.total + (self.current or Decimal(0))
            grade = self.found.soft if self.only_one else self.found.firm
            grade.add(-value if self.negative else value)
            self._summands.append(value)
            self._year(value)
            self._listed = [*(self._listed if self._joined else ()), *(() if self.total else (value,))]
            self._joined = False
        self._reset()

    def _year(self, value: Decimal) -> None:
        """``nineteen eighty-six`` holds 19 and 86, and is the year 1986."""
        words = self.last in ("small", "tens")
        if words and self._before is not None and 10 <= self._before <= 20 and 10 <= value < 100:
            self.years.add(int(self._before) * 100 + int(value))
        self._before = value if words else None

    def finish(self) -> Numbers:
        """End the stream; sums of several counts become derived readings."""
        self.close()
        if 2 <= len(self._summands) <= _MAX_SUMMANDS:
            self.found.derived.add(sum(self._summands, Decimal(0)))
        fractions = {value for value in self.found.soft if 0 < value < 1}
        self.found.soft |= {
            whole + fraction for whole in self.found.firm for fraction in fractions if whole == int(whole)
        }
        return self.found


# -- Chinese and Roman numerals -------------------------------------------------------------------------


def _read_cjk(text: str, found: Numbers) -> None:
    for match in CJK_NUMERAL.finditer(text):
        numeral = match["cjk"]
        if len(numeral) > MAX_DIGITS:
            continue
        if match["digits"]:
            value = Decimal(match["digits"])
            if numeral[0] in CJK_DIGITS:
                continue
            found.firm.discard(value)
            found.firm.add(value * cjk_number(numeral))
        elif len(numeral) == 1 and text.strip() != numeral:
            found.soft.add(Decimal(cjk_number(numeral)))
        else:
            found.firm.add(Decimal(cjk_number(numeral)))


@lru_cache(maxsize=1024)
def _read(text: str) -> tuple[Numbers, frozenset[int]]:
    reader = _Reader()
    if len(text) > MAX_QUOTE:
        return reader.found, frozenset()
    plain = ascii_digits(text)
    for token in _tokens(plain.casefold()):
        reader.feed(token)
    found = reader.finish()
    _read_cjk(plain, found)
    found.soft.update(map(Decimal, roman_numbers(plain)))
    return found, frozenset(reader.years)


def numbers_in(quote: str) -> Numbers:
    """Every number that the quote can be read as holding. Callers do not change what they get."""
    return _read(quote)[0]


def year_words(quote: str) -> frozenset[int]:
    """Years in words: ``nineteen eighty-six``."""
    return _read(quote)[1]
