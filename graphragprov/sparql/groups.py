"""Duplicate elimination and grouping.

DISTINCT keeps one row per mapping, annotated δ(⊕ rows). A group of GROUP BY exists as δ(⊕ rows); the group of an
aggregate without GROUP BY always does. The values are semimodule values (Amsterdamer, Deutch, Tannen, PODS 2011): they
rest on the rows of the group and can be computed again when some of these are withdrawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from ..terms import Term, Variable
from . import algebra as a
from .annotations import Annotations, Row
from .cells import AggregateCell, Cell, Truth, aggregate_of, cell_variable, is_cell
from .filters import Expressions
from .session import Scope, Session
from .table import Table, bucketed, key_getter, tuple_getter
from .values import term_of

__all__ = ["grouped", "without_duplicates"]


def without_duplicates(session: Session, table: Table) -> Table:
    """Every mapping once, with δ of the ⊕ of its rows."""
    variables, notes = [v for v in table.slots if not is_cell(v)], session.notes
    key = tuple_getter(table.columns(variables))
    slots = {variable: column for column, variable in enumerate(variables)}
    bare = Table([], len(variables), slots, certain=table.certain, distinct=True)
    if notes is None:
        return bare.with_rows(list(dict.fromkeys(map(key, table.rows))))
    groups = bucketed(table.rows, key)
    rows = [(*k, notes.present(table.derivations(group))) for k, group in groups.items()]
    return bare.with_refs(rows, mortal=bool(table.mortal))


def grouped(session: Session, expressions: Expressions, group: a.Group, table: Table, scope: Scope) -> Table:
    """One row per group: the keys, the values of the aggregates (and their cells), the annotation of the group."""
    notes = session.notes
    table, keys = _with_values(expressions, table, group.keys, scope)
    arguments = [(variable, call.expression) for variable, call in group.aggregates if call.expression is not None]
    table, values = _with_values(expressions, table, arguments, scope)
    calls = [_Call(session, call, table, values.get(variable)) for variable, call in group.aggregates]
    columns = list(keys.values())
    groups = {(): table.rows} if group.implicit else bucketed(table.rows, key_getter(columns))
    rows: list[Row] = []
    for k, members in groups.items():
        now = members
        if notes is not None and table.mortal:
            now = [row for row in members if notes.row_alive(row, table.mortal)]
        found = (k,) if len(columns) == 1 else k
        found = (*found, *[call.value(now) for call in calls])
        if notes is not None:
            existence = notes.one if group.implicit else notes.present(table.derivations(members))
            found = (*found, *[call.cell(members, notes) for call in calls], existence)
        rows.append(found)
    names = [*keys, *(variable for variable, _ in group.aggregates)]
    certain = frozenset(v for column, v in enumerate(names) if all(row[column] for row in rows))
    if notes is not None:
        names += [cell_variable(variable) for variable, _ in group.aggregates]
    slots = {variable: column for column, variable in enumerate(names)}
    result = Table(rows, len(names), slots, certain=certain, distinct=True)
    return result if notes is None else result.with_refs(rows, mortal=bool(table.mortal) and not group.implicit)


def _with_values(
    expressions: Expressions, table: Table, named: Sequence[tuple[Variable, a.Expression]], scope: Scope
) -> tuple[Table, dict[Variable, int]]:
    """The table with the value of every expression, and in which column it stands.

    What else the table shows stays as it was, but for the cells of new values.
    """
    columns = {}
    for variable, expression in named:
        if isinstance(expression, a.VariableReference) and expression.variable in table.slots:
            columns[variable] = table.slots[expression.variable]
            continue
        seen = table.slots
        table = expressions.extended(table, variable, expression, scope)
        columns[variable] = table.slots[variable]
        cells = {v: column for v, column in table.slots.items() if is_cell(v)}
        table = replace(table, slots={**seen, **cells})
    return table, columns


class _Call:
    """One aggregate of a GROUP BY; ``column`` is that of its argument."""

    def __init__(self, session: Session, call: a.Aggregate, table: Table, column: int | None) -> None:
        self._session, self._call, self._table, self._column = session, call, table, column
        self._mapping: Callable[[Row], Row] | None = None
        if call.expression is None and call.distinct:
            self._mapping = tuple_getter([c for v, c in table.slots.items() if a.is_projectable(v)])
        self._cell_column = _cell_column(table, column)
        self._certain = any(at == column and v in table.certain for v, at in table.slots.items())

    def value(self, rows: Sequence[Row]) -> int:
        """The number of the value over some rows; 0 where it is an error."""
        call, column = self._call, self._column
        if column is None:
            count = len(rows) if self._mapping is None else len(set(map(self._mapping, rows)))
            term = aggregate_of(replace(call, distinct=False), [a.TRUE] * count)
        elif call.name == "COUNT" and self._certain and not call.distinct:
            term = term_of(len(rows))
        elif call.name == "COUNT":
            values = [row[column] for row in rows if row[column]]
            term = term_of(len(set(values) if call.distinct else values))
        else:
            decode = self._session.terms.decode
            term = aggregate_of(call, [decode(row[column]) if row[column] else None for row in rows])
        return 0 if term is None else self._session.terms.encode(term)

    def cell(self, rows: Sequence[Row], notes: Annotations) -> int:
        """The number of the cell over all rows of a group."""
        refs, mapping = self._table.refs, self._mapping
        cell = AggregateCell(self._call, rows, refs, self._argument, mapping, self._nested, notes)
        return self._session.new_cell(cell)

    def _argument(self, row: Row, truth: Truth) -> Term | None:
        for cell in self._nested(row):
            return cell.value(truth)
        assert self._column is not None, "COUNT(*) has no argument"
        return self._session.terms.decode(row[self._column]) if row[self._column] else None

    def _nested(self, row: Row) -> Iterable[Cell]:
        if self._cell_column is not None and row[self._cell_column]:
            yield self._session.cell(row[self._cell_column])


def _cell_column(table: Table, column: int | None) -> int | None:
    """The column of the cells of the value in a column, where it is an aggregate itself."""
    for variable, at in table.slots.items():
        if at == column and cell_variable(variable) in table.slots:
            return table.slots[cell_variable(variable)]
    return None
