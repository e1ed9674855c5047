"""Functions over rows made of other functions over rows: memory, and what becomes of errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from .algebra import Expression
from .context import Row, Slots
from .expression_parts import contains_exists, is_volatile, variables_of
from .numbers import ExpressionError

__all__ = ["Test", "decided_by", "false_on_error", "once_per_term"]

Test: TypeAlias = Callable[[Row], bool]
"""A condition on rows; it may raise :class:`ExpressionError`."""

Result = TypeVar("Result")


def false_on_error(test: Test) -> Test:
    """The test with an error as false."""

    def holds(row: Row) -> bool:
        try:
            return test(row)
        except ExpressionError:
            return False

    return holds


def once_per_term(function: Callable[[Row], Result], expression: Expression, slots: Slots) -> Callable[[Row], Result]:
    """The function with a memory, where the only thing in a row that it depends on is one column (or none)."""
    columns = {slots[variable] for variable in variables_of(expression) if variable in slots}
    if len(columns) > 1 or is_volatile(expression) or contains_exists(expression):
        return function
    column = columns.pop() if columns else None
    results: dict[int, Result] = {}
    errors: dict[int, ExpressionError] = {}

    def remembered(row: Row) -> Result:
        key = 0 if column is None else row[column]
        if key in results:
            return results[key]
        if key in errors:
            raise ExpressionError(*errors[key].args)
        try:
            result = results[key] = function(row)
        except ExpressionError as error:
            errors[key] = error.with_traceback(None)
            raise
        return result

    return remembered


def decided_by(tests: list[Test], *, decisive: bool) -> Test:
    """``decisive`` where one test gives it, else an error where one is an error, else the opposite."""

    def decide(row: Row) -> bool:
        error: ExpressionError | None = None
        for test in tests:
            try:
                if test(row) is decisive:
                    return decisive
            except ExpressionError as caught:
                error = caught
        if error is not None:
            raise error
        return not decisive

    return decide
