"""The how-provenance polynomial of an answer: an immutable view of a gate of a circuit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

from typing_extensions import override

from ..errors import PolynomialTooLarge
from ..semirings.base import Semiring
from ..semirings.how import monomial_text
from .canonical import Canonical, canonical
from .circuit import Circuit
from .elementary import elementary
from .enumeration import monomials
from .equality import equivalent, fingerprint
from .evaluation import evaluate
from .expansion import EXPANSION_LIMIT, Expansion, expand
from .formulas import count, count_text, derivations
from .named import NamedGate
from .printing import abridged_text, sum_text
from .triple_level import at_triple_level
from .witnesses import Witness, witnesses

__all__ = ["PRINT_LIMIT", "Polynomial", "PolynomialTerm"]

T = TypeVar("T")

PRINT_LIMIT = 1_000
"""Polynomials of more derivations than this print abridged."""


@dataclass(frozen=True, slots=True)
class PolynomialTerm:
    """A monomial with its coefficient; ``factors`` are pairs of a token's name and an exponent."""

    coefficient: int
    factors: tuple[tuple[str, int], ...]

    @override
    def __str__(self) -> str:
        return monomial_text(self.factors, self.coefficient)


@dataclass(frozen=True, eq=False)
class Polynomial:
    """The polynomial of the gate ``root`` of ``circuit``.

    ``names`` gives the printed name of a token (by its number); ``order`` is the order of tokens in the text, by which
    monomials are sorted.  Without names tokens are called x1, x2 … in that order; without an order they are sorted by
    name (x2 before x10), tokens without names by number.

    With ``triple_level`` the variables are triples: numbers are those of TRIPLE gates, and ``~token`` for a token that
    is in no triple.

    Where there is no ⊖ and no δ this is an element of ℕ[X]; with them see :mod:`.expansion` for the form and
    :mod:`.equality` for what equal means.

    >>> from graphragprov.provenance.circuit import Circuit
    >>> circuit = Circuit()
    >>> a, b, c = (circuit.input(token) for token in range(3))
    >>> print(Polynomial(circuit, circuit.times([a, circuit.plus([b, c])])))
    x1⊗x2 ⊕ x1⊗x3
    """

    circuit: Circuit
    root: int
    names: Callable[[int], str] | None = None
    order: Sequence[int] | None = None
    triple_level: bool = False

    @cached_property
    def _leveled(self) -> tuple[Circuit, int]:
        """The circuit and root whose tokens are the variables."""
        return at_triple_level(self.circuit, self.root) if self.triple_level else (self.circuit, self.root)

    @cached_property
    def _plain(self) -> tuple[Circuit, int]:
        """The same with paths and comparisons of aggregates written out, within bounds."""
        return elementary(*self._leveled)

    @cached_property
    def _symbols(self) -> dict[int, str]:
        """The names of the variables by number, in order."""
        below = self._leveled[0].tokens(self._leveled[1])
        if self.order is not None:
            position = {token: index for index, token in enumerate(self.order)}
            below.sort(key=lambda token: (position.get(token, len(position)), token))
        if self.names is None:
            return {token: f"x{index}" for index, token in enumerate(below, 1)}
        names = {token: str(self.names(token)) for token in below}
        if self.order is None:
            below.sort(key=lambda token: _natural(names[token]))
        return {token: names[token] for token in below}

    @cached_property
    def _ranks(self) -> dict[int, int]:
        return {token: rank for rank, token in enumerate(self._symbols)}

    @cached_property
    def _gate(self) -> NamedGate:
        return NamedGate(*self._leveled, self._symbols.__getitem__)

    def _expansion(self, limit: int) -> Expansion:
        return expand(*self._plain, self._ranks.__getitem__, limit=limit)

    @property
    def tokens(self) -> tuple[str, ...]:
        """The names of the tokens, those under ⊖ too, in order."""
        return tuple(self._symbols.values())

    @cached_property
    def count(self) -> int:
        """The number of derivations, found without expanding: at most so many monomials, with coefficients.

        Under ⊖ the derivations of the left side are counted; δ, a path and a comparison count as one.  Capped at
        :data:`~.formulas.COUNT_CAP`.
        """
        return count(*self._leveled)

    def text(self, *, limit: int = PRINT_LIMIT) -> str:
        """The polynomial as text: expanded up to ``limit`` derivations, beyond that factored, abridged, and saying so.

        Raises:
            UnsupportedOperation: the circuit has a gate that cannot be printed.
        """
        try:
            return sum_text(self._expansion(limit), self.tokens)
        except PolynomialTooLarge:
            written = abridged_text(*self._leveled, self._symbols)
            derivations_ = count_text(self.count) + (" derivation" if self.count == 1 else " derivations")
            tokens = f"{len(self.tokens):,} token{'' if len(self.tokens) == 1 else 's'}"
            return f"{written}  [factored and abridged: {derivations_} from {tokens}]"

    @override
    def __str__(self) -> str:
        return self.text()

    @override
    def __repr__(self) -> str:
        return f"Polynomial({self.text()!r})"

    @property
    def sympy(self) -> Any:
        """The polynomial as a sympy expression, expanded; ⊖ and δ stay symbolic (``Monus``, ``Delta``).

        Raises:
            PolynomialTooLarge: it has more than :data:`~.expansion.EXPANSION_LIMIT` derivations.
        """
        from .sympy_view import sympy_sum

        return sympy_sum(self._expansion(EXPANSION_LIMIT), self.tokens)

    def monomials(self, limit: int | None = None) -> Iterator[PolynomialTerm]:
        """The monomials by degree, lazily, with their coefficients; at most ``limit``.

        Those of the part without ⊖ and δ: what the polynomial is when ⊖ and δ gates are 0.  ``witnesses`` lists the
        derivations that rest on an absence too.

        Raises:
            PolynomialTooLarge: finding the next one would take too much work.
        """
        formula = derivations(*self._plain, self._ranks.__getitem__, opaque=False)
        names = self.tokens
        for (_, factors), coefficient in islice(monomials(formula), limit):
            yield PolynomialTerm(coefficient, tuple((names[token], -power) for token, power in factors))

    def witnesses(self, limit: int | None = None) -> Iterator[Witness[str]]:
        """The minimal sets of tokens that suffice, smallest first, lazily: see :func:`~.witnesses.witnesses`."""
        return (witness.map(self._symbols.__getitem__) for witness in witnesses(*self._plain, limit))

    def evaluate(self, semiring: Semiring[T] | type[Semiring[T]], valuation: Mapping[str, T] | None = None) -> T:
        """The value in a semiring, tokens valued by name (the semiring's default where they have none)."""
        return evaluate(*self._leveled, semiring, valuation, self._symbols.__getitem__)

    @property
    def canonical(self) -> Canonical:
        """The canonical form over the tokens' names, as JSON data: see :mod:`.canonical`."""
        return canonical(*self._plain, self._symbols.__getitem__)

    @override
    def __eq__(self, other: object) -> bool:
        """Equal as polynomials over the tokens' names: see :mod:`.equality`."""
        return equivalent(self._gate, other._gate) if isinstance(other, Polynomial) else NotImplemented

    @override
    def __hash__(self) -> int:
        return hash(self._fingerprint)

    @cached_property
    def _fingerprint(self) -> int:
        return fingerprint(self._gate)


def _natural(name: str) -> list[str | int]:
    """A sort key that reads runs of digits as numbers."""
    return [int(part) if index % 2 else part for index, part in enumerate(re.split(r"([0-9]{1,18})", name))]
