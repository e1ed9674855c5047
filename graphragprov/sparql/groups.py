"""Duplicate elimination and grouping.

DISTINCT keeps one row per mapping, annotated δ(⊕ rows). A group of GROUP BY exists as δ(⊕ rows); the group of an
aggregate without GROUP BY always does. The values are semimodule values (Amsterdamer, Deutch, Tannen, PODS 2011): they
rest on the rows of the group and can be computed again when some of these are withdrawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..terms import Term, Variable
from . import algebra as a
from .aggregates import aggregate
from .annotations import Row
from .expressions import ExpressionError
from .filters import Expressions
from .session import Scope, Session
from .table import Table, tuple_getter

__all__ = ["grouped", "without_duplicates"]


def without_duplicates(session: Session, table: Table) -> Table:
    """Every mapping once, with δ of the ⊕ of its rows."""
    variables, notes = list(table.slots), session.notes
    key = tuple_getter(table.columns(variables))
    slots = {variable: column for column, variable in enumerate(variables)}
    bare = Table([], len(variables), slots, certain=table.certain, distinct=True)
    if notes is None:
        return bare.with_rows(list(dict.fromkeys(map(key, table.rows))))
    groups: dict[Row, list[Row]] = {}
    for row in table.rows:
        groups.setdefault(key(row), []).append(row)
    rows = [(*k, notes.present(table.derivations(group))) for k, group in groups.items()]
    return bare.with_refs(rows, mortal=bool(table.mortal))


def grouped(session: Session, expressions: Expressions, group: a.Group, table: Table, scope: Scope) -> Table:
    """One row per group: the keys, the values of the aggregates, the annotation of the group."""
    notes = session.notes
    table, keys = _with_values(expressions, table, group.keys, scope)
    arguments = [(variable, call.expression) for variable, call in group.aggregates if call.expression is not None]
    table, values = _with_values(expressions, table, arguments, scope)
    key = tuple_getter(list(keys.values()))
    groups: dict[Row, list[Row]] = {(): []} if group.implicit else {}
    for row in table.rows:
        groups.setdefault(key(row), []).append(row)
    rows = []
    for k, members in groups.items():
        alive = members if notes is None else [row for row in members if notes.row_alive(row, table.mortal)]
        if notes is None and not alive and not group.implicit:
            continue
        found = tuple(
            [_value(session, call, values.get(variable), alive, table) for variable, call in group.aggregates]
        )
        rows.append(k + found + (_existence(session, group, table, members)))
    names = [*keys, *(variable for variable, _ in group.aggregates)]
    slots = {variable: column for column, variable in enumerate(names)}
    certain = frozenset(v for v in names if all(row[slots[v]] for row in rows))
    result = Table(rows, len(names), slots, certain=certain, distinct=True)
    return result if notes is None else result.with_refs(rows, mortal=bool(table.mortal) and not group.implicit)


def _existence(session: Session, group: a.Group, table: Table, members: Sequence[Row]) -> Row:
    if session.notes is None:
        return ()
    return (session.notes.one if group.implicit else session.notes.present(table.derivations(members)),)


def _with_values(
    expressions: Expressions, table: Table, named: Sequence[tuple[Variable, a.Expression]], scope: Scope
) -> tuple[Table, dict[Variable, int]]:
    """The table with the value of every expression, and in which column it stands."""
    columns = {}
    for variable, expression in named:
        if isinstance(expression, a.VariableReference) and expression.variable in table.slots:
            columns[variable] = table.slots[expression.variable]
            continue
        seen = table.slots
        table = expressions.extended(table, variable, expression, scope)
        columns[variable] = table.slots[variable]
        table = replace(table, slots=seen)
    return table, columns


def _value(session: Session, call: a.Aggregate, column: int | None, rows: Sequence[Row], table: Table) -> int:
    """The number of an aggregate's value; 0 where it is an error."""
    terms: list[Term | None]
    if column is None and call.expression is None:
        rows = _distinct_mappings(table, rows) if call.distinct else rows
        terms = [a.TRUE] * len(rows)
        call = replace(call, distinct=False)
    else:
        decode = session.terms.decode
        terms = [decode(row[column]) if row[column] else None for row in rows] if column is not None else []
    try:
        return session.terms.encode(aggregate(call.name, terms, call.distinct, call.separator))
    except ExpressionError:
        return 0


def _distinct_mappings(table: Table, rows: Sequence[Row]) -> list[Row]:
    return list(dict.fromkeys(map(tuple_getter(list(table.slots.values())), rows)))
