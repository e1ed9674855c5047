"""What a query is made of: its operators, and which of them stands inside which."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from graphragprov.occurrences.views import VIEWS
from graphragprov.sparql import algebra as a
from graphragprov.sparql.walk import certain, mentioned, possible

__all__ = ["NESTING", "OPERATORS", "features", "nested", "nodes", "operators"]

_PATHS: dict[type[Any], str] = {
    a.Sequence: "path /",
    a.Alternative: "path |",
    a.Inverse: "path ^",
    a.NegatedPropertySet: "path !",
    a.OneOrMore: "path +",
    a.ZeroOrMore: "path *",
    a.ZeroOrOne: "path ?",
}
_PATTERNS: dict[type[Any], str] = {
    a.BGP: "BGP",
    a.Join: "Join",
    a.Union: "UNION",
    a.Filter: "FILTER",
    a.Minus: "MINUS",
    a.Graph: "GRAPH",
    a.Extend: "BIND",
    a.Values: "VALUES",
    a.Distinct: "DISTINCT",
}
NESTING = (
    "OPTIONAL",
    "MINUS",
    "EXISTS",
    "NOT EXISTS",
    "UNION",
    "GRAPH",
    "sub-SELECT",
    "DISTINCT",
    "aggregates",
    "BIND",
    "FILTER",
    "path",
    "closure",
)
"""The operators whose nesting is counted; ``path`` is ``/ | ^ !``, ``closure`` is ``+ * ?``."""

OPERATORS = (
    *_PATTERNS.values(),
    "OPTIONAL",
    "OPTIONAL with FILTER",
    "EXISTS",
    "NOT EXISTS",
    *_PATHS.values(),
    "sub-SELECT",
    "aggregates",
    "HAVING",
    "ASK",
    "FROM",
    "occurrence pattern",
)


def operators(query: a.Query) -> set[str]:
    """The operators in a query."""
    found = {name for name, _ in _walked(query)}
    found |= {"ASK"} if isinstance(query, a.AskQuery) else set()
    return found | ({"FROM"} if query.dataset else set())


def nested(query: a.Query) -> set[tuple[str, str]]:
    """Pairs (outer, inner) of operators, the inner one anywhere inside the outer one."""
    pairs = set()
    for name, above in _walked(query):
        group = _group(name)
        if group is not None:
            pairs |= {(outer, group) for outer in above}
    return pairs


def features(query: a.Query) -> set[str]:
    """What the laws name besides: correlated EXISTS, UNION whose branches bind different variables."""
    found = set()
    for node in nodes(query):
        if isinstance(node, a.Filter | a.LeftJoin | a.Extend):
            expression = node.expression if isinstance(node, a.Extend) else node.condition
            outside = (
                possible(node.left) | possible(node.right) if isinstance(node, a.LeftJoin) else possible(node.pattern)
            )
            for exists in (n for n in nodes(expression) if isinstance(n, a.Exists)):
                if mentioned(exists.pattern) & outside:
                    found.add("correlated EXISTS")
                if outside - certain(node.left if isinstance(node, a.LeftJoin) else node.pattern) & mentioned(exists):
                    found.add("EXISTS correlated by a variable that may be unbound")
        if isinstance(node, a.Union) and certain(node.left) != certain(node.right):
            found.add("UNION with unbound variables")
        if isinstance(node, a.Minus) and not (possible(node.left) & possible(node.right)):
            found.add("MINUS without a shared variable")
    return found


def _walked(query: a.Query) -> Iterator[tuple[str, frozenset[str]]]:
    """The names of the operators with what they stand in."""
    stack: list[tuple[Any, frozenset[str], bool]] = [(query.pattern, frozenset(), True)]
    while stack:
        node, above, top = stack.pop()
        if isinstance(node, tuple):
            stack += [(part, above, top) for part in node]
        if isinstance(node, tuple) or not is_dataclass(node):
            continue
        names = _names(node, top)
        yield from ((name, above) for name in names)
        inside = above | {group for name in names if (group := _group(name)) is not None}
        still = top and isinstance(node, a.Project | a.Distinct)
        for field in fields(node):
            # OPTIONAL and MINUS hold their right side; what stands before them is beside them.
            beside = isinstance(node, a.LeftJoin | a.Minus) and field.name == "left"
            beside = beside or (isinstance(node, a.Filter | a.Extend) and field.name == "pattern")
            stack.append((getattr(node, field.name), above if beside else inside, still and field.name == "pattern"))


def _names(node: Any, top: bool) -> list[str]:
    match node:
        case a.LeftJoin(_, _, condition):
            return ["OPTIONAL", *(["OPTIONAL with FILTER"] if condition is not None else [])]
        case a.Exists(_, negated):
            return ["NOT EXISTS" if negated else "EXISTS"]
        case a.Project():
            return [] if top else ["sub-SELECT"]
        case a.Group():
            return ["aggregates"]
        case a.Extend(inner) if top or _is_grouped(inner):
            return []
        case a.Filter(_, inner) if _is_grouped(inner):
            return ["HAVING"]
        case a.TriplePattern():
            return ["occurrence pattern"] if node.predicate in VIEWS else []
        case _:
            found = _PATTERNS.get(type(node)) or _PATHS.get(type(node))
            return [found] if found else []


def _is_grouped(pattern: a.Pattern) -> bool:
    while isinstance(pattern, a.Filter | a.Extend):
        pattern = pattern.pattern
    return isinstance(pattern, a.Group)


def _group(name: str) -> str | None:
    if name.startswith("path "):
        return "closure" if name[-1] in "+*?" else "path"
    return name if name in NESTING else None


def nodes(node: Any) -> Iterator[Any]:
    """The node and everything below it."""
    stack = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, tuple):
            stack += top
        elif is_dataclass(top):
            yield top
            stack += [getattr(top, field.name) for field in fields(top)]
