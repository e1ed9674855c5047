"""A circuit at triple level: its TRIPLE gates are the variables (set semantics, as SPARQL counts)."""

from __future__ import annotations

from .circuit import Circuit, Kind
from .formulas import unsupported

__all__ = ["at_triple_level"]


def at_triple_level(circuit: Circuit, root: int) -> tuple[Circuit, int]:
    """A circuit in which each TRIPLE gate below the root is a token, numbered by its triple, and its root.

    A token that is in no triple (an identity link, say) becomes the token ``~token``.
    """
    copy = Circuit()
    gates: dict[int, int] = {}
    for gate in circuit.reachable([root], below_triples=False):
        gates[gate] = _copied(circuit, gate, gates, copy)
    return copy, gates[root]


def _copied(circuit: Circuit, gate: int, gates: dict[int, int], copy: Circuit) -> int:
    kind, payload = circuit.kinds[gate], circuit.payloads[gate]
    operands = circuit.operands[gate] if kind is not Kind.TRIPLE else ()
    below = [gates[g] for g in operands]
    match kind:
        case Kind.ZERO | Kind.ONE:
            return gate
        case Kind.INPUT:
            return copy.input(~payload)
        case Kind.TRIPLE:
            return copy.input(payload)
        case Kind.PLUS:
            return copy.plus(below)
        case Kind.TIMES:
            return copy.times(below)
        case Kind.MONUS:
            return copy.monus(*below)
        case Kind.DELTA:
            return copy.delta(*below)
        case Kind.EDGES:
            return copy.edges(
                [(source, target, gates[edge]) for source, target, edge in circuit.relations[payload].arcs]
            )
        case Kind.REACH:
            return copy.reach(below[0], *circuit.walks[payload], circuit.alive[gate])
        case Kind.COMPARE:
            return copy.compare(circuit.comparisons[payload], below, circuit.alive[gate])
        case _:
            raise unsupported(kind)
