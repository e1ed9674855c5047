"""Values that rest on rows: aggregates as semimodule values, and what is computed from them.

An aggregate is a formal sum of (annotation, value) pairs, one per row of its group (Amsterdamer, Deutch, Tannen,
"Provenance for aggregate queries", PODS 2011). Here a *cell* keeps these pairs, so that the value can be computed again
when some rows are gone. In a table the cell of a variable stands, by its number, in the column of a hidden variable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

from ..terms import Term, Variable
from .aggregates import aggregate
from .algebra import TRUE, Aggregate
from .annotations import Annotations, Row
from .numbers import ExpressionError

__all__ = ["AggregateCell", "Cell", "Condition", "Derived", "Truth", "aggregate_of", "cell_variable", "is_cell"]

Truth: TypeAlias = Callable[[int], bool]
"""Whether what a gate annotates is there."""


_PREFIX = ".cell "


def cell_variable(variable: Variable) -> Variable:
    """The hidden variable whose column holds the cells of a variable."""
    return Variable(_PREFIX + variable)


def is_cell(variable: Variable) -> bool:
    """Whether the variable is the hidden one of another."""
    return variable.startswith(_PREFIX)


class Cell(Protocol):
    """A value that rests on rows."""

    def gates(self) -> Iterable[int]:
        """The gates of all rows that it rests on."""
        ...

    def value(self, truth: Truth) -> Term | None:
        """Its value over the rows that are there; ``None``: an error."""
        ...


def aggregate_of(call: Aggregate, terms: Sequence[Term | None]) -> Term | None:
    """The value of a set function; ``None`` where it is an error."""
    try:
        return aggregate(call.name, terms, call.distinct, call.separator)
    except ExpressionError:
        return None


@dataclass(frozen=True, slots=True, eq=False)
class AggregateCell:
    """A set function over the rows of a group. ``argument`` gives the term of a row under a truth."""

    call: Aggregate
    rows: Sequence[Row]
    refs: tuple[int, ...]
    argument: Callable[[Row, Truth], Term | None]
    mapping: Callable[[Row], Row] | None
    """For COUNT(DISTINCT *): the mapping of a row."""
    nested: Callable[[Row], Iterable[Cell]]
    notes: Annotations

    def gates(self) -> Iterable[int]:
        """The gates of all rows that it rests on."""
        for row in self.rows:
            yield self.notes.product(row, self.refs)
            for cell in self.nested(row):
                yield from cell.gates()

    def value(self, truth: Truth) -> Term | None:
        """Its value over the rows that are there; ``None``: an error."""
        there = [row for row in self.rows if truth(self.notes.product(row, self.refs))]
        if self.call.expression is None:
            count = len(there) if self.mapping is None else len(set(map(self.mapping, there)))
            return aggregate_of(replace(self.call, distinct=False), [TRUE] * count)
        return aggregate_of(self.call, [self.argument(row, truth) for row in there])


@dataclass(frozen=True, slots=True, eq=False)
class Derived:
    """The value of an expression over a row in which some columns are cells."""

    row: Row
    cells: Mapping[int, Cell]
    encode: Callable[[Term], int]
    compute: Callable[[Row], Term]

    def gates(self) -> Iterable[int]:
        """The gates of all rows that it rests on."""
        for cell in self.cells.values():
            yield from cell.gates()

    def value(self, truth: Truth) -> Term | None:
        """Its value over the rows that are there; ``None``: an error."""
        try:
            return self.compute(_under(self.row, self.cells, self.encode, truth))
        except ExpressionError:
            return None


@dataclass(frozen=True, slots=True, eq=False)
class Condition:
    """A condition on a row in which some columns are cells: what a COMPARE gate asks. ``operands`` are its gates."""

    row: Row
    cells: Mapping[int, Cell]
    encode: Callable[[Term], int]
    test: Callable[[Row], bool]
    operands: tuple[int, ...]

    def holds(self, present: Sequence[bool]) -> bool:
        """Whether the condition is true when just these operands are there."""
        truth = dict(zip(self.operands, present, strict=True))
        return self.test(_under(self.row, self.cells, self.encode, truth.__getitem__))


def _under(row: Row, cells: Mapping[int, Cell], encode: Callable[[Term], int], truth: Truth) -> Row:
    """The row with its cells valued."""
    values = list(row)
    for column, cell in cells.items():
        term = cell.value(truth)
        values[column] = 0 if term is None else encode(term)
    return tuple(values)
