"""The grammar of SPARQL 1.1 Query with the RDF 1.2 constructs of SPARQL 1.2: one rule per bracket level.

https://www.w3.org/TR/sparql12-query/#sparqlGrammar; rules bear the names of its productions where they coincide.
"""

from __future__ import annotations

from pyparsing import Opt, ParserElement, ZeroOrMore

from . import kinds, tree
from .predictive import level_rule
from .terminals import OneKind, gathered, made, many, mark, optional, several, word

# -- terminals ------------------------------------------------------------------------------------------

_TERM = kinds.VARIABLE + kinds.IRI + kinds.LITERAL + kinds.BLANK_NODE + kinds.NIL + kinds.TRIPLE_TERM
_NODE = _TERM + kinds.ROUND + kinds.SQUARE + kinds.REIFIED_TRIPLE

_PROPERTY = "a property (an IRI, a variable, 'a' or a path)"
_OBJECT = "an object (a variable, an IRI, a literal, …)"
_SUBJECT = "a triple"
_ELEMENT = "a graph pattern (OPTIONAL, FILTER, BIND, UNION, …)"
_EXPRESSION = "an expression"
_OPERATOR = "an operator"
_PATH_OPERATOR = "a path operator"
_CONSTRAINT = "an expression in brackets or a function call"

iri = OneKind(kinds.IRI, "an IRI")
var = OneKind(kinds.VARIABLE, "a variable")
var_or_iri = OneKind(kinds.VARIABLE + kinds.IRI, "a variable or an IRI")
string = OneKind(kinds.PLAIN_STRING, "a string")
integer = OneKind(kinds.INTEGER, "a whole number")
group = OneKind(kinds.GROUP, "'{'")
brackets = OneKind(kinds.ROUND, "'('")
argument_list = OneKind(kinds.ROUND + kinds.NIL, "'(' and arguments")


def _element_word(name: str) -> OneKind:
    return OneKind(kinds.KEYWORDS[name], _ELEMENT)


# -- expressions ------------------------------------------------------------------------------------------


def _exists(label: str) -> ParserElement:
    keyword = OneKind(kinds.KEYWORDS["EXISTS"], label)
    negation = OneKind(kinds.KEYWORDS["NOT"], label)
    plain = made(keyword + group, lambda found, body: tree.ExistsCall(None, found, body))
    return plain | made(negation + word("EXISTS") + group, tree.ExistsCall)


_OPERATORS = kinds.OR + kinds.AND + "=" + kinds.NOT_EQUAL + "<>" + kinds.LESS_EQUAL + kinds.GREATER_EQUAL + "+-*/"
_function = OneKind(kinds.FUNCTION + kinds.AGGREGATE, _EXPRESSION)
_primary = (
    OneKind(kinds.VARIABLE + kinds.LITERAL + kinds.ROUND + kinds.TRIPLE_TERM, _EXPRESSION)
    | made(_function + argument_list, tree.Call)
    | made(OneKind(kinds.IRI, _EXPRESSION) + optional(argument_list), tree.Call)
    | _exists(_EXPRESSION)
)
_operand = _primary | ZeroOrMore(mark("!", keep=True, label=_EXPRESSION)) + Opt(OneKind("+-", _EXPRESSION)) + _primary
_infix = (
    OneKind(_OPERATORS, _OPERATOR) + _operand
    | OneKind(kinds.SIGNED, _OPERATOR)
    | made(OneKind(kinds.KEYWORDS["IN"], _OPERATOR) + argument_list, lambda _, choices: tree.InList(None, choices))
    | made(OneKind(kinds.KEYWORDS["NOT"], _OPERATOR) + word("IN", keep=False) + argument_list, tree.InList)
)
expression = made(_operand + ZeroOrMore(_infix), lambda *items: tree.Flat(items))

constraint = (
    OneKind(kinds.ROUND, _CONSTRAINT)
    | made(OneKind(kinds.FUNCTION + kinds.AGGREGATE + kinds.IRI, _CONSTRAINT) + argument_list, tree.Call)
    | _exists(_CONSTRAINT)
)

_argument = mark("*", keep=True) | expression
_separator = mark(";") + word("SEPARATOR", keep=False) + mark("=") + string

EXPRESSION = level_rule(expression)
NAMED_EXPRESSION = level_rule(made(expression + word("AS", keep=False) + var, tree.Named))
GROUP_KEY = level_rule(made(expression + optional(word("AS", keep=False) + var), tree.Named))
EXPRESSION_LIST = level_rule(several(expression, mark(",")))
ARGUMENTS = level_rule(
    made(optional(word("DISTINCT")) + several(_argument, mark(",")) + optional(_separator), tree.Arguments)
)

# -- property paths ---------------------------------------------------------------------------------------

_negated_iri = made(optional(mark("^", keep=True)) + OneKind(kinds.IRI + kinds.TYPE, "an IRI or 'a'"), tree.NegatedIri)
_negation = made(mark("!", label=_PROPERTY) + (OneKind(kinds.ROUND + kinds.NIL, "'('") | _negated_iri), tree.Negation)
_path_primary = OneKind(kinds.IRI + kinds.TYPE + kinds.ROUND, _PROPERTY) | _negation
_path_element = made(
    optional(mark("^", keep=True, label=_PROPERTY)) + _path_primary + optional(OneKind("?*+", _PATH_OPERATOR)),
    tree.PathElement,
)
_path_sequence = made(several(_path_element, mark("/", label=_PATH_OPERATOR)), tree.PathSteps)
path = made(several(_path_sequence, mark("|", label=_PATH_OPERATOR)), tree.PathChoice)

PATH = level_rule(path)
NEGATED_SET = level_rule(several(_negated_iri, mark("|")))

# -- triples ------------------------------------------------------------------------------------------------

verb = OneKind(kinds.VARIABLE + kinds.IRI + kinds.TYPE, _PROPERTY)
_verb_path = OneKind(kinds.VARIABLE + kinds.IRI + kinds.TYPE, _PROPERTY, unless="/|*?+") | path
_reifier = made(
    OneKind("~", "'~'") + optional(OneKind(kinds.VARIABLE + kinds.IRI + kinds.BLANK_NODE, "a reifier")),
    lambda tilde, name: tree.Reifier(tilde.at, name),
)
_annotation = _reifier | OneKind(kinds.ANNOTATION, "'{|'")
_object = made(OneKind(_NODE, _OBJECT) + many(_annotation), tree.Object)
_property = made(_verb_path + several(_object, mark(",")), tree.Property)
_property_list = gathered(_property + ZeroOrMore(mark(";") + Opt(_property)))
_triples = made(OneKind(_TERM, _SUBJECT) + _property_list, tree.Triples) | made(
    OneKind(kinds.ROUND + kinds.SQUARE + kinds.REIFIED_TRIPLE, _SUBJECT) + Opt(_property_list, default=()), tree.Triples
)
triples_block = _triples + ZeroOrMore(mark(".") + _triples) + Opt(mark("."))

PROPERTY_LIST = level_rule(_property_list)
COLLECTION = level_rule(several(OneKind(_NODE, _OBJECT)))
TEMPLATE = level_rule(gathered(Opt(triples_block)))

_SIMPLE = kinds.VARIABLE + kinds.IRI + kinds.LITERAL + kinds.BLANK_NODE + kinds.TRIPLE_TERM


def _triple(subject: str, predicate: str, obj: str) -> ParserElement:
    return (
        OneKind(subject, "a subject")
        + OneKind(predicate, "a predicate (an IRI, 'a' or a variable)")
        + OneKind(obj, "an object")
    )


_verb = kinds.VARIABLE + kinds.IRI + kinds.TYPE
_reified = _SIMPLE + kinds.REIFIED_TRIPLE
REIFIED_TRIPLE = level_rule(made(_triple(_reified, _verb, _reified) + optional(_reifier), tree.ReifiedTriple))
TRIPLE_TERM = level_rule(made(_triple(_SIMPLE, _verb, _SIMPLE), tree.ReifiedTriple))
EXPRESSION_TRIPLE_TERM = level_rule(
    made(
        _triple(kinds.VARIABLE + kinds.IRI, _verb, kinds.VARIABLE + kinds.IRI + kinds.LITERAL + kinds.TRIPLE_TERM),
        tree.ReifiedTriple,
    )
)
DATA_TRIPLE_TERM = level_rule(
    made(_triple(kinds.IRI, kinds.IRI + kinds.TYPE, kinds.IRI + kinds.LITERAL + kinds.TRIPLE_TERM), tree.ReifiedTriple)
)

# -- inline data --------------------------------------------------------------------------------------------

_data_value = OneKind(
    kinds.IRI + kinds.LITERAL + kinds.TRIPLE_TERM + kinds.KEYWORDS["UNDEF"], "an IRI, a literal or UNDEF"
)
_data_variables = OneKind(kinds.VARIABLE + kinds.ROUND + kinds.NIL, "a variable or variables in brackets")


def _data_block(label: str) -> ParserElement:
    return made(OneKind(kinds.KEYWORDS["VALUES"], label) + _data_variables + group, tree.DataBlock)


DATA_VALUES = level_rule(many(_data_value))
DATA_ROWS = level_rule(many(OneKind(kinds.ROUND + kinds.NIL, "'(' and a row of values")))
VARIABLES = level_rule(many(var))

# -- graph patterns -----------------------------------------------------------------------------------------

_group_or_union = made(
    OneKind(kinds.GROUP, _ELEMENT) + ZeroOrMore(OneKind(kinds.KEYWORDS["UNION"], _ELEMENT, keep=False) + group),
    lambda *bodies: tree.Alternatives(bodies),
)
_not_triples = (
    made(_element_word("FILTER") + constraint, tree.FilterClause)
    | made(OneKind(kinds.KEYWORDS["OPTIONAL"] + kinds.KEYWORDS["MINUS"], _ELEMENT) + group, tree.Keyworded)
    | _group_or_union
    | made(_element_word("BIND") + brackets, tree.BindClause)
    | _data_block(_ELEMENT)
    | made(_element_word("GRAPH") + var_or_iri + group, tree.GraphClause)
    | made(_element_word("SERVICE") + optional(word("SILENT")) + var_or_iri + group, tree.ServiceClause)
)
GROUP_GRAPH_PATTERN = level_rule(
    gathered(Opt(triples_block) + ZeroOrMore(_not_triples + Opt(mark(".")) + Opt(triples_block)))
)

# -- queries ------------------------------------------------------------------------------------------------

_order_condition = made(
    OneKind(kinds.KEYWORDS["ASC"] + kinds.KEYWORDS["DESC"], _CONSTRAINT) + brackets, tree.Order
) | made(OneKind(kinds.VARIABLE, _CONSTRAINT) | constraint, lambda found: tree.Order(None, found))


def _limit(name: str) -> ParserElement:
    return made(word(name) + integer, tree.Limit)


def _clause(name: str, content: ParserElement) -> ParserElement:
    return Opt(word(name, keep=False) + content, default=())


_modifiers = made(
    _clause("GROUP", word("BY", keep=False) + several(OneKind(kinds.VARIABLE, _CONSTRAINT) | constraint))
    + _clause("HAVING", several(constraint))
    + _clause("ORDER", word("BY", keep=False) + several(_order_condition))
    + gathered(Opt(_limit("LIMIT") + Opt(_limit("OFFSET")) | _limit("OFFSET") + Opt(_limit("LIMIT")))),
    tree.Modifiers,
)
_dataset = many(made(word("FROM", keep=False) + optional(word("NAMED")) + iri, tree.From))
_where = Opt(word("WHERE", keep=False)) + group
_values = optional(_data_block("VALUES"))
_item = OneKind(kinds.VARIABLE + kinds.ROUND, "'*', a variable or (expression AS ?variable)")
_items = gathered(OneKind("*", _item.label) | _item + ZeroOrMore(_item))
_select_clause = (
    word("SELECT") + optional(OneKind(kinds.KEYWORDS["DISTINCT"] + kinds.KEYWORDS["REDUCED"], "DISTINCT")) + _items
)
select_query = made(_select_clause + _dataset + _where + _modifiers + _values, tree.Select)
SUB_SELECT = level_rule(
    made(
        _select_clause + _where + _modifiers + _values,
        lambda keyword, qualifier, items, *rest: tree.Select(keyword, qualifier, items, (), *rest),
    )
)

ask_query = made(word("ASK") + _dataset + _where + _modifiers + _values, tree.Ask)
construct_query = made(word("CONSTRUCT") + group + _dataset + _where + _modifiers + _values, tree.Construct) | made(
    word("CONSTRUCT") + _dataset + word("WHERE", keep=False) + group + _modifiers + _values,
    lambda keyword, *rest: tree.Construct(keyword, None, *rest),
)
describe_query = made(
    word("DESCRIBE")
    + gathered(mark("*", keep=True) | var_or_iri + ZeroOrMore(var_or_iri))
    + _dataset
    + optional(_where)
    + _modifiers
    + _values,
    tree.Describe,
)
_declaration = (
    made(
        word("PREFIX") + OneKind(kinds.PNAME_NS, "a prefix such as 'rel:'") + OneKind(kinds.IRIREF, "an IRI in <…>"),
        tree.Declaration,
    )
    | made(
        word("BASE") + OneKind(kinds.IRIREF, "an IRI in <…>"), lambda *found: tree.Declaration(found[0], None, found[1])
    )
    | made(
        word("VERSION") + OneKind(kinds.STRING, "a version in quotation marks"),
        lambda *found: tree.Declaration(found[0], None, found[1]),
    )
)
prologue_items = ZeroOrMore(_declaration)
QUERY = level_rule(
    made(
        gathered(ZeroOrMore(_declaration)) + (select_query | ask_query | construct_query | describe_query),
        tree.QueryUnit,
    )
)
