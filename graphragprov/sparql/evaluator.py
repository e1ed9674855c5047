"""The operators of the algebra, one method each, over batches of rows.

https://www.w3.org/TR/sparql12-query/#sparqlAlgebraEval; annotations as in Geerts et al., "Algebraic structures for
capturing the provenance of SPARQL queries" (J. ACM 2016). Every row is one derivation: the ⊗ of the references in its
provenance columns. Rows that do not hold now, but would if something were withdrawn, are carried along.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from typing import assert_never

from ..terms import Variable
from . import algebra as a
from .bgp import Atom, Matcher, Unpacking
from .expressions import is_volatile
from .filters import Expressions
from .groups import grouped, without_duplicates
from .joins import joined, left_joined, minus, united
from .paths import closure, negated
from .plan import Conjunction, branches, conjunction, shares
from .refusals import service_refusal
from .session import Scope, Session
from .table import UNIT, Table
from .walk import certain, exists_in, mentioned, possible

__all__ = ["Evaluator"]

_UNKNOWN = 1e6
"""The size that is assumed of a pattern whose size is not estimated."""


class Evaluator:
    """Evaluates the patterns of one query."""

    def __init__(self, session: Session) -> None:
        numbers = count()
        self._fresh: Callable[[], Variable] = lambda: Variable(f".fresh{next(numbers)}")
        self.session = session
        self.expressions = Expressions(session, self.pattern, self._fresh)
        self._sliced = False

    @property
    def chosen(self) -> bool:
        """Whether inside the query something was chosen among alternatives that are not followed: by a slice of a
        sub-SELECT, or by joining on the value of an aggregate."""
        return self._sliced or self.expressions.pinned_any

    def pattern(self, pattern: a.Pattern, scope: Scope) -> Table:
        """The rows of a pattern; a superset is allowed where ``scope.hint`` says what is needed."""
        match pattern:
            case a.BGP() | a.Join() | a.Filter():
                return self._conjunction(conjunction(pattern, self._fresh), scope)
            case a.Path():
                return self._path(pattern, scope)
            case a.LeftJoin():
                return self._left_join(pattern, scope)
            case a.Union():
                return self._union(branches(pattern), scope)
            case a.Minus():
                return self._minus(pattern, scope)
            case a.Extend(inner, variable, expression):
                table = self.pattern(inner, scope.restricted(certain(inner) | scope.substituted))
                return self.expressions.extended(table, variable, expression, scope)
            case a.Values():
                return self._leaf(self._values(pattern), scope)
            case a.Graph():
                return self._graph(pattern, scope)
            case a.Service():
                raise service_refusal(pattern)
            case a.Project() | a.Distinct() | a.Reduced() | a.Slice() | a.OrderBy() | a.Group():
                inner_scope = replace(scope, env=None).restricted(possible(pattern) - scope.substituted)
                return self._leaf(self.modified(pattern, inner_scope), scope)
            case _:
                assert_never(pattern)

    def _leaf(self, table: Table, scope: Scope) -> Table:
        """A table that mentions no substituted variable, or only as one to join on, under the substitution."""
        return table if scope.env is None else joined(self.session, scope.env, table)

    # -- conjunctions ------------------------------------------------------------------------------------------

    def _conjunction(self, parts: Conjunction, scope: Scope) -> Table:
        matcher = Matcher(self.session, scope, self._fresh, shares(parts.filters))
        atoms, operands, pending = matcher.atoms(parts.patterns), list(parts.operands), list(parts.filters)
        table: Table | None = None
        if not operands or (atoms and self._patterns_first(matcher, atoms, operands, scope)):
            table = self._matched(matcher, atoms, scope, pending)
            atoms = []
        while operands:
            operand = operands.pop(self._next(operands, table, scope))
            siblings = [possible(other) for other in operands]
            siblings += [frozenset(v for atom in atoms for v in atom.variables)]
            siblings += [] if table is None else [frozenset(table.slots)]
            found = self.pattern(operand, self._operand_scope(operand, table, siblings, scope))
            table = found if table is None else joined(self.session, *self._pinned(table, found))
            table = self._ready(table, pending, scope)
            if atoms:
                table, atoms = self._join_matched(table, matcher, atoms, scope, pending), []
        assert table is not None, "a conjunction without operands matches its patterns"
        return self.expressions.filtered(table, pending, scope) if pending else table

    def _operand_scope(
        self, operand: a.Pattern, table: Table | None, siblings: Sequence[frozenset[Variable]], scope: Scope
    ) -> Scope:
        bound = certain(operand) | scope.substituted
        scope = scope.restricted(bound) if table is None else scope.hinted(table, bound)
        # A variable that this operand may leave unbound and another binds does not show what it was here.
        elsewhere = frozenset().union(*siblings) - bound
        return scope if scope.kept is None else replace(scope, kept=scope.kept - elsewhere)

    def _patterns_first(
        self, matcher: Matcher, atoms: list[Atom | Unpacking], operands: list[a.Pattern], scope: Scope
    ) -> bool:
        _, cost = matcher.ordered(atoms, scope.substituted, 1)
        return all(cost <= self._estimate(operand, scope) for operand in operands)

    def _next(self, operands: list[a.Pattern], table: Table | None, scope: Scope) -> int:
        """The operand to join next: one that shares a variable if there is one, then the smallest."""

        def rank(index: int) -> tuple[bool, float]:
            apart = table is not None and not (possible(operands[index]) & table.slots.keys())
            return apart, self._estimate(operands[index], scope)

        return min(range(len(operands)), key=rank)

    def _estimate(self, pattern: a.Pattern, scope: Scope) -> float:
        match pattern:
            case a.Values(_, rows):
                return len(rows)
            case a.BGP(patterns):
                matcher = Matcher(self.session, scope, self._fresh)
                return matcher.ordered(matcher.atoms(patterns), scope.substituted, 1)[1]
            case a.Union():
                return sum(self._estimate(branch, scope) for branch in branches(pattern))
            case a.Join(left, right):
                return min(self._estimate(left, scope), self._estimate(right, scope))
            case a.Filter(_, inner) | a.LeftJoin(inner) | a.Minus(inner) | a.Extend(inner) | a.Project(inner):
                return self._estimate(inner, scope)
            case a.Distinct(inner) | a.Reduced(inner) | a.OrderBy(inner) | a.Group(inner):
                return self._estimate(inner, scope)
            case a.Slice(inner, _, limit):
                size = self._estimate(inner, scope)
                return size if limit is None else min(size, limit)
            case _:
                return _UNKNOWN

    def _matched(
        self, matcher: Matcher, atoms: list[Atom | Unpacking], scope: Scope, pending: list[a.Expression]
    ) -> Table:
        """The basic graph pattern alone, started from the hint where that is cheaper."""
        start = UNIT if scope.env is None else scope.env
        order, cost = matcher.ordered(atoms, scope.substituted, len(start.rows))
        hint = scope.hint
        if hint is not None and scope.substituted.issuperset(start.slots.keys() - set(hint.variables)):
            bound = frozenset(hint.variables)
            seeded, seeded_cost = matcher.ordered(atoms, bound, len(hint.table.rows))
            if scope.substituted <= bound and seeded_cost < cost:
                start, order = hint.keys(), seeded
        return self._extended(matcher, start, order, scope, pending)

    def _join_matched(
        self,
        table: Table,
        matcher: Matcher,
        atoms: list[Atom | Unpacking],
        scope: Scope,
        pending: list[a.Expression],
    ) -> Table:
        """The rows joined with the basic graph pattern: extended one by one, or hashed with its own rows."""
        variables = frozenset(variable for atom in atoms for variable in atom.variables)
        table = self.expressions.pinned(table, variables)
        shared = variables & table.slots.keys()
        if shared <= table.certain:
            order, cost = matcher.ordered(atoms, shared, len(table.rows))
            _, alone = matcher.ordered(atoms, scope.substituted, 1)
            if cost <= 2 * (alone + len(table.rows)):
                return self._extended(matcher, table, order, scope, pending)
        found = self._matched(matcher, atoms, scope.hinted(table, variables | scope.substituted), [])
        return self._ready(joined(self.session, table, found), pending, scope)

    def _pinned(self, left: Table, right: Table) -> tuple[Table, Table]:
        """The tables, where what they are joined on is no aggregate whose value may change."""
        shared = [variable for variable in left.slots if variable in right.slots]
        return self.expressions.pinned(left, shared), self.expressions.pinned(right, shared)

    def _extended(
        self,
        matcher: Matcher,
        table: Table,
        order: list[Atom | Unpacking],
        scope: Scope,
        pending: list[a.Expression],
    ) -> Table:
        table = self._ready(table, pending, scope)
        for atom in order:
            table = self._ready(matcher.extended(table, atom), pending, scope)
        return table

    def _ready(self, table: Table, pending: list[a.Expression], scope: Scope) -> Table:
        """The table after the pending filters whose variables are all bound for certain; these are done with."""
        ready = [c for c in pending if mentioned(c) <= table.certain and not exists_in(c) and not is_volatile(c)]
        for condition in ready:
            pending.remove(condition)
        return self.expressions.filtered(table, ready, scope) if ready else table

    # -- OPTIONAL, MINUS, UNION ----------------------------------------------------------------------------------

    def _left_join(self, pattern: a.LeftJoin, scope: Scope) -> Table:
        bound = certain(pattern.left)
        left_kept = None if scope.kept is None else scope.kept - (possible(pattern.right) - bound)
        left = self.pattern(pattern.left, replace(scope, kept=left_kept))
        right_pattern, condition = _pushed(pattern.right, pattern.condition)
        right_bound = certain(right_pattern) | scope.substituted
        right = self.pattern(right_pattern, replace(scope, kept=None).hinted(left, right_bound))
        left, right = self._pinned(left, right)
        used = set(right.slots) | (mentioned(condition) if condition is not None else set())
        keys = [variable for variable in left.slots if variable in used]
        told_apart = any(v in right.certain and v not in left.slots and scope.prunes((v,)) for v in right.slots)
        prune = told_apart and left.certain.issuperset(keys) and scope.prunes(keys)
        if condition is None:
            return left_joined(self.session, left, right, prune=prune)
        for exists in exists_in(condition):
            left, right = (self.expressions.pinned(side, mentioned(exists.pattern)) for side in (left, right))
        return self._conditional_left_join(left, right, condition, replace(scope, hint=None), prune)

    def _conditional_left_join(
        self, left: Table, right: Table, condition: a.Expression, scope: Scope, prune: bool
    ) -> Table:
        """LeftJoin with a condition over both sides: what is subtracted are the right rows that satisfy it."""
        notes, at = self.session.notes, left.width
        rows = [(*row, index) for index, row in enumerate(left.rows)]
        numbered = replace(left, rows=rows, width=at + 1)
        if notes is not None and not right.refs:
            right = right.with_refs([(*row, notes.one) for row in right.rows], mortal=False)
        both = joined(self.session, numbered, right)
        found = self.expressions.filtered(both, [condition], replace(scope, kept=None))
        refs = [column for column in found.refs if column not in left.refs]
        mortal = tuple(column for column in refs if column in found.mortal)
        matches: dict[int, list[tuple[int, ...]]] = {}
        for row in found.rows:
            matches.setdefault(row[at], []).append(row)
        one = 0 if notes is None else notes.one
        coalesced = {found.slots[v]: left.slots[v] for v in left.slots if found.slots[v] != left.slots[v]}
        extra = [0] * (found.width - at)
        for column in refs:
            extra[column - at] = one
        out = []
        for index, row in enumerate(left.rows):
            mine = matches.get(index, [])
            out += mine
            if mine and notes is None:
                continue
            blank = [*row, *extra]
            for column, source in coalesced.items():
                blank[column] = row[source]
            if mine and notes is not None:
                derivations = replace(found.derivations(mine), refs=tuple(refs), mortal=mortal)
                if prune and notes.any_alive(derivations):
                    continue
                blank[refs[0]] = notes.absent(derivations)
            out.append(tuple(blank))
        marked = found.mortal if prune or not refs or refs[0] in found.mortal else (*found.mortal, refs[0])
        return replace(found, rows=out, mortal=marked, certain=left.certain, distinct=False)

    def _minus(self, pattern: a.Minus, scope: Scope) -> Table:
        left = self.pattern(pattern.left, scope)
        right_bound = certain(pattern.right) | scope.substituted
        right = self.pattern(pattern.right, replace(scope, kept=None).hinted(left, right_bound))
        left, right = self._pinned(left, right)
        keys = [variable for variable in left.slots if variable in right.slots]
        prune = left.certain.issuperset(keys) and scope.prunes(keys)
        return minus(self.session, left, right, prune=prune, substituted=scope.substituted)

    def _union(self, patterns: Sequence[a.Pattern], scope: Scope) -> Table:
        scope = replace(scope, kept=None)
        tables = [self.pattern(p, scope.restricted(certain(p) | scope.substituted)) for p in patterns]
        return united(self.session, tables)

    # -- leaves ----------------------------------------------------------------------------------------------------

    def _values(self, pattern: a.Values) -> Table:
        encode = self.session.terms.encode
        rows = [tuple([0 if term is None else encode(term) for term in row]) for row in pattern.rows]
        slots = {variable: column for column, variable in enumerate(pattern.variables)}
        return Table(rows, len(slots), slots, certain=certain(pattern))

    def _path(self, pattern: a.Path, scope: Scope) -> Table:
        parts = conjunction(pattern, self._fresh)
        if parts.operands != (pattern,):
            return self._conjunction(parts, scope)
        if isinstance(pattern.path, a.NegatedPropertySet):
            return self._leaf(negated(self.session, pattern, pattern.path, scope), scope)
        return self._leaf(closure(self.session, pattern, self.pattern, scope, self._fresh), scope)

    def _graph(self, pattern: a.Graph, scope: Scope) -> Table:
        terms, named = self.session.terms, self.session.named
        scope = replace(scope, default=False)
        if not isinstance(pattern.name, Variable):
            index = named.get(terms.encode(pattern.name))
            if index is None:
                return self.pattern(pattern.pattern, replace(scope, active=self.session.graph.empty)).with_rows([])
            return self.pattern(pattern.pattern, replace(scope, active=index))
        name = pattern.name
        inner = scope.restricted(certain(pattern.pattern) | scope.substituted)
        if not scope.prunes((name,)):
            inner = replace(inner, kept=None)
        tables = []
        for number, index in named.items() or ((0, self.session.graph.empty),):
            table = self.pattern(pattern.pattern, replace(inner, active=index))
            tables.append(_named(table, name, number))
        return united(self.session, tables)

    # -- solution modifiers ----------------------------------------------------------------------------------------

    def modified(self, pattern: a.Pattern, scope: Scope) -> Table:
        """The rows of a query or sub-SELECT in its order; no variable is substituted into it."""
        match pattern:
            case a.Project(inner, variables):
                kept = frozenset(variables)
                return self.modified(inner, scope.keeping(kept)).projected(variables)
            case a.Distinct(inner):
                table = self.modified(inner, scope)
                return without_duplicates(self.session, self.expressions.pinned(table, table.slots))
            case a.Reduced(inner):
                return self.modified(inner, scope)
            case a.OrderBy(inner, conditions):
                return self._ordered(self.modified(inner, scope), conditions, scope)
            case a.Slice(inner, offset, limit):
                return self._cut(self.modified(inner, replace(scope, hint=None)), offset, limit)
            case a.Group():
                inner_scope = replace(scope, hint=None, kept=None)
                return grouped(
                    self.session, self.expressions, pattern, self.pattern(pattern.pattern, inner_scope), scope
                )
            case a.Extend(inner, variable, expression):
                table = self.modified(inner, scope.restricted(certain(inner)))
                return self.expressions.extended(table, variable, expression, scope)
            case _:
                return self.pattern(pattern, scope)

    def _ordered(self, table: Table, conditions: Sequence[a.OrderCondition], scope: Scope) -> Table:
        order_key = self.expressions.context.order_key
        rows = table.rows
        for condition in reversed(conditions):
            wider, expression = self.expressions.without_exists(
                table.with_rows(rows), condition.expression, scope, now=True
            )
            values = self.expressions.values(wider, expression)
            keys = {value: order_key(value) for value in set(values)}
            places = sorted(range(len(rows)), key=lambda i: keys[values[i]], reverse=condition.descending)
            rows = [rows[place] for place in places]
        return table.with_rows(rows)

    def _cut(self, table: Table, offset: int, limit: int | None) -> Table:
        """The rows that hold now, cut. What the others would be depends on the slice; the result is marked."""
        self._sliced = True
        rows, notes = table.rows, self.session.notes
        if notes is not None and table.mortal:
            rows = [row for row in rows if notes.row_alive(row, table.mortal)]
        return table.with_rows(rows[offset : None if limit is None else offset + limit])


def _pushed(right: a.Pattern, condition: a.Expression | None) -> tuple[a.Pattern, a.Expression | None]:
    """A condition of OPTIONAL that only uses variables which the right side certainly binds belongs to the right."""
    if condition is None or exists_in(condition) or not mentioned(condition) <= certain(right):
        return right, condition
    return a.Filter(condition, right), None


def _named(table: Table, name: Variable, number: int) -> Table:
    """The rows of GRAPH ?name in one graph."""
    column = table.slots.get(name)
    if column is not None and name in table.certain:
        return table.with_rows([row for row in table.rows if row[column] == number])
    slots = {**table.slots, name: table.width}
    rows = [(*row, number) for row in table.rows if column is None or row[column] in (0, number)]
    if not number:
        rows = []
    return replace(table, rows=rows, width=table.width + 1, slots=slots, certain=table.certain | {name})
