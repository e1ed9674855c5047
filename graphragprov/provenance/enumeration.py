"""Lazy enumeration of the derivations of a formula, smallest first.

Each node of the formula is a stream of items that is extended on demand: a sum merges the streams of its operands, a
product walks the grid of pairs of two streams along a frontier (Huang, Chiang, "Better k-best parsing", 2005).  No
recursion: a step either makes progress or names the node that must be extended before it can.

Items are ``(size, factors)`` and compare in that order:

* monomials: ``factors`` are pairs (leaf, -exponent).  The graded lexicographic order is compatible with the product,
  so that equal monomials meet and their coefficients are exact.
* sets of leaves: ``factors`` are sorted leaf codes; only sets minimal by inclusion are kept, and a set with a token
  both present and absent is none.  Where two streams share leaves, a union may be smaller than the sum of its parts;
  a result is then held back until no smaller one can come.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any, TypeAlias

from typing_extensions import override

from ..semirings.how import times_monomials
from .antichain import Antichain
from .formulas import Formula, Shape
from .work import Work

__all__ = ["Item", "minimal_sets", "monomials"]

Item: TypeAlias = tuple[int, tuple[Any, ...]]
"""Size, factors."""

MASK_BYTES = 64_000_000
"""How much memory the sets of leaves below each node may take; beyond it they are taken to overlap."""


class _Algebra(ABC):
    """How items are made and combined."""

    minimal: bool
    """Whether an item that contains an earlier one is dropped."""

    @abstractmethod
    def unit(self, leaves: Counter[int]) -> Item | None:
        """The product of leaves (with multiplicity)."""

    @abstractmethod
    def combine(self, left: Item, right: Item) -> Item | None:
        """The product of two items; ``None`` for a contradiction."""

    @abstractmethod
    def bound(self, left: Item, right: Item, shared: int | None) -> Item:
        """At most the product of two items that have at most ``shared`` leaves in common; monotone in both."""


class _Monomials(_Algebra):
    minimal = False

    @override
    def unit(self, leaves: Counter[int]) -> Item | None:
        return leaves.total(), tuple((leaf, -n) for leaf, n in sorted(leaves.items()))

    @override
    def combine(self, left: Item, right: Item) -> Item | None:
        return left[0] + right[0], times_monomials(left[1], right[1])

    @override
    def bound(self, left: Item, right: Item, shared: int | None) -> Item:
        return left[0] + right[0], times_monomials(left[1], right[1])


class _Sets(_Algebra):
    minimal = True

    @override
    def unit(self, leaves: Counter[int]) -> Item | None:
        return None if any(leaf ^ 1 in leaves for leaf in leaves) else (len(leaves), tuple(sorted(leaves)))

    @override
    def combine(self, left: Item, right: Item) -> Item | None:
        union = {*left[1], *right[1]}
        smaller = left[1] if left[0] < right[0] else right[1]
        if any(leaf ^ 1 in union for leaf in smaller):
            return None
        return len(union), tuple(sorted(union))

    @override
    def bound(self, left: Item, right: Item, shared: int | None) -> Item:
        (m, ours), (n, theirs) = left, right
        if shared == 0:
            return m + n, tuple(sorted(ours + theirs))
        return max(m, n, 0 if shared is None else m + n - shared), ()


@dataclass(slots=True)
class _Stream:
    """The items of one node so far. ``coefficients`` go with ``found``."""

    found: list[Item] = field(default_factory=list)
    coefficients: list[int] = field(default_factory=list)
    done: bool = False
    heap: list[tuple[Any, ...]] = field(default_factory=list)
    """Sum: (item, operand, index). Product: (bound, left index, right index)."""
    waiting: list[tuple[int, int]] = field(default_factory=list)
    """Places not yet in the heap. Sum: (operand, index). Product: (left index, right index)."""
    results: list[tuple[Item, int]] = field(default_factory=list)
    """Items made but not yet known to be the next, with coefficients."""
    minimal: Antichain = field(default_factory=Antichain)
    """The sets found, to drop those that contain one."""


class _Enumeration:
    """The streams of a formula's nodes."""

    def __init__(self, formula: Formula, algebra: _Algebra, work: Work) -> None:
        self.algebra = algebra
        self.work = work
        self.kinds: list[str] = []
        self.operands: list[tuple[int, ...]] = []
        self.shared: list[int | None] = []
        self.streams: list[_Stream] = []
        self._masks: list[int] | None = []
        self._mask_bytes = MASK_BYTES
        nodes: list[int] = []
        for node in range(len(formula)):
            nodes.append(self._node(formula, node, nodes))
        self.root = nodes[formula.root]
        self._masks = None

    # -- building ---------------------------------------------------------------------------------

    def _node(self, formula: Formula, node: int, nodes: list[int]) -> int:
        operands = formula.operands[node]
        if formula.shapes[node] is Shape.LEAF:
            return self._fixed(Counter([formula.leaves[node]]))
        if formula.shapes[node] is Shape.SUM:
            return self._sum([nodes[g] for g in operands])
        if self.algebra.minimal:
            operands = tuple(dict.fromkeys(operands))
        leaves = Counter(formula.leaves[g] for g in operands if formula.shapes[g] is Shape.LEAF)
        factors = [nodes[g] for g in operands if formula.shapes[g] is not Shape.LEAF]
        if leaves or not factors:
            factors.append(self._fixed(leaves))
        # A balanced tree of pairs: a chain of n would move n² / 2 factors to make the first item.
        while len(factors) > 1:
            pairs = [self._pair(*factors[i : i + 2]) for i in range(0, len(factors) - 1, 2)]
            factors = pairs + factors[len(factors) & ~1 :]
        return factors[0]

    def _add(self, kind: str, operands: tuple[int, ...], stream: _Stream, mask: int, shared: int | None) -> int:
        self.kinds.append(kind)
        self.operands.append(operands)
        self.streams.append(stream)
        self.shared.append(shared)
        if self._masks is not None:
            self._masks.append(mask)
            self._mask_bytes -= mask.bit_length() // 8
            if self._mask_bytes < 0:
                self._masks = None
        return len(self.kinds) - 1

    def _fixed(self, leaves: Counter[int]) -> int:
        item = self.algebra.unit(leaves)
        stream = _Stream(done=True)
        if item is not None:
            stream.found, stream.coefficients = [item], [1]
        mask = 0
        if self.algebra.minimal:
            for leaf in leaves:
                mask |= 1 << leaf
        return self._add("fixed", (), stream, mask, None)

    def _sum(self, operands: list[int]) -> int:
        mask = 0
        if self._masks is not None:
            for operand in operands:
                mask |= self._masks[operand]
        waiting = [(operand, 0) for operand in reversed(operands)]
        return self._add("sum", tuple(operands), _Stream(waiting=waiting), mask, None)

    def _pair(self, left: int, right: int) -> int:
        mask, shared = 0, None
        if self._masks is not None:
            mask = self._masks[left] | self._masks[right]
            shared = (self._masks[left] & self._masks[right]).bit_count()
        return self._add("pair", (left, right), _Stream(waiting=[(0, 0)]), mask, shared)

    # -- extending --------------------------------------------------------------------------------

    def item(self, index: int) -> tuple[Item, int] | None:
        """The root's item at this index with its coefficient, or ``None`` where there are fewer."""
        stack = [(self.root, index)]
        while stack:
            node, wanted = stack[-1]
            stream = self.streams[node]
            if stream.done or len(stream.found) > wanted:
                stack.pop()
                continue
            needed = self._step_sum(node) if self.kinds[node] == "sum" else self._step_pair(node)
            if needed is not None:
                stack.append((needed, len(self.streams[needed].found)))
        stream = self.streams[self.root]
        return (stream.found[index], stream.coefficients[index]) if index < len(stream.found) else None

    def _step_sum(self, node: int) -> int | None:
        """One step of a merge; the operand that must be extended first, if any."""
        stream = self.streams[node]
        while stream.waiting:
            operand, index = stream.waiting[-1]
            source = self.streams[operand]
            if index < len(source.found):
                heappush(stream.heap, (source.found[index], operand, index))
            elif not source.done:
                return operand
            stream.waiting.pop()
        if stream.heap and (not stream.results or stream.heap[0][0] == stream.results[0][0]):
            item, operand, index = heappop(stream.heap)
            coefficient = self.streams[operand].coefficients[index]
            stream.results = [(item, coefficient + sum(n for _, n in stream.results))]
            stream.waiting.append((operand, index + 1))
            self.work.spend(1)
        elif stream.results:
            self._emit(stream, *stream.results.pop())
        else:
            stream.done = True
        return None

    def _step_pair(self, node: int) -> int | None:
        """One step along the frontier; the operand that must be extended first, if any."""
        stream = self.streams[node]
        (a, b), shared = self.operands[node], self.shared[node]
        left, right = self.streams[a], self.streams[b]
        while stream.waiting:
            i, j = stream.waiting[-1]
            for operand, source, index in ((a, left, i), (b, right, j)):
                if index >= len(source.found) and not source.done:
                    return operand
            if i < len(left.found) and j < len(right.found):
                bound = self.algebra.bound(left.found[i], right.found[j], shared)
                heappush(stream.heap, (bound, i, j))
                self.work.spend(len(bound[1]))
            stream.waiting.pop()
        if stream.heap and (not stream.results or stream.heap[0][0] <= stream.results[0][0]):
            _, i, j = heappop(stream.heap)
            self._make(stream, self.algebra.combine(left.found[i], right.found[j]), (left, i), (right, j))
            # Each place of the grid has one predecessor, so that none is visited twice.
            stream.waiting += [(i + 1, j), (i, j + 1)] if i == 0 else [(i + 1, j)]
        elif stream.results:
            item, coefficient = heappop(stream.results)
            while stream.results and stream.results[0][0] == item:
                coefficient += heappop(stream.results)[1]
            self._emit(stream, item, coefficient)
        else:
            stream.done = True
        return None

    def _make(self, stream: _Stream, item: Item | None, left: tuple[_Stream, int], right: tuple[_Stream, int]) -> None:
        self.work.spend(len(item[1]) if item is not None else 1)
        if item is not None:
            coefficient = left[0].coefficients[left[1]] * right[0].coefficients[right[1]]
            heappush(stream.results, (item, coefficient))

    def _emit(self, stream: _Stream, item: Item, coefficient: int) -> None:
        if self.algebra.minimal:
            candidates = stream.minimal.candidates(item[1])
            self.work.spend(len(item[1]) + len(candidates))
            if not stream.minimal.add(item[1], candidates):
                return
        stream.found.append(item)
        stream.coefficients.append(coefficient)


def monomials(formula: Formula, *, work: Work | None = None) -> Iterator[tuple[Item, int]]:
    """The monomials with their coefficients, in graded lexicographic order.

    Raises:
        PolynomialTooLarge: finding the next one would take too much work.
    """
    return _items(_Enumeration(formula, _Monomials(), work or Work()))


def minimal_sets(formula: Formula, *, work: Work | None = None) -> Iterator[tuple[int, ...]]:
    """The minimal sets of leaf codes that make the formula true, smallest first, equal sizes in order of codes.

    Codes are those of ``present`` and ``absent``.

    Raises:
        PolynomialTooLarge: finding the next one would take too much work.
    """
    return (item[1] for item, _ in _items(_Enumeration(formula, _Sets(), work or Work())))


def _items(enumeration: _Enumeration) -> Iterator[tuple[Item, int]]:
    index = 0
    while (found := enumeration.item(index)) is not None:
        yield found
        index += 1
