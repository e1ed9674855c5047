"""What patterns and expressions mention: variables, EXISTS; how deep they nest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, cast

from ..terms import Term, TripleTerm, URIRef, Variable
from . import algebra as a

__all__ = [
    "certain",
    "depth_of",
    "exists_in",
    "mentioned",
    "possible",
    "predicates_of",
    "term_variables",
    "with_exists",
]


def _children(node: Any) -> Iterator[Any]:
    for item in fields(node):
        value = getattr(node, item.name)
        stack = [value]
        while stack:
            found = stack.pop()
            if isinstance(found, tuple):
                stack.extend(reversed(found))
            elif is_dataclass(found) or isinstance(found, Variable):
                yield found


def term_variables(term: Term) -> Iterator[Variable]:
    """The variables of a term: itself, or those inside a triple term."""
    if isinstance(term, Variable):
        yield term
    elif isinstance(term, TripleTerm):
        for part in (term.subject, term.predicate, term.object):
            yield from term_variables(part)


def mentioned(node: Any) -> frozenset[Variable]:
    """Every variable that stands anywhere in a pattern or expression, also inside EXISTS and sub-SELECT."""
    found, stack = set(), [node]
    while stack:
        top = stack.pop()
        if isinstance(top, Variable):
            found.add(top)
        else:
            stack.extend(_children(top))
    return frozenset(found)


def exists_in(expression: Any) -> list[a.Exists]:
    """The EXISTS of an expression, outermost only, each once."""
    found: dict[a.Exists, None] = {}
    stack = [expression]
    while stack:
        top = stack.pop()
        if isinstance(top, a.Exists):
            found[top] = None
        elif not isinstance(top, Variable):
            stack.extend(_children(top))
    return list(found)


def with_exists(expression: Any, truth: Mapping[a.Exists, a.Expression]) -> Any:
    """The expression with those EXISTS that ``truth`` names replaced by given expressions."""
    if isinstance(expression, a.Exists):
        return truth.get(expression, expression)
    if isinstance(expression, tuple):
        return tuple(with_exists(item, truth) for item in expression)
    if not is_dataclass(expression) or isinstance(expression, TripleTerm):
        return expression
    changed = {f.name: with_exists(getattr(expression, f.name), truth) for f in fields(expression) if f.init}
    return replace(cast(Any, expression), **changed)


@lru_cache(maxsize=512)
def depth_of(node: Any) -> int:
    """How deep patterns and expressions nest; chains of Join and of Union, which are flattened, count once."""
    deepest, stack = 0, [(node, 1)]
    while stack:
        top, depth = stack.pop()
        deepest = max(deepest, depth)
        for child in _children(top):
            if is_dataclass(child):
                flat = type(child) is type(top) and isinstance(child, a.Join | a.Union)
                stack.append((child, depth if flat else depth + 1))
    return deepest


@lru_cache(maxsize=512)
def predicates_of(node: Any) -> frozenset[URIRef]:
    """The constant predicates of the triple patterns and paths."""
    found, stack = set(), [node]
    while stack:
        top = stack.pop()
        if isinstance(top, a.TriplePattern) and isinstance(top.predicate, URIRef):
            found.add(top.predicate)
        elif isinstance(top, a.Link):
            found.add(top.iri)
        stack.extend(child for child in _children(top) if is_dataclass(child))
    return frozenset(found)


def _pattern_variables(pattern: a.TriplePattern) -> frozenset[Variable]:
    return frozenset(v for term in (pattern.subject, pattern.predicate, pattern.object) for v in term_variables(term))


def _any_of(sets: Iterator[frozenset[Variable]]) -> frozenset[Variable]:
    return frozenset().union(*sets)


def certain(node: a.Pattern) -> frozenset[Variable]:
    """The variables that every row of the pattern binds."""
    match node:
        case a.BGP(patterns):
            return _any_of(map(_pattern_variables, patterns))
        case a.Path(subject, _, object_):
            return frozenset((*term_variables(subject), *term_variables(object_)))
        case a.Join(left, right):
            return certain(left) | certain(right)
        case a.Union(left, right):
            return certain(left) & certain(right)
        case a.Filter(_, inner) | a.LeftJoin(inner) | a.Minus(inner) | a.Extend(inner):
            return certain(inner)
        case a.Distinct(inner) | a.Reduced(inner) | a.Slice(inner) | a.OrderBy(inner):
            return certain(inner)
        case a.Graph(name, inner):
            return certain(inner) | ({name} if isinstance(name, Variable) else frozenset())
        case a.Values(variables, rows):
            return frozenset(v for i, v in enumerate(variables) if all(row[i] is not None for row in rows))
        case a.Project(inner, variables):
            return certain(inner) & frozenset(variables)
        case a.Group(inner, keys):
            grouped = certain(inner)
            return frozenset(v for v, e in keys if isinstance(e, a.VariableReference) and e.variable in grouped)
        case _:
            return frozenset()


def possible(node: a.Pattern) -> frozenset[Variable]:
    """The variables that some row of the pattern may bind."""
    match node:
        case a.Join(left, right) | a.Union(left, right) | a.LeftJoin(left, right):
            return possible(left) | possible(right)
        case a.Filter(_, inner) | a.Minus(inner):
            return possible(inner)
        case a.Extend(inner, variable):
            return possible(inner) | {variable}
        case a.Distinct(inner) | a.Reduced(inner) | a.Slice(inner) | a.OrderBy(inner):
            return possible(inner)
        case a.Graph(name, inner):
            return possible(inner) | ({name} if isinstance(name, Variable) else frozenset())
        case a.Values(variables):
            return frozenset(variables)
        case a.Project(_, variables):
            return frozenset(variables)
        case a.Group(_, keys, aggregates):
            return frozenset(v for v, _ in keys) | frozenset(v for v, _ in aggregates)
        case _:
            return certain(node)
