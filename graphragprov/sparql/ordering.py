"""ORDER BY: one total order of all terms.

https://www.w3.org/TR/sparql12-query/#modOrderBy fixes unbound < blank nodes < IRIs < literals < triple terms and the
order of values that ``<`` compares.  The rest is ours, and the same everywhere: among literals numbers < dates and
times < times of day < durations < booleans < strings < what has no known value.  Strings are in code point order, the
language decides between equal ones; a date without timezone counts as UTC, dates of different precision are in the
order of their first moments, NaN comes before all numbers.
"""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any, TypeAlias

from ..terms import BNode, DirectionalLiteral, Literal, Term, TripleTerm, URIRef
from .numbers import Single
from .temporal import Duration, Timestamp
from .values import LanguageString, OpaqueLiteral, Value, datatype_of, term_key, value_of

__all__ = ["OrderKey", "order_key", "order_key_of_value", "total_order_key"]

OrderKey: TypeAlias = tuple[Any, ...]

_MONTH_SECONDS = 2_629_746
"""A twelfth of the mean Gregorian year."""


def _number_key(value: float | Decimal) -> OrderKey:
    return (3, 0, 0, 0) if math.isnan(value) else (3, 0, 1, value)


def order_key_of_value(value: Value) -> OrderKey:
    """The key of a value; values that ``=`` calls the same have the same key (numbers compare exactly)."""
    match value:
        case URIRef():
            return 2, str(value)
        case BNode():
            return 1, str(value)
        case TripleTerm():
            return 4, order_key(value.subject), order_key(value.predicate), order_key(value.object)
        case bool():
            return 3, 4, value
        case int() | float() | Decimal():
            return _number_key(value)
        case Single():
            return _number_key(value.value)
        case Timestamp():
            return (3, 2, value.start) if value.is_time else (3, 1, value.start, value.length)
        case Duration():
            return 3, 3, value.months * _MONTH_SECONDS + value.seconds, value.months
        case LanguageString():
            return 3, 5, value.value, value.language.lower(), value.direction or ""
        case OpaqueLiteral():
            return 3, 6, str(datatype_of(value.term)), str(value.term)
        case _:
            return 3, 5, value, "", ""


def order_key(term: Term | None) -> OrderKey:
    """The place of a term (``None``: unbound) among all terms. Literals of the same value share one place."""
    return (0,) if term is None else order_key_of_value(value_of(term))


def total_order_key(term: Term) -> OrderKey:
    """Like :func:`order_key`, and different terms have different places: for choices that must not depend on plans."""
    if isinstance(term, Literal | DirectionalLiteral):
        return order_key(term), str(datatype_of(term)), str(term), _written_language(term)
    return order_key(term), str(term_key(term))


def _written_language(term: Literal | DirectionalLiteral) -> str:
    return term.language or ""
