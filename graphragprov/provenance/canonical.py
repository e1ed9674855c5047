"""The canonical form of a polynomial as JSON data: what a trace stores, and what two polynomials are compared by.

Two shapes:

* ``{"form": "sum", "terms": [term, …]}``: the expanded form (:mod:`.expansion`), for polynomials of at most
  :data:`~.expansion.EXPANSION_LIMIT` derivations.  A term is ``{"coefficient": n, "tokens": [[id, exponent], …]}``,
  with ``"distinct": [[[term, …], exponent], …]`` (factors δ(sum)) and ``"unless": [{"present": [id, …],
  "absent": [id, …]}, …]`` (a factor 1 ⊖ c, where c is the ⊕ of the conjunctions) where it has them.  Without ⊖ and δ
  equal polynomials have equal forms and unequal ones unequal forms.
* ``{"form": "circuit", "gates": [gate, …]}``: the circuit itself for larger ones, its last gate the root.  A gate is
  ``["zero"]``, ``["one"]``, ``["token", id]``, ``["plus", i, j, …]``, ``["times", i, j, …]``, ``["monus", i, j]`` or
  ``["delta", i]``; operands are the positions of earlier gates.  Independent of gate numbers and of the order and
  (where the inner gate is not shared) the nesting of operands.

Both are independent of the numbers of gates and tokens.  Equal forms mean equal polynomials; where two forms differ,
:func:`~.equality.equivalent` decides.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from typing_extensions import override

from ..errors import PolynomialTooLarge
from ..semirings.base import Semiring
from ..semirings.how import Monomial
from .circuit import Circuit, Kind
from .elementary import elementary
from .expansion import EXPANSION_LIMIT, MAX_DEGREE, Expansion, Term, expand
from .formulas import known_gates
from .implicants import Implicant
from .triple_level import at_triple_level

__all__ = ["MAX_BITS", "MAX_GATES", "Canonical", "canonical", "too_heavy"]

Canonical: TypeAlias = dict[str, Any]
"""JSON data (see the module)."""

MAX_GATES = 1_000_000
"""How many gates a canonical form may have."""

MAX_BITS = 1_000_000
"""How many binary digits the number of derivations may have: more could not be counted in reasonable memory."""


def canonical(
    circuit: Circuit,
    root: int,
    token_id: Callable[[int], str],
    *,
    limit: int = EXPANSION_LIMIT,
    triple_level: bool = False,
) -> Canonical:
    """The canonical form of a gate.

    Args:
        circuit: the circuit.
        root: the gate.
        token_id: the identifier of a token; tokens with equal identifiers are one.
        limit: the most derivations that are written out as a sum.
        triple_level: TRIPLE gates are the variables; ``token_id`` gets ``triple``, and ``~token`` for a token that is
            in no triple.

    Raises:
        PolynomialTooLarge: not even its circuit fits (:data:`MAX_GATES`), or it has a path of more walks or a
            comparison of more rows than :mod:`.elementary` writes out.
        UnsupportedOperation: the circuit has a gate that has no canonical form.
    """
    if triple_level:
        circuit, root = at_triple_level(circuit, root)
    circuit, root = elementary(circuit, root)
    identifiers = {token: str(token_id(token)) for token in circuit.tokens(root)}
    names = sorted(set(identifiers.values()))
    ranks = {name: rank for rank, name in enumerate(names)}
    try:
        terms = expand(circuit, root, lambda token: ranks[identifiers[token]], limit=limit)
        return {"form": "sum", "terms": _terms(terms, names)}
    except PolynomialTooLarge:
        return {"form": "circuit", "gates": _gates(circuit, root, identifiers)}


# -- sums ---------------------------------------------------------------------------------------------


def _terms(terms: Expansion, names: list[str]) -> list[dict[str, Any]]:
    return [_term(term, names) for term in terms]


def _term(term: Term, names: list[str]) -> dict[str, Any]:
    written: dict[str, Any] = {"coefficient": term.coefficient, "tokens": _monomial(term.tokens, names)}
    if term.distinct:
        written["distinct"] = [[_terms(sum_, names), power] for sum_, power in term.distinct]
    if term.unless:
        written["unless"] = [_implicant(implicant, names) for implicant in term.unless]
    return written


def _monomial(monomial: Monomial[int], names: list[str]) -> list[list[Any]]:
    if any(power > MAX_DEGREE for _, power in monomial):
        raise PolynomialTooLarge(f"the polynomial has exponents above {MAX_DEGREE:,}")
    return [[names[token], power] for token, power in monomial]


def _implicant(implicant: Implicant, names: list[str]) -> dict[str, list[str]]:
    return {
        "present": [names[code // 2] for code in implicant if code % 2 == 0],
        "absent": [names[code // 2] for code in implicant if code % 2],
    }


# -- circuits -------------------------------------------------------------------------------------------

_WORDS = {
    Kind.ZERO: "zero",
    Kind.ONE: "one",
    Kind.INPUT: "token",
    Kind.PLUS: "plus",
    Kind.TIMES: "times",
    Kind.MONUS: "monus",
    Kind.DELTA: "delta",
}


def _gates(circuit: Circuit, root: int, identifiers: dict[int, str]) -> list[list[Any]]:
    """The gates below the root, numbered in the order in which a walk from the root first finishes them."""
    below = known_gates(circuit, root)
    if len(below) > MAX_GATES:
        message = f"the polynomial's circuit has {len(below):,} gates, more than the limit of {MAX_GATES:,}"
        raise PolynomialTooLarge(message)
    if too_heavy(circuit, root):
        raise PolynomialTooLarge(f"the polynomial has a degree above {MAX_DEGREE:,} or over {MAX_BITS:,} bits of count")
    root, operands = _flat_operands(circuit, below, root)
    hashes: dict[int, bytes] = {}
    for gate in sorted(operands):
        if circuit.kinds[gate] in (Kind.PLUS, Kind.TIMES):
            operands[gate].sort(key=hashes.__getitem__)
        hashes[gate] = _hash(circuit, gate, [hashes[g] for g in operands[gate]], identifiers)
    written: list[list[Any]] = []
    numbers: dict[bytes, int] = {}
    stack = [(root, False)]
    while stack:
        gate, finished = stack.pop()
        if hashes[gate] in numbers:
            continue
        if finished:
            numbers[hashes[gate]] = len(written)
            below_it = [numbers[hashes[g]] for g in operands[gate]]
            leaf = [identifiers[circuit.payloads[gate]]] if circuit.kinds[gate] is Kind.INPUT else []
            written.append([_WORDS[circuit.kinds[gate]], *leaf, *below_it])
        else:
            stack.append((gate, True))
            stack.extend((g, False) for g in reversed(operands[gate]))
    return written


def _hash(circuit: Circuit, gate: int, below: Iterable[bytes], identifiers: dict[int, str]) -> bytes:
    kind = circuit.kinds[gate]
    leaf = identifiers[circuit.payloads[gate]].encode("utf-8", "surrogatepass") if kind is Kind.INPUT else b""
    return hashlib.sha256(b"".join([_WORDS[kind].encode(), b" ", leaf, *below])).digest()


def _flat_operands(circuit: Circuit, below: list[int], root: int) -> tuple[int, dict[int, list[int]]]:
    """The operands of each gate that stays: TRIPLE gates pass through, unshared inner ⊕ and ⊗ are flattened.

    And the root, which may itself be a TRIPLE gate.
    """
    through: dict[int, int] = {}
    for gate in below:
        kind = circuit.kinds[gate]
        through[gate] = through[circuit.operands[gate][0]] if kind is Kind.TRIPLE else gate
    uses: Counter[int] = Counter()
    for gate in below:
        if circuit.kinds[gate] is not Kind.TRIPLE:
            uses.update(through[g] for g in circuit.operands[gate])
    flat: dict[int, list[int]] = {}
    stack = [through[root]]
    while stack:
        gate = stack.pop()
        if gate not in flat:
            flat[gate] = _gathered(circuit, gate, through, uses)
            stack.extend(flat[gate])
    return through[root], flat


def _gathered(circuit: Circuit, gate: int, through: dict[int, int], uses: Counter[int]) -> list[int]:
    kind = circuit.kinds[gate]
    gathered: list[int] = []
    stack = [through[g] for g in reversed(circuit.operands[gate])]
    while stack:
        operand = stack.pop()
        if kind is circuit.kinds[operand] and kind in (Kind.PLUS, Kind.TIMES) and uses[operand] == 1:
            stack.extend(through[g] for g in reversed(circuit.operands[operand]))
        else:
            gathered.append(operand)
    return gathered


def too_heavy(circuit: Circuit, root: int) -> bool:
    """Whether a small circuit could have values too large for memory: (1 ⊕ 1)² squared again and again."""
    degree, bits = circuit.fold(root, _Weight(), lambda _: (1.0, 0.0))
    return degree > MAX_DEGREE or bits > MAX_BITS


class _Weight(Semiring[tuple[float, float]]):
    """Upper bounds of the degree and of the binary logarithm of the number of derivations."""

    name = "Weight"
    zero = (0.0, -math.inf)
    one = (0.0, 0.0)

    @override
    def plus(self, left: tuple[float, float], right: tuple[float, float]) -> tuple[float, float]:
        more, less = max(left[1], right[1]), min(left[1], right[1])
        bits = more if less == -math.inf else more + math.log2(1 + 2 ** max(less - more, -1000.0))
        return max(left[0], right[0]), bits

    @override
    def times(self, left: tuple[float, float], right: tuple[float, float]) -> tuple[float, float]:
        return left[0] + right[0], left[1] + right[1]

    @override
    def delta(self, value: tuple[float, float]) -> tuple[float, float]:
        return value

    @override
    def monus(self, left: tuple[float, float], right: tuple[float, float]) -> tuple[float, float]:
        return max(left[0], right[0]), max(left[1], right[1])
