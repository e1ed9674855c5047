"""Dates, times and durations of XML Schema 1.1, exact and without bounds on the year.

A :class:`Timestamp` is the seven-property model (https://www.w3.org/TR/xmlschema11-2/#theSevenPropertyModel) of the
types that name a stretch of the timeline: ``dateTime`` a point, ``date``, ``gYearMonth`` and ``gYear`` a span, and
``time`` a point of any day.  The calendar is the proleptic Gregorian one with a year 0.

Order follows XML Schema: a timestamp without a timezone lies within ±14 hours of the same one in UTC, so comparing it
with one that has a timezone may be undecided.  As an extension, timestamps of different precision are ordered where the
whole of one span lies before the other (``"1986"^^xsd:gYear < "1990-05-01"^^xsd:date``), else undecided.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

import regex

__all__ = ["Duration", "Seconds", "Timestamp", "parse_duration", "parse_timestamp"]

Seconds: TypeAlias = int | Fraction
"""An exact number of seconds."""

DAY = 86_400
_TIMEZONE_RANGE = 14 * 3600
_MONTH_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

# -- the calendar ---------------------------------------------------------------------------------------


def is_leap(year: int) -> bool:
    """Whether the proleptic Gregorian year has a 29 February."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in_month(year: int, month: int) -> int:
    """The number of days of a month (1 to 12)."""
    return 29 if month == 2 and is_leap(year) else _MONTH_DAYS[month - 1]


def day_number(year: int, month: int, day: int) -> int:
    """Days from 0001-01-01 (day 0), for any year."""
    before = year - 1
    days = before * 365 + before // 4 - before // 100 + before // 400
    days += sum(_MONTH_DAYS[: month - 1]) + (1 if month > 2 and is_leap(year) else 0)
    return days + day - 1


def civil(number: int) -> tuple[int, int, int]:
    """Year, month and day of a day number; the inverse of :func:`day_number`."""
    cycles, rest = divmod(number, 146_097)
    centuries = min(rest // 36_524, 3)
    rest -= centuries * 36_524
    fours, rest = divmod(rest, 1_461)
    ones = min(rest // 365, 3)
    rest -= ones * 365
    year = cycles * 400 + centuries * 100 + fours * 4 + ones + 1
    month = 1
    while rest >= days_in_month(year, month):
        rest -= days_in_month(year, month)
        month += 1
    return year, month, rest + 1


# -- text ---------------------------------------------------------------------------------------------------


def parse_seconds(text: str) -> Seconds:
    """The exact value of ``12`` or ``12.340``."""
    whole, _, fraction = text.partition(".")
    digits = fraction.rstrip("0")
    if not digits:
        return int(whole or "0")
    return int(whole or "0") + Fraction(int(digits), 10 ** len(digits))


def format_seconds(seconds: Seconds, width: int = 1) -> str:
    """Non-negative seconds as a decimal number without superfluous zeros; at most 18 digits after the point."""
    whole, rest = divmod(Fraction(seconds), 1)
    if rest.denominator == 1:
        return f"{whole:0{width}d}"
    digits = 0
    while digits < 18 and 10**digits % rest.denominator:
        digits += 1
    scaled = round(rest * 10**digits)
    if scaled == 10**digits:
        return f"{whole + 1:0{width}d}"
    return f"{whole:0{width}d}.{scaled:0{digits}d}".rstrip("0")


def format_offset(minutes: int | None) -> str:
    """A timezone as XML Schema writes it: ``Z``, ``-05:00`` or nothing."""
    if minutes is None:
        return ""
    if minutes == 0:
        return "Z"
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"


# -- timestamps -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Timestamp:
    """A value of ``xsd:dateTime``, ``date``, ``time``, ``gYearMonth`` or ``gYear`` (``kind``).

    ``month`` and ``day`` are 1 where the kind has none, ``seconds`` are those since midnight, ``offset`` is the
    timezone in minutes east of UTC or ``None``.
    """

    kind: str
    year: int
    month: int = 1
    day: int = 1
    seconds: Seconds = 0
    offset: int | None = None

    @property
    def start(self) -> Seconds:
        """Seconds from 0001-01-01T00:00:00Z to its first moment (read as UTC where there is no timezone)."""
        return day_number(self.year, self.month, self.day) * DAY + self.seconds - (self.offset or 0) * 60

    @property
    def length(self) -> int:
        """How many seconds it covers; 0 for a point."""
        match self.kind:
            case "date":
                return DAY
            case "gYearMonth":
                return DAY * days_in_month(self.year, self.month)
            case "gYear":
                return DAY * (366 if is_leap(self.year) else 365)
            case _:
                return 0

    @property
    def is_time(self) -> bool:
        """Whether it is a time of day, which has no place on the timeline."""
        return self.kind == "time"

    def lexical(self) -> str:
        """The canonical lexical form (the timezone is kept)."""
        sign = "-" if self.year < 0 else ""
        year = f"{sign}{abs(self.year):04d}"
        hours, rest = divmod(self.seconds, 3600)
        minutes, seconds = divmod(rest, 60)
        clock = f"{int(hours):02d}:{int(minutes):02d}:{format_seconds(seconds, 2)}"
        date = f"{year}-{self.month:02d}-{self.day:02d}"
        text = {
            "dateTime": f"{date}T{clock}",
            "date": date,
            "time": clock,
            "gYearMonth": f"{year}-{self.month:02d}",
            "gYear": year,
        }[self.kind]
        return text + format_offset(self.offset)

    def order(self, other: Timestamp) -> int | None:
        """-1, 0 or 1 as it is before, the same as, or after ``other``; ``None`` where that is undecided.

        Timestamps of different kinds are never the same. A time of day compares with times of day only (the caller
        sees to that).
        """
        slack = 0 if (self.offset is None) == (other.offset is None) else _TIMEZONE_RANGE
        if self.kind == other.kind:
            gap = self.start - other.start
            if slack and -slack <= gap <= slack:
                return None
            return (gap > 0) - (gap < 0)
        if _wholly_before(self, other, slack):
            return -1
        return 1 if _wholly_before(other, self, slack) else None

    def equals(self, other: Timestamp) -> bool | None:
        """Whether both are the same value; ``None`` where a missing timezone leaves it undecided."""
        if self.kind != other.kind:
            return False
        order = self.order(other)
        return None if order is None else order == 0

    def plus(self, months: int, seconds: Seconds) -> Timestamp:
        """This timestamp moved by months, then by seconds (https://www.w3.org/TR/xmlschema11-2/#sec-dt-arith)."""
        year, month = divmod(self.year * 12 + self.month - 1 + months, 12)
        day = min(self.day, days_in_month(year, month + 1))
        days, clock = divmod(day_number(year, month + 1, day) * DAY + self.seconds + seconds, DAY)
        if self.is_time:
            return replace(self, seconds=clock)
        year, month, day = civil(int(days))
        return replace(self, year=year, month=month, day=day, seconds=clock if self.kind == "dateTime" else 0)

    def minus(self, other: Timestamp) -> Seconds | None:
        """Seconds from ``other`` to this; ``None`` where only one of both has a timezone."""
        if (self.offset is None) != (other.offset is None):
            return None
        return self.start - other.start


def _wholly_before(left: Timestamp, right: Timestamp, slack: int) -> bool:
    gap = right.start - (left.start + left.length) - slack
    return gap >= 0 if left.length else gap > 0


_OFFSET = r"(?P<offset>Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))?"
_YEAR = r"(?P<year>-?(?:[1-9][0-9]{3,99}|0[0-9]{3}))"
_MONTH = r"(?P<month>0[1-9]|1[0-2])"
_DATE = _YEAR + "-" + _MONTH + r"-(?P<day>0[1-9]|[12][0-9]|3[01])"
_CLOCK = (
    r"(?P<hours>[01][0-9]|2[0-3]):(?P<minutes>[0-5][0-9]):(?P<seconds>[0-5][0-9](?:\.[0-9]{1,99})?)"
    r"|(?P<midnight>24:00:00(?:\.0{1,99})?)"
)
_PATTERNS = {
    "dateTime": regex.compile(f"{_DATE}T(?:{_CLOCK}){_OFFSET}"),
    "date": regex.compile(_DATE + _OFFSET),
    "time": regex.compile(f"(?:{_CLOCK}){_OFFSET}"),
    "gYearMonth": regex.compile(f"{_YEAR}-{_MONTH}{_OFFSET}"),
    "gYear": regex.compile(_YEAR + _OFFSET),
}


def _parse_offset(text: str | None) -> int | None:
    if text is None:
        return None
    if text == "Z":
        return 0
    minutes = int(text[1:3]) * 60 + int(text[4:6])
    return -minutes if text[0] == "-" else minutes


def parse_timestamp(kind: str, text: str) -> Timestamp | None:
    """The timestamp of a lexical form of ``kind`` (a local name of XML Schema), or ``None`` where it is none."""
    match = _PATTERNS[kind].fullmatch(text)
    if match is None:
        return None
    parts = match.groupdict()
    year, month, day = int(parts.get("year") or 1), int(parts.get("month") or 1), int(parts.get("day") or 1)
    if day > days_in_month(year, month):
        return None
    seconds: Seconds = 0
    if parts.get("seconds"):
        seconds = int(parts["hours"]) * 3600 + int(parts["minutes"]) * 60 + parse_seconds(parts["seconds"])
    stamp = Timestamp(kind, year, month, day, seconds, _parse_offset(parts["offset"]))
    return stamp.plus(0, DAY) if parts.get("midnight") else stamp


# -- durations ------------------------------------------------------------------------------------------------------

_REFERENCES = tuple(
    Timestamp("dateTime", year, month, 1, 0, 0) for year, month in ((1696, 9), (1697, 2), (1903, 3), (1903, 7))
)


@dataclass(frozen=True, slots=True)
class Duration:
    """A value of ``xsd:duration``, ``dayTimeDuration`` or ``yearMonthDuration`` (``kind``).

    Months and seconds never have opposite signs.
    """

    kind: str
    months: int
    seconds: Seconds

    def order(self, other: Duration) -> int | None:
        """-1, 0 or 1, or ``None`` where months of different lengths leave it undecided.

        XML Schema compares what four reference dates become (https://www.w3.org/TR/xmlschema11-2/#duration-order).
        """
        if self.months == other.months:
            return (self.seconds > other.seconds) - (self.seconds < other.seconds)
        if self.seconds == other.seconds:
            return (self.months > other.months) - (self.months < other.months)
        signs = set()
        for reference in _REFERENCES:
            left, right = (reference.plus(each.months, each.seconds).start for each in (self, other))
            signs.add((left > right) - (left < right))
        return signs.pop() if len(signs) == 1 else None

    def equals(self, other: Duration) -> bool:
        """Whether both are the same value, whatever their types."""
        return self.months == other.months and self.seconds == other.seconds

    def lexical(self) -> str:
        """The canonical lexical form, ``-P1Y2M3DT4H5M6.7S``."""
        years, months = divmod(abs(self.months), 12)
        minutes, seconds = divmod(abs(Fraction(self.seconds)), 60)
        hours, minutes = divmod(int(minutes), 60)
        days, hours = divmod(hours, 24)
        date = "".join(f"{n}{unit}" for n, unit in ((years, "Y"), (months, "M"), (days, "D")) if n)
        clock = "".join(f"{n}{unit}" for n, unit in ((hours, "H"), (minutes, "M")) if n)
        if seconds:
            clock += format_seconds(seconds) + "S"
        if not date and not clock:
            return "P0M" if self.kind == "yearMonthDuration" else "PT0S"
        sign = "-" if self.months < 0 or self.seconds < 0 else ""
        return f"{sign}P{date}{'T' if clock else ''}{clock}"


_N = "[0-9]{1,99}"
_DURATION = regex.compile(
    rf"(?P<sign>-)?P(?=[0-9T])(?:(?P<years>{_N})Y)?(?:(?P<months>{_N})M)?(?:(?P<days>{_N})D)?"
    rf"(?P<clock>T(?=[0-9])(?:(?P<hours>{_N})H)?(?:(?P<minutes>{_N})M)?(?:(?P<seconds>{_N}(?:\.{_N})?)S)?)?"
)


def parse_duration(kind: str, text: str) -> Duration | None:
    """The duration of a lexical form of ``kind`` (a local name of XML Schema), or ``None`` where it is none."""
    match = _DURATION.fullmatch(text)
    if match is None:
        return None
    parts = match.groupdict()
    has_months = parts["years"] is not None or parts["months"] is not None
    has_seconds = parts["days"] is not None or parts["clock"] is not None
    if (kind == "dayTimeDuration" and has_months) or (kind == "yearMonthDuration" and has_seconds):
        return None
    months = int(parts["years"] or 0) * 12 + int(parts["months"] or 0)
    minutes = (int(parts["days"] or 0) * 24 + int(parts["hours"] or 0)) * 60 + int(parts["minutes"] or 0)
    seconds = minutes * 60 + parse_seconds(parts["seconds"] or "0")
    sign = -1 if parts["sign"] else 1
    return Duration(kind, sign * months, sign * seconds)
