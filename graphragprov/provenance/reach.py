"""Reachability over annotated edges: what ``+`` and ``*`` paths mean.

A Reach gate from s to t over an edge relation denotes the antichain of minimal edge sets of walks from s to t. It is
one gate however many walks there are, and all Reach gates of one path share the relation. In an absorptive semiring
(1 ⊕ x = 1) its value is a shortest distance, computed by relaxation (Mohri, "Semiring frameworks and algorithms for
shortest-distance problems", 2002); where δ is 0 or 1 it is δ of Boolean reachability.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Generic, TypeAlias, TypeVar

from ..errors import UnsupportedOperation
from ..semirings.base import Semiring

__all__ = ["Arc", "EdgeRelation", "Weighted", "reached", "simple_walks"]

T = TypeVar("T")
N = TypeVar("N", bound=Hashable)

Arc: TypeAlias = tuple[int, int, int]
"""Source node, target node, gate of the edge."""


def reached(starts: Iterable[N], successors: Callable[[N], Iterable[N]]) -> dict[N, None]:
    """The nodes that a walk of at least one step reaches from the starts, in breadth-first order."""
    found: dict[N, None] = {}
    queue: deque[N] = deque(starts)
    expanded: set[N] = set()
    while queue:
        node = queue.popleft()
        if node in expanded:
            continue
        expanded.add(node)
        for target in successors(node):
            if target not in found:
                found[target] = None
                queue.append(target)
    return found


def simple_walks(
    source: N, target: N, successors: Callable[[N], Iterable[N]], *, most: int, steps: int
) -> list[list[N]] | None:
    """The walks from source to target that visit no node twice (but may end where they start), as lists of nodes.

    Their edge sets are the minimal ones. ``None`` when there are more than ``most``, or more than ``steps`` nodes have
    to be looked at to find them.
    """
    walks: list[list[N]] = []
    path, on_path, looked = [source], {source}, 0
    stack = [iter(tuple(successors(source)))]
    while stack:
        looked += 1
        if looked > steps:
            return None
        node = next(stack[-1], None)
        if node is None:
            stack.pop()
            on_path.discard(path.pop())
        elif node == target:
            walks.append([*path, node])
            if len(walks) > most:
                return None
        elif node not in on_path:
            path.append(node)
            on_path.add(node)
            stack.append(iter(tuple(successors(node))))
    return walks


class EdgeRelation:
    """A fixed set of annotated edges, at most one from a node to another."""

    __slots__ = ("arcs", "incoming", "outgoing")

    def __init__(self, arcs: Sequence[Arc]) -> None:
        self.arcs = tuple(arcs)
        self.outgoing: dict[int, list[int]] = {}
        """Node to the places in ``arcs`` of the edges that leave it."""
        self.incoming: dict[int, list[int]] = {}
        for place, (source, target, _) in enumerate(self.arcs):
            self.outgoing.setdefault(source, []).append(place)
            self.incoming.setdefault(target, []).append(place)

    def successors(self, node: int) -> list[int]:
        """Where the edges of a node lead."""
        return [self.arcs[place][1] for place in self.outgoing.get(node, ())]

    def predecessors(self, node: int) -> list[int]:
        """Where the edges into a node come from."""
        return [self.arcs[place][0] for place in self.incoming.get(node, ())]

    def support(self, source: int, target: int) -> list[int]:
        """The gates of the edges that lie on some walk from source to target."""
        after = {source, *reached([source], self.successors)}
        before = {target, *reached([target], self.predecessors)}
        return [gate for s, t, gate in self.arcs if s in after and t in before]


class Weighted(Generic[T]):
    """An edge relation with the values of its edges in one semiring; distances are remembered per source."""

    def __init__(self, relation: EdgeRelation, semiring: Semiring[T], values: Mapping[int, T]) -> None:
        self._relation = relation
        self._semiring = semiring
        self._weights = [values[gate] for _, _, gate in relation.arcs]
        self._known: dict[int, dict[int, T]] = {}

    def value(self, source: int, target: int) -> T:
        """The value of Reach(source, target)."""
        distances = self._known.get(source)
        if distances is None:
            distances = self._known[source] = self._distances(source)
        return distances.get(target, self._semiring.zero)

    def _distances(self, source: int) -> dict[int, T]:
        semiring = self._semiring
        if semiring.absorptive:
            return self._shortest(source)
        if not semiring.idempotent:
            return dict.fromkeys(self._reached(source), semiring.one)
        message = (
            f"the semiring {semiring.name} gives a path through many walks no value; absorptive ones "
            "(Boolean, PosBool, Tropical, Viterbi, Fuzzy) do, and Counting counts it once"
        )
        raise UnsupportedOperation(message)

    def _reached(self, source: int) -> Iterable[int]:
        """The nodes reached over edges that are not 0."""
        arcs, outgoing, weights, zero = self._relation.arcs, self._relation.outgoing, self._weights, self._semiring.zero
        return reached([source], lambda node: [arcs[p][1] for p in outgoing.get(node, ()) if weights[p] != zero])

    def _shortest(self, source: int) -> dict[int, T]:
        """⊕ over the walks of at least one step: relaxation until nothing changes, which absorption guarantees."""
        arcs, outgoing, weights = self._relation.arcs, self._relation.outgoing, self._weights
        plus, times, zero = self._semiring.plus, self._semiring.times, self._semiring.zero
        distance: dict[int, T] = {}
        queue: deque[int] = deque()
        waiting: set[int] = set()

        def relax(place: int, value: T) -> None:
            target = arcs[place][1]
            before = distance.get(target, zero)
            after = plus(before, value)
            if after != before:
                distance[target] = after
                if target not in waiting:
                    waiting.add(target)
                    queue.append(target)

        for place in outgoing.get(source, ()):
            relax(place, weights[place])
        while queue:
            node = queue.popleft()
            waiting.discard(node)
            value = distance[node]
            for place in outgoing.get(node, ()):
                relax(place, times(value, weights[place]))
        return distance
