"""Functions on numbers (https://www.w3.org/TR/sparql12-query/#func-numerics)."""

from __future__ import annotations

import math
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_DOWN, ROUND_HALF_UP, Decimal
from typing import cast

from ...terms import XSD, literal
from ..numbers import ExpressionError, Number, Single, decimal_text, is_number
from ..values import Operand, Value
from .registry import Environment, Function

__all__ = ["FUNCTIONS", "round_half_up"]


def _number(value: Value) -> Number:
    if is_number(value):
        return cast(Number, value)
    raise ExpressionError("a number is needed")


def _whole(value: Decimal) -> Operand:
    """A decimal without a fraction, as XPath writes it (``3``)."""
    return literal(decimal_text(value, whole=True), str(XSD) + "decimal")


def _signed(result: float, value: float) -> float:
    """A zero keeps the sign of what it was made of."""
    return math.copysign(result, value) if result == 0 else result


def floor(value: float) -> float:
    """The greatest whole double that is not greater."""
    return _signed(float(math.floor(value)), value) if math.isfinite(value) else value


def ceiling(value: float) -> float:
    """The least whole double that is not less."""
    return _signed(float(math.ceil(value)), value) if math.isfinite(value) else value


def round_half_up(value: float) -> float:
    """The nearest whole double, the greater of two (``fn:round``)."""
    if not math.isfinite(value):
        return value
    below = math.floor(value)
    return _signed(float(below + (value - below >= 0.5)), value)


def abs_(value: Value) -> Operand:
    """The absolute value."""
    number = _number(value)
    if isinstance(number, Decimal):
        return number.copy_abs()
    return Single(abs(number.value)) if isinstance(number, Single) else abs(number)


def ceil(value: Value) -> Operand:
    """The least whole number that is not less, of the same type."""
    number = _number(value)
    if isinstance(number, Decimal):
        return _whole(number.to_integral_value(ROUND_CEILING))
    if isinstance(number, Single):
        return Single(ceiling(number.value))
    return ceiling(number) if isinstance(number, float) else number


def floor_(value: Value) -> Operand:
    """The greatest whole number that is not greater, of the same type."""
    number = _number(value)
    if isinstance(number, Decimal):
        return _whole(number.to_integral_value(ROUND_FLOOR))
    if isinstance(number, Single):
        return Single(floor(number.value))
    return floor(number) if isinstance(number, float) else number


def round_(value: Value) -> Operand:
    """The nearest whole number of the same type, the greater of two."""
    number = _number(value)
    if isinstance(number, Decimal):
        return _whole(number.to_integral_value(ROUND_HALF_DOWN if number < 0 else ROUND_HALF_UP))
    if isinstance(number, Single):
        return Single(round_half_up(number.value))
    return round_half_up(number) if isinstance(number, float) else number


def rand(environment: Environment) -> Operand:
    """A random double in [0, 1)."""
    return environment.rand()


FUNCTIONS: dict[str, Function] = {
    "ABS": Function(abs_, 1, 1),
    "CEIL": Function(ceil, 1, 1),
    "FLOOR": Function(floor_, 1, 1),
    "ROUND": Function(round_, 1, 1),
    "RAND": Function(rand, 0, 0, in_environment=True),
}
