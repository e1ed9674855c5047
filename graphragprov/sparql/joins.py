"""Join, LeftJoin and Minus over compatible mappings.

Two mappings are compatible when they agree on every variable that both bind. Where the shared variables are certainly
bound on both sides that is a hash join; elsewhere the right side is indexed once per combination of bound variables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..terms import Variable
from .annotations import Row, Rows
from .session import Session
from .table import Table, key_getter, tuple_getter

__all__ = ["Partners", "joined", "left_joined", "minus", "united"]


class Partners:
    """The right rows that are compatible with a left row, as suffixes to append to it.

    A suffix is the right side's values of the variables that the left may leave unbound (``coalesced``), then its own
    variables, then its provenance columns. ``key`` of a left row decides which suffixes fit it.
    """

    def __init__(self, left: Table, right: Table, ignored: frozenset[Variable] = frozenset()) -> None:
        shared = [variable for variable in left.slots if variable in right.slots]
        self._shared = shared
        self.coalesced = [variable for variable in shared if variable not in left.certain]
        self.own = [variable for variable in right.slots if variable not in left.slots]
        self.key: Callable[[Row], Any] = key_getter(left.columns(shared))
        self._suffix = tuple_getter([*right.columns(self.coalesced), *right.columns(self.own), *right.refs])
        self._left, self._right = left, right
        self._guard = [variable not in ignored for variable in shared]
        first = len(self.coalesced) + len(self.own)
        self.refs = tuple(range(first, first + len(right.refs)))
        self.mortal = tuple(ref for ref, column in zip(self.refs, right.refs, strict=True) if column in right.mortal)
        self.certain = not self.coalesced and all(variable in right.certain for variable in shared)
        self.exact: dict[Any, list[Row]] = {}
        self._partial: dict[tuple[bool, ...], list[Row]] = {}
        self._indexes: dict[tuple[tuple[bool, ...], tuple[bool, ...]], dict[Row, list[Row]]] = {}
        if self.certain:
            self._index_exactly()
        else:
            self._group_by_bound()

    def _index_exactly(self) -> None:
        buckets, suffix = self.exact, self._suffix
        key = key_getter(self._right.columns(self._shared))
        for row in self._right.rows:
            found = buckets.get(k := key(row))
            if found is None:
                buckets[k] = [suffix(row)]
            else:
                found.append(suffix(row))

    def _group_by_bound(self) -> None:
        values = tuple_getter(self._right.columns(self._shared))
        for row in self._right.rows:
            self._partial.setdefault(tuple([value != 0 for value in values(row)]), []).append(row)

    def suffixes(self, key: Any, guarded: bool = False) -> list[Row]:
        """The suffixes for a left key. ``guarded``: only of rows that share a bound variable (MINUS)."""
        if self.certain:
            return self.exact.get(key, []) if not guarded or any(self._guard) else []
        values: Row = key if isinstance(key, tuple) else (key,)
        bound = tuple([value != 0 for value in values])
        found: list[Row] = []
        for right_bound in self._partial:
            common = tuple([left and right for left, right in zip(bound, right_bound, strict=True)])
            if guarded and not any(c and g for c, g in zip(common, self._guard, strict=True)):
                continue
            index = self._index(right_bound, common)
            found += index.get(tuple([value for value, use in zip(values, common, strict=True) if use]), ())
        return found

    def _index(self, right_bound: tuple[bool, ...], common: tuple[bool, ...]) -> dict[Row, list[Row]]:
        index = self._indexes.get((right_bound, common))
        if index is None:
            index = self._indexes[right_bound, common] = {}
            shared = [variable for variable, use in zip(self._shared, common, strict=True) if use]
            key = tuple_getter(self._right.columns(shared))
            for row in self._partial[right_bound]:
                index.setdefault(key(row), []).append(self._suffix(row))
        return index

    def rows(self, buckets: Mapping[Any, Sequence[Row]], default: Sequence[Row], session: Session) -> list[Row]:
        """Every left row with each of the suffixes in the bucket of its key, or with the default ones."""
        key, columns, get = self.key, self._left.columns(self.coalesced), buckets.get
        count = len(columns)

        def coalescing(rows: list[Row]) -> list[Row]:
            return [
                row + tuple([row[c] or value for c, value in zip(columns, suffix, strict=False)]) + suffix[count:]
                for row in rows
                for suffix in get(key(row), default)
            ]

        def plain(rows: list[Row]) -> list[Row]:
            return [row + suffix for row in rows for suffix in get(key(row), default)]

        return session.budget.batched(coalescing if columns else plain, self._left.rows)

    def mapped(self, function: Callable[[Any], Sequence[Row]]) -> dict[Any, Sequence[Row]]:
        """The function's value for every key of the left side."""
        return {key: function(key) for key in set(map(self.key, self._left.rows))}

    def table(self, rows: list[Row], certain: frozenset[Variable], distinct: bool) -> Table:
        """The schema of left rows with suffixes."""
        left, width = self._left, self._left.width
        slots = dict(left.slots)
        for column, variable in enumerate([*self.coalesced, *self.own], start=width):
            slots[variable] = column
        refs = [width + ref for ref in self.refs]
        mortal = [width + ref for ref in self.mortal]
        width += len(self.coalesced) + len(self.own) + len(refs)
        return Table(rows, width, slots, (*left.refs, *refs), (*left.mortal, *mortal), certain, distinct)

    def blank(self, refs: Row) -> Row:
        """The suffix of a left row that stays alone."""
        return (0,) * (len(self.coalesced) + len(self.own)) + refs


def joined(session: Session, left: Table, right: Table) -> Table:
    """Ω₁ ⋈ Ω₂ with annotations ⊗: references side by side."""
    partners = Partners(left, right)
    buckets = partners.exact if partners.certain else partners.mapped(partners.suffixes)
    rows = partners.rows(buckets, (), session)
    distinct = left.distinct and right.distinct and partners.certain
    return partners.table(rows, left.certain | right.certain, distinct)


def left_joined(session: Session, left: Table, right: Table, *, prune: bool) -> Table:
    """Join ∪ Diff. Every left row yields its Diff row, with the factor 1 ⊖ ⊕ (compatible right rows).

    ``prune``: a Diff row that is dead can be left out.
    """
    notes = session.notes
    if notes is not None and not right.refs:
        right = right.with_refs([(*row, notes.one) for row in right.rows], mortal=False)
    partners = Partners(left, right)
    padding = () if notes is None else (notes.one,) * (len(right.refs) - 1)
    alone = [partners.blank(() if notes is None else (notes.one, *padding))]
    told_apart = any(variable in right.certain for variable in partners.own)
    distinct = left.distinct and right.distinct and partners.certain and told_apart
    if partners.certain and (notes is None or (prune and not partners.mortal)):
        return partners.table(partners.rows(partners.exact, alone, session), left.certain, distinct)

    def suffixes(key: Any) -> Sequence[Row]:
        found = partners.suffixes(key)
        if not found or notes is None:
            return found or alone
        rows = Rows(found, partners.refs, partners.mortal)
        if prune and notes.any_alive(rows):
            return found
        return [*found, partners.blank((notes.absent(rows), *padding))]

    rows = partners.rows(partners.mapped(suffixes), alone, session)
    if not prune and notes is not None and partners.refs[0] not in partners.mortal:
        partners.mortal = (partners.refs[0], *partners.mortal)
    return partners.table(rows, left.certain, distinct)


def minus(session: Session, left: Table, right: Table, *, prune: bool, substituted: frozenset[Variable]) -> Table:
    """The left rows with the factor 1 ⊖ ⊕ (compatible right rows that share a bound variable).

    A substituted variable is a constant: it must agree, and is no shared variable.
    """
    if not any(variable in right.slots for variable in left.slots if variable not in substituted):
        return left
    notes, plain = session.notes, session.notes is None or (prune and not right.mortal)
    if plain and not substituted and (shared := _shared_for_certain(left, right)):
        found = set(map(key_getter(right.columns(shared)), right.rows))
        key = key_getter(left.columns(shared))
        return left.with_rows([row for row in left.rows if key(row) not in found])
    partners = Partners(left, right, substituted)
    key = partners.key
    if notes is None or plain:
        gone = {k for k in set(map(key, left.rows)) if partners.suffixes(k, guarded=True)}
        return left.with_rows([row for row in left.rows if key(row) not in gone])

    def factor(key: Any) -> Sequence[Row]:
        rows = Rows(partners.suffixes(key, guarded=True), partners.refs, partners.mortal)
        return [] if prune and notes.any_alive(rows) else [(notes.absent(rows),)]

    factors = partners.mapped(factor)
    return left.with_refs([row + suffix for row in left.rows for suffix in factors[key(row)]], mortal=not prune)


def _shared_for_certain(left: Table, right: Table) -> list[Variable]:
    """The shared variables, where no row of either side leaves one of them unbound; else none."""
    shared = [variable for variable in left.slots if variable in right.slots]
    return shared if left.certain.issuperset(shared) and right.certain.issuperset(shared) else []


def united(session: Session, tables: Sequence[Table]) -> Table:
    """Ω₁ ∪ Ω₂ …: annotations ⊕, so the rows are simply put together under one schema."""
    variables = list(dict.fromkeys(variable for table in tables for variable in table.slots))
    count = max(len(table.refs) for table in tables)
    one = 0 if session.notes is None else session.notes.one
    rows: list[Row] = []
    for table in tables:
        at = [table.slots.get(variable, table.width) for variable in variables]
        at += [*table.refs, *([table.width + 1] * (count - len(table.refs)))]
        take, padding = tuple_getter(at), (0, one)
        rows += table.rows if at == list(range(table.width)) else [take(row + padding) for row in table.rows]
    session.budget.check(len(rows))
    first = len(variables)
    refs = tuple(range(first, first + count))
    mortal = {first + i for table in tables for i, column in enumerate(table.refs) if column in table.mortal}
    certain = frozenset(v for v in variables if all(v in table.certain for table in tables))
    slots = {variable: column for column, variable in enumerate(variables)}
    return Table(rows, first + count, slots, refs, tuple(sorted(mortal)), certain)
