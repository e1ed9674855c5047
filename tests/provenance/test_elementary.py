from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import pytest

from graphragprov.errors import PolynomialTooLarge, UnsupportedOperation
from graphragprov.provenance.circuit import ONE, Circuit
from graphragprov.provenance.elementary import elementary
from graphragprov.semirings import Boolean, Counting, Which


@dataclass(frozen=True)
class AtLeast:
    count: int

    def holds(self, present: Sequence[bool]) -> bool:
        return sum(present) >= self.count


def diamond() -> tuple[Circuit, int]:
    """1 to 4 over 2 or over 3, and back from 4 to 1."""
    circuit = Circuit()
    arcs = [(s, t, circuit.input(i)) for i, (s, t) in enumerate([(1, 2), (2, 4), (1, 3), (3, 4), (4, 1)])]
    return circuit, circuit.edges(arcs)


def same_everywhere(circuit: Circuit, gate: int, tokens: int) -> None:
    plain, root = elementary(circuit, gate)
    for present in product((0, 1), repeat=tokens):
        for semiring in (Boolean(), Counting()):
            valuation = lambda token: semiring.one if present[token] else semiring.zero  # noqa: B023, E731
            assert circuit.fold(gate, semiring, valuation) == plain.fold(root, semiring, valuation)


def test_reach_is_the_sum_over_minimal_walks() -> None:
    circuit, edges = diamond()
    for source, target in product((1, 2, 4), repeat=2):
        same_everywhere(circuit, circuit.reach(edges, source, target, True), 5)


def test_comparisons_are_written_out_by_cases() -> None:
    circuit = Circuit()
    tokens = [circuit.input(i) for i in range(3)]
    for count in range(5):
        gate = circuit.compare(AtLeast(count), tokens, count <= 3)
        same_everywhere(circuit, circuit.times([gate, tokens[0]]), 3)


def test_what_needs_no_rewriting_stays() -> None:
    circuit = Circuit()
    gate = circuit.monus(ONE, circuit.plus([circuit.input(0), circuit.input(1)]))
    assert elementary(circuit, gate) == (circuit, gate)


def test_too_many_operands_are_refused() -> None:
    circuit = Circuit()
    gate = circuit.compare(AtLeast(2), [circuit.input(i) for i in range(13)], True)
    with pytest.raises(PolynomialTooLarge, match="13 rows"):
        elementary(circuit, gate)


def test_only_edges_on_a_walk_are_tokens_of_reach() -> None:
    circuit, edges = diamond()
    other = circuit.edges([(1, 2, circuit.input(7)), (1, 5, circuit.input(8))])
    assert circuit.tokens(circuit.reach(edges, 1, 2, True)) == [0, 1, 2, 3, 4]
    assert circuit.tokens(circuit.reach(other, 1, 2, True)) == [7]


def test_reach_of_a_chain_of_a_hundred_thousand_edges() -> None:
    circuit = Circuit()
    edges = circuit.edges([(i, i + 1, circuit.input(i)) for i in range(100_000)])
    gate = circuit.reach(edges, 0, 100_000, True)
    assert circuit.fold(gate, Boolean(), lambda token: True) is True
    assert circuit.fold(gate, Boolean(), lambda token: token != 50_000) is False
    assert circuit.fold(gate, Counting(), lambda token: 3) == 1


def test_reach_is_refused_where_it_has_no_value() -> None:
    circuit, edges = diamond()
    with pytest.raises(UnsupportedOperation, match="Boolean"):
        circuit.fold(circuit.reach(edges, 1, 4, True), Which(), lambda token: Which().one)
