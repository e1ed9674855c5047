"""Equality with ⊖ and δ: the same value in every world and every semiring."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from graphragprov.provenance import Circuit
from graphragprov.provenance import equality as equality_module
from graphragprov.provenance.circuit import ONE
from graphragprov.provenance.equality import equivalent, fingerprint
from graphragprov.provenance.named import NamedGate

from .circuits import SEMIRINGS, TOKENS, Expression, build, general, ladder, rebuilt, token_name, value, worlds

FEW = settings(max_examples=250, deadline=None, derandomize=True)


def _gate(expression: Expression) -> NamedGate:
    circuit = Circuit()
    return NamedGate(circuit, build(expression, circuit), token_name)


def _same_values(left: NamedGate, right: NamedGate) -> bool:
    return all(
        value(left.circuit, left.root, kind, frozenset(map(token_name, world)), left.names)
        == value(right.circuit, right.root, kind, frozenset(map(token_name, world)), right.names)
        for world in worlds(list(range(TOKENS)))
        for kind in SEMIRINGS
    )


@FEW
@given(general, general)
def test_decides_as_all_values_do(left: Expression, right: Expression) -> None:
    one, other = _gate(left), _gate(right)
    assert equivalent(one, other) == _same_values(one, other)


@FEW
@given(general, st.integers(0, 1000))
def test_another_construction_is_equal(expression: Expression, seed: int) -> None:
    one, other = _gate(expression), NamedGate(*rebuilt(expression, seed))
    assert equivalent(one, other)
    assert fingerprint(one) == fingerprint(other)


@FEW
@given(general, general)
def test_function_and_values_alone_decide_as_well(left: Expression, right: Expression) -> None:
    """The way that polynomials go whose canonical form is a circuit."""
    one, other = _gate(left), _gate(right)
    decided = equality_module._same_function(one, other) and equality_module._same_values(one, other)
    assert decided == _same_values(one, other)


def test_equal_where_canonical_forms_differ() -> None:
    circuit = Circuit()
    x, y, z = (circuit.input(token) for token in range(3))
    # x unless both, plus x unless either, is x unless y plus x unless z.
    both, either = circuit.times([y, z]), circuit.plus([y, z])
    one = circuit.plus([circuit.monus(x, both), circuit.monus(x, either)])
    other = circuit.plus([circuit.monus(x, y), circuit.monus(x, z)])
    assert equivalent(NamedGate(circuit, one, str), NamedGate(circuit, other, str))
    assert not equivalent(NamedGate(circuit, one, str), NamedGate(circuit, circuit.monus(x, both), str))


def test_large_polynomials_are_told_apart() -> None:
    circuit, root = ladder(60)
    mirrored = Circuit()
    steps = [mirrored.plus([mirrored.input(2 * n), mirrored.input(2 * n + 1)]) for n in reversed(range(60))]
    same = NamedGate(mirrored, mirrored.times(steps), token_name)
    original = NamedGate(circuit, root, token_name)
    assert equivalent(original, same)
    assert fingerprint(original) == fingerprint(same)
    squared = NamedGate(mirrored, mirrored.times([*steps, steps[0]]), token_name)
    assert not equivalent(original, squared)
    removed = NamedGate(mirrored, mirrored.monus(mirrored.times(steps), mirrored.input(500)), token_name)
    assert not equivalent(original, removed)


def test_delta_differs_from_its_argument_and_from_its_support() -> None:
    circuit = Circuit()
    x, y = circuit.input(0), circuit.input(1)
    both = circuit.plus([x, y])
    support = circuit.monus(ONE, circuit.monus(ONE, both))
    gates = [both, circuit.delta(both), support]
    equal = [[equivalent(NamedGate(circuit, a, str), NamedGate(circuit, b, str)) for b in gates] for a in gates]
    assert equal == [[True, False, False], [False, True, False], [False, False, True]]
