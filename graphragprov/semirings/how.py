"""How-provenance: the polynomials ℕ[X]."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from typing_extensions import override

from ..errors import PolynomialTooLarge
from .base import Semiring

__all__ = ["How", "HowPolynomial", "Monomial", "monomial_key", "monomial_text", "times_monomials"]

T = TypeVar("T")
V = TypeVar("V", int, str)

Monomial: TypeAlias = tuple[tuple[V, int], ...]
"""A product of variables: pairs of a variable and its exponent (> 0), variables ascending. ``()`` is 1."""

_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def monomial_key(monomial: Monomial[V]) -> tuple[int, tuple[tuple[V, int], ...]]:
    """The sort key of the graded lexicographic order: by degree, then x1² < x1⊗x2 < x1⊗x3 < x2²."""
    return sum(exponent for _, exponent in monomial), tuple((variable, -exponent) for variable, exponent in monomial)


def times_monomials(left: Monomial[V], right: Monomial[V]) -> Monomial[V]:
    """The product of two monomials."""
    if not left or not right:
        return left or right
    if left[-1][0] < right[0][0]:
        return left + right
    exponents = dict(left)
    for variable, exponent in right:
        exponents[variable] = exponents.get(variable, 0) + exponent
    return tuple(sorted(exponents.items()))


def monomial_text(factors: Iterable[tuple[str, int]], coefficient: int = 1) -> str:
    """A term as it is printed: ``2·x1²⊗x2``; a coefficient of 1 is left out, an empty product is ``1``."""
    parts = [name if power == 1 else name + str(power).translate(_SUPERSCRIPTS) for name, power in factors]
    if not parts:
        return str(coefficient)
    return (f"{coefficient}·" if coefficient != 1 else "") + "⊗".join(parts)


@dataclass(frozen=True, slots=True)
class HowPolynomial:
    """A polynomial of ℕ[X] in canonical form: monomials with coefficients > 0, in graded lexicographic order.

    >>> x, y = HowPolynomial.token("x"), HowPolynomial.token("y")
    >>> print((x + y) * (x + y))
    x² ⊕ 2·x⊗y ⊕ y²
    """

    terms: tuple[tuple[Monomial[str], int], ...] = ()

    @staticmethod
    def of(coefficients: Mapping[Monomial[str], int]) -> HowPolynomial:
        """The polynomial with these coefficients; zero ones are left out."""
        kept = ((monomial, n) for monomial, n in coefficients.items() if n)
        return HowPolynomial(tuple(sorted(kept, key=lambda term: monomial_key(term[0]))))

    @staticmethod
    def token(token: str) -> HowPolynomial:
        """The polynomial that is one token."""
        return HowPolynomial(((((token, 1),), 1),))

    def __add__(self, other: HowPolynomial) -> HowPolynomial:
        if not self.terms or not other.terms:
            return self if self.terms else other
        return _sum((self, other))

    def __mul__(self, other: HowPolynomial) -> HowPolynomial:
        product: dict[Monomial[str], int] = {}
        for left, n in self.terms:
            for right, m in other.terms:
                monomial = times_monomials(left, right)
                product[monomial] = product.get(monomial, 0) + n * m
        return HowPolynomial.of(product)

    def __iter__(self) -> Iterator[tuple[Monomial[str], int]]:
        return iter(self.terms)

    def __len__(self) -> int:
        return len(self.terms)

    def __bool__(self) -> bool:
        return bool(self.terms)

    @property
    def tokens(self) -> frozenset[str]:
        """The tokens that occur."""
        return frozenset(token for monomial, _ in self.terms for token, _ in monomial)

    def specialise(self, semiring: Semiring[T], valuation: Mapping[str, T]) -> T:
        """The image under the homomorphism that sends each token to its value (the default where it has none)."""
        values = {t: valuation[t] if t in valuation else semiring.default(t) for t in self.tokens}
        return semiring.sum(
            _repeated(semiring.sum, semiring.product(_repeated(semiring.product, values[t], e) for t, e in monomial), n)
            for monomial, n in self.terms
        )

    @override
    def __str__(self) -> str:
        return " ⊕ ".join(monomial_text(monomial, n) for monomial, n in self.terms) or "0"


def _sum(polynomials: Iterable[HowPolynomial]) -> HowPolynomial:
    total: dict[Monomial[str], int] = {}
    for polynomial in polynomials:
        for monomial, n in polynomial.terms:
            total[monomial] = total.get(monomial, 0) + n
    return HowPolynomial.of(total)


def _repeated(combine: Callable[[Iterable[T]], T], value: T, times: int) -> T:
    """``combine`` of ``times`` copies of the value, by repeated doubling."""
    result = combine(())
    for bit in bin(times)[2:]:
        result = combine((result, result, value) if bit == "1" else (result, result))
    return result


class How(Semiring[HowPolynomial]):
    """ℕ[X], the most informative one: every other semiring's value follows from it where there is no ⊖ and no δ
    (Green, Karvounarakis, Tannen, PODS 2007).

    An unnamed token is itself.  Here ⊖ and δ are *evaluated* (x ⊖ y is x where y is 0, else 0); the view in which
    they stay symbolic is :class:`graphragprov.provenance.Polynomial`.

    Args:
        limit: the most monomials that a value may have; beyond it :class:`PolynomialTooLarge` is raised.
    """

    name = "How"
    zero_divisors = False
    zero = HowPolynomial()
    one = HowPolynomial((((), 1),))

    def __init__(self, *, limit: int = 100_000) -> None:
        self.limit = limit

    @override
    def plus(self, left: HowPolynomial, right: HowPolynomial) -> HowPolynomial:
        return self._bounded(left + right)

    @override
    def times(self, left: HowPolynomial, right: HowPolynomial) -> HowPolynomial:
        # Without cancellation a product has at least |left| + |right| - 1 monomials, so refuse before multiplying.
        if left and right and len(left) + len(right) - 1 > self.limit:
            raise self._too_large()
        return self._bounded(left * right)

    @override
    def sum(self, values: Iterable[HowPolynomial]) -> HowPolynomial:
        return self._bounded(_sum(values))

    @override
    def default(self, token: str) -> HowPolynomial:
        """The token itself."""
        return HowPolynomial.token(token)

    def _bounded(self, value: HowPolynomial) -> HowPolynomial:
        if len(value) > self.limit:
            raise self._too_large()
        return value

    def _too_large(self) -> PolynomialTooLarge:
        return PolynomialTooLarge(
            f"the polynomial has more than {self.limit:,} monomials; fold the circuit in the semiring you need "
            f"(Counting, Which …), list monomials(limit=…) or witnesses(limit=…), or raise the limit: How(limit=…)"
        )
