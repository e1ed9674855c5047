"""The provenance of a row: references to what it was derived from, turned into gates only when somebody looks.

A derivation is the ⊗ of the references in its row's provenance columns. A *reference* is an integer:

- ``>= 0``: the number of a triple;
- ``~token``: a token itself (a statement about an occurrence rests on it alone);
- further below: an *entry* of this ledger, such as the factor 1 ⊖ (⊕ rows) of an OPTIONAL that stayed empty.

Entries know at once whether they are alive (their Boolean value with every token true); their gates are built lazily.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..occurrences import OccurrenceGraph
from ..provenance.circuit import ONE, Circuit

__all__ = ["Annotations", "Row", "Rows"]

Row: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """Some derivations: rows, the columns that hold their references, and which of these columns may hold dead ones."""

    rows: Sequence[Row]
    refs: tuple[int, ...]
    mortal: tuple[int, ...]


class Annotations:
    """The ledger of one evaluation. ``one`` is the reference of the gate ONE."""

    __slots__ = ("_base", "_dead", "_gates", "_makers", "_memo", "_triple", "circuit", "one")

    def __init__(self, graph: OccurrenceGraph, circuit: Circuit) -> None:
        self.circuit = circuit
        self._base = graph.token_count
        self._triple = graph.tokens_of
        self._dead: set[int] = set()
        self._gates: list[int] = []
        self._makers: list[Callable[[], int] | None] = []
        self._memo: dict[int, int] = {}
        self.one = self.of_gate(ONE)

    # -- making references ---------------------------------------------------------------------------------

    def of_gate(self, gate: int) -> int:
        """The reference of a gate that exists already."""
        return self._enter(self.circuit.alive[gate], gate, None)

    def lazy(self, alive: bool, make: Callable[[], int]) -> int:
        """The reference of a gate that ``make`` will build."""
        return self._enter(alive, -1, make)

    def absent(self, rows: Rows) -> int:
        """1 ⊖ ⊕ rows."""
        if not rows.rows:
            return self.one
        return self.lazy(not self.any_alive(rows), lambda: self.circuit.monus(ONE, self.total(rows)))

    def present(self, rows: Rows) -> int:
        """δ(⊕ rows)."""
        return self.lazy(self.any_alive(rows), lambda: self.circuit.delta(self.total(rows)))

    def sum(self, refs: Sequence[int]) -> int:
        """⊕ of references."""
        if len(refs) == 1:
            return refs[0]
        alive = any(self.alive(ref) for ref in refs)
        return self.lazy(alive, lambda: self.circuit.plus(self.gate(ref) for ref in refs))

    def _enter(self, alive: bool, gate: int, make: Callable[[], int] | None) -> int:
        ref = ~(self._base + len(self._gates))
        self._gates.append(gate)
        self._makers.append(make)
        if not alive:
            self._dead.add(ref)
        return ref

    # -- reading them ----------------------------------------------------------------------------------------

    def alive(self, ref: int) -> bool:
        """Whether what is referred to is true with every token true."""
        return ref not in self._dead

    def row_alive(self, row: Row, mortal: Iterable[int]) -> bool:
        """Whether a derivation holds now."""
        return self._dead.isdisjoint([row[column] for column in mortal])

    def living(self, rows: Sequence[Row], mortal: Sequence[int]) -> list[bool]:
        """Which of the derivations hold now."""
        dead = self._dead
        if not dead or not mortal:
            return [True] * len(rows)
        if len(mortal) == 1:
            column = mortal[0]
            return [row[column] not in dead for row in rows]
        return [dead.isdisjoint([row[column] for column in mortal]) for row in rows]

    def any_alive(self, rows: Rows) -> bool:
        """Whether one of the derivations holds now."""
        if not rows.mortal or not self._dead:
            return bool(rows.rows)
        return any(self.row_alive(row, rows.mortal) for row in rows.rows)

    def gate(self, ref: int) -> int:
        """The gate of a reference."""
        entry = ~ref - self._base
        if entry >= 0:
            return self._entry_gate(entry)
        found = self._memo.get(ref)
        if found is None:
            found = self._memo[ref] = self._leaf(ref)
        return found

    def product(self, row: Row, refs: Iterable[int]) -> int:
        """The gate of one derivation."""
        memo = self._memo
        return self.circuit.times([memo[ref] if (ref := row[column]) in memo else self.gate(ref) for column in refs])

    def total(self, rows: Rows) -> int:
        """The gate of ⊕ over derivations."""
        if len(rows.rows) == 1:
            return self.product(rows.rows[0], rows.refs)
        return self.circuit.plus([self.product(row, rows.refs) for row in rows.rows])

    def _leaf(self, ref: int) -> int:
        if ref < 0:
            return self.circuit.input(~ref)
        return self.circuit.triple(ref, self._triple(ref, self._base))

    def _entry_gate(self, entry: int) -> int:
        make = self._makers[entry]
        if make is not None:
            self._gates[entry] = make()
            self._makers[entry] = None
        return self._gates[entry]
