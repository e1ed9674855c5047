"""Texts and names that are nothing but a number or a date: they are checked like one."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from .calendar_words import MONTHS
from .dates import dates_in
from .english import DETERMINERS, STOP_WORDS
from .number_words import ORDINALS, SCALES, SMALL, TENS
from .numerals import numbers_in
from .values import Agreement, agreement, canonical

__all__ = ["name_agreement", "text_agreement"]

_LONGEST = 40
_WORDY_DATE = regex.compile(
    r"\d{1,2}\.\d{1,2}\.\d{4}|\W*(?:(?:\p{L}+\.?|\d{1,2}(?:st|nd|rd|th)?)\W+){1,3}\d{3,4}\W*|\W*\p{L}+\W+\d{1,2}\W+\d{4}\W*"
)
_ISO_DATE = regex.compile(r"-?\d{4}-\d\d(?:-\d\d(?:T[\d:.]+Z?)?)?", regex.ASCII)
_DIGITS = regex.compile(r"[-+−]?\d(?:[\d.,'’ \u00a0\u202f]*\d)?\s?%?")
_YEAR = regex.compile(r"\d{3,4}", regex.ASCII)
_WORD = regex.compile(r"\p{L}+")
_NUMBER_WORDS = frozenset((*SMALL, *TENS, *SCALES, *ORDINALS))
_OF_DATES = frozenset(
    (*MONTHS, *STOP_WORDS, *DETERMINERS, *_NUMBER_WORDS, "year", "years", "date", "day", "c", "ca", "circa", "about")
) | frozenset(
    ("st", "nd", "rd", "th", "bc", "ad", "bce", "ce", "around", "until", "since", "during", "before", "after")
)


def text_agreement(text: str, quotes: Sequence[str]) -> Agreement:
    """How a text that is wholly a number or a date stands to its quotes; any other text is silent.

    A number of three or four digits may be a year too: what one of its readings leaves open is not contradicted.
    """
    text = text.strip()
    if len(text) > _LONGEST:
        return Agreement.SILENT
    as_date = _as_date(text, quotes) if _ISO_DATE.fullmatch(text) or _WORDY_DATE.fullmatch(text) else None
    if as_date is not None:
        return as_date
    if _DIGITS.fullmatch(text) or _is_in_words(text):
        return _as_number(text, quotes)
    return Agreement.SILENT


def name_agreement(name: str, quotes: Sequence[str]) -> Agreement:
    """The same for the name of an entity, which its quote need not give: 1984 is "the novel of 1949", too.

    So a number is checked only against quotes that are nothing but numbers and dates themselves.
    """
    a_number = _DIGITS.fullmatch(name.strip()) is not None
    if _is_in_words(name) or (a_number and not all(map(_is_bare, quotes))):
        return Agreement.SILENT
    return text_agreement(name, quotes)


def _is_bare(quote: str) -> bool:
    return _OF_DATES.issuperset(_WORD.findall(quote.casefold()))


def _is_in_words(text: str) -> bool:
    words = _WORD.findall(text.casefold())
    return bool(words) and not any(map(str.isdecimal, text)) and _NUMBER_WORDS.issuperset({*words} - {"and"})


def _as_date(text: str, quotes: Sequence[str]) -> Agreement | None:
    """``None`` where the text is no date that can be read in one way only."""
    lexical = canonical(text, "date")
    if lexical is None or lexical.datatype == "gYear" or len(dates_in(text).firm) != 1:
        return None
    return agreement(lexical.form, lexical.datatype, quotes)


def _as_number(text: str, quotes: Sequence[str]) -> Agreement:
    readings = numbers_in(text).firm | numbers_in(text).soft
    found = {agreement(f"{reading:f}", "decimal", quotes) for reading in readings}
    as_year = agreement(text.zfill(4), "gYear", quotes) if _YEAR.fullmatch(text) else Agreement.CONTRADICTS
    if Agreement.AGREES in found or as_year is Agreement.AGREES:
        return Agreement.AGREES
    dated = any(dates_in(quote).firm or dates_in(quote).ranges for quote in quotes)
    if found != {Agreement.CONTRADICTS} or (as_year is Agreement.SILENT and dated):
        return Agreement.SILENT
    return Agreement.CONTRADICTS
