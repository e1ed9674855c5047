"""Operators, logic, and how expressions are compiled."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from graphragprov.errors import QueryTooExpensive, UnsupportedQuery
from graphragprov.sparql.algebra import (
    BGP,
    Aggregate,
    And,
    BuiltInCall,
    Comparison,
    Constant,
    Exists,
    Expression,
    FunctionCall,
    In,
    Not,
    TriplePattern,
    UnaryMinus,
    UnaryPlus,
    VariableReference,
)
from graphragprov.sparql.expressions import (
    compile_condition,
    compile_expression,
    contains_exists,
    is_volatile,
    split_conjuncts,
    variables_of,
)
from graphragprov.terms import Term, TripleTerm, URIRef, Variable

from .expression_tools import ERROR, binary, call, constant, context_of, evaluate, read

X, Y = Variable("x"), Variable("y")

# -- three-valued logic -----------------------------------------------------------------------------------

T, F, E = "true", "false", "?unbound"
OR_TABLE = [
    (T, T, T),
    (T, F, T),
    (F, T, T),
    (F, F, F),
    (T, E, T),
    (E, T, T),
    (F, E, ERROR),
    (E, F, ERROR),
    (E, E, ERROR),
]
AND_TABLE = [
    (T, T, T),
    (T, F, F),
    (F, T, F),
    (F, F, F),
    (T, E, ERROR),
    (E, T, ERROR),
    (F, E, F),
    (E, F, F),
    (E, E, ERROR),
]


@pytest.mark.parametrize(("left", "right", "expected"), OR_TABLE)
def test_or_is_three_valued(left: str, right: str, expected: str) -> None:
    assert evaluate(binary(left, "||", right)) == expected


@pytest.mark.parametrize(("left", "right", "expected"), AND_TABLE)
def test_and_is_three_valued(left: str, right: str, expected: str) -> None:
    assert evaluate(binary(left, "&&", right)) == expected


@pytest.mark.parametrize(("operand", "expected"), [(T, F), (F, T), (E, ERROR)])
def test_not_is_three_valued(operand: str, expected: str) -> None:
    assert evaluate(Not(constant(operand))) == expected


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        ("true", T),
        ("1", T),
        ('"a"', T),
        ("0.5", T),
        ("false", F),
        ("0", F),
        ("0.0", F),
        ("0e0", F),
        ('""', F),
        ('"NaN"^^xsd:double', F),
        ('"0"^^xsd:float', F),
        ('"1"^^xsd:boolean', T),
        ('"a"@en', ERROR),
        ('"z"^^xsd:boolean', ERROR),
        ('"z"^^xsd:integer', ERROR),
        ('"2020-01-01T00:00:00Z"^^xsd:dateTime', ERROR),
        ("<http://example/a>", ERROR),
        ("_:b", ERROR),
    ],
)
def test_effective_boolean_value(term: str, expected: str) -> None:
    assert evaluate(Not(Not(constant(term)))) == expected


# -- comparison ---------------------------------------------------------------------------------------------

UNKNOWN = '"x"^^<http://example/unknown>'


@pytest.mark.parametrize(
    ("left", "sign", "right", "expected"),
    [
        # numbers, whatever their types and lexical forms
        ("1", "=", '"01"^^xsd:integer', T),
        ("1", "=", "1.0", T),
        ("1", "=", "1e0", T),
        ('"1"^^xsd:float', "=", "1", T),
        ("0.1", "=", "0.1e0", T),
        ('"0.1"^^xsd:float', "=", "0.1e0", F),
        ('"0.1"^^xsd:float', "=", "0.1", T),
        ('"3"^^xsd:byte', "<", "3.5", T),
        ('"300"^^xsd:byte', "<", "301", ERROR),
        ('"NaN"^^xsd:double', "=", '"NaN"^^xsd:double', F),
        ('"NaN"^^xsd:double', "!=", '"NaN"^^xsd:double', T),
        ('"INF"^^xsd:double', ">", "1", T),
        ("1", "<=", "1.0", T),
        ("1", "=", '"1"', F),
        ("1", "!=", '"1"', T),
        ("1", "<", '"2"', ERROR),
        ("1", "=", "true", F),
        # strings
        ('"a"', "=", '"a"^^xsd:string', T),
        ('"a"', "<", '"b"', T),
        ('"B"', "<", '"a"', T),
        ('"a"', "=", '"a"@en', F),
        ('"a"@en', "=", '"a"@EN', T),
        ('"a"@en', "!=", '"a"@fr', T),
        ('"a"@ar--rtl', "=", '"a"@ar', F),
        ('"a"@en', "<", '"b"@en', ERROR),
        # booleans
        ("false", "<", "true", T),
        ('"1"^^xsd:boolean', "=", "true", T),
        # terms that are not literals
        ("<http://example/a>", "=", "<http://example/a>", T),
        ("<http://example/a>", "!=", "<http://example/b>", T),
        ("<http://example/a>", "=", '"http://example/a"', F),
        ("<http://example/a>", "<", "<http://example/b>", ERROR),
        ("_:a", "=", "_:a", T),
        ("_:a", "=", "<http://example/a>", F),
        # values that nobody knows (open-world tests of the W3C)
        (UNKNOWN, "=", UNKNOWN, T),
        (UNKNOWN, "=", '"y"^^<http://example/unknown>', ERROR),
        (UNKNOWN, "!=", '"y"^^<http://example/unknown>', ERROR),
        (UNKNOWN, "=", '"x"', ERROR),
        (UNKNOWN, "=", '"x"@en', F),
        (UNKNOWN, "=", "<http://example/x>", F),
        ('"xyz"^^xsd:integer', "=", '"xyz"^^xsd:integer', T),
        ('"xyz"^^xsd:integer', "=", '"abc"^^xsd:integer', ERROR),
        ('"xyz"^^xsd:integer', "=", "1", ERROR),
    ],
)
def test_comparison(left: str, sign: str, right: str, expected: str) -> None:
    assert evaluate(binary(left, sign, right)) == expected


def _triple(object_: str, subject: str = "<http://example/s>") -> Constant:
    return Constant(TripleTerm(read(subject), URIRef("http://example/p"), read(object_)))


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (_triple("123"), _triple("123.0"), T),
        (_triple("123"), _triple("124"), F),
        (_triple("123"), _triple('"z"^^xsd:integer'), ERROR),
        (_triple("123"), _triple('"z"^^xsd:integer', "<http://example/other>"), F),
        (_triple("123"), constant("123"), F),
    ],
)
def test_triple_terms_compare_by_the_values_of_their_components(
    left: Expression, right: Expression, expected: str
) -> None:
    assert evaluate(Comparison("=", left, right)) == expected


def test_a_triple_term_with_variables_is_filled_in() -> None:
    term = Constant(TripleTerm(Variable("s"), URIRef("http://example/p"), Variable("o")))
    filled = evaluate(term, {"s": "<http://example/s>", "o": "7"})
    assert filled == "<<( <http://example/s> <http://example/p> 7 )>>"
    assert evaluate(term, {"s": "<http://example/s>"}) == ERROR
    assert evaluate(term, {"s": '"literal"', "o": "7"}) == ERROR


@pytest.mark.parametrize(
    ("operand", "choices", "expected"),
    [
        ("2", ["1", "2", "3"], T),
        ("2", ["1", "3"], F),
        ("2", [], F),
        ("2", ["?unbound", "2"], T),
        ("2", ["?unbound", "3"], ERROR),
        ("?unbound", ["2"], ERROR),
        ("2", ["2.0"], T),
    ],
)
def test_in(operand: str, choices: list[str], expected: str) -> None:
    choices_nodes = tuple(map(constant, choices))
    opposite = {T: F, F: T, ERROR: ERROR}[expected]
    assert evaluate(In(constant(operand), choices_nodes)) == expected
    assert evaluate(In(constant(operand), choices_nodes, negated=True)) == opposite


# -- arithmetic -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("left", "sign", "right", "expected"),
    [
        ("1", "+", "2", "3"),
        ("1.0", "+", "2", "3.0"),
        ("0.1", "+", "0.2", "0.3"),
        ('"1"^^xsd:int', "+", '"2"^^xsd:byte', "3"),
        ("1", "+", "2e0", "3.0E0"),
        ('"1"^^xsd:float', "+", "2", '"3.0E0"^^xsd:float'),
        ('"1"^^xsd:float', "+", "2e0", "3.0E0"),
        ('"1"^^xsd:float', "*", "2.5", '"2.5E0"^^xsd:float'),
        ("2", "*", "3", "6"),
        ("1", "-", "2.5", "-1.5"),
        ("6", "/", "3", "2.0"),
        ("1", "/", "4", "0.25"),
        ("1", "/", "3", "0.333333333333333333"),
        ("2", "/", "3", "0.666666666666666667"),
        ("11.1", "/", "5", "2.22"),
        ("99999999999999999999999", "/", "1", "99999999999999999999999.0"),
        ("1", "/", "0", ERROR),
        ("1.0", "/", "0.0", ERROR),
        ("1", "/", "0e0", '"INF"^^xsd:double'),
        ("-1e0", "/", "0", '"-INF"^^xsd:double'),
        ("0e0", "/", "0", '"NaN"^^xsd:double'),
        ('"a"', "+", '"b"', ERROR),
        ("1", "+", '"b"', ERROR),
        ("true", "+", "1", ERROR),
        ('"x"^^xsd:integer', "+", "1", ERROR),
        ('"0.01"^^xsd:float', "-", "0.01", '"0.0E0"^^xsd:float'),
        ('"3e38"^^xsd:float', "*", "10", '"INF"^^xsd:float'),
        ("123456789012345678901234567890", "*", "10", "1234567890123456789012345678900"),
    ],
)
def test_arithmetic(left: str, sign: str, right: str, expected: str) -> None:
    assert evaluate(binary(left, sign, right)) == expected


@pytest.mark.parametrize(
    ("operand", "minus", "plus"),
    [
        ("3", "-3", "3"),
        ('"03"^^xsd:int', "-3", "3"),
        ("1.50", "-1.5", "1.5"),
        ("0.0", "0.0", "0.0"),
        ("1e1", "-1.0E1", "1.0E1"),
        ('"3"^^xsd:float', '"-3.0E0"^^xsd:float', '"3.0E0"^^xsd:float'),
        ('"3"', ERROR, ERROR),
        ("true", ERROR, ERROR),
    ],
)
def test_signs(operand: str, minus: str, plus: str) -> None:
    assert evaluate(UnaryMinus(constant(operand))) == minus
    assert evaluate(UnaryPlus(constant(operand))) == plus


def test_arithmetic_overflows_with_an_error_not_a_crash() -> None:
    huge = "9" * 900
    square = binary(huge, "*", huge)
    assert evaluate(binary(square, "*", square)) != ERROR
    assert evaluate(binary(binary(square, "*", square), "*", square)) == ERROR
    assert evaluate(binary("9" * 1001, "+", "1")) == ERROR
    small = "0." + "0" * 900 + "1"
    assert evaluate(binary(binary(small, "*", small), "*", binary(small, "*", binary(small, "*", small)))) == ERROR


# -- forms ---------------------------------------------------------------------------------------------------------


def test_terms_that_are_passed_on_keep_their_lexical_form() -> None:
    assert evaluate(constant("?x"), {"x": '"01"^^xsd:integer'}) == "01"
    assert evaluate(call("IF", "true", "?x", "1"), {"x": '"1.50"^^xsd:decimal'}) == "1.50"
    assert evaluate(call("COALESCE", "?nothing", "?x"), {"x": '"a"@EN'}) == '"a"@EN'


def test_bound_if_and_coalesce() -> None:
    assert evaluate(call("BOUND", "?x"), {"x": "1"}) == T
    assert evaluate(call("BOUND", "?y"), {"x": "1"}) == F
    assert evaluate(call("IF", binary("1", "/", "0"), "false", "true")) == ERROR
    assert evaluate(call("IF", "0", binary("1", "/", "0"), "2")) == "2"
    assert evaluate(call("COALESCE")) == ERROR
    assert evaluate(call("COALESCE", "?a", binary("1", "/", "0"))) == ERROR
    assert evaluate(call("COALESCE", "?a", "-3")) == "-3"


def test_an_unbound_id_is_an_error_and_not_bound() -> None:
    context = context_of([None, read("1")])
    assert not compile_condition(call("BOUND", "?x"), {X: 0}, context)((0,))
    assert compile_condition(Not(call("BOUND", "?x")), {X: 0}, context)((0,))
    assert not compile_condition(Comparison("=", constant("?x"), constant("?x")), {X: 0}, context)((0,))


# -- compilation ---------------------------------------------------------------------------------------------------


def _counting(terms: list[Term | None]) -> tuple[Callable[[int], Term], list[int]]:
    asked: list[int] = []

    def decode(identifier: int) -> Term:
        asked.append(identifier)
        term = terms[identifier]
        assert term is not None
        return term

    return decode, asked


def test_a_condition_on_one_variable_is_evaluated_once_per_term() -> None:
    from graphragprov.sparql.expressions import ExpressionContext

    decode, asked = _counting([None, read('"1986"^^xsd:gYear'), read('"1999"^^xsd:gYear'), read('"x"')])
    condition = compile_condition(
        Comparison("<", call("STRLEN", call("STR", "?x")), constant("4.5")), {X: 1}, ExpressionContext(decode)
    )
    rows = [(0, identifier) for identifier in (1, 2, 3, 1, 2, 3, 1)]
    assert [condition(row) for row in rows] == [True] * 7
    assert sorted(asked) == [1, 2, 3]


def test_errors_are_remembered_as_errors() -> None:
    context = context_of([None, read('"a"'), read("2")])
    function = compile_expression(binary("?x", "+", "1"), {X: 0}, context)
    outcomes = []
    for identifier in (1, 2, 1, 2):
        try:
            outcomes.append(str(function((identifier,))))
        except Exception as error:
            outcomes.append(type(error).__name__)
    assert outcomes == ["ExpressionError", "3", "ExpressionError", "3"]


def test_values_are_decoded_once_for_several_variables() -> None:
    from graphragprov.sparql.expressions import ExpressionContext

    decode, asked = _counting([None, read("1"), read("2")])
    condition = compile_condition(
        Comparison("<", constant("?x"), constant("?y")), {X: 0, Y: 1}, ExpressionContext(decode)
    )
    assert [condition(row) for row in [(1, 2), (2, 1), (1, 1), (1, 2)]] == [True, False, False, True]
    assert sorted(asked) == [1, 2]


def test_volatile_functions_are_called_every_time() -> None:
    context = context_of([None, read("1")])
    function = compile_expression(call("UUID"), {}, context)
    assert function(()) != function(())
    noise = compile_expression(call("STRUUID"), {X: 0}, context)
    assert noise((1,)) != noise((1,))


def test_a_chain_of_conditions_is_as_long_as_it_likes() -> None:
    chain: Expression = constant("true")
    for number in range(5_000):
        chain = And(chain, binary("?x", "!=", str(number)))
    context = context_of([None, read("7"), read("-1")])
    condition = compile_condition(chain, {X: 0}, context)
    assert (condition((1,)), condition((2,))) == (False, True)
    alternatives: Expression = constant("false")
    for number in range(5_000):
        alternatives = binary(alternatives, "||", binary("?x", "=", str(number)))
    condition = compile_condition(alternatives, {X: 0}, context)
    assert (condition((1,)), condition((2,))) == (True, False)


@pytest.mark.parametrize("wrap", [Not, UnaryMinus, lambda e: binary("1", "+", e), lambda e: call("STR", e)])
def test_deep_nesting_works_up_to_a_bound_and_is_then_refused(wrap: Callable[[Expression], Expression]) -> None:
    nested = constant("1")
    for _ in range(95):
        nested = wrap(nested)
    assert evaluate(nested) != ERROR
    for _ in range(500):
        nested = wrap(nested)
    with pytest.raises(QueryTooExpensive, match="nested deeper than"):
        evaluate(nested)


def test_conjuncts_are_split_in_order() -> None:
    a, b, c = constant("?a"), constant("?b"), constant("?c")
    assert split_conjuncts(And(And(a, b), c)) == (a, b, c)
    assert split_conjuncts(And(a, And(b, c))) == (a, b, c)
    assert split_conjuncts(binary("?a", "||", "?b")) == (binary("?a", "||", "?b"),)


def test_variables_are_found_everywhere() -> None:
    pattern = BGP((TriplePattern(Variable("s"), URIRef("http://example/p"), Variable("o")),))
    expression = And(
        In(
            constant("?a"), (constant("?b"), Constant(TripleTerm(Variable("t"), URIRef("http://example/p"), read("1"))))
        ),
        And(Exists(pattern), call("xsd:integer", call("BOUND", "?c"))),
    )
    assert variables_of(expression) == {Variable(name) for name in "abtsoc"}
    assert contains_exists(expression)
    assert not contains_exists(constant("?a"))


@pytest.mark.parametrize("name", ["RAND", "UUID", "STRUUID", "NOW", "BNODE"])
def test_volatile_expressions_are_recognised(name: str) -> None:
    assert is_volatile(binary("1", "=", call("STR", call(name))))
    assert not is_volatile(call("STR", "1"))


def test_exists_is_asked_of_the_context() -> None:
    pattern = BGP(())
    asked: list[tuple[Exists, dict[Variable, int]]] = []

    def exists(node: Exists, slots: object) -> Callable[[Sequence[int]], bool]:
        asked.append((node, dict(slots)))  # type: ignore[call-overload]
        return lambda row: row[0] == 1

    context = context_of([None, read("1"), read("2")], exists=exists)
    condition = compile_condition(Exists(pattern), {X: 0}, context)
    negated = compile_condition(Exists(pattern, negated=True), {X: 0}, context)
    assert [condition((each,)) for each in (1, 2)] == [True, False]
    assert [negated((each,)) for each in (1, 2)] == [False, True]
    assert asked == [(Exists(pattern), {X: 0}), (Exists(pattern, negated=True), {X: 0})]


# -- what is refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "named"),
    [
        (BuiltInCall("FROBNICATE", ()), "FROBNICATE"),
        (FunctionCall(URIRef("http://example/f"), (constant("1"),)), "<http://example/f>"),
        (FunctionCall(URIRef("http://www.w3.org/2001/XMLSchema#integer"), (), distinct=True), "DISTINCT"),
        (Aggregate("SUM", constant("?x")), "SUM"),
        (Exists(BGP(())), "EXISTS"),
        (Exists(BGP(()), negated=True), "NOT EXISTS"),
        (call("STRLEN"), "STRLEN takes 1 arguments, 0 are given"),
        (call("SUBSTR", '"a"'), "SUBSTR takes 2 to 3 arguments, 1 are given"),
        (call("xsd:integer", "1", "2"), "takes 1 arguments, 2 are given"),
        (call("BOUND", "1"), "BOUND takes a variable"),
        (call("IF", "true", "1"), "IF takes 3"),
        (call("BNODE", '"a"', '"b"'), "BNODE takes 0 to 1"),
        (call("REGEX", "?x", '"("'), "REGEX"),
        (call("REGEX", "?x", '"a"', '"g"'), "REGEX"),
        (call("REPLACE", "?x", '"[z-a]"', '""'), "REPLACE"),
    ],
)
def test_what_is_not_supported_is_named_when_the_query_is_compiled(expression: Expression, named: str) -> None:
    with pytest.raises(UnsupportedQuery) as caught:
        compile_expression(expression, {}, context_of([None]))
    assert named in str(caught.value)
    assert caught.value.construct


def test_a_variable_without_a_column_is_unbound() -> None:
    assert evaluate(VariableReference(Variable("nowhere"))) == ERROR
