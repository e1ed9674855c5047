"""What is refused, found before a query runs: it must not depend on whether some row gets there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NoReturn

from ..errors import UnsupportedQuery
from ..terms import Term, Variable
from . import algebra as a
from .context import ExpressionContext, Row
from .expressions import compile_condition
from .walk import exists_in, mentioned, possible

__all__ = ["refuse_unsupported", "service_refusal"]

_Node = tuple[a.Pattern, frozenset[Variable]]
"""A pattern and the variables that are substituted into it."""


@lru_cache(maxsize=512)
def refuse_unsupported(pattern: a.Pattern) -> None:
    """Raise ``UnsupportedQuery`` where a query with this pattern uses what is not evaluated.

    That is SERVICE, an unknown function, wrong numbers of arguments, malformed constant regular expressions, and EXISTS
    that binds a variable of its surroundings anew.
    """
    stack: list[_Node] = [(pattern, frozenset())]
    while stack:
        node, substituted = stack.pop()
        if isinstance(node, a.Service):
            raise service_refusal(node)
        stack += _below(node, substituted)
        expressions = list(_expressions(node))
        bound = substituted.union(*map(possible, _patterns(node))) if expressions else substituted
        for expression in expressions:
            compile_condition(expression, {}, _context())
            for exists in exists_in(expression):
                put_in = bound & mentioned(exists.pattern)
                _refuse_rebinding(exists.pattern, put_in)
                stack.append((exists.pattern, put_in))


def service_refusal(pattern: a.Service) -> UnsupportedQuery:
    """The error for SERVICE, which is parsed and never run."""
    message = f"SERVICE (at offset {pattern.at}) is not run: the provenance of a remote answer is not known"
    return UnsupportedQuery(message, construct="SERVICE")


def _patterns(node: a.Pattern) -> tuple[a.Pattern, ...]:
    """The patterns directly below a pattern."""
    match node:
        case a.Join(left, right) | a.LeftJoin(left, right) | a.Union(left, right) | a.Minus(left, right):
            return (left, right)
        case a.BGP() | a.Path() | a.Values() | a.Service():
            return ()
        case _:
            return (node.pattern,)


def _below(node: a.Pattern, substituted: frozenset[Variable]) -> Iterator[_Node]:
    # Nothing is substituted into a sub-SELECT.
    inside = frozenset() if isinstance(node, a.Project) else substituted
    return ((pattern, inside) for pattern in _patterns(node))


def _expressions(node: a.Pattern) -> Iterator[a.Expression]:
    """The expressions of a pattern itself."""
    match node:
        case a.Filter(condition) | a.LeftJoin(_, _, condition) if condition is not None:
            yield condition
        case a.Extend(_, _, expression):
            yield expression
        case a.OrderBy(_, conditions):
            yield from (condition.expression for condition in conditions)
        case a.Group(_, keys, aggregates):
            yield from (expression for _, expression in keys)
            yield from (call.expression for _, call in aggregates if call.expression is not None)


def _context() -> ExpressionContext:
    def decode(number: int) -> Term:
        raise AssertionError("nothing is evaluated")

    def exists(found: a.Exists, slots: Any) -> Callable[[Row], bool]:
        return lambda row: False

    return ExpressionContext(decode, exists=exists)


# -- EXISTS ----------------------------------------------------------------------------------------------------------


def _refuse_rebinding(pattern: a.Pattern, variables: frozenset[Variable]) -> None:
    """Substitution has no agreed meaning where the pattern binds a substituted variable anew."""
    stack = [pattern]
    while stack:
        node = stack.pop()
        if isinstance(node, a.Extend) and node.variable in variables:
            _refuse("BIND", (node.variable,))
        if not isinstance(node, a.Project):
            stack += _patterns(node)
        elif both := variables & mentioned(node):
            _refuse("a sub-SELECT", both)


def _refuse(what: str, variables: Iterable[Variable]) -> NoReturn:
    names = ", ".join(sorted(f"?{variable}" for variable in variables))
    message = f"{what} inside EXISTS uses {names}, which the surrounding pattern binds; rename it inside"
    raise UnsupportedQuery(message, construct=f"EXISTS with {what}")
