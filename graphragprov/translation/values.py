"""Typed values against their quotes: does the value parse from the quote, is it contradicted, or is the quote silent?

Also the lexical forms of the datatypes that claims may use, and the mistakes in them that are safe to put right.
"""

from __future__ import annotations

import calendar
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from enum import StrEnum

import regex

from .dates import PartialDate, dates_in
from .numerals import MAX_DIGITS, MAX_QUOTE, ascii_digits, numbers_in

__all__ = ["DATATYPES", "Agreement", "Lexical", "agreement", "canonical", "contradicts", "infer_datatype"]


class Agreement(StrEnum):
    """How a typed value and a quote stand to each other."""

    AGREES = "agrees"
    """The value parses from the quote."""
    SILENT = "silent"
    """The quote holds no value of that kind, or one that neither gives nor excludes this value."""
    CONTRADICTS = "contradicts"
    """The quote holds a number or date of that kind, and none of its readings fits."""


_SIGNED_BITS = {"long": 64, "int": 32, "short": 16, "byte": 8}
_UNSIGNED_BITS = {"unsignedLong": 64, "unsignedInt": 32, "unsignedShort": 16, "unsignedByte": 8}
_SIGNS = frozenset(("nonNegativeInteger", "positiveInteger", "nonPositiveInteger", "negativeInteger"))
_INTEGERS = frozenset(("integer", *_SIGNED_BITS, *_UNSIGNED_BITS)) | _SIGNS
_DECIMALS = frozenset(("decimal", "double", "float"))
_DATES = frozenset(("date", "dateTime", "gYear", "gYearMonth"))
_TEXTS = frozenset(("string", "boolean", "anyURI", "gMonthDay", "duration", "time", "language", "token"))

DATATYPES = _INTEGERS | _DECIMALS | _DATES | _TEXTS
"""Local names of the XML Schema datatypes that a claim may use."""

_ALIASES = {
    "year": "gYear",
    "gyear": "gYear",
    "yearmonth": "gYearMonth",
    "gyearmonth": "gYearMonth",
    "datetime": "dateTime",
    "number": "decimal",
    "real": "decimal",
    "percentage": "decimal",
    "text": "string",
    "str": "string",
    "literal": "string",
    "langstring": "string",
    "bool": "boolean",
    "uri": "anyURI",
    "url": "anyURI",
}


@dataclass(frozen=True, slots=True)
class Lexical:
    """A valid lexical form with the local name of its datatype. ``fixed`` says what was put right, if anything."""

    form: str
    datatype: str
    fixed: str = ""


# -- lexical forms ---------------------------------------------------------------------------------------

_INTEGER = regex.compile(r"[+-]?\d+", regex.ASCII)
_DECIMAL = regex.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)", regex.ASCII)
_DOUBLE = regex.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]?INF|NaN", regex.ASCII)
_ZONE = r"(?:Z|[+-]\d\d:\d\d)?"
_YEAR = r"-?(?:[1-9]\d{4,9}|\d{4})"
_DATE = regex.compile(rf"({_YEAR})-(\d\d)-(\d\d){_ZONE}", regex.ASCII)
_DATETIME = regex.compile(
    rf"({_YEAR})-(\d\d)-(\d\d)T(?:(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?|24:00:00(?:\.0+)?){_ZONE}", regex.ASCII
)
_YEAR_MONTH = regex.compile(rf"({_YEAR})-(0[1-9]|1[0-2]){_ZONE}", regex.ASCII)
_G_YEAR = regex.compile(rf"({_YEAR}){_ZONE}", regex.ASCII)
_OTHERS = {
    "boolean": regex.compile(r"true|false|1|0"),
    "gMonthDay": regex.compile(rf"--(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]){_ZONE}", regex.ASCII),
    "duration": regex.compile(
        r"-?P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?", regex.ASCII
    ),
    "time": regex.compile(rf"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?{_ZONE}", regex.ASCII),
    "anyURI": regex.compile(r"[^\s<>\"{}|\\^`]+"),
    "language": regex.compile(r"[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*"),
    "token": regex.compile(r"\S+(?: \S+)*"),
}


def local_datatype(datatype: str) -> str:
    """The local name of a datatype written as ``xsd:date``, as a full IRI, or under a common other name."""
    name = regex.split(r"[#/:]", datatype.strip().strip("<>"))[-1]
    return name if name in DATATYPES else _ALIASES.get(name.casefold(), name)


def infer_datatype(value: str) -> str:
    """The datatype of a value that was given without one."""
    for datatype in ("date", "gYearMonth", "integer", "decimal"):
        if _valid(value, datatype):
            return datatype
    return "string"


def _valid(value: str, datatype: str) -> bool:
    if datatype in _INTEGERS:
        return bool(_INTEGER.fullmatch(value)) and len(value) <= MAX_DIGITS and _in_range(int(value), datatype)
    if datatype in ("date", "dateTime"):
        match = (_DATE if datatype == "date" else _DATETIME).fullmatch(value)
        return match is not None and _real_day(int(match[1]), int(match[2]), int(match[3]))
    if datatype == "string":
        return True
    if datatype in _DECIMALS:
        expression = _DECIMAL if datatype == "decimal" else _DOUBLE
        return len(value) <= 2 * MAX_DIGITS and bool(expression.fullmatch(value)) and _is_bounded(Decimal(value))
    expression = {"gYear": _G_YEAR, "gYearMonth": _YEAR_MONTH}.get(datatype) or _OTHERS[datatype]
    return expression.fullmatch(value) is not None


def _is_bounded(number: Decimal) -> bool:
    """Whether the number lies in the range of a double (about 1e±308): what is beyond has no exact arithmetic here."""
    return not number.is_finite() or number.is_zero() or -324 <= number.adjusted() <= 308


def _in_range(value: int, datatype: str) -> bool:
    if datatype in _SIGNED_BITS:
        limit = 1 << (_SIGNED_BITS[datatype] - 1)
        return -limit <= value < limit
    if datatype in _UNSIGNED_BITS:
        return 0 <= value < 1 << _UNSIGNED_BITS[datatype]
    limits = {
        "nonNegativeInteger": value >= 0,
        "positiveInteger": value > 0,
        "nonPositiveInteger": value <= 0,
        "negativeInteger": value < 0,
    }
    return limits.get(datatype, True)


def _real_day(year: int, month: int, day: int) -> bool:
    if not 1 <= month <= 12:
        return False
    same_calendar_year = 2000 + year % 400
    return 1 <= day <= calendar.monthrange(same_calendar_year, month)[1]


def canonical(value: str, datatype: str | None) -> Lexical | None:
    """The value as a valid lexical form, or ``None`` where it is not one and cannot safely be made one.

    Put right are: the datatype's spelling, white space, short years (``800``), unpadded months, thousands separators,
    a time after a date, a date of lower precision than its datatype says (``date`` "1986-01": a ``gYearMonth``), and a
    date in words that can be read in one way only.
    """
    kind = infer_datatype(value.strip()) if datatype is None else local_datatype(datatype)
    if kind not in DATATYPES:
        return None
    if kind == "string":
        return Lexical(value, kind) if value.strip() else None
    text = value.strip()
    if _valid(text, kind):
        return Lexical(text, kind)
    if kind in _DATES:
        return _fixed_date(text, kind)
    if kind in _INTEGERS | _DECIMALS:
        return _fixed_number(text, kind)
    return None


_LOOSE_DATE = regex.compile(rf"([+-]?\d{{1,9}})(?:[-/.](\d\d?)(?:[-/.](\d\d?)(?:[T ][\d:.]*{_ZONE})?)?)?", regex.ASCII)


def _fixed_date(text: str, kind: str) -> Lexical | None:
    match = _LOOSE_DATE.fullmatch(text)
    if match and len(match[1].lstrip("+-")) >= 3:
        date = PartialDate(*(int(group) if group and int(group) else None for group in match.groups()))
        if date.year is None:
            date = PartialDate(0, date.month, date.day)
    else:
        firm = dates_in(text).firm
        if len(firm) != 1 or dates_in(text).soft or dates_in(text).ranges:
            return None
        (date,) = firm
    form = _form(date)
    if form is None or not _valid(*form) or (kind == "gYear" and form[1] != "gYear"):
        return None
    return Lexical(form[0], form[1], f"{text!r} as {kind} written as {form[0]} ({form[1]})")


def _form(date: PartialDate) -> tuple[str, str] | None:
    if date.year is None:
        return None
    year = f"{'-' if date.year < 0 else ''}{abs(date.year):04d}"
    if date.month is None:
        return (year, "gYear") if date.day is None else None
    if date.day is None:
        return f"{year}-{date.month:02d}", "gYearMonth"
    return f"{year}-{date.month:02d}-{date.day:02d}", "date"


def _fixed_number(text: str, kind: str) -> Lexical | None:
    found = numbers_in(text)
    if len(found.firm) != 1 or regex.search(r"[^\d.,'’\s%+-]", ascii_digits(text)):
        return None
    (number,) = found.firm
    form = f"{number:f}"
    if kind in _INTEGERS and number == number.to_integral_value():
        form = f"{number.to_integral_value():f}"
    return Lexical(form, kind, f"{text!r} written as {form}") if _valid(form, kind) else None


# -- agreement -------------------------------------------------------------------------------------------


def agreement(value: str, datatype: str, quotes: Sequence[str]) -> Agreement:
    """How the value stands to its quotes, taken together.

    ``datatype`` is a local name of XML Schema, ``value`` a valid lexical form of it.  A year agrees with a fuller date
    (1986 from "January 1986"); a date whose quote gives only its year is not supported, and contradicted only where the
    year differs.  275 BC is the gYear -0274 (XML Schema 1.1 has a year 0000); -0275, right under XML Schema 1.0, agrees
    as well.
    """
    if datatype in _INTEGERS | _DECIMALS:
        return _number_agreement(value, quotes)
    if datatype in _DATES or datatype == "gMonthDay":
        return _date_agreement(value, quotes)
    if datatype == "time" and _valid(value, datatype):
        return _time_agreement(value, quotes)
    if datatype == "boolean" and value in _SAYS:
        return _boolean_agreement(value, quotes)
    return Agreement.SILENT


def contradicts(value: str, datatype: str, quote: str) -> bool:
    """Whether the quote holds a number or date of the value's kind and none that fits the value."""
    return agreement(value, datatype, (quote,)) is Agreement.CONTRADICTS


def _number_agreement(value: str, quotes: Sequence[str]) -> Agreement:
    try:
        number = Decimal(value) if len(value) <= 2 * MAX_DIGITS else None
    except InvalidOperation:
        number = None
    found = [numbers_in(quote) for quote in quotes]
    if number is None or not number.is_finite() or not _is_bounded(number):
        says_another = number is not None and any(one.firm for one in found)
        return Agreement.CONTRADICTS if says_another else Agreement.SILENT
    if any(number in one.firm or number in one.soft for one in found):
        return Agreement.AGREES
    firm = {reading for one in found for reading in one.firm}
    excused = any(number in one.derived for one in found) or any(_rounds(reading, number) for reading in firm)
    return Agreement.CONTRADICTS if firm and not excused else Agreement.SILENT


def _rounds(reading: Decimal, value: Decimal) -> bool:
    """Whether the value is the reading rounded or cut off: 302 or 302.5 for 302.47."""
    unit, off = _last_place(value), abs(reading) - abs(value)
    return value * reading >= 0 and (0 <= off < unit or 0 <= -off <= unit / 2)


def _last_place(value: Decimal) -> Decimal:
    exponent = value.normalize().as_tuple().exponent
    return Decimal(1).scaleb(exponent) if isinstance(exponent, int) and value != int(value) else Decimal(1)


_CLOCK = regex.compile(
    r"(?<![\d:.,])(\d{1,2})(?:[:.](\d\d)(?:[:.](\d\d))?)?\s?([ap])\.?m\b|(?<![\d:.,])(\d{1,2}):(\d\d)(?::(\d\d))?(?![\d:])"
)


def _times_in(quote: str) -> set[tuple[int, int, int]]:
    """Hours, minutes and seconds that the quote gives; without "am" or "pm" an hour up to 12 is of either half."""
    times: set[tuple[int, int, int]] = set()
    for match in _CLOCK.finditer(ascii_digits(quote[:MAX_QUOTE]).casefold()):
        hour, minute, second = (int(match[group] or match[group + 4] or 0) for group in (1, 2, 3))
        halves = (0, 12) if match[4] is None and hour <= 12 else (12 if match[4] == "p" else 0,)
        times |= {(hour, minute, second)} if match[4] is None else set()
        times |= {(hour % 12 + half, minute, second) for half in halves if hour <= 12}
    return times


def _time_agreement(value: str, quotes: Sequence[str]) -> Agreement:
    times = set().union(*map(_times_in, quotes))
    hour, minute, second = int(value[:2]), int(value[3:5]), int(value[6:8])
    if (hour, minute, second) in times:
        return Agreement.AGREES
    near = any(time[:2] == (hour, minute) and not time[2] for time in times)
    return Agreement.CONTRADICTS if times and not near else Agreement.SILENT


_SAYS = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}


def _boolean_agreement(value: str, quotes: Sequence[str]) -> Agreement:
    """Only a quote that is nothing but true, false, yes or no tells."""
    said = {_SAYS.get(quote.strip(" .,;!'\"").casefold()) for quote in quotes} - {None}
    if not said:
        return Agreement.SILENT
    return Agreement.AGREES if _SAYS[value] in said else Agreement.CONTRADICTS


def typed_date(value: str) -> PartialDate | None:
    """The fields of a date, dateTime, gYear, gYearMonth or gMonthDay in its lexical form."""
    if _OTHERS["gMonthDay"].fullmatch(value):
        return PartialDate(None, int(value[2:4]), int(value[5:7]))
    match = regex.match(rf"({_YEAR})(?:-(\d\d)(?!:)(?:-(\d\d))?)?", value)
    return None if match is None else PartialDate(*(None if group is None else int(group) for group in match.groups()))


def _date_agreement(value: str, quotes: Sequence[str]) -> Agreement:
    date = typed_date(value)
    if date is None:
        return Agreement.SILENT
    found = [dates_in(quote) for quote in quotes]
    if len(quotes) > 1:
        found.append(dates_in(" ; ".join(quotes)))
    readings = {reading for one in found for reading in one.firm | one.soft}
    if any(reading.covers(date) for reading in readings):
        return Agreement.AGREES
    ranges = {span for one in found for span in one.ranges}
    if not ranges and not any(one.firm for one in found):
        return Agreement.SILENT
    open_reading = any(not reading.conflicts(date) for reading in readings)
    inside = date.year is not None and any(date.year in span for span in ranges)
    return Agreement.SILENT if open_reading or inside else Agreement.CONTRADICTS
