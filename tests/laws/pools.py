"""Values of each shipped semiring, to value tokens with: 0, 1 and others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from graphragprov.semirings import Boolean, Counting, How, HowPolynomial, Semiring, Which, Why

__all__ = ["POOLS", "valuation"]

T = TypeVar("T")

_X, _Y = HowPolynomial.token("x"), HowPolynomial.token("y")
_x, _y = frozenset("x"), frozenset("y")

POOLS: Mapping[type[Semiring[Any]], Sequence[Any]] = {
    Boolean: (True, True, False),
    Counting: (0, 1, 2, 3),
    How: (How.zero, How.one, _X, _X + _Y, _X * _Y, _Y + _Y),
    Why: (Why.zero, Why.one, frozenset((_x,)), frozenset((_y,)), frozenset((_x, _y)), frozenset((_x | _y, _x))),
    Which: (Which.zero, Which.one, _x, _y, _x | _y),
}


def valuation(kind: type[Semiring[Any]], choose: Callable[[Sequence[T]], T], count: int) -> list[Any]:
    """A value for each of so many tokens."""
    pool: Any = POOLS[kind]
    return [choose(pool) for _ in range(count)]
