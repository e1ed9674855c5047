"""Keys by which values are compared at Python's own speed.

Literals whose values are compared in the same way form a *class* (exact numbers, strings, dates without a timezone …)
in which Python's order and equality of one key are SPARQL's of the values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from decimal import Decimal
from typing import Any, TypeAlias

from .temporal import Timestamp
from .values import Value

__all__ = ["OrderKeys", "order_key"]

Class: TypeAlias = Hashable


def order_key(value: Value) -> tuple[Class, Any] | None:
    """The class of a value and its key there; ``None`` for one that is compared in a way of its own."""
    kind = type(value)
    if kind is int or kind is Decimal:
        return "number", value
    if kind is str:
        return "string", value
    if isinstance(value, float) and not math.isnan(value):
        return "double", value
    if isinstance(value, Timestamp):
        return (value.kind, value.offset is None), value.start
    return None


class OrderKeys:
    """The keys of the terms of a graph that were ever compared, by their numbers."""

    __slots__ = ("_classes", "_seen")

    def __init__(self) -> None:
        self._classes: dict[Class, dict[int, Any]] = {}
        self._seen: set[int] = set()

    def of_class(self, name: Class, terms: set[int], value_of: Callable[[int], Value]) -> Mapping[int, Any]:
        """The keys of the terms of a class: of those of the graph (from 1) among these at least."""
        for term in terms - self._seen:
            if term > 0:
                found = order_key(value_of(term))
                if found is not None:
                    self._classes.setdefault(found[0], {})[term] = found[1]
                self._seen.add(term)
        return self._classes.get(name, {})
