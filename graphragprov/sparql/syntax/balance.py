"""Long chains of an associative operator as shallow trees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


def balanced(operator: Callable[[Any, Any], T], operands: Sequence[T]) -> T:
    """The operands joined by a binary operator, in their order, in a tree of logarithmic depth.

    A chain of thousands (``?x = 1 || ?x = 2 || …``) is then no danger to whoever walks the tree.
    """
    count = len(operands)
    if count == 1:
        return operands[0]
    middle = (count + 1) // 2
    return operator(balanced(operator, operands[:middle]), balanced(operator, operands[middle:]))
