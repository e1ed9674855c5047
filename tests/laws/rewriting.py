"""Random rewriting of a query into one that means the same: joins and unions reordered, filters split and moved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from graphragprov.sparql import algebra as a
from graphragprov.sparql.walk import certain, exists_in, mentioned
from graphragprov.terms import Literal, TripleTerm, URIRef, Variable

__all__ = ["rewritten"]

T = TypeVar("T")
Choose = Callable[[Sequence[T]], T]


def rewritten(query: a.Query, choose: Choose) -> Any:
    """The query, some of its patterns rewritten."""
    return replace(query, pattern=_rewritten(query.pattern, choose))  # type: ignore[arg-type]


def _rewritten(node: Any, choose: Choose) -> Any:
    """The node with its parts rewritten first, then itself."""
    if isinstance(node, tuple):
        return tuple(_rewritten(part, choose) for part in node)
    if not is_dataclass(node) or isinstance(node, URIRef | Literal | Variable | TripleTerm | a.TriplePattern):
        return node
    parts = {f.name: _rewritten(getattr(node, f.name), choose) for f in fields(node) if f.init}
    return _step(replace(node, **parts), choose)  # type: ignore[type-var]


def _step(node: Any, choose: Choose) -> Any:
    match node:
        case a.BGP(patterns) if len(patterns) > 1:
            return _shuffled_patterns(patterns, choose)
        case a.Join(left, right) if choose((True, False)):
            return a.Join(right, left)
        case a.Union(left, right) if choose((True, False)):
            return a.Union(right, left)
        case a.Filter(condition, pattern) if choose((True, True, False)):
            return _moved(condition, pattern, choose)
        case a.Path(subject, a.Alternative(left, right), object_) if choose((True, False)):
            return a.Path(subject, a.Alternative(right, left), object_)
        case _:
            return node


def _shuffled_patterns(patterns: Sequence[a.TriplePattern], choose: Choose) -> a.Pattern:
    """The triple patterns in another order, perhaps cut into a join."""
    rest, shuffled = list(patterns), []
    while rest:
        shuffled.append(rest.pop(choose(range(len(rest)))))
    at = choose(range(len(shuffled)))
    if at == 0:
        return a.BGP(tuple(shuffled))
    return a.Join(a.BGP(tuple(shuffled[:at])), a.BGP(tuple(shuffled[at:])))


def _moved(condition: Any, pattern: a.Pattern, choose: Choose) -> a.Pattern:
    """The filter split, swapped with another, pushed into what binds its variables, or lifted over nothing."""
    match condition, pattern:
        case a.And(left, right), _:
            return (
                a.Filter(left, a.Filter(right, pattern))
                if choose((True, False))
                else a.Filter(right, a.Filter(left, pattern))
            )
        case _, a.Filter(inner, below):
            return a.Filter(inner, a.Filter(condition, below))
        case _, a.Union(left, right):
            return a.Union(a.Filter(condition, left), a.Filter(condition, right))
        case _, a.Join(left, right) if _decided_by(condition, left):
            return a.Join(a.Filter(condition, left), right)
        case _, a.Join(left, right) if _decided_by(condition, right):
            return a.Join(left, a.Filter(condition, right))
        case _, a.LeftJoin(left) | a.Minus(left) if _decided_by(condition, left):
            return replace(pattern, left=a.Filter(condition, left))
        case _:
            return pattern if condition == a.Constant(a.TRUE) else a.Filter(a.Not(a.Not(condition)), pattern)


def _decided_by(condition: Any, pattern: a.Pattern) -> bool:
    """Whether the condition is the same on the rows of the pattern alone.

    EXISTS too, where every variable that it shares with the surroundings is bound for certain.
    """
    used = mentioned(condition)
    return used <= certain(pattern) and all(mentioned(e.pattern) <= certain(pattern) for e in exists_in(condition))
