"""Functions on dates and times (https://www.w3.org/TR/sparql12-query/#func-date-time).

Extension: YEAR, MONTH and DAY also take ``xsd:date``, and ``xsd:gYearMonth`` and ``xsd:gYear`` as far as these have the
part; HOURS, MINUTES and SECONDS also take ``xsd:time``; TIMEZONE and TZ take all of them.
"""

from __future__ import annotations

from ...terms import XSD, literal
from ..numbers import ExpressionError
from ..temporal import Duration, Timestamp, format_offset, format_seconds
from ..values import Operand, Value
from .registry import Environment, Function

__all__ = ["FUNCTIONS"]

_DATES = ("dateTime", "date")


def _stamp(value: Value, *kinds: str) -> Timestamp:
    if isinstance(value, Timestamp) and (not kinds or value.kind in kinds):
        return value
    raise ExpressionError("a date or time that has this part is needed")


def year(value: Value) -> int:
    """The year; negative before the year 0."""
    return _stamp(value, *_DATES, "gYearMonth", "gYear").year


def month(value: Value) -> int:
    """The month, 1 to 12."""
    return _stamp(value, *_DATES, "gYearMonth").month


def day(value: Value) -> int:
    """The day of the month."""
    return _stamp(value, *_DATES).day


def hours(value: Value) -> int:
    """The hours, 0 to 23."""
    return int(_stamp(value, "dateTime", "time").seconds // 3600)


def minutes(value: Value) -> int:
    """The minutes, 0 to 59."""
    return int(_stamp(value, "dateTime", "time").seconds // 60 % 60)


def seconds(value: Value) -> Operand:
    """The seconds with their fraction, an ``xsd:decimal``."""
    return literal(format_seconds(_stamp(value, "dateTime", "time").seconds % 60), str(XSD) + "decimal")


def timezone(value: Value) -> Duration:
    """The timezone as an ``xsd:dayTimeDuration``; an error where there is none."""
    offset = _stamp(value).offset
    if offset is None:
        raise ExpressionError("there is no timezone")
    return Duration("dayTimeDuration", 0, offset * 60)


def tz(value: Value) -> str:
    """The timezone as it is written, ``""`` where there is none."""
    return format_offset(_stamp(value).offset)


def now(environment: Environment) -> Operand:
    """The time of the query, the same throughout it."""
    return environment.now


FUNCTIONS: dict[str, Function] = {
    "YEAR": Function(year, 1, 1),
    "MONTH": Function(month, 1, 1),
    "DAY": Function(day, 1, 1),
    "HOURS": Function(hours, 1, 1),
    "MINUTES": Function(minutes, 1, 1),
    "SECONDS": Function(seconds, 1, 1),
    "TIMEZONE": Function(timezone, 1, 1),
    "TZ": Function(tz, 1, 1),
    "NOW": Function(now, 0, 0, in_environment=True),
}
