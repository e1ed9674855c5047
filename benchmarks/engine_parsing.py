"""How long it takes to read a query of three patterns: one never seen, and the same again."""

from __future__ import annotations

import time
from statistics import median

from graphragprov.sparql.parse import parse_query

__all__ = ["parsing"]

_QUERY = "SELECT ?film ?country {{ ?film rel:starring ?p{0} . ?p{0} rel:bornIn ?c . ?c rel:locatedIn ?country }}"


def _seconds(query: str) -> float:
    started = time.perf_counter()
    parse_query(query)
    return time.perf_counter() - started


def parsing(queries: int = 50) -> dict[str, float]:
    """The median seconds for ``new`` queries and for them ``again``."""
    parse_query(_QUERY.format("first"))
    texts = [_QUERY.format(number) for number in range(queries)]
    new = median(map(_seconds, texts))
    return {"new": new, "again": median(map(_seconds, texts))}
