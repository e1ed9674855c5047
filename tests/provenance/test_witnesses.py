"""Witnesses and monomials: all of them, minimal, smallest first, and lazily."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings

from graphragprov.errors import PolynomialTooLarge
from graphragprov.provenance import Circuit, Polynomial, Witness, witnesses
from graphragprov.provenance.circuit import ONE, ZERO
from graphragprov.provenance.enumeration import minimal_sets, monomials
from graphragprov.provenance.formulas import conditions, derivations
from graphragprov.provenance.work import Work
from graphragprov.semirings import Boolean

from .circuits import Expression, build, general, how, ladder, monotone, token_name, with_difference, worlds

FEW = settings(max_examples=300, deadline=None, derandomize=True)


@FEW
@given(monotone)
def test_without_difference_they_are_the_minimal_sufficient_sets(expression: Expression) -> None:
    circuit = Circuit()
    root = build(expression, circuit)
    tokens = circuit.tokens(root)
    sufficient = [w for w in worlds(tokens) if circuit.fold(root, Boolean(), w.__contains__)]
    minimal = {w for w in sufficient if not any(other < w for other in sufficient)}
    found = list(witnesses(circuit, root))
    assert minimal == {frozenset(witness.present) for witness in found}
    assert len(found) == len(minimal)
    assert not any(witness.absent for witness in found)
    assert sorted(map(len, found)) == list(map(len, found))


@FEW
@given(general)
def test_an_answer_stands_exactly_where_one_of_its_witnesses_holds(expression: Expression) -> None:
    circuit = Circuit()
    root = build(expression, circuit)
    found = list(witnesses(circuit, root))
    for world in worlds(circuit.tokens(root)):
        holds = any(world.issuperset(w.present) and world.isdisjoint(w.absent) for w in found)
        assert circuit.fold(root, Boolean(), world.__contains__) == holds


@FEW
@given(with_difference)
def test_no_witness_contains_another_and_none_contradicts_itself(expression: Expression) -> None:
    circuit = Circuit()
    found = list(witnesses(circuit, build(expression, circuit)))
    literals = [{(t, True) for t in w.present} | {(t, False) for t in w.absent} for w in found]
    assert not any(a < b or (a == b and i != j) for i, a in enumerate(literals) for j, b in enumerate(literals))
    assert all(set(w.present).isdisjoint(w.absent) for w in found)


def test_difference_names_what_must_be_absent() -> None:
    circuit = Circuit()
    x, y, z = (circuit.input(token) for token in (7, 8, 9))
    root = circuit.monus(x, circuit.plus([y, circuit.times([z, x])]))
    (only,) = witnesses(circuit, root)
    assert Witness((7,), (8, 9)) == only
    assert Witness(("x7",), ("x8", "x9")) == only.map(lambda token: f"x{token}")
    assert len(only) == 3


def test_constants() -> None:
    circuit = Circuit()
    assert [Witness(())] == list(witnesses(circuit, ONE))
    assert list(witnesses(circuit, ZERO)) == []


@FEW
@given(monotone)
def test_monomials_come_by_degree_with_their_coefficients(expression: Expression) -> None:
    circuit = Circuit()
    root = build(expression, circuit)
    listed = list(Polynomial(circuit, root, token_name).monomials())
    expected = [(n, monomial) for monomial, n in how(circuit, root)]
    assert expected == [(term.coefficient, term.factors) for term in listed]


def test_monomials_are_those_of_the_part_without_difference() -> None:
    circuit = Circuit()
    x, y, z = (circuit.input(token) for token in range(3))
    root = circuit.plus([circuit.times([x, y]), circuit.monus(x, z), circuit.times([x, circuit.delta(y)])])
    assert [str(term) for term in Polynomial(circuit, root, token_name).monomials()] == ["t0⊗t1"]


@pytest.mark.parametrize("rungs", [30, 3000])
def test_the_first_of_exponentially_many_are_found_at_once(rungs: int) -> None:
    circuit, root = ladder(rungs)
    first = list(witnesses(circuit, root, limit=3))
    assert [rungs] * 3 == [len(witness) for witness in first]
    assert tuple(range(0, 2 * rungs, 2)) == first[0].present
    terms = list(islice(Polynomial(circuit, root).monomials(), 3))
    assert [rungs] * 3 == [len(term.factors) for term in terms]


def test_smallest_witness_comes_first_also_where_derivations_overlap() -> None:
    circuit = Circuit()
    a, b, c, d = (circuit.input(token) for token in range(4))
    # a⊗a⊗a is one token and degree three, b⊗c two tokens and degree two.
    root = circuit.plus([circuit.times([a, a, a]), circuit.times([b, c]), circuit.times([circuit.plus([a, b]), d])])
    assert [witness.present for witness in witnesses(circuit, root)] == [(0,), (1, 2), (1, 3)]


def test_a_union_smaller_than_those_of_smaller_sets_comes_first() -> None:
    circuit = Circuit()
    a, b, c, d, e, f, g = (circuit.input(token) for token in range(7))
    left = circuit.plus([circuit.times([a, b]), circuit.times([c, d, e])])
    right = circuit.plus([circuit.times([f, g]), circuit.times([c, d, e])])
    found = [witness.present for witness in witnesses(circuit, circuit.times([left, right]))]
    assert found == [(2, 3, 4), (0, 1, 5, 6)]


def test_equal_monomials_of_a_product_are_one() -> None:
    circuit = Circuit()
    x, y, z = (circuit.input(token) for token in range(3))
    root = circuit.times([circuit.plus([x, y, z])] * 3)
    terms = [str(term) for term in Polynomial(circuit, root, token_name).monomials()]
    assert " ⊕ ".join(terms) == str(how(circuit, root))
    assert "6·t0⊗t1⊗t2" in terms


def test_work_is_bounded() -> None:
    circuit, root = ladder(50)
    with pytest.raises(PolynomialTooLarge, match="takes too long"):
        list(minimal_sets(conditions(circuit, root, lambda token: token), work=Work(100_000)))
    with pytest.raises(PolynomialTooLarge, match="takes too long"):
        list(monomials(derivations(circuit, root, lambda token: token), work=Work(100_000)))
