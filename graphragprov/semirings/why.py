"""Why-provenance: which sets of tokens suffice?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, TypeVar

from typing_extensions import override

from ..errors import PolynomialTooLarge
from .base import Semiring

__all__ = ["Why", "WitnessSets"]

WitnessSets: TypeAlias = frozenset[frozenset[str]]
"""A set of witness sets; none at all is the zero, the one empty witness set is the one."""

_Sets = TypeVar("_Sets", frozenset[frozenset[str]], set[frozenset[str]])


class Why(Semiring[WitnessSets]):
    """(sets of sets of tokens, ∪, pairwise ∪): the tokens of each derivation (Buneman, Khanna, Tan, ICDT 2001).

    Not the minimal ones only: ``{x}`` and ``{x, y}`` stay two.  An unnamed token is ``{{token}}``.

    Args:
        limit: the most witness sets that a value may have; beyond it :class:`PolynomialTooLarge` is raised.
    """

    name = "Why"
    idempotent = True
    zero_divisors = False
    zero: WitnessSets = frozenset()
    one: WitnessSets = frozenset((frozenset(),))

    def __init__(self, *, limit: int = 100_000) -> None:
        self.limit = limit

    @override
    def plus(self, left: WitnessSets, right: WitnessSets) -> WitnessSets:
        return self._bounded(left | right)

    @override
    def times(self, left: WitnessSets, right: WitnessSets) -> WitnessSets:
        union: set[frozenset[str]] = set()
        for one in left:
            union.update([one | other for other in right])
            self._bounded(union)
        return frozenset(union)

    @override
    def sum(self, values: Iterable[WitnessSets]) -> WitnessSets:
        return self._bounded(frozenset().union(*values))

    @override
    def default(self, token: str) -> WitnessSets:
        """The token itself, ``{{token}}``."""
        return frozenset((frozenset((token,)),))

    def _bounded(self, value: _Sets) -> _Sets:
        if len(value) > self.limit:
            message = (
                f"the why-provenance has more than {self.limit:,} witness sets; ask for the smallest ones with "
                f"witnesses(limit=…), for the tokens with Which, or raise the limit: Why(limit=…)"
            )
            raise PolynomialTooLarge(message)
        return value
