"""FILTER and BIND, with EXISTS inside them.

A condition without EXISTS selects rows. EXISTS { P } multiplies in δ(⊕ P), NOT EXISTS multiplies in 1 ⊖ ⊕ P; inside a
larger expression it is a case split: every row once with EXISTS true and once with it false, each with its factor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from ..terms import XSD, Literal, Variable
from . import algebra as a
from .annotations import Annotations, Row, Rows
from .cells import Cell, Condition, Derived, cell_variable
from .context import ExpressionContext
from .expressions import ExpressionError, compile_condition, compile_expression, is_volatile, split_conjuncts
from .order_keys import OrderKeys
from .selection import selected
from .session import Scope, Session
from .table import Table, tuple_getter
from .walk import exists_in, mentioned, with_exists

__all__ = ["Expressions", "PatternEvaluator"]

_FALSE = Literal("false", datatype=XSD.boolean, normalize=False)


class PatternEvaluator(Protocol):
    """What evaluates the pattern of an EXISTS."""

    def __call__(self, pattern: a.Pattern, scope: Scope) -> Table:
        """The rows of the pattern."""
        ...


class _Existence:
    """The rows of an EXISTS pattern for each row of a table, correlated by substitution."""

    def __init__(self, exists: a.Exists, table: Table, evaluate: Callable[[a.Pattern, Table | None], Table]) -> None:
        inner = mentioned(exists.pattern)
        self._variables = [variable for variable in table.slots if variable in inner]
        self.key = tuple_getter(table.columns(self._variables))
        self.mortal = False
        self._found: dict[Row, Rows] = {}
        self.variables = frozenset(self._variables)
        by_bound: dict[tuple[bool, ...], list[Row]] = {}
        for key in dict.fromkeys(map(self.key, table.rows)):
            by_bound.setdefault(tuple([value != 0 for value in key]), []).append(key)
        for bound, keys in by_bound.items():
            self._match(exists.pattern, bound, keys, evaluate)

    def _match(
        self,
        pattern: a.Pattern,
        bound: tuple[bool, ...],
        keys: list[Row],
        evaluate: Callable[[a.Pattern, Table | None], Table],
    ) -> None:
        """Evaluate the pattern at once for all rows that bind the same variables; an unbound one stays free in it."""
        columns = [column for column, is_bound in enumerate(bound) if is_bound]
        variables = [self._variables[column] for column in columns]
        take = tuple_getter(columns)
        slots = {variable: column for column, variable in enumerate(variables)}
        env = Table([take(key) for key in keys], len(columns), slots, certain=frozenset(variables), distinct=True)
        table = evaluate(pattern, env if variables else None)
        self.mortal = self.mortal or bool(table.mortal)
        group: dict[Row, list[Row]] = {}
        inner_key = tuple_getter(table.columns(variables))
        for row in table.rows:
            group.setdefault(inner_key(row), []).append(row)
        for key in keys:
            if take(key) in group:
                self._found[key] = table.derivations(group[take(key)])

    def __getitem__(self, key: Row) -> Rows | None:
        return self._found.get(key)


class Expressions:
    """Evaluates the expressions of one query on tables."""

    def __init__(self, session: Session, evaluate: PatternEvaluator, fresh: Callable[[], Variable]) -> None:
        self._session = session
        self._evaluate = evaluate
        self._fresh = fresh
        memory = session.graph.dictionary.memory
        order_keys = memory.setdefault("order keys", OrderKeys())
        self.context = ExpressionContext(session.terms.decode, order_keys=order_keys)
        self.pinned_any = False

    # -- filters -----------------------------------------------------------------------------------------------

    def filtered(self, table: Table, conditions: Iterable[a.Expression], scope: Scope) -> Table:
        """The rows for which every condition is true; errors are false."""
        conjuncts = [conjunct for condition in conditions for conjunct in split_conjuncts(condition)]
        table = self._selected(table, [conjunct for conjunct in conjuncts if not exists_in(conjunct)])
        for conjunct in conjuncts:
            exists = _bare_exists(conjunct)
            if exists is not None:
                table = self._existing(table, exists, scope)
            elif exists_in(conjunct):
                split, expression = self.without_exists(table, conjunct, scope)
                table = self._selected(split, [expression])
        return table

    def _selected(self, table: Table, conditions: Iterable[a.Expression]) -> Table:
        """The rows for which every condition, without EXISTS, is true; those that use one variable come first."""
        by_variable: dict[Variable, list[a.Expression]] = {}
        others: list[a.Expression] = []
        for condition in conditions:
            used = [variable for variable in table.slots if variable in mentioned(condition)]
            alone = len(used) == 1 and not _cell_columns(table, used) and not is_volatile(condition)
            (by_variable.setdefault(used[0], []) if alone else others).append(condition)
        for variable, tests in by_variable.items():
            column = table.slots[variable]
            good = {row[column] for row in table.rows}
            for condition in tests:
                good = selected(condition, variable, good, self.context)
            table = table.with_rows([row for row in table.rows if row[column] in good])
        for condition in others:
            table = self._tested(table, condition)
        return table

    def _tested(self, table: Table, condition: a.Expression) -> Table:
        test = compile_condition(condition, table.slots, self.context)
        if cells := _cell_columns(table, mentioned(condition)):
            return self._compared(table, test, cells)
        step: Callable[[list[Row]], list[Row]] = lambda rows: [row for row in rows if test(row)]  # noqa: E731
        return table.with_rows(self._session.budget.batched(step, table.rows))

    def _compared(self, table: Table, test: Callable[[Row], bool], cells: Mapping[int, int]) -> Table:
        """Every row with a COMPARE gate: the condition may come true, or untrue, when rows are withdrawn."""
        notes = self._session.notes
        assert notes is not None, "there are cells only where there is provenance"

        def reference(row: Row) -> int:
            return notes.lazy(test(row), lambda: self._comparison(row, test, cells, notes))

        return table.with_refs([(*row, reference(row)) for row in table.rows], mortal=True)

    def _comparison(self, row: Row, test: Callable[[Row], bool], cells: Mapping[int, int], notes: Annotations) -> int:
        under = self._cells(row, cells)
        operands = tuple(dict.fromkeys(gate for cell in under.values() for gate in cell.gates()))
        condition = Condition(row, under, self._session.terms.encode, test, operands)
        alive = condition.holds([notes.circuit.alive[gate] for gate in operands])
        return notes.circuit.compare(condition, operands, alive)

    def _cells(self, row: Row, columns: Mapping[int, int]) -> dict[int, Cell]:
        return {column: self._session.cell(row[cell]) for column, cell in columns.items() if row[cell]}

    def pinned(self, table: Table, variables: Iterable[Variable]) -> Table:
        """The table where these variables keep the values that they have now.

        A row whose aggregate would have another value is no longer there (a COMPARE gate says so). What it would be
        then is not followed: this is for joining on an aggregate and for DISTINCT.
        """
        for variable in variables:
            hidden = cell_variable(variable)
            if hidden in table.slots:
                column = table.slots[variable]
                table = self._held(table, column, table.slots[hidden])
                slots = {v: at for v, at in table.slots.items() if v != hidden}
                table = replace(table, slots=slots, certain=table.certain - {hidden})
                self.pinned_any = True
        return table

    def _held(self, table: Table, column: int, cell: int) -> Table:
        notes = self._session.notes
        assert notes is not None, "there are cells only where there is provenance"

        def reference(row: Row) -> int:
            now = row[column]
            if not row[cell]:
                return notes.one
            return notes.lazy(True, lambda: self._comparison(row, lambda r: r[column] == now, {column: cell}, notes))

        return table.with_refs([(*row, reference(row)) for row in table.rows], mortal=False)

    def _existence(self, table: Table, exists: a.Exists, scope: Scope) -> _Existence:
        def evaluate(pattern: a.Pattern, env: Table | None) -> Table:
            return self._evaluate(pattern, Scope(scope.active, scope.default, env))

        return _Existence(exists, table, evaluate)

    def _existing(self, table: Table, exists: a.Exists, scope: Scope) -> Table:
        table = self.pinned(table, mentioned(exists.pattern))
        found, notes = self._existence(table, exists, scope), self._session.notes
        key = found.key
        prune = found.variables <= table.certain and scope.prunes(found.variables)
        if notes is None or (exists.negated and prune and not found.mortal):
            return table.with_rows([row for row in table.rows if (found[key(row)] is None) is exists.negated])
        one = notes.one
        factors: dict[Row, int | None] = {}
        for k in set(map(key, table.rows)):
            derivations = found[k]
            if exists.negated:
                factors[k] = one if derivations is None else notes.absent(derivations)
            else:
                factors[k] = None if derivations is None else notes.present(derivations)
            factor = factors[k]
            if prune and factor is not None and not notes.alive(factor):
                factors[k] = None
        rows = [(*row, factor) for row in table.rows if (factor := factors[key(row)]) is not None]
        return table.with_refs(rows, mortal=not prune and (exists.negated or found.mortal))

    # -- the case split ----------------------------------------------------------------------------------------

    def without_exists(self, table: Table, expression: Any, scope: Scope, *, now: bool = False) -> tuple[Table, Any]:
        """The table with a hidden truth value for every EXISTS in the expression, and the expression using these.

        ``now``: only the present truth is wanted, and rows stay single (for ORDER BY).
        """
        for exists in exists_in(expression):
            table, truth = self._case_split(table, exists, scope, now)
            expression = with_exists(expression, {exists: truth})
        return table, expression

    def _case_split(self, table: Table, exists: a.Exists, scope: Scope, now: bool) -> tuple[Table, a.Expression]:
        table = self.pinned(table, mentioned(exists.pattern))
        found, notes, variable = self._existence(table, exists, scope), self._session.notes, self._fresh()
        encode = self._session.terms.encode
        yes, no = encode(a.TRUE), encode(_FALSE)
        if exists.negated:
            yes, no = no, yes
        key = found.key
        slots = {**table.slots, variable: table.width}
        certain = table.certain | {variable}
        wider = replace(table, width=table.width + 1, slots=slots, certain=certain, distinct=False)
        if notes is None or now:
            holds = {k for k in set(map(key, table.rows)) if (r := found[k]) and (notes is None or notes.any_alive(r))}
            rows = [(*row, yes if key(row) in holds else no) for row in table.rows]
            return wider.with_rows(rows), a.VariableReference(variable)
        cases: dict[Row, list[Row]] = {}
        for k in set(map(key, table.rows)):
            derivations = found[k]
            if derivations is None:
                cases[k] = [(no, notes.one)]
            else:
                cases[k] = [(yes, notes.present(derivations)), (no, notes.absent(derivations))]
        rows = [row + case for row in table.rows for case in cases[key(row)]]
        return wider.with_refs(rows, mortal=True), a.VariableReference(variable)

    # -- BIND --------------------------------------------------------------------------------------------------

    def extended(self, table: Table, variable: Variable, expression: a.Expression, scope: Scope) -> Table:
        """The table with one more variable: the value of the expression, unbound where it is an error."""
        table, expression = self.without_exists(table, expression, scope)
        values = self.values(table, expression)
        rows = [(*row, value) for row, value in zip(table.rows, values, strict=True)]
        slots = {**table.slots, variable: table.width}
        certain = table.certain | {variable} if 0 not in values else table.certain - {variable}
        wider = replace(table, rows=rows, width=table.width + 1, slots=slots, certain=certain)
        used = [v for v in table.slots if v in mentioned(expression)]
        cells = _cell_columns(table, used)
        return self._with_derived(wider, variable, expression, cells) if cells else wider

    def _with_derived(
        self, table: Table, variable: Variable, expression: a.Expression, cells: Mapping[int, int]
    ) -> Table:
        """The table with the cells of a variable that is computed from aggregates."""
        compute, encode = compile_expression(expression, table.slots, self.context), self._session.terms.encode
        rows = []
        for row in table.rows:
            cell = Derived(row, self._cells(row, cells), encode, compute)
            rows.append((*row, self._session.new_cell(cell)))
        slots = {**table.slots, cell_variable(variable): table.width}
        return replace(table, rows=rows, width=table.width + 1, slots=slots)

    def values(self, table: Table, expression: a.Expression) -> list[int]:
        """The value of an expression without EXISTS in every row; 0 where it is an error or unbound."""
        if isinstance(expression, a.VariableReference):
            column = table.slots.get(expression.variable)
            return [0] * len(table.rows) if column is None else [row[column] for row in table.rows]
        encode, used = self._session.terms.encode, [v for v in table.slots if v in mentioned(expression)]
        if is_volatile(expression):
            # BNODE("label") is one node per solution: show it the solution mapping, not the provenance.
            used = list(table.slots)
        slots = {v: i for i, v in enumerate(used)}
        compiled = compile_expression(expression, slots, self.context)

        def value(key: Row) -> int:
            try:
                return encode(compiled(key))
            except ExpressionError:
                return 0

        keys = list(map(tuple_getter(table.columns(used)), table.rows))
        if is_volatile(expression):
            return list(map(value, keys))
        memo = {key: value(key) for key in dict.fromkeys(keys)}
        return [memo[key] for key in keys]


def _cell_columns(table: Table, variables: Iterable[Variable]) -> dict[int, int]:
    """Column to the column of its cells, for those of the variables that are aggregates."""
    slots = table.slots
    return {slots[v]: slots[cell_variable(v)] for v in variables if cell_variable(v) in slots}


def _bare_exists(expression: a.Expression) -> a.Exists | None:
    """The EXISTS that the expression is, a leading ``!`` taken in."""
    negated = False
    while isinstance(expression, a.Not):
        expression, negated = expression.operand, not negated
    if not isinstance(expression, a.Exists):
        return None
    return replace(expression, negated=expression.negated is not negated)
