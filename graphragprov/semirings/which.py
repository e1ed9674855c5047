"""Lineage: which tokens took part?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from typing_extensions import override

from .base import Semiring

__all__ = ["Lineage", "Which"]

Lineage: TypeAlias = frozenset[str] | None
"""The tokens that took part; ``None`` is the zero (no answer), the empty set the one (an answer that needs nothing)."""


class Which(Semiring[Lineage]):
    """(sets of tokens and a zero, ∪, ∪): the lineage of an answer (Cui, Widom, Wiener 2000), Which(X) of
    Green and Tannen (PODS 2017).

    The zero is none of the sets: ``zero ⊗ {x}`` is zero, while ``{} ⊗ {x}`` is ``{x}``.  An unnamed token is
    ``{token}``.
    """

    name = "Which"
    idempotent = True
    zero_divisors = False
    zero: Lineage = None
    one: Lineage = frozenset()

    @override
    def plus(self, left: Lineage, right: Lineage) -> Lineage:
        if left is None:
            return right
        return left if right is None else left | right

    @override
    def times(self, left: Lineage, right: Lineage) -> Lineage:
        return None if left is None or right is None else left | right

    @override
    def sum(self, values: Iterable[Lineage]) -> Lineage:
        present = [value for value in values if value is not None]
        return frozenset().union(*present) if present else None

    @override
    def product(self, values: Iterable[Lineage]) -> Lineage:
        union: set[str] = set()
        for value in values:
            if value is None:
                return None
            union |= value
        return frozenset(union)

    @override
    def default(self, token: str) -> Lineage:
        """The token itself, ``{token}``."""
        return frozenset((token,))
