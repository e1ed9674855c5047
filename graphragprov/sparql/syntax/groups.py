"""Graph patterns to algebra, https://www.w3.org/TR/sparql12-query/#sparqlTranslateGraphPatterns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias, assert_never

from ...terms import DirectionalLiteral, Literal, TripleTerm, URIRef, Variable
from ..algebra import (
    BGP,
    And,
    Expression,
    Extend,
    Filter,
    Graph,
    Join,
    LeftJoin,
    Minus,
    Path,
    Pattern,
    Service,
    TriplePattern,
    Union,
    Values,
)
from . import grammar, kinds, tree
from .balance import balanced
from .context import Context, Scope
from .expressions import Place, constraint, expression
from .lexer import Token
from .terms import TYPE, iri, literal_term, variable
from .triples import Statement, TriplesBuilder

UNIT = BGP(())

Ground: TypeAlias = URIRef | Literal | DirectionalLiteral | TripleTerm


class Translated(NamedTuple):
    """A group: its pattern, and the conjunction of its filters, which OPTIONAL needs apart."""

    pattern: Pattern
    condition: Expression | None

    def joined(self) -> Pattern:
        """The whole group as one pattern."""
        return self.pattern if self.condition is None else Filter(self.condition, self.pattern)


def group(context: Context, token: Token, scope: Scope) -> Pattern:
    """The pattern of a group in braces; ``scope`` receives its variables."""
    return translate_group(context, token, scope).joined()


def translate_group(context: Context, token: Token, scope: Scope) -> Translated:
    """The pattern and the condition of a group in braces; ``scope`` receives its variables."""
    level = context.inside(token)
    if level.startswith(kinds.KEYWORDS["SELECT"]):
        return Translated(context.sub_select(context, level, scope), None)
    elements: tuple[tree.Element, ...] = context.read(grammar.GROUP_GRAPH_PATTERN, level)
    builder = _Group(context)
    for element in elements:
        builder.add(element)
    found = builder.finished()
    scope.update(builder.scope)
    return found


def join(left: Pattern, right: Pattern) -> Pattern:
    """The join, without the unit table (the empty basic graph pattern)."""
    if left == UNIT:
        return right
    return left if right == UNIT else Join(left, right)


class _Group:
    def __init__(self, context: Context) -> None:
        self.context = context
        self.scope: Scope = {}
        self.pattern: Pattern = UNIT
        self.filters: list[Expression] = []
        self.triples = TriplesBuilder(context, self.scope)

    def add(self, element: tree.Element) -> None:
        """Take in the next element."""
        if isinstance(element, tree.Triples):
            self.triples.add((element,))
        elif isinstance(element, tree.FilterClause):
            self.filters.append(constraint(self.context, element.constraint, Place("FILTER")))
        else:
            self._end_triples()
            self.pattern = self._extended(element)

    def finished(self) -> Translated:
        """The whole group."""
        self._end_triples()
        return Translated(self.pattern, balanced(And, self.filters) if self.filters else None)

    def _end_triples(self) -> None:
        for part in _basic_patterns(self.triples.statements):
            self.pattern = join(self.pattern, part)
        self.triples.statements = []
        self.triples.next_block()

    def _extended(
        self,
        element: tree.Alternatives
        | tree.Keyworded
        | tree.GraphClause
        | tree.ServiceClause
        | tree.BindClause
        | tree.DataBlock,
    ) -> Pattern:
        context, scope = self.context, self.scope
        match element:
            case tree.Alternatives(bodies):
                return join(self.pattern, balanced(Union, [group(context, body, scope) for body in bodies]))
            case tree.Keyworded(keyword, body) if keyword.kind == kinds.KEYWORDS["MINUS"]:
                return Minus(self.pattern, group(context, body, {}))
            case tree.Keyworded(_, body):
                right = translate_group(context, body, scope)
                return LeftJoin(self.pattern, right.pattern, right.condition)
            case tree.GraphClause(keyword, name, body):
                graph = self._name(name)
                return join(self.pattern, Graph(graph, group(context, body, scope), keyword.at))
            case tree.ServiceClause(keyword, silent, name, body):
                service = self._name(name)
                pattern = group(context, body, scope)
                return join(self.pattern, Service(service, pattern, silent is not None, keyword.at))
            case tree.BindClause():
                return self._bind(element)
            case tree.DataBlock():
                return join(self.pattern, inline_data(context, element, scope))
            case _:
                assert_never(element)

    def _name(self, token: Token) -> URIRef | Variable:
        if token.kind == kinds.VARIABLE:
            found = variable(token)
            self.scope[found] = None
            return found
        return iri(self.context, token)

    def _bind(self, element: tree.BindClause) -> Extend:
        named: tree.Named = self.context.read(grammar.NAMED_EXPRESSION, self.context.inside(element.body))
        assert named.variable is not None
        name = variable(named.variable)
        if name in self.scope:
            raise self.context.error(
                named.variable, f"BIND cannot assign to ?{name}, which is already in use before it in this group"
            )
        value = expression(self.context, named.expression, Place("BIND"))
        self.scope[name] = None
        return Extend(self.pattern, name, value, element.keyword.at)


def _basic_patterns(statements: Sequence[Statement]) -> list[Pattern]:
    """Adjacent triple patterns together, each path alone."""
    parts: list[Pattern] = []
    triples: list[TriplePattern] = []
    for statement in statements:
        if isinstance(statement, Path):
            if triples:
                parts.append(BGP(tuple(triples)))
                triples = []
            parts.append(statement)
        else:
            triples.append(statement)
    if triples:
        parts.append(BGP(tuple(triples)))
    return parts


# -- inline data


def inline_data(context: Context, block: tree.DataBlock, scope: Scope) -> Values:
    """The table of VALUES; ``scope`` receives its variables."""
    if block.variables.kind == kinds.VARIABLE:
        tokens: tuple[Token, ...] = (block.variables,)
        values: tuple[Token, ...] = context.read(grammar.DATA_VALUES, context.inside(block.rows))
        rows: tuple[tuple[Ground | None, ...], ...] = tuple([(_data_value(context, value),) for value in values])
    else:
        tokens = context.read(grammar.VARIABLES, context.inside(block.variables))
        levels: tuple[Token, ...] = context.read(grammar.DATA_ROWS, context.inside(block.rows))
        rows = tuple([_row(context, level, len(tokens)) for level in levels])
    names = tuple([variable(token) for token in tokens])
    seen: Scope = {}
    for name, token in zip(names, tokens, strict=True):
        if name in seen:
            raise context.error(token, f"the variable ?{name} stands twice in VALUES")
        seen[name] = None
    scope.update(seen)
    return Values(names, rows)


def _row(context: Context, token: Token, width: int) -> tuple[Ground | None, ...]:
    values: tuple[Token, ...] = context.read(grammar.DATA_VALUES, context.inside(token))
    if len(values) != width:
        raise context.error(
            token, f"this row of VALUES has {len(values)} value(s) for {width} variable(s); UNDEF fills a gap"
        )
    return tuple([_data_value(context, value) for value in values])


def _data_value(context: Context, token: Token) -> Ground | None:
    if token.kind == kinds.KEYWORDS["UNDEF"]:
        return None
    return _data_term(context, token)


def _data_term(context: Context, token: Token) -> Ground:
    if token.kind == kinds.TYPE:
        return TYPE
    if token.kind in kinds.IRI:
        return iri(context, token)
    if token.kind == kinds.TRIPLE_TERM:
        found: tree.ReifiedTriple = context.read(grammar.DATA_TRIPLE_TERM, context.inside(token))
        return TripleTerm(*[_data_term(context, part) for part in found[:3]])
    return literal_term(context, token)
