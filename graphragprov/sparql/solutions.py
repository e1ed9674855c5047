"""The solutions of a query: mappings with their provenance, in SPARQL's order. Terms and gates are made when asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, overload
from typing import Literal as OneOf

from typing_extensions import override

from ..errors import UnsupportedOperation
from ..provenance.circuit import Circuit
from ..terms import Term, Variable
from .annotations import Annotations, Row, Rows
from .session import QueryTerms

__all__ = ["Solution", "Solutions"]


@dataclass(frozen=True, slots=True)
class Answered:
    """The rows of every solution before they are looked at: keys (term numbers) and their derivations."""

    keys: Sequence[Row]
    groups: Sequence[Any]
    single: bool
    """Whether ``groups`` holds for every solution its only row, and not a sequence of rows."""
    refs: tuple[int, ...]
    mortal: tuple[int, ...]
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
        terms: QueryTerms,
        notes: Annotations | None,
        slice_dependent: bool = False,
        unsliced: Answered | None = None,
    ) -> None:
        self.variables = variables
        self.form = form
        self.slice_dependent = slice_dependent
        self.circuit = Circuit() if notes is None else notes.circuit
        self._answered = answered
        self._terms = terms
        self._notes = notes
        self._unsliced = unsliced

    @property
    def compared(self) -> Solutions:
        """What a slice chose from: all answers in order. Without a slice, the solutions themselves."""
        if self._unsliced is None:
            return self
        return Solutions(self.variables, self.form, self._unsliced, terms=self._terms, notes=self._notes)

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

    def mappings(self) -> Iterator[tuple[Term | None, ...]]:
        """The terms of every solution, in the order of ``variables``; the quickest way through many solutions."""
        return map(self._terms.decode_row, self._answered.keys)

    def _gate(self, place: int) -> int:
        if self._notes is None:
            message = "the query was evaluated without provenance; evaluate it with provenance=True"
            raise UnsupportedOperation(message)
        found = self._answered.gates.get(place)
        if found is None:
            answered = self._answered
            rows = (answered.groups[place],) if answered.single else answered.groups[place]
            found = self._notes.total(Rows(rows, answered.refs, answered.mortal))
            answered.gates[place] = found
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
    def gate(self) -> int:
        """The gate of its polynomial: the ⊕ of all its derivations, those that hold only potentially included."""
        return self._solutions._gate(self._place)

    @property
    def multiplicity(self) -> int:
        """How often SPARQL shows this mapping: its derivations that hold now (after DISTINCT 1, after a slice less)."""
        return self._solutions._answered.counts[self._place]

    @property
    def alive(self) -> bool:
        """Whether it is an answer now; ``False`` only where potential solutions were asked for."""
        return self._solutions._answered.counts[self._place] > 0
