"""Dates in English prose."""

from __future__ import annotations

import calendar
import re
from dataclasses import dataclass

from .lexicon import load_table

__all__ = ["DATE", "YEAR", "ParsedDate", "parse_date"]

_MONTHS = load_table("lexicon")["capitals"]["months"].split()
_MONTH = f"(?:{'|'.join(_MONTHS)})"
_NOT_A_YEAR = r"(?!\w|[.,]\d|\s*(?:BC|BCE|AH)\b)"

YEAR = rf"(?<![\w.,#])(?:1\d|20)\d\d{_NOT_A_YEAR}"
"""Regular expression of a bare year from 1000 to 2099."""

DATE = (
    rf"(?:(?<![\w.,])\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH},?\s+\d{{3,4}}{_NOT_A_YEAR}"
    rf"|\b{_MONTH}\s+\d{{1,2}}(?:st|nd|rd|th)?\s*,?\s+\d{{3,4}}{_NOT_A_YEAR}"
    rf"|\b{_MONTH},?\s+(?:of\s+)?\d{{3,4}}{_NOT_A_YEAR}"
    rf"|(?<![\w.,])\d{{4}}-\d\d-\d\d(?!\w)"
    rf"|(?<![\w.,])\d{{3,4}}{_NOT_A_YEAR})"
)
"""Regular expression of a date: day, month and year in either order, month and year, ISO 8601, or a year."""

_PARTS = re.compile(rf"(?P<month>{_MONTH})|(?P<number>\d+)")


@dataclass(frozen=True, slots=True)
class ParsedDate:
    """A date's lexical form and the local name of its XML Schema datatype (``date``, ``gYearMonth``, ``gYear``)."""

    value: str
    datatype: str


def parse_date(text: str) -> ParsedDate | None:
    """The date that the text writes, or ``None`` where there is no such day.

    >>> parse_date("16 September 1979"), parse_date("May 1952")
    (ParsedDate(value='1979-09-16', datatype='date'), ParsedDate(value='1952-05', datatype='gYearMonth'))
    """
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        year, month, day = (int(part) for part in text.split("-"))
        return _checked(year, month, day)
    names = [m["month"] for m in _PARTS.finditer(text) if m["month"]]
    numbers = [int(m["number"]) for m in _PARTS.finditer(text) if m["number"]]
    month = _MONTHS.index(names[0]) + 1 if names else 0
    match numbers:
        case [year] if month:
            return ParsedDate(f"{year:04d}-{month:02d}", "gYearMonth") if year else None
        case [year]:
            return ParsedDate(f"{year:04d}", "gYear") if year else None
        case [day, year] if month:
            return _checked(year, month, day)
    return None


def _checked(year: int, month: int, day: int) -> ParsedDate | None:
    if not (year and 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]):
        return None
    return ParsedDate(f"{year:04d}-{month:02d}-{day:02d}", "date")
