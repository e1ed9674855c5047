"""A W3C query test as this library runs it."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

from graphragprov.sparql import Query, Solutions, evaluate, parse_query
from graphragprov.sparql.algebra import ConstructQuery, DatasetClause
from graphragprov.sparql.construct import construct

from .data import data_of
from .manifest import Entry
from .outcome import Outcome, Row, key


def query_of(entry: Entry) -> Query:
    """The parsed query of a test."""
    return parse_query(entry.query.read_bytes().decode("utf-8"), base=entry.base, prefixes={})


def ours(entry: Entry) -> Outcome:
    """The result of a test's query on its data."""
    query = query_of(entry)
    graph = data_of(entry, from_files(query.dataset)).graph()
    if isinstance(query, ConstructQuery):
        return Outcome("graph", tuple((key(s), key(p), key(o)) for s, p, o in construct(query, graph)))
    solutions = evaluate(query, graph)
    if solutions.form == "ask":
        return Outcome("boolean", truth=len(solutions) > 0)
    return Outcome("bindings", _rows(solutions), tuple(map(str, solutions.variables)))


def from_files(clause: DatasetClause | None) -> tuple[tuple[str, Path], ...]:
    """The files that FROM and FROM NAMED name."""
    names = () if clause is None else (*clause.default, *clause.named)
    return tuple((str(name), Path(unquote(urlsplit(name).path))) for name in names)


def _rows(solutions: Solutions) -> tuple[Row, ...]:
    """Every row as often as SPARQL shows it."""
    return tuple(
        tuple(key(term) for term in solution.terms) for solution in solutions for _ in range(solution.multiplicity)
    )
