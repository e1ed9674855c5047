"""Witnesses: the minimal sets of tokens that suffice for an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

from .circuit import Circuit
from .elementary import elementary
from .enumeration import minimal_sets
from .formulas import conditions

__all__ = ["Witness", "witnesses"]

T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True, slots=True)
class Witness(Generic[T]):
    """Tokens that suffice for an answer: all of ``present`` there and none of ``absent``."""

    present: tuple[T, ...]
    absent: tuple[T, ...] = ()

    def __len__(self) -> int:
        return len(self.present) + len(self.absent)

    def map(self, function: Callable[[T], U]) -> Witness[U]:
        """The same witness with each token replaced, by its name, say."""
        return Witness(tuple(map(function, self.present)), tuple(map(function, self.absent)))


def witnesses(circuit: Circuit, root: int, limit: int | None = None) -> Iterator[Witness[int]]:
    """The witnesses of a gate that are minimal by inclusion, smallest first and lazily, at most ``limit``.

    Without ⊖ these are the minimal why-provenance (Buneman, Khanna, Tan 2001).  With ⊖ each is a derivation: its
    tokens, and the tokens whose absence it rests on; it suffices whatever holds of the others.  Tokens are numbers,
    ascending.

    Raises:
        PolynomialTooLarge: finding the next one would take too much work (the smallest one is NP-hard to find), or the
            circuit has a path of more walks or a comparison of more rows than :mod:`.elementary` writes out.
        UnsupportedOperation: the circuit has a gate that has no witnesses.
    """
    circuit, root = elementary(circuit, root)
    tokens = circuit.tokens(root)
    ranks = {token: rank for rank, token in enumerate(tokens)}
    found = minimal_sets(conditions(circuit, root, ranks.__getitem__))
    return (_witness(codes, tokens) for codes in islice(found, limit))


def _witness(codes: tuple[int, ...], tokens: list[int]) -> Witness[int]:
    present = tuple(tokens[code // 2] for code in codes if code % 2 == 0)
    return Witness(present, tuple(tokens[code // 2] for code in codes if code % 2))
