"""Expressions: precedence, function calls, aggregates.

The grammar leaves an expression flat; :func:`expression` gives it its tree in one loop, so that depth of nesting costs
few frames.  https://www.w3.org/TR/sparql12-query/#rExpression.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from ...terms import BASE, Term, TripleTerm, URIRef, Variable
from ..algebra import (
    Aggregate,
    And,
    Arithmetic,
    BuiltInCall,
    Comparison,
    Constant,
    Exists,
    Expression,
    FunctionCall,
    In,
    Not,
    Or,
    UnaryMinus,
    UnaryPlus,
    VariableReference,
)
from . import grammar, kinds, tree
from .balance import balanced
from .context import Context
from .lexer import Token
from .terms import TYPE, iri, literal_term, string, variable

_SYNONYMS = {"URI": "IRI", "ISURI": "ISIRI"}
_COMPARISONS = frozenset({"=", "<", ">", kinds.NOT_EQUAL, kinds.LESS_EQUAL, kinds.GREATER_EQUAL})
_OR, _AND, _RELATION, _SUM, _PRODUCT, _PREFIX = range(6)
_PRECEDENCE = {
    kinds.OR: _OR,
    kinds.AND: _AND,
    **dict.fromkeys(_COMPARISONS, _RELATION),
    "+": _SUM,
    "-": _SUM,
    "*": _PRODUCT,
    "/": _PRODUCT,
}
_UNARY: dict[str, Callable[[Expression], Expression]] = {"!": Not, "+": UnaryPlus, "-": UnaryMinus}


class Grouping(Protocol):
    """How aggregates and variables read where solutions are grouped (SELECT, HAVING, ORDER BY)."""

    def aggregate(self, aggregate: Aggregate) -> Expression:
        """What stands for an aggregate."""
        ...

    def reference(self, name: Variable, at: int) -> Expression:
        """What stands for a variable outside of aggregates."""
        ...


@dataclass(frozen=True, slots=True)
class Place:
    """Where an expression stands: the name of the construct, and the grouping if aggregates are allowed there."""

    name: str
    grouping: Grouping | None = None


def expression(context: Context, flat: tree.Flat, place: Place) -> Expression:
    """The tree of an expression."""
    items = flat.items
    if len(items) == 1:
        return _operand(context, items[0], place)
    return _Precedence(context, place).run(items)


class _Precedence:
    """Operator precedence over two stacks. ``||`` and ``&&`` are kept together until the whole chain is known."""

    def __init__(self, context: Context, place: Place) -> None:
        self.context = context
        self.place = place
        self.operands: list[Expression] = []
        self.operators: list[tuple[int, Token]] = []
        self.related: Expression | None = None  # the comparison made last: no operand of another, unless in brackets

    def run(self, items: tuple[Token | tree.Call | tree.ExistsCall | tree.InList, ...]) -> Expression:
        after_operand = False
        for item in items:
            if isinstance(item, tree.InList):
                self._in_list(item)
            elif not after_operand and isinstance(item, Token) and item.kind in _UNARY:
                self.operators.append((_PREFIX, item))
            elif after_operand and isinstance(item, Token) and item.kind in _PRECEDENCE:
                self._infix(_PRECEDENCE[item.kind], item)
                after_operand = False
            else:
                if after_operand:  # a number with its sign, as in ?x -1
                    self._infix(_SUM, Token("+", "+", item.at if isinstance(item, Token) else 0))
                self.operands.append(_operand(self.context, item, self.place))
                after_operand = True
        self._reduce(_OR)
        return self.operands[0]

    def _infix(self, precedence: int, operator: Token) -> None:
        chained = precedence in (_OR, _AND)
        self._reduce(precedence + 1 if chained else precedence)
        if precedence == _RELATION:
            self._refuse_chain(operator)
        self.operators.append((precedence, operator))

    def _refuse_chain(self, operator: Token) -> None:
        if self.operands[-1] is self.related:
            raise self.context.error(operator, "comparisons cannot be chained; join them with && or use brackets")

    def _in_list(self, item: tree.InList) -> None:
        self._reduce(_RELATION)
        self._refuse_chain(item.choices)
        operand = self.operands.pop()
        found = In(operand, _expression_list(self.context, item.choices, self.place), item.negation is not None)
        self.related = found
        self.operands.append(found)

    def _reduce(self, precedence: int) -> None:
        """Apply the operators on the stack that bind at least as tightly."""
        while self.operators and self.operators[-1][0] >= precedence:
            level, operator = self.operators.pop()
            if level == _PREFIX:
                self.operands.append(_UNARY[operator.kind](self.operands.pop()))
            elif level in (_OR, _AND):
                self._chain(level)
            else:
                right = self.operands.pop()
                self.operands.append(self._binary(level, operator, self.operands.pop(), right))

    def _chain(self, level: int) -> None:
        count = 2
        while self.operators and self.operators[-1][0] == level:
            self.operators.pop()
            count += 1
        operands = self.operands[-count:]
        del self.operands[-count:]
        self.operands.append(balanced(Or if level == _OR else And, operands))

    def _binary(self, level: int, operator: Token, left: Expression, right: Expression) -> Expression:
        if level == _RELATION:
            self.related = Comparison(kinds.OPERATORS.get(operator.kind, operator.kind), left, right)
            return self.related
        return Arithmetic(operator.kind, left, right)


def _operand(context: Context, item: Token | tree.Call | tree.ExistsCall | tree.InList, place: Place) -> Expression:
    if isinstance(item, tree.Call):
        return _call(context, item, place)
    if isinstance(item, tree.ExistsCall):
        return Exists(context.group(context, item.body, {}), item.negation is not None, item.keyword.at)
    assert isinstance(item, Token)
    if item.kind == kinds.VARIABLE:
        name = variable(item)
        return VariableReference(name) if place.grouping is None else place.grouping.reference(name, item.at)
    if item.kind == kinds.ROUND:
        return bracketed(context, item, place)
    if item.kind == kinds.TRIPLE_TERM:
        return _triple_term(context, item, place)
    return Constant(literal_term(context, item))


def bracketed(context: Context, token: Token, place: Place) -> Expression:
    """The expression in a pair of brackets."""
    return expression(context, context.read(grammar.EXPRESSION, context.inside(token)), place)


def constraint(context: Context, item: tree.Constraint, place: Place) -> Expression:
    """The condition of FILTER and HAVING, a key of ORDER BY: brackets, a variable or a call."""
    return _operand(context, item, place)


def _expression_list(context: Context, token: Token, place: Place) -> tuple[Expression, ...]:
    if token.kind == kinds.NIL:
        return ()
    items: tuple[tree.Flat, ...] = context.read(grammar.EXPRESSION_LIST, context.inside(token))
    return tuple([expression(context, item, place) for item in items])


def _triple_term(context: Context, token: Token, place: Place) -> Expression:
    found: tree.ReifiedTriple = context.read(grammar.EXPRESSION_TRIPLE_TERM, context.inside(token))
    parts = [_component(context, part, place) for part in found[:3]]
    terms: list[Term] = [part.term for part in parts if isinstance(part, Constant)]
    if len(terms) == len(parts):
        return Constant(TripleTerm(*terms))
    return BuiltInCall("TRIPLE", tuple(parts), token.at)


def _component(context: Context, token: Token, place: Place) -> Expression:
    if token.kind == kinds.TYPE:
        return Constant(TYPE)
    if token.kind in kinds.IRI:
        return Constant(iri(context, token))
    return _operand(context, token, place)


# -- calls


def _call(context: Context, call: tree.Call, place: Place) -> Expression:
    function, arguments = call
    if arguments is None:
        return Constant(iri(context, function))
    if function.kind == kinds.AGGREGATE:
        return _aggregate(context, function, arguments, place)
    if function.kind == kinds.FUNCTION:
        return _built_in(context, function, arguments, place)
    return _function(context, iri(context, function), call, place)


def _arguments(context: Context, token: Token) -> tree.Arguments:
    if token.kind == kinds.NIL:
        return tree.Arguments(None, (), None)
    found: tree.Arguments = context.read(grammar.ARGUMENTS, context.inside(token))
    return found


def _values(context: Context, values: tuple[tree.Flat | Token, ...], place: Place) -> tuple[Expression, ...]:
    for value in values:
        if isinstance(value, Token):
            raise context.error(value, "'*' is only an argument of COUNT")
    return tuple([expression(context, value, place) for value in values if isinstance(value, tree.Flat)])


def _built_in(context: Context, function: Token, token: Token, place: Place) -> Expression:
    name = function.text.upper()
    distinct, values, separator = _arguments(context, token)
    if distinct is not None or separator is not None:
        raise context.error(distinct or separator or token, f"{name} takes neither DISTINCT nor SEPARATOR")
    least, most = kinds.FUNCTIONS[name]
    if len(values) < least or (most is not None and len(values) > most):
        raise context.error(function, f"{name} takes {_counted(least, most)}, but {len(values)} given")
    arguments = _values(context, values, place)
    if name == "BOUND" and not _is_variable(values[0]):
        raise context.error(token, "BOUND takes a variable")
    name = _SYNONYMS.get(name, name)
    if name == "IRI" and context.base != BASE:
        arguments = (*arguments, Constant(URIRef(context.base)))
    return BuiltInCall(name, arguments, function.at)


def _is_variable(value: tree.Flat | Token) -> bool:
    if isinstance(value, Token) or len(value.items) != 1:
        return False
    item = value.items[0]
    return isinstance(item, Token) and item.kind == kinds.VARIABLE


def _counted(least: int, most: int | None) -> str:
    if most is None:
        return f"at least {least} arguments"
    if least == most:
        return "no argument" if least == 0 else f"{least} argument{'s' if least > 1 else ''}"
    return f"{least} to {most} arguments"


def _function(context: Context, name: URIRef, call: tree.Call, place: Place) -> Expression:
    assert call.arguments is not None
    distinct, values, separator = _arguments(context, call.arguments)
    if separator is not None:
        raise context.error(separator, "SEPARATOR is only an argument of GROUP_CONCAT")
    return FunctionCall(name, _values(context, values, place), distinct is not None, call.function.at)


def _aggregate(context: Context, function: Token, token: Token, place: Place) -> Expression:
    name = function.text.upper()
    if place.grouping is None:
        raise context.error(function, f"the aggregate {name} cannot stand in {place.name}")
    distinct, values, separator = _arguments(context, token)
    if len(values) != 1:
        raise context.error(function, f"{name} takes 1 argument, but {len(values)} given")
    if separator is not None and name != "GROUP_CONCAT":
        raise context.error(separator, "SEPARATOR is only an argument of GROUP_CONCAT")
    argument = None
    if not (name == "COUNT" and isinstance(values[0], Token)):
        argument = _values(context, values, Place(f"an aggregate ({name})"))[0]
    joined = None if separator is None else string(context, separator)
    return place.grouping.aggregate(Aggregate(name, argument, distinct is not None, joined, function.at))
