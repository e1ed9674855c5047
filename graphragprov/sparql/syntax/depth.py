"""How deep an algebra tree is."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache

from ..algebra import Query

MAX_DEPTH = 200
"""Nodes of a query's algebra that may lie inside each other: whoever walks the tree may do so by recursion."""


@cache
def _names(node_type: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(node_type) if field.name != "at")


def depth(query: Query) -> int:
    """The number of nodes on the longest way down, found without recursion."""
    deepest = 0
    pending: list[tuple[object, int]] = [(query, 1)]
    while pending:
        value, level = pending.pop()
        if isinstance(value, tuple):
            pending.extend([(item, level) for item in value])
        elif is_dataclass(value):
            deepest = max(deepest, level)
            pending.extend([(getattr(value, name), level + 1) for name in _names(value.__class__)])
    return deepest
