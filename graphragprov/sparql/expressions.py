"""Expressions compiled to closures over rows of term ids.

:func:`compile_expression` gives the term of an expression, :func:`compile_condition` its effective boolean value with
errors as false (what FILTER needs).  A row is a sequence of ids (0: unbound), ``slots`` the column of each variable.

An expression that reads a single column and nothing volatile is evaluated once per distinct id; this is what makes
filters over many rows cheap.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, assert_never, cast

from ..errors import QueryTooExpensive, UnsupportedQuery
from ..terms import Term, TripleTerm, Variable
from .algebra import (
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
from .closures import Test, decided_by, false_on_error, once_per_term
from .context import ExpressionContext, Row, Slots
from .expression_parts import chain_of, contains_exists, is_volatile, parts_of, split_conjuncts, variables_of
from .functions import BUILT_INS, CASTS, Function
from .functions.xpath_regex import InvalidPattern
from .numbers import ExpressionError, is_number
from .operators import calculate, compare, effective_boolean_value, equals, negate
from .values import Operand, Value, term_of, to_value, value_of

__all__ = [
    "ExpressionContext",
    "ExpressionError",
    "compile_condition",
    "compile_expression",
    "contains_exists",
    "is_volatile",
    "split_conjuncts",
    "variables_of",
]

MAX_NESTING = 100
"""How deep expressions may be nested (chains of ``&&`` and of ``||`` count once)."""

_Operand: TypeAlias = Callable[[Row], Operand]
_Value: TypeAlias = Callable[[Row], Value]

# -- compilation ------------------------------------------------------------------------------------------------


def compile_expression(expression: Expression, slots: Slots, context: ExpressionContext) -> Callable[[Row], Term]:
    """A function from rows to the term of the expression; it raises :class:`ExpressionError` for SPARQL's errors.

    Raises ``UnsupportedQuery`` for an unknown function, an aggregate, a malformed constant regular expression, or
    EXISTS where the context has no test for it; ``QueryTooExpensive`` for nesting beyond 100. The function itself may
    raise that, too.
    """
    operand = _Compiler(slots, context).operand(expression)
    if isinstance(expression, VariableReference):
        return lambda row: term_of(operand(row))
    return once_per_term(lambda row: term_of(operand(row)), expression, slots)


def compile_condition(expression: Expression, slots: Slots, context: ExpressionContext) -> Callable[[Row], bool]:
    """A function from rows to whether the condition holds; an error counts as false. Raises as the one above."""
    tests = []
    for conjunct in split_conjuncts(expression):
        test = _Compiler(slots, context).test(conjunct)
        tests.append(once_per_term(false_on_error(test), conjunct, slots))
    if len(tests) == 1:
        return tests[0]
    return lambda row: all(test(row) for test in tests)


class _Compiler:
    """Closures for the nodes of one expression."""

    def __init__(self, slots: Slots, context: ExpressionContext) -> None:
        self.slots = slots
        self.context = context
        self.depth = 0

    # -- the three readings of a node: operand, value, truth ----------------------------------------------

    def operand(self, expression: Expression) -> _Operand:
        """What the node evaluates to: a term as it is, or a computed value."""
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise QueryTooExpensive(f"an expression is nested deeper than {MAX_NESTING}")
        try:
            return self._operand(expression)
        finally:
            self.depth -= 1

    def _operand(self, expression: Expression) -> _Operand:
        match expression:
            case Constant():
                return self._constant(expression.term)
            case VariableReference():
                return self._variable(expression.variable)
            case Or():
                return self._or(expression)
            case And():
                return self._and(expression)
            case Not():
                test = self.test(expression.operand)
                return lambda row: not test(row)
            case Comparison():
                return self._comparison(expression)
            case In():
                return self._in(expression)
            case Arithmetic():
                return self._arithmetic(expression)
            case UnaryMinus():
                value = self.value(expression.operand)
                return lambda row: negate(value(row))
            case UnaryPlus():
                return self._plus(expression)
            case BuiltInCall():
                return self._built_in(expression)
            case FunctionCall():
                return self._cast(expression)
            case Exists():
                return self._exists(expression)
            case Aggregate():
                raise UnsupportedQuery(
                    f"the aggregate {expression.name} stands where rows are not grouped", construct=expression.name
                )
            case _:
                assert_never(expression)

    def value(self, expression: Expression) -> _Value:
        """The value of the node; variables are decoded once per id."""
        if isinstance(expression, VariableReference):
            slot, value_of_id = self.slots.get(expression.variable), self.context.value
            return _unbound if slot is None else lambda row: value_of_id(row[slot])
        if isinstance(expression, Constant) and not variables_of(expression):
            constant = value_of(expression.term)
            return lambda row: constant
        operand = self.operand(expression)
        return lambda row: to_value(operand(row))

    def term(self, expression: Expression) -> Callable[[Row], Term]:
        """The term of the node."""
        operand = self.operand(expression)
        return lambda row: term_of(operand(row))

    def test(self, expression: Expression) -> Test:
        """The effective boolean value of the node."""
        if isinstance(expression, Or | And | Not | Comparison | In | Exists):
            return cast(Test, self.operand(expression))
        value = self.value(expression)
        return lambda row: effective_boolean_value(value(row))

    # -- terms -------------------------------------------------------------------------------------------------

    def _variable(self, variable: Variable) -> _Operand:
        slot, decode = self.slots.get(variable), self.context.decode
        if slot is None:
            return _unbound

        def lookup(row: Row) -> Operand:
            if not row[slot]:
                raise ExpressionError("unbound variable")
            return decode(row[slot])

        return lookup

    def _constant(self, term: Term) -> _Operand:
        if isinstance(term, Variable):
            return self._variable(term)
        if isinstance(term, TripleTerm) and any(isinstance(part, Variable) for part in parts_of(term)):
            build = BUILT_INS["TRIPLE"].call
            parts = [self._constant(part) for part in (term.subject, term.predicate, term.object)]
            return lambda row: build(*(term_of(part(row)) for part in parts))
        return lambda row: term

    # -- logic ---------------------------------------------------------------------------------------------------

    def _or(self, expression: Or) -> Test:
        """True where one operand is, an error where none is true and one is an error."""
        return decided_by([self.test(each) for each in chain_of(expression, Or)], decisive=True)

    def _and(self, expression: And) -> Test:
        """False where one operand is, an error where none is false and one is an error."""
        return decided_by([self.test(each) for each in chain_of(expression, And)], decisive=False)

    def _comparison(self, expression: Comparison) -> Test:
        left, right, sign = self.value(expression.left), self.value(expression.right), expression.operator
        return lambda row: compare(sign, left(row), right(row))

    def _in(self, expression: In) -> Test:
        """True where ``=`` holds for one choice, an error where it holds for none and is an error for one."""
        operand = self.value(expression.operand)
        choices = [self.value(choice) for choice in expression.choices]
        negated = expression.negated

        def is_in(row: Row) -> bool:
            value = operand(row)
            error: ExpressionError | None = None
            for choice in choices:
                try:
                    if equals(value, choice(row)):
                        return not negated
                except ExpressionError as caught:
                    error = caught
            if error is not None:
                raise error
            return negated

        return is_in

    def _exists(self, expression: Exists) -> Test:
        if self.context.exists is None:
            name = "NOT EXISTS" if expression.negated else "EXISTS"
            raise UnsupportedQuery(f"{name} cannot be used in this place", construct=name)
        matches, negated = self.context.exists(expression, self.slots), expression.negated
        return lambda row: matches(row) is not negated

    # -- arithmetic -----------------------------------------------------------------------------------------------

    def _arithmetic(self, expression: Arithmetic) -> _Value:
        left, right, sign = self.value(expression.left), self.value(expression.right), expression.operator
        return lambda row: calculate(sign, left(row), right(row))

    def _plus(self, expression: UnaryPlus) -> _Value:
        value = self.value(expression.operand)

        def plus(row: Row) -> Value:
            number = value(row)
            if not is_number(number):
                raise ExpressionError("only numbers have a sign")
            return number

        return plus

    # -- functions --------------------------------------------------------------------------------------------------

    def _built_in(self, expression: BuiltInCall) -> _Operand:
        match expression.name.upper():
            case "BOUND":
                return self._bound(expression)
            case "IF":
                return self._if(expression)
            case "COALESCE":
                return self._coalesce(expression)
            case "BNODE":
                return self._bnode(expression)
            case name if name in BUILT_INS:
                self._check_pattern(name, expression.arguments)
                return self._call(name, BUILT_INS[name], expression.arguments)
            case _:
                raise UnsupportedQuery(f"there is no built-in function {expression.name}", construct=expression.name)

    def _cast(self, expression: FunctionCall) -> _Operand:
        function = CASTS.get(str(expression.iri))
        name = expression.iri.n3()
        if function is None:
            raise UnsupportedQuery(f"the function {name} is not known; only casts of XML Schema are", construct=name)
        if expression.distinct:
            raise UnsupportedQuery(f"{name} is no aggregate and takes no DISTINCT", construct=name)
        return self._call(name, function, expression.arguments)

    def _call(self, name: str, function: Function, arguments: tuple[Expression, ...]) -> _Operand:
        _check_arity(name, len(arguments), function.least, function.most)
        read = self.term if function.on_terms else self.value
        readers = [read(argument) for argument in arguments]
        call, context = function.call, self.context
        if function.in_environment:
            return lambda row: call(context, *(reader(row) for reader in readers))
        if len(readers) == 1:
            reader = readers[0]
            return lambda row: call(reader(row))
        return lambda row: call(*(reader(row) for reader in readers))

    def _check_pattern(self, name: str, arguments: tuple[Expression, ...]) -> None:
        """A constant regular expression that is none would be an error on every row: say so at once."""
        at = {"REGEX": 2, "REPLACE": 3}.get(name)
        texts = [_constant_text(each) for each in (*arguments[1:2], *arguments[at:])] if at is not None else []
        if texts and all(text is not None for text in texts):
            try:
                self.context.pattern(*(text or "" for text in (*texts, "")[:2]))
            except InvalidPattern as error:
                raise UnsupportedQuery(f"{name}: {error}", construct=name) from None

    def _bound(self, expression: BuiltInCall) -> Test:
        _check_arity("BOUND", len(expression.arguments), 1, 1)
        argument = expression.arguments[0]
        if not isinstance(argument, VariableReference):
            raise UnsupportedQuery("BOUND takes a variable", construct="BOUND")
        slot = self.slots.get(argument.variable)
        return (lambda row: False) if slot is None else (lambda row: row[slot] != 0)

    def _if(self, expression: BuiltInCall) -> _Operand:
        _check_arity("IF", len(expression.arguments), 3, 3)
        condition, *rest = expression.arguments
        test, (then, otherwise) = self.test(condition), map(self.operand, rest)
        return lambda row: then(row) if test(row) else otherwise(row)

    def _coalesce(self, expression: BuiltInCall) -> _Operand:
        operands = [self.operand(argument) for argument in expression.arguments]

        def first(row: Row) -> Operand:
            for operand in operands:
                try:
                    return operand(row)
                except ExpressionError:
                    continue
            raise ExpressionError("COALESCE has no argument without an error")

        return first

    def _bnode(self, expression: BuiltInCall) -> _Operand:
        _check_arity("BNODE", len(expression.arguments), 0, 1)
        context = self.context
        if not expression.arguments:
            return context.bnode
        label = self.value(expression.arguments[0])

        def labelled(row: Row) -> Operand:
            value = label(row)
            if type(value) is not str:
                raise ExpressionError("BNODE takes an xsd:string")
            return context.bnode(row, value)

        return labelled


def _constant_text(expression: Expression) -> str | None:
    value = value_of(expression.term) if isinstance(expression, Constant) else None
    return value if type(value) is str else None


def _unbound(row: Row) -> Value:
    raise ExpressionError("unbound variable")


def _check_arity(name: str, given: int, least: int, most: int | None) -> None:
    if given < least or (most is not None and given > most):
        wanted = f"{least}" if least == most else f"{least} or more" if most is None else f"{least} to {most}"
        raise UnsupportedQuery(f"{name} takes {wanted} arguments, {given} are given", construct=name)
