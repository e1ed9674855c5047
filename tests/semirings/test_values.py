"""What the values of each semiring say about a small answer, and how they print."""

from __future__ import annotations

from typing import Any

import pytest

from graphragprov.errors import PolynomialTooLarge, UnnamedToken, UnsupportedOperation
from graphragprov.semirings import Boolean, Counting, How, HowPolynomial, Semiring, Which, Why, as_semiring


def value(semiring: Semiring[Any]) -> Any:
    """x ⊗ (y ⊕ z) ⊕ x ⊗ y, tokens at their defaults."""
    x, y, z = map(semiring.default, "xyz")
    return semiring.plus(semiring.times(x, semiring.plus(y, z)), semiring.times(x, y))


@pytest.mark.parametrize(
    ("semiring", "expected"),
    [
        (Boolean(), True),
        (Counting(), 3),
        (Why(), frozenset({frozenset("xy"), frozenset("xz")})),
        (Which(), frozenset("xyz")),
    ],
)
def test_value_at_the_defaults(semiring: Semiring[Any], expected: Any) -> None:
    assert expected == value(semiring)


def test_polynomial_prints_in_canonical_order() -> None:
    assert str(value(How())) == "2·x⊗y ⊕ x⊗z"
    x = HowPolynomial.token("x")
    assert str(x * x * x + x + How.one + How.one) == "2 ⊕ x ⊕ x³"
    assert str(HowPolynomial()) == "0"


def test_lineage_tells_no_answer_from_an_answer_that_needs_nothing() -> None:
    which = Which()
    assert which.zero != which.one
    assert which.times(which.zero, frozenset("x")) is None
    assert which.times(which.one, frozenset("x")) == frozenset("x")


def test_class_and_instance_are_both_accepted() -> None:
    assert as_semiring(Counting).times(2, 3) == 6
    how = How(limit=1)
    assert as_semiring(how) is how


@pytest.mark.parametrize("semiring", [How(limit=10), Why(limit=10)])
def test_values_that_grow_past_the_limit_are_refused(semiring: Semiring[Any]) -> None:
    with pytest.raises(PolynomialTooLarge, match=r"more than 10 .*limit=…"):
        semiring.product(semiring.plus(semiring.default(f"x{i}"), semiring.default(f"y{i}")) for i in range(10))


def test_undeclared_means_refused() -> None:
    class Plain(Semiring[int]):
        name = "Plain"
        zero, one = 0, 1

        def plus(self, left: int, right: int) -> int:
            return left + right

        def times(self, left: int, right: int) -> int:
            return left * right

    with pytest.raises(UnsupportedOperation, match="Plain has no ⊖; Boolean"):
        Plain().monus(1, 1)
    with pytest.raises(UnnamedToken, match="token t7"):
        Plain().default("t7")


def test_specialise_is_the_homomorphism_given_by_the_values_of_tokens() -> None:
    x, y = HowPolynomial.token("x"), HowPolynomial.token("y")
    polynomial = (x + y) * (x + y) + How.one
    assert polynomial.specialise(Counting(), {"x": 2, "y": 5}) == 50
    assert polynomial.specialise(Boolean(), {"x": False}) is True
    assert polynomial.specialise(Which(), {"y": None}) == frozenset("x")
