"""Batches of solution mappings: flat rows under a static schema.

A row is one tuple of integers. A variable's column holds the number of a term (0: unbound; negative: a term that only
this query made); a provenance column holds a reference (see :mod:`~graphragprov.sparql.annotations`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any

from ..terms import Variable
from .annotations import Row, Rows
from .cells import cell_variable

__all__ = ["UNIT", "Table", "bucketed", "distinct_keys", "key_getter", "tuple_getter"]


def tuple_getter(columns: Sequence[int]) -> Callable[[Row], Row]:
    """The function that takes these columns of a row, as a tuple."""
    if not columns:
        return lambda row: ()
    if len(columns) == 1:
        column = columns[0]
        return lambda row: (row[column],)
    getter: Callable[[Row], Row] = itemgetter(*columns)
    return getter


def key_getter(columns: Sequence[int]) -> Callable[[Row], Any]:
    """The function that takes these columns as a hashable key; a single column is its own key."""
    if not columns:
        return lambda row: ()
    return itemgetter(*columns)


def bucketed(rows: Iterable[Row], key: Callable[[Row], Any]) -> dict[Any, list[Row]]:
    """The rows by their key, keys and rows in the order in which they come."""
    found: defaultdict[Any, list[Row]] = defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return found


@dataclass(frozen=True, slots=True)
class Table:
    """Rows, each one derivation of multiplicity 0 or 1, and where their columns are.

    ``certain`` are the variables that no row leaves unbound; ``mortal`` the provenance columns in which a reference may
    be dead; ``distinct`` says that no two rows agree on all variables.
    """

    rows: list[Row]
    width: int
    slots: Mapping[Variable, int] = field(default_factory=dict)
    refs: tuple[int, ...] = ()
    mortal: tuple[int, ...] = ()
    certain: frozenset[Variable] = frozenset()
    distinct: bool = False

    def columns(self, variables: Iterable[Variable]) -> list[int]:
        """The columns of these variables."""
        return [self.slots[variable] for variable in variables]

    def derivations(self, rows: Sequence[Row] | None = None) -> Rows:
        """The provenance of some rows of this table (of all of them by default)."""
        return Rows(self.rows if rows is None else rows, self.refs, self.mortal)

    def with_rows(self, rows: list[Row]) -> Table:
        """The same schema with other rows (a selection of these)."""
        return replace(self, rows=rows)

    def projected(self, variables: Iterable[Variable]) -> Table:
        """Only these variables can still be seen; the rows stay as they are."""
        shown = frozenset(variables)
        kept = shown | {cell_variable(variable) for variable in shown}
        if kept >= self.slots.keys():
            return self
        slots = {variable: column for variable, column in self.slots.items() if variable in kept}
        return replace(self, slots=slots, certain=self.certain & kept, distinct=False)

    def with_refs(self, rows: list[Row], mortal: bool) -> Table:
        """The table after one provenance column was appended to its rows."""
        column = self.width
        marked = (*self.mortal, column) if mortal else self.mortal
        return replace(self, rows=rows, width=column + 1, refs=(*self.refs, column), mortal=marked)


UNIT = Table([()], 0, distinct=True)
"""The table of one empty mapping."""


def distinct_keys(table: Table, variables: Sequence[Variable]) -> Table:
    """The distinct values of some certainly bound variables, without provenance."""
    rows = list(dict.fromkeys(map(tuple_getter(table.columns(variables)), table.rows)))
    slots = {variable: column for column, variable in enumerate(variables)}
    return Table(rows, len(variables), slots, certain=frozenset(variables), distinct=True)
