"""The few expressions that the laws' queries use, after the specification's text."""

from __future__ import annotations

from typing import Any

from graphragprov.sparql import algebra as a
from graphragprov.terms import Literal, Term, URIRef, Variable

from .worlds import OutOfRange

__all__ = ["BeyondNaive", "NaiveError", "condition", "value"]

_BOOLEAN, _INTEGER = a.TRUE.datatype, URIRef("http://www.w3.org/2001/XMLSchema#integer")


class BeyondNaive(OutOfRange):
    """The naive evaluation does not know the construct."""


class NaiveError(Exception):
    """A SPARQL expression error."""


def condition(expression: Any, row: dict[Variable, Term]) -> bool:
    """Whether the expression is true; an error is not."""
    try:
        return _truth(value(expression, row))
    except NaiveError:
        return False


def value(expression: Any, row: dict[Variable, Term]) -> Term:
    """The value of an expression without EXISTS."""
    match expression:
        case a.Constant(term):
            return term
        case a.VariableReference(variable):
            if variable not in row:
                raise NaiveError
            return row[variable]
        case a.Or(left, right):
            return _boolean(_either(left, right, row, True))
        case a.And(left, right):
            return _boolean(_either(left, right, row, False))
        case a.Not(operand):
            return _boolean(not _truth(value(operand, row)))
        case a.Comparison(sign, left, right):
            return _boolean(_compared(sign, value(left, row), value(right, row)))
        case a.In(operand, choices, negated):
            return _boolean(_among(value(operand, row), choices, row) is not negated)
        case a.Arithmetic("+", left, right):
            return _number_term(_number(value(left, row)) + _number(value(right, row)))
        case a.BuiltInCall(name, arguments):
            return _call(name, arguments, row)
        case _:
            raise BeyondNaive(type(expression).__name__)


def _call(name: str, arguments: Any, row: dict[Variable, Term]) -> Term:
    match name:
        case "BOUND":
            (reference,) = arguments
            return _boolean(reference.variable in row)
        case "ISIRI":
            return _boolean(isinstance(value(arguments[0], row), URIRef))
        case "SAMETERM":
            return _boolean(value(arguments[0], row) == value(arguments[1], row))
        case "IF":
            chosen = arguments[1] if _truth(value(arguments[0], row)) else arguments[2]
            return value(chosen, row)
        case "COALESCE":
            for argument in arguments:
                try:
                    return value(argument, row)
                except NaiveError:
                    continue
            raise NaiveError
        case _:
            raise BeyondNaive(name)


def _either(left: Any, right: Any, row: dict[Variable, Term], decisive: bool) -> bool:
    """``||`` (true decides) or ``&&`` (false decides): an error counts only where the other side does not decide."""
    truths = []
    for side in (left, right):
        try:
            truths.append(_truth(value(side, row)))
        except NaiveError:
            truths.append(None)
    if decisive in truths:
        return decisive
    if None in truths:
        raise NaiveError
    return not decisive


def _among(term: Term, choices: Any, row: dict[Variable, Term]) -> bool:
    failed = False
    for choice in choices:
        try:
            if _compared("=", term, value(choice, row)):
                return True
        except NaiveError:
            failed = True
    if failed:
        raise NaiveError
    return False


def _compared(sign: str, left: Term, right: Term) -> bool:
    if sign == "!=":
        return not _compared("=", left, right)
    if sign == "=":
        if isinstance(left, Literal) and isinstance(right, Literal) and left != right:
            return _number(left) == _number(right)
        return left == right
    x, y = _number(left), _number(right)
    return x < y if sign == "<" else x > y


def _number(term: Term) -> int:
    if isinstance(term, Literal) and term.datatype == _INTEGER:
        return int(str(term))
    raise NaiveError


def _truth(term: Term) -> bool:
    if isinstance(term, Literal) and term.datatype == _BOOLEAN:
        return str(term) == "true"
    return _number(term) != 0


def _boolean(truth: bool) -> Literal:
    return Literal("true" if truth else "false", datatype=_BOOLEAN, normalize=False)


def _number_term(number: int) -> Literal:
    return Literal(str(number), datatype=_INTEGER, normalize=False)
