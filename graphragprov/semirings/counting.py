"""The counting semiring: how many derivations are there?"""

from __future__ import annotations

import math
from collections.abc import Iterable

from typing_extensions import override

from .base import Semiring

__all__ = ["Counting"]


class Counting(Semiring[int]):
    """(ℕ, +, ·): the number of derivations, which at triple level is SPARQL's bag multiplicity.

    Values are natural numbers of any size.  An unnamed token counts 1.
    """

    name = "Counting"
    zero_divisors = False
    zero = 0
    one = 1

    @override
    def plus(self, left: int, right: int) -> int:
        return left + right

    @override
    def times(self, left: int, right: int) -> int:
        return left * right

    @override
    def sum(self, values: Iterable[int]) -> int:
        return sum(values)

    @override
    def product(self, values: Iterable[int]) -> int:
        return math.prod(values)

    @override
    def default(self, token: str) -> int:
        """1: each token is there once."""
        return 1
