"""Boolean conditions in Blake canonical form: the set of all prime implicants.

An implicant is a sorted tuple of leaf codes (:func:`~.formulas.present`, :func:`~.formulas.absent`): a conjunction of
tokens that are there and tokens that are not.  A Boolean function has exactly one such form (Blake 1937; Brown,
"Boolean Reasoning", 1990), so that conditions can be compared; for a monotone one it is its minimal witnesses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import TypeAlias

from ..errors import PolynomialTooLarge
from .antichain import Antichain
from .circuit import Circuit
from .enumeration import minimal_sets
from .formulas import conditions, present
from .work import Work

__all__ = ["TRUE", "Implicant", "Implicants", "cofactor", "implicants_of", "joined"]

Implicant: TypeAlias = tuple[int, ...]
Implicants: TypeAlias = tuple[Implicant, ...]
"""Sorted by length, then by codes. None at all is false; :data:`TRUE` is the empty conjunction alone."""

TRUE: Implicants = ((),)

MAX_CONSENSUS = 500
"""How many implicants with tokens of both signs are brought into canonical form at most (it is quadratic in them)."""


def implicants_of(circuit: Circuit, gate: int, rank: Callable[[int], int], limit: int, work: Work) -> Implicants:
    """When a gate is not 0, as prime implicants.

    Raises:
        PolynomialTooLarge: there are more than ``limit``, or finding them takes more than ``work``.
    """
    found = list(islice(minimal_sets(conditions(circuit, gate, rank), work=work), limit + 1))
    if len(found) > limit:
        raise _too_many(limit)
    return _closed(found, work)


def joined(conditions: Iterable[Implicants], work: Work) -> Implicants:
    """The disjunction."""
    distinct = sorted(set(conditions), key=len)
    return distinct[0] if len(distinct) == 1 else _closed((i for condition in distinct for i in condition), work)


def cofactor(implicants: Implicants, tokens: Iterable[int]) -> Implicants:
    """The condition where these tokens are known to be there."""
    there = {present(token) for token in tokens}
    if not any(code & ~1 in there for implicant in implicants for code in implicant):
        return implicants
    kept = (i for i in implicants if not any(code % 2 and code & ~1 in there for code in i))
    return _absorbed(tuple(code for code in i if code not in there) for i in kept)


def _absorbed(implicants: Iterable[Implicant]) -> Implicants:
    """Those that contain no other."""
    minimal = Antichain()
    ordered = sorted(set(implicants), key=lambda i: (len(i), i))
    return tuple(implicant for implicant in ordered if minimal.add(implicant))


def _closed(implicants: Iterable[Implicant], work: Work) -> Implicants:
    """All prime implicants: consensus is taken until it gives nothing new."""
    closed = _absorbed(implicants)
    codes = {code for implicant in closed for code in implicant}
    if not any(code ^ 1 in codes for code in codes):
        return closed
    tried: set[tuple[Implicant, Implicant]] = set()
    while True:
        if len(closed) > MAX_CONSENSUS:
            raise _too_many(MAX_CONSENSUS)
        pairs = [(a, b) for n, a in enumerate(closed) for b in closed[n + 1 :] if (a, b) not in tried]
        work.spend(20 * len(pairs))
        tried.update(pairs)
        new = {c for a, b in pairs if (c := _consensus(a, b)) is not None}
        grown = _absorbed([*closed, *new])
        if grown == closed:
            return closed
        closed = grown


def _consensus(left: Implicant, right: Implicant) -> Implicant | None:
    """What follows from two implicants that oppose each other in exactly one token."""
    theirs = set(right)
    opposed = [code for code in left if code ^ 1 in theirs]
    if len(opposed) != 1:
        return None
    code = opposed[0]
    return tuple(sorted((theirs | set(left)) - {code, code ^ 1}))


def _too_many(limit: int) -> PolynomialTooLarge:
    return PolynomialTooLarge(
        f"a condition under ⊖ has more than {limit:,} alternatives, too many to write out; list witnesses(limit=…), "
        f"or evaluate the polynomial in a semiring"
    )
