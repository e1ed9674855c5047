"""Values of circuits in semirings; and gates that views do not know."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import IntEnum
from typing import Any

import pytest
from hypothesis import given, settings
from rdflib import URIRef

from graphragprov.errors import UnnamedToken, UnsupportedOperation
from graphragprov.provenance import Circuit, Polynomial, canonical, evaluate, witnesses
from graphragprov.provenance.circuit import Kind
from graphragprov.provenance.formulas import KNOWN
from graphragprov.provenance.triple_level import at_triple_level
from graphragprov.semirings import Boolean, Counting, How, Semiring, Which, Why

from .circuits import Expression, build, general, ladder, token_name


@pytest.fixture
def joined() -> tuple[Circuit, int]:
    """(t0 ⊕ t1) ⊗ t2 over triples 5 and 6."""
    circuit = Circuit()
    return circuit, circuit.times([circuit.triple(5, [0, 1]), circuit.triple(6, [2])])


@pytest.mark.parametrize(
    ("semiring", "expected"),
    [
        (Boolean, True),
        (Counting, 2),
        (Why, frozenset({frozenset({"t0", "t2"}), frozenset({"t1", "t2"})})),
        (Which, frozenset({"t0", "t1", "t2"})),
    ],
)
def test_unnamed_tokens_take_the_default(joined: tuple[Circuit, int], semiring: Any, expected: Any) -> None:
    assert expected == evaluate(*joined, semiring, token_id=token_name)
    assert expected == evaluate(*joined, semiring(), None, token_name)


def test_valuation_by_identifier_iri_or_number(joined: tuple[Circuit, int]) -> None:
    assert evaluate(*joined, Counting, {"t0": 4, "t2": 2}, token_name) == 10
    assert evaluate(*joined, Counting, {URIRef("t0"): 4, URIRef("t2"): 2}, token_name) == 10
    assert evaluate(*joined, Counting, {"t0": 4, "t2": 2}, lambda token: URIRef(f"t{token}")) == 10
    assert evaluate(*joined, Counting, lambda token: token + 1) == 9


def test_triple_level_counts_triples(joined: tuple[Circuit, int]) -> None:
    circuit, root = joined
    with_link = circuit.times([root, circuit.input(9)])
    assert evaluate(circuit, with_link, Counting, triple_level=True) == 1
    assert str(evaluate(circuit, with_link, How, triple_level=True)) == "-10⊗5⊗6"
    assert not evaluate(circuit, with_link, Boolean, {"5": False}, triple_level=True)
    assert not evaluate(circuit, with_link, Boolean, lambda number: number != ~9, triple_level=True)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(general)
def test_triple_level_circuit_and_triple_level_fold_agree(expression: Expression) -> None:
    circuit = Circuit()
    root = circuit.times([build(expression, circuit), circuit.plus([circuit.triple(7, [0, 1]), circuit.input(2)])])
    copy, copied = at_triple_level(circuit, root)
    for kind in (Counting, How, Which):
        assert evaluate(circuit, root, kind, triple_level=True) == evaluate(copy, copied, kind)


def test_a_token_without_value_or_default_is_an_error(joined: tuple[Circuit, int]) -> None:
    class Cost(Semiring[int]):
        name = "Cost"
        zero, one = 1_000_000, 0

        def plus(self, left: int, right: int) -> int:
            return min(left, right)

        def times(self, left: int, right: int) -> int:
            return left + right

    assert evaluate(*joined, Cost, {"t0": 4, "t1": 1, "t2": 2}, token_name) == 3
    with pytest.raises(UnnamedToken, match=r"t1.*Cost"):
        evaluate(*joined, Cost, {"t0": 4, "t2": 2}, token_name)
    circuit, root = joined
    with pytest.raises(UnsupportedOperation, match="Cost has no ⊖"):
        evaluate(circuit, circuit.monus(root, circuit.input(3)), Cost, lambda _: 1)


def test_fold_and_fold_all_agree() -> None:
    circuit, root = ladder(20)
    values = circuit.fold_all([root], Counting(), lambda token: token + 1)
    assert values[root] == circuit.fold(root, Counting(), lambda token: token + 1)
    assert set(values) == set(circuit.reachable([root]))


def test_a_million_gates_fold_in_seconds() -> None:
    circuit, root = ladder(250_000)
    assert len(circuit) > 999_000
    start = time.monotonic()
    assert circuit.fold(root, Boolean(), lambda _: True)
    assert time.monotonic() - start < 20


def test_counting_a_deep_circuit_keeps_only_values_in_use() -> None:
    circuit, root = ladder(20_000)
    assert circuit.fold(root, Counting(), lambda _: 1) == 2**20_000


class Later(IntEnum):
    """A kind of gate that views do not know."""

    MYSTERY = 99


VIEWS: list[Callable[[Circuit, int], object]] = [
    lambda circuit, root: str(Polynomial(circuit, root)),
    lambda circuit, root: Polynomial(circuit, root).sympy,
    lambda circuit, root: Polynomial(circuit, root).text(limit=0),
    lambda circuit, root: list(witnesses(circuit, root)),
    lambda circuit, root: canonical(circuit, root, str),
    lambda circuit, root: canonical(circuit, root, str, limit=0),
    at_triple_level,
]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("subtracted", [False, True])
def test_an_unknown_gate_is_named(view: Callable[[Circuit, int], object], subtracted: bool) -> None:
    circuit = Circuit()
    root = gate = circuit.plus([circuit.input(0), circuit.input(1)])
    circuit.kinds[gate] = Later.MYSTERY  # type: ignore[call-overload]
    if subtracted:
        root = circuit.plus([circuit.input(3), circuit.monus(circuit.input(2), gate)])
    with pytest.raises(UnsupportedOperation, match="Mystery"):
        view(circuit, root)


def test_an_unknown_gate_has_no_monomials() -> None:
    circuit = Circuit()
    root = circuit.plus([circuit.input(0), circuit.input(1)])
    circuit.kinds[root] = Later.MYSTERY  # type: ignore[call-overload]
    with pytest.raises(UnsupportedOperation, match="Mystery"):
        list(Polynomial(circuit, root).monomials())


def test_every_known_kind_of_gate_is_printed() -> None:
    circuit = Circuit()
    x, y = circuit.triple(1, [1]), circuit.input(2)
    root = circuit.plus([circuit.times([x, y]), circuit.monus(x, y), circuit.delta(circuit.plus([x, y, 1]))])
    below = {circuit.kinds[gate] for gate in circuit.reachable([root])}
    assert below | {Kind.ZERO} == KNOWN
    assert str(Polynomial(circuit, root)) == "x1⊗x2 ⊕ δ(1⊕x1⊕x2) ⊕ x1⊗(1⊖x2)"
    assert "x1⊗x2" in Polynomial(circuit, root).text(limit=0)
