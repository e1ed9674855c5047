"""Circuits without REACH and COMPARE gates, for views that only know ⊕ ⊗ ⊖ δ.

A REACH gate becomes δ of the ⊕ over the walks that visit no node twice (their edge sets are the minimal ones). A
COMPARE gate becomes the ⊕ over the sets of operands for which it holds: δ of those that are there times 1 ⊖ of the
others. Both are the same Boolean function, and the same number in Counting, as the gate they replace; both are bounded.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise, product

from ..errors import PolynomialTooLarge
from .circuit import ONE, Circuit, Kind
from .reach import simple_walks

__all__ = ["MAX_COMPARED", "MAX_WALKS", "elementary"]

MAX_WALKS = 1_000
"""Most walks that a REACH gate is written out as."""

MAX_COMPARED = 12
"""Most operands of a COMPARE gate that is written out (it has 2ⁿ cases)."""

_STEPS = 1_000_000
_COMPOUND = frozenset({Kind.EDGES, Kind.REACH, Kind.COMPARE})


def elementary(circuit: Circuit, root: int) -> tuple[Circuit, int]:
    """The gate in a circuit that has neither REACH nor COMPARE gates below it: the same one where it has none.

    Raises ``PolynomialTooLarge`` past :data:`MAX_WALKS` or :data:`MAX_COMPARED`.
    """
    below = circuit.reachable([root])
    if not any(circuit.kinds[gate] in _COMPOUND for gate in below):
        return circuit, root
    plain = Circuit()
    images: dict[int, int] = {}
    for gate in below:
        if circuit.kinds[gate] is not Kind.EDGES:
            images[gate] = _image(circuit, gate, plain, images)
    return plain, images[root]


def _image(circuit: Circuit, gate: int, plain: Circuit, images: Mapping[int, int]) -> int:
    payload = circuit.payloads[gate]
    match circuit.kinds[gate]:
        case Kind.REACH:
            return _walks(circuit, gate, plain, images)
        case Kind.COMPARE:
            return _cases(circuit, gate, plain, images)
        case Kind.INPUT:
            return plain.input(payload)
        case kind:
            operands = [images[operand] for operand in circuit.operands[gate]]
            return _simple(plain, kind, operands, payload) if operands else gate


def _simple(plain: Circuit, kind: Kind, operands: list[int], payload: int) -> int:
    match kind:
        case Kind.TRIPLE:
            return plain.named(payload, operands[0])
        case Kind.PLUS:
            return plain.plus(operands)
        case Kind.TIMES:
            return plain.times(operands)
        case Kind.MONUS:
            return plain.monus(*operands)
        case _:
            return plain.delta(operands[0])


def _walks(circuit: Circuit, gate: int, plain: Circuit, images: Mapping[int, int]) -> int:
    relation = circuit.relations[circuit.payloads[circuit.operands[gate][0]]]
    source, target = circuit.walks[circuit.payloads[gate]]
    edges = {(s, t): images[edge] for s, t, edge in relation.arcs}
    walks = simple_walks(source, target, relation.successors, most=MAX_WALKS, steps=_STEPS)
    if walks is None:
        message = f"a property path has more than {MAX_WALKS} walks; evaluate the circuit in a semiring instead"
        raise PolynomialTooLarge(message)
    steps = ([edges[step] for step in pairwise(walk)] for walk in walks)
    return plain.delta(plain.plus([plain.times(gates) for gates in steps]))


def _cases(circuit: Circuit, gate: int, plain: Circuit, images: Mapping[int, int]) -> int:
    comparison, operands = circuit.comparisons[circuit.payloads[gate]], circuit.operands[gate]
    if len(operands) > MAX_COMPARED:
        message = (
            f"a comparison of an aggregate over {len(operands)} rows is not written out (at most {MAX_COMPARED} are); "
            "evaluate the circuit in a semiring instead"
        )
        raise PolynomialTooLarge(message)
    inside = [plain.delta(images[operand]) for operand in operands]
    outside = [plain.monus(ONE, images[operand]) for operand in operands]
    cases = [
        plain.times([i if there else o for there, i, o in zip(present, inside, outside, strict=True)])
        for present in product((True, False), repeat=len(operands))
        if comparison.holds(present)
    ]
    return plain.plus(cases)
