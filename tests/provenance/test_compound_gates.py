"""Paths and comparisons of aggregates in the views: written out where that is small, abridged where it is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import pytest

from graphragprov.errors import PolynomialTooLarge
from graphragprov.provenance import Circuit, Polynomial, Witness, canonical, evaluate, from_canonical, witnesses
from graphragprov.provenance.equality import equivalent
from graphragprov.provenance.named import NamedGate
from graphragprov.semirings import Boolean, Counting

from .circuits import token_name


@dataclass(frozen=True)
class AtLeast:
    """A comparison that holds of so many rows or more."""

    count: int

    def holds(self, present: Sequence[bool]) -> bool:
        return sum(present) >= self.count


def diamond() -> tuple[Circuit, int]:
    """The path from 1 to 4 over 2 (tokens 0, 1) or over 3 (tokens 2, 3), times token 5; token 4 is on no walk."""
    circuit = Circuit()
    arcs = [(1, 2), (2, 4), (1, 3), (3, 4), (4, 9)]
    edges = circuit.edges([(s, t, circuit.triple(token, [token])) for token, (s, t) in enumerate(arcs)])
    return circuit, circuit.times([circuit.reach(edges, 1, 4, True), circuit.input(5)])


def grid(side: int) -> tuple[Circuit, int]:
    """A path across a grid, which has more walks the larger it is."""
    circuit = Circuit()
    places = {place: number for number, place in enumerate(product(range(side), repeat=2))}
    arcs = []
    for (x, y), number in places.items():
        for after in ((x + 1, y), (x, y + 1)):
            if after in places:
                arcs.append((number, places[after], circuit.input(len(arcs))))
    return circuit, circuit.reach(circuit.edges(arcs), 0, side * side - 1, True)


def test_a_path_is_written_as_its_walks() -> None:
    circuit, root = diamond()
    polynomial = Polynomial(circuit, root)
    assert str(polynomial) == "x5⊗δ(x1⊗x2⊕x3⊗x4)"
    assert polynomial.tokens == ("x1", "x2", "x3", "x4", "x5")
    assert polynomial.count == 1
    assert str(Polynomial(circuit, root, triple_level=True)).endswith("⊗δ(x2⊗x3⊕x4⊗x5)")
    assert list(witnesses(circuit, root)) == [Witness((0, 1, 5)), Witness((2, 3, 5))]


def test_the_canonical_form_of_a_path_has_its_values() -> None:
    circuit, root = diamond()
    restored = from_canonical(canonical(circuit, root, token_name))
    assert equivalent(NamedGate(circuit, root, token_name), restored)
    for present in product((False, True), repeat=6):
        there = dict(zip(map(token_name, range(6)), present, strict=True))
        expected = evaluate(circuit, root, Boolean, there, token_name)
        assert expected == evaluate(restored.circuit, restored.root, Boolean, there, restored.names)


def test_a_comparison_is_written_as_its_cases() -> None:
    circuit = Circuit()
    rows = [circuit.input(token) for token in range(2)]
    root = circuit.compare(AtLeast(1), rows, True)
    assert str(Polynomial(circuit, root)) == "δ(x1)⊗(1⊖x2) ⊕ δ(x1)⊗δ(x2) ⊕ δ(x2)⊗(1⊖x1)"
    assert list(witnesses(circuit, circuit.compare(AtLeast(2), rows, True))) == [Witness((0, 1))]


def test_what_is_too_large_to_write_out_prints_abridged_and_is_refused_elsewhere() -> None:
    circuit, root = grid(8)
    text = str(Polynomial(circuit, root))
    assert text.startswith("reach(x1, x2, x3, x4, x5, x6, x7, x8, … 104 more)  [factored and abridged")
    many = circuit.compare(AtLeast(3), [circuit.input(token) for token in range(20)], True)
    assert str(Polynomial(circuit, many)).startswith("compare(x1, x2, x3, x4, x5, x6, x7, x8, … 12 more)")
    for gate in (root, many):
        assert Polynomial(circuit, gate).evaluate(Counting) == 1
        assert Polynomial(circuit, gate).triple_level is False
        for view in (lambda g: canonical(circuit, g, str), lambda g: list(witnesses(circuit, g))):
            with pytest.raises(PolynomialTooLarge, match="evaluate the circuit in a semiring"):
                view(gate)


def test_paths_too_large_to_write_out_are_compared_by_their_values() -> None:
    circuit, root = grid(8)
    other, again = grid(8)
    assert equivalent(NamedGate(circuit, root, token_name), NamedGate(other, again, token_name))
    without = other.monus(again, other.input(0))
    assert not equivalent(NamedGate(circuit, root, token_name), NamedGate(other, without, token_name))
    assert Polynomial(circuit, root) == Polynomial(other, again)
