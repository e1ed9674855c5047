"""Where pyoxigraph is known to be wrong, or where engines do not agree, and what stands in for it there."""

from __future__ import annotations

from typing import Any

from graphragprov.sparql import algebra as a

from .coverage import nodes

__all__ = ["KNOWN", "fixes_ends_elsewhere"]

KNOWN = {
    "path |": "keeps no duplicates; the query is put to it with UNION instead",
    "FROM of several graphs": "a triple that two of them hold is two triples; their merge is made for it",
    "* ? with a constant end": "a node that no triple mentions does not match itself; rdflib is asked instead",
    "* ? in EXISTS with a term from elsewhere": "the same, for the term that is put in; the naive evaluation is asked",
    "<<( … )>> with a literal subject": "stops with an error where a join makes one; the case is left out",
    "MINUS in EXISTS": "engines do not agree whether a variable that is put in is shared; cases do not have it",
}
"""Construct to what it does with it and what is done about that. ``test_peers`` holds it to the list."""


def fixes_ends_elsewhere(query: a.Query) -> bool:
    """Whether an EXISTS may put a term that its graph does not mention at the end of ``*`` or ``?``.

    Such terms come from VALUES, BIND and aggregates, or from another graph.
    """
    exists = [node for node in nodes(query.pattern) if isinstance(node, a.Exists)]
    if not any(_has_nullable(e.pattern) for e in exists):
        return False
    made = (a.Values, a.Extend, a.Group, a.Graph)
    return query.dataset is not None or any(isinstance(node, made) for node in nodes(query.pattern))


def _has_nullable(pattern: Any) -> bool:
    return any(isinstance(node, a.ZeroOrMore | a.ZeroOrOne) for node in nodes(pattern))
