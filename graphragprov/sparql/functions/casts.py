"""Casts by the constructor functions of XML Schema (https://www.w3.org/TR/sparql12-query/#FunctionMapping).

Numbers, booleans, strings, dates, times and durations as XPath's casting table has them
(https://www.w3.org/TR/xpath-functions-31/#casting), and the integer types with a range.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import cast

from ...terms import URIRef, literal
from ..numbers import (
    INTEGER_RANGES,
    ExpressionError,
    Number,
    Single,
    decimal_text,
    integer_text,
    is_nonzero,
    is_number,
    plain_text,
    single,
    to_decimal,
    to_double,
)
from ..temporal import Duration, Timestamp
from ..values import XSD_NAMESPACE, LanguageString, OpaqueLiteral, Operand, Value, parse_typed
from .registry import Function

__all__ = ["FUNCTIONS"]


def _parsed(value: Value, name: str) -> Value:
    """A string read as the type; an error for anything else."""
    if type(value) is str:
        parsed = parse_typed(value.strip(" \t\r\n"), XSD_NAMESPACE + name)
        if parsed is not None:
            return parsed
    raise ExpressionError(f"no xsd:{name} can be made of this value")


def to_string(value: Value) -> str:
    """The text of an IRI or the canonical lexical form of a literal."""
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return integer_text(value)
        case Decimal():
            return decimal_text(value, whole=True)
        case float() | Single():
            return plain_text(value)
        case LanguageString():
            return value.value
        case Timestamp() | Duration():
            return value.lexical()
        case OpaqueLiteral():
            return str(value.term)
        case _ if isinstance(value, URIRef) or type(value) is str:
            return str(value)
        case _:
            raise ExpressionError("no xsd:string can be made of this value")


def to_boolean(value: Value) -> Value:
    """Numbers are true unless 0 or NaN; strings are read."""
    if type(value) is bool:
        return value
    if is_number(value):
        return is_nonzero(cast(Number, value))
    return _parsed(value, "boolean")


def _number(value: Value) -> Number | None:
    if type(value) is bool:
        return int(value)
    return cast(Number, value) if is_number(value) else None


def double(value: Value) -> Value:
    """The nearest double."""
    number = _number(value)
    return _parsed(value, "double") if number is None else to_double(number)


def float_(value: Value) -> Value:
    """The nearest single-precision number."""
    number = _number(value)
    return _parsed(value, "float") if number is None else single(to_double(number))


def decimal(value: Value) -> Value:
    """The decimal; of a double that of its shortest digits."""
    number = _number(value)
    return _parsed(value, "decimal") if number is None else to_decimal(number)


def integer(value: Value) -> Value:
    """The whole part of a number."""
    number = _number(value)
    if number is None:
        return _parsed(value, "integer")
    if isinstance(number, float | Single):
        exact = to_double(number)
        if not math.isfinite(exact):
            raise ExpressionError("NaN and INF are no integers")
        return math.trunc(exact)
    return int(number)


def _bounded_integer(name: str) -> Callable[[Value], Operand]:
    low, high = INTEGER_RANGES[name]

    def cast_to(value: Value) -> Operand:
        number = cast(int, integer(value))
        if (low is not None and number < low) or (high is not None and number > high):
            raise ExpressionError(f"{number} is no xsd:{name}")
        return literal(integer_text(number), XSD_NAMESPACE + name)

    return cast_to


_TAKEN_FROM = {
    "dateTime": ("dateTime", "date"),
    "date": ("date", "dateTime"),
    "time": ("time", "dateTime"),
    "gYearMonth": ("gYearMonth", "dateTime", "date"),
    "gYear": ("gYear", "dateTime", "date"),
}


def _timestamp(kind: str) -> Callable[[Value], Operand]:
    def cast_to(value: Value) -> Operand:
        if not isinstance(value, Timestamp):
            return _parsed(value, kind)
        if value.kind not in _TAKEN_FROM[kind]:
            raise ExpressionError(f"no xsd:{kind} can be made of an xsd:{value.kind}")
        if kind == "time":
            return replace(value, kind=kind, year=1, month=1, day=1)
        return replace(
            value,
            kind=kind,
            month=1 if kind == "gYear" else value.month,
            day=1 if kind in ("gYear", "gYearMonth") else value.day,
            seconds=value.seconds if kind == "dateTime" else 0,
        )

    return cast_to


def _duration(kind: str) -> Callable[[Value], Operand]:
    def cast_to(value: Value) -> Operand:
        if not isinstance(value, Duration):
            return _parsed(value, kind)
        months = 0 if kind == "dayTimeDuration" else value.months
        seconds = 0 if kind == "yearMonthDuration" else value.seconds
        return Duration(kind, months, seconds)

    return cast_to


_CASTS: dict[str, Callable[[Value], Operand]] = {
    "string": to_string,
    "boolean": to_boolean,
    "double": double,
    "float": float_,
    "decimal": decimal,
    **{name: _bounded_integer(name) for name in INTEGER_RANGES},
    "integer": integer,
    **{kind: _timestamp(kind) for kind in _TAKEN_FROM},
    **{kind: _duration(kind) for kind in ("duration", "dayTimeDuration", "yearMonthDuration")},
}

FUNCTIONS: dict[str, Function] = {XSD_NAMESPACE + name: Function(call, 1, 1) for name, call in _CASTS.items()}
"""The constructor functions by IRI."""
