"""Expressions for tests: terms in short notation, calls, evaluation, and their text for another engine."""

from __future__ import annotations

import re
from typing import cast

from graphragprov.sparql.algebra import (
    And,
    Arithmetic,
    BuiltInCall,
    Comparison,
    Constant,
    Expression,
    FunctionCall,
    In,
    Not,
    Or,
    UnaryMinus,
    UnaryPlus,
    VariableReference,
)
from graphragprov.sparql.expressions import ExpressionContext, ExpressionError, compile_expression
from graphragprov.terms import XSD, BNode, DirectionalLiteral, Literal, Term, TripleTerm, URIRef, Variable, literal

ERROR = "error"
_LITERAL = re.compile(
    r'"(?P<text>.*)"(?:@(?P<lang>[A-Za-z0-9-]+?)(?:--(?P<direction>ltr|rtl))?|\^\^(?:xsd:(?P<xsd>\w+)|<(?P<iri>.*)>))?',
    re.DOTALL,
)
_SHORT = {
    "boolean": re.compile("true|false"),
    "integer": re.compile("[+-]?[0-9]+"),
    "decimal": re.compile(r"[+-]?[0-9]*\.[0-9]+"),
    "double": re.compile(r"[+-]?(?:[0-9]*\.)?[0-9]+[eE][+-]?[0-9]+"),
}


def read(text: str) -> Term:
    """``<iri>``, ``_:b``, ``3``, ``1.5``, ``1e0``, ``true``, ``"a"``, ``"a"@en--ltr``, ``"2024"^^xsd:gYear``."""
    if text.startswith("<"):
        return URIRef(text[1:-1])
    if text.startswith("_:"):
        return BNode(text[2:])
    for name, pattern in _SHORT.items():
        if pattern.fullmatch(text):
            return literal(text, str(XSD) + name)
    match = _LITERAL.fullmatch(text)
    assert match is not None, text
    if match["direction"]:
        return DirectionalLiteral(match["text"], match["lang"], match["direction"])
    datatype = str(XSD) + match["xsd"] if match["xsd"] else match["iri"]
    return literal(match["text"], datatype, match["lang"])


def show(term: Term) -> str:
    """The inverse of :func:`read`; triple terms as ``<<( s p o )>>``."""
    if isinstance(term, TripleTerm):
        return f"<<( {show(term.subject)} {show(term.predicate)} {show(term.object)} )>>"
    if not isinstance(term, Literal) or term.language is not None or term.datatype is None:
        return str(term.n3())
    kind = str(term.datatype).removeprefix(str(XSD))
    if kind in _SHORT and _SHORT[kind].fullmatch(str(term)):
        return str(term)
    return f'"{term}"^^' + (f"xsd:{kind}" if kind != str(term.datatype) else f"<{term.datatype}>")


def constant(value: str | Term | Expression) -> Expression:
    """A constant in short notation; ``?x`` is a variable; expressions are themselves."""
    if type(value) is str:
        return VariableReference(Variable(value[1:])) if value.startswith("?") else Constant(read(value))
    if isinstance(value, URIRef | BNode | Literal | DirectionalLiteral | TripleTerm):
        return Constant(value)
    return cast(Expression, value)


def call(name: str, *arguments: str | Term | Expression) -> Expression:
    """A call of a built-in, or of a cast written ``xsd:integer``."""
    operands = tuple(map(constant, arguments))
    if name.startswith("xsd:"):
        return FunctionCall(URIRef(str(XSD) + name[4:]), operands)
    return BuiltInCall(name, operands)


def binary(left: str | Expression, sign: str, right: str | Expression) -> Expression:
    """An operator between two operands."""
    operands = constant(left), constant(right)
    if sign in ("&&", "||"):
        return And(*operands) if sign == "&&" else Or(*operands)
    return Arithmetic(sign, *operands) if sign in "+-*/" else Comparison(sign, *operands)


def context_of(terms: list[Term | None], **options: object) -> ExpressionContext:
    """A context whose ids are places in the list (place 0 is ``None``)."""
    return ExpressionContext(terms.__getitem__, **options)  # type: ignore[arg-type]


def evaluate(expression: Expression, bindings: dict[str, str] | None = None, **options: object) -> str:
    """What the expression evaluates to in short notation, or :data:`ERROR`."""
    terms: list[Term | None] = [None, *map(read, (bindings or {}).values())]
    slots = {Variable(name): column for column, name in enumerate(bindings or {})}
    function = compile_expression(expression, slots, context_of(terms, **options))
    try:
        return show(function(tuple(range(1, len(terms)))))
    except ExpressionError:
        return ERROR


def sparql(expression: Expression) -> str:
    """The expression in the syntax of SPARQL."""
    match expression:
        case Constant():
            return str(expression.term.n3())
        case VariableReference():
            return f"?{expression.variable}"
        case Or() | And():
            sign = "||" if isinstance(expression, Or) else "&&"
            return f"({sparql(expression.left)} {sign} {sparql(expression.right)})"
        case Comparison() | Arithmetic():
            return f"({sparql(expression.left)} {expression.operator} {sparql(expression.right)})"
        case Not() | UnaryMinus() | UnaryPlus():
            sign = {Not: "!", UnaryMinus: "-", UnaryPlus: "+"}[type(expression)]
            return f"({sign} ({sparql(expression.operand)}))"
        case In():
            word = "NOT IN" if expression.negated else "IN"
            return f"({sparql(expression.operand)} {word} ({', '.join(map(sparql, expression.choices))}))"
        case BuiltInCall() | FunctionCall():
            name = expression.name if isinstance(expression, BuiltInCall) else expression.iri.n3()
            return f"{name}({', '.join(map(sparql, expression.arguments))})"
        case _:
            raise AssertionError(expression)
