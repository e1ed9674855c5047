"""Operators on values: effective boolean value, equality, order, arithmetic.

https://www.w3.org/TR/sparql12-query/#OperatorMapping, with the arithmetic of dates and durations of XPath
(https://www.w3.org/TR/xpath-functions-31/#durations-dates-times).
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any, cast

from ..terms import BNode, TripleTerm, URIRef
from .numbers import ExpressionError, Number, Single, arithmetic, compare_numbers, is_nonzero, is_number, to_double
from .temporal import Duration, Timestamp
from .values import LanguageString, OpaqueLiteral, Value, same_term, value_of

__all__ = ["calculate", "compare", "effective_boolean_value", "equals", "negate"]

_ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}

_LARGEST = 10**120
"""Beyond it, months, seconds and years overflow."""

# -- truth -------------------------------------------------------------------------------------------------


def effective_boolean_value(value: Value) -> bool:
    """Booleans are themselves, strings true unless empty, numbers true unless 0 or NaN; an error for the rest."""
    kind = type(value)
    if kind is bool:
        return cast(bool, value)
    if kind is str:
        return value != ""
    if is_number(value):
        return is_nonzero(cast(Number, value))
    raise ExpressionError("no effective boolean value")


# -- equality and order ------------------------------------------------------------------------------------------


def _equal_triples(left: TripleTerm, right: TripleTerm) -> bool:
    """Component by component; a difference counts even where another component is an error."""
    error: ExpressionError | None = None
    pairs = ((left.subject, right.subject), (left.predicate, right.predicate), (left.object, right.object))
    for ours, theirs in pairs:
        try:
            if not equals(value_of(ours), value_of(theirs)):
                return False
        except ExpressionError as caught:
            error = caught
    if error is not None:
        raise error
    return True


def _equal_opaque(left: Value, right: Value) -> bool:
    """A literal of unknown value equals itself, differs from what is no datatyped literal, else nobody knows."""
    if isinstance(left, OpaqueLiteral) and isinstance(right, OpaqueLiteral) and same_term(left.term, right.term):
        return True
    if isinstance(left, LanguageString | URIRef | BNode | TripleTerm):
        return False
    if isinstance(right, LanguageString | URIRef | BNode | TripleTerm):
        return False
    raise ExpressionError("the values of these literals are not known")


def _known(answer: bool | None) -> bool:
    if answer is None:
        raise ExpressionError("undecided: a timezone is missing")
    return answer


def equals(left: Value, right: Value) -> bool:
    """``=``: the same value, or the same term. An error where the values are not known."""
    if is_number(left) and is_number(right):
        return compare_numbers(operator.eq, cast(Number, left), cast(Number, right))
    if isinstance(left, OpaqueLiteral) or isinstance(right, OpaqueLiteral):
        return _equal_opaque(left, right)
    if type(left) is not type(right):
        return False
    match left, right:
        case LanguageString(), LanguageString():
            return left.value == right.value and left.tag == right.tag
        case Timestamp(), Timestamp():
            return _known(left.equals(right))
        case Duration(), Duration():
            return left.equals(right)
        case TripleTerm(), TripleTerm():
            return _equal_triples(left, right)
        case _:
            return left == right


def _order(left: Value, right: Value) -> int:
    order: int | None = None
    match left, right:
        case Timestamp(), Timestamp() if left.is_time == right.is_time:
            order = left.order(right)
        case Duration(), Duration():
            order = left.order(right)
        case _:
            raise ExpressionError("these values have no order")
    if order is None:
        raise ExpressionError("the order of these values is undecided")
    return order


def compare(sign: str, left: Value, right: Value) -> bool:
    """``left sign right`` with sign one of ``= != < > <= >=``; an error where it is not defined or not decided."""
    if sign == "=":
        return equals(left, right)
    if sign == "!=":
        return not equals(left, right)
    if is_number(left) and is_number(right):
        return compare_numbers(_ORDER[sign], cast(Number, left), cast(Number, right))
    if type(left) is type(right) and type(left) in (str, bool):
        return _ORDER[sign](left, right)
    return _ORDER[sign](_order(left, right), 0)


# -- arithmetic ---------------------------------------------------------------------------------------------------


def negate(value: Value) -> Value:
    """``- value`` of a number."""
    if isinstance(value, Decimal):
        return value.copy_negate() if value else value
    if isinstance(value, Single):
        return Single(-value.value)
    if is_number(value):
        return -cast(float, value)
    raise ExpressionError("only numbers can be negated")


def _duration(kind: str, months: int, seconds: int | Fraction) -> Duration:
    if not (-_LARGEST < months < _LARGEST and -_LARGEST < seconds < _LARGEST):
        raise ExpressionError("duration overflow")
    if (months > 0 > seconds) or (months < 0 < seconds):
        raise ExpressionError("a duration of mixed signs")
    return Duration(kind, months, seconds)


def _move(stamp: Timestamp, duration: Duration, sign: int) -> Timestamp:
    if stamp.kind not in ("dateTime", "date", "time") or (stamp.is_time and duration.months):
        raise ExpressionError(f"xsd:{stamp.kind} and xsd:{duration.kind} do not add")
    moved = stamp.plus(sign * duration.months, sign * duration.seconds)
    if abs(moved.year) > _LARGEST:
        raise ExpressionError("date overflow")
    return moved


def _elapsed(later: Timestamp, earlier: Timestamp) -> Duration:
    if later.kind != earlier.kind or later.kind not in ("dateTime", "date", "time"):
        raise ExpressionError(f"xsd:{later.kind} and xsd:{earlier.kind} do not subtract")
    seconds = later.minus(earlier)
    if seconds is None:
        raise ExpressionError("undecided: a timezone is missing")
    return _duration("dayTimeDuration", 0, seconds)


def _combine(left: Duration, right: Duration, sign: int) -> Duration:
    if left.kind != right.kind:
        raise ExpressionError(f"xsd:{left.kind} and xsd:{right.kind} do not add")
    return _duration(left.kind, left.months + sign * right.months, left.seconds + sign * right.seconds)


def _scale(duration: Duration, factor: Number, *, divide: bool = False) -> Duration:
    number = to_double(factor) if isinstance(factor, float | Single) else factor
    if duration.kind == "duration" or not math.isfinite(number) or (divide and not number):
        raise ExpressionError("a duration cannot be scaled like this")
    exact = 1 / Fraction(number) if divide else Fraction(number)
    months = math.floor(duration.months * exact + Fraction(1, 2))
    return _duration(duration.kind, months, duration.seconds * exact)


def _ratio(left: Duration, right: Duration) -> Number:
    if left.kind != right.kind or left.kind == "duration":
        raise ExpressionError("these durations have no ratio")
    ours, theirs = Fraction(left.months or left.seconds), Fraction(right.months or right.seconds)
    return arithmetic("/", ours.numerator * theirs.denominator, ours.denominator * theirs.numerator)


def calculate(sign: str, left: Value, right: Value) -> Value:
    """``left sign right`` with sign one of ``+ - * /``: numbers, dates and durations; an error for the rest."""
    if is_number(left) and is_number(right):
        return arithmetic(sign, cast(Number, left), cast(Number, right))
    match sign, left, right:
        case "-", Timestamp(), Timestamp():
            return _elapsed(left, right)
        case "+" | "-", Timestamp(), Duration():
            return _move(left, right, 1 if sign == "+" else -1)
        case "+", Duration(), Timestamp():
            return _move(right, left, 1)
        case "+" | "-", Duration(), Duration():
            return _combine(left, right, 1 if sign == "+" else -1)
        case "/", Duration(), Duration():
            return _ratio(left, right)
        case "*" | "/", Duration(), _ if is_number(right):
            return _scale(left, cast(Number, right), divide=sign == "/")
        case "*", _, Duration() if is_number(left):
            return _scale(right, cast(Number, left))
        case _:
            raise ExpressionError(f"no operator {sign} for these values")
