"""Every semiring satisfies the axioms and the laws it declares; the flagged laws it does not declare truly fail."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

import graphragprov.semirings
from graphragprov.semirings import Semiring

from .strategies import VALUES

EACH = pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.name)
FEW = settings(max_examples=150, deadline=None, derandomize=True)


def test_every_exported_semiring_is_under_test() -> None:
    exported = {getattr(graphragprov.semirings, name) for name in graphragprov.semirings.__all__}
    classes = {c for c in exported if isinstance(c, type) and issubclass(c, Semiring) and c is not Semiring}
    assert classes == set(VALUES)


def holds(kind: type[Semiring[Any]], law: Any, values: int) -> None:
    """The law holds for all drawn values."""

    @FEW
    @given(st.tuples(*[VALUES[kind]] * values))
    def check(drawn: tuple[Any, ...]) -> None:
        assert law(kind(), *drawn), f"{law.__name__} fails in {kind.name} for {drawn}"

    check()


def fails(kind: type[Semiring[Any]], law: Any, values: int) -> bool:
    """The law has a counterexample."""
    try:
        find(st.tuples(*[VALUES[kind]] * values), lambda drawn: not law(kind(), *drawn), settings=FEW)
    except NoSuchExample:
        return False
    return True


def plus_commutes(k: Any, x: Any, y: Any) -> bool:
    return bool(k.plus(x, y) == k.plus(y, x))


def times_commutes(k: Any, x: Any, y: Any) -> bool:
    return bool(k.times(x, y) == k.times(y, x))


def plus_associates(k: Any, x: Any, y: Any, z: Any) -> bool:
    return bool(k.plus(k.plus(x, y), z) == k.plus(x, k.plus(y, z)))


def times_associates(k: Any, x: Any, y: Any, z: Any) -> bool:
    return bool(k.times(k.times(x, y), z) == k.times(x, k.times(y, z)))


def distributes(k: Any, x: Any, y: Any, z: Any) -> bool:
    return bool(k.times(x, k.plus(y, z)) == k.plus(k.times(x, y), k.times(x, z)))


def neutral(k: Any, x: Any) -> bool:
    return bool(k.plus(x, k.zero) == x == k.times(x, k.one) and k.times(x, k.zero) == k.zero)


def sum_is_repeated_plus(k: Any, x: Any, y: Any, z: Any) -> bool:
    return bool(k.sum([x, y, z]) == k.plus(k.plus(x, y), z) and k.sum([]) == k.zero and k.sum([x]) == x)


def product_is_repeated_times(k: Any, x: Any, y: Any, z: Any) -> bool:
    return bool(k.product([x, y, z]) == k.times(k.times(x, y), z) and k.product([]) == k.one and k.product([x]) == x)


def idempotent(k: Any, x: Any) -> bool:
    return bool(k.plus(x, x) == x)


def absorptive(k: Any, x: Any) -> bool:
    return bool(k.plus(k.one, x) == k.one)


def no_zero_divisors(k: Any, x: Any, y: Any) -> bool:
    return bool(k.times(x, y) != k.zero or k.zero in (x, y))


def zero_sum_free(k: Any, x: Any, y: Any) -> bool:
    return bool(k.plus(x, y) != k.zero or x == y == k.zero)


AXIOMS = [
    (plus_commutes, 2),
    (times_commutes, 2),
    (plus_associates, 3),
    (times_associates, 3),
    (distributes, 3),
    (neutral, 1),
    (sum_is_repeated_plus, 3),
    (product_is_repeated_times, 3),
    (zero_sum_free, 2),
]


@EACH
@pytest.mark.parametrize(("law", "values"), AXIOMS, ids=lambda p: getattr(p, "__name__", None))
def test_axiom(kind: type[Semiring[Any]], law: Any, values: int) -> None:
    holds(kind, law, values)


@EACH
def test_declared_laws_are_exactly_those_that_hold(kind: type[Semiring[Any]]) -> None:
    declared = {idempotent: kind.idempotent, absorptive: kind.absorptive, no_zero_divisors: not kind.zero_divisors}
    for law, claimed in declared.items():
        values = 2 if law is no_zero_divisors else 1
        if claimed:
            holds(kind, law, values)
        else:
            assert fails(kind, law, values), f"{kind.name} could declare that it is {law.__name__}"


def difference_of_equals_is_zero(k: Any, x: Any) -> bool:
    return bool(k.monus(x, x) == k.zero)


def difference_of_a_sum(k: Any, x: Any, y: Any, z: Any) -> bool:
    return bool(k.monus(x, k.plus(y, z)) == k.monus(k.monus(x, y), z))


def product_with_a_difference(k: Any, x: Any, y: Any, z: Any) -> bool:
    return bool(k.times(x, k.monus(y, z)) == k.monus(k.times(x, y), z))


def split_by_a_difference(k: Any, x: Any, y: Any) -> bool:
    return bool(k.plus(k.monus(x, k.monus(x, y)), k.monus(x, y)) == x)


@EACH
@pytest.mark.parametrize(
    ("law", "values"),
    [
        (difference_of_equals_is_zero, 1),
        (difference_of_a_sum, 3),
        (product_with_a_difference, 3),
        (split_by_a_difference, 2),
    ],
    ids=lambda p: getattr(p, "__name__", None),
)
def test_spm_axiom(kind: type[Semiring[Any]], law: Any, values: int) -> None:
    holds(kind, law, values)


@EACH
def test_delta_keeps_the_support_and_is_the_identity_where_plus_is_idempotent(kind: type[Semiring[Any]]) -> None:
    def law(k: Any, x: Any) -> bool:
        expected = x if k.idempotent else (k.zero if x == k.zero else k.one)
        return bool(k.delta(x) == expected == k.delta(k.delta(x)))

    holds(kind, law, 1)
