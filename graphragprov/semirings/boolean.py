"""The Boolean semiring: is there an answer?"""

from __future__ import annotations

from collections.abc import Iterable

from typing_extensions import override

from .base import Semiring

__all__ = ["Boolean"]


class Boolean(Semiring[bool]):
    """({false, true}, or, and): whether the answer stands when some tokens are false.

    An unnamed token is true.
    """

    name = "Boolean"
    idempotent = True
    absorptive = True
    zero_divisors = False
    zero = False
    one = True

    @override
    def plus(self, left: bool, right: bool) -> bool:
        return left or right

    @override
    def times(self, left: bool, right: bool) -> bool:
        return left and right

    @override
    def sum(self, values: Iterable[bool]) -> bool:
        return any(values)

    @override
    def product(self, values: Iterable[bool]) -> bool:
        return all(values)

    @override
    def default(self, token: str) -> bool:
        """True: what nobody withdrew stands."""
        return True
