"""The solutions of a query: mappings with their provenance, in SPARQL's order. Terms and gates are made when asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal as OneOf
from typing import overload

from typing_extensions import override

from ..errors import UnsupportedOperation
from ..occurrences.collector import collector_paused
from ..provenance.circuit import Circuit
from ..semirings import Boolean
from ..terms import Term, Variable
from .annotations import Annotations, Row
from .cells import Cell, cell_variable
from .session import Session
from .table import Table

__all__ = ["Solution", "Solutions"]


@dataclass(frozen=True, slots=True)
class Answered:
    """The rows of every solution before they are looked at: keys (term numbers) and their derivations."""

    keys: Sequence[Row]
    groups: Sequence[Row | list[Row]]
    """For every solution its only row, or the list of its rows; nothing where no provenance is kept."""
    table: Table
    """The schema of the rows."""
    counts: Sequence[int]
    """How often SPARQL shows each; 0 for a solution that is only potential."""
    gates: dict[int, int] = field(default_factory=dict)


class Solutions(Sequence["Solution"]):
    """The solutions of a query. Equal mappings are one solution.

    ``variables`` are those of the projection (none for ASK), ``form`` is ``select`` or ``ask``; ``slice_dependent``
    says that LIMIT or OFFSET chose among answers, which ``compared`` holds in order, the losers included. ``circuit``
    holds the gates of the solutions.
    """

    def __init__(
        self,
        variables: tuple[Variable, ...],
        form: OneOf["select", "ask"],
        answered: Answered,
        *,
        session: Session,
        slice_dependent: bool = False,
        unsliced: Answered | None = None,
    ) -> None:
        self.variables = variables
        self.form = form
        self.slice_dependent = slice_dependent
        self.circuit = Circuit() if session.notes is None else session.notes.circuit
        self._answered = answered
        self._session = session
        self._terms = session.terms
        self._unsliced = unsliced

    @property
    def compared(self) -> Solutions:
        """What a slice chose from: all answers in order. Without a slice, the solutions themselves."""
        if self._unsliced is None:
            return self
        return Solutions(self.variables, self.form, self._unsliced, session=self._session)

    @override
    def __len__(self) -> int:
        return len(self._answered.keys)

    @overload
    def __getitem__(self, index: int) -> Solution: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Solution]: ...
    @override
    def __getitem__(self, index: int | slice) -> Solution | Sequence[Solution]:
        places = range(len(self))[index]
        return Solution(self, places) if isinstance(places, int) else [Solution(self, place) for place in places]

    @override
    def __iter__(self) -> Iterator[Solution]:
        return (Solution(self, place) for place in range(len(self)))

    def mappings(self) -> list[tuple[Term | None, ...]]:
        """The terms of every solution, in the order of ``variables``; the quickest way through many solutions."""
        with collector_paused():
            return self._terms.decode_rows(self._answered.keys)

    def gates(self) -> list[int]:
        """The gates of all solutions, in order; the quickest way to every polynomial."""
        with collector_paused():
            return list(map(self._gate, range(len(self))))

    def without(self, tokens: Container[int]) -> Counter[tuple[Term | None, ...]]:
        """The answers, as a bag, when these tokens are withdrawn; the values of aggregates are computed again.

        Answers that would appear are among them where potential solutions were asked for. Slices at the top and
        DISTINCT are not applied.
        """
        notes, table = self._notes(), self._answered.table
        derivations = [(place, row) for place in range(len(self)) for row in self._rows(place)]
        roots = [notes.product(row, table.refs) for _, row in derivations]
        cells = [list(self._cells(row).values()) for _, row in derivations]
        needed = {*roots, *(gate for found in cells for cell in found for gate in cell.gates())}
        there = self.circuit.fold_all(needed, Boolean(), lambda token: token not in tokens)
        found: Counter[tuple[Term | None, ...]] = Counter()
        for (place, row), root in zip(derivations, roots, strict=True):
            if there[root]:
                terms = list(self._terms.decode_row(self._answered.keys[place]))
                for index, cell in self._cells(row).items():
                    terms[index] = cell.value(there.__getitem__)
                found[tuple(terms)] += 1
        return found

    def _notes(self) -> Annotations:
        if self._session.notes is None:
            message = "the query was evaluated without provenance; evaluate it with provenance=True"
            raise UnsupportedOperation(message)
        return self._session.notes

    def _rows(self, place: int) -> Sequence[Row]:
        group = self._answered.groups[place]
        return group if isinstance(group, list) else (group,)

    def _cells(self, row: Row) -> dict[int, Cell]:
        """The cells of a row by the index of their variable."""
        slots = self._answered.table.slots
        columns = {i: slots[cell_variable(v)] for i, v in enumerate(self.variables) if cell_variable(v) in slots}
        return {index: self._session.cell(row[column]) for index, column in columns.items() if row[column]}

    def _gate(self, place: int) -> int:
        found = self._answered.gates.get(place)
        if found is None:
            notes = self._notes()
            found = self._answered.gates[place] = notes.total(self._answered.table.derivations(self._rows(place)))
        return found


@dataclass(frozen=True, slots=True)
class Solution:
    """One solution mapping. It stays valid as long as one likes: the graph may change meanwhile."""

    _solutions: Solutions
    _place: int

    @property
    def terms(self) -> tuple[Term | None, ...]:
        """The terms, in the order of ``Solutions.variables``; ``None`` where unbound."""
        return self._solutions._terms.decode_row(self._solutions._answered.keys[self._place])

    @property
    def place(self) -> int:
        """The place among the solutions, from 0."""
        return self._place

    @property
    def gate(self) -> int:
        """The gate of its polynomial: the ⊕ of all its derivations, those that hold only potentially included."""
        return self._solutions._gate(self._place)

    def aggregate(self, variable: Variable) -> tuple[Cell, ...]:
        """What the value of this variable rests on, for each derivation in which it is an aggregate.

        A cell gives the ``gates`` of the rows behind it, and its ``value`` when only some of them are there.
        """
        owner = self._solutions
        index = owner.variables.index(variable)
        cells = (owner._cells(row).get(index) for row in owner._rows(self._place))
        return tuple(cell for cell in cells if cell is not None)

    def counted(self) -> dict[Variable, int]:
        """For each variable whose value is an aggregate: the ⊕ of the rows that it rests on, as a gate."""
        circuit = self._solutions.circuit
        cells = {variable: self.aggregate(variable) for variable in self._solutions.variables}
        return {v: circuit.plus(g for cell in found for g in cell.gates()) for v, found in cells.items() if found}

    @property
    def multiplicity(self) -> int:
        """How often SPARQL shows this mapping: its derivations that hold now (after DISTINCT 1, after a slice less)."""
        return self._solutions._answered.counts[self._place]

    @property
    def alive(self) -> bool:
        """Whether it is an answer now; ``False`` only where potential solutions were asked for."""
        return self._solutions._answered.counts[self._place] > 0
