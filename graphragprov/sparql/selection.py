"""Which terms satisfy a condition on one variable, tested once per term; comparisons with a constant by their keys."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from ..terms import Literal, Variable
from .algebra import Comparison, Constant, Expression, VariableReference
from .context import ExpressionContext
from .expressions import compile_condition
from .order_keys import order_key
from .values import value_of

__all__ = ["selected"]

_SIGNS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def selected(condition: Expression, variable: Variable, terms: set[int], context: ExpressionContext) -> set[int]:
    """The terms for which the condition, which uses only this variable and nothing volatile, is true."""
    chosen, rest = _compared(condition, terms, context)
    if rest:
        test = compile_condition(condition, {variable: 0}, context)
        chosen.update(term for term in rest if test((term,)))
    return chosen


def _compared(condition: Expression, terms: set[int], context: ExpressionContext) -> tuple[set[int], set[int]]:
    """The terms that pass a comparison with a constant of their class, and those that no such test is made of."""
    if not isinstance(condition, Comparison):
        return set(), terms
    match condition.left, condition.right:
        case VariableReference(), Constant(Literal() as constant):
            sign = condition.operator
        case Constant(Literal() as constant), VariableReference():
            sign = _MIRRORED.get(condition.operator, condition.operator)
        case _:
            return set(), terms
    found = order_key(value_of(constant))
    if found is None:
        return set(), terms
    name, bound = found
    keys = context.order_keys.of_class(name, terms, context.value)
    holds = _SIGNS[sign]
    return {term for term in terms if term in keys and holds(keys[term], bound)}, terms.difference(keys)
