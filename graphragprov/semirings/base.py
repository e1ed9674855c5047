"""What a semiring is here: a carrier with ⊕, ⊗, 0, 1, δ and ⊖, and the laws it declares."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from ..errors import UnnamedToken, UnsupportedOperation

__all__ = ["Semiring", "as_semiring"]

T = TypeVar("T")


class Semiring(ABC, Generic[T]):
    """A commutative semiring (K, ⊕, ⊗, 0, 1). A law that is not declared is taken not to hold.

    δ and ⊖ have the meaning of DESIGN 4.3 for carriers without zero divisors: δ(x) is x where ⊕ is idempotent and
    0 or 1 otherwise; x ⊖ y is x where y is 0, and 0 elsewhere.
    """

    name: ClassVar[str]
    idempotent: ClassVar[bool] = False
    """x ⊕ x = x."""
    absorptive: ClassVar[bool] = False
    """1 ⊕ x = 1."""
    zero_divisors: ClassVar[bool] = True
    """Whether x ⊗ y = 0 may hold for x, y ≠ 0 (unknown counts as yes; then ⊖ is refused)."""

    zero: T
    one: T

    @abstractmethod
    def plus(self, left: T, right: T) -> T:
        """left ⊕ right."""

    @abstractmethod
    def times(self, left: T, right: T) -> T:
        """left ⊗ right."""

    def sum(self, values: Iterable[T]) -> T:
        """⊕ of the values; 0 of none."""
        total = self.zero
        for value in values:
            total = self.plus(total, value)
        return total

    def product(self, values: Iterable[T]) -> T:
        """⊗ of the values; 1 of none."""
        total = self.one
        for value in values:
            total = self.times(total, value)
        return total

    def delta(self, value: T) -> T:
        """δ: duplicate elimination."""
        if self.idempotent:
            return value
        return self.zero if value == self.zero else self.one

    def monus(self, left: T, right: T) -> T:
        """left ⊖ right."""
        if self.zero_divisors:
            message = f"the semiring {self.name} has no ⊖; Boolean, Counting, How, Why and Which have one"
            raise UnsupportedOperation(message)
        return left if right == self.zero else self.zero

    def default(self, token: str) -> T:
        """The value of a token that the valuation does not name."""
        message = f"no value is given for the token {token}, and the semiring {self.name} has no default; name it"
        raise UnnamedToken(message)


def as_semiring(semiring: Semiring[T] | type[Semiring[T]]) -> Semiring[T]:
    """The semiring itself, or an instance of the class (``Boolean`` says the same as ``Boolean()``)."""
    return semiring() if isinstance(semiring, type) else semiring
