"""And-or formulas: the part of a circuit that a view works on, with associative chains flattened.

Two readings of a circuit, each as a DAG of leaves, sums and products (operands before users, so that every pass is a
loop):

* :func:`derivations`: what is derived; ``1 ⊖ x`` and ``δ(x)`` are leaves (x ⊖ y is x ⊗ (1 ⊖ y), an axiom of
  spm-semirings).
* :func:`conditions`: when the answer stands, as a Boolean formula in negation normal form.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum, auto

from typing_extensions import override

from ..errors import UnsupportedOperation
from ..semirings.base import Semiring
from .circuit import Circuit, Kind

__all__ = [
    "COUNT_CAP",
    "Formula",
    "Shape",
    "absent",
    "conditions",
    "count",
    "count_text",
    "derivations",
    "guard",
    "known_gates",
    "opaque_delta",
    "opaque_gate",
    "present",
    "unsupported",
]

COUNT_CAP = 1 << 4096
"""Counts of derivations stop here: a circuit of a hundred gates can have more derivations than fit in memory."""


class Shape(Enum):
    """What a node of a formula is."""

    LEAF = auto()
    SUM = auto()
    PRODUCT = auto()


@dataclass(slots=True)
class Formula:
    """Nodes by number; ``leaves`` gives a leaf's code. An empty sum is 0, an empty product is 1."""

    shapes: list[Shape] = field(default_factory=list)
    operands: list[tuple[int, ...]] = field(default_factory=list)
    leaves: list[int] = field(default_factory=list)
    root: int = -1

    def __len__(self) -> int:
        return len(self.shapes)

    def add(self, shape: Shape, operands: Iterable[int] = (), leaf: int = 0) -> int:
        """A new node; its number."""
        self.shapes.append(shape)
        self.operands.append(tuple(operands))
        self.leaves.append(leaf)
        return len(self.shapes) - 1


# -- leaf codes ---------------------------------------------------------------------------------------


def guard(gate: int) -> int:
    """The leaf ``1 ⊖ gate`` of :func:`derivations`."""
    return -1 - 2 * gate


def opaque_delta(gate: int) -> int:
    """The leaf ``δ(gate)`` of :func:`derivations`."""
    return -2 - 2 * gate


def opaque_gate(leaf: int) -> tuple[bool, int]:
    """Whether a negative leaf of :func:`derivations` is a δ (else a guard), and of which gate."""
    return leaf % 2 == 0, (-1 - leaf) // 2


def present(token: int) -> int:
    """The leaf "token is there" of :func:`conditions`."""
    return 2 * token


def absent(token: int) -> int:
    """The leaf "token is not there" of :func:`conditions`."""
    return 2 * token + 1


# -- from a circuit -------------------------------------------------------------------------------------


def unsupported(kind: Kind) -> UnsupportedOperation:
    """The error for a gate that polynomial views do not know."""
    return UnsupportedOperation(
        f"this view does not know the gate {kind.name.capitalize()}; fold the circuit in a semiring instead: "
        f"evaluate(Boolean), evaluate(Counting) …"
    )


KNOWN = frozenset(
    {Kind.ZERO, Kind.ONE, Kind.INPUT, Kind.TRIPLE, Kind.PLUS, Kind.TIMES, Kind.MONUS, Kind.DELTA},
)
"""The gates that polynomial views know."""


def known_gates(circuit: Circuit, root: int) -> list[int]:
    """The gates below the root, operands before users.

    Raises:
        UnsupportedOperation: one is of a kind that polynomial views do not know.
    """
    below = circuit.reachable([root])
    for kind in {circuit.kinds[gate] for gate in below} - KNOWN:
        raise unsupported(kind)
    return below


def derivations(circuit: Circuit, root: int, rank: Callable[[int], int], *, opaque: bool = True) -> Formula:
    """The derivations of a gate. ``rank`` numbers tokens from 0 (their order in monomials).

    With ``opaque=False`` the leaves for ⊖ and δ are 0: what remains is the part without them.
    """
    formula = Formula()
    nodes: dict[int, int] = {}
    for gate in _derivation_order(circuit, root):
        nodes[gate] = _derivation(formula, circuit, gate, nodes, (rank, opaque))
    formula.root = nodes[root]
    return _flattened(formula)


def _derivation_order(circuit: Circuit, root: int) -> list[int]:
    """The gates below the root, except those that are only under the right side of ⊖ or under δ."""
    seen: set[int] = set()
    stack = [root]
    while stack:
        gate = stack.pop()
        if gate not in seen:
            seen.add(gate)
            kind = circuit.kinds[gate]
            if kind is Kind.MONUS:
                stack.append(circuit.operands[gate][0])
            elif kind is not Kind.DELTA:
                stack.extend(circuit.operands[gate])
    return sorted(seen)


def _derivation(
    formula: Formula, circuit: Circuit, gate: int, nodes: dict[int, int], how: tuple[Callable[[int], int], bool]
) -> int:
    rank, opaque = how
    operands = circuit.operands[gate]

    def leaf(code: int) -> int:
        return formula.add(Shape.LEAF, leaf=code) if opaque else formula.add(Shape.SUM)

    match circuit.kinds[gate]:
        case Kind.ZERO:
            return formula.add(Shape.SUM)
        case Kind.ONE:
            return formula.add(Shape.PRODUCT)
        case Kind.INPUT:
            return formula.add(Shape.LEAF, leaf=rank(circuit.payloads[gate]))
        case Kind.TRIPLE:
            return nodes[operands[0]]
        case Kind.PLUS:
            return formula.add(Shape.SUM, [nodes[g] for g in operands])
        case Kind.TIMES:
            return formula.add(Shape.PRODUCT, [nodes[g] for g in operands])
        case Kind.MONUS:
            return formula.add(Shape.PRODUCT, [nodes[operands[0]], leaf(guard(operands[1]))])
        case Kind.DELTA:
            return leaf(opaque_delta(operands[0]))
        case kind:
            raise unsupported(kind)


def conditions(circuit: Circuit, root: int, rank: Callable[[int], int], *, negated: bool = False) -> Formula:
    """When a gate is (``negated``: is not) there: negations pushed down to the leaves ``present`` and ``absent``."""
    formula = Formula()
    nodes: dict[tuple[int, bool], int] = {}
    start = (root, not negated)
    for gate, positive in _condition_order(circuit, start):
        nodes[gate, positive] = _condition(formula, circuit, (gate, positive), nodes, rank)
    formula.root = nodes[start]
    return _flattened(formula)


def _condition_order(circuit: Circuit, start: tuple[int, bool]) -> list[tuple[int, bool]]:
    seen: set[tuple[int, bool]] = set()
    stack = [start]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            gate, positive = node
            operands = circuit.operands[gate]
            flipped = circuit.kinds[gate] is Kind.MONUS
            stack.extend((g, positive != (flipped and index == 1)) for index, g in enumerate(operands))
    return sorted(seen)


def _condition(
    formula: Formula,
    circuit: Circuit,
    node: tuple[int, bool],
    nodes: dict[tuple[int, bool], int],
    rank: Callable[[int], int],
) -> int:
    gate, positive = node
    operands = circuit.operands[gate]
    match circuit.kinds[gate]:
        case Kind.ZERO | Kind.ONE as kind:
            return formula.add(Shape.PRODUCT if (kind is Kind.ONE) == positive else Shape.SUM)
        case Kind.INPUT:
            token = rank(circuit.payloads[gate])
            return formula.add(Shape.LEAF, leaf=present(token) if positive else absent(token))
        case Kind.TRIPLE | Kind.DELTA:
            return nodes[operands[0], positive]
        case Kind.PLUS | Kind.TIMES as kind:
            shape = Shape.SUM if (kind is Kind.PLUS) == positive else Shape.PRODUCT
            return formula.add(shape, [nodes[g, positive] for g in operands])
        case Kind.MONUS:
            shape = Shape.PRODUCT if positive else Shape.SUM
            return formula.add(shape, [nodes[operands[0], positive], nodes[operands[1], not positive]])
        case kind:
            raise unsupported(kind)


# -- flattening and counting ----------------------------------------------------------------------------


def _flattened(formula: Formula) -> Formula:
    """Sums within sums and products within products are one, where the inner one is used only there.

    Shared inner nodes stay: to copy them could make the formula exponentially larger.
    """
    uses = Counter([formula.root])
    below = [False] * len(formula)
    below[formula.root] = True
    inlined = [False] * len(formula)
    for node in range(len(formula) - 1, -1, -1):
        if below[node]:
            uses.update(formula.operands[node])
            for operand in formula.operands[node]:
                below[operand] = True
    result = Formula()
    kept: list[tuple[int, list[int]]] = []
    for node in range(len(formula) - 1, -1, -1):
        if below[node] and not inlined[node]:
            kept.append((node, _gathered(formula, node, uses, inlined)))
    numbers: dict[int, int] = {}
    for node, operands in reversed(kept):
        numbers[node] = result.add(formula.shapes[node], [numbers[g] for g in operands], formula.leaves[node])
    result.root = numbers[formula.root]
    return result


def _gathered(formula: Formula, node: int, uses: Counter[int], inlined: list[bool]) -> list[int]:
    """The operands of a node, those of the inner nodes of its shape in their place; marks the latter as inlined."""
    shape = formula.shapes[node]
    gathered: list[int] = []
    stack = list(formula.operands[node])
    while stack:
        operand = stack.pop()
        if formula.shapes[operand] is shape is not Shape.LEAF and uses[operand] == 1:
            inlined[operand] = True
            stack.extend(formula.operands[operand])
        else:
            gathered.append(operand)
    return gathered


class _Derivations(Semiring[int]):
    """ℕ up to the cap; ⊖ counts its left side, δ counts one."""

    name = "number of derivations"
    zero = 0
    one = 1

    @override
    def plus(self, left: int, right: int) -> int:
        return min(left + right, COUNT_CAP)

    @override
    def times(self, left: int, right: int) -> int:
        if left and right and max(left, right) == COUNT_CAP:
            return COUNT_CAP
        return min(left * right, COUNT_CAP)

    @override
    def monus(self, left: int, right: int) -> int:
        return left


def count(circuit: Circuit, root: int) -> int:
    """The number of derivations of a gate (its value with every token 1), at most :data:`COUNT_CAP`.

    The derivations of x ⊖ y are those of x; δ(x), a path and a comparison are one.
    """
    return circuit.fold(root, _Derivations(), lambda _: 1)


def count_text(count: int) -> str:
    """A number of derivations in words; what has more than 40 digits is rounded."""
    if count >= COUNT_CAP:
        return f"more than 10^{len(str(COUNT_CAP)) - 1}"
    digits = str(count)
    return f"{count:,}" if len(digits) <= 40 else f"about {digits[0]}.{digits[1:3]}·10^{len(digits) - 1}"
