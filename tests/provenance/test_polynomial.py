"""Polynomials as people see them: printed, in sympy, abridged where they are too large, compared."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from graphragprov.errors import PolynomialTooLarge
from graphragprov.provenance import Circuit, Polynomial, Witness
from graphragprov.provenance.circuit import ONE, ZERO
from graphragprov.provenance.sympy_view import Delta, Monus
from graphragprov.semirings import Boolean, Counting, HowPolynomial

from .circuits import Expression, build, how, ladder, monotone

FEW = settings(max_examples=150, deadline=None, derandomize=True)


def _printed(make: Callable[..., int]) -> str:
    circuit = Circuit()
    tokens = [circuit.input(token) for token in range(5)]
    return str(Polynomial(circuit, make(circuit, *tokens)))


@pytest.mark.parametrize(
    ("expected", "make"),
    [
        ("x1⊗x2 ⊕ x1⊗x3", lambda c, x, y, z, *_: c.times([x, c.plus([y, z])])),
        ("2·x1⊗x2", lambda c, x, y, *_: c.plus([c.times([x, y])] * 2)),
        ("x1² ⊕ 2·x1⊗x2 ⊕ x2²", lambda c, x, y, *_: c.times([c.plus([x, y])] * 2)),
        ("x1¹²", lambda c, x, *_: c.times([x] * 12)),
        ("x1⊗x2⊗(1⊖x3)", lambda c, x, y, z, *_: c.monus(c.times([x, y]), z)),
        ("x1⊗x2 ⊕ x1⊗(1⊖x2)", lambda c, x, y, *_: c.plus([c.monus(x, y), c.times([x, y])])),
        ("x1⊗(1⊖(x2⊕x3))", lambda c, x, y, z, *_: c.monus(c.monus(x, y), z)),
        ("x1⊗(1⊖x2⊗x3)", lambda c, x, y, z, *_: c.monus(x, c.times([y, z]))),
        ("x1⊗(1⊖x2)", lambda c, x, y, *_: c.monus(x, c.times([y, x]))),
        ("x1⊗(1⊖x2⊗(1⊖x3))", lambda c, x, y, z, *_: c.monus(x, c.monus(y, z))),
        ("x1⊗δ(x2⊕x3)", lambda c, x, y, z, *_: c.times([x, c.delta(c.plus([y, z]))])),
        ("δ(x1⊗x2)⊗(1⊖x3)", lambda c, x, y, z, *_: c.delta(c.monus(c.times([x, y]), z))),
        ("x1", lambda c, x, y, *_: c.monus(x, c.monus(y, x))),
        ("x1⊗(1⊖(x2⊕x3))", lambda c, x, y, z, *_: c.monus(x, c.plus([y, c.monus(z, y)]))),
        ("δ(x1)", lambda c, x, *_: c.delta(c.plus([x, x]))),
        ("δ(x1⊕x2)", lambda c, x, y, *_: c.delta(c.plus([x, x, y]))),
        (
            "δ(x1)²⊗δ(x2⊕x3)²",
            lambda c, x, y, z, *_: c.times([c.delta(c.times([x, c.delta(c.plus([y, z]))]))] * 2),
        ),
        ("δ(x1⊕δ(x2⊕x3))", lambda c, x, y, z, *_: c.delta(c.plus([x, c.delta(c.plus([y, z]))]))),
        ("3·(1⊖x1)", lambda c, x, *_: c.plus([c.monus(ONE, x)] * 3)),
        ("2 ⊕ x1", lambda c, x, *_: c.plus([ONE, x, ONE])),
        ("0", lambda c, x, y, *_: c.monus(c.times([x, y]), c.plus([x, c.delta(y)]))),
        ("0", lambda *_: ZERO),
        ("1", lambda *_: ONE),
    ],
)
def test_prints(expected: str, make: Callable[..., int]) -> None:
    assert expected == _printed(make)


def test_the_callers_order_is_the_order_of_symbols_and_monomials() -> None:
    circuit = Circuit()
    root = circuit.plus([circuit.input(3), circuit.input(4), circuit.input(5)])
    polynomial = Polynomial(circuit, root, order=[5, 9, 3])
    assert polynomial.tokens == ("x1", "x2", "x3")
    assert [Witness(("x1",)), Witness(("x2",)), Witness(("x3",))] == sorted(
        polynomial.witnesses(), key=lambda witness: witness.present
    )
    named = Polynomial(circuit, root, {3: "x10", 4: "x2", 5: "x1"}.__getitem__)
    assert str(named) == "x1 ⊕ x2 ⊕ x10"
    assert repr(named) == "Polynomial('x1 ⊕ x2 ⊕ x10')"
    assert str(Polynomial(circuit, root, named.names, order=[3, 4, 5])) == "x10 ⊕ x2 ⊕ x1"


@FEW
@given(monotone)
def test_sympy_agrees(expression: Expression) -> None:
    circuit = Circuit()
    root = build(expression, circuit)
    polynomial = Polynomial(circuit, root)
    assert str(polynomial) == str(how(circuit, root, polynomial._symbols.__getitem__))
    symbols = {name: sympy.Symbol(name) for name in polynomial.tokens}
    expected = sympy.expand(_in_sympy(expression, dict(zip(circuit.tokens(root), symbols.values(), strict=True))))
    assert expected == polynomial.sympy
    assert polynomial.sympy == sympy.expand(polynomial.sympy)


def _in_sympy(expression: Expression, symbols: dict[int, sympy.Symbol]) -> sympy.Expr:
    """Tokens that the circuit dropped (a factor of 0) do not reach the result."""
    word, *operands = expression
    if word == "token":
        return symbols.get(operands[0], sympy.Symbol("dropped"))
    values = [_in_sympy(operand, symbols) for operand in operands]
    constants = {"zero": sympy.Integer(0), "one": sympy.Integer(1)}
    return constants[word] if word in constants else (sympy.Add if word == "plus" else sympy.Mul)(*values)


def test_difference_and_delta_stay_symbolic_in_sympy() -> None:
    circuit = Circuit()
    x, y, z = (circuit.input(token) for token in range(3))
    root = circuit.plus([circuit.monus(x, y), circuit.times([y, circuit.delta(circuit.plus([x, z]))])])
    x1, x2, x3 = sympy.symbols("x1 x2 x3")
    assert x1 * Monus(1, x2) + x2 * Delta(x1 + x3) == Polynomial(circuit, root).sympy
    assert all(symbol.is_commutative for symbol in Polynomial(circuit, root).sympy.free_symbols)


def test_a_ladder_stays_linear_and_refuses_to_expand() -> None:
    circuit, root = ladder(100)
    assert len(circuit) < 500
    polynomial = Polynomial(circuit, root)
    assert polynomial.count == 2**100
    with pytest.raises(PolynomialTooLarge, match=f"{2**100:,} derivations.*witnesses.*evaluate"):
        _ = polynomial.sympy
    text = str(polynomial)
    assert text.startswith("(x1 ⊕ x2)⊗(x3 ⊕ x4)⊗")
    assert text.endswith(f"… 92 more  [factored and abridged: {2**100:,} derivations from 200 tokens]")
    assert polynomial.evaluate(Counting) == 2**100


def test_the_limit_counts_derivations() -> None:
    circuit, root = ladder(3)
    polynomial = Polynomial(circuit, root)
    assert polynomial.text(limit=8).count("⊕") + 1 == 8
    assert "abridged" in polynomial.text(limit=7)


def test_no_depth_is_too_deep() -> None:
    start = time.monotonic()
    circuit, root = ladder(100_000)
    polynomial = Polynomial(circuit, root)
    assert circuit.fold(root, Boolean(), lambda token: token % 2 == 0)
    assert not circuit.fold(root, Boolean(), lambda token: token > 1)
    assert polynomial.count == 2**4096
    assert "more than 10^1233 derivations from 200,000 tokens" in str(polynomial)
    assert len(str(polynomial)) < 10_000
    assert hash(polynomial) == hash(Polynomial(circuit, root))
    assert time.monotonic() - start < 60


def test_deep_sums_of_products_and_squares_of_squares_print_abridged() -> None:
    circuit = Circuit()
    nested = squared = differences = circuit.input(0)
    for token in range(1, 20_000):
        nested = circuit.plus([nested, circuit.times([nested, circuit.input(token)])])
        squared = circuit.times([squared, squared])
        differences = circuit.monus(circuit.input(token), differences)
    for root in (nested, squared):
        assert "abridged" in str(Polynomial(circuit, root))
        assert len(str(Polynomial(circuit, root))) < 10_000
    assert str(Polynomial(circuit, differences))


def test_triple_level_treats_triples_as_variables() -> None:
    circuit = Circuit()
    first, second = circuit.triple(0, [0, 1, 2]), circuit.triple(1, [3])
    link = circuit.input(4)
    root = circuit.times([first, second, link])
    assert str(Polynomial(circuit, root)) == "x1⊗x4⊗x5 ⊕ x2⊗x4⊗x5 ⊕ x3⊗x4⊗x5"
    names = {0: "first", 1: "second", ~4: "link"}
    assert str(Polynomial(circuit, root, names.__getitem__, triple_level=True)) == "first⊗link⊗second"
    assert Polynomial(circuit, root, triple_level=True).count == 1


def test_a_view_does_not_change_when_the_circuit_grows() -> None:
    circuit, root = ladder(2)
    polynomial = Polynomial(circuit, root)
    before = str(polynomial)
    circuit.plus([root, circuit.input(50)])
    assert before == str(Polynomial(circuit, root)) == str(polynomial)


@FEW
@given(monotone, monotone, st.booleans())
def test_equal_without_difference_means_equal_coefficients(left: Expression, right: Expression, same: bool) -> None:
    one, other = Circuit(), Circuit()
    other.input(4)
    first = Polynomial(one, build(left, one), str)
    second = Polynomial(other, build(("plus", ("zero",), left) if same else right, other), str)
    assert (first == second) == (how(one, first.root) == how(other, second.root))
    if first == second:
        assert hash(first) == hash(second)


def test_a_polynomial_evaluates_by_its_names() -> None:
    circuit, root = ladder(2)
    polynomial = Polynomial(circuit, root)
    assert polynomial.evaluate(Counting, {"x1": 5, "x2": 0}) == 10
    assert polynomial != "x1"
    assert isinstance(polynomial.canonical["terms"], list)


def test_terms_of_how_polynomials_print_as_those_of_circuits() -> None:
    circuit, root = ladder(2)
    polynomial = Polynomial(circuit, root)
    total = HowPolynomial()
    for term in polynomial.monomials():
        total += HowPolynomial.of({term.factors: term.coefficient})
    assert str(total) == str(polynomial)
