"""What expressions consist of, without evaluating them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from ..terms import Variable
from .algebra import And, BuiltInCall, Exists, Expression, Or
from .functions import VOLATILE

__all__ = ["chain_of", "contains_exists", "is_volatile", "parts_of", "split_conjuncts", "variables_of"]


def parts_of(node: object) -> Iterator[object]:
    """Everything inside a node, itself first: nodes, patterns, terms."""
    pending = [node]
    while pending:
        each = pending.pop()
        yield each
        if isinstance(each, tuple):
            pending.extend(each)
        elif is_dataclass(each):
            pending.extend(getattr(each, field.name) for field in fields(each))


def variables_of(expression: Expression) -> frozenset[Variable]:
    """Every variable that is mentioned, also inside triple terms and the patterns of EXISTS."""
    return frozenset(part for part in parts_of(expression) if isinstance(part, Variable))


def is_volatile(expression: Expression) -> bool:
    """Whether RAND, UUID, STRUUID, NOW or BNODE is called: evaluating it twice may give two results."""
    return any(isinstance(part, BuiltInCall) and part.name.upper() in VOLATILE for part in parts_of(expression))


def contains_exists(expression: Expression) -> bool:
    """Whether EXISTS or NOT EXISTS is part of it."""
    return any(isinstance(part, Exists) for part in parts_of(expression))


def chain_of(expression: Expression, kind: type[And] | type[Or]) -> tuple[Expression, ...]:
    """The operands of a chain of one logical operator, in order."""
    operands: list[Expression] = []
    pending = [expression]
    while pending:
        each = pending.pop()
        if isinstance(each, kind):
            pending += [each.right, each.left]
        else:
            operands.append(each)
    return tuple(operands)


def split_conjuncts(expression: Expression) -> tuple[Expression, ...]:
    """The conditions that ``&&`` joins, in order: a row passes the filter exactly when it passes each."""
    return chain_of(expression, And)
