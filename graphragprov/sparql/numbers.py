"""Numbers of XML Schema: exact integers and decimals, ``xsd:double`` and ``xsd:float``; their text and arithmetic.

``xsd:integer`` (and what derives from it) is ``int``, ``xsd:decimal`` is ``Decimal``, ``xsd:double`` is ``float`` and
``xsd:float`` is :class:`Single`.  Types are promoted integer → decimal → float → double
(https://www.w3.org/TR/xpath20/#promotion).  Sums, differences and products of integers and decimals are exact; a
quotient that does not end has 18 digits after the point (18 significant ones when it is below 1).
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Context, Decimal, DecimalException, Inexact, InvalidOperation, Overflow
from fractions import Fraction
from typing import TypeAlias

import regex

__all__ = [
    "INTEGER_RANGES",
    "ExpressionError",
    "Number",
    "Single",
    "arithmetic",
    "compare_numbers",
    "decimal_text",
    "double_text",
    "exact_sum",
    "integer_text",
    "is_nonzero",
    "is_number",
    "parse_decimal",
    "parse_double",
    "parse_integer",
    "single_text",
    "to_decimal",
    "to_double",
]


class ExpressionError(Exception):
    """SPARQL's error value: a type error, an unbound variable, a division by zero.

    Never reaches the user: a filter drops the row, BIND leaves its variable unbound.
    """


@dataclass(frozen=True, slots=True)
class Single:
    """A value of ``xsd:float``: a double that is exactly a single-precision number."""

    value: float


Number: TypeAlias = int | Decimal | float | Single

MAX_DIGITS = 1_000
"""Longest lexical form that is read as a number; a longer one is an ill-typed literal."""

MAX_RESULT_DIGITS = 4_000
"""Most digits of a computed integer or decimal; beyond it is an overflow (an error of the expression)."""

_EXACT = Context(prec=MAX_RESULT_DIGITS, Emax=10**6, Emin=-(10**6), traps=[Inexact, InvalidOperation, Overflow])

_UNBOUNDED = (None, None)
INTEGER_RANGES: dict[str, tuple[int | None, int | None]] = {
    "integer": _UNBOUNDED,
    "nonNegativeInteger": (0, None),
    "positiveInteger": (1, None),
    "nonPositiveInteger": (None, 0),
    "negativeInteger": (None, -1),
    "long": (-(2**63), 2**63 - 1),
    "int": (-(2**31), 2**31 - 1),
    "short": (-(2**15), 2**15 - 1),
    "byte": (-128, 127),
    "unsignedLong": (0, 2**64 - 1),
    "unsignedInt": (0, 2**32 - 1),
    "unsignedShort": (0, 2**16 - 1),
    "unsignedByte": (0, 255),
}
"""Local names of ``xsd:integer`` and the types derived from it, with the bounds of their values (inclusive)."""

# -- reading --------------------------------------------------------------------------------------------

_INTEGER = regex.compile(r"[+-]?[0-9]+")
_DECIMAL = regex.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)")
_DOUBLE = regex.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,9})?|[+-]?INF|NaN")


def parse_integer(text: str, kind: str = "integer") -> int | None:
    """The integer of a lexical form within the range of its type, or ``None``."""
    if len(text) > MAX_DIGITS or not _INTEGER.fullmatch(text):
        return None
    value = int(text)
    low, high = INTEGER_RANGES[kind]
    return value if (low is None or value >= low) and (high is None or value <= high) else None


def parse_decimal(text: str) -> Decimal | None:
    """The decimal of a lexical form, or ``None``."""
    return Decimal(text) if len(text) <= MAX_DIGITS and _DECIMAL.fullmatch(text) else None


def parse_double(text: str) -> float | None:
    """The double of a lexical form, or ``None``."""
    return float(text) if len(text) <= MAX_DIGITS and _DOUBLE.fullmatch(text) else None


def single(value: float) -> Single:
    """The nearest single-precision number."""
    if not math.isfinite(value):
        return Single(value)
    try:
        return Single(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return Single(math.copysign(math.inf, value))


# -- writing ----------------------------------------------------------------------------------------------


def integer_text(value: int) -> str:
    """The canonical lexical form, ``-3``."""
    if abs(value).bit_length() > MAX_RESULT_DIGITS * 3:
        raise ExpressionError("integer overflow")
    return str(value)


def decimal_text(value: Decimal, *, whole: bool = False) -> str:
    """The canonical lexical form, ``1.5`` or ``2.0``; with ``whole`` an integral value is ``2``."""
    if abs(value.adjusted()) > MAX_RESULT_DIGITS:
        raise ExpressionError("decimal overflow")
    text = format(value, "f") if value else "0"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return text if whole or "." in text else text + ".0"


def _scientific(text: str) -> str:
    """``1.5E3`` of a Python float's repr."""
    sign, digits, exponent = Decimal(text).as_tuple()
    if not isinstance(exponent, int):
        return {"Infinity": "INF", "-Infinity": "-INF"}.get(text, "NaN")
    mantissa = "".join(map(str, digits))
    power = exponent + len(mantissa) - 1 if any(digits) else 0
    tail = mantissa[1:].rstrip("0") or "0"
    return f"{'-' if sign else ''}{mantissa[0]}.{tail}E{power}"


def _special(value: float) -> str | None:
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "INF" if value > 0 else "-INF"
    return None


def double_text(value: float) -> str:
    """The canonical lexical form, ``1.05E3``: the shortest digits that read back as the same double."""
    return _special(value) or _scientific(repr(value))


def _shortest_single(value: float) -> str:
    """The shortest digits that read back as the same single-precision number."""
    for digits in range(1, 9):
        text = f"{value:.{digits}g}"
        if single(float(text)).value == value:
            return text
    return f"{value:.9g}"


def single_text(value: Single) -> str:
    """The canonical lexical form of an ``xsd:float``."""
    return _special(value.value) or _scientific(_shortest_single(value.value))


def plain_text(value: float | Single) -> str:
    """What ``fn:string`` makes of a double or float: plain digits between 1E-6 and 1E6, else ``1.0E7``."""
    number = value.value if isinstance(value, Single) else value
    special = _special(number)
    if special is not None:
        return special
    digits = _shortest_single(number) if isinstance(value, Single) else repr(number)
    if number == 0 or 1e-6 <= abs(number) < 1e6:
        return ("-" if math.copysign(1, number) < 0 else "") + decimal_text(abs(Decimal(digits)), whole=True)
    return _scientific(digits)


# -- conversion --------------------------------------------------------------------------------------------------


def is_number(value: object) -> bool:
    """Whether it is a numeric value (a boolean is not)."""
    return type(value) in (int, Decimal, float, Single)


def is_nonzero(value: Number) -> bool:
    """Whether it is neither 0 nor NaN."""
    number = value.value if isinstance(value, Single) else value
    return bool(number) and not math.isnan(number)


def to_double(value: Number) -> float:
    """The nearest double; too large is infinite."""
    if isinstance(value, Single):
        return value.value
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def to_decimal(value: Number) -> Decimal:
    """The decimal of a number (of a double: of its shortest digits); an error for NaN and infinities."""
    if isinstance(value, float | Single):
        number = to_double(value)
        if not math.isfinite(number):
            raise ExpressionError("NaN and INF are no decimals")
        return Decimal(_shortest_single(number) if isinstance(value, Single) else repr(number))
    return Decimal(value)


# -- comparison and arithmetic --------------------------------------------------------------------------------------


def _promoted(left: Number, right: Number) -> tuple[int | Decimal, int | Decimal] | tuple[float, float]:
    if isinstance(left, int | Decimal) and isinstance(right, int | Decimal):
        return left, right
    if isinstance(left, float) or isinstance(right, float):
        return to_double(left), to_double(right)
    return single(to_double(left)).value, single(to_double(right)).value


def compare_numbers(compare: Callable[[object, object], bool], left: Number, right: Number) -> bool:
    """``operator.lt`` and its like after type promotion."""
    return compare(*_promoted(left, right))


def _divide_exact(left: int | Decimal, right: int | Decimal) -> Decimal:
    dividend, divisor = Decimal(left), Decimal(right)
    if not divisor:
        raise ExpressionError("division by zero")
    whole_digits = max(dividend.adjusted() - divisor.adjusted() + 1, 0)
    digits = max(whole_digits + 18, len(dividend.as_tuple().digits) + len(divisor.as_tuple().digits))
    context = Context(prec=min(digits, MAX_RESULT_DIGITS), rounding=ROUND_HALF_EVEN, Emax=10**6, Emin=-(10**6))
    quotient = context.divide(dividend, divisor)
    if not context.flags[Inexact]:
        return quotient
    places = 18 if quotient.adjusted() >= 0 else 17 - quotient.adjusted()
    return quotient.quantize(Decimal(1).scaleb(-places), context=Context(prec=MAX_RESULT_DIGITS + 100))


_INTEGER_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
}


def _exact(operation: str, left: int | Decimal, right: int | Decimal) -> int | Decimal:
    if operation == "/":
        return _divide_exact(left, right)
    if isinstance(left, int) and isinstance(right, int):
        return _INTEGER_OPERATIONS[operation](left, right)
    function = {"+": _EXACT.add, "-": _EXACT.subtract, "*": _EXACT.multiply}[operation]
    try:
        return function(Decimal(left), Decimal(right))
    except DecimalException:
        raise ExpressionError("decimal overflow") from None


def _divide_floating(left: float, right: float) -> float:
    if right:
        return left / right
    if not left or math.isnan(left):
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


_FLOATING: dict[str, Callable[[float, float], float]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divide_floating,
}


def arithmetic(operation: str, left: Number, right: Number) -> Number:
    """``left operation right`` with operation one of ``+ - * /``; errors on division by zero and overflow."""
    if isinstance(left, int | Decimal) and isinstance(right, int | Decimal):
        return _exact(operation, left, right)
    result = _FLOATING[operation](*_promoted(left, right))
    return result if isinstance(left, float) or isinstance(right, float) else single(result)


def _floating_sum(values: list[float]) -> float:
    if not all(map(math.isfinite, values)):
        return sum(value for value in values if not math.isfinite(value))
    try:
        return math.fsum(values)
    except OverflowError:
        return to_double_fraction(sum(map(Fraction, values), Fraction(0)))


def to_double_fraction(value: Fraction) -> float:
    """The nearest double of an exact fraction; too large is infinite."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def exact_sum(numbers: Iterable[Number]) -> Number:
    """The sum of numbers, the same in whatever order they come: rounded at most once; 0 of nothing."""
    whole, decimals, floating, types = 0, Decimal(0), list[float](), set[type]()
    for number in numbers:
        types.add(type(number))
        if isinstance(number, int):
            whole += number
        elif isinstance(number, Decimal):
            decimals = _exact("+", decimals, number)  # type: ignore[assignment]
        else:
            floating.append(to_double(number))
    if not floating:
        return _exact("+", decimals, whole) if Decimal in types else whole
    if types & {int, Decimal}:
        floating.append(to_double(_exact("+", decimals, whole)))
    total = _floating_sum(floating)
    return total if float in types else single(total)
