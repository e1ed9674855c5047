"""Provenance circuits: a hash-consed DAG of gates, and one bottom-up fold over it.

Evaluation builds gates; polynomials, witnesses and sympy expressions are views of them.  A gate is an integer; the
operands of a gate always have smaller numbers than the gate itself, so every pass over a circuit is a loop, never a
recursion.

Sources: Green, Karvounarakis, Tannen, "Provenance semirings" (PODS 2007); Deutch et al., "Circuits for Datalog
provenance" (ICDT 2014); Geerts et al., "Algebraic structures for capturing the provenance of SPARQL queries"
(J. ACM 2016) for ⊖.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from enum import IntEnum
from typing import Protocol, TypeVar, cast

from ..semirings.base import Semiring
from .reach import Arc, EdgeRelation, Weighted

__all__ = ["ONE", "ZERO", "Circuit", "Comparison", "Kind"]

T = TypeVar("T")
N = TypeVar("N", bound=Hashable)

ZERO = 0
ONE = 1


class Kind(IntEnum):
    """What a gate computes."""

    ZERO = 0
    ONE = 1
    INPUT = 2
    """A token; ``payload`` is its number."""
    TRIPLE = 3
    """A named triple: passes its single operand (the ⊕ of its occurrences) on; ``payload`` is the triple's number."""
    PLUS = 4
    TIMES = 5
    MONUS = 6
    DELTA = 7
    EDGES = 8
    """An edge relation over its edges' gates; ``payload`` is its place in ``Circuit.relations``. It has no value."""
    REACH = 9
    """Reachability over the edge relation that is its operand; ``payload`` is a place in ``Circuit.walks``."""
    COMPARE = 10
    """A comparison of an aggregate over its operands; ``payload`` is its place in ``Circuit.comparisons``."""


_INPUT, _PLUS, _TIMES, _TRIPLE = Kind.INPUT, Kind.PLUS, Kind.TIMES, Kind.TRIPLE
"""An enum's members are slow to look up in a loop over a million gates."""


class Comparison(Hashable, Protocol):
    """What a COMPARE gate asks of an aggregate."""

    def holds(self, present: Sequence[bool]) -> bool:
        """Whether it is true of the aggregate over just the rows that are present, in the order of the operands."""
        ...


class Circuit:
    """A growing set of gates. Equal gates are one gate (⊕ and ⊗ are commutative: operands are kept sorted).

    ``alive[g]`` is the Boolean value of gate g with every token true: whether what it annotates is in the answer now.
    """

    __slots__ = (
        "_inputs",
        "_numbers",
        "_others",
        "_products",
        "_sums",
        "alive",
        "comparisons",
        "kinds",
        "operands",
        "payloads",
        "relations",
        "walks",
    )

    def __init__(self) -> None:
        self.kinds: list[Kind] = [Kind.ZERO, Kind.ONE]
        self.operands: list[tuple[int, ...]] = [(), ()]
        self.payloads: list[int] = [-1, -1]
        self.alive: list[bool] = [False, True]
        self.relations: list[EdgeRelation] = []
        """The relations of EDGES gates."""
        self.walks: list[tuple[int, int]] = []
        """Source and target node of REACH gates."""
        self.comparisons: list[Comparison] = []
        """What COMPARE gates ask."""
        self._inputs: dict[int, int] = {}
        self._sums: dict[tuple[int, ...], int] = {}
        self._products: dict[tuple[int, ...], int] = {}
        self._others: dict[tuple[Kind, tuple[int, ...], int], int] = {}
        self._numbers: dict[object, int] = {}

    def __len__(self) -> int:
        return len(self.kinds)

    def _gate(self, kind: Kind, operands: tuple[int, ...], payload: int, alive: bool) -> int:
        key = (kind, operands, payload)
        found = self._others.get(key)
        if found is None:
            found = self._others[key] = self._new(kind, operands, payload, alive)
        return found

    def _new(self, kind: Kind, operands: tuple[int, ...], payload: int, alive: bool) -> int:
        self.kinds.append(kind)
        self.operands.append(operands)
        self.payloads.append(payload)
        self.alive.append(alive)
        return len(self.kinds) - 1

    def input(self, token: int) -> int:
        """The gate of a token."""
        found = self._inputs.get(token)
        if found is None:
            found = self._inputs[token] = self._new(_INPUT, (), token, True)
        return found

    def triple(self, triple: int, tokens: Sequence[int]) -> int:
        """The named gate of a triple over the ⊕ of its occurrences' tokens."""
        if len(tokens) == 1:
            return self.named(triple, self.input(tokens[0]))
        return self.named(triple, self.plus(map(self.input, tokens)))

    def named(self, triple: int, operand: int) -> int:
        """The named gate of a triple over what annotates it."""
        return self._gate(_TRIPLE, (operand,), triple, self.alive[operand])

    def plus(self, gates: Iterable[int]) -> int:
        """⊕. Zero is dropped; a sum of one operand is that operand; repeated operands stay (2·x)."""
        kept = [gate for gate in gates if gate != ZERO]
        if len(kept) < 2:
            return kept[0] if kept else ZERO
        kept.sort()
        key = tuple(kept)
        found = self._sums.get(key)
        if found is None:
            alive = self.alive
            found = self._sums[key] = self._new(_PLUS, key, -1, any(map(alive.__getitem__, kept)))
        return found

    def times(self, gates: Iterable[int]) -> int:
        """⊗. Zero absorbs, one is dropped; repeated operands stay (x²)."""
        kept = sorted(gates)
        if kept and kept[0] <= ONE:
            if kept[0] == ZERO:
                return ZERO
            kept = [gate for gate in kept if gate != ONE]
        if len(kept) < 2:
            return kept[0] if kept else ONE
        key = tuple(kept)
        found = self._products.get(key)
        if found is None:
            alive = self.alive
            found = self._products[key] = self._new(_TIMES, key, -1, all(map(alive.__getitem__, kept)))
        return found

    def monus(self, left: int, right: int) -> int:
        """left ⊖ right (Geerts et al. 2016): x ⊖ 0 = x, 0 ⊖ x = 0, x ⊖ x = 0."""
        if right == ZERO:
            return left
        if left in (ZERO, right):
            return ZERO
        return self._gate(Kind.MONUS, (left, right), -1, self.alive[left] and not self.alive[right])

    def delta(self, gate: int) -> int:
        """δ: duplicate elimination. δ(0) = 0, δ(1) = 1, δδ = δ; what is 0 or 1, as 1 ⊖ x, stays itself."""
        if gate in (ZERO, ONE) or self.kinds[gate] in (Kind.DELTA, Kind.REACH, Kind.COMPARE):
            return gate
        if self.kinds[gate] is Kind.MONUS and self.operands[gate][0] == ONE:
            return gate
        return self._gate(Kind.DELTA, (gate,), -1, self.alive[gate])

    def edges(self, arcs: Sequence[Arc]) -> int:
        """The gate of an edge relation, for :meth:`reach`."""
        self.relations.append(EdgeRelation(arcs))
        return self._gate(Kind.EDGES, tuple({gate for _, _, gate in arcs}), len(self.relations) - 1, True)

    def reach(self, edges: int, source: int, target: int, alive: bool) -> int:
        """Whether, and how, a walk of at least one step leads from source to target over the edges."""
        payload = self._number(self.walks, (source, target))
        return self._gate(Kind.REACH, (edges,), payload, alive)

    def compare(self, comparison: Comparison, gates: Sequence[int], alive: bool) -> int:
        """Whether a comparison holds of an aggregate over rows with these gates."""
        payload = self._number(self.comparisons, comparison)
        return self._gate(Kind.COMPARE, tuple(gates), payload, alive)

    def _number(self, things: list[N], thing: N) -> int:
        number = self._numbers.get(thing)
        if number is None:
            number = self._numbers[thing] = len(things)
            things.append(thing)
        return number

    def reachable(self, roots: Iterable[int], *, below_triples: bool = True) -> list[int]:
        """The gates below (and including) the roots, operands before users.

        ``below_triples=False`` stops at TRIPLE gates: the circuit at triple level.
        """
        seen: set[int] = set()
        stack = list(roots)
        operands, kinds = self.operands, self.kinds
        while stack:
            gate = stack.pop()
            if gate not in seen:
                seen.add(gate)
                if below_triples or kinds[gate] is not Kind.TRIPLE:
                    stack.extend(operands[gate])
        return sorted(seen)

    def tokens(self, *roots: int) -> list[int]:
        """The tokens below the roots, also those under ⊖, in ascending order.

        Of an edge relation only the edges on some walk of the REACH gates in question count.
        """
        seen: set[int] = set()
        stack = list(roots)
        while stack:
            gate = stack.pop()
            if gate in seen:
                continue
            seen.add(gate)
            if self.kinds[gate] is Kind.REACH:
                relation = self.relations[self.payloads[self.operands[gate][0]]]
                stack.extend(relation.support(*self.walks[self.payloads[gate]]))
            else:
                stack.extend(self.operands[gate])
        return sorted({self.payloads[g] for g in seen if self.kinds[g] is Kind.INPUT})

    def fold(
        self,
        root: int,
        semiring: Semiring[T],
        valuation: Callable[[int], T],
        *,
        triples: Callable[[int], T] | None = None,
    ) -> T:
        """The value of a gate: tokens by the valuation, gates by the semiring's operations.

        ``triples`` values TRIPLE gates by their triple's number instead of folding what is below them.  Values are
        dropped after their last use, so that a deep circuit with large values needs little memory.
        """
        order = self.reachable([root], below_triples=triples is None)
        last = {operand: gate for gate in order for operand in self.operands[gate]}
        return self._values(order, semiring, valuation, triples, last)[root]

    def fold_all(
        self,
        roots: Iterable[int],
        semiring: Semiring[T],
        valuation: Callable[[int], T],
        *,
        triples: Callable[[int], T] | None = None,
    ) -> dict[int, T]:
        """The values of all gates below the roots, in one pass. ``triples`` as in :meth:`fold`."""
        order = self.reachable(roots, below_triples=triples is None)
        return self._values(order, semiring, valuation, triples, {})

    def _values(
        self,
        order: list[int],
        semiring: Semiring[T],
        valuation: Callable[[int], T],
        triples: Callable[[int], T] | None,
        last: dict[int, int],
    ) -> dict[int, T]:
        """The values of the gates in ``order``; one whose ``last`` user is done is dropped."""
        values: dict[int, T] = {}
        kinds, operands = self.kinds, self.operands
        plus, times = semiring.plus, semiring.times
        for gate in order:
            kind, below = kinds[gate], operands[gate]
            # The two kinds that make up nearly all of a large circuit, with the two operands they mostly have.
            if kind is _TIMES and len(below) == 2:
                values[gate] = times(values[below[0]], values[below[1]])
            elif kind is _PLUS and len(below) == 2:
                values[gate] = plus(values[below[0]], values[below[1]])
            elif kind is _TRIPLE and triples is not None:
                values[gate] = triples(self.payloads[gate])
                continue
            else:
                values[gate] = self._value(gate, values, semiring, valuation)
            if last:
                for operand in below:
                    if last[operand] == gate:
                        values.pop(operand, None)
        return values

    def _value(self, gate: int, values: dict[int, T], semiring: Semiring[T], valuation: Callable[[int], T]) -> T:
        operands = self.operands[gate]
        match self.kinds[gate]:
            case Kind.ZERO:
                return semiring.zero
            case Kind.ONE:
                return semiring.one
            case Kind.INPUT:
                return valuation(self.payloads[gate])
            case Kind.TRIPLE:
                return values[operands[0]]
            case Kind.PLUS:
                return semiring.sum(values[g] for g in operands)
            case Kind.TIMES:
                return semiring.product(values[g] for g in operands)
            case Kind.MONUS:
                return semiring.monus(values[operands[0]], values[operands[1]])
            case Kind.DELTA:
                return semiring.delta(values[operands[0]])
            case Kind.EDGES:
                # Not a value of the semiring: what REACH gates find under their operand.
                return cast(T, Weighted(self.relations[self.payloads[gate]], semiring, values))
            case Kind.REACH:
                weighted = cast(Weighted[T], values[operands[0]])
                return weighted.value(*self.walks[self.payloads[gate]])
            case Kind.COMPARE:
                present = [values[g] != semiring.zero for g in operands]
                return semiring.one if self.comparisons[self.payloads[gate]].holds(present) else semiring.zero

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.kinds)))
