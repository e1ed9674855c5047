"""Canonical forms: independent of how the circuit was built, faithful, and read back with suspicion."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphragprov.errors import InvalidTrace, PolynomialTooLarge
from graphragprov.provenance import Circuit, canonical, from_canonical
from graphragprov.provenance.circuit import ONE
from graphragprov.provenance.expansion import MAX_NESTING
from graphragprov.provenance.restore import MAX_PARTS

from .circuits import SEMIRINGS, Expression, build, general, how, ladder, monotone, rebuilt, token_name, value, worlds

FEW = settings(max_examples=200, deadline=None, derandomize=True)


@FEW
@given(general, st.integers(0, 1000))
def test_independent_of_numbers_order_and_nesting(expression: Expression, seed: int) -> None:
    circuit = Circuit()
    expected = canonical(circuit, build(expression, circuit), token_name)
    assert expected == canonical(*rebuilt(expression, seed))


@FEW
@given(general, st.integers(0, 1000), st.sampled_from([10_000, 0]))
def test_restored_polynomial_has_the_same_value_in_every_world_and_semiring(
    expression: Expression, seed: int, limit: int
) -> None:
    circuit, root, name = rebuilt(expression, seed)
    form = canonical(circuit, root, name, limit=limit)
    restored = from_canonical(json.loads(json.dumps(form)))
    for world in worlds(circuit.tokens(root)):
        names = frozenset(map(name, world))
        for kind in SEMIRINGS:
            expected = value(circuit, root, kind, names, name)
            assert expected == value(restored.circuit, restored.root, kind, names, restored.names), kind.name


@FEW
@given(general, st.sampled_from([10_000, 0]))
def test_restoring_and_writing_again_changes_nothing(expression: Expression, limit: int) -> None:
    circuit = Circuit()
    form = canonical(circuit, build(expression, circuit), token_name, limit=limit)
    restored = from_canonical(form)
    assert form == canonical(restored.circuit, restored.root, restored.names, limit=limit)


@FEW
@given(monotone)
def test_without_difference_the_form_is_the_polynomial(expression: Expression) -> None:
    circuit = Circuit()
    root = build(expression, circuit)
    terms = canonical(circuit, root, token_name)["terms"]
    expected = [
        {"coefficient": n, "tokens": [[token, power] for token, power in monomial]}
        for monomial, n in how(circuit, root)
    ]
    assert expected == terms


def test_forms_of_small_polynomials() -> None:
    circuit = Circuit()
    x, y, z = (circuit.input(token) for token in range(3))
    root = circuit.plus(
        [circuit.monus(x, circuit.plus([y, circuit.times([x, z])])), circuit.delta(circuit.plus([y, z]))]
    )
    plain = [{"coefficient": 1, "tokens": [["t1", 1]]}, {"coefficient": 1, "tokens": [["t2", 1]]}]
    absent = [{"present": ["t1"], "absent": []}, {"present": ["t2"], "absent": []}]
    expected = [
        {"coefficient": 1, "tokens": [], "distinct": [[plain, 1]]},
        {"coefficient": 1, "tokens": [["t0", 1]], "unless": absent},
    ]
    assert {"form": "sum", "terms": expected} == canonical(circuit, root, token_name)


@pytest.mark.parametrize("limit", [10_000, 0])
def test_tokens_of_one_name_are_one(limit: int) -> None:
    circuit = Circuit()
    two = circuit.plus([circuit.input(1), circuit.input(2)])
    twice = circuit.plus([circuit.input(1), circuit.input(1)])
    assert canonical(circuit, two, lambda _: "t", limit=limit) == canonical(circuit, twice, lambda _: "t", limit=limit)


def test_a_large_polynomial_keeps_the_shape_of_its_circuit() -> None:
    circuit, root = ladder(200)
    form = canonical(circuit, root, token_name)
    assert form["form"] == "circuit"
    assert len(form["gates"]) == 601
    restored = from_canonical(form)
    assert form == canonical(restored.circuit, restored.root, restored.names)


def test_the_form_of_a_large_polynomial_does_not_depend_on_the_order_of_construction() -> None:
    circuit, root = ladder(40)
    other = Circuit()
    steps = [other.plus([other.input(2 * n + 1), other.input(2 * n)]) for n in reversed(range(40))]
    halves = [other.times(steps[::2]), other.times(steps[1::2])]
    assert canonical(circuit, root, token_name) == canonical(other, other.times(halves), token_name)


def test_values_too_large_for_memory_are_refused() -> None:
    circuit = Circuit()
    root = circuit.plus([circuit.input(0), ONE])
    for _ in range(64):
        root = circuit.times([root, root])
    with pytest.raises(PolynomialTooLarge):
        canonical(circuit, root, token_name)
    gates: list[Any] = [["one"], ["plus", 0, 0], *(["times", n, n] for n in range(1, 64))]
    with pytest.raises(InvalidTrace, match="too large to compute with"):
        from_canonical({"form": "circuit", "gates": gates})


def _sum(**term: Any) -> dict[str, Any]:
    return {"form": "sum", "terms": [{"coefficient": 1, "tokens": [], **term}]}


def _nested(depth: int) -> list[Any]:
    terms: list[Any] = [{"coefficient": 1, "tokens": [["a", 1]]}, {"coefficient": 1, "tokens": [["b", 1]]}]
    for _ in range(depth):
        terms = [{"coefficient": 1, "tokens": [["c", 1]]}, {"coefficient": 1, "tokens": [], "distinct": [[terms, 1]]}]
    return terms


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "sum",
        {},
        {"form": "product"},
        {"form": "sum"},
        {"form": "sum", "terms": {}},
        {"form": "sum", "terms": ["x"]},
        {"form": "sum", "terms": [{"coefficient": 1}]},
        _sum(coefficient=0),
        _sum(coefficient=-1),
        _sum(coefficient=True),
        _sum(coefficient=1.0),
        _sum(coefficient=10**5000),
        _sum(tokens=[["x"]]),
        _sum(tokens=[["x", 0]]),
        _sum(tokens=[["x", 10**9]]),
        _sum(tokens=[[3, 1]]),
        _sum(tokens="x"),
        _sum(unless=[{"present": ["x"]}]),
        _sum(unless=[["x"]]),
        _sum(unless=[{"present": [["x"]], "absent": []}]),
        _sum(distinct=[[1, 1]]),
        _sum(distinct=[[[], -1]]),
        {"form": "sum", "terms": _nested(MAX_NESTING + 1)},
        {"form": "circuit", "gates": []},
        {"form": "circuit", "gates": ["one"]},
        {"form": "circuit", "gates": [[]]},
        {"form": "circuit", "gates": [["input", 1]]},
        {"form": "circuit", "gates": [["token"]]},
        {"form": "circuit", "gates": [["token", 1]]},
        {"form": "circuit", "gates": [["plus", 0]]},
        {"form": "circuit", "gates": [["one"], ["plus", 0, 1]]},
        {"form": "circuit", "gates": [["one"], ["plus", -1]]},
        {"form": "circuit", "gates": [["one"], ["plus", True]]},
        {"form": "circuit", "gates": [["one"], ["monus", 0]]},
        {"form": "circuit", "gates": [["one"], ["delta", 0, 0]]},
        {"form": "circuit", "gates": [["one"], ["plus", *[0] * MAX_PARTS]]},
    ],
    ids=itertools.count(),
)
def test_data_of_another_form_is_refused(data: object) -> None:
    with pytest.raises(InvalidTrace, match="stored polynomial"):
        from_canonical(data)


def test_nesting_up_to_the_limit_is_read() -> None:
    restored = from_canonical({"form": "sum", "terms": _nested(MAX_NESTING)})
    assert len(restored.tokens) == 3
