"""Queries to solutions: the top of a query, where rows with the same mapping become one answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import compress

from ..errors import QueryTooExpensive, UnsupportedQuery
from ..occurrences import OccurrenceGraph
from ..occurrences.collector import collector_paused
from ..occurrences.index import GraphIndex
from ..provenance.circuit import Circuit
from ..terms import Variable
from . import algebra as a
from .annotations import Annotations, Row
from .evaluator import Evaluator
from .limits import Budget, QueryLimits
from .refusals import refuse_unsupported
from .session import QueryTerms, Scope, Session
from .solutions import Answered, Solutions
from .table import Table, tuple_getter
from .walk import depth_of, predicates_of

__all__ = ["evaluate"]


def evaluate(
    query: a.Query,
    graph: OccurrenceGraph,
    *,
    potential: bool = False,
    provenance: bool = True,
    limits: QueryLimits | None = None,
) -> Solutions:
    """The solutions of a SELECT or ASK query, each with its how-provenance.

    Args:
        query: a parsed query.
        graph: what is asked.
        potential: also give solutions that are no answers now, and would be if something were withdrawn.
        provenance: ``False`` computes the mappings only (their ``gate`` is an error).
        limits: bounds of time, rows and depth.

    Raises:
        UnsupportedQuery: the query uses a construct that is not evaluated; it names it and its place.
        QueryTooExpensive: a limit was reached.
    """
    with collector_paused():
        match query:
            case a.SelectQuery(pattern, variables):
                return _Run(query, graph, potential, provenance, limits).select(pattern, variables)
            case a.AskQuery(pattern):
                return _Run(query, graph, potential, provenance, limits).ask(pattern)
            case a.ConstructQuery():
                message = "CONSTRUCT gives triples, not solutions; use construct()"
                raise UnsupportedQuery(message, construct="CONSTRUCT")
            case a.DescribeQuery():
                message = "DESCRIBE is not run: what it returns is not defined; write a CONSTRUCT or SELECT query"
                raise UnsupportedQuery(message, construct="DESCRIBE")


class _Run:
    """One evaluation of one query."""

    def __init__(
        self,
        query: a.SelectQuery | a.AskQuery,
        graph: OccurrenceGraph,
        potential: bool,
        provenance: bool,
        limits: QueryLimits | None,
    ) -> None:
        budget = Budget(limits or QueryLimits())
        if depth_of(query) > budget.depth:
            message = f"the query nests deeper than {budget.depth}; simplify it or raise QueryLimits.depth"
            raise QueryTooExpensive(message)
        refuse_unsupported(query.pattern)
        if graph.has_readings:
            for predicate in predicates_of(query):
                graph.view(predicate)  # its terms are terms of the graph, before the query's own are numbered
        notes = Annotations(graph, Circuit()) if provenance else None
        default, named = _dataset(query, graph)
        self._session = Session(graph, QueryTerms(graph.dictionary), notes, budget, named)
        self._evaluator = Evaluator(self._session)
        self._scope = Scope(default, default is graph.default)
        self._potential = potential

    def select(self, pattern: a.Pattern, variables: tuple[Variable, ...]) -> Solutions:
        """The solutions of SELECT."""
        cut, distinct, inner = _unwrapped(pattern)
        table = self._table(inner, frozenset(variables))
        answered = self._answered(table, variables, distinct)
        shown = answered if cut is None else _cut(answered, self._sequence(answered, table, variables, distinct), cut)
        return Solutions(
            variables,
            "select",
            shown,
            session=self._session,
            slice_dependent=cut is not None or self._evaluator.chosen,
            unsliced=None if cut is None else answered,
        )

    def ask(self, pattern: a.Pattern) -> Solutions:
        """One solution without variables if there is an answer, else none."""
        table = self._table(pattern, frozenset())
        answered = self._answered(table, (), distinct=True)
        return Solutions((), "ask", answered, session=self._session, slice_dependent=self._evaluator.chosen)

    def _table(self, pattern: a.Pattern, variables: frozenset[Variable]) -> Table:
        return self._evaluator.modified(pattern, replace(self._scope, kept=None if self._potential else variables))

    def _answered(self, table: Table, variables: tuple[Variable, ...], distinct: bool) -> Answered:
        """The rows with the same mapping put together, in the order in which the mappings first appear."""
        notes, rows = self._session.notes, table.rows
        schema, keys = table.with_rows([]), list(map(_mapping_getter(table, variables), rows))
        alive = notes.living(rows, table.mortal) if notes is not None and table.mortal else []
        if all(alive) and len(set(keys)) == len(rows):
            return Answered(keys, () if notes is None else rows, schema, [1] * len(rows))
        times = Counter(keys if all(alive) else compress(keys, alive))
        if notes is None:
            shown, groups = list(times), []
        else:
            by_key = _merged(keys, rows)
            shown = list(by_key if self._potential else times)
            groups = [by_key[key] for key in shown]
        counts = [times[key] for key in shown]
        return Answered(shown, groups, schema, [min(n, 1) for n in counts] if distinct else counts)

    def _sequence(
        self, answered: Answered, table: Table, variables: tuple[Variable, ...], distinct: bool
    ) -> Sequence[Row]:
        """The mappings of the rows that hold now, in order, as often as SPARQL shows them."""
        if distinct or max(answered.counts, default=0) <= 1:
            return [key for key, n in zip(answered.keys, answered.counts, strict=True) if n]
        notes, take = self._session.notes, _mapping_getter(table, variables)
        return [take(row) for row in table.rows if notes is None or notes.row_alive(row, table.mortal)]


def _merged(keys: Sequence[Row], rows: Sequence[Row]) -> dict[Row, Row | list[Row]]:
    """The row of every key, or the list of its rows where it has several."""
    found: dict[Row, Row | list[Row]] = {}
    for key, row in zip(keys, rows, strict=True):
        if key not in found:
            found[key] = row
        elif isinstance(known := found[key], list):
            known.append(row)
        else:
            found[key] = [known, row]
    return found


def _dataset(query: a.Query, graph: OccurrenceGraph) -> tuple[GraphIndex, Mapping[int, GraphIndex]]:
    """The default graph and the named graphs that a query sees, by its FROM and FROM NAMED."""
    if query.dataset is None:
        return graph.default, graph.named
    find = graph.dictionary.find
    names = tuple(dict.fromkeys(n for iri in query.dataset.default if (n := find(iri)) in graph.named))
    default = graph.named[names[0]] if len(names) == 1 else graph.merged(names)
    return default, {n: graph.named[n] for iri in query.dataset.named if (n := find(iri)) in graph.named}


def _unwrapped(pattern: a.Pattern) -> tuple[a.Slice | None, bool, a.Pattern]:
    """The slice and DISTINCT at the top of a query, and the pattern below its projection."""
    cut, distinct = None, False
    while True:
        match pattern:
            case a.Slice(inner) if cut is None and not distinct:
                cut, pattern = pattern, inner
            case a.Distinct(inner):
                distinct, pattern = True, inner
            case a.Reduced(inner):
                pattern = inner
            case a.Project(inner):
                return cut, distinct, inner
            case _:
                return cut, distinct, pattern


def _mapping_getter(table: Table, variables: tuple[Variable, ...]) -> Callable[[Row], Row]:
    columns = [table.slots.get(variable, -1) for variable in variables]
    if -1 not in columns:
        return tuple_getter(columns)
    width = table.width
    padded = tuple_getter([width if column < 0 else column for column in columns])
    return lambda row: padded((*row, 0))


def _cut(answered: Answered, sequence: Sequence[Row], cut: a.Slice) -> Answered:
    """The answers that LIMIT and OFFSET leave of the sequence of mappings, before equal ones are put together."""
    stop = None if cut.limit is None else cut.offset + cut.limit
    counts = Counter(sequence[cut.offset : stop])
    place = {key: i for i, key in enumerate(answered.keys)}
    shown = [place[key] for key in counts]
    shown += [i for i, n in enumerate(answered.counts) if not n]
    keys = [answered.keys[i] for i in shown]
    groups = [answered.groups[i] for i in shown] if answered.groups else ()
    numbers = [counts[key] for key in keys]
    return replace(answered, keys=keys, groups=groups, counts=numbers, gates={})
