"""What one evaluation shares: the graph, the terms that the query makes, the ledger of annotations, the limits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter

from ..occurrences import OccurrenceGraph
from ..occurrences.dictionary import TermDictionary
from ..occurrences.index import GraphIndex
from ..terms import Term, Variable
from .annotations import Annotations, Row
from .cells import Cell
from .limits import Budget
from .table import Table, distinct_keys

_CHUNK = 4096

__all__ = ["Hint", "QueryTerms", "Scope", "Session"]


class QueryTerms:
    """The terms of a graph, and those that only the query makes: these have negative numbers."""

    __slots__ = ("_local", "_shared")

    def __init__(self, dictionary: TermDictionary) -> None:
        self._shared = dictionary
        self._local = TermDictionary()

    def encode(self, term: Term) -> int:
        """The number of a term; one that the graph does not hold becomes a term of the query."""
        return self._shared.find(term) or -self._local.encode(term)

    def find(self, term: Term) -> int:
        """The number of a term of the graph or of the query so far; 0 where it is neither."""
        return self._shared.find(term) or -self._local.find(term)

    def decode(self, number: int) -> Term:
        """The term with this number, which must not be 0 (unbound)."""
        term = self._shared.terms[number] if number > 0 else self._local.terms[-number]
        assert term is not None, "0 means unbound"
        return term

    def decode_row(self, numbers: Sequence[int]) -> tuple[Term | None, ...]:
        """The terms of a whole mapping; ``None`` where it is unbound."""
        shared, local = self._shared.terms, self._local.terms
        return tuple([shared[n] if n >= 0 else local[-n] for n in numbers])

    def decode_rows(self, rows: Sequence[Row]) -> list[tuple[Term | None, ...]]:
        """The terms of many mappings, column by column."""
        if len(self._local) or not rows or not rows[0]:
            return list(map(self.decode_row, rows))
        decode, width = self._shared.terms.__getitem__, len(rows[0])
        return list(zip(*(map(decode, map(itemgetter(column), rows)) for column in range(width)), strict=True))

    def parts(self, number: int) -> tuple[int, int, int] | None:
        """The components of a triple term, ``None`` for any other term."""
        if number > 0:
            return self._shared.parts.get(number)
        parts = self._local.parts.get(-number)
        if parts is None:
            return None
        s, p, o = (self.encode(term) for part in parts if (term := self._local.terms[part]) is not None)
        return s, p, o


@dataclass(frozen=True, slots=True)
class Session:
    """One evaluation. ``notes`` is ``None`` where no provenance is wanted; ``named`` are the named graphs to see."""

    graph: OccurrenceGraph
    terms: QueryTerms
    notes: Annotations | None
    budget: Budget
    named: Mapping[int, GraphIndex]
    _cells: list[Cell] = field(default_factory=list)

    def new_cell(self, cell: Cell) -> int:
        """The number (from 1) of a value that rests on rows."""
        self._cells.append(cell)
        return len(self._cells)

    def cell(self, number: int) -> Cell:
        """The cell with this number."""
        return self._cells[number - 1]


@dataclass(frozen=True, slots=True)
class Hint:
    """Only rows that agree with some row of ``table`` on ``variables`` will be used; more rows do no harm."""

    table: Table
    variables: tuple[Variable, ...]

    def restricted(self, variables: frozenset[Variable]) -> Hint | None:
        """The hint about fewer variables; ``None`` when nothing is left of it."""
        kept = tuple(variable for variable in self.variables if variable in variables)
        return Hint(self.table, kept) if kept else None

    def keys(self) -> Table:
        """The distinct values that the variables may take."""
        return distinct_keys(self.table, self.variables)


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a pattern is evaluated.

    ``active`` is the graph that it is matched against. ``env`` holds the mappings substituted into the pattern (inside
    EXISTS): every leaf is joined with them. ``hint`` restricts what is needed. ``kept`` are the variables whose values
    the final answer shows as they are here: a row whose annotation is 0 for a reason that only depends on them can
    never be part of an answer, and need not be carried (``None``: all rows must be).
    """

    active: GraphIndex
    default: bool = True
    """Whether ``active`` is the default graph, where statements about occurrences can be seen."""
    env: Table | None = None
    hint: Hint | None = None
    kept: frozenset[Variable] | None = None
    within_path: bool = False
    """Whether the pattern is a step of ``* + ?``: its ends are nodes met on a walk, which match themselves freely."""

    def prunes(self, variables: Iterable[Variable]) -> bool:
        """Whether rows can be left out that are dead for a reason that only depends on these variables."""
        return self.kept is not None and self.kept.issuperset(variables)

    @property
    def substituted(self) -> frozenset[Variable]:
        """The variables that were substituted."""
        return frozenset() if self.env is None else frozenset(self.env.slots)

    def hinted(self, table: Table, variables: frozenset[Variable]) -> Scope:
        """The same scope where only rows that can join with ``table`` on these variables are needed."""
        shared = tuple(variable for variable in table.slots if variable in variables and variable in table.certain)
        return replace(self, hint=Hint(table, shared) if shared else None)

    def restricted(self, variables: frozenset[Variable]) -> Scope:
        """The same scope with a hint about these variables only."""
        return replace(self, hint=None if self.hint is None else self.hint.restricted(variables))

    def keeping(self, variables: frozenset[Variable]) -> Scope:
        """The same scope where of the variables only these are shown unchanged."""
        return replace(self, kept=None if self.kept is None else self.kept & variables)
