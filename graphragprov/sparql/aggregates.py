"""Set functions of SPARQL, as pure functions whose result does not depend on the order of their input.

https://www.w3.org/TR/sparql12-query/#aggregateAlgebra.  Sums are exact and rounded at most once, SAMPLE is the least
value, GROUP_CONCAT joins in sorted order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import cast

from ..errors import QueryTooExpensive, UnsupportedQuery
from ..terms import BNode, Term, TripleTerm
from .numbers import ExpressionError, Number, arithmetic, exact_sum, is_number
from .ordering import total_order_key
from .values import term_key, term_of, value_of

__all__ = ["AGGREGATES", "aggregate"]

MAX_TEXT = 10_000_000
"""Longest text (code points) that GROUP_CONCAT makes."""


def _numbers(terms: list[Term]) -> list[Number]:
    values = [value_of(term) for term in terms]
    if not all(map(is_number, values)):
        raise ExpressionError("only numbers can be added")
    return cast(list[Number], values)


def _sum(terms: list[Term], separator: str) -> Term:
    return term_of(exact_sum(_numbers(terms)))


def _average(terms: list[Term], separator: str) -> Term:
    if not terms:
        return term_of(0)
    return term_of(arithmetic("/", exact_sum(_numbers(terms)), len(terms)))


def _least(terms: list[Term], separator: str) -> Term:
    if not terms:
        raise ExpressionError("nothing to choose from")
    return min(terms, key=total_order_key)


def _greatest(terms: list[Term], separator: str) -> Term:
    if not terms:
        raise ExpressionError("nothing to choose from")
    return max(terms, key=total_order_key)


def _text(term: Term) -> str:
    if isinstance(term, BNode | TripleTerm):
        raise ExpressionError("blank nodes and triple terms have no text")
    return str(term)


def _concatenation(terms: list[Term], separator: str) -> Term:
    texts = [_text(term) for term in sorted(terms, key=total_order_key)]
    if sum(map(len, texts)) + len(separator) * len(texts) > MAX_TEXT:
        raise QueryTooExpensive(f"GROUP_CONCAT would make a text of more than {MAX_TEXT:,} characters")
    return term_of(separator.join(texts))


def _count(terms: list[Term], separator: str) -> Term:
    return term_of(len(terms))


AGGREGATES: dict[str, Callable[[list[Term], str], Term]] = {
    "COUNT": _count,
    "SUM": _sum,
    "MIN": _least,
    "MAX": _greatest,
    "AVG": _average,
    "SAMPLE": _least,
    "GROUP_CONCAT": _concatenation,
}
"""The set functions by name; each takes the terms and the separator of GROUP_CONCAT."""

_IGNORES_ERRORS = frozenset({"COUNT", "SAMPLE"})


def aggregate(name: str, terms: Iterable[Term | None], distinct: bool = False, separator: str | None = None) -> Term:
    """The value of a set function over the terms of a group.

    ``None`` stands for a row in which the expression is an error or unbound: COUNT and SAMPLE pass over it, for the
    others the result is an error.  COUNT, SUM and AVG of nothing are 0, GROUP_CONCAT of nothing is ``""``; MIN, MAX and
    SAMPLE of nothing are errors.  ``distinct`` keeps one of each term.

    Raises :class:`ExpressionError` for SPARQL's error, ``UnsupportedQuery`` for a name that is none of
    :data:`AGGREGATES`, ``QueryTooExpensive`` where GROUP_CONCAT grows too long.
    """
    function = AGGREGATES.get(name.upper())
    if function is None:
        raise UnsupportedQuery(f"there is no aggregate {name}; these are: {', '.join(AGGREGATES)}", construct=name)
    values = list(terms)
    bound = [term for term in values if term is not None]
    if len(bound) < len(values) and name.upper() not in _IGNORES_ERRORS:
        raise ExpressionError("an expression inside the aggregate is an error")
    if distinct:
        bound = list({term_key(term): term for term in sorted(bound, key=total_order_key, reverse=True)}.values())
    return function(bound, " " if separator is None else separator)
